// Questions to Clew, with a JSON object; transport.js carries them. Long work tells how far it is, and ends when it is
// aborted.
//
//     const answer = await ask('count', {puzzle}, {signal, progress: p => show(p.done, p.of)});
//     const newest = latest();
//     const answer = await newest(signal => ask('count', {puzzle}, {signal}));   // undefined if overtaken

import {send} from './transport.js';
import {language, t} from './words.js';

export class ApiError extends Error {
  constructor(said, status) {
    super(said.error ?? said.message ?? t`the server answered ${status}`);
    this.name = 'ApiError';
    this.expected = said.expected;
    this.line = said.line;
    this.column = said.column;
    this.parts = said.parts ?? [];
    this.status = status;
  }
}

// Told of answers that were ended before their time, as they would have taken too much memory: on.short(question).
export const on = {short: () => {}};

export async function ask(question, body = {}, {signal, progress, partial} = {}) {
  const asked = language === 'en' ? body : {...body, language};  // what is told is told in the language of the page
  const {said, status} = await send(question, asked, signal, {progress, partial});
  if (status !== 200) throw new ApiError(said, status);
  if (said.stopped_by) on.short(question);
  return said;
}

// Of several calls the newest counts: an older one is aborted and gives undefined, whatever became of it.
export function latest() {
  let now = null;
  const run = async work => {
    now?.abort();
    const mine = now = new AbortController();
    try {
      const value = await work(mine.signal);
      return now === mine ? value : undefined;
    } catch (fault) {
      if (now === mine && fault.name !== 'AbortError') throw fault;
      return undefined;
    } finally {
      if (now === mine) now = null;
    }
  };
  run.stop = () => { now?.abort(); now = null; };
  run.busy = () => now !== null;
  return run;
}
