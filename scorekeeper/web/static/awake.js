// Keeps the screen on while a match is open and being played, and not after. Where the browser has
// no wake lock (any plain http:// address) a silent film of our own is played instead; awake.md
// says how it was made and what each browser asks of it.
"use strict";

(() => {
  const FILM = document.currentScript.dataset.film;
  const REWIND_AFTER = 10;
  let lock = null;
  let film = null;
  let asking = false;

  function isSwitchedOff() {
    try {
      return localStorage.getItem("awake") === "off";
    } catch {
      return false;
    }
  }

  function isWanted() {
    const playing = document.querySelector("[data-awake], [data-playing]");
    return playing && !isSwitchedOff() && document.visibilityState === "visible";
  }

  function say(state) {
    const row = document.querySelector("[data-awake]");
    if (!row) return;
    row.hidden = false;
    row.dataset.awake = state;
    row.querySelector("input").checked = !isSwitchedOff();
    for (const text of row.querySelectorAll("[data-says]")) {
      text.hidden = text.dataset.says !== state;
    }
  }

  function makeFilm() {
    const made = document.createElement("video");
    made.className = "awake";
    made.muted = true;
    made.playsInline = true;
    made.disableRemotePlayback = true;
    made.tabIndex = -1;
    made.setAttribute("aria-hidden", "true");
    // With the attribute "loop" Safari would take the film for decoration and let the phone sleep.
    made.addEventListener("timeupdate", () => {
      if (made.currentTime > REWIND_AFTER) made.currentTime = 0;
    });
    made.src = FILM;
    document.body.append(made);
    return made;
  }

  function retryAtATap() {
    document.addEventListener("pointerup", update, { once: true });
  }

  async function playFilm() {
    film ??= makeFilm();
    try {
      await film.play();
      return "video";
    } catch (error) {
      if (error.name === "AbortError") return "video";
      if (error.name !== "NotAllowedError") return "never";
      retryAtATap();
      return "tap";
    }
  }

  async function hold() {
    if (lock) return "on";
    if (navigator.wakeLock) {
      try {
        const got = await navigator.wakeLock.request("screen");
        got.addEventListener("release", () => {
          if (lock === got) lock = null;
        });
        lock = got;
        return "on";
      } catch {
        // refused, to save the battery for instance: the film may still do
      }
    }
    return playFilm();
  }

  function release() {
    lock?.release();
    lock = null;
    film?.pause();
  }

  async function update() {
    if (asking) return;
    if (isWanted()) {
      asking = true;
      const state = await hold();
      asking = false;
      if (isWanted()) return say(state);
    }
    release();
    say(isSwitchedOff() ? "off" : "on");
  }

  document.addEventListener("visibilitychange", update);
  document.addEventListener("htmx:after:swap", update);
  window.addEventListener("pageshow", update);
  document.addEventListener("change", (event) => {
    if (!event.target.closest("[data-awake]")) return;
    try {
      if (event.target.checked) localStorage.removeItem("awake");
      else localStorage.setItem("awake", "off");
    } catch {
      // a browser that keeps nothing: the switch holds for nobody
    }
    update();
  });
})();
