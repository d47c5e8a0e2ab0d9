// Brings the page together: the state with undo, the board, the pad, the tabs; and gives the panels `app`.
//
//   app.clues()          the puzzle alone, Clew JSON as text; app.clues({entries: true}): the entries as clues; `of` another state
//   app.puzzle()         with the entries, and what the centre marks rule out (progress)
//   app.info()           what `board` answered: size, symbols, cells (names), houses, middles, unit, rules, ...
//   app.current()        the state (state.js): {given, entry, corner, centre}; never change it
//   app.load(text, {undo = true, say, without}) -> Promise of what `read` answered, undefined if overtaken; any format; throws
//                        ApiError with line and column
//   app.place([[cell, digit], ...], layer = 'entry')   writes, as one step of undo; digit -1 takes away
//   app.onChange(fn)     fn({clues, entries, board, title}): what changed; returns a function that ends it
//   app.onLeave(fn)      another board is about to be drawn: what is computed of this one is not worth waiting for
//   app.onSelect(fn)     fn(cells)
//   app.board            board.js
//   app.say(text)        for screen readers, politely
//   app.busy(promise, label, abort) -> the promise; meanwhile the label stands in the header, with a button
//   app.asked(run, words, question, body, where, take, heard)   asks by run, a latest(); busy meanwhile, with the words; take(answer)
//                        unless it was overtaken; a fault is told in `where`
//   app.download(name, text, type), app.copy(text, said)
//   app.print(element)   these sheets alone, on paper or as PDF; its id is sheets
//   app.open(id)         opens a tab
//   app.before()         the states that undo would bring back, the newest first
//
// A panel is {id, title, wide, on_board, mount(root, app), start(app), show(), hide()}; start is called once, at the
// beginning; mount once, when the tab is first opened; show and hide each time. `wide` gives it most of the width; `on_board` says
// that what it shows on the board is wanted in sight.

import {ask, ApiError, on} from './api.js';
import {make_board} from './board.js';
import {by, el, fault_in, icon} from './dom.js';
import {make_pad} from './pad.js';
import {panels} from './panels.js';
import * as states from './state.js';
import {pack, unpack} from './share.js';
import {choose, language, t, translate} from './words.js';

const listeners = new Set(), leaving = new Set(), selecting = new Set();
const drawn = new Map();  // what `board` answered, by what it depends on
let info = null, state = null, undone = [], done = [];
let taking = 0;  // loads so far: the newest counts

