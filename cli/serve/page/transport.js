// Carries questions to the Clew that served this page: a POST, whose answer comes as a stream of events. Where the page
// computes for itself, another file takes this one's place.

import {t} from './words.js';

// Each tab has its own share of the server.
const tab = Math.random().toString(36).slice(2);
const root = new URL('..', import.meta.url);

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

// What was answered, {said, status}: 200, or what said.error tells. `on.progress` and `on.partial` are called meanwhile.
// Throws the AbortError of `signal`.
export async function send(question, body, signal, on) {
  const headers = {'Content-Type': 'application/json', Accept: 'text/event-stream', 'Clew-Page': tab};
  let reply;
  try {
    reply = await fetch(new URL(`api/${question}`, root), {method: 'POST', headers, body: JSON.stringify(body), signal});
  } catch (fault) {
    if (fault.name === 'AbortError') throw fault;
    return {said: {error: t('Clew does not answer: is it still running?')}, status: 0};
  }
  if (!(reply.headers.get('Content-Type') ?? '').startsWith('text/event-stream'))
    return {said: await reply.json().catch(() => ({error: t`the server answered ${reply.status}`})), status: reply.status};
  let answer = {said: {error: t('the answer was cut off')}, status: 0};
  await events(reply.body, (name, data) => {
    if (name === 'answer') answer = {said: data, status: 200};
    else if (name === 'error') answer = {said: data, status: data.status ?? 400};
    else on[name]?.(data);
  });
  return answer;
}
