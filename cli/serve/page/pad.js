// What writes into the cells: keys, and buttons for whoever has none at hand.

import {by, el, on_press} from './dom.js';
import {inside, t} from './words.js';

export const layers = [['entry', 'Digit'], ['corner', 'Corner'], ['centre', 'Centre'], ['given', 'Clue']];

/// app as app.js has it; act: {write(layer, digit), erase(layer), undo(), redo()}.
export function make_pad(app, act) {
  const modes = by('modes'), digits = by('digits');
  let layer = 'given';
  const buttons = layers.map(([id, words]) => {
    const button = el('button', {'data-layer': id, role: 'radio'}, words);
    on_press(button, () => pad.set(id));
    return button;
  });
  modes.replaceChildren(...buttons);
  modes.addEventListener('keydown', event => {
    const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
    if (!step) return;
    event.preventDefault();
    pad.next(step);
    buttons[layers.findIndex(([id]) => id === layer)].focus();
  });
  on_press(by('erase'), () => act.erase(layer));
  on_press(by('undo'), act.undo);
  on_press(by('redo'), act.redo);

  const typing = target => target.closest?.('input,textarea,select,[contenteditable]');
  document.addEventListener('keydown', event => {
    if (event.defaultPrevented || typing(event.target)) return;
    const hold = event.ctrlKey || event.metaKey, key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    if (hold && !event.altKey && key === 'Z') event.shiftKey ? act.redo() : act.undo();
    else if (hold && !event.altKey && key === 'Y') act.redo();
    else if (event.key === 'F1') { by('keys').open = !by('keys').open; by('keys').firstElementChild.focus(); }
    else if (event.target.closest('#board') || event.target === document.body) {
      if (event.altKey) return;
      // With Shift a digit key gives another sign: then its place on the keyboard tells.
      const place = /^(?:Digit|Numpad)(\d)$/.exec(event.code ?? ''), symbols = app.info().symbols;
      const digit = event.shiftKey && place ? symbols.indexOf(place[1]) : key === '0' || key === '.' ? -1 : symbols.indexOf(key);
      if (digit >= 0 && key.length === 1 || digit >= 0 && place) act.write(hold ? 'centre' : event.shiftKey && place ? 'corner' : layer, digit);
      else if (hold) return;
      else if (event.key === 'Delete' || event.key === 'Backspace' || key === '0' || key === '.') act.erase(layer);
      else if (event.key === ' ') pad.next(event.shiftKey ? -1 : 1);
      else return;
    } else return;
    event.preventDefault();
  });

  const pad = {
    set(id, quiet) {
      layer = id;
      buttons.forEach((button, i) => {
        button.setAttribute('aria-checked', String(layers[i][0] === id));
        button.tabIndex = layers[i][0] === id ? 0 : -1;
      });
      if (!quiet) app.say(t`writes: ${inside(t(layers.find(([name]) => name === id)[1]))}`);
    },
    next(step) {
      const at = layers.findIndex(([id]) => id === layer);
      pad.set(layers[(at + step + layers.length) % layers.length][0]);
    },
    draw(symbols) {
      digits.replaceChildren(...[...symbols].map((text, digit) => {
        const button = el('button', {}, text);
        on_press(button, () => act.write(layer, digit));
        return button;
      }));
    },
  };
  pad.set(layer, true);
  return pad;
}
