// What a page does beyond HTML: steppers, the live preview, following the board. No totals here.
"use strict";

const FOLLOW_EVERY = 2000;

// --- numbers -----------------------------------------------------------------------------------

function stepped(text, change) {
  if (change === "sign") {
    const bare = text.replace(/^[\s+\-−–‐‑]+/, "").trim();
    return /^\s*[-−–‐‑]/.test(text) ? bare : "-" + (bare === "0" ? "" : bare);
  }
  const number = text.trim() === "" ? 0 : Number(text);
  if (!Number.isInteger(number)) return text;
  return String(Math.max(0, number + (change === "+1" ? 1 : -1)));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[name=step]");
  if (!button) return;
  const colon = button.value.lastIndexOf(":");
  const field = document.getElementById(button.value.slice(0, colon));
  event.preventDefault();
  field.value = stepped(field.value, button.value.slice(colon + 1));
  if (button.value.endsWith(":sign")) field.focus();
  field.dispatchEvent(new Event("input", { bubbles: true }));
});

// --- the keypad for cards: taps change the texts of the form, the server draws them ----------------

function cardsField(pad) {
  const [side, heap] = pad.split(":");
  return document.getElementById(`s${side}-${heap}cards`);
}

function withoutLast(text) {
  const kept = text.replace(/[ ;]+$/, "");
  return kept.slice(0, Math.max(kept.lastIndexOf(" "), kept.lastIndexOf(";")) + 1).trimEnd();
}

function press(key) {
  const state = document.getElementById("pad-state");
  const [, , rank] = state.value.split(":");
  const field = cardsField(state.value);
  const [kind, ...rest] = key.split(":");
  if (kind === "heap") state.value = [...rest, rank].join(":");
  else if (kind === "rank") state.value = state.value.replace(/[^:]*$/, rest[0]);
  else if (kind === "card") field.value = `${field.value.trimEnd()} ${rest[0]}`.trim();
  else if (kind === "undo") field.value = withoutLast(field.value);
  else if (kind === "close") {
    if (field.value.trim() && !/;\s*$/.test(field.value)) field.value = field.value.trimEnd() + ";";
  } else if (kind === "open") {
    const melds = document.getElementById(`s${rest[0]}-tcards`);
    const parts = melds.value.split(";").map((part) => part.trim()).filter(Boolean);
    const [chosen] = parts.splice(Number(rest[1]), 1);
    melds.value = [...parts, chosen].join("; ");
    state.value = `${rest[0]}:t:${rank}`;
  }
}

function keepPadOnACountedSide() {
  const state = document.getElementById("pad-state");
  const counted = [...document.querySelectorAll("#hand-form .by-card:checked")];
  const sides = counted.map((way) => way.dataset.pad.split(":")[0]);
  const [side, , rank] = state.value.split(":");
  if (sides.length && !sides.includes(side)) state.value = `${sides[0]}:t:${rank || "A"}`;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("#hand-form button[name=key]");
  if (!button) return;
  event.preventDefault();
  const rank = document.getElementById("pad-state").value.split(":")[2];
  press(button.dataset.suit ? `card:${rank}${button.dataset.suit}` : button.value);
  if (button.value.startsWith("rank:")) {
    for (const key of document.querySelectorAll("#pad [value^='rank:']")) {
      key.setAttribute("aria-pressed", key === button);
    }
  }
  htmx.trigger(document.getElementById("preview-link"), "key");
});

// --- the entry form ----------------------------------------------------------------------------

document.addEventListener("input", (event) => {
  if (event.target.form?.id !== "hand-form") return;
  const implied = event.target.dataset.took;
  if (implied && event.target.checked) {
    const radios = [...document.getElementsByName(implied)];
    if (!radios.some((radio) => radio.checked)) {
      radios.find((radio) => radio.value === "taken").checked = true;
    }
  }
  if (event.target.dataset.pad) {
    const state = document.getElementById("pad-state");
    state.value = `${event.target.dataset.pad}:${state.value.split(":")[2] || "A"}`;
  }
  keepPadOnACountedSide();
  document.querySelector("#hand-form .lost").hidden = true;
  htmx.trigger(document.getElementById("preview-link"), "typed");
});

// Enter goes to the next number, as the key on a phone promises; saving needs its button.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("#hand-form input")) return;
  event.preventDefault();
  const numbers = event.target.matches(".in") ? ".in" : ".in, .step input";
  const next = [...document.querySelectorAll("#hand-form input")].find(
    (field) =>
      field.offsetParent !== null &&
      field.matches(numbers) &&
      event.target.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  if (next) next.focus();
  else event.target.blur();
});

