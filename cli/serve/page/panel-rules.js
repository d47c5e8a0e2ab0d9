// Rules: each kind is a tool that is drawn with on the board; what holds for the whole board is switched; regions are
// painted; choices of rules and primitives are typed as JSON; the rules there are stand in a list, to be changed and
// taken away.

import {variants} from './board.js';
import {el, told} from './dom.js';
import {drawing_of} from './rule-kinds.js';
import {capital, t} from './words.js';

const kinds = new Map();  // of the rules that are put on cells: name, and how they are drawn

// What holds for the whole board: a rule without cells, or whose cells are the pairs that are excepted.
const whole = [['non_consecutive', 'Non-consecutive'], ['global_entropy', 'Global entropy'],
  ['no_difference', 'All white dots are shown', [1]], ['no_ratio', 'All black dots are shown', [2]], ['no_pair_sum', 'All X and V are shown', [5, 10]]];
// The negatives of dots except a pair with a dot of either colour, those of letters a pair with a letter.
const excepted = {difference: ['no_difference', 'no_ratio'], ratio: ['no_difference', 'no_ratio'], pair_sum: ['no_pair_sum']};

let app, ui = null, boxes = [];
let armed = null, editing = -1;    // the tool in hand; the rule that it replaces
let painting = null;               // the region of each cell, while regions are painted

const usual_of = kind => {
  const {usual} = kinds.get(kind);
  return typeof usual === 'function' ? usual(app.info().size) : usual;
};
const rules = () => app.current().rest.rules ?? [];

async function rest_with(edit) {
  const rest = structuredClone(app.current().rest);
  rest.rules ??= [];
  edit(rest);
  // A negative excepts the pairs that are marked: those that came are added, those that went are dropped.
  const marked = (list, negative) => list.filter(rule => excepted[rule.kind]?.includes(negative)).map(rule => rule.cells.join(' '));
  for (const rule of rest.rules.filter(({kind}) => whole.some(([key, , numbers]) => numbers && key === kind))) {
    const pairs = (rule.cells ?? []).flatMap((cell, i, all) => i % 2 ? [] : [`${cell} ${all[i + 1]}`]), before = marked(rules(), rule.kind);
    rule.cells = [...pairs.filter(pair => !before.includes(pair)), ...marked(rest.rules, rule.kind)].flatMap(pair => pair.split(' '));
  }
  if (!rest.rules.length) delete rest.rules;
  ui.error.textContent = '';
  try {
    await app.rest({...rest, version: 2});
    return true;
  } catch (fault) {
    ui.error.textContent = told(fault);
    follow();  // a switch that was refused goes back
    return false;
  }
}

// ---- tools ----

function tell_tool() {
  for (const chip of ui.chips) chip.setAttribute('aria-pressed', String(chip.dataset.kind === armed));
  ui.tool.hidden = !armed;
  ui.text_add.textContent = !armed && editing >= 0 ? t('Change') : t('Add');
  if (!armed) return;
  const {name, how, number, line} = kinds.get(armed);
  const said = number && t(number);
  const drag = line === 'row' ? t('drag from the number inwards, or click a cell at the rim') : line ? t('drag from the number inwards') : t`drag over ${t(how ?? 'its cells')}`;
  ui.name.textContent = editing >= 0 ? t`Change: ${name}` : name;
  ui.how.textContent = `${drag}${number && usual_of(armed) === undefined ? t`, then type the ${said.split(':')[0]}` : ''}.`;
  ui.number_label.hidden = !number;
  ui.number_words.textContent = `${said ?? ''} `;
  ui.add.textContent = editing >= 0 ? t('Change') : t('Add');
}

function arm(kind) {
  stop_painting();
  armed = kind;
  editing = -1;
  ui.number.value = kind ? usual_of(kind) ?? '' : '';
  app.board.tool(kind ? {end: drawn} : null);
  tell_tool();
}

/// The line that begins at the first cell, as long as it goes: the second tells whither. Of one cell at the rim it leads inwards.
function whole_line(cells, diagonal) {
  const size = app.info().size, at = cell => [Math.floor(cell / size), cell % size];
  const [row, column] = at(cells[0]);
  let down = 0, across = 0;
  if (cells.length > 1) {
    const [r, c] = at(cells[1]);
    [down, across] = [Math.sign(r - row), Math.sign(c - column)];
  } else {
    down = Number(row === 0) - Number(row === size - 1);
    across = Number(column === 0) - Number(column === size - 1);
  }
  if ((down !== 0 && across !== 0) !== diagonal || (!down && !across)) return cells;
  const line = [];
  for (let r = row, c = column; r >= 0 && c >= 0 && r < size && c < size; r += down, c += across) line.push(r * size + c);
  return line;
}

function drawn(cells) {
  const {number, line} = kinds.get(armed);
  if (line) cells = whole_line(cells, line === 'diagonal');
  app.board.select(cells);
  if (number && !ui.number.value) ui.number.focus();
  else add();
}

