// Follows a board: asks every two seconds and at once on waking, and says so when nobody answers.
"use strict";

(() => {
  const EVERY = 2000;
  // A board kept from earlier, shown without a connection, says itself how old it is.
  const drawn = new Date(document.getElementById("board")?.dataset.drawn ?? NaN).getTime();
  let heard = new Date(Math.min(Date.now(), drawn || Infinity));
  let asking = false;

  // A question from before the phone slept may hang for long; a new one takes its place.
  function ask() {
    const board = document.getElementById("board");
    if (!board || document.visibilityState !== "visible") return;
    asking = true;
    htmx.trigger(board, "follow");
  }

  function sayOffline(offline) {
    const note = document.querySelector("#board .offline");
    note.querySelector("time").textContent = shortTime(heard);
    note.hidden = !offline;
  }

  function isBoard(event) {
    return event.detail.ctx?.sourceElement?.id === "board";
  }

  setInterval(() => {
    if (!asking) ask();
  }, EVERY);
  document.addEventListener("visibilitychange", ask);
  window.addEventListener("online", ask);
  window.addEventListener("offline", () => sayOffline(true));
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) ask();
  });

  document.addEventListener("htmx:after:request", (event) => {
    if (!isBoard(event)) return;
    asking = false;
    const isWell = event.detail.ctx.response.status < 500;
    if (isWell) heard = new Date();
    sayOffline(!isWell);
  });

  document.addEventListener("htmx:error", (event) => {
    if (!isBoard(event)) return;
    asking = false;
    sayOffline(true);
  });
})();
