// Runs the browser tests: node run.mjs PROGRAM [PART OF A NAME]

import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Browser, Site } from "./harness.mjs";

const [program, part = ""] = process.argv.slice(2);
const home = join(dirname(fileURLToPath(import.meta.url)), "tests");
const tests = {};
for (const file of readdirSync(home).sort()) Object.assign(tests, (await import(join(home, file))).tests);
const waiting = Object.entries(tests).filter(([name]) => name.includes(part));
let failed = 0;

/** Each worker has a site and a browser of its own: what one test does to them, no other notices. */
async function work() {
  const site = new Site(program);
  await site.start();
  const browser = await Browser.launch();
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [name, test] = next;
    browser.problems.length = 0;
    const began = Date.now();
    try {
      await test(browser, site);
      if (browser.problems.length > 0) throw new Error(browser.problems.join("\n"));
      console.log(`ok      ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${name}\n${error.stack}`);
    }
    for (const context of browser.chromium.contexts()) await context.close();
  }
  await browser.close();
  await site.remove();
}

// One more than there are cores: tests wait for the site and for each other's moves.
const workers = Math.min(availableParallelism() + 1, 4, waiting.length);
if (workers === 0) console.log(`FAILED  no test is called ${part}`);
await Promise.all(Array.from({ length: workers }, work));
process.exit(failed === 0 && workers > 0 ? 0 : 1);
