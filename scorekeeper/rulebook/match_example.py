"""The totals of a short match, put to the ruling on its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..language import mark
from ..language.rulebook import rule_title
from ..language.rulings import ruling_sentence
from ..language.voice import Voice
from ..rules.match import Adjustment, PlayedHand, stand
from ..rules.ruleset import Ruleset
from ..rules.scoring import sole_leader
from .shown import Row, Shown, side_names

HAND = mark("Hand %(number)s")
TOTAL = mark("Total")
WINS_HAND = mark("%(side)s won this hand.")
NOBODY_WINS_HAND = mark("Nobody won this hand.")

Points = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class MatchExample:
    """Hands in points by side, for a target; at a table where one hand decides only the last is
    played. `given` are points by agreement after the hands."""

    hands: Callable[[int], tuple[Points, ...]]
    given: Points | None = None
    annul: bool = False
    stopped: bool = False

    def show(self, ruleset: Ruleset, voice: Voice) -> Shown | None:
        names, sides = side_names(ruleset), ruleset.sides
        played = self.hands(ruleset.target)
        played = played[-1:] if ruleset.express else played
        entries: list[PlayedHand | Adjustment] = [
            PlayedHand(points[:sides], ruleset) for points in played
        ]
        rows = [
            _row(voice.say(HAND, number=number), points[:sides], voice, signed=True)
            for number, points in enumerate(played, start=1)
        ]
        if self.given:
            entries.append(Adjustment(self.given[:sides], "foul"))
            title = rule_title("match.adjust", voice.code)
            rows.append(_row(title, self.given[:sides], voice, signed=True))
        annul = (self.annul,) * sides
        standing = stand(ruleset, entries, annul=annul, stopped=self.stopped)
        rows.append(_row(voice.say(TOTAL), standing.totals, voice))
        text = ruling_sentence(standing, ruleset, names, voice.code) or ""
        return Shown((), None, "", text, None, names, tuple(rows), standing.ruling.rule)


@dataclass(frozen=True, slots=True)
class HandExample:
    """One hand in points by side, and who won it (`match.hand_winner`)."""

    points: Points

    def show(self, ruleset: Ruleset, voice: Voice) -> Shown | None:
        names, points = side_names(ruleset), self.points[: ruleset.sides]
        winner = sole_leader(points)
        if winner is None:
            text = voice.say(NOBODY_WINS_HAND)
        else:
            text = voice.say(WINS_HAND, side=names[winner])
        rows = (_row(voice.say(HAND, number=1), points, voice, signed=True),)
        return Shown((), None, "", text, None, names, rows)


def _row(label: str, points: tuple[int, ...], voice: Voice, signed: bool = False) -> Row:
    say = voice.signed if signed else voice.points
    return Row(label, tuple(map(say, points)))
