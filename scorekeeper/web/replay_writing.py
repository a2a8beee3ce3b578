"""Writing down a hand with the keypad, turn by turn: what a key does to what is written so far.

Everything stands in the address: the record, the moves of the turn that is being written, and the
cards tapped for its next move. A key gives the address after it, so going back takes it back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.play.record import Record, RecordedTurn, RecordError
from scorekeeper.play.record_moves import parse_turn
from scorekeeper.play.stages import Trial, course_of, try_turn
from scorekeeper.rules.cards import RANKS, Cards, card, format_cards, parse_cards
from scorekeeper.rules.problems import CardError

LONGEST_TURN, MOST_CARDS = 400, 40


@dataclass(frozen=True, slots=True)
class Written:
    """What is written so far: a legal record, the turn in the making, the cards tapped last, and
    the rank whose suits the keypad offers. `keeps` asks for the illegal turn to be kept."""

    record: Record
    moves: str = ""
    cards: Cards = ()
    rank: str = "A"
    keeps: bool = False
    against: bool = False
    """Only one turn is written, to be compared with another: it does not go into the record."""

    @property
    def seat(self) -> int:
        """Who plays this turn; the first seat if nobody can tell."""
        record = self.record
        if record.turns:
            return (record.turns[-1].seat + 1) % len(record.seats)
        return 0 if record.dealer is None else (record.dealer + 1) % len(record.seats)

    @property
    def turn(self) -> RecordedTurn:
        """The turn as it is written so far. Raises `RecordError` for what is none."""
        if not self.moves:
            return RecordedTurn(self.seat, ())
        return parse_turn(self.seat, self.moves)

    def trial(self, ends: bool = False) -> Trial:
        """How the table stands with it."""
        return try_turn(self.record, self.turn, ends)

    def with_turn(self) -> Record:
        """The record with this turn at its end."""
        return replace(self.record, turns=(*self.record.turns, self.turn))


def read_written(record: Record, moves: str, cards: str, rank: str) -> Written:
    """What an address says; a turn or cards that cannot be read are left out."""
    read = Written(replace(record, stopped=False), rank=rank if rank in RANKS else "A")
    try:
        tapped = parse_cards(cards)[:MOST_CARDS]
    except CardError:
        tapped = ()
    read = replace(read, cards=tapped)
    try:
        if len(moves) <= LONGEST_TURN and moves.strip():
            parse_turn(read.seat, moves)
            return replace(read, moves=moves.strip())
    except RecordError:
        pass
    return read


def press(written: Written, key: str) -> Written:
    """What is written after a key. A key that means nothing here changes nothing."""
    kind, _, rest = key.partition(":")
    match kind:
        case "rank" if rest in RANKS:
            return replace(written, rank=rest)
        case "card":
            return _tapped(written, rest)
        case "erase":
            return replace(written, cards=written.cards[:-1])
        case "back":
            return _back(written)
        case "upcard" | "deal" | "keep" if written.against:
            return written
        case "upcard" if len(written.cards) == 1 and not written.record.turns:
            record = replace(written.record, upcard=written.cards[0])
            return _dealt(written, record)
        case "deal" if not written.record.turns and rest in _seats(written.record):
            return _dealt(written, _with_hand(written.record, int(rest), written.cards))
        case "end" if written.moves:
            return _finished(written, written.trial(ends=True))
        case "keep" if written.moves:
            return replace(written, record=written.with_turn(), moves="", cards=(), keeps=True)
        case _:
            return _played(written, _move_text(kind, rest, written.cards))


def _tapped(written: Written, text: str) -> Written:
    try:
        cards = (*written.cards, card(text))[:MOST_CARDS]
    except CardError:
        return written
    return replace(written, cards=cards)


def _seats(record: Record) -> tuple[str, ...]:
    return tuple(map(str, range(len(record.seats))))


def _with_hand(record: Record, seat: int, cards: Cards) -> Record:
    """The record with these cards in a hand, beside those that it told already."""
    hands = list(record.hands)
    hands[seat] = (*(hands[seat] or ()), *cards) or None
    return replace(record, hands=tuple(hands))


def _dealt(written: Written, record: Record) -> Written:
    """The deal as it is told now, if it can be."""
    if course_of(record).stages:
        return replace(written, record=record, cards=())
    return written


def _move_text(kind: str, rest: str, cards: Cards) -> str:
    """A move of these cards as a record has it; nothing for what is no move."""
    told = format_cards(cards)
    match kind:
        case "draw":
            return f"draw {told}" if len(cards) <= 1 else ""
        case "pile":
            return f"pile @{rest}" if rest else f"pile {told}"
        case "meld" | "red3":
            return f"{kind} {told}" if cards else ""
        case "add":
            return f"add {rest} {told}" if cards else ""
        case "discard":
            return f"discard {told}" if len(cards) == 1 else ""
        case "unseen":
            return "discard ?"
        case _:
            return ""


def _played(written: Written, move: str) -> Written:
    """The turn with one more move; where that ends it, the next turn begins."""
    if not move:
        return written
    moves = "; ".join(filter(None, (written.moves, move.strip())))
    longer = replace(written, moves=moves, cards=())
    try:
        trial = longer.trial()
    except RecordError:
        return written
    return _finished(longer, trial)


def _finished(written: Written, trial: Trial) -> Written:
    if not trial.ended or written.against:
        return written
    return replace(written, record=written.with_turn(), moves="", cards=())


def _back(written: Written) -> Written:
    """Without the last thing: the cards tapped, a move of the turn, or the turn before."""
    if written.cards:
        return replace(written, cards=())
    if written.moves:
        head, _, last = written.moves.rpartition(";")
        return replace(written, moves=head.strip(), cards=_cards_in(last))
    if not written.record.turns or written.against:
        return written
    return replace(written, record=replace(written.record, turns=written.record.turns[:-1]))


def _cards_in(move: str) -> Cards:
    """The cards of a move that is taken back, to be played otherwise."""
    words = [word for word in move.split()[1:] if word[0].isalnum() and not word.isdigit()]
    try:
        return parse_cards(" ".join(words))
    except CardError:
        return ()
