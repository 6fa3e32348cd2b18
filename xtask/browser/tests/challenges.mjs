// Challenges, the lobby, ratings on the pages, and pages without JavaScript.

import AxeBuilder from "@axe-core/playwright";
import { assert, setUp } from "../harness.mjs";

/** Names are unique on a site that several tests share. */
let people = 0;

/** A browser of somebody with an account. */
async function account(browser, origin, name, options) {
  const page = await browser.person(origin, options);
  people += 1;
  page.called = `${name}${people}`;
  await page.goto(`${origin}/login`);
  await page.fill("#sign-up-name", page.called);
  await page.fill("#sign-up-password", "a password for trials");
  await page.click("form[action='/signup'] button");
  await page.waitForURL(`${origin}/`);
  return page;
}

/** Makes a challenge by the API and returns its address. */
async function challenge(page, origin, proposal, to = "link") {
  const id = await page.evaluate(
    async ([proposal, to]) => {
      const post = (path, wish) =>
        fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish) });
      await post("/api/v1/guest", {});
      return (await (await post("/api/v1/challenges", { to, proposal })).json()).id;
    },
    [proposal, to],
  );
  return `${origin}/challenges/${id}`;
}

const BLITZ = { kind: "clock", initial: 300_000, increment: 3000 };
const friend = (page) => page.locator("form[action='/play/friend']");
/** What shows a choice lies over the button itself. */
const choose = (page, name, value) => friend(page).locator(`input[name=${name}][value='${value}']`).check({ force: true });