const app = {
  clues: ({entries = false, of = state} = {}) => JSON.stringify(states.clues(of, entries)),
  puzzle: () => JSON.stringify(states.puzzle(state)),
  info: () => info,
  current: () => state,
  houses: () => info.houses.map(house => house.cells),
  onChange(fn) { listeners.add(fn); return () => listeners.delete(fn); },
  onLeave(fn) { leaving.add(fn); },
  onSelect(fn) { selecting.add(fn); return () => selecting.delete(fn); },
  say(text) { by('live').textContent = by('live').textContent === text ? `${text}\u00a0` : text; },
  busy(promise, label, abort) {
    const task = el('span', {class: 'task'}, label, abort && el('button', {'aria-label': t`stop: ${t(label)}`, onclick: abort}, 'stop'));
    // What is over at once needs no sign.
    const later = setTimeout(() => by('tasks').append(task), 250);
    const end = () => { clearTimeout(later); task.remove(); };
    promise.then(end, end);
    return promise;
  },
  async asked(run, words, question, body, where, take, heard = {}) {
    try {
      const found = await run(signal => app.busy(ask(question, body, {signal, ...heard}), words, run.stop));
      if (found !== undefined) await take(found);
    } catch (fault) {
      fault_in(where, fault);
    }
  },
  download(name, text, type = 'text/plain') {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(text instanceof Blob ? text : new Blob([text], {type}));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  },
  async copy(text, said) {
    try {
      await navigator.clipboard.writeText(text);
      app.say(said);
      return true;
    } catch {
      return false;
    }
  },
  async print(sheets) {
    document.body.append(sheets);
    document.body.classList.add('printing-sheets');
    await Promise.all([...sheets.querySelectorAll('img')].map(image => image.decode().catch(() => {})));
    window.addEventListener('afterprint', () => {
      document.body.classList.remove('printing-sheets');
      sheets.remove();
    }, {once: true});
    window.print();
  },
  async load(text, {undo = true, say, without = []} = {}) {
    const mine = ++taking;
    const found = await ask('read', {puzzle: text, ...(without.length ? {without} : {})});
    const question = JSON.parse(found.question);
    if (mine !== taking) return undefined;  // another has been asked for since
    if (!await app.take(states.state_of(question, []), {undo, removed: question})) return undefined;
    app.say(say ?? t`opened: ${state.given.filter(d => d >= 0).length} clues`);
    return found;
  },
  /// Another state, of the same board or of another; false if yet another was asked for meanwhile.
  async take(next, {undo = true, removed} = {}) {
    const mine = ++taking;
    const answer = await board_of(next).catch(fault => {
      // It stays as it was, and what was stopped begins anew.
      if (state && mine === taking) for (const fn of listeners) fn({board: false, clues: true, title: false, entries: true});
      throw fault;
    });
    if (mine !== taking) return false;
    if (removed?.progress?.removed) next = states.state_of(removed, answer.houses.map(house => house.cells));
    if (undo && state) { done.push(state); undone = []; }
    become(next, answer);
    pad.set(next.given.some(d => d >= 0) ? 'entry' : 'given', true);
    return true;
  },
  place(list, layer = 'entry') {
    const next = {...state, [layer]: state[layer].slice()};
    for (const [cell, digit] of list) next[layer][cell] = digit;
    if (layer === 'given') {
      next.entry = state.entry.slice();
      for (const [cell] of list) next.entry[cell] = -1;
    }
    change(next);
  },
  become_marks(centre) { change({...state, centre}); },
  clear() {
    const none = value => Array(state.given.length).fill(value);
    change({...state, entry: none(-1), corner: none(0), centre: none(0)});
  },
  before: () => [...done].reverse(),
  /// What is no digit: the geometry, the rules, the title.
  async rest(rest) { await app.take({...state, rest}); },
  open(id) { open_tab(id); },
};

// What was ended because it took too much memory is an answer, but not the whole one.
on.short = question => {
  by('short').textContent = t`What was asked (${question}) took more memory than one question may have here: what you see is what was found before. clew serve --max-memory gives more.`;
  by('short').hidden = false;
};

// The picture depends on the geometry, the rules and the pencil marks of the puzzle, not on its digits.
async function board_of(next) {
  const {metadata, solution, ...shape} = next.rest, key = JSON.stringify(shape);
  if (!drawn.has(key)) {
    for (const fn of leaving) fn();
    const answer = await ask('board', {puzzle: JSON.stringify(states.clues(next))});
    drawn.set(key, answer);
    if (drawn.size > 12) drawn.delete(drawn.keys().next().value);
  }
  return drawn.get(key);
}

function become(next, answer) {
  by('short').hidden = true;
  const before = state, redraw = answer !== info;
  state = next;
  if (redraw) {
    info = answer;
    app.board.draw(info);
    pad.draw(info.symbols);
  }
  app.board.show(state, states.clashes(state, app.houses()));
  if (redraw || !before) app.board.restore_selection(!redraw);
  by('undo').disabled = !done.length;
  by('redo').disabled = !undone.length;
  const {title, author} = state.rest.metadata ?? {};
  by('title').textContent = [title, author].filter(Boolean).join(', ');
  document.title = title ? `${title} - Clew` : 'Clew';
  const what = {
    board: redraw,
    clues: redraw || !states.same(before?.given, state.given),
    title: !states.same(before?.rest.metadata, state.rest.metadata),
    entries: redraw || !states.same(before?.entry, state.entry),
  };
  for (const fn of listeners) fn(what);
  remember();
}

function change(next) {
  if (app.board.shows_other()) app.board.reset();
  if (states.same(next, state)) return;
  done.push(state);
  if (done.length > 2000) done.shift();
  undone = [];
  become(next, info);
}

