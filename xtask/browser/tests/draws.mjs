// The procedures of the rule documents on the pages: draws offered, declined, claimed and judged, turns redone.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, Site, assert, click, invite, turn, type } from "../harness.mjs";

/** The page of the player to move comes first. */
async function ordered(pages) {
  await Promise.race(pages.map((page) => page.waitForSelector(".piece.movable")));
  return (await pages[0].locator(".piece.movable").count()) > 0 ? pages : [pages[1], pages[0]];
}

/** Two players from a position, the one to move first. */
const from = async (browser, site, rules, fen, more = {}) => ordered(await invite(browser, site.origin, { rules, start: { fen }, ...more }));

/** Plays moves in turn; returns the pages with the player to move first. */
async function play([mover, other], moves) {
  for (const text of moves.split(" ")) {
    await turn(mover);
    await type(mover, text);
    [mover, other] = [other, mover];
  }
  await turn(mover);
  return [mover, other];
}

/** The text of an element, as soon as it has one that contains this. */
async function says(page, id, text) {
  await page.waitForFunction(([id, text]) => document.getElementById(id).textContent.includes(text), [id, text]).catch(async () => {
    throw new Error(`#${id} says ${JSON.stringify(await page.textContent(`#${id}`))}, not ${JSON.stringify(text)}`);
  });
}

/** Offers a draw on the ground that the dialog has chosen. */
async function offer(page, reason = "") {
  await page.click("#offer");
  await page.fill("#offer-message", reason);
  await page.click("#offer-form button.main");
}

/** Declines with a reason. */
async function decline(page, reason = "") {
  await page.waitForSelector("#offered:not([hidden])");
  await page.fill("#decline-message", reason);
  await page.click("#decline-draw");
}

/** Claims by the steps that the button shows. */
async function claim(page) {
  await page.waitForSelector("#claim.lit");
  await page.click("#claim");
  await page.waitForSelector("#claim-step-claim[aria-current]");
  await page.click("#claim-go");
}

async function drawn(pages, words, cites) {
  for (const page of pages) {
    await page.waitForSelector("#finished:not([hidden])");
    assert((await page.textContent("#outcome")) === "Draw", await page.textContent("#outcome"));
    for (const text of words) await says(page, "proof", text);
    const links = await page.locator("#proof a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    assert(cites.every((cite) => links.includes(`#${cite}`)), `${links}`);
  }
}

const REPEATED = "1-6 32-27 6-1 27-32 1-6 32-27 6-1 27-32 1-6 32-27";

/** A game that reaches a draw rule with its last move: fixtures of the rules themselves. */
function reaching(rules, rule) {
  const text = readFileSync(join(ROOT, `crates/draughts/tests/draws/${rules}.txt`), "utf8");
  const values = (block, key) => [...block.matchAll(new RegExp(`^${key} (.*)$`, "gm"))].map((found) => found[1]).join(" ");
  const block = text.split("\n\n").find((block) => values(block, "rule") === String(rule + 1));
  return [values(block, "fen"), values(block, "moves")];
}

/** An administrator with a browser. */
async function administrator(browser, site, name) {
  const said = execFileSync(site.program, ["admin", "create", name, "--database", site.database], { encoding: "utf8" });
  const admin = await browser.person(site.origin);
  await admin.goto(`${site.origin}/login`);
  await admin.fill("#sign-in-name", name);
  await admin.fill("#sign-in-password", said.trim().split(" ").pop());
  await admin.click("form[action='/login'] button");
  await admin.waitForURL((url) => !String(url).includes("/login"));
  return admin;
}

async function anyMoveText(page) {
  return page.evaluate(async () => {
    const game = await (await fetch(`/api/v1/games/${location.pathname.split("/").pop()}`)).json();
    return game.legal_moves[0].text;
  });
}

export const tests = {
  "000: a repetition is offered with the next move, declined, claimed and declared": async (browser, site) => {
    let pages = await from(browser, site, "checkers-bsn", "B:WK32,21:BK1,12");
    pages = await play(pages, REPEATED);
    const [black, white] = pages;
    await black.click("#offer");
    await black.waitForSelector("#offer-form:not([hidden])");
    const grounds = await black.textContent("#offer-grounds");
    assert(/This position has occurred 3 times \(3 needed\)\s*applies now/.test(grounds), grounds);
    assert(/of 25 moves without a capture or a new king.*not yet/.test(grounds), grounds);
    await says(black, "offer-when", "goes with your next move");
    await black.fill("#offer-message", "Three times.");
    await black.click("#offer-form button.main");
    await says(black, "offer-waits", "Your draw offer goes with your next move.");
    await type(black, "12-16");
    await white.waitForSelector("#offered:not([hidden])");
    const offered = await white.textContent("#offer-text");
    assert(offered.includes("Three times.") && offered.includes("after move 1 (White)"), offered);
    await black.waitForSelector("#withdraw-draw:not([hidden])");
    await decline(white, "I play on.");
    await says(black, "note", "Your opponent declined your draw offer.");
    await claim(black);
    await drawn(pages, ["after move 1 (White), after move 3 (White) and after move 5 (White)"], ["1...", "3...", "5..."]);
  },

  "000: 25 quiet moves from move 41 are a draw from move 66 on": async (browser, site) => {
    let pages = await from(browser, site, "checkers-bsn", "B:WK32,21:BK1,12:H48:F65");
    pages = await play(pages, "1-6 32-27");
    const [black, white] = pages;
    // White has just moved, so White's offer is sent at once.
    await offer(white, "25 moves");
    await decline(black);
    await claim(white);
    await drawn(pages, ["counted from move 41 (Black), 25 of 25 moves made, draw from move 66 (Black) on"], []);
  },

  "001: after 16 and after 5 moves the draw is declared although the opponent plays on": async (browser, site) => {
    for (const rule of [0, 1]) {
      const [fen, moves] = reaching("draughts-bsn", rule);
      let pages = await from(browser, site, "draughts-bsn", fen);
      pages = await play(pages, moves);
      const [mover, other] = pages;
      await offer(mover, "The count is complete.");
      await type(mover, await anyMoveText(mover));
      await other.waitForSelector("#offered:not([hidden])");
      await turn(other);
      await type(other, await anyMoveText(other));
      await says(mover, "note", "Your opponent played on instead of answering your draw offer.");
      await claim(mover);
      await drawn(pages, [rule === 0 ? "16 of 16 moves made" : "5 of 5 moves made"], []);
    }
  },

  "000: a claim too late, or without a ground, says what is missing": async (browser, site) => {
    let pages = await from(browser, site, "checkers-bsn", "B:WK32,21:BK1,12");
    await pages[0].click("#claim");
    await says(pages[0], "note", "You cannot claim a draw yet: 0 of 25 moves without a capture or a new king");
    pages = await play(pages, REPEATED);
    const [black, white] = pages;
    await offer(black);
    await type(black, "12-16");
    await turn(white);
    await type(white, "21-17");
    await turn(black);
    // One move too late: the next own move is complete.
    await type(black, "16-20");
    await black.click("#claim");
    await says(black, "note", "this position has occurred once (3 needed)");
    assert((await black.locator("#finished").isHidden()) && (await black.locator("#moves a").count()) === 13, "nothing has changed");
  },

  "000: a correspondence game is paused while an administrator judges, and both see the decision": async (browser, site) => {
    const days = { kind: "days", days: 2, vacation: 3 };
    const pages = await ordered(await invite(browser, site.origin, { rules: "checkers-bsn", time: days }));
    const [mover, other] = await play(pages, "11-15 22-18");
    await other.click("#call-admin");
    await other.waitForSelector("#call-form:not([hidden])");
    assert((await other.textContent("#call-form")).includes("The game is paused until the administrator decides"), "it is said before");
    await other.fill("#call-message", "He delays the game.");
    await other.click("#call-form button.main");
    await says(other, "call", "You called an administrator: “He delays the game.”");
    await says(mover, "call", "Your opponent called an administrator: “He delays the game.”");
    for (const page of pages) await says(page, "paused", "The game is paused");
    assert((await mover.locator(".piece.movable").count()) === 0, "nobody can move");
    const admin = await administrator(browser, site, `Judge${Date.now() % 1e6}`);
    await admin.goto(`${site.origin}/admin`);
    const form = admin.locator(`form[action='/admin${new URL(mover.url()).pathname}']`);
    await form.locator("select").selectOption("refuse");
    await form.locator("input[name=reason]").fill("There are two days for each move.");
    await form.locator("button").click();
    for (const page of pages) await says(page, "answered", "An administrator answered: “There are two days for each move.”");
    await turn(mover);
    await mover.reload();
    await says(mover, "answered", "There are two days for each move.");
    await type(mover, "15x22");
  },

  "000: an administrator sees offers, proofs, declines and chat, and warns for a declined draw": async (browser, site) => {
    const stamp = Date.now() % 1e6;
    const pages = await from(browser, site, "checkers-bsn", "B:WK32,21:BK1,12");
    const [black, white] = await play(pages, REPEATED);
    // White becomes an account, which can be warned.
    const signed = await white.evaluate(async (name) => {
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ name, password: "a password for trials" });
      return (await fetch("/api/v1/accounts", { method: "POST", headers, body })).status;
    }, `Slow${stamp}`);
    assert(signed < 300, `an account: ${signed}`);
    await offer(black, "Three times.");
    await type(black, "12-16");
    await decline(white, "Never.");
    await black.fill("#message", "See the rules.");
    await black.click("#talk button");
    await claim(black);
    await black.waitForSelector("#finished:not([hidden])");
    const admin = await administrator(browser, site, `Warner${stamp}`);
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
    assert((await admin.locator(".dispute", { hasText: `Slow${stamp}` }).count()) === 0, "the report is settled");
  },

  "003: no draw can be offered or claimed": async (browser, site) => {
    const pages = await ordered(await invite(browser, site.origin, { rules: "checkers-revenge" }));
    for (const page of await play(pages, "9-13 22-18")) {
      for (const id of ["offer", "claim"]) assert(await page.locator(`#${id}`).isHidden(), `#${id} is not shown`);
    }
  },

  "002: an illegal turn is played on the board after a question, redone on demand, or let stand": async (browser, site) => {
    const [white, black] = await from(browser, site, "dame-100", "W:W28,46:B23,3");
    const broken = async () => {
      await click(white, "46", "41");
      await white.waitForSelector("#breaking:not([hidden])");
      const text = await white.textContent("#breaking-text");
      assert(text.includes("You must capture, with the piece on 28.") && text.includes("Your opponent may demand that you redo it."), text);
    };
    await broken();
    await white.click("[data-cancel='breaking']");
    assert((await white.locator("#moves a").count()) === 0, "nothing is played");
    await broken();
    await white.click("#breaking-play");
    await black.waitForSelector("#irregular:not([hidden])");
    const told = await black.textContent("#irregular");
    assert(told.includes("A player who can capture must do so.") && !/\byou\b/i.test(told.split("Demand")[0]), told);
    await black.click("#demand-redo");
    await says(white, "note", "Your opponent demands that you redo your last move");
    await turn(white);
    await click(white, "46");
    await says(white, "note", "You must capture");
    await type(white, "28x19");
    const [first, second] = await from(browser, site, "dame-100", "W:W28,46:B23,3");
    await click(first, "46", "41");
    await first.click("#breaking-play");
    await second.waitForSelector("#irregular:not([hidden])");
    await second.click("[data-do='let-stand']");
    await turn(second);
    await type(second, "23x32");
  },

  "002: the computer demands a redo where that is better for it, and only there": async (browser, site) => {
    // In the first position the capture loses; in the second the forgotten capture does.
    for (const [fen, from, to, capture] of [["W:W12,44,33:B31,45,18,41", "12", "7", "12x23"], ["W:W28,39,20:B44,35,24,29", "28", "23", null]]) {
      const page = await browser.person(site.origin);
      const id = await page.evaluate(async (fen) => {
        const post = (path, wish) =>
          fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish) });
        await post("/api/v1/guest", {});
        const proposal = { rules: "dame-100", colour: "white", start: { fen } };
        return (await (await post("/api/v1/games", { opponent: { computer: 8 }, proposal })).json()).id;
      }, fen);
      await page.goto(`${site.origin}/games/${id}`);
      await page.waitForSelector(".piece.movable");
      await click(page, from, to);
      await page.click("#breaking-play");
      if (capture) {
        await says(page, "note", "Your opponent demands that you redo your last move");
        await turn(page);
        await type(page, capture);
      } else {
        await page.waitForFunction(() => document.querySelectorAll("#moves a").length === 2);
      }
    }
  },

  "000: both players choose who begins the next game, and a conflict is shown": async (browser, site) => {
    const pages = await ordered(await invite(browser, site.origin, { rules: "checkers-bsn" }));
    const [first, second] = await play(pages, "11-15 22-18");
    await first.click("#resign");
    await first.click("#resign");
    for (const page of pages) await page.waitForSelector("#begins:not([hidden])");
    await first.click("#begins-me");
    await says(second, "revenge-asked", "Your opponent wants to start.");
    await second.click("#begins-me");
    for (const page of pages) await says(page, "revenge-asked", "You do not agree on who starts.");
    const before = first.url();
    await second.click("#begins-them");
    await Promise.all(pages.map((page) => page.waitForURL((url) => String(url) !== before)));
    await first.waitForSelector(".piece.movable");
  },

  "a huffed piece is told to both players and stands in the move list": async (browser, site) => {
    const rules = { base: "english", name: "Huff", conduct: { enforcement: "huffing" } };
    const [black, white] = await from(browser, site, rules, "B:W18,32:B14,1");
    await click(black, "1", "6");
    await black.waitForSelector("#breaking:not([hidden])");
    assert((await black.textContent("#breaking-text")).includes("Your opponent may huff the piece."), "what it costs is said");
    await black.click("#breaking-play");
    await white.waitForSelector("#huffs button");
    await white.click("#huffs button");
    await says(black, "note", "Your piece on 14 was huffed: it failed to capture.");
    await says(white, "note", "You huffed the piece on 14: it failed to capture.");
    for (const page of [black, white]) await says(page, "moves", "huffed 14");
  },

  "a day off is asked for, and the days that are left are shown": async (browser, site) => {
    const time = { kind: "days", days: 2, vacation: 2 };
    const [page] = await ordered(await invite(browser, site.origin, { rules: "international", time }));
    for (const left of [2, 1]) {
      await page.click("#vacation");
      await says(page, "vacation-text", `Days off left in this game: ${left}`);
      await page.click("#vacation-take");
      await page.waitForFunction((left) => !document.getElementById("vacation-text").textContent.includes(`: ${left}`), left);
    }
    assert(await page.locator("#vacation").isHidden(), "nothing is left");
  },

  "the win can be claimed only from an opponent who has left, after a countdown": async (browser, site) => {
    const patient = new Site(site.program, "3");
    await patient.start();
    try {
      const pages = await ordered(await invite(browser, patient.origin, { rules: "international" }));
      const [mover, other] = await play(pages, "32-28 19-23");
      assert(await other.locator("#claim-victory").isHidden(), "nobody has left");
      await mover.close();
      await says(other, "left", "Your opponent has left. You can claim the win in ");
      assert(await other.locator("#claim-victory").isHidden(), "it would be too early");
      await says(other, "left", "You can claim the win.");
      await other.click("#claim-victory");
      await says(other, "outcome", "You won");
      // A page that outlives its site complains that it cannot reconnect.
      await other.close();
    } finally {
      await patient.remove();
    }
  },

  "a draw can be claimed only where the rules know a claim": async (browser, site) => {
    for (const [rules, shown] of [["international", false], ["dame-8x8", true], ["checkers-bsn", true]]) {
      const [page] = await ordered(await invite(browser, site.origin, { rules }));
      assert((await page.locator("#claim").isHidden()) !== shown, rules);
    }
  },

  "spectators do not read the players' chat and have their own": async (browser, site) => {
    const pages = await invite(browser, site.origin, { rules: "international" });
    const [watcher, other] = [await browser.person(site.origin), await browser.person(site.origin)];
    for (const page of [watcher, other]) {
      await page.evaluate(() => fetch("/api/v1/guest", { method: "POST" }));
      await page.goto(pages[0].url());
      await page.waitForSelector("#board .square");
    }
    const say = async (page, text) => {
      await page.fill("#message", text);
      await page.click("#talk button");
    };
    await say(pages[0], "good luck");
    await says(pages[1], "messages", "good luck");
    await say(watcher, "what a game");
    await says(other, "messages", "what a game");
    for (const page of pages) assert(!(await page.textContent("#messages")).includes("what a game"), "players do not read it");
    for (const page of [watcher, other]) assert(!(await page.textContent("#messages")).includes("good luck"), "spectators do not read it");
  },

  "a result says You won, You lost or Draw": async (browser, site) => {
    const pages = await ordered(await invite(browser, site.origin, { rules: "international" }));
    const watcher = await browser.person(site.origin);
    await watcher.goto(pages[0].url());
    const [loser, winner] = await play(pages, "32-28 19-23");
    await loser.click("#resign");
    await loser.click("#resign");
    await says(loser, "outcome", "You lost");
    await says(winner, "outcome", "You won");
    await says(watcher, "outcome", "Black won");
    for (const page of [loser, winner, watcher]) await says(page, "reason", "White resigned.");
  },
};
