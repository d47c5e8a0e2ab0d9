// How many solutions there are, all the time; where they are (shares of each candidate as heat), two that differ
// least, and every one of them in turn.
//
// First `verify`, which is over in a blink and says none, one or several; then how far logic gets; then `count`, to the end,
// exactly. Each change of the clues overtakes what is under way: `latest` aborts it, and what it might still say is not
// heard. All else can be asked meanwhile.

import {ask, latest} from './api.js';
import {button, by, el, grouped, icon, many, telling, told} from './dom.js';
import {states_of} from './panel-why.js';
import {symbol} from './state.js';
import {inside, language, t} from './words.js';

const counting = latest(), reasoning = latest(), heating = latest(), fetching = latest(), parting = latest();

let app, known = null;  // {count: text, exact} of the puzzle as it stands
let entries = false, heat = false, shares = null, timer = 0;
let ranked = false;  // solutions stand in the order of their digits
let stopped = () => {};
let ui = null, at = null, pages = new Map();

const question = () => app.clues({entries});
const page_length = 50;
const tell = fault => { ui.said.textContent = told(fault); };

/// `kind`: none, one, several, unknown or working.
function say(kind, words, ...small) {
  by('answer').dataset.kind = kind;
  if (by('answer-sign').dataset.kind !== kind) by('answer-sign').replaceChildren(icon(kind));
  by('answer-sign').dataset.kind = kind;
  by('answer-say').replaceChildren(t(words), small.length ? el('small', {}, ...small) : '');
}

const working = on => {
  by('answer-stop').hidden = !on;
  if (!on) by('answer-progress').hidden = true;
  by('answer').setAttribute('aria-busy', String(on));
};

function progressed(p) {
  const bar = by('answer-progress'), share = p.share ?? (p.of ? p.done / p.of : null);
  bar.hidden = false;
  if (share === null) bar.removeAttribute('value');
  else bar.value = share;
}

// Why an answer is not the whole one. Nobody interrupts here but by the button, which says so itself.
const over = {interrupted: 'the time for one question was over', 'out of budget': 'the search was too large'};

function settle(count, ending, why) {
  const text = String(count), with_entries = entries ? t(' with the entries') : '';
  known = {count: text, exact: !ending};
  const fix = () => el('button', {class: 'link', onclick: () => app.open('mend')}, 'see Fix');
  if (ending) say('several', t`At least ${many(text, 'solution')}${with_entries}`, t`not all were counted: ${t(over[ending] ?? ending)}`);
  else if (text === '0') say('none', t`No solution${with_entries}`, why ? `${why}; ` : 'what to change: ', fix());
  else if (text === '1') say('one', t`One solution${with_entries}`, 'valid');
  else say('several', `${many(text, 'solution')}${with_entries}`, 'counted exactly; ', fix());
  after();
}

async function answer() {
  const puzzle = question();
  known = null;
  shares = null;
  at = null;
  pages = new Map();
  by('answer').setAttribute('aria-busy', 'true');
  after();
  if (heat) show_heat();
  let least = null;
  stopped = () => least === null ? unknown('stopped') : settle(least, 'stopped');
  const slow = setTimeout(() => { working(true); if (!known && least === null) say('working', 'Looking...'); }, 400);
  try {
    const found = await counting(async signal => {
      const first = await ask('verify', {puzzle, limit: 2}, {signal, progress: progressed, partial: p => { if (p.validity === 'none') settle(0); }});
      reason(puzzle, first.exact && first.count === 0, first.witnesses?.length >= 2);
      if (first.exact || !(first.witnesses?.length >= 2)) return first;
      least = first.count;
      say('several', 'Several solutions', 'counting them');
      let takes = t('counting them');
      return ask('count', {puzzle}, {signal, progress: progressed, partial: p => {
        if (p.forecast) takes = t`to count them takes ${p.forecast.text}`;
        if (p.count !== undefined) least = p.count;
        say('several', t`At least ${many(least, 'solution')}`, takes);
      }});
    });
    if (found === undefined) return;
    if (found.exact) settle(found.count, undefined, found.conflict?.text);
    else if (found.validity === 'none' || found.validity === 'unique' || found.validity === 'one') settle(found.validity === 'none' ? 0 : 1);
    else if (found.validity === 'unknown') unknown(found.ending);
    else settle(found.count ?? least, found.ending);
  } catch (fault) {
    say('none', 'No answer', told(fault));
    after();
  } finally {
    clearTimeout(slow);
    if (!counting.busy()) working(false);
  }
}

