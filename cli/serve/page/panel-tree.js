// The decision tree of the puzzle, to walk in. The picture is tree-canvas.js, what stands beside it tree-details.js;
// here is what is asked: a tree is named by the question it answers, so that one that the server has dropped is made again.

import {ask, latest} from './api.js';
import {el, grouped, many, telling, told} from './dom.js';
import {make_picture} from './tree-canvas.js';
import {links, show_details, spoken} from './tree-details.js';
import {capital, t} from './words.js';

const growing = latest(), viewing = latest(), walking = latest(), searching = latest(), saving = latest();
const sizes = [2000, 20000, 250000];

let app, ui, picture = null, tree = null, node = null, shown = false, stale = true, unpick = null;
let fold = new Set(), live = false, follow = '';

const question = () => ({
  puzzle: tree.puzzle_text, mode: tree.mode, rules: tree.rules, patterns: tree.most, ...(tree.mode === 'lean' ? {choice: tree.choice} : {}),
});
const drawn = () => ({...question(), fold: [...fold], live});
const tell = fault => { ui.error.textContent = told(fault); };

// ------------------------------------------------------------------ growing

async function grow(most = null) {
  stale = false;
  const wanted = {puzzle: app.clues(), mode: ui.mode.value, rules: ui.rules.value, patterns: most ?? sizes[1],
    ...(ui.mode.value === 'lean' ? {choice: ui.choice.value} : {})};
  ui.choice_label.hidden = ui.mode.value !== 'lean';
  fold = new Set();
  if (follow && !app.info().cells.includes(follow.split('=')[0])) set_follow('', false);
  ui.error.textContent = '';
  ui.more.hidden = true;
  ui.say.textContent = t('Growing the tree...');
  ui.window.setAttribute('aria-busy', 'true');
  try {
    const answer = await growing(signal => app.busy(ask('tree', {page: true, ...wanted, live}, {signal,
      partial: p => { ui.say.textContent = t`Growing: ${many(p.patterns, 'pattern')}, ${many(p.solutions, 'solution')} so far`; }}),
      'growing the tree', growing.stop));
    if (answer === undefined) { if (!growing.busy()) { ui.say.textContent = t('Stopped.'); stale = true; } return; }
    tree = {...answer, puzzle_text: wanted.puzzle, mode: wanted.mode, rules: wanted.rules, choice: wanted.choice, most: wanted.patterns};
    summary();
    ui.body.hidden = ui.tools.hidden = ui.keys.hidden = false;
    if (!picture) make();
    await picture.show(answer.picture);
    await walk({node: 'A'}, {focus: false, quiet: true});
  } catch (fault) {
    ui.say.textContent = t('No tree.');
    tell(fault);
  } finally {
    ui.window.removeAttribute('aria-busy');
  }
}

function summary() {
  const {totals} = tree, partial = tree.ending !== 'exhausted';
  ui.say.replaceChildren(
    el('b', {}, `${many(totals.patterns, 'pattern')}, ${many(totals.solutions, 'solution')}`),
    t`${totals.dead ? t`; ${grouped(totals.dead)} of the patterns dead` : ''}; depth ${totals.depth}. `,
    partial ? el('span', {class: 'warn'}, t`Partial: ${t(tree.ending)}, ${many(totals.open, 'pattern')} still open.`) : tree.sentence ? `${capital(tree.sentence)}.` : '');
  const next = sizes.find(size => size > tree.most);
  ui.more.hidden = !(partial && (next || tree.ending === 'interrupted'));
  ui.more.textContent = next ? t`grow to ${grouped(next)} patterns` : t('grow again');
  ui.more.onclick = () => grow(next ?? tree.most);
}

// ------------------------------------------------------------------ walking

