// The board: selection of captures, names of squares, arrows, marks of kings, shades of squares.

import { assert, centreOf, clickSquares, postAsGuest, startFromPosition, startGame } from "../harness.mjs";

/** Opens a page with settings. */
async function openWithSettings(browser, site, settings, options = {}) {
  const page = await browser.newPage(site.origin, options);
  const value = Object.entries(settings).map((pair) => pair.join(":")).join(".");
  await page.context().addCookies([{ name: "crownhead_settings", value, url: site.origin }]);
  return page;
}

const count = (page, selector) => page.locator(selector).count();

/** Returns the numbers of moves, selected pieces and premoves on a page. */
const state = async (page) => [await count(page, "#moves a"), await count(page, ".piece.picked"), await count(page, ".arrow.premove")].join();

/** Returns the distinct visible marks of kings. */
const visibleMarks = (page, board) =>
  page.evaluate((board) => {
    const seen = [...document.querySelectorAll(`${board} .mark`)].filter((mark) => getComputedStyle(mark).display !== "none");
    return [...new Set(seen.map((mark) => mark.classList[1]))].join();
  }, board);

/** Returns the number of visible names of squares, and those that overlap a piece. */
const checkNames = (page) =>
  page.evaluate(() => {
    const svg = document.querySelector("#board svg");
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    const seen = [...svg.querySelectorAll(".name")].filter((name) => getComputedStyle(name).visibility !== "hidden" && getComputedStyle(name).display !== "none");
    const discs = [...svg.querySelectorAll(".piece .disc")].map((disc) => disc.getBoundingClientRect());
    const over = (name) => {
      const box = name.getBoundingClientRect();
      // The box of a text is higher than its digits.
      const [top, bottom] = [box.top + box.height * 0.2, box.bottom - box.height * 0.2];
      return discs.some((disc) => {
        const [x, y] = [(disc.left + disc.right) / 2, (disc.top + disc.bottom) / 2];
        const near = { x: Math.min(Math.max(x, box.left), box.right), y: Math.min(Math.max(y, top), bottom) };
        return Math.hypot(near.x - x, near.y - y) < 0.37 * scale;
      });
    };
    const above = seen.filter((name) => document.querySelector(".piece").compareDocumentPosition(name) & Node.DOCUMENT_POSITION_FOLLOWING);
    return { seen: seen.length, wrong: [...new Set([...above, ...seen.filter(over)])].map((name) => name.textContent).join() };
  });

/** Returns the lightness of a colour on the page, from 0 to 255. */
const lightness = (page, selector, property) =>
  page.evaluate(
    ([selector, property]) => {
      const [red, green, blue] = getComputedStyle(document.querySelector(selector))[property].match(/[\d.]+/g).map(Number);
      return 0.3 * red + 0.6 * green + 0.1 * blue;
    },
    [selector, property],
  );

/** Squares that play the capture 32x23x12 when the piece on 32 is selected. */
const SECOND_CHOICES = { "the next square": ["23"], "the last square": ["12"] };

