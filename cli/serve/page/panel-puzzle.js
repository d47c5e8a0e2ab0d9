// The puzzle itself: opened from text, files and links; made anew; its rules; written, shared, printed.

import {ask} from './api.js';
import {variants} from './board.js';
import {el, told} from './dom.js';
import {examples} from './examples.js';
import {rule_kinds} from './rule-kinds.js';
import * as states from './state.js';

const sizes = [[4, [2, 2]], [6, [2, 3]], [8, [2, 4]], [9, [3, 3]], [10, [2, 5]], [12, [3, 4]], [15, [3, 5]], [16, [4, 4]], [20, [4, 5]], [25, [5, 5]]];
const written = ['json', 'line', 'sdm', 'sdk', 'ss', 'pencilmarks', 'sdx', 'hodoku', 'sukaku', 'sudokuwiki', 'csv', 'jigsaw', 'opensudoku', 'fpuzzles', 'sudokupad', 'iss'];

// Both diagonals or none; the others are there or not.
const has = (geometry, key) => (key === 'diagonals' ? Boolean(geometry.diagonals?.length) : geometry[key] === true);
const put = (geometry, key, on) => {
  if (on) geometry[key] = key === 'diagonals' ? ['main', 'anti'] : true;
  else delete geometry[key];
};
const kinds = new Map(rule_kinds.flatMap(([, rows]) => rows).map(([id, , number, usual]) => [id, {number, usual}]));

let app, text, alert, note, link, which, several, of, others = [], boxes = [], listed, sum, kind;

async function attempt(work) {
  alert.textContent = note.textContent = '';
  try {
    await work();
  } catch (fault) {
    alert.textContent = told(fault);
  }
}

async function open(what) {
  alert.textContent = note.textContent = '';
  try {
    const found = await app.busy(app.load(what), 'opening');
    if (!found) return;
    note.textContent = [`Read as ${found.format ?? 'a puzzle'}.`, ...(found.notes ?? [])].join(' ');
    others = found.questions ?? [];
    which.max = String(others.length);
    which.value = '1';
    several.hidden = others.length < 2;
    of.textContent = `of ${found.puzzles}`;
    app.board.focus();
  } catch (fault) {
    app.open('puzzle');
    panel.refused(what, fault);
  }
}

async function rest_with(edit) {
  const rest = structuredClone(app.current().rest);
  edit(rest);
  await attempt(() => app.rest({...rest, version: 2}));
  follow();
}

function add_rule() {
  const cells = app.board.selection().map(c => app.info().cells[c]);
  if (!cells.length) { alert.textContent = 'select the cells of the rule on the board first'; return; }
  // "1 2 4", "1, 2 and 4" or "12" for several digits of a quadruple.
  const said = kinds.get(kind.value).number ? sum.value.match(/\d+/g) ?? [] : [];
  const numbers = (kind.value === 'quadruple' && said.length === 1 && app.info().size < 10 ? [...said[0]] : said).map(Number);
  rest_with(rest => { rest.rules = [...(rest.rules ?? []), {kind: kind.value, cells, ...(numbers.length ? {numbers} : {})}]; });
}

function ask_number() {
  const {number, usual} = kinds.get(kind.value);
  sum.disabled = !number;
  sum.placeholder = number ?? '';
  sum.setAttribute('aria-label', number ?? 'no number');
  sum.value = usual ?? '';
}

function follow() {
  const {rest} = app.current();
  for (const [box, of] of boxes) box.checked = of(rest);
  listed.replaceChildren(...(rest.rules ?? []).map((rule, i) => {
    const words = app.info().rules?.[i] ?? `${rule.kind.replace(/_/g, ' ')} ${(rule.cells ?? []).join(' ')} ${(rule.numbers ?? []).length < 9 ? (rule.numbers ?? []).join(' ') : ''}`;
    return el('li', {class: 'row'}, el('span', {class: 'grow'}, words),
              el('button', {'aria-label': `take away: ${words}`, onclick: () => rest_with(r => { r.rules = r.rules.toSpliced ? r.rules.toSpliced(i, 1) : r.rules.filter((_, k) => k !== i); if (!r.rules.length) delete r.rules; })}, 'take away'));
  }));
}

