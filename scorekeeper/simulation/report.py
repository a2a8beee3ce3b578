"""What a series of hands or matches came to: as JSON, and as a table for a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..answers import VALID, Answer
from ..language import mark
from ..language.numbers import format_points
from ..language.voice import Voice
from ..play.simulate import STOCK, WENT_OUT
from ..play.summary import Spread, chance, spread_of
from ..rules.options import overrides_of
from ..rules.reader import FORMAT
from ..rules.ruleset import Ruleset
from ..terminal import Row, aligned
from .jobs import MatchOutcome, Outcome

SIDE = mark("Side %(number)s (%(bot)s)")
MEAN = mark("Mean")
QUANTILE = mark("%(percent)s %% stay at or below")
TURNS = mark("Turns")
WINS = mark("Matches won")
HANDS = mark("Hands played: %(hands)s. Ended by going out: %(out)s, by the stock: %(stock)s.")
DRAWS = mark("Matches played: %(matches)s, drawn: %(draws)s.")
SPEED = mark("Hands a second: %(speed)s.")
NOTHING = mark("No hand was played to its end.")


@dataclass(slots=True)
class Series:
    """What was asked for, and what was played so far; `wins` only where matches were asked for.

    Hands are counted and not kept: millions of them need no more room than thousands.
    """

    ruleset: Ruleset
    bots: tuple[str, ...]
    seed: int
    duplicate: bool
    workers: int
    wins: list[int] | None = None
    draws: int = 0
    hands: int = 0
    decisions: int = 0
    totals: tuple[Counter[int], ...] = ()
    turns: Counter[int] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)

    def add_hands(self, hands: Iterable[Outcome]) -> None:
        """Counts more hands."""
        for outcome in hands:
            if not self.hands:
                self.totals = tuple([Counter() for _ in outcome.totals])
            self.hands += 1
            self.decisions += outcome.decisions
            self.turns[outcome.turns] += 1
            self.reasons[outcome.reason] += 1
            for counted, total in zip(self.totals, outcome.totals, strict=True):
                counted[total] += 1

    def add_match(self, match: MatchOutcome) -> None:
        """Counts one more match with its hands."""
        self.add_hands(match.hands)
        if self.wins is not None and match.winner is not None:
            self.wins[match.winner] += 1
        else:
            self.draws += 1

    def spreads(self) -> list[Spread]:
        """The scores of each side."""
        return [spread_of(counted) for counted in self.totals]


def answer_series(series: Series, seconds: float, code: str) -> Answer:
    """The answer to `simulate`."""
    return Answer(VALID, _document(series, seconds), lambda: _text(series, seconds, code))


def _document(series: Series, seconds: float) -> dict[str, object]:
    answer: dict[str, object] = {
        "format": FORMAT,
        "ruleset": series.ruleset.preset,
        "overrides": overrides_of(series.ruleset),
        "seed": series.seed,
        "bots": list(series.bots),
        "duplicate": series.duplicate,
        "hands": series.hands,
    }
    if series.wins is not None:
        answer["matches"] = sum(series.wins) + series.draws
        answer["wins"] = [_wins(series, side) for side in range(len(series.wins))]
        answer["draws"] = series.draws
    answer["ended"] = {reason: series.reasons[reason] for reason in (WENT_OUT, STOCK)}
    scores = series.spreads()
    answer["scores"] = [{"side": side, **_spread(one)} for side, one in enumerate(scores)]
    answer["turns"] = _spread(spread_of(series.turns)) if series.hands else None
    answer["decisions"] = series.decisions
    answer["workers"] = series.workers
    answer["seconds"] = round(seconds, 3)
    answer["hands_per_second"] = round(_speed(series, seconds), 1)
    return answer


def _wins(series: Series, side: int) -> dict[str, object]:
    won = (series.wins or ())[side]
    matches = sum(series.wins or ()) + series.draws
    entry: dict[str, object] = {"side": side, "wins": won}
    if matches:
        found = chance(won, matches)
        entry |= {"chance": found.share, "low": found.low, "high": found.high}
    return entry


def _spread(one: Spread) -> dict[str, object]:
    quantiles = {str(percent): number for percent, number in one.quantiles.items()}
    return {"mean": one.mean, "quantiles": quantiles}


def _speed(series: Series, seconds: float) -> float:
    return series.hands / seconds if seconds > 0 else 0.0


def _text(series: Series, seconds: float, code: str) -> str:
    voice = Voice(code)
    if not series.hands:
        return voice.say(NOTHING)
    ended = voice.say(
        HANDS,
        hands=series.hands,
        out=series.reasons[WENT_OUT],
        stock=series.reasons[STOCK],
    )
    lines = [aligned(_rows(series, voice)), "", ended]
    if series.wins is not None:
        matches = sum(series.wins) + series.draws
        lines.append(voice.say(DRAWS, matches=matches, draws=series.draws))
    lines.append(voice.say(SPEED, speed=round(_speed(series, seconds))))
    return "\n".join(lines)


def _rows(series: Series, voice: Voice) -> Sequence[Row]:
    heads = [
        voice.say(SIDE, number=number, bot=bot) for number, bot in enumerate(series.bots, start=1)
    ]
    spreads = [*series.spreads(), spread_of(series.turns)]
    rows: list[Row] = [("", *heads, voice.say(TURNS))]
    if series.wins is not None:
        won = (format_points(number, voice.code) for number in series.wins)
        rows.append((voice.say(WINS), *won, ""))
    means = (format_points(round(one.mean), voice.code) for one in spreads)
    rows.append((voice.say(MEAN), *means))
    for percent in spreads[0].quantiles:
        numbers = (format_points(one.quantiles[percent], voice.code) for one in spreads)
        rows.append((voice.say(QUANTILE, percent=percent), *numbers))
    return rows
