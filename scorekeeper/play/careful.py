"""A sound amateur, who sees what a player at the table sees: the own hand, what lies open, and how
many cards the others hold."""

from __future__ import annotations

from random import Random

from .discarding import best_discard
from .kinds import ADD, DISCARD, DRAW, MELD, TAKE_ONTO, TAKE_WITH, TAKING_MORTO, Choice, Shape
from .sense import sense_of
from .standing import can_go_out, going_out_gains
from .table import Table
from .taking import best_take
from .wilds import WildAdds, WildMelds, least_harm, place_wild

FEW_CARDS = 4
"""With more cards than these in hand, no single play can be the last one."""


def careful_player(table: Table, rng: Random) -> Choice:
    """The choice of a careful amateur: always the same for what that player sees."""
    choices = table.choices()
    if len(choices) < 2:
        return choices[0] if choices else ()
    takes = [choice for choice in choices if choice[0] in (TAKE_ONTO, TAKE_WITH)]
    if takes:
        take = best_take(table, takes, must=len(takes) == len(choices))
        if take is not None:
            return take
        choices = [choice for choice in choices if choice[0] not in (TAKE_ONTO, TAKE_WITH)]
    draws = [choice for choice in choices if choice[0] == DRAW]
    return draws[0] if draws else _Turn(table, choices).best()


class _Turn:
    """What a player can do after the draw."""

    def __init__(self, table: Table, choices: list[Choice]) -> None:
        self.table = table
        self.kinds = table.kinds
        self.side = table.side
        self.size = table.sizes[table.seat]
        self.adds: list[tuple[int, Choice]] = []
        self.melds: list[tuple[Choice, Shape]] = []
        self.wild_adds: WildAdds = []
        self.wild_melds: WildMelds = []
        self.discards: list[Choice] = []
        for choice in self._kept(choices):
            self._sort_in(choice)

    def best(self) -> Choice:
        """Naturals first, then wilds where they are worth it, then a discard."""
        if self.adds:
            return max(self.adds)[1]
        if self.melds:
            return max([(self._promise(shape), choice) for choice, shape in self.melds])[1]
        if self.wild_adds or self.wild_melds:
            choice = place_wild(self.table, self.wild_adds, self.wild_melds)
            if choice is not None:
                return choice
        if self.discards:
            return best_discard(self.table, self.discards)
        return least_harm(self.table, self.wild_adds, self.wild_melds)[1]

    def _kept(self, choices: list[Choice]) -> list[Choice]:
        """The choices without those that go out too early, or take a morto where going out is
        better."""
        claims = {choice[1:]: choice for choice in choices if choice[0] == TAKING_MORTO}
        if self.size > FEW_CARDS or not (claims or can_go_out(self.side, self.table)):
            return choices
        plain = [choice for choice in choices if choice[0] != TAKING_MORTO]
        if going_out_gains(self.table) >= 0:
            return plain
        if claims:
            return [claims.get(choice, choice) for choice in plain]
        return [choice for choice in plain if self._keeps_two(choice)] or plain

    def _keeps_two(self, choice: Choice) -> bool:
        """Whether a card stays in hand for after the turn, the discard besides."""
        if choice[0] == DISCARD:
            return self.size > 1
        return self.size - (1 if choice[0] == ADD else len(choice) - 1) > 1

    def _sort_in(self, choice: Choice) -> None:
        plain = choice[1:] if choice[0] == TAKING_MORTO else choice
        if plain[0] == DISCARD:
            self.discards.append(choice)
        elif plain[0] == ADD:
            before = self.side.shapes[plain[1]]
            after = self.kinds.grown(before)[plain[2]]
            if after.wilds > before.wilds:
                self.wild_adds.append((choice, before, after))
            else:
                self.adds.append((_growth(before, after), choice))
        elif plain[0] == MELD:
            shape = self.kinds.shape(plain[1:])
            (self.wild_melds if shape.wilds else self.melds).append((choice, shape))

    def _promise(self, shape: Shape) -> int:
        """How good a new meld is: by what may follow it, and by what its cards leave behind."""
        if len(self.melds) == 1:
            return 0
        hand, mates = self.table.hand, sense_of(self.kinds).mates
        follows = sum([len(hand[kind]) for kind in self.kinds.grown(shape) if kind in hand])
        bereft = sum([mate in hand for kind in shape.kinds for mate in mates[kind]])
        return 10 * follows - bereft


def _growth(before: Shape, after: Shape) -> int:
    """How good an addition is: first what makes a canasta, then the longest meld without one."""
    if after.canasta is not before.canasta:
        return 100 if after.canasta and after.canasta.is_clean else 90
    if before.canasta is None:
        return 40 + before.size - 10 * before.wilds
    return 10 - before.wilds
