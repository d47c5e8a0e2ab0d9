// Elements, said shortly:  el('button', {onclick: go, class: 'main'}, 'go')  el('p', {}, 'a ', el('b', {}, 'b'))

export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key in element && typeof value !== 'string') element[key] = value;
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

/// 1218998108160 as 1 218 998 108 160: of a number or its digits.
export const grouped = number => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f');

/// "1 solution", "12 solutions", "no solution"
export const many = (number, one, more = `${one}s`) =>
    `${grouped(number)}${String(number).length > 9 ? ' ' : '\u00a0'}${String(number) === '1' ? one : more}`;

/// What an error says, with its place and what was expected.
export const told = fault => [
  fault.line ? `line ${fault.line}${fault.column ? `, column ${fault.column}` : ''}: ${fault.message}` : fault.message,
  fault.expected ? `expected: ${fault.expected}` : null,
].filter(Boolean).join('\n');

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
