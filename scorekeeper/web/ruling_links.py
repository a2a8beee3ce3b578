"""From a problem in a tally to the question that settles it, with what the tally tells."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from scorekeeper.assistant.desk import QUESTIONS
from scorekeeper.language.questions import question_title, questions_about
from scorekeeper.language.sentences import SIDE_PLACE
from scorekeeper.rules.cards import Cards, format_cards
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.tally import Melds, Morto, SideTally, Tally, canastas_of

from .languages import language

FOR_A_TALLY = {
    "setup.pack": "hand_count",
    "setup.mortos": "morto_lost",
    "out.needs": "foul_out",
    "out.last_card": "foul_out",
    "red3.lay": "red3_found",
    "score.cards": "card_worth",
}
"""The question for a rule where it is a tally that breaks it."""
OF_CARDS = ("meld", "kind", "canasta_worth")
MOST_RED_THREES = 4


@dataclass(frozen=True, slots=True)
class AskLink:
    """The title of a question, and where it is asked with what is known."""

    title: str
    url: str


def link_for(problem: Problem, tally: object, ruleset: Ruleset, match_id: str) -> AskLink | None:
    """The question that settles a problem of this tally, or None where there is none."""
    about = questions_about(problem.rule)
    key = FOR_A_TALLY.get(problem.rule, about[0] if about else "")
    side, cards = _place(problem, tally)
    if problem.rule == "black3.meld" and cards:
        key = "meld"
    if key not in QUESTIONS:
        return None
    told: dict[str, str] = {}
    if key in OF_CARDS and cards:
        told["cards"] = format_cards(cards)
    elif side is not None:
        told = _told_of(key, problem, side, ruleset)
    url = url_for("ruling.table_ask", match_id=match_id, question=key, **told)  # type: ignore[arg-type]
    return AskLink(question_title(key, language()), url)


def _place(problem: Problem, tally: object) -> tuple[SideTally | None, Cards]:
    """The side that a problem is about, and the cards of the meld, if it is about one."""
    place = SIDE_PLACE.search(problem.where)
    if place is None or not isinstance(tally, Tally) or int(place[1]) >= len(tally.sides):
        return None, ()
    side = tally.sides[int(place[1])]
    if place[2] is None or not isinstance(side.table, Melds):
        return side, ()
    number = int(place[2])
    return side, side.table.melds[number] if number < len(side.table.melds) else ()


def _told_of(key: str, problem: Problem, side: SideTally, ruleset: Ruleset) -> dict[str, str]:
    """What a side's tally tells of the question."""
    if key == "foul_out":
        canastas = canastas_of(side, ruleset)
        best = "clean" if canastas.clean_ones else "dirty" if canastas.any else "none"
        if side.morto is Morto.LEFT:
            return {"canasta": best, "morto": "available"}
        return {"canasta": best}  # taken, or not told yet
    if key == "red3_found":
        count = problem.params.get("count")
        if isinstance(count, int) and 1 < count <= MOST_RED_THREES:
            return {"count": str(count)}
    if key == "morto_lost" and side.morto is Morto.UNUSED:
        return {"state": "unused"}
    return {"concealed": "yes"} if key == "out_worth" else {}
