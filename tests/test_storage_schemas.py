"""Databases that earlier versions of the program have left, opened by this one.

`schemas/` has them as SQL, written down when each was the latest; what their matches come to was
told by the program of that day.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from scorekeeper.rules.match import Status
from scorekeeper.scorebook import Access, Scorebook, Transfers, UnknownEvent, parse_export
from scorekeeper.storage.backup import back_up
from scorekeeper.storage.faults import DatabaseNewerError
from scorekeeper.storage.migrations import migrations
from scorekeeper.storage.restoring import restore

FOLDER = Path(__file__).parent / "schemas"
SCHEMAS = ("m001", "m002", "m003", "m004", "m005")
NOW = datetime(2026, 11, 28, 20, 14)

LONG, THREE = (1325, -480), (100, 200, -50)
STOPPED, RESUMED, OVER, REMATCH = (1000, 20), (0, 0), (3200, 10), (0, 0)
PLAYING, WON = Status.PLAYING, Status.WON
FIRST = ((6, (1325, -380), PLAYING), (2, THREE, PLAYING))
SECOND = ((7, LONG, PLAYING), (2, THREE, PLAYING), (3, STOPPED, WON), (3, RESUMED, PLAYING))
THIRD = (
    (9, (1325, -380), PLAYING),
    (2, THREE, PLAYING),
    (3, STOPPED, WON),
    (3, RESUMED, PLAYING),
    (4, OVER, WON),
    (1, REMATCH, PLAYING),
)
FIFTH = (*THIRD[:4], (7, OVER, WON), (2, REMATCH, PLAYING))
"""Of each match: the number of its last event, the totals, and how it stands."""

STANDS = {"m001": FIRST, "m002": SECOND, "m003": THIRD, "m004": THIRD, "m005": FIFTH}


def schema(path, name):
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((FOLDER / f"{name}.sql").read_text(encoding="utf-8"))
    return Scorebook(path)


@pytest.fixture(params=SCHEMAS)
def named(request, tmp_path):
    """The name of a schema and a database that has it."""
    return request.param, schema(tmp_path / "old.db", request.param)


def rows(path, table):
    with closing(sqlite3.connect(path)) as connection:
        cursor = connection.execute(f"SELECT * FROM {table}")
        columns = [column[0] for column in cursor.description]
        found = [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]
    return [{name: value for name, value in row.items() if value is not None} for row in found]


def standing(book, match):
    record = book.read(match)
    return record.last, record.standing.totals, record.standing.ruling.status


def test_there_is_a_database_of_every_schema():
    known = [migration.name for migration in migrations._migrations]
    assert [name.split("_")[0] for name in known] == list(SCHEMAS)


def test_every_match_of_an_earlier_schema_stands_as_it_did(named):
    name, book = named
    matches = [row["id"] for row in rows(book.path, "matches")]
    assert tuple(standing(book, match) for match in matches) == STANDS[name]
    for match in matches:
        log = book.read(match).log
        assert not any(isinstance(logged.event, UnknownEvent) for logged in log)


def test_nothing_is_lost_on_the_way_to_todays_schema(named):
    name, book = named
    with closing(sqlite3.connect(book.path)) as connection:
        sql = (
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '^_%' ESCAPE '^'"
        )
        tables = [table for (table,) in connection.execute(sql)]
    before = {table: rows(book.path, table) for table in tables}
    assert before["events"] and (name < "m002" or before["rulesets"])
    assert name < "m004" or (before["codes"] and before["renewals"])
    assert name < "m005" or before["jobs"]
    book.find("")
    assert {table: rows(book.path, table) for table in tables} == before


def test_links_go_on_opening_their_matches_and_the_match_goes_on(named):
    name, book = named
    for row in rows(book.path, "matches"):
        assert book.find(row["edit_secret"]).may_edit
        assert book.find(row["watch_secret"]).match_id == row["id"]
    first = rows(book.path, "matches")[0]["id"]
    assert book.record_hand(first, (1, 2), book.last_seq(first)).seq == STANDS[name][0][0] + 1
    assert len(book.rulesets("owner-1")) == (name >= "m002")


def test_a_backup_of_an_earlier_schema_is_brought_up_to_date(named, tmp_path):
    name, old = named
    events = rows(old.path, "events")
    before = Path(old.path).read_bytes()
    new = Scorebook(tmp_path / "new.db")
    assert restore(new.path, old.path, NOW).matches == len(STANDS[name])
    found = rows(new.path, "events")
    assert [row for row in found if row["kind"] != "backup_restored"] == events
    matches = [row["id"] for row in rows(new.path, "matches")]
    assert [standing(new, match)[1:] for match in matches] == [told[1:] for told in STANDS[name]]
    assert Path(old.path).read_bytes() == before


@pytest.mark.parametrize("way", ["opened", "put back"])
def test_a_torn_entry_keeps_no_earlier_schema_from_todays(named, tmp_path, way):
    name, book = named
    with closing(sqlite3.connect(book.path)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("DROP TRIGGER IF EXISTS events_are_not_changed")
        connection.execute("UPDATE events SET payload = '{' WHERE seq = 1")
        connection.commit()
    if way == "put back":
        old, book = book, Scorebook(tmp_path / "new.db")
        found = restore(book.path, old.path, NOW).unread
        assert found.entries == found.matches == len(STANDS[name])
    book.find("")
    assert rows(book.path, "_sqlite_migrations")[-1]["name"].startswith(SCHEMAS[-1])
    assert [row["payload"] for row in rows(book.path, "events") if row["seq"] == 1] == [
        "{" for _ in STANDS[name]
    ]


def test_a_backup_keeps_the_schema_that_is_there(named, tmp_path):
    name, old = named
    back_up(old.path, tmp_path / "copy.db")
    applied = rows(tmp_path / "copy.db", "_sqlite_migrations")
    assert applied[-1]["name"].startswith(name)


def test_matches_of_an_earlier_schema_move_as_files(named, tmp_path):
    _, old = named
    for row in rows(old.path, "matches"):
        document = Transfers(old.path).export(row["id"])
        new = Transfers(tmp_path / "new.db")
        export = parse_export(json.dumps(document))
        found = new.take_in(export, "me", lambda keys: Access(keys.id, may_edit=True))
        assert found.keys.id == row["id"]
        assert new.export(row["id"]) == document


def test_a_newer_database_is_refused_and_not_a_byte_of_it_changed(named):
    _, book = named
    with closing(sqlite3.connect(book.path)) as connection:
        row = (99, "scorekeeper", "m099_what_is_to_come", "later")
        connection.execute("INSERT INTO _sqlite_migrations VALUES (?, ?, ?, ?)", row)
        connection.commit()
    before = Path(book.path).read_bytes()
    with pytest.raises(DatabaseNewerError) as caught:
        book.find("")
    assert caught.value.migrations == ("m099_what_is_to_come",)
    assert Path(book.path).read_bytes() == before
    assert [path.name for path in Path(book.path).parent.iterdir()] == ["old.db"]
