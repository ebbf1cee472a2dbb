/** Runs in a worker of its own: Pyodide, and in it the code that verified the page. It fetches from this site alone. */

import { PYTHON, SIZES } from "./site.js";

const here = (/** @type {string} */ path) => new URL(path, import.meta.url).href;
const sizes = new Map(Object.entries(SIZES).map(([name, size]) => [here(`pyodide/${name}`), size]));
for (const file of PYTHON) sizes.set(here(file.name), file.size);
const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);

let loaded = 0;
let percent = -1;

/** @param {number} size */
function count(size) {
  loaded += size;
  const now = Math.min(100, Math.floor((100 * loaded) / total));
  if (now > percent) self.postMessage({ type: "loading", percent: now });
  percent = now;
}

const plainFetch = self.fetch.bind(self);

/**
 * As the browser's own, and counts what arrives; Pyodide fetches its files with it.
 * @param {RequestInfo | URL} resource
 * @param {RequestInit} [options]
 */
self.fetch = async (resource, options) => {
  const response = await plainFetch(resource, options);
  if (!response.ok || !response.body || !sizes.has(response.url)) return response;
  const counted = new TransformStream({
    transform(/** @type {Uint8Array} */ chunk, controller) {
      count(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counted), { headers: response.headers });
};

/** @param {{name: string, integrity: string}} file */
async function archive(file) {
  const response = await self.fetch(here(file.name), { integrity: file.integrity });
  if (!response.ok) throw new Error(`${response.status} ${file.name}`);
  return response.arrayBuffer();
}

/** @returns {Promise<(question: string) => string>} */
async function load() {
  const archives = Promise.all(PYTHON.map(archive));
  archives.catch(() => {}); // it is awaited below, after what may fail first
  const { loadPyodide } = await import(here("pyodide/pyodide.mjs"));
  const pyodide = await loadPyodide({ indexURL: here("pyodide/") });
  const packages = pyodide.pyimport("sysconfig").get_path("purelib");
  for (const buffer of await archives) pyodide.unpackArchive(buffer, "zip", { extractDir: packages });
  return pyodide.pyimport("tilesite.pages.live.respond").respond;
}

/** @type {Promise<(question: string) => string> | undefined} */
let ready;

self.addEventListener("message", async ({ data }) => {
  try {
    ready ??= load();
    const respond = await ready;
    self.postMessage({ type: "loaded" });
    self.postMessage({ type: "answer", id: data.id, answer: JSON.parse(respond(JSON.stringify(data.question))) });
  } catch (error) {
    const said = String(error instanceof Error ? error.message : error);
    self.postMessage({ type: "lost", reason: said.trim().split("\n").pop()?.slice(0, 200) });
  }
});
