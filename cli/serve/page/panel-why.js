// Why: a hint by degrees; any pencil mark asked why it cannot be, or shown in a solution; the walk, step by
// step, drawn on the board; how hard the puzzle is on the scales that people know.
//
// While the tab is open the board shows what the clues and entries leave, so that there are marks to click.
// Every picture is Clew's own: a page of frames, each with its two layers of marks and the cells that change.

import {ask, latest} from './api.js';
import {button, el, fault_in, many, svg_element, told} from './dom.js';
import {lesson, lesson_button} from './lessons.js';
import {candidates} from './state.js';
import {t} from './words.js';

const hinting = latest(), asking = latest(), walking = latest(), rating = latest(), judging = latest();
const newest = [hinting, asking, walking, rating];

let app, ui = null, shown = false, off = null;
let hint = null, degree = 0, hint_frame = null;      // the answer, and how much of it is told
let asked = null;                                    // {cell, digit, twins: [line, line]}
let walk = null, states = [], now = 0, drawn = 0;    // the page of the walk; what stands before each frame

const cell_name = cell => app.info().cells[cell];
const symbol = digit => app.info().symbols[digit];
const index_of = name => {
  const [cell, digit] = name.split('=');
  return [app.info().cells.indexOf(cell), app.info().symbols.indexOf(digit)];
};

/// What clues and entries leave in each open cell, by the houses alone.
function left_over() {
  const state = app.current(), {given, entry} = state, masks = candidates(state, app.houses(), state.centre);
  return given.map((d, c) => d >= 0 ? [1, d, 0] : entry[c] >= 0 ? [2, entry[c], 0] : [0, 0, masks[c]]);
}

function show_marks() {
  if (shown && !walk && degree < 3 && !asked) app.board.state(left_over(), t('What clues and entries leave. A pencil mark, clicked, is asked about.'));
}

/// The states of the board before each frame, from the first and what changes.
export function states_of(page) {
  const list = [page.start];
  for (const frame of page.frames.slice(1)) {
    const next = list.at(-1).slice();
    for (const [cell, kind, digit, mask] of frame.changed) next[cell] = [kind, digit, mask];
    list.push(next);
  }
  return list;
}

function legend_of(frame) {
  return el('p', {class: 'legend'}, ...frame.legend.map(([tone, text]) => el('span', {class: 'entry'}, el('i', {class: `swatch ${tone}`}), text)));
}

function draw(frame, state, said) {
  app.board.state(state, said);
  app.board.layers(frame.under, frame.over);
  draw_turns(frame, 0);
}

/// Of what is said one by one so much is drawn, 0 is all of it; at first a frame may want none of it,
/// and later no more than the last few arrows.
function draw_turns(frame, many_turns) {
  const few = 5;
  for (const part of document.querySelectorAll('#picture [data-at]')) {
    const at = Number(part.dataset.at);
    const old = frame.brief && at < many_turns - few && part.classList.contains('link');
    part.classList.toggle('off', old || (many_turns > 0 ? at >= many_turns : Boolean(frame.brief)));
    part.classList.toggle('now', many_turns > 0 && at === many_turns - 1 && part.classList.contains('link'));
  }
}

const page_of = answer => answer.page ?? answer;

// A hint by degrees: where to look, by what, the step; then it is done.

const degrees = ['Give a hint', 'Say which technique', 'Show the step', 'Do the step'];

function tell_hint() {
  ui.hint.textContent = t(degrees[hint && !hint.step ? 0 : degree]);
  if (!hint) { ui.hint_say.replaceChildren(); return; }
  const said = [];
  if (!hint.step) said.push(el('p', {}, hint.text));
  else {
    if (degree >= 1) said.push(el('p', {}, degree >= 2 ? hint.asks : hint.look));
    if (degree >= 3) said.push(el('p', {}, hint.step.text), hint_frame ? legend_of(hint_frame) : '');
  }
  ui.hint_say.replaceChildren(...said);
  if (hint.step && degree >= 2) offer_lesson(hint.step.title ?? hint.step.name, ui.hint_say);
}

