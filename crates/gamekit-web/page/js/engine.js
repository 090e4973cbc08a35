// The page's side of the worker.

/** A worker with one question at a time. A new question ends the old one. */
export class Engine {
  #worker;
  #current;
  #next = 1;

  /** Makes a worker for a game, with its compiled module. */
  constructor(game, module) {
    this.game = game;
    this.module = module;
  }

  get isBusy() { return this.#current !== undefined; }

  /** Asks a question. Without an answer, because another question or stop() came first, returns undefined. */
  ask(job, options = {}, onEvent = () => {}) {
    this.stop();
    this.#worker ??= this.#start();
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#current = { id, resolve, reject, onEvent };
      this.#worker.postMessage({ id, job, game: this.game, module: this.module, ...options });
    });
  }

  /** Ends the current question. */
  stop() {
    if (!this.#current) return;
    const { resolve } = this.#current;
    this.#current = undefined;
    this.#worker.terminate();
    this.#worker = undefined;
    resolve(undefined);
  }

  #start() {
    const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data: { id, kind, data } }) => {
      const current = this.#current;
      if (!current || current.id !== id) return;
      if (kind === 'done') {
        this.#current = undefined;
        current.resolve(data);
      } else if (kind === 'error') {
        this.#current = undefined;
        current.reject(new Error(data));
      } else {
        current.onEvent(kind, data);
      }
    };
    worker.onerror = (event) => {
      const current = this.#current;
      this.#current = undefined;
      this.#worker = undefined;
      current?.reject(new Error(event.message || 'the worker cannot be started'));
    };
    return worker;
  }
}
