"""A hand played by bots as its page shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from scorekeeper.rules.documents import parse_tally
from scorekeeper.rules.match import side_of_seat
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.scoring import score_tally
from scorekeeper.rules.tally import ByCard, Melds, SideTally
from scorekeeper.work import Job

from .cards import CardView, MeldView, view_card, view_meld
from .languages import fill, gettext, isolate
from .pages import LineView, make_lines


@dataclass(frozen=True, slots=True)
class SideCards:
    """What a side has at the end: its melds, and what it holds."""

    melds: tuple[MeldView, ...]
    hand: tuple[CardView, ...]
    morto: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class SimulatedHand:
    """The hand: names of the sides, how it ended, its lines and the cards they come from."""

    names: tuple[str, ...]
    ending: Markup
    lines: tuple[LineView, ...]
    totals: tuple[int, ...]
    sides: tuple[SideCards, ...]
    record: str


def make_hand(job: Job, ruleset: Ruleset) -> SimulatedHand:
    """The hand that the job has played."""
    result = job.result
    tally = parse_tally(result["tally"], ruleset)
    score = score_tally(tally, ruleset)
    names = _names(ruleset)
    out = next((number for number, side in enumerate(tally.sides) if side.went_out), None)
    return SimulatedHand(
        names=names,
        ending=_ending(result, None if out is None else names[out]),
        lines=make_lines(score),
        totals=score.totals,
        sides=tuple(_cards(side, ruleset) for side in tally.sides),
        record=str(result["record"]),
    )


def _names(ruleset: Ruleset) -> tuple[str, ...]:
    """The sides by their players, who are called as in the record."""
    seats = range(ruleset.players)
    return tuple(
        " & ".join(f"P{seat + 1}" for seat in seats if side_of_seat(seat, ruleset.sides) == side)
        for side in range(ruleset.sides)
    )


def _ending(result: Mapping[str, object], out: str | None) -> Markup:
    turns = str(result["turns"])
    if out is None:
        return fill(gettext("The stock ran out after %(turns)s turns."), turns=turns)
    text = gettext("%(side)s went out after %(turns)s turns.")
    return fill(text, side=isolate(out), turns=turns)


def _cards(side: SideTally, ruleset: Ruleset) -> SideCards:
    melds = side.table.melds if isinstance(side.table, Melds) else ()
    hand, morto = (
        tuple(map(view_card, heap.cards)) if isinstance(heap, ByCard) else ()
        for heap in (side.hand, side.morto_cards)
    )
    views = tuple(view_meld(number, cards, ruleset) for number, cards in enumerate(melds))
    return SideCards(views, hand, morto)
