"""Rulings kept in the log: numbered, as they were given, in nobody's way."""

from dataclasses import replace

import pytest

from scorekeeper.rules.problems import DocumentError
from scorekeeper.rules.ruleset import CLASSIC
from scorekeeper.scorebook import (
    MatchSetup,
    RulingKept,
    Scorebook,
    SideSetup,
    StaleEntry,
    keep_ruling,
    kept_rulings,
    read_history,
)
from scorekeeper.storage.codec import decode, encode

NO = RulingKept("pile", {"top": "2D"}, "no", "", None, "pile.blocked")
WORTH = RulingKept("card_worth", {"card": "JK"}, "says", "", 50, "score.cards")


@pytest.fixture
def book(tmp_path):
    return Scorebook(tmp_path / "book.db")


@pytest.fixture
def match(book):
    return book.start(MatchSetup(CLASSIC, (SideSetup("We"), SideSetup("They")))).id


def test_rulings_are_numbered_as_they_came(book, match):
    keep_ruling(book, match, NO)
    book.record_hand(match, (300, 100), 2)
    keep_ruling(book, match, WORTH)
    kept = kept_rulings(book.read(match))
    assert [(one.number, one.seq, one.ruling) for one in kept] == [(1, 2, NO), (2, 4, WORTH)]


@pytest.mark.parametrize("ruling", [NO, WORTH])
def test_a_ruling_is_read_as_it_was_written(ruling):
    written = encode(ruling)
    assert decode(written.kind, written.version, written.payload) == ruling


def test_a_form_opened_before_the_ruling_is_not_stale(book, match):
    seen = book.read(match).last
    keep_ruling(book, match, NO)
    recorded = book.record_hand(match, (300, 100), seen)
    assert recorded.match.standing.totals == (300, 100)


def test_a_ruling_is_kept_although_much_happened_meanwhile(book, match):
    for _ in range(3):
        book.record_hand(match, (300, 100), book.last_seq(match))
    keep_ruling(book, match, NO)
    assert len(kept_rulings(book.read(match))) == 1


def test_a_double_tap_keeps_one(book, match):
    first = keep_ruling(book, match, NO, "one-form")
    assert keep_ruling(book, match, NO, "one-form").seq == first.seq
    assert book.last_seq(match) == first.seq
    with pytest.raises(StaleEntry):
        keep_ruling(book, match, WORTH, "one-form")


def test_undo_passes_a_ruling_over(book, match):
    hand = book.record_hand(match, (300, 100), 1).seq
    keep_ruling(book, match, NO)
    history = read_history(book.read(match))
    assert history.undo is not None
    assert history.undo.seq == hand
    assert book.undo(match, hand, book.last_seq(match)).match.hands == ()


def test_a_ruling_has_the_rules_that_were_in_force_then(book, match):
    keep_ruling(book, match, NO)
    book.change_options(match, {"lock_cards": []}, book.last_seq(match))
    keep_ruling(book, match, NO)
    before, after = (kept.ruleset.lock_cards for kept in kept_rulings(book.read(match)))
    assert (before, after) == (CLASSIC.lock_cards, ())


def test_a_ruling_of_a_match_that_is_over_is_kept_too(book, match):
    book.record_hand(match, (3300, 100), 1)
    keep_ruling(book, match, NO)
    record = book.read(match)
    assert record.is_over
    assert len(kept_rulings(record)) == 1


@pytest.mark.parametrize(
    "ruling",
    [
        replace(NO, question="x" * 121),
        replace(NO, given={"top": "K" * 121}),
        replace(NO, given={f"f{number}": "1" for number in range(25)}),
        replace(WORTH, figure=10**12),
    ],
)
def test_a_ruling_that_is_too_large_is_refused(book, match, ruling):
    with pytest.raises(DocumentError):
        keep_ruling(book, match, ruling)
    assert book.last_seq(match) == 1