// A look at a rule or a reload loses nothing typed, unless the match has moved on meanwhile. The
// browser's own memory of the form is off: it would mix an old hand into the form of the next.
const OWN_FIELDS = ["csrf_token", "seen", "entry_id"];

function keepDraft() {
  const form = document.getElementById("hand-form");
  if (!form) return;
  const typed = [...new FormData(form)].filter(([name]) => !OWN_FIELDS.includes(name));
  const draft = { path: location.pathname, seen: form.elements.seen.value, typed };
  sessionStorage.setItem("draft", JSON.stringify(draft));
}

function takeUpDraft() {
  const form = document.getElementById("hand-form");
  const [{ type }] = performance.getEntriesByType("navigation");
  const draft = JSON.parse(sessionStorage.getItem("draft"));
  if (!form || !draft || !["back_forward", "reload"].includes(type)) return;
  if (draft.path !== location.pathname || draft.seen !== form.elements.seen.value) return;
  for (const field of form.querySelectorAll("input:not([type=hidden]), #pad-state, [id$=cards]")) {
    const typed = draft.typed.filter(([name]) => name === field.name).map(([, value]) => value);
    if (field.matches("[type=radio], [type=checkbox]")) field.checked = typed.includes(field.value);
    else field.value = typed[0] ?? field.value;
  }
  htmx.trigger(document.getElementById("preview-link"), "typed");
}

window.addEventListener("pagehide", keepDraft);
document.addEventListener("htmx:after:process", takeUpDraft, { once: true });

document.addEventListener("focusin", (event) => {
  if (event.target.matches("[data-sum], .step input, [data-select]")) event.target.select();
});

function tellInvalid() {
  for (const slot of document.querySelectorAll(".slot[id]")) {
    const field = document.getElementById(slot.id.slice(2));
    if (!(field instanceof HTMLInputElement)) continue;
    const invalid = slot.childElementCount > 0;
    if (invalid) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
    field.closest(".step")?.classList.toggle("step--bad", invalid);
  }
}

document.addEventListener("htmx:after:swap", (event) => {
  const source = event.detail.ctx.sourceElement;
  if (source?.id === "preview-link") tellInvalid();
  localTimes();
  const board = document.getElementById("board");
  if (board) document.title = board.dataset.title;
});

// An answer that shows problems or a clash starts at the first of them.
document.addEventListener("htmx:finally:request", (event) => {
  const { ctx } = event.detail;
  if (ctx.target?.id !== "entry" && ctx.sourceElement?.id !== "hand-form") return;
  if (!ctx.response || ctx.response.status < 400) return;
  const first = document.querySelector("#clash, #entry .prob:not([hidden])");
  first?.scrollIntoView({ block: "center" });
});

// --- following ---------------------------------------------------------------------------------

let lastHeard = new Date();

function follow() {
  const board = document.getElementById("board");
  if (board && document.visibilityState === "visible") htmx.trigger(board, "follow");
}

setInterval(follow, FOLLOW_EVERY);
document.addEventListener("visibilitychange", follow);
window.addEventListener("online", follow);
window.addEventListener("pageshow", (event) => {
  if (event.persisted) follow();
});

function sayOffline(offline) {
  const note = document.querySelector("#board .offline");
  if (!note) return;
  note.hidden = !offline;
  note.querySelector("time").textContent = shortTime(lastHeard);
}

document.addEventListener("htmx:after:request", (event) => {
  if (event.detail.ctx.sourceElement?.id !== "board") return;
  lastHeard = new Date();
  sayOffline(false);
});

document.addEventListener("htmx:error", (event) => {
  const source = event.detail.ctx?.sourceElement;
  if (source?.id === "board") sayOffline(true);
  if (source?.id === "hand-form") document.querySelector("#hand-form .lost").hidden = false;
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

// A sign by a tap: the number keys of some phones have no minus.
function offerSigns() {
  for (const button of document.querySelectorAll("[data-sign]")) {
    const field = document.getElementById(button.dataset.sign);
    button.hidden = false;
    field.inputMode = "numeric";
    button.addEventListener("click", () => {
      field.value = stepped(field.value, "sign");
      field.focus();
      field.setSelectionRange(field.value.length, field.value.length);
    });
  }
}

function offerCopying() {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
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
  offerSigns();
  nameSeats();
});
