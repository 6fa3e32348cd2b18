// A browser, a site, and people at it.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

/** Where the project lies: the scripts are run from a folder of its build. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** A site in a temporary folder. It can be killed and started again at the same address. */
export class Site {
  constructor(program, patience = "0") {
    [this.program, this.listen, this.patience] = [program, "127.0.0.1:0", patience];
    this.folder = mkdtempSync(join(tmpdir(), "site-"));
    this.database = join(this.folder, "site.db");
  }

  async start() {
    const args = ["serve", "--rate-limits", "off", "--patience", this.patience, "--listen", this.listen, "--database", this.database];
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

  /** Kills it for good. */
  async remove() {
    await this.kill();
    rmSync(this.folder, { recursive: true });
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
    const context = await this.chromium.newContext({ viewport: { width: 1280, height: 1000 }, locale: "en-GB", reducedMotion: "reduce", ...options });
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
    const square = document.querySelector(`#board [data-name="${name}"]`);
    square.scrollIntoView({ block: "nearest" });
    const box = square.getBoundingClientRect();
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

/** Walks with the arrow keys to a square. */
async function walkTo(page, id) {
  for (let i = 0; i < 40; i += 1) {
    const key = await page.evaluate((id) => {
      const box = (name) => document.getElementById(name).getBoundingClientRect();
      const here = document.querySelector("#board svg").getAttribute("aria-activedescendant");
      const [from, to] = [box(here), box(id)];
      if (Math.abs(from.y - to.y) > 1) return from.y > to.y ? "ArrowUp" : "ArrowDown";
      if (Math.abs(from.x - to.x) > 1) return from.x > to.x ? "ArrowLeft" : "ArrowRight";
      return null;
    }, id);
    if (key === null) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${id} is not reached with the arrow keys`);
}

/** Makes some move with the keys; the board has the focus. */
export async function keyMove(page) {
  const made = await page.locator("#moves a").count();
  const some = (what) =>
    page.evaluate((what) => {
      const all = [...document.querySelectorAll("#board .square")].filter((square) => square.getAttribute("aria-label").endsWith(what));
      return all[Math.floor(all.length / 2)]?.id ?? null;
    }, what);
  await page.waitForSelector("#board .square[aria-label$='can move']");
  await walkTo(page, await some("can move"));
  await page.keyboard.press("Enter");
  for (let next = await some("can be reached"); next !== null; next = await some("can be reached")) {
    await walkTo(page, next);
    await page.keyboard.press("Enter");
  }
  await page.waitForFunction((made) => document.querySelectorAll("#moves a").length > made, made);
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

/** How a game ended, with the proof. */
export async function result(page) {
  return `${await page.textContent("#reason")} ${await page.textContent("#proof")}`;
}

/** Types a move, and waits until it is in the record. */
export async function type(page, text) {
  const made = await page.locator("#moves a").count();
  await page.fill("#typed-move", text);
  await page.press("#typed-move", "Enter");
  await page.waitForFunction((made) => document.querySelectorAll("#moves a").length > made, made);
}

/** Two people at one table, by a link to what one of them has proposed. */
export async function invite(browser, origin, proposal, options) {
  const [first, second] = [await browser.person(origin, options), await browser.person(origin, options)];
  const id = await first.evaluate(async (proposal) => {
    const post = (path, wish) =>
      fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish) });
    await post("/api/v1/guest", {});
    return (await (await post("/api/v1/challenges", { to: "link", proposal })).json()).id;
  }, proposal);
  await first.goto(`${origin}/challenges/${id}`);
  await second.goto(`${origin}/challenges/${id}`);
  await second.click("form[action$='/accept'] button");
  await Promise.all([first, second].map((page) => page.waitForURL("**/games/**")));
  await Promise.all([first, second].map((page) => page.waitForSelector("#board .square")));
  return [first, second];
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
