"""Sides that count their part of a hand apart: both meet in one hand."""

from __future__ import annotations

import random
import tempfile
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from dealing import deal_tally, randoms, rulesets
from hypothesis import given, settings

from scorekeeper.rules.checks import check_tally
from scorekeeper.rules.problems import DocumentError, Finding
from scorekeeper.rules.ruleset import CLASSIC, PRESETS
from scorekeeper.rules.tally import ByPoints, ByValue, Canastas, CountedTable, SideTally, Tally
from scorekeeper.scorebook import (
    ConfirmingChanged,
    HandDeleted,
    HandRecorded,
    MatchSetup,
    NotPossible,
    OptionsChanged,
    PointsAdjusted,
    Scorebook,
    SideCounted,
    SideSetup,
    SideWithdrawn,
    StaleEntry,
    TallyRejected,
    match_document,
    part_of,
    problems_of_halves,
    read_history,
)

OUT = SideTally(CountedTable(ByPoints(300), Canastas(clean=1)), ByPoints(0), went_out=True)
IN = SideTally(CountedTable(ByPoints(100)), ByPoints(30))
WHOLE = Tally((OUT, IN))
FOUR_FIFTIES = SideTally(CountedTable(ByValue(((50, 3),))), ByPoints(0))


def half(side):
    return Tally((side,))


@pytest.fixture
def book(tmp_path):
    return Scorebook(tmp_path / "book.db")


@pytest.fixture
def match(book):
    sides = (SideSetup("Norte"), SideSetup("Sul"))
    return book.start(MatchSetup(replace(CLASSIC, target=1000), sides)).id


def count(book, match, side, entry, seen=None, entry_id="", by="a phone"):
    seen = book.last_seq(match) if seen is None else seen
    return book.change(match, SideCounted(side, entry), seen, entry_id, by)


def kinds(record):
    return [type(logged.event).__name__ for logged in record.log[1:]]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_halves_make_the_hand_in_one_piece(book, match, order):
    first = count(book, match, order[0], half(WHOLE.sides[order[0]]), by="phone A").match
    assert first.hands == ()
    assert list(first.halves) == [order[0]]
    assert first.halves[order[0]].by == "phone A"
    second = count(book, match, order[1], half(WHOLE.sides[order[1]]), by="phone B").match
    assert [hand.entry for hand in second.hands] == [WHOLE]
    assert second.hands[0].by == "phone B"
    assert second.halves == {}
    assert kinds(second) == ["SideCounted", "SideCounted", "HandRecorded"]


def test_halves_from_forms_opened_at_the_same_time_do_not_clash(book, match):
    count(book, match, 0, half(OUT), seen=1)
    assert count(book, match, 1, half(IN), seen=1).match.hands[0].entry == WHOLE


def test_a_double_tap_on_the_last_half_records_one_hand(book, match):
    count(book, match, 0, half(OUT))
    one = count(book, match, 1, half(IN), seen=2, entry_id="tap")
    two = count(book, match, 1, half(IN), seen=2, entry_id="tap")
    assert one.seq == two.seq == 3
    assert len(two.match.hands) == 1


def test_a_half_is_refused_for_what_is_wrong_with_it_alone(book, match):
    lacking = replace(IN, went_out=True)
    with pytest.raises(TallyRejected) as refused:
        count(book, match, 1, half(lacking))
    assert [(p.finding, p.where) for p in refused.value.problems] == [
        (Finding.OUT_WITHOUT_CANASTA, "sides[1].went_out")
    ]
    assert book.last_seq(match) == 1


def test_halves_that_do_not_fit_wait_until_one_is_corrected(book, match):
    count(book, match, 0, half(OUT))
    both_out = count(book, match, 1, half(replace(OUT, hand=ByPoints(10)))).match
    assert both_out.hands == ()
    assert [p.finding for p in problems_of_halves(both_out)] == [Finding.TWO_WENT_OUT]
    assert problems_of_halves(both_out, 1, half(IN)) == ()
    mended = count(book, match, 1, half(IN)).match
    assert mended.hands[0].entry == WHOLE


def test_five_of_four_cards_are_found_across_halves(book, match):
    count(book, match, 0, half(FOUR_FIFTIES))
    record = count(book, match, 1, half(FOUR_FIFTIES)).match
    assert [p.finding for p in problems_of_halves(record)] == [Finding.VALUE_TOO_OFTEN]


def test_nothing_is_said_of_a_half_that_waits_alone(book, match):
    record = count(book, match, 0, half(FOUR_FIFTIES)).match
    assert problems_of_halves(record, 0, half(OUT)) == ()


def test_a_second_half_of_a_side_replaces_the_first_if_it_was_seen(book, match):
    count(book, match, 0, half(OUT))
    better = replace(OUT, red_threes=1)
    record = count(book, match, 0, half(better)).match
    assert record.halves[0].entry == half(better)
    with pytest.raises(StaleEntry):
        count(book, match, 0, half(OUT), seen=2)
    assert count(book, match, 0, half(better), seen=2).match.halves[0].entry == half(better)


def test_a_half_is_taken_back(book, match):
    count(book, match, 0, half(OUT))
    assert book.change(match, SideWithdrawn(0), 2).match.halves == {}
    with pytest.raises(NotPossible):
        book.change(match, SideWithdrawn(0), 3)
    assert count(book, match, 1, half(IN)).match.hands == ()