let stepping = false;
async function step(from, to, words, none) {
  if (stepping) return;
  if (!from.length) { app.say(none); return; }
  stepping = true;
  ++taking;
  try {
    const answer = await board_of(from.at(-1));
    const next = from.pop();
    to.push(state);
    become(next, answer);
    app.say(words);
  } finally {
    stepping = false;
  }
}

// What was written, for who does not see it.
function tell(cells, layer, digit) {
  const where = cells.length === 1 ? info.cells[cells[0]] : t`${cells.length} cells`;
  const there = layer === 'corner' || layer === 'centre'
    ? cells.some(c => state[layer][c] >> digit & 1) : cells.some(c => state[layer][c] === digit);
  const words = {entry: '', given: 'clue ', corner: 'corner mark ', centre: 'centre mark '}[layer];
  const clash = there && states.clashes(state, app.houses()).has(cells[0]) && !(layer === 'corner' || layer === 'centre');
  app.say(`${where}: ${t(words)}${info.symbols[digit]}${there ? '' : t(' taken away')}${clash ? t(', stands twice in a house') : ''}`);
}

app.board = make_board({
  select: cells => { for (const fn of selecting) fn(cells); },
  end: () => app.board.reset(),
});

const pad = make_pad(app, {
  write(layer, digit) {
    const cells = app.board.selection();
    const open = layer === 'given' ? cells : cells.filter(c => state.given[c] < 0);
    if (!open.length) return app.say(t('a clue stands there'));
    change(states.write(state, cells, layer, digit));
    tell(open, layer, digit);
  },
  erase(layer) {
    change(states.erase(state, app.board.selection(), layer));
    app.say(t('erased'));
  },
  undo: () => step(done, undone, t('undo'), t('nothing to undo')),
  redo: () => step(undone, done, t('redo'), t('nothing to redo')),
});

// The address holds the state, so that a link to here is all there is to sharing.
let remembering = 0, remembered = '';
function remember() {
  clearTimeout(remembering);
  const mine = remembering = setTimeout(async () => {
    const link = await app.link();
    if (mine !== remembering) return;
    remembered = link.hash;
    history.replaceState(null, '', link);
  }, 300);
}
app.link = async () => {
  const link = new URL(location.href);
  link.hash = `p=${await pack(states.packed(state))}`;
  return link;
};

async function from_address() {
  const parts = new URLSearchParams(location.hash.slice(1));
  if (parts.get('p')) {
    const next = states.unpacked(await unpack(parts.get('p')));
    await app.take(next);
    return true;
  }
  const text = parts.get('load');  // any text that Clew reads, also a link
  if (!text) return false;
  await app.load(text);
  return true;
}

// Checkpoints: whole states, of whatever board.
function make_points() {
  let kept = [];
  const list = () => by('points').replaceChildren(...kept.map((point, n) => el('button', {title: 'back to this checkpoint; undo comes back here',
    onclick: async () => { if (await app.take(point)) app.say(t`checkpoint ${n + 1}`); }}, t`Back to ${n + 1}`)));
  by('point').addEventListener('click', () => {
    kept = [...kept, state].slice(-9);
    list();
    app.say(t`checkpoint ${kept.length}`);
  });
}

