"""A walk through every page and every state a page can be in."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import expect

from .house import EXAMPLE, House, Match
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
    over = house.start((2450, 11800), (2700, 305), (10, 5), target=12110, **who)
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
    yield from _sharing_pages(phone, house, playing)
    yield from _changed_rules(phone, house, playing)
    phone.open(f"{playing.board}/rules")
    yield "rules of the table"
    empty = house.start(**who)
    phone.open(empty.watch_link)
    yield "watched board"
    phone.open(empty.edit_link)
    yield "empty board"
    yield from _beside_the_score(phone, house, empty, over)
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


def _beside_the_score(phone: Phone, house: House, empty: Match, over: Match) -> Iterator[str]:
    phone.open(f"{empty.board}/dealer")
    yield "dealer"
    phone.tap("form[action$='/cut'] button")
    expect(phone.find(".cut").first).to_be_visible()
    yield "dealer, cut"
    phone.open(f"{empty.board}/timer")
    phone.tap("#timer summary")
    phone.tap(".clock")
    yield "timer"
    phone.open(f"{over.board}/rematch")
    yield "rematch"
    again = house.book.rematch(over.id)
    house.book.record_hand(again.id, (12110, -300), 1)
    phone.open(over.board)
    yield "end, rematch started"
    phone.open(f"{over.board}/day")
    yield "day"


def _changed_rules(phone: Phone, house: House, match: Match) -> Iterator[str]:
    phone.open(f"{match.board}/options")
    phone.choose("target", "own")
    phone.find("#target_own").fill("abc")
    phone.tap(".bar .btn--go")
    expect(phone.find("#p-target_own .prob")).to_be_visible()
    yield "rules to change, refused"
    phone.find("#target_own").fill("99995")
    phone.find("#o-stock_empty").select_option("morto_becomes_stock")
    phone.tap(".bar .btn--go")
    expect(phone.find(".facts--changes")).to_be_visible()
    yield "what changes"
    phone.tap(".bar [name=save]")
    expect(phone.find(".notice")).to_be_visible()
    yield "board with notices"
    hand = house.book.read(match.id).hands[0]
    house.book.delete_hand(match.id, hand.id, house.book.last_seq(match.id))
    phone.open(f"{match.board}/log")
    phone.tap("summary")
    phone.find("#nickname").fill("W" * 41)
    phone.tap("form[action$=name] button")
    expect(phone.find("#p-nickname .prob")).to_be_visible()
    yield "log"


def _sharing_pages(phone: Phone, house: House, match) -> Iterator[str]:
    phone.expect_status(410)
    phone.open(f"{match.board}/share")
    yield "share"
    phone.tap("#code button")
    expect(phone.find(".code")).to_be_visible()
    yield "share, a code"
    phone.open(f"{match.board}/share?for=watch")
    yield "share for watching"
    phone.open(f"{match.board}/share/renew/edit")
    yield "renew a link"
    phone.open("/join")
    yield "join"
    phone.find("#code").fill("bcd")
    phone.tap("main form button")
    expect(phone.find("#p-code .prob")).to_be_visible()
    yield "join, refused"
    retired = house.start()
    phone.open(retired.edit_link)
    house.renew(retired)
    phone.open(retired.board)
    yield "a renewed link"


def _entry_pages(phone: Phone, house: House, match) -> Iterator[str]:
    phone.open(match.entry)
    phone.choose("s0-morto", "left")
    phone.open(match.entry)
    expect(phone.find("#draft")).to_be_visible()
    yield "a hand started before"
    phone.tap('#draft [data-draft="throw-away"]')
    phone.choose("s0-morto", "left")
    phone.choose("s1-morto", "left")
    for summary in phone.find("#hand-form summary").all():
        phone.tap(summary)
    yield "entry"
    phone.find("#s0-table").fill("12a")
    phone.find("#s1-table").fill("120+99999")
    phone.step("s1-clean", 2)
    expect(phone.find("#p-s0-table .prob")).to_be_visible()
    expect(phone.find("#n-s1-table")).to_contain_text("=")
    yield "entry, problems"
    phone.count(0, "value")
    phone.count(1, "value")
    phone.step("s0-t50", 5)
    expect(phone.find("#p-s0-t50 .prob")).to_be_visible()
    yield "entry by value, problems"
    phone.count(0, "card")
    phone.tap("#side1 summary")
    phone.count(1, "card", "h")
    phone.tap('#pad button[data-suit="S"]', 3)
    expect(phone.find("#cards-1 .prob")).to_be_visible()
    yield "entry by card, problems"
    phone.fill_totals(12000, -1050)
    phone.expect_live("+12,000", "−1,050")
    yield "entry of totals"
    house.book.record_hand(match.id, (105, -11375), house.book.last_seq(match.id))
    phone.save()
    expect(phone.find("#clash")).to_be_visible()
    yield "clash"
