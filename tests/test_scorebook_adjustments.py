"""Points beside the hands: where they stand, what they change, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.rules.match import Status
from scorekeeper.rules.problems import DocumentError, Finding, ScorekeeperError
from scorekeeper.rules.reader import COUNT_LIMIT
from scorekeeper.rules.ruleset import CLASSIC, PRESETS
from scorekeeper.scorebook import (
    REASON_LIMIT,
    AdjustmentDeleted,
    AdjustmentRestored,
    MatchSetup,
    PointsAdjusted,
    Scorebook,
    SideSetup,
    StaleEntry,
    UnknownAdjustment,
    UnknownHand,
)

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
PAIRS = MatchSetup(replace(CLASSIC, target=1000), (SideSetup("Norte"), SideSetup("Sul")), dealer=2)


class Watch:
    """A clock that moves on by a minute whenever it is read."""

    def __init__(self):
        self.time = NOON

    def __call__(self):
        self.time += timedelta(minutes=1)
        return self.time


@pytest.fixture
def book(tmp_path):
    return Scorebook(tmp_path / "book.db", clock=Watch())


@pytest.fixture
def match(book):
    return book.start(PAIRS, "start").id


def test_an_adjustment_stands_between_the_hands(book, match):
    book.record_hand(match, (100, 50), 1)
    done = book.adjust(match, (0, -30), "foul", 2, "e2", "phone B")
    record = book.record_hand(match, (10, 20), 3).match
    assert done.seq == 3
    (adjustment,) = record.adjustments
    assert (adjustment.id, adjustment.after_hand) == (3, 1)
    assert (adjustment.points, adjustment.reason) == ((0, -30), "foul")
    assert (adjustment.running, adjustment.by) == ((100, 20), "phone B")
    assert record.hands[0].at < adjustment.at < record.hands[1].at
    assert [hand.running for hand in record.hands] == [(100, 50), (110, 40)]
    assert [hand.number for hand in record.hands] == [1, 2]
    assert record.standing.totals == (110, 40)
    assert [entry.id for entry in record.entries] == [2, 3, 4]
    assert record.entries == (record.hands[0], adjustment, record.hands[1])
    assert record.adjustment(3) is adjustment
    assert record.adjustment(2) is None
    assert record.hand(3) is None
    assert record.deleted_adjustments == ()


def test_totals_brought_over_from_paper_come_before_the_first_hand(book, match):
    record = book.adjust(match, (640, 455), "from paper", 1).match
    assert record.adjustments[0].after_hand == 0
    assert record.standing.totals == record.adjustments[0].running == (640, 455)
    assert record.hands == ()
    assert (record.dealer, record.first_player) == (2, 3)
    assert book.record_hand(match, (5, 5), 2).match.hands[0].running == (645, 460)


def test_reaching_the_target_takes_a_whole_hand(book, match):
    record = book.adjust(match, (1000, 0), "head start", 1).match
    assert record.standing.ruling.status is Status.PLAYING
    record = book.record_hand(match, (-50, 100), 2).match
    assert not record.is_over
    assert book.record_hand(match, (50, 0), 3).match.standing.ruling.winner == 0


def test_a_foul_found_after_the_end_counts(book, match):
    book.record_hand(match, (1000, 900), 1)
    record = book.adjust(match, (-50, 0), "foul", 2).match
    assert not record.is_over
    assert record.standing.totals == (950, 900)
    assert book.delete_adjustment(match, 3, 3).match.standing.ruling.winner == 0


def test_deletion_and_restoration(book, match):
    book.record_hand(match, (100, 0), 1)
    book.adjust(match, (-10, 0), "foul", 2)
    book.record_hand(match, (100, 0), 3)
    book.adjust(match, (0, 5), "kindness", 4)
    record = book.delete_adjustment(match, 3, 5).match
    assert [one.id for one in record.adjustments] == [5]
    (gone,) = record.deleted_adjustments
    assert (gone.id, gone.after_hand, gone.points, gone.running) == (3, 1, (-10, 0), ())
    assert record.deleted_adjustment(3) is gone
    assert record.deleted_adjustment(5) is record.adjustment(3) is None
    assert [hand.running for hand in record.hands] == [(100, 0), (200, 0)]
    record = book.restore_adjustment(match, 3, 6).match
    assert [one.id for one in record.adjustments] == [3, 5]
    assert [hand.running for hand in record.hands] == [(100, 0), (190, 0)]
    assert record.standing.totals == (190, 5)
    assert record.deleted_adjustments == ()
    assert [logged.event for logged in record.since(5)] == [
        AdjustmentDeleted(3),
        AdjustmentRestored(3),
    ]


def test_an_adjustment_counts_the_hands_that_are_left(book, match):
    book.record_hand(match, (100, 0), 1)
    book.record_hand(match, (100, 0), 2)
    book.adjust(match, (-10, 0), "foul", 3)
    record = book.delete_hand(match, 2, 4).match
    assert record.adjustments[0].after_hand == 1
    assert [entry.running for entry in record.entries] == [(100, 0), (90, 0)]
    assert book.restore_hand(match, 2, 5).match.adjustments[0].after_hand == 2


@pytest.mark.parametrize(
    ("points", "reason", "where", "finding"),
    [
        ((5,), "foul", "points", Finding.WRONG_LENGTH),
        ((5, 5, 5), "foul", "points", Finding.WRONG_LENGTH),
        ((0, 0), "foul", "points", Finding.KEY_MISSING),
        ((COUNT_LIMIT + 1, 0), "foul", "points[0]", Finding.NUMBER_OUT_OF_RANGE),
        ((0, -COUNT_LIMIT - 1), "foul", "points[1]", Finding.NUMBER_OUT_OF_RANGE),
        ((0, 1.5), "foul", "points[1]", Finding.WRONG_TYPE),
        ((5, 0), "", "reason", Finding.REASON_MISSING),
        ((5, 0), " \u200b\n", "reason", Finding.REASON_MISSING),
        ((5, 0), "x" * (REASON_LIMIT + 1), "reason", Finding.TOO_LARGE),
    ],
)
def test_what_an_adjustment_may_not_be(book, match, points, reason, where, finding):
    with pytest.raises(DocumentError) as caught:
        book.adjust(match, points, reason, 1, "e1")
    assert (caught.value.where, caught.value.finding) == (where, finding)
    assert book.last_seq(match) == 1
    assert book.adjust(match, (COUNT_LIMIT, -COUNT_LIMIT), "x" * REASON_LIMIT, 1, "e1").seq == 2


def test_the_reason_is_kept_tidy(book, match):
    record = book.adjust(match, (5, 0), "  a\tfoul\x00 of\n\n Rui\u202e ", 1, "e1").match
    assert record.adjustments[0].reason == "a foul of Rui"
    assert book.adjust(match, (5, 0), "a foul of  Rui", 1, "e1").match == record


def test_a_form_sent_twice_counts_once(book, match):
    once = book.adjust(match, (5, 0), "foul", 1, "e1")
    assert book.adjust(match, (5, 0), "foul", 1, "e1") == once
    gone = book.delete_adjustment(match, 2, 2, "e2")
    assert book.delete_adjustment(match, 2, 2, "e2") == gone
    back = book.restore_adjustment(match, 2, 3, "e3")
    assert book.restore_adjustment(match, 2, 3, "e3") == back
    assert book.adjust(match, (5, 0), "foul", 1, "e1").seq == once.seq
    assert book.last_seq(match) == 4


def test_a_form_sent_again_with_other_content_is_a_conflict(book, match):
    book.adjust(match, (5, 0), "foul", 1, "e1")
    for ask in (
        lambda: book.adjust(match, (10, 0), "foul", 1, "e1"),
        lambda: book.adjust(match, (5, 0), "gift", 2, "e1"),
        lambda: book.record_hand(match, (5, 0), 2, "e1"),
        lambda: book.delete_adjustment(match, 2, 2, "e1"),
        lambda: book.stop(match, 2, "e1"),
    ):
        with pytest.raises(StaleEntry) as caught:
            ask()
        assert caught.value.record.last == 2
    assert book.last_seq(match) == 2


@pytest.mark.parametrize("seen", [0, 1, 3])
def test_a_stale_form_is_refused_with_what_came_since(book, match, seen):
    book.adjust(match, (5, 0), "foul", 1)
    for ask in (
        lambda: book.adjust(match, (0, 0), "", seen, "e2"),
        lambda: book.delete_adjustment(match, 2, seen, "e2"),
        lambda: book.restore_adjustment(match, 9, seen, "e2"),
    ):
        with pytest.raises(StaleEntry) as caught:
            ask()
        assert [logged.seq for logged in caught.value.since] == [n for n in (1, 2) if n > seen]
    (foul,) = book.read(match).since(1)
    assert foul.event == PointsAdjusted((5, 0), "foul")


def test_adjustments_that_are_not_there(book, match):
    book.record_hand(match, (5, 5), 1)
    book.adjust(match, (5, 0), "foul", 2)
    book.adjust(match, (5, 0), "foul", 3)
    book.delete_adjustment(match, 4, 4)
    for ask, ids in (
        (book.delete_adjustment, (0, 1, 2, 4, 9, 10**30)),
        (book.restore_adjustment, (0, 1, 2, 3, 9, 10**30)),
    ):
        for adjustment in ids:
            with pytest.raises(UnknownAdjustment) as caught:
                ask(match, adjustment, 5)
            assert (caught.value.match_id, caught.value.adjustment) == (match, adjustment)
    assert isinstance(caught.value, ScorekeeperError)
    for ask in (book.delete_hand, book.restore_hand):
        with pytest.raises(UnknownHand):
            ask(match, 3, 5)
    assert book.last_seq(match) == 5


SEATS = {
    2: replace(PRESETS["two_player"], target=100_000),
    3: replace(PRESETS["three_player"], target=100_000),
    4: replace(CLASSIC, target=100_000),
}


@pytest.mark.parametrize("seats", SEATS)
def test_the_deal_passes_on_with_every_hand_and_nothing_else(book, seats):
    rules = SEATS[seats]
    assert rules.players == seats
    sides = tuple(SideSetup(f"S{number}") for number in range(rules.sides))
    dealer = seats - 1
    match = book.start(MatchSetup(rules, sides, dealer)).id
    points = (5,) + (0,) * (rules.sides - 1)
    hands = []

    def after(done, count):
        assert done.match.dealer == (dealer + count) % seats
        assert done.match.first_player == (dealer + count + 1) % seats
        return done.seq

    last = 1
    for count in range(1, 2 * seats + 2):
        last = after(book.record_hand(match, points, last), count)
        hands.append(last)
        last = after(book.adjust(match, points, "foul", last), count)
    count = len(hands)
    last = after(book.correct_hand(match, hands[0], points[::-1], last), count)
    last = after(book.delete_hand(match, hands[1], last), count - 1)
    last = after(book.delete_adjustment(match, hands[2] + 1, last), count - 1)
    last = after(book.delete_hand(match, hands[-1], last), count - 2)
    last = after(book.restore_adjustment(match, hands[2] + 1, last), count - 2)
    last = after(book.restore_hand(match, hands[1], last), count - 1)
    last = after(book.stop(match, last), count - 1)
    last = after(book.resume(match, last), count - 1)
    after(book.restore_hand(match, hands[-1], last), count)
