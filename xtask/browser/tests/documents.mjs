// Games by the rules of the five documents, and every way in which they end.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, assert, clickSquares, orderByTurn, playAnyMove, readResult, signInAsAdmin, startGame, startGameByForm, typeMove, waitForTurn } from "../harness.mjs";

/** For each document: a position and a move after which a side has no pieces, and one after which it has no moves. */
const DOCUMENTS = {
  "checkers-bsn": [["B:W18:B14", "14", "23"], ["B:W29:B21,22", "21", "25"]],
  "draughts-bsn": [["W:W28:B23", "28", "19"], ["W:W14,15:B5", "15", "10"]],
  "dame-100": [["W:W28:B23", "28", "19"], ["W:W14,15:B5", "15", "10"]],
  "checkers-revenge": [["B:W18:B14", "14", "23"], ["B:W29:B21,22", "21", "25"]],
  "dame-8x8": [["B:W18:B14", "14", "23"], ["B:W29:B21,22", "21", "25"]],
};

/** Waits until the game is over, and returns the result that both pages show. */
async function outcome([one, other]) {
  for (const page of [one, other]) await page.waitForSelector("#finished:not([hidden])");
  const [text, otherText] = [await readResult(one), await readResult(other)];
  assert(text === otherText, `both see the same result: ${text} / ${otherText}`);
  return text;
}

async function wholeGame(browser, site, rules) {
  const pages = await startGameByForm(browser, site.origin, rules);
  for (let plies = 0; plies < 400; plies += 1) {
    // If the game is over, no page has movable pieces.
    const [mover] = await orderByTurn(pages).catch(() => pages);
    if (!(await waitForTurn(mover))) break;
    if ((await mover.locator("#claim.lit").count()) > 0) {
      await claim(mover, pages.find((page) => page !== mover));
      break;
    }
    await playAnyMove(mover, (x, y) => mover.mouse.click(x, y));
  }
  await outcome(pages);
  const results = await Promise.all(pages.map((page) => page.textContent("#outcome")));
  assert(["Draw,Draw", "You won,You lost", "You lost,You won"].includes(String(results)), `${rules}: ${results}`);
}

/** Claims a draw; if the rules require an offer first, after one that is declined. */
async function claim(mover, other) {
  await other.click("#claim");
  await Promise.race([other.waitForSelector("#claiming:not([hidden])"), other.waitForSelector("#finished:not([hidden])")]);
  if (await other.locator("#claiming").isHidden()) return;
  await other.click("#claim-go");
  await other.click("#offer-form button.main");
  await mover.waitForSelector("#offered:not([hidden])");
  await mover.click("#decline-draw");
  await other.waitForFunction(() => document.getElementById("claim-step-claim").hasAttribute("aria-current"));
  await other.click("#claim");
  await other.click("#claim-go");
}

async function endOnBoard(browser, site, rules) {
  const reasons = ["has no pieces left", "cannot move"];
  for (const [i, [fen, from, to]] of DOCUMENTS[rules].entries()) {
    const [mover, other] = await orderByTurn(await startGame(browser, site.origin, { rules, start: { fen } }));
    await clickSquares(mover, from, to);
    const text = await outcome([mover, other]);
    assert(text.includes(reasons[i]), `${rules}: ${text}`);
  }
}

async function endByPlayers(browser, site, rules) {
  const playTwoMoves = async (pages) => {
    for (let i = 0; i < 2; i += 1) {
      const [mover] = await orderByTurn(pages);
      await playAnyMove(mover, (x, y) => mover.mouse.click(x, y));
      await Promise.all(pages.map((page) => page.waitForFunction((n) => document.querySelectorAll("#moves a").length > n, i)));
    }
    return orderByTurn(pages);
  };
  const resigned = await playTwoMoves(await startGame(browser, site.origin, { rules }));
  await resigned[0].click("#resign");
  await resigned[0].click("#resign");
  assert((await outcome(resigned)).includes("resigned"), rules);

  // Document 003 has no draw by agreement.
  if (rules !== "checkers-revenge") {
    const [to, by] = await playTwoMoves(await startGame(browser, site.origin, { rules }));
    await by.click("#offer");
    await by.fill("#offer-message", "Nothing happens here.");
    await by.click("#offer-form button.main");
    await to.waitForSelector("#offered:not([hidden])");
    assert((await to.textContent("#offer-text")).includes("Nothing happens here."), "the message is shown");
    await to.click("[data-do='accept-draw']");
    assert((await outcome([to, by])).includes("agreed"), rules);
  }

  const aborted = await startGame(browser, site.origin, { rules });
  await aborted[0].click("#abort");
  await aborted[0].click("#abort");
  assert((await outcome(aborted)).includes("aborted"), rules);

  const timed = await playTwoMoves(await startGame(browser, site.origin, { rules, time: { kind: "clock", initial: 1000, increment: 0 } }));
  assert((await outcome(timed)).includes("ran out of time"), rules);

  // The player to move leaves.
  const [gone, left] = await playTwoMoves(await startGame(browser, site.origin, { rules }));
  await gone.close();
  await left.waitForSelector("#claim-victory:not([hidden])");
  await left.click("#claim-victory");
  await left.waitForSelector("#finished:not([hidden])");
  assert((await left.textContent("#reason")).includes("left the game"), rules);
}

