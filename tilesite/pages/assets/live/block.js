/** <tilesite-live>: a block that a reader may change and run. Nothing is loaded before they run it. */

import { button, copy, languageOf, make, MEGABYTES, newId, say } from "./dom.js";
import { followLinkSoon } from "./follow.js";
import { giveWay, keep } from "./keep.js";
import { makeLink } from "./link.js";
import { Run } from "./run.js";

/** @typedef {{name: string, kind: string, lang: string, body: string, head: number | null}} Block */

const MOST_ROWS = 24;

export class LiveBlock extends HTMLElement {
  /** @type {Block | null} */
  #block = null;
  /** @type {ReturnType<LiveBlock["_panel"]> | null} */
  #panel = null;
  #lang = "en";

  connectedCallback() {
    if (!this.#block) {
      this.#block = JSON.parse(this.dataset.live ?? "null");
      this.#lang = languageOf(this);
      this.opener = button(say(this.#lang, "edit"), () => this.toggle());
      this.opener.setAttribute("aria-expanded", "false");
      this.replaceChildren(this.opener);
    }
    if (!giveWay(this)) followLinkSoon();
  }

  disconnectedCallback() {
    keep(this);
  }

  /** Ends what is running for a page that was left. */
  leave() {
    this.#panel?.run.stop();
  }

  /** Whether a reader opened the editor. */
  get isTouched() {
    return this.#panel !== null;
  }

  /** What links call the block by. */
  get name() {
    return this.#block?.name ?? "";
  }

  /** Opens or closes the editor; what was typed is kept. */
  toggle() {
    const isOpen = this.opener?.getAttribute("aria-expanded") === "true";
    if (isOpen) this.#close();
    else this.open().editor.focus();
  }

  /** Opens the editor. */
  open() {
    this.#panel ??= this._panel();
    this.#panel.element.hidden = false;
    this.opener?.setAttribute("aria-expanded", "true");
    return this.#panel;
  }

  /**
   * Opens the editor with the config of a link; it waits for the reader to run it.
   * @param {string} config
   */
  take(config) {
    const panel = this.open();
    panel.editor.value = config;
    panel.notice.textContent = say(this.#lang, "from_link");
    this.#changed();
    this.scrollIntoView();
  }

  /**
   * Opens the editor with the page's own config, and says why the link's is not there.
   * @param {string} reason
   */
  refuse(reason) {
    const panel = this.open();
    this.#reset();
    panel.notice.textContent = say(this.#lang, "bad_link", { reason });
    this.scrollIntoView();
  }

  #close() {
    if (this.#panel) this.#panel.element.hidden = true;
    this.opener?.setAttribute("aria-expanded", "false");
    this.opener?.focus();
  }

  _panel() {
    const lang = this.#lang;
    const id = newId();
    const editor = make("textarea", { id, wrap: "off", spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-describedby": `${id}-keys` });
    editor.value = this.#block?.body ?? "";
    const numbers = make("pre", { "aria-hidden": "true" });
    const notice = make("p", { role: "alert", class: "tilesite-live-notice" });
    const copied = make("span", { role: "status", class: "tilesite-live-copied" });
    const stale = make("p", { class: "tilesite-live-stale" }, say(lang, "stale"));
    stale.hidden = true;
    const result = make("div", { role: "region", "aria-label": say(lang, "answer"), class: "tilesite-live-result" });
    const run = new Run(this, lang, "run", () => this.run());
    const actions = make("div", { class: "tilesite-live-actions" }, run.button);
    actions.append(
      button(say(lang, "reset"), () => this.#reset()),
      button(say(lang, "link"), () => copy(this.link, lang, copied)),
      button(say(lang, "close"), () => this.#close()),
      copied,
    );
    const first = say(lang, "first_run", { size: MEGABYTES });
    const element = make(
      "div",
      { role: "group", "aria-label": say(lang, "panel"), class: "tilesite-live-panel" },
      notice,
      make("label", { for: id }, say(lang, "config")),
      make("div", { class: "tilesite-live-editor" }, numbers, editor),
      make("p", { id: `${id}-keys`, class: "tilesite-live-hint" }, `${say(lang, "keys")} ${first}`),
      actions,
      run.bar,
      run.status,
      stale,
      result,
    );
    editor.addEventListener("input", () => this.#changed());
    editor.addEventListener("scroll", () => {
      numbers.scrollTop = editor.scrollTop;
    });
    editor.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.run();
    });
    this.append(element);
    const panel = { element, editor, numbers, notice, copied, stale, result, run };
    number(panel);
    return panel;
  }

  /** The link that carries what is in the editor. */
  get link() {
    return makeLink("live", this.name, [["config", this.open().editor.value]]);
  }

  #changed() {
    const panel = this.open();
    number(panel);
    panel.stale.hidden = !panel.result.childElementCount;
    panel.copied.replaceChildren();
  }

  #reset() {
    const panel = this.open();
    panel.editor.value = this.#block?.body ?? "";
    panel.notice.textContent = "";
    this.#changed();
  }

  /** Runs what is in the editor, and shows the answer. */
  async run() {
    const panel = this.open();
    if (panel.run.isRunning) return;
    const body = panel.editor.value;
    const answer = await panel.run.ask("block", { ...this.#block, body });
    if (!answer) return;
    panel.result.replaceChildren(...this.#shown(answer));
    panel.stale.hidden = panel.editor.value === body;
  }

  /**
   * The parts of the block that the answer is: the same HTML as the build's, made by the same code, which escapes.
   * @param {{html: string, lines: (number | null)[]}} answer
   */
  #shown(answer) {
    const template = make("template");
    template.innerHTML = answer.html;
    const section = template.content.firstElementChild;
    const items = section?.querySelectorAll(".tilesite-problems li") ?? [];
    for (const [at, item] of [...items].entries()) {
      const line = answer.lines[at];
      if (line) item.append(" ", button(say(this.#lang, "line", { line }), () => this.#goTo(line)));
    }
    const command = section?.querySelector(".tilesite-command code")?.textContent;
    const copied = make("span", { role: "status" });
    const actions = command ? [button(say(this.#lang, "command"), () => copy(command, this.#lang, copied)), copied] : [];
    return [...(section?.childNodes ?? []), make("div", { class: "tilesite-live-actions" }, ...actions)];
  }

  /** @param {number} line from 1 */
  #goTo(line) {
    const { editor } = this.open();
    const before = editor.value.split("\n").slice(0, line - 1);
    const start = before.reduce((sum, each) => sum + each.length + 1, 0);
    const end = editor.value.indexOf("\n", start);
    editor.focus();
    editor.setSelectionRange(start, end < 0 ? editor.value.length : end);
  }
}

/** Numbers the lines of an editor. @param {{editor: HTMLTextAreaElement, numbers: HTMLElement}} panel */
function number({ editor, numbers }) {
  const count = editor.value.split("\n").length;
  editor.rows = Math.min(Math.max(count, 3), MOST_ROWS);
  numbers.textContent = Array.from({ length: count }, (_, at) => at + 1).join("\n");
}
