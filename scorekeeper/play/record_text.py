"""Reads the text of a record strictly: the first thing wrong is a `RecordError` with its place."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from ..rules.cards import Card, Cards
from ..rules.options import override, parse_ruleset
from ..rules.problems import DocumentError, Finding
from ..rules.reader import LONGEST_NAME, parse_setting
from ..rules.ruleset import Ruleset
from .record import Record, RecordedTurn, RecordError
from .record_moves import parse_turn
from .record_words import COLON, LABEL, NUMBER, Words

LONGEST_RECORD = 200_000  # characters; a long hand with every card known has a tenth of it

_LINE_END = re.compile(r"\r\n|\r|\n")


def parse_record(text: str | bytes) -> Record:
    """The record that the text has. Raises `RecordError`, whatever the text, and nothing else.

    Only the shape is read: whether the cards and the turns can be is for the replay to say.
    """
    lines = _LINE_END.split(_readable(text))
    reader = _Reader()
    for number, line in enumerate(lines, start=1):
        words = Words(line.partition("#")[0].rstrip(), number)
        if words.text:
            reader.read(words)
    return reader.record(len(lines), len(lines[-1]) + 1)


def _readable(text: str | bytes) -> str:
    """The text itself, if it is text and not too long."""
    try:
        plain = text.decode() if isinstance(text, bytes) else text
        plain.encode()  # half a character is in no file, and nobody could be shown it
    except UnicodeDecodeError as error:
        raise _no_text(error.object[: error.start].decode()) from None
    except UnicodeEncodeError as error:
        raise _no_text(error.object[: error.start]) from None
    plain = plain.removeprefix("\ufeff")
    if len(plain) > LONGEST_RECORD:
        raise RecordError(Finding.TOO_LARGE, 1, 1)
    return plain


def _no_text(before: str) -> RecordError:
    lines = _LINE_END.split(before.removeprefix("\ufeff"))
    return RecordError(Finding.NOT_TEXT, len(lines), len(lines[-1]) + 1)


def _likeness(name: str) -> str:
    """What two names share that differ only in capitals or in how their letters are stored."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


