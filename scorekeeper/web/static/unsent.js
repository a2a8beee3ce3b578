// Says on the board that a hand was saved on this phone without a connection and is not sent yet.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const link = document.getElementById("unsent");
  try {
    const name = `hand:${link.pathname}`;
    link.hidden = !Object.keys(localStorage)
      .filter((kept) => kept === name || kept.startsWith(`${name} `))
      .some((kept) => JSON.parse(localStorage.getItem(kept))?.waiting);
  } catch {
    // nothing is kept in a private window
  }
});
