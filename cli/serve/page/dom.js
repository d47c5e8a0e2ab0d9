// Elements, said shortly:  el('button', {onclick: go, class: 'main'}, 'go')  el('p', {}, 'a ', el('b', {}, 'b'))
// Texts and the attributes that are read out come in the language of the page (words.js).

import {read_out, t} from './words.js';

export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key in element && typeof value !== 'string') element[key] = value;
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value === true ? '' : read_out.includes(key) ? t(String(value)) : value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined && child !== false).map(child => typeof child === 'string' ? t(child) : child));
  return element;
}

export const by = id => document.getElementById(id);

export const button = (id, words, act, more = {}) => el('button', {id, onclick: act, ...more}, words);

export function svg_element(name, attributes, text) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

/// 1218998108160 as 1 218 998 108 160: of a number or its digits.
export const grouped = number => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');

/// "1 solution", "12 solutions", "no solution"
export const many = (number, one, more = `${one}s`) =>
    `${grouped(number)}${String(number).length > 9 ? ' ' : '\u00a0'}${t(String(number) === '1' ? one : more)}`;

/// What an error says, with its place and what was expected.
export const told = fault => [
  [fault.line && t`line ${fault.line}${fault.column ? t`, column ${fault.column}` : ''}`, fault.message].filter(Boolean).join(': '),
  fault.expected ? t`expected: ${fault.expected}` : null,
].filter(Boolean).join('\n');

/// `act`, a fault of which is told by `tell`.
export const telling = (tell, act) => async (...given) => {
  try {
    return await act(...given);
  } catch (fault) {
    return tell(fault);
  }
};

export const fault_in = (where, fault) => where.replaceChildren(el('p', {class: 'error', role: 'alert'}, told(fault)));

/// What a button does, also when a finger stays on it for long: browsers make no click of that. A screen reader's click
/// and a key's come without a finger.
export function on_press(button, act) {
  let done = -Infinity;  // when a finger did it: the click that may follow is the same press
  button.addEventListener('pointerup', event => {
    if (event.pointerType !== 'touch' || button.disabled) return;
    const box = button.getBoundingClientRect();
    if (event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom) return;
    done = event.timeStamp;
    act(event);
  });
  button.addEventListener('click', event => {
    const same = event.detail > 0 && event.timeStamp - done < 1000;
    done = -Infinity;
    if (!same) act(event);
  });
  button.addEventListener('contextmenu', event => { if (event.pointerType === 'touch') event.preventDefault(); });
}

// Drawn with one stroke in a square of 24.
const tick = 'M4 13l5 5L20 6';
const paths = {
  puzzle: 'M4 4h16v16H4zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16',
  rules: 'M5 19 16 8M16 8l-5-.5M16 8l.5 5M19 19a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM7 6a2 2 0 1 1-4 0 2 2 0 0 1 4 0z',
  answers: 'M4 7l2 2 3-4M4 17l2 2 3-4M13 7h7M13 17h7',
  why: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5.9 1.2.9 2h5.2c0-.8.3-1.5.9-2A6 6 0 0 0 12 3z',
  mend: 'M14.5 6.5a4 4 0 0 1 5-1.4l-2.7 2.7 1.4 1.4 2.7-2.7a4 4 0 0 1-5.3 5L8 19a2 2 0 0 1-3-3l7.5-7.5a4 4 0 0 1 2-2z',
  tree: 'M12 3v5M12 8 6 13M12 8l6 5M6 13v3M18 13v3M4 16h4v4H4zM16 16h4v4h-4z',
  make: 'M12 5v14M5 12h14',
  erase: 'M20 20H9l-5-5 9-10 7 7-7.5 8M8.5 10l6.5 6.5',
  undo: 'M8 5 4 9l4 4M4 9h9a6 6 0 0 1 0 12h-3',
  redo: 'M16 5l4 4-4 4M20 9h-9a6 6 0 0 0 0 12h3',
  check: tick,
  flag: 'M6 21V4M6 4h11l-2 4 2 4H6',
  none: 'M6 6l12 12M18 6 6 18',
  one: tick,
  several: 'M5 9h14M5 15h14M15 4 9 20',
  unknown: 'M8.5 9a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1.3-1.5 2.3M12 18.5v.5',
  working: 'M12 3a9 9 0 1 1-9 9',
};

export function icon(name) {
  const picture = svg_element('svg', {class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true'});
  picture.append(svg_element('path', {d: paths[name]}));
  return picture;
}
