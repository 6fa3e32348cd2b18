// Runs in the background: keeps styles, scripts and icons of one version, and shows a page that says so when the site
// cannot be reached. Pages, the API and live connections are never kept: they are about somebody, and change.

/** What is needed to show the page that says so. */
const FIRST = ["style/base.css", "style/board.css", "style/themes.css", "style/people.css", "install.js", "icon.svg"];
const OFFLINE = "/offline";

// The types of pages do not know what a worker is.
const worker = /** @type {any} */ (self);
const version = new URL(worker.location.href).searchParams.get("v");
const folder = `/assets/${version}/`;
const shelf = `crownhead-${version}`;

async function install() {
  const cache = await caches.open(shelf);
  await cache.addAll([OFFLINE, ...FIRST.map((file) => folder + file)]);
  await worker.skipWaiting();
}

/** What was kept of other versions goes. */
async function activate() {
  const others = (await caches.keys()).filter((other) => other.startsWith("crownhead-") && other !== shelf);
  await Promise.all(others.map((other) => caches.delete(other)));
  await worker.clients.claim();
}

/**
 * A file of this version never changes: what was kept is as good as new.
 * @param {Request} request
 */
async function kept(request) {
  const cache = await caches.open(shelf);
  const known = await cache.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/**
 * A page comes from the site, and from nowhere else.
 * @param {Request} request
 */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== worker.location.origin || url.pathname.startsWith("/api")) return;
  if (request.method === "GET" && url.pathname.startsWith(folder)) event.respondWith(kept(request));
  else if (request.mode === "navigate") event.respondWith(page(request));
});
