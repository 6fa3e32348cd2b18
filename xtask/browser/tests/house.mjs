// The editor of house rules: its conflicts, its marks, and the board beside it.

import AxeBuilder from "@axe-core/playwright";
import { assert } from "../harness.mjs";

/** Opens the editor and composes rules that contradict themselves. */
async function conflict(page, origin) {
  await page.goto(`${origin}/house`);
  await page.selectOption("#base", "english");
  await page.waitForSelector("#board .piece.movable");
  await page.selectOption("[data-field='start.rows_of_men']", "5");
  await page.waitForSelector("#conflicts:not([hidden]) li");
}

/** Is the whole element in the window? */
const inView = (page, selector) =>
  page.locator(selector).evaluate((part) => {
    const box = part.getBoundingClientRect();
    return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight + 1;
  });

export const tests = {
  "house: a conflict names and marks the fields as the form does": async (browser, site) => {
    for (const [locale, label] of [["en-GB", "Rows of men"], ["de-DE", "Reihen mit Steinen"]]) {
      const page = await browser.person(site.origin, { locale });
      await conflict(page, site.origin);
      const text = await page.textContent("#conflict-list");
      assert(text.includes(label) && !/rows_of_men|start\.|board\.[a-z]/.test(text), text);
      const marked = await page.$$eval("#house [aria-invalid=true]", (all) => all.map((part) => part.dataset.field));
      assert(marked.sort().join() === "board.height,start.rows_of_men", marked.join());
      const linked = await page.getAttribute("[data-field='start.rows_of_men']", "aria-describedby");
      assert((await page.textContent(`#${linked}`)) === text, "the message is linked");
      await page.click("#conflict-list button");
      const focused = await page.evaluate(() => document.activeElement?.getAttribute("data-field"));
      assert(focused === "start.rows_of_men", `a press leads to the field: ${focused}`);
      const { violations } = await new AxeBuilder({ page }).analyze();
      assert(violations.length === 0, violations.map(({ id, nodes }) => `${id} ${nodes[0].html}`).join("\n"));
      await page.selectOption("[data-field='start.rows_of_men']", "2");
      await page.waitForSelector("#conflicts", { state: "hidden" });
      assert((await page.locator("#house [aria-invalid]").count()) === 0, "the marks are gone");
    }
  },

  "house: a conflict stays in view while one edits": async (browser, site) => {
    for (const viewport of [{ width: 1280, height: 800 }, { width: 360, height: 740 }]) {
      const page = await browser.person(site.origin, { viewport });
      await conflict(page, site.origin);
      for (const field of ["board.width", "men.crowning", "capture.duty", "conduct.next_game"]) {
        await page.focus(`[data-field='${field}']`);
        await page.locator(`[data-field='${field}']`).scrollIntoViewIfNeeded();
        assert(await inView(page, "#conflicts"), `${viewport.width}: ${field}`);
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert(wide <= 0, `${wide} pixels stick out`);
    }
  },

  "house: the board says that it shows the last valid rules": async (browser, site) => {
    const page = await browser.person(site.origin);
    await conflict(page, site.origin);
    assert((await page.textContent("#trial-stale")).includes("last valid rules"), "it says so");
    assert((await page.locator("#board.stale").count()) === 1, "and looks so");
    await page.selectOption("[data-field='board.height']", "12");
    await page.waitForFunction(() => document.querySelector("#board svg").getAttribute("viewBox") === "0 0 8 12");
    assert(await page.locator("#trial-stale").isHidden(), "it is up to date again");
    assert((await page.locator("#board.stale").count()) === 0, "and looks so");
  },

  "house: each field says what the base says": async (browser, site) => {
    const page = await browser.person(site.origin);
    await page.goto(`${site.origin}/house`);
    const same = (field) => page.locator(`[data-field='${field}'] option`).first();
    for (const [base, name, width] of [["international", "International draughts", "10"], ["english", "English draughts", "8"]]) {
      await page.selectOption("#base", base);
      await page.waitForFunction((width) => document.querySelector("[data-field='board.width'] option").text.startsWith(width), width);
      const label = await page.$eval("#base", (select) => select.selectedOptions[0].text);
      const told = await same("board.width").textContent();
      assert(told === `${width} (as in ${label})`, `${name}: ${told}`);
      assert((await page.textContent("#differences-title")).includes(label), "the differences name it");
    }
  },
};
