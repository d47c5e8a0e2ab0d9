// Fix: the slips that would explain why a puzzle has several solutions or none, each shown on the board before
// it is made; what to add; the questions that part the solutions best; the sets of cells without a clue that can
// be filled in two ways; the clues that say nothing new.
// What the shares of the candidates tell is there at once, at any number of solutions.
//
// What the pointer or the focus is on is shown; a click of "apply" makes it, as one step of undo.

import {latest} from './api.js';
import {button, el, fault_in, grouped, many} from './dom.js';
import {t} from './words.js';

const glancing = latest(), repairing = latest(), hitting = latest(), thinning = latest();
const newest = [glancing, repairing, hitting, thinning];

let app, ui = null, shown = false;

const index_of = name => app.info().cells.indexOf(name);
const digit_of = text => app.info().symbols.indexOf(String(text));
const parted = name => name.split('=');

/// The clues as they would be: what is changed is marked.
function preview(changes, words) {
  const {given, entry} = app.current(), next = given.slice();
  for (const [cell, digit] of changes) next[cell] = digit;
  const changed = changes.map(([cell]) => cell);
  app.board.state(next.map((d, c) => d >= 0 ? [1, d, 0] : entry[c] >= 0 && !changed.includes(c) ? [2, entry[c], 0] : [0, 0, 0]), words);
  app.board.highlight(changes.filter(([cell, digit]) => digit >= 0).map(([cell]) => cell), 'fine');
  app.board.highlight(changes.filter(([cell, digit]) => digit < 0).map(([cell]) => cell), 'fault');
}

function mark(cells, words) {
  const {given, entry} = app.current();
  app.board.state(given.map((d, c) => d >= 0 ? [1, d, 0] : entry[c] >= 0 ? [2, entry[c], 0] : [0, 0, 0]), words);
  app.board.highlight(cells, 'marked');
}

function apply(changes, words) {
  app.board.reset();
  app.place(changes, 'given');
  app.say(t`${words}: done; undo takes it back`);
}

/// Something that can be looked at, and done: both by pointer and by key.
function offer(words, small, show, act, verb = 'apply') {
  const look = el('button', {class: 'look', 'aria-pressed': 'false', onclick: () => {
    const on = look.getAttribute('aria-pressed') !== 'true';
    for (const other of ui.root.querySelectorAll('.look')) other.setAttribute('aria-pressed', 'false');
    look.setAttribute('aria-pressed', String(on));
    if (on) show();
    else app.board.reset();
  }}, words);
  // With a mouse it is enough to point.
  const item = el('li', {class: 'offer', onpointerenter: event => { if (event.pointerType === 'mouse') show(); }, onpointerleave: event => {
    if (event.pointerType !== 'mouse') return;
    const held = ui.root.querySelector('.look[aria-pressed=true]');
    if (!held) app.board.reset();
  }}, look, small ? el('small', {}, small) : null, act ? el('button', {class: 'do', 'aria-label': `${t(verb)}: ${words}`, onclick: act}, verb) : null);
  item.show = show;
  return item;
}

/// The first few; the others are a click away.
function list(heading, note, items, first = 8) {
  if (!items.length) return [];
  const more = items.slice(first);
  return [el('h3', {}, heading), note ? el('p', {class: 'soft'}, note) : '', el('ul', {class: 'plain offers'}, ...items.slice(0, first)),
    more.length ? el('details', {}, el('summary', {}, t`${more.length} more`), el('ul', {class: 'plain offers'}, ...more)) : ''];
}

function edits_of(proposal) {
  const edits = new Map();
  for (const change of proposal.changes)
    for (const edit of change.edits) edits.set(index_of(edit.cell), edit.digit === null ? -1 : digit_of(edit.digit));
  return [...edits];
}

/// The rules that a proposal changes, as the board has them.
const rules_of = proposal => proposal.changes.flatMap(change => change.rules ?? []).map(edit => app.current().rest.rules[edit.rule - 1]);

