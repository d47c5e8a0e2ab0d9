// Lessons: what a technique looks for, what follows, and boards to try it on.

import {ask, latest} from './api.js';
import {el, telling, told} from './dom.js';
import {t} from './words.js';

const trying = latest();
let known = null;  // the techniques that have a lesson

const is_of = (technique, title) => {
  const name = technique.name.toLowerCase(), step = title.toLowerCase().replace(/\+\d+$/, '+n');
  return step.startsWith(name) && /^( (of|aus|von) |$)/.test(step.slice(name.length));
};

/// A button for the technique that a step's title names; nothing where nobody looks for it. `tell(technique)` opens it.
export async function lesson_button(title, tell) {
  known ??= ask('techniques', {}).then(found => found.techniques.filter(technique => technique.lesson));
  const technique = (await known.catch(() => { known = null; return []; })).find(t => is_of(t, title));
  return technique && el('button', {class: 'lesson', onclick: () => tell(technique)}, t`Lesson: ${technique.name}`);
}

/// The lesson. `walks` has what the page knows of walks: page_of, states_of, draw.
export function lesson(app, technique, {page_of, states_of, draw}) {
  const {ask: question, follows, board} = technique.lesson, said = el('p', {role: 'status'});
  const on_classic = board.startsWith(':') || board.length === 81;
  const act = (words, title, run) => el('button', {onclick: telling(fault => { said.textContent = told(fault); }, () => {
    said.textContent = '';
    return trying(signal => app.busy(run(signal), title, trying.stop));
  })}, words);
  const show = async signal => {
    const found = await ask('steps', {page: true, technique: technique.technique, puzzle: app.puzzle()}, {signal});
    if (!found.steps.length) { said.textContent = t('There is none on this board now.'); return; }
    const page = page_of(found), [frame] = page.frames;
    draw(frame, page.start, frame.title);
    said.textContent = frame.text;
  };
  const open = async () => { await app.load(board, {say: t`a board with ${technique.name}: find it`}); };
  // Made to order, and set to where a walk comes to the technique.
  const make = async signal => {
    const made = await ask('generate', {number: 1, rules: 'human', techniques: [technique.technique], seed: Math.floor(Math.random() * 2 ** 31)},
      {signal, progress: () => { said.textContent = t('Making one; rare techniques take long.'); }});
    const puzzle = made.puzzles[0]?.text;
    if (!puzzle) { said.textContent = t('None was found in this time.'); return; }
    const page = page_of(await ask('walk', {puzzle, rules: 'human'}, {signal}));
    const at = page.frames.findIndex(frame => is_of(technique, frame.group));
    await app.load(puzzle, {say: t`a new board with ${technique.name}: find it`});
    const state = states_of(page)[at];
    app.place(state.flatMap(([kind, digit], cell) => (kind === 2 ? [[cell, digit]] : [])));
    app.become_marks(state.map(([kind, , marks]) => (kind ? 0 : marks)));
    said.textContent = '';
  };
  return el('div', {class: 'say'}, el('h3', {}, t`Lesson: ${technique.name}`), el('p', {}, el('b', {}, question)), el('p', {}, follows),
    el('div', {class: 'row'}, act('Try it on a board', 'opening', open), on_classic && act('Make another', 'making a board', make),
      act('Show it here', 'looking for the step', show)), said);
}