// A lesson stays while its boards are tried.

function tell_lesson(technique) {
  ui.lesson.replaceChildren(lesson(app, technique, {page_of, states_of, draw(...what) { leave_walk(); draw(...what); }}));
  ui.lesson.scrollIntoView({block: 'nearest'});
}

async function offer_lesson(title, place) {
  const button = await lesson_button(title, tell_lesson);
  if (button && place.isConnected) place.append(button);
}

async function more_hint() {
  if (hint?.step && degree === 3) return do_step();
  if (hint?.step) {
    ++degree;
    if (degree === 3) {
      leave_walk();
      asked = null;
      const page = page_of(hint);
      hint_frame = page.frames[0];
      draw(hint_frame, page.start, hint.step.title ?? '');
    }
    tell_hint();
    return;
  }
  await app.asked(hinting, 'looking for a step', 'hint', {page: true, level: 3, puzzle: app.puzzle(), to_end: true}, ui.hint_say, found => {
    hint = found;
    degree = hint.step ? 1 : 0;
    tell_hint();
  });
}

// A digit is entered; what falls becomes centre marks of what is left.
function do_step() {
  const {placements, eliminations} = hint.step, start = page_of(hint).start;
  if (placements.length) {
    app.place(placements.map(index_of).filter(([c]) => app.current().given[c] < 0));
  } else {
    const centre = app.current().centre.slice();
    for (const [cell, digit] of eliminations.map(index_of)) centre[cell] = (centre[cell] || start[cell][2]) & ~(1 << digit);
    app.become_marks(centre);
  }
}

// One pencil mark

async function ask_about(cell, digit) {
  const state = app.current(), size = app.info().size;
  const fixed = state.given[cell] >= 0;
  asked = {cell, digit};
  const open = left_over()[cell];
  ui.asked_digits.replaceChildren(...(open[0] ? [] : [...Array(size).keys()].map(d => el('button', {
    class: open[2] >> d & 1 ? '' : 'gone', 'aria-pressed': String(d === digit), onclick: () => ask_about(cell, d)}, symbol(d)))));
  ui.asked_cell.textContent = `${cell_name(cell)}${digit === null ? '' : ` = ${symbol(digit)}`}`;
  if (fixed) {
    asking.stop();
    ui.asked_say.textContent = t('is a clue.');
    ui.asked_more.replaceChildren();
    return;
  }
  ui.asked_say.textContent = '...';
  ui.asked_more.replaceChildren();
  const candidate = digit === null ? cell_name(cell) : `${cell_name(cell)}=${symbol(digit)}`;
  try {
    const entered = state.entry.some(d => d >= 0) || state.centre.some(Boolean);
    let wrong = '';
    const found = await asking(signal => app.busy((async () => {
      const progress = p => { ui.asked_say.textContent = `${p.doing}...`; };
      const here = await ask('why', {page: true, puzzle: app.puzzle(), candidate}, {signal, progress});
      if (here.outcome !== 'unsolvable' || !entered) return here;
      wrong = t('What is entered leads to no solution. Without it: ');
      return ask('why', {page: true, puzzle: app.clues(), candidate}, {signal, progress});
    })(), t`why ${candidate}`, asking.stop));
    if (found === undefined) return;
    leave_walk();
    const page = page_of(found), frame = page.frames[0];
    asked = {cell, digit};
    draw(frame, page.start, frame.title);
    app.board.highlight([cell], 'hit');
    ui.asked_say.textContent = wrong + found.text.split('\n').filter(text => !found.solutions?.includes(text.trim())).join('\n');
    ui.asked_more.replaceChildren(legend_of(frame), el('div', {class: 'row'}, ...(found.solutions ?? []).map((line, n) => el('button', {onclick: () => {
      app.board.state([...line].map((text, c) => [state.given[c] >= 0 ? 1 : 2, app.info().symbols.indexOf(text.toUpperCase()), 0]),
        t`A solution in which ${cell_name(cell)} is ${line[cell]}`);
      app.board.highlight([cell], 'hit');
    }}, `${found.solutions.length === 1 ? t('show the solution') : n ? t('show the other solution') : t('show one solution')}, ${cell_name(cell)} = ${line[cell]}`))));
  } catch (fault) {
    fault_in(ui.asked_more, fault);
    ui.asked_say.textContent = '';
  }
}

