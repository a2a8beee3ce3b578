// Says on the board that a hand was saved on this phone without a connection and is not sent yet.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const link = document.getElementById("unsent");
  try {
    const kept = JSON.parse(localStorage.getItem(`hand:${link.pathname}`));
    link.hidden = !kept?.waiting;
  } catch {
    // nothing is kept in a private window
  }
});
