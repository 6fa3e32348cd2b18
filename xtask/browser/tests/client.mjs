// The page of a game as a client: its connection, its notices, its layout, and stepping through the moves.

import { assert, click, invite, setUp, spot, type } from "../harness.mjs";

/** The sizes of a phone upright and on its side, of a page at 200 %, of a small window and of a laptop. */
const SIZES = [
  [360, 740],
  [740, 360],
  [640, 400],
  [800, 600],
  [1280, 800],
];

/** A position with quiet moves for both sides. */
const QUIET = "W:W31,32:B19,20";
const FIVE_MINUTES = { kind: "clock", initial: 300_000, increment: 0 };

/** The connection of a page, which can be cut, and whose commands can be answered in the server's place. */
async function wire(page) {
  const line = {
    commands: [],
    connections: 0,
    isDown: false,
    /** Is what the page sends lost, without a word? */
    isDeaf: false,
    /** What is answered to a command; undefined: the server answers, null: nobody does. */
    answer: () => undefined,
    tell: (message) => line.client.send(JSON.stringify(message)),
    cut: async (code = 4000) => {
      line.isDown = true;
      await line.client.close({ code });
    },
  };
  await page.routeWebSocket(/\/ws\/games\//, (client) => {
    if (line.isDown) return client.close({ code: 4000 });
    line.client = client;
    line.connections += 1;
    const server = client.connectToServer();
    client.onMessage((text) => {
      if (line.isDeaf) return;
      const said = JSON.parse(text);
      if (said.type === "command") line.commands.push(said);
      const answer = said.type === "command" ? line.answer(said) : undefined;
      if (answer === undefined) server.send(text);
      else if (answer !== null) line.tell(answer);
    });
  });
  return line;
}

const refusal = (id, code, message) => ({ type: "refused", id, error: { code, message } });
const isLost = (page) => page.waitForFunction(() => document.getElementById("connection").textContent !== "");
const isBack = (page) => page.waitForFunction(() => document.getElementById("connection").textContent === "");
const noted = (page, text) => page.waitForFunction((text) => document.getElementById("note").textContent.includes(text), text);
const unnoted = (page) => page.waitForFunction(() => document.getElementById("note").textContent === "");
const recorded = (page, text) => page.waitForFunction((text) => document.getElementById("moves").textContent.includes(text), text);

/** Somebody at one device, with a connection that can be cut. */
async function alone(browser, site, fen = QUIET) {
  const page = await browser.person(site.origin);
  const line = await wire(page);
  await setUp(page, "international", fen);
  await page.waitForFunction(() => document.querySelector("#connection") !== null);
  return [page, line];
}

/** Asks for a takeback, and waits until that is under way: what came before it was sent before it. */
async function askTakeback(page, line) {
  const before = line.commands.length;
  await page.click("#takeback");
  while (line.commands.length === before) await page.evaluate(() => new Promise(requestAnimationFrame));
  return line.commands[line.commands.length - 1];
}

/** Is a box in sight? */
const inSight = (page, selector) =>
  page.locator(selector).first().evaluate((part) => {
    const box = part.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && box.left >= 0 && box.top >= 0 && box.right <= innerWidth + 0.5 && box.bottom <= innerHeight + 0.5;
  });