// The walk

async function start_walk() {
  try {
    const found = await walking(signal => app.busy(ask('walk', {puzzle: app.puzzle(), rules: ui.rules.value, to_end: ui.to_end.checked, tidy: ui.tidy.checked},
      {signal, progress: p => { ui.walk_say.textContent = t`${many(p.done, 'argument')} so far`; }}), 'walking', walking.stop));
    if (found === undefined) return;
    forget();
    walk = page_of(found);
    states = states_of(walk);
    lay_out();
    show(0);
    ui.list.focus({preventScroll: true});
    // Below a board that stays in sight the words come next.
    if (matchMedia('(max-width:900px)').matches) ui.walk.scrollIntoView({block: 'start'});
  } catch (fault) {
    ui.walk.hidden = true;
    ui.walk_say.textContent = told(fault);
  }
}

/// What was asked before is over.
function forget() {
  hint = hint_frame = null;
  degree = 0;
  asked = null;
  tell_hint();
  ui.asked_cell.textContent = ui.asked_say.textContent = '';
  ui.asked_digits.replaceChildren();
  ui.asked_more.replaceChildren();
}

function leave_walk() {
  if (!walk) return;
  walk = null;
  states = [];
  ui.walk.hidden = true;
  ui.list.replaceChildren();
  ui.walk_say.textContent = '';
}

// The walk at a glance: a bar a step, as high as it is hard; how often each kind occurs.
function lay_out() {
  const steps = walk.frames.map((frame, f) => ({...frame, f})).filter(frame => frame.kind === 'step');
  const most = Math.max(1, ...steps.map(frame => frame.weight)), bars = svg_element('svg', {class: 'bars', viewBox: `0 0 ${10 * Math.max(1, steps.length)} 100`, preserveAspectRatio: 'none', role: 'img', 'aria-label': t('how hard each step is')});
  ui.bars = steps.map((frame, n) => {
    const height = 4 + 92 * Math.sqrt(frame.weight / most), bar = svg_element('rect', {x: 10 * n + 1, y: 100 - height, width: 8, height});
    if (frame.depth) bar.classList.add('inside');
    bar.append(svg_element('title', {}, `${frame.f + 1}. ${frame.title}`));
    bar.addEventListener('click', () => show(frame.f));
    bars.append(bar);
    return bar;
  });
  const kinds = new Map();
  for (const frame of steps) {
    const kind = kinds.get(frame.group) ?? {many: 0, weight: 0};
    kinds.set(frame.group, {many: kind.many + 1, weight: Math.max(kind.weight, frame.weight)});
  }
  const next_of = group => {
    for (let n = 1; n <= walk.frames.length; ++n) {
      const f = (now + n) % walk.frames.length;
      if (walk.frames[f].group === group && walk.frames[f].kind === 'step') return f;
    }
    return now;
  };
  ui.kinds = [...kinds].sort((a, b) => b[1].weight - a[1].weight).map(([group, kind]) =>
    el('button', {'data-group': group, title: 'the next one', onclick: () => show(next_of(group))}, `${group}${kind.many > 1 ? ` \u00d7${kind.many}` : ''} `, el('small', {}, kind.weight || '')));
  ui.glance.replaceChildren(el('p', {class: 'soft'}, walk.subtitle), steps.length > 1 ? bars : '', el('div', {class: 'kinds', role: 'group', 'aria-label': 'kinds of steps'}, ...ui.kinds));
  ui.items = walk.frames.map((frame, f) => {
    const item = el('li', {id: `step-${f}`, role: 'option', 'aria-selected': 'false', onclick: () => show(f)},
      el('span', {class: 'count'}, frame.kind === 'end' ? '' : String(f + 1)),
      el('span', {class: 'words'}, el('b', {}, frame.title), el('small', {}, frame.text)), el('span', {class: 'note'}, frame.note ?? ''));
    item.style.marginLeft = `${frame.depth}em`;
    return item;
  });
  ui.list.replaceChildren(...ui.items);
  ui.walk.hidden = false;
  ui.walk_say.textContent = '';
}

