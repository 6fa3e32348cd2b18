// Measures the pages in a real browser: node measure.mjs PROGRAM

import { Browser, Site, anyMove, turn, two } from "./harness.mjs";

const [program] = process.argv.slice(2);
const site = new Site(program);
await site.start();
const browser = await Browser.launch();
const RUNS = 20;
const MOVES = 120;

const sorted = (values) => [...values].sort((a, b) => a - b);
const at = (values, share) => sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))];
const told = (values) =>
  `median ${at(values, 0.5).toFixed(1)}, of a hundred the slowest ${at(values, 0.99).toFixed(1)}, slowest ${Math.max(...values).toFixed(1)} ms`;

/** How long a page takes until its script has run, with nothing in the cache of the browser. */
async function opened(path) {
  const times = [];
  for (let i = 0; i < RUNS; i += 1) {
    // Somebody who was never here.
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
  const times = await opened(path);
  console.log(`${path}: first paint ${told(times.map((time) => time.painted))}; interactive ${told(times.map((time) => time.interactive))}`);
}

// From the arrival of what the opponent did to the frame that shows it.
const [first, second] = await two(browser, site.origin, "international", { reducedMotion: "no-preference" });
for (const page of [first, second]) {
  await page.addInitScript(() => {
    window.shown = [];
    window.shifts = 0;
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) window.shifts += shift.value;
    }).observe({ type: "layout-shift", buffered: true });
    const Plain = window.WebSocket;
    window.WebSocket = class extends Plain {
      constructor(...all) {
        super(...all);
        this.addEventListener("message", (message) => {
          if (!message.data.startsWith('{"type":"state"')) return;
          const { moves, turn, you } = JSON.parse(message.data).game;
          // How the game stands when one comes is no move, and one's own was asked for here.
          if (moves.length === 0 || turn !== you) return;
          const arrived = performance.now();
          requestAnimationFrame(() => {
            // What is posted in a frame is heard after it was drawn.
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => window.shown.push(performance.now() - arrived);
            port2.postMessage(null);
          });
        });
      }
    };
  });
  await page.reload();
  await page.waitForSelector("#board .square");
}
for (let i = 0; i < MOVES; i += 1) {
  const mover = (await first.locator(".piece.movable").count()) > 0 ? first : second;
  if (!(await turn(mover))) break;
  await anyMove(mover, (x, y) => mover.mouse.click(x, y));
  const other = mover === first ? second : first;
  if (!(await turn(other))) break;
}
const shown = (await Promise.all([first, second].map((page) => page.evaluate(() => window.shown)))).flat();
console.log(`a move is on the screen ${told(shown)} after it has arrived (${shown.length} times)`);
const shifts = await Promise.all([first, second].map((page) => page.evaluate(() => window.shifts)));
console.log(`layout shift on the page of the game: ${shifts.map((shift) => shift.toFixed(4)).join(" and ")}`);
await browser.close();
await site.remove();
const late = at(shown, 0.99) >= 50 || shifts.some((shift) => shift > 0);
process.exit(late ? 1 : 0);