@dataclass(slots=True)
class _Reader:
    """What the lines so far have said."""

    ruleset: Ruleset | None = None
    seats: tuple[str, ...] = ()
    dealer: int | None = None
    hands: dict[int, Cards] = field(default_factory=dict)
    mortos: dict[int, Cards] = field(default_factory=dict)
    stock: Cards | None = None
    upcard: Card | None = None
    turns: list[RecordedTurn] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)

    def read(self, words: Words) -> None:
        """Takes in one line that is not blank."""
        word = words.take(LABEL)
        if "end" in self.lines:
            raise words.refuse(Finding.RECORD_AFTER_END)
        after = COLON.match(words.text, words.end)
        if word and after and after[1]:
            self._read_turn(words, word, after.end())
            return
        reading = _HEADERS.get(word.lower())
        if reading is None:
            raise words.refuse(Finding.RECORD_LINE_UNKNOWN, word=word or words.text.split()[0])
        if self.turns and word.lower() != "end":
            raise words.refuse(Finding.RECORD_HEADER_LATE, key=word.lower())
        reading(self, words)

    def record(self, line: int, column: int) -> Record:
        """The record, if nothing is missing where the text ends."""
        if self.ruleset is None or not self.seats:
            missing = "seats" if self.ruleset else "ruleset"
            raise RecordError(Finding.KEY_MISSING, line, column, key=missing)
        return Record(
            ruleset=self.ruleset,
            seats=self.seats,
            dealer=self.dealer,
            hands=tuple(map(self.hands.get, range(len(self.seats)))),
            mortos=tuple(map(self.mortos.get, range(self.ruleset.sides))),
            stock=self.stock,
            upcard=self.upcard,
            turns=tuple(self.turns),
            stopped="end" in self.lines,
            lines=MappingProxyType(self.lines),
        )

    def _read_turn(self, words: Words, name: str, after: int) -> None:
        seat = self._seat(words, name)
        self.turns.append(parse_turn(seat, words.text[after:], words.line, words.column + after))

    def _read_ruleset(self, words: Words) -> None:
        self._once(words, "ruleset")
        preset = words.expect("ruleset")
        try:
            ruleset = parse_ruleset(preset, {})
            given = set()
            for piece in words.pieces():
                name, value = parse_setting(piece)
                if name in given:
                    raise DocumentError(Finding.KEY_TWICE, key=name)
                given.add(name)
                ruleset = override(ruleset, {name: value})
        except DocumentError as error:
            raise words.refuse(error.finding, **error.params) from None
        self.ruleset = ruleset

    def _read_seats(self, words: Words) -> None:
        self._once(words, "seats")
        expected = self._rules(words).players
        names: dict[str, str] = {}
        place = replace(words)
        for name in words.pieces():
            if len(name) > LONGEST_NAME:
                raise words.refuse(Finding.TEXT_TOO_LONG, most=LONGEST_NAME)
            if ":" in name or "=" in name:
                raise words.refuse(Finding.RECORD_NAME_SIGNS, name=name)
            other = names.setdefault(_likeness(name), name)
            if other is not name:
                raise words.refuse(Finding.RECORD_NAMES_ALIKE, name=name, other=other)
        if len(names) != expected:
            raise place.refuse(Finding.WRONG_LENGTH, count=len(names), expected=expected)
        self.seats = tuple(names.values())

    def _read_dealer(self, words: Words) -> None:
        self._once(words, "dealer")
        self._need_seats(words)
        self.dealer = self._seat(words, words.expect("dealer"))
        words.finish()

    def _read_hand(self, words: Words) -> None:
        self._need_seats(words)
        seat = self._seat(words, words.expect("hand", LABEL))
        key = f"hand {self.seats[seat]}"
        self._once(words, key)
        self.hands[seat] = words.listed_cards(key)

    def _read_morto(self, words: Words) -> None:
        sides = self._rules(words).sides
        number = words.take(LABEL)
        if not NUMBER.fullmatch(number) or int(number) > sides:
            raise words.refuse(Finding.NUMBER_OUT_OF_RANGE, low=1, high=sides)
        key = f"morto {number}"
        self._once(words, key)
        self.mortos[int(number) - 1] = words.listed_cards(key)

    def _read_stock(self, words: Words) -> None:
        self._once(words, "stock")
        self.stock = words.listed_cards("stock")

    def _read_upcard(self, words: Words) -> None:
        self._once(words, "upcard")
        self.upcard = words.one_card("upcard")
        words.finish()

    def _read_end(self, words: Words) -> None:
        self._once(words, "end")
        words.finish()

    def _once(self, words: Words, key: str) -> None:
        if key in self.lines:
            raise words.refuse(Finding.KEY_TWICE, key=key)
        self.lines[key] = words.line

    def _rules(self, words: Words) -> Ruleset:
        if self.ruleset is None:
            raise words.refuse(Finding.RECORD_NEEDS_FIRST, needed="ruleset")
        return self.ruleset

    def _need_seats(self, words: Words) -> None:
        if not self.seats:
            raise words.refuse(Finding.RECORD_NEEDS_FIRST, needed="seats")

    def _seat(self, words: Words, name: str) -> int:
        """The seat of this name, which may be written in other capitals: no two are alike."""
        self._need_seats(words)
        alike = _likeness(name)
        for seat, other in enumerate(self.seats):
            if _likeness(other) == alike:
                return seat
        raise words.refuse(Finding.RECORD_SEAT_UNKNOWN, name=name, choices=self.seats)


_HEADERS: Mapping[str, Callable[[_Reader, Words], None]] = MappingProxyType(
    {
        "ruleset": _Reader._read_ruleset,
        "seats": _Reader._read_seats,
        "dealer": _Reader._read_dealer,
        "hand": _Reader._read_hand,
        "morto": _Reader._read_morto,
        "stock": _Reader._read_stock,
        "upcard": _Reader._read_upcard,
        "end": _Reader._read_end,
    }
)
