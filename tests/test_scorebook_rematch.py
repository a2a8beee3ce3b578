"""The rematch of a match, and the day of a table."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.rules.ranking import Ranking
from scorekeeper.rules.ruleset import CLASSIC, PRESETS
from scorekeeper.scorebook import (
    MatchSetup,
    NotPossible,
    RematchStarted,
    Scorebook,
    SideSetup,
    UnknownMatch,
)

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
PAIRS = MatchSetup(
    replace(CLASSIC, target=1000, bonus_clean=300),
    (SideSetup("Norte", ("Ida", "Léo")), SideSetup("Sul", ("Rui", "Eva"))),
    dealer=2,
)


class Watch:
    def __init__(self):
        self.time = NOON

    def __call__(self):
        self.time += timedelta(minutes=1)
        return self.time


@pytest.fixture
def watch():
    return Watch()


@pytest.fixture
def book(tmp_path, watch):
    return Scorebook(tmp_path / "book.db", clock=watch)


def play(book, match, *totals):
    for hand in totals:
        book.record_hand(match, hand, book.last_seq(match))
    return match


@pytest.fixture
def over(book):
    """Two hands, 1,200 : 300."""
    return play(book, book.start(PAIRS).id, (700, 200), (500, 100))


def test_the_same_table_plays_once_more(book, over):
    keys = book.rematch(over, by="phone A")
    record = book.read(keys.id)
    assert record.sides == PAIRS.sides
    assert record.ruleset == PAIRS.ruleset
    assert (record.setup.follows, record.setup.swapped) == (over, False)
    assert record.dealer == 0  # seats 2 and 3 have dealt
    assert record.standing.totals == (0, 0)
    assert record.log[0].by == "phone A"


def test_the_sides_may_change_places(book, over):
    record = book.read(book.rematch(over, swap=True).id)
    assert [side.name for side in record.sides] == ["Sul", "Norte"]
    assert record.setup.swapped
    assert record.dealer == 0


def test_the_old_match_says_what_follows_and_stays_as_it_was(book, over):
    before = book.read(over)
    keys = book.rematch(over)
    after = book.read(over)
    assert after.successor == keys.id
    assert after.log[-1].event == RematchStarted(keys.id)
    assert after.standing == before.standing
    assert after.changed_at == before.changed_at  # the match was over when it was over


def test_a_double_tap_and_a_second_phone_get_the_same_rematch(book, over):
    first = book.rematch(over, by="phone A")
    assert book.rematch(over, swap=True, by="phone B") == first
    assert book.last_seq(first.id) == 1


def test_a_match_in_play_has_no_rematch(book):
    match = play(book, book.start(PAIRS).id, (100, 100))
    with pytest.raises(NotPossible):
        book.rematch(match)
    with pytest.raises(UnknownMatch):
        book.rematch("nothere")


@pytest.mark.parametrize("end", ["stop", "annul"])
def test_a_match_that_was_ended_early_has_one(book, end):
    match = play(book, book.start(PAIRS).id, (100, 50))
    book.stop(match, 2) if end == "stop" else book.annul(match, (True, True), 2)
    assert book.read(book.rematch(match).id).dealer == 3


def test_the_old_match_may_still_be_corrected(book, over):
    keys = book.rematch(over)
    book.correct_hand(over, 3, (100, 100), book.last_seq(over))
    record = book.read(over)
    assert not record.is_over
    assert record.successor == keys.id
    assert book.rematch(over) == keys


def totals(day):
    return [match.result.totals for match in day.matches]


def test_one_match_is_a_day(book, over):
    day = book.day(over)
    assert [match.record.id for match in day.matches] == [over]
    assert day.ranking == Ranking(1, (1, 0), (1200, 300))


def test_the_day_is_the_same_from_each_of_its_matches(book, over):
    second = play(book, book.rematch(over).id, (200, 1100))
    third = play(book, book.rematch(second).id, (1500, 0))
    for match in (over, second, third):
        day = book.day(match)
        assert [one.record.id for one in day.matches] == [over, second, third]
        assert day.ranking == Ranking(3, (2, 1), (2900, 1400))


def test_sides_keep_their_wins_when_they_change_places(book, over):
    second = play(book, book.rematch(over, swap=True).id, (1100, 200))  # Sul wins
    third = play(book, book.rematch(second, swap=True).id, (1500, 0))  # Norte wins
    assert totals(book.day(over)) == [(1200, 300), (200, 1100), (1500, 0)]
    assert totals(book.day(second)) == [(300, 1200), (1100, 200), (0, 1500)]
    assert book.day(over).ranking == book.day(third).ranking == Ranking(3, (2, 1), (2900, 1400))
    assert book.day(second).ranking == Ranking(3, (1, 2), (1400, 2900))


def test_what_was_annulled_is_listed_and_does_not_count(book, over):
    """`match.annul`"""
    second = play(book, book.rematch(over).id, (100, 800))
    book.annul(second, (True, True), book.last_seq(second))
    third = play(book, book.rematch(second).id, (50, 20))
    day = book.day(third)
    assert [match.result.counts for match in day.matches] == [True, False, False]
    assert day.ranking == Ranking(1, (1, 0), (1200, 300))


def test_three_sides_in_the_other_order(book):
    sides = tuple(map(SideSetup, ("Ana", "Bia", "Caio")))
    first = play(book, book.start(MatchSetup(PRESETS["three_player"], sides)).id, (1600, 20, 300))
    second = play(book, book.rematch(first, swap=True).id, (1550, 10, 0))
    assert [side.name for side in book.read(second).sides] == ["Caio", "Bia", "Ana"]
    assert book.day(first).ranking == Ranking(2, (1, 0, 1), (1600, 30, 1850))


def test_another_evening_is_another_day(book, over, watch):
    watch.time += timedelta(hours=13)
    second = play(book, book.rematch(over).id, (200, 1100))
    assert [match.record.id for match in book.day(second).matches] == [second]
    assert [match.record.id for match in book.day(over).matches] == [over]


def test_a_game_past_midnight_is_one_day(book, watch):
    watch.time = NOON + timedelta(hours=11, minutes=50)
    first = play(book, book.start(PAIRS).id, (1200, 0))
    watch.time += timedelta(hours=1)
    second = play(book, book.rematch(first).id, (0, 1200))
    assert len(book.day(second).matches) == 2


def test_a_link_that_leads_nowhere_ends_the_day(book):
    lost = book.start(replace(PAIRS, follows="nothere")).id
    assert [match.record.id for match in book.day(lost).matches] == [lost]
