"""A recorded hand: what is known of the deal, the turns that were played, and its text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from ..rules.cards import Card, Cards, format_cards
from ..rules.options import overrides_of
from ..rules.problems import DocumentError, Finding
from ..rules.ruleset import Ruleset
from .moves import Add, Discard, Draw, Emptying, LayMeld, LayRedThree, Move, TakePile

UNSEEN = "?"
WIDEST_LABEL = 24
"""Longer names are not lined up: one of them would push every other line to the right."""

_NO_LINES: Mapping[str, int] = MappingProxyType({})


class RecordError(DocumentError):
    """What is wrong in the text of a record, and the line and column, both counted from 1."""

    def __init__(self, finding: Finding, line: int, column: int, /, **params: object) -> None:
        super().__init__(finding, f"{line}:{column}", **params)
        self.line = line
        self.column = column


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """The moves of one player and where they are written; nowhere is line 0."""

    seat: int
    moves: tuple[Move, ...]
    line: int = field(default=0, compare=False)
    columns: tuple[int, ...] = field(default=(), compare=False)
    takes_waiting_morto: bool = False
    """The turn opens with a morto that an earlier discard of this player took."""


@dataclass(frozen=True, slots=True)
class Record:
    """One hand as it was written down; None is what nobody wrote.

    `hands` has an entry per seat and `mortos` one per side: left out, nothing is known of them.
    The names of `seats` have no blank and none of `:=#` in them, and no two are alike. `lines` has
    the line of every header that stands in the text: `ruleset`, `hand Ana`, `morto 1`, `end` ...
    """

    ruleset: Ruleset
    seats: tuple[str, ...]
    dealer: int | None = None
    hands: tuple[Cards | None, ...] = ()
    mortos: tuple[Cards | None, ...] = ()
    stock: Cards | None = None
    upcard: Card | None = None
    turns: tuple[RecordedTurn, ...] = ()
    stopped: bool = False
    lines: Mapping[str, int] = field(default_factory=lambda: _NO_LINES, compare=False)

    def __post_init__(self) -> None:
        # one form for one meaning, or a record would differ from its own text
        if not self.hands:
            object.__setattr__(self, "hands", (None,) * len(self.seats))
        if not self.mortos:
            object.__setattr__(self, "mortos", (None,) * self.ruleset.sides)


def format_record(record: Record) -> str:
    """The text of the record, from which `parse_record` reads the same record."""
    return "".join(f"{line.rstrip()}\n" for line in _lines(record))


def _lines(record: Record) -> Iterator[str]:
    yield " ".join(["ruleset", record.ruleset.preset, *_settings(record.ruleset)])
    yield " ".join(["seats", *record.seats])
    if record.dealer is not None:
        yield f"dealer {record.seats[record.dealer]}"
    known = dict(_known_cards(record))
    for label, cards in zip(_aligned(known), known.values(), strict=True):
        yield f"{label} = {format_cards(cards)}"
    if record.upcard is not None:
        yield f"upcard {record.upcard}"
    labels = _aligned([f"{name}:" for name in record.seats])
    for turn in record.turns:
        opening = "morto; " if turn.takes_waiting_morto else ""
        yield f"{labels[turn.seat]} {opening}{format_moves(turn.moves)}"
    if record.stopped:
        yield "end"


def _settings(ruleset: Ruleset) -> Iterator[str]:
    for name, value in overrides_of(ruleset).items():
        plain = value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
        yield f"{name}={plain}"


def _known_cards(record: Record) -> Iterator[tuple[str, Cards]]:
    for name, cards in zip(record.seats, record.hands, strict=True):
        if cards is not None:
            yield f"hand {name}", cards
    for number, cards in enumerate(record.mortos, start=1):
        if cards is not None:
            yield f"morto {number}", cards
    if record.stock is not None:
        yield "stock", record.stock


def _aligned(labels: Iterable[str]) -> list[str]:
    labels = list(labels)
    width = max((len(label) for label in labels if len(label) <= WIDEST_LABEL), default=0)
    return [label.ljust(width) for label in labels]


def format_moves(moves: Iterable[Move]) -> str:
    """The moves in the form that `parse_moves` reads."""
    return "; ".join(map(format_move, moves))


def format_move(move: Move) -> str:
    """The move as a record has it, and `morto` behind it if it takes the morto."""
    text = " ".join(_words(move))
    return f"{text}; morto" if isinstance(move, Emptying) and move.morto else text


def _words(move: Move) -> list[str]:
    match move:
        case Draw(card):
            return ["draw", *_seen(card)]
        case TakePile(using, meld):
            onto = [] if meld is None else [f"@{meld + 1}"]
            return ["pile", *onto, *_seen(*using)]
        case LayMeld(cards):
            return ["meld", *_seen(*cards)]
        case Add(meld, cards):
            return ["add", str(meld + 1), *_seen(*cards)]
        case LayRedThree(card, replacement):
            return ["red3", *_seen(card, replacement)]
        case Discard(card):
            return ["discard", *(_seen(card) or [UNSEEN])]


def _seen(*cards: Card | None) -> list[str]:
    return [str(card) for card in cards if card is not None]
