"""A match read lately is never read twice, and what is remembered of it is never another match."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.tally import ByPoints, Canastas, CountedTable, SideTally, Tally
from scorekeeper.scorebook import fold, remembering
from scorekeeper.scorebook.fold import read_match
from scorekeeper.storage.codec import encode
from scorekeeper.storage.events import (
    HandCorrected,
    HandDeleted,
    HandRecorded,
    HandRestored,
    MatchStarted,
    MatchStopped,
    OptionsChanged,
    PointsAdjusted,
    SideSetup,
    UnknownEvent,
)
from scorekeeper.storage.log import read_rows
from scorekeeper.storage.remembering import Memory
from scorekeeper.storage.text import format_time

START = MatchStarted("classic", {}, (SideSetup("We"), SideSetup("They")), 0)
NOON = format_time(datetime(2026, 1, 3, 12, tzinfo=UTC))


def tally(points):
    """A hand with a clean canasta and so many points of one side, and 100 − 30 of the other."""
    return Tally(
        (
            SideTally(CountedTable(ByPoints(points), Canastas(clean=1)), went_out=True),
            SideTally(CountedTable(ByPoints(100)), ByPoints(30)),
        )
    )


EVENTS = (
    HandRecorded(tally(300)),
    HandRecorded(tally(700)),
    HandRecorded((5, 10)),
    HandCorrected(2, tally(400)),
    HandCorrected(2, tally(700)),
    HandDeleted(2),
    HandRestored(2),
    OptionsChanged({"bonus_clean": 500}),
    OptionsChanged({"bonus_clean": 200}),
    PointsAdjusted((-5, 0), "foul"),
    MatchStopped(),
)


def row(seq, event):
    encoded = encode(event)
    return (seq, encoded.kind, encoded.version, encoded.payload, NOON, "", None, None)


@pytest.fixture
def nothing_known(monkeypatch):
    monkeypatch.setattr(remembering, "_records", Memory(remembering.MOST_WEIGHT))


STEPS = st.tuples(st.integers(1, 12), st.lists(st.sampled_from(EVENTS), max_size=4))


@given(st.lists(STEPS, min_size=1, max_size=8))
def test_what_is_remembered_is_what_a_whole_reading_gives(steps):
    """A log grows, and now and then a backup is put back that has less of it, and it grows anew."""
    remembering._records = Memory(remembering.MOST_WEIGHT)
    rows = (row(1, START),)
    for kept, events in steps:
        rows = rows[:kept]
        rows += tuple(row(len(rows) + n, event) for n, event in enumerate(events, start=1))
        assert remembering.record_of("m1", rows) == read_match("m1", read_rows(rows))


def test_of_a_log_that_has_grown_only_what_is_new_is_read_and_scored(nothing_known, monkeypatch):
    rows = tuple(row(n, e) for n, e in enumerate((START, *EVENTS[:3]), start=1))
    before = remembering.record_of("m1", rows)
    read, scored = [], []
    monkeypatch.setattr(remembering, "read_rows", lambda new: read.extend(new) or read_rows(new))
    score = fold.score_entry
    monkeypatch.setattr(
        fold, "score_entry", lambda entry, rules: scored.append(entry) or score(entry, rules)
    )
    added = row(5, HandRecorded(tally(500)))
    after = remembering.record_of("m1", (*rows, added))
    assert read == [added]
    assert scored == [tally(500)]
    assert after.hands[0].score is before.hands[0].score


def test_a_log_that_begins_otherwise_is_read_as_a_whole(nothing_known):
    """A hand entered after a backup was put back may bear the number of one that was lost."""
    start, lost, other = row(1, START), row(2, EVENTS[0]), row(2, EVENTS[1])
    assert remembering.record_of("m1", (start, lost)).standing.totals == (600, 70)
    later = (start, other, row(3, HandRecorded((5, 5))))
    assert remembering.record_of("m1", later) == read_match("m1", read_rows(later))


def test_a_hand_that_is_corrected_is_scored_anew(nothing_known):
    rows = (row(1, START), row(2, EVENTS[0]))
    before = remembering.record_of("m1", rows)
    corrected = remembering.record_of("m1", (*rows, row(3, HandCorrected(2, tally(700)))))
    assert corrected.hands[0].totals != before.hands[0].totals
    assert corrected.hands[0].entry == tally(700)


def test_a_score_under_other_rules_is_not_taken_over(nothing_known):
    rows = (row(1, START), row(2, EVENTS[0]))
    known = remembering.record_of("m1", rows)
    start = replace(known.log[0], event=replace(START, overrides={"bonus_clean": 500}))
    dearer = read_match("m1", (start, known.log[1]), known)
    assert (known.standing.totals, dearer.standing.totals) == ((600, 70), (900, 70))


def test_an_entry_of_another_program_does_not_end_what_is_remembered(nothing_known):
    rows = (row(1, START), row(2, EVENTS[0]))
    remembering.record_of("m1", rows)
    strange = (3, "from_the_future", 9, "{}", NOON, "", None, None)
    record = remembering.record_of("m1", (*rows, strange))
    assert isinstance(record.log[2].event, UnknownEvent)
    assert len(record.hands) == 1


def test_a_long_log_is_remembered_and_drives_out_no_other(nothing_known, monkeypatch):
    monkeypatch.setattr(remembering, "_long_records", Memory(remembering.MOST_OF_LONG))
    short, long = (row(1, START),), tuple(row(n, e) for n, e in enumerate((START, *EVENTS), 1))
    monkeypatch.setattr(remembering, "LONG", 2000)
    monkeypatch.setattr(remembering, "_records", Memory(1999))
    first = remembering.record_of("short", short)
    assert remembering.record_of("long", long) is remembering.record_of("long", long)
    assert remembering.record_of("short", short) is first
