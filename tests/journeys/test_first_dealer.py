"""Cutting for the first deal with the phone in the middle of the table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.journey, pytest.mark.xdist_group("journeys-end")]


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_the_cards_say_who_deals(phones, house, script):
    phone = phones(java_script_enabled=script)
    phone.open("/new")
    phone.tap("summary >> nth=0")
    for seat, name in enumerate(("Ana", "Bia", "Caio", "Davi")):
        phone.find(f"#player{seat}").fill(name)
    phone.choose("dealer", "cut")
    phone.tap(".bar .btn--go")
    phone.page.wait_for_url(re.compile(r"/dealer$"))
    cards = phone.find(".cut >> nth=0").locator(".card")
    expect(cards).to_have_count(4)
    tops = {round(card.bounding_box()["y"]) for card in cards.all()}
    assert len(tops) == 1  # all four in one row, to be compared at a glance
    dealer = phone.find(".verdict .say").inner_text()
    expect(phone.find(".cut >> nth=-1").locator(".high .who")).to_have_text(dealer)
    phone.tap(".bar .btn--go")
    expect(phone.find("h1")).to_contain_text(f"Deals: {dealer}")
    phone.tap("a[href$='/dealer']")
    phone.choose("dealer", "2")
    phone.tap("form[action$='/dealer'] button")
    expect(phone.find("h1")).to_contain_text("Deals: Caio · first: Davi")
