"""One more, one less: by taps, by a finger held down, by keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.journey, pytest.mark.xdist_group("journeys-counting")]

MORE = 'button[value="s0-clean:+1"]'
LESS = 'button[value="s0-clean:-1"]'
# A finger on the glass, as a browser tells it.
TOUCH = """(button, kind) => button.dispatchEvent(new PointerEvent(kind, {
    bubbles: true, cancelable: true, pointerType: "touch", isPrimary: true,
    clientX: button.getBoundingClientRect().x + 5, clientY: button.getBoundingClientRect().y + 5,
}))"""


@pytest.fixture
def phone(phones, house):
    match = house.start()
    made = phones()
    made.open(match.edit_link)
    made.begin_hand()
    made.page.clock.install(time=0)
    made.page.clock.pause_at(60_000)
    return made


def test_a_tap_counts_one(phone):
    phone.step("s0-clean", 2)
    phone.tap(LESS)
    assert phone.typed("s0-clean") == ("1",)
    phone.tap(LESS, 2)
    assert phone.typed("s0-clean") == ("0",)


def test_a_finger_held_down_repeats_until_it_is_lifted(phone):
    more = phone.find(MORE)
    more.evaluate(TOUCH, "pointerdown")
    phone.page.clock.run_for(400)
    assert phone.typed("s0-clean") == ("0",)
    phone.page.clock.run_for(1000)
    counted = int(phone.find("#s0-clean").input_value())
    assert counted >= 5
    more.evaluate(TOUCH, "pointerup")
    more.evaluate("(button) => button.click()")
    phone.page.clock.run_for(1000)
    assert phone.typed("s0-clean") == (str(counted),)
    phone.tap(MORE)
    assert phone.typed("s0-clean") == (str(counted + 1),)


@pytest.mark.parametrize("end", ["pointercancel", "pointermove"])
def test_a_finger_that_slides_away_ends_it(phone, end):
    more = phone.find(MORE)
    more.evaluate(TOUCH, "pointerdown")
    phone.page.clock.run_for(700)
    counted = phone.typed("s0-clean")
    assert counted != ("0",)
    if end == "pointermove":
        phone.find(LESS).evaluate(TOUCH, end)
    else:
        more.evaluate(TOUCH, end)
    phone.page.clock.run_for(1000)
    assert phone.typed("s0-clean") == counted


def test_a_mouse_held_down_repeats(phone):
    box = phone.find(MORE).bounding_box()
    phone.page.mouse.move(box["x"] + 10, box["y"] + 10)
    phone.page.mouse.down()
    phone.page.clock.run_for(1500)
    counted = phone.typed("s0-clean")
    assert int(counted[0]) >= 5
    phone.page.mouse.up()
    phone.page.clock.run_for(1000)
    assert phone.typed("s0-clean") == counted


def test_holding_opens_no_menu_and_selects_nothing(phone):
    opened = phone.find(MORE).evaluate(
        "(button) => button.dispatchEvent(new MouseEvent('contextmenu',"
        " { bubbles: true, cancelable: true }))"
    )
    assert not opened
    style = phone.find(MORE).evaluate("(button) => getComputedStyle(button).userSelect")
    assert style == "none"


def test_keys_count_as_well(phone):
    phone.find("#s0-clean").focus()
    for key, counted in (("ArrowUp", "1"), ("ArrowUp", "2"), ("ArrowDown", "1")):
        phone.page.keyboard.press(key)
        assert phone.typed("s0-clean") == (counted,)
    phone.find(MORE).focus()
    phone.page.keyboard.press(" ")
    assert phone.typed("s0-clean") == ("2",)
    phone.page.keyboard.press("Enter")
    assert phone.typed("s0-clean") == ("3",)
    phone.page.keyboard.down(" ")
    phone.page.keyboard.down(" ")
    phone.page.keyboard.up(" ")
    assert phone.typed("s0-clean") == ("5",)


def test_the_sign_of_points_beside_the_hands(phones, house):
    match = house.start((100, 50))
    phone = phones()
    phone.open(match.edit_link)
    phone.open(f"{match.board}/adjust")
    phone.tap("#points0")
    phone.digits("100")
    phone.tap('[data-sign="points0"]')
    expect(phone.find("#points0")).to_have_value("-100")
    phone.choose("kind", "foul")
    phone.tap(".bar .btn--go")
    phone.expect_totals("0", "50")
