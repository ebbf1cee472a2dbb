/** A table that a reader can sort by each column and filter by those of few values. */

import { button, make, newId, say } from "./dom.js";

/**
 * @typedef {{label: string, chosen: boolean, words: boolean}} Column
 * @typedef {{columns: Column[], cells: string[][], keys: (string | number | null)[][]}} Data
 */

/** Rows that are shown before the reader asks for all. */
const MOST_ROWS = 1000;

export class Table {
  /** The column that sorts and its direction; none: as the data are. @type {{column: number, sign: 1 | -1} | null} */
  #sorted = null;
  #isWhole = false;
  /** @type {Map<number, HTMLSelectElement>} */
  #filters = new Map();

  /**
   * @param {Data} data
   * @param {string} lang
   * @param {Table} [before] the table that this one replaces: what a reader chose in it is kept where it can be
   */
  constructor(data, lang, before) {
    this.data = data;
    this.lang = lang;
    this.status = make("p", { role: "status", class: "tilesite-live-status" });
    this.heads = data.columns.map((column, at) => this.#head(column, at));
    this.body = make("tbody");
    this.more = button("", () => this.#showAll());
    const head = make("thead", {}, make("tr", {}, ...this.heads));
    const table = make("table", { class: "tilesite-explorer-table" }, head, this.body);
    const scroller = make("div", { class: "tilesite-explorer-scroll", tabindex: "0", role: "region", "aria-label": say(lang, "scroll") }, table);
    this.element = make("div", {}, this.#choices(), this.status, scroller, this.more);
    if (before) this.#choose(before);
    this.#draw();
  }

  /** @param {Table} before */
  #choose(before) {
    for (const [at, select] of this.#filters) {
      select.value = before.#filters.get(at)?.value ?? "";
      if (select.selectedIndex < 0) select.value = "";
    }
    this.#sorted = before.#sorted;
    this.#mark();
  }

  /**
   * @param {Column} column
   * @param {number} at
   */
  #head(column, at) {
    const press = make("button", { type: "button" }, column.label);
    press.addEventListener("click", () => this.#sortBy(at));
    return make("th", { scope: "col", class: column.words ? "tilesite-explorer-words" : "" }, press);
  }

  #choices() {
    const fields = make("div", { class: "tilesite-explorer-filters" });
    const group = make("fieldset", {}, make("legend", {}, say(this.lang, "filter")), fields);
    for (const [at, column] of this.data.columns.entries()) {
      if (!column.chosen) continue;
      const id = newId();
      const select = make("select", { id }, make("option", { value: "" }, say(this.lang, "any")));
      for (const value of this.#values(at)) select.append(make("option", { value }, value));
      select.addEventListener("change", () => this.#draw());
      this.#filters.set(at, select);
      fields.append(make("div", {}, make("label", { for: id }, column.label), select));
    }
    return group;
  }

  /** The different texts of a column, in their order. @param {number} at */
  #values(at) {
    const keys = new Map(this.data.cells.map((cells, row) => [cells[at], this.data.keys[row][at]]));
    return [...keys].sort(([, one], [, other]) => compare(one, other)).map(([text]) => text);
  }

  /** @param {number} column */
  #sortBy(column) {
    const sign = this.#sorted?.column === column && this.#sorted.sign === 1 ? -1 : 1;
    this.#sorted = { column, sign };
    this.#mark();
    this.#draw();
  }

  /** Tells which column sorts. */
  #mark() {
    for (const [at, head] of this.heads.entries()) {
      if (at === this.#sorted?.column) head.setAttribute("aria-sort", this.#sorted.sign === 1 ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    }
  }

  #showAll() {
    this.#isWhole = true;
    this.#draw();
  }

  /** The rows that are left, in the order that the reader chose; what ties stays in the order of the sweep. */
  get rows() {
    const wanted = [...this.#filters].filter(([, select]) => select.value);
    const left = [...this.data.cells.keys()].filter((row) => wanted.every(([at, select]) => this.data.cells[row][at] === select.value));
    const sorted = this.#sorted;
    if (!sorted) return left;
    const key = (/** @type {number} */ row) => this.data.keys[row][sorted.column];
    return left.sort((one, other) => sorted.sign * compare(key(one), key(other)) || one - other);
  }

  #draw() {
    const rows = this.rows;
    const shown = this.#isWhole ? rows : rows.slice(0, MOST_ROWS);
    this.body.replaceChildren(...shown.map((row) => this.#row(this.data.cells[row])));
    this.more.hidden = shown.length === rows.length;
    this.more.textContent = say(this.lang, "more_rows", { count: rows.length });
    this.status.textContent = rows.length ? this.#counted(rows.length) : say(this.lang, "no_rows");
  }

  /** @param {number} count */
  #counted(count) {
    const sorted = this.#sorted;
    const direction = sorted ? `, ${say(this.lang, sorted.sign === 1 ? "up" : "down")}` : "";
    const column = sorted ? this.data.columns[sorted.column].label : say(this.lang, "order");
    return say(this.lang, "shown", { count, total: this.data.cells.length, column: column + direction });
  }

  /** @param {string[]} cells */
  #row(cells) {
    const row = make("tr");
    for (const [at, text] of cells.entries()) {
      row.append(make("td", this.data.columns[at].words ? { class: "tilesite-explorer-words" } : {}, text));
    }
    return row;
  }
}

/**
 * Numbers by size, words by their letters, what is absent last.
 * @param {string | number | null} one
 * @param {string | number | null} other
 */
function compare(one, other) {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one) < String(other) ? -1 : Number(String(one) > String(other));
}
