// The form of a hand: the keypad, other ways of counting, the live preview. The server counts.
"use strict";

(() => {
  const form = () => document.getElementById("hand-form");
  const padState = () => document.getElementById("pad-state");

  function preview(event) {
    htmx.trigger(document.getElementById("preview-link"), event);
  }

  // --- the keypad for cards: taps change the texts of the form, the server draws them ------------

  function withoutLast(text) {
    const kept = text.replace(/[ ;]+$/, "");
    return kept.slice(0, Math.max(kept.lastIndexOf(" "), kept.lastIndexOf(";")) + 1).trimEnd();
  }

  function press(key) {
    const state = padState();
    const [side, heap, rank] = state.value.split(":");
    const field = document.getElementById(`s${side}-${heap}cards`);
    const [kind, ...rest] = key.split(":");
    if (kind === "heap") state.value = [...rest, rank].join(":");
    else if (kind === "rank") state.value = state.value.replace(/[^:]*$/, rest[0]);
    else if (kind === "card") field.value = `${field.value.trimEnd()} ${rest[0]}`.trim();
    else if (kind === "undo") field.value = withoutLast(field.value);
    else if (kind === "close") {
      if (field.value.trim() && !/;\s*$/.test(field.value)) {
        field.value = field.value.trimEnd() + ";";
      }
    } else if (kind === "open") {
      const melds = document.getElementById(`s${rest[0]}-tcards`);
      const parts = melds.value.split(";").map((part) => part.trim()).filter(Boolean);
      const [chosen] = parts.splice(Number(rest[1]), 1);
      melds.value = [...parts, chosen].join("; ");
      state.value = `${rest[0]}:t:${rank}`;
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("#hand-form button[name=key]");
    if (!button) return;
    event.preventDefault();
    const rank = padState().value.split(":")[2];
    press(button.dataset.suit ? `card:${rank}${button.dataset.suit}` : button.value);
    if (button.value.startsWith("rank:")) {
      for (const key of document.querySelectorAll("#pad [value^='rank:']")) {
        key.setAttribute("aria-pressed", key === button);
      }
    }
    preview("key");
    form().dispatchEvent(new Event("typed"));
  });

  // --- another way of counting: the server turns what was typed into it --------------------------

  let height = 0; // where on the screen the way of counting stood when it was changed

  function wayChanged() {
    const [side, heap, way] = document.getElementById("switch-to").value.split(":");
    const button = document.getElementById(`s${side}-${heap === "m" ? "h" : heap}-${way}`);
    return button.offsetParent ? button : document.getElementById(`s${side}-t-${way}`);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("#hand-form button[name=way]");
    if (!button) return;
    event.preventDefault();
    if (button.getAttribute("aria-pressed") === "true") return;
    document.getElementById("switch-to").value = button.value;
    height = wayChanged().getBoundingClientRect().top;
    button.closest(".tally").inert = true; // what is typed now would be lost
    htmx.trigger(document.getElementById("switch-link"), "switch");
  });

  function switchedOrNot() {
    for (const side of document.querySelectorAll(".tally")) side.inert = false;
    const button = wayChanged();
    if (document.activeElement === document.body) button.focus({ preventScroll: true });
    window.scrollBy(0, button.getBoundingClientRect().top - height);
  }

  // --- typing ------------------------------------------------------------------------------------

  function imply(radio) {
    if (!radio.checked) return;
    const mortos = [...document.getElementsByName(radio.dataset.took ?? "")];
    if (mortos.length && !mortos.some((choice) => choice.checked)) {
      mortos.find((choice) => choice.value === "taken").checked = true;
    }
    const hand = document.getElementById(radio.dataset.empties ?? "");
    if (hand?.value === "") hand.value = "0";
  }

  document.addEventListener("input", (event) => {
    if (event.target.form?.id !== "hand-form") return;
    if (event.target.name === "went_out") imply(event.target);
    preview("typed");
  });

  // A thumb may be faster than the scripts: what it chose before they were there counts too.
  document.addEventListener("DOMContentLoaded", () => {
    for (const radio of form()?.elements.went_out ?? []) {
      if (radio.checked && !radio.defaultChecked) imply(radio);
    }
    previewOfTheEarly();
  });

  function previewOfTheEarly() {
    if (!form() || !changedSinceServed()) return;
    if (form().matches("[data-htmx-powered]")) preview("typed");
    else setTimeout(previewOfTheEarly, 20);
  }

  function changedSinceServed() {
    return [...form().querySelectorAll("input")].some(
      (field) => field.checked !== field.defaultChecked || field.value !== field.defaultValue,
    );
  }

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

  // --- what comes back ---------------------------------------------------------------------------

  function tellInvalid() {
    for (const slot of document.querySelectorAll(".slot[id^='p-']")) {
      const field = document.getElementById(slot.id.slice(2));
      if (!(field instanceof HTMLInputElement)) continue;
      const invalid = slot.childElementCount > 0;
      if (invalid) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
      field.closest(".step")?.classList.toggle("step--bad", invalid);
    }
  }

  // Loaded again, the page is still that of the hand that a clash has made of it.
  function keepAddress() {
    const { pathname } = new URL(form().action);
    if (pathname !== location.pathname) history.replaceState(history.state, "", pathname);
  }

  document.addEventListener("htmx:after:swap", (event) => {
    if (form()) keepAddress();
    const source = event.detail.ctx.sourceElement?.id;
    if (source === "preview-link" || source === "switch-link") tellInvalid();
    if (source === "switch-link") form().dispatchEvent(new Event("typed"));
  });

  document.addEventListener("htmx:finally:request", (event) => {
    const { ctx } = event.detail;
    if (ctx.sourceElement?.id === "switch-link") switchedOrNot();
    if (ctx.target?.id !== "entry" && ctx.sourceElement?.id !== "hand-form") return;
    // An answer that shows problems or a clash starts at the first of them.
    if (!ctx.response || ctx.response.status < 400) return;
    const first = document.querySelector("#clash, #entry .prob:not([hidden])");
    first?.scrollIntoView({ block: "center" });
  });
})();