/// A proposal that changes rules: their cells are marked, a cell that leaves a cage or comes into one as what
/// changes, and the rules are taken over whole.
function show_rules(proposal) {
  mark(rules_of(proposal).flatMap(rule => rule.cells ?? []).map(index_of), proposal.text);
  const moving = proposal.changes.filter(change => change.cell);
  const comes = moving.filter(change => change.kind !== 'drop cell'), goes = moving.filter(change => change.kind === 'drop cell');
  app.board.highlight(comes.map(change => index_of(change.cell)), 'fine');
  app.board.highlight(goes.map(change => index_of(change.cell)), 'fault');
}

async function apply_rules(proposal) {
  const rest = structuredClone(app.current().rest), edits = edits_of(proposal);
  rest.rules = proposal.question.rules ?? [];
  if (!rest.rules.length) delete rest.rules;
  app.board.reset();
  try {
    await app.rest(rest);
  } catch (fault) {
    fault_in(ui.found, fault);
    return;
  }
  if (edits.length) app.place(edits, 'given');
  app.say(t`${proposal.text}: done; undo takes it back`);
}

const set_words = set => set.map(name => name.replace('=', ' = ')).join(', ');

/// The clues that leave fewest solutions, and the cells that part them best, by the number of solutions with each candidate.
function glance() {
  return app.asked(glancing, 'counting each candidate', 'density', {puzzle: app.clues(), seconds: 20}, ui.glance, found => {
    if (found.counted === false || BigInt(found.count) < 2n) return;
    const parts = Object.entries(found.cells).map(([cell, digits]) =>
      ({cell, digits: Object.entries(digits).map(([digit, count]) => [digit, BigInt(count)]).filter(([, count]) => count)})).filter(({digits}) => digits.length > 1);
    const least = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    const best = parts.flatMap(({cell, digits}) => digits.map(([digit, count]) => ({set: [[index_of(cell), digit_of(digit)]], words: `${cell} = ${digit}`, count})))
      .sort((a, b) => least(a.count, b.count));
    // Of a question the solutions that its answer leaves on average: the sum of squares tells.
    const asked = parts.map(part => ({...part, left: part.digits.reduce((sum, [, count]) => sum + count * count, 0n)})).sort((a, b) => least(a.left, b.left));
    ui.glance.replaceChildren(
      ...list('One more clue', t`Of ${many(found.count, 'solution')} so many are left.`, best.slice(0, 5).map(({set, words, count}) =>
        offer(words, many(count, 'solution'), () => preview(set, words), () => apply(set, words), 'add')), 3),
      ...list('One question', 'The cells whose digit parts the solutions best.', asked.slice(0, 3).map(({cell, digits}) => question_of(cell, digits))));
  });
}

function question_of(name, parts) {
  const cell = index_of(name), item = offer(t`What is ${name}?`, '', () => mark([cell], t`What is ${name}?`));
  item.append(el('span', {class: 'parts', role: 'group', 'aria-label': t`${name} is`}, ...parts.map(([digit, count]) => el('button', {
    title: many(count, 'solution'), 'aria-label': t`${name} is ${digit}: ${many(count, 'solution')} left`,
    onclick: () => apply([[cell, digit_of(digit)]], `${name} = ${digit}`)}, `${digit} `, el('small', {}, grouped(count))))));
  return item;
}

