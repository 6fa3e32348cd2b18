// The service worker: caches the assets of one version, and shows the offline page if the site cannot be reached. Pages and
// API responses are never cached, since they are personal and change.

/** The assets of the offline page. */
const OFFLINE_ASSETS = ["style/base.css", "style/board.css", "style/themes.css", "style/people.css", "install.js", "icon.svg"];
const OFFLINE = "/offline";

// The DOM types do not include service workers.
const worker = /** @type {any} */ (self);
const version = new URL(worker.location.href).searchParams.get("v");
const folder = `/assets/${version}/`;
const cacheName = `crownhead-${version}`;

async function install() {
  const cache = await caches.open(cacheName);
  await cache.addAll([OFFLINE, ...OFFLINE_ASSETS.map((file) => folder + file)]);
  await worker.skipWaiting();
}

/** Deletes the caches of other versions. */
async function activate() {
  const others = (await caches.keys()).filter((other) => other.startsWith("crownhead-") && other !== cacheName);
  await Promise.all(others.map((other) => caches.delete(other)));
  await worker.clients.claim();
}

/**
 * Returns an asset from the cache, or fetches and caches it. Assets of a version never change.
 * @param {Request} request
 */
async function fetchAsset(request) {
  const cache = await caches.open(cacheName);
  const cached = await cache.match(request);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

/**
 * Fetches a page; returns the offline page if that fails.
 * @param {Request} request
 */
async function fetchPage(request) {
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
  if (request.method === "GET" && url.pathname.startsWith(folder)) event.respondWith(fetchAsset(request));
  else if (request.mode === "navigate") event.respondWith(fetchPage(request));
});
