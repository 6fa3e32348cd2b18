// What people do on the pages, in a real browser.

import AxeBuilder from "@axe-core/playwright";
import { anyMove, assert, click, setUp, spot, turn, two } from "./harness.mjs";

export const tests = {
  "a guest plays a whole game against the computer": async (browser, site) => {
    const page = await browser.person(site.origin);
    const form = page.locator("form.card[action='/play/computer']");
    await form.locator("select").selectOption("checkers-revenge");
    await form.locator("input[name=level][value='1']").check({ force: true });
    await form.locator("button").click();
    await page.waitForURL("**/games/**");
    while (await turn(page)) await anyMove(page, (x, y) => page.mouse.click(x, y));
    const outcome = await page.textContent("#outcome");
    assert(/wins|draw/.test(outcome), outcome);
  },

  "two people play by a link, one resigns, and the winner begins the revenge": async (browser, site) => {
    const [first, second] = await two(browser, site.origin, "checkers-revenge");
    // The challenger plays Black and begins.
    await turn(first);
    await anyMove(first, (x, y) => first.mouse.click(x, y));
    await turn(second);
    await anyMove(second, (x, y) => second.mouse.click(x, y));
    await first.click("#resign");
    await first.click("#resign");
    await second.waitForSelector("#finished:not([hidden])");
    assert((await second.textContent("#outcome")).includes("Black has resigned"), "the result is told");
    const before = first.url();
    await first.click("#revenge");
    await second.waitForFunction(() => document.getElementById("revenge-asked").textContent !== "");
    await second.click("#revenge");
    await Promise.all([first, second].map((page) => page.waitForURL((url) => String(url) !== before)));
    // The winner plays Black now: the pieces below are black.
    await second.waitForSelector(".piece.movable.black");
    assert((await first.locator(".piece.movable").count()) === 0, "the other waits");
  },

  "a draw is claimed too early, then proved": async (browser, site) => {
    const page = await browser.person(site.origin);
    await setUp(page, "checkers-bsn", "B:WK32,21:BK1,12:H49:F65");
    await page.click("#claim");
    await page.waitForFunction(() => document.getElementById("note").textContent.includes("24 of 25"));
    await click(page, "1", "6");
    await page.waitForSelector("#claim.lit");
    await page.click("#claim");
    await page.waitForSelector("#finished:not([hidden])");
    const outcome = await page.textContent("#outcome");
    assert(outcome.includes("has claimed it") && outcome.includes("first counted move"), outcome);
  },

  "a piece that may not move says why": async (browser, site) => {
    const page = await browser.person(site.origin);
    await setUp(page, "international", "W:W28,46:B23,3");
    await click(page, "46");
    await page.waitForFunction(() => document.getElementById("note").textContent.includes("You must capture, with 28."));
  },

  "a piece is dragged to where it may go, and comes back from where it may not": async (browser, site) => {
    const page = await browser.person(site.origin);
    await setUp(page, "international", "W:W31:B20");
    const drag = async (from, to) => {
      const [start, end] = [await spot(page, from), await spot(page, to)];
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(end.x, end.y, { steps: 5 });
      await page.mouse.up();
    };
    await drag("31", "22");
    assert(!(await page.textContent("#moves")).includes("31"), "it is back");
    await drag("31", "27");
    await page.waitForFunction(() => document.getElementById("moves").textContent.includes("31-27"));
  },

  "where captures go different ways, the squares are chosen one by one": async (browser, site) => {
    const page = await browser.person(site.origin);
    await setUp(page, "russian", "W:Wc3:Bd4,d6,f6,a7");
    await click(page, "c3");
    await click(page, "e5");
    await page.waitForSelector(".digit");
    assert((await page.locator(".digit").count()) === 2, "two ways are numbered");
    assert((await page.locator(".piece.ghost").count()) === 1, "what was jumped is ghosted");
    await page.keyboard.press("2");
    await page.waitForFunction(() => document.getElementById("moves").textContent.includes("c3:e5"));
  },

  "house rules are composed, contradictions told, and a game is played by them": async (browser, site) => {
    const page = await browser.person(site.origin);
    await page.goto(`${site.origin}/house`);
    await page.selectOption("#base", "english");
    await page.fill("#name", "Kitchen table");
    await page.selectOption("[data-field='start.rows_of_men']", "5");
    await page.waitForSelector("#conflicts:not([hidden]) li");
    await page.selectOption("[data-field='start.rows_of_men']", "");
    await page.selectOption("[data-field='men.captures']", "both");
    await page.waitForFunction(() => document.getElementById("sentences").textContent.includes("backward"));
    const address = page.url();
    await page.click("#house-device");
    await page.waitForURL("**/games/**");
    await page.waitForSelector(".piece.movable");
    assert((await page.textContent(".record header")).includes("Kitchen table"), "the game has the name");
    // The address of the editor is the rules.
    const other = await browser.person(site.origin);
    await other.goto(address);
    await other.waitForFunction(() => document.getElementById("house-title").textContent === "Kitchen table");
    assert((await other.inputValue("[data-field='men.captures']")) === "both", "it is as it was");
  },

  "a game is played by keyboard alone": async (browser, site) => {
    const page = await browser.person(site.origin);
    await setUp(page, "international", "W:W31:B20");
    await page.focus("#board svg");
    const walk = async (keys) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    // From square 1 in the second column down to 31, and on to 27.
    await walk(["ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown"]);
    const here = await page.getAttribute("#board svg", "aria-activedescendant");
    const spoken = await page.getAttribute(`#${here}`, "aria-label");
    assert(spoken === "31, white man, can move", `the keyboard is on ${spoken}`);
    await walk(["Enter", "ArrowUp", "ArrowRight", "Enter"]);
    await page.fill("#typed-move", "nonsense");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.getElementById("note").textContent.length > 5);
  },

  "a typed move is made": async (browser, site) => {
    const page = await browser.person(site.origin);
    await setUp(page, "international", "W:W31:B20");
    await page.fill("#typed-move", "31-27");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.getElementById("moves").textContent.includes("31-27"));
  },

  "an illegal turn is redone on demand": async (browser, site) => {
    const [first, second] = await two(browser, site.origin, "dame-100");
    const white = (await first.locator(".piece.movable").count()) > 0 ? first : second;
    const black = white === first ? second : first;
    const type = async (page, text) => {
      await page.fill("#typed-move", text);
      await page.keyboard.press("Enter");
    };
    for (const [page, text] of [[white, "32-28"], [black, "19-23"], [white, "37-32"]]) {
      await turn(page);
      await type(page, text);
      await page.waitForFunction((text) => document.getElementById("moves").textContent.includes(text), text);
    }
    await black.waitForSelector("#irregular:not([hidden])");
    await black.click("[data-do='demand-redo']");
    await turn(white);
    await type(white, "28x19");
    await white.waitForFunction(() => document.getElementById("moves").textContent.includes("28x19"));
  },

  "after the site was killed the page comes back and goes on": async (browser, site) => {
    const page = await browser.person(site.origin);
    await setUp(page, "international", "W:W31,32:B19,20");
    page.allowed = true;
    await site.kill();
    await page.waitForFunction(() => document.getElementById("connection").textContent !== "");
    await page.fill("#typed-move", "32-28");
    await page.keyboard.press("Enter");
    assert(!(await page.textContent("#moves")).includes("32-28"), "what the site has not taken is not shown");
    await site.start();
    await page.waitForFunction(() => document.getElementById("moves").textContent.includes("32-28"));
    page.allowed = false;
  },

  "a game on a small touch screen, in German": async (browser, site) => {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: "de-DE" };
    const page = await browser.person(site.origin, phone);
    await page.tap("form[action='/play/computer'] button.main >> nth=0");
    await page.waitForURL("**/games/**");
    for (let i = 0; i < 3 && (await turn(page)); i += 1) await anyMove(page, (x, y) => page.touchscreen.tap(x, y));
    assert((await page.textContent("#claim")) === "Remis beanspruchen", "German");
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert(!wide, "nothing sticks out");
  },

  "no page has faults that axe finds, in light and dark": async (browser, site) => {
    for (const colorScheme of ["light", "dark"]) {
      const page = await browser.person(site.origin, { colorScheme });
      await setUp(page, "russian", "W:Wc3,Kg1:Bd4,Kf6");
      const game = page.url();
      for (const path of ["/", "/rules", "/rules/frisian", "/house", "/which", "/login", "/api", game]) {
        await page.goto(new URL(path, site.origin).href);
        const { violations } = await new AxeBuilder({ page }).analyze();
        const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).slice(0, 3).join(" ")}`);
        assert(violations.length === 0, `${path}, ${colorScheme}:\n${told.join("\n")}`);
      }
    }
  },
};
