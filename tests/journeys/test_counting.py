"""Counting a hand: by points, by value, totals only."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .house import EXAMPLE_TOTALS

pytestmark = [pytest.mark.journey, pytest.mark.xdist_group("journeys-counting")]

# Every touch but the digits, steppers included: from the first page, and from a board, to a saved
# hand in which both sides have something of everything.
MOST_TAPS_OF_A_FIRST_HAND = 16
MOST_TAPS_OF_A_HAND = 14


def test_first_match_of_an_evening(phones, house):
    phone = phones(locale="pt-BR")
    phone.open("/")
    expect(phone.find("html")).to_have_attribute("lang", "pt-BR")
    phone.tap("main .btn--go")
    phone.tap(".bar .btn--go")
    phone.page.wait_for_url(re.compile(r"/t/\w+$"))
    board = phone.page.url
    phone.begin_hand()
    phone.fill_example()
    phone.expect_live("+780", "−375")
    expect(phone.find("#live .a small")).to_contain_text("= 780")
    expect(phone.find("#live .b small")).to_contain_text("= −375")
    expect(phone.find("#entry .prob:visible")).to_have_count(0)
    phone.save_to_board()
    assert phone.page.url == board
    phone.expect_totals("780", "−375")
    phone.expect_hands(("+780", "−375"))
    (hand,) = house.book.read(board.rpartition("/")[2]).hands
    assert hand.totals == EXAMPLE_TOTALS
    print(f"taps beyond digits: {phone.taps}")
    assert phone.taps <= MOST_TAPS_OF_A_FIRST_HAND


def test_a_typical_hand_by_points_takes_few_taps(phones, house):
    match = house.start((100, 50))
    phone = phones()
    phone.open(match.edit_link)
    phone.taps = 0
    phone.begin_hand()
    phone.fill_example()
    phone.expect_live("+780", "−375")
    phone.save_to_board()
    assert house.totals(match) == [(100, 50), EXAMPLE_TOTALS]
    assert phone.taps <= MOST_TAPS_OF_A_HAND


def test_one_against_one_who_goes_out_needs_no_nought(phones, house):
    match = house.start(players_per_side=1, dealer=0)
    phone = phones()
    phone.open(match.edit_link)
    phone.begin_hand()
    phone.choose("went_out", "1")
    assert phone.typed("s0-hand", "s1-hand") == ("", "0")
    expect(phone.find("[name=s1-morto][value=taken]")).to_be_checked()
    expect(phone.find("[name=s0-morto]:checked")).to_have_count(0)


def test_what_is_tapped_before_the_scripts_are_there_counts_too(phones, house):
    match = house.start()
    phone = phones()
    phone.open(match.edit_link)
    held = []
    phone.page.route("**/entry.js*", lambda route: held.append(route), times=1)
    phone.begin_hand()
    phone.choose("went_out", "0")
    expect(phone.find("[name=s0-morto]:checked")).to_have_count(0)
    held[0].continue_()
    expect(phone.find("[name=s0-morto][value=taken]")).to_be_checked()
    expect(phone.find("#live .a output.p")).to_have_text("+100")
    phone.open(match.board)
    phone.begin_hand()
    expect(phone.find("#draft")).to_contain_text("We +100")


def test_five_jokers_are_refused_at_once_and_lead_to_the_rule(phones, house):
    match = house.start()
    phone = phones()
    phone.expect_status(422)
    phone.open(match.edit_link)
    phone.begin_hand()
    phone.count(0, "value")
    phone.step("s0-t50", 5)
    problem = phone.find("#p-s0-t50 .prob")
    expect(problem).to_be_visible()
    expect(phone.find("#s0-t50")).to_have_attribute("aria-invalid", "true")
    expect(phone.find("#live .a .bad")).to_be_visible()
    link = problem.locator("a").first
    rule = link.get_attribute("href").rpartition("/")[2]
    phone.tap(link)
    phone.page.wait_for_url(f"**/rules/{rule}")
    expect(phone.find("article code").first).to_have_text(rule)
    phone.page.go_back()
    expect(phone.find("#s0-t50")).to_have_value("5")
    expect(problem).to_be_visible()
    expect(phone.find("#s0-t-value")).to_have_attribute("aria-pressed", "true")
    expect(phone.find("#p-s0-t20 .prob")).to_have_count(0)
    phone.save()
    expect(problem).to_be_visible()
    assert house.totals(match) == []


def test_each_side_may_count_its_own_way_and_back(phones, house):
    match = house.start()
    phone = phones()
    phone.open(match.edit_link)
    phone.begin_hand()
    phone.choose("went_out", "0")
    phone.step("s0-clean")
    phone.tap("#s0-table")
    phone.digits("200")
    phone.next_field()
    phone.digits("25")
    phone.tap("#s1-table")
    phone.digits("65")
    phone.expect_live("+475", "+65")
    phone.count(0, "value")
    expect(phone.find("#s0-table")).to_be_hidden()
    expect(phone.find("#s1-table")).to_be_visible()
    expect(phone.find("#w-s0-t")).to_contain_text("200 points cannot be split by value")
    phone.count(0, "points")
    phone.expect_live("+475", "+65")
    assert phone.typed("s0-table", "s0-hand", "s0-clean", "s1-table") == ("200", "25", "1", "65")
    phone.count(0, "value")
    phone.step("s0-t10", 4)
    phone.step("s0-t20", 3)
    phone.step("s0-h5", 2)
    phone.expect_live("+390", "+65")
    phone.count(0, "points")
    phone.expect_live("+390", "+65")
    assert phone.typed("s0-table", "s0-hand", "s0-clean") == ("100", "10", "1")
    expect(phone.find("#w-s0-t")).to_contain_text("Typed before: 200 points.")
    phone.tap("#w-s0-t button")
    phone.expect_live("+490", "+65")
    expect(phone.find("#w-s0-t button")).to_have_count(0)
    phone.count(0, "value")
    assert phone.typed("s0-t10", "s0-t20", "s0-h5", "s1-table") == ("4", "3", "2", "65")
    phone.tap("#s1-hand")
    phone.digits("0")
    phone.choose("s1-morto", "taken")
    phone.save_to_board()
    phone.expect_hands(("+390", "+65"))
    assert house.totals(match) == [(390, 65)]


def test_the_hand_may_be_counted_apart_from_the_table(phones, house):
    match = house.start()
    phone = phones()
    phone.open(match.edit_link)
    phone.begin_hand()
    phone.tap("#s0-table")
    phone.digits("65")
    phone.tap("#side0 summary")
    phone.count(0, "card", "h")
    expect(phone.find("#s0-h-card")).to_be_focused()
    phone.tap('#pad button[data-suit="S"]')
    phone.expect_live("+45", "0")
    assert phone.typed("s0-table", "s0-hcards") == ("65", "AS")
    phone.count(0, "points", "h")
    expect(phone.find("#pad")).to_have_count(0)
    assert phone.typed("s0-table", "s0-hand") == ("65", "20")


def test_the_way_of_counting_stays_under_the_finger(phones, house):
    match = house.start()
    phone = phones()
    phone.open(match.edit_link)
    phone.begin_hand()
    phone.count(0, "card")
    button = phone.find("#s1-t-card")
    button.scroll_into_view_if_needed()
    before = button.bounding_box()["y"]
    with phone.page.expect_response("**/hands/preview*"):
        phone.count(1, "card")
    expect(phone.find("#side1 #pad")).to_be_visible()
    expect(button).to_be_focused()
    assert abs(button.bounding_box()["y"] - before) < 2


def test_what_is_tapped_while_the_way_changes_is_not_lost(phones, house):
    match = house.start()
    phone = phones()
    phone.open(match.edit_link)
    phone.begin_hand()
    phone.page.evaluate(
        """() => { document.getElementById('s0-t-value').click();
             document.getElementById('s1-table').value = '65';
             document.getElementById('s1-table').dispatchEvent(new Event('input', {bubbles: true}));
           }"""
    )
    expect(phone.find("#s0-t50")).to_be_visible()
    phone.expect_live("0", "+65")
    assert phone.typed("s1-table") == ("65",)


def test_a_minus_needs_no_key(phones, house):
    match = house.start()
    phone = phones()
    phone.open(match.edit_link)
    phone.begin_hand()
    phone.fill_totals(520, -1050)
    assert phone.typed("s0-total", "s1-total") == ("520", "-1050")
    phone.expect_live("+520", "−1,050")
    phone.save_to_board()
    phone.expect_totals("520", "−1,050")
    assert house.totals(match) == [(520, -1050)]


def test_enter_goes_to_the_next_number_and_never_saves(phones, house):
    match = house.start()
    phone = phones()
    posts = []
    phone.page.on(
        "request",
        lambda sent: posts.append(sent.url) if sent.url.endswith(match.entry) else None,
    )
    phone.open(match.edit_link)
    phone.begin_hand()
    posts.clear()
    phone.fill_example()
    phone.tap("#s0-table")
    for field in ("s0-hand", "s1-table", "s1-hand", "s1-morto_cards"):
        phone.next_field()
        expect(phone.find(f"#{field}")).to_be_focused()
    phone.next_field()
    expect(phone.find("#s1-morto_cards")).not_to_be_focused()
    phone.expect_live("+780", "−375")
    for stepper, after in (("s0-clean", "s0-dirty"), ("s1-red_threes", "s1-table")):
        phone.tap(f"#{stepper}")
        phone.next_field()
        expect(phone.find(f"#{after}")).to_be_focused()
    phone.choose("went_out", "0")
    phone.next_field()
    expect(phone.find("#hand-form")).to_be_visible()
    assert posts == []
    assert house.totals(match) == []
