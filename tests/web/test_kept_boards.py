"""Boards drawn once for many phones: never old, never another phone's."""

from __future__ import annotations

import re
import sqlite3
import tempfile
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from scorekeeper import create_app
from scorekeeper.rules.options import override
from scorekeeper.rules.problems import ScorekeeperError
from scorekeeper.rules.ruleset import CLASSIC
from scorekeeper.scorebook import (
    ConfirmingChanged,
    HandConfirmed,
    HandRecounted,
    Invitations,
    MatchSetup,
    PlayersChanged,
    Scorebook,
    SideCounted,
    SideSetup,
    remembering,
)
from scorekeeper.storage.lingering import close_readers
from scorekeeper.storage.remembering import Memory
from scorekeeper.web import kept_boards

from .browsing import Phone
from .entries import QUIET, enter, match_of, written

OF_ONE_REQUEST = re.compile(
    r'(data-drawn="[^"]*"|name="csrf_token" value="[^"]*"|name="entry_id" value="[^"]*")'
)
WRITERS = st.sampled_from(["ana", "bia"])
POINTS = st.sampled_from([(10, 5), (5, 10), (40, 60)])


@contextmanager
def nothing_remembered(app):
    """Every board and every match is worked out anew."""
    boards, records = app.extensions[kept_boards.NAME], remembering._records
    app.extensions[kept_boards.NAME], remembering._records = Memory(0), Memory(0)
    try:
        yield
    finally:
        app.extensions[kept_boards.NAME], remembering._records = boards, records


def shown(client, path):
    """The status and what is the same for every request."""
    answer = client.get(path)
    return answer.status_code, OF_ONE_REQUEST.sub("", answer.get_data(as_text=True))


