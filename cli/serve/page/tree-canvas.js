// The picture of a tree on a canvas: zoom, pan, pick. It holds what the window shows and a margin around it, asks for
// the rest when it gets there, and draws only when something changed.
//
//   const picture = make_picture(host, {
//     view: async ({left, top, right, bottom, most, labels}) => answer of tree/view, or undefined if overtaken,
//     view_too: the same, beside the others and never overtaken
//     pick: number => ..., open: number => ...        // a node was clicked, or double-clicked
//   });
//   picture.show({width, height})    a new tree: fitted into the window
//   picture.refresh()                asks again (folds, a candidate to follow)
//   picture.select(answer of tree/node), picture.go(place)
//   picture.zoom(factor), picture.fit(), picture.image(whole, signal) -> Promise of a PNG blob
//   picture.frames                   milliseconds that the last frames took to draw

import {el} from './dom.js';

const most = 1200, label_scale = 0.42, least_drawn = 6;
const roles = ['root', 'pattern', 'solution', 'dead', 'open', 'impossible'];

export function make_picture(host, {view, view_too, pick, open}) {
  const canvas = el('canvas', {class: 'tree-canvas'}), ctx = canvas.getContext('2d');
  host.append(canvas);
  const frames = [];
  let size = {width: 1, height: 1}, scale = 1, ox = 0, oy = 0;
  let seen = null, whole = null, chosen = null, waiting = 0, queued = false, timer = 0, moving = 0, fitted = true;

  const box = () => ({width: canvas.clientWidth || 1, height: canvas.clientHeight || 1});
  const least = () => Math.min(box().width / (size.width + 60), box().height / (size.height + 60), 1) * 0.8;
  const window_of = margin => {
    const b = box(), w = b.width / scale, h = b.height / scale;
    return {left: ox - margin * w, top: oy - margin * h, right: ox + (1 + margin) * w, bottom: oy + (1 + margin) * h};
  };

  // ------------------------------------------------------------------ what is known

  const covers = (a, w) => a && a.window.left <= Math.max(w.left, 0) && a.window.top <= Math.max(w.top, 0) &&
      a.window.right >= Math.min(w.right, size.width) && a.window.bottom >= Math.min(w.bottom, size.height);
  const fine = (a, w) => covers(a, w) && (a.heaps.length === 0 ? a.labels || scale < label_scale : a.scale * 1.5 >= scale);

  function need() {
    clearTimeout(timer);
    if (fine(seen, window_of(0))) return;
    timer = setTimeout(fetch_view, 60);
  }
  async function fetch_view() {
    const w = window_of(0.5), at = scale, labels = scale >= label_scale;
    ++waiting;
    try {
      const answer = await view({...w, most, labels});
      if (answer === undefined) return;
      seen = prepared(answer, w, at, labels);
      if (!whole) whole = seen;
      size = {width: answer.width, height: answer.height};
      draw_soon();
      need();
    } finally {
      --waiting;
      host.dataset.state = waiting ? 'asking' : 'ready';
    }
  }
  // Columns by role, so that a frame strokes and fills a few paths, not one a node.
  function prepared(answer, w, at, labels) {
    return {...answer, window: w, scale: at, labels,
      nodes: answer.nodes.map(([number, role, x, y, width, height, name, figures, folded, standing]) =>
          ({number, role, x: x - width / 2, y: y - height / 2, width, height, name, figures, folded, standing}))};
  }

  // All nodes one by one, strip by strip, each no fuller than an answer may be.
  async function every_node(labels, signal) {
    const nodes = new Map(), edges = new Map();
    const strips = [{left: 0, top: 0, right: size.width, bottom: size.height}];
    while (strips.length) {
      const w = strips.pop(), answer = await view_too({...w, most: 5000, labels}, signal);
      const wide = w.right - w.left, tall = w.bottom - w.top;
      if (answer.heaps.length && Math.max(wide, tall) > 1) {
        const parts = Math.max(2, Math.ceil(answer.in_window / 4000));
        for (let i = 0; i < parts; ++i)
          strips.push(wide > tall ? {...w, left: w.left + wide * i / parts, right: w.left + wide * (i + 1) / parts}
            : {...w, top: w.top + tall * i / parts, bottom: w.top + tall * (i + 1) / parts});
        continue;
      }
      for (const node of answer.nodes) nodes.set(node[0], node);
      for (const edge of answer.edges) edges.set(`${edge[0]} ${edge[1]}`, edge);
    }
    return prepared({heaps: [], links: [], nodes: [...nodes.values()], edges: [...edges.values()]},
                    {left: 0, top: 0, right: size.width, bottom: size.height}, 1, labels);
  }

  // ------------------------------------------------------------------ drawing

  const colours = () => {
    const style = getComputedStyle(host), one = name => style.getPropertyValue(name).trim();
    return {ink: one('--ink'), soft: one('--soft'), card: one('--card'), edge: one('--tree-edge'), shared: one('--tree-shared'),
      forced: one('--tree-forced'), pick: one('--pick-edge'), holds: one('--tree-holds'), fallen: one('--tree-fallen'),
      fill: roles.map(role => one(`--tree-${role}-fill`)), line: roles.map(role => one(`--tree-${role}`))};
  };

  function draw_soon() {
    if (queued) return;
    queued = true;
    requestAnimationFrame(() => { queued = false; draw(); });
  }

  function draw() {
    const b = box(), ratio = window.devicePixelRatio || 1;
    if (canvas.width !== Math.round(b.width * ratio) || canvas.height !== Math.round(b.height * ratio)) {
      canvas.width = Math.round(b.width * ratio);
      canvas.height = Math.round(b.height * ratio);
    }
    const start = performance.now();
    paint(ctx, {width: canvas.width, height: canvas.height, zoom: scale * ratio, left: ox, top: oy, px: 1 / scale}, seen, colours());
    frames.push(performance.now() - start);
    if (frames.length > 600) frames.shift();
  }

  function paint(c, at, data, colour) {
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.fillStyle = colour.card;
    c.fillRect(0, 0, at.width, at.height);
    if (!data) return;
    c.setTransform(at.zoom, 0, 0, at.zoom, -at.left * at.zoom, -at.top * at.zoom);
    // What the finer view does not cover yet is there in the coarse one.
    if (data !== whole && whole?.heaps.length && !covers(data, {left: at.left, top: at.top, right: at.left + at.width / at.zoom, bottom: at.top + at.height / at.zoom})) {
      c.globalAlpha = 0.35;
      heaps(c, at, whole, colour);
      c.globalAlpha = 1;
    }
    if (data.heaps.length) {
      heaps(c, at, data, colour);
      if (chosen) chosen_edges(c, at, colour);
    } else {
      nodes(c, at, data, colour);
    }
    if (chosen) marks(c, at, colour);
  }

  const curve = (c, x0, y0, x1, y1) => {
    const bend = (y1 - y0) / 2;
    c.moveTo(x0, y0);
    c.bezierCurveTo(x0, y0 + bend, x1, y1 - bend, x1, y1);
  };

  function nodes(c, at, data, colour) {
    const left = at.left, top = at.top, right = left + at.width / at.zoom, bottom = top + at.height / at.zoom;
    for (const shared of [1, 0]) {
      c.beginPath();
      for (const e of data.edges) {
        if (e[6] !== shared || e[3] > bottom || e[5] < top || Math.max(e[2], e[4]) < left || Math.min(e[2], e[4]) > right) continue;
        curve(c, e[2], e[3], e[4], e[5]);
      }
      c.strokeStyle = shared ? colour.shared : colour.edge;
      c.globalAlpha = shared ? Math.max(0.1, Math.min(0.45, 160 / (data.edges.length + 1))) : Math.max(0.3, Math.min(0.9, 500 / (data.edges.length + 1)));
      c.lineWidth = (shared ? 0.8 : 1.1) * Math.max(at.px, 0.55);
      c.stroke();
    }
    c.globalAlpha = 1;
    if (chosen) chosen_edges(c, at, colour);
    const visible = data.nodes.filter(n => n.x < right && n.x + n.width > left && n.y < bottom && n.y + n.height > top);
    const grown = Math.max(0, (least_drawn * at.px - 32) / 2);  // never smaller than a few pixels
    const followed = data.nodes.some(n => n.standing);
    for (let role = 0; role < roles.length; ++role)
      for (let standing = 0; standing < 3; ++standing) {
        const some = visible.filter(n => n.role === role && n.standing === standing);
        if (!some.length) continue;
        c.beginPath();
        for (const n of some) {
          if (n.folded) c.rect(n.x + 4, n.y + 4, n.width, n.height);
          const radius = role === 2 ? 12 : role === 3 ? 6 : 0;
          if (radius && c.roundRect) c.roundRect(n.x - grown, n.y - grown, n.width + 2 * grown, n.height + 2 * grown, radius);
          else c.rect(n.x - grown, n.y - grown, n.width + 2 * grown, n.height + 2 * grown);
        }
        c.globalAlpha = followed && standing === 2 ? 0.45 : 1;
        c.fillStyle = standing === 1 ? colour.holds : standing === 2 ? colour.fallen : colour.fill[role];
        c.fill();
        c.strokeStyle = colour.line[role];
        c.lineWidth = (role === 0 || role === 2 ? 2 : 1.2) * Math.max(at.px, 0.6);
        c.setLineDash(role === 3 ? [5, 2] : role === 4 ? [2, 2] : []);
        c.stroke();
        c.setLineDash([]);
      }
    c.globalAlpha = 1;
    const shown = 1 / at.px;
    if (shown < 0.3) return;
    c.textAlign = 'center';
    c.fillStyle = colour.ink;
    c.font = `bold ${shown < 0.5 ? 15 : 11.5}px system-ui,"DejaVu Sans",sans-serif`;
    for (const n of visible) c.fillText(n.name, n.x + n.width / 2, n.y + (n.figures && shown >= 0.5 ? 14 : 20), n.width - 4);
    if (shown < 0.5) return;
    c.fillStyle = colour.soft;
    c.font = '9.5px system-ui,"DejaVu Sans",sans-serif';
    for (const n of visible) if (n.figures) c.fillText(n.figures, n.x + n.width / 2, n.y + 26, n.width - 4);
    c.lineWidth = 3;
    c.strokeStyle = colour.card;
    for (const e of data.edges)
      if (e[7] && e[5] > top && e[5] < bottom && e[4] > left && e[4] < right) {
        c.strokeText(e[7], e[4], e[5] - 4);
        c.fillText(e[7], e[4], e[5] - 4);
      }
  }

  // Tens of thousands, in strokes that are short enough for browsers, and with breaths between them. Edges of the
  // skeleton alone: with all of them nothing could be seen.
  async function paint_many(c, at, data, colour, signal) {
    paint(c, at, null, colour);
    c.setTransform(at.zoom, 0, 0, at.zoom, -at.left * at.zoom, -at.top * at.zoom);
    const skeleton = data.edges.filter(e => !e[6]), few = 200, breath = 20 * few;
    c.strokeStyle = colour.edge;
    c.lineWidth = at.px * 0.7;
    c.globalAlpha = 0.35;
    for (let i = 0; i < skeleton.length; i += few) {
      c.beginPath();
      for (const e of skeleton.slice(i, i + few)) curve(c, e[2], e[3], e[4], e[5]);
      c.stroke();
      if (i % breath === 0) await new Promise(done => setTimeout(done));
      signal?.throwIfAborted();
    }
    c.globalAlpha = 1;
    const least = 2 * at.px;
    for (let role = 0; role < roles.length; ++role)
      for (const n of data.nodes) {
        if (n.role !== role) continue;
        const width = Math.max(n.width, least), height = Math.max(n.height, least);
        c.fillStyle = n.standing === 1 ? colour.holds : n.standing === 2 ? colour.fallen : width * at.zoom < 8 ? colour.line[role] : colour.fill[role];
        c.fillRect(n.x + (n.width - width) / 2, n.y + (n.height - height) / 2, width, height);
        if (width * at.zoom < 8) continue;
        c.strokeStyle = colour.line[role];
        c.lineWidth = at.px;
        c.strokeRect(n.x, n.y, width, height);
      }
    if (chosen) marks(c, at, colour);
  }

  function heaps(c, at, data, colour) {
    const list = data.heaps, top = Math.max(1, ...data.links.map(l => l[2]));
    const middle = h => (h[0] + h[2]) / 2;
    for (const [low, high, alpha] of [[0, 0.1, 0.16], [0.1, 0.4, 0.3], [0.4, 1.1, 0.5]]) {
      c.beginPath();
      for (const [from, to, edges] of data.links)
        if (edges / top >= low && edges / top < high) curve(c, middle(list[from]), list[from][3], middle(list[to]), list[to][1]);
      c.globalAlpha = alpha;
      c.strokeStyle = colour.edge;
      c.lineWidth = at.px * (high > 1 ? 1.6 : 0.9);
      c.stroke();
    }
    c.globalAlpha = 1;
    const follow = list.some(h => h[6][0] + h[6][1] + h[6][2] > 0);
    const shades = follow ? [[colour.line[1], h => h[6][0]], [colour.holds, h => h[6][1]], [colour.fallen, h => h[6][2]]]
      : [[colour.line[1], h => h[5][0] + h[5][1]], [colour.line[3], h => h[5][3] + h[5][5]], [colour.line[4], h => h[5][4]], [colour.line[2], h => h[5][2]]];
    const size_of = h => [Math.max(h[2] - h[0], 3 * at.px), Math.max(h[3] - h[1], 3 * at.px)];
    const from = list.map(() => 0);
    for (const [shade, count] of shades) {
      c.beginPath();
      list.forEach((h, i) => {
        const part = count(h) / h[4], [w, tall] = size_of(h);
        if (!part) return;
        c.rect(h[0] + from[i] * w, h[1], part * w, tall);
        from[i] += part;
      });
      c.fillStyle = shade;
      c.globalAlpha = shade === colour.line[1] ? 0.42 : 0.9;
      c.fill();
      c.globalAlpha = 1;
    }
  }

  const frame = (c, p, by) => c.rect(p[0] - p[2] / 2 - by, p[1] - p[3] / 2 - by, p[2] + 2 * by, p[3] + 2 * by);
  function chosen_edges(c, at, colour) {
    c.beginPath();
    for (const e of chosen.edges) curve(c, e[2], e[3], e[4], e[5]);
    c.strokeStyle = colour.pick;
    c.globalAlpha = 0.8;
    c.lineWidth = Math.max(1.6 * at.px, 1);
    c.stroke();
    c.globalAlpha = 1;
  }
  function marks(c, at, colour) {
    const by = Math.max(3, 2.5 * at.px);
    c.beginPath();
    for (const p of chosen.every_way_places) frame(c, p, by);
    if (chosen.number) for (const p of chosen.only_through_places) frame(c, p, by);  // through the root all go
    c.strokeStyle = colour.forced;
    c.lineWidth = Math.max(2.6 * at.px, 2);
    c.stroke();
    if (!chosen.place) return;
    c.beginPath();
    frame(c, chosen.place, by);
    c.strokeStyle = colour.pick;
    c.lineWidth = Math.max(3.5 * at.px, 3);
    c.stroke();
  }

  // ------------------------------------------------------------------ moving

  function moved() {
    const b = box(), w = b.width / scale, h = b.height / scale;
    ox = Math.min(Math.max(ox, -0.7 * w), size.width - 0.3 * w);
    oy = Math.min(Math.max(oy, -0.7 * h), size.height - 0.3 * h);
    draw_soon();
    need();
  }
  function zoom_at(factor, x, y) {
    const next = Math.min(Math.max(scale * factor, least()), 4), wx = ox + x / scale, wy = oy + y / scale;
    scale = next;
    ox = wx - x / scale;
    oy = wy - y / scale;
    fitted = false;
    moved();
  }
  function fit() {
    cancelAnimationFrame(moving);
    const b = box();
    scale = Math.min(b.width / (size.width + 60), b.height / (size.height + 60), 1.4);
    ox = (size.width - b.width / scale) / 2;
    oy = (size.height - b.height / scale) / 2;
    fitted = true;
    moved();
  }
  function go(place, close = true) {
    if (!place) return;
    const b = box(), to = close ? Math.max(scale, Math.min(1, b.width / 420)) : scale;
    const target = {scale: to, x: place[0] - b.width / to / 2, y: place[1] - b.height / to / 2};
    const begin = {scale, x: ox + b.width / scale / 2, y: oy + b.height / scale / 2}, start = performance.now();
    const quiet = matchMedia('(prefers-reduced-motion: reduce)').matches;
    cancelAnimationFrame(moving);
    fitted = false;
    const step = now => {
      const t = quiet ? 1 : Math.min(1, (now - start) / 220), s = t * t * (3 - 2 * t);
      scale = begin.scale * (target.scale / begin.scale) ** s;
      ox = begin.x + (place[0] - begin.x) * s - b.width / scale / 2;
      oy = begin.y + (place[1] - begin.y) * s - b.height / scale / 2;
      moved();
      if (t < 1) moving = requestAnimationFrame(step);
    };
    moving = requestAnimationFrame(step);
  }

  const pointers = new Map();
  let travelled = 0, pinch = 0;
  const at_event = event => { const r = canvas.getBoundingClientRect(); return [event.clientX - r.left, event.clientY - r.top]; };
  canvas.addEventListener('pointerdown', event => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, at_event(event));
    travelled = pointers.size > 1 ? 99 : 0;
    pinch = 0;
    cancelAnimationFrame(moving);
  });
  canvas.addEventListener('pointermove', event => {
    const was = pointers.get(event.pointerId), now = at_event(event);
    if (!was) {
      canvas.classList.toggle('over', node_at(...now) !== null);
      return;
    }
    pointers.set(event.pointerId, now);
    if (pointers.size === 1) {
      travelled += Math.hypot(now[0] - was[0], now[1] - was[1]);
      ox -= (now[0] - was[0]) / scale;
      oy -= (now[1] - was[1]) / scale;
      fitted = false;
      moved();
    } else {
      const [a, b] = [...pointers.values()], far = Math.hypot(a[0] - b[0], a[1] - b[1]);
      if (pinch > 0 && far > 0) zoom_at(far / pinch, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
      pinch = far;
    }
  });
  const lifted = event => {
    const was = pointers.get(event.pointerId);
    pointers.delete(event.pointerId);
    pinch = 0;
    if (event.type !== 'pointerup' || !was || travelled > 5) return;
    const node = node_at(...was);
    if (node !== null) pick(node);
    else if (heap_at(...was)) zoom_at(2.5, ...was);
  };
  canvas.addEventListener('pointerup', lifted);
  canvas.addEventListener('pointercancel', lifted);
  canvas.addEventListener('dblclick', event => {
    const node = node_at(...at_event(event));
    if (node !== null) open(node);
    else zoom_at(2, ...at_event(event));
  });
  canvas.addEventListener('wheel', event => {
    event.preventDefault();
    zoom_at(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015) * (event.ctrlKey ? 4 : 1)), ...at_event(event));
  }, {passive: false});

  function node_at(x, y) {
    if (!seen || seen.heaps.length) return null;
    const wx = ox + x / scale, wy = oy + y / scale, near = Math.max(0, 5 / scale - 10);
    const hit = seen.nodes.find(n => wx >= n.x - near && wx <= n.x + n.width + near && wy >= n.y - near && wy <= n.y + n.height + near);
    return hit ? hit.number : null;
  }
  const heap_at = (x, y) => {
    const wx = ox + x / scale, wy = oy + y / scale;
    return seen?.heaps.some(h => wx >= h[0] && wx <= h[2] && wy >= h[1] && wy <= h[3]);
  };

  new ResizeObserver(() => { if (fitted && seen) fit(); else { draw_soon(); if (seen) need(); } }).observe(canvas);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw_soon);

  return {
    frames, fit, go,
    zoom: factor => zoom_at(factor, box().width / 2, box().height / 2),
    pan(x, y) { ox += x / scale; oy += y / scale; fitted = false; moved(); },
    place_of: (x, y) => [(x - ox) * scale, (y - oy) * scale],
    show(now) {
      size = now;
      seen = whole = chosen = null;
      fit();
      return fetch_view();
    },
    refresh() {
      whole = null;
      return fetch_view();
    },
    repaint: draw_soon,
    select(node) { chosen = node; draw_soon(); },
    /// The window as it is, or all of the tree, as large as browsers take.
    async image(all, signal) {
      if (!all) { draw(); return new Promise(done => canvas.toBlob(done, 'image/png')); }
      const zoom = Math.min(2, 12000 / Math.max(size.width, size.height), Math.sqrt(40e6 / (size.width * size.height)));
      const data = await every_node(zoom > 0.5, signal);
      const sheet = el('canvas', {width: Math.ceil((size.width + 40) * zoom), height: Math.ceil((size.height + 40) * zoom)});
      const at = {width: sheet.width, height: sheet.height, zoom, left: -20, top: -20, px: 1 / zoom};
      if (data.nodes.length <= 5000) paint(sheet.getContext('2d'), at, data, colours());
      else await paint_many(sheet.getContext('2d'), at, data, colours(), signal);
      return new Promise(done => sheet.toBlob(done, 'image/png'));
    },
  };
}
