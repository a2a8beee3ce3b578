"""The first dealer, and the cards that said so, made ready for the page."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.cutting import Draws, high_seats
from scorekeeper.rules.match import first_player, side_of_seat
from scorekeeper.scorebook import MatchRecord

from .cards import CardView, view_card
from .pages import seat_label


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table: the number of its side, and who sits there."""

    number: int
    side: int
    name: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A player with the card drawn, and whether no other was higher."""

    seat: Seat
    card: CardView
    is_high: bool


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a cut; it is decided if one card is higher than all others."""

    number: int
    drawn: tuple[Drawn, ...]
    is_decided: bool


@dataclass(frozen=True, slots=True)
class DealerPage:
    """Who deals first; `may_change` until the first hand is entered."""

    id: str
    seen: int
    dealer: Seat
    first: Seat
    seats: tuple[Seat, ...]
    rounds: tuple[Round, ...]
    may_change: bool


def may_change_dealer(record: MatchRecord, may_edit: bool) -> bool:
    """Whether this phone may still say who deals first (`setup.dealer`)."""
    return may_edit and not record.hands and not record.is_over


def make_dealer_page(record: MatchRecord, may_edit: bool) -> DealerPage:
    """The page of the first dealer of a match."""
    seats = seats_of(record)
    first_dealer = record.setup.dealer
    return DealerPage(
        id=record.id,
        seen=record.last,
        dealer=seats[first_dealer],
        first=seats[first_player(first_dealer, len(seats))],
        seats=seats,
        rounds=tuple(_round(n, draws, seats) for n, draws in enumerate(record.cut, start=1)),
        may_change=may_change_dealer(record, may_edit),
    )


def seats_of(record: MatchRecord) -> tuple[Seat, ...]:
    """The seats of the table in the order of play."""
    sides = len(record.sides)
    return tuple(
        Seat(number, side_of_seat(number, sides), seat_label(record, number))
        for number in range(record.ruleset.players)
    )


def _round(number: int, draws: Draws, seats: tuple[Seat, ...]) -> Round:
    high = high_seats(draws)
    drawn = tuple(
        Drawn(seats[draw.seat], view_card(draw.card), draw.seat in high)
        for draw in draws
        if draw.seat < len(seats)
    )
    return Round(number, drawn, len(high) == 1)
