// A browser, a site, and people at it.

import { spawn } from "node:child_process";
import { chromium } from "playwright-core";

/** A site of its own, which can be killed and started again at the same address. */
export class Site {
  constructor(program, database) {
    [this.program, this.database, this.listen] = [program, database, "127.0.0.1:0"];
  }

  async start() {
    const args = ["serve", "--rate-limits", "off", "--listen", this.listen, "--database", this.database];
    this.child = spawn(this.program, args, { stdio: ["ignore", "pipe", "inherit"] });
    const line = await new Promise((resolve) => this.child.stdout.once("data", (data) => resolve(String(data))));
    this.origin = /http:\/\/[^; ]+/.exec(line)[0];
    this.listen = this.origin.replace("http://", "");
  }

  async kill() {
    const ended = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill("SIGKILL");
    await ended;
  }
}

/** A browser whose pages must not complain, and must ask nobody but the site. */
export class Browser {
  problems = [];

  static async launch() {
    const browser = new Browser();
    const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
    browser.chromium = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    return browser;
  }

  /** Somebody with a browser of his own. */
  async person(origin, options = {}) {
    const context = await this.chromium.newContext({ viewport: { width: 1280, height: 1000 }, locale: "en-GB", ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    // While the site is down on purpose, failing is right.
    page.allowed = false;
    const complain = (text) => page.allowed || this.problems.push(text);
    page.on("console", (message) => message.type() === "error" && complain(`console: ${message.text()}`));
    page.on("pageerror", (error) => complain(`page: ${error}`));
    page.on("requestfailed", (request) => {
      // A page that is left breaks off what it was asking.
      if (request.failure()?.errorText !== "net::ERR_ABORTED") complain(`request: ${request.url()}`);
    });
    page.on("request", (request) => {
      if (!/^(data:|blob:)/.test(request.url()) && new URL(request.url()).host !== new URL(origin).host) {
        this.problems.push(`elsewhere: ${request.url()}`);
      }
    });
    await page.goto(origin);
    return page;
  }

  async close() {
    await this.chromium.close();
  }
}

export function assert(condition, text) {
  if (!condition) throw new Error(text);
}

/** Is it this page's turn, or is the game over? Waits for one of them. */
export async function turn(page) {
  await page.waitForFunction(
    () => !document.getElementById("finished").hidden || document.querySelector(".piece.movable") !== null,
  );
  return page.evaluate(() => document.getElementById("finished").hidden);
}

/** The middle of a square on the screen, by its name. */
export async function spot(page, name) {
  return page.evaluate((name) => {
    const box = document.querySelector(`#board [data-name="${name}"]`).getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, name);
}

/** Clicks squares, one after another. */
export async function click(page, ...names) {
  for (const name of names) {
    const { x, y } = await spot(page, name);
    await page.mouse.click(x, y);
  }
}

/** Makes some move by clicks or taps. */
export async function anyMove(page, press) {
  const place = (selector) =>
    page.evaluate((selector) => {
      const all = [...document.querySelectorAll(selector)];
      if (all.length === 0) return null;
      const box = all[Math.floor(all.length / 2)].getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }, selector);
  const before = await page.textContent("#moves");
  const piece = await place(".piece.movable");
  await press(piece.x, piece.y);
  for (let square = await place(".square.target"); square !== null; square = await place(".square.target")) {
    await press(square.x, square.y);
  }
  await page.waitForFunction((before) => document.getElementById("moves").textContent !== before, before);
}

/** A game at one device, from a position, made by the page itself. */
export async function setUp(page, rules, fen) {
  const id = await page.evaluate(
    async ([rules, fen]) => {
      const post = (path, wish) =>
        fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish) });
      await post("/api/v1/guest", {});
      const proposal = { rules, start: { fen } };
      const game = await (await post("/api/v1/games", { opponent: "same-device", proposal })).json();
      return game.id;
    },
    [rules, fen],
  );
  await page.goto(`${new URL(page.url()).origin}/games/${id}`);
  await page.waitForSelector(".piece.movable");
}

/** Two people at one table, by a link. The first one made it. */
export async function two(browser, origin, rules, options) {
  const [first, second] = [await browser.person(origin, options), await browser.person(origin, options)];
  const form = first.locator("form[action='/play/friend']");
  await form.locator("select").selectOption(rules);
  await form.locator("button").click();
  await first.waitForSelector("#link");
  const link = await first.inputValue("#link");
  await second.goto(link);
  await second.click("form[action$='/accept'] button");
  await Promise.all([first.waitForURL("**/games/**"), second.waitForURL("**/games/**")]);
  await Promise.all([first.waitForSelector("#board .square"), second.waitForSelector("#board .square")]);
  return [first, second];
}
