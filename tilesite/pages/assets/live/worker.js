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

/** Pyodide waits for ever for what it cannot get, so that this is told at once. @param {unknown} error */
function lose(error) {
  const said = String(error instanceof Error ? error.message : error);
  self.postMessage({ type: "lost", reason: said.trim().split("\n").pop()?.slice(0, 200) });
}

const plainFetch = self.fetch.bind(self);

/**
 * As the browser's own, and counts what arrives; Pyodide fetches its files with it.
 * @param {RequestInfo | URL} resource
 * @param {RequestInit} [options]
 */
self.fetch = async (resource, options) => {
  try {
    const response = await plainFetch(resource, options);
    if (!response.ok) throw new Error(`${response.status} ${new URL(response.url).pathname}`);
    return response.body && sizes.has(response.url) ? new Response(counted(response.body), response) : response;
  } catch (error) {
    lose(error);
    throw error;
  }
};

/** @param {ReadableStream<Uint8Array>} body */
function counted(body) {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        count(value.byteLength);
        controller.enqueue(value);
      } catch (error) {
        lose(error);
        controller.error(error);
      }
    },
  });
}

/** @param {{name: string, integrity: string}} file */
async function archive(file) {
  const response = await self.fetch(here(file.name), { integrity: file.integrity });
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

// What goes wrong inside Pyodide while it loads reaches nobody else.
self.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  lose(event.reason);
});

self.addEventListener("message", async (/** @type {MessageEvent} */ { data }) => {
  try {
    ready ??= load();
    const respond = await ready;
    self.postMessage({ type: "loaded" });
    self.postMessage({ type: "answer", id: data.id, answer: JSON.parse(respond(JSON.stringify(data.question))) });
  } catch (error) {
    lose(error);
  }
});