const walk = telling(tell, async (where, {focus = true, quiet = false, move = true, ways = false} = {}) => {
  const answer = await walking(signal => ask('tree/node', {...drawn(), ...where, ways}, {signal}));
  if (!answer) return;
  if (!answer.place && answer.folded_below) {  // open what hides it
    if (!fold.delete(answer.folded_below.name)) live = ui.live.checked = false;
    await picture.refresh();
    return walk(where, {focus, quiet, move, ways});
  }
  node = answer;
  picture.select(node);
  if (move && !quiet) reach(node.place);
  const pattern = node.role !== 'solution';
  show_details(ui.node, node, tree, {
    go: number => walk({number}), ways: () => walk({number: node.number}, {move: false, ways: true}),
    fold: toggle_fold, folded: fold.has(node.name), load: open_grid,
  });
  ui.fold.disabled = !pattern || !(node.folded || node.walk?.children);
  ui.fold.textContent = fold.has(node.name) ? t('Unfold') : t('Fold');
  const words = spoken(node);
  ui.window.setAttribute('aria-label', t`${words}. Arrows walk to parent, branches and neighbours; plus and minus zoom; f folds`);
  if (!quiet) app.say(words);
  if (focus && document.activeElement !== ui.window && !quiet) ui.window.focus({preventScroll: true});
});

// The node's digits as clues, on the same board with the same rules.
function open_grid() {
  const {solution, ...puzzle} = JSON.parse(tree.puzzle_text), size = tree.size;
  puzzle.givens = Array.from({length: size}, (_, r) => node.grid.slice(r * size, (r + 1) * size));
  return app.load(JSON.stringify(puzzle), {say: t`opened the grid of ${node.name}`});
}

// Moves the picture only if the node is not well inside.
function reach(place) {
  if (!place) return;
  const [x, y] = picture.place_of(place[0], place[1]), w = ui.window.clientWidth, h = ui.window.clientHeight;
  const [left] = picture.place_of(place[0] - place[2] / 2, 0), [right] = picture.place_of(place[0] + place[2] / 2, 0);
  if (x < w * 0.12 || x > w * 0.88 || y < h * 0.1 || y > h * 0.88 || right - left < 46) picture.go(place);
}

// Keys may come faster than answers: each waits for the one before.
let steps = Promise.resolve(), pending = 0;
function soon(act) {
  if (pending > 12) return;
  ++pending;
  steps = steps.then(act).finally(() => --pending);
}

function step(key) {
  const to = {ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right'}[key];
  const walk_to = node?.walk?.[to] ?? (to === 'left' || to === 'right' ? node?.walk?.[`layer_${to}`] : null);
  if (walk_to) return walk({number: walk_to.number});
  return app.say(t({up: 'the root: nothing above', down: node?.folded ? 'folded: f unfolds' : 'no branch of its own below', left: 'nothing to the left', right: 'nothing to the right'}[to]));
}

function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target !== ui.window) return;
  const acts = {
    '+': () => picture.zoom(1.4), '=': () => picture.zoom(1.4), '-': () => picture.zoom(1 / 1.4), 0: () => picture.fit(),
    f: () => soon(toggle_fold), Home: () => soon(() => walk({node: 'A'})), Enter: () => soon(() => picture.go(node?.place)), '/': () => ui.search.focus(),
  };
  if (event.key.startsWith('Arrow')) {
    if (event.shiftKey) {
      const by = {ArrowUp: [0, -80], ArrowDown: [0, 80], ArrowLeft: [-80, 0], ArrowRight: [80, 0]}[event.key];
      picture.pan(...by);
    } else {
      soon(() => step(event.key));
    }
  } else if (acts[event.key]) {
    acts[event.key]();
  } else {
    return;
  }
  event.preventDefault();
}

// ------------------------------------------------------------------ what is shown

async function toggle_fold() {
  if (!node || ui.fold.disabled) return;
  const name = node.name, folding = !fold.has(name);
  if (folding) fold.add(name);
  else fold.delete(name);
  await picture.refresh();
  await walk({node: name}, {focus: false});
  app.say(folding ? t`folded ${name}: ${many(node.folded, 'node')} away` : t`unfolded ${name}`);
}

async function set_follow(text, ask_now = true) {
  follow = text;
  ui.follow.value = text;
  ui.follow_end.hidden = ui.followed.hidden = !text;
  ui.error.textContent = '';
  if (ask_now && picture) {
    try { await picture.refresh(); app.say(text ? t`following ${text}` : t('following nothing')); } catch (fault) { follow = ''; tell(fault); }
  }
}

