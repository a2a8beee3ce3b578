"""Who deals first: chosen or cut for, before any hand (`setup.dealer`)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from scorekeeper.rules.cards import pack, parse_cards
from scorekeeper.rules.problems import DocumentError
from scorekeeper.rules.ruleset import CLASSIC, PRESETS
from scorekeeper.scorebook import (
    DealerChosen,
    MatchSetup,
    NotPossible,
    Scorebook,
    SideSetup,
    StaleEntry,
    match_document,
)

PAIRS = MatchSetup(CLASSIC, (SideSetup("Norte"), SideSetup("Sul")), dealer=3)


def stacked(text):
    """Shuffles so that these cards come first."""
    wanted = parse_cards(text)

    def shuffle(cards):
        rest = list(cards)
        for card in wanted:
            rest.remove(card)
        return (*wanted, *rest)

    return shuffle


@pytest.fixture
def book(tmp_path):
    return Scorebook(tmp_path / "book.db", shuffle=stacked("9H KS 4D KC  7S QH"))


@pytest.fixture
def match(book):
    return book.start(PAIRS).id


def drawn(record):
    return [" ".join(str(draw.card) for draw in draws) for draws in record.cut]


def test_the_high_card_deals_and_the_next_seat_plays(book, match):
    record = book.cut_dealer(match, 1).match
    assert drawn(record) == ["9H KS 4D KC", "7S QH"]
    assert [draw.seat for draw in record.cut[1]] == [1, 3]
    assert (record.dealer, record.first_player, record.setup.dealer) == (3, 0, 3)
    assert record.setup.starter == 0


def test_a_match_may_start_with_a_cut(book):
    record = book.read(book.start(replace(PAIRS, dealer=0), "start", "phone A", cut=True).id)
    assert record.dealer == 3
    assert record.last == 2
    assert record.log[1].by == "phone A"


def test_the_start_is_sent_twice_and_cut_once(book):
    first = book.start(PAIRS, "start", cut=True)
    assert book.start(PAIRS, "start", cut=True) == first
    assert book.last_seq(first.id) == 2


def test_a_cut_that_is_sent_twice_draws_no_other_cards(book, match):
    first = book.cut_dealer(match, 1, "cut")
    second = replace(book, shuffle=stacked("AS 2S 2H 2D")).cut_dealer(match, 1, "cut")
    assert second == first
    assert drawn(second.match) == ["9H KS 4D KC", "7S QH"]


def test_another_cut_is_another_event(book, match):
    book.cut_dealer(match, 1, "cut")
    again = replace(book, shuffle=stacked("AS 2S 2H 2D")).cut_dealer(match, 2, "again")
    assert (again.seq, again.match.dealer) == (3, 0)


def test_a_cut_from_a_page_that_is_old(book, match):
    book.choose_dealer(match, 2, 1)
    with pytest.raises(StaleEntry):
        book.cut_dealer(match, 1, "cut")


def test_a_dealer_chosen_by_hand_takes_the_place_of_a_cut(book, match):
    book.cut_dealer(match, 1)
    record = book.choose_dealer(match, 2, 2).match
    assert (record.dealer, record.cut) == (2, ())
    assert record.log[-1].event == DealerChosen(2)
    assert match_document(record)["dealer"] == 2
    assert match_document(record)["starter"] == 1


def test_the_deal_goes_round_from_there(book, match):
    book.choose_dealer(match, 1, 1)
    record = book.record_hand(match, (100, 50), 2).match
    assert (record.dealer, record.first_player) == (2, 3)


@pytest.mark.parametrize("seat", [-1, 4])
def test_a_seat_that_is_not_at_the_table(book, match, seat):
    with pytest.raises(DocumentError) as caught:
        book.choose_dealer(match, seat, 1)
    assert caught.value.where == "dealer"


def test_once_a_hand_is_entered_the_first_dealer_stays(book, match):
    book.record_hand(match, (100, 50), 1)
    with pytest.raises(NotPossible):
        book.choose_dealer(match, 2, 2)
    with pytest.raises(NotPossible):
        book.cut_dealer(match, 2)
    book.delete_hand(match, 2, 2)
    assert book.choose_dealer(match, 2, 3).match.dealer == 2


def test_a_match_that_was_annulled_has_no_first_deal(book, match):
    book.annul(match, (True, True), 1)
    with pytest.raises(NotPossible):
        book.cut_dealer(match, 2)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_game_cuts_with_its_own_pack_and_players(tmp_path, preset):
    seen = []

    def shuffle(cards):
        seen.append(cards)
        return tuple(Random(len(seen)).sample(cards, len(cards)))

    rules = PRESETS[preset]
    sides = tuple(SideSetup(f"S{n}") for n in range(rules.sides))
    book = Scorebook(tmp_path / "book.db", shuffle=shuffle)
    record = book.read(book.start(MatchSetup(rules, sides), cut=True).id)
    assert [draw.seat for draw in record.cut[0]] == list(range(rules.players))
    assert all(cards == pack(rules.jokers) for cards in seen)
    assert not any(draw.card.is_joker for draws in record.cut for draw in draws)


def test_chance_is_the_usual_source(tmp_path):
    book = Scorebook(tmp_path / "book.db")
    cuts = {book.read(book.start(PAIRS, cut=True).id).cut for _ in range(5)}
    assert len(cuts) > 1
