"""A board that follows: on waking, without a network, and after its link was renewed."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.journey, pytest.mark.xdist_group("journeys-following")]

AT_ONCE = 3_000
SLEEP = """(state) => {
  Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def record(house, match, *totals):
    house.book.record_hand(match.id, totals, house.book.last_seq(match.id))


def boards(phones, match, count=2):
    made = [phones() for _ in range(count)]
    for phone in made:
        phone.open(match.edit_link)
        expect(phone.find("#board .offline")).to_be_hidden()
    return made


def test_of_two_phones_the_one_without_a_network_says_so_and_since_when(phones, house):
    match = house.start((100, 50))
    near, far = boards(phones, match)
    far.page.clock.set_fixed_time(datetime(2026, 3, 1, 21, 40))
    with far.page.expect_response("**/board?seen=*"):
        pass
    note = far.find("#board .offline")
    far.go_offline()
    expect(note).to_be_visible()
    far.page.clock.set_fixed_time(datetime(2026, 3, 1, 21, 47))
    record(house, match, 200, 50)
    near.expect_totals("300", "100")
    expect(near.find("#board .offline")).to_be_hidden()
    expect(note).to_have_text(
        re.compile(r"No connection since 0?9:40\sPM: the totals may be old\.")
    )
    expect(note).to_be_in_viewport()
    far.expect_totals("100", "50")
    far.go_online()
    far.expect_totals("300", "100")
    expect(note).to_be_hidden()


def test_a_phone_that_enters_while_the_other_is_away(phones, house):
    match = house.start()
    near, far = boards(phones, match)
    far.go_offline()
    expect(far.find("#board .offline")).to_be_visible()
    near.begin_hand()
    near.fill_example()
    near.save_to_board()
    far.go_online()
    expect(far.find(".tee .a .total")).to_have_text("780", timeout=AT_ONCE)
    far.begin_hand()
    expect(far.find("h1")).to_have_text("Enter hand 2")


def test_a_sleeping_phone_asks_nothing_and_at_once_on_waking(phones, house):
    match = house.start()
    (phone,) = boards(phones, match, 1)
    phone.page.evaluate(SLEEP, "hidden")
    asked = []
    phone.page.on("request", lambda it: asked.append(it.url) if "/board?" in it.url else None)
    record(house, match, 200, 50)
    phone.page.wait_for_timeout(2_500)
    assert asked == []
    phone.page.evaluate(SLEEP, "visible")
    expect(phone.find(".tee .a .total")).to_have_text("200", timeout=AT_ONCE)


def test_a_question_that_hangs_from_before_the_sleep_is_asked_again(phones, house):
    match = house.start()
    (phone,) = boards(phones, match, 1)
    hung = []
    phone.page.route("**/board?seen=*", lambda route: hung.append(route), times=1)
    with phone.page.expect_request("**/board?seen=*"):
        pass
    phone.page.evaluate(SLEEP, "hidden")
    record(house, match, 200, 50)
    phone.page.evaluate(SLEEP, "visible")
    expect(phone.find(".tee .a .total")).to_have_text("200", timeout=AT_ONCE)
    assert len(hung) == 1
    expect(phone.find("#board .offline")).to_be_hidden()


def test_a_slow_answer_is_not_asked_for_twice(phones, house):
    match = house.start()
    (phone,) = boards(phones, match, 1)
    held = []
    phone.page.route("**/board?seen=*", lambda route: held.append(route))
    with phone.page.expect_request("**/board?seen=*"):
        pass
    phone.page.wait_for_timeout(2_500)
    assert len(held) == 1
    record(house, match, 200, 50)
    held[0].continue_()
    phone.expect_totals("200", "50")


def test_a_server_in_trouble_leaves_the_board_and_says_so(phones, house):
    match = house.start((100, 50))
    (phone,) = boards(phones, match, 1)
    phone.expect_status(503)
    phone.page.route(
        "**/board?seen=*", lambda route: route.fulfill(status=503, body="<h1>Trouble</h1>")
    )
    expect(phone.find("#board .offline")).to_be_visible()
    phone.expect_totals("100", "50")
    expect(phone.find("h1")).to_contain_text("Hand 2")
    phone.page.unroute("**/board?seen=*")
    expect(phone.find("#board .offline")).to_be_hidden()


def test_a_page_from_the_memory_of_the_browser_asks_at_once(phones, house):
    match = house.start()
    (phone,) = boards(phones, match, 1)
    record(house, match, 200, 50)
    phone.page.evaluate(
        """() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))"""
    )
    expect(phone.find(".tee .a .total")).to_have_text("200", timeout=AT_ONCE)


def test_a_board_whose_link_was_renewed_says_how_to_come_back(phones, house):
    match = house.start((100, 50))
    near, far = boards(phones, match)
    far.expect_status(404, 410)
    near.open(f"{match.board}/share")
    near.tap("main .row >> nth=0")
    near.tap("main form .btn--go")
    near.page.wait_for_url(re.compile(r"/share$"))
    expect(far.find("h1")).to_have_text("The link was renewed")
    near.tap("#code button")
    far.find("#code").fill(near.find(".code").inner_text().lower())
    far.tap("main form button")
    far.expect_totals("100", "50")
    expect(far.find(".bar .btn--go")).to_be_visible()


def test_a_new_total_is_said_by_a_region_that_stays(phones, house):
    match = house.start((100, 50))
    (phone,) = boards(phones, match, 1)
    said = phone.find("#said")
    said.evaluate("element => { element.wasHere = true; }")
    record(house, match, 200, 50)
    expect(said).to_have_text("We 300 × They 100")
    assert said.evaluate("element => element.wasHere && element.role === 'status'")