// How far the techniques get, and what the hardest of them is. Of several solutions most of the time would go into how
// they part, which is not said here.
async function reason(puzzle, none, several) {
  const line = by('logic-say');
  if (none || (!app.current().given.some(d => d >= 0) && !app.current().rest.rules?.length)) {
    reasoning.stop();
    line.textContent = '';
    return;
  }
  const slow = setTimeout(() => { line.textContent = t('Logic: ...'); }, 400);
  try {
    const found = await reasoning(signal => ask('walk', {puzzle, seconds: several ? 1 : 10}, {signal}));
    if (!found) return;
    const open = states_of(found.page).at(-1).filter(([kind]) => !kind).length;
    const steps = found.page.frames.filter(frame => frame.kind === 'step'), hardest = steps.reduce((a, b) => (b.weight > a.weight ? b : a), steps[0]);
    const by_what = hardest ? t`, hardest: ${inside(hardest.group)}` : '';
    line.textContent = {
      solved: t`Logic solves it in ${many(steps.length, 'step')}${by_what}`,
      settled: t`Logic leaves ${many(open, 'cell')} open: nothing more follows`,
      stuck: t`Techniques leave ${many(open, 'cell')} open${by_what}`,
    }[found.status] ?? '';
  } catch {
    line.textContent = '';  // the count says what is wrong
  } finally {
    clearTimeout(slow);
  }
}

function unknown(why) {
  known = null;
  say('unknown', 'Not known', over[why] ?? why);
  after();
}

// What the count rules out cannot be asked any more; nothing waits for it but the last solution, whose number it is.
function after() {
  if (!ui) return;
  const none = known?.count === '0';
  ui.pair.disabled = none || Boolean(known?.exact) && known.count === '1';
  ui.heat.disabled = none;
  for (const button of [ui.first, ui.back, ui.next, ui.jump]) button.disabled = none;
  ui.last.disabled = none || !known?.exact;
  ui.of.textContent = known === null || none ? '' : known.exact ? t`of ${grouped(known.count)}` : t`of ${grouped(known.count)} or more`;
  if (none) { heating.stop(); painted = null; app.board.heat(null); tell_cell(); }
}

// Exact shares; where counting takes long, first which candidates are true at all.
const show_heat = telling(fault => { ui.cell.textContent = told(fault); }, async () => {
  if (!shares) {
    const puzzle = question();
    const found = await heating(async signal => {
      const early = setTimeout(async () => {
        const rough = await ask('density', {puzzle, true_only: true}, {signal}).catch(() => null);
        if (rough && !signal.aborted && !shares) paint_heat(rough);
      }, 600);
      const work = ask('density', {puzzle, seconds: 30}, {signal}).finally(() => clearTimeout(early));
      return app.busy(work, 'counting each candidate', heating.stop);
    });
    if (!found) return;
    shares = found;
  }
  if (heat) paint_heat(shares);
});

let painted = null;
function paint_heat(found) {
  const info = app.info(), state = app.current(), cells = {};
  painted = found;
  info.cells.forEach((name, c) => {
    if (state.given[c] >= 0) return;
    cells[c] = Object.fromEntries(digits_in(found, name).map(([text, share]) => [info.symbols.indexOf(text), share ?? 0.3]));
  });
  app.board.heat(cells);
  tell_cell();
}

// [digit, share, count] of a cell; share and count are missing where nothing was counted.
function digits_in(found, name) {
  const digits = found.cells?.[name] ?? {};
  if (typeof digits === 'string') return [...digits].map(text => [text]);
  const total = BigInt(found.count);
  return Object.entries(digits).map(([text, count]) => [text, ratio(count, total), count]);
}

// Of whole numbers of any length, to six places.
const ratio = (part, total) => Number(BigInt(part) * 1000000n / total) / 1e6;

function tell_cell() {
  if (!ui) return;
  const name = app.info()?.cells[app.board.cursor()];
  const digits = heat && painted ? digits_in(painted, name) : [];
  if (!digits.length) { ui.cell.replaceChildren(); return; }
  const counted = digits[0][1] !== undefined;
  ui.cell.replaceChildren(el('table', {},
    el('caption', {}, t`${name}: in how many of ${counted ? many(painted.count, 'solution') : t('the solutions')}`),
    el('thead', {}, el('tr', {}, el('th', {scope: 'col'}, 'digit'), el('th', {scope: 'col'}, 'solutions'), counted && el('th', {scope: 'col'}, 'share'))),
    el('tbody', {}, ...digits.map(([digit, share, count]) => el('tr', {}, el('th', {scope: 'row'}, digit),
      el('td', {class: 'number'}, counted ? grouped(count) : 'some'),
      counted && el('td', {}, `${(share * 100).toLocaleString(language, {minimumFractionDigits: 2, maximumFractionDigits: 2})} %`))))));
}

