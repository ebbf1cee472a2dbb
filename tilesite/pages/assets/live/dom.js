/** Small helpers: elements made of text, words in the reader's language, and copying. */

import { PYTHON, SIZES, TEXTS } from "./site.js";

const sizes = [...PYTHON.map((file) => file.size), ...Object.values(SIZES)];
/** What the first run loads, in 10^6 bytes. */
export const MEGABYTES = (sizes.reduce((sum, size) => sum + size, 0) / 1e6).toFixed(1);

/** Counts the ids that elements refer to each other by. */
let ids = 0;

/** An id that no other element of the page has. */
export function newId() {
  ids += 1;
  return `tilesite-live-${ids}`;
}

/**
 * An element with attributes and children; a string is text, never HTML.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/**
 * A button that calls `pressed`.
 * @param {string} label
 * @param {() => void} pressed
 * @param {string} [className]
 */
export function button(label, pressed, className = "") {
  const element = make("button", { type: "button", class: `tilesite-live-button ${className}`.trim() }, label);
  element.addEventListener("click", pressed);
  return element;
}

/**
 * The language that an element is in: of those that there are words for.
 * @param {Element} element
 */
export function languageOf(element) {
  const lang = element.closest("[lang]")?.getAttribute("lang") ?? "";
  return lang.toLowerCase().startsWith("zh") ? "zh" : "en";
}

/**
 * What the scripts say, by name, filled with values.
 * @param {string} lang
 * @param {string} name
 * @param {Record<string, string | number>} [values]
 */
export function say(lang, name, values = {}) {
  const text = TEXTS[lang]?.[name] ?? "";
  return text.replace(/\{(\w+)\}/g, (whole, key) => (Object.hasOwn(values, key) ? String(values[key]) : whole));
}

/**
 * Copies text where the browser allows it, and shows it for copying by hand elsewhere.
 * @param {string} text
 * @param {string} lang
 * @param {HTMLElement} told where it is said
 */
export async function copy(text, lang, told) {
  try {
    await navigator.clipboard.writeText(text);
    told.replaceChildren(say(lang, "copied"));
  } catch {
    const field = make("input", { type: "text", readonly: "", class: "tilesite-live-copy", "aria-label": say(lang, "not_copied") });
    field.value = text;
    told.replaceChildren(say(lang, "not_copied"), " ", field);
    field.select();
  }
}
