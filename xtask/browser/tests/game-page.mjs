// The game page: its connection, notices, layout, and stepping through the moves.

import { assert, centreOf, clickSquares, startFromPosition, startGame, typeMove } from "../harness.mjs";

/** Window sizes: a phone in portrait and landscape, a page at 200 %, a small window, a laptop. */
const SIZES = [
  [360, 740],
  [740, 360],
  [640, 400],
  [800, 600],
  [1280, 800],
];

/** A position without captures. */
const QUIET = "W:W31,32:B19,20";
const FIVE_MINUTES = { kind: "clock", initial: 300_000, increment: 0 };

/** Intercepts the connection of a page, so that tests can cut it and answer commands in place of the server. */
async function interceptConnection(page) {
  const connection = {
    commands: [],
    connections: 0,
    isDown: false,
    /** Whether messages of the page are lost silently. */
    losesMessages: false,
    /** Returns the answer to a command; undefined: the server answers, null: there is no answer. */
    answer: () => undefined,
    /** Resolves when the page has received a message of this type from the server. */
    receives: (type) => new Promise((resolve) => (connection.awaited = { type, resolve })),
    send: (message) => connection.client.send(JSON.stringify(message)),
    cut: async (code = 4000) => {
      connection.isDown = true;
      await connection.client.close({ code });
    },
  };
  await page.routeWebSocket(/\/ws\/games\//, (client) => {
    if (connection.isDown) return client.close({ code: 4000 });
    connection.client = client;
    connection.connections += 1;
    const server = client.connectToServer();
    server.onMessage((text) => {
      client.send(text);
      if (JSON.parse(text).type === connection.awaited?.type) connection.awaited.resolve();
    });
    client.onMessage((text) => {
      if (connection.losesMessages) return;
      const message = JSON.parse(text);
      if (message.type === "command") connection.commands.push(message);
      const answer = message.type === "command" ? connection.answer(message) : undefined;
      if (answer === undefined) server.send(text);
      else if (answer !== null) connection.send(answer);
    });
  });
  return connection;
}

const refusal = (id, code, message) => ({ type: "refused", id, error: { code, message } });
const waitForLoss = (page) => page.waitForFunction(() => document.getElementById("connection").textContent !== "");
const waitForConnection = (page) => page.waitForFunction(() => document.getElementById("connection").textContent === "");
const waitForNotice = (page, text) => page.waitForFunction((text) => document.getElementById("note").textContent.includes(text), text);
const waitForNoNotice = (page) => page.waitForFunction(() => document.getElementById("note").textContent === "");
const waitForMove = (page, text) => page.waitForFunction((text) => document.getElementById("moves").textContent.includes(text), text);

/** Opens a game on a shared device with an intercepted connection. */
async function openGame(browser, site, fen = QUIET) {
  const page = await browser.newPage(site.origin);
  const connection = await interceptConnection(page);
  await startFromPosition(page, "international", fen);
  await page.waitForFunction(() => document.querySelector("#connection") !== null);
  return [page, connection];
}

/** Sends a takeback request, and waits until the page has sent it and everything before it. */
async function askTakeback(page, connection) {
  const before = connection.commands.length;
  await page.click("#takeback");
  while (connection.commands.length === before) await page.evaluate(() => new Promise(requestAnimationFrame));
  return connection.commands[connection.commands.length - 1];
}

/** Whether an element is completely in the window. */
const isVisible = (page, selector) =>
  page.locator(selector).first().evaluate((part) => {
    const box = part.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && box.left >= 0 && box.top >= 0 && box.right <= innerWidth + 0.5 && box.bottom <= innerHeight + 0.5;
  });

