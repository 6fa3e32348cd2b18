// On every page: what runs in the background is set up, so that the site can be installed and says kindly when it cannot
// be reached.

const version = new URL(import.meta.url).pathname.split("/")[2];

/** The page that is kept looks as the others do: it is fetched again when that has changed. */
async function renew() {
  const { lang, dataset } = document.documentElement;
  const look = [version, lang, dataset.theme, dataset.board].join(" ");
  if (localStorage.getItem("offline-look") === look) return;
  const cache = await caches.open(`crownhead-${version}`);
  await cache.add("/offline");
  localStorage.setItem("offline-look", look);
}

if ("serviceWorker" in navigator) {
  // Where a browser does not want to keep anything, the site works as well.
  navigator.serviceWorker.register(`/worker.js?v=${version}`).then(renew).catch(() => {});
}
