"""A tally as itemised lines that add up to each side's total."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .melds import Canasta, bonus
from .ruleset import Ruleset
from .tally import (
    ByCard,
    ByPoints,
    Canastas,
    Count,
    CountedTable,
    Morto,
    SideTally,
    Tally,
    canastas_of,
    cards_points,
    hand_points,
    points_of,
    red_threes_in,
    threes_cost,
    threes_in,
)

ALL_RED_THREES = 4

CANASTA_RULES = {
    Canasta.CLEAN: "score.clean",
    Canasta.DIRTY: "score.dirty",
    Canasta.ROYAL: "score.royal",
    Canasta.ACE_TO_ACE: "score.ace_to_ace",
    Canasta.WILD: "score.wild",
}

LINE_ORDER = (
    "score.cards",
    *CANASTA_RULES.values(),
    "red3.value",
    "red3.late",
    "score.threes",
    "score.out",
    "score.concealed",
    "score.morto",
    "score.hand",
    "score.morto_cards",
)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a score: its rule, points, and how many cards, canastas or threes it counts."""

    rule: str
    points: int
    count: int | None = None


@dataclass(frozen=True, slots=True)
class SideScore:
    """The lines of one side, without those of 0 points, and their sum."""

    lines: tuple[Line, ...]

    @property
    def total(self) -> int:
        return sum([line.points for line in self.lines])


@dataclass(frozen=True, slots=True)
class Score:
    """The score of one hand."""

    sides: tuple[SideScore, ...]

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple([side.total for side in self.sides])

    @property
    def hand_winner(self) -> int | None:
        """The side with the highest total, or None if several share it (`match.hand_winner`)."""
        return sole_leader(self.totals)


def sole_leader(totals: tuple[int, ...]) -> int | None:
    """The one side with the highest total, or None."""
    best = max(totals)
    return totals.index(best) if totals.count(best) == 1 else None


def score_tally(tally: Tally, ruleset: Ruleset) -> Score:
    """The score of a tally, also of one that `check_tally` refuses.

    `score.cards`, `score.clean`, `score.dirty`, `score.royal`, `score.ace_to_ace`, `score.wild`,
    `score.threes`, `score.out`, `score.concealed`, `score.morto`, `score.hand`,
    `score.morto_cards`; see `_red_three_lines` for the red 3s.
    """
    return Score(
        tuple(
            [
                SideScore(tuple([line for line in _lines(side, ruleset) if line.points]))
                for side in tally.sides
            ]
        )
    )


def _lines(side: SideTally, ruleset: Ruleset) -> Iterator[Line]:
    canastas = canastas_of(side, ruleset)
    yield _table_line(side, ruleset)
    if canastas.any:
        for kind, rule in CANASTA_RULES.items():
            number = canastas.of(kind)
            if number:
                yield Line(rule, number * bonus(kind, ruleset), number)
    if side.red_threes or side.red_threes_late:
        yield from _red_three_lines(side, canastas, ruleset)
    if ruleset.three_in_hand is not None:
        yield Line("score.threes", -threes_cost(side.hand, ruleset), threes_in(side.hand))
    if side.went_out:
        if side.concealed and ruleset.bonus_concealed is not None:
            yield Line("score.concealed", ruleset.bonus_concealed)
        else:
            yield Line("score.out", ruleset.bonus_out)
    if side.morto is Morto.LEFT or (side.morto is Morto.UNUSED and ruleset.unused_morto_counts):
        yield Line("score.morto", -ruleset.morto_penalty)
    yield _hand_line(side, ruleset)
    if side.morto is Morto.LEFT and side.morto_cards is not None and ruleset.morto_cards_count:
        points = points_of(side.morto_cards, ruleset)
        yield Line("score.morto_cards", -points, _number(side.morto_cards))


def _table_line(side: SideTally, ruleset: Ruleset) -> Line:
    if isinstance(side.table, CountedTable):
        count = side.table.count
        return Line("score.cards", points_of(count, ruleset), _number(count))
    cards = [card for meld in side.table.melds for card in meld]
    return Line("score.cards", cards_points(cards, ruleset), len(cards))


def _hand_line(side: SideTally, ruleset: Ruleset) -> Line:
    if isinstance(side.hand, ByCard) and ruleset.three_in_hand is not None:
        number: int | None = len(side.hand.cards) - threes_in(side.hand)
    else:
        number = _number(side.hand)
    return Line("score.hand", -hand_points(side.hand, ruleset), number)


def _red_three_lines(side: SideTally, canastas: Canastas, ruleset: Ruleset) -> tuple[Line, ...]:
    """The lines of the laid red 3s, all four together as one (`red3.value`, `red3.late`)."""
    earned = bool(canastas.clean_ones if ruleset.red3_needs == "clean" else canastas.any)
    sign = 1 if earned else -1
    value = ruleset.red3_value
    if side.red_threes + side.red_threes_late == ALL_RED_THREES:
        together = ruleset.red3_all_four if earned else ruleset.red3_all_four_without
        points = sign * ALL_RED_THREES * value if together is None else together
        return (Line("red3.value", points, ALL_RED_THREES),)
    late = value if ruleset.red3_late_value is None else ruleset.red3_late_value
    return (
        Line("red3.value", sign * value * side.red_threes, side.red_threes),
        Line("red3.late", sign * late * side.red_threes_late, side.red_threes_late),
    )


def _number(count: Count) -> int | None:
    """How many cards were counted, red threes aside; None where points were given."""
    if isinstance(count, ByPoints):
        return None
    if isinstance(count, ByCard):
        return len(count.cards) - red_threes_in(count)
    return sum(number for _, number in count.counts)
