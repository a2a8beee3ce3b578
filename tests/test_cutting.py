"""Cutting for the first deal: who draws, what is highest, who cuts again (`setup.dealer`)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.cards import RANKS, pack, parse_cards
from scorekeeper.rules.cutting import Draw, cut, dealer_of, high_seats

FOUR = range(4)


def drawn(rounds):
    return [[(draw.seat, str(draw.card)) for draw in draws] for draws in rounds]


def test_the_high_card_deals():
    rounds = cut(FOUR, parse_cards("9H KS 4D QC AS"))
    assert drawn(rounds) == [[(0, "9H"), (1, "KS"), (2, "4D"), (3, "QC")]]
    assert dealer_of(rounds) == 1


@pytest.mark.parametrize(("higher", "lower"), list(pairwise(RANKS)))
def test_ace_is_high_and_two_is_low(higher, lower):
    rounds = cut(range(2), parse_cards(f"{lower}S {higher}C"))
    assert dealer_of(rounds) == 1


def test_only_those_who_tied_cut_again_until_one_is_higher():
    rounds = cut(FOUR, parse_cards("QH KS KD 2C   5H 5D   3S 2S   AS"))
    assert drawn(rounds) == [
        [(0, "QH"), (1, "KS"), (2, "KD"), (3, "2C")],
        [(1, "5H"), (2, "5D")],
        [(1, "3S"), (2, "2S")],
    ]
    assert dealer_of(rounds) == 1
    assert dealer_of(rounds[:2]) is None
    assert dealer_of(()) is None


def test_the_suit_decides_nothing():
    assert high_seats(tuple(map(Draw, FOUR, parse_cards("KS KH KD KC")))) == (0, 1, 2, 3)


def test_a_low_tie_means_nothing():
    rounds = cut(FOUR, parse_cards("2H 2S 2D 3C"))
    assert (len(rounds), dealer_of(rounds)) == (1, 3)


def test_a_joker_is_put_back_and_another_card_drawn():
    rounds = cut(range(3), parse_cards("JK 9H JK JK 4S 7D"))
    assert drawn(rounds) == [[(0, "9H"), (1, "4S"), (2, "7D")]]


def test_a_joker_that_was_kept_is_below_a_two():
    assert high_seats(tuple(map(Draw, FOUR, parse_cards("JK 2S JK JK")))) == (1,)


@pytest.mark.parametrize("cards", ["", "KS KH", "JK JK JK", "KS KH 9D"])
def test_too_few_cards_decide_nothing(cards):
    with pytest.raises(ValueError, match="not enough cards"):
        cut(range(2), parse_cards(cards))


@given(st.permutations(pack(4)), st.integers(2, 4))
def test_any_pack_finds_one_dealer_who_was_highest_in_every_round(cards, seats):
    # a pack of nothing but ties is followed by cards that decide
    rounds = cut(range(seats), [*cards, *parse_cards("AS KS QS JS 10S 9S 8S 7S")])
    dealer = dealer_of(rounds)
    assert [draw.seat for draw in rounds[0]] == list(range(seats))
    for draws, onward in pairwise(rounds):
        assert high_seats(draws) == tuple(draw.seat for draw in onward)
    for draws in rounds:
        best = min(RANKS.index(draw.card.rank) for draw in draws)
        (mine,) = [draw for draw in draws if draw.seat == dealer]
        assert RANKS.index(mine.card.rank) == best
