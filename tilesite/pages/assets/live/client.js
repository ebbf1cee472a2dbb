/** The one worker of a page, and the questions that wait for it. Each is asked alone, so that no two can mix. */

/**
 * @typedef {{state: "waiting" | "running"} | {state: "loading", percent: number}} Told
 * @typedef {{id: number, question: object, told: (told: Told) => void,
 *   resolve: (answer: any) => void, reject: (reason: Error) => void}} Job
 */

/** A reader ended the run. */
export class Stopped extends Error {}

/** The files could not be reached. */
export class Offline extends Error {}

class Client {
  /** @type {Worker | null} */
  #worker = null;
  #isLoaded = false;
  #percent = 0;
  #asked = 0;
  /** @type {Job | null} */
  #current = null;
  /** @type {Job[]} */
  #waiting = [];

  /**
   * Asks one question. `told` hears how it goes; `stop` ends it, whatever it is doing.
   * @param {object} question
   * @param {(told: Told) => void} told
   * @returns {{answer: Promise<any>, stop: () => void}}
   */
  ask(question, told) {
    this.#asked += 1;
    const id = this.#asked;
    /** @type {Promise<any>} */
    const answer = new Promise((resolve, reject) => {
      this.#waiting.push({ id, question, told, resolve, reject });
    });
    this.#next();
    return { answer, stop: () => this.#stop(id) };
  }

  #next() {
    if (!this.#current && this.#waiting.length) {
      this.#current = /** @type {Job} */ (this.#waiting.shift());
      this.#worker ??= this.#start();
      this.#tell();
      this.#worker.postMessage({ id: this.#current.id, question: this.#current.question });
    }
    for (const job of this.#waiting) job.told({ state: "waiting" });
  }

  #tell() {
    this.#current?.told(this.#isLoaded ? { state: "running" } : { state: "loading", percent: this.#percent });
  }

  #start() {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => {
      if (worker === this.#worker) this.#heard(data);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.#lost(event.message || "worker");
    });
    return worker;
  }

  /** @param {{type: string, id: number, percent?: number, answer?: any, reason?: string}} message */
  #heard(message) {
    if (message.type === "loading") this.#percent = message.percent ?? 0;
    if (message.type === "loaded") this.#isLoaded = true;
    if (message.type === "loading" || message.type === "loaded") this.#tell();
    if (message.type === "lost") this.#lost(message.reason ?? "");
    if (message.type === "answer" && message.id === this.#current?.id) {
      this.#current.resolve(message.answer);
      this.#current = null;
      this.#next();
    }
  }

  /** The worker is of no more use: its question fails, and the next one gets another worker. @param {string} reason */
  async #lost(reason) {
    const job = this.#current;
    this.#end();
    const isReached = navigator.onLine && (await isReachable());
    job?.reject(isReached ? new Error(reason) : new Offline(reason));
    this.#next();
  }

  /** @param {number} id */
  #stop(id) {
    const waiting = this.#waiting.find((job) => job.id === id);
    const running = this.#current?.id === id ? this.#current : null;
    this.#waiting = this.#waiting.filter((job) => job.id !== id);
    if (running) this.#end();
    (running ?? waiting)?.reject(new Stopped());
    this.#next();
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#current = null;
    this.#isLoaded = false;
    this.#percent = 0;
  }
}

async function isReachable() {
  try {
    await fetch(new URL("site.js", import.meta.url), { method: "HEAD", cache: "no-store" });
    return true;
  } catch {
    return false;
  }
}

export const client = new Client();