class Phones(RuleBasedStateMachine):
    """Four phones follow a match while anything happens to it; two of them write."""

    def __init__(self):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.app = create_app({"INSTANCE": self.folder.name, "WORK": "requests"})
        self.path = Path(self.app.config["DATABASE"])
        self.book = Scorebook(self.path)
        rules = override(CLASSIC, {"target": 200})
        self.keys = self.book.start(MatchSetup(rules, (SideSetup("Norte"), SideSetup("Sul"))))
        self.clients = {name: self.app.test_client() for name in ("ana", "bia", "caio", "eye")}
        for name, client in self.clients.items():
            secret = self.keys.watch if name == "eye" else self.keys.edit
            with client.session_transaction() as session:
                session["phone"] = name
                session["matches"] = [[self.keys.id, secret]]
        self.compare()

    def teardown(self):
        close_readers()
        self.folder.cleanup()

    def write(self, name, ask, *args):
        """What is refused changes nothing; that is tested elsewhere."""
        with suppress(ScorekeeperError):
            ask(self.keys.id, *args, self.book.last_seq(self.keys.id), by=f"{name} {name.title()}")
        self.compare()

    def compare(self):
        board = f"/t/{self.keys.id}"
        for client in self.clients.values():
            for path in (board, f"{board}/board?seen=0"):
                quick = [shown(client, path) for _ in range(2)]
                with nothing_remembered(self.app):
                    assert quick == [shown(client, path)] * 2

    def last_hand(self):
        hands = self.book.read(self.keys.id).hands
        return hands[-1].id if hands else 0

    @rule(name=WRITERS, points=POINTS)
    def record(self, name, points):
        self.write(name, self.book.record_hand, points)

    @rule(name=WRITERS, points=POINTS)
    def correct(self, name, points):
        self.write(name, self.book.correct_hand, self.last_hand(), points)

    @rule(name=WRITERS)
    def delete(self, name):
        self.write(name, self.book.delete_hand, self.last_hand())

    @rule(name=WRITERS)
    def undo(self, name):
        self.write(name, self.book.undo, self.book.last_seq(self.keys.id))

    @rule(name=WRITERS, on=st.booleans())
    def confirming(self, name, on):
        self.write(name, self.book.change, ConfirmingChanged(on))

    @rule(name=WRITERS, side=st.sampled_from([0, 1]))
    def confirm(self, name, side):
        self.write(name, self.book.change, HandConfirmed(self.last_hand(), side))

    @rule(name=WRITERS, points=POINTS)
    def recount(self, name, points):
        self.write(name, self.book.change, HandRecounted(self.last_hand(), points))

    @rule(name=WRITERS, side=st.sampled_from([0, 1]))
    def count_a_side(self, name, side):
        self.write(name, self.book.change, SideCounted(side, (50,)))

    @rule(name=WRITERS, goal=st.sampled_from([100, 300]))
    def change_the_rules(self, name, goal):
        self.write(name, self.book.change_options, {"target": goal})

    @rule(name=WRITERS, called=st.sampled_from(["Gatos", "<b>&amp;"]))
    def rename(self, name, called):
        sides = (SideSetup(called, ("Ana", "")), SideSetup("Sul"))
        self.write(name, self.book.change, PlayersChanged(sides, ("Edu",), 0))

    @rule(name=WRITERS)
    def adjust(self, name):
        self.write(name, self.book.adjust, (0, -10), "foul")

    @rule(name=WRITERS)
    def stop(self, name):
        self.write(name, self.book.stop)

    @rule(name=WRITERS)
    def resume(self, name):
        self.write(name, self.book.resume)

    @rule()
    def rematch(self):
        with suppress(ScorekeeperError):
            self.book.rematch(self.keys.id)
        self.compare()

    @rule(name=WRITERS, points=POINTS)
    def put_a_backup_back(self, name, points):
        """What is entered then has the number of something else that was seen before."""
        with (
            closing(sqlite3.connect(self.path)) as database,
            closing(sqlite3.connect(":memory:")) as kept,
        ):
            database.backup(kept)
            self.write(name, self.book.record_hand, points)
            kept.backup(database)
        self.compare()
        self.write(name, self.book.record_hand, points[::-1])

    @rule(edit=st.booleans())
    def renew_a_link(self, edit):
        keys = self.book.keys(self.keys.id)
        Invitations(self.path, b"key").renew(self.keys.id, edit, keys.edit)
        self.compare()

    @rule(
        name=st.sampled_from(["ana", "caio", "eye"]),
        code=st.sampled_from(["en", "pt_BR", "fr"]),
        odds=st.booleans(),
        nickname=st.sampled_from(["", "Tia"]),
    )
    def change_a_phone(self, name, code, odds, nickname):
        with self.clients[name].session_transaction() as session:
            session.update(language=code, odds=odds, nickname=nickname)
        self.compare()


TestPhones = Phones.TestCase
TestPhones.settings = settings(max_examples=3, stateful_step_count=12)


# --- one by one -----------------------------------------------------------------------------------


@pytest.fixture
def drawn(monkeypatch):
    """How often a board was drawn."""
    calls = []
    original = kept_boards.cut
    monkeypatch.setattr(kept_boards, "cut", lambda page: calls.append(page) or original(page))
    return calls


def test_phones_that_see_the_same_share_it(new_phone, start, drawn):
    keys = start()
    boards = [new_phone().get(f"/j/{keys.watch}") for _ in range(3)]
    assert len(drawn) == 1
    assert len({board.id("board")["data-seen"] for board in boards}) == 1
    new_phone("fr").get(f"/j/{keys.watch}")
    assert len(drawn) == 2
    new_phone().get(f"/j/{keys.edit}")
    assert len(drawn) == 3


