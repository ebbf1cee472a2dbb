/** What a reader sees and hears of one run: a button that starts and stops it, a bar, and a line that says how it is. */

import { client, Offline, Stopped } from "./client.js";
import { button, make, say } from "./dom.js";
import { SETTINGS } from "./site.js";

export class Run {
  /** @type {(() => void) | null} */
  #stop = null;

  /**
   * @param {HTMLElement} host shows the state in its attribute `data-state`
   * @param {string} lang
   * @param {string} label the name of the words on the button
   * @param {() => void} asked the reader wants it to run
   */
  constructor(host, lang, label, asked) {
    this.host = host;
    this.lang = lang;
    this.label = label;
    this.button = button(say(lang, label), () => (this.#stop ? this.#stop() : asked()), "tilesite-live-run");
    this.bar = make("progress", { max: "100", "aria-label": say(lang, "running") });
    this.bar.hidden = true;
    this.status = make("p", { role: "status", class: "tilesite-live-status" });
    this.#show("ready", "");
  }

  get isRunning() {
    return this.#stop !== null;
  }

  /** Ends what is running. */
  stop() {
    this.#stop?.();
  }

  /**
   * Asks a question about this page. The answer is null when it was stopped or could not be given, which is then said.
   * @param {string} ask
   * @param {object} of
   * @returns {Promise<any>}
   */
  async ask(ask, of) {
    const run = client.ask({ ask, of, settings: SETTINGS }, (told) => this.#told(told));
    this.#stop = run.stop;
    this.button.textContent = say(this.lang, "stop");
    try {
      const answer = await run.answer;
      this.#show("done", answer.said);
      return answer;
    } catch (error) {
      this.#failed(error);
      return null;
    } finally {
      this.#stop = null;
      this.bar.hidden = true;
      this.button.textContent = say(this.lang, this.label);
    }
  }

  /** @param {import("./client.js").Told} told */
  #told(told) {
    this.bar.hidden = false;
    if (told.state === "loading") {
      this.bar.value = told.percent;
      // Said in steps, so that a screen reader is not kept talking.
      this.#show("loading", say(this.lang, "loading", { percent: told.percent - (told.percent % 25) }));
    } else {
      this.bar.removeAttribute("value");
      this.#show(told.state, say(this.lang, told.state));
    }
  }

  /** @param {unknown} error */
  #failed(error) {
    if (error instanceof Stopped) this.#show("stopped", say(this.lang, "stopped"));
    else if (error instanceof Offline) this.#show("offline", say(this.lang, "offline"));
    else this.#show("failed", say(this.lang, "failed", { reason: String(error instanceof Error ? error.message : error) }));
  }

  /**
   * @param {string} state
   * @param {string} text
   */
  #show(state, text) {
    this.host.dataset.state = state;
    if (this.status.textContent !== text) this.status.textContent = text;
  }
}
