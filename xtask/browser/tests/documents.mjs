// The five documents: whole games of two people by a link, and every kind of ending reached on the pages.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, anyMove, assert, click, invite, result, turn, two, type } from "../harness.mjs";

/** For each: a position and the move after which a side has no piece, and one after which it cannot move. */
const DOCUMENTS = {
  "checkers-bsn": [["B:W18:B14", "14", "23"], ["B:W29:B21,22", "21", "25"]],
  "draughts-bsn": [["W:W28:B23", "28", "19"], ["W:W14,15:B5", "15", "10"]],
  "dame-100": [["W:W28:B23", "28", "19"], ["W:W14,15:B5", "15", "10"]],
  "checkers-revenge": [["B:W18:B14", "14", "23"], ["B:W29:B21,22", "21", "25"]],
  "dame-8x8": [["B:W18:B14", "14", "23"], ["B:W29:B21,22", "21", "25"]],
};

/** What both pages say when a game is over. */
async function outcome([one, other]) {
  for (const page of [one, other]) await page.waitForSelector("#finished:not([hidden])");
  const [told, also] = [await result(one), await result(other)];
  assert(told === also, `both are told the same: ${told} / ${also}`);
  return told;
}

/** The page of who is to move comes first. */
async function ordered(pages) {
  const mine = async (page) => (await page.locator(".piece.movable").count()) > 0;
  await Promise.race(pages.map((page) => page.waitForSelector(".piece.movable")));
  return (await mine(pages[0])) ? pages : [pages[1], pages[0]];
}

async function wholeGame(browser, site, rules) {
  const pages = await two(browser, site.origin, rules);
  for (let plies = 0; plies < 400; plies += 1) {
    // The one who moved last sees at once whether the game goes on.
    const [mover] = await ordered(pages).catch(() => pages);
    if (!(await turn(mover))) break;
    if ((await mover.locator("#claim.lit").count()) > 0) {
      await claim(mover, pages.find((page) => page !== mover));
      break;
    }
    await anyMove(mover, (x, y) => mover.mouse.click(x, y));
  }
  await outcome(pages);
  const results = await Promise.all(pages.map((page) => page.textContent("#outcome")));
  assert(["Draw,Draw", "You won,You lost", "You lost,You won"].includes(String(results)), `${rules}: ${results}`);
}

/** Claims a draw; where the rules ask the opponent first, by an offer that is declined. */
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

async function byTheBoard(browser, site, rules) {
  const words = ["has no pieces left", "cannot move"];
  for (const [i, [fen, from, to]] of DOCUMENTS[rules].entries()) {
    const [mover, other] = await ordered(await invite(browser, site.origin, { rules, start: { fen } }));
    await click(mover, from, to);
    const told = await outcome([mover, other]);
    assert(told.includes(words[i]), `${rules}: ${told}`);
  }
}

async function byThePlayers(browser, site, rules) {
  const moved = async (pages) => {
    for (let i = 0; i < 2; i += 1) {
      const [mover] = await ordered(pages);
      await anyMove(mover, (x, y) => mover.mouse.click(x, y));
      await Promise.all(pages.map((page) => page.waitForFunction((n) => document.querySelectorAll("#moves a").length > n, i)));
    }
    return ordered(pages);
  };
  const resigned = await moved(await invite(browser, site.origin, { rules }));
  await resigned[0].click("#resign");
  await resigned[0].click("#resign");
  assert((await outcome(resigned)).includes("resigned"), rules);

  // By document 003 the players cannot agree.
  if (rules !== "checkers-revenge") {
    const [to, by] = await moved(await invite(browser, site.origin, { rules }));
    await by.click("#offer");
    await by.fill("#offer-message", "Nothing happens here.");
    await by.click("#offer-form button.main");
    await to.waitForSelector("#offered:not([hidden])");
    assert((await to.textContent("#offer-text")).includes("Nothing happens here."), "the reason is told");
    await to.click("[data-do='accept-draw']");
    assert((await outcome([to, by])).includes("agreed"), rules);
  }

  const off = await invite(browser, site.origin, { rules });
  await off[0].click("#abort");
  await off[0].click("#abort");
  assert((await outcome(off)).includes("aborted"), rules);

  const timed = await moved(await invite(browser, site.origin, { rules, time: { kind: "clock", initial: 1000, increment: 0 } }));
  assert((await outcome(timed)).includes("ran out of time"), rules);

  // Both have moved; who is not to move sees the other one leave.
  const [gone, left] = await moved(await invite(browser, site.origin, { rules }));
  await gone.close();
  await left.waitForSelector("#claim-victory:not([hidden])");
  await left.click("#claim-victory");
  await left.waitForSelector("#finished:not([hidden])");
  assert((await left.textContent("#reason")).includes("left the game"), rules);
}

