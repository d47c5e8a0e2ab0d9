// The puzzle itself: opened from text, files and links; made anew; written, shared, printed.

import {ask} from './api.js';
import {el, icon, telling, told} from './dom.js';
import {examples} from './examples.js';
import * as states from './state.js';
import {t} from './words.js';

const sizes = [[4, [2, 2]], [6, [2, 3]], [8, [2, 4]], [9, [3, 3]], [10, [2, 5]], [12, [3, 4]], [15, [3, 5]], [16, [4, 4]], [20, [4, 5]], [25, [5, 5]]];
const formats = {json: 'Clew JSON', line: 'a line of symbols', sdm: 'SadMan list (.sdm)', sdk: 'SadMan (.sdk)', ss: 'Simple Sudoku (.ss)', pencilmarks: 'pencil marks', sdx: 'SudoCue (.sdx)',
  hodoku: 'HoDoKu', sukaku: 'Sukaku', sudokuwiki: 'SudokuWiki', csv: 'CSV', jigsaw: 'jigsaw text', opensudoku: 'OpenSudoku', fpuzzles: 'f-puzzles link', sudokupad: 'SudokuPad link', iss: 'Interactive Sudoku Solver'};

let app, text, alert, note, link, which, several, of, others = [];

const attempt = telling(fault => { alert.textContent = told(fault); }, work => {
  alert.textContent = note.textContent = '';
  return work();
});

async function open(what, without) {
  alert.textContent = note.textContent = '';
  try {
    const found = await app.busy(app.load(what, {without}), 'opening');
    if (!found) return;
    note.textContent = [t`Read as ${t(formats[found.format] ?? found.format ?? 'a puzzle')}.`, ...(found.notes ?? []), ...(found.left_out?.length ? [t`Left out: ${found.left_out.join(', ')}.`] : [])].join(' ');
    others = found.questions ?? [];
    which.max = String(others.length);
    which.value = '1';
    several.hidden = others.length < 2;
    of.textContent = t`of ${found.puzzles}`;
    app.board.focus();
  } catch (fault) {
    app.open('puzzle');
    panel.refused(what, fault);
  }
}

