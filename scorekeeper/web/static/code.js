// Counts down the time that a code still lives, and says when it has ended.
"use strict";

(() => {
  const code = document.querySelector("[data-left]");
  const end = Date.now() + Number(code.dataset.left) * 1000;

  function tick() {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    const seconds = String(left % 60).padStart(2, "0");
    code.querySelector(".left-clock").textContent = `${Math.floor(left / 60)}:${seconds}`;
    if (left) return;
    code.hidden = true;
    document.querySelector(".ended").hidden = false;
    clearInterval(timer);
  }

  const timer = setInterval(tick, 1000);
})();
