// Every page on a narrow phone in German, whose words are the longest.

import { assert, checkWidth, postAsGuest, signInAsAdmin, startFromPosition } from "../harness.mjs";
import { accountPages, GERMAN_PHONE, PUBLIC_PAGES } from "../pages.mjs";

/**
 * Returns the words that are cut off or broken over two lines. Names of files, addresses and code may break, and what the
 * style shortens with an ellipsis are names of people, games and moves.
 */
async function cutWords(page) {
  return page.evaluate(() => {
    const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const faults = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element.closest("script, style, code, pre, .unseen, svg, noscript, option, textarea") || !isShown(element)) continue;
      for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{M}]{3,}/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].filter((box) => box.width > 0).map((box) => Math.round(box.top)));
        if (lines.size > 1) faults.push(`"${word}" is broken over ${lines.size} lines`);
      }
    }
    for (const element of document.querySelectorAll("body *")) {
      if (element.textContent.trim() === "" || element.closest(".unseen, svg, .skip") || !isShown(element) || element.clientWidth <= 1) continue;
      const { overflowX, textOverflow } = getComputedStyle(element);
      const isCut = ["hidden", "clip"].includes(overflowX) && textOverflow !== "ellipsis";
      if (isCut && element.scrollWidth > element.clientWidth + 1) faults.push(`"${element.textContent.trim().slice(0, 40)}" is cut off`);
      if (element.localName === "select") {
        const { font, paddingLeft, paddingRight } = getComputedStyle(element);
        const context = document.createElement("canvas").getContext("2d");
        context.font = font;
        const text = element.selectedOptions[0]?.textContent.trim() ?? "";
        const room = element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
        if (context.measureText(text).width > room + 1) faults.push(`the choice "${text}" is cut off`);
      }
    }
    return faults;
  });
}

/** Opens pages and checks their widths and their words. */
async function check(page, origin, paths) {
  const faults = [];
  for (const path of paths) {
    await page.goto(origin + path);
    if (path === "/house" || path === "/analysis") await page.waitForSelector("#board .piece");
    await checkWidth(page, path);
    for (const fault of await cutWords(page)) faults.push(`${path}: ${fault}`);
  }
  assert(faults.length === 0, faults.join("\n"));
}

export const tests = {
  "small screens: no word of a German page is cut or broken": async (browser, site) => {
    const guest = await browser.newPage(site.origin, GERMAN_PHONE);
    const proposal = { rules: "dame-8x8", time: { kind: "clock", initial: 300_000, increment: 3_000 } };
    const { id } = await postAsGuest(guest, "/api/v1/challenges", { to: "link", proposal });
    await startFromPosition(guest, "dame-8x8", "B:WK32,21:BK1,12:H49:F65");
    await check(guest, site.origin, [...PUBLIC_PAGES, `/challenges/${id}`, new URL(guest.url()).pathname]);
    // The console reports the page that does not exist.
    browser.problems.length = 0;
  },

  "small screens: no word of an administrator's German page is cut or broken": async (browser, site) => {
    const admin = await signInAsAdmin(browser, site, "Administratorin");
    await admin.goto(`${site.origin}/language/de`);
    await admin.setViewportSize(GERMAN_PHONE.viewport);
    await check(admin, site.origin, accountPages("Administratorin"));
  },
};
