/**
 * Keeps what a reader has worked in. A theme with instant navigation exchanges the page for a copy of itself (Material
 * does at the first link to an anchor), and when the reader comes back to it: the element they left then takes its place.
 */

/** @typedef {HTMLElement & {isTouched: boolean, leave: () => void}} Kept */

/** @type {Map<string, Kept>} */
const kept = new Map();
/** Where each element stood. @type {WeakMap<Kept, string>} */
const places = new WeakMap();

/**
 * Gives the place of a new element to the one that a reader worked in, if there is one.
 * @param {Kept} fresh
 * @returns {boolean} whether another element has the place now
 */
export function giveWay(fresh) {
  if (places.has(fresh)) return false;
  const alike = [...document.querySelectorAll(fresh.localName)].filter((each) => isAlike(fresh, each));
  const place = [location.pathname, fresh.localName, fresh.dataset.live ?? "", alike.indexOf(fresh)].join("\n");
  places.set(fresh, place);
  const before = kept.get(place);
  if (!before || before.isConnected) return false;
  fresh.replaceWith(before);
  return true;
}

/**
 * @param {HTMLElement} one
 * @param {Element} other
 */
function isAlike(one, other) {
  return other instanceof HTMLElement && other.dataset.live === one.dataset.live;
}

/**
 * Keeps an element that left the page, and tells it once it has not come back at once.
 * @param {Kept} gone
 */
export function keep(gone) {
  const place = places.get(gone);
  if (gone.isTouched && place !== undefined) kept.set(place, gone);
  setTimeout(() => {
    if (!gone.isConnected) gone.leave();
  });
}
