// Measures the pages in a real browser: node measure.mjs PROGRAM

import { Browser, playAnyMove, Site, startGameByForm, waitForTurn } from "./harness.mjs";

const [program] = process.argv.slice(2);
const site = new Site(program);
await site.start();
const browser = await Browser.launch();
/** How often each page is opened. */
const RUNS = 20;
/** The maximum length of the game, in plies. */
const MAX_PLIES = 120;

const sorted = (values) => [...values].sort((a, b) => a - b);
const percentile = (values, share) => sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))];
const summarise = (values) =>
  `median ${percentile(values, 0.5).toFixed(1)}, p99 ${percentile(values, 0.99).toFixed(1)}, maximum ${Math.max(...values).toFixed(1)} ms`;

/** Measures the times until a page is painted and interactive, with an empty cache. */
async function measurePage(path) {
  const times = [];
  for (let i = 0; i < RUNS; i += 1) {
    const context = await browser.chromium.newContext();
    const page = await context.newPage();
    await page.goto(new URL(path, site.origin).href, { waitUntil: "load" });
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    times.push(
      await page.evaluate(() => {
        const [navigation] = performance.getEntriesByType("navigation");
        const painted = performance.getEntriesByName("first-contentful-paint")[0].startTime;
        return { interactive: navigation.domContentLoadedEventEnd, painted };
      }),
    );
    await context.close();
  }
  return times;
}

for (const path of ["/", "/analysis", "/rules/international"]) {
  const times = await measurePage(path);
  console.log(`${path}: first paint ${summarise(times.map((time) => time.painted))}; interactive ${summarise(times.map((time) => time.interactive))}`);
}

// Measures the delay from the arrival of an opponent's move until it is painted.
const [first, second] = await startGameByForm(browser, site.origin, "international", { reducedMotion: "no-preference" });
for (const page of [first, second]) {
  await page.addInitScript(() => {
    window.delays = [];
    window.shifts = 0;
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) window.shifts += shift.value;
    }).observe({ type: "layout-shift", buffered: true });
    const { WebSocket } = window;
    window.WebSocket = class extends WebSocket {
      constructor(...parameters) {
        super(...parameters);
        this.addEventListener("message", (message) => {
          if (!message.data.startsWith('{"type":"state"')) return;
          const { moves, turn, you } = JSON.parse(message.data).game;
          // Skip the initial state and the user's own moves.
          if (moves.length === 0 || turn !== you) return;
          const arrived = performance.now();
          requestAnimationFrame(() => {
            // A message posted in a frame is received after the paint.
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => window.delays.push(performance.now() - arrived);
            port2.postMessage(null);
          });
        });
      }
    };
  });
  await page.reload();
  await page.waitForSelector("#board .square");
}
for (let i = 0; i < MAX_PLIES; i += 1) {
  const mover = (await first.locator(".piece.movable").count()) > 0 ? first : second;
  if (!(await waitForTurn(mover))) break;
  await playAnyMove(mover, (x, y) => mover.mouse.click(x, y));
  const other = mover === first ? second : first;
  if (!(await waitForTurn(other))) break;
}
const delays = (await Promise.all([first, second].map((page) => page.evaluate(() => window.delays)))).flat();
console.log(`delay until a move is painted: ${summarise(delays)} (${delays.length} moves)`);
const shifts = await Promise.all([first, second].map((page) => page.evaluate(() => window.shifts)));
console.log(`layout shift on the game page: ${shifts.map((shift) => shift.toFixed(4)).join(" and ")}`);
await browser.close();
await site.remove();
const hasFailed = percentile(delays, 0.99) >= 50 || shifts.some((shift) => shift > 0);
process.exit(hasFailed ? 1 : 0);
