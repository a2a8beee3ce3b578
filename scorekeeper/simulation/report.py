"""What a series of hands or matches came to: as JSON, and as a table for a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..answers import VALID, Answer
from ..language import mark
from ..language.numbers import format_points
from ..language.voice import Voice
from ..play.simulate import STOCK, WENT_OUT
from ..play.summary import Spread, chance, spread
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
    """What was asked for, and what was played so far; `wins` only where matches were asked for."""

    ruleset: Ruleset
    bots: tuple[str, ...]
    seed: int
    duplicate: bool
    workers: int
    hands: list[Outcome] = field(default_factory=list)
    wins: list[int] | None = None
    draws: int = 0

    def add_match(self, match: MatchOutcome) -> None:
        """Counts one more match with its hands."""
        self.hands += match.hands
        if self.wins is not None and match.winner is not None:
            self.wins[match.winner] += 1
        else:
            self.draws += 1

    def spreads(self) -> list[Spread]:
        """The scores of each side."""
        by_side = zip(*(outcome.totals for outcome in self.hands), strict=True)
        return [spread(scores) for scores in by_side]

    def ended(self, reason: str) -> int:
        return sum([outcome.reason == reason for outcome in self.hands])


def answer_series(series: Series, seconds: float, code: str) -> Answer:
    """The answer to `simulate`."""
    return Answer(VALID, _document(series, seconds), lambda: _text(series, seconds, code))


def _document(series: Series, seconds: float) -> dict[str, object]:
    hands = series.hands
    answer: dict[str, object] = {
        "format": FORMAT,
        "ruleset": series.ruleset.preset,
        "overrides": overrides_of(series.ruleset),
        "seed": series.seed,
        "bots": list(series.bots),
        "duplicate": series.duplicate,
        "hands": len(hands),
    }
    if series.wins is not None:
        answer["matches"] = sum(series.wins) + series.draws
        answer["wins"] = [_wins(series, side) for side in range(len(series.wins))]
        answer["draws"] = series.draws
    answer["ended"] = {reason: series.ended(reason) for reason in (WENT_OUT, STOCK)}
    scores = series.spreads()
    answer["scores"] = [{"side": side, **_spread(one)} for side, one in enumerate(scores)]
    turns = [outcome.turns for outcome in hands]
    answer["turns"] = _spread(spread(turns)) if turns else None
    answer["decisions"] = sum([outcome.decisions for outcome in hands])
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
    return len(series.hands) / seconds if seconds > 0 else 0.0


def _text(series: Series, seconds: float, code: str) -> str:
    voice = Voice(code)
    if not series.hands:
        return voice.say(NOTHING)
    ended = voice.say(
        HANDS,
        hands=len(series.hands),
        out=series.ended(WENT_OUT),
        stock=series.ended(STOCK),
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
    spreads = [*series.spreads(), spread([outcome.turns for outcome in series.hands])]
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
