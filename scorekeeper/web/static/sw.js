// Keeps the app's own files and the last boards readable without a connection. Writes nothing.
"use strict";

const SHELL = "tranca-shell-1";
const BOARDS = "tranca-boards-1";
const MOST_FILES = 60;
const MOST_BOARDS = 4;
const BOARD = /^(t\/[^/]+)?$/;
const home = new URL(self.registration.scope).pathname;
const OFFLINE = `${home}offline`;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepOffline().catch(() => {}));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()).then(keepOpen));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin || !url.pathname.startsWith(home)) return;
  const path = url.pathname.slice(home.length);
  if (request.method === "POST" && /^t\/[^/]+\/delete$/.test(path)) {
    event.waitUntil(forget(url.pathname.replace(/\/delete$/, "")));
  }
  if (/^t\/[^/]+\/./.test(path)) {
    event.respondWith(ofMatch(event, home + path.split("/", 2).join("/"), path.endsWith("/board")));
  } else if (request.method !== "GET") {
    return;
  } else if (path.startsWith("static/")) {
    event.respondWith(shell(request));
  } else if (request.mode === "navigate" && BOARD.test(path)) {
    event.respondWith(board(request, url.pathname));
  } else if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(unreached));
  }
});

// An address of ours changes with its file, so what is kept never grows old.
async function shell(request) {
  const cache = await caches.open(SHELL);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  // A film is asked for in parts (206), and a cache takes only wholes.
  if (answer.status === 200) await keep(cache, request, answer.clone(), MOST_FILES);
  return answer;
}

// The board as it is now; as it was last if nobody answers. What is gone is forgotten.
async function board(request, path) {
  const cache = await caches.open(BOARDS);
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) await keep(cache, path, answer.clone(), MOST_BOARDS);
    else if (answer.status >= 400 && answer.status < 500) await cache.delete(path);
    return answer;
  } catch (error) {
    const kept = await cache.match(path);
    return kept ?? unreached(error);
  }
}

// A page of ours that says what is the matter, in place of one of the browser.
async function unreached(error) {
  const kept = await (await caches.open(BOARDS)).match(OFFLINE);
  if (kept) return new Response(kept.body, { status: 503, headers: kept.headers });
  throw error;
}

// Any page of a match tells whether it still opens here; a followed board, whether it is new.
async function ofMatch(event, path, isFollowed) {
  let answer;
  try {
    answer = await fetch(event.request);
  } catch (error) {
    const { method, mode, signal, url } = event.request;
    if (mode !== "navigate" || signal.aborted) throw error; // as by the second tap of a double tap
    if (method === "GET") return unreached(error);
    // 204: the page stays, with all that was typed; else the browser's own can send it once more
    if (await isTold(url)) return new Response(null, { status: 204 });
    throw error;
  }
  if (answer.status === 410) event.waitUntil(forget(path));
  else if (isFollowed && answer.ok) event.waitUntil(renew(path, answer.status === 200));
  return answer;
}

// Whether the page that sent a form here has said that it did not arrive.
async function isTold(unsent) {
  const pages = await self.clients.matchAll({ type: "window" });
  return new Promise((resolve) => {
    for (const page of pages) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(true);
      page.postMessage({ unsent }, [port2]);
    }
    setTimeout(resolve, 1000, false);
  });
}

// The board as a page, for one that has changed since it was kept or was never kept.
async function renew(path, isNew) {
  const cache = await caches.open(BOARDS);
  if (!isNew && (await cache.match(path))) return;
  const answer = await fetch(path, { credentials: "same-origin" });
  if (answer.ok && !answer.redirected) await keep(cache, path, answer, MOST_BOARDS);
}

// What was opened before this worker was there, as on the first visit.
async function keepOpen() {
  const pages = await self.clients.matchAll({ type: "window" });
  const paths = pages.map((page) => new URL(page.url).pathname);
  const boards = paths.filter((path) => path.startsWith(home) && BOARD.test(path.slice(home.length)));
  await Promise.all(boards.map((path) => renew(path, false).catch(() => {})));
}

async function keepOffline() {
  const answer = await fetch(OFFLINE, { credentials: "same-origin" });
  const cache = await caches.open(BOARDS);
  if (answer.ok) await cache.put(OFFLINE, answer);
}

async function keep(cache, key, answer, most) {
  await cache.delete(key);
  await cache.put(key, answer);
  const keys = (await cache.keys()).filter((kept) => new URL(kept.url).pathname !== OFFLINE);
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((old) => cache.delete(old)));
}

async function forget(path) {
  const cache = await caches.open(BOARDS);
  await Promise.all([path, home].map((key) => cache.delete(key)));
}

async function tidy() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("tranca-") && name !== SHELL && name !== BOARDS);
  await Promise.all(old.map((name) => caches.delete(name)));
}
