// Keeps the lists of the start page up to date.

import { setUpForms } from "./forms.js";
import { watchLobby } from "./lobby.js";

/** The ids of the parts that are refreshed. */
const PARTS = ["offers", "my-games", "now-playing"];
/** The interval at which boards are refreshed, in milliseconds. */
const REFRESH_INTERVAL = 2000;

async function refresh() {
  if (document.hidden) return;
  // After a rejected form, this page has another address.
  const response = await fetch("/").catch(() => null);
  if (!response?.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const id of PARTS) {
    const [current, updated] = [document.getElementById(id), fresh.getElementById(id)];
    // Parts in use must not be replaced.
    if (!current || !updated || current.contains(document.activeElement) || current.matches(":hover")) continue;
    if (current.innerHTML !== updated.innerHTML) current.replaceChildren(...updated.childNodes);
  }
}

setUpForms();
watchLobby(refresh);
setInterval(refresh, REFRESH_INTERVAL);
