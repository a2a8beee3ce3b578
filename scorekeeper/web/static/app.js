// What every page does beyond HTML: times, names, copying. No totals here.
"use strict";

document.addEventListener("focusin", (event) => {
  if (event.target.matches("[data-sum], .step input, [data-select]")) event.target.select();
});

document.addEventListener("htmx:after:swap", () => {
  localTimes();
  const board = document.getElementById("board");
  if (board) tellScore(board);
});

// A region that stays while the board is changed, so that a screen reader hears what is new.
function tellScore(board) {
  document.title = board.dataset.title;
  const said = document.getElementById("said");
  if (said) said.textContent = board.dataset.score;
}

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

// Over plain HTTP there is no clipboard to write to; what is selected can be copied all the same.
function copySelected(element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  const selection = getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
  return document.execCommand("copy");
}

async function copy(element) {
  if (!navigator.clipboard) return copySelected(element);
  return navigator.clipboard.writeText(element.textContent).then(
    () => true,
    () => copySelected(element),
  );
}

function offerCopying() {
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const done = await copy(document.getElementById(button.dataset.copy));
      button.classList.toggle("copied", done);
      button.nextElementSibling.textContent = done ? button.dataset.done : "";
    });
  }
}

function offerSending() {
  if (!navigator.share) return;
  for (const button of document.querySelectorAll("[data-send]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const text = document.getElementById(button.dataset.send).textContent;
      navigator.share({ text }).catch(() => {});
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

// Phones let a page do this only over HTTPS, or on the machine that serves it.
function keepReadable() {
  const worker = document.querySelector("link[data-worker]")?.dataset.worker;
  if (worker && navigator.serviceWorker) navigator.serviceWorker.register(worker).catch(() => {});
}

// --- a form that did not arrive stays, and can be sent again -----------------------------------

let sent = null; // the form sent last and the button that was pressed

document.addEventListener("submit", (event) => {
  const told = document.querySelector("[data-unsent-form]");
  if (told) told.hidden = true;
  sent = event.defaultPrevented ? null : { form: event.target, button: event.submitter };
});

function isForm(address) {
  const { form, button } = sent;
  const action = button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  return new URL(action, location.href).href === address;
}

// A board may have changed meanwhile; its form is sent as it was, and the server judges.
function keepForm(told, form) {
  form.hidden = true;
  told.append(form);
}

function tellUnsent() {
  const { form, button } = sent;
  const { unsent, again } = document.querySelector("link[data-unsent]").dataset;
  const told = document.createElement("section");
  told.className = "bar";
  told.dataset.unsentForm = "";
  told.setAttribute("role", "alert");
  told.innerHTML = '<p class="prob"></p><div><button class="btn btn--go" type="button"></button></div>';
  told.querySelector("p").textContent = unsent;
  told.querySelector("button").textContent = again;
  told.querySelector("button").addEventListener("click", () => {
    if (!form.isConnected) keepForm(told, form);
    form.requestSubmit(button);
  });
  document.querySelector("[data-unsent-form]")?.remove();
  document.body.append(told);
  told.scrollIntoView({ block: "nearest" });
}

// The worker asks the pages whether one of them has sent what it could not hand on.
navigator.serviceWorker?.addEventListener("message", ({ data, ports }) => {
  if (!sent || !isForm(data?.unsent)) return;
  ports[0].postMessage(true);
  tellUnsent();
});

document.addEventListener("input", nameSeats);
document.addEventListener("DOMContentLoaded", () => {
  localTimes();
  offerCopying();
  offerSending();
  nameSeats();
  keepReadable();
});
