// The start page lives: offers and games are drawn anew when something happens, as the server draws them.

import { listenToForms } from "./forms.js";
import { listen } from "./lobby.js";

/** What changes while one looks. */
const PARTS = ["offers", "my-games", "now-playing"];
/** Boards are looked at anew after so many milliseconds. */
const OFTEN = 2000;

async function refresh() {
  // Nobody looks.
  if (document.hidden) return;
  // A form that was refused shows this page under its own address.
  const response = await fetch("/").catch(() => null);
  if (!response?.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const id of PARTS) {
    const [old, now] = [document.getElementById(id), fresh.getElementById(id)];
    // What somebody is at must not be taken away.
    if (!old || !now || old.contains(document.activeElement) || old.matches(":hover")) continue;
    if (old.innerHTML !== now.innerHTML) old.replaceChildren(...now.childNodes);
  }
}

listenToForms();
listen(refresh);
setInterval(refresh, OFTEN);
