"""What the pages of a recorded hand show: one step of it, and what the check says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flask import url_for
from markupsafe import Markup

from scorekeeper.language.voice import Voice
from scorekeeper.play.record import Record, RecordedTurn, format_moves
from scorekeeper.play.stages import Course, Stage, course_of
from scorekeeper.replaying import ENDED, HEAPS, NOT_ENDED, TURNS, UNKNOWN
from scorekeeper.rules.scoring import Score, score_tally

from .languages import join_names, language
from .pages import LineView, make_lines
from .replay_choices import Choices, choices_at
from .replay_mat import Mat, draw_before, draw_mat
from .replay_words import Melds, problem_words, turn_words


@dataclass(frozen=True, slots=True)
class Told:
    """Why something is illegal, and the rule that says so."""

    sentence: Markup
    rule: str


@dataclass(frozen=True, slots=True)
class Line:
    """A turn in the listing: in words, as it is written, and `here`, `bad` or `mute`."""

    number: int
    words: Markup
    code: str
    state: str


@dataclass(frozen=True, slots=True)
class Result:
    """What a legal record comes to, in sentences and, if its cards are known, in points."""

    sentences: tuple[str, ...]
    score: Score | None
    lines: tuple[LineView, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandPage:
    """A record in one address, and the course that its turns take."""

    packed: str
    course: Course

    @property
    def record(self) -> Record:
        return self.course.record

    @property
    def last(self) -> int:
        """The number of the last step; the deal is step 0."""
        return len(self.course.stages) - 1

    @property
    def turns(self) -> int:
        return len(self.record.turns)

    @property
    def illegal(self) -> int | None:
        """The number of the illegal turn, if there is one."""
        refusal = self.course.result.refusal
        return refusal.turn if refusal else None

    @property
    def told(self) -> tuple[Told, ...]:
        """Everything that is wrong with the first illegal move, or with the deal."""
        refusal = self.course.result.refusal
        found = refusal.problems if refusal else ()
        return tuple([Told(problem_words(problem), problem.rule) for problem in found])

    @property
    def wrong_line(self) -> int:
        """The line of the text that is at fault."""
        refusal = self.course.result.refusal
        return refusal.line if refusal else 0

    @property
    def illegal_name(self) -> str:
        refusal = self.course.result.refusal
        return self.record.seats[refusal.seat or 0] if refusal else ""

    def address(self, **more: int) -> str:
        """Where a step of this hand is shown."""
        return url_for("replay.hand", r=self.packed, **more)  # type: ignore[arg-type]

    def lines(self, here: int) -> Iterator[Line]:
        """All turns of the record, `here` being the one that is shown."""
        for number, turn in enumerate(self.record.turns, start=1):
            known = number < len(self.course.stages)
            stage = self.course.stages[number if known else -1] if self.course.stages else None
            state = "here" if number == here else ""
            if number == self.illegal:
                state = "bad"
            elif not known:
                state = "mute"
            yield Line(number, self.words(turn, stage if known else None), written(turn), state)

    def words(self, turn: RecordedTurn, stage: Stage | None) -> Markup:
        """A turn in words."""
        side = turn.seat % self.record.ruleset.sides
        melds: Melds = stage.sides[side].melds if stage else ()
        effects = stage.effects if stage else ()
        name = self.record.seats[turn.seat]
        return turn_words(name, turn, effects, melds, self.record.ruleset)


@dataclass(frozen=True, slots=True)
class StepPage:
    """One step: the table after a turn, or before one that is illegal or disputed."""

    hand: HandPage
    at: int
    mat: Mat
    words: Markup | None
    hands: int
    disputed: bool
    choices: tuple[Choices, ...]

    @property
    def is_illegal(self) -> bool:
        return self.at == self.hand.illegal

    @property
    def is_whole(self) -> bool:
        """Whether this is the last step of a legal record."""
        return self.at == self.hand.last and self.hand.illegal is None

    def step(self, number: int) -> str:
        """The address of another step, seen as this one."""
        return self.hand.address(at=number, hands=self.hands)

    def seen(self, hands: int) -> str:
        """The address of this step with other hands shown."""
        more = {"dispute": 1} if self.disputed else {}
        return self.hand.address(at=self.at, hands=hands, **more)

    @property
    def lines(self) -> tuple[Line, ...]:
        return tuple(self.hand.lines(self.at))


def hand_page(packed: str, record: Record) -> HandPage:
    """The pages of a record."""
    return HandPage(packed, course_of(record))


def step_page(hand: HandPage, at: int, hands: int, disputed: bool) -> StepPage:
    """The step of this number, or the nearest there is. Needs a record whose deal can be."""
    course = hand.course
    at = min(max(at, 0), hand.last)
    stage = course.stages[at]
    disputed = disputed and at > 0 and at != hand.illegal
    words = hand.words(stage.turn, stage) if stage.turn else None
    if disputed and stage.turn:
        mat = draw_before(course.record, course.stages[at - 1], stage.turn, stage.turn.seat)
    else:
        mat = draw_mat(course.record, stage, course.stages[at - 1] if at else None)
    choices: tuple[Choices, ...] = ()
    if stage.refusal is not None and stage.turn is not None:
        before = stage.refusal.before
        played = stage.turn.moves[: stage.refusal.move or 0]
        choices = choices_at(before, played, course.record) if before else ()
    elif disputed:
        view = course.views[at - 1]
        choices = choices_at(view, (), course.record) if view else ()
    return StepPage(hand, at, mat, words, hands, disputed, choices)


def result_of(hand: HandPage) -> Result:
    """What a legal record comes to."""
    voice, result = Voice(language()), hand.course.result
    sentences = [voice.say(TURNS, turns=result.turns)]
    sentences.append(voice.say(ENDED[result.reason] if result.reason else NOT_ENDED))
    ruleset = hand.record.ruleset
    names = side_names(hand.record)
    if result.tally is not None:
        score = score_tally(result.tally, ruleset)
        return Result(tuple(sentences), score, make_lines(score), names)
    if result.missing:
        heaps = ", ".join(voice.say(HEAPS[heap], name=name) for heap, name in result.missing)
        sentences.append(voice.say(UNKNOWN, heaps=heaps))
    return Result(tuple(sentences), None, (), names)


def side_names(record: Record) -> tuple[str, ...]:
    """The sides as a tally of the record calls them: “Ana & Caio”."""
    sides = record.ruleset.sides
    return tuple([" & ".join(record.seats[number::sides]) for number in range(sides)])


def marked_names(record: Record, number: int) -> Markup:
    """The players of a side."""
    return join_names(record.seats[number :: record.ruleset.sides])


def written(turn: RecordedTurn) -> str:
    """The moves of a turn as a record has them."""
    opening = "morto; " if turn.takes_waiting_morto else ""
    return opening + format_moves(turn.moves)
