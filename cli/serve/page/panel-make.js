// Make: puzzles to order, each shown as soon as it is made; the lot is kept in a list, to open, to save, and to
// print, several a page, with or without solutions. The pages are Clew's own SVG, shown as pictures; the print
// dialogue of the browser makes the paper or the PDF.

import {ask, latest} from './api.js';
import {variants} from './board.js';
import {button, el, grouped, many, telling, told} from './dom.js';
import {language, t} from './words.js';

const making = latest(), drawing = latest();

let app, ui = null;
let lot = [];      // {text, clues, solutions, geometry}
let pages = [];    // addresses of pictures

const symmetries = [['none', 'none'], ['half-turn', 'half turn'], ['quarter-turn', 'quarter turn'], ['left-right', 'left-right'], ['top-bottom', 'top-bottom'],
  ['both-axes', 'both axes'], ['diagonal', 'diagonal'], ['anti-diagonal', 'anti-diagonal'], ['both-diagonals', 'both diagonals'], ['full', 'full']];
const wanted = [...variants, ['non_consecutive', 'non-consecutive']];

/// A whole number of a field, or nothing; a word that is none is said where it stands.
function whole(input) {
  const text = input.value.trim();
  if (!text) return undefined;
  if (!/^\d{1,15}$/.test(text)) {
    input.focus();
    throw new Error(t`${input.getAttribute('aria-label')}: a whole number`);
  }
  return Number(text);
}

function wishes() {
  const body = {number: whole(ui.number) ?? 1, seed: whole(ui.seed) ?? 1, size: Number(ui.size.value), symmetry: ui.symmetry.value, redundant: ui.redundant.checked};
  for (const [key, box] of Object.entries(ui.variants)) if (box.checked) body[key] = true;
  for (const key of ['min_clues', 'max_clues', 'min_solutions', 'max_solutions', 'min_score', 'max_score']) {
    const value = whole(ui[key]);
    if (value !== undefined) body[key] = value;
  }
  if (ui.difficulty.value) body.difficulty = ui.difficulty.value;
  const techniques = ui.technique.value.split(/[\s,]+/).filter(Boolean);
  if (techniques.length) body.techniques = techniques;
  if (techniques.length || body.min_score !== undefined || body.max_score !== undefined) body.rules = ui.rules.value;
  const place = ui.place.value.split(',').map(kind => kind.trim().toLowerCase().replace(/ /g, '-')).filter(Boolean);
  if (place.length) body.place = place;
  if (ui.size.value === 'board' || ui.pattern.checked) {
    delete body.size;
    body.board_of = app.clues();
  }
  if (ui.pattern.checked) body.pattern = app.current().given.map(d => d >= 0 ? 'x' : '.').join('');
  return body;
}

const failed = fault => {
  ui.said.className = 'error';
  ui.said.textContent = told(fault);
};

const not_drawn = fault => { ui.drawn.textContent = told(fault); };

const working = on => {
  ui.stop.hidden = ui.progress.hidden = !on;
  ui.make.disabled = on;
};

const make = telling(failed, async () => {
  const body = wishes();
  ui.said.className = 'soft';
  ui.said.textContent = t('Making...');
  ui.progress.removeAttribute('value');
  working(true);
  const before = lot.length;
  const take = puzzles => { lot.push(...puzzles); list_soon(); };
  try {
    const found = await making(signal => ask('generate', body, {
      signal,
      progress: p => { ui.progress.value = p.of ? p.done / p.of : 0; },
      partial: p => { take(p.puzzles ?? []); ui.said.textContent = t`${many(lot.length - before, 'puzzle')} of ${grouped(body.number)}`; }}));
    if (found === undefined) {
      list_lot();
      ui.said.textContent = t`Stopped after ${many(lot.length - before, 'puzzle')}.`;
      return;
    }
    take(found.puzzles.slice(lot.length - before));
    list_lot();
    ui.said.className = found.puzzles.length ? 'soft' : 'error';
    ui.said.textContent = [t`${many(found.puzzles.length, 'puzzle')} made.`, found.text, found.ending === 'interrupted' && t('The time was over.')].filter(Boolean).join(' ');
    // Again makes others.
    ui.seed.value = String(body.seed + 1);
  } finally {
    working(false);
  }
});

// As often as there is a picture to see.
let listing = 0;
function list_soon() {
  listing ||= requestAnimationFrame(() => { listing = 0; list_lot(); });
}

function list_lot() {
  ui.lot.replaceChildren(...lot.map((puzzle, n) => el('li', {},
    el('span', {class: 'count'}, String(n + 1)),
    el('button', {class: 'open', title: 'on the board', onclick: () => open(n)}, 'Open'),
    el('span', {class: 'soft'}, `${puzzle.geometry ?? ''}${puzzle.clues !== undefined ? `, ${many(puzzle.clues, 'clue')}` : ''}${puzzle.solutions > 1 ? `, ${many(puzzle.solutions, 'solution')}` : ''}`),
    el('code', {}, puzzle.text.startsWith('{') ? '' : puzzle.text),
    el('button', {class: 'remove', 'aria-label': t`take puzzle ${n + 1} out of the lot`, onclick: () => { lot.splice(n, 1); list_lot(); }}, '\u00d7'))));
  const none = !lot.length;
  ui.with_lot.hidden = none;
  ui.count.textContent = none ? t('The lot is empty.') : t`${many(lot.length, 'puzzle')} in the lot.`;
  drop_pages();
}