def test_forms_have_tokens_of_their_own(new_phone, start):
    keys = start()
    one, two = (new_phone().get(f"/j/{keys.edit}") for _ in range(2))
    again = one.phone.get(one.path)

    def values(page, name):
        return [node["value"] for node in page.root.all("input", name=name)]

    entries = [value for page in (one, two, again) for value in values(page, "entry_id")]
    assert len(entries) >= 3 and len(set(entries)) == len(entries)
    assert values(one, "csrf_token") == values(again, "csrf_token") != values(two, "csrf_token")
    assert again.press("Turn on").status == 200
    assert two.phone.get(two.path).press("Turn off").status == 200


def test_a_board_says_when_it_was_drawn(board):
    drawn = {board.id("board")["data-drawn"]}
    drawn |= {board.phone.get(board.path).id("board")["data-drawn"] for _ in range(3)}
    assert len(drawn) == 4


def test_only_the_phone_that_wrote_may_undo(new_phone, start):
    keys = start()
    one, two = (new_phone().get(f"/j/{keys.edit}") for _ in range(2))
    mine = enter(one, QUIET)
    theirs = two.phone.get(two.path)
    assert "Undo" in mine.text and "Undo" not in theirs.text
    assert "Undo" in one.phone.get(one.path).text


def test_what_a_player_is_called_opens_no_gap(new_phone, start):
    """Nobody can guess the mark of a gap, and what looks like one is a name."""
    name = f"{'0' * 32}-csrf-"
    board = new_phone().get(f"/j/{start(name, 'They').watch}")
    assert name in board.text


def test_a_match_of_a_day_is_drawn_each_time(new_phone, start, book, drawn):
    """Its board tells of other matches too."""
    keys = start(target=100)
    book.record_hand(keys.id, (120, 10), 1)
    book.rematch(keys.id)
    phone = new_phone()
    first = phone.get(f"/j/{keys.watch}")
    assert "Today at this table" in first.text
    before = len(drawn)
    phone.get(first.path)
    assert len(drawn) == before + 1


def test_a_backup_put_back_with_as_many_events(new_phone, start, book):
    keys = start()
    watcher = new_phone().get(f"/j/{keys.watch}")
    with (
        closing(sqlite3.connect(book.path)) as database,
        closing(sqlite3.connect(":memory:")) as kept,
    ):
        database.backup(kept)
        book.record_hand(keys.id, (120, 10), 1)
        assert written(watcher.phone.get(watcher.path)) == (120, 10)
        kept.backup(database)
        book.record_hand(keys.id, (10, 120), 1)
    assert written(watcher.phone.get(watcher.path)) == (10, 120)


def test_chances_are_for_who_wants_them(new_phone, start):
    keys = start()
    one, two = new_phone(), new_phone()
    for phone in (one, two):
        assert not phone.get(f"/j/{keys.watch}").has_id("odds")
    with two.client.session_transaction() as session:
        session["odds"] = True
    assert not one.get(f"/t/{keys.id}").has_id("odds")
    assert two.get(f"/t/{keys.id}").has_id("odds")


def test_a_poll_touches_no_session(board):
    seen = board.id("board")["data-seen"]
    answer = board.phone.fetch(f"/t/{match_of(board)}/board?seen={seen}")
    assert answer.status_code == 204 and "Set-Cookie" not in answer.headers
    assert {"Cookie", "Accept-Language", "HX-Request"} <= set(answer.vary)


def test_the_memory_has_a_bound(board, app, monkeypatch):
    memory = Memory(30_000)
    monkeypatch.setitem(app.extensions, kept_boards.NAME, memory)
    for number in range(4):
        board = enter(board, QUIET)
        assert board.id("board")["data-seen"] == str(number + 2)
        assert 0 < memory.weight <= 30_000
    assert len(memory._values) == 1


def test_every_prefix_has_boards_of_its_own(app, start):
    """A proxy may give one application two places; their addresses differ."""
    keys = start()
    for root in ("", "/tranca", "/club"):
        board = Phone(app, root=root).get(f"{root}/j/{keys.watch}")
        assert board.status == 200
        assert f"{root}/t/{keys.id}/log" in board.links()