/** Returns the elements that overlap each other or overflow. Long names are truncated on purpose. */
const findOverlaps = (page, selectors) =>
  page.evaluate((selectors) => {
    const all = [...document.querySelectorAll(selectors.join(","))].filter((part) => part.checkVisibility() && part.getBoundingClientRect().width > 1);
    const box = (part) => part.getBoundingClientRect();
    const named = (part) => `${part.tagName} ${part.id || part.className} "${part.textContent.slice(0, 20)}"`;
    const found = all.filter((part) => box(part).right > innerWidth + 0.5 || (part.scrollWidth > part.clientWidth + 1 && !part.matches("strong"))).map((part) => `overflows: ${named(part)}`);
    all.forEach((one, i) =>
      all.slice(i + 1).forEach((other) => {
        if (one.contains(other) || other.contains(one)) return;
        const [a, b] = [box(one), box(other)];
        const [x, y] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
        if (x > 1 && y > 1) found.push(`${named(one)} over ${named(other)}`);
      }),
    );
    return found;
  }, selectors);

/** Returns words of the page that are broken in the middle. */
const findBrokenWords = (page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (!node.parentElement.checkVisibility() || node.parentElement.closest(".unseen, script, svg, #moves")) continue;
      for (const { index, 0: word } of node.data.matchAll(/\p{L}{2,}/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map((rect) => Math.round(rect.top)));
        if (lines.size > 1) found.push(word);
      }
    }
    return found;
  });

