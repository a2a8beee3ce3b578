"""Bots at a phone: a hand to look at, a house rule to try, chances on the board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .phone import BOTS

pytestmark = [pytest.mark.journey, pytest.mark.xdist_group("journeys-bots")]


def done(phone):
    expect(phone.find("#job.outcome")).to_be_visible(timeout=BOTS)


def compare(phone, hands="2000", game="carioca"):
    """Asks what fewer wilds in a meld would change."""
    phone.open(f"/simulate?ruleset={game}")
    phone.find("#option").select_option("max_wilds")
    expect(phone.find("#o-max_wilds")).to_be_visible()
    phone.tap('button[value="o-max_wilds:-1"]')
    phone.choose("hands", hands)
    phone.tap("button[name=compare]")


def test_a_hand_is_played_counted_and_watched(phones):
    phone = phones()
    phone.open("/simulate")
    phone.tap("section button[name=hand]")
    done(phone)
    expect(phone.find(".lines tfoot td")).to_have_count(2)
    expect(phone.find(".card").first).to_be_visible()
    assert phone.taps == 1
    phone.tap(".outcome .btn--go")
    phone.page.wait_for_url(re.compile(r"/replay"))
    expect(phone.find("h1")).to_be_visible()


def test_a_house_rule_is_tried_with_progress_in_sight_and_stopped(phones):
    phone = phones()
    compare(phone)
    bar = phone.find("#job progress")
    expect(bar).to_be_visible()
    expect(bar).to_have_js_property("max", 2000, timeout=BOTS)
    first = float(bar.get_attribute("value"))
    assert first > 0
    expect(bar).not_to_have_attribute("value", str(int(first)), timeout=BOTS)
    expect(phone.find("#job")).to_contain_text("of 2,000")
    phone.tap(phone.find("#job button"))
    done(phone)
    expect(phone.find("#job")).to_contain_text("Stopped after")
    expect(phone.find(".measures tbody")).to_have_count(6)


def test_a_house_rule_is_tried_to_the_end_and_its_address_stays(phones):
    phone, other = phones(), phones()
    compare(phone, "200", "classic")
    done(phone)
    expect(phone.find(".told li").first).to_be_visible()
    other.open(phone.page.url)
    expect(other.find(".told")).to_have_text(phone.find(".told").text_content())


def test_a_hand_is_entered_while_bots_play(phones, house):
    asking, entering, watching = phones(), phones(), phones()
    match = house.start((100, 50))
    entering.open(match.edit_link)
    watching.open(match.watch_link)
    compare(asking)
    expect(asking.find("#job progress[value]")).to_be_visible(timeout=BOTS)
    entering.begin_hand()
    entering.fill_example()
    entering.save_to_board()
    watching.expect_totals("880", "−325")
    expect(asking.find("#job progress")).to_be_visible()  # they still play
    asking.tap(asking.find("#job button"))
    done(asking)


def test_chances_on_the_board_follow_the_hands(phones, house):
    phone, other = phones(), phones()
    match = house.start((2900, 100))
    phone.open(match.edit_link)
    phone.tap("a.row[href$='/odds']")
    expect(phone.find("#odds li")).to_have_count(2, timeout=BOTS)
    phone.tap("main form button")
    phone.page.wait_for_url(re.compile(r"/t/\w+$"))
    expect(phone.find("#odds .a")).to_contain_text(re.compile(r"about (9\d|100) %"))
    other.open(match.watch_link)
    expect(other.find("#odds")).to_have_count(0)
    house.book.record_hand(match.id, (-800, 2700), house.book.last_seq(match.id))
    phone.expect_totals("2,100", "2,800")
    expect(phone.find("#odds .b")).to_contain_text(re.compile(r"about [5-9]\d %"), timeout=BOTS)