export const tests = {
  "the first click on a piece selects it and shows its capture": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    for (const [description, squares] of Object.entries(SECOND_CHOICES)) {
      await startFromPosition(page, "international", "W:W32,50:B28,18,3");
      await clickSquares(page, "32");
      assert((await state(page)) === "0,1,0" && (await count(page, ".way.ahead")) === 1, `${description}: ${await state(page)}`);
      await clickSquares(page, "32");
      assert((await state(page)) === "0,0,0", `a second click deselects it: ${await state(page)}`);
      await clickSquares(page, "32", ...squares);
      await page.waitForFunction(() => document.getElementById("moves").textContent.includes("32x"));
    }
  },

  "Enter and a tap select a piece, and a drag plays its capture": async (browser, site) => {
    const page = await browser.newPage(site.origin, { hasTouch: true });
    await startFromPosition(page, "international", "W:W11:B7,3");
    const { x, y } = await centreOf(page, "11");
    await page.touchscreen.tap(x, y);
    assert((await state(page)) === "0,1,0", `a tap: ${await state(page)}`);
    await page.focus("#board svg");
    await page.keyboard.press("Enter");
    assert((await state(page)) === "0,0,0", `Enter deselects it: ${await state(page)}`);
    await page.keyboard.press("Enter");
    assert((await state(page)) === "0,1,0", `Enter selects it: ${await state(page)}`);
    const end = await centreOf(page, "2");
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(end.x, end.y, { steps: 5 });
    await page.mouse.up();
    await page.waitForFunction(() => document.getElementById("moves").textContent.includes("11x2"));
  },

  "a second click on a piece never starts a premove": async (browser, site) => {
    const pages = await startGame(browser, site.origin, { rules: "international", colour: "white", start: { fen: "W:W32,50:B28,18,3" } });
    const [white] = pages;
    await white.waitForSelector(".piece.movable");
    await clickSquares(white, "32");
    // The message arrives after the effects of the click.
    await white.fill("#message", "Hm.");
    await white.press("#message", "Enter");
    await white.waitForSelector("#messages li");
    await clickSquares(white, "32");
    assert((await state(white)) === "0,0,0", await state(white));
  },

  "a double click on the end of a capture plays it once": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await page.goto(`${site.origin}/analysis?rules=international`);
    await page.waitForSelector("#board .square.holds");
    await page.fill("#fen", "W:W32,50:B28,29,3");
    await page.press("#fen", "Enter");
    await page.waitForFunction(() => document.querySelectorAll("#board .piece").length === 5);
    const played = [];
    page.on("request", (request) => request.postData()?.includes('"32x') && request.url().endsWith("/position") && played.push(request));
    const { x, y } = await centreOf(page, "34");
    await page.mouse.dblclick(x, y);
    await page.waitForSelector("#moves .move");
    assert(played.length === 1, `${played.length} moves are sent`);
  },

  "names of squares follow the settings and never overlap pieces": async (browser, site) => {
    // The number of visible names, of 32, on a large and a small board with 7 pieces and without a pointer.
    const visible = { under: [32, 25], always: [32, 32], hover: [0, 0], never: [0, 0] };
    for (const notation of ["numbers", "letters"]) {
      for (const [names, [large, small]] of Object.entries(visible)) {
        for (const [width, wanted] of [[1280, large], [360, small]]) {
          const page = await openWithSettings(browser, site, { names, notation }, { viewport: { width, height: 800 } });
          await startFromPosition(page, "english", "W:W21,22,26,K30:B7,11,K10");
          await page.mouse.move(0, 0);
          await page.waitForFunction((small) => (document.querySelector("#board svg.small") !== null) === small, width === 360);
          const found = await checkNames(page);
          assert(found.seen === wanted && found.wrong === "", `${names}, ${notation}, ${width}: ${JSON.stringify(found)}`);
          await page.hover("#board");
          const hovered = await checkNames(page);
          assert(hovered.wrong === "", `${names}, ${notation}, ${width}, hovered: ${JSON.stringify(hovered)}`);
          await page.context().close();
        }
      }
    }
  },

  "the arrow of the best move follows its route": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await page.goto(`${site.origin}/analysis?rules=international`);
    await page.waitForSelector("#board .square.holds");
    await page.fill("#fen", "W:W32,50:B28,29,3");
    await page.press("#fen", "Enter");
    await page.waitForFunction(() => document.querySelectorAll("#board .piece").length === 5);
    await page.check("#engine");
    const points = await page.getAttribute("#board .arrow.shown polyline", "points");
    // From 32 via 23 to 34: the shaft has a corner at the centre of 23.
    assert(points.split(" ")[0] === "3.5,6.5" && points.split(" ")[1] === "5.5,4.5" && points.split(" ").length === 3, points);
  },

  "kings have the mark of the document or of the settings": async (browser, site) => {
    const marks = { "checkers-bsn": "letter", "checkers-revenge": "rings", "dame-8x8": "crown", "dame-100": "crown" };
    for (const [rules, mark] of Object.entries(marks)) {
      const chosen = mark === "rings" ? ["crown", "letter", "rings"] : [];
      for (const [kings, wanted] of [["auto", mark], ...chosen.map((word) => [word, word])]) {
        const page = await openWithSettings(browser, site, { kings });
        await startFromPosition(page, rules, "B:W21,K30:B3,K10");
        assert((await visibleMarks(page, "#board")) === wanted, `${rules}, ${kings}: ${await visibleMarks(page, "#board")}`);
        await page.click("#flip");
        const upright = await page.evaluate(() => {
          const { a, b, d } = document.querySelector("#board .mark.letter").getScreenCTM();
          return a > 0 && b === 0 && d > 0;
        });
        assert(upright, "the letter stays upright on a flipped board");
        const men = await page.evaluate(() => [...document.querySelectorAll("#board .piece[data-kind$=false]")].map((man) => man.querySelectorAll(".groove, .mark").length).join());
        assert(men === "1,1", `men carry one groove and no mark: ${men}`);
        await page.goto(`${site.origin}/analysis`);
        await page.selectOption("#rules", rules);
        await page.waitForFunction((mark) => document.querySelector(`#board[data-mark^=${mark}]`) !== null, { letter: "letter", rings: "two", crown: "crown" }[mark]);
        assert((await visibleMarks(page, "#palette")) === wanted, `${rules}, ${kings}: the palette`);
        await page.goto(`${site.origin}/rules/${rules}`);
        assert((await visibleMarks(page, ".topic .board")) === wanted, `${rules}, ${kings}: diagrams`);
        await page.context().close();
      }
    }
  },

  "house rules can choose the mark of kings": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await page.goto(`${site.origin}/house`);
    await page.selectOption("[data-field='notation.king_mark']", "two-rings");
    await page.waitForSelector("#board[data-mark='two-rings']");
    assert((await page.textContent("#differences")).includes("two rings"), "the differences mention it");
  },

  "light playing squares are light and contrast with the pieces": async (browser, site) => {
    for (const colorScheme of ["light", "dark"]) {
      const page = await browser.newPage(site.origin, { colorScheme });
      const game = await postAsGuest(page, "/api/v1/games", { opponent: "same-device", proposal: { rules: "dame-100", shade: "light" } });
      const house = { base: "english", name: "Light", board: { shade: "light" } };
      for (const path of [`/games/${game.id}`, `/analysis?game=${game.id}`, `/house#base=english&name=Light&board.shade=light`]) {
        await page.goto(`${site.origin}${path}`);
        await page.waitForSelector("#board[data-shade=light] .square.holds");
        const [played, unplayed] = [await lightness(page, "#board .square:not(.last)", "fill"), await lightness(page, "#board", "backgroundColor")];
        assert(played > unplayed + 40, `${path}, ${colorScheme}: ${played} and ${unplayed}`);
        const black = await lightness(page, "#board .piece.black .disc", "fill");
        const edge = await lightness(page, "#board .piece.white .disc", "stroke");
        assert(played > black + 60 && played > edge + 60, `${path}, ${colorScheme}: ${played}, ${black}, ${edge}`);
      }
      await page.goto(site.origin);
      await page.waitForSelector("#my-games .board[data-shade=light]");
      const friend = await postAsGuest(page, "/api/v1/games", { opponent: "same-device", proposal: { rules: house } });
      await page.goto(`${site.origin}/games/${friend.id}/rules`);
      assert((await count(page, ".board[data-shade=light]")) === 1, "the rules of the game have light squares");
    }
  },

  "players can agree on light squares if the rules leave it to them": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    page.expectsErrors = true;
    const rejected = await postAsGuest(page, "/api/v1/challenges", { to: "link", proposal: { rules: "english", shade: "light" } });
    page.expectsErrors = false;
    assert(!rejected.ok && rejected.message.includes("only the dark squares are used"), JSON.stringify(rejected));
    await page.goto(site.origin);
    const form = page.locator("form[action='/play/friend']");
    const choice = form.locator(".shade-choice");
    for (const [rules, offered] of [["english", false], ["dame-100", true], ["international", false], ["dame-100", true]]) {
      await form.locator("select").selectOption(rules);
      assert((await choice.isVisible()) === offered, `${rules}: ${offered}`);
    }
    await choice.locator("input[value=light]").check({ force: true });
    await form.locator("button").click();
    await page.waitForSelector("#link");
    const friend = await browser.newPage(site.origin, { locale: "de-DE" });
    await friend.goto(await page.inputValue("#link"));
    assert((await friend.textContent("main")).includes("auf den hellen Feldern"), await friend.textContent("main"));
    await friend.click("form[action$='/accept'] button");
    await friend.waitForSelector("#board[data-shade=light] .square");
    assert((await friend.textContent(".record header")).includes("Dame 100"), "the game keeps its name");
  },
};
