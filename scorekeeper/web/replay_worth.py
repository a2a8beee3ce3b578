"""What a turn was worth: the line of the record beside another, both played on by bots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from markupsafe import Markup

from scorekeeper.language.sentences import error_sentence
from scorekeeper.play.moves import Move
from scorekeeper.play.playout import Question, prepare
from scorekeeper.play.record import Record, RecordedTurn, RecordError, format_record
from scorekeeper.play.record_moves import parse_moves
from scorekeeper.play.replay import Refusal
from scorekeeper.play.stages import try_turn
from scorekeeper.work import Job
from scorekeeper.work.playing_out import PlayoutSpec

from .languages import fill, gettext, language, points
from .replay_pages import HandPage, Told, marked_names
from .replay_words import problem_words, turn_words
from .replay_writing import LONGEST_TURN


@dataclass(frozen=True, slots=True)
class Worth:
    """A question about a turn: both lines in words, and the work that answers it.

    `played` is None where a bot's own play stands in for an illegal turn. Without `spec` the
    question cannot be played; `told` or `problem` says why.
    """

    hand: HandPage
    turn: int
    instead: str
    played: Markup | None
    other: Markup | None
    spec: PlayoutSpec | None = None
    told: tuple[Told, ...] = ()
    problem: str = ""

    @property
    def seat(self) -> int:
        return self.hand.record.turns[self.turn - 1].seat

    @property
    def side(self) -> Markup:
        """The side of the player, by its names."""
        return marked_names(self.hand.record, self.seat % self.hand.record.ruleset.sides)


def make_worth(hand: HandPage, turn: int, instead: str) -> Worth | None:
    """The question about a turn of the record; None if it has no such turn that was reached."""
    if not 1 <= turn < len(hand.course.stages):
        return None
    record, stage = hand.record, hand.course.stages[turn]
    recorded = record.turns[turn - 1]
    is_illegal = turn == hand.illegal
    played = None if is_illegal else hand.words(recorded, stage)
    bare = Worth(hand, turn, instead, played, None)
    try:
        moves = parse_moves(instead if len(instead) <= LONGEST_TURN else "")
    except RecordError as error:
        return replace(bare, problem=error_sentence(error, language()))
    other = RecordedTurn(recorded.seat, moves)
    before = replace(record, turns=record.turns[: turn - 1], stopped=False)
    trial = try_turn(before, other)
    side = recorded.seat % record.ruleset.sides
    words = turn_words(
        record.seats[recorded.seat],
        other,
        trial.stage.effects,
        trial.stage.sides[side].melds,
        record.ruleset,
    )
    asked = _until(record, turn, is_illegal)
    first: tuple[Move, ...] | None = None if is_illegal else recorded.moves
    prepared = prepare(Question(asked, turn, (first, moves)))
    if isinstance(prepared, Refusal):
        told = tuple([Told(problem_words(each), each.rule) for each in prepared.problems])
        return replace(bare, other=words, told=told)
    return replace(bare, other=words, spec=PlayoutSpec(format_record(asked), turn, instead))


def _until(record: Record, turn: int, is_illegal: bool) -> Record:
    """What the bots are told: the record, but nothing from an illegal turn on."""
    return replace(record, turns=record.turns[: turn - 1]) if is_illegal else record


@dataclass(frozen=True, slots=True)
class Number:
    """A mean and its 95 % interval, in points, as the reader writes them."""

    mean: str
    low: str
    high: str


@dataclass(frozen=True, slots=True)
class Findings:
    """What the bots found: each line's lead over the others, the difference, and in words."""

    playouts: int
    lines: tuple[Number, ...]
    difference: Number
    sentence: Markup


def findings_of(job: Job, side: Markup) -> Findings | None:
    """What has been found so far; None before the first deal."""
    lines, difference = job.result.get("lines"), job.result.get("difference")
    if not isinstance(lines, list) or not isinstance(difference, Mapping):
        return None
    mean, low, high = (float(difference[key]) for key in ("mean", "low", "high"))
    if mean == low == high == 0:
        sentence = fill(gettext("Every deal ended the same: the bots play both lines alike."))
    elif low <= 0 <= high:
        sentence = fill(gettext("No clear difference for %(side)s."), side=side)
    elif mean > 0:
        better = gettext("The other line is better for %(side)s, by about %(points)s points.")
        sentence = fill(better, side=side, points=points(round(mean)))
    else:
        worse = gettext("The other line is worse for %(side)s, by about %(points)s points.")
        sentence = fill(worse, side=side, points=points(round(-mean)))
    numbers = tuple([_number(line["margin"]) for line in lines])
    return Findings(int(job.done), numbers, _number(difference), sentence)


def _number(told: Mapping[str, float]) -> Number:
    return Number(
        *[points(round(float(told[key])), signed=True) for key in ("mean", "low", "high")]
    )
