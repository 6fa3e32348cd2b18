// Settings, accounts, tokens, and the offline page.

import { assert, checkAxe, signUp, startFromPosition } from "../harness.mjs";

/** Selects a radio button on the settings page, which its label covers. */
const choose = (page, name, value) => page.locator(`input[name=${name}][value=${value}]`).check({ force: true });

export const tests = {
  "settings are saved without JavaScript": async (browser, site) => {
    const page = await browser.newPage(site.origin, { javaScriptEnabled: false });
    await page.goto(`${site.origin}/settings`);
    await choose(page, "board", "green");
    await choose(page, "names", "never");
    await choose(page, "theme", "dark");
    await choose(page, "language", "de");
    await page.click("form[action='/settings'] button");
    await page.waitForURL("**/settings?done=saved");
    assert((await page.textContent("h1")) === "Einstellungen", "the page is in German");
    await page.goto(`${site.origin}/rules/english`);
    const settings = await page.locator("html").evaluate((html) => ({ ...html.dataset }));
    assert(settings.board === "green" && settings.names === "never" && settings.theme === "dark", JSON.stringify(settings));
  },

  "the theme of the board applies to games": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await startFromPosition(page, "english", "W:W21,K22:B11,K12");
    const colour = (selector) => page.locator(selector).first().evaluate((part) => getComputedStyle(part).fill);
    const wood = [await colour("#board .square"), await colour("#board .piece.black .disc")];
    const game = page.url();
    await page.goto(`${site.origin}/settings`);
    await choose(page, "board", "green");
    await page.click("form[action='/settings'] button");
    await page.goto(game);
    await page.waitForSelector(".piece.movable");
    const green = [await colour("#board .square"), await colour("#board .piece.black .disc")];
    assert(wood[0] !== green[0] && wood[1] !== green[1], `${wood} and ${green}`);
  },

  "an invalid form keeps its input": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await page.goto(`${site.origin}/login`);
    // The browser logs error responses to its console.
    page.expectsErrors = true;
    await page.fill("#sign-up-name", "1st");
    await page.fill("#sign-up-password", "a password for tests");
    await page.click("form[action='/signup'] button");
    const wrong = await page.textContent("#sign-up-name-wrong");
    assert(wrong.includes("must begin with a letter"), wrong);
    assert((await page.inputValue("#sign-up-name")) === "1st", "the name is kept");
    assert((await page.inputValue("#sign-up-password")) === "", "the password is not");
  },

  "a token is created, used and revoked": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await signUp(page, site.origin, "Tokyo");
    await page.goto(`${site.origin}/settings/keys`);
    await page.fill("#label", "my program");
    await page.locator("input[value=account]").check();
    await page.click("form[action='/settings/tokens'] button");
    const token = await page.inputValue("#token");
    const requestStatus = async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${site.origin}/api/v1/account`, { headers })).status;
    };
    assert((await requestStatus()) === 200, "the token is valid");
    await page.goto(`${site.origin}/settings/keys`);
    assert((await page.locator("#token").count()) === 0, "it is shown once");
    await page.click("form[action$='/revoke'] button");
    await page.waitForURL("**/settings/keys");
    assert((await requestStatus()) === 401, "the token is revoked");
  },

  "the offline page appears and returns to the site": async (browser, site) => {
    const page = await browser.newPage(site.origin, { locale: "de-DE" });
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => localStorage.getItem("offline-look") !== null);
    page.expectsErrors = true;
    await site.kill();
    await page.goto(`${site.origin}/rules/frisian`);
    assert((await page.textContent("h1")) === "Keine Verbindung", "the offline page is shown");
    const radius = await page.evaluate(() => getComputedStyle(document.querySelector(".refusal")).borderRadius);
    assert(radius === "14px", "the styles are cached");
    await site.start();
    await page.click(".refusal a");
    await page.waitForSelector("h1:has-text('Friesische')");
    const cached = await page.evaluate(async () => {
      const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const requests = await Promise.all(opened.map((cache) => cache.keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    const unexpected = cached.filter((path) => path !== "/offline" && !path.startsWith("/assets/"));
    assert(cached.length > 5 && unexpected.length === 0, `cached: ${cached}`);
  },

  "account pages pass axe in light and dark": async (browser, site) => {
    for (const colorScheme of ["light", "dark"]) {
      const page = await browser.newPage(site.origin, { colorScheme });
      const check = (about) => checkAxe(page, `${about}, ${colorScheme}`);
      page.expectsErrors = true;
      for (const path of ["/settings", "/nothing", "/offline", "/login"]) {
        await page.goto(`${site.origin}${path}`);
        await check(path);
      }
      await page.fill("#sign-in-name", "Nobody");
      await page.fill("#sign-in-password", "a password for tests");
      await page.click("form[action='/login'] button");
      await page.waitForSelector(".wrong");
      await check("a rejected form");
      const name = `Axe-${colorScheme}`;
      await signUp(page, site.origin, name);
      for (const path of ["/settings", "/settings/keys", `/players/${name}`]) {
        await page.goto(`${site.origin}${path}`);
        await check(path);
      }
    }
  },
};
