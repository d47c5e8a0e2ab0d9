// What a player has before him: the puzzle, his entries, his marks; values that are never changed, so that
// undo keeps the old ones. A digit is 0-based, -1 is none; a mask has bit d for digit d.

const symbols = '123456789ABCDEFGHIJKLMNOP';

export const symbol = digit => symbols[digit];

export const masked = mask => {
  const digits = [];
  for (let d = 0; mask >> d; ++d) if (mask >> d & 1) digits.push(d);
  return digits;
};

const written = mask => masked(mask).map(symbol).join('');
export const mask_of = text => [...text].reduce((mask, s) => mask | 1 << symbols.indexOf(s), 0);
const digits_of = (text, cells) => {
  const line = Array.isArray(text) ? text.join('') : text ?? '';
  return Array.from({length: cells}, (_, c) => symbols.indexOf(line[c] ?? '.'));
};
const rows_of = (digits, size) => Array.from({length: size}, (_, r) =>
    digits.slice(r * size, (r + 1) * size).map(d => d < 0 ? '.' : symbols[d]).join(''));
const name = (cell, size) => `r${Math.floor(cell / size) + 1}c${cell % size + 1}`;
const cell_of = (text, size) => {
  const [, row, column] = /^r(\d+)c(\d+)$/.exec(text);
  return (row - 1) * size + (column - 1);
};

/// An empty board of boxes of so many rows and columns.
export function empty(size, boxes) {
  return {format: 'clew-puzzle', version: 1, geometry: {size, boxes}, givens: Array(size).fill('.'.repeat(size))};
}

/// The state that a Clew JSON object describes; `houses` are lists of cells that differ.
export function state_of(question, houses) {
  const size = question.geometry.size, cells = size * size;
  const {givens, progress, ...rest} = question;
  const state = {rest, size, given: digits_of(givens, cells), entry: digits_of(progress?.placed, cells),
                 corner: Array(cells).fill(0), centre: Array(cells).fill(0)};
  if (progress?.removed) {
    const open = candidates(state, houses);
    for (const [at, digits] of Object.entries(progress.removed)) {
      const cell = cell_of(at, size);
      if (state.given[cell] < 0 && state.entry[cell] < 0) state.centre[cell] = open[cell] & ~mask_of(digits);
    }
  }
  return state;
}

/// The digits that no house forbids, for each open cell, of its marks if there are any; 0 for the others.
export function candidates(state, houses, marks = []) {
  const all = 2 ** state.size - 1, value = c => state.given[c] >= 0 ? state.given[c] : state.entry[c];
  const open = state.given.map((_, c) => value(c) < 0 ? marks[c] || all : 0);
  for (const house of houses) {
    let seen = 0;
    for (const c of house) if (value(c) >= 0) seen |= 1 << value(c);
    for (const c of house) open[c] &= ~seen;
  }
  return open;
}

/// The cells whose digit stands twice in a house.
export function clashes(state, houses) {
  const value = c => state.given[c] >= 0 ? state.given[c] : state.entry[c], found = new Set();
  for (const house of houses) {
    const first = new Map();
    for (const c of house) {
      if (value(c) < 0) continue;
      if (first.has(value(c))) found.add(c).add(first.get(value(c)));
      else first.set(value(c), c);
    }
  }
  return found;
}

/// The puzzle alone, as Clew JSON; with `entries`, these as clues.
export function clues(state, entries = false) {
  const digits = entries ? state.given.map((d, c) => d >= 0 ? d : state.entry[c]) : state.given;
  const {solution, ...rest} = state.rest;
  const {format, version, geometry, ...more} = rest;
  const out = {format, version, geometry, givens: rows_of(digits, state.size), ...more};
  if (!entries && solution) out.solution = solution;
  return out;
}

/// The puzzle with what was entered; where there are centre marks, the other digits count as removed.
export function puzzle(state) {
  const out = clues(state), all = 2 ** state.size - 1, removed = {};
  state.centre.forEach((mask, c) => {
    if (mask && mask !== all && state.given[c] < 0 && state.entry[c] < 0)
      removed[name(c, state.size)] = written(all & ~mask);
  });
  const placed = state.entry.some(d => d >= 0);
  if (placed || Object.keys(removed).length) {
    out.progress = {};
    if (placed) out.progress.placed = rows_of(state.entry, state.size);
    if (Object.keys(removed).length) out.progress.removed = removed;
  }
  return out;
}

/// The same state with one thing changed in some cells; digit -1 takes away.
/// layer: 'given' | 'entry' | 'corner' | 'centre'. A digit that all of them have already is taken away.
export function write(state, cells, layer, digit) {
  const next = {...state};
  const mine = layer === 'given' ? cells : cells.filter(c => state.given[c] < 0);
  const marks = layer === 'corner' || layer === 'centre';
  const here = marks ? mine.filter(c => state.entry[c] < 0) : mine;
  next[layer] = state[layer].slice();
  if (marks) {
    const every = here.length > 0 && here.every(c => state[layer][c] >> digit & 1);
    for (const c of here) next[layer][c] = every ? state[layer][c] & ~(1 << digit) : state[layer][c] | 1 << digit;
  } else {
    const every = here.length > 0 && here.every(c => state[layer][c] === digit);
    for (const c of here) next[layer][c] = every ? -1 : digit;
    if (layer === 'given') {
      next.entry = state.entry.slice();
      for (const c of here) next.entry[c] = -1;
      const {solution, ...rest} = state.rest;
      next.rest = rest;
    }
  }
  return next;
}

/// Takes away what stands uppermost: clues where clues are being written, else the entry, else the marks.
export function erase(state, cells, layer) {
  const next = {...state, given: state.given.slice(), entry: state.entry.slice(), corner: state.corner.slice(), centre: state.centre.slice()};
  for (const c of cells) {
    if (layer === 'given' && state.given[c] >= 0) next.given[c] = -1;
    else if (state.given[c] >= 0) continue;
    else if (state.entry[c] >= 0) next.entry[c] = -1;
    else if (layer === 'corner' && state.corner[c]) next.corner[c] = 0;
    else if (layer === 'centre' && state.centre[c]) next.centre[c] = 0;
    else next.corner[c] = next.centre[c] = 0;
  }
  if (layer === 'given') {
    const {solution, ...rest} = state.rest;
    next.rest = rest;
  }
  return next;
}

export const same = (a, b) => a && b && JSON.stringify(a) === JSON.stringify(b);

/// For links: everything, as short as it will go.
export function packed(state) {
  const marks = of => {
    const out = {};
    of.forEach((mask, c) => { if (mask) out[c] = written(mask); });
    return Object.keys(out).length ? out : undefined;
  };
  const question = clues(state);
  question.givens = question.givens.join('');
  return {q: question, e: state.entry.some(d => d >= 0) ? rows_of(state.entry, state.size).join('') : undefined,
          c: marks(state.corner), m: marks(state.centre)};
}

export function unpacked(data) {
  const state = state_of(data.q, []), cells = state.size ** 2;
  state.entry = digits_of(data.e, cells);
  for (const [c, text] of Object.entries(data.c ?? {})) if (c < cells) state.corner[c] = mask_of(text);
  for (const [c, text] of Object.entries(data.m ?? {})) if (c < cells) state.centre[c] = mask_of(text);
  return state;
}