function show(f) {
  if (!walk) return;
  f = Math.max(0, Math.min(walk.frames.length - 1, f));
  const frame = walk.frames[f];
  ui.items[now]?.setAttribute('aria-selected', 'false');
  now = f;
  drawn = 0;
  const item = ui.items[f];
  item.setAttribute('aria-selected', 'true');
  ui.list.setAttribute('aria-activedescendant', item.id);
  if (item.offsetTop < ui.list.scrollTop) ui.list.scrollTop = item.offsetTop;
  else if (item.offsetTop + item.offsetHeight > ui.list.scrollTop + ui.list.clientHeight) ui.list.scrollTop = item.offsetTop + item.offsetHeight - ui.list.clientHeight;
  draw(frame, states[f], frame.kind === 'end' ? frame.title : t`Step ${f + 1}: ${frame.title}`);
  ui.title.textContent = frame.title;
  ui.text.textContent = frame.text;
  ui.frame_legend.replaceChildren(legend_of(frame));
  const [more, what] = frame.folded ?? [];
  ui.folded.replaceChildren(...(more ? [el('details', {}, el('summary', {}, more), el('p', {}, what))] : []));
  ui.walk_lesson.replaceChildren();
  if (frame.kind === 'step') lesson_button(frame.group, tell_lesson).then(button => { if (button && walk?.frames[now] === frame) ui.walk_lesson.replaceChildren(button); });
  ui.place.textContent = frame.place;
  ui.back.disabled = ui.first.disabled = f === 0;
  ui.next.disabled = ui.last.disabled = f === walk.frames.length - 1;
  ui.links.hidden = !frame.follow?.length;
  ui.link_back.textContent = `‹ ${t(frame.followed ?? '')}`;
  ui.link_next.textContent = `${t(frame.followed ?? '')} ›`;
  drawn = 0;
  follow(0);
  ui.bars.forEach((bar, n) => bar.classList.toggle('now', n === f));
  for (const kind of ui.kinds) kind.setAttribute('aria-current', String(kind.dataset.group === frame.group));
}

// The links of a chain, or the inner steps of a long argument, one by one
function follow(step) {
  const {follow: links = [], followed, brief} = walk?.frames[now] ?? {};
  if (!links.length) return;
  drawn = (drawn + step + links.length + 1) % (links.length + 1);
  draw_turns(walk.frames[now], drawn);
  const turns = followed === 'link' ? many(links.length, 'link') : many(links.length, 'inner step');
  ui.link_say.textContent = drawn > 0 ? t`${drawn} of ${links.length}. ${links[drawn - 1]}` : brief ? t`${turns}, one by one.` : t`All ${turns}.`;
}

const keys = {
  ArrowDown: () => show(now + 1), ArrowUp: () => show(now - 1), ArrowRight: () => show(now + 1), ArrowLeft: () => show(now - 1),
  j: () => show(now + 1), k: () => show(now - 1),
  PageDown: () => show(now + 10), PageUp: () => show(now - 10), Home: () => show(0), End: () => show(walk.frames.length - 1),
  '.': () => follow(1), ',': () => follow(-1),
};

// The walk as text, and on paper

