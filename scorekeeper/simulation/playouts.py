"""The answer to `playout`: what a disputed point of a recorded hand is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import sqrt

from ..answers import INTERRUPTED, VALID, Answer, no_document, refusal
from ..language import mark
from ..language.numbers import format_points
from ..language.voice import Voice
from ..play.moves import Move
from ..play.playout import Outcome, Prepared, Question, play_out, prepare
from ..play.record import Record, RecordError, format_moves
from ..play.record_moves import parse_moves
from ..play.record_text import parse_record
from ..play.replay import Refusal
from ..replaying import answer_refused
from ..rules.reader import FORMAT
from ..terminal import visible
from .crew import ClusterError, crew
from .pool import Crew, in_order
from .progress import progress

WIDTH = 1.96  # of a 95 % interval, in standard errors

NO_SUCH_TURN = mark("The record has %(turns)s turns: choose one from 1 to %(most)s.")
POINT = mark("Before turn %(turn)s, %(name)s to play; deals: %(playouts)s.")
BY_BOTS = mark("as a bot plays")
LINE = mark("%(line)s: on average %(points)s points against the others (%(low)s to %(high)s)")
DIFFERENCE = mark("Second line less first: %(points)s points (%(low)s to %(high)s).")
NOTHING_DONE = mark("No hand was played to its end.")


@dataclass(frozen=True, slots=True)
class PlayoutJob:
    """Plays the lines of a question in the deal of a number; known by its texts, which can be sent
    to another process."""

    record: bytes
    turn: int
    instead: str | None
    seed: int

    def __call__(self, number: int) -> Outcome:
        prepared = prepared_from(self.record, self.turn, self.instead)
        if isinstance(prepared, Refusal):
            raise ValueError("only a legal question can be played out")
        return play_out(prepared, self.seed, number, "careful")


@lru_cache(maxsize=4)
def prepared_from(record: bytes, turn: int, instead: str | None) -> Prepared | Refusal:
    """The question that the texts ask. Raises `RecordError`."""
    read = parse_record(record)
    other = None if instead is None else parse_moves(instead)
    return prepare(Question(read, turn, _lines(read, turn, other)))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, in points, and its 95 % interval."""

    mean: float
    low: float
    high: float

    def as_json(self) -> dict[str, float]:
        return {"mean": round(self.mean, 1), "low": round(self.low, 1), "high": round(self.high, 1)}


def estimate(values: Sequence[int]) -> Estimate:
    """The mean of values and the interval of that mean; without a second value it is a point."""
    mean = sum(values) / len(values)
    if len(values) == 1:
        return Estimate(mean, mean, mean)
    variance = sum([(value - mean) ** 2 for value in values]) / (len(values) - 1)
    half = WIDTH * sqrt(variance / len(values))
    return Estimate(mean, mean - half, mean + half)


def margin(totals: Sequence[int], side: int) -> int:
    """How far a side is ahead of the best of the others, in points."""
    return totals[side] - max(total for other, total in enumerate(totals) if other != side)


def answer_playout(
    data: bytes,
    code: str,
    turn: int,
    instead: str | None,
    playouts: int,
    seed: int,
    workers: int,
    cluster: str | None = None,
) -> Answer:
    """What the point before a turn of a record is worth, or why it cannot be played from there."""
    try:
        record = parse_record(data)
        if turn > len(record.turns) + 1:
            facts = {"turns": len(record.turns), "most": len(record.turns) + 1}
            return no_document(Voice(code).say(NO_SUCH_TURN, **facts))
        prepared = prepared_from(data, turn, instead)
    except RecordError as error:
        return refusal(error, code)
    if isinstance(prepared, Refusal):
        return answer_refused(record, prepared, code)
    try:
        with crew(workers, cluster, code) as others:
            job = PlayoutJob(data, turn, instead, seed)
            outcomes, interrupted = _play(job, playouts, others)
    except ClusterError as error:
        return no_document(error.say(code))
    if not outcomes:
        return replace(no_document(Voice(code).say(NOTHING_DONE)), status=INTERRUPTED)
    answer = answer_outcomes(prepared, seed, outcomes, code)
    return replace(answer, status=INTERRUPTED) if interrupted else answer


def _lines(
    record: Record, turn: int, instead: tuple[Move, ...] | None
) -> tuple[tuple[Move, ...] | None, ...]:
    """What is compared: the turn as it was played with the moves given, or only the bots."""
    if instead is None:
        return (None,)
    played = record.turns[turn - 1].moves if turn <= len(record.turns) else None
    return (played, instead)


def _play(job: PlayoutJob, playouts: int, workers: int | Crew) -> tuple[list[Outcome], bool]:
    """The outcomes of the deals, and whether somebody stopped before the last of them."""
    outcomes: list[Outcome] = []
    try:
        with progress(playouts) as done:
            for outcome in in_order(job, playouts, workers):
                outcomes.append(outcome)
                done(1)
    except KeyboardInterrupt:
        return outcomes, True
    return outcomes, False


def answer_outcomes(
    prepared: Prepared, seed: int, outcomes: Sequence[Outcome], code: str
) -> Answer:
    """The expected scores of the lines and the difference between them."""
    question = prepared.question
    ruleset = question.record.ruleset
    side = prepared.seat % ruleset.sides
    margins = [
        [margin(outcome[number], side) for outcome in outcomes]
        for number in range(len(question.lines))
    ]
    document: dict[str, object] = {
        "format": FORMAT,
        "turn": question.turn,
        "seat": question.record.seats[prepared.seat],
        "playouts": len(outcomes),
        "seed": seed,
        "lines": [
            {
                "moves": None if line is None else format_moves(line),
                "scores": [
                    estimate([outcome[number][each] for outcome in outcomes]).as_json()
                    for each in range(ruleset.sides)
                ],
                "margin": estimate(margins[number]).as_json(),
            }
            for number, line in enumerate(question.lines)
        ],
    }
    difference = None
    if len(margins) > 1:
        difference = estimate([b - a for a, b in zip(*margins, strict=True)])
        document["difference"] = difference.as_json()
    estimates = [estimate(values) for values in margins]
    count = len(outcomes)
    return Answer(VALID, document, lambda: _text(prepared, count, estimates, difference, code))


def _text(
    prepared: Prepared,
    playouts: int,
    estimates: Sequence[Estimate],
    difference: Estimate | None,
    code: str,
) -> str:
    voice, question = Voice(code), prepared.question
    name = visible(question.record.seats[prepared.seat])
    rows = [voice.say(POINT, turn=question.turn, name=name, playouts=playouts)]
    for line, value in zip(question.lines, estimates, strict=True):
        shown = voice.say(BY_BOTS) if line is None else format_moves(line)
        rows.append("  " + voice.say(LINE, line=shown, **_points(value, code)))
    if difference is not None:
        rows.append(voice.say(DIFFERENCE, **_points(difference, code)))
    return "\n".join(rows)


def _points(value: Estimate, code: str) -> dict[str, str]:
    return {
        "points": format_points(round(value.mean), code),
        "low": format_points(round(value.low), code),
        "high": format_points(round(value.high), code),
    }
