// The house rules editor: conflicts, marks on fields, and the trial board.

import { assert, checkAxe, checkWidth } from "../harness.mjs";

/** Opens the editor and creates a conflict. */
async function createConflict(page, origin) {
  await page.goto(`${origin}/house`);
  await page.selectOption("#base", "english");
  await page.waitForSelector("#board .piece.movable");
  await page.selectOption("[data-field='start.rows_of_men']", "5");
  await page.waitForSelector("#conflicts:not([hidden]) li");
}

/** Whether an element is completely in the window, vertically. */
const isInView = (page, selector) =>
  page.locator(selector).evaluate((part) => {
    const box = part.getBoundingClientRect();
    return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight + 1;
  });

export const tests = {
  "house: a conflict names and marks its fields": async (browser, site) => {
    for (const [locale, label] of [["en-GB", "Rows of men"], ["de-DE", "Reihen mit Steinen"]]) {
      const page = await browser.newPage(site.origin, { locale });
      await createConflict(page, site.origin);
      const text = await page.textContent("#conflict-list");
      assert(text.includes(label) && !/rows_of_men|start\.|board\.[a-z]/.test(text), text);
      const marked = await page.$$eval("#house [aria-invalid=true]", (all) => all.map((part) => part.dataset.field));
      assert(marked.sort().join() === "board.height,start.rows_of_men", marked.join());
      const linked = await page.getAttribute("[data-field='start.rows_of_men']", "aria-describedby");
      assert((await page.textContent(`#${linked}`)) === text, "the message is linked");
      await page.click("#conflict-list button");
      const focused = await page.evaluate(() => document.activeElement?.getAttribute("data-field"));
      assert(focused === "start.rows_of_men", `the button focuses the field: ${focused}`);
      await checkAxe(page, locale);
      await page.selectOption("[data-field='start.rows_of_men']", "2");
      await page.waitForSelector("#conflicts", { state: "hidden" });
      assert((await page.locator("#house [aria-invalid]").count()) === 0, "the marks are removed");
    }
  },

  "house: a conflict stays in view during editing": async (browser, site) => {
    for (const viewport of [{ width: 1280, height: 800 }, { width: 360, height: 740 }]) {
      const page = await browser.newPage(site.origin, { viewport });
      await createConflict(page, site.origin);
      for (const field of ["board.width", "men.crowning", "capture.duty", "conduct.next_game"]) {
        await page.focus(`[data-field='${field}']`);
        await page.locator(`[data-field='${field}']`).scrollIntoViewIfNeeded();
        assert(await isInView(page, "#conflicts"), `${viewport.width}: ${field}`);
      }
      await checkWidth(page, String(viewport.width));
    }
  },

  "house: the board shows the last valid rules and says so": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await createConflict(page, site.origin);
    assert((await page.textContent("#trial-stale")).includes("last valid rules"), "the note is shown");
    assert((await page.locator("#board.stale").count()) === 1, "the board is marked");
    await page.selectOption("[data-field='board.height']", "12");
    await page.waitForFunction(() => document.querySelector("#board svg").getAttribute("viewBox") === "0 0 8 12");
    assert(await page.locator("#trial-stale").isHidden(), "the note is hidden again");
    assert((await page.locator("#board.stale").count()) === 0, "the mark is removed");
  },

  "house: each field shows its value in the base": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await page.goto(`${site.origin}/house`);
    const same = (field) => page.locator(`[data-field='${field}'] option`).first();
    for (const [base, name, width] of [["canadian", "Canadian draughts", "12"], ["dame-8x8", "Dame 8×8", "8"]]) {
      await page.selectOption("#base", base);
      await page.waitForFunction((width) => document.querySelector("[data-field='board.width'] option").text.startsWith(width), width);
      const label = await page.$eval("#base", (select) => select.selectedOptions[0].text);
      const text = await same("board.width").textContent();
      assert(text === `${width} (as in ${label})`, `${name}: ${text}`);
      assert((await page.textContent("#differences-title")).includes(label), "the heading names the base");
    }
  },
};
