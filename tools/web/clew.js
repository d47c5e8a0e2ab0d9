// Clew in JavaScript: the questions that `clew serve` answers, computed here by a WebAssembly module.
//
//     import {load} from 'clew';
//     const clew = await load();
//     const answer = clew.ask('count', {puzzle: '8...'});       // throws ClewError
//     clew.ask('count', {puzzle}, {seconds: 5, progress: p => show(p.share), partial: part => show(part)});
//
// A question is answered before ask() returns: in a page, ask from a Worker. `openapi` describes all of them. There
// is no SAT engine here: Clew's search, its exact counter and its own search for shortest reasons answer.

/** What is wrong with a question, where, and what was expected: all that the answer says of it. */
export class ClewError extends Error {
  constructor({error = 'Clew gave no answer', ...more}, status) {
    super(error);
    Object.assign(this, more, {name: 'ClewError', status});
  }
}

const reading = new TextDecoder(), writing = new TextEncoder();

/** Compiles the module: of its bytes, a WebAssembly.Module, or, without an argument, the file beside this one. */
export async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source === undefined) {
    const file = new URL('clew.wasm', import.meta.url);
    source = file.protocol === 'file:'
      ? await (await import('node:fs/promises')).readFile(file)
      : await (await fetch(file)).arrayBuffer();
  }
  return WebAssembly.compile(source);
}

export async function load(source) { return new Clew(await compile(source)); }

export class Clew {
  #module;
  #exports;
  #on = {};
  #end = Infinity;

  /** Takes a compiled module; load() makes both. */
  constructor(module) {
    this.#module = module;
    this.#start();
  }

  /** Answers a question with a JSON object. `seconds` bounds the time: then the answer is partial and says so. */
  ask(question, body = {}, {progress, partial, seconds = Infinity} = {}) {
    this.#on = {progress, partial};
    this.#end = performance.now() + 1000 * seconds;
    const text = writing.encode(`${question} ${JSON.stringify(body)}`);
    let status, said;
    try {
      const at = this.#exports.clew_buffer(text.length);
      new Uint8Array(this.#exports.memory.buffer, at, text.length).set(text);
      status = this.#exports.clew_ask(partial ? 1 : 0);
      said = JSON.parse(this.#text(this.#exports.clew_answer(), this.#exports.clew_length()));
    } catch (fault) {
      // What a trap leaves behind is not to be used again.
      this.#start();
      const memory = fault instanceof WebAssembly.RuntimeError || fault instanceof RangeError;
      throw memory ? new ClewError({error: `this question was too large for this page: ${fault.message}`}, 503) : fault;
    } finally {
      this.#on = {};
    }
    if (status !== 200) throw new ClewError(said, status);
    return said;
  }

  /** The interface as an OpenAPI document. */
  get openapi() { return this.ask('openapi'); }

  #text(at, length) { return reading.decode(new Uint8Array(this.#exports.memory.buffer, at, length)); }

  #start() {
    const refused = 8;  // a file descriptor that is none
    const instance = new WebAssembly.Instance(this.#module, {
      clew: {
        event: (kind, at, length) => {
          const each = kind === 0 ? this.#on.progress : this.#on.partial;
          each?.(JSON.parse(this.#text(at, length)));
        },
        is_over: () => performance.now() > this.#end ? 1 : 0,
        seconds: granted => { this.#end = Math.min(this.#end, performance.now() + 1000 * granted); },
      },
      // The module opens no file and knows no environment.
      wasi_snapshot_preview1: {
        environ_get: () => 0,
        environ_sizes_get: (count, size) => {
          const view = new DataView(this.#exports.memory.buffer);
          view.setUint32(count, 0, true);
          view.setUint32(size, 0, true);
          return 0;
        },
        fd_close: () => refused,
        fd_seek: () => refused,
        fd_write: () => refused,
        proc_exit: () => { throw new WebAssembly.RuntimeError('ended'); },
      },
    });
    this.#exports = instance.exports;
    this.#exports._initialize();
  }
}
