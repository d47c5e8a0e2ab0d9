// Questions to the Clew that served this page. A question is a POST with a JSON object; the answer comes
// as a stream of events, so that long work can tell how far it is, and ends when the request is aborted.
//
//     const answer = await ask('count', {puzzle}, {signal, progress: p => show(p.done, p.of)});
//     const newest = latest();
//     const answer = await newest(signal => ask('count', {puzzle}, {signal}));   // undefined if overtaken

export class ApiError extends Error {
  constructor(said, status) {
    super(said.error ?? said.message ?? `the server answered ${status}`);
    this.name = 'ApiError';
    this.expected = said.expected;
    this.line = said.line;
    this.column = said.column;
    this.status = status;
  }
}

// Each tab has its own share of the server.
const tab = Math.random().toString(36).slice(2);
const root = new URL('..', import.meta.url);

// Told of answers that were ended before their time, as they would have taken too much memory: on.short(question).
export const on = {short: () => {}};

// Calls each(event, data) for every event of a body of server-sent events.
async function events(body, each) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let held = '';
  for (;;) {
    const {value, done} = await reader.read();
    if (value) held += value.replace(/\r/g, '');
    for (let end; (end = held.indexOf('\n\n')) >= 0; held = held.slice(end + 2)) {
      let name = 'message', data = '';
      for (const line of held.slice(0, end).split('\n')) {
        if (line.startsWith('event:')) name = line.slice(6).trim();
        else if (line.startsWith('data:')) data += line.slice(5).trimStart();
      }
      if (data) each(name, JSON.parse(data));
    }
    if (done) return;
  }
}

export async function ask(question, body = {}, {signal, progress, partial} = {}) {
  const headers = {'Content-Type': 'application/json', Accept: 'text/event-stream', 'Clew-Page': tab};
  let reply;
  try {
    reply = await fetch(new URL(`api/${question}`, root), {method: 'POST', headers, body: JSON.stringify(body), signal});
  } catch (fault) {
    if (fault.name === 'AbortError') throw fault;
    throw new ApiError({error: 'Clew does not answer: is it still running?'}, 0);
  }
  const stream = (reply.headers.get('Content-Type') ?? '').startsWith('text/event-stream');
  if (!stream) {
    const said = await reply.json().catch(() => ({}));
    if (!reply.ok) throw new ApiError(said, reply.status);
    return said;
  }
  let answer, fault;
  await events(reply.body, (name, data) => {
    if (name === 'progress') progress?.(data);
    else if (name === 'partial') partial?.(data);
    else if (name === 'answer') answer = data;
    else if (name === 'error') fault = new ApiError(data, data.status ?? 400);
  });
  if (fault) throw fault;
  if (answer === undefined) throw new ApiError({error: 'the answer was cut off'}, 0);
  if (answer.stopped_by) on.short(question);
  return answer;
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
