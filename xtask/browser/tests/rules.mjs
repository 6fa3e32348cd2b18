// What people do with rules: they read them, compare them, change them, try them and keep them.

import AxeBuilder from "@axe-core/playwright";
import { assert, click } from "../harness.mjs";

/** The editor, filled in so. */
async function compose(page, origin, name) {
  await page.goto(`${origin}/house`);
  await page.selectOption("#base", "english");
  await page.fill("#name", name);
  await page.selectOption("[data-field='kings.range']", "flying");
  await page.selectOption("[data-field='men.captures']", "both");
  await page.waitForFunction(() => document.getElementById("differences").textContent.includes("any distance"));
  await page.waitForSelector("#board .piece.movable");
}

/** Waits until the board of the editor says this. */
function says(page, text) {
  return page.waitForFunction((text) => document.getElementById("trial-note").textContent.includes(text), text);
}

export const tests = {
  "rules: two rule books are laid side by side, without a script": async (browser, site) => {
    const page = await browser.person(site.origin, { javaScriptEnabled: false });
    await page.goto(`${site.origin}/rules/russian`);
    assert((await page.locator("figure svg").count()) > 8, "there are diagrams");
    await page.selectOption("#with", "brazilian");
    await page.click("#differences button");
    await page.waitForURL("**/rules/russian?with=brazilian*");
    const table = await page.textContent("table.differences");
    assert(table.includes("goes on as one") && table.includes("takes most pieces"), table);
  },

  "rules: house rules are tried on the board, and a piece says why it may not move": async (browser, site) => {
    const page = await browser.person(site.origin);
    await compose(page, site.origin, "Trial");
    await says(page, "To move: Black");
    // Black must capture after these moves; another man is told so.
    await click(page, "11", "15");
    await says(page, "11-15");
    await click(page, "23", "18");
    await says(page, "23-18");
    await click(page, "15", "19");
    await says(page, "15-19");
    await click(page, "21");
    await says(page, "You must capture, with");
    await page.click("#trial-back");
    await says(page, "23-18");
    await page.click("#trial-again");
    await says(page, "To move: Black");
    // Other rules, another beginning; a contradiction is told at once, and the board stays.
    await page.selectOption("[data-field='board.width']", "10");
    await page.waitForFunction(() => document.querySelector("#board svg").getAttribute("viewBox") === "0 0 10 8");
    await page.selectOption("[data-field='start.rows_of_men']", "5");
    await page.waitForSelector("#conflicts:not([hidden]) li");
    assert((await page.locator("#house-save:disabled").count()) === 1, "what contradicts itself is not saved");
  },

  "rules: house rules are saved, opened from the link, played from the start page, deleted": async (browser, site) => {
    const page = await browser.person(site.origin);
    await compose(page, site.origin, "Kitchen table");
    await page.click("#house-save");
    await page.waitForSelector("#house-share:not([hidden])");
    const link = await page.inputValue("#share-link");
    assert(page.url() === link, `the address is the link: ${page.url()} ${link}`);
    const other = await browser.person(site.origin);
    await other.goto(link);
    await other.waitForFunction(() => document.getElementById("house-title").textContent === "Kitchen table");
    assert((await other.inputValue("[data-field='men.captures']")) === "both", "it is as it was");
    assert((await other.inputValue("[data-field='kings.range']")) === "flying", "all of it");
    assert(!(await other.isVisible("#shelf-part")), "it is not on the other's shelf");
    await page.goto(site.origin);
    const form = page.locator("form.card[action='/play/computer']");
    await form.locator("select").selectOption({ label: "Kitchen table" });
    await form.locator("button").click();
    await page.waitForURL("**/games/**");
    assert((await page.textContent(".record header")).includes("Kitchen table"), "the game has the name");
    await page.goto(`${site.origin}/house`);
    await page.click("#shelf a");
    await page.waitForFunction(() => document.getElementById("house-title").textContent === "Kitchen table");
    const { violations } = await new AxeBuilder({ page }).analyze();
    assert(violations.length === 0, violations.map(({ id, nodes }) => `${id} ${nodes[0].html}`).join("\n"));
    await page.click("#shelf button");
    await page.click("#shelf button");
    await page.waitForSelector("#shelf-part", { state: "hidden" });
    await page.goto(site.origin);
    assert((await page.locator("option", { hasText: "Kitchen table" }).count()) === 0, "it is gone");
  },

  "rules: what the editor has no field for is not lost": async (browser, site) => {
    const page = await browser.person(site.origin);
    const id = await page.evaluate(async () => {
      const post = (path, wish) =>
        fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish) });
      await post("/api/v1/guest", {});
      const rules = { base: "frisian", kings: { repeat_limit: 5 }, capture: { priority: ["most-kings"] } };
      return (await (await post("/api/v1/shelf", { name: "Odd", rules })).json()).id;
    });
    await page.goto(`${site.origin}/house/${id}`);
    await page.waitForFunction(() => document.getElementById("sentences").textContent.includes("at most 5 times"));
    await page.selectOption("[data-field='men.takes']", "men-only");
    await page.waitForFunction(() => document.getElementById("differences").textContent.includes("never a king"));
    const told = await page.textContent("#differences");
    assert(told.includes("at most 5 times") && told.includes("most kings"), told);
    // Nor by the address.
    const other = await browser.person(site.origin);
    await other.goto(page.url());
    await other.waitForFunction(() => document.getElementById("differences").textContent.includes("at most 5 times"));
  },

  "rules: the pages of rules fit a small screen and have no faults that axe finds": async (browser, site) => {
    for (const colorScheme of ["light", "dark"]) {
      const options = { viewport: { width: 360, height: 740 }, locale: "de-DE", colorScheme };
      const page = await browser.person(site.origin, options);
      for (const path of ["/rules", "/rules/turkish?with=frisian", "/rules/breakthrough", "/house", "/"]) {
        await page.goto(site.origin + path);
        if (path === "/house") await page.waitForSelector("#board .piece.movable");
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert(wide <= 0, `${path}: ${wide} pixels stick out`);
        const { violations } = await new AxeBuilder({ page }).analyze();
        const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).slice(0, 3).join(" ")}`);
        assert(violations.length === 0, `${path}, ${colorScheme}:\n${told.join("\n")}`);
      }
    }
  },
};