/** Those of these elements that lie over each other, or whose text sticks out. Long names are cut short on purpose. */
const overlaps = (page, selectors) =>
  page.evaluate((selectors) => {
    const all = [...document.querySelectorAll(selectors.join(","))].filter((part) => part.checkVisibility() && part.getBoundingClientRect().width > 1);
    const box = (part) => part.getBoundingClientRect();
    const named = (part) => `${part.tagName} ${part.id || part.className} "${part.textContent.slice(0, 20)}"`;
    const found = all.filter((part) => box(part).right > innerWidth + 0.5 || (part.scrollWidth > part.clientWidth + 1 && !part.matches("strong"))).map((part) => `sticks out: ${named(part)}`);
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

/** Words of the page that are broken in the middle. */
const brokenWords = (page) =>
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
  "a lost connection is announced in sight of the board, and a button reconnects": async (browser, site) => {
    const [page, line] = await alone(browser, site);
    await line.cut();
    await isLost(page);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await page.locator("#board").evaluate((board) => board.scrollIntoView());
      assert(await inSight(page, "#offline"), `${width}x${height}: the banner is in sight`);
    }
    assert((await page.textContent("#connection")) === "Connection lost.", "it says what happened");
    // The next try is far enough off that only the button can be what reconnects.
    await page.waitForFunction(() => document.getElementById("retry").textContent === "Next try in 4 s.");
    line.isDown = false;
    await page.click("#reconnect");
    await isBack(page);
    assert(!(await page.isVisible("#reconnect")), "the banner has gone");
  },

  "a connection that does not answer is given up, and made anew": async (browser, site) => {
    const page = await browser.person(site.origin);
    const line = await wire(page);
    await page.clock.install();
    await setUp(page, "international", QUIET);
    await page.clock.runFor(30_000);
    assert(line.connections === 1, "silence alone is no reason");
    [line.isDeaf, line.isDown] = [true, true];
    await page.clock.runFor(40_000);
    await isLost(page);
    [line.isDeaf, line.isDown] = [false, false];
    await page.clock.runFor(15_000);
    await isBack(page);
  },

  "a move made without a connection is shown as being sent, then kept": async (browser, site) => {
    const [page, line] = await alone(browser, site);
    await line.cut();
    await isLost(page);
    await click(page, "32", "28");
    await page.waitForSelector(".piece.pending");
    const [piece, square] = [await page.locator(".piece.pending").boundingBox(), await spot(page, "28")];
    assert(Math.abs(piece.x + piece.width / 2 - square.x) < 2 && Math.abs(piece.y + piece.height / 2 - square.y) < 2, "it stands on its target");
    await noted(page, "Will be sent after reconnecting: 32-28.");
    assert(!(await page.textContent("#moves")).includes("32-28"), "it is not in the record");
    line.isDown = false;
    await recorded(page, "32-28");
    await unnoted(page);
    assert((await page.locator(".piece.pending").count()) === 0, "it is played");
    // A typed one likewise.
    await line.cut();
    await isLost(page);
    await page.fill("#typed-move", "20-24");
    await page.press("#typed-move", "Enter");
    await page.waitForSelector(".piece.pending");
    await noted(page, "20-24");
    line.isDown = false;
    await recorded(page, "20-24");
  },

  "a refused move comes back with the reason, and is never sent again": async (browser, site) => {
    const reasons = {
      "too-many-requests": "That was too often. Wait a moment, then try again.",
      recovering: "The site cannot save anything at the moment. Try again in a few seconds.",
      unavailable: "The site cannot save anything at the moment. Try again in a few seconds.",
      "illegal-move": "It is not your turn.",
    };
    for (const [code, reason] of Object.entries(reasons)) {
      const [page, line] = await alone(browser, site);
      await line.cut();
      await isLost(page);
      await click(page, "32", "28");
      await page.waitForSelector(".piece.pending");
      line.answer = ({ id }) => refusal(id, code, "It is not your turn.");
      line.isDown = false;
      await noted(page, `32-28 was not played. ${reason}`);
      assert((await page.locator(".piece.pending").count()) === 0, "it is back");
      await page.waitForSelector(".piece.movable");
      line.answer = () => undefined;
      await line.cut();
      await isLost(page);
      line.isDown = false;
      await isBack(page);
      const { id } = await askTakeback(page, line);
      const all = line.commands.map((command) => command.request.do).join();
      assert(all === "move-squares,ask-takeback" && line.commands[1].id === id, `${code}: ${all}`);
    }
  },

  "a refusal that names no command drops no other, and nothing refused is sent again": async (browser, site) => {
    const [page, line] = await alone(browser, site);
    line.answer = () => null;
    const [first, second] = [await askTakeback(page, line), await askTakeback(page, line)];
    line.tell(refusal(null, "bad-request", "That was not understood."));
    await noted(page, "That was not understood.");
    // The first is answered, so that it was the second.
    line.tell(refusal(first.id, "not-now", "Not now."));
    await noted(page, "That was not understood.");
    // Alone, it is meant at once.
    const third = await askTakeback(page, line);
    line.tell(refusal(null, "bad-request", "Neither was that."));
    await noted(page, "Neither was that.");
    await line.cut();
    await isLost(page);
    line.isDown = false;
    await isBack(page);
    const fourth = await askTakeback(page, line);
    const all = line.commands.map(({ id }) => id);
    assert(all.join() === [first, second, third, fourth].map(({ id }) => id).join(), all.join());
  },

  "a waiting move is dropped with a sentence when the game has gone on": async (browser, site) => {
    const [page, line] = await alone(browser, site);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.waitForSelector(".piece.movable");
    await line.cut();
    await isLost(page);
    await click(page, "31", "27");
    await page.waitForSelector(".piece.pending");
    await type(other, "32-28");
    line.isDown = false;
    await noted(page, "31-27 was not played: the game has gone on.");
    await recorded(page, "32-28");
    assert(line.commands.length === 0, "it was not sent");
    assert((await page.locator(".piece.pending").count()) === 0, "it is not shown");
  },

  "a move whose answer was lost is neither played twice nor reported": async (browser, site) => {
    const [page, line] = await alone(browser, site);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.waitForSelector(".piece.movable");
    line.answer = () => null;
    await click(page, "32", "28");
    await noted(page, "Sending 32-28");
    await line.cut();
    await isLost(page);
    // What the server did with it, as far as this page can tell.
    await type(other, "32-28");
    line.isDown = false;
    await recorded(page, "32-28");
    await unnoted(page);
    assert(line.commands.length === 1, "it was sent once");
  },

  "other commands made without a connection say that they wait": async (browser, site) => {
    const [page, other] = await invite(browser, site.origin, { rules: "international" });
    const line = await wire(page);
    await page.reload();
    await page.waitForSelector("#board .square");
    await line.cut();
    await isLost(page);
    await page.fill("#message", "Still here.");
    await page.press("#message", "Enter");
    await noted(page, "Will be sent after reconnecting: Message.");
    line.isDown = false;
    await other.waitForFunction(() => document.getElementById("messages").textContent.includes("Still here."));
    await unnoted(page);
  },

  "whoever is signed out is told so, with a link": async (browser, site) => {
    const [page, line] = await alone(browser, site);
    await line.cut();
    await isLost(page);
    await click(page, "32", "28");
    await page.waitForSelector(".piece.pending");
    line.isDown = false;
    line.answer = () => null;
    await isBack(page);
    await line.client.close({ code: 4401 });
    await page.waitForFunction(() => document.getElementById("connection").textContent === "You were signed out.");
    assert((await page.getAttribute("#sign-in-again", "href")) === "/login" && (await inSight(page, "#sign-in-again")), "there is a link");
    await noted(page, "Not sent, because you were signed out: 32-28.");
    assert((await page.locator(".piece.pending, .piece.movable").count()) === 0, "nothing can be moved");
  },

  "nothing overlaps and the whole board is in sight at every size": async (browser, site) => {
    const large = { base: "international", name: "Large", board: { width: 14, height: 14 } };
    for (const locale of ["en-GB", "de-DE"]) {
      for (const rules of ["english", large]) {
        const pages = await invite(browser, site.origin, { rules, time: FIVE_MINUTES }, { locale });
        for (const page of pages) {
          await page.waitForSelector(".player.on-move");
          for (const [width, height] of SIZES) {
            const about = `${locale} ${rules.name ?? rules} ${width}x${height}`;
            await page.setViewportSize({ width, height });
            await page.evaluate(() => scrollTo(0, 0));
            const parts = ["#board", ".play .player", ".player .clock", "#give-time", ".player strong", ".captured > span", ".acts button", ".typed input", ".typed button"];
            const found = await overlaps(page, parts);
            if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) found.push("the page is wider than the window");
            assert(found.length === 0, `${about}:\n${found.join("\n")}`);
            const heights = await page.locator(".player").evaluateAll((cards) => cards.map((card) => card.offsetHeight));
            assert(heights[0] === heights[1], `${about}: whose turn it is does not change the cards: ${heights}`);
            for (const part of ["#board", ".player.upper .clock", ".player.lower .clock", ".player.lower"]) {
              assert(await inSight(page, part), `${about}: ${part} is in sight`);
            }
            if (width > 360) assert(await inSight(page, "#offer"), `${about}: the acts are in sight`);
            else assert((await brokenWords(page)).length === 0, `${about}: broken: ${await brokenWords(page)}`);
          }
          await page.setViewportSize({ width: 360, height: 740 });
          for (const open of ["#help", "#offer"]) {
            await page.click(open);
            assert((await brokenWords(page)).length === 0, `${locale} ${open}: broken: ${await brokenWords(page)}`);
            await page.keyboard.press("Escape");
          }
        }
      }
    }
  },

  "a reason is read at the board, and goes when it does not hold any more": async (browser, site) => {
    const page = await browser.person(site.origin);
    for (const [width, height] of SIZES) {
      await setUp(page, "international", "W:W28,46:B23,3");
      await page.setViewportSize({ width, height });
      await page.evaluate(() => scrollTo(0, 0));
      await click(page, "46");
      await noted(page, "You must capture, with the piece on 28.");
      assert(await inSight(page, "#note"), `${width}x${height}: it is in sight`);
      // Another piece is taken up.
      await click(page, "28");
      await unnoted(page);
    }
    await setUp(page, "international", "W:W28,46:B23,3,8");
    await type(page, "28x19");
    await click(page, "46");
    await page.waitForFunction(() => document.getElementById("note").textContent !== "");
    await page.click("#first");
    await unnoted(page);
  },

  "notices of offers go with what they are about": async (browser, site) => {
    const pages = await invite(browser, site.origin, { rules: "international" });
    for (const page of pages) await page.waitForSelector("#board .square");
    const [page] = pages;
    await page.click("#offer");
    await page.click("#offer-form button.main");
    await noted(page, "Your draw offer waits for an answer.");
    await page.click("#withdraw-draw");
    await unnoted(page);
  },

  "a copied position is announced until something else is done": async (browser, site) => {
    const page = await browser.person(site.origin, { permissions: ["clipboard-read", "clipboard-write"] });
    await setUp(page, "international", QUIET);
    await page.click("#fen");
    await noted(page, "Copied");
    await click(page, "32");
    await unnoted(page);
  },

  "flipping the board swaps the players with their clocks": async (browser, site) => {
    const [page] = await invite(browser, site.origin, { rules: "international", time: FIVE_MINUTES });
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      const tops = () =>
        page.evaluate(() => ["white", "black"].map((side) => document.getElementById(`clock-${side}`).getBoundingClientRect().top));
      const order = () => page.evaluate(() => [...document.querySelectorAll(".player .clock")].map(({ id }) => id).join());
      const [before, read] = [await tops(), await order()];
      await page.locator("#flip").evaluate((button) => button.click());
      const [after, then] = [await tops(), await order()];
      assert(before[0] > before[1] !== after[0] > after[1], `${width}x${height}: ${before} and ${after}`);
      assert(read !== then, "they are read in the order in which they are seen");
      assert(!((await page.locator("#clock-white").evaluate((clock) => clock.closest(".upper") !== null)) && after[0] > after[1]), "upper is above");
    }
  },

  "stepping back shows the move number, captures, turn and position of then": async (browser, site) => {
    const page = await browser.person(site.origin, { permissions: ["clipboard-read", "clipboard-write"] });
    await setUp(page, "international", "W:W32,46:B28,19,1");
    for (const text of ["32x14", "1-6"]) await type(page, text);
    const shown = () =>
      page.evaluate(() => {
        const text = (id) => document.getElementById(id).textContent;
        const turn = ["white", "black"].filter((side) => !document.getElementById(`turn-${side}`).hidden);
        return [text("move-number"), text("captured-white"), text("captured-black"), ...turn].join(" ");
      });
    const shows = async (wanted) => {
      await page.waitForFunction((number) => document.getElementById("move-number").textContent === number, wanted.split(" ")[0]);
      assert((await shown()) === wanted, `${await shown()} instead of ${wanted}`);
    };
    const copies = async (start) => {
      await page.waitForFunction((start) => document.getElementById("fen").dataset.fen.startsWith(start), start);
      await page.click("#fen");
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert(copied.startsWith(start), copied);
    };
    await shows("2. 2 0 white");
    await page.click("#back");
    await shows("1... 2 0 black");
    await copies("B:W14,46");
    await page.click("#back");
    await shows("1. 0 0 white");
    await copies("W:W32,46");
    assert((await page.title()).startsWith("● "), "it is still one's turn");
    await page.click("#last");
    await shows("2. 2 0 white");
    assert(/^● .+ · Crownhead$/.test(await page.title()), await page.title());
  },

  "the focus is not lost when what has it is redrawn": async (browser, site) => {
    const [page, other] = await invite(browser, site.origin, { rules: "international" });
    await page.click("#offer");
    await page.press("#offer-message", "Enter");
    await page.waitForSelector("#withdraw-draw:not([hidden])");
    await page.focus("#withdraw-draw");
    await other.waitForSelector("#offered:not([hidden])");
    await other.click("#decline-draw");
    await page.waitForSelector("#offer:not([hidden])");
    await page.waitForFunction(() => document.activeElement.closest(".stage, #board") !== null);
    // Which way is meant is asked with buttons that go.
    await setUp(page, "english", "W:W27:B1,15,16,23,24");
    await page.fill("#typed-move", "27x11");
    await page.press("#typed-move", "Enter");
    await page.waitForSelector("#ways button >> nth=1");
    await page.keyboard.press("Enter");
    await recorded(page, "27x");
    assert(await page.evaluate(() => document.activeElement.id === "typed-move"), "the next move can be typed");
  },
};
