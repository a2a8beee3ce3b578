"""Hands that every side confirms, and two separate counts of one hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.rules.ruleset import CLASSIC, PRESETS
from scorekeeper.rules.tally import ByPoints, ByValue, Canastas, CountedTable, SideTally, Tally
from scorekeeper.scorebook import (
    ConfirmationWithdrawn,
    ConfirmingChanged,
    Doubt,
    HandConfirmed,
    HandCorrected,
    HandRecounted,
    MatchSetup,
    NotPossible,
    Scorebook,
    SideSetup,
    StaleEntry,
    TallyRejected,
    UnknownHand,
    match_document,
    read_history,
)
from scorekeeper.scorebook.agreement import doubts_between

OUT = SideTally(CountedTable(ByPoints(300), Canastas(clean=1)), ByPoints(0), went_out=True)
IN = SideTally(CountedTable(ByPoints(100)), ByPoints(30))
FIRST = Tally((OUT, IN))
OTHER_HAND = Tally((OUT, replace(IN, hand=ByPoints(40))))
OTHER_TABLE = Tally((OUT, replace(IN, table=CountedTable(ByPoints(105)), hand=ByPoints(40))))
IMPOSSIBLE = Tally((replace(OUT, table=CountedTable()), IN))
SIDES = (SideSetup("Norte"), SideSetup("Sul"))
HAND = 3


@pytest.fixture
def book(tmp_path):
    return Scorebook(tmp_path / "book.db")


@pytest.fixture
def match(book):
    """A match whose sides confirm each hand, with a hand to be agreed."""
    match = book.start(MatchSetup(CLASSIC, SIDES), confirming=True).id
    book.record_hand(match, FIRST, 2, by="A")
    return match


def change(book, match, event, seen=None, by="B", entry_id=""):
    seen = book.last_seq(match) if seen is None else seen
    book.change(match, event, seen, entry_id, by)
    return book.read(match)


def agreement(record, number=1):
    return record.hands[number - 1].agreement


def test_without_the_option_no_hand_is_asked_for(book):
    match = book.start(MatchSetup(CLASSIC, SIDES)).id
    record = book.record_hand(match, FIRST, 1).match
    assert (record.confirming, agreement(record), record.to_be_agreed) == (False, None, ())
    for event in (HandConfirmed(2, 0), HandRecounted(2, FIRST)):
        with pytest.raises(NotPossible):
            change(book, match, event)


def test_a_new_hand_counts_and_is_to_be_agreed(book, match):
    record = book.read(match)
    assert agreement(record).yes == (False, False)
    assert record.standing.totals == (600, 70)
    assert [hand.id for hand in record.to_be_agreed] == [HAND]


def test_a_hand_is_agreed_when_each_side_has_said_yes(book, match):
    record = change(book, match, HandConfirmed(HAND, 1))
    assert agreement(record).yes == (False, True)
    assert record.to_be_agreed
    record = change(book, match, HandConfirmed(HAND, 0))
    assert agreement(record).is_complete
    assert record.to_be_agreed == ()
    with pytest.raises(NotPossible):
        change(book, match, ConfirmationWithdrawn(HAND, 0))


def test_two_phones_may_say_yes_at_once(book, match):
    change(book, match, HandConfirmed(HAND, 0), seen=3)
    assert agreement(change(book, match, HandConfirmed(HAND, 1), seen=3)).is_complete


def test_a_yes_is_taken_back(book, match):
    change(book, match, HandConfirmed(HAND, 0))
    assert agreement(change(book, match, ConfirmationWithdrawn(HAND, 0))).yes == (False, False)


def test_a_yes_does_not_get_in_the_way_of_a_new_hand(book, match):
    change(book, match, HandConfirmed(HAND, 0))
    assert len(book.record_hand(match, (10, 20), 3).match.hands) == 2


def test_a_correction_asks_anew_and_a_yes_to_what_was_before_is_stale(book, match):
    change(book, match, HandConfirmed(HAND, 0))
    record = book.correct_hand(match, HAND, OTHER_HAND, 4).match
    assert agreement(record).yes == (False, False)
    with pytest.raises(StaleEntry):
        change(book, match, HandConfirmed(HAND, 1), seen=4)


def test_a_hand_that_is_deleted_is_confirmed_by_nobody(book, match):
    book.delete_hand(match, HAND, 3)
    with pytest.raises(UnknownHand):
        change(book, match, HandConfirmed(HAND, 0))
    assert book.read(match).to_be_agreed == ()


def test_hands_from_before_the_option_are_agreed_as_they_are(book):
    match = book.start(MatchSetup(CLASSIC, SIDES)).id
    book.record_hand(match, (10, 20), 1)
    change(book, match, ConfirmingChanged(True))
    record = book.record_hand(match, (30, 40), 3).match
    assert [hand.number for hand in record.to_be_agreed] == [2]
    record = change(book, match, ConfirmingChanged(False))
    assert (record.confirming, record.to_be_agreed) == (False, ())
    with pytest.raises(NotPossible):
        change(book, match, ConfirmingChanged(False))


def test_the_option_is_undone_and_goes_on_in_the_rematch(book):
    match = book.start(MatchSetup(replace(CLASSIC, target=100), SIDES)).id
    record = change(book, match, ConfirmingChanged(True))
    assert not book.undo(match, 2, record.last).match.confirming
    record = book.undo(match, 3, 3).match
    assert record.confirming
    book.record_hand(match, (200, 0), record.last)
    assert book.read(match).to_be_agreed
    assert book.read(book.rematch(match).id).confirming


def test_a_second_count_that_is_the_same_agrees_the_hand_at_once(book, match):
    assert agreement(change(book, match, HandRecounted(HAND, FIRST))).is_complete


def test_cards_counted_another_way_are_the_same(book, match):
    by_value = replace(IN, table=CountedTable(ByValue(((20, 4), (10, 2)))))
    record = change(book, match, HandRecounted(HAND, Tally((OUT, by_value))))
    assert agreement(record).is_complete
    assert record.hands[0].entry == FIRST


def test_a_second_count_that_differs_tells_the_lines(book, match):
    dispute = agreement(change(book, match, HandRecounted(HAND, OTHER_TABLE))).dispute
    assert dispute.doubts == (Doubt(1, "score.cards"), Doubt(1, "score.hand"))
    assert (dispute.awaits, dispute.is_open, dispute.by) == ((True, True), False, "B")


def test_of_bare_totals_the_total_is_in_doubt():
    assert doubts_between(FIRST, (600, 65), CLASSIC) == (Doubt(1),)
    assert doubts_between((600, 70), FIRST, CLASSIC) == ()


def test_who_counts_again_and_then_agrees_ends_it(book, match):
    change(book, match, HandRecounted(HAND, OTHER_HAND))
    record = change(book, match, HandRecounted(HAND, FIRST))
    assert agreement(record).is_complete
    assert agreement(record).dispute is None


def test_the_first_count_may_be_the_one_that_was_wrong(book, match):
    change(book, match, HandRecounted(HAND, OTHER_HAND))
    record = change(book, match, HandCorrected(HAND, OTHER_HAND), by="A")
    assert agreement(record).is_complete
    assert record.hands[0].entry == OTHER_HAND


def test_recounts_at_the_same_time_do_not_clash(book, match):
    change(book, match, HandRecounted(HAND, OTHER_HAND))
    change(book, match, HandRecounted(HAND, OTHER_TABLE), seen=4)
    assert agreement(change(book, match, HandCorrected(HAND, OTHER_TABLE), seen=4)).is_complete


def test_a_correction_before_the_second_count_is_no_counting_again(book, match):
    change(book, match, HandCorrected(HAND, OTHER_HAND))
    dispute = agreement(change(book, match, HandRecounted(HAND, FIRST))).dispute
    assert dispute.awaits == (True, True)


@pytest.mark.parametrize("first_is_first", [True, False])
def test_figures_are_shown_once_both_were_counted_again(book, match, first_is_first):
    change(book, match, HandRecounted(HAND, OTHER_HAND))
    again = [HandCorrected(HAND, FIRST), HandRecounted(HAND, OTHER_TABLE)]
    one, other = again if first_is_first else again[::-1]
    dispute = agreement(change(book, match, one)).dispute
    assert not dispute.is_open
    assert dispute.awaits == (not first_is_first, first_is_first)
    dispute = agreement(change(book, match, other)).dispute
    assert dispute.is_open
    assert dispute.second == OTHER_TABLE
    assert agreement(change(book, match, HandRecounted(HAND, FIRST))).is_complete


def test_yes_from_each_side_settles_two_counts_too(book, match):
    change(book, match, HandRecounted(HAND, OTHER_HAND))
    change(book, match, HandConfirmed(HAND, 0))
    record = change(book, match, HandConfirmed(HAND, 1))
    assert agreement(record).dispute is None
    assert agreement(record).is_complete
    with pytest.raises(NotPossible):
        change(book, match, HandRecounted(HAND, OTHER_HAND))


def test_a_second_count_is_checked_as_any_hand(book, match):
    with pytest.raises(TallyRejected):
        change(book, match, HandRecounted(HAND, IMPOSSIBLE))


def test_three_sides_still_say_yes_after_two_equal_counts(book):
    rules = next(preset for preset in PRESETS.values() if preset.sides == 3)
    sides = tuple(SideSetup(name) for name in "ABC")
    match = book.start(MatchSetup(rules, sides), confirming=True).id
    book.record_hand(match, (1, 2, 3), 2)
    record = change(book, match, HandRecounted(HAND, (1, 2, 3)))
    assert agreement(record).yes == (False, False, False)
    assert agreement(record).dispute is None
    assert agreement(record).is_counted_twice
    corrected = change(book, match, HandCorrected(HAND, (1, 2, 5)))
    assert not agreement(corrected).is_counted_twice


def test_undo_passes_a_yes_over(book, match):
    record = change(book, match, HandConfirmed(HAND, 0))
    assert read_history(record).undo.seq == HAND
    assert book.undo(match, HAND, record.last).match.hands == ()


def test_the_log_tells_whether_two_counts_agree(book, match):
    change(book, match, HandRecounted(HAND, OTHER_HAND))
    record = change(book, match, HandRecounted(HAND, FIRST))
    steps = read_history(record).steps
    assert [(step.number, step.agrees) for step in steps[-2:]] == [(1, False), (1, True)]


def test_the_end_of_a_match_comes_with_a_hand_that_is_not_agreed(book, match):
    record = book.record_hand(match, (5000, 0), 3).match
    assert record.is_over
    assert [hand.number for hand in record.to_be_agreed] == [1, 2]
    assert agreement(change(book, match, HandConfirmed(record.hands[1].id, 0)), 2).yes[0]


def test_a_document_is_the_same_whether_agreed_or_not(book, match):
    before = match_document(book.read(match))
    assert match_document(change(book, match, HandRecounted(HAND, OTHER_HAND))) == before
