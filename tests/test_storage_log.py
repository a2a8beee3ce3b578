"""The event log: matches and their keys, events in order, and what an old file may hold."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta, timezone

import pytest

from scorekeeper.storage.events import (
    HandDeleted,
    HandRecorded,
    Logged,
    MatchStarted,
    SideSetup,
    UnknownEvent,
)
from scorekeeper.storage.faults import Fault, StorageError
from scorekeeper.storage.log import LONG_AGO, MOST_MISSING, MatchKeys, open_log, unread

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
KEYS = MatchKeys("m1", "edit-1", "watch-1")
OTHER = MatchKeys("m2", "edit-2", "watch-2")
START = MatchStarted("classic", {}, (SideSetup("A"), SideSetup("B")), 0)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "book.db"


@pytest.fixture
def log(path):
    with open_log(path) as opened:
        for keys in (KEYS, OTHER):
            opened.add_match(keys, NOON)
            opened.append(keys.id, START, 0, at=NOON, entry_id="start-" + keys.id)
        yield opened


def test_keys(log):
    assert log.keys("m1") == KEYS
    assert log.keys_with("edit-1") == log.keys_with("watch-1") == KEYS
    assert log.keys_with("watch-2") == OTHER
    assert log.keys("m9") is None
    assert log.keys_with("m1") is None
    assert log.keys_with("") is None
    assert log.keys_with("\ud800") is None


def test_events_come_back_in_order(log):
    hand = HandRecorded((5, 10))
    assert log.append("m1", hand, 1, at=NOON, by="Ida", entry_id="e1") == 2
    assert log.append("m1", HandDeleted(2), 2, at=NOON, by="Léo") == 3
    assert log.read("m1") == (
        Logged(1, START, NOON, "", "start-m1"),
        Logged(2, hand, NOON, "Ida", "e1"),
        Logged(3, HandDeleted(2), NOON, "Léo", None),
    )
    assert [logged.seq for logged in log.read_since("m1", 1)] == [2, 3]
    assert log.read_since("m1", 3) == ()
    assert log.last_seq("m1") == 3
    assert log.last_seq("m2") == 1


def test_a_match_that_is_not_there(log):
    assert log.read("m9") == ()
    assert log.last_seq("m9") == 0


def test_entries_are_found_in_their_match(log):
    log.append("m1", HandRecorded((5, 10)), 1, at=NOON, entry_id="e1")
    assert log.seq_of_entry("m1", "e1") == 2
    assert log.seq_of_entry("m2", "e1") is None
    assert log.match_of_entry("start-m2") == "m2"
    assert log.match_of_entry("e1") is None


def test_time_is_kept_in_utc(log):
    there = NOON.astimezone(timezone(timedelta(hours=-3)))
    log.append("m1", HandDeleted(1), 1, at=there)
    assert log.read("m1")[1].at == NOON
    stored = log.db.execute("SELECT at FROM events WHERE seq = 2").fetchone()
    assert stored == ("2026-03-01T12:00:00+00:00",)


def test_half_characters_do_not_stop_the_log(log):
    log.append("m1", HandDeleted(1), 1, at=NOON, by="a\ud800b", entry_id="e\udfff")
    assert log.read("m1")[1].by == "a?b"
    assert log.seq_of_entry("m1", "e\udfff") == 2


def test_polling_asks_an_index_only(log):
    plan = log.db.execute(
        "EXPLAIN QUERY PLAN SELECT coalesce(max(seq), 0) FROM events WHERE match_id = 'm1'"
    ).fetchall()
    assert "COVERING INDEX" in plan[0][3]


@pytest.mark.parametrize(
    ("match_id", "expected", "entry_id"),
    [("m1", 0, "e1"), ("m1", 2, "e1"), ("m1", 1, "start-m1"), ("m9", 0, "e1")],
)
def test_what_is_out_of_order_is_refused(path, log, match_id, expected, entry_id):
    with pytest.raises(StorageError) as caught, open_log(path) as other:
        other.append(match_id, HandDeleted(1), expected, at=NOON, entry_id=entry_id)
    assert caught.value.fault is Fault.REFUSED
    assert log.last_seq("m1") == 1


def test_a_match_is_added_once(path, log):
    with pytest.raises(StorageError), open_log(path) as other:
        other.add_match(MatchKeys("m3", "edit-1", "watch-3"), NOON)
    assert log.keys("m3") is None


@pytest.mark.parametrize(
    ("kind", "version", "payload", "at"),
    [
        ("seats_swapped", 1, "{}", "2026-03-01T12:00:00+00:00"),
        ("hand_recorded", 9, "{}", "2026-03-01T12:00:00+00:00"),
        ("hand_recorded", 1, '{"totals": null}', "2026-03-01T12:00:00"),
        ("hand_recorded", 1, '{"totals": [5, 5]}', "yesterday"),
        ("hand_recorded", 1, '{"totals": [5, 5]}', "9999-12-31T23:59:59-12:00"),
        ("hand_recorded", 1, '{"totals": [5, 5]}', "9999-12-31T23:59:59+00:00"),
        ("hand_recorded", 1, '{"totals": [5, 5]}', "0001-01-01T00:00:00+12:00"),
        ("hand_recorded", 1, '{"totals": [5, 5]}', "0001-01-01T00:00:00"),
    ],
)
def test_unknown_events_are_read_as_such(log, kind, version, payload, at):
    row = ("m1", 2, kind, version, payload, None, at, "")
    log.db.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)", row)
    log.append("m1", HandDeleted(1), 2, at=NOON)
    _, unknown, after = log.read("m1")
    assert unknown.event == UnknownEvent(kind, version)
    assert unknown.at == (NOON if at.startswith("2026") else LONG_AGO)
    assert after.event == HandDeleted(1)


def test_what_is_unread_or_missing_is_known_by_its_number(log):
    def logged(seq, event=START):
        return Logged(seq, event, NOON, "")

    unknown = UnknownEvent("seats_swapped", 1)
    assert unread(log.read("m1")) == unread(()) == ()
    assert unread((logged(1), logged(2, unknown), logged(3))) == (2,)
    assert unread((logged(1), logged(4), logged(6, unknown))) == (2, 3, 5, 6)
    assert unread((logged(2),)) == (1,)
    assert len(unread((logged(1), logged(2**60)))) == MOST_MISSING


def test_what_is_written_is_seen_by_others_after_the_block(path, log):
    with log.writing():
        log.append("m1", HandDeleted(1), 1, at=NOON)
        with open_log(path) as other:
            assert other.last_seq("m1") == 1
    with open_log(path) as other:
        assert other.last_seq("m1") == 2


def test_tables_are_not_made_on_the_way(path):
    with open_log(path) as log:
        log.db.execute("DROP TABLE events")
        with pytest.raises(sqlite3.OperationalError, match="no such table"):
            log.append("m1", HandDeleted(1), 1, at=NOON)
        assert not log.db.table("events").exists()
