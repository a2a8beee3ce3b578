"""Counting a side by card with the keypad."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.journey, pytest.mark.xdist_group("journeys-counting")]


def lay(phone, rank, suits):
    phone.tap(f'#pad button[value="rank:{rank}"]')
    for suit in suits:
        phone.tap(f'#pad button[value="card:{rank}{suit}"]')


def test_melds_grow_card_by_card_and_save_as_counted(phones, house):
    match = house.start()
    phone = phones()
    phone.open(match.edit_link)
    phone.begin_hand()
    phone.choose("went_out", "0")
    expect(phone.find("#pad")).to_have_count(0)
    phone.count(0, "card")
    expect(phone.find("#pad")).to_be_visible()
    lay(phone, "K", "SHDCSHD")
    phone.tap('#pad button[value="close"]')
    lay(phone, "9", "SH")
    phone.tap('#pad button[value="card:JK"]')
    lay(phone, "2", "DH")
    newest = phone.find("#cards-0 .meld").nth(0)
    expect(newest).to_contain_text("not valid")
    rule = newest.locator(".prob a").first
    expect(rule).to_have_attribute("href", f"{match.board}/rules/meld.wilds")
    phone.tap('#pad button[value="undo"]')
    expect(phone.find("#cards-0 .prob")).to_have_count(0)
    phone.tap('button[value="heap:0:h"]')
    lay(phone, "A", "S")
    # kings 70 + 200, two nines, a joker and a two 90, out 100, an ace in hand 20
    phone.expect_live("+440", "0")
    phone.choose("s1-morto", "taken")
    phone.tap("#s1-table")
    phone.digits("0")
    phone.next_field()
    phone.digits("15")
    phone.expect_live("+440", "−15")
    phone.save()
    phone.page.wait_for_url(f"**{match.board}")
    phone.expect_totals("440", "−15")
    assert house.totals(match) == [(440, -15)]


def test_taps_faster_than_the_server_lose_no_card(phones, house):
    match = house.start()
    phone = phones()
    phone.open(match.edit_link)
    phone.begin_hand()
    phone.count(0, "card")
    phone.tap('#pad button[value="rank:5"]')
    expect(phone.find('#pad button[value="card:5S"]')).to_be_visible()
    phone.page.evaluate(
        """() => { for (const suit of "SHDCSHDC")
             document.querySelector(`#pad button[value='card:5${suit}']`).click(); }"""
    )
    assert phone.typed("s0-tcards") == ("5S 5H 5D 5C 5S 5H 5D 5C",)
    expect(phone.find("#cards-0 .melds .card")).to_have_count(8)


def test_a_suit_goes_with_the_rank_just_chosen_however_slow_the_server_is(phones, house):
    match = house.start()
    phone = phones()
    phone.open(match.edit_link)
    phone.begin_hand()
    phone.count(0, "card")
    expect(phone.find("#pad")).to_be_visible()
    phone.page.evaluate(
        """() => { for (const [rank, suit] of ["KS", "QH", "JD"])
             { document.querySelector(`#pad button[value='rank:${rank}']`).click();
               document.querySelector(`#pad button[data-suit='${suit}']`).click(); } }"""
    )
    assert phone.typed("s0-tcards") == ("KS QH JD",)
    expect(phone.find("#cards-0 .melds .card")).to_have_count(3)


def test_a_reload_keeps_the_cards(phones, house):
    match = house.start()
    phone = phones()
    phone.open(match.edit_link)
    phone.begin_hand()
    phone.count(0, "card")
    lay(phone, "K", "SH")
    expect(phone.find("#cards-0 .melds .card")).to_have_count(2)
    phone.page.reload()
    expect(phone.find("#cards-0 .melds .card")).to_have_count(2)
    assert phone.typed("s0-tcards") == ("KS KH",)


def test_the_keypad_leaves_a_side_that_is_no_longer_counted_by_card(phones, house):
    match = house.start()
    phone = phones()
    phone.open(match.edit_link)
    phone.begin_hand()
    phone.count(0, "card")
    phone.count(1, "card")
    phone.count(1, "points")
    lay(phone, "A", "S")
    assert phone.typed("s0-tcards", "s1-tcards") == ("AS", "")


def test_keys_keep_the_focus(phones, house):
    match = house.start()
    phone = phones()
    phone.open(match.edit_link)
    phone.begin_hand()
    phone.count(0, "card")
    key = phone.find('#pad button[value="rank:9"]')
    key.focus()
    with phone.page.expect_response("**/hands/preview*"):
        phone.page.keyboard.press("Enter")
    expect(phone.find('#pad button[data-suit="S"]')).to_have_attribute("value", "card:9S")
    expect(key).to_be_focused()


def test_changing_the_way_of_counting_keeps_the_cards(phones, house):
    match = house.start()
    phone = phones()
    phone.open(match.edit_link)
    phone.begin_hand()
    phone.count(0, "card")
    lay(phone, "7", "SH")
    phone.count(0, "points")
    expect(phone.find("#pad")).to_have_count(0)
    assert phone.typed("s0-table") == ("10",)
    phone.count(0, "card")
    expect(phone.find("#cards-0 .melds .card")).to_have_count(2)


def test_the_keypad_comes_right_after_the_heap_it_fills(phones, house):
    match = house.start()
    phone = phones()
    phone.open(match.edit_link)
    phone.begin_hand()
    phone.count(0, "card")
    phone.find('#cards-0 button[value="heap:0:h"]').focus()
    phone.page.keyboard.press("Tab")
    expect(phone.find('#pad button[value="rank:A"]')).to_be_focused()
    phone.count(1, "card")
    phone.find('#cards-1 button[value="heap:1:h"]').focus()
    phone.page.keyboard.press("Tab")
    expect(phone.find('#pad button[value="rank:A"]')).to_be_focused()
    expect(phone.find("#side1 #pad")).to_be_visible()
    phone.tap('#cards-0 button[value="heap:0:t"] >> nth=0')
    expect(phone.find("#side0 #pad")).to_be_visible()
    lay(phone, "7", "SH")
    assert phone.typed("s0-tcards", "s1-tcards") == ("7S 7H", "")