def test_a_hand_entered_whole_drops_the_half_and_the_log_says_so(book, match):
    count(book, match, 1, half(replace(IN, hand=ByPoints(45))))
    with pytest.raises(StaleEntry):
        book.record_hand(match, WHOLE, 1)
    record = book.record_hand(match, WHOLE, 2).match
    assert record.halves == {}
    assert [step.dropped for step in read_history(record).steps] == [(), (), (1,)]


def test_a_hand_of_halves_drops_nothing(book, match):
    count(book, match, 1, half(IN))
    record = count(book, match, 0, half(OUT)).match
    assert [step.dropped for step in read_history(record).steps][-1] == ()


def test_halves_are_for_the_hand_that_was_next(book, match):
    book.record_hand(match, (100, 50), 1)
    with pytest.raises(StaleEntry) as stale:
        count(book, match, 0, half(OUT), seen=1)
    assert [type(logged.event) for logged in stale.value.since] == [HandRecorded]


@pytest.mark.parametrize(
    "change", [PointsAdjusted((10, 0), "a foul"), OptionsChanged({"target": 2000})]
)
def test_a_half_gets_in_the_way_of_nothing_else(book, match, change):
    count(book, match, 0, half(OUT))
    record = book.change(match, change, 1).match
    assert list(record.halves) == [0]


def test_asking_the_sides_to_confirm_gets_in_the_way_of_no_count(book, match):
    seen = book.read(match).last
    book.change(match, ConfirmingChanged(True), seen)
    count(book, match, 0, half(OUT), seen=seen)
    assert count(book, match, 1, half(IN), seen=seen).match.hands


def test_undo_passes_a_half_over_and_leaves_it(book, match):
    book.record_hand(match, (100, 50), 1)
    record = count(book, match, 0, half(OUT)).match
    assert read_history(record).undo.seq == 2
    record = book.undo(match, 2, record.last).match
    assert (record.hands, list(record.halves)) == ((), [0])
    record = book.undo(match, record.last, record.last).match
    assert len(record.hands) == 1
    assert read_history(record).redo is None


def test_undoing_a_hand_of_halves_deletes_it_and_brings_no_half_back(book, match):
    count(book, match, 0, half(OUT))
    record = count(book, match, 1, half(IN)).match
    hand = record.hands[0].id
    record = book.undo(match, hand, record.last).match
    assert record.log[-1].event == HandDeleted(hand)
    assert (record.hands, record.halves) == ((), {})
    assert book.undo(match, record.last, record.last).match.hands[0].entry == WHOLE


def test_a_side_that_gives_its_total_makes_a_hand_of_totals(book, match):
    count(book, match, 0, half(OUT))
    record = count(book, match, 1, (-45,)).match
    assert record.hands[0].entry == (600, -45)


def test_a_match_that_is_over_takes_no_half_and_shows_none(book, match):
    count(book, match, 0, half(OUT))
    record = book.stop(match, 2).match
    assert record.halves == {}
    with pytest.raises(TallyRejected):
        count(book, match, 1, half(IN))
    assert list(book.resume(match, 3).match.halves) == [0]


@pytest.mark.parametrize("event", [SideCounted(2, half(OUT)), SideWithdrawn(2)])
def test_a_side_that_is_not_there_counts_nothing(book, match, event):
    with pytest.raises(DocumentError) as refused:
        book.change(match, event, 1)
    assert refused.value.finding is Finding.NUMBER_OUT_OF_RANGE


def test_a_document_has_no_half(book, match):
    record = count(book, match, 0, half(OUT)).match
    assert match_document(record)["hands"] == []


def test_three_sides_meet_in_any_order(book):
    sides = tuple(SideSetup(name) for name in "ABC")
    rules = next(preset for preset in PRESETS.values() if preset.sides == 3)
    for order in permutations(range(3)):
        match = book.start(MatchSetup(rules, sides)).id
        for side in order:
            assert not book.read(match).hands
            count(book, match, side, (10 * side,), seen=1)
        assert book.read(match).hands[0].entry == (0, 10, 20)


@settings(max_examples=12, deadline=None)
@given(rulesets(), randoms())
def test_halves_in_any_order_are_the_hand_entered_whole(ruleset, chance):
    tally, _ = deal_tally(ruleset, chance)
    assert check_tally(tally, ruleset) == ()
    sides = tuple(SideSetup(f"S{n}") for n in range(ruleset.sides))
    with tempfile.TemporaryDirectory() as folder:
        book = Scorebook(Path(folder) / "book.db")
        whole = book.start(MatchSetup(ruleset, sides)).id
        apart = book.start(MatchSetup(ruleset, sides)).id
        book.record_hand(whole, tally, 1)
        order = list(range(ruleset.sides))
        random.Random(chance.random()).shuffle(order)
        for side in order:
            book.change(apart, SideCounted(side, part_of(tally, side)), 1)
        one, other = book.read(whole), book.read(apart)
        assert other.hands[0].entry == one.hands[0].entry
        assert other.hands[0].score == one.hands[0].score
        assert other.standing == one.standing
        assert match_document(other) == match_document(one)
