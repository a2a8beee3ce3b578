// What was typed is kept on this phone until it is saved; a save without a connection is sent later.
"use strict";

(() => {
  const TRY_EVERY = 4000;
  const LONGEST_KEPT = 14 * 24 * 3600 * 1000;
  const PREFIX = "hand:";
  const OF_THE_FORM = ["csrf_token", "seen", "entry_id", "pad", "counts"];
  const UNREACHED = [502, 503, 504];
  let untouched = null; // what the form held when it came; nothing is kept before that is known
  let waiting = false; // a save that has not reached the server
  let done = false; // saved: nothing is kept any more
  let place = ""; // under which name it was kept last

  const form = () => document.getElementById("hand-form");
  const note = (name) => form()?.querySelector(`.${name}`);
  const entry = () => form().elements.entry_id.value;
  const key = () => PREFIX + new URL(form().action).pathname;

  // An answer may come when the form it was for has gone.
  function show(name, shown) {
    const told = note(name);
    if (told) told.hidden = !shown;
  }

  // --- the phone's memory; a private window may have none ----------------------------------------

  // What other windows keep of the same form has the entry in its name too.
  const isOfForm = (name) => name === key() || name.startsWith(`${key()} `);
  const isOwn = (it) => !it || [history.state?.entry, entry()].includes(valueIn(it, "entry_id"));
  const ownPlace = () =>
    [place, key()].find((name) => isOfForm(name) && isOwn(read(name))) ?? `${key()} ${entry()}`;

  function read(name) {
    try {
      const draft = JSON.parse(localStorage.getItem(name));
      return Array.isArray(draft?.typed) ? draft : null;
    } catch {
      return null;
    }
  }

  function write(name, draft) {
    try {
      if (draft) localStorage.setItem(name, JSON.stringify(draft));
      else localStorage.removeItem(name);
    } catch {
      // nothing is kept then
    }
  }

  function names() {
    try {
      return Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    } catch {
      return []; // nothing was kept
    }
  }

  // --- keeping -----------------------------------------------------------------------------------

  function typed() {
    return [...new FormData(form())].filter(([name]) => name !== "csrf_token");
  }

  // As the form came, whatever was typed before this script was there.
  function served() {
    const copy = form().cloneNode(true);
    copy.reset();
    return [...new FormData(copy)];
  }

  function content(pairs) {
    return JSON.stringify(pairs.filter(([name]) => !OF_THE_FORM.includes(name)));
  }

  function keep() {
    if (untouched === null || !form() || done || document.body.matches(".deciding")) return;
    if (place && !isOfForm(place) && isOwn(read(place))) write(place, null);
    place = ownPlace();
    const pairs = unclashed(typed());
    if (!waiting && content(pairs) === untouched) return write(place, null);
    const points = [...document.querySelectorAll("#live .p")].map((output) => output.textContent);
    claim(valueIn({ typed: pairs }, "entry_id"));
    write(place, { typed: pairs, at: Date.now(), points, waiting });
  }

  // Which entry is this window's own; a reload does not forget it.
  function claim(id) {
    if (history.state?.entry !== id) history.replaceState({ ...history.state, entry: id }, "");
  }

  // Taken up again, a form that was refused because of others is refused once more, and says why.
  function unclashed(pairs) {
    const draft = document.getElementById("clash") && read(place);
    if (!draft) return pairs;
    const first = ["seen", "entry_id"];
    return pairs.map(([name, value]) => [name, first.includes(name) ? valueIn(draft, name) : value]);
  }

  function forget() {
    write(ownPlace(), null);
    done = true;
  }

  // --- taking up again ---------------------------------------------------------------------------

  function valueIn(draft, name) {
    return draft.typed.find(([field]) => field === name)?.[1];
  }

  function takeUp(draft) {
    for (const field of form().elements) {
      if (!field.name || field.name === "csrf_token" || field.matches("button, output")) continue;
      const values = draft.typed.filter(([name]) => name === field.name).map(([, value]) => value);
      if (field.matches("[type=radio], [type=checkbox]")) {
        field.checked = values.includes(field.value);
      } else if (values.length) field.value = values[0];
    }
    claim(entry());
    waiting = Boolean(draft.waiting);
    draw();
  }

  // The server draws what was taken up, as soon as the page can ask it.
  function draw() {
    if (!form().matches("[data-htmx-powered]")) setTimeout(draw, 20);
    else form().requestSubmit(form().querySelector("button[name=check]"));
  }

  function offer(draft) {
    const card = document.getElementById("draft");
    const [time, at] = [card.querySelector("time"), new Date(draft.at)];
    time.dateTime = at.toISOString();
    time.textContent = window.shortTime?.(at) ?? at.toLocaleTimeString();
    card.querySelectorAll("[data-points]").forEach((points, number) => {
      points.textContent = draft.points?.[number] ?? "";
    });
    card.querySelector("[data-unsent]").hidden = !draft.waiting;
    card.hidden = false;
    document.body.classList.add("deciding");
    card.querySelector("h2").focus();
  }

  function decide(goOn) {
    const draft = read(place);
    document.getElementById("draft").hidden = true;
    document.body.classList.remove("deciding");
    if (goOn && draft) takeUp({ ...draft, waiting: false });
    else write(place, null);
  }

  function isOver(name, draft) {
    if (!(Date.now() - draft?.at < LONGEST_KEPT)) return true;
    const isSaved = form().dataset.saved.split(" ").includes(valueIn(draft, "entry_id"));
    return isOfForm(name) && (isSaved || content(draft.typed) === untouched);
  }

  function firstKept() {
    for (const name of names()) if (isOver(name, read(name))) write(name, null);
    const kept = names().filter(isOfForm).sort((one, other) => read(other).at - read(one).at);
    const isWanted = location.hash === "#send" ? (draft) => draft.waiting : isOwn;
    return kept.find((name) => isWanted(read(name))) ?? kept[0] ?? "";
  }

  function open() {
    if (!form()) return;
    untouched = content(served());
    place = firstKept();
    const draft = read(place);
    if (!draft) return;
    const [arrival] = performance.getEntriesByType("navigation");
    const again = ["back_forward", "reload"].includes(arrival?.type);
    if (draft.waiting && location.hash === "#send") takeUp(draft);
    else if (again && valueIn(draft, "seen") === form().elements.seen.value) takeUp(draft);
    else offer(draft);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-draft]");
    if (button) decide(button.dataset.draft === "go-on");
  });

  // what was typed is offered again on the way back, so that no second window is needed
  document.addEventListener("click", (event) => {
    event.target.closest("a[data-drafted]")?.removeAttribute("target");
  });

  document.addEventListener("DOMContentLoaded", open);
  document.addEventListener("typed", keep, { capture: true });
  window.addEventListener("pagehide", keep);

  // --- a save that did not arrive ----------------------------------------------------------------

  function tell() {
    show("unsent", waiting);
    if (waiting) show("lost", false);
  }

  // One of the two is enough: what waits is sent by itself.
  function sayLost() {
    show("lost", !waiting);
  }

  function wait(why = "") {
    waiting = true;
    keep();
    sayWhy(why);
    tell();
  }

  // What the server says of its own trouble is better than that there is no connection.
  function sayWhy(why) {
    const words = note("unsent")?.querySelector("span");
    if (!words) return;
    words.dataset.plain ??= words.textContent;
    words.textContent = why || words.dataset.plain;
  }

  async function sentenceOf(answer) {
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return page.querySelector("[data-unsaved]")?.textContent ?? "";
  }

  function send() {
    if (!waiting || !form() || document.visibilityState !== "visible") return;
    const button = form().querySelector(".save-row [name=save]");
    if (button) form().requestSubmit(button);
  }

  // What is changed after the save is not sent before its button is pressed again.
  document.addEventListener("input", (event) => {
    if (event.target.form?.id !== "hand-form") return;
    waiting = false;
    tell();
    show("lost", false);
    keep();
  });

  setInterval(() => navigator.onLine && send(), TRY_EVERY);
  document.addEventListener("visibilitychange", () => {
    keep();
    send();
  });
  window.addEventListener("online", () => {
    const link = document.getElementById("preview-link");
    if (waiting) send();
    else if (link) htmx.trigger(link, "typed");
  });

  function isSave(ctx) {
    return ctx.request?.submitter?.name === "save";
  }

  // A gateway that answers in place of the server is no answer.
  document.addEventListener("htmx:before:response", (event) => {
    const { ctx } = event.detail;
    if (ctx.sourceElement?.id !== "hand-form" || !UNREACHED.includes(ctx.response.status)) return;
    event.preventDefault();
    if (isSave(ctx)) sentenceOf(ctx.response.raw).then(wait, () => wait());
    else sayLost();
  });

  document.addEventListener("htmx:error", (event) => {
    const { ctx } = event.detail;
    const source = ctx?.sourceElement?.id;
    if (source === "hand-form" && isSave(ctx)) wait();
    else if (["hand-form", "switch-link"].includes(source)) sayLost();
    else if (source === "preview-link") {
      sayLost();
      tellUnknown();
    }
  });

  // Without the server nobody knows what was typed comes to: nothing is better than an old figure.
  function tellUnknown() {
    for (const output of document.querySelectorAll("#live .p")) output.textContent = "–";
    for (const total of document.querySelectorAll("#live small")) total.textContent = "";
  }

  document.addEventListener("htmx:after:request", (event) => {
    const { ctx } = event.detail;
    if (ctx.sourceElement?.id === "preview-link" && ctx.response) {
      show("lost", false);
      if (ctx.response.status !== 200) tellUnknown(); // of a phone that is out, say
    }
    if (ctx.sourceElement?.id !== "hand-form" || !isSave(ctx)) return;
    waiting = false;
    if (ctx.response.headers.has("HX-Redirect")) forget();
  });

  // The form may have become that of another hand, or one that has seen more.
  document.addEventListener("htmx:after:swap", () => {
    if (!form()) return;
    keep();
    tell();
    if (waiting) send();
  });
})();
