"""Who sits where, and who sits out: a fifth person comes in for the others in turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorekeeper.rules.match import place_of_seat, side_of_seat
from scorekeeper.storage.events import SideSetup

MOST_ON_THE_BENCH = 4


@dataclass(frozen=True, slots=True)
class Seating:
    """The sides with their players, those who sit out, and the seat that sits out next."""

    sides: tuple[SideSetup, ...]
    bench: tuple[str, ...] = ()
    next_out: int = 0

    def take(self, seat: int) -> Seating:
        """The first of the bench on this seat, and who had it at the end of the bench."""
        comes, goes = self.bench[0], player_at(self.sides, seat)
        number, place = side_of_seat(seat, len(self.sides)), place_of_seat(seat, len(self.sides))
        side = self.sides[number]
        players = [*side.players] + [""] * (place + 1 - len(side.players))
        players[place] = comes
        sides = [*self.sides]
        sides[number] = replace(side, players=tuple(players))
        bench = (*self.bench[1:], goes) if goes else self.bench[1:]
        seats = len(sides) * max(len(each.players) for each in sides)
        return Seating(tuple(sides), bench, (seat + 1) % seats)


def player_at(sides: Sequence[SideSetup], seat: int) -> str:
    """The name of the player at this seat, or nothing if it is not known (`setup.players`)."""
    players = sides[side_of_seat(seat, len(sides))].players
    place = place_of_seat(seat, len(sides))
    return players[place] if place < len(players) else ""
