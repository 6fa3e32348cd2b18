// Takes the pictures of the documents: node pictures.mjs PROGRAM FOLDER PICTURES

import { join } from "node:path";
import { Browser, Site, anyMove, click, setUp, turn } from "./harness.mjs";

const [program, folder, pictures] = process.argv.slice(2);
const site = new Site(program, join(folder, `pictures-${process.pid}.db`));
await site.start();
const browser = await Browser.launch();
const DESK = { viewport: { width: 1280, height: 1000 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A picture of what a page shows, when everything has come to rest. */
async function take(page, name) {
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}

/** A game against the computer, some moves on. */
async function middleGame(page, rules, moves) {
  const form = page.locator("form.card[action='/play/computer']");
  await form.locator("select").selectOption(rules);
  await form.locator("button").click();
  await page.waitForURL("**/games/**");
  for (let i = 0; i < moves && (await turn(page)); i += 1) await anyMove(page, (x, y) => page.mouse.click(x, y));
  await turn(page);
}

for (const [theme, colorScheme] of [["light", "light"], ["dark", "dark"]]) {
  const desk = await browser.person(site.origin, { ...DESK, colorScheme });
  await middleGame(desk, "international", 8);
  await take(desk, `game-${theme}`);
  await desk.goto(site.origin);
  await take(desk, `home-${theme}`);
  const phone = await browser.person(site.origin, { ...PHONE, colorScheme });
  await middleGame(phone, "dame-8x8", 4);
  await take(phone, `phone-${theme}`);
}
const page = await browser.person(site.origin, DESK);
await setUp(page, "russian", "W:Wc3,g1,Ka1:Bd4,d6,f6,a7");
await click(page, "c3", "e5");
await take(page, "choice");
await setUp(page, "checkers-bsn", "B:WK32,21:BK1,12:H49:F65");
await click(page, "1", "6");
await page.waitForSelector("#claim.lit");
await page.click("#claim");
await page.waitForSelector("#finished:not([hidden])");
await take(page, "claim");
await page.goto(`${site.origin}/rules/frisian`);
await take(page, "rules");
await page.goto(`${site.origin}/house#base=english&name=Kitchen+table&men.captures=both&kings.range=flying`);
await page.waitForSelector("#sentences li");
await take(page, "house");
await browser.close();
await site.kill();
