// Scores of pages: node lighthouse.mjs CATEGORIES URL... writes one line of JSON for each URL.
// {"url", "scores": {category: 0 to 1}, "lost": [audits that did not pass in full], "warnings"}
import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";

const [categories, flags, ...urls] = process.argv.slice(2);
const chrome = await launch({ chromePath: process.env.CHROME_PATH, chromeFlags: ["--headless=new", ...flags.split(" ")] });
// Only what is timed has to wait for the page to come to rest.
const unhurried = {
  pauseAfterFcpMs: 0,
  pauseAfterLoadMs: 0,
  networkQuietThresholdMs: 200,
  cpuQuietThresholdMs: 0,
  disableFullPageScreenshot: true,
};
const only = categories.split(",");
const settings = { onlyCategories: only, ...(only.includes("performance") ? {} : unhurried) };
for (const url of urls) {
  const { lhr } = await lighthouse(url, { port: chrome.port, logLevel: "error" }, { extends: "lighthouse:default", settings });
  const scores = Object.fromEntries(Object.entries(lhr.categories).map(([name, category]) => [name, category.score]));
  const lost = Object.values(lhr.audits).filter((audit) => audit.score !== null && audit.score < 1).map((audit) => audit.id);
  console.log(JSON.stringify({ url, scores, lost, warnings: lhr.runWarnings }));
}
await chrome.kill();
