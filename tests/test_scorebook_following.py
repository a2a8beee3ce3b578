"""Quick looks at a match: who may look, and that what is remembered is never old."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from scorekeeper.rules.options import override
from scorekeeper.rules.ruleset import CLASSIC
from scorekeeper.scorebook import (
    Following,
    Invitations,
    MatchSetup,
    Scorebook,
    SideSetup,
    remembering,
)
from scorekeeper.storage.lingering import close_readers
from scorekeeper.storage.remembering import Memory

SETUP = MatchSetup(override(CLASSIC, {"target": 5000}), (SideSetup("We"), SideSetup("They")))


@pytest.fixture
def path(tmp_path):
    yield tmp_path / "book.db"
    close_readers()


@pytest.fixture
def book(path):
    return Scorebook(path)


@pytest.fixture
def following(path):
    return Following(path)


@pytest.fixture
def keys(book):
    return book.start(SETUP)


def totals(following, keys):
    return following.look(keys.id, keys.watch).record.standing.totals


def test_who_may_look(following, book, keys):
    other = book.start(SETUP)
    assert following.newest(keys.id, keys.edit) == following.newest(keys.id, keys.watch) == 1
    assert following.look(keys.id, keys.edit).access.may_edit
    assert not following.look(keys.id, keys.watch).access.may_edit
    for secret in (other.edit, other.watch, "", keys.id, "é", "\ud800", keys.edit + "x"):
        assert following.newest(keys.id, secret) is None
        assert following.look(keys.id, secret) is None
    assert following.newest("nothing", keys.edit) is following.look("nothing", keys.edit) is None


def test_every_event_is_seen(following, book, keys):
    for number in range(1, 4):
        book.record_hand(keys.id, (10, 5), number)
        assert following.newest(keys.id, keys.watch) == number + 1
        assert totals(following, keys) == (10 * number, 5 * number)


def test_a_renewed_link_is_out_at_once(following, path, keys):
    assert following.newest(keys.id, keys.watch) == 1
    renewed = Invitations(path, b"key").renew(keys.id, False, keys.edit)
    assert following.newest(keys.id, keys.watch) is following.look(keys.id, keys.watch) is None
    assert following.newest(keys.id, renewed.watch) == 1


def test_a_deleted_match_is_gone_at_once(following, book, keys):
    assert totals(following, keys) == (0, 0)
    book.forget(keys.id)
    assert following.newest(keys.id, keys.edit) is following.look(keys.id, keys.edit) is None


def test_a_backup_put_back_with_as_many_events(following, book, path, keys, tmp_path):
    """The same number of events, of the same time and the same phone, but other points."""
    with (
        closing(sqlite3.connect(path)) as database,
        closing(sqlite3.connect(tmp_path / "kept.db")) as kept,
    ):
        database.backup(kept)
        book.record_hand(keys.id, (10, 5), 1)
        assert totals(following, keys) == (10, 5)
        kept.backup(database)
        book.record_hand(keys.id, (70, 80), 1)
    assert following.newest(keys.id, keys.watch) == 2
    assert totals(following, keys) == (70, 80)
    assert book.read(keys.id).standing.totals == (70, 80)


def test_one_letter_of_the_log_makes_another_match(book, keys):
    """Whatever a log differs in, what was remembered of another is not taken for it."""
    book.record_hand(keys.id, (10, 5), 1, by="ana")
    sight = Following(book.path).look(keys.id, keys.edit)
    seen = {sight.state}
    for column, value in enumerate((3, "hand_recorded!", 2, "{}", "2020", "bia", "e", 1)):
        last = list(sight.rows[-1])
        assert last[column] != value
        last[column] = value
        seen.add(replace(sight, rows=(*sight.rows[:-1], tuple(last))).state)
    assert len(seen) == 9


def test_two_matches_with_the_same_log(book, keys):
    rows = Following(book.path).look(keys.id, keys.edit).rows
    one, two = (remembering.record_of(name, rows) for name in ("one", "two"))
    assert (one.id, two.id) == ("one", "two")


def test_a_match_is_worked_out_once(book, keys, monkeypatch):
    monkeypatch.setattr(remembering, "_records", Memory(remembering.MOST_WEIGHT))
    read = []
    original = remembering.read_match
    monkeypatch.setattr(
        remembering, "read_match", lambda *args: read.append(args) or original(*args)
    )
    first = book.read(keys.id)
    assert book.read(keys.id) is first
    assert Following(book.path).look(keys.id, keys.edit).record is first
    assert len(read) == 1


def test_who_has_signed(following, book, keys):
    book.record_hand(keys.id, (10, 5), 1, by="abc Ana Maria")
    sight = following.look(keys.id, keys.edit)
    assert sight.has_signed("abc")
    assert not (sight.has_signed("ab") or sight.has_signed("Ana") or sight.has_signed("abc Ana"))
