"""A real browser is shown a match in which everything typed is made to break out of its place."""

from __future__ import annotations

import pytest
from payloads import PAYLOADS, name
from playwright.sync_api import expect

from scorekeeper.scorebook import PlayersChanged, Scorebook

from .house import House, Match

pytestmark = pytest.mark.journey

PAGES = (
    "", "/hands/new", "/log", "/share", "/print", "/players", "/dealer", "/timer", "/adjust",
    "/ruling/winner", "/rematch", "/day",
)  # fmt: skip
WATCHED = """
  window.broken = [];
  document.addEventListener("securitypolicyviolation", (event) =>
    window.broken.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`));
"""
FOREIGN = "img, iframe, object, embed, base, style, math, template, x-evil, [onload], [onerror]"
HARMLESS = "\u0000"  # no file of a form can have it


def texts(first: int, count: int) -> list[str]:
    return [PAYLOADS[(first + n) % len(PAYLOADS)] for n in range(count)]


def hostile_match(house: House, first: int) -> Match:
    """A match of names and reasons from the list, from this one on."""
    side0, side1, *players = (
        name(text.replace(HARMLESS, ""), number) for number, text in enumerate(texts(first, 7))
    )
    match = house.start(
        (780, -375), names=(side0, side1), players=(tuple(players[:2]), tuple(players[2:4]))
    )
    book: Scorebook = house.book
    for number, text in enumerate(texts(first + 7, 6), start=2):
        by = f"p{number} {name(text.replace(HARMLESS, ''), number)}"
        book.adjust(match.id, (10, 0), text.replace(HARMLESS, ""), number, by=by)
    sides = book.read(match.id).sides
    book.change(match.id, PlayersChanged(sides, (players[4],), 0), 8)
    return match


def check(phone) -> None:
    """Nothing ran, nothing was refused by the policy, nothing is there but text."""
    expect(phone.find("body")).to_be_visible()
    assert phone.page.evaluate("window.broken") == [], phone.page.url
    assert phone.find(FOREIGN).count() == 0, phone.page.url
    inline = phone.page.evaluate("[...document.scripts].filter((one) => !one.src).length")
    assert inline == 0, phone.page.url


def test_a_real_browser_finds_nothing_to_run(phones, house):
    phone = phones()
    phone.context.add_init_script(WATCHED)
    dialogs: list[str] = []
    phone.page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    for first in range(0, len(PAYLOADS), 13):
        match = hostile_match(house, first)
        phone.open(match.edit_link)
        expect(phone.find("#board .tee")).to_contain_text(house.book.read(match.id).sides[0].name)
        pages = PAGES if first == 0 else PAGES[:4]
        for page in pages:
            phone.open(match.board + page)
            check(phone)
        # followed by a script, which puts the new board into the page
        phone.open(match.board)
        house.book.record_hand(match.id, (3100, 0), house.book.last_seq(match.id))
        expect(phone.find("#board h1")).to_contain_text("End of the match")
        check(phone)
    phone.open("/")
    check(phone)
    assert dialogs == []


def test_what_is_typed_is_told_back_as_text(phones, house):
    phone = phones()
    phone.context.add_init_script(WATCHED)
    phone.expect_status(422)
    dialogs: list[str] = []
    phone.page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    image = '"><img src=x onerror=alert(1)>'
    phone.open("/new")
    for field in ("side0", "side1", "player0"):
        phone.find(f"#{field}").evaluate("(field, text) => field.value = text", image)
        phone.find(f"#{field}").dispatch_event("input")  # a script writes it beside the seats
    phone.tap(".bar .btn--go")
    expect(phone.find("#p-side1 .prob")).to_be_visible()
    check(phone)
    phone.open("/search")
    phone.find("#q").fill(image)
    expect(phone.find("#found-told")).not_to_be_empty()
    check(phone)
    phone.open(house.start().edit_link)
    phone.begin_hand()
    phone.find("#s0-table").fill(image)
    phone.save()
    expect(phone.find("#p-s0-table .prob")).to_be_visible()
    check(phone)
    assert dialogs == []


def test_this_journey_would_notice_what_runs(phones):
    phone = phones()
    phone.allowed.append("Content Security Policy")
    phone.context.add_init_script(WATCHED)
    phone.open("/join")
    phone.page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend', '<b onclick=\"x()\">x</b>')"
    )
    with pytest.raises(AssertionError):
        check(phone)
