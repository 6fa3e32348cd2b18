// Pieces as they are drawn.

import { element } from "./svg.js";

/** @typedef {import("./geometry.js").Side} Side */

/**
 * A disc; a king is two high and carries a crown.
 * @param {Side} side
 * @param {boolean} king
 */
export function disc(side, king) {
  const group = element("g", { class: `piece ${side}` });
  group.dataset.kind = `${side}${king}`;
  if (king) group.append(element("circle", { class: "disc", cy: 0.08, r: 0.4 }));
  const top = king ? -0.06 : 0;
  group.append(element("circle", { class: "ring", cy: top, r: 0.42 }), element("circle", { class: "disc", cy: top, r: 0.4 }));
  for (const r of [0.3, 0.18]) group.append(element("circle", { class: "groove", cy: top, r }));
  if (king) {
    group.append(element("path", { class: "crown", d: "M-.2 .06 L-.24 -.2 L-.1 -.08 L0 -.24 L.1 -.08 L.24 -.2 L.2 .06 Z" }));
  }
  return group;
}
