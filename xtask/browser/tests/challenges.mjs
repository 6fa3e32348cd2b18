// Challenges, the lobby, ratings on the pages, and pages without JavaScript.

import { assert, checkAxe, checkWidth, postAsGuest, signUp, startFromPosition } from "../harness.mjs";

/** The number of accounts, for unique names on a shared site. */
let accounts = 0;

/** Opens a page with the session of a new account. */
async function openAccount(browser, origin, name, options) {
  const page = await browser.newPage(origin, options);
  accounts += 1;
  page.userName = `${name}${accounts}`;
  await signUp(page, origin, page.userName);
  return page;
}

/** Creates a challenge with the API and returns its URL. */
async function challenge(page, origin, proposal, to = "link") {
  return `${origin}/challenges/${(await postAsGuest(page, "/api/v1/challenges", { to, proposal })).id}`;
}

const BLITZ = { kind: "clock", initial: 300_000, increment: 3000 };
const friend = (page) => page.locator("form[action='/play/friend']");
/** Selects a radio button, which its label covers. */
const choose = (page, name, value) => friend(page).locator(`input[name=${name}][value='${value}']`).check({ force: true });

export const tests = {
  "challenges: a rated game is marked from the lobby to the result": async (browser, site) => {
    const ann = await openAccount(browser, site.origin, "Ann");
    const bob = await openAccount(browser, site.origin, "Bob");
    const address = await challenge(ann, site.origin, { rules: "english", time: BLITZ, rated: true, colour: "black" }, "lobby");
    await ann.goto(address);
    const offer = bob.locator("#offers li", { hasText: ann.userName });
    await offer.waitFor();
    const line = await offer.textContent();
    assert(line.includes("Rated") && line.includes("1500?"), `the lobby: ${line}`);
    await offer.locator("a").click();
    const terms = await bob.textContent(".terms");
    assert(terms.includes("Rated") && terms.includes(`${ann.userName} 1500? · you 1500?`), `the challenge: ${terms}`);
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
      assert(new RegExp(`${ann.userName} 1500 → 1662\\? \\(\\+162\\)`).test(changes), changes);
      assert(new RegExp(`${bob.userName} 1500 → 1338\\? \\(−162\\)`).test(changes), changes);
    }
    await bob.goto(`${site.origin}/players/${ann.userName}`);
    assert((await bob.locator(".playing .chip.rated").count()) === 1, "the profile marks rated games");
  },

  "challenges: an unrated game is marked": async (browser, site) => {
    const page = await browser.newPage(site.origin);
    await startFromPosition(page, "english", "W:W21:B11");
    assert((await page.textContent(".record .chip")) === "Unrated", "the game has a chip");
    assert((await page.textContent("#rating-changes")) === "", "ratings do not change");
  },

  "challenges: the checkbox for rated games explains its requirements": async (browser, site) => {
    const guest = await browser.newPage(site.origin);
    assert(await friend(guest).locator("input[name=rated]").isDisabled(), "guests cannot check it");
    assert((await friend(guest).locator(".needs").textContent()).includes("need an account"), "guests read why");
    const page = await openAccount(browser, site.origin, "Carl");
    const [box, needs] = [friend(page).locator("input[name=rated]"), friend(page).locator(".needs")];
    assert((await box.isDisabled()) && (await needs.textContent()).includes("a clock or days"), "it needs a clock");
    await choose(page, "time", "5+3");
    assert((await box.isEnabled()) && (await needs.isHidden()), "with a clock it can be checked");
    await box.check();
    await choose(page, "time", "none");
    assert((await box.isDisabled()) && !(await box.isChecked()), "without a clock it is off again");
    await choose(page, "time", "days");
    assert((await box.isEnabled()) && (await box.isChecked()), "the choice is restored");
  },

  "challenges: a rated game without a clock is rejected and the form kept": async (browser, site) => {
    const page = await openAccount(browser, site.origin, "Dora", { javaScriptEnabled: false });
    page.expectsErrors = true;
    await friend(page).locator("select").selectOption("russian");
    await choose(page, "colour", "second");
    await friend(page).locator("input[name=rated]").check();
    await friend(page).locator("button").click();
    const wrong = await friend(page).locator(".wrong").textContent();
    assert(wrong.includes("without a time limit cannot be rated") && wrong.includes("clock or days"), wrong);
    assert((await friend(page).locator("select").inputValue()) === "russian", "the rules are kept");
    assert(await friend(page).locator("input[name=colour][value=second]").isChecked(), "the choice of who starts is kept");
    assert(await friend(page).locator("input[name=rated]").isChecked(), "the rated checkbox is kept");
    await choose(page, "time", "5+3");
    await friend(page).locator("button").click();
    await page.waitForURL("**/challenges/**");
    assert((await page.textContent(".terms")).includes("Rated"), "the challenge is created");
  },

  "challenges: the terms are shown before a challenge is accepted": async (browser, site) => {
    const ann = await browser.newPage(site.origin);
    const house = { base: "english", name: "Kitchen", start: { first_move: "white" } };
    const body = { rules: house, time: BLITZ, colour: "white", start: { fen: "W:W31,32:B1,2" } };
    const address = await challenge(ann, site.origin, body);
    for (const [locale, words] of [
      ["en-GB", ["Kitchen", "Differences from English", "White moves first. In English", "5 minutes each, plus 3 seconds per move", "You play Black. Your opponent moves first.", "Unrated", "Set up by the challenger"]],
      ["de-DE", ["Kitchen", "Abweichungen vom Regelbuch Englisch", "Weiß zieht zuerst. In „Englisch", "Je 5 Minuten, dazu 3 Sekunden pro Zug", "Du spielst Schwarz. Dein Gegner zieht zuerst.", "Ungewertet", "Vom Herausforderer aufgebaut"]],
    ]) {
      const bob = await browser.newPage(site.origin, { locale });
      await bob.goto(address);
      const terms = await bob.textContent(".terms");
      for (const word of words) assert(terms.includes(word), `${word}: ${terms}`);
      await checkAxe(bob, locale);
      await bob.click(".terms a");
      await bob.waitForURL("**/house#**");
      await bob.waitForFunction(() => document.getElementById("house-title").textContent === "Kitchen");
      assert((await bob.inputValue("[data-field='start.first_move']")) === "white", "the editor has these rules");
    }
    const named = await challenge(ann, site.origin, { rules: "russian", time: { kind: "days", days: 3 } });
    const bob = await browser.newPage(site.origin);
    await bob.goto(named);
    const terms = await bob.textContent(".terms");
    assert(terms.includes("3 days per move") && terms.includes("drawn at random") && terms.includes("White moves first"), terms);
    assert((await bob.getAttribute(".terms a", "href")) === "/rules/russian", "the rule page is linked");
  },

  "challenges: forms offer no choice of colour if the rules fix it": async (browser, site) => {
    const page = await browser.newPage(site.origin);
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
    // Without JavaScript the server rejects the choice.
    const plain = await browser.newPage(site.origin, { javaScriptEnabled: false });
    plain.expectsErrors = true;
    await friend(plain).locator("select").selectOption("checkers-revenge");
    await choose(plain, "colour", "second");
    await friend(plain).locator("button").click();
    assert((await friend(plain).textContent()).includes("the challenger starts"), "the error explains it");
    assert((await friend(plain).locator("select").inputValue()) === "checkers-revenge", "the rules are kept");
    assert(await friend(plain).locator(".choose-colour").isHidden(), "the choice of colour is hidden");
    await friend(plain).locator("button").click();
    await plain.waitForURL("**/challenges/**");
  },

  "challenges: every page explains what works without JavaScript": async (browser, site) => {
    const ann = await browser.newPage(site.origin);
    const address = await challenge(ann, site.origin, { rules: "english" });
    const page = await browser.newPage(site.origin, { javaScriptEnabled: false });
    for (const path of ["/", "/rules", "/rules/english", "/house", "/analysis", "/which", "/login", "/settings"]) {
      await page.goto(site.origin + path);
      const note = await page.textContent(".no-script");
      assert(note.startsWith("JavaScript is off."), `${path}: ${note}`);
    }
    await ann.goto(site.origin);
    assert(!(await ann.isVisible(".no-script")), "with JavaScript there is no note");
    await page.goto(address);
    await page.click("form[action$='/accept'] button");
    await page.waitForURL("**/games/**");
    assert(await page.isVisible("#board svg"), "the position is shown");
  },

  "challenges: a game is shown without JavaScript": async (browser, site) => {
    const ann = await browser.newPage(site.origin);
    await startFromPosition(ann, "english", "B:W21,22,32:B9,1");
    for (const text of ["9-13", "22-18"]) {
      const count = await ann.locator("#moves a").count();
      await ann.fill("#typed-move", text);
      await ann.press("#typed-move", "Enter");
      await ann.waitForFunction((count) => document.querySelectorAll("#moves a").length > count, count);
    }
    const plain = await browser.newPage(site.origin, { javaScriptEnabled: false });
    await plain.goto(ann.url());
    assert((await plain.locator("#board svg .piece").count()) === 5, "all pieces are on the board");
    assert((await plain.textContent("#moves")) === "1.9-1322-18", await plain.textContent("#moves"));
    assert((await plain.locator(".player").count()) === 2, "both players are shown");
    assert(/Black \(Guest \d+\): to move/.test(await plain.textContent(".plain-status")), await plain.textContent(".plain-status"));
    assert(await plain.locator("#typed").isHidden(), "controls that need JavaScript are hidden");
    await ann.click("#resign");
    await ann.click("#resign");
    await ann.waitForSelector("#finished:not([hidden])");
    await plain.reload();
    assert(/resign/.test(await plain.textContent(".plain-status")), await plain.textContent(".plain-status"));
  },

  "challenges: the forms and the terms fit a small screen in German": async (browser, site) => {
    for (const colorScheme of ["light", "dark"]) {
      const phone = { viewport: { width: 360, height: 740 }, locale: "de-DE", colorScheme };
      const page = await openAccount(browser, site.origin, "Eva", phone);
      const address = await challenge(page, site.origin, { rules: "checkers-revenge", time: BLITZ, rated: true });
      for (const path of [site.origin, address]) {
        await page.goto(path);
        await checkWidth(page, path);
        await checkAxe(page, `${path}, ${colorScheme}`);
      }
    }
  },
};