/// A rule in the place of another, or behind all if `place` is -1; true if the board takes it.
async function put(rule, place) {
  if (!await rest_with(rest => { rest.rules.splice(place >= 0 ? place : rest.rules.length, place >= 0 ? 1 : 0, rule); })) return false;
  editing = -1;
  tell_tool();
  app.say(app.info().rules?.[rules().length - 1] ?? t('added'));
  return true;
}

async function add_text() {
  let rule;
  try {
    rule = JSON.parse(ui.text.value);
  } catch (fault) {
    ui.error.textContent = t`This is no JSON: ${fault.message}`;
    return;
  }
  if (await put(rule, armed ? -1 : editing)) ui.text.value = '';
}

async function add() {
  const cells = app.board.selection().map(c => app.info().cells[c]), {number} = kinds.get(armed);
  // "1 2 4", "1, 2 and 4" or "12" for several digits of a quadruple.
  const said = number ? ui.number.value.match(/\d+/g) ?? [] : [];
  const numbers = (armed === 'quadruple' && said.length === 1 && app.info().size < 10 ? [...said[0]] : said).map(Number);
  if (!await put({kind: armed, cells, ...(numbers.length ? {numbers} : {})}, editing)) return;
  if (armed) ui.number.value = usual_of(armed) ?? '';  // the tool may have been laid down meanwhile
  app.board.focus(false);
}

// ---- regions ----

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXY'];

/// The region of each cell as the board has them.
function regions_now() {
  const {size, boxes: [down, across] = [1, size], regions} = app.current().rest.geometry;
  const own = regions ? [...regions.join('')] : app.info().cells.map((_, c) => Math.floor(c / size / down) * size + Math.floor(c % size / across));
  const seen = [...new Set(own)];
  return own.map(region => seen.indexOf(region));
}

function show_regions() {
  const {middles, unit, size} = app.info();
  app.board.layers(painting.map((region, c) => `<rect class="paint paint-${region % 9}" x="${middles[c][0] - unit / 2}" y="${middles[c][1] - unit / 2}" width="${unit}" height="${unit}"/>`).join(''));
  const off = letters.slice(0, size).map((letter, r) => [letter, painting.filter(region => region === r).length]).filter(([, many]) => many !== size);
  ui.regions_say.textContent = off.length ? t`Regions of ${size} cells are wanted: ${off.map(([letter, many]) => t`${letter} has ${many}`).join(', ')}.` : t('Every region has its cells.');
  return !off.length;
}

async function painted(cell) {
  const region = Number(ui.region.value);
  if (painting[cell] === region) return;
  painting[cell] = region;
  if (!show_regions()) return;
  const {size} = app.info(), mine = painting;
  const rows = Array.from({length: size}, (_, r) => mine.slice(r * size, (r + 1) * size).map(region => letters[region]).join(''));
  if (!await rest_with(rest => { delete rest.geometry.boxes; rest.geometry.regions = rows; })) return;
  if (painting === mine) { app.board.tool({over: painted}); show_regions(); }
}

function paint() {
  if (painting) { stop_painting(); return; }
  arm(null);
  painting = regions_now();
  ui.region.replaceChildren(...letters.slice(0, app.info().size).map((letter, r) => el('option', {value: String(r)}, letter)));
  ui.paint.setAttribute('aria-pressed', 'true');
  ui.painting.hidden = false;
  app.board.tool({over: painted});
  show_regions();
}

function stop_painting() {
  if (!painting) return;
  painting = null;
  ui.paint.setAttribute('aria-pressed', 'false');
  ui.painting.hidden = true;
  ui.regions_say.textContent = '';
  app.board.tool(null);
  app.board.layers();
}

// ---- what there is ----

function follow() {
  if (!ui) return;
  const {geometry} = app.current().rest;
  for (const [box, key] of boxes) box.checked = key === 'diagonals' ? Boolean(geometry.diagonals?.length) : geometry[key] === true || rules().some(rule => rule.kind === key);
  const name = cell => app.info().cells.indexOf(cell);
  ui.list.replaceChildren(...rules().map((rule, i) => {
    const words = app.info().rules?.[i] ?? `${rule.kind.replace(/_/g, ' ')} ${(rule.cells ?? []).join(' ')}`;
    const show = () => { if (rule.cells) app.board.select(rule.cells.map(name), false); };
    return el('li', {}, el('button', {class: 'look', title: 'shows its cells', onclick: () => {
      arm(kinds.has(rule.kind) ? rule.kind : null);
      editing = i;
      ui.number.value = (rule.numbers ?? []).join(' ');
      tell_tool();
      if (!armed) {
        ui.text.value = JSON.stringify(rule);
        ui.text_box.open = true;
      }
      show();
    }}, words), el('button', {class: 'do', 'aria-label': t`take away: ${words}`, onclick: () => { arm(null); rest_with(rest => { rest.rules.splice(i, 1); }); }}, 'take away'));
  }));
  ui.none.hidden = rules().length > 0;
}

