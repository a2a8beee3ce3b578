"""A dispute about a recorded hand, and a hand written down, on a phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from .phone import BOTS

pytestmark = pytest.mark.journey

DISPUTE = """ruleset classic
seats Ana Bia Caio Davi
dealer Davi
hand Ana = AS KH 10H 8D 7C 7S 6D 6S 4H 2C JK
upcard 4C
Ana:  draw 6C; meld 6D 6S 6C; discard 10H
Bia:  draw; discard 8S
Caio: draw; discard JD
Davi: draw; discard KD
Ana:  pile 2C JK; discard 4H
"""


@pytest.fixture
def phone(phones):
    return phones()


def key(phone, *values):
    for value in values:
        phone.tap(phone.find(f'button[name=key][value="{value}"]').last)


def test_a_dispute_is_pasted_stepped_through_and_settled(phone):
    phone.open("/replay")
    phone.find("#record").fill(DISPUTE)
    phone.tap("form .btn--go")
    expect(phone.find(".verdict")).to_contain_text("Ana could not play this")
    expect(phone.find(".card.bad")).to_have_text(["K♦\ufe0e", "2♣\ufe0e", "JK★"])
    phone.tap(".bar .btn--go")
    expect(phone.find("#allowed")).to_be_in_viewport()
    expect(phone.find("#allowed")).to_contain_text("Take the pile with K♥")
    phone.tap('.bar [rel="prev"]')
    expect(phone.find("h1")).to_have_text("Turn 4 of 5")
    phone.page.go_back()
    expect(phone.find("h1")).to_have_text("Turn 5 of 5")
    phone.tap("[role=switch]")
    expect(phone.find("[role=switch]")).to_have_attribute("aria-checked", "false")
    expect(phone.find(".inhand")).to_have_count(0)
    assert phone.taps <= 5


def test_a_step_is_shared_as_a_link(phone, phones):
    phone.open("/replay/example/whole")
    phone.tap(".bar .btn--go")
    phone.tap(".bar .btn--go")
    expect(phone.find("h1")).to_have_text("Turn 1 of 10")
    other = phones()
    other.open(phone.page.url)
    expect(other.find(".notice")).to_have_text(phone.find(".notice").inner_text())


def test_a_file_is_uploaded(phone, tmp_path: Path):
    path = tmp_path / "hand.tranca"
    path.write_text(DISPUTE, encoding="utf-8")
    phone.open("/replay")
    phone.find("#file").set_input_files(path)
    phone.tap("form .btn--go")
    expect(phone.find("h1")).to_have_text("Turn 5 of 5")


def test_three_turns_are_written_by_keypad_and_a_fourth_is_disputed(phone):
    phone.open("/replay/new")
    phone.tap(".bar .btn--go")
    key(phone, "draw", "rank:9", "card:9C", "discard")
    expect(phone.find("h1")).to_have_text("2. P2 plays")
    key(phone, "card:9S", "card:9D", "pile", "rank:10", "card:10D", "discard")
    expect(phone.find(".notice")).to_contain_text("P2 took the pile with 9♠")
    key(phone, "draw", "card:JK", "discard")
    expect(phone.find("h1")).to_have_text("4. P4 plays")
    key(phone, "rank:9", "card:9H", "card:9C", "pile")
    expect(phone.find(".verdict")).to_contain_text("blocks the pile")
    key(phone, "keep")
    expect(phone.find("h1")).to_have_text("Turn 4 of 4")
    expect(phone.find("#allowed")).to_contain_text("Draw a card from the stock")


def test_what_a_turn_was_worth_is_played_out_by_bots(phone):
    phone.open("/replay")
    phone.find("#record").fill(DISPUTE)
    phone.tap("form .btn--go")
    phone.tap("#allowed li button >> nth=1")
    phone.tap("main .btn--go")
    expect(phone.find(".worth")).to_have_count(3, timeout=BOTS)
    expect(phone.find(".lines2")).to_contain_text("after 400 deals")
