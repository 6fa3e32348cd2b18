// The analysis board.

import { assert, clickSquares, playAnyMove, startFromPosition, waitForTurn } from "../harness.mjs";

const GAME = `[White "Ada"]
[Black "Bo"]
[GameType "20"]

1. 32-28 {the usual} 19-23 2. 28x19 14x23 ({ sharper } 2... 13x24 3. 37-32 24-29) 3. 37-32 10-14 4. 41-37 14-19 1-0
`;

/** Opens the analysis board with a game. */
async function openGame(page, site) {
  await page.goto(`${site.origin}/analysis`);
  await page.waitForSelector("#board .square.holds");
  await page.click("details:has(#pdn) summary");
  await page.fill("#pdn", GAME);
  await page.click("#read-pdn");
  await page.waitForSelector("#moves .move");
}

export const tests = {
  "a pasted game can be stepped through with its comments and variations": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await openGame(page, site);
    const moves = await page.textContent("#moves");
    assert(moves.includes("the usual") && moves.includes("2... 13x24"), moves);
    assert(moves.includes("24-29") && !moves.includes("3... 24-29"), `a reply in a variation has no number: ${moves}`);
    for (let i = 0; i < 4; i += 1) await page.click("#forward");
    assert((await page.textContent("#moves [aria-current]")).includes("14x23"), "the fourth move is current");
    await page.click("#moves .variation .move >> nth=1");
    assert((await page.inputValue("#fen")).startsWith("B:"), "Black is to move in the variation");
  },

  "a move on the board adds a variation, which is saved": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await openGame(page, site);
    await page.click("#forward");
    // The legal moves arrive after the position.
    await page.waitForSelector("#board .piece.movable");
    await clickSquares(page, "20", "24");
    await page.waitForFunction(() => document.querySelector("#moves .variation")?.textContent.includes("20-24"));
    await page.fill("#comment", "Why not?");
    await page.press("#comment", "Enter");
    const [file] = await Promise.all([page.waitForEvent("download"), page.click("#write")]);
    assert(file.suggestedFilename() === "analysis.pdn", file.suggestedFilename());
    const text = await page.inputValue("#pdn");
    assert(text.includes("1. 32-28 { the usual }") && text.includes("20-24 { Why not? }") && text.includes('[White "Ada"]'), text);
  },

  "a promoted variation keeps the comment before it": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await openGame(page, site);
    await page.click("#moves .variation .move >> nth=0");
    await page.waitForFunction(() => document.querySelector("#moves [aria-current]")?.textContent.includes("13x24"));
    await page.click("#promote");
    await page.waitForFunction(() => document.querySelector("#moves .variation")?.textContent.includes("14x23"));
    assert((await page.textContent("#moves")).includes("sharper"), "the page shows the comment");
    await Promise.all([page.waitForEvent("download"), page.click("#write")]);
    const text = await page.inputValue("#pdn");
    assert(text.includes("28x19 { sharper }"), text);
  },

  "the engine shows its lines and the graph of the game": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await openGame(page, site);
    await page.check("#engine");
    await page.waitForSelector("#lines li >> nth=2");
    assert(/^[+−]\d/.test(await page.textContent("#lines strong")), "lines have a score");
    await page.waitForSelector("#board .arrow.shown");
    await page.click("#evaluate");
    await page.waitForSelector("#evaluate:not([disabled])");
    const points = await page.getAttribute("#graph .curve", "points");
    assert(points.split(" ").length === 9, `nine points for eight moves: ${points}`);
  },

  "comparing with other rules shows the first difference": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await page.goto(`${site.origin}/analysis?rules=russian`);
    await page.waitForSelector("#board .square.holds");
    // White can capture one man or two: some rules demand two.
    await page.fill("#fen", "W:Wa3,c3:Bb4,d4,f6");
    await page.press("#fen", "Enter");
    await page.waitForFunction(() => document.querySelectorAll("#board .piece").length === 5);
    await clickSquares(page, "c3", "a5");
    await page.waitForSelector("#moves .move");
    await page.click("details:has(#compare) summary");
    await page.selectOption("#other-rules", "poddavki");
    await page.click("#compare");
    await page.waitForFunction(() => document.getElementById("compared").textContent.includes("the whole game is the same"));
    await page.selectOption("#other-rules", "brazilian");
    await page.click("#compare");
    await page.waitForFunction(() => /move 1\. c3:a5.*most/s.test(document.getElementById("compared").textContent));
  },

  "a position can be set up and played on from": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await page.goto(`${site.origin}/analysis`);
    await page.waitForSelector("#board .square.holds");
    await page.click("details:has(#palette) summary");
    await page.click("#clear-board");
    await page.waitForFunction(() => document.querySelectorAll("#board .piece").length === 0);
    const placePiece = async (kind, square, count) => {
      await page.check(`[name=piece][value='${kind}']`, { force: true });
      await clickSquares(page, square);
      await page.waitForFunction((count) => document.querySelectorAll("#board .piece").length === count, count);
    };
    await placePiece("white-king", "46", 1);
    await placePiece("black-man", "14", 2);
    await placePiece("white-man", "31", 3);
    assert((await page.inputValue("#fen")) === "W:W31,K46:B14", await page.inputValue("#fen"));
    await page.click("#play-on");
    await page.waitForURL("**/games/**");
    await waitForTurn(page);
    await playAnyMove(page, (x, y) => page.mouse.click(x, y));
  },

  "games of the site open, and invalid files are rejected": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await startFromPosition(page, "international", "W:W31,32:B19,20");
    await clickSquares(page, "32", "28");
    await page.waitForSelector("#moves a");
    await page.click(".files a >> nth=0");
    await page.waitForURL("**/analysis?game=*");
    await page.waitForFunction(() => document.getElementById("moves").textContent.includes("32-28"));
    await page.click("details:has(#pdn) summary");
    await page.fill("#pdn", "1. 32-28 99-98");
    await page.click("#read-pdn");
    await page.waitForFunction(() => document.getElementById("note").textContent.length > 10);
  },
};