function repair() {
  const trying = words => ui.found.replaceChildren(el('p', {class: 'soft'}, words));
  trying(t('Trying every change of one clue...'));
  return app.asked(repairing, 'repair', 'repair', {page: true, puzzle: app.clues()}, ui.found, found => {
    if (found.validity === 'one solution') {
      ui.found.replaceChildren(el('p', {class: 'good'}, 'The puzzle has one solution: there is nothing to mend.'));
      return;
    }
    const clues = (found.add_clues?.sets ?? []).map(set => set.map(parted).map(([cell, digit]) => [index_of(cell), digit_of(digit)]));
    const cells = found.ask_cells?.sets ?? [], conflicts = found.conflicts ?? [];
    ui.found.replaceChildren(
      el('p', {}, (found.remarks ?? []).join('; ') || found.validity),
      ...list(app.current().rest.rules?.length ? 'If a clue or a rule slipped' : 'If a clue slipped', 'The likeliest first.', found.proposals.map(proposal => {
        const edits = edits_of(proposal);
        if (proposal.question) return offer(proposal.text, proposal.reasons.join(', '), () => show_rules(proposal), () => apply_rules(proposal));
        return offer(proposal.text, proposal.reasons.join(', '), () => preview(edits, proposal.text), () => apply(edits, proposal.text));
      })),
      ...list('Clues to add', clues.length ? t`${many(found.add_clues.found, 'set')} would make it valid, the smallest of ${many(found.add_clues.size, 'clue')}.` : '', clues.map((set, n) => {
        const words = set_words(found.add_clues.sets[n]);
        return offer(words, found.add_clues.symmetries?.[n] ? t`symmetric: ${t(found.add_clues.symmetries[n])}` : '', () => preview(set, words), () => apply(set, words), 'add');
      })),
      ...list('Cells to ask for', cells.length ? 'Whoever knows the solution: these cells tell all solutions apart.' : '', cells.map(set =>
        offer(set.join(', '), '', () => mark(set.map(index_of), t`Known, ${set.join(', ')} settle the puzzle.`)))),
      ...list('Best questions', (found.questions ?? []).length ? 'A cell, and how many solutions each of its digits leaves.' : '', (found.questions ?? []).map(({cell, parts}) => question_of(cell, parts.map(part => [part.digit, part.solutions]))), 5),
      ...list(conflicts.some(set => set.rules) ? 'Clues and rules that fight' : 'Clues that fight', conflicts.length ? 'No solution has all of a line; one of them must go.' : '', conflicts.map(set => {
        const rules = (set.rules ?? []).map(place => place - 1), names = [...set.clues, ...rules.map(i => app.info().rules?.[i] ?? t`rule ${i + 1}`)];
        const cells = [...set.clues, ...rules.flatMap(i => app.current().rest.rules[i].cells ?? [])];
        return offer(names.join(rules.length ? '; ' : ', '), '', () => { mark([], rules.length ? t('What cannot stand together.') : t('Clues that cannot stand together.')); app.board.highlight(cells.map(index_of), 'fault'); });
      })));
    if (found.questions?.length) ui.glance.replaceChildren();  // they say it better
    if (!ui.found.querySelector('li')) ui.found.append(el('p', {}, 'Nothing small was found to mend it.'));
  }, {progress: p => trying(t`${many(p.done, 'change')} tried...`)});
}

/// Digits that are taken for each other in a photograph: what was meant, the likeliest first.
function misread() {
  return app.asked(repairing, 'readings', 'misread', {puzzle: app.clues()}, ui.found, found => {
    const as_read = found.readings[0]?.changes.length === 0;
    ui.found.replaceChildren(
      ...(as_read ? [el('p', {class: 'good'}, 'As it was read it has one solution.')] : []),
      ...list('What may have been meant', 'The likeliest first.', found.readings.filter(reading => reading.changes.length).map(({changes, share}) => {
        const edits = changes.map(({cell, is}) => [index_of(cell), is === '.' ? -1 : digit_of(is)]);
        const words = changes.map(({cell, read, is}) => t`${cell} is ${is === '.' ? t('open') : is}, not ${read}`).join('; ');
        return offer(words, `${Math.round(100 * share)} %`, () => preview(edits, words), () => apply(edits, words));
      })));
    if (!found.readings.length) ui.found.append(el('p', {}, 'No valid puzzle is near it.'));
  });
}

