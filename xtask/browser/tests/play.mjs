// Whole games, ways to enter moves, and checks of all pages.

import { assert, centreOf, checkAxe, checkWidth, clickSquares, playAnyMove, playAnyMoveByKeyboard, postAsGuest, readResult, startFromPosition, startGameByForm, typeMove, waitForTurn } from "../harness.mjs";

export const tests = {
  "a guest finishes a game against the computer": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    const form = page.locator("form.card[action='/play/computer']");
    await form.locator("select").selectOption("checkers-revenge");
    await form.locator("input[name=level][value='1']").check({ force: true });
    await form.locator("button").click();
    await page.waitForURL("**/games/**");
    while (await waitForTurn(page)) await playAnyMove(page, (x, y) => page.mouse.click(x, y));
    const outcome = await page.textContent("#outcome");
    assert(["You won", "You lost", "Draw"].includes(outcome), outcome);
  },

  "after a resignation the winner starts the rematch": async (browser, site) => {
    const [first, second] = await startGameByForm(browser, site.origin, "checkers-revenge");
    // The challenger plays Black and moves first.
    await waitForTurn(first);
    await playAnyMove(first, (x, y) => first.mouse.click(x, y));
    await waitForTurn(second);
    await playAnyMove(second, (x, y) => second.mouse.click(x, y));
    await first.click("#resign");
    await first.click("#resign");
    await second.waitForSelector("#finished:not([hidden])");
    assert((await second.textContent("#reason")).includes("Black resigned"), "the result is shown");
    const before = first.url();
    await first.click("#rematch");
    await second.waitForFunction(() => document.getElementById("rematch-asked").textContent !== "");
    await second.click("#rematch");
    await Promise.all([first, second].map((page) => page.waitForURL((url) => String(url) !== before)));
    // The winner now plays Black.
    await second.waitForSelector(".piece.movable.black");
    assert((await first.locator(".piece.movable").count()) === 0, "the other player waits");
  },

  "a draw claim is rejected too early, then proved": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await startFromPosition(page, "dame-8x8", "B:WK32,21:BK1,12:H49:F65");
    await page.click("#claim");
    await page.waitForFunction(() => document.getElementById("note").textContent.includes("24 of 25"));
    await clickSquares(page, "1", "6");
    await page.waitForSelector("#claim.lit");
    await page.click("#claim");
    await page.waitForSelector("#finished:not([hidden])");
    const outcome = await readResult(page);
    assert(outcome.includes("Claimed by") && outcome.includes("counted from move"), outcome);
  },

  "selecting a piece that cannot move explains why": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await startFromPosition(page, "international", "W:W28,46:B23,3");
    await clickSquares(page, "46");
    await page.waitForFunction(() => document.getElementById("note").textContent.includes("You must capture with the piece on 28."));
  },

  "a piece can be dragged to legal squares only": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await startFromPosition(page, "international", "W:W31:B20");
    const drag = async (from, to) => {
      const [start, end] = [await centreOf(page, from), await centreOf(page, to)];
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(end.x, end.y, { steps: 5 });
      await page.mouse.up();
    };
    await drag("31", "22");
    assert(!(await page.textContent("#moves")).includes("31"), "the piece is back");
    await drag("31", "27");
    await page.waitForFunction(() => document.getElementById("moves").textContent.includes("31-27"));
  },

  "ambiguous captures are selected square by square": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await startFromPosition(page, "russian", "W:Wc3:Bd4,d6,f6,a7");
    await clickSquares(page, "c3");
    await clickSquares(page, "e5");
    await page.waitForSelector(".digit");
    assert((await page.locator(".digit").count()) === 2, "two targets are numbered");
    assert((await page.locator(".piece.ghost").count()) === 1, "the captured piece is faded");
    await page.keyboard.press("2");
    await page.waitForFunction(() => document.getElementById("moves").textContent.includes("c3:e5"));
  },

  "house rules are composed and played, and conflicts shown": async (browser, site) => {
    const page = await browser.newPage(site.origin);
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
    // The URL of the editor contains the rules.
    const other = await browser.newPage(site.origin);
    await other.goto(address);
    await other.waitForFunction(() => document.getElementById("house-title").textContent === "Kitchen table");
    assert((await other.inputValue("[data-field='men.captures']")) === "both", "the rules are restored");
  },

  "a game can be played by keyboard alone": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    const tabTo = async (selector) => {
      for (let i = 0; i < 80; i += 1) {
        if (await page.evaluate((selector) => document.activeElement.matches(selector), selector)) return;
        await page.keyboard.press("Tab");
      }
      throw new Error(`Tab does not reach ${selector}`);
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
    while (await waitForTurn(page)) await playAnyMoveByKeyboard(page);
    assert(["You won", "You lost", "Draw"].includes(await page.textContent("#outcome")), "the game has a result");
  },

  "squares have labels for screen readers, and the keys are listed": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await startFromPosition(page, "international", "W:W31,46:BK20");
    const label = (square) => page.getAttribute(`#square-${square}`, "aria-label");
    const labels = [await label(31), await label(20), await label(1)].join("; ");
    assert(labels === "31, white man, can move; 20, black king; 1, empty", labels);
    await page.focus("#board svg");
    await page.keyboard.press("?");
    await page.waitForSelector("#keys[open]");
    await page.keyboard.press("Escape");
    await typeMove(page, "31-27");
    await page.waitForFunction(() => document.getElementById("heard").textContent.startsWith("White: 31-27."));
  },

  "an ambiguous typed capture asks for the route": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await startFromPosition(page, "english", "W:W27:B1,15,16,23,24");
    await page.fill("#typed-move", "27x11");
    await page.press("#typed-move", "Enter");
    await page.waitForSelector("#ways button >> nth=1");
    const question = await page.textContent("#note");
    assert(question === "Via 18 or 20?" || question === "Via 20 or 18?", question);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.getElementById("moves").textContent.includes("27x"));
  },

  "premoves, arrows and captures jump by jump work": async (browser, site) => {
    const [black, white] = await startGameByForm(browser, site.origin, "checkers-revenge");
    await waitForTurn(black);
    // White makes a premove.
    await clickSquares(white, "22", "18");
    await white.waitForSelector(".arrow.premove");
    await typeMove(black, "11-15");
    await white.waitForFunction(() => document.querySelectorAll("#moves a").length === 2);
    const [from, to] = [await centreOf(white, "6"), await centreOf(white, "9")];
    await white.mouse.move(from.x, from.y);
    await white.mouse.down({ button: "right" });
    await white.mouse.move(to.x, to.y);
    await white.mouse.up({ button: "right" });
    await white.waitForSelector(".arrow.drawn");
    const page = await browser.newPage(site.origin);
    await page.goto(`${site.origin}/settings`);
    await page.locator("input[name=input][value=hops]").check({ force: true });
    await page.click("main form button.main");
    await startFromPosition(page, "international", "W:W32:B28,18,3");
    await clickSquares(page, "32");
    assert((await page.locator("#moves a").count()) === 0, "the capture is not played at once");
    await clickSquares(page, "23");
    assert((await page.locator(".piece.ghost").count()) === 1, "the captured piece is faded");
    await clickSquares(page, "12");
    await page.waitForFunction(() => document.getElementById("moves").textContent.includes("32x23x12"));
  },

  "the game page has no layout shift, and pages are small": async (browser, site) => {
    const [black, white] = await startGameByForm(browser, site.origin, "dame-8x8");
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
    const checkShifts = async (when) => {
      for (const page of [black, white]) {
        const shifts = await page.evaluate(() => window.shifts);
        assert(shifts.length === 0, `${when}: ${JSON.stringify(shifts)}`);
      }
    };
    for (let i = 0; i < 10; i += 1) {
      const mover = (await black.locator(".piece.movable").count()) > 0 ? black : white;
      await waitForTurn(mover);
      await playAnyMove(mover, (x, y) => mover.mouse.click(x, y));
      await waitForTurn(mover === black ? white : black);
    }
    await checkShifts("after some moves");
    await black.click("#offer");
    await black.fill("#offer-message", "Shall we?");
    await black.click("#offer-form button.main");
    await white.waitForSelector("#offered:not([hidden])");
    await checkShifts("with an offer");
    await white.click("[data-do='accept-draw']");
    await black.waitForSelector("#finished:not([hidden])");
    await checkShifts("when it is over");
    const game = new URL(black.url()).pathname;
    for (const path of ["/", "/rules", "/rules/frisian", "/house", "/analysis", "/settings", game]) {
      const page = await browser.newPage(site.origin, { serviceWorkers: "block" });
      const bodies = [];
      page.on("response", (response) => {
        // Icons and the manifest do not belong to the page.
        if (!/svg|png|webmanifest/.test(response.url())) bodies.push(response.body().catch(() => ""));
      });
      await page.goto(new URL(path, site.origin).href, { waitUntil: "networkidle" });
      const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + body.length, 0);
      assert(bytes > 0 && bytes < 160_000, `${path}: ${bytes} bytes`);
    }
  },

  "a typed move is played": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await startFromPosition(page, "international", "W:W31:B20");
    await page.fill("#typed-move", "31-27");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.getElementById("moves").textContent.includes("31-27"));
  },

  "the page resumes after the site was killed": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await startFromPosition(page, "international", "W:W31,32:B19,20");
    page.expectsErrors = true;
    await site.kill();
    await page.waitForFunction(() => document.getElementById("connection").textContent !== "");
    await page.fill("#typed-move", "32-28");
    await page.keyboard.press("Enter");
    assert(!(await page.textContent("#moves")).includes("32-28"), "an unconfirmed move is not in the list");
    await site.start();
    await page.waitForFunction(() => document.getElementById("moves").textContent.includes("32-28"));
  },

  "a game can be played on a small touch screen in German": async (browser, site) => {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, locale: "de-DE" };
    const page = await browser.newPage(site.origin, phone);
    const form = page.locator("form.card[action='/play/computer']");
    await form.locator("select").selectOption("checkers-revenge");
    await form.locator("input[name=level][value='1']").check({ force: true });
    await form.locator("button").tap();
    await page.waitForURL("**/games/**");
    assert((await page.textContent("#takeback")) === "Um Rücknahme bitten", "the page is in German");
    while (await waitForTurn(page)) await playAnyMove(page, (x, y) => page.touchscreen.tap(x, y));
    assert(/^(Du hast (gewonnen|verloren)|Remis)$/.test(await page.textContent("#outcome")), await page.textContent("#outcome"));
    await checkWidth(page, "the game page");
  },

  "all pages pass axe in light and dark": async (browser, site) => {
    for (const colorScheme of ["light", "dark"]) {
      const page = await browser.newPage(site.origin, { colorScheme });
      await startFromPosition(page, "russian", "W:Wc3,Kg1:Bd4,Kf6");
      const game = page.url();
      const { id } = await postAsGuest(page, "/api/v1/challenges", { to: "link", proposal: { rules: "turkish" } });
      page.expectsErrors = true;
      const pages = ["/", "/rules", "/rules/frisian", "/rules/russian?with=italian", "/house", "/which", "/login", "/api", "/settings"];
      for (const path of [...pages, "/analysis", `/analysis?game=${new URL(game).pathname.split("/").pop()}`, "/nowhere", "/offline", `/challenges/${id}`, game]) {
        await page.goto(new URL(path, site.origin).href);
        await checkAxe(page, `${path}, ${colorScheme}`);
      }
    }
  },
};
