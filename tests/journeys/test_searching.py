"""Looking something up with one thumb, while the others wait."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.journey, pytest.mark.xdist_group("journeys-plain")]


def first(phone):
    return phone.find("#found a.row").first


def test_results_come_as_one_types(phones):
    phone = phones()
    phone.open("/")
    phone.tap("a[href='/search']")
    phone.tap("#q")
    phone.page.keyboard.type("lix")
    expect(first(phone)).to_contain_text("Pile")
    phone.page.keyboard.type("o trancado")
    expect(first(phone)).to_contain_text("Blocked pile")
    expect(phone.find("#found-told")).to_have_text(re.compile(r"^\d+ results?$"))
    expect(phone.find("#q")).to_be_focused()
    expect(phone.page).to_have_url(re.compile(r"/search\?q=lixo\+trancado$"))
    phone.find("#q").fill("")
    expect(phone.find("#found")).to_have_text("")
    expect(phone.find("#found-told")).to_have_text("")
    assert phone.taps == 2


def test_coming_back_finds_the_results_again(phones, house):
    match = house.start()
    phone = phones()
    phone.open(match.edit_link)
    phone.open(f"{match.board}/rules")
    phone.tap("#q")
    phone.page.keyboard.type("pozzetto")
    expect(first(phone)).to_contain_text("Morto")
    phone.tap(phone.find("#found a.row").filter(has_text="Taking the morto").first)
    phone.page.wait_for_url(f"**{match.board}/rules/morto.take")
    phone.page.go_back()
    expect(first(phone)).to_contain_text("Morto")
    expect(phone.find("#q")).to_have_value("pozzetto")


def test_only_the_last_word_counts(phones):
    phone = phones()
    phone.open("/search")
    phone.tap("#q")
    slow = []
    phone.page.route(re.compile(r"q=morto$"), lambda route: slow.append(route))
    with phone.page.expect_request(re.compile(r"q=morto$")):
        phone.find("#q").fill("morto")
    phone.find("#q").fill("empate")
    expect(first(phone)).to_contain_text(re.compile("equal totals", re.I))
    assert len(slow) == 1
    slow[0].continue_()
    expect(phone.find("#found")).not_to_contain_text("Morto")


def test_without_a_script_the_key_of_the_keyboard_searches(phones):
    phone = phones(java_script_enabled=False)
    phone.open("/search")
    phone.tap("#q")
    phone.page.keyboard.type("bater")
    phone.next_field()
    expect(first(phone)).to_contain_text("To go out")
    phone.tap(first(phone))
    expect(phone.find("#out")).to_be_visible()
    phone.open("/ruling")
    phone.find("#q").fill("lixo")
    phone.tap("form[role=search] button")
    expect(first(phone)).to_contain_text("Pile")
