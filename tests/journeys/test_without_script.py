"""The whole way with JavaScript off."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.journey, pytest.mark.xdist_group("journeys-plain")]

FIELDS = {"s0-table": "210", "s0-hand": "30", "s1-table": "65", "s1-hand": "90"}


@pytest.fixture
def phone(phones):
    return phones(java_script_enabled=False)


def test_a_match_is_started_counted_saved_and_corrected(phone):
    phone.open("/")
    phone.tap("main .btn--go")
    phone.find("#side0").fill("Ana")
    phone.tap(".bar .btn--go")
    phone.page.wait_for_url(re.compile(r"/t/\w+$"))
    expect(phone.find(".tee h2").first).to_contain_text("Ana")
    phone.begin_hand()
    phone.find("#s0-table").fill("210")
    for field, times in (("s0-clean", 1), ("s0-dirty", 1), ("s0-red_threes", 2)):
        for count in range(times):
            phone.step(field)
            expect(phone.find(f"#{field}")).to_have_value(str(count + 1))
    phone.step("s1-red_threes")
    phone.tap('button[value="s0-dirty:-1"]')
    expect(phone.find("#s0-dirty")).to_have_value("0")
    phone.step("s0-dirty")
    expect(phone.find("#s0-dirty")).to_have_value("1")
    assert phone.typed("s0-table", "s1-red_threes") == ("210", "1")
    for field, text in FIELDS.items():
        phone.find(f"#{field}").fill(text)
    phone.choose("went_out", "0")
    phone.choose("s0-morto", "taken")
    phone.choose("s1-morto", "left")
    phone.expect_status(422)
    phone.save()
    expect(phone.find("#p-s1-morto_cards .prob")).to_be_visible()
    phone.find("#s1-morto_cards").fill("150")
    phone.tap("noscript button")
    phone.expect_live("+780", "−375")
    assert "/hands/new" in phone.page.url
    phone.save_to_board()
    phone.expect_totals("780", "−375")
    phone.expect_hands(("+780", "−375"))
    phone.tap(".hands tbody tr >> nth=0")
    phone.tap(".bar .btn--go")
    assert phone.typed(*FIELDS) == tuple(FIELDS.values())
    phone.find("#s0-table").fill("310")
    phone.save_to_board()
    phone.expect_hands(("+880", "−375"))
    expect(phone.find(".hands .db .ic")).to_have_count(1)


def test_ways_of_counting_and_the_sign(phone, house):
    match = house.start()
    phone.open(match.edit_link)
    phone.begin_hand()
    phone.find("#s0-hand").fill("30")
    phone.count(0, "value")
    expect(phone.find("#w-s0-h")).to_contain_text("30 points cannot be split by value")
    phone.step("s0-t50")
    expect(phone.find("#s0-t50")).to_have_value("1")
    phone.count(0, "points")
    assert phone.typed("s0-table", "s0-hand") == ("50", "30")
    phone.tap("#totals_only")
    phone.find("#s0-total").fill("1050")
    phone.find("#s1-total").fill("300")
    phone.tap('button[value="s0-total:sign"]')
    expect(phone.find("#s0-total")).to_have_value("-1050")
    phone.save_to_board()
    phone.expect_totals("−1,050", "300")
    assert house.totals(match) == [(-1050, 300)]


def test_a_clash_shows_both_versions(phone, house):
    match = house.start()
    phone.open(match.edit_link)
    phone.begin_hand()
    phone.tap("#totals_only")
    phone.find("#s0-total").fill("500")
    phone.find("#s1-total").fill("120")
    house.book.record_hand(match.id, (400, 120), house.book.last_seq(match.id))
    phone.expect_status(409)
    phone.save()
    expect(phone.find("#clash tbody tr").nth(0)).to_contain_text("+400")
    expect(phone.find("#clash tbody tr.here")).to_contain_text("+500")
    phone.tap("#clash button[name=save]")
    phone.page.wait_for_url(re.compile(r"/t/\w+$"))
    assert house.totals(match) == [(400, 120), (500, 120)]