const digits_of = line => [...line].map(text => app.info().symbols.indexOf(text.toUpperCase()));

// Two that differ least
const show_pair = telling(tell, async () => {
  const found = await parting(signal => app.busy(ask('differ', {puzzle: question()}, {signal}), 'two solutions', parting.stop));
  if (!found?.solutions?.length) return;
  const cells = found.differ.length;
  const words = t`Two solutions that differ in ${many(cells, 'cell')}${found.fewest ? t(': fewer is impossible') : t('; whether fewer would do is not known')}. Upper left the first, lower right the second.`;
  app.board.pair(digits_of(found.solutions[0]), digits_of(found.solutions[1]), words);
  ui.said.textContent = t`They differ at ${found.differ.join(' ')}.`;
});

// One after the other. Numbers are BigInt: there may be 6 670 903 752 021 072 936 960 solutions. As far as a list comes in a
// moment they stand in its order; where there are more, in the order of their digits, in which any of them can be found by counting.
const listed_most = 2_000_000n;

async function solution(index) {
  const page = index - index % BigInt(page_length), key = `${ranked} ${page}`;
  if (!pages.has(key)) {
    const where = ranked ? {rank: String(page)} : {from: Number(page)};
    const got = await fetching(signal => app.busy(ask('solutions', {puzzle: question(), ...where, limit: page_length}, {signal,
      progress: p => { if (p.of) ui.said.textContent = ranked ? t`Looking: ${p.done} of ${p.of} cells are settled.` : t`Looking: ${grouped(p.done)} of ${grouped(p.of)} listed.`; }}),
      'solutions', fetching.stop));
    if (got === undefined) return undefined;
    if (!got.solutions.length && got.ending !== 'exhausted')
      throw new Error(t('Clew did not come so far in the time that a question has; asked again, it goes on from where it was.'));
    pages.set(key, got.solutions);
  }
  return pages.get(key)[Number(index - page)] ?? null;
}

const go = telling(tell, async index => {
  if (known?.count === '0') return;
  const all = known?.exact ? BigInt(known.count) : null;
  // Whoever has begun to step before the count was known goes on in the order of the list.
  if (at === null || index >= listed_most) ranked = all !== null && all > listed_most;
  if (index < 0n) index = all === null ? 0n : all - 1n;
  if (all !== null && index >= all) index = 0n;
  if (all === null && index > BigInt(Number.MAX_SAFE_INTEGER)) { ui.said.textContent = t('So far only what was counted can be reached.'); return; }
  const line = await solution(index);
  if (line === undefined) return;
  if (line === null) { ui.said.textContent = index === 0n ? t('There is no solution.') : t('There are no more.'); return; }
  at = index;
  ui.number.value = String(index + 1n);
  const state = app.current();
  const of = known?.exact ? t` of ${grouped(known.count)}` : '';
  app.board.state(digits_of(line).map((d, c) => [state.given[c] >= 0 ? 1 : 2, d, 0]), t`Solution ${grouped(index + 1n)}${of}`);
  ui.said.textContent = ranked ? t('In the order of their digits, row by row.') : '';
});

// Whether what was entered can still be right: yes or no. Where it is not is said when it is asked for.
const can_be = (state, signal) => ask('verify', {puzzle: app.clues({entries: true, of: state}), limit: 1}, {signal}).then(found => found.witnesses?.length > 0);

const checking = telling(fault => { by('check-say').textContent = told(fault); },
  work => fetching(signal => app.busy(work(signal), 'checking', fetching.stop)));

function check() {
  const state = app.current(), entered = state.entry.filter(d => d >= 0).length;
  by('check-more').replaceChildren();
  if (!entered) { by('check-say').textContent = t('Nothing is entered.'); return; }
  checking(async signal => {
    const fine = await can_be(state, signal);
    const full = entered + state.given.filter(d => d >= 0).length === state.given.length;
    by('check-say').textContent = fine ? (full ? t('Solved.') : t('Nothing is wrong.')) : t('Something is wrong.');
    if (!fine) by('check-more').replaceChildren(el('button', {id: 'check-where', onclick: where}, 'Show where'), ' ', el('button', {id: 'check-back', onclick: before_mistake}, 'Back to before it'));
  });
}