function unavoidable() {
  return app.asked(hitting, 'unavoidable sets', 'unavoidable', {page: true, puzzle: app.clues(), not_hit: true, size: Number(ui.size.value)}, ui.sets, found => {
    const sets = found.sets ?? [], most = 200;
    ui.sets.replaceChildren(el('p', {}, found.text ?? ''), ...list(sets.length ? 'Without a clue' : '', sets.length ? 'Each can be filled in two ways with the rest as it is: one of its cells needs a clue.' : '',
      sets.slice(0, most).map(set => offer(t`${many(set.cells.length, 'cell')}, digits ${set.digits}`, set.cells.join(' '), () => mark(set.cells.map(index_of), t('A clue must stand in one of these cells.'))))),
    sets.length > most ? el('p', {class: 'soft'}, t`and ${sets.length - most} more`) : '');
  });
}

function redundant(one) {
  return app.asked(thinning, 'redundant clues', 'minimal', {page: true, puzzle: app.clues(), one}, ui.thin, found => {
    const info = app.info(), given = app.current().given;
    const names = (found.redundant ?? []).map(entry => parted(typeof entry === 'string' ? entry : entry.cell)[0]);
    const items = names.map(name => {
      const cell = index_of(name), words = t`${info.symbols[given[cell]]} at ${name}`;
      return offer(words, '', () => mark([cell], t`${words} follows from the other clues.`), () => apply([[cell, -1]], t`${words} taken out`), 'take out');
    });
    const line = found.subpuzzle ?? found.subpuzzles?.[0];
    if (one && line) {
      const gone = given.map((d, c) => [c, d]).filter(([c, d]) => d >= 0 && [...line][c] === '.').map(([c]) => [c, -1]);
      if (gone.length) items.unshift(offer(t`take out ${many(gone.length, 'clue')}`, 'then every clue is needed', () => preview(gone, t('A minimal puzzle with the same solutions')), () => apply(gone, t('made minimal'))));
    }
    ui.thin.replaceChildren(el('p', {}, found.text || ''), ...(items.length ? [el('ul', {class: 'plain offers'}, ...items)] : []));
  });
}

export const panel = {
  id: 'mend',
  title: 'Fix',
  on_board: true,

  start(application) {
    app = application;
    app.onChange(what => {
      if (!what.clues && !what.board) return;
      for (const run of newest) run.stop();
      if (ui) for (const place of [ui.glance, ui.found, ui.sets, ui.thin]) place.replaceChildren();
      if (shown) glance();
    });
  },

  show() {
    shown = true;
    if (!ui.glance.children.length && !ui.found.children.length) glance();
  },

  hide() { shown = false; },

  mount(root) {
    ui = {
      root,
      glance: el('div', {id: 'mend-glance', role: 'status'}),
      found: el('div', {id: 'mend-found', role: 'status'}),
      sets: el('div', {id: 'mend-sets', role: 'status'}),
      thin: el('div', {id: 'mend-thin', role: 'status'}),
      size: el('select', {id: 'mend-size'}, ...[4, 6, 8, 10, 12].map(n => el('option', {value: String(n), selected: n === 10}, String(n)))),
    };
    root.append(
      el('h2', {}, 'Several solutions, or none'),
      el('p', {class: 'soft'}, 'What slipped, what to add, what to ask. Point at a line to see it on the board.'),
      el('div', {class: 'row'}, button('mend', 'Look for repairs', repair, {class: 'main'}), button('mend-misread', 'Read from a photograph?', misread)),
      ui.glance, ui.found,
      el('h2', {}, 'Unavoidable sets'),
      el('div', {class: 'row'}, el('label', {}, 'of up to ', ui.size, ' cells'), button('mend-unavoidable', 'Find those without a clue', unavoidable)),
      ui.sets,
      el('h2', {}, 'Clues that say nothing new'),
      el('div', {class: 'row'}, button('mend-redundant', 'Find redundant clues', () => redundant(false)), button('mend-minimal', 'Make the puzzle minimal', () => redundant(true))),
      ui.thin);
  },
};
