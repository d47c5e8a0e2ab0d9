// Carries questions to Workers of this page, which compute the answers: nothing leaves it. Takes the place of the
// explorer's transport.js.
//
// A Worker that is at work hears nothing, so an aborted question ends its Worker, and the next one gets a new one.
// What was told until then stays with whoever asked. A lane is a Worker and what waits for it: drawing the board does
// not wait for counting it, and a tree stays where it was grown.

import {t} from './words.js';

const text_of = id => document.getElementById(id)?.textContent;

// In the one file everything stands in it; in the folder beside it.
async function find_module() {
  const inside = text_of('clew-module');
  if (inside === undefined) return WebAssembly.compileStreaming(fetch('clew.wasm'));
  const packed = Uint8Array.from(atob(inside.trim()), c => c.charCodeAt(0));
  const bytes = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(bytes).arrayBuffer());
}
// Loaded once: a Worker that is ended while its script is on the way is an error in some browsers' consoles.
async function find_worker() {
  const script = text_of('clew-worker') ?? await (await fetch('worker.js')).text();
  return URL.createObjectURL(new Blob([script], {type: 'text/javascript'}));
}

const module = find_module();
const code = find_worker();
const quick = new Set(['board', 'read', 'convert', 'techniques']);

class Lane {
  #worker = null;
  #waiting = [];
  #at_work = null;

  get load() { return this.#waiting.length + (this.#at_work ? 1 : 0); }

  ask(task) {
    this.#waiting.push(task);
    task.signal?.addEventListener('abort', () => this.#abort(task));
    this.#next();
  }

  async #next() {
    if (this.#at_work || this.#waiting.length === 0) return;
    const task = this.#at_work = this.#waiting.shift();
    try {
      const [compiled, script] = await Promise.all([module, code]);
      if (this.#at_work !== task) return;
      this.#worker ??= this.#start(compiled, script);
      this.#worker.postMessage({question: task.question, body: task.body});
    } catch (fault) {
      this.#end({said: {error: t`this browser cannot run Clew: ${fault.message}`}, status: 0});
    }
  }

  #start(compiled, script) {
    const worker = new Worker(script);
    worker.onmessage = ({data}) => {
      if (data.said) this.#end(data);
      else this.#at_work?.on[data.event]?.(data.data);
    };
    worker.onerror = fault => {
      worker.terminate();
      this.#worker = null;
      this.#end({said: {error: t`Clew ended: ${fault.message ?? t('out of memory')}`}, status: 503});
    };
    worker.postMessage({module: compiled});
    return worker;
  }

  #end(answer) {
    const task = this.#at_work;
    this.#at_work = null;
    task?.done(answer);
    this.#next();
  }

  #abort(task) {
    task.fail(new DOMException('stopped', 'AbortError'));
    this.#waiting = this.#waiting.filter(other => other !== task);
    if (this.#at_work !== task) return;
    this.#worker?.terminate();
    this.#worker = null;
    this.#at_work = null;
    this.#next();
  }
}

const board = new Lane(), tree = new Lane();
const others = Array.from({length: Math.min(Math.max(navigator.hardwareConcurrency ?? 2, 3), 6)}, () => new Lane());

function lane_of(question) {
  if (quick.has(question)) return board;
  if (question.startsWith('tree')) return tree;
  return others.reduce((best, lane) => lane.load < best.load ? lane : best);
}

// As in the explorer's transport.js.
export function send(question, body, signal, on) {
  return new Promise((done, fail) => {
    if (signal?.aborted) throw new DOMException('stopped', 'AbortError');
    lane_of(question).ask({question, body, signal, on, done, fail});
  });
}
