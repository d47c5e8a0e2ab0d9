// The board: the picture that Clew drew, with every symbol that could stand anywhere, of which the right ones
// are shown; over it a grid of cells without a picture of their own, which take pointer, keys and focus and tell a
// screen reader what stands there.
//
// What a panel may do with it (app.board):
//     const off = board.pick(({cell, digit}) => ...);   // a click, or Enter; digit of the nearest mark, or null
//     board.layers(under, over);                        // SVG below and above the digits
//     board.state([[kind, digit, mask], ...], 'step 3'); // other contents (0 open, 1 given, 2 placed)
//     board.highlight([0, 9], 'hit');                   // hit, marked, fine, fault; several may be there
//     board.heat({0: {3: 0.25}});                       // cell, digit: share of the solutions
//     board.pair([...], [...]);                         // two solutions over each other
//     board.tool({end: cells => ...});                  // from now on one draws: the cells of each stroke, in order
//     board.tool({over: cell => ...});                  // or each cell that is passed; null ends it
//     board.select([0, 1]);                             // takes these cells
//     board.reset();                                    // what the player has, and nothing else
//     board.selection();                                // cells, in the order they were taken

import {by, el, svg_element} from './dom.js';
import {masked, mask_of} from './state.js';
import {t} from './words.js';

/// What a board may have besides its boxes: the key in a puzzle and in questions, and what people call it.
export const variants = [['diagonals', 'diagonals'], ['windows', 'windows'], ['disjoint_groups', 'disjoint groups'], ['anti_knight', 'anti-knight'], ['anti_king', 'anti-king']];

