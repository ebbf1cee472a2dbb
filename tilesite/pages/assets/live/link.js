/** Links that carry a config in their fragment. What is in one is data from a stranger: bounded, decoded, never run. */

export const LONGEST_LINK = 200_000;
const OURS = /** @type {const} */ (["live", "explore"]);

/**
 * @typedef {{of: "live" | "explore", name: string, values: Map<string, string>}} Link
 * @typedef {{of: "live" | "explore", name: string, fault: string, values: Record<string, string | number>}} BadLink
 */

/**
 * The link in a fragment; null when it is none of ours. A fault is the name of the words that say what is wrong.
 * @param {string} fragment with its #
 * @returns {Link | BadLink | null}
 */
export function readLink(fragment) {
  const of = OURS.find((each) => fragment.startsWith(`#${each}=`));
  if (!of) return null;
  let name = "";
  /** @type {(fault: string, values?: Record<string, string | number>) => BadLink} */
  const bad = (fault, values = {}) => ({ of, name, fault, values });
  if (fragment.length > LONGEST_LINK) return bad("link_length", { bound: LONGEST_LINK });
  /** @type {Map<string, string>} */
  const values = new Map();
  for (const [at, part] of fragment.slice(1).split("&").entries()) {
    const [key, value] = decoded(part);
    if (value === null) return bad("link_encoding");
    if (at === 0) name = value;
    else if (values.has(key)) return bad("link_repeated", { key });
    else values.set(key, value);
  }
  return { of, name, values };
}

/**
 * @param {string} part
 * @returns {[string, string | null]}
 */
function decoded(part) {
  const at = part.indexOf("=");
  if (at < 0) return [part, null];
  try {
    return [decodeURIComponent(part.slice(0, at)), decodeURIComponent(part.slice(at + 1))];
  } catch {
    return [part, null];
  }
}

/**
 * A link to this page that carries these values.
 * @param {"live" | "explore"} of
 * @param {string} name
 * @param {[string, string][]} values
 */
export function makeLink(of, name, values) {
  const page = location.href.split("#", 1)[0];
  const parts = [[of, name], ...values].map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
  return `${page}#${parts.join("&")}`;
}
