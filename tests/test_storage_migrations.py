"""The tables: what they take, and that the log only grows, whoever writes."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from scorekeeper.storage.connection import open_database

EVENT = (
    'INSERT INTO events (match_id, seq, kind, version, payload, entry_id, at, "by")'
    " VALUES (:match_id, :seq, :kind, :version, :payload, :entry_id, :at, :by)"
)
ROW = {
    "match_id": "m1",
    "seq": 1,
    "kind": "match_started",
    "version": 1,
    "payload": "{}",
    "entry_id": "e1",
    "at": "2026-01-01T00:00:00+00:00",
    "by": "",
}


@pytest.fixture
def plain(tmp_path):
    """The file as another program sees it: none of this package's settings but foreign keys."""
    path = tmp_path / "book.db"
    with open_database(path):
        pass
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        for name in ("m1", "m2"):
            row = (name, f"edit-{name}", f"watch-{name}", "now")
            connection.execute("INSERT INTO matches VALUES (?, ?, ?, ?)", row)
        connection.execute(EVENT, ROW)
        connection.commit()
        yield connection


def add(plain, **changed):
    plain.execute(EVENT, {**ROW, "seq": 2, "kind": "hand_recorded", "entry_id": "e2", **changed})


def test_tables_are_strict_and_indexes_unique(plain):
    strict = dict(plain.execute("SELECT name, strict FROM pragma_table_list").fetchall())
    assert strict["matches"] == strict["events"] == 1
    unique = "SELECT name FROM pragma_index_list('matches') WHERE \"unique\""
    assert len(plain.execute(unique).fetchall()) == 3


@pytest.mark.parametrize(
    "changed",
    [
        {"seq": "two"},
        {"seq": None},
        {"seq": 1},
        {"seq": 3},
        {"seq": 0},
        {"version": "new"},
        {"version": 0},
        {"version": None},
        {"payload": "{"},
        {"payload": None},
        {"payload": b"{}"},
        {"kind": ""},
        {"kind": None},
        {"entry_id": "e1"},
        {"entry_id": ""},
        {"at": None},
        {"by": None},
        {"match_id": "m9", "seq": 1},
        {"match_id": None},
    ],
    ids=str,
)
def test_what_an_event_may_not_be(plain, changed):
    with pytest.raises(sqlite3.IntegrityError):
        add(plain, **changed)
    add(plain)


@pytest.mark.parametrize("column", range(4))
def test_what_a_match_may_not_be(plain, column):
    row = ["m3", "edit-m3", "watch-m3", "now"]
    row[column] = None
    with pytest.raises(sqlite3.IntegrityError):
        plain.execute("INSERT INTO matches VALUES (?, ?, ?, ?)", row)
    if column < 3:
        row[column] = ("m1", "edit-m1", "watch-m1")[column]
        with pytest.raises(sqlite3.IntegrityError, match="UNIQUE"):
            plain.execute("INSERT INTO matches VALUES (?, ?, ?, ?)", row)


def test_events_may_come_without_an_entry(plain):
    add(plain, entry_id=None)
    add(plain, entry_id=None, seq=3)
    assert plain.execute("SELECT count(*) FROM events").fetchone() == (3,)


def test_an_entry_starts_one_match_only(plain):
    with pytest.raises(sqlite3.IntegrityError, match="once"):
        add(plain, match_id="m2", seq=1, kind="match_started", entry_id="e1")
    add(plain, match_id="m2", seq=1, kind="match_started", entry_id="e2")
    add(plain, match_id="m2", seq=2, entry_id="e1")


def test_the_start_of_an_entry_is_found_by_an_index(plain):
    plan = plain.execute(
        "EXPLAIN QUERY PLAN SELECT match_id FROM events"
        " WHERE kind = 'match_started' AND entry_id = 'e1'"
    ).fetchall()
    assert "events_started" in plan[0][3]


@pytest.mark.parametrize("recursive", ["ON", "OFF"])
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET payload = '[]'",
        "UPDATE events SET seq = seq + 1",
        "DELETE FROM events",
        "DELETE FROM events WHERE seq = 1",
        "DELETE FROM matches",
        EVENT.replace("INSERT", "REPLACE"),
        EVENT.replace("INSERT", "INSERT OR REPLACE").replace(":seq", "2"),
        EVENT.replace("INSERT", "INSERT OR REPLACE")
        .replace(":seq", "2")
        .replace(":kind", "'hand_recorded'"),
        EVENT.replace("INSERT", "INSERT OR REPLACE")
        .replace(":match_id", "'m2'", 1)
        .replace(":seq", "1"),
        EVENT + " ON CONFLICT (match_id, seq) DO UPDATE SET payload = '[]'",
    ],
)
def test_the_log_only_grows(plain, statement, recursive):
    plain.execute(f"PRAGMA recursive_triggers = {recursive}")
    before = plain.execute("SELECT * FROM events").fetchall()
    parameters = {**ROW, "payload": "[]"} if ":" in statement else {}
    with pytest.raises(sqlite3.IntegrityError):
        plain.execute(statement, parameters)
    assert plain.execute("SELECT * FROM events").fetchall() == before
