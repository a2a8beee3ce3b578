"""Two phones count a hand, each its side or each the whole; a third one looks on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.journey, pytest.mark.xdist_group("journeys-two-sides")]

AT_ONCE = 3_000
MOST_TAPS_OF_A_SIDE = 9


def count_we(phone):
    phone.choose("went_out", "0")
    phone.step("s0-clean")
    phone.step("s0-dirty")
    phone.step("s0-red_threes", 2)
    phone.tap("#s0-table")
    phone.digits("210")
    phone.next_field()
    phone.digits("30")
    expect(phone.find("#live .a output.p")).to_have_text("+780")


def count_they(phone):
    phone.choose("went_out", "nobody")
    phone.step("s1-red_threes")
    phone.choose("s1-morto", "left")
    phone.tap("#s1-table")
    phone.digits("65")
    phone.next_field()
    phone.digits("90")
    phone.next_field()
    phone.digits("150")
    expect(phone.find("#live .b output.p")).to_have_text("−375")


def take_side(phone, side):
    """Counts only this side from now on."""
    phone.tap("details:has([name=apart]) summary")
    phone.tap(f"[name=apart][value='{side}']")
    expect(phone.find(f"#side{1 - side}")).to_be_hidden()


def open_board(phones, match, count):
    made = [phones() for _ in range(count)]
    for phone in made:
        phone.open(match.edit_link)
        expect(phone.find("#board")).to_be_visible()
    return made


def test_each_phone_types_its_side_and_a_third_says_who_still_counts(phones, house):
    match = house.start()
    one, two, third = open_board(phones, match, 3)
    for phone, side in ((one, 0), (two, 1)):
        phone.begin_hand()
        take_side(phone, side)
    count_we(one)
    count_they(two)
    expect(one.find("#live .b output.p")).to_have_text("–")
    one.save_to_board()
    card = third.find(".apart-card")
    expect(card).to_contain_text("We: counted", timeout=AT_ONCE)
    expect(card).to_contain_text("They: still counting")
    expect(third.find("#board")).not_to_contain_text("780")
    two.save_to_board()
    for phone in (one, two, third):
        phone.expect_totals("780", "−375")
        expect(phone.find(".apart-card")).to_have_count(0)
    assert house.totals(match) == [(780, -375)]


def test_the_next_hand_takes_no_more_taps_on_two_phones(phones, house):
    match = house.start()
    one, two = open_board(phones, match, 2)
    for phone, side in ((one, 0), (two, 1)):
        phone.begin_hand()
        take_side(phone, side)
        phone.tap(".top a")
        expect(phone.find("#board")).to_be_visible()
        phone.taps = 0
    one.begin_hand()
    expect(one.find("#side1")).to_be_hidden()
    count_we(one)
    one.save_to_board()
    expect(two.find(".bar .btn--go")).to_have_text("Count: They")
    two.begin_hand()
    expect(two.find("#side0")).to_be_hidden()
    count_they(two)
    two.save_to_board()
    assert house.totals(match) == [(780, -375)]
    assert max(one.taps, two.taps) <= MOST_TAPS_OF_A_SIDE


def test_sides_that_do_not_fit_are_mended_on_either_phone(phones, house):
    match = house.start()
    one, two = open_board(phones, match, 2)
    one.begin_hand()
    take_side(one, 0)
    count_we(one)
    one.save_to_board()
    expect(two.find(".parts")).to_be_visible()
    two.begin_hand()
    count_they(two)
    two.choose("s1-morto", "taken")
    two.choose("went_out", "1")
    two.step("s1-clean")
    two.tap("#s1-table")
    two.find("#s1-table").fill("165")
    two.save()
    two.page.wait_for_url(re.compile(r"side=1$"))
    expect(two.find("#p-went_out .prob")).to_be_visible()
    card = one.find(".apart-card")
    expect(card).to_contain_text("do not fit together", timeout=AT_ONCE)
    one.tap(card.locator("a", has_text="Correct: We"))
    expect(one.find("#p-went_out .prob")).to_be_visible()
    assert one.typed("s0-table", "s0-hand") == ("210", "30")
    one.choose("went_out", "nobody")
    expect(one.find("#p-went_out .prob")).to_have_count(0)
    one.save_to_board()
    assert [hand[0] for hand in house.totals(match)] == [680]
    two.open(match.board)
    two.begin_hand()
    expect(two.find("#draft")).to_be_hidden()  # what was saved is not offered again


def test_both_confirm_on_their_own_phones(phones, house):
    match = house.start()
    one, two = open_board(phones, match, 2)
    one.tap("form[action$='/confirming'] button")
    expect(two.find(".notice")).to_contain_text("Both sides confirm each hand", timeout=AT_ONCE)
    one.begin_hand()
    one.fill_totals(500, 100)
    one.save_to_board()
    expect(two.find(".hands .unagreed")).to_have_text("1?", timeout=AT_ONCE)
    two.tap("form[action$='/confirm'] button >> nth=1")
    said = one.find("form[action$='/confirm'] .said-yes")
    expect(said).to_have_text("They: yes", timeout=AT_ONCE)
    one.tap("form[action$='/confirm'] button >> nth=0")
    for phone in (one, two):
        expect(phone.find(".apart-card")).to_have_count(0, timeout=AT_ONCE)
        expect(phone.find(".hands .unagreed")).to_have_count(0)
    (hand,) = house.book.read(match.id).hands
    assert hand.agreement.is_complete


def test_two_counts_that_differ_are_counted_again_unseen_and_agree(phones, house):
    match = house.start()
    one, two = open_board(phones, match, 2)
    one.tap("form[action$='/confirming'] button")
    expect(one.find("form[action$='/confirming'] button")).to_have_text("Turn off")
    for phone in (one, two):
        phone.expect_status(409)
        phone.begin_hand()
        phone.fill_example()
    two.find("#s1-table").fill("75")
    two.expect_live("+780", "−365")
    one.save_to_board()
    two.save()
    two.page.wait_for_url(re.compile(r"/recount$"))
    expect(two.find("#again")).to_contain_text("They: Cards on the table")
    expect(two.find("body")).not_to_contain_text("−375")
    expect(one.find(".again")).to_have_text("They: Cards on the table", timeout=AT_ONCE)
    expect(one.find("body")).not_to_contain_text("−365")
    two.find("#s1-table").fill("65")
    two.expect_live("+780", "−375")
    two.save_to_board()
    for phone in (one, two):
        phone.expect_totals("780", "−375")
        expect(phone.find(".apart-card")).to_have_count(0)
    assert house.totals(match) == [(780, -375)]


def test_a_half_typed_without_a_network_arrives_once(phones, house):
    match = house.start()
    one, two = open_board(phones, match, 2)
    one.begin_hand()
    take_side(one, 0)
    count_we(one)
    one.go_offline()
    one.save()
    expect(one.find(".unsent")).to_be_visible()
    two.open(f"{match.entry}?side=1")
    count_they(two)
    two.save_to_board()
    one.go_online()
    one.page.wait_for_url(re.compile(r"/t/\w+$"))
    two.expect_totals("780", "−375")
    assert house.totals(match) == [(780, -375)]
