"""What happened in a match, event by event, and how the latest is taken back and done again."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.problems import ScorekeeperError
from scorekeeper.rules.ruleset import CLASSIC
from scorekeeper.rules.tally import ByPoints, Canastas, CountedTable, SideTally, Tally
from scorekeeper.scorebook import (
    AdjustmentDeleted,
    HandCorrected,
    HandDeleted,
    HandRecorded,
    HandRestored,
    Logged,
    MatchAnnulled,
    MatchResumed,
    MatchSetup,
    MatchStarted,
    MatchStopped,
    NotPossible,
    OptionsChanged,
    PointsAdjusted,
    RematchStarted,
    Scorebook,
    SideSetup,
    StaleEntry,
    UnknownEvent,
    has_reopened,
    read_history,
)
from scorekeeper.scorebook.fold import read_match
from scorekeeper.scorebook.judging import judge
from scorekeeper.scorebook.reading import change_rules
from scorekeeper.storage.log import open_log

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SIDES = (SideSetup("Norte"), SideSetup("Sul"))
PAIRS = MatchSetup(replace(CLASSIC, target=1000), SIDES, dealer=2)
TALLY = Tally(
    (
        SideTally(CountedTable(ByPoints(300), Canastas(clean=1)), went_out=True),
        SideTally(CountedTable(ByPoints(100)), ByPoints(30)),
    )
)
START = MatchStarted("classic", {"target": 1000}, SIDES, 2)


@pytest.fixture
def book(tmp_path):
    return Scorebook(tmp_path / "book.db", clock=lambda: NOON)


@pytest.fixture
def match(book):
    return book.start(PAIRS, "start").id


def history_of(*events):
    log = (Logged(seq, event, NOON, "") for seq, event in enumerate(events, start=1))
    return read_history(read_match("m1", tuple(log)))


def undo(book, match, event=None):
    seen = book.last_seq(match)
    return book.undo(match, event or seen, seen).match


def state(record):
    """All of a record but its log, and the versions that tell of it."""
    hands = [(hand.id, hand.number, hand.entry, hand.running) for hand in record.hands]
    return hands, record.standing, record.ruleset, record.is_stopped, record.is_annulled


def test_steps_tell_what_every_event_did():
    history = history_of(
        START,
        HandRecorded((5, 10)),
        HandRecorded((20, 0)),
        HandDeleted(2),
        HandCorrected(3, TALLY),
        OptionsChanged({"bonus_clean": 250}),
        HandRestored(2),
        PointsAdjusted((-5, 0), "foul"),
        AdjustmentDeleted(8),
    )
    assert [step.number for step in history.steps] == [0, 1, 2, 1, 1, 2, 1, 0, 0]
    deleted, corrected = history.step(4), history.step(5)
    assert (deleted.before.totals, deleted.after) == ((5, 10), None)
    assert (corrected.before.totals, corrected.after.totals) == ((20, 0), (600, 70))
    assert (corrected.before.score, corrected.after.score.totals) == (None, (600, 70))
    assert [rules.bonus_clean for rules in history.step(6).rules] == [200, 250]
    assert history.step(8).adjustment == history.step(9).adjustment
    assert history.step(99) is None


@pytest.mark.parametrize(
    ("events", "inverse"),
    [
        ([HandRecorded((5, 10))], HandDeleted(2)),
        ([HandRecorded((5, 10)), HandCorrected(2, (0, 5))], HandCorrected(2, (5, 10))),
        ([HandRecorded((5, 10)), HandDeleted(2)], HandRestored(2)),
        ([HandRecorded((5, 10)), HandDeleted(2), HandRestored(2)], HandDeleted(2)),
        ([PointsAdjusted((5, 0), "foul")], AdjustmentDeleted(2)),
        ([OptionsChanged({"target": 500})], OptionsChanged({"target": 1000})),
        ([MatchStopped()], MatchResumed()),
        ([MatchAnnulled((True, True))], MatchResumed()),
        ([MatchStopped(), MatchResumed()], MatchStopped()),
        ([MatchAnnulled((True, True)), MatchResumed()], MatchAnnulled((True, True))),
    ],
    ids=str,
)
def test_what_takes_an_event_back(events, inverse):
    history = history_of(START, *events)
    assert history.undo is history.steps[-1]
    assert history.undo.inverse == inverse
    assert history.redo is None


@pytest.mark.parametrize(
    "event",
    [
        UnknownEvent("seats_swapped", 1),
        RematchStarted("m2"),
        HandRecorded((5, 5, 5)),
        HandCorrected(9, (5, 5)),
        HandCorrected(2, (5,)),
        PointsAdjusted((5,), "foul"),
        OptionsChanged({"sides": 3}),
    ],
    ids=str,
)
def test_what_cannot_be_taken_back_hides_what_came_before(event):
    assert history_of(START).undo is None
    assert history_of(START, HandRecorded((5, 10)), event).undo is None


def test_an_entry_is_taken_back_and_done_again(book, match):
    book.record_hand(match, (5, 10), 1)
    gone = undo(book, match)
    assert (gone.hands, gone.log[-1].event, gone.log[-1].undoes) == ((), HandDeleted(2), 2)
    history = read_history(gone)
    assert (history.undo, history.redo.seq) == (None, 3)
    assert [step.undone for step in history.steps] == [False, True, False]
    again = undo(book, match)
    assert again.hands[0].totals == (5, 10)
    assert (again.log[-1].event, again.log[-1].undoes) == (HandRestored(2), 3)
    history = read_history(again)
    assert (history.undo.seq, history.redo) == (4, None)
    assert [step.reverses for step in history.steps] == [None, None, 2, 2]
    assert [step.is_redo for step in history.steps] == [False, False, False, True]
    assert not any(step.undone for step in history.steps)
    assert len(again.log) == 4


def test_a_hand_deleted_on_purpose_is_no_undo(book, match):
    book.record_hand(match, (5, 10), 1)
    record = book.delete_hand(match, 2, 2).match
    history = read_history(record)
    assert (history.undo.seq, history.redo) == (3, None)
    assert undo(book, match).hands[0].totals == (5, 10)


def test_undo_goes_back_step_by_step_and_redo_forward_again(book, match):
    states = [state(book.read(match))]
    for change in (
        lambda: book.record_hand(match, TALLY, 1),
        lambda: book.correct_hand(match, 2, (40, 50), 2),
        lambda: book.change_options(match, {"target": 2000, "bonus_out": 0}, 3),
        lambda: book.record_hand(match, TALLY, 4),
        lambda: book.delete_hand(match, 2, 5),
        lambda: book.adjust(match, (0, -100), "foul", 6),
        lambda: book.annul(match, (True, True), 7),
    ):
        states.append(state(change().match))
    for expected in reversed(states[:-1]):
        history = read_history(book.read(match))
        assert state(undo(book, match, history.undo.seq)) == expected
    for expected in states[1:]:
        history = read_history(book.read(match))
        assert state(undo(book, match, history.redo.seq)) == expected
    assert book.last_seq(match) == 1 + 3 * 7


def test_a_new_event_ends_what_could_be_done_again(book, match):
    book.record_hand(match, (5, 10), 1)
    undo(book, match)
    record = book.record_hand(match, (20, 0), 3).match
    history = read_history(record)
    assert (history.undo.seq, history.redo) == (4, None)
    with pytest.raises(NotPossible):
        book.undo(match, 3, 4)
    assert history.steps[1].undone
    undo(book, match)
    assert read_history(book.read(match)).undo is None


@pytest.mark.parametrize("event", [0, -1, 1, 2, 99])
def test_only_the_latest_is_taken_back(book, match, event):
    book.record_hand(match, (5, 10), 1)
    book.record_hand(match, (5, 10), 2)
    with pytest.raises(NotPossible):
        book.undo(match, event, 3)
    assert book.last_seq(match) == 3


def test_an_undo_sent_twice_counts_once(book, match):
    book.record_hand(match, (5, 10), 1)
    assert book.undo(match, 2, 2, "e").seq == book.undo(match, 2, 2, "e").seq == 3
    with pytest.raises(StaleEntry):
        book.undo(match, 2, 2, "other")
    with pytest.raises(StaleEntry):
        book.delete_hand(match, 2, 2, "e")
    assert book.last_seq(match) == 3


def test_what_is_undone_is_kept_in_the_file(book, match):
    book.record_hand(match, (5, 10), 1)
    undo(book, match)
    with open_log(book.path) as log:
        assert [logged.undoes for logged in log.read(match)] == [None, None, 2]


def test_a_match_reopens(book, match):
    hand = book.record_hand(match, (1000, 5), 1).seq
    record = book.correct_hand(match, hand, (900, 5), 2).match
    assert has_reopened(record)
    assert not has_reopened(book.correct_hand(match, hand, (910, 5), 3).match)
    assert not has_reopened(book.record_hand(match, (100, 5), 4).match)
    assert has_reopened(undo(book, match))
    assert not has_reopened(book.stop(match, 6).match)
    assert has_reopened(book.resume(match, 7).match)


UNDOES = st.none() | st.integers(-1, 9)
EVENTS = st.sampled_from(
    [
        HandRecorded((5, 10)),
        HandDeleted(2),
        HandRestored(2),
        HandCorrected(2, (0, 0)),
        OptionsChanged({"target": 500}),
        MatchStopped(),
        MatchResumed(),
        UnknownEvent("x", 1),
        START,
    ]
)


def check_parts(record):
    """Each event is told alone as in the whole, with what it takes back, and the same offers."""
    whole = read_history(record)
    for step in whole.steps:
        part = read_history(record, (step.seq,))
        assert part.step(step.seq) == step
        assert (part.undo, part.redo) == (whole.undo, whole.redo)
        if step.reverses is not None:
            assert part.step(step.reverses) == whole.step(step.reverses)
        assert len(part.steps) <= 6


@given(st.lists(st.tuples(EVENTS, UNDOES), max_size=8))
def test_any_log_can_be_told(rows):
    log = [Logged(1, START, NOON, "")]
    log += [Logged(n, event, NOON, "", None, u) for n, (event, u) in enumerate(rows, start=2)]
    record = read_match("m", tuple(log))
    history = read_history(record)
    assert [step.seq for step in history.steps] == list(range(1, len(log) + 1))
    check_parts(record)
    for offered in (history.undo, history.redo):
        assert offered is None or offered.inverse is not None


DONE = st.sampled_from(
    [
        HandRecorded((5, 10)),
        HandRecorded((1000, 0)),
        HandCorrected(2, (40, 50)),
        HandDeleted(2),
        HandRestored(2),
        OptionsChanged({"target": 500}),
        OptionsChanged({"target": 2000, "tie": "starter_wins"}),
        PointsAdjusted((-5, 0), "foul"),
        MatchStopped(),
        MatchAnnulled((True, True)),
        MatchResumed(),
    ]
)


def possible(record, event):
    try:
        judge(record, event)
    except ScorekeeperError:
        return False
    if isinstance(event, OptionsChanged):
        return change_rules(record.ruleset, event.overrides) != record.ruleset
    return True


@given(st.lists(DONE | st.sampled_from(["undo", "redo"]), max_size=14))
def test_undo_and_redo_are_a_stack(actions):
    log = (Logged(1, START, NOON, ""),)
    record = read_match("m", log)
    states, at = [state(record)], 0
    for action in actions:
        history, seq = read_history(record), len(log) + 1
        assert (history.undo is not None, history.redo is not None) == (
            at > 0,
            at < len(states) - 1,
        )
        if isinstance(action, str):
            step = history.undo if action == "undo" else history.redo
            if step is None:
                continue
            log += (Logged(seq, step.inverse, NOON, "", None, step.seq),)
            at += -1 if action == "undo" else 1
        elif possible(record, action):
            log += (Logged(seq, action, NOON, ""),)
            at += 1
            states[at:] = [state(read_match("m", log))]
        record = read_match("m", log)
        assert state(record) == states[at]
    check_parts(record)
