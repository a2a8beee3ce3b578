"""A walk through every page and every state a page can be in."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import expect

from scorekeeper.rules.tally import Tally
from scorekeeper.scorebook import (
    ConfirmingChanged,
    HandConfirmed,
    HandCorrected,
    HandRecounted,
    SideCounted,
)

from .house import EXAMPLE, House, Match
from .phone import BOTS, Phone

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
    phone.open(f"{playing.board}/earlier")
    yield "earlier hands"
    phone.open(f"{playing.board}/deleted")
    yield "what was deleted"
    yield from _sharing_pages(phone, house, playing)
    yield from _changed_rules(phone, house, playing)
    phone.open(f"{playing.board}/rules")
    yield "rules of the table"
    phone.open(f"{playing.board}/rules/stock.empty")
    yield "a rule of the table"
    empty = house.start(**who)
    phone.open(empty.watch_link)
    yield "watched board"
    phone.open(empty.edit_link)
    yield "empty board"
    yield from _beside_the_score(phone, house, empty, over)
    yield from _around_the_table(phone, house, empty)
    yield from _bots(phone, house.start((2900, 100), **who))
    yield from _kept_ruling(phone, empty)
    yield from _entry_pages(phone, house, empty)
    yield from _two_sides(phone, house, house.start((300, 100), **who))


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
    yield from _rulebook(phone)
    yield from _disputes(phone)
    yield from _replayed(phone)
    phone.open("/api")
    yield "for programs"
    phone.open("/glossary")
    yield "glossary"
    phone.open("/search?q=cannastra+" + "w" * 40)
    yield "search"
    phone.open("/search?q=" + "w" * 90)
    yield "search, nothing found"
    phone.open("/search?q=" + "w" * 201)
    expect(phone.find("#p-q .prob")).to_be_visible()
    yield "search, refused"
    phone.open("/language")
    yield "language"
    phone.open("/nowhere")
    yield "error"


def _replayed(phone: Phone) -> Iterator[str]:
    phone.open("/replay")
    phone.find("#record").fill("ruleset classic\nseats " + "W" * 60)
    phone.tap("form .btn--go")
    expect(phone.find("#p-record .prob")).to_be_visible()
    phone.tap("summary")
    yield "replay, refused"
    phone.open("/replay/example/disputed")
    yield "replay, illegal"
    phone.tap("#allowed li button >> nth=0")
    expect(phone.find(".lines2")).to_be_visible()
    yield "replay, two lines"
    phone.open("/replay/example/whole")
    yield "replay, the check"
    phone.tap(".bar .btn--go")
    for _ in range(4):
        phone.tap(".bar .btn--go")
    phone.tap("main > .ctr a")
    expect(phone.find(".inhand")).to_have_count(4)
    yield "replay, every hand"
    phone.tap("[role=switch]")
    expect(phone.find(".inhand")).to_have_count(0)
    phone.tap("main > a.btn")
    expect(phone.find("#allowed")).to_be_visible()
    yield "replay, disputed"
    phone.open("/replay/new?name0=" + "W" * 20 + "&name1=" + "w" * 20 + "&go=1")
    yield "replay, names alike"
    phone.open("/replay/new?name0=" + "W" * 20 + "&name1=" + "M" * 20 + "&dealer=3&go=1")
    for value in (
        "rank:K",
        "card:KS",
        "card:KH",
        "deal:0",
        "draw",
        "card:KS",
        "card:KH",
        "card:KD",
    ):
        phone.tap(f'button[name=key][value="{value}"] >> nth=-1')
    expect(phone.find(".tapped .card")).to_have_count(3)
    yield "replay, writing"
    phone.tap("button[value=meld]")
    phone.tap('button[value="rank:9"]')
    phone.tap('button[value="card:9S"]')
    expect(phone.find(".tapped .card")).to_have_count(1)
    yield "replay, writing on"
    phone.tap('button[value="add:1"]')
    expect(phone.find(".verdict")).to_be_visible()
    yield "replay, writing refused"


def _disputes(phone: Phone) -> Iterator[str]:
    phone.open("/ruling")
    yield "questions"
    phone.open("/ruling/pile?top=9D&using=9S&edit=using")
    yield "question, keypad"
    phone.open("/ruling/meld?ruleset=carioca&cards=" + "+".join(["5H", "2H", "JK"] * 2))
    phone.tap("#heap-cards .ghost")
    phone.tap("button[value='cards.H']")
    expect(phone.find(".keys button[value='cards:+6H']")).to_be_visible()
    yield "question, keypad of a suit"
    for path in ("pile?top=2D", "out", "turn", "winner?total0=99000&total1=99000", "hand_count"):
        phone.open(f"/ruling/{path}")
        yield f"answer {path}"
    phone.open("/ruling/canasta_worth?cards=9S+9H+9C+9D+9S+9H+2C")
    yield "answer with lines"
    phone.open("/ruling/meld?cards=JK+JK+JK+JK+JK")
    yield "question, impossible"


def _kept_ruling(phone: Phone, match: Match) -> Iterator[str]:
    phone.open(f"{match.board}/ruling/winner?total0=100&total1=99000")
    yield "answer of the table"
    phone.tap(".keep button")
    expect(phone.find(".log")).to_be_visible()
    yield "log with a ruling"


def _rulebook(phone: Phone) -> Iterator[str]:
    phone.open("/rules/classic")
    yield "rules"
    for rule in ("canasta.kind", "setup.mortos", "match.tie", "pile.blocked", "record.conflict"):
        phone.open(f"/rules/online/{rule}")
        yield f"rule {rule}"
    phone.open("/rules/carioca/meld.ace_to_ace")
    yield "rule of twelve cards"
    for page in ("online/summary", "compare", "tips"):
        phone.open(f"/rules/{page}")
        yield f"rules, {page}"


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


def _around_the_table(phone: Phone, house: House, match: Match) -> Iterator[str]:
    phone.open(f"{match.board}/players")
    phone.find("#bench0").fill("Ana Beatriz")
    phone.tap(".bar .btn--go")
    expect(phone.find("#p-bench0 .prob")).to_be_visible()
    yield "players, refused"
    phone.find("#side1").fill("Os Netos da Dona Conceição de Jabotica")
    for seat in range(4):
        phone.find(f"#player{seat}").fill(f"{seat} {'W' * 38}")
    phone.tap(".bar .btn--go")
    expect(phone.find("#board")).to_contain_text("Ana Beatriz")
    yield "board with a fifth person"
    phone.open(f"{match.board}/players")
    yield "players with a fifth"
    phone.open(f"{match.board}/deal")
    phone.tap("button[value=again]")
    expect(phone.find(".notice")).to_be_visible()
    yield "deal after a misdeal"
    phone.open(f"{match.board}/delete")
    phone.tap("form[action$='/delete'] button")
    expect(phone.find("#p-sure .prob")).to_be_visible()
    yield "delete, refused"
    phone.open(f"{match.board}/print")
    yield "print"
    phone.open("/import")
    phone.tap("main form button")
    expect(phone.find("#p-file .prob")).to_be_visible()
    yield "import, refused"
    phone.open(f"{match.board}/taken-in/apart")
    yield "import, told"
    phone.open("/offline")
    yield "no connection"


def _bots(phone: Phone, match: Match) -> Iterator[str]:
    phone.open(match.edit_link)
    phone.open(f"/simulate?match={match.id}&option=stock_empty")
    phone.find("#seed").fill("12a")
    phone.tap("section button[name=hand]")
    expect(phone.find("#p-seed .prob")).to_be_visible()
    yield "bots, refused"
    phone.find("#seed").fill("7")
    phone.tap("section button[name=hand]")
    expect(phone.find(".outcome .lines")).to_be_visible(timeout=BOTS)
    yield "a hand by bots"
    phone.open(f"/simulate?match={match.id}&option=stock_empty")
    phone.choose("hands", "200")
    phone.tap("button[name=compare]")
    expect(phone.find(".measures")).to_be_visible(timeout=BOTS)
    yield "what a house rule changes"
    phone.open("/simulate?ruleset=carioca&option=aces_wild")
    phone.choose("hands", "2000")
    phone.tap("button[name=compare]")
    expect(phone.find("#job progress[value]")).to_be_visible(timeout=BOTS)
    yield "bots at play"
    phone.tap("#job button")
    expect(phone.find(".outcome")).to_be_visible(timeout=BOTS)
    phone.open(f"{match.board}/odds")
    expect(phone.find("#odds li").first).to_be_visible(timeout=BOTS)
    yield "chances"
    phone.tap("main form button")
    expect(phone.find("#board #odds")).to_be_visible()
    yield "board with chances"


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


def _two_sides(phone: Phone, house: House, match: Match) -> Iterator[str]:
    """Sides that count apart, and a hand to be agreed."""
    book, id = house.book, match.id

    def write(event) -> None:
        book.change(id, event, book.last_seq(id), by="another phone")

    phone.open(match.edit_link)
    phone.open(f"{match.entry}?side=1")
    expect(phone.find("#hand-form")).to_be_visible()
    yield "entry of one side"
    write(SideCounted(0, Tally(EXAMPLE.sides[:1])))
    phone.open(match.board)
    phone.tap(".apart-card summary")
    yield "board, one side counts"
    write(SideCounted(1, Tally(EXAMPLE.sides[:1])))
    phone.open(match.board)
    expect(phone.find(".apart-card .prob").first).to_be_visible()
    yield "board, sides do not fit"
    write(ConfirmingChanged(True))
    hand = book.record_hand(id, EXAMPLE, book.last_seq(id), by="a phone").seq
    write(HandConfirmed(hand, 1))
    phone.open(match.board)
    yield "board, a hand to be agreed"
    write(HandRecounted(hand, (785, -370)))
    phone.open(f"{match.board}/hands/{hand}/recount")
    yield "a hand counted again"
    phone.open(match.board)
    yield "board, counts differ"
    write(HandCorrected(hand, EXAMPLE))
    write(HandRecounted(hand, (785, -370)))
    phone.open(match.board)
    expect(phone.find(".apart-card .cmp")).to_be_visible()
    yield "board, counts side by side"


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
    gone = house.start()
    phone.open(gone.edit_link)
    phone.begin_hand()
    phone.fill_example()
    house.book.forget(gone.id)
    phone.save()
    expect(phone.find("#typed")).to_be_visible()
    yield "a match that has gone"


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
