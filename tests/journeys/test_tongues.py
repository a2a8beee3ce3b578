"""The language of a phone, asked for and chosen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.journey, pytest.mark.xdist_group("journeys-plain")]


def expect_tongue(phone, tag):
    expect(phone.find("html")).to_have_attribute("lang", tag)


@pytest.mark.parametrize(
    ("asked", "given"),
    [("pt-PT", "pt-BR"), ("pt-BR", "pt-BR"), ("de", "en"), ("fr-CA", "fr"), ("es-AR", "es")],
)
def test_a_phone_gets_its_own_language(phones, asked, given):
    phone = phones(locale=asked)
    phone.open("/")
    expect_tongue(phone, given)


def test_portuguese_comes_before_a_second_choice(phones):
    header = {"Accept-Language": "pt-PT,pt;q=0.9,en;q=0.8"}
    answer = phones().context.request.get("/new", headers=header)
    assert '<html lang="pt-BR">' in answer.text()


def test_a_choice_stays_across_pages_and_restarts(phones, house):
    match = house.start((780, -1375))
    phone = phones(locale="en-US")
    phone.open(match.edit_link)
    phone.expect_totals("780", "−1,375")
    phone.tap("a[href*='/language']")
    phone.tap("button[value=pt_BR]")
    phone.page.wait_for_url(f"**{match.board}")
    phone.expect_totals("780", "−1.375")
    for path in (match.board, match.entry, f"{match.board}/rules", "/", "/new"):
        phone.open(path)
        expect_tongue(phone, "pt-BR")
    again = phones(locale="en-US", storage_state=phone.context.storage_state())
    again.open(match.board)
    expect_tongue(again, "pt-BR")
    again.expect_totals("780", "−1.375")
