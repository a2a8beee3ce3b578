"""Hands → running totals → ruling on target, ties and extra hands (`match.*`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from .problems import Finding, Problem
from .ruleset import Ruleset
from .scoring import sole_leader


class Status(StrEnum):
    PLAYING = "playing"
    EXTRA_HAND = "extra_hand"
    WON = "won"
    DRAW = "draw"
    ANNULLED = "annulled"

    @property
    def is_over(self) -> bool:
        return self in (Status.WON, Status.DRAW, Status.ANNULLED)


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A whole hand, in points by side, and the ruleset it was played under."""

    totals: tuple[int, ...]
    ruleset: Ruleset


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points given or taken by the table, with its reason (`match.adjust`)."""

    points: tuple[int, ...]
    reason: str


Entry = PlayedHand | Adjustment


@dataclass(frozen=True, slots=True)
class Ruling:
    """How a match stands, and the rule that says so; the rule is None while it is played."""

    status: Status = Status.PLAYING
    winner: int | None = None
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """The match after all entries; `late` are the hands played after the decision."""

    totals: tuple[int, ...]
    running: tuple[tuple[int, ...], ...]
    ruling: Ruling
    hands: int
    late: tuple[int, ...] = ()


def stand(
    ruleset: Ruleset,
    entries: Sequence[Entry],
    starter: int = 0,
    annul: Sequence[bool] = (),
    stopped: bool = False,
) -> Standing:
    """The standing of a match (`match.target`, `match.both`, `match.tie`, `match.express`,
    `match.stopped`, `match.annul`). Only a whole hand decides; adjustments after it count with it.

    `starter` is the side of the first player of the first hand.
    """
    totals = (0,) * ruleset.sides
    running: list[tuple[int, ...]] = []
    late: list[int] = []
    ruling = before = after_hand = Ruling()
    rules = ruleset
    hands = 0
    for number, entry in enumerate(entries):
        points = entry.points if isinstance(entry, Adjustment) else entry.totals
        totals = tuple(total + more for total, more in zip(totals, points, strict=True))
        running.append(totals)
        if isinstance(entry, PlayedHand):
            if ruling.status.is_over:
                late.append(number)
                continue
            hands, rules, before = hands + 1, entry.ruleset, ruling
            ruling = after_hand = _after_hand(before, totals, rules, starter)
        elif after_hand.status.is_over and not late:
            ruling = _after_hand(before, totals, rules, starter)
    if annul and all(annul):
        ruling = Ruling(Status.ANNULLED, None, "match.annul")
    elif stopped and not ruling.status.is_over:
        leader = sole_leader(totals)
        status = Status.DRAW if leader is None else Status.WON
        ruling = Ruling(status, leader, "match.stopped")
    return Standing(totals, tuple(running), ruling, hands + len(late), tuple(late))


def check_match(standing: Standing, where: str = "hands") -> tuple[Problem, ...]:
    """Hands played after the one that decided the match (`match.target`)."""
    return tuple(
        Problem("match.target", Finding.HAND_AFTER_THE_END, f"{where}[{number}]")
        for number in standing.late
    )


def past_target(totals: Sequence[int], ruleset: Ruleset) -> tuple[int, ...]:
    """The sides at or past the target, which a whole hand looks at (`match.target`)."""
    return tuple(side for side, total in enumerate(totals) if total >= ruleset.target)


def next_hand_decides(totals: Sequence[int], ruleset: Ruleset) -> bool:
    """Whether a whole hand will look at a decision as the totals stand (`match.target`,
    `match.express`)."""
    return ruleset.express or bool(past_target(totals, ruleset))


def who_cuts(dealer: int, seats: int) -> int:
    """The seat on the dealer's right (`setup.dealer`)."""
    return (dealer - 1) % seats


def dealer_after(first: int, hands: int, seats: int) -> int:
    """The seat that deals after so many hands: the deal passes on by one (`setup.dealer`)."""
    return (first + hands) % seats


def first_player(dealer: int, seats: int) -> int:
    """The seat on the dealer's left (`setup.first`)."""
    return (dealer + 1) % seats


def side_of_seat(seat: int, sides: int) -> int:
    """Partners sit opposite each other, so the sides alternate (`setup.players`)."""
    return seat % sides


def place_of_seat(seat: int, sides: int) -> int:
    """Which player of the side sits there, from 0 (`setup.players`)."""
    return seat // sides


def _after_hand(before: Ruling, totals: tuple[int, ...], ruleset: Ruleset, starter: int) -> Ruling:
    leader = sole_leader(totals)
    if before.status is Status.EXTRA_HAND:
        return _tied(totals, ruleset, starter) if leader is None else _won(leader, "match.tie")
    if ruleset.express:
        if leader is None:
            return _tied(totals, ruleset, starter)
        return _won(leader, "match.express")
    reached = past_target(totals, ruleset)
    if not reached:
        return Ruling()
    if leader is None:
        return _tied(totals, ruleset, starter)
    return _won(leader, "match.both" if len(reached) > 1 else "match.target")


def _won(side: int, rule: str) -> Ruling:
    return Ruling(Status.WON, side, rule)


def _tied(totals: tuple[int, ...], ruleset: Ruleset, starter: int) -> Ruling:
    if ruleset.tie == "extra_hand":
        return Ruling(Status.EXTRA_HAND, None, "match.tie")
    order = [(starter + step) % len(totals) for step in range(len(totals))]
    best = max(totals)
    return _won(next(side for side in order if totals[side] == best), "match.tie")