const open = telling(failed, n => app.load(lot[n].text, {say: t`puzzle ${n + 1} of the lot is on the board`}));

// As a line where that says all.
async function add_board() {
  const puzzle = app.clues(), given = app.current().given, size = app.info().size;
  const line = await ask('convert', {puzzle, to: 'line'}).catch(() => null);
  lot.push({text: line && !line.left_out.length ? line.text.trim() : puzzle, clues: given.filter(d => d >= 0).length, geometry: `${size}x${size}`});
  list_lot();
}

function drop_pages() {
  for (const address of pages) URL.revokeObjectURL(address);
  pages = [];
  ui.drawn.textContent = '';
  ui.pages.replaceChildren();
}

const draw = telling(not_drawn, async () => {
  const found = await drawing(signal => app.busy(ask('sheet', {puzzles: lot.map(puzzle => puzzle.text), per_page: Number(ui.per_page.value), solutions: ui.solutions.value, paper: ui.paper.value, title: ui.title.value}, {signal}), 'drawing pages', drawing.stop));
  return found?.pages;
});

async function preview() {
  const svgs = await draw();
  if (!svgs) return false;
  drop_pages();
  pages = svgs.map(text => URL.createObjectURL(new Blob([text], {type: 'image/svg+xml'})));
  const images = pages.map((address, n) => el('img', {src: address, alt: t`page ${n + 1} of ${pages.length}`, class: 'page'}));
  ui.pages.replaceChildren(...images);
  ui.drawn.textContent = many(pages.length, 'page');
  await Promise.all(images.map(image => image.decode().catch(() => {})));
  return true;
}

// The browser prints what its dialogue is told of: the pages alone, on paper or as PDF.
async function print() {
  if (!pages.length && !await preview()) return;
  app.print(el('div', {id: 'sheets', class: ui.paper.value}, ...pages.map(address => el('img', {src: address, alt: ''}))));
}