/// `on`: {select(cells), end()}: told of a new selection; of the wish to see one's own board again.
export function make_board(on) {
  const picture = by('picture'), grid = by('grid'), showing = by('showing');
  let info = null, size = 0, unit = 1, middles = [], cells = [];
  let large = [], small = [], painted = [];
  let player, overlay, heat_layer, marks;
  let mine = null, other = null, faults = new Set(), wrong = new Set(), shares = null;
  let cursor = 0, chosen = [0], anchor = 0;
  const pickers = new Set();

  const group = (id, before) => {
    const g = svg_element('g', {id});
    picture.insertBefore(g, before);
    return g;
  };

  const shown_as = ['off', 'given', 'placed', 'placed wrong', 'given wrong', 'placed sure'];
  // The symbols of a cell: what `is` says is shown, what was shown before is not.
  const paint = (cell, is) => {
    const was = painted[cell];
    if (was && was.join() === is.join()) return;
    for (let d = 0; d < size; ++d) {
      const at = cell * size + d;
      const value = is[0] !== 0 && is[1] === d ? shown_as[is[0]] : 'off';
      const mark = is[0] === 0 && (is[2] >> d & 1) ? 'candidate' : 'off';
      if (large[at].getAttribute('class') !== value) large[at].setAttribute('class', value);
      if (small[at].getAttribute('class') !== mark) small[at].setAttribute('class', mark);
    }
    painted[cell] = is;
  };

  const square = (cell, name, inset = 0) => svg_element('rect', {
    class: name, x: middles[cell][0] - unit / 2 + inset, y: middles[cell][1] - unit / 2 + inset,
    width: unit - 2 * inset, height: unit - 2 * inset});

  const middle_text = (cell, text, name, dx, dy, font) => svg_element('text', {
    class: name, x: middles[cell][0] + dx, y: middles[cell][1] + dy + 0.36 * font, 'font-size': font}, text);

  // Marks stand in the corners first, then between them; more than eight where the candidates stand.
  // Where cages have their sums the first corner is the last to be taken.
  let corners = [];
  const usual = [[-1, -1], [1, -1], [-1, 1], [1, 1], [0, -1], [0, 1], [-1, 0], [1, 0]];
  const draw_marks = cell => {
    const corner = masked(mine.corner[cell]), centre = masked(mine.centre[cell]);
    corner.forEach((d, i) => {
      const font = unit * 0.24;
      if (corner.length <= 8) {
        player.append(middle_text(cell, info.symbols[d], 'corner', corners[i][0] * unit * 0.36, corners[i][1] * unit * 0.35, font));
      } else {
        const at = small[cell * size + d];
        player.append(svg_element('text', {class: 'corner', x: at.getAttribute('x'), y: at.getAttribute('y'), 'font-size': at.getAttribute('font-size')}, info.symbols[d]));
      }
    });
    if (centre.length) {
      const font = Math.min(unit * 0.3, unit * 0.86 / centre.length / 0.64);
      player.append(middle_text(cell, centre.map(d => info.symbols[d]).join(''), 'centre', 0, 0, font));
    }
  };

  const digits = mask => masked(mask).map(d => info.symbols[d]).join(' ');
  const where = cell => t`row ${Math.floor(cell / size) + 1}, column ${cell % size + 1}:`;
  const label = cell => {
    const said = [where(cell)];
    const [kind, digit, mask] = other ? other[cell] : contents(cell);
    if (kind === 1 || kind === 4) said.push(t`clue ${info.symbols[digit]}`);
    else if (kind) said.push(`${info.symbols[digit]}${kind === 5 ? t(', in all solutions') : ''}`);
    else said.push(t('open'));
    if (!kind && mask) said.push(t`, candidates ${digits(mask)}`);
    if (!other && mine && !kind) {
      if (mine.corner[cell]) said.push(t`, corner marks ${digits(mine.corner[cell])}`);
      if (mine.centre[cell]) said.push(t`, centre marks ${digits(mine.centre[cell])}`);
    }
    if (!other && faults.has(cell)) said.push(t(', stands twice in a house'));
    if (!other && wrong.has(cell)) said.push(t(', in no solution'));
    return said.join(' ').replace(/ ,/g, ',');
  };

  // What the player has in a cell. The puzzle's own pencil marks, and the heat, are shown where nothing was entered.
  const contents = cell => {
    const bad = faults.has(cell) || wrong.has(cell);
    if (mine.given[cell] >= 0) return [bad ? 4 : 1, mine.given[cell], 0];
    if (mine.entry[cell] >= 0) return [bad ? 3 : 2, mine.entry[cell], 0];
    if (shares) {
      const digits = Object.keys(shares[cell] ?? {}).map(Number);
      return digits.length === 1 ? [5, digits[0], 0] : [0, 0, digits.reduce((mask, d) => mask | 1 << d, 0)];
    }
    return [0, 0, marks && !mine.centre[cell] && !mine.corner[cell] ? marks[cell] : 0];
  };

  const repaint = () => {
    player.replaceChildren();
    heat_layer.replaceChildren();
    for (let c = 0; c < size * size; ++c) {
      const is = other ? other[c] : contents(c);
      paint(c, is);
      if (!other && is[0] === 0 && !shares) draw_marks(c);
      if (!other && wrong.has(c)) player.append(square(c, 'wrong-cell', 3));
      if (!other && is[0] === 0 && shares) {
        for (const [d, share] of Object.entries(shares[c] ?? {})) {
          const at = small[c * size + Number(d)], font = Number(at.getAttribute('font-size'));
          heat_layer.append(svg_element('circle', {class: 'share', cx: at.getAttribute('x'),
            cy: Number(at.getAttribute('y')) - 0.36 * font, r: font * 0.68, opacity: (0.08 + 0.72 * share).toFixed(3)}));
        }
      }
      const said = label(c);
      if (cells[c].getAttribute('aria-label') !== said) cells[c].setAttribute('aria-label', said);
    }
  };

  const select = (list, focus = true) => {
    chosen = list;
    const set = new Set(list);
    cells.forEach((cell, c) => {
      cell.setAttribute('aria-selected', String(set.has(c)));
      cell.tabIndex = c === cursor ? 0 : -1;
    });
    if (focus) cells[cursor].focus({preventScroll: true});
    on.select(list);
  };

  const between = (a, b) => {
    const list = [], [ra, ca, rb, cb] = [Math.floor(a / size), a % size, Math.floor(b / size), b % size];
    for (let r = Math.min(ra, rb); r <= Math.max(ra, rb); ++r)
      for (let c = Math.min(ca, cb); c <= Math.max(ca, cb); ++c) list.push(r * size + c);
    return list;
  };

  const move = (to, extend) => {
    cursor = to;
    if (extend) select(between(anchor, to));
    else select([anchor = to]);
  };

  const picked = (cell, digit) => { for (const fn of pickers) fn({cell, digit}); };

  const place = event => {
    const box = grid.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left) / box.width * size);
    const row = Math.floor((event.clientY - box.top) / box.height * size);
    return row < 0 || column < 0 || row >= size || column >= size ? -1 : row * size + column;
  };
  const nearest = (cell, event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    let best = null, least = Infinity;
    const is = painted[cell];
    for (let d = 0; d < size; ++d) {
      if (is[0] !== 0 ? is[1] !== d : is[2] && !(is[2] >> d & 1)) continue;
      const at = small[cell * size + d];
      const far = Math.hypot(Number(at.getAttribute('x')) - point.x, Number(at.getAttribute('y')) - point.y);
      if (far < least) { least = far; best = d; }
    }
    return best;
  };

  // Who draws with a tool passes near the middles of cells: a line may run diagonally.
  let tool = null;
  const near_middle = event => {
    const box = grid.getBoundingClientRect(), cell = box.width / size;
    const off = (where, from) => Math.abs((where - from) / cell % 1 - 0.5);
    return off(event.clientX, box.left) < 0.36 && off(event.clientY, box.top) < 0.36;
  };
  const draw_over = event => {
    const cell = place(event);
    if (cell < 0 || cell === drag.at || (drag.moved && !near_middle(event))) return;
    drag.at = cursor = cell;
    if (tool.over) tool.over(cell);
    else if (cell === chosen.at(-2)) select(chosen.slice(0, -1));  // back the way it came
    else if (!chosen.includes(cell)) select([...chosen, cell]);
  };

  let drag = null;
  grid.addEventListener('pointerdown', event => {
    const cell = place(event);
    if (cell < 0 || event.button > 0) return;
    event.preventDefault();
    try { grid.setPointerCapture(event.pointerId); } catch { /* a pointer that is gone */ }
    if (tool) {
      drag = {at: -1, moved: false};
      if (tool.end && !event.shiftKey) chosen = [];
      draw_over(event);
      drag.moved = true;
      return;
    }
    const more = event.ctrlKey || event.metaKey || event.shiftKey;
    drag = {taking: !(more && chosen.includes(cell)), moved: false, at: cell, more};
    cursor = anchor = cell;
    if (!more) select([cell]);
    else select(drag.taking ? [...chosen, cell] : chosen.filter(c => c !== cell));
  });
  grid.addEventListener('pointermove', event => {
    if (!drag) return;
    if (tool) {
      const passed = event.getCoalescedEvents?.() ?? [];
      for (const one of passed.length ? passed : [event]) draw_over(one);
      return;
    }
    const cell = place(event);
    if (cell < 0 || cell === drag.at) return;
    drag.at = cursor = cell;
    drag.moved = true;
    if (chosen.includes(cell) !== drag.taking) select(drag.taking ? [...chosen, cell] : chosen.filter(c => c !== cell));
  });
  grid.addEventListener('pointerup', event => {
    if (tool && drag) draw_over(event);
    const was = drag;
    drag = null;
    if (tool) { if (was) tool.end?.([...chosen]); }
    else if (was && !was.moved && !was.more) picked(was.at, nearest(was.at, event));
  });
  grid.addEventListener('pointercancel', () => { drag = null; });
  // A double click takes all cells with the same digit.
  grid.addEventListener('dblclick', event => {
    const cell = place(event), is = cell < 0 ? null : painted[cell];
    if (!is || is[0] === 0) return;
    cursor = cell;
    select([...cells.keys()].filter(c => painted[c][0] !== 0 && painted[c][1] === is[1]));
  });
  // A screen reader clicks without a pointer.
  grid.addEventListener('click', event => {
    const cell = cells.indexOf(event.target);
    if (cell >= 0 && event.detail === 0) {
      cursor = anchor = cell;
      select([cell]);
      picked(cell, null);
    }
  });
  grid.addEventListener('focusin', event => {
    const cell = cells.indexOf(event.target);
    if (cell >= 0 && cell !== cursor) {
      cursor = anchor = cell;
      select([cell], false);
    }
  });
  const key = event => {
    const row = Math.floor(cursor / size), column = cursor % size, whole = event.ctrlKey || event.metaKey;
    const to = {
      ArrowRight: [row, (column + 1) % size], ArrowLeft: [row, (column + size - 1) % size],
      ArrowDown: [(row + 1) % size, column], ArrowUp: [(row + size - 1) % size, column],
      Home: [whole ? 0 : row, 0], End: [whole ? size - 1 : row, size - 1],
      PageUp: [0, column], PageDown: [size - 1, column],
    }[event.key];
    if (to && whole && event.key.startsWith('Arrow')) {
      cursor = to[0] * size + to[1];
      select(chosen);
    } else if (whole && event.key === ' ') {
      anchor = cursor;
      select(chosen.includes(cursor) ? chosen.filter(c => c !== cursor) : [...chosen, cursor]);
    } else if (to && !event.altKey) move(to[0] * size + to[1], event.shiftKey);
    else if (whole && event.key.toLowerCase() === 'a') select([...cells.keys()]);
    else if (event.key === 'Escape') { select([anchor = cursor]); if (other) on.end(); }
    else if (event.key === 'Enter') picked(cursor, null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  grid.addEventListener('keydown', key);
  // Where nothing has the focus, as when the page has just been opened, keys are the board's.
  document.addEventListener('keydown', event => { if (event.target === document.body && cells.length) key(event); });
  by('showing-end').addEventListener('click', () => on.end());

  const board = {
    /// A new board: the answer to the question `board`.
    draw(answer) {
      info = answer;
      size = info.size;
      unit = info.unit;
      middles = info.middles;
      const holder = document.createElement('template');
      holder.innerHTML = info.svg;
      const drawing = holder.content.querySelector('svg'), box = drawing.getAttribute('viewBox');
      picture.setAttribute('viewBox', box);
      picture.replaceChildren(...drawing.childNodes);
      const under = picture.querySelector('#under'), over = picture.querySelector('#over');
      heat_layer = group('shares', under.nextSibling);
      player = group('player', over);
      overlay = group('overlay', over);
      large = [];
      small = [];
      painted = [];
      for (let c = 0; c < size * size; ++c)
        for (let d = 0; d < size; ++d) {
          large.push(picture.querySelector(`#v${c}-${d}`));
          small.push(picture.querySelector(`#k${c}-${d}`));
        }
      corners = picture.querySelector('.sum') ? [...usual.slice(1), usual[0]] : usual;
      const [, , width, height] = box.split(' ').map(Number);
      const part = (value, of) => `${value / of * 100}%`;
      grid.style.left = part(middles[0][0] - unit / 2, width);
      grid.style.top = part(middles[0][1] - unit / 2, height);
      grid.style.width = part(unit * size, width);
      grid.style.height = part(unit * size, height);
      grid.setAttribute('aria-rowcount', size);
      grid.setAttribute('aria-colcount', size);
      cells = [];
      grid.replaceChildren(...Array.from({length: size}, (_, r) => {
        const inside = Array.from({length: size}, (_, c) => el('div', {role: 'gridcell', id: `cell-${r * size + c}`}));
        const row = el('div', {role: 'row'}, ...inside);
        row.style.height = part(1, size);
        cells.push(...inside);
        return row;
      }));
      other = shares = null;
      faults = new Set();
      wrong = new Set();
      cursor = anchor = Math.min(cursor, size * size - 1);
    },
    /// What the player has: given, entry, corner, centre (state.js), and the cells that clash.
    show(state, clashing) {
      mine = state;
      marks = state.rest.marks?.flat().map(text => text === null ? 0 : mask_of(text));
      faults = clashing;
      wrong = new Set();
      if (other) board.reset();
      else repaint();
    },
    restore_selection(keep) {
      const list = keep && chosen.length && chosen.every(c => c < size * size) ? chosen : [cursor];
      if (!list.includes(cursor)) cursor = list[0];
      select(list, false);
    },
    focus(scrolls = true) { cells[cursor]?.focus({preventScroll: !scrolls}); },
    select(list, focus) {
      cursor = anchor = list[0] ?? cursor;
      select(list, focus);
    },
    tool(what) {
      tool = what;
      grid.classList.toggle('drawing', Boolean(what));
    },
    selection: () => chosen.length ? chosen : [cursor],
    cursor: () => cursor,
    pick(fn) {
      pickers.add(fn);
      return () => pickers.delete(fn);
    },
    layers(under = '', over = '') {
      picture.querySelector('#under').innerHTML = under;
      picture.querySelector('#over').innerHTML = over;
    },
    state(list, said = '') {
      other = list;
      overlay.replaceChildren();
      repaint();
      showing.hidden = false;
      by('showing-say').textContent = said;
    },
    highlight(list, name) {
      for (const cell of list) overlay.append(square(cell, name, name === 'marked' ? 0 : 3));
    },
    wrong(list) {
      wrong = new Set(list);
      repaint();
    },
    heat(by_cell) {
      shares = by_cell;
      repaint();
    },
    pair(first, second, said = '') {
      const parting = first.map((d, c) => d !== second[c]);
      board.state(first.map((d, c) => parting[c] ? [0, 0, 0] : mine.given[c] >= 0 ? [1, d, 0] : [2, d, 0]), said);
      parting.forEach((parts, c) => {
        if (!parts) return;
        heat_layer.append(square(c, 'parts'));
        const font = unit * 0.42;
        overlay.append(middle_text(c, info.symbols[first[c]], 'first', -unit * 0.22, -unit * 0.2, font),
                       middle_text(c, info.symbols[second[c]], 'second', unit * 0.22, unit * 0.22, font));
        cells[c].setAttribute('aria-label', `${where(c)} ${t`${info.symbols[first[c]]} or ${info.symbols[second[c]]}`}`);
      });
    },
    reset() {
      other = null;
      showing.hidden = true;
      by('showing-say').textContent = '';
      overlay.replaceChildren();
      board.layers();
      repaint();
    },
    shows_other: () => other !== null,
  };
  return board;
}
