// Registers the service worker on every page, so that the site can be installed and has an offline page.

const version = new URL(import.meta.url).pathname.split("/")[2];

/** Caches the offline page again if the version, language or theme has changed. */
async function updateOfflinePage() {
  const { lang, dataset } = document.documentElement;
  const appearance = [version, lang, dataset.theme, dataset.board].join(" ");
  if (localStorage.getItem("offline-look") === appearance) return;
  const cache = await caches.open(`crownhead-${version}`);
  await cache.add("/offline");
  localStorage.setItem("offline-look", appearance);
}

if ("serviceWorker" in navigator) {
  // The site works without a service worker, too.
  navigator.serviceWorker.register(`/worker.js?v=${version}`).then(updateOfflinePage).catch(() => {});
}