/// The board as it is seen, with the colours that it has here, as SVG that stands for itself.
function drawing() {
  const seen = document.getElementById('picture'), copy = seen.cloneNode(true), all = copy.querySelectorAll('*');
  seen.querySelectorAll('*').forEach((element, i) => {
    const style = getComputedStyle(element);
    if (style.display === 'none') { all[i].remove(); return; }
    for (const key of ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor'])
      all[i].style.setProperty(key, style.getPropertyValue(key));
  });
  const [, , width, height] = seen.getAttribute('viewBox').split(' ').map(Number);
  copy.removeAttribute('id');
  copy.setAttribute('width', width);
  copy.setAttribute('height', height);
  return {text: new XMLSerializer().serializeToString(copy), width, height};
}

async function save_picture(kind) {
  const {text: svg, width, height} = drawing();
  if (kind === 'svg') return app.download('board.svg', svg, 'image/svg+xml');
  const address = URL.createObjectURL(new Blob([svg], {type: 'image/svg+xml'})), image = new Image();
  image.src = address;
  try {
    await image.decode();
  } finally {
    URL.revokeObjectURL(address);
  }
  const scale = Math.max(1, 1200 / width), canvas = el('canvas', {width: Math.round(width * scale), height: Math.round(height * scale)});
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return app.download('board.png', await new Promise(done => { canvas.toBlob(done, 'image/png'); }), 'image/png');
}

/// A bookmark that opens here what is selected on another page, or its address. A page from the disk cannot be opened so.
function bookmark() {
  if (!location.protocol.startsWith('http')) return '';
  const here = JSON.stringify(location.href.split('#')[0]);
  return el('p', {class: 'soft'}, 'From other pages: drag ', el('a', {id: 'bookmark', href: `javascript:void open(${here}+'#load='+encodeURIComponent(String(getSelection())||location.href))`,
    onclick: event => { event.preventDefault(); note.textContent = t('Drag it to the bar of bookmarks; there it opens the puzzle of the page that one is on.'); }}, 'Open in Clew'), ' to your bookmarks.');
}

export const panel = {
  id: 'puzzle',
  title: 'Puzzle',

  open,

  /// What could not be read, and why: shown where it can be mended.
  refused(what, fault) {
    if (what) text.value = what;
    alert.textContent = told(fault);
    if (fault.parts?.length) {
      const names = fault.parts.join(', ');
      alert.append(' ', el('button', {id: 'open-without', title: 'if that is no rule of the puzzle', onclick: () => open(what, fault.parts)}, t`Open without ${names}`));
    }
    if (fault.line && what) {
      const before = what.split('\n').slice(0, fault.line - 1).join('\n').length + (fault.line > 1 ? 1 : 0);
      text.focus();
      text.setSelectionRange(before + (fault.column ?? 1) - 1, before + (fault.column ?? 1));
    }
  },

  mount(root, application) {
    app = application;
    text = el('textarea', {id: 'puzzle-text', rows: 3, placeholder: '81 symbols, rows, JSON, a link: any format', spellcheck: 'false', autocomplete: 'off'});
    text.addEventListener('keydown', event => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) open(text.value); });
    // A pasted puzzle is opened at once: nobody pastes one in order to read it.
    text.addEventListener('paste', () => setTimeout(() => open(text.value)));
    alert = el('p', {class: 'error', role: 'alert', id: 'puzzle-error'});
    note = el('p', {class: 'soft', role: 'status', id: 'puzzle-note'});
    const file = el('input', {type: 'file', class: 'hidden', id: 'puzzle-file', tabindex: '-1', 'aria-hidden': 'true',
      onchange: async () => { if (file.files[0]) { text.value = await file.files[0].text(); file.value = ''; open(text.value); } }});
    which = el('input', {type: 'number', min: '1', id: 'puzzle-which', onchange: () => {
      const one = others[Number(which.value) - 1];
      if (one) attempt(() => app.load(one, {say: t`puzzle ${which.value}`}));
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

    const begin = el('div', {id: 'examples'}, ...examples.map(([words, line, tab, puzzle]) =>
      el('button', {onclick: async () => { await open(puzzle); app.open(tab); }}, icon(tab), el('span', {}, el('b', {}, words), el('small', {}, line)))));

    const format = el('select', {id: 'save-format', 'aria-label': 'format'}, ...Object.entries(formats).map(([name, words]) => el('option', {value: name}, words)));
    const convert = () => ask('convert', {puzzle: app.puzzle(), to: format.value});
    link = el('input', {id: 'link', readonly: true, 'aria-label': 'link to this puzzle with all that was entered', hidden: true, class: 'grow'});
    const plain = el('input', {type: 'checkbox', id: 'clues-only', onchange: () => document.body.classList.toggle('clues-only', plain.checked)});
    const title = el('input', {id: 'meta-title', class: 'grow', onchange: () => attempt(async () => {
      const rest = structuredClone(app.current().rest);
      rest.metadata = {...rest.metadata, title: title.value};
      if (!title.value) delete rest.metadata.title;
      if (!Object.keys(rest.metadata).length) delete rest.metadata;
      await app.rest(rest);
    })});

    // On a small screen they stand before the board: the first thing that is seen.
    (matchMedia('(max-width:900px)').matches ? document.getElementById('main') : root).prepend(begin);
    root.append(
      el('h2', {}, el('label', {for: 'puzzle-text'}, 'Open a puzzle')),
      text,
      el('div', {class: 'row'},
        el('button', {class: 'main', id: 'puzzle-open', onclick: () => open(text.value), title: 'Ctrl+Enter'}, 'Open'),
        el('button', {onclick: () => file.click()}, 'Choose a file'), file,
        el('span', {class: 'soft'}, 'or paste or drop it anywhere')),
      alert, note, several, bookmark(),
      el('div', {class: 'row'}, el('label', {for: 'new-size'}, 'Empty board '), size, el('button', {id: 'new-board', onclick: make}, 'New')),
      el('h2', {}, 'Marks and entries'),
      el('div', {class: 'row'},
        el('button', {id: 'fill-marks', onclick: () => {
          const open_cells = states.candidates(app.current(), app.houses());
          app.become_marks(open_cells);
        }}, 'Fill in centre marks'),
        el('button', {id: 'to-clues', onclick: () => { const s = app.current(); app.place(s.entry.map((d, c) => [c, d]).filter(([, d]) => d >= 0), 'given'); }}, 'Make entries clues'),
        el('button', {id: 'clear-entries', onclick: () => app.clear()}, 'Clear entries and marks')),
      el('h2', {}, 'Share, save, print'),
      el('div', {class: 'row'}, el('label', {for: 'meta-title'}, 'Title '), title),
      el('div', {class: 'row'},
        el('button', {id: 'share', onclick: async () => {
          link.value = String(await app.link());
          link.hidden = false;
          link.select();
          note.textContent = await app.copy(link.value, t('link copied')) ? t('The link is copied. It holds the whole state; nothing was sent anywhere.') : t('Copy the link from the field.');
        }}, 'Link to this'), link,
        ...[['SudokuPad', 'sudokupad'], ['f-puzzles', 'fpuzzles']].map(([name, to]) =>
          el('button', {id: `open-${to}`, title: 'in a new tab; the puzzle is in the address', onclick: () => attempt(async () => {
            const {text: address} = await ask('convert', {puzzle: app.clues(), to});
            window.open(address.trim(), '_blank', 'noopener');
          })}, t`Open in ${name}`))),
      el('div', {class: 'row'}, el('label', {}, 'As ', format),
        el('button', {id: 'save', onclick: () => attempt(async () => { const {text: out} = await convert(); app.download(`puzzle.${format.value}`, out); })}, 'Save'),
        el('button', {id: 'copy', onclick: () => attempt(async () => {
          const {text: out} = await convert();
          if (!await app.copy(out, t('puzzle copied'))) { text.value = out; text.select(); }
          note.textContent = t`Copied as ${format.value}.`;
        })}, 'Copy')),
      el('div', {class: 'row'}, ...['svg', 'png'].map(kind => el('button', {id: `save-${kind}`, onclick: () => attempt(() => save_picture(kind))}, t`Board as ${kind.toUpperCase()}`)),
        el('button', {id: 'print', onclick: () => window.print()}, 'Print'),
        el('label', {}, plain, 'clues only')),
    );
    const refresh = () => {
      title.value = app.current().rest.metadata?.title ?? '';
      begin.hidden = app.current().given.some(d => d >= 0) || Boolean(app.current().rest.rules?.length);
    };
    app.onChange(what => { link.hidden = true; if (what.board || what.clues || what.title) refresh(); });
    if (app.current()) refresh();
  },
};