export const panel = {
  id: 'rules',
  title: 'Rules',
  on_board: true,

  hide() { arm(null); },

  mount(root, application) {
    app = application;
    const chip = kind => el('button', {class: 'chip', 'data-kind': kind, 'aria-pressed': 'false', onclick: () => arm(armed === kind ? null : kind)}, kinds.get(kind).name);
    const groups = Object.entries({...app.info().kinds, 'By hand': {different: t('all different')}}).map(([group, rows]) => [group, Object.entries(rows).map(([kind, name]) => {
      const own = drawing_of[kind];
      kinds.set(kind, {...own, name: own?.name ? t(own.name) : capital(name)});
      return chip(kind);
    })]);
    const switched = (key, words, change) => {
      const box = el('input', {type: 'checkbox', id: `rule-${key}`, onchange: () => rest_with(rest => change(rest, box.checked))});
      boxes.push([box, key]);
      return el('label', {}, box, words);
    };
    const by_numbers = (kind, words, placeholder, label) => {
      const input = el('input', {id: kind, size: 6, placeholder, 'aria-label': label});
      return [el('label', {}, words, ' ', input), el('button', {id: `${kind}-add`, onclick: () => rest_with(rest => rest.rules.push({kind, numbers: (input.value.match(/\d+/g) ?? []).map(Number)}))}, 'Add')];
    };
    ui = {
      chips: groups.flatMap(([, chips]) => chips),
      name: el('b', {}),
      how: el('span', {}),
      number: el('input', {inputmode: 'numeric', id: 'rule-number', size: 6, autocomplete: 'off', onkeydown: event => { if (event.key === 'Enter') add(); }}),
      number_words: el('span', {}),
      add: el('button', {id: 'rule-add', class: 'main', title: 'on the selected cells', onclick: add}, 'Add'),
      error: el('p', {class: 'error', role: 'alert', id: 'rule-error'}),
      paint: el('button', {id: 'paint', 'aria-pressed': 'false', onclick: paint}, 'Paint regions'),
      region: el('select', {id: 'paint-region', 'aria-label': 'region that is painted'}),
      regions_say: el('p', {class: 'soft', role: 'status', id: 'regions-say'}),
      list: el('ul', {id: 'rule-list', class: 'plain offers'}),
      none: el('p', {class: 'soft'}, 'No rules besides the houses.'),
      text: el('textarea', {id: 'rule-text', rows: 3, spellcheck: 'false', 'aria-label': 'a rule as JSON', placeholder: '{"kind": "alternatives", "of": [[{"kind": "odd", "cells": ["r1c1"]}], [{"kind": "odd", "cells": ["r1c2"]}]]}'}),
      text_add: el('button', {id: 'rule-text-add', onclick: add_text}, 'Add'),
    };
    ui.text_box = el('details', {}, el('summary', {}, 'A choice of rules, or any other, as JSON'), ui.text, el('div', {class: 'row'}, ui.text_add));
    ui.number_label = el('label', {}, ui.number_words, ui.number);
    ui.tool = el('div', {id: 'rule-tool', class: 'row', hidden: true, role: 'group', 'aria-label': 'the rule in hand'},
      el('p', {role: 'status', class: 'grow'}, ui.name, ': ', ui.how), ui.number_label, ui.add, el('button', {id: 'rule-done', onclick: () => arm(null)}, 'Done'));
    ui.painting = el('div', {class: 'row', hidden: true}, el('label', {}, 'region ', ui.region), el('span', {class: 'soft'}, 'drag over its cells'));
    root.append(
      el('h2', {}, 'Put a rule on the board'),
      el('p', {class: 'soft'}, 'Choose one, then draw it. With keys: select its cells, then Add.'),
      ui.tool, ui.error,
      ...groups.map(([group, chips]) => el('div', {class: 'chips', role: 'group', 'aria-label': group}, el('h3', {}, group), ...chips)),
      el('h2', {}, 'The whole board'),
      el('div', {class: 'row switches'},
        ...variants.map(([key, words]) => switched(key, capital(t(words)), ({geometry}, on) => {
          if (on) geometry[key] = key === 'diagonals' ? ['main', 'anti'] : true;
          else delete geometry[key];
        })),
        ...whole.map(([key, words, numbers]) => switched(key, words, (rest, on) => {
          rest.rules = rest.rules.filter(rule => rule.kind !== key);
          if (on) rest.rules.push({kind: key, ...(numbers ? {numbers} : {})});
        }))),
      el('div', {class: 'row'}, ui.paint, ui.painting,
        ...by_numbers('leaper', 'Leaper', '1 3', 'cells down and across of the leap'),
        ...by_numbers('connected_digits', 'Connected', '0 1 2 3', 'how many cells, 0 for any, then their digits')),
      ui.regions_say,
      el('h2', {}, 'Rules of this puzzle'),
      ui.none, ui.list, ui.text_box);
    app.onChange(what => {
      if (!what.board) return;
      if (painting && painting.length !== app.info().cells.length) stop_painting();
      follow();
    });
    follow();
  },
};