const walk_lines = () => walk.frames.filter(frame => frame.text || frame.kind === 'end');

function save_walk() {
  const plain = text => text.replace(/([\\`*_#<>])/g, '\\$1');
  app.download('walk.md', [`# ${plain(walk.title)}`, plain(walk.subtitle), `    ${app.current().given.map(d => (d < 0 ? '.' : symbol(d))).join('')}`,
    ...walk_lines().map((frame, n) => `${n + 1}. **${plain(frame.title)}** ${plain(frame.text)}`.trim())].join('\n\n') + '\n', 'text/markdown');
}

function print_walk() {
  show(0);
  const board = document.getElementById('picture').cloneNode(true);
  board.id = 'sheet-board';
  app.print(el('div', {id: 'sheets', class: 'walk-sheet'}, el('h1', {}, walk.title), el('p', {}, walk.subtitle), board,
    el('ol', {}, ...walk_lines().map(frame => el('li', {}, el('b', {}, frame.title), ' ', frame.text)))));
}

// What is filled in, and steps that somebody wrote

const judge = () => app.asked(judging, 'judging', 'judge', {page: true, puzzle: app.puzzle(), steps: ui.steps.value, spoil: ui.spoil.checked},
  ui.judged, found => { ui.judged.textContent = found.text; });

// Scales

const scales = [['se', 'Sudoku Explainer'], ['hodoku', 'HoDoKu'], ['methods', 'sudokusolver.co.uk'], ['needs', 'largest argument'], ['paris', 'J. Paris'], ['human', 'minutes that people take']];

function rate() {
  const scale = ui.scale.value, assume_unique = ui.unique.checked && (scale === 'se' || scale === 'hodoku');
  return app.asked(rating, 'rating', 'rate', {page: true, puzzle: app.clues(), scale, assume_unique}, ui.rated, found => {
    const lines = (found.text ?? '').split('\n'), rated = lines.pop();
    ui.rated.replaceChildren(el('p', {}, el('b', {class: 'number'}, rated)), el('p', {class: 'lines'}, lines.join('\n')),
      el('p', {class: 'soft'}, found.said ?? ''));
  });
}

export const panel = {
  id: 'why',
  title: 'Explain',
  on_board: true,

  start(application) {
    app = application;
    app.onChange(what => {
      if (!what.clues && !what.entries && !what.board && !shown) return;
      for (const run of newest) run.stop();
      if (!ui) return;
      leave_walk();
      forget();
      if (what.clues) ui.rated.replaceChildren();
      show_marks();
    });
  },

  show() {
    shown = true;
    off = app.board.pick(({cell, digit}) => ask_about(cell, digit));
    if (walk) show(now);
    else show_marks();
  },

  hide() {
    shown = false;
    off?.();
    forget();
  },

  mount(root) {
    ui = {
      hint: button('hint', degrees[0], more_hint, {class: 'main'}),
      hint_say: el('div', {id: 'hint-say', role: 'status'}),
      asked_cell: el('b', {id: 'asked-cell'}),
      asked_digits: el('div', {class: 'digits', role: 'group', 'aria-label': 'digits of this cell'}),
      asked_say: el('p', {id: 'asked-say', role: 'status'}),
      asked_more: el('div', {id: 'asked-more'}),
      rules: el('select', {id: 'walk-rules'}, ...[['human', 'all, easiest first'], ['all', 'all, shortest proof first'], ['structures', 'structures'], ['template', 'singles only']].map(([value, words]) => el('option', {value}, words))),
      to_end: el('input', {type: 'checkbox', id: 'walk-to-end', checked: true}),
      tidy: el('input', {type: 'checkbox', id: 'walk-tidy'}),
      walk_say: el('p', {class: 'soft', role: 'status', id: 'walk-say'}),
      glance: el('div', {class: 'glance'}),
      first: button('walk-first', '«', () => show(0), {'aria-label': 'first step'}),
      back: button('walk-back', '‹ Back', () => show(now - 1)),
      next: button('walk-next', 'Next ›', () => show(now + 1)),
      last: button('walk-last', '»', () => show(walk.frames.length - 1), {'aria-label': 'the end'}),
      place: el('span', {class: 'soft', id: 'walk-place'}),
      title: el('h3', {id: 'walk-title'}),
      text: el('p', {id: 'walk-text'}),
      frame_legend: el('div', {}),
      folded: el('div', {id: 'walk-folded'}),
      walk_lesson: el('div', {}),
      lesson: el('div', {id: 'lesson'}),
      link_back: button('link-back', '‹ Link', () => follow(-1)),
      link_next: button('link-next', 'Link ›', () => follow(1)),
      link_say: el('span', {id: 'link-say', role: 'status'}),
      list: el('ol', {id: 'walk-list', class: 'steps', role: 'listbox', tabindex: '0', 'aria-label': 'all steps'}),
      scale: el('select', {id: 'scale'}, ...scales.map(([value, words]) => el('option', {value}, words))),
      unique: el('input', {type: 'checkbox', id: 'rate-unique'}),
      rated: el('div', {id: 'rated', role: 'status'}),
      steps: el('textarea', {id: 'judge-steps', rows: '3', 'aria-label': 'steps, a line each', placeholder: 'r4c6=5: 5 in row 4'}),
      spoil: el('input', {type: 'checkbox', id: 'judge-spoil'}),
      judged: el('div', {id: 'judged', class: 'lines', role: 'status'}),
    };
    ui.links = el('div', {id: 'walk-links', class: 'row', hidden: true}, ui.link_back, ui.link_next, ui.link_say);
    ui.walk = el('div', {id: 'walk', hidden: true},
      ui.glance,
      el('div', {id: 'walk-steps', class: 'row', role: 'group', 'aria-label': 'steps'}, ui.first, ui.back, ui.next, ui.last, ui.place),
      el('div', {class: 'say', 'aria-live': 'polite'}, ui.title, ui.text, ui.frame_legend, ui.folded, ui.walk_lesson),
      ui.links, ui.list,
      el('div', {class: 'row'}, button('walk-save', 'Save the walk', save_walk), button('walk-print', 'Print the walk', print_walk)));
    ui.list.addEventListener('keydown', event => {
      const act = walk && !event.ctrlKey && !event.metaKey && !event.altKey && keys[event.key];
      if (!act) return;
      act();
      event.preventDefault();
    });
    root.append(
      el('h2', {}, 'A hint'),
      el('div', {class: 'row'}, ui.hint),
      ui.hint_say, ui.lesson,
      el('h2', {}, 'A pencil mark'),
      el('p', {class: 'soft'}, 'Click one on the board, or press Enter on a cell: why it cannot be, or a solution in which it is.'),
      el('div', {class: 'row'}, ui.asked_cell, ui.asked_digits),
      ui.asked_say, ui.asked_more,
      el('h2', {}, 'The walk'),
      el('div', {class: 'row'}, el('label', {}, 'by ', ui.rules), el('label', {}, ui.to_end, 'to the end'), el('label', {}, ui.tidy, 'tidied'), button('walk-start', 'Walk', start_walk)),
      ui.walk_say, ui.walk,
      el('h2', {}, 'Right so far?'),
      el('p', {class: 'soft'}, 'What is filled in; and steps, a line each, with what they follow from after a colon.'),
      ui.steps,
      el('div', {class: 'row'}, button('judge', 'Judge', judge), el('label', {}, ui.spoil, 'name the cells that are wrong')),
      ui.judged,
      el('h2', {}, 'How hard'),
      el('div', {class: 'row'}, el('label', {}, 'on the scale ', ui.scale), el('label', {}, ui.unique, 'one solution assumed'), button('rate', 'Rate', rate)),
      ui.rated);
  },
};
