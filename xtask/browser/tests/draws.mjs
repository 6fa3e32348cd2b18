// The procedures of the rule documents: draw offers, claims, decisions of administrators, redone turns.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, Site, assert, clickSquares, orderByTurn, postAsGuest, signInAsAdmin, startGame, typeMove, waitForTurn } from "../harness.mjs";

/** Starts a game from a position; returns the page of the player to move first. */
const startFrom = async (browser, site, rules, fen, more = {}) => orderByTurn(await startGame(browser, site.origin, { rules, start: { fen }, ...more }));

/** Types moves in turn; returns the page of the player to move first. */
async function play([mover, other], moves) {
  for (const text of moves.split(" ")) {
    await waitForTurn(mover);
    await typeMove(mover, text);
    [mover, other] = [other, mover];
  }
  await waitForTurn(mover);
  return [mover, other];
}

/** Waits until an element contains a text. */
async function waitForText(page, id, text) {
  await page.waitForFunction(([id, text]) => document.getElementById(id).textContent.includes(text), [id, text]).catch(async () => {
    throw new Error(`#${id} says ${JSON.stringify(await page.textContent(`#${id}`))}, not ${JSON.stringify(text)}`);
  });
}

/** Offers a draw on the preselected ground. */
async function offer(page, reason = "") {
  await page.click("#offer");
  await page.fill("#offer-message", reason);
  await page.click("#offer-form button.main");
}

/** Declines a draw offer with a message. */
async function decline(page, reason = "") {
  await page.waitForSelector("#offered:not([hidden])");
  await page.fill("#decline-message", reason);
  await page.click("#decline-draw");
}

/** Claims a draw by the steps of the dialog. */
async function claim(page) {
  await page.waitForSelector("#claim.lit");
  await page.click("#claim");
  await page.waitForSelector("#claim-step-claim[aria-current]");
  await page.click("#claim-go");
}

/** Waits for a draw whose proof contains texts and links to moves. */
async function checkDraw(pages, texts, cites) {
  for (const page of pages) {
    await page.waitForSelector("#finished:not([hidden])");
    assert((await page.textContent("#outcome")) === "Draw", await page.textContent("#outcome"));
    for (const text of texts) await waitForText(page, "proof", text);
    const links = await page.locator("#proof a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    assert(cites.every((cite) => links.includes(`#${cite}`)), `${links}`);
  }
}

const REPEATED = "1-6 32-27 6-1 27-32 1-6 32-27 6-1 27-32 1-6 32-27";

/** Reads a game that reaches a draw rule with its last move, from the tests of the rules. */
function drawGame(rules, rule) {
  const text = readFileSync(join(ROOT, `crates/draughts/tests/draws/${rules}.txt`), "utf8");
  const values = (block, key) => [...block.matchAll(new RegExp(`^${key} (.*)$`, "gm"))].map((match) => match[1]).join(" ");
  const block = text.split("\n\n").find((block) => values(block, "rule") === String(rule + 1));
  return [values(block, "fen"), values(block, "moves")];
}

/** Returns the text of a legal move. */
async function anyMoveText(page) {
  return page.evaluate(async () => {
    const game = await (await fetch(`/api/v1/games/${location.pathname.split("/").pop()}`)).json();
    return game.legal_moves[0].text;
  });
}

export const tests = {
  "000: a repetition is offered with the next move, declined, claimed and declared": async (browser, site) => {
    let pages = await startFrom(browser, site, "checkers-bsn", "B:WK32,21:BK1,12");
    pages = await play(pages, REPEATED);
    const [black, white] = pages;
    await black.click("#offer");
    await black.waitForSelector("#offer-form:not([hidden])");
    const grounds = await black.textContent("#offer-grounds");
    assert(/This position has occurred 3 times \(3 needed\)\s*applies now/.test(grounds), grounds);
    assert(/of 25 moves without a capture or a new king.*not yet/.test(grounds), grounds);
    await waitForText(black, "offer-when", "will be sent with your next move");
    await black.fill("#offer-message", "Three times.");
    await black.click("#offer-form button.main");
    await waitForText(black, "offer-waits", "Your draw offer will be sent with your next move.");
    await typeMove(black, "12-16");
    await white.waitForSelector("#offered:not([hidden])");
    const offered = await white.textContent("#offer-text");
    assert(offered.includes("Three times.") && offered.includes("after move 1 (White)"), offered);
    await black.waitForSelector("#withdraw-draw:not([hidden])");
    await decline(white, "I play on.");
    await waitForText(black, "note", "Your opponent declined your draw offer.");
    await claim(black);
    await checkDraw(pages, ["after move 1 (White), after move 3 (White) and after move 5 (White)"], ["1...", "3...", "5..."]);
  },

  "000: 25 quiet moves from move 41 are a draw from move 66": async (browser, site) => {
    let pages = await startFrom(browser, site, "checkers-bsn", "B:WK32,21:BK1,12:H48:F65");
    pages = await play(pages, "1-6 32-27");
    const [black, white] = pages;
    // White has just moved, so the offer is sent at once.
    await offer(white, "25 moves");
    await decline(black);
    await claim(white);
    await checkDraw(pages, ["counted from move 41 (Black), 25 of 25 moves made, draw from move 66 (Black) on"], []);
  },

  "001: a draw after 16 or 5 moves is declared although the opponent plays on": async (browser, site) => {
    for (const rule of [0, 1]) {
      const [fen, moves] = drawGame("draughts-bsn", rule);
      let pages = await startFrom(browser, site, "draughts-bsn", fen);
      pages = await play(pages, moves);
      const [mover, other] = pages;
      await offer(mover, "The count is complete.");
      await typeMove(mover, await anyMoveText(mover));
      await other.waitForSelector("#offered:not([hidden])");
      await waitForTurn(other);
      await typeMove(other, await anyMoveText(other));
      await waitForText(mover, "note", "Your opponent played on instead of answering your draw offer.");
      await claim(mover);
      await checkDraw(pages, [rule === 0 ? "16 of 16 moves made" : "5 of 5 moves made"], []);
    }
  },

  "000: a claim too late or without a ground explains what is missing": async (browser, site) => {
    let pages = await startFrom(browser, site, "checkers-bsn", "B:WK32,21:BK1,12");
    await pages[0].click("#claim");
    await waitForText(pages[0], "note", "You cannot claim a draw yet: 0 of 25 moves without a capture or a new king");
    pages = await play(pages, REPEATED);
    const [black, white] = pages;
    await offer(black);
    await typeMove(black, "12-16");
    await waitForTurn(white);
    await typeMove(white, "21-17");
    await waitForTurn(black);
    // One move too late: the player has moved again.
    await typeMove(black, "16-20");
    await black.click("#claim");
    await waitForText(black, "note", "this position has occurred once (3 needed)");
    assert((await black.locator("#finished").isHidden()) && (await black.locator("#moves a").count()) === 13, "the game continues");
  },

  "000: a correspondence game is paused until an administrator decides": async (browser, site) => {
    const days = { kind: "days", days: 2, vacation: 3 };
    const pages = await orderByTurn(await startGame(browser, site.origin, { rules: "checkers-bsn", time: days }));
    const [mover, other] = await play(pages, "11-15 22-18");
    await other.click("#call-admin");
    await other.waitForSelector("#call-form:not([hidden])");
    assert((await other.textContent("#call-form")).includes("The game is paused until the administrator decides"), "the form says so");
    await other.fill("#call-message", "He delays the game.");
    await other.click("#call-form button.main");
    await waitForText(other, "call", "You called an administrator: “He delays the game.”");
    await waitForText(mover, "call", "Your opponent called an administrator.");
    for (const page of pages) await waitForText(page, "paused", "The game is paused");
    assert((await mover.locator(".piece.movable").count()) === 0, "pieces cannot move");
    const admin = await signInAsAdmin(browser, site, `Judge${Date.now() % 1e6}`);
    await admin.goto(`${site.origin}/admin`);
    const form = admin.locator(`form[action='/admin${new URL(mover.url()).pathname}']`);
    await form.locator("select").selectOption("refuse");
    await form.locator("input[name=reason]").fill("There are two days for each move.");
    await form.locator("button").click();
    for (const page of pages) await waitForText(page, "answered", "An administrator answered: “There are two days for each move.”");
    await waitForTurn(mover);
    await mover.reload();
    await waitForText(mover, "answered", "There are two days for each move.");
    await typeMove(mover, "15x22");
  },

  "000: an administrator sees the dispute and warns for a declined draw": async (browser, site) => {
    const stamp = Date.now() % 1e6;
    const pages = await startFrom(browser, site, "checkers-bsn", "B:WK32,21:BK1,12");
    const [black, white] = await play(pages, REPEATED);
    // Only accounts can be warned.
    const status = await white.evaluate(async (name) => {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ name, password: "a password for tests" });
      return (await fetch("/api/v1/accounts", { method: "POST", headers, body })).status;
    }, `Slow${stamp}`);
    assert(status < 300, `signing up: ${status}`);
    // The session is a new one.
    await white.reload();
    await offer(black, "Three times.");
    await typeMove(black, "12-16");
    await decline(white, "Never.");
    await black.fill("#message", "See the rules.");
    await black.click("#talk button");
    await claim(black);
    await black.waitForSelector("#finished:not([hidden])");
    const admin = await signInAsAdmin(browser, site, `Warner${stamp}`);
    await admin.goto(`${site.origin}/admin`);
    const dispute = admin.locator(".dispute", { hasText: `Slow${stamp}` });
    const text = await dispute.textContent();
    for (const part of ["declined a justified draw offer", "Three times.", "Never.", "See the rules.", "after move 3 (White)"]) {
      assert(text.includes(part), `${part} is missing: ${text}`);
    }
    await dispute.locator("summary", { hasText: `Warn Slow${stamp}` }).click();
    const warning = dispute.locator("form[action$='/warn']");
    await warning.locator("input[name=reason]").fill("You delayed the game.");
    await warning.locator("button").click();
    await admin.waitForURL("**/admin");
    assert((await admin.locator(".dispute", { hasText: `Slow${stamp}` }).count()) === 0, "the report is closed");
  },

  "003: no draw can be offered or claimed": async (browser, site) => {
    const pages = await orderByTurn(await startGame(browser, site.origin, { rules: "checkers-revenge" }));
    for (const page of await play(pages, "9-13 22-18")) {
      for (const id of ["offer", "claim"]) assert(await page.locator(`#${id}`).isHidden(), `#${id} is not shown`);
    }
  },

  "002: an illegal turn needs confirmation, and is redone on demand or stands": async (browser, site) => {
    const [white, black] = await startFrom(browser, site, "dame-100", "W:W28,46:B23,3");
    const breakDuty = async () => {
      await clickSquares(white, "46", "41");
      await white.waitForSelector("#breaking:not([hidden])");
      const text = await white.textContent("#breaking-text");
      assert(text.includes("You must capture with the piece on 28.") && text.includes("Your opponent may demand that you redo it."), text);
    };
    await breakDuty();
    await white.click("[data-cancel='breaking']");
    assert((await white.locator("#moves a").count()) === 0, "no move is played");
    await breakDuty();
    await white.click("#breaking-play");
    await black.waitForSelector("#irregular:not([hidden])");
    const text = await black.textContent("#irregular");
    assert(text.includes("A player who can capture must do so.") && !/\byou\b/i.test(text.split("Demand")[0]), text);
    await black.click("#demand-redo");
    await waitForText(white, "note", "Your opponent demands that you redo your last move");
    await waitForTurn(white);
    await clickSquares(white, "46");
    await waitForText(white, "note", "You must capture");
    await typeMove(white, "28x19");
    const [first, second] = await startFrom(browser, site, "dame-100", "W:W28,46:B23,3");
    await clickSquares(first, "46", "41");
    await first.click("#breaking-play");
    await second.waitForSelector("#irregular:not([hidden])");
    await second.click("[data-do='let-stand']");
    await waitForTurn(second);
    await typeMove(second, "23x32");
  },

  "002: the computer demands a redo only if that is better for it": async (browser, site) => {
    // The capture loses in the first position; the quiet move loses in the second.
    for (const [fen, from, to, capture] of [["W:W12,44,33:B31,45,18,41", "12", "7", "12x23"], ["W:W28,39,20:B44,35,24,29", "28", "23", null]]) {
      const page = await browser.newPage(site.origin);
      const proposal = { rules: "dame-100", colour: "white", start: { fen } };
      const { id } = await postAsGuest(page, "/api/v1/games", { opponent: { computer: 8 }, proposal });
      await page.goto(`${site.origin}/games/${id}`);
      await page.waitForSelector(".piece.movable");
      await clickSquares(page, from, to);
      await page.click("#breaking-play");
      if (capture) {
        await waitForText(page, "note", "Your opponent demands that you redo your last move");
        await waitForTurn(page);
        await typeMove(page, capture);
      } else {
        await page.waitForFunction(() => document.querySelectorAll("#moves a").length === 2);
      }
    }
  },

  "000: both players choose who starts the next game, and see a conflict": async (browser, site) => {
    const pages = await orderByTurn(await startGame(browser, site.origin, { rules: "checkers-bsn" }));
    const [first, second] = await play(pages, "11-15 22-18");
    await first.click("#resign");
    await first.click("#resign");
    for (const page of pages) await page.waitForSelector("#begins:not([hidden])");
    await first.click("#begins-me");
    await waitForText(second, "rematch-asked", "Your opponent wants to start.");
    await second.click("#begins-me");
    for (const page of pages) await waitForText(page, "rematch-asked", "You do not agree on who starts.");
    const before = first.url();
    await second.click("#begins-them");
    await Promise.all(pages.map((page) => page.waitForURL((url) => String(url) !== before)));
    await first.waitForSelector(".piece.movable");
  },

  "both players see a huffed piece, also in the move list": async (browser, site) => {
    const rules = { base: "english", name: "Huff", conduct: { enforcement: "huffing" } };
    const [black, white] = await startFrom(browser, site, rules, "B:W18,32:B14,1");
    await clickSquares(black, "1", "6");
    await black.waitForSelector("#breaking:not([hidden])");
    assert((await black.textContent("#breaking-text")).includes("Your opponent may then huff a piece"), "the dialog names the penalty");
    await black.click("#breaking-play");
    await white.waitForSelector("#huffs button");
    await white.click("#huffs button");
    await waitForText(black, "note", "Your piece on 14 was huffed: it failed to capture.");
    await waitForText(white, "note", "You huffed the piece on 14: it failed to capture.");
    for (const page of [black, white]) await waitForText(page, "moves", "huffed 14");
  },

  "a player takes a day off and sees the days left": async (browser, site) => {
    const time = { kind: "days", days: 2, vacation: 2 };
    const [page] = await orderByTurn(await startGame(browser, site.origin, { rules: "international", time }));
    for (const left of [2, 1]) {
      await page.click("#vacation");
      await waitForText(page, "vacation-text", `Days off left in this game: ${left}`);
      await page.click("#vacation-take");
      await page.waitForFunction((left) => !document.getElementById("vacation-text").textContent.includes(`: ${left}`), left);
    }
    assert(await page.locator("#vacation").isHidden(), "no days off are left");
  },

  "the win can be claimed after a countdown if the opponent has left": async (browser, site) => {
    const patient = new Site(site.program, "3");
    await patient.start();
    try {
      const pages = await orderByTurn(await startGame(browser, patient.origin, { rules: "international" }));
      const [mover, other] = await play(pages, "32-28 19-23");
      assert(await other.locator("#claim-victory").isHidden(), "the opponent is present");
      await mover.close();
      await waitForText(other, "left", "Your opponent has left. You can claim the win in ");
      assert(await other.locator("#claim-victory").isHidden(), "it is too early");
      await waitForText(other, "left", "You can claim the win.");
      await other.click("#claim-victory");
      await waitForText(other, "outcome", "You won");
      // A page that outlives its site reports errors.
      await other.close();
    } finally {
      await patient.remove();
    }
  },

  "a draw can be claimed only if the rules allow claims": async (browser, site) => {
    for (const [rules, shown] of [["international", false], ["dame-8x8", true], ["checkers-bsn", true]]) {
      const [page] = await orderByTurn(await startGame(browser, site.origin, { rules }));
      assert((await page.locator("#claim").isHidden()) !== shown, rules);
    }
  },

  "spectators have their own chat and cannot read the players'": async (browser, site) => {
    const pages = await startGame(browser, site.origin, { rules: "international" });
    const [spectator, other] = [await browser.newPage(site.origin), await browser.newPage(site.origin)];
    for (const page of [spectator, other]) {
      await page.evaluate(() => fetch("/api/v1/guest", { method: "POST" }));
      await page.goto(pages[0].url());
      await page.waitForSelector("#board .square");
    }
    const sendMessage = async (page, text) => {
      await page.fill("#message", text);
      await page.click("#talk button");
    };
    await sendMessage(pages[0], "good luck");
    await waitForText(pages[1], "messages", "good luck");
    await sendMessage(spectator, "what a game");
    await waitForText(other, "messages", "what a game");
    for (const page of pages) assert(!(await page.textContent("#messages")).includes("what a game"), "players cannot read it");
    for (const page of [spectator, other]) assert(!(await page.textContent("#messages")).includes("good luck"), "spectators cannot read it");
  },

  "a result says You won, You lost or Draw": async (browser, site) => {
    const pages = await orderByTurn(await startGame(browser, site.origin, { rules: "international" }));
    const spectator = await browser.newPage(site.origin);
    await spectator.goto(pages[0].url());
    const [loser, winner] = await play(pages, "32-28 19-23");
    await loser.click("#resign");
    await loser.click("#resign");
    await waitForText(loser, "outcome", "You lost");
    await waitForText(winner, "outcome", "You won");
    await waitForText(spectator, "outcome", "Black won");
    for (const page of [loser, winner, spectator]) await waitForText(page, "reason", "White resigned.");
  },
};
