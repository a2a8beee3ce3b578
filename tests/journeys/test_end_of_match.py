"""The end of a match: victory, rematch, tie."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.journey, pytest.mark.xdist_group("journeys-end")]


def test_a_match_is_played_to_its_end_and_once_more(phones, house):
    match = house.start((2400, 1800), names=("Onças", "Tatus"))
    phone = phones()
    phone.open(match.edit_link)
    phone.begin_hand()
    phone.fill_totals(700, 300)
    expect(phone.find("#forecast")).to_contain_text("Onças")
    phone.save_to_board()
    verdict = phone.find(".verdict")
    expect(verdict.locator(".say")).to_contain_text("Onças")
    expect(phone.find("a[href$='/hands/new']")).to_have_count(0)
    rule = verdict.locator("a")
    expect(rule).to_have_attribute("href", re.compile(r"/rules/match\.target$"))
    phone.tap(rule)
    expect(phone.find("h1.title")).to_have_text("Target")
    phone.page.go_back()
    follower = phones()
    follower.open(match.watch_link)
    phone.tap(".bar .btn--go")
    expect(phone.find("main")).to_contain_text("Tatus")
    phone.tap(".bar .btn--go")
    phone.page.wait_for_url(re.compile(r"/t/\w+$"))
    assert match.id not in phone.page.url
    phone.expect_totals("0", "0")
    expect(phone.find(".tee h2").first).to_contain_text("Onças")
    follower.tap(".notice--go a")
    expect(follower.find(".tee h2").first).to_contain_text("Onças")
    follower.expect_totals("0", "0")
    expect(follower.find("a[href$='/hands/new']")).to_have_count(0)
    assert follower.page.url == phone.page.url
    phone.open("/")
    expect(phone.find("a.go")).to_have_count(1)
    expect(phone.find("li a.row")).to_contain_text("Onças")


def test_a_tie_asks_for_an_extra_hand(phones, house):
    match = house.start((2500, 2400))
    phone = phones()
    phone.open(match.edit_link)
    phone.begin_hand()
    phone.fill_totals(600, 700)
    phone.save_to_board()
    phone.expect_totals("3,100", "3,100")
    expect(phone.find(".verdict")).to_have_count(0)
    expect(phone.find(".extra a")).to_have_attribute("href", re.compile(r"/rules/match\.tie$"))
    phone.begin_hand()
    phone.fill_totals(-200, -150)
    phone.save_to_board()
    expect(phone.find(".verdict .say")).to_contain_text("They")
    expect(phone.find(".verdict a")).to_have_attribute("href", re.compile(r"/rules/match\.tie$"))


def test_correcting_the_last_hand_reopens_the_match(phones, house):
    match = house.start((3100, 1800))
    phone = phones()
    phone.open(match.edit_link)
    expect(phone.find(".verdict")).to_be_visible()
    phone.tap(".hands tbody tr >> nth=0")
    phone.tap(".bar .btn--go")
    phone.fill_totals(2100, 1800)
    phone.save_to_board()
    expect(phone.find(".verdict")).to_have_count(0)
    expect(phone.find(".bar .btn--go")).to_have_attribute("href", match.entry)


def test_a_deleted_hand_is_put_back(phones, house):
    match = house.start((400, 100), (300, 200))
    phone = phones()
    phone.open(match.edit_link)
    phone.tap(".hands tbody tr >> nth=1")
    phone.tap("details summary")
    phone.tap("details button")
    phone.page.wait_for_url(re.compile(r"/t/\w+$"))
    phone.expect_totals("300", "200")
    assert house.totals(match) == [(300, 200)]
    phone.tap("form[action$='/restore'] button")
    phone.expect_totals("700", "300")
    assert house.totals(match) == [(400, 100), (300, 200)]
