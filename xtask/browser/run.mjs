// Runs the browser tests: node run.mjs PROGRAM [FILTER]

import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Browser, Site } from "./harness.mjs";

const [program, filter = ""] = process.argv.slice(2);
const folder = join(dirname(fileURLToPath(import.meta.url)), "tests");
const tests = {};
for (const file of readdirSync(folder).sort()) Object.assign(tests, (await import(join(folder, file))).tests);
const queue = Object.entries(tests).filter(([name]) => name.includes(filter));
const total = queue.length;

/**
 * Runs the tests of a queue and returns those that failed. Each worker has its own site and browser, so that tests do not
 * affect each other.
 */
async function work(queue) {
  const failed = [];
  const site = new Site(program);
  await site.start();
  const browser = await Browser.launch();
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const [name, test] = next;
    browser.problems.length = 0;
    const start = Date.now();
    try {
      await test(browser, site);
      if (browser.problems.length > 0) throw new Error(browser.problems.join("\n"));
      console.log(`ok      ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed.push(next);
      console.log(`FAILED  ${name}\n${error.stack}`);
    }
    for (const context of browser.chromium.contexts()) await context.close();
  }
  await browser.close();
  await site.remove();
  return failed;
}

// One more than there are cores, since tests often wait.
const workers = Math.min(availableParallelism() + 1, 4, queue.length);
if (workers === 0) console.log(`FAILED  no test contains ${JSON.stringify(filter)} in its name`);
const failed = (await Promise.all(Array.from({ length: workers }, () => work(queue)))).flat();
// A busy machine can delay a page beyond a time limit. What fails alone, too, is broken.
if (failed.length > 0) console.log(`Running ${failed.length} failed tests again, one at a time:`);
const failedTwice = failed.length > 0 ? await work([...failed]) : [];
console.log(`${total - failedTwice.length} passed, ${failedTwice.length} failed (${failed.length} at the first attempt)`);
process.exit(failedTwice.length === 0 && workers > 0 ? 0 : 1);
