/* Offers to print the page, where the browser can. */
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = typeof window.print !== "function";
  button.addEventListener("click", () => window.print());
}
