// What people choose, what they change of themselves, and what they see when something cannot be done.

import AxeBuilder from "@axe-core/playwright";
import { assert, setUp } from "../harness.mjs";

/** Makes an account by the form. */
async function signUp(page, origin, name) {
  await page.goto(`${origin}/login`);
  await page.fill("#sign-up-name", name);
  await page.fill("#sign-up-password", "a password for trials");
  await page.click("form[action='/signup'] button");
  await page.waitForURL(`${origin}/`);
}

/** Chooses a word on the page of settings; what shows the choice lies over the button itself. */
const choose = (page, name, value) => page.locator(`input[name=${name}][value=${value}]`).check({ force: true });

export const tests = {
  "settings are chosen without a script and kept": async (browser, site) => {
    const page = await browser.person(site.origin, { javaScriptEnabled: false });
    await page.goto(`${site.origin}/settings`);
    await choose(page, "board", "green");
    await choose(page, "names", "never");
    await choose(page, "theme", "dark");
    await choose(page, "language", "de");
    await page.click("form[action='/settings'] button");
    await page.waitForURL("**/settings?done=saved");
    assert((await page.textContent("h1")) === "Einstellungen", "it speaks German");
    await page.goto(`${site.origin}/rules/english`);
    const told = await page.locator("html").evaluate((html) => ({ ...html.dataset }));
    assert(told.board === "green" && told.names === "never" && told.theme === "dark", JSON.stringify(told));
  },

  "the theme of the board is seen at the table": async (browser, site) => {
    const page = await browser.person(site.origin);
    await setUp(page, "english", "W:W21,K22:B11,K12");
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

  "a form in which something is wrong comes back with what was typed": async (browser, site) => {
    const page = await browser.person(site.origin);
    await page.goto(`${site.origin}/login`);
    // A browser notes every refusal on its console.
    page.allowed = true;
    await page.fill("#sign-up-name", "1st");
    await page.fill("#sign-up-password", "a password for trials");
    await page.click("form[action='/signup'] button");
    const wrong = await page.textContent("#sign-up-name-wrong");
    assert(wrong.includes("begins with a letter"), wrong);
    assert((await page.inputValue("#sign-up-name")) === "1st", "the name is kept");
    assert((await page.inputValue("#sign-up-password")) === "", "the password is not");
  },

  "a token is made, used and revoked": async (browser, site) => {
    const page = await browser.person(site.origin);
    await signUp(page, site.origin, "Tokyo");
    await page.goto(`${site.origin}/settings/keys`);
    await page.fill("#label", "my program");
    await page.locator("input[value=account]").check();
    await page.click("form[action='/settings/tokens'] button");
    const token = await page.inputValue("#token");
    const ask = async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${site.origin}/api/v1/account`, { headers })).status;
    };
    assert((await ask()) === 200, "it opens");
    await page.goto(`${site.origin}/settings/keys`);
    assert((await page.locator("#token").count()) === 0, "it is shown once");
    await page.click("form[action$='/revoke'] button");
    await page.waitForURL("**/settings/keys");
    assert((await ask()) === 401, "it does not open any more");
  },

  "when the site cannot be reached, a page says so and finds back": async (browser, site) => {
    const page = await browser.person(site.origin, { locale: "de-DE" });
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => localStorage.getItem("offline-look") !== null);
    page.allowed = true;
    await site.kill();
    await page.goto(`${site.origin}/rules/frisian`);
    assert((await page.textContent("h1")) === "Keine Verbindung", "it says so");
    const ground = await page.evaluate(() => getComputedStyle(document.querySelector(".refusal")).borderRadius);
    assert(ground === "14px", "the styles were kept");
    await site.start();
    await page.click(".refusal a");
    await page.waitForSelector("h1:has-text('Friesische')");
    const kept = await page.evaluate(async () => {
      const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const requests = await Promise.all(caches_.map((cache) => cache.keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    const strange = kept.filter((path) => path !== "/offline" && !path.startsWith("/assets/"));
    assert(kept.length > 5 && strange.length === 0, `kept: ${kept}`);
  },

  "the pages of people have no faults that axe finds, in light and dark": async (browser, site) => {
    for (const colorScheme of ["light", "dark"]) {
      const page = await browser.person(site.origin, { colorScheme });
      const check = async (about) => {
        const { violations } = await new AxeBuilder({ page }).analyze();
        const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).slice(0, 3).join(" ")}`);
        assert(violations.length === 0, `${about}, ${colorScheme}:\n${told.join("\n")}`);
      };
      page.allowed = true;
      for (const path of ["/settings", "/nothing", "/offline", "/login"]) {
        await page.goto(`${site.origin}${path}`);
        await check(path);
      }
      await page.fill("#sign-in-name", "Nobody");
      await page.fill("#sign-in-password", "a password for trials");
      await page.click("form[action='/login'] button");
      await page.waitForSelector(".wrong");
      await check("a form again");
      const name = `Axe-${colorScheme}`;
      await signUp(page, site.origin, name);
      for (const path of ["/settings", "/settings/keys", `/players/${name}`]) {
        await page.goto(`${site.origin}${path}`);
        await check(path);
      }
    }
  },
};
