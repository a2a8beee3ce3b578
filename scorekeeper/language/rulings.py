"""The ruling of a match in one sentence: who won, why, and with which numbers."""

from __future__ import annotations

from collections.abc import Sequence

from ..rules.match import Standing, Status
from ..rules.ruleset import Ruleset
from ..rules.scoring import sole_leader
from . import mark
from .voice import Voice

WON = {
    "match.target": mark(
        "Victory for %(side)s with %(total)s points, alone at or past the target of %(target)s."
    ),
    "match.both": mark(
        "Victory for %(side)s with %(total)s points: more than one side reached the target of "
        "%(target)s, and the highest total counts."
    ),
    "match.express": mark(
        "Victory for %(side)s with %(total)s points: one hand decides, and this is its highest "
        "score."
    ),
    "match.stopped": mark(
        "Victory for %(side)s with %(total)s points: the match was stopped early, and the highest "
        "total counts."
    ),
}
EXTRA_HAND_DECIDED = mark(
    "Victory for %(side)s after the extra hand: %(total)s points is now the highest total."
)
STARTER_WINS = mark(
    "Victory for %(side)s: the totals are equal at %(total)s points, and the side that started "
    "the match goes first."
)
EXTRA_HAND = mark("%(sides)s are equal at %(total)s points: an extra hand decides.")
DRAW = mark("%(sides)s are equal at %(total)s points when the match was stopped: it is a draw.")
ANNULLED = mark("Every side agreed to annul the match: nobody wins, and it counts in no ranking.")
LEADS = mark("%(side)s leads with %(total)s points, %(missing)s short of the target of %(target)s.")
LEADS_PAST = mark(
    "%(side)s leads with %(total)s points; the target of %(target)s is checked after the next hand."
)
LEVEL = mark("%(sides)s are equal at %(total)s points; the target is %(target)s.")
EXPRESS = mark("One hand decides this match.")


def ruling_sentence(
    standing: Standing, ruleset: Ruleset, names: Sequence[str], code: str
) -> str | None:
    """How the match stands; None while nothing is on the board."""
    voice, ruling, best = Voice(code), standing.ruling, max(standing.totals)
    leaders = [name for name, total in zip(names, standing.totals, strict=True) if total == best]
    match ruling.status:
        case Status.PLAYING:
            return _progress(standing, ruleset, leaders, voice)
        case Status.EXTRA_HAND:
            return voice.say(EXTRA_HAND, sides=voice.all_of(leaders), total=best)
        case Status.DRAW:
            return voice.say(DRAW, sides=voice.all_of(leaders), total=best)
        case Status.ANNULLED:
            return voice.say(ANNULLED)
        case Status.WON:
            return _won(standing, ruleset, names, voice)


def _won(standing: Standing, ruleset: Ruleset, names: Sequence[str], voice: Voice) -> str:
    rule, winner = str(standing.ruling.rule), standing.ruling.winner or 0
    text = WON.get(rule)
    if text is None:
        equal = sole_leader(standing.totals) is None
        text = STARTER_WINS if equal else EXTRA_HAND_DECIDED
    total = standing.totals[winner]
    return voice.say(text, side=names[winner], total=total, target=ruleset.target)


def _progress(
    standing: Standing, ruleset: Ruleset, leaders: Sequence[str], voice: Voice
) -> str | None:
    if not standing.running:
        return None
    if ruleset.express:
        return voice.say(EXPRESS)
    best, target = max(standing.totals), ruleset.target
    if len(leaders) > 1:
        return voice.say(LEVEL, sides=voice.all_of(leaders), total=best, target=target)
    text = LEADS if best < target else LEADS_PAST
    return voice.say(text, side=leaders[0], total=best, target=target, missing=target - best)
