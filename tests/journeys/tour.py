"""A walk through every page and every state a page can be in."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import expect

from .house import EXAMPLE, House
from .phone import Phone

LONG_NAMES = (
    "WanderleiaxxxxxxxxxxxxxxxxxxxxxxxxxWWWWW",
    "Os Netos da Dona Conceição de Jaboticabal",
)
LONG_PLAYERS = (("Ana Beatriz", "W" * 40), ("Maria Antonieta da Silva", "Zé"))


def walk(phone: Phone, house: House, names: tuple[str, str] = ("We", "They")) -> Iterator[str]:
    """Brings the phone to one page after the other and says the name of each."""
    who = {"names": names, "players": LONG_PLAYERS}
    playing = house.start((780, -375), (-1050, 1460), (345, 20), **who)
    over = house.start((2450, 11800), (2700, 305), (10, 0), target=12110, **who)
    corrected = house.book.read(playing.id)
    house.book.correct_hand(playing.id, corrected.hands[0].id, EXAMPLE, corrected.last)
    phone.expect_status(404, 409, 422)
    yield from _fixed_pages(phone)
    phone.open(over.edit_link)
    yield "end"
    phone.open(playing.edit_link)
    yield "board"
    phone.open("/")
    yield "home with matches"
    phone.open(f"{playing.board}/hands/{corrected.hands[0].id}")
    phone.tap("details summary")
    yield "hand"
    phone.open(f"{playing.board}/share")
    phone.tap("details summary")
    yield "share"
    phone.open(f"{playing.board}/rules")
    yield "rules of the table"
    empty = house.start(**who)
    phone.open(empty.watch_link)
    yield "watched board"
    phone.open(empty.edit_link)
    yield "empty board"
    yield from _entry_pages(phone, house, empty)


def _fixed_pages(phone: Phone) -> Iterator[str]:
    phone.open("/")
    yield "home"
    phone.open("/new")
    yield "new"
    for summary in phone.find("summary").all():
        phone.tap(summary)
    phone.choose("target", "own")
    yield "new, all open"
    phone.find("#side0").fill("x" * 41)
    phone.find("#target_own").fill("abc")
    phone.tap(".bar .btn--go")
    expect(phone.find("#p-target_own .prob")).to_be_visible()
    yield "new, refused"
    phone.open("/rules/classic")
    yield "rules"
    phone.open("/language")
    yield "language"
    phone.open("/nowhere")
    yield "error"


def _entry_pages(phone: Phone, house: House, match) -> Iterator[str]:
    phone.open(match.entry)
    phone.choose("s0-morto", "left")
    phone.choose("s1-morto", "left")
    phone.tap("#hand-form summary")
    yield "entry"
    phone.find("#s0-table").fill("12a")
    phone.find("#s1-table").fill("120+99999")
    phone.step("s1-clean", 2)
    expect(phone.find("#p-s0-table .prob")).to_be_visible()
    expect(phone.find("#n-s1-table")).to_contain_text("=")
    yield "entry, problems"
    phone.choose("s0-way", "value")
    phone.choose("s1-way", "value")
    phone.step("s0-t50", 5)
    expect(phone.find("#p-s0-t50 .prob")).to_be_visible()
    yield "entry by value, problems"
    phone.fill_totals(12000, -1050)
    phone.expect_live("+12,000", "−1,050")
    yield "entry of totals"
    house.book.record_hand(match.id, (105, -11375), house.book.last_seq(match.id))
    phone.save()
    expect(phone.find("#clash")).to_be_visible()
    yield "clash"
