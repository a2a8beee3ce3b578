"""What holds at every table, whatever was played: for checking the engine by playing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from ..rules.cards import Card, pack
from ..rules.checks import check_tally
from ..rules.melds import check_meld, read_meld
from ..rules.problems import ScorekeeperError
from .kinds import Choice
from .players import Player
from .table import Table


class ImpossibleTableError(ScorekeeperError):
    """What cannot be at a table, and the seed and number of the hand that led there."""

    def __init__(self, what: str, seed: object = None, hand: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.seed = seed
        self.hand = hand


def check_table(table: Table) -> None:
    """Raises `ImpossibleTableError` where cards are lost, a meld is none, a hand is wrongly
    empty, or a tally at the end cannot be."""
    for what in _faults(table):
        raise ImpossibleTableError(what)


def checked(player: Player) -> Player:
    """The player, held to the choices that the table gives."""

    def choosing(table: Table, rng: Random) -> Choice:
        choice = player(table, rng)
        choices = table.choices()
        if choice not in choices and (choice or choices):
            raise ImpossibleTableError(f"{choice} was chosen, but the choices are {choices}")
        return choice

    return choosing


def _faults(table: Table) -> Iterator[str]:
    yield from _pack_faults(table)
    yield from _hand_faults(table)
    yield from _meld_faults(table)
    if table.over:
        for problem in check_tally(table.tally(), table.ruleset):
            yield f"the tally breaks {problem.rule} at {problem.where}: {problem.finding}"


def _pack_faults(table: Table) -> Iterator[str]:
    """The pack, card by card, over all the places where a card can lie (`setup.pack`)."""
    left = Counter(pack(table.ruleset.jokers))
    left.subtract(_every_card(table))
    for card, count in left.items():
        if count:
            yield f"{card} is missing {count} times" if count > 0 else f"{card} is there too often"


def _every_card(table: Table) -> list[Card]:
    cards = [*table.stock, *table.pile]
    for seat in range(len(table.hands)):
        cards += table.cards_of(seat)
        cards += table.waiting[seat] or ()
    for morto in table.mortos:
        cards += morto or ()
    for side in table.sides:
        cards += [*side.red_threes, *side.late_red_threes]
        for meld in side.melds:
            cards += meld
    return cards


def _hand_faults(table: Table) -> Iterator[str]:
    of = table.kinds.of
    for seat, hand in enumerate(table.hands):
        size = sum([len(cards) for cards in hand.values()])
        if size != table.sizes[seat]:
            yield f"seat {seat} holds {size} cards, not {table.sizes[seat]}"
        if not size and table.waiting[seat] is None and table.out != seat:
            yield f"seat {seat} holds nothing and is not out"
        for kind, cards in hand.items():
            if not cards or any(of[card] != kind for card in cards):
                yield f"seat {seat} holds {cards} as kind {kind}"


def _meld_faults(table: Table) -> Iterator[str]:
    of, ruleset = table.kinds.of, table.ruleset
    for number, side in enumerate(table.sides):
        for meld, shape in zip(side.melds, side.shapes, strict=True):
            if read_meld(meld, ruleset) is None:
                rules = [problem.rule for problem in check_meld(meld, ruleset)]
                yield f"side {number} has the meld {meld}, which breaks {rules}"
            if shape.kinds != tuple(sorted([of[card] for card in meld])):
                yield f"side {number} has the meld {meld} with the kinds {shape.kinds}"
        canastas = [shape.canasta for shape in side.shapes if shape.canasta]
        clean = sum([canasta.is_clean for canasta in canastas])
        if (len(canastas), clean) != (side.canastas, side.clean_canastas):
            yield f"side {number} has {len(canastas)} canastas, {clean} of them clean"
