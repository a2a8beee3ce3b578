// The turn timer: counts down, a tap passes the turn on. All of it happens on this phone.
"use strict";

(() => {
  const page = document.getElementById("timer");
  const bar = document.getElementById("timer-bar");
  const clock = page.querySelector(".clock");
  const players = [...page.querySelectorAll(".order button")];
  const storage = `timer:${page.dataset.match}`;
  const WARNING = 5;
  let state = "ready";
  let player = 0;
  let left = 0; // seconds, below 0 once the time is up
  let told = Infinity; // the last whole second that was heard
  let since = 0;
  let sound = null;

  // --- what the phone keeps ----------------------------------------------------------------------

  function field(name) {
    return page.querySelector(`[name=${name}]`);
  }

  function seconds() {
    return Number(page.querySelector("[name=seconds]:checked").value);
  }

  function keep() {
    const kept = {
      seconds: seconds(),
      sound: field("sound").checked,
      vibration: field("vibration").checked,
      hand: page.dataset.hand,
      player,
    };
    try {
      localStorage.setItem(storage, JSON.stringify(kept));
    } catch {
      // a browser that keeps nothing
    }
  }

  function takeUp() {
    let kept = null;
    try {
      kept = JSON.parse(localStorage.getItem(storage));
    } catch {
      return;
    }
    if (!kept) return;
    const choice = page.querySelector(`[name=seconds][value="${Number(kept.seconds)}"]`);
    if (choice) choice.checked = true;
    field("sound").checked = kept.sound !== false;
    field("vibration").checked = kept.vibration !== false;
    if (kept.hand === page.dataset.hand && players[kept.player]) player = kept.player;
  }

  // --- sound and vibration -----------------------------------------------------------------------

  function openSound() {
    const Sound = window.AudioContext ?? window.webkitAudioContext;
    if (!Sound || !field("sound").checked) return;
    sound ??= new Sound();
    sound.resume();
  }

  function beep(pitch, start, length) {
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    const from = sound.currentTime + start;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, from);
    volume.gain.exponentialRampToValueAtTime(0.5, from + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, from + length);
    tone.connect(volume).connect(sound.destination);
    tone.start(from);
    tone.stop(from + length);
  }

  function alarm() {
    if (sound && field("sound").checked) [0, 0.3, 0.6].forEach((at) => beep(880, at, 0.25));
    if (field("vibration").checked) navigator.vibrate?.([300, 120, 300, 120, 500]);
  }

  function tick() {
    if (sound && field("sound").checked) beep(520, 0, 0.08);
  }

  // --- the clock ---------------------------------------------------------------------------------

  function written(whole) {
    const size = Math.abs(whole);
    const text = `${Math.floor(size / 60)}:${String(size % 60).padStart(2, "0")}`;
    return whole < 0 ? `+${text}` : text;
  }

  function show() {
    const whole = Math.ceil(left);
    const running = state === "running";
    const shown = running && left <= 0 ? "over" : state;
    page.dataset.state = shown;
    clock.querySelector(".clock__left").textContent = written(whole);
    clock.classList.toggle("clock--late", left <= 0);
    clock.classList.toggle("clock--soon", left > 0 && whole <= WARNING);
    for (const text of clock.querySelectorAll("[data-says]")) {
      text.hidden = text.dataset.says !== shown;
    }
    bar.querySelector("[data-does=pause]").disabled = !running;
    bar.querySelector("[data-does=next]").disabled = state === "ready";
  }

  function showPlayer() {
    const button = players[player];
    const name = button.querySelector("bdi").textContent;
    clock.className = `clock ${button.parentElement.className}`;
    clock.querySelector("bdi").textContent = name;
    clock.classList.toggle("clock--long", name.length > 9);
    for (const other of players) {
      if (other === button) other.setAttribute("aria-current", "true");
      else other.removeAttribute("aria-current");
    }
  }

  function tell(text) {
    page.querySelector("[role=status]").textContent = text;
  }

  function advance() {
    if (state !== "running") return;
    const now = performance.now();
    left -= (now - since) / 1000;
    since = now;
    const whole = Math.ceil(left);
    if (whole <= 0 && told > 0) {
      alarm();
      tell(clock.querySelector("[data-says=over]").textContent);
    } else if (whole < told && whole > 0 && whole <= WARNING) tick();
    told = Math.min(told, whole);
    show();
  }

  function run() {
    openSound();
    since = performance.now();
    state = "running";
    show();
  }

  function pause(why) {
    advance();
    if (state !== "running") return;
    state = why;
    tell(clock.querySelector(`[data-says=${why}]`).textContent);
    show();
  }

  function begin(number) {
    player = number;
    left = seconds();
    told = left;
    showPlayer();
    tell(players[player].textContent);
    keep();
    run();
  }

  function pass() {
    begin((player + 1) % players.length);
  }

  clock.addEventListener("click", () => {
    if (state === "ready") begin(player);
    else if (state === "running") pass();
    else run();
  });
  bar.addEventListener("click", (event) => {
    const does = event.target.closest("button")?.dataset.does;
    if (does === "pause") pause("paused");
    else if (does === "next") pass();
  });
  players.forEach((button, number) => button.addEventListener("click", () => begin(number)));
  page.addEventListener("change", () => {
    keep();
    if (state === "ready") left = seconds();
    openSound();
    show();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") pause("hidden");
  });
  setInterval(advance, 200);

  page.querySelector("[data-vibration]").hidden = !navigator.vibrate;
  takeUp();
  left = seconds();
  showPlayer();
  page.hidden = bar.hidden = false;
  show();
})();
