// What every page does beyond HTML: times, names, copying. No totals here.
"use strict";

document.addEventListener("focusin", (event) => {
  if (event.target.matches("[data-sum], .step input, [data-select]")) event.target.select();
});

document.addEventListener("htmx:after:swap", () => {
  localTimes();
  const board = document.getElementById("board");
  if (board) document.title = board.dataset.title;
});

// --- small things ------------------------------------------------------------------------------

function shortTime(date) {
  return date.toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
  });
}

function localTimes() {
  for (const time of document.querySelectorAll("time[datetime]")) {
    time.textContent = shortTime(new Date(time.getAttribute("datetime")));
  }
}

function offerCopying() {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    });
  }
}

// Names typed for the sides and players are shown at once where the dealer is chosen.
function nameSeats() {
  for (const label of document.querySelectorAll("[data-seat]")) {
    const typed = document.getElementById(label.dataset.seat)?.value.trim();
    const side = document.getElementById(label.dataset.side)?.value.trim();
    const name = label.querySelector("bdi");
    if (typed) name.textContent = typed;
    else if (side) name.textContent = `${side} ${label.dataset.place}`.trim();
  }
}

document.addEventListener("input", nameSeats);
document.addEventListener("DOMContentLoaded", () => {
  localTimes();
  offerCopying();
  nameSeats();
});
