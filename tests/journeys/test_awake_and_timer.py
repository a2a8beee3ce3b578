"""A phone that lies on the table: its screen stays on, and it counts down the turns."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.journey, pytest.mark.xdist_group("journeys-awake")]

# A wake lock that counts what is held; the real one cannot be seen from here.
LOCK = """
window.held = 0; window.asked = 0;
Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request: async () => {
  window.held += 1; window.asked += 1;
  const lock = new EventTarget();
  lock.release = () => { window.held -= 1; lock.dispatchEvent(new Event('release')); };
  window.lock = lock;
  return lock;
} } });
"""
NO_LOCK = "Object.defineProperty(navigator, 'wakeLock', { value: undefined });"
REFUSED = """
HTMLMediaElement.prototype.play = async () => {
  if (!navigator.userActivation.hasBeenActive) throw new DOMException('no', 'NotAllowedError');
  window.played = true;
};
"""
UNPLAYABLE = """
HTMLMediaElement.prototype.play = async () => {
  throw new DOMException('no', 'NotSupportedError');
};
"""
# What a phone does that is put into a pocket, and taken out again.
POCKET = """(hidden) => {
  Object.defineProperty(document, 'visibilityState',
    { configurable: true, get: () => hidden ? 'hidden' : 'visible' });
  if (hidden && window.lock) window.lock.release();
  document.dispatchEvent(new Event('visibilitychange'));
}"""
SWITCH = "[data-awake] input"
SOON = """(seconds) => {
  const now = performance.now.bind(performance);
  performance.now = () => now() + seconds * 1000;
}"""


def lasting(phone, script):
    phone.context.add_init_script(script)
    return phone


def held(phone):
    return phone.page.evaluate("window.held")


def wait_held(phone, count):
    phone.page.wait_for_function(f"() => window.held === {count}")


def test_the_screen_stays_on_for_a_match_in_play_and_only_then(phones, house):
    match = house.start((2500, 100))
    phone = lasting(phones(), LOCK)
    phone.open("/")
    assert held(phone) == 0
    phone.open(match.edit_link)
    expect(phone.find(SWITCH)).to_be_checked()
    wait_held(phone, 1)
    phone.page.evaluate(POCKET, True)
    assert held(phone) == 0
    phone.page.evaluate(POCKET, False)
    wait_held(phone, 1)
    assert phone.page.evaluate("window.asked") == 2
    house.book.record_hand(match.id, (700, 0), house.book.last_seq(match.id))
    expect(phone.find(".verdict")).to_be_visible()
    wait_held(phone, 0)


def test_the_switch_is_remembered(phones, house):
    phone = lasting(phones(), LOCK)
    phone.open(house.start().edit_link)
    wait_held(phone, 1)
    phone.tap(SWITCH)
    wait_held(phone, 0)
    expect(phone.find("[data-says=off]")).to_be_visible()
    phone.open(house.start().edit_link)
    expect(phone.find(SWITCH)).not_to_be_checked()
    expect(phone.find("[data-says=off]")).to_be_visible()
    assert held(phone) == 0
    phone.tap(SWITCH)
    wait_held(phone, 1)


def test_a_browser_without_a_wake_lock_plays_a_silent_film(phones, house):
    match = house.start((2500, 100))
    phone = lasting(phones(), NO_LOCK)
    phone.open(match.edit_link)
    expect(phone.find("[data-says=video]")).to_be_visible()
    phone.page.wait_for_function("() => document.querySelector('video').currentTime > 0")
    film = phone.find("video")
    assert film.evaluate("(it) => it.muted && !it.loop && it.playsInline")
    assert film.evaluate("(it) => it.getBoundingClientRect().width") == 360
    phone.tap(SWITCH)
    phone.page.wait_for_function("() => document.querySelector('video').paused")
    phone.tap(SWITCH)
    phone.page.wait_for_function("() => !document.querySelector('video').paused")
    house.book.record_hand(match.id, (700, 0), house.book.last_seq(match.id))
    expect(phone.find(".verdict")).to_be_visible()
    phone.page.wait_for_function("() => document.querySelector('video').paused")


def test_the_film_plays_where_a_service_worker_answers(phones, house):
    """A film is asked for in parts, and a part is nothing to keep."""
    phone = lasting(phones(service_workers="allow"), NO_LOCK)
    phone.open(house.start().edit_link)
    phone.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    phone.page.reload()
    phone.page.wait_for_function("() => document.querySelector('video')?.currentTime > 0")


def test_a_browser_that_wants_a_tap_first_gets_one(phones, house):
    phone = lasting(lasting(phones(), NO_LOCK), REFUSED)
    phone.open(house.start().edit_link)
    expect(phone.find("[data-says=tap]")).to_be_visible()
    phone.tap("main .empty")
    expect(phone.find("[data-says=video]")).to_be_visible()
    assert phone.page.evaluate("window.played")


def test_a_browser_that_can_do_neither_says_so(phones, house):
    phone = lasting(lasting(phones(), NO_LOCK), UNPLAYABLE)
    phone.open(house.start().edit_link)
    expect(phone.find("[data-says=never]")).to_contain_text("in the phone's settings")


@pytest.fixture
def timer(phones, house):
    match = house.start(players=(("Ana", "Caio"), ("Bia", "Davi")))
    phone = phones()
    phone.open(match.edit_link)
    phone.tap("a[href$='/timer']")
    phone.page.wait_for_url(re.compile(r"/timer$"))
    return phone


def test_a_tap_passes_the_turn_round_the_table(timer):
    who, left = timer.find(".clock__who bdi"), timer.find(".clock__left")
    expect(left).to_have_text("0:45")
    expect(timer.find("[data-says=ready]")).to_be_visible()
    for name in ("Ana", "Bia", "Caio", "Davi", "Ana"):
        timer.tap(".clock")
        expect(who).to_have_text(name)
        expect(timer.find(".order [aria-current]")).to_contain_text(name)
    expect(left).to_have_text("0:44")
    timer.tap(".order button >> nth=2")
    expect(who).to_have_text("Caio")
    expect(timer.find("[role=status]")).to_contain_text("Caio")


def test_the_end_of_a_turn_is_seen_heard_and_felt(timer):
    timer.page.evaluate(
        "() => { window.buzz = []; navigator.vibrate = (it) => window.buzz.push(it); }"
    )
    timer.page.evaluate(
        """() => { window.tones = 0;
        const make = AudioContext.prototype.createOscillator;
        AudioContext.prototype.createOscillator = function () {
          window.tones += 1; return make.call(this); }; }"""
    )
    timer.tap(".clock")
    timer.page.evaluate(SOON, 46)
    expect(timer.find(".clock--late [data-says=over]")).to_be_visible()
    assert timer.page.evaluate("[window.buzz.length, window.tones]") == [1, 3]
    expect(timer.find(".clock__left")).to_contain_text("+0:0")
    timer.tap(".clock")
    expect(timer.find(".clock--late")).to_have_count(0)
    expect(timer.find(".clock__who bdi")).to_have_text("Bia")


def test_a_hidden_page_stands_still_and_says_so(timer):
    timer.tap(".clock")
    expect(timer.find(".clock__left")).to_have_text("0:44")
    timer.page.evaluate(POCKET, True)
    timer.page.evaluate(SOON, 100)
    timer.page.evaluate(POCKET, False)
    expect(timer.find("[data-says=hidden]")).to_be_visible()
    expect(timer.find(".clock__left")).to_have_text(re.compile(r"0:4[34]"))
    timer.tap(".clock")
    expect(timer.find("[data-says=running]")).to_be_visible()
    expect(timer.find(".clock__who bdi")).to_have_text("Ana")
    timer.tap("[data-does=pause]")
    expect(timer.find("[data-says=paused]")).to_be_visible()
    timer.tap("[data-does=next]")
    expect(timer.find(".clock__who bdi")).to_have_text("Bia")


def test_seconds_are_kept_for_the_table(timer, house):
    address = timer.page.url
    timer.tap("#timer summary")
    timer.choose("seconds", "90")
    expect(timer.find(".clock__left")).to_have_text("1:30")
    timer.tap("[name=sound]")
    timer.tap(".clock", times=2)
    timer.open(address)
    expect(timer.find(".clock__left")).to_have_text("1:30")
    expect(timer.find("[name=sound]")).not_to_be_checked()
    expect(timer.find(".clock__who bdi")).to_have_text("Bia")
    timer.open(house.start().edit_link)
    timer.tap("a[href$='/timer']")
    expect(timer.find(".clock__left")).to_have_text("0:45")


def test_without_a_script_the_timer_says_that_it_needs_one(phones, house):
    phone = phones(java_script_enabled=False)
    phone.open(house.start().edit_link)
    phone.tap("a[href$='/timer']")
    expect(phone.find("noscript .prob")).to_contain_text("JavaScript")
    expect(phone.find("#timer")).to_be_hidden()
