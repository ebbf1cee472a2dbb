/** <tilesite-explorer>: every candidate of a space that a reader chose, as figures and as tables. */

import { button, copy, languageOf, make, MEGABYTES, newId, say } from "./dom.js";
import { followLinkSoon } from "./follow.js";
import { giveWay, keep } from "./keep.js";
import { makeLink } from "./link.js";
import { Run } from "./run.js";
import { FORM } from "./site.js";
import { Table } from "./table.js";

/** @typedef {{key: string, group: string, help: string, usual: string, names: string[]}} Field */

const GROUPS = ["problem", "ranges", "more"];
const TABLES = ["feasible", "rejected"];

export class Explorer extends HTMLElement {
  /** @type {Map<string, {field: Field, input: HTMLInputElement | HTMLSelectElement, fault: HTMLElement}>} */
  #inputs = new Map();
  /** @type {Run | null} */
  #run = null;
  #lang = "en";
  #hasAnswered = false;
  #isChanged = false;
  /** What was answered last. @type {any} */
  answer = null;

  connectedCallback() {
    if (!this.#run) this.#build();
    if (!giveWay(this)) followLinkSoon();
  }

  disconnectedCallback() {
    keep(this);
  }

  /** Ends what is running for a page that was left. */
  leave() {
    this.#run?.stop();
  }

  /** Whether a reader chose something or had an answer. */
  get isTouched() {
    return this.answer !== null || this.values.length > 0;
  }

  /** Links need no name: a page has one explorer. */
  get name() {
    return "";
  }

  #build() {
    this.#lang = languageOf(this);
    const lang = this.#lang;
    this.notice = make("p", { role: "alert", class: "tilesite-live-notice" });
    this.copied = make("span", { role: "status", class: "tilesite-live-copied" });
    this.faults = make("ul", { class: "tilesite-live-faults" });
    this.result = make("div", { class: "tilesite-live-result" });
    this.#run = new Run(this, lang, "explore", () => this.explore());
    const form = make("form", { class: "tilesite-explorer-form", "aria-label": say(lang, "explore_label") });
    for (const group of GROUPS) form.append(this.#group(group));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.explore();
    });
    form.addEventListener("change", () => this.#changed());
    const actions = make(
      "div",
      { class: "tilesite-live-actions" },
      this.#run.button,
      button(say(lang, "reset_explorer"), () => this.#reset()),
      button(say(lang, "link_explorer"), () => copy(this.link, lang, /** @type {HTMLElement} */ (this.copied))),
      this.copied,
    );
    const hint = make("p", { class: "tilesite-live-hint" }, say(lang, "first_run", { size: MEGABYTES }));
    this.replaceChildren(this.notice, form, hint, actions, this.#run.bar, this.#run.status, this.faults, this.result);
  }

  /** @param {string} group */
  #group(group) {
    /** @type {Field[]} */
    const fields = FORM[this.#lang].filter((/** @type {Field} */ field) => field.group === group);
    const inner = make("div", { class: "tilesite-explorer-fields" }, ...fields.map((field) => this.#field(field)));
    const legend = say(this.#lang, group);
    if (group === "more") return make("details", {}, make("summary", {}, legend), inner);
    return make("fieldset", {}, make("legend", {}, legend), inner);
  }

  /** @param {Field} field */
  #field(field) {
    const id = newId();
    const described = { id, name: field.key, "aria-describedby": `${id}-help ${id}-fault` };
    const input = field.names.length ? make("select", described) : make("input", { ...described, type: "text", autocomplete: "off", spellcheck: "false", placeholder: field.usual });
    if (input instanceof HTMLSelectElement) {
      const names = field.names.includes(field.usual) ? field.names : ["", ...field.names];
      for (const name of names) input.append(make("option", { value: name }, name || say(this.#lang, "usual")));
      input.value = field.usual;
    }
    const fault = make("p", { id: `${id}-fault`, class: "tilesite-live-fault" });
    this.#inputs.set(field.key, { field, input, fault });
    return make("div", {}, make("label", { for: id }, field.key), input, make("p", { id: `${id}-help`, class: "tilesite-live-hint" }, field.help), fault);
  }

  /** What differs from the usual. @returns {[string, string][]} */
  get values() {
    return [...this.#inputs.values()]
      .map(({ field, input }) => /** @type {[string, string, string]} */ ([field.key, input.value.trim(), field.usual]))
      .filter(([, value, usual]) => value && value !== usual)
      .map(([key, value]) => [key, value]);
  }

  /** The link that carries the form. */
  get link() {
    return makeLink("explore", "1", this.values);
  }

  /**
   * Takes the values of a link; they wait for the reader to run them.
   * @param {Map<string, string>} values
   */
  take(values) {
    this.#clear();
    const unknown = [...values.keys()].filter((key) => !this.#inputs.has(key));
    const refused = [...values].filter(([key, value]) => !this.#set(key, value) && !unknown.includes(key)).map(([key]) => key);
    const wrong = [...unknown, ...refused].map((key) => key.slice(0, 50));
    if (wrong.length) this.refuse(say(this.#lang, "link_keys", { keys: wrong.slice(0, 8).join(", ") }));
    else {
      this.#notify(say(this.#lang, "from_link"));
      this.#changed();
    }
  }

  /** @param {string} reason */
  refuse(reason) {
    this.#reset();
    this.#notify(say(this.#lang, "bad_link", { reason }));
  }

  /** @param {string} text */
  #notify(text) {
    if (this.notice) this.notice.textContent = text;
  }

  /**
   * @param {string} key
   * @param {string} value
   */
  #set(key, value) {
    const input = this.#inputs.get(key)?.input;
    if (!input) return false;
    input.value = value;
    const details = input.closest("details");
    if (details) details.open = true;
    return input.value === value;
  }

  #reset() {
    this.#clear();
    this.#changed();
  }

  #clear() {
    for (const { field, input } of this.#inputs.values()) input.value = input instanceof HTMLSelectElement ? field.usual : "";
    this.#notify("");
  }

  /** Once the checker is loaded, an answer follows each change. */
  #changed() {
    this.copied?.replaceChildren();
    if (this.#run?.isRunning) this.#isChanged = true;
    else if (this.#hasAnswered) this.explore();
  }

  /** Answers the form, and once more when it was changed in the meantime. */
  async explore() {
    const run = this.#run;
    if (!run || run.isRunning) return;
    this.#isChanged = false;
    const answer = await run.ask("explore", { values: Object.fromEntries(this.values), lang: this.#lang });
    if (!answer) return;
    this.answer = answer;
    this.#hasAnswered = true;
    this.#showFaults(answer.faults);
    if (answer.result) this.result?.replaceChildren(...this.#shown(answer));
    this.result?.classList.toggle("tilesite-live-old", !answer.result);
    if (this.#isChanged) this.explore();
  }

  /** @param {{key: string, text: string}[]} faults */
  #showFaults(faults) {
    for (const { input, fault } of this.#inputs.values()) {
      fault.textContent = "";
      input.removeAttribute("aria-invalid");
    }
    const others = [];
    for (const { key, text } of faults) {
      const at = this.#inputs.get(key);
      if (!at) others.push(make("li", {}, text));
      else {
        at.fault.textContent = text;
        at.input.setAttribute("aria-invalid", "true");
      }
    }
    this.faults?.replaceChildren(...others);
  }

  /** @param {any} answer */
  #shown(answer) {
    const lang = this.#lang;
    const template = make("template");
    template.innerHTML = answer.figures; // made by the code that draws the pages' figures, which escapes
    const command = make("pre", { class: "tilesite-command", tabindex: "0" }, make("code", {}, answer.command));
    const copied = make("span", { role: "status" });
    const actions = make("div", { class: "tilesite-live-actions" }, button(say(lang, "command"), () => copy(answer.command, lang, copied)), copied);
    return [template.content, this.#tables(answer.tables), command, actions];
  }

  /** @param {Record<string, import("./table.js").Data>} tables */
  #tables(tables) {
    const lang = this.#lang;
    const place = make("div");
    const show = (/** @type {string} */ name) => {
      const table = new Table(tables[name], lang, this.#tablesBefore.get(name));
      this.#tablesBefore.set(name, table);
      place.replaceChildren(table.element);
    };
    const group = newId();
    const choices = TABLES.map((name) => {
      const radio = make("input", { type: "radio", name: group, value: name });
      radio.checked = name === this.#listed;
      radio.addEventListener("change", () => {
        this.#listed = name;
        show(name);
      });
      return make("label", {}, radio, " ", say(lang, name, { count: tables[name].cells.length }));
    });
    show(this.#listed);
    return make("div", {}, make("fieldset", { class: "tilesite-explorer-which" }, make("legend", {}, say(lang, "which")), ...choices), place);
  }

  /** The table that is shown. */
  #listed = TABLES[0];
  /** The tables that were shown last, by name. @type {Map<string, Table>} */
  #tablesBefore = new Map();
}
