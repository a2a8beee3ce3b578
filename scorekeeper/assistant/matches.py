"""Questions about a match: who wins, equal totals, an early end."""

from __future__ import annotations

from ..rules.match import PlayedHand, Standing, Status, stand
from ..rules.problems import Finding, Problem
from ..rules.ruleset import Ruleset
from ..rules.scoring import sole_leader
from .answer import Answer, Verdict, depends_on, refused
from .fields import Given

MOST_SIDES = 3
SIDE_WORDS = tuple(f"side_{number}" for number in range(MOST_SIDES))


def totals_told(given: Given, ruleset: Ruleset) -> tuple[int | None, ...]:
    """The total of each side, None where it was not told."""
    return tuple(given.number(f"total{number}") for number in range(ruleset.sides))


def ends_equal(given: Given, ruleset: Ruleset) -> bool:
    """Whether several sides share the highest total, and the starter would decide."""
    told = [total for total in totals_told(given, ruleset) if total is not None]
    equal = len(told) == ruleset.sides and sole_leader(tuple(told)) is None
    return equal and ruleset.tie == "starter_wins"


def who_wins(given: Given, ruleset: Ruleset) -> Answer:
    """`match.target`, `match.both`, `match.express`, `match.tie`, after a whole hand."""
    told = totals_told(given, ruleset)
    missing = [f"total{number}" for number, total in enumerate(told) if total is None]
    if missing:
        return depends_on(*missing, rule="match.target")
    totals = tuple(total or 0 for total in told)
    hands = [PlayedHand(totals, ruleset)]
    if given.says("extra"):
        equal = (ruleset.target,) * ruleset.sides
        rest = tuple(total - ruleset.target for total in totals)
        hands = [PlayedHand(equal, ruleset), PlayedHand(rest, ruleset)]
    return _ruled(stand(ruleset, hands, _starter(given)), "match.target")


def what_at_equal_totals(given: Given, ruleset: Ruleset) -> Answer:
    """`match.tie`: an extra hand, or the side that started."""
    totals = (given.count("total"),) * ruleset.sides
    standing = stand(ruleset, [PlayedHand(totals, ruleset)], _starter(given))
    answer = _ruled(standing, "match.tie")
    if answer.word not in SIDE_WORDS:
        return answer
    return Answer(
        Verdict.SAYS, "match.tie", word="starter_wins", told="starter_wins", standing=None
    )


def may_we_stop_early(given: Given, ruleset: Ruleset) -> Answer:
    """`match.stopped`, `match.annul`: both only if every side agrees."""
    annul, all_agree = given.says("how", "annul"), given.says("all")
    rule = "match.annul" if annul else "match.stopped"
    if not all_agree:
        if annul:
            return refused((Problem(rule, Finding.ANNUL_NEEDS_ALL, "all"),))
        return Answer(Verdict.NO, rule, told="stop_needs_all")
    told = totals_told(given, ruleset)
    if annul:
        return Answer(Verdict.YES, rule, told="annul_yes")
    if None in told:
        return Answer(Verdict.YES, rule, told="stop_yes")
    totals = tuple(total or 0 for total in told)
    standing = stand(ruleset, [PlayedHand(totals, ruleset)], stopped=True)
    return Answer(Verdict.YES, standing.ruling.rule or rule, standing=standing)


def _starter(given: Given) -> int:
    return int(given.word("starter") or 0)


def _ruled(standing: Standing, rule: str) -> Answer:
    ruling = standing.ruling
    if ruling.winner is not None:
        word = SIDE_WORDS[ruling.winner]
    else:
        word = {
            Status.EXTRA_HAND: "extra_hand",
            Status.DRAW: "draw",
        }.get(ruling.status, "nobody_yet")
    return Answer(Verdict.SAYS, ruling.rule or rule, word=word, standing=standing)
