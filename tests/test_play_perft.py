"""How many turns a position allows: frozen, and counted again by a slow enumerator of its own.

A turn is a sequence of primitive moves up to a discard that ends it or to going out; the cards
that are drawn, and those of the morto, are known.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations

import pytest

from scorekeeper.play.judge import judge_move
from scorekeeper.play.moves import Add, Discard, Draw, LayMeld, LayRedThree, TakePile
from scorekeeper.play.position import Phase, Position, SideMorto
from scorekeeper.play.side import Deal
from scorekeeper.play.table import Table
from scorekeeper.rules.cards import parse_cards
from scorekeeper.rules.options import override
from scorekeeper.rules.ruleset import PRESETS


@dataclass(frozen=True)
class Case:
    """A position of the first player, and how many turns there are."""

    name: str
    turns: int
    preset: str
    hand: str
    stock: str
    melds: tuple[str, ...] = ()
    pile: str = ""
    morto: str | None = None
    changes: dict[str, object] = field(default_factory=dict)

    @property
    def ruleset(self):
        return override(PRESETS[self.preset], self.changes)


CASES = (
    Case("draw and discard", 5, "classic", "4S 6H 8D 10C", "QS 4H", pile="9S", morto="KS"),
    Case("a set to lay", 7, "classic", "KS KH KD 4C 5C", "6D", pile="9S", morto="AS"),
    Case("sets with wilds", 16, "classic", "KS KH JK 2C 5C", "5D 7D", morto="AS"),
    Case("the pile with two ways", 70, "classic", "9S 9H 2C KD", "4S", ("9D 9C 9C",), "4D 9H"),
    Case("a last card that is stuck", 5, "classic", "KS KH 5D", "5S", ("KD KC KC",)),
    Case("into the morto", 4, "classic", "KS KH 5D", "KD", ("7D 7C 7C",), morto="AS 8S 8H"),
    Case("black threes on the way out", 3, "classic", "3S 3S 3C", "4D", ("8S 8H 8D 8C 8S 8H 8D",)),
    Case("runs and sets", 133, "carioca", "5H 6H 7H 7S 7D 2C", "8H", pile="JK", morto="AS"),
    Case("online, twos alone", 94, "online", "2S 2H 2D 10H JH QH", "KH", morto="AS 8S 8H"),
    Case("a minimum to open", 20, "classic", "AS AH AD KS KH KD 4C", "2C", morto="8S",
         changes={"opening_minimum": 70}),
    Case("a rich hand", 3235, "classic", "9S 9H 9D QC QD JK 2C", "4S", ("8D 8C 8C", "QH QS 2H"),
         "4D QD"),
    Case("a red 3 from the stock", 2, "aberta", "KS KH 4C", "3H KD 5S", morto="8S"),
)  # fmt: skip


def table_of(case):
    """The position as a table, the other players holding nothing that matters."""
    ruleset = case.ruleset
    hands = [parse_cards(case.hand), *[parse_cards("4H 5H")] * (ruleset.players - 1)]
    mortos = [parse_cards(case.morto) if case.morto else None, *[parse_cards("8D")] * 2]
    deal = Deal(
        tuple(hands), tuple(mortos[: ruleset.sides]), parse_cards(case.stock), None, len(hands) - 1
    )
    table = Table(ruleset, deal)
    for card in parse_cards(case.pile):
        table.discarded(card)
    for meld in case.melds:
        table.lay_out(table.side, parse_cards(meld))
        table.side.opened = True
    if case.morto is None:
        table.side.morto = SideMorto.TAKEN
    return table


def count(table):
    """How many turns the table allows, by its quick choices."""
    seat, total = table.seat, 0
    for choice in table.choices():
        after = table.copy()
        after.play(choice)
        total += 1 if after.over or after.seat != seat else count(after)
    return total


# the slow count: every combination of cards, asked of the judge one by one


def kind(card, runs):
    suit_counts = card.is_three or (runs and card.is_natural)
    colour = "red" if card.suit in "HD" else "black"
    if card.is_three:
        return f"3 {colour}"
    return str(card) if suit_counts else card.rank


def different(choices, runs):
    seen = {}
    for cards in choices:
        seen.setdefault(tuple(sorted(kind(card, runs) for card in cards)), cards)
    return seen.values()


def moves_in(position, runs):
    hand = position.hand
    yield Draw()
    yield from (LayRedThree(cards[0]) for cards in different(combinations(hand, 1), runs))
    for size in (3, 4):
        for cards in different(combinations(hand, size), runs):
            if size == 3 or all(card.is_black_three for card in cards):
                yield LayMeld(cards)
    for number in range(len(position.melds)):
        yield TakePile(meld=number)
        yield from (Add(number, cards) for cards in different(combinations(hand, 1), runs))
    yield from (TakePile(cards) for cards in different(combinations(hand, 2), runs))
    yield from (Discard(cards[0]) for cards in different(combinations(hand, 1), runs))


def slow_count(position, stock, ruleset):
    if position.phase is Phase.OVER:
        return 1
    total = 0
    for move in moves_in(position, ruleset.runs):
        if not judge_move(position, move, ruleset).legal:
            continue
        told, left = move, stock
        if isinstance(move, Draw):
            told, left = Draw(stock[0]), stock[1:]
        elif isinstance(move, LayRedThree) and stock:
            told, left = replace(move, replacement=stock[0]), stock[1:]
        ruling = judge_move(position, told, ruleset)
        total += slow_count(ruling.after, left, ruleset)
    return total


def position_of(case):
    ruleset = case.ruleset
    return Position(
        phase=Phase.DRAW,
        hand=parse_cards(case.hand),
        melds=tuple(map(parse_cards, case.melds)),
        pile=parse_cards(case.pile),
        stock=len(parse_cards(case.stock)),
        morto=SideMorto.TAKEN if case.morto is None else SideMorto.AVAILABLE,
        melded_before=False,
        mortos_left=ruleset.sides - (case.morto is None),
        morto_cards=None if case.morto is None else parse_cards(case.morto),
        score=0,
        opened=bool(case.melds),
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_number_of_turns_is_frozen(case):
    assert count(table_of(case)) == case.turns


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_slow_enumerator_counts_as_many(case):
    ruleset = case.ruleset
    if case.morto is not None:  # the judge takes a morto as large as the table's
        ruleset = override(ruleset, {})
        ruleset = replace(ruleset, morto_size=len(parse_cards(case.morto)))
    assert slow_count(position_of(case), parse_cards(case.stock), ruleset) == case.turns
