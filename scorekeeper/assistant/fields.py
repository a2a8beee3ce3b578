"""What a question asks for, and what was told: cards, choices and numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from ..rules.cards import Card, Cards, format_cards, parse_cards
from ..rules.problems import CardError, DocumentError, Finding, Problem
from ..rules.ruleset import Ruleset

MOST_CARDS = 16
LONGEST = 100
MOST_DIGITS = 7


class Kind(StrEnum):
    CARDS = "cards"
    CHOICE = "choice"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Given:
    """What was told, by field; what was not told is absent, or the field's usual value."""

    values: Mapping[str, Cards | str | int] = field(default_factory=dict)

    def cards(self, name: str) -> Cards:
        found = self.values.get(name, ())
        return found if isinstance(found, tuple) else ()

    def card(self, name: str) -> Card | None:
        """The one card of a field, or None."""
        return next(iter(self.cards(name)), None)

    def word(self, name: str) -> str | None:
        """The choice that was made, or None."""
        found = self.values.get(name)
        return found if isinstance(found, str) else None

    def says(self, name: str, word: str = "yes") -> bool:
        return self.values.get(name) == word

    def number(self, name: str) -> int | None:
        found = self.values.get(name)
        return found if isinstance(found, int) else None

    def count(self, name: str) -> int:
        """The number that was told; 0 where none was."""
        return self.number(name) or 0

    def telling(self, name: str, value: str) -> Given:
        """The same with a choice made."""
        return Given({**self.values, name: value})


Asked = Callable[[Given, Ruleset], bool]


def always(given: Given, ruleset: Ruleset) -> bool:
    """For a field that is asked at every table."""
    return True


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that a question asks for.

    `usual` is what counts where nothing is told, `option` names the option that has it instead.
    A field that `decides` may stay untold: every choice is tried, and the answer depends on it
    only where they differ. One that is `aside` matters to few.
    """

    name: str
    kind: Kind
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = MOST_CARDS
    step: int = 1
    usual: str = ""
    option: str = ""
    asked: Asked = always
    offered: Callable[[str, Ruleset], bool] | None = None
    decides: bool = False
    aside: bool = False

    def choices_at(self, ruleset: Ruleset) -> tuple[str, ...]:
        """The choices that can be true at this table."""
        if self.offered is None:
            return self.choices
        return tuple(word for word in self.choices if self.offered(word, ruleset))

    def usual_at(self, ruleset: Ruleset) -> str:
        """What counts where nothing is told, as a document has it; "" for nothing."""
        return str(getattr(ruleset, self.option)) if self.option else self.usual

    def read(self, text: str) -> Cards | str | int:
        """The value that a text tells. Raises `DocumentError`."""
        if self.kind is Kind.CARDS:
            return self._read_cards(text)
        if self.kind is Kind.CHOICE:
            if text not in self.choices:
                raise DocumentError(Finding.NOT_A_CHOICE, self.name, choices=self.choices)
            return text
        digits = text.removeprefix("-").removeprefix("−").removeprefix("+")
        if not (digits.isascii() and digits.isdigit()) or len(digits) > MOST_DIGITS:
            raise DocumentError(Finding.WRONG_TYPE, self.name, expected="whole number")
        number = -int(digits) if text[0] in "-−" else int(digits)
        if not self.low <= number <= self.high:
            raise DocumentError(
                Finding.NUMBER_OUT_OF_RANGE, self.name, low=self.low, high=self.high
            )
        return number

    def _read_cards(self, text: str) -> Cards:
        if len(text) > LONGEST:
            raise CardError(text[:20], 1)
        cards = parse_cards(text)
        if len(cards) > self.high:
            count = len(cards)
            raise DocumentError(Finding.WRONG_LENGTH, self.name, count=count, expected=self.high)
        return cards


def cards(name: str, most: int = MOST_CARDS, asked: Asked = always, aside: bool = False) -> Field:
    """A field for up to so many cards."""
    return Field(name, Kind.CARDS, high=most, asked=asked, aside=aside)


def choice(name: str, *choices: str, usual: str = "", asked: Asked = always) -> Field:
    """A field for one of a few words, the usual one if none is told."""
    return Field(name, Kind.CHOICE, choices, usual=usual, asked=asked)


def deciding(
    name: str,
    *choices: str,
    asked: Asked = always,
    offered: Callable[[str, Ruleset], bool] | None = None,
) -> Field:
    """A choice that may stay untold."""
    return Field(name, Kind.CHOICE, choices, asked=asked, offered=offered, decides=True)


def number(
    name: str, low: int, high: int, usual: str = "", step: int = 1, asked: Asked = always
) -> Field:
    """A field for a whole number in a range."""
    return Field(name, Kind.NUMBER, (), low, high, step, usual, asked=asked)


def read_given(
    fields: Sequence[Field], told: Mapping[str, str], ruleset: Ruleset
) -> tuple[Given, tuple[Problem, ...]]:
    """What the texts tell, usual values filled in, and what is wrong with them.

    Fields that are not asked at this table, after what was told before them, are passed over.
    """
    given, problems = Given(), []
    for one in fields:
        if not one.asked(given, ruleset):
            continue
        text = told.get(one.name, "").strip() or one.usual_at(ruleset)
        if not text:
            continue
        try:
            value = one.read(text)
        except DocumentError as error:
            problems.append(Problem("turn.position", error.finding, one.name, error.params))
            continue
        given = Given({**given.values, one.name: value})
    return given, tuple(problems)


def written(given: Given, fields: Sequence[Field], ruleset: Ruleset) -> dict[str, str]:
    """What was told as texts, the usual values left out: what `read_given` reads."""
    texts: dict[str, str] = {}
    for one in fields:
        value = given.values.get(one.name)
        if value is None or value == ():
            continue
        text = format_cards(value) if isinstance(value, tuple) else str(value)
        if text != one.usual_at(ruleset):
            texts[one.name] = text
    return texts
