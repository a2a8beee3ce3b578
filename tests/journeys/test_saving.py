"""Saving once, whatever fingers and networks do."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import expect

from scorekeeper.storage import connection

pytestmark = [pytest.mark.journey, pytest.mark.xdist_group("journeys-saving")]

SAVE = ".bar button[name=save]"
TYPED = ("s0-table", "s0-hand", "s0-clean", "s0-red_threes", "s1-table", "s1-morto_cards")
EXAMPLE_TYPED = ("210", "30", "1", "2", "65", "150")
BOARD = re.compile(r"/t/\w+$")


@pytest.fixture
def match(house):
    return house.start()


@pytest.fixture
def phone(phones, match):
    """A phone with the example hand typed and not saved."""
    made = phones()
    made.open(match.edit_link)
    made.begin_hand()
    made.fill_example()
    made.expect_live("+780", "−375")
    return made


def saves(phone, match):
    """The saves that left the phone."""
    sent = []
    phone.page.on(
        "request",
        lambda it: sent.append(it) if it.method == "POST" and it.url.endswith(match.entry) else 0,
    )
    return sent


def lose(route):
    """The request arrives, its answer does not."""
    route.fetch(max_redirects=0)
    route.abort()


@pytest.mark.parametrize("how", ["double click", "at once", "two taps"])
def test_a_double_tap_saves_one_hand(phone, match, house, how):
    sent = saves(phone, match)
    if how == "double click":
        phone.find(SAVE).dblclick()
    elif how == "at once":
        phone.find(SAVE).evaluate("(button) => { button.click(); button.click(); }")
    else:
        box = phone.find(SAVE).bounding_box()
        for _ in range(2):
            phone.page.touchscreen.tap(box["x"] + 30, box["y"] + 20)
    phone.page.wait_for_url(BOARD)
    phone.expect_hands(("+780", "−375"))
    assert 1 <= len(sent) <= 2
    assert house.totals(match) == [(780, -375)]


def hold_animations(phone):
    """Lets no time pass for them, on later pages too; gives what sets another pace."""
    session = phone.context.new_cdp_session(phone.page)
    session.send("Animation.enable")

    def set_pace(rate):
        session.send("Animation.setPlaybackRate", {"playbackRate": rate})

    set_pace(0)
    return set_pace


def test_the_second_tap_of_a_double_tap_opens_no_other_page(phone, match, house):
    set_pace = hold_animations(phone)  # however slow the machine is, the tap is the quicker one
    box = phone.find(SAVE).bounding_box()
    place = (box["x"] + box["width"] * 0.8, box["y"] + box["height"] / 2)
    phone.page.touchscreen.tap(*place)
    phone.page.wait_for_url(BOARD)
    phone.find("#board .bar").wait_for()
    phone.page.touchscreen.tap(*place)
    phone.expect_hands(("+780", "−375"))
    assert re.search(BOARD, phone.page.url)
    set_pace(1)
    phone.tap(".bar .btn--go")
    expect(phone.find("#hand-form")).to_be_visible()


def test_a_lost_answer_is_asked_for_again(phone, match, house):
    phone.allowed.append("ERR_FAILED|Failed to fetch")
    phone.page.route(f"**{match.entry}", lose, times=1)
    phone.save()
    expect(phone.find("#hand-form .unsent")).to_be_visible()
    assert house.totals(match) == [(780, -375)]
    phone.save_to_board()
    phone.expect_hands(("+780", "−375"))
    assert house.totals(match) == [(780, -375)]


def test_a_save_without_a_connection_is_sent_once_when_it_is_back(phone, match, house):
    phone.go_offline()
    phone.save()
    note = phone.find("#hand-form .unsent")
    expect(note).to_have_text(
        "Not saved yet: no connection. It will be sent when the connection is back."
    )
    expect(note).to_be_in_viewport()
    assert phone.typed(*TYPED) == EXAMPLE_TYPED
    assert house.totals(match) == []
    sent = saves(phone, match)
    phone.go_online()
    phone.page.wait_for_url(BOARD)
    phone.expect_hands(("+780", "−375"))
    assert len(sent) == 1
    assert house.totals(match) == [(780, -375)]
    phone.begin_hand()
    expect(phone.find("#draft")).to_be_hidden()
    assert phone.typed(*TYPED) == ("", "", "0", "0", "", "")


def test_a_save_that_arrived_without_its_answer_counts_once(phone, match, house):
    phone.allowed.append("ERR_FAILED|Failed to fetch")
    phone.page.route(f"**{match.entry}", lose, times=1)
    phone.save()
    expect(phone.find("#hand-form .unsent")).to_be_visible()
    phone.page.evaluate("window.dispatchEvent(new Event('online'))")
    phone.page.wait_for_url(BOARD)
    phone.expect_hands(("+780", "−375"))
    assert house.totals(match) == [(780, -375)]


def test_a_score_that_is_busy_says_so_and_saves_once_it_can(phone, match, house, monkeypatch):
    phone.expect_status(503)
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0)
    with closing(sqlite3.connect(house.book.path)) as other:
        other.execute("BEGIN IMMEDIATE")
        phone.save()
        expect(phone.find("#hand-form .unsent")).to_have_text(
            "The score is busy. Nothing was saved; please try again."
        )
        assert phone.typed(*TYPED) == EXAMPLE_TYPED
    assert house.totals(match) == []
    phone.save_to_board()
    phone.expect_hands(("+780", "−375"))
    assert house.totals(match) == [(780, -375)]


def test_what_is_changed_after_the_save_waits_for_another(phone, match, house):
    phone.go_offline()
    phone.save()
    expect(phone.find("#hand-form .unsent")).to_be_visible()
    sent = saves(phone, match)
    phone.find("#s0-table").fill("310")
    expect(phone.find("#hand-form .unsent")).to_be_hidden()
    phone.go_online()
    phone.expect_live("+880", "−375")
    assert sent == []
    phone.save_to_board()
    assert house.totals(match) == [(880, -375)]


def test_a_hand_sent_late_shows_what_others_saved_meanwhile(phone, match, house):
    phone.expect_status(409)
    phone.go_offline()
    phone.save()
    expect(phone.find("#hand-form .unsent")).to_be_visible()
    house.book.record_hand(match.id, (100, 50), house.book.last_seq(match.id))
    phone.go_online()
    expect(phone.find("#clash tbody tr").nth(0)).to_contain_text("+100")
    expect(phone.find("#clash tbody tr.here")).to_contain_text("+780")
    expect(phone.find("#hand-form .unsent")).to_be_hidden()
    assert phone.typed(*TYPED) == EXAMPLE_TYPED
    assert house.totals(match) == [(100, 50)]


def test_a_hand_sent_late_may_be_refused_and_loses_nothing(phone, match, house):
    phone.expect_status(422)
    phone.find("#s1-red_threes").fill("4")
    phone.go_offline()
    phone.save()
    expect(phone.find("#hand-form .unsent")).to_be_visible()
    phone.go_online()
    expect(phone.find("#p-s1-red_threes .prob")).to_be_in_viewport()
    expect(phone.find("#hand-form .unsent")).to_be_hidden()
    assert phone.typed(*TYPED, "s1-red_threes") == (*EXAMPLE_TYPED, "4")
    assert house.totals(match) == []


def test_a_gateway_that_answers_for_the_server_is_no_answer(phone, match, house):
    phone.expect_status(502)
    phone.page.route(
        f"**{match.entry}", lambda route: route.fulfill(status=502, body="<p>gone"), times=1
    )
    phone.save()
    expect(phone.find("#hand-form .unsent")).to_be_visible()
    assert phone.typed(*TYPED) == EXAMPLE_TYPED
    phone.save_to_board()
    assert house.totals(match) == [(780, -375)]


def test_typing_offline_counts_again_when_the_network_is_back(phone, match):
    phone.go_offline()
    phone.tap("#s0-table")
    phone.digits("310")
    expect(phone.find("#s0-table")).to_have_value("310")
    phone.go_online()
    phone.expect_live("+880", "−375")


def test_a_board_says_that_it_is_offline_and_recovers(phones, house):
    match = house.start((100, 50))
    phone = phones()
    phone.open(match.edit_link)
    note = phone.find("#board .offline")
    expect(note).to_be_hidden()
    phone.go_offline()
    expect(note).to_be_visible()
    expect(note.locator("time")).to_have_text(re.compile(r"\d"))
    phone.expect_totals("100", "50")
    house.book.record_hand(match.id, (200, 50), house.book.last_seq(match.id))
    phone.go_online()
    phone.expect_totals("300", "100")
    expect(note).to_be_hidden()


def test_changed_numbers_of_a_saved_form_are_not_lost_silently(phone, match, house):
    """As on a page that the back button brings up again just as it was."""
    phone.allowed.append("ERR_FAILED|Failed to fetch")
    phone.expect_status(409)
    phone.page.route(f"**{match.entry}", lose, times=1)
    phone.save()
    expect(phone.find("#hand-form .unsent")).to_be_visible()
    phone.find("#s0-table").fill("310")
    phone.find("#s0-hand").fill("40")
    phone.save()
    expect(phone.find("#clash tbody tr").nth(0)).to_contain_text("+780")
    expect(phone.find("#clash tbody tr.here")).to_contain_text("+870")
    assert phone.typed("s0-table", "s0-hand") == ("310", "40")
    assert house.totals(match) == [(780, -375)]


def test_after_the_back_button_the_form_is_one_of_the_next_hand(phone, match, house):
    phone.save_to_board()
    phone.page.go_back()
    expect(phone.find("h1")).to_have_text("Enter hand 2")
    assert phone.typed("s0-table", "s0-clean", "s1-morto_cards") == ("", "0", "")
    expect(phone.find("[name=went_out]:checked, [name$=-morto]:checked")).to_have_count(0)
    phone.expect_status(422)
    phone.save()
    expect(phone.find("#entry .prob:visible").first).to_be_in_viewport()
    phone.fill_example()
    phone.save_to_board()
    assert house.totals(match) == [(780, -375), (780, -375)]


def test_a_refused_hand_keeps_everything_and_shows_why(phone, match, house):
    phone.expect_status(422)
    phone.find("#s1-hand").fill("12a")
    phone.save()
    expect(phone.find("#p-s1-hand .prob")).to_be_in_viewport()
    assert phone.typed(*TYPED, "s1-hand") == (*EXAMPLE_TYPED, "12a")
    phone.find("#s1-hand").fill("90")
    expect(phone.find("#p-s1-hand .prob")).to_have_count(0)
    phone.save_to_board()
    assert house.totals(match) == [(780, -375)]
