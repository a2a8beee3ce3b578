"""The answer to a question, as data: `scorekeeper.language` has the words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ..play.rulings import Effect, Ruling
from ..rules.cards import Cards
from ..rules.match import Standing
from ..rules.problems import NOTHING, Problem, ScorekeeperError


class Verdict(StrEnum):
    """Yes, no, or what it depends on; or a figure or a statement where neither fits."""

    YES = "yes"
    NO = "no"
    DEPENDS = "depends"
    SAYS = "says"


@dataclass(frozen=True, slots=True)
class Line:
    """A part of an answer: its rule, and its points or whether it is allowed."""

    rule: str
    points: int | None = None
    word: str = ""
    allowed: bool | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the answer would be if a field that was left open had this value."""

    field: str
    value: str
    verdict: Verdict
    word: str = ""
    figure: int | None = None


@dataclass(frozen=True, slots=True)
class Switch:
    """A house rule that turns the answer: another value of it, as a document has it, and the
    answer it gives."""

    option: str
    value: object
    verdict: Verdict
    word: str = ""
    figure: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A verdict and why.

    `word` or `figure` (in points) is what it says where the verdict is `says`. `told` names its
    sentence and `facts` fill it; a legal move has its `move` and `effects` instead, a refusal its
    `problems`, a match its `standing`. `missing` names the fields that it depends on.
    """

    verdict: Verdict
    rule: str
    word: str = ""
    figure: int | None = None
    told: str = ""
    facts: Mapping[str, object] = field(default_factory=lambda: NOTHING, hash=False)
    problems: tuple[Problem, ...] = ()
    move: str = ""
    cards: Cards = ()
    effects: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    missing: tuple[str, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    standing: Standing | None = None
    switches: tuple[Switch, ...] = ()

    @property
    def gist(self) -> tuple[Verdict, str, int | None]:
        """What two answers must share to be the same answer."""
        return self.verdict, self.word, self.figure


class Impossible(ScorekeeperError):  # noqa: N818
    """What was told cannot be: the problems, each at a field."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(*[problem.finding for problem in problems])
        self.problems = problems


def depends_on(*fields: str, rule: str) -> Answer:
    """The answer while these fields are not told."""
    return Answer(Verdict.DEPENDS, rule, missing=fields)


def refused(problems: tuple[Problem, ...]) -> Answer:
    """No, for these reasons."""
    return Answer(Verdict.NO, problems[0].rule, problems=problems)


def ruled(ruling: Ruling, move: str, cards: Cards = (), rule: str = "") -> Answer:
    """The judge's ruling as an answer; what it misses is named as the position has it."""
    if ruling.problems:
        return refused(ruling.problems)
    if ruling.missing:
        fields = [str(lack.params["field"]).rpartition(".")[2] for lack in ruling.missing]
        return depends_on(*fields, rule=rule or "turn.position")
    return Answer(
        Verdict.YES,
        rule or ruling.rule,
        move=move,
        cards=cards,
        effects=tuple(map(str, ruling.effects)),
        unknown=tuple(map(str, ruling.unknown)),
    )


def goes_out(answer: Answer) -> bool:
    """Whether the move ends the hand by going out."""
    return Effect.GOES_OUT in answer.effects
