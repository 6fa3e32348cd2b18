// What people do on the pages, in a real browser.

import AxeBuilder from "@axe-core/playwright";
import { anyMove, assert, keyMove, click, result, setUp, spot, turn, two, type } from "../harness.mjs";

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
    assert(["You won", "You lost", "Draw"].includes(outcome), outcome);
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
    assert((await second.textContent("#reason")).includes("Black resigned"), "the result is told");
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
    await setUp(page, "dame-8x8", "B:WK32,21:BK1,12:H49:F65");
    await page.click("#claim");
    await page.waitForFunction(() => document.getElementById("note").textContent.includes("24 of 25"));
    await click(page, "1", "6");
    await page.waitForSelector("#claim.lit");
    await page.click("#claim");
    await page.waitForSelector("#finished:not([hidden])");
    const outcome = await result(page);
    assert(outcome.includes("Claimed by") && outcome.includes("counted from move"), outcome);
  },

  "a piece that may not move says why": async (browser, site) => {
    const page = await browser.person(site.origin);
    await setUp(page, "international", "W:W28,46:B23,3");
    await click(page, "46");
    await page.waitForFunction(() => document.getElementById("note").textContent.includes("You must capture, with the piece on 28."));
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

  "a whole game is played by keyboard alone, from the start page to the result": async (browser, site) => {
    const page = await browser.person(site.origin);
    const tabTo = async (selector) => {
      for (let i = 0; i < 80; i += 1) {
        if (await page.evaluate((selector) => document.activeElement.matches(selector), selector)) return;
        await page.keyboard.press("Tab");
      }
      throw new Error(`${selector} is not reached with Tab`);
    };
    await tabTo("form.card[action='/play/computer'] select");
    await page.keyboard.type("Checkers with");
    await tabTo("form.card[action='/play/computer'] input[name=level]");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await tabTo("form.card[action='/play/computer'] button");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/games/**");
    await page.waitForSelector("#board .square");
    await tabTo("#board svg");
    while (await turn(page)) await keyMove(page);
    assert(["You won", "You lost", "Draw"].includes(await page.textContent("#outcome")), "it has a result");
  },

  "the squares are read out as they are, and the keys are listed": async (browser, site) => {
    const page = await browser.person(site.origin);
    await setUp(page, "international", "W:W31,46:BK20");
    const spoken = (square) => page.getAttribute(`#square-${square}`, "aria-label");
    const all = [await spoken(31), await spoken(20), await spoken(1)];
    assert(all.join("; ") === "31, white man, can move; 20, black king; 1, empty", all.join("; "));
    await page.focus("#board svg");
    await page.keyboard.press("?");
    await page.waitForSelector("#keys[open]");
    await page.keyboard.press("Escape");
    await type(page, "31-27");
    await page.waitForFunction(() => document.getElementById("heard").textContent.startsWith("White: 31-27."));
  },

  "a typed capture that can go two ways is asked about": async (browser, site) => {
    const page = await browser.person(site.origin);
    await setUp(page, "english", "W:W27:B1,15,16,23,24");
    await page.fill("#typed-move", "27x11");
    await page.press("#typed-move", "Enter");
    await page.waitForSelector("#ways button >> nth=1");
    const asked = await page.textContent("#note");
    assert(asked === "Via 18 or 20?" || asked === "Via 20 or 18?", asked);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.getElementById("moves").textContent.includes("27x"));
  },

  "a move is made in advance, an arrow drawn, and a capture led hop by hop": async (browser, site) => {
    const [black, white] = await two(browser, site.origin, "checkers-revenge");
    await turn(black);
    // White waits, and answers in advance.
    await click(white, "22", "18");
    await white.waitForSelector(".arrow.premove");
    await type(black, "11-15");
    await white.waitForFunction(() => document.querySelectorAll("#moves a").length === 2);
    const [from, to] = [await spot(white, "6"), await spot(white, "9")];
    await white.mouse.move(from.x, from.y);
    await white.mouse.down({ button: "right" });
    await white.mouse.move(to.x, to.y);
    await white.mouse.up({ button: "right" });
    await white.waitForSelector(".arrow.drawn");
    const page = await browser.person(site.origin);
    await page.goto(`${site.origin}/settings`);
    await page.locator("input[name=input][value=hops]").check({ force: true });
    await page.click("main form button.main");
    await setUp(page, "international", "W:W32:B28,18,3");
    await click(page, "32");
    assert((await page.locator("#moves a").count()) === 0, "nothing is played at once");
    await click(page, "23");
    assert((await page.locator(".piece.ghost").count()) === 1, "what was jumped is ghosted");
    await click(page, "12");
    await page.waitForFunction(() => document.getElementById("moves").textContent.includes("32x23x12"));
  },

  "nothing jumps on the page of a game, and no page is heavy": async (browser, site) => {
    const [black, white] = await two(browser, site.origin, "dame-8x8");
    for (const page of [black, white]) {
      await page.addInitScript(() => {
        window.shifts = [];
        new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries()) window.shifts.push([value, sources.map(({ node }) => node?.outerHTML?.slice(0, 80))]);
        }).observe({ type: "layout-shift", buffered: true });
      });
      await page.reload();
      await page.waitForSelector("#board .square");
    }
    const still = async (when) => {
      for (const page of [black, white]) {
        const shifts = await page.evaluate(() => window.shifts);
        assert(shifts.length === 0, `${when}: ${JSON.stringify(shifts)}`);
      }
    };
    for (let i = 0; i < 10; i += 1) {
      const mover = (await black.locator(".piece.movable").count()) > 0 ? black : white;
      await turn(mover);
      await anyMove(mover, (x, y) => mover.mouse.click(x, y));
      await turn(mover === black ? white : black);
    }
    await still("after some moves");
    await black.click("#offer");
    await black.fill("#offer-message", "Shall we?");
    await black.click("#offer-form button.main");
    await white.waitForSelector("#offered:not([hidden])");
    await still("with an offer");
    await white.click("[data-do='accept-draw']");
    await black.waitForSelector("#finished:not([hidden])");
    await still("when it is over");
    const game = new URL(black.url()).pathname;
    for (const path of ["/", "/rules", "/rules/frisian", "/house", "/analysis", "/settings", game]) {
      const page = await browser.person(site.origin, { serviceWorkers: "block" });
      let bytes = 0;
      page.on("response", async (response) => {
        // What the service worker keeps is no part of the page.
        if (/svg|png|webmanifest/.test(response.url())) return;
        bytes += (await response.body().catch(() => "")).length;
      });
      await page.goto(new URL(path, site.origin).href, { waitUntil: "networkidle" });
      assert(bytes > 0 && bytes < 150_000, `${path}: ${bytes} bytes`);
    }
  },

  "a typed move is made": async (browser, site) => {
    const page = await browser.person(site.origin);
    await setUp(page, "international", "W:W31:B20");
    await page.fill("#typed-move", "31-27");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.getElementById("moves").textContent.includes("31-27"));
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
  },

  "a whole game on a small touch screen, in German": async (browser, site) => {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: "de-DE" };
    const page = await browser.person(site.origin, phone);
    const form = page.locator("form.card[action='/play/computer']");
    await form.locator("select").selectOption("checkers-revenge");
    await form.locator("input[name=level][value='1']").check({ force: true });
    await form.locator("button").tap();
    await page.waitForURL("**/games/**");
    assert((await page.textContent("#takeback")) === "Zug zurücknehmen", "German");
    while (await turn(page)) await anyMove(page, (x, y) => page.touchscreen.tap(x, y));
    assert(/^(Du hast (gewonnen|verloren)|Remis)$/.test(await page.textContent("#outcome")), await page.textContent("#outcome"));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    assert(!wide, "nothing sticks out");
  },

  "no page has faults that axe finds, in light and dark": async (browser, site) => {
    for (const colorScheme of ["light", "dark"]) {
      const page = await browser.person(site.origin, { colorScheme });
      await setUp(page, "russian", "W:Wc3,Kg1:Bd4,Kf6");
      const game = page.url();
      const challenge = await page.evaluate(async () => {
        const wish = { to: "link", proposal: { rules: "turkish" } };
        const headers = { "content-type": "application/json" };
        const made = await fetch("/api/v1/challenges", { method: "POST", headers, body: JSON.stringify(wish) });
        return `/challenges/${(await made.json()).id}`;
      });
      page.allowed = true;
      const pages = ["/", "/rules", "/rules/frisian", "/rules/russian?with=italian", "/house", "/which", "/login", "/api", "/settings"];
      for (const path of [...pages, "/analysis", `/analysis?game=${new URL(game).pathname.split("/").pop()}`, "/nowhere", "/offline", challenge, game]) {
        await page.goto(new URL(path, site.origin).href);
        const { violations } = await new AxeBuilder({ page }).analyze();
        const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).slice(0, 3).join(" ")}`);
        assert(violations.length === 0, `${path}, ${colorScheme}:\n${told.join("\n")}`);
      }
    }
  },
};