/** Checks a page with axe. */
async function checkAxe(page, about) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).slice(0, 3).join(" ")}`);
  assert(violations.length === 0, `${about}:\n${told.join("\n")}`);
}

export const tests = {
  "challenges: a rated game says so from the lobby to the result": async (browser, site) => {
    const ann = await account(browser, site.origin, "Ann");
    const bob = await account(browser, site.origin, "Bob");
    const address = await challenge(ann, site.origin, { rules: "english", time: BLITZ, rated: true, colour: "black" }, "lobby");
    await ann.goto(address);
    const offer = bob.locator("#offers li", { hasText: ann.called });
    await offer.waitFor();
    const line = await offer.textContent();
    assert(line.includes("Rated") && line.includes("1500?"), `the lobby: ${line}`);
    await offer.locator("a").click();
    const terms = await bob.textContent(".terms");
    assert(terms.includes("Rated") && terms.includes(`${ann.called} 1500? · you 1500?`), `the challenge: ${terms}`);
    await bob.click("form[action$='/accept'] button");
    await Promise.all([ann, bob].map((page) => page.waitForURL("**/games/**")));
    for (const page of [ann, bob]) {
      assert((await page.textContent(".record .chip")) === "Rated", "the game has a chip");
      assert((await page.locator(".player .figures", { hasText: "1500?" }).count()) === 2, "both ratings are shown");
      await page.waitForSelector("#board .square");
    }
    await ann.fill("#typed-move", "11-15");
    await ann.press("#typed-move", "Enter");
    await bob.waitForSelector(".piece.movable");
    await bob.fill("#typed-move", "22-18");
    await bob.press("#typed-move", "Enter");
    await bob.waitForSelector("#resign:not([hidden])");
    await bob.click("#resign");
    await bob.click("#resign");
    for (const page of [ann, bob]) {
      await page.waitForSelector("#finished:not([hidden])");
      const changes = await page.textContent("#rating-changes");
      assert(new RegExp(`${ann.called} 1500 → 1662\\? \\(\\+162\\)`).test(changes), changes);
      assert(new RegExp(`${bob.called} 1500 → 1338\\? \\(−162\\)`).test(changes), changes);
    }
    await bob.goto(`${site.origin}/players/${ann.called}`);
    assert((await bob.locator(".playing .chip.rated").count()) === 1, "the profile marks rated games");
  },

  "challenges: an unrated game says so": async (browser, site) => {
    const page = await browser.person(site.origin);
    await setUp(page, "english", "W:W21:B11");
    assert((await page.textContent(".record .chip")) === "Unrated", "there is a chip");
    assert((await page.textContent("#rating-changes")) === "", "nothing changes");
  },

  "challenges: the box for rated games says what it needs": async (browser, site) => {
    const guest = await browser.person(site.origin);
    assert(await friend(guest).locator("input[name=rated]").isDisabled(), "guests cannot tick it");
    assert((await friend(guest).locator(".needs").textContent()).includes("need an account"), "and read why");
    const page = await account(browser, site.origin, "Carl");
    const [box, needs] = [friend(page).locator("input[name=rated]"), friend(page).locator(".needs")];
    assert((await box.isDisabled()) && (await needs.textContent()).includes("a clock or days"), "not without a clock");
    await choose(page, "time", "5+3");
    assert((await box.isEnabled()) && (await needs.isHidden()), "with a clock it can be ticked");
    await box.check();
    await choose(page, "time", "none");
    assert((await box.isDisabled()) && !(await box.isChecked()), "it is off again");
    await choose(page, "time", "days");
    assert((await box.isEnabled()) && (await box.isChecked()), "what was wanted comes back");
  },

  "challenges: a rated game without a clock is refused and the form comes back": async (browser, site) => {
    const page = await account(browser, site.origin, "Dora", { javaScriptEnabled: false });
    page.allowed = true;
    await friend(page).locator("select").selectOption("russian");
    await choose(page, "colour", "second");
    await friend(page).locator("input[name=rated]").check();
    await friend(page).locator("button").click();
    const wrong = await friend(page).locator(".wrong").textContent();
    assert(wrong.includes("without a time limit cannot be rated") && wrong.includes("clock or days"), wrong);
    assert((await friend(page).locator("select").inputValue()) === "russian", "the rules are kept");
    assert(await friend(page).locator("input[name=colour][value=second]").isChecked(), "and who starts");
    assert(await friend(page).locator("input[name=rated]").isChecked(), "and that it is rated");
    await choose(page, "time", "5+3");
    await friend(page).locator("button").click();
    await page.waitForURL("**/challenges/**");
    assert((await page.textContent(".terms")).includes("Rated"), "then it is made");
  },

  "challenges: the rules are read before a challenge is accepted": async (browser, site) => {
    const ann = await browser.person(site.origin);
    const house = { base: "english", name: "Kitchen", start: { first_move: "white" } };
    const wish = { rules: house, time: BLITZ, colour: "white", start: { fen: "W:W31,32:B1,2" } };
    const address = await challenge(ann, site.origin, wish);
    for (const [locale, words] of [
      ["en-GB", ["Kitchen", "Different from English", "White moves first. In English", "5 minutes each, plus 3 seconds per move", "You play Black. Your opponent moves first.", "Unrated", "Set up by the challenger"]],
      ["de-DE", ["Kitchen", "Anders als in Englisch", "Weiß zieht zuerst. In Englisch", "Je 5 Minuten, dazu 3 Sekunden pro Zug", "Du spielst Schwarz. Dein Gegner zieht zuerst.", "Nicht gewertet", "Vom Herausforderer aufgebaut"]],
    ]) {
      const bob = await browser.person(site.origin, { locale });
      await bob.goto(address);
      const terms = await bob.textContent(".terms");
      for (const word of words) assert(terms.includes(word), `${word}: ${terms}`);
      await checkAxe(bob, locale);
      await bob.click(".terms a");
      await bob.waitForURL("**/house#**");
      await bob.waitForFunction(() => document.getElementById("house-title").textContent === "Kitchen");
      assert((await bob.inputValue("[data-field='start.first_move']")) === "white", "the house page has these rules");
    }
    const named = await challenge(ann, site.origin, { rules: "russian", time: { kind: "days", days: 3 } });
    const bob = await browser.person(site.origin);
    await bob.goto(named);
    const terms = await bob.textContent(".terms");
    assert(terms.includes("3 days per move") && terms.includes("drawn at random") && terms.includes("White moves first"), terms);
    assert((await bob.getAttribute(".terms a", "href")) === "/rules/russian", "the rule page is linked");
  },

  "challenges: forms do not offer a colour that the rules fix": async (browser, site) => {
    const page = await browser.person(site.origin);
    for (const action of ["/play/computer", "/play/friend"]) {
      const form = page.locator(`form.card[action='${action}']`);
      await form.locator("select").selectOption("checkers-revenge");
      assert(await form.locator(".choose-colour").isHidden(), `${action}: no choice of colour`);
      const begins = await form.locator(".begins").textContent();
      assert(begins.includes("challenger starts: you play Black and move first"), begins);
      await form.locator("select").selectOption("dame-8x8");
      assert(await form.locator(".choose-colour").isVisible(), `${action}: a choice of colour`);
    }
    await friend(page).locator("select").selectOption("checkers-revenge");
    await friend(page).locator("button").click();
    await page.waitForURL("**/challenges/**");
    const terms = await page.textContent(".terms");
    assert(terms.includes("You play Black. You move first."), terms);
    // Without a script the server says so.
    const plain = await browser.person(site.origin, { javaScriptEnabled: false });
    plain.allowed = true;
    await friend(plain).locator("select").selectOption("checkers-revenge");
    await choose(plain, "colour", "second");
    await friend(plain).locator("button").click();
    assert((await friend(plain).textContent()).includes("the challenger starts"), "it is refused in words");
    assert((await friend(plain).locator("select").inputValue()) === "checkers-revenge", "the rules are kept");
    assert(await friend(plain).locator(".choose-colour").isHidden(), "the choice is gone");
    await friend(plain).locator("button").click();
    await plain.waitForURL("**/challenges/**");
  },

  "challenges: every page says what works without JavaScript": async (browser, site) => {
    const ann = await browser.person(site.origin);
    const address = await challenge(ann, site.origin, { rules: "english" });
    const page = await browser.person(site.origin, { javaScriptEnabled: false });
    for (const path of ["/", "/rules", "/rules/english", "/house", "/analysis", "/which", "/login", "/settings"]) {
      await page.goto(site.origin + path);
      const note = await page.textContent(".no-script");
      assert(note.startsWith("JavaScript is off."), `${path}: ${note}`);
    }
    await ann.goto(site.origin);
    assert(!(await ann.isVisible(".no-script")), "nothing is said where there is JavaScript");
    await page.goto(address);
    await page.click("form[action$='/accept'] button");
    await page.waitForURL("**/games/**");
    assert(await page.isVisible("#board svg"), "the position is shown");
  },

  "challenges: a game is shown without JavaScript": async (browser, site) => {
    const ann = await browser.person(site.origin);
    await setUp(ann, "english", "B:W21,22,32:B9,1");
    for (const text of ["9-13", "22-18"]) {
      const made = await ann.locator("#moves a").count();
      await ann.fill("#typed-move", text);
      await ann.press("#typed-move", "Enter");
      await ann.waitForFunction((made) => document.querySelectorAll("#moves a").length > made, made);
    }
    const plain = await browser.person(site.origin, { javaScriptEnabled: false });
    await plain.goto(ann.url());
    assert((await plain.locator("#board svg .piece").count()) === 5, "all pieces stand on the board");
    assert((await plain.textContent("#moves")) === "1.9-1322-18", await plain.textContent("#moves"));
    assert((await plain.locator(".player").count()) === 2, "both players are named");
    assert(/Black \(Guest \d+\): to move/.test(await plain.textContent(".plain-status")), await plain.textContent(".plain-status"));
    assert(await plain.locator("#typed").isHidden(), "what would do nothing is not shown");
    await ann.click("#resign");
    await ann.click("#resign");
    await ann.waitForSelector("#finished:not([hidden])");
    await plain.reload();
    assert(/resign/.test(await plain.textContent(".plain-status")), await plain.textContent(".plain-status"));
  },

  "challenges: the forms and the terms fit a small screen in German": async (browser, site) => {
    for (const colorScheme of ["light", "dark"]) {
      const phone = { viewport: { width: 360, height: 740 }, locale: "de-DE", colorScheme };
      const page = await account(browser, site.origin, "Eva", phone);
      const address = await challenge(page, site.origin, { rules: "checkers-revenge", time: BLITZ, rated: true });
      for (const path of [site.origin, address]) {
        await page.goto(path);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert(wide <= 0, `${path}: ${wide} pixels stick out`);
        await checkAxe(page, `${path}, ${colorScheme}`);
      }
    }
  },
};
