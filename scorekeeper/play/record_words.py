"""A line of a record, read piece by piece from the left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..rules.cards import Card, Cards, card
from ..rules.problems import CardError, Finding
from .record import RecordError

PIECE = re.compile(r"\s*(\S*)")
LABEL = re.compile(r"\s*([^\s:=]*)")
CARD = re.compile(r"[\s,]*([^\s,]*)")
EQUALS = re.compile(r"\s*(=?)")
COLON = re.compile(r"\s*(:?)")
NUMBER = re.compile(r"[1-9][0-9]?")


@dataclass(slots=True)
class Words:
    """A stretch of a line, read piece by piece from the left."""

    text: str
    line: int
    column: int = 1
    """Where the text starts in its line."""
    start: int = 0
    """Where the piece that was read last starts in the text, or should have."""
    end: int = 0

    @property
    def place(self) -> int:
        """The column of the piece that was read last."""
        return self.column + self.start

    def refuse(self, finding: Finding, **params: object) -> RecordError:
        return RecordError(finding, self.line, self.place, **params)

    def take(self, pattern: re.Pattern[str] = PIECE) -> str:
        """The next piece; empty if there is none."""
        found = pattern.match(self.text, self.end)
        self.start, self.end = found.span(1) if found else (self.end, self.end)
        return self.text[self.start : self.end]

    def expect(self, key: str, pattern: re.Pattern[str] = PIECE) -> str:
        """The next piece, which the line or move cannot do without."""
        piece = self.take(pattern)
        if not piece:
            raise self.refuse(Finding.RECORD_INCOMPLETE, key=key)
        return piece

    def finish(self) -> None:
        """Refuses what is left."""
        piece = self.take()
        if piece:
            raise self.refuse(Finding.RECORD_TOO_MUCH, piece=piece)

    def pieces(self, pattern: re.Pattern[str] = PIECE) -> Iterator[str]:
        while piece := self.take(pattern):
            yield piece

    def card(self, piece: str, number: int = 1) -> Card:
        """The card that was read last, with its number in the list."""
        try:
            return card(piece)
        except CardError:
            raise self.refuse(Finding.CARD_UNREADABLE, piece=piece, number=number) from None

    def one_card(self, key: str) -> Card:
        return self.card(self.expect(key, CARD))

    def perhaps_card(self, number: int = 1) -> Card | None:
        piece = self.take(CARD)
        return self.card(piece, number) if piece else None

    def cards(self) -> Cards:
        pieces = self.pieces(CARD)
        return tuple([self.card(piece, number) for number, piece in enumerate(pieces, start=1)])

    def some_cards(self, key: str) -> Cards:
        cards = self.cards()
        if not cards:
            raise self.refuse(Finding.RECORD_INCOMPLETE, key=key)
        return cards

    def listed_cards(self, key: str) -> Cards:
        """The cards after an equals sign; there may be none."""
        if not self.take(EQUALS):
            raise self.refuse(Finding.RECORD_EQUALS_MISSING, key=key)
        return self.cards()
