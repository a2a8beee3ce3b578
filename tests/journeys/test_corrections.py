"""A slip of the thumb taken back, a correction that reopens, and rules changed at the table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.journey, pytest.mark.xdist_group("journeys-corrections")]

AT_ONCE = 3_000


def notice(phone):
    return phone.find(".notice")


def test_a_wrong_hand_is_taken_back_with_one_tap(phones, house):
    match = house.start((100, 50))
    mine, other = phones(), phones()
    mine.open(match.edit_link)
    other.open(match.watch_link)
    mine.begin_hand()
    mine.fill_totals(7800, -375)
    mine.save_to_board()
    expect(other.find(".tee .a .total")).to_have_text("7,900", timeout=AT_ONCE)
    expect(notice(mine).locator("button")).to_be_in_viewport()
    taps = mine.taps
    mine.tap(notice(mine).locator("button"))
    expect(notice(mine)).to_contain_text("Redo")
    assert mine.taps - taps == 1
    mine.expect_totals("100", "50")
    expect(other.find(".tee .a .total")).to_have_text("100", timeout=AT_ONCE)
    expect(notice(other)).to_contain_text("The match is open again since hand 2 was deleted.")
    mine.tap(notice(mine).locator("button"))
    expect(mine.find(".verdict")).to_contain_text("Victory")
    assert house.totals(match) == [(100, 50), (7800, -375)]
    assert house.book.last_seq(match.id) == 5


def test_a_corrected_hand_reopens_the_match_on_every_phone(phones, house):
    match = house.start((2000, 5), (1000, 5))
    mine, other = phones(), phones()
    mine.open(match.edit_link)
    other.open(match.edit_link)
    expect(other.find(".verdict")).to_be_visible()
    mine.tap(".hands tbody tr:first-child .stem a")
    mine.tap(".bar .btn--go")
    mine.fill_totals(900, 5)
    mine.save_to_board()
    reopened = "The match is open again since hand 2 was corrected."
    expect(notice(mine)).to_contain_text(reopened)
    expect(notice(other)).to_contain_text(reopened, timeout=AT_ONCE)
    expect(other.find(".verdict")).to_have_count(0)
    other.begin_hand()
    other.fill_totals(5, 5)
    other.save_to_board()
    expect(notice(mine)).to_have_count(0, timeout=AT_ONCE)


def test_the_target_is_raised_between_two_hands(phones, house):
    match = house.start((780, 315))
    mine, other = phones(), phones()
    mine.open(match.edit_link)
    other.open(match.watch_link)
    mine.tap('a[href$="/options"]')
    mine.choose("target", "4000")
    mine.step("o-jokers", 1)
    expect(mine.find("#o-jokers")).to_have_value("5")
    mine.find("#o-jokers").fill("2")
    mine.tap(".bar .btn--go")
    expect(mine.find(".facts--changes ins")).to_have_text(["4,000", "2"])
    mine.tap(".bar [name=save]")
    mine.page.wait_for_url(re.compile(r"/t/\w+$"))
    told = "From the next hand on: Target: 4,000; Jokers in the pack: 2"
    expect(notice(mine)).to_contain_text(told)
    expect(notice(other)).to_contain_text(told, timeout=AT_ONCE)
    expect(other.find(".tee .left.a")).to_contain_text("3,220")
    mine.begin_hand()
    mine.fill_totals(5, 5)
    mine.save_to_board()
    expect(notice(other)).to_have_count(0, timeout=AT_ONCE)


def test_the_log_goes_back_and_forward(phones, house):
    match = house.start((100, 50), (300, 20))
    phone = phones()
    phone.open(match.edit_link)
    phone.tap('a[href$="/log"]')
    phone.tap("summary")
    phone.find("#nickname").fill("Bia")
    phone.tap("form[action$=name] button")
    expect(phone.find("summary bdi")).to_have_text("Bia")
    for count in (4, 5):
        phone.tap(".log form button >> nth=-1")
        expect(phone.find(".log > li")).to_have_count(count)
    expect(phone.find(".log h3").nth(0)).to_have_text("Undone: Hand 1 entered")
    expect(phone.find(".log .undone h3")).to_have_text(["Hand 2 entered", "Hand 1 entered"])
    assert house.totals(match) == []
    phone.tap(".log form button >> nth=0")
    expect(phone.find(".log h3").nth(0)).to_have_text("Redone: Hand 1 entered")
    expect(phone.find(".log .when").nth(0)).to_contain_text("Bia")
    assert house.totals(match) == [(100, 50)]


def test_a_hand_that_another_phone_has_deleted_comes_back_with_its_correction(phones, house):
    match = house.start((780, -375), (100, 50))
    phone, other = phones(), phones()
    phone.open(match.edit_link)
    other.open(match.edit_link)
    hand = house.book.read(match.id).hands[0].id
    phone.expect_status(404, 409)
    phone.open(f"{match.board}/hands/{hand}/edit")
    phone.fill_totals(800, -375)
    house.book.delete_hand(match.id, hand, house.book.last_seq(match.id))
    other.expect_totals("100", "50")
    phone.save()
    expect(phone.find("h1")).to_have_text("This hand was deleted meanwhile")
    phone.tap("button[name=restore]")
    phone.expect_totals("900", "−325")
    other.expect_totals("900", "−325")