async function save_page() {
  const svgs = await draw();
  if (!svgs) return;
  const title = ui.title.value || t('Puzzles'), safe = title.replace(/[&<>"]/g, c => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[c]);
  app.download('puzzles.html', `<!DOCTYPE html>\n<html lang="${language}"><head><meta charset="utf-8"><title>${safe}</title><style>body{margin:0;background:#ddd}svg{display:block;background:#fff;margin:8px auto;max-width:100%;height:auto}@page{margin:0}@media print{body{background:#fff}svg{margin:0;width:100vw;break-after:page}svg:last-of-type{break-after:auto}}</style></head>\n<body>\n${svgs.join('\n')}\n</body></html>\n`, 'text/html');
}

// A line a puzzle; where one of them is more than its clues, Clew's JSON for all.
const save_texts = telling(not_drawn, async () => {
  const is_json = puzzle => puzzle.text.startsWith('{');
  if (!lot.some(is_json)) return app.download('puzzles.txt', `${lot.map(puzzle => puzzle.text).join('\n')}\n`);
  const lines = lot.filter(puzzle => !is_json(puzzle)).map(puzzle => puzzle.text);
  const found = lines.length ? await ask('convert', {puzzle: lines.join('\n'), to: 'json'}) : {text: ''};
  const converted = found.text.split('\n');
  return app.download('puzzles.jsonl', `${lot.map(puzzle => is_json(puzzle) ? puzzle.text : converted.shift()).join('\n')}\n`);
});

export const panel = {
  id: 'make',
  title: 'Create',

  start(application) { app = application; },

  async show() {
    if (ui.techniques.children.length) return;
    const found = await ask('techniques').catch(() => null);
    ui.techniques.replaceChildren(...(found?.techniques ?? []).map(technique => el('option', {value: technique.technique}, technique.name)));
  },

  mount(root) {
    const field = (id, label, size, value = '') => el('input', {id, inputmode: 'numeric', size: String(size), 'aria-label': label, value});
    const choose = (id, options, value, label) => el('select', {id, 'aria-label': label}, ...options.map(([key, words]) => el('option', {value: key, selected: key === value}, words)));
    ui = {
      number: field('make-number', 'how many', 4, '6'),
      seed: field('make-seed', 'seed', 5, '1'),
      size: choose('make-size', [...[4, 6, 8, 9, 10, 12, 16].map(n => [String(n), `${n}\u00d7${n}`]), ['board', 'as on the board']], '9', 'size of the board'),
      symmetry: choose('make-symmetry', symmetries, 'none'),
      difficulty: choose('make-difficulty', [['', 'any'], ['easy', 'easy'], ['medium', 'medium'], ['hard', 'hard'], ['very-hard', 'very hard'], ['fiendish', 'fiendish']], ''),
      redundant: el('input', {type: 'checkbox', id: 'make-redundant'}),
      pattern: el('input', {type: 'checkbox', id: 'make-pattern'}),
      min_clues: field('make-min-clues', 'clues at least', 3), max_clues: field('make-max-clues', 'clues at most', 3),
      min_solutions: field('make-min-solutions', 'solutions at least', 3), max_solutions: field('make-max-solutions', 'solutions at most', 3),
      min_score: field('make-min-score', 'score at least', 5), max_score: field('make-max-score', 'score at most', 5),
      technique: el('input', {id: 'make-technique', size: '18', list: 'techniques', placeholder: 'x-wing', 'aria-label': 'technique that the path uses'}),
      place: el('input', {id: 'make-place', size: '24', placeholder: 'thermometers, kropki', title: 'as few as one solution needs; thermometer:4:3-6 is four of three to six cells', 'aria-label': 'rules to place'}),
      techniques: el('datalist', {id: 'techniques'}),
      rules: choose('make-rules', ['methods', 'human', 'all', 'template'].map(name => [name, name]), 'methods'),
      variants: Object.fromEntries(wanted.map(([key]) => [key, el('input', {type: 'checkbox', id: `make-${key}`})])),
      make: button('make', 'Make', make, {class: 'main'}),
      stop: button('make-stop', 'Stop', () => making.stop(), {hidden: true}),
      progress: el('progress', {hidden: true, max: 1, 'aria-label': 'puzzles made'}),
      said: el('p', {id: 'make-said', class: 'soft', role: 'status'}),
      count: el('p', {class: 'soft', id: 'lot-count'}, 'The lot is empty.'),
      lot: el('ol', {id: 'lot', class: 'plain lot'}),
      per_page: choose('sheet-per-page', [1, 2, 4, 6, 9, 12].map(n => [String(n), String(n)]), '6'),
      solutions: choose('sheet-solutions', [['none', 'none'], ['last', 'on pages at the end'], ['upside-down', 'upside down at the foot']], 'none'),
      paper: choose('sheet-paper', [['a4', 'A4'], ['letter', 'Letter']], 'a4', 'paper'),
      title: el('input', {id: 'sheet-title', size: '20', placeholder: 'Puzzles'}),
      print: button('sheet-print', 'print, or save as PDF', print),
      drawn: el('p', {id: 'sheet-said', class: 'soft', role: 'status'}),
      pages: el('div', {id: 'pages', class: 'pages'}),
    };
    ui.with_lot = el('div', {hidden: true},
      ui.lot,
      el('div', {class: 'row'}, button('lot-save', 'Save as text', save_texts), button('lot-clear', 'Empty the lot', () => { lot = []; list_lot(); })),
      el('h3', {}, 'On paper'),
      el('div', {class: 'row'}, el('label', {}, ui.per_page, ' a page'), el('label', {}, 'solutions ', ui.solutions), el('label', {}, ui.paper), el('label', {}, 'title ', ui.title)),
      el('div', {class: 'row'}, button('sheet-preview', 'Show the pages', preview), ui.print, button('sheet-save', 'Save as a page', save_page)),
      ui.drawn, ui.pages);
    root.append(
      el('h2', {}, 'To order'),
      el('div', {class: 'row'}, el('label', {}, ui.number, ' of '), el('label', {}, el('span', {class: 'hidden'}, 'size '), ui.size), el('label', {}, 'symmetry ', ui.symmetry), el('label', {}, 'difficulty ', ui.difficulty)),
      el('div', {class: 'row'}, el('span', {}, 'clues ', ui.min_clues, ' to ', ui.max_clues), el('label', {}, ui.redundant, 'more clues than needed')),
      el('details', {}, el('summary', {}, 'more wishes'),
        el('div', {class: 'row'}, el('span', {}, 'solutions ', ui.min_solutions, ' to ', ui.max_solutions), el('label', {}, ui.pattern, 'clues where the board has them')),
        el('div', {class: 'row'}, el('label', {}, 'uses ', ui.technique), el('span', {}, 'score ', ui.min_score, ' to ', ui.max_score), el('label', {}, 'by ', ui.rules)),
        el('div', {class: 'row'}, el('label', {}, 'rules to place ', ui.place)),
        el('div', {class: 'row'}, ...wanted.map(([key, words]) => el('label', {}, ui.variants[key], words))),
        el('div', {class: 'row'}, el('label', {}, 'seed ', ui.seed), el('span', {class: 'soft'}, 'the same wishes and seed make the same puzzles')),
        ui.techniques),
      el('div', {class: 'row'}, ui.make, ui.stop), ui.progress, ui.said,
      el('h2', {}, 'The lot'), el('div', {class: 'row'}, ui.count, button('lot-add', 'Add the board', add_board)), ui.with_lot);
    list_lot();
  },
};
