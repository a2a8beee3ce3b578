// Search as one types: whoever comes back from a result finds the words and the results again.
"use strict";

const searched = document.getElementById("q");

document.addEventListener("htmx:after:swap", () => {
  const { action } = searched.form;
  const address = `${action}?${new URLSearchParams(new FormData(searched.form))}`;
  const state = { ...history.state, searched: searched.value };
  history.replaceState(state, "", searched.dataset.page ? address : location.href);
});

searched.addEventListener("htmx:after:init", () => {
  const before = history.state?.searched;
  if (!before || searched.value) return;
  searched.value = before;
  searched.dispatchEvent(new Event("input", { bubbles: true }));
});
