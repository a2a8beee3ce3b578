"""Five people, four seats; a misdeal; and another phone that sees it all."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.journey, pytest.mark.xdist_group("journeys-end")]


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_a_fifth_person_comes_in_and_every_phone_says_so(phones, house, script):
    phone, other = phones(java_script_enabled=script), phones()
    match = house.start((780, -375), players=(("Ana", "Caio"), ("Bia", "Davi")))
    phone.open(match.edit_link)
    other.open(match.watch_link)
    phone.tap("a[href$='/players']")
    phone.find("#bench0").fill("Eva")
    phone.tap(".bar .btn--go")
    expect(other.find("#board")).to_contain_text("Sits out: Eva")
    phone.tap("form[action$='/players/seat'] button")
    expect(phone.find("#board")).to_contain_text("Sits out: Ana")
    expect(other.find("#board")).to_contain_text("Sits out: Ana")
    expect(other.find("h1")).to_contain_text("first: Bia")


def test_a_misdeal_passes_the_deal_on_every_phone(phones, house):
    phone, other = phones(), phones()
    match = house.start(players=(("Ana", "Caio"), ("Bia", "Davi")))
    phone.open(match.edit_link)
    other.open(match.watch_link)
    expect(other.find("h1")).to_contain_text("Deals: Davi")
    phone.tap("a[href$='/deal']")
    phone.tap(".dealing .row >> nth=0")
    expect(phone.find(".dealing input >> nth=0")).to_be_checked()
    phone.tap("button[value=pass]")
    expect(phone.find(".verdict .say")).to_have_text("Ana")
    expect(other.find("h1")).to_contain_text("Deals: Ana · first: Bia")
