// Runs the browser tests: node run.mjs PROGRAM FOLDER [PART OF A NAME]

import { join } from "node:path";
import { Browser, Site } from "./harness.mjs";
import { tests as people } from "./people.mjs";
import { tests as playing } from "./tests.mjs";

const tests = { ...playing, ...people };

const [program, folder, part = ""] = process.argv.slice(2);
const site = new Site(program, join(folder, `site-${process.pid}.db`));
await site.start();
const browser = await Browser.launch();
let failed = 0;
for (const [name, test] of Object.entries(tests).filter(([name]) => name.includes(part))) {
  browser.problems.length = 0;
  try {
    await test(browser, site);
    if (browser.problems.length > 0) throw new Error(browser.problems.join("\n"));
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${error.stack}`);
  }
  for (const context of browser.chromium.contexts()) await context.close();
}
await browser.close();
await site.kill();
process.exit(failed === 0 ? 0 : 1);