export const tests = {
  "a lost connection shows a banner with a button to reconnect": async (browser, site) => {
    const [page, connection] = await openGame(browser, site);
    await connection.cut();
    await waitForLoss(page);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await page.locator("#board").evaluate((board) => board.scrollIntoView());
      assert(await isVisible(page, "#offline"), `${width}x${height}: the banner is visible`);
    }
    assert((await page.textContent("#connection")) === "Connection lost.", "the banner says what happened");
    // The next attempt is so far away that only the button can reconnect.
    await page.waitForFunction(() => document.getElementById("retry").textContent === "Next try in 4\u00a0s.");
    connection.isDown = false;
    await page.click("#reconnect");
    await waitForConnection(page);
    assert(!(await page.isVisible("#reconnect")), "the banner is hidden");
  },

  "an unresponsive connection is replaced": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    const connection = await interceptConnection(page);
    await page.clock.install();
    // The clock of the page jumps, but the answers of the site take real time: the test waits for them.
    const connected = connection.receives("state");
    await startFromPosition(page, "international", QUIET);
    await connected;
    const answered = connection.receives("pong");
    await page.clock.runFor(22_000);
    await answered;
    await page.clock.runFor(15_000);
    assert(connection.connections === 1, "silence alone does not close it");
    [connection.losesMessages, connection.isDown] = [true, true];
    await page.clock.runFor(40_000);
    await waitForLoss(page);
    [connection.losesMessages, connection.isDown] = [false, false];
    const reconnected = connection.receives("state");
    while (connection.connections === 1) await page.clock.runFor(1_000);
    await reconnected;
    await waitForConnection(page);
  },

  "a move made offline is shown as pending, then sent": async (browser, site) => {
    const [page, connection] = await openGame(browser, site);
    await connection.cut();
    await waitForLoss(page);
    await clickSquares(page, "32", "28");
    await page.waitForSelector(".piece.pending");
    const [piece, square] = [await page.locator(".piece.pending").boundingBox(), await centreOf(page, "28")];
    assert(Math.abs(piece.x + piece.width / 2 - square.x) < 2 && Math.abs(piece.y + piece.height / 2 - square.y) < 2, "the piece is on its target");
    await waitForNotice(page, "Will be sent after reconnecting: 32-28.");
    assert(!(await page.textContent("#moves")).includes("32-28"), "the move is not in the list");
    connection.isDown = false;
    await waitForMove(page, "32-28");
    await waitForNoNotice(page);
    assert((await page.locator(".piece.pending").count()) === 0, "the move is confirmed");
    // The same for a typed move.
    await connection.cut();
    await waitForLoss(page);
    await page.fill("#typed-move", "20-24");
    await page.press("#typed-move", "Enter");
    await page.waitForSelector(".piece.pending");
    await waitForNotice(page, "20-24");
    connection.isDown = false;
    await waitForMove(page, "20-24");
  },

  "a rejected move is reverted with the reason and not sent again": async (browser, site) => {
    const reasons = {
      "too-many-requests": "Too many requests. Wait a moment, then try again.",
      recovering: "The site cannot save anything at the moment. Try again in a few seconds.",
      unavailable: "The site cannot save anything at the moment. Try again in a few seconds.",
      "illegal-move": "It is not your turn.",
    };
    for (const [code, reason] of Object.entries(reasons)) {
      const [page, connection] = await openGame(browser, site);
      await connection.cut();
      await waitForLoss(page);
      await clickSquares(page, "32", "28");
      await page.waitForSelector(".piece.pending");
      connection.answer = ({ id }) => refusal(id, code, "It is not your turn.");
      connection.isDown = false;
      await waitForNotice(page, `32-28 was not played. ${reason}`);
      assert((await page.locator(".piece.pending").count()) === 0, "the piece is back");
      await page.waitForSelector(".piece.movable");
      connection.answer = () => undefined;
      await connection.cut();
      await waitForLoss(page);
      connection.isDown = false;
      await waitForConnection(page);
      const { id } = await askTakeback(page, connection);
      const all = connection.commands.map((command) => command.request.do).join();
      assert(all === "move-squares,ask-takeback" && connection.commands[1].id === id, `${code}: ${all}`);
    }
  },

  "a command refused by the rate limit is not sent again": async (browser, site) => {
    const [page, connection] = await openGame(browser, site);
    connection.answer = () => null;
    const [first, second] = [await askTakeback(page, connection), await askTakeback(page, connection)];
    connection.send(refusal(first.id, "too-many-requests", "Too many requests."));
    await waitForNotice(page, "Too many requests. Wait a moment");
    await connection.cut();
    await waitForLoss(page);
    connection.isDown = false;
    await waitForConnection(page);
    // The other command has no answer: it is sent again, and executed once.
    const third = await askTakeback(page, connection);
    const all = connection.commands.map(({ id }) => id);
    assert(all.join() === [first, second, second, third].map(({ id }) => id).join(), all.join());
  },

  "a pending move is dropped with a notice if the game has moved on": async (browser, site) => {
    const [page, connection] = await openGame(browser, site);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.waitForSelector(".piece.movable");
    await connection.cut();
    await waitForLoss(page);
    await clickSquares(page, "31", "27");
    await page.waitForSelector(".piece.pending");
    await typeMove(other, "32-28");
    connection.isDown = false;
    await waitForNotice(page, "31-27 was not played: the game has moved on.");
    await waitForMove(page, "32-28");
    assert(connection.commands.length === 0, "the move was not sent");
    assert((await page.locator(".piece.pending").count()) === 0, "the move is not shown");
  },

  "a move whose answer was lost is neither played twice nor reported": async (browser, site) => {
    const [page, connection] = await openGame(browser, site);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.waitForSelector(".piece.movable");
    connection.answer = () => null;
    await clickSquares(page, "32", "28");
    await waitForNotice(page, "Sending 32-28");
    await connection.cut();
    await waitForLoss(page);
    // For the page this looks as if the server had played it.
    await typeMove(other, "32-28");
    connection.isDown = false;
    await waitForMove(page, "32-28");
    await waitForNoNotice(page);
    assert(connection.commands.length === 1, "the move was sent once");
  },

  "other commands made offline are shown as pending": async (browser, site) => {
    const [page, other] = await startGame(browser, site.origin, { rules: "international" });
    const connection = await interceptConnection(page);
    await page.reload();
    await page.waitForSelector("#board .square");
    await connection.cut();
    await waitForLoss(page);
    await page.fill("#message", "Still here.");
    await page.press("#message", "Enter");
    await waitForNotice(page, "Will be sent after reconnecting: Message.");
    connection.isDown = false;
    await other.waitForFunction(() => document.getElementById("messages").textContent.includes("Still here."));
    await waitForNoNotice(page);
  },

  "a signed-out user gets a link to sign in": async (browser, site) => {
    const [page, connection] = await openGame(browser, site);
    await connection.cut();
    await waitForLoss(page);
    await clickSquares(page, "32", "28");
    await page.waitForSelector(".piece.pending");
    connection.isDown = false;
    connection.answer = () => null;
    await waitForConnection(page);
    await connection.client.close({ code: 4401 });
    await page.waitForFunction(() => document.getElementById("connection").textContent === "You were signed out.");
    assert((await page.getAttribute("#sign-in-again", "href")) === "/login" && (await isVisible(page, "#sign-in-again")), "the link is visible");
    await waitForNotice(page, "Not sent, because you were signed out: 32-28.");
    assert((await page.locator(".piece.pending, .piece.movable").count()) === 0, "pieces cannot move");
  },

  "nothing overlaps and the whole board is visible at every size": async (browser, site) => {
    const large = { base: "international", name: "Large", board: { width: 14, height: 14 } };
    for (const locale of ["en-GB", "de-DE"]) {
      for (const rules of ["english", large]) {
        const pages = await startGame(browser, site.origin, { rules, time: FIVE_MINUTES }, { locale });
        for (const page of pages) {
          await page.waitForSelector(".player.on-move");
          for (const [width, height] of SIZES) {
            const about = `${locale} ${rules.name ?? rules} ${width}x${height}`;
            await page.setViewportSize({ width, height });
            await page.evaluate(() => scrollTo(0, 0));
            const parts = ["#board", ".play .player", ".player .clock", "#give-time", ".player strong", ".captured > span", ".acts button", ".typed input", ".typed button"];
            const found = await findOverlaps(page, parts);
            if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) found.push("the page is wider than the window");
            assert(found.length === 0, `${about}:\n${found.join("\n")}`);
            const heights = await page.locator(".player").evaluateAll((cards) => cards.map((card) => card.offsetHeight));
            assert(heights[0] === heights[1], `${about}: the turn does not change the cards: ${heights}`);
            for (const part of ["#board", ".player.upper .clock", ".player.lower .clock", ".player.lower"]) {
              assert(await isVisible(page, part), `${about}: ${part} is visible`);
            }
            if (width > 360) assert(await isVisible(page, "#offer"), `${about}: the actions are visible`);
            else assert((await findBrokenWords(page)).length === 0, `${about}: broken: ${await findBrokenWords(page)}`);
          }
          await page.setViewportSize({ width: 360, height: 740 });
          for (const open of ["#help", "#offer"]) {
            await page.click(open);
            assert((await findBrokenWords(page)).length === 0, `${locale} ${open}: broken: ${await findBrokenWords(page)}`);
            await page.keyboard.press("Escape");
          }
        }
      }
    }
  },

  "explanations are shown at the board until they no longer apply": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    for (const [width, height] of SIZES) {
      await startFromPosition(page, "international", "W:W28,46:B23,3");
      await page.setViewportSize({ width, height });
      await page.evaluate(() => scrollTo(0, 0));
      await clickSquares(page, "46");
      await waitForNotice(page, "You must capture with the piece on 28.");
      assert(await isVisible(page, "#note"), `${width}x${height}: the notice is visible`);
      // Another piece is selected.
      await clickSquares(page, "28");
      await waitForNoNotice(page);
    }
    await startFromPosition(page, "international", "W:W28,46:B23,3,8");
    await typeMove(page, "28x19");
    await clickSquares(page, "46");
    await page.waitForFunction(() => document.getElementById("note").textContent !== "");
    await page.click("#first");
    await waitForNoNotice(page);
  },

  "notices of offers disappear with the offer": async (browser, site) => {
    const pages = await startGame(browser, site.origin, { rules: "international" });
    for (const page of pages) await page.waitForSelector("#board .square");
    const [page] = pages;
    await page.click("#offer");
    await page.click("#offer-form button.main");
    await waitForNotice(page, "Your draw offer is waiting for an answer.");
    await page.click("#withdraw-draw");
    await waitForNoNotice(page);
  },

  "copying the position shows a notice until the next action": async (browser, site) => {
    const page = await browser.newPage(site.origin, { permissions: ["clipboard-read", "clipboard-write"] });
    await startFromPosition(page, "international", QUIET);
    await page.click("#fen");
    await waitForNotice(page, "Copied");
    await clickSquares(page, "32");
    await waitForNoNotice(page);
  },

  "flipping the board swaps the players with their clocks": async (browser, site) => {
    const [page] = await startGame(browser, site.origin, { rules: "international", time: FIVE_MINUTES });
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      const tops = () =>
        page.evaluate(() => ["white", "black"].map((side) => document.getElementById(`clock-${side}`).getBoundingClientRect().top));
      const order = () => page.evaluate(() => [...document.querySelectorAll(".player .clock")].map(({ id }) => id).join());
      const [before, orderBefore] = [await tops(), await order()];
      await page.locator("#flip").evaluate((button) => button.click());
      const [after, orderAfter] = [await tops(), await order()];
      assert(before[0] > before[1] !== after[0] > after[1], `${width}x${height}: ${before} and ${after}`);
      assert(orderBefore !== orderAfter, "the reading order changes, too");
      assert(!((await page.locator("#clock-white").evaluate((clock) => clock.closest(".upper") !== null)) && after[0] > after[1]), "the upper card is above");
    }
  },

  "stepping back shows the move number, captures, turn and position": async (browser, site) => {
    const page = await browser.newPage(site.origin, { permissions: ["clipboard-read", "clipboard-write"] });
    await startFromPosition(page, "international", "W:W32,46:B28,19,1");
    for (const text of ["32x14", "1-6"]) await typeMove(page, text);
    const shown = () =>
      page.evaluate(() => {
        const text = (id) => document.getElementById(id).textContent;
        const turn = ["white", "black"].filter((side) => !document.getElementById(`turn-${side}`).hidden);
        return [text("move-number"), text("captured-white"), text("captured-black"), ...turn].join(" ");
      });
    const expectState = async (expected) => {
      await page.waitForFunction((number) => document.getElementById("move-number").textContent === number, expected.split(" ")[0]);
      assert((await shown()) === expected, `${await shown()} instead of ${expected}`);
    };
    const expectCopied = async (start) => {
      await page.waitForFunction((start) => document.getElementById("fen").dataset.fen.startsWith(start), start);
      await page.click("#fen");
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert(copied.startsWith(start), copied);
    };
    await expectState("2. 2 0 white");
    await page.click("#back");
    await expectState("1... 2 0 black");
    await expectCopied("B:W14,46");
    await page.click("#back");
    await expectState("1. 0 0 white");
    await expectCopied("W:W32,46");
    assert((await page.title()).startsWith("● "), "the title still marks the turn");
    await page.click("#last");
    await expectState("2. 2 0 white");
    assert(/^● .+ · Crownhead$/.test(await page.title()), await page.title());
  },

  "the focus is kept when its element is redrawn": async (browser, site) => {
    const [page, other] = await startGame(browser, site.origin, { rules: "international" });
    await page.click("#offer");
    await page.press("#offer-message", "Enter");
    await page.waitForSelector("#withdraw-draw:not([hidden])");
    await page.focus("#withdraw-draw");
    await other.waitForSelector("#offered:not([hidden])");
    await other.click("#decline-draw");
    await page.waitForSelector("#offer:not([hidden])");
    await page.waitForFunction(() => document.activeElement.closest(".stage, #board") !== null);
    // The buttons that ask for the route are removed.
    await startFromPosition(page, "english", "W:W27:B1,15,16,23,24");
    await page.fill("#typed-move", "27x11");
    await page.press("#typed-move", "Enter");
    await page.waitForSelector("#ways button >> nth=1");
    await page.keyboard.press("Enter");
    await waitForMove(page, "27x");
    assert(await page.evaluate(() => document.activeElement.id === "typed-move"), "the next move can be typed");
  },
};