// Tabs
const tabs = new Map();
let opened = null;
function open_tab(id, focus) {
  if (opened === id) return;
  const was = tabs.get(opened), tab = tabs.get(id);
  if (was) {
    was.root.hidden = true;
    was.button.setAttribute('aria-selected', 'false');
    was.button.tabIndex = -1;
    was.panel.hide?.();
    if (app.board.shows_other()) app.board.reset();
  }
  opened = id;
  if (!tab.mounted) {
    tab.mounted = true;
    tab.panel.mount(tab.root, app);
  }
  tab.root.hidden = false;
  tab.button.setAttribute('aria-selected', 'true');
  tab.button.tabIndex = 0;
  by('main').classList.toggle('wide', Boolean(tab.panel.wide));
  by('main').classList.toggle('on-board', Boolean(tab.panel.on_board));
  if (focus) tab.button.focus();
  tab.panel.show?.();
  // On a small screen the panel stands below the board, which some tabs keep in sight (style.css); the puzzle is the board.
  if (was && matchMedia('(max-width:900px)').matches) {
    if (id === 'puzzle') scrollTo(0, 0);
    else by('panels').scrollIntoView({block: tab.panel.on_board ? 'nearest' : 'start'});
  }
}
function make_tabs() {
  for (const panel of panels) {
    const tab = `tab-${panel.id}`, own = `panel-${panel.id}`;
    const button = el('button', {id: tab, role: 'tab', 'aria-selected': 'false', 'aria-controls': own, tabIndex: -1, onclick: () => open_tab(panel.id)},
      icon(panel.id), panel.title);
    const root = el('section', {id: own, class: 'card', role: 'tabpanel', 'aria-labelledby': tab, hidden: true});
    tabs.set(panel.id, {panel, button, root, mounted: false});
    by('tabs').append(button);
    by('panels').append(root);
  }
  const ids = [...tabs.keys()];
  by('tabs').addEventListener('keydown', event => {
    const at = ids.indexOf(opened), many = ids.length;
    const to = {ArrowRight: at + 1, ArrowLeft: at - 1 + many, Home: 0, End: many - 1}[event.key];
    if (to === undefined) return;
    event.preventDefault();
    open_tab(ids[to % many], true);
  });
}

// Paste and drop, anywhere
const arrived = text => tabs.get('puzzle').panel.open(text);

function paste_and_drop() {
  document.addEventListener('paste', event => {
    if (event.target.closest?.('input,textarea')) return;
    const text = event.clipboardData?.getData('text/plain');
    const file = event.clipboardData?.files?.[0];
    if (!text && !file) return;
    event.preventDefault();
    if (text) arrived(text);
    else file.text().then(arrived);
  });
  let over = 0;
  document.addEventListener('dragenter', event => { event.preventDefault(); ++over; by('drop').hidden = false; });
  document.addEventListener('dragleave', () => { if (--over <= 0) by('drop').hidden = true; });
  document.addEventListener('dragover', event => event.preventDefault());
  document.addEventListener('drop', async event => {
    event.preventDefault();
    over = 0;
    by('drop').hidden = true;
    const file = event.dataTransfer.files[0];
    const text = file ? await file.text() : event.dataTransfer.getData('text/uri-list') || event.dataTransfer.getData('text/plain');
    if (text) arrived(text);
  });
}

function theme() {
  const choice = by('theme');
  const apply = () => {
    const media = {light: 'not all', dark: 'screen'}[choice.value] ?? 'screen and (prefers-color-scheme: dark)';
    for (const sheet of document.querySelectorAll('[data-dark]')) sheet.media = media;
  };
  try { choice.value = localStorage.getItem('theme') ?? ''; } catch { /* no storage: the system's */ }
  choice.addEventListener('change', () => {
    apply();
    try { localStorage.setItem('theme', choice.value); } catch { /* as above */ }
  });
  apply();
}

// The address has the state, so that the page may begin anew.
async function speak() {
  const choice = by('language');
  await translate(document.body);
  choice.value = language;
  choice.addEventListener('change', async () => {
    choose(choice.value);
    history.replaceState(null, '', await app.link());
    location.reload();
  });
}

async function begin() {
  await speak();
  theme();
  make_tabs();
  make_points();
  for (const button of document.querySelectorAll('[data-icon]')) button.prepend(icon(button.dataset.icon));
  paste_and_drop();
  // The address is the state's: this link only moves the focus.
  document.querySelector('.skip').addEventListener('click', event => { event.preventDefault(); app.board.focus(); });
  for (const panel of panels) panel.start?.(app);
  let fault = null;
  const shown = await from_address().catch(error => { fault = error; return false; });
  if (!shown) await app.take(states.state_of(states.empty(9, [3, 3]), []), {undo: false});
  open_tab('puzzle');
  if (fault) tabs.get('puzzle').panel.refused('', fault instanceof ApiError ? fault : new Error(t('the link holds no puzzle')));
  window.addEventListener('hashchange', () => {
    if (location.hash !== remembered) from_address().catch(() => app.say(t('the link holds no puzzle')));
  });
  document.documentElement.dataset.ready = 'yes';
}
begin().catch(fault => { by('answer-say').textContent = fault.message; });
