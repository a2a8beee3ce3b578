"""Matches that end without reaching the target: stopped, annulled, and taken up again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.rules.match import Ruling, Status
from scorekeeper.rules.problems import DocumentError, Finding, Problem, ScorekeeperError
from scorekeeper.rules.ruleset import CLASSIC, PRESETS
from scorekeeper.scorebook import (
    MatchAnnulled,
    MatchResumed,
    MatchSetup,
    MatchStopped,
    NotPossible,
    Scorebook,
    SideSetup,
    StaleEntry,
    TallyRejected,
)

PAIRS = MatchSetup(replace(CLASSIC, target=1000), (SideSetup("Norte"), SideSetup("Sul")))
ALL = (True, True)


@pytest.fixture
def book(tmp_path):
    return Scorebook(tmp_path / "book.db")


@pytest.fixture
def match(book):
    """A match after one hand, which is event 2."""
    match = book.start(PAIRS, "start").id
    book.record_hand(match, (300, 100), 1, "e1")
    return match


def test_a_stopped_match_goes_to_the_higher_total(book, match):
    done = book.stop(match, 2, "e2", "phone B")
    assert done.seq == 3
    assert done.match == book.read(match)
    assert done.match.standing.ruling == Ruling(Status.WON, 0, "match.stopped")
    assert (done.match.is_over, done.match.is_stopped, done.match.is_annulled) == (
        True,
        True,
        False,
    )
    assert done.match.log[-1].event == MatchStopped()
    assert done.match.log[-1].by == "phone B"


def test_a_match_stopped_at_equal_totals_is_a_draw(book, match):
    book.adjust(match, (0, 200), "gift", 2)
    assert book.stop(match, 3).match.standing.ruling == Ruling(Status.DRAW, None, "match.stopped")
    new = book.start(PAIRS).id
    assert book.stop(new, 1).match.standing.ruling.status is Status.DRAW


def test_an_extra_hand_need_not_be_played(book, match):
    tied = book.record_hand(match, (700, 900), 2).match
    assert tied.standing.ruling.status is Status.EXTRA_HAND
    assert book.stop(match, 3).match.standing.ruling == Ruling(Status.DRAW, None, "match.stopped")


def test_a_match_is_annulled_if_all_agree(book, match):
    done = book.annul(match, ALL, 2, "e2", "phone B")
    assert done.match.standing.ruling == Ruling(Status.ANNULLED, None, "match.annul")
    assert done.match.standing.totals == (300, 100)
    assert (done.match.is_over, done.match.is_stopped, done.match.is_annulled) == (
        True,
        False,
        True,
    )
    assert done.match.log[-1].event == MatchAnnulled(ALL)


@pytest.mark.parametrize("consents", [(True, False), (False, True), (False, False)])
def test_a_match_is_not_annulled_against_a_side(book, match, consents):
    with pytest.raises(NotPossible) as caught:
        book.annul(match, consents, 2, "e2")
    assert caught.value.problems == (Problem("match.annul", Finding.ANNUL_NEEDS_ALL, "annul"),)
    assert caught.value.record == book.read(match)
    assert isinstance(caught.value, ScorekeeperError)
    assert book.last_seq(match) == 2
    assert not book.read(match).is_over


@pytest.mark.parametrize(
    ("consents", "where"),
    [((True,), "annul"), ((), "annul"), ((True,) * 3, "annul"), ((True, 1), "consents[1]")],
)
def test_consents_of_the_wrong_shape(book, match, consents, where):
    with pytest.raises(DocumentError) as caught:
        book.annul(match, consents, 2)
    assert caught.value.where == where
    assert book.last_seq(match) == 2


def test_all_three_must_agree(book):
    sides = tuple(SideSetup(name) for name in "ABC")
    match = book.start(MatchSetup(PRESETS["three_player"], sides)).id
    with pytest.raises(NotPossible):
        book.annul(match, (True, True, False), 1)
    assert book.annul(match, (True,) * 3, 1).match.is_annulled


END = {
    "stopped": lambda book, match: book.stop(match, 2, "end"),
    "annulled": lambda book, match: book.annul(match, ALL, 2, "end"),
}


@pytest.mark.parametrize("end", END.values(), ids=END)
def test_a_match_that_was_ended_goes_on_when_all_want_to(book, match, end):
    before = book.read(match)
    end(book, match)
    record = book.resume(match, 3, "e3").match
    assert not (record.is_over or record.is_stopped or record.is_annulled)
    assert record.standing == before.standing
    assert record.log[-1].event == MatchResumed()
    assert book.record_hand(match, (5, 5), 4).match.standing.totals == (305, 105)
    assert book.stop(match, 5).match.is_stopped


@pytest.mark.parametrize("end", END.values(), ids=END)
def test_no_hand_after_the_end(book, match, end):
    end(book, match)
    after_the_end = (Problem("match.target", Finding.HAND_AFTER_THE_END),)
    with pytest.raises(TallyRejected) as caught:
        book.record_hand(match, (5, 5), 3)
    assert caught.value.problems == after_the_end
    assert book.preview(match, (5, 5)).problems == after_the_end
    assert book.last_seq(match) == 3


@pytest.mark.parametrize("end", END.values(), ids=END)
def test_what_was_entered_may_still_be_put_right(book, match, end):
    end(book, match)
    assert book.correct_hand(match, 2, (100, 300), 3).match.standing.totals == (100, 300)
    book.adjust(match, (500, 0), "foul", 4)
    record = book.delete_hand(match, 2, 5).match
    assert record.standing.totals == (500, 0)
    assert record.is_over


def test_a_correction_changes_who_wins_a_stopped_match(book, match):
    book.stop(match, 2)
    assert book.correct_hand(match, 2, (100, 300), 3).match.standing.ruling.winner == 1
    won = book.correct_hand(match, 2, (1000, 300), 4).match
    assert won.standing.ruling == Ruling(Status.WON, 0, "match.target")
    assert won.is_stopped
    assert book.resume(match, 5).match.standing.ruling == won.standing.ruling


def won_at_the_table(book, match):
    return book.record_hand(match, (700, 0), 2, "end")


@pytest.mark.parametrize("end", [won_at_the_table, *END.values()], ids=["won", *END])
def test_a_match_ends_once(book, match, end):
    over = end(book, match).match
    for ask in (
        lambda: book.stop(match, 3, "e4"),
        lambda: book.annul(match, ALL, 3, "e4"),
        lambda: book.annul(match, (True, False), 3, "e4"),
    ):
        with pytest.raises(NotPossible) as caught:
            ask()
        assert caught.value.record == over
        assert caught.value.problems == ()
    assert book.last_seq(match) == 3


def test_what_was_never_ended_is_not_resumed(book, match):
    with pytest.raises(NotPossible):
        book.resume(match, 2)
    won_at_the_table(book, match)
    with pytest.raises(NotPossible) as caught:
        book.resume(match, 3)
    assert caught.value.problems == ()
    assert caught.value.record.is_over
    assert book.last_seq(match) == 3


def test_a_match_is_resumed_once(book, match):
    book.stop(match, 2)
    book.resume(match, 3)
    with pytest.raises(NotPossible):
        book.resume(match, 4)


def test_a_form_sent_twice_counts_once(book, match):
    for ask, seq in (
        (lambda: book.stop(match, 2, "e2"), 3),
        (lambda: book.resume(match, 3, "e3"), 4),
        (lambda: book.annul(match, ALL, 4, "e4"), 5),
        (lambda: book.resume(match, 5, "e5"), 6),
    ):
        once = ask()
        assert once.seq == seq
        assert ask() == once
    assert book.stop(match, 2, "e2").seq == 3
    assert not book.stop(match, 2, "e2").match.is_stopped


def test_a_form_sent_again_with_other_content_is_a_conflict(book, match):
    book.stop(match, 2, "e2")
    for ask in (
        lambda: book.annul(match, ALL, 2, "e2"),
        lambda: book.resume(match, 3, "e2"),
        lambda: book.record_hand(match, (5, 5), 3, "e2"),
    ):
        with pytest.raises(StaleEntry):
            ask()
    assert book.last_seq(match) == 3


@pytest.mark.parametrize("seen", [0, 1, 3])
def test_a_stale_form_is_refused(book, match, seen):
    for ask in (
        lambda: book.stop(match, seen, "e2"),
        lambda: book.annul(match, (True, False), seen, "e2"),
        lambda: book.resume(match, seen, "e2"),
    ):
        with pytest.raises(StaleEntry) as caught:
            ask()
        assert caught.value.seen == seen
    assert book.last_seq(match) == 2
