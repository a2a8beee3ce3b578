"""Which card to throw away: of little use to the player, and to the next one."""

from __future__ import annotations

from .kinds import Choice
from .sense import Sense, sense_of
from .standing import is_threatened
from .table import Table

NEVER = 10_000
"""More than any other card can cost."""


def best_discard(table: Table, discards: list[Choice]) -> Choice:
    """The discard that costs least."""
    if len(discards) == 1:
        return discards[0]
    costs = _Costs(table)
    return min([(costs.of(choice[1]), choice) for choice in discards])[1]


class _Costs:
    """What it costs to part with each kind of card, in points and roughly."""

    def __init__(self, table: Table) -> None:
        kinds = table.kinds
        self.table = table
        self.kinds = kinds
        self.sense: Sense = sense_of(kinds)
        self.unseen = self.sense.unseen(table)
        self.ending = is_threatened(table)
        seats, sides = len(table.sizes), len(table.sides)
        self.next = (table.seat + 1) % seats
        self.theirs: set[int] = set()
        for shape in table.sides[self.next % sides].shapes:
            self.theirs.update(shape.grown or kinds.grown(shape))
        self.ours: set[int] = set()
        for shape in table.side.shapes:
            self.ours.update(shape.grown or kinds.grown(shape))
        hidden = len(table.stock) + sum(table.sizes) - table.sizes[table.seat]
        self.share = 1000 * table.sizes[self.next] // max(1, hidden)
        self.prize = 10 + 14 * len(table.pile)

    def of(self, kind: int) -> int:
        return self._use(kind) + self._risk(kind) * self.prize // 1000

    def _use(self, kind: int) -> int:
        """What the card may still do for the player's own side."""
        value = self.kinds.values[kind]
        if kind in self.kinds.wild:
            return NEVER + value
        if kind == self.sense.blocker:
            return -20
        if kind in self.ours:
            return 40
        hand = self.table.hand
        company = sum([len(hand[mate]) for mate in self.sense.mates[kind] if mate in hand]) - 1
        hope = sum([self.unseen[mate] for mate in self.sense.mates[kind]])
        use = 12 * min(company, 2) + hope
        return use - value if self.ending else use - value // 4

    def _risk(self, kind: int) -> int:
        """The chance in thousandths that the next player takes the pile with this card on top."""
        if kind in self.kinds.lockers:
            return 0
        if kind in self.theirs:
            return 1000
        if not self.sense.natural[kind]:
            return 0
        likely = self.share * sum([self.unseen[mate] for mate in self.sense.mates[kind]])
        if len(self.sense.mates[kind]) > 1:
            likely //= 3
        return min(900, likely * likely // 2_000_000 + likely * 3 // 10_000)
