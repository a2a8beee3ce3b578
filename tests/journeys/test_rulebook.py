"""The sheet prints on one page; games stand side by side as far as there is room."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.language import LANGUAGES
from scorekeeper.rules.options import override
from scorekeeper.rules.ruleset import CLASSIC, PRESETS
from scorekeeper.scorebook import MatchSetup, SideSetup

pytestmark = pytest.mark.journey

PAGE = re.compile(rb"/Type\s*/Page\b")
# the longest that a table can make its sheet
LONG = {
    "runs": True,
    "ace_to_ace": True,
    "wild_only_melds": True,
    "naturals_per_wild": 2,
    "lock_until_taken": True,
    "morto_by_discard": "next_turn",
    "mortos_face_up": True,
    "red3_late_value": 10,
    "three_in_hand": 100,
    "stock_empty": "morto_becomes_stock",
    "out_needs_discard": True,
    "bonus_royal": 500,
    "bonus_ace_to_ace": 1000,
    "bonus_wild": 1000,
    "opening_minimum": {"points": 75, "from": 1500},
}


def sheets(page, paper="A4"):
    return len(PAGE.findall(page.pdf(format=paper)))


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_sheet_of_every_game_is_one_page(phones, house, code):
    phone = phones(locale=code.replace("_", "-"))
    for preset in PRESETS:
        phone.open(f"/rules/{preset}/summary")
        for paper in ("A4", "Letter"):
            assert sheets(phone.page, paper) == 1, (preset, paper)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_table_with_every_house_rule_still_fits(phones, house, code):
    setup = MatchSetup(override(CLASSIC, LONG), (SideSetup("We"), SideSetup("They")), 0)
    keys = house.book.start(setup)
    phone = phones(locale=code.replace("_", "-"))
    phone.open(f"/j/{keys.edit}")
    phone.open(f"/t/{keys.id}/rules/summary")
    assert sheets(phone.page) == 1
    assert sheets(phone.page, "Letter") == 1


def test_a_longer_page_would_be_noticed(phones):
    phone = phones()
    phone.open("/rules/classic")
    assert sheets(phone.page) > 1


def test_the_sheet_offers_to_print(phones):
    phone = phones()
    phone.open("/rules/classic/summary")
    phone.page.evaluate("window.print = () => { document.title = 'printed'; }")
    phone.tap("[data-print]")
    expect(phone.page).to_have_title("printed")


def test_a_wide_screen_shows_all_games_and_a_phone_two(phones):
    phone = phones()
    phone.open("/rules/compare")
    expect(phone.find("#two")).to_be_visible()
    expect(phone.find("#all")).to_be_hidden()
    wide = phones(viewport={"width": 1280, "height": 800})
    wide.open("/rules/compare")
    expect(wide.find("#all")).to_be_visible()
    expect(wide.find("#two")).to_be_hidden()


def test_an_old_link_lands_on_the_row_of_its_rule(phones):
    phone = phones()
    phone.open("/rules/classic#score.threes")
    row = phone.find("a.row:target")
    expect(row).to_be_in_viewport()
    phone.tap(row)
    expect(phone.find("h1.title")).to_have_text("Threes in hand")
