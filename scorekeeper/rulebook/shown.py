"""What a page shows of an example: cards, a verdict, numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ..language import mark
from ..language.voice import Voice
from ..rules.cards import Card
from ..rules.ruleset import Ruleset

PLAYERS = ("Ana", "Bia", "Caio", "Davi")
IN_HAND = mark("In hand")
ON_TABLE = mark("On the table")
YES, NO = mark("Yes"), mark("No")
VALID, NOT_VALID = mark("valid"), mark("not valid")


@dataclass(frozen=True, slots=True)
class Picture:
    """Cards side by side, with what they are; None is a card seen from the back."""

    cards: tuple[Card | None, ...]
    label: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of numbers or words, and what it is about."""

    label: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """An example as one ruleset rules on it, in the reader's words.

    `note` says what the cards are about, `text` what is ruled. `good` is None where nothing is
    judged; `rule` is the rule that was cited, if it is another than the one the page is about.
    """

    pictures: tuple[Picture, ...] = ()
    good: bool | None = None
    word: str = ""
    text: str = ""
    points: int | None = None
    heads: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    rule: str | None = None
    note: str = ""


class Example(Protocol):
    """Something that can be asked of any ruleset."""

    def show(self, ruleset: Ruleset, voice: Voice) -> Shown | None:
        """How the ruleset rules on it; None where this table has no such cards or position."""


def side_names(ruleset: Ruleset) -> tuple[str, ...]:
    """The sides of the example players: "Ana & Caio", "Bia & Davi"."""
    seated = PLAYERS[: ruleset.players]
    return tuple(" & ".join(seated[side :: ruleset.sides]) for side in range(ruleset.sides))


def joined(*sentences: str) -> str:
    """The sentences that say something, one after the other."""
    return " ".join(sentence for sentence in sentences if sentence)