/** Games that reach a draw rule with their last move: fixtures of the rules themselves. */
function drawGames(rules) {
  const text = readFileSync(join(ROOT, `crates/draughts/tests/draws/${rules}.txt`), "utf8");
  const values = (block, key) => [...block.matchAll(new RegExp(`^${key} (.*)$`, "gm"))].map((found) => found[1]).join(" ");
  return text.split("\n\n").map((block) => ({ fen: values(block, "fen"), moves: values(block, "moves").split(" ") }));
}

async function byDrawRules(browser, site, rules) {
  // The shortest shows it on the pages; all of them are played by the tests of the table.
  const [shortest] = drawGames(rules).sort((a, b) => a.moves.length - b.moves.length);
  let pages = await ordered(await invite(browser, site.origin, { rules, start: { fen: shortest.fen } }));
  const claiming = pages[0];
  if (await claiming.locator("#claim").isVisible()) {
    await claiming.click("#claim");
    await claiming.waitForFunction(() => document.getElementById("note").textContent.length > 20);
  }
  for (const text of shortest.moves) {
    await turn(pages[0]);
    await type(pages[0], text);
    pages = [pages[1], pages[0]];
  }
  const [mover, other] = pages;
  await mover.waitForFunction(
    () => document.querySelector("#claim.lit") !== null || !document.getElementById("finished").hidden,
  );
  if (await mover.locator("#finished").isHidden()) await claim(mover, other);
  const told = await outcome(pages);
  assert(told.includes("Draw ") && told.includes("move"), `${rules}: ${told}`);
  // Each move that is cited is a link, and leads to the position after it.
  const cited = mover.locator("#proof a");
  assert((await cited.count()) > 0, `${rules}: moves are cited`);
  const number = await cited.first().getAttribute("href");
  await cited.first().click();
  await mover.waitForFunction((number) => document.querySelector("#moves [aria-current]").getAttribute("href") === number, number);
}

async function byAnAdministrator(browser, site, rules) {
  const name = `Judge-${rules}`.slice(0, 20);
  const said = execFileSync(site.program, ["admin", "create", name, "--database", site.database], { encoding: "utf8" });
  const password = said.trim().split(" ").pop();
  const pages = await invite(browser, site.origin, { rules });
  await pages[0].click("#call-admin");
  await pages[0].fill("#call-message", "Please look at this.");
  await pages[0].click("#call-form button.main");
  await pages[1].waitForSelector("#call:not([hidden])");
  const admin = await browser.person(site.origin);
  await admin.goto(`${site.origin}/login`);
  await admin.fill("#sign-in-name", name);
  await admin.fill("#sign-in-password", password);
  await admin.click("form[action='/login'] button");
  await admin.goto(`${site.origin}/admin`);
  const id = new URL(pages[0].url()).pathname;
  const form = admin.locator(`form[action='/admin${id}']`);
  const dispute = admin.locator(".dispute", { has: form });
  assert((await dispute.textContent()).includes("Please look at this."), "the call is seen");
  await form.locator("select").selectOption("draw");
  await form.locator("input[name=reason]").fill("As both have told me.");
  await form.locator("button").click();
  assert((await outcome(pages)).includes("As both have told me."), rules);
}

/** @type {Record<string, (browser: any, site: any) => Promise<void>>} */
export const tests = {};
for (const rules of Object.keys(DOCUMENTS)) {
  tests[`${rules}: two people play a whole game by a link`] = (...all) => wholeGame(...all, rules);
  tests[`${rules}: no pieces, and no moves, end a game`] = (...all) => byTheBoard(...all, rules);
  tests[`${rules}: games are resigned, agreed on, called off, lost on time and left`] = (...all) => byThePlayers(...all, rules);
  tests[`${rules}: a draw is claimed too early, then proved, each cited move a link`] = (...all) => byDrawRules(...all, rules);
  tests[`${rules}: an administrator is called, and decides`] = (...all) => byAnAdministrator(...all, rules);
}
