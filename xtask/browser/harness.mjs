// Helpers of the browser tests: a site, a browser, and common actions on pages.

import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import AxeBuilder from "@axe-core/playwright";
import { chromium } from "playwright-core";

/** The folder of the repository; the scripts run in target/browser. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** A site with its database in a temporary folder. It can be killed and restarted at the same address. */
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
    const exited = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill("SIGKILL");
    await exited;
  }

  /** Kills the site and removes its folder. */
  async remove() {
    await this.kill();
    rmSync(this.folder, { recursive: true });
  }
}

/** A browser that records errors of its pages and requests to other hosts. */
export class Browser {
  problems = [];

  static async launch() {
    const browser = new Browser();
    const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
    browser.chromium = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    return browser;
  }

  /** Opens a page in a new browser context: a separate user. */
  async newPage(origin, options = {}) {
    const context = await this.chromium.newContext({ viewport: { width: 1280, height: 1000 }, locale: "en-GB", reducedMotion: "reduce", ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    // Set by tests that cause errors on purpose.
    page.expectsErrors = false;
    const report = (text) => page.expectsErrors || this.problems.push(text);
    page.on("console", (message) => message.type() === "error" && report(`console: ${message.text()}`));
    page.on("pageerror", (error) => report(`page: ${error}`));
    page.on("requestfailed", (request) => {
      // A page that is left aborts its requests.
      if (request.failure()?.errorText !== "net::ERR_ABORTED") report(`request: ${request.url()}`);
    });
    page.on("request", (request) => {
      if (!/^(data:|blob:)/.test(request.url()) && new URL(request.url()).host !== new URL(origin).host) {
        this.problems.push(`request to another host: ${request.url()}`);
      }
    });
    await page.goto(origin);
    return page;
  }

  async close() {
    await this.chromium.close();
  }
}

export function assert(condition, message) {
  if (!condition) throw new Error(message);
}

/** Waits until the user is to move or the game is over. Returns whether the user is to move. */
export async function waitForTurn(page) {
  await page.waitForFunction(
    () => !document.getElementById("finished").hidden || document.querySelector(".piece.movable") !== null,
  );
  return page.evaluate(() => document.getElementById("finished").hidden);
}

/** Returns the centre of a square on the screen, by the name of the square. */
export async function centreOf(page, name) {
  return page.evaluate((name) => {
    const square = document.querySelector(`#board [data-name="${name}"]`);
    square.scrollIntoView({ block: "nearest" });
    const box = square.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }, name);
}

/** Clicks squares one after another. */
export async function clickSquares(page, ...names) {
  for (const name of names) {
    const { x, y } = await centreOf(page, name);
    await page.mouse.click(x, y);
  }
}

/** Plays a legal move by clicks or taps. */
export async function playAnyMove(page, press) {
  const locate = (selector) =>
    page.evaluate((selector) => {
      const elements = [...document.querySelectorAll(selector)];
      if (elements.length === 0) return null;
      const box = elements[Math.floor(elements.length / 2)].getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }, selector);
  const before = await page.textContent("#moves");
  const piece = await locate(".piece.movable");
  await press(piece.x, piece.y);
  for (let square = await locate(".square.target"); square !== null; square = await locate(".square.target")) {
    await press(square.x, square.y);
  }
  await page.waitForFunction((before) => document.getElementById("moves").textContent !== before, before);
}

/** Moves the keyboard cursor to a square. */
async function moveCursorTo(page, id) {
  for (let i = 0; i < 40; i += 1) {
    const key = await page.evaluate((id) => {
      const box = (name) => document.getElementById(name).getBoundingClientRect();
      const current = document.querySelector("#board svg").getAttribute("aria-activedescendant");
      const [from, to] = [box(current), box(id)];
      if (Math.abs(from.y - to.y) > 1) return from.y > to.y ? "ArrowUp" : "ArrowDown";
      if (Math.abs(from.x - to.x) > 1) return from.x > to.x ? "ArrowLeft" : "ArrowRight";
      return null;
    }, id);
    if (key === null) return;
    await page.keyboard.press(key);
  }
  throw new Error(`the arrow keys do not reach ${id}`);
}

/** Plays a legal move with the keyboard; the board must have the focus. */
export async function playAnyMoveByKeyboard(page) {
  const count = await page.locator("#moves a").count();
  const find = (label) =>
    page.evaluate((label) => {
      const squares = [...document.querySelectorAll("#board .square")].filter((square) => square.getAttribute("aria-label").endsWith(label));
      return squares[Math.floor(squares.length / 2)]?.id ?? null;
    }, label);
  await page.waitForSelector("#board .square[aria-label$='can move']");
  await moveCursorTo(page, await find("can move"));
  await page.keyboard.press("Enter");
  for (let next = await find("can be reached"); next !== null; next = await find("can be reached")) {
    await moveCursorTo(page, next);
    await page.keyboard.press("Enter");
  }
  await page.waitForFunction((count) => document.querySelectorAll("#moves a").length > count, count);
}

/** Sends a POST request to the API from a page, as a guest if it has no session. Returns the answer with `ok`. */
export const postAsGuest = (page, path, body) =>
  page.evaluate(
    async ([path, body]) => {
      const post = (path, body) =>
        fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
      await post("/api/v1/guest", {});
      const response = await post(path, body);
      return { ok: response.ok, ...(await response.json()) };
    },
    [path, body],
  );

/** Opens a game on a shared device that starts from a position. */
export async function startFromPosition(page, rules, fen) {
  const { id } = await postAsGuest(page, "/api/v1/games", { opponent: "same-device", proposal: { rules, start: { fen } } });
  await page.goto(`${new URL(page.url()).origin}/games/${id}`);
  await page.waitForSelector(".piece.movable");
}

/** Returns the reason of the result, with the proof. */
export async function readResult(page) {
  return `${await page.textContent("#reason")} ${await page.textContent("#proof")}`;
}

/** Types a move, and waits until it is in the move list. */
export async function typeMove(page, text) {
  const count = await page.locator("#moves a").count();
  await page.fill("#typed-move", text);
  await page.press("#typed-move", "Enter");
  await page.waitForFunction((count) => document.querySelectorAll("#moves a").length > count, count);
}

/** Opens two pages with a game that the second user accepted by a link. The first user made the proposal. */
export async function startGame(browser, origin, proposal, options) {
  const pages = [await browser.newPage(origin, options), await browser.newPage(origin, options)];
  const { id } = await postAsGuest(pages[0], "/api/v1/challenges", { to: "link", proposal });
  await pages[0].goto(`${origin}/challenges/${id}`);
  return acceptChallenge(pages, `${origin}/challenges/${id}`);
}

/** Does the same with the form of the start page. */
export async function startGameByForm(browser, origin, rules, options) {
  const pages = [await browser.newPage(origin, options), await browser.newPage(origin, options)];
  const form = pages[0].locator("form[action='/play/friend']");
  await form.locator("select").selectOption(rules);
  await form.locator("button").click();
  await pages[0].waitForSelector("#link");
  return acceptChallenge(pages, await pages[0].inputValue("#link"));
}

async function acceptChallenge(pages, link) {
  await pages[1].goto(link);
  await pages[1].click("form[action$='/accept'] button");
  await Promise.all(pages.map((page) => page.waitForURL("**/games/**")));
  await Promise.all(pages.map((page) => page.waitForSelector("#board .square")));
  return pages;
}

/** Returns the pages with that of the player to move first. */
export async function orderByTurn(pages) {
  await Promise.race(pages.map((page) => page.waitForSelector(".piece.movable")));
  return (await pages[0].locator(".piece.movable").count()) > 0 ? pages : [pages[1], pages[0]];
}

/** Creates an account with the form. */
export async function signUp(page, origin, name) {
  await page.goto(`${origin}/login`);
  await page.fill("#sign-up-name", name);
  await page.fill("#sign-up-password", "a password for tests");
  await page.click("form[action='/signup'] button");
  await page.waitForURL(`${origin}/`);
}

/** Opens a page with the session of a new administrator. */
export async function signInAsAdmin(browser, site, name) {
  const output = execFileSync(site.program, ["admin", "create", name, "--database", site.database], { encoding: "utf8" });
  const page = await browser.newPage(site.origin);
  await page.goto(`${site.origin}/login`);
  await page.fill("#sign-in-name", name);
  await page.fill("#sign-in-password", output.trim().split(" ").pop());
  await page.click("form[action='/login'] button");
  await page.waitForURL((url) => !String(url).includes("/login"));
  return page;
}

/** Checks the accessibility of a page with axe. */
export async function checkAxe(page, about) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const report = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).slice(0, 3).join(" ")}`);
  assert(violations.length === 0, `${about}:\n${report.join("\n")}`);
}

/** Asserts that a page does not scroll horizontally. */
export async function checkWidth(page, about) {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert(excess <= 0, `${about}: the page is ${excess} pixels too wide`);
}