/// "15.4" of the tables, on large boards "1,5.4", is r1c5=4.
const candidate = text => text.trim().replace(/^(?:(\d)(\d)|(\d+),(\d+))\.(\w)$/, (_, a, b, row, column, digit) => `r${a ?? row}c${b ?? column}=${digit}`);

const search = telling(tell, async event => {
  event.preventDefault();
  const answer = await searching(signal => ask('tree/search', {...question(), text: ui.search.value, limit: 12}, {signal}));
  if (!answer) return;
  ui.found.hidden = answer.found.length < 2;
  ui.found.replaceChildren(...links(answer.found, number => walk({number}), answer.found.length + answer.more));
  ui.error.textContent = answer.found.length ? '' : t`no node is called ${ui.search.value}`;
  if (answer.found.length) await walk({number: answer.found[0].number});
});

const save = telling(tell, async () => {
  const as = ui.save.value;
  ui.save.value = '';
  if (!as) return;
  if (as.startsWith('png')) {
    const image = await saving(signal => app.busy(picture.image(as === 'png-all', signal), 'drawing the tree', saving.stop));
    if (image) app.download('tree.png', image, 'image/png');
    return;
  }
  // A large tree comes in pieces, which the browser need not hold in memory.
  const pieces = [];
  const file = await saving(signal => app.busy(ask('tree/export', {...drawn(), as, ...(node && as !== 'json' ? {mark: node.name} : {})}, {signal,
    partial: p => pieces.push(new Blob([p.text]))}), 'writing the tree', saving.stop));
  if (file === undefined) return;
  if (as === 'a4' || as === 'letter') {
    const sheets = (await new Blob([...pieces, file.text]).text()).split('\f').slice(0, -1);
    const images = sheets.map(svg => el('img', {src: URL.createObjectURL(new Blob([svg], {type: file.type})), alt: ''}));
    app.print(el('div', {id: 'sheets', class: as + (/^<svg[^>]* width="(297mm|11in)"/.test(sheets[0]) ? '-wide' : '')}, ...images));
    addEventListener('afterprint', () => images.forEach(image => URL.revokeObjectURL(image.src)), {once: true});
    return;
  }
  app.download(file.name, new Blob([...pieces, file.text], {type: file.type}));
  if (file.notes.length) app.say(file.notes.join('; '));
});

// ------------------------------------------------------------------ the page

function make() {
  picture = make_picture(ui.window, {
    view: telling(tell, where => viewing(signal => ask('tree/view', {...drawn(), ...where, ...(follow ? {follow} : {})}, {signal}))),
    /// For pictures: what is seen elsewhere goes on meanwhile.
    view_too: (where, signal) => ask('tree/view', {...drawn(), ...where, ...(follow ? {follow} : {})}, {signal}),
    pick: number => walk({number}, {move: false}),
    open: number => walk({number}).then(() => picture.go(node.place)),
  });
  ui.window.clewFrames = picture.frames;
  ui.window.append(el('div', {class: 'tree-zoom'},
    el('button', {'aria-label': 'zoom out', onclick: () => picture.zoom(1 / 1.6)}, '\u2212'),
    el('button', {'aria-label': 'zoom in', onclick: () => picture.zoom(1.6)}, '+'),
    el('button', {onclick: () => picture.fit()}, 'Fit')));
}

const options = list => list.map(([value, text]) => el('option', {value}, text));
const key = (name, text) => el('span', {}, el('span', {class: `tree-key ${name}`}), text);

function colours() {
  ui.root.classList.toggle('dark', getComputedStyle(document.documentElement).colorScheme.trim() === 'dark');
  picture?.repaint();
}