/** Reads the games that reach a draw rule with their last move, from the tests of the rules. */
function drawGames(rules) {
  const text = readFileSync(join(ROOT, `crates/draughts/tests/draws/${rules}.txt`), "utf8");
  const values = (block, key) => [...block.matchAll(new RegExp(`^${key} (.*)$`, "gm"))].map((match) => match[1]).join(" ");
  return text.split("\n\n").map((block) => ({ fen: values(block, "fen"), moves: values(block, "moves").split(" ") }));
}

async function endByDrawRule(browser, site, rules) {
  // The shortest one; other tests play all of them.
  const [shortest] = drawGames(rules).sort((a, b) => a.moves.length - b.moves.length);
  let pages = await orderByTurn(await startGame(browser, site.origin, { rules, start: { fen: shortest.fen } }));
  const claiming = pages[0];
  if (await claiming.locator("#claim").isVisible()) {
    await claiming.click("#claim");
    await claiming.waitForFunction(() => document.getElementById("note").textContent.length > 20);
  }
  for (const move of shortest.moves) {
    await waitForTurn(pages[0]);
    await typeMove(pages[0], move);
    pages = [pages[1], pages[0]];
  }
  const [mover, other] = pages;
  await mover.waitForFunction(
    () => document.querySelector("#claim.lit") !== null || !document.getElementById("finished").hidden,
  );
  if (await mover.locator("#finished").isHidden()) await claim(mover, other);
  const text = await outcome(pages);
  assert(text.includes("Draw ") && text.includes("move"), `${rules}: ${text}`);
  // Each cited move is a link to the position after it.
  const cited = mover.locator("#proof a");
  assert((await cited.count()) > 0, `${rules}: the proof cites moves`);
  const number = await cited.first().getAttribute("href");
  await cited.first().click();
  await mover.waitForFunction((number) => document.querySelector("#moves [aria-current]").getAttribute("href") === number, number);
}

async function endByAdmin(browser, site, rules) {
  const pages = await startGame(browser, site.origin, { rules });
  await pages[0].click("#call-admin");
  await pages[0].fill("#call-message", "Please look at this.");
  await pages[0].click("#call-form button.main");
  await pages[1].waitForSelector("#call:not([hidden])");
  const admin = await signInAsAdmin(browser, site, `Judge-${rules}`.slice(0, 20));
  await admin.goto(`${site.origin}/admin`);
  const id = new URL(pages[0].url()).pathname;
  const form = admin.locator(`form[action='/admin${id}']`);
  const dispute = admin.locator(".dispute", { has: form });
  assert((await dispute.textContent()).includes("Please look at this."), "the call is shown");
  await form.locator("select").selectOption("draw");
  await form.locator("input[name=reason]").fill("Decided by the administrator.");
  await form.locator("button").click();
  assert((await outcome(pages)).includes("Decided by the administrator."), rules);
}

/** @type {Record<string, (browser: any, site: any) => Promise<void>>} */
export const tests = {};
for (const rules of Object.keys(DOCUMENTS)) {
  tests[`${rules}: two players finish a game started by a link`] = (...all) => wholeGame(...all, rules);
  tests[`${rules}: a game ends without pieces or without moves`] = (...all) => endOnBoard(...all, rules);
  tests[`${rules}: games end by resignation, agreement, abort, time and abandonment`] = (...all) => endByPlayers(...all, rules);
  tests[`${rules}: a draw claim is rejected too early, then proved with links to moves`] = (...all) => endByDrawRule(...all, rules);
  tests[`${rules}: an administrator decides a game after a call`] = (...all) => endByAdmin(...all, rules);
}
