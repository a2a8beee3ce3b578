"""What a house rule changes, in numbers and in sentences, for a person who knows the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from babel.numbers import format_decimal

from scorekeeper.language.voice import Voice
from scorekeeper.work import Job
from scorekeeper.work.comparing import (
    BEST,
    CLEAN,
    DIRTY,
    MEASURES,
    OUT,
    TURNS,
    WORST,
    CompareSpec,
)

from .languages import gettext, language
from .options_form import OptionChange, option_changes

PLACES: Mapping[str, int] = {BEST: 0, WORST: 0, TURNS: 1, OUT: 1, CLEAN: 2, DIRTY: 2}


@dataclass(frozen=True, slots=True)
class Number:
    """A mean and how far the true one may lie off, as they are written."""

    mean: str
    within: str


@dataclass(frozen=True, slots=True)
class Measure:
    """One line of the table; `is_clear`: the difference is more than chance would make it."""

    label: str
    before: Number
    after: Number
    difference: Number
    is_clear: bool


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found so far; `measures` is empty before the first hand."""

    changes: tuple[OptionChange, ...]
    measures: tuple[Measure, ...]
    sentences: tuple[str, ...]
    hands: int


def make_findings(job: Job, spec: CompareSpec) -> Findings:
    """The findings of a job, which may still be running."""
    changes = option_changes(spec.before, spec.after)
    found = job.result.get("measures")
    if not isinstance(found, Mapping):
        return Findings(changes, (), (), 0)
    measures = tuple(_measure(name, found[name]) for name in MEASURES)
    return Findings(changes, measures, tuple(_sentences(found)), job.done)


def _measure(name: str, told: Mapping[str, Mapping[str, float]]) -> Measure:
    def number(which: str, signed: bool = False) -> Number:
        one = told[which]
        return Number(_written(name, one["mean"], signed), _written(name, one["within"]))

    return Measure(
        _label(name), number("before"), number("after"), number("difference", signed=True),
        _is_clear(told),
    )  # fmt: skip


def _label(name: str) -> str:
    return {
        BEST: gettext("Points of the best side"),
        WORST: gettext("Points of the weakest side"),
        TURNS: gettext("Turns in a hand"),
        OUT: gettext("Hands ended by going out"),
        CLEAN: gettext("Clean canastas in a hand"),
        DIRTY: gettext("Dirty canastas in a hand"),
    }[name]


def _short(name: str) -> str:
    """The measure inside a list."""
    return {
        BEST: gettext("points of the best side"),
        WORST: gettext("points of the weakest side"),
        TURNS: gettext("turns"),
        OUT: gettext("going out"),
        CLEAN: gettext("clean canastas"),
        DIRTY: gettext("dirty canastas"),
    }[name]


def _is_same(told: Mapping[str, Mapping[str, float]]) -> bool:
    difference = told["difference"]
    return difference["mean"] == 0 == difference["within"]


def _is_clear(told: Mapping[str, Mapping[str, float]]) -> bool:
    difference = told["difference"]
    return abs(difference["mean"]) > difference["within"]


def _written(name: str, value: float, signed: bool = False) -> str:
    """The number to the places that matter, as the reader writes it."""
    places = PLACES[name]
    rounded = round(value, places) or 0.0
    zeros = "0" * places
    shape = "#,##0" + (f".{zeros}" if places else "")
    written = str(format_decimal(abs(rounded), shape, locale=language()))
    if name == OUT:
        written = gettext("%(number)s %%") % {"number": written}
    if rounded < 0:
        return f"\u2212{written}"
    return f"+{written}" if signed and rounded else written


def _sentences(found: Mapping[str, Mapping[str, Mapping[str, float]]]) -> Iterator[str]:
    """What clearly changes, in a sentence each, and what does not, in one."""
    clear = [name for name in MEASURES if _is_clear(found[name])]
    same = [name for name in MEASURES if _is_same(found[name])]
    if len(same) == len(MEASURES):
        yield gettext("Every hand was played and counted the same.")
        yield gettext("The bots make no use of this rule; people may.")
        return
    yield from (_sentence(name, found[name]) for name in clear)
    unclear = [name for name in MEASURES if name not in clear and name not in same]
    voice = Voice(language())
    if unclear:
        text = gettext("No clear difference in so many hands: %(what)s.")
        yield text % {"what": voice.all_of([*map(_short, unclear)])}
    if same:
        yield gettext("Just the same: %(what)s.") % {"what": voice.all_of([*map(_short, same)])}


def _sentence(name: str, told: Mapping[str, Mapping[str, float]]) -> str:
    change = told["difference"]["mean"]
    facts = {
        "by": _written(name, abs(change)),
        "after": _written(name, told["after"]["mean"]),
        "before": _written(name, told["before"]["mean"]),
    }
    more, fewer = _sentence_pair(name)
    return (more if change > 0 else fewer) % facts


def _sentence_pair(name: str) -> tuple[str, str]:
    """What to say of more and of fewer."""
    out = gettext("Going out ends %(after)s of the hands instead of %(before)s.")
    clean = gettext("There are %(after)s clean canastas in a hand instead of %(before)s.")
    dirty = gettext("There are %(after)s dirty canastas in a hand instead of %(before)s.")
    return {
        BEST: (
            gettext("The best side of a hand makes about %(by)s points more."),
            gettext("The best side of a hand makes about %(by)s points fewer."),
        ),
        WORST: (
            gettext("The weakest side of a hand makes about %(by)s points more."),
            gettext("The weakest side of a hand makes about %(by)s points fewer."),
        ),
        TURNS: (
            gettext("A hand gets about %(by)s turns longer."),
            gettext("A hand gets about %(by)s turns shorter."),
        ),
        OUT: (out, out),
        CLEAN: (clean, clean),
        DIRTY: (dirty, dirty),
    }[name]
