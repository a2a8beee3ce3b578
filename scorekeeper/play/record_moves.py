"""Reads the turns of a record: `pile 9D 9C; add 1 2H; discard 5D`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from ..rules.problems import Finding
from .moves import Add, Discard, Draw, Emptying, LayMeld, LayRedThree, Move, TakePile
from .record import UNSEEN, RecordedTurn
from .record_words import CARD, NUMBER, Words


def parse_turn(seat: int, text: str, line: int = 1, column: int = 1) -> RecordedTurn:
    """The turn of a player, `text` being what follows the colon. Raises `RecordError`."""
    moves: list[Move] = []
    columns: list[int] = []
    waiting = False
    for number, words in enumerate(_between_semicolons(text, line, column)):
        word = words.take()
        if word.lower() != "morto":
            columns.append(words.place)
            moves.append(_move(words, word))
        elif number == 0:
            waiting = True
        elif moves and isinstance(last := moves[-1], Emptying) and not last.morto:
            moves[-1] = replace(last, morto=True)
        else:
            raise words.refuse(Finding.RECORD_MORTO_MISPLACED)
        words.finish()
    if not moves:
        raise words.refuse(Finding.RECORD_MOVE_MISSING)
    return RecordedTurn(seat, tuple(moves), line, tuple(columns), waiting)


def parse_moves(text: str, line: int = 1, column: int = 1) -> tuple[Move, ...]:
    """Moves such as `pile 9D 9C; add 1 2H; discard 5D`. Raises `RecordError`.

    A morto that was waiting cannot be told with moves alone: see `parse_turn`.
    """
    turn = parse_turn(0, text, line, column)
    if turn.takes_waiting_morto:
        first = Words(text, line, column)
        first.take()
        raise first.refuse(Finding.RECORD_MORTO_MISPLACED)
    return turn.moves


def _between_semicolons(text: str, line: int, column: int) -> Iterator[Words]:
    for stretch in text.split(";"):
        yield Words(stretch.rstrip(), line, column)
        column += len(stretch) + 1


def _draw(words: Words) -> Move:
    return Draw(words.perhaps_card())


def _pile(words: Words) -> Move:
    piece = words.expect("pile", CARD)
    if piece.startswith("@"):
        return TakePile(meld=_meld_number(words, piece, piece[1:]))
    words.end = words.start  # a card: read once more, with the others
    return TakePile(words.cards())


def _meld(words: Words) -> Move:
    return LayMeld(words.some_cards("meld"))


def _add(words: Words) -> Move:
    piece = words.expect("add")
    meld = _meld_number(words, piece, piece)
    return Add(meld, words.some_cards(f"add {piece}"))


def _red_three(words: Words) -> Move:
    return LayRedThree(words.one_card("red3"), words.perhaps_card(number=2))


def _discard(words: Words) -> Move:
    piece = words.expect("discard", CARD)
    return Discard(None if piece == UNSEEN else words.card(piece))


def _meld_number(words: Words, piece: str, number: str) -> int:
    """The meld of this number, counted from 0."""
    if not NUMBER.fullmatch(number):
        raise words.refuse(Finding.RECORD_MELD_NUMBER, piece=piece)
    return int(number) - 1


_MOVES: Mapping[str, Callable[[Words], Move]] = MappingProxyType(
    {
        "draw": _draw,
        "pile": _pile,
        "meld": _meld,
        "add": _add,
        "red3": _red_three,
        "discard": _discard,
    }
)


def _move(words: Words, word: str) -> Move:
    if not word:
        raise words.refuse(Finding.RECORD_MOVE_MISSING)
    reading = _MOVES.get(word.lower())
    if reading is None:
        raise words.refuse(Finding.NOT_A_CHOICE, choices=(*_MOVES, "morto"))
    return reading(words)
