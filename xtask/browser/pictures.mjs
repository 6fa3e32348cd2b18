// Takes the screenshots of the documents: node pictures.mjs PROGRAM FOLDER

import { join } from "node:path";
import { Browser, clickSquares, playAnyMove, postAsGuest, signInAsAdmin, Site, startFromPosition, waitForTurn } from "./harness.mjs";
import { accountPages, GERMAN_PHONE, PUBLIC_PAGES } from "./pages.mjs";

const [program, folder] = process.argv.slice(2);
const site = new Site(program);
await site.start();
const browser = await Browser.launch();
const DEVICES = {
  desk: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

const GAME = `[White "Ada"]
[Black "Bo"]
[GameType "20"]

1. 32-28 19-23 2. 28x19 14x23 (2... 13x24 {was possible, too}) 3. 37-32 10-14 4. 41-37 14-19 5. 46-41 5-10
6. 32-28 {the exchange} 23x32 7. 37x28 16-21 8. 41-37 21-26 9. 37-32 26x37 10. 42x31 *
`;

/** Plays some moves against the computer. */
async function playMoves(page, rules, moves) {
  const form = page.locator("form.card[action='/play/computer']");
  await form.locator("select").selectOption(rules);
  await form.locator("button").click();
  await page.waitForURL("**/games/**");
  for (let i = 0; i < moves && (await waitForTurn(page)); i += 1) await playAnyMove(page, (x, y) => page.mouse.click(x, y));
  await waitForTurn(page);
}

/** The pictures, in the order in which they are taken. */
const SCENES = {
  game: (page) => playMoves(page, "international", 8),
  home: (page) => page.goto(site.origin),
  choice: async (page) => {
    await startFromPosition(page, "russian", "W:Wc3,g1,Ka1:Bd4,d6,f6,a7");
    await clickSquares(page, "c3", "e5");
  },
  claim: async (page) => {
    await startFromPosition(page, "dame-8x8", "B:WK32,21:BK1,12:H49:F65");
    await clickSquares(page, "1", "6");
    await page.waitForSelector("#claim.lit");
    await page.click("#claim");
    await page.waitForSelector("#finished:not([hidden])");
  },
  rules: (page) => page.goto(`${site.origin}/rules/frisian`),
  house: async (page) => {
    await page.goto(`${site.origin}/house#base=english&name=Kitchen+table&men.captures=both&kings.range=flying`);
    await page.waitForSelector("#sentences li");
    await page.waitForSelector("#board .piece.movable");
  },
  analysis: async (page) => {
    await page.goto(`${site.origin}/analysis`);
    await page.waitForSelector("#board .square.holds");
    await page.click("details:has(#pdn) summary");
    await page.fill("#pdn", GAME);
    await page.click("#read-pdn");
    await page.waitForSelector("#moves .move");
    await page.click("details:has(#pdn) summary");
    for (let i = 0; i < 6; i += 1) await page.click("#forward");
    await page.check("#engine");
    await page.click("#evaluate");
    await page.waitForSelector("#evaluate:not([disabled])");
    await page.waitForSelector("#lines li");
  },
};

for (const [device, options] of Object.entries(DEVICES)) {
  for (const colorScheme of ["light", "dark"]) {
    const page = await browser.newPage(site.origin, { ...options, colorScheme });
    for (const [name, show] of Object.entries(SCENES)) {
      await show(page);
      await page.evaluate(() => scrollTo(0, 0));
      await page.screenshot({ path: join(folder, `${name}-${device}-${colorScheme}.png`) });
    }
    await page.context().close();
  }
}

/** Takes a picture of each page at 360 px in German: "/settings/keys" is german-settings-keys.png. */
async function takePages(page, paths) {
  for (const [path, name = path.slice(1).toLowerCase().replace(/[^a-z0-9]+/g, "-") || "home"] of paths) {
    await page.goto(site.origin + path);
    if (path === "/house" || path === "/analysis") await page.waitForSelector("#board .piece");
    await page.screenshot({ path: join(folder, `german-${name}.png`) });
  }
}

const guest = await browser.newPage(site.origin, GERMAN_PHONE);
const proposal = { rules: "dame-8x8", time: { kind: "clock", initial: 300_000, increment: 3_000 } };
const { id } = await postAsGuest(guest, "/api/v1/challenges", { to: "link", proposal });
await startFromPosition(guest, "dame-8x8", "B:WK32,21:BK1,12:H49:F65");
const game = new URL(guest.url()).pathname;
await takePages(guest, [...PUBLIC_PAGES.map((path) => [path]), [`/challenges/${id}`, "challenge"], [game, "game"]]);

const admin = await signInAsAdmin(browser, site, "Administratorin");
await admin.goto(`${site.origin}/language/de`);
await admin.setViewportSize(GERMAN_PHONE.viewport);
await takePages(admin, accountPages("Administratorin").map((path) => (path === "/" ? [path, "home-signed-in"] : [path])));

await browser.close();
await site.remove();