export const panel = {
  id: 'puzzle',
  title: 'Puzzle',

  open,

  /// What could not be read, and why: shown where it can be mended.
  refused(what, fault) {
    if (what) text.value = what;
    alert.textContent = told(fault);
    if (fault.line && what) {
      const before = what.split('\n').slice(0, fault.line - 1).join('\n').length + (fault.line > 1 ? 1 : 0);
      text.focus();
      text.setSelectionRange(before + (fault.column ?? 1) - 1, before + (fault.column ?? 1));
    }
  },

  mount(root, application) {
    app = application;
    text = el('textarea', {id: 'puzzle-text', rows: 4, spellcheck: 'false', autocomplete: 'off'});
    text.addEventListener('keydown', event => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) open(text.value); });
    // A pasted puzzle is opened at once: nobody pastes one in order to read it.
    text.addEventListener('paste', () => setTimeout(() => open(text.value)));
    alert = el('p', {class: 'error', role: 'alert', id: 'puzzle-error'});
    note = el('p', {class: 'soft', role: 'status', id: 'puzzle-note'});
    const file = el('input', {type: 'file', class: 'hidden', id: 'puzzle-file', tabindex: '-1', 'aria-hidden': 'true',
      onchange: async () => { if (file.files[0]) { text.value = await file.files[0].text(); file.value = ''; open(text.value); } }});
    which = el('input', {type: 'number', min: '1', id: 'puzzle-which', onchange: () => {
      const one = others[Number(which.value) - 1];
      if (one) attempt(() => app.load(one, {say: `puzzle ${which.value}`}));
    }});
    of = el('span', {class: 'soft'});
    several = el('p', {class: 'row', hidden: true}, el('label', {for: 'puzzle-which'}, 'Puzzle'), which, of);
    const size = el('select', {id: 'new-size'}, ...sizes.map(([side]) => el('option', {value: String(side)}, `${side}×${side}`)));
    size.value = '9';
    const make = async () => attempt(async () => {
      const [side, box] = sizes.find(([n]) => String(n) === size.value);
      await app.take(states.state_of(states.empty(side, box), []));
      app.board.focus();
    });

    const rule_boxes = variants.map(([key, words]) => {
      const box = el('input', {type: 'checkbox', id: `rule-${key}`, onchange: () => rest_with(rest => put(rest.geometry, key, box.checked))});
      boxes.push([box, rest => has(rest.geometry, key)]);
      return el('label', {}, box, words);
    });
    for (const [key, words] of [['non_consecutive', 'non-consecutive'], ['global_entropy', 'global entropy']]) {
      const box = el('input', {type: 'checkbox', id: `rule-${key}`, onchange: () => rest_with(rest => {
        rest.rules = (rest.rules ?? []).filter(rule => rule.kind !== key);
        if (box.checked) rest.rules.push({kind: key});
        if (!rest.rules.length) delete rest.rules;
      })});
      boxes.push([box, rest => (rest.rules ?? []).some(rule => rule.kind === key)]);
      rule_boxes.push(el('label', {}, box, words));
    }
    kind = el('select', {'aria-label': 'rule', id: 'rule-kind', onchange: ask_number}, ...rule_kinds.map(([group, rows]) =>
      el('optgroup', {label: group}, ...rows.map(([value, words]) => el('option', {value}, words)))));
    sum = el('input', {inputmode: 'numeric', id: 'rule-sum', size: 14, autocomplete: 'off'});
    ask_number();
    const begin = el('ul', {id: 'examples', class: 'plain'}, ...examples.map(([words, line, tab, puzzle]) =>
      el('li', {}, el('button', {class: 'link', onclick: async () => { await open(puzzle); app.open(tab); }}, words), el('span', {class: 'soft'}, line))));
    listed = el('ul', {id: 'rule-list', class: 'plain'});

    const format = el('select', {'aria-label': 'format'}, ...written.map(name => el('option', {value: name}, name)));
    const convert = () => ask('convert', {puzzle: app.puzzle(), to: format.value});
    link = el('input', {id: 'link', readonly: true, 'aria-label': 'link to this puzzle with all that was entered', hidden: true, class: 'grow'});
    const plain = el('input', {type: 'checkbox', id: 'clues-only', onchange: () => document.body.classList.toggle('clues-only', plain.checked)});
    const title = el('input', {id: 'meta-title', class: 'grow', onchange: () => rest_with(rest => {
      rest.metadata = {...rest.metadata, title: title.value};
      if (!title.value) delete rest.metadata.title;
      if (!Object.keys(rest.metadata).length) delete rest.metadata;
    })});

    root.append(
      el('h2', {}, el('label', {for: 'puzzle-text'}, 'A puzzle in any format, or a link')),
      text,
      el('div', {class: 'row'},
        el('button', {class: 'main', id: 'puzzle-open', onclick: () => open(text.value), title: 'Ctrl+Enter'}, 'open'),
        el('button', {onclick: () => file.click()}, 'choose a file'), file,
        el('span', {class: 'soft'}, 'or paste or drop it anywhere')),
      alert, note, several, begin,
      el('div', {class: 'row'}, el('label', {for: 'new-size'}, 'Empty board '), size, el('button', {id: 'new-board', onclick: make}, 'new')),
      el('fieldset', {}, el('legend', {}, 'Marks and entries'),
        el('div', {class: 'row'},
          el('button', {id: 'fill-marks', onclick: () => {
            const open_cells = states.candidates(app.current(), app.houses());
            app.become_marks(open_cells);
          }}, 'fill in centre marks'),
          el('button', {id: 'to-clues', onclick: () => { const s = app.current(); app.place(s.entry.map((d, c) => [c, d]).filter(([, d]) => d >= 0), 'given'); }}, 'make entries clues'),
          el('button', {id: 'clear-entries', onclick: () => app.clear()}, 'clear entries and marks'))),
      el('fieldset', {}, el('legend', {}, 'Rules'),
        el('div', {class: 'row'}, ...rule_boxes),
        el('div', {class: 'row'}, kind, sum, el('button', {id: 'rule-add', onclick: add_rule}, 'add on the selected cells')),
        listed),
      el('fieldset', {}, el('legend', {}, 'Keep'),
        el('div', {class: 'row'}, el('label', {for: 'meta-title'}, 'Title '), title),
        el('div', {class: 'row'},
          el('button', {id: 'share', onclick: async () => {
            link.value = String(await app.link());
            link.hidden = false;
            link.select();
            note.textContent = await app.copy(link.value, 'link') ? 'The link is copied. It holds the whole state; nothing was sent anywhere.' : 'Copy the link from the field.';
          }}, 'link to this'), link),
        el('div', {class: 'row'}, format,
          el('button', {id: 'save', onclick: () => attempt(async () => { const {text: out} = await convert(); app.download(`puzzle.${format.value}`, out); })}, 'save'),
          el('button', {id: 'copy', onclick: () => attempt(async () => {
            const {text: out} = await convert();
            if (!await app.copy(out, 'puzzle')) { text.value = out; text.select(); }
            note.textContent = `Copied as ${format.value}.`;
          })}, 'copy')),
        el('div', {class: 'row'}, ...[['SudokuPad', 'sudokupad'], ['f-puzzles', 'fpuzzles']].map(([name, to]) =>
          el('button', {id: `open-${to}`, title: 'in a new tab; the puzzle is in the address', onclick: () => attempt(async () => {
            const {text: address} = await ask('convert', {puzzle: app.clues(), to});
            window.open(address.trim(), '_blank', 'noopener');
          })}, `open in ${name}`))),
        el('div', {class: 'row'}, el('button', {id: 'print', onclick: () => window.print()}, 'print'),
          el('label', {}, plain, 'clues only'))),
    );
    const refresh = () => {
      follow();
      title.value = app.current().rest.metadata?.title ?? '';
      begin.hidden = app.current().given.some(d => d >= 0) || Boolean(app.current().rest.rules?.length);
    };
    app.onChange(what => { link.hidden = true; if (what.board || what.clues || what.title) refresh(); });
    if (app.current()) refresh();
  },
};
