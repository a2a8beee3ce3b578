// The buttons beside a number: one more, one less, the sign. Held down they repeat.
"use strict";

(() => {
  const HOLD_AFTER = 450;
  const EVERY = 130;
  const SOON_EVERY = 60;
  let held = null; // the button under the finger, how often it has counted, and its timer
  let swallow = false; // the click that ends a hold counts no more

  function stepped(text, change) {
    if (change === "sign") {
      const bare = text.replace(/^[\s+\-−–‐‑]+/, "").trim();
      return /^\s*[-−–‐‑]/.test(text) ? bare : "-" + (bare === "0" ? "" : bare);
    }
    const number = text.trim() === "" ? 0 : Number(text);
    if (!Number.isInteger(number)) return text;
    return String(Math.max(0, number + (change === "+1" ? 1 : -1)));
  }

  function step(field, change) {
    field.value = stepped(field.value, change);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function press(button) {
    const colon = button.value.lastIndexOf(":");
    const field = document.getElementById(button.value.slice(0, colon));
    const change = button.value.slice(colon + 1);
    step(field, change);
    if (change === "sign") field.focus();
  }

  function buttonOf(event) {
    return event.target.closest?.("button[name=step]");
  }

  function repeats(button) {
    return button && !button.value.endsWith(":sign");
  }

  function repeat() {
    if (!held?.button.isConnected) return release();
    held.count += 1;
    press(held.button);
    held.timer = setTimeout(repeat, held.count > 8 ? SOON_EVERY : EVERY);
  }

  function release() {
    if (!held) return;
    clearTimeout(held.timer);
    swallow = held.count > 0;
    held = null;
  }

  document.addEventListener("pointerdown", (event) => {
    release();
    swallow = false;
    const button = buttonOf(event);
    if (!repeats(button) || event.button !== 0) return;
    held = { button, count: 0, timer: setTimeout(repeat, HOLD_AFTER) };
  });

  document.addEventListener("pointermove", (event) => {
    if (!held) return;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    if (!held.button.contains(under)) release();
  });

  for (const end of ["pointerup", "pointercancel", "visibilitychange"]) {
    document.addEventListener(end, release);
  }
  window.addEventListener("blur", release);

  // A long press is a count here, not a menu.
  document.addEventListener("contextmenu", (event) => {
    if (repeats(buttonOf(event))) event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    const button = buttonOf(event);
    if (!button) return;
    event.preventDefault();
    if (!swallow) press(button);
    swallow = false;
  });

  // Held keys repeat by themselves: the space bar on a button, the arrows in its number.
  document.addEventListener("keydown", (event) => {
    const button = buttonOf(event);
    if (event.key === " " && repeats(button)) {
      event.preventDefault();
      press(button);
    }
    const change = { ArrowUp: "+1", ArrowDown: "-1" }[event.key];
    if (change && event.target.matches?.(".step input")) {
      event.preventDefault();
      step(event.target, change);
      event.target.select();
    }
  });

  document.addEventListener("keyup", (event) => {
    if (event.key === " " && repeats(buttonOf(event))) event.preventDefault();
  });

  // A sign by a tap: the number keys of some phones have no minus.
  document.addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll("[data-sign]")) {
      const field = document.getElementById(button.dataset.sign);
      button.hidden = false;
      field.inputMode = "numeric";
      button.addEventListener("click", () => {
        step(field, "sign");
        field.focus();
        field.setSelectionRange(field.value.length, field.value.length);
      });
    }
  });
})();
