"""Options changed between hands: from which hand they hold, what is refused, and the document."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from scorekeeper.rules.documents import parse_match_document
from scorekeeper.rules.match import Status
from scorekeeper.rules.options import changes_between
from scorekeeper.rules.problems import DocumentError, Finding
from scorekeeper.rules.ruleset import CLASSIC, Opening
from scorekeeper.rules.tally import ByPoints, Canastas, CountedTable, SideTally, Tally
from scorekeeper.scorebook import (
    HandRecorded,
    Logged,
    MatchSetup,
    MatchStarted,
    NotPossible,
    OptionsChanged,
    Scorebook,
    SetupRejected,
    SideSetup,
    StaleEntry,
    match_document,
)
from scorekeeper.scorebook.fold import read_match, read_rules

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
PAIRS = MatchSetup(replace(CLASSIC, target=1000), (SideSetup("Norte"), SideSetup("Sul")), dealer=2)
# 300 on the table, a clean canasta, out 100; the other side has 100 on the table
TALLY = Tally(
    (
        SideTally(CountedTable(ByPoints(300), Canastas(clean=1)), went_out=True),
        SideTally(CountedTable(ByPoints(100))),
    )
)


@pytest.fixture
def book(tmp_path):
    return Scorebook(tmp_path / "book.db", clock=lambda: NOON)


@pytest.fixture
def match(book):
    return book.start(PAIRS, "start").id


def read_again(record):
    return parse_match_document(json.loads(json.dumps(match_document(record))))


def test_a_change_holds_from_the_next_hand_on(book, match):
    book.record_hand(match, TALLY, 1)
    book.change_options(match, {"bonus_clean": 250, "target": 2000}, 2)
    record = book.record_hand(match, TALLY, 3).match
    assert [hand.totals for hand in record.hands] == [(600, 100), (650, 100)]
    assert [hand.ruleset.bonus_clean for hand in record.hands] == [200, 250]
    assert record.standing.totals == (1250, 200)
    assert record.standing.ruling.status is Status.PLAYING
    assert record.ruleset.target == 2000


def test_an_old_hand_is_corrected_under_the_rules_it_was_played_under(book, match):
    hand = book.record_hand(match, (5, 5), 1).seq
    book.change_options(match, {"bonus_clean": 250}, 2)
    record = book.correct_hand(match, hand, TALLY, 3).match
    assert record.hands[0].totals == (600, 100)


def test_a_lower_target_is_checked_after_the_next_hand(book, match):
    book.record_hand(match, (600, 100), 1)
    record = book.change_options(match, {"target": 500}, 2).match
    assert not record.is_over
    record = book.record_hand(match, (0, 5), 3).match
    assert (record.standing.ruling.winner, record.standing.ruling.rule) == (0, "match.target")


def test_a_correction_that_ends_the_match_does_so_under_its_own_target(book, match):
    hand = book.record_hand(match, (600, 100), 1).seq
    book.change_options(match, {"target": 5000}, 2)
    record = book.correct_hand(match, hand, (1000, 100), 3).match
    assert record.is_over
    assert (record.in_force.target, record.ruleset.target) == (1000, 5000)
    back = book.correct_hand(match, hand, (600, 100), 4).match
    assert back.in_force.target == 5000


def test_what_is_pending_is_told_until_the_next_hand(book, match):
    book.record_hand(match, (5, 5), 1)
    record = book.change_options(match, {"target": 2000, "express": False}, 2).match
    assert record.pending == {"target": 2000}
    record = book.adjust(match, (10, 0), "foul", 3).match
    assert record.pending == {"target": 2000}
    recorded = book.record_hand(match, (5, 5), 4)
    assert recorded.match.pending == {}
    assert book.delete_hand(match, recorded.seq, 5).match.pending == {"target": 2000}
    assert book.change_options(match, {"target": 1000}, 6).match.pending == {}


def test_the_rules_after_every_event(book, match):
    book.change_options(match, {"target": 2000}, 1)
    book.record_hand(match, (5, 5), 2)
    record = book.change_options(match, {"target": 4000}, 3).match
    assert [read_rules(record, seq).target for seq in (-1, 1, 2, 3, 4, 99)] == [
        1000,
        1000,
        2000,
        2000,
        4000,
        4000,
    ]


@pytest.mark.parametrize(
    ("overrides", "finding"),
    [
        ({"sides": 3, "players_per_side": 1}, None),
        ({"players_per_side": 1}, None),
        ({"target": 1}, Finding.OPTION_OUT_OF_RANGE),
        ({"tempo": 1}, Finding.OPTION_UNKNOWN),
        ({"express": "yes"}, Finding.OPTION_WRONG_TYPE),
        ({}, Finding.KEY_MISSING),
    ],
    ids=str,
)
def test_what_may_not_be_changed(book, match, overrides, finding):
    expected = SetupRejected if finding is None else DocumentError
    with pytest.raises(expected) as refused:
        book.change_options(match, overrides, 1)
    if finding is not None:
        assert refused.value.finding is finding
    assert book.last_seq(match) == 1


def test_a_match_that_is_over_keeps_its_rules(book, match):
    book.record_hand(match, (1000, 5), 1)
    with pytest.raises(NotPossible):
        book.change_options(match, {"target": 5000}, 2)


def test_the_same_change_sent_twice_counts_once(book, match):
    first = book.change_options(match, {"target": 2000}, 1, "e")
    assert book.change_options(match, {"target": 2000}, 1, "e").seq == first.seq == 2
    with pytest.raises(StaleEntry):
        book.change_options(match, {"target": 3000}, 1, "e")
    with pytest.raises(StaleEntry):
        book.change_options(match, {"target": 3000}, 1, "other")


def record_of(*events):
    log = (Logged(seq, event, NOON, "") for seq, event in enumerate(events, start=1))
    return read_match("m1", tuple(log))


def test_a_log_with_a_change_that_cannot_be_is_read_on():
    changes = {"target": 2000, "sides": 3, "tempo": 5, "jokers": 99}
    record = record_of(
        MatchStarted("classic", {}, PAIRS.sides, 0),
        OptionsChanged(changes),
        HandRecorded((5, 10)),
    )
    assert record.hands[0].ruleset == replace(CLASSIC, target=2000)


OPENING = {"opening_minimum": {"points": 75, "from": 1500}}


def test_the_document_of_a_match_with_changes():
    record = record_of(
        MatchStarted("classic", {"target": 1000}, PAIRS.sides, 0),
        HandRecorded((5, 10)),
        OptionsChanged({"target": 2000}),
        OptionsChanged(OPENING),
        HandRecorded((10, 10)),
        OptionsChanged({"bonus_concealed": None, "target": 4000}),
    )
    written = match_document(record)
    assert written["overrides"] == {"target": 1000}
    assert [hand.get("overrides") for hand in written["hands"]] == [
        None,
        {"target": 2000} | OPENING,
    ]
    assert written["next_overrides"] == {"bonus_concealed": None, "target": 4000}
    again = read_again(record)
    assert [entry.ruleset for entry in again.entries] == [hand.ruleset for hand in record.hands]
    assert again.next_ruleset == record.ruleset
    assert again.last_ruleset.opening_minimum == Opening(75, 1500)
    assert again.check() == ()
    assert again.stand() == record.standing


def test_a_change_before_the_first_hand_is_in_the_document():
    record = record_of(
        MatchStarted("classic", {"target": 1000}, PAIRS.sides, 0), OptionsChanged({"target": 500})
    )
    assert match_document(record)["next_overrides"] == {"target": 500}
    assert read_again(record).next_ruleset == record.ruleset


def test_a_document_of_a_match_without_changes_has_no_key_for_them():
    record = record_of(MatchStarted("classic", {}, PAIRS.sides, 0), HandRecorded((5, 5)))
    assert "next_overrides" not in match_document(record)


def test_changes_between_two_rulesets():
    after = replace(CLASSIC, target=4000, bonus_royal=500)
    assert changes_between(CLASSIC, after) == {"bonus_royal": 500, "target": 4000}
    assert changes_between(after, after) == {}
