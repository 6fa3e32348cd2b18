// Rule pages, and house rules from the editor to a game.

import { assert, checkAxe, checkWidth, clickSquares, postAsGuest } from "../harness.mjs";

/** Opens the editor and composes house rules. */
async function compose(page, origin, name) {
  await page.goto(`${origin}/house`);
  await page.selectOption("#base", "english");
  await page.fill("#name", name);
  await page.selectOption("[data-field='kings.range']", "flying");
  await page.selectOption("[data-field='men.captures']", "both");
  await page.waitForFunction(() => document.getElementById("differences").textContent.includes("any distance"));
  await page.waitForSelector("#board .piece.movable");
}

/** Waits until the note of the trial board contains a text. */
function waitForNote(page, text) {
  return page.waitForFunction((text) => document.getElementById("trial-note").textContent.includes(text), text);
}

export const tests = {
  "rules: two rule sets are compared without JavaScript": async (browser, site) => {
    const page = await browser.newPage(site.origin, { javaScriptEnabled: false });
    await page.goto(`${site.origin}/rules/russian`);
    assert((await page.locator("figure svg").count()) > 8, "the page has diagrams");
    await page.selectOption("#with", "brazilian");
    await page.click("#differences button");
    await page.waitForURL("**/rules/russian?with=brazilian*");
    const table = await page.textContent("table.differences");
    assert(table.includes("goes on capturing as a king") && table.includes("takes the most pieces"), table);
  },

  "rules: house rules can be tried on the board, with explanations": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await compose(page, site.origin, "Trial");
    await waitForNote(page, "To move: Black");
    // After these moves White must capture; selecting another man explains it.
    await clickSquares(page, "11", "15");
    await waitForNote(page, "11-15");
    await clickSquares(page, "23", "18");
    await waitForNote(page, "23-18");
    await clickSquares(page, "15", "19");
    await waitForNote(page, "15-19");
    await clickSquares(page, "21");
    await waitForNote(page, "You must capture with");
    await page.click("#trial-back");
    await waitForNote(page, "23-18");
    await page.click("#trial-again");
    await waitForNote(page, "To move: Black");
    // Other rules restart the board; a conflict is shown at once, and the board stays.
    await page.selectOption("[data-field='board.width']", "10");
    await page.waitForFunction(() => document.querySelector("#board svg").getAttribute("viewBox") === "0 0 10 8");
    await page.selectOption("[data-field='start.rows_of_men']", "5");
    await page.waitForSelector("#conflicts:not([hidden]) li");
    assert((await page.locator("#house-save:disabled").count()) === 1, "rules with a conflict cannot be saved");
  },

  "rules: house rules are saved, shared, played and deleted": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await compose(page, site.origin, "Kitchen table");
    await page.click("#house-save");
    await page.waitForSelector("#house-share:not([hidden])");
    const link = await page.inputValue("#share-link");
    assert(page.url() === link, `the URL is the link: ${page.url()} ${link}`);
    const other = await browser.newPage(site.origin);
    await other.goto(link);
    await other.waitForFunction(() => document.getElementById("house-title").textContent === "Kitchen table");
    assert((await other.inputValue("[data-field='men.captures']")) === "both", "the rules are restored");
    assert((await other.inputValue("[data-field='kings.range']")) === "flying", "all rules are restored");
    assert(!(await other.isVisible("#saved-rules-part")), "it is not among the rules of the other user");
    await page.goto(site.origin);
    const form = page.locator("form.card[action='/play/computer']");
    await form.locator("select").selectOption({ label: "Kitchen table" });
    await form.locator("button").click();
    await page.waitForURL("**/games/**");
    assert((await page.textContent(".record header")).includes("Kitchen table"), "the game has the name");
    await page.goto(`${site.origin}/house`);
    await page.click("#saved-rules a");
    await page.waitForFunction(() => document.getElementById("house-title").textContent === "Kitchen table");
    await checkAxe(page, "the editor");
    await page.click("#saved-rules button");
    await page.click("#saved-rules button");
    await page.waitForSelector("#saved-rules-part", { state: "hidden" });
    await page.goto(site.origin);
    assert((await page.locator("option", { hasText: "Kitchen table" }).count()) === 0, "it is deleted");
  },

  "rules: rules without a field in the editor are preserved": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    const rules = { base: "frisian", kings: { repeat_limit: 5 }, capture: { priority: ["most-kings"] } };
    const { id } = await postAsGuest(page, "/api/v1/shelf", { name: "Odd", rules });
    await page.goto(`${site.origin}/house/${id}`);
    await page.waitForFunction(() => document.getElementById("sentences").textContent.includes("at most 5 moves"));
    await page.selectOption("[data-field='men.takes']", "men-only");
    await page.waitForFunction(() => document.getElementById("differences").textContent.includes("may not capture a king"));
    const differences = await page.textContent("#differences");
    assert(differences.includes("at most 5 moves") && differences.includes("most kings"), differences);
    // The URL preserves them, too.
    const other = await browser.newPage(site.origin);
    await other.goto(page.url());
    await other.waitForFunction(() => document.getElementById("differences").textContent.includes("at most 5 moves"));
  },

  "rules: rule pages fit a small screen and pass axe": async (browser, site) => {
    for (const colorScheme of ["light", "dark"]) {
      const options = { viewport: { width: 360, height: 740 }, locale: "de-DE", colorScheme };
      const page = await browser.newPage(site.origin, options);
      for (const path of ["/rules", "/rules/turkish?with=frisian", "/rules/breakthrough", "/house", "/"]) {
        await page.goto(site.origin + path);
        if (path === "/house") await page.waitForSelector("#board .piece.movable");
        await checkWidth(page, path);
        await checkAxe(page, `${path}, ${colorScheme}`);
      }
    }
  },
};