// The entries that are in no solution of the puzzle.
function where() {
  const state = app.current(), info = app.info(), entered = info.cells.map((_, c) => c).filter(c => state.entry[c] >= 0);
  checking(async signal => {
    const shared = await ask('density', {puzzle: app.clues(), true_only: true}, {signal});
    const bad = entered.filter(c => !digits_in(shared, info.cells[c]).some(([digit]) => digit === symbol(state.entry[c])));
    app.board.wrong(bad);
    by('check-say').textContent = bad.length ? t`${many(bad.length, 'entry', 'entries')} in no solution: ${bad.map(c => info.cells[c]).join(' ')}`
      : t('Each entry is in some solution, but no solution has all of them.');
  });
}

// The newest of the states before that can still be right.
function before_mistake() {
  checking(async signal => {
    for (const state of app.before()) {
      if (state.rest !== app.current().rest || !await can_be(state, signal)) continue;
      await app.take(state);
      by('check-say').textContent = t('Here nothing was wrong yet.');
      return;
    }
    by('check-say').textContent = t('It was so from the beginning.');
  });
}

export const panel = {
  id: 'answers',
  title: 'Solutions',
  on_board: true,

  start(application) {
    app = application;
    by('answer-stop').addEventListener('click', () => { counting.stop(); stopped(); working(false); });
    by('check').addEventListener('click', check);
    by('pad-hint').addEventListener('click', () => { app.open('why'); by('hint').click(); });
    app.onChange(what => {
      by('check-say').textContent = '';
      by('check-more').replaceChildren();
      if (!what.clues && !(entries && what.entries)) {
        if (heat && shares) show_heat();
        return;
      }
      heating.stop();
      fetching.stop();
      parting.stop();
      shares = null;
      painted = null;
      if (heat) app.board.heat(null);
      clearTimeout(timer);
      timer = setTimeout(answer, 40);
      known = null;
      after();
    });
    app.onLeave(() => { for (const run of [counting, reasoning, heating]) run.stop(); });
    app.onSelect(tell_cell);
  },

  mount(root) {
    ui = {
      pair: button('pair', 'Show two that differ least', show_pair),
      heat: el('input', {type: 'checkbox', id: 'heat', onchange: () => {
        heat = ui.heat.checked;
        if (heat) show_heat();
        else { heating.stop(); painted = null; app.board.heat(null); tell_cell(); }
      }}),
      cell: el('div', {id: 'heat-cell'}),
      first: button('solution-first', '« First', () => go(0n)),
      back: button('solution-back', '‹ Back', () => go(at === null ? -1n : at - 1n)),
      next: button('solution-next', 'Next ›', () => go(at === null ? 0n : at + 1n)),
      last: button('solution-last', 'Last »', () => go(-1n)),
      number: el('input', {id: 'solution-number', inputmode: 'numeric', size: 12, 'aria-label': 'number of the solution',
        onkeydown: event => { if (event.key === 'Enter') jump(); }}),
      of: el('span', {class: 'soft number'}),
      said: el('p', {class: 'soft', role: 'status', id: 'answers-say'}),
    };
    const jump = () => {
      const wanted = ui.number.value.replace(/\s/g, '');
      if (/^0*[1-9]\d{0,40}$/.test(wanted)) go(BigInt(wanted) - 1n);
      else ui.said.textContent = t('A whole number from 1 on.');
    };
    ui.jump = button('solution-go', 'Go', jump);
    const with_entries = el('input', {type: 'checkbox', id: 'with-entries', onchange: () => {
      entries = with_entries.checked;
      answer();
    }});
    root.append(
      el('p', {}, el('label', {}, with_entries, 'count with what was entered')),
      el('h2', {}, 'Candidates'),
      el('p', {}, el('label', {}, ui.heat, 'show the true candidates; the fuller the colour, the more solutions have them')),
      ui.cell,
      el('h2', {}, 'Two solutions'),
      el('div', {class: 'row'}, ui.pair),
      el('h2', {}, 'All solutions'),
      el('div', {class: 'row', role: 'group', 'aria-label': 'solutions one by one'}, ui.first, ui.back, ui.next, ui.last, ui.number, ui.of, ui.jump),
      ui.said);
    after();
  },
};
