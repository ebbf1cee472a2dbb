/** Gives the link that a page was opened with to the block or the explorer that it names. */

import { languageOf, make, say } from "./dom.js";
import { readLink } from "./link.js";

/** @typedef {Element & {name: string, take: (given: any) => void, refuse: (reason: string) => void}} Follower */

/** The address that each element was last given. @type {WeakMap<Element, string>} */
const given = new WeakMap();
let isAwaited = false;

/** Follows the page's link once all elements of the page are there. */
export function followLinkSoon() {
  if (isAwaited) return;
  isAwaited = true;
  setTimeout(() => {
    isAwaited = false;
    followLink();
  });
}

function followLink() {
  for (const notice of document.querySelectorAll(".tilesite-live-lost")) notice.remove();
  const link = readLink(location.hash);
  if (!link) return;
  const tag = link.of === "live" ? "tilesite-live" : "tilesite-explorer";
  const all = /** @type {Follower[]} */ ([...document.querySelectorAll(tag)]);
  const named = all.find((each) => link.of === "explore" || each.name === link.name);
  const first = all.at(0);
  const target = named ?? ("fault" in link ? first : undefined);
  if (!target) {
    if (first) first.before(lost(first, link.name));
    return;
  }
  if (given.get(target) === location.href) return;
  given.set(target, location.href);
  const config = "values" in link && link.values instanceof Map ? link.values : null;
  if (!config || "fault" in link) target.refuse(say(languageOf(target), "fault" in link ? link.fault : "", faultValues(link)));
  else if (link.of === "explore") target.take(config);
  else if (config.has("config")) target.take(config.get("config"));
  else target.refuse(say(languageOf(target), "link_empty"));
}

/**
 * @param {import("./link.js").Link | import("./link.js").BadLink} link
 * @returns {Record<string, string | number>}
 */
function faultValues(link) {
  return "fault" in link ? link.values : {};
}

/**
 * @param {Element} beside
 * @param {string} name
 */
function lost(beside, name) {
  const text = say(languageOf(beside), "no_such_block", { name: name.slice(0, 100) });
  return make("p", { role: "alert", class: "tilesite-live-lost tilesite-live-notice" }, text);
}