export const panel = {
  id: 'tree',
  title: 'Tree',
  wide: true,
  mount(root, given) {
    app = given;
    root.classList.add('tree');
    ui = {
      root,
      mode: el('select', {onchange: () => grow()}, ...options([['paris', 'every choice'], ['alternates', 'with alternates'], ['lean', 'lean: one cell a pattern']])),
      choice: el('select', {onchange: () => grow()}, ...options([['first', 'the first cell'], ['freedom', 'fewest freedoms'], ['balanced', 'balanced'], ['smallest', 'smallest tree']])),
      rules: el('select', {onchange: () => grow()}, ...options([['singles', 'singles'], ['sudokujm', 'SudokuJM'], ['human', 'human'], ['all', 'all techniques']])),
      say: el('p', {class: 'tree-say', role: 'status', id: 'tree-say'}),
      more: el('button', {hidden: true}),
      error: el('p', {class: 'error', role: 'alert', id: 'tree-error'}),
      search: el('input', {type: 'search', id: 'tree-search', class: 'narrow', placeholder: 'AB, S07', 'aria-label': 'name of a node, or its grid', autocomplete: 'off', spellcheck: 'false'}),
      found: el('p', {class: 'soft', id: 'tree-found', hidden: true}),
      follow: el('input', {id: 'tree-follow', class: 'narrow', placeholder: 'r1c5=4', 'aria-label': 'candidate to follow; a candidate of the board can be clicked too', autocomplete: 'off', spellcheck: 'false'}),
      follow_end: el('button', {hidden: true, onclick: () => set_follow('')}, 'End'),
      followed: el('span', {hidden: true}, key('holds', 'holds there'), ' ', key('fallen', 'has fallen')),
      live: el('input', {type: 'checkbox', onchange: event => { live = event.target.checked; picture.refresh().then(() => node && walk({number: node.number}, {focus: false, quiet: true})); }}),
      fold: el('button', {onclick: toggle_fold}, 'Fold'),
      save: el('select', {id: 'tree-save', 'aria-label': 'save or print the tree', onchange: save}, ...options([['', 'save or print...'], ['a4', 'print on A4'], ['letter', 'print on Letter'], ['svg', 'SVG'], ['png', 'PNG, what is seen'], ['png-all', 'PNG, the whole'], ['dot', 'DOT'], ['json', 'JSON'], ['graphml', 'GraphML']])),
      window: el('div', {class: 'tree-window', id: 'tree-window', tabindex: '0', role: 'application', 'aria-roledescription': 'tree', 'aria-label': 'decision tree', onkeydown: keys}),
      node: el('div', {class: 'tree-node', id: 'tree-node'}),
    };
    ui.choice_label = el('label', {hidden: true}, 'Cell ', ui.choice);
    ui.tools = el('div', {class: 'row', hidden: true},
      el('form', {class: 'row', role: 'search', onsubmit: search}, ui.search, el('button', {}, 'Find')),
      el('form', {class: 'row', onsubmit: event => { event.preventDefault(); set_follow(candidate(ui.follow.value)); }}, ui.follow, el('button', {}, 'Follow'), ui.follow_end),
      ui.fold, el('label', {}, ui.live, 'live only'), ui.save);
    ui.keys = el('p', {class: 'tree-keys', hidden: true}, key('pattern', 'pattern'), key('solution', 'solution'), key('dead', 'dead'), key('open', 'open'),
      key('shared', 'another way to a known grid'), key('forced', 'on every way to the chosen node, or only through it'), ui.followed);
    ui.body = el('div', {class: 'tree-body', hidden: true}, el('div', {class: 'tree-left'}, ui.window, ui.keys), ui.node);
    root.append(el('h2', {}, 'The decision tree'),
      el('div', {class: 'row'}, el('label', {}, 'Try ', ui.mode), ui.choice_label, el('label', {}, 'Rules ', ui.rules)),
      el('div', {class: 'row'}, ui.say, ui.more), ui.error, ui.tools, ui.found, ui.body);
    app.onChange(what => {
      if (!what.clues) return;
      stale = true;
      if (shown) grow_later();
    });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => setTimeout(colours));
    document.getElementById('theme')?.addEventListener('change', () => setTimeout(colours));
  },
  show() {
    shown = true;
    colours();
    unpick = app.board.pick(({cell, digit}) => {
      if (digit !== null && digit !== undefined) set_follow(`${app.info().cells[cell]}=${app.info().symbols[digit]}`);
    });
    if (stale && app.info()) grow();
  },
  hide() {
    shown = false;
    unpick?.();
    growing.stop();
    viewing.stop();
  },
};

let timer = 0;
function grow_later() {
  clearTimeout(timer);
  timer = setTimeout(() => { if (shown && stale) grow(); }, 500);
}
