"""The table of a recorded hand as it is drawn: melds, pile, stock and hands at one stage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scorekeeper.play.moves import Discard, TakePile
from scorekeeper.play.position import SideMorto
from scorekeeper.play.record import Record, RecordedTurn
from scorekeeper.play.stages import HeapSeen, SideSeen, Stage
from scorekeeper.rules.additions import lay_out
from scorekeeper.rules.cards import Card, Cards, sort_cards
from scorekeeper.rules.ruleset import Ruleset

from .cards import CardView, MeldView, view_card, view_meld
from .languages import gettext, ngettext

NEW, BAD = "new", "bad"
PILE_SHOWN = 7
"""So many cards of the pile are drawn; what lies below is counted."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card as it lies; None is a back. `mark` is `new` or `bad`, or nothing."""

    card: CardView | None
    mark: str = ""

    @property
    def label(self) -> str:
        return self.card.label if self.card else gettext("a card nobody saw")


@dataclass(frozen=True, slots=True)
class MeldDrawn:
    """A meld with its kind of canasta, and its cards as they lie."""

    view: MeldView
    cards: tuple[Drawn, ...]


@dataclass(frozen=True, slots=True)
class HandDrawn:
    """A player's hand: its known cards, and how many others."""

    seat: int
    name: str
    cards: tuple[Drawn, ...]
    hidden: int
    waits: int

    @property
    def count(self) -> int:
        return len(self.cards) + self.hidden


@dataclass(frozen=True, slots=True)
class SideDrawn:
    """One side: its players, what lies before it, and the hands of its players."""

    number: int
    names: tuple[str, ...]
    melds: tuple[MeldDrawn, ...]
    threes: tuple[Drawn, ...]
    morto: str
    hands: tuple[HandDrawn, ...]


@dataclass(frozen=True, slots=True)
class Mat:
    """The whole table; `seat` is the player whose turn it is about, -1 for nobody."""

    sides: tuple[SideDrawn, ...]
    pile: tuple[Drawn, ...]
    pile_count: int
    stock: int
    seat: int

    @property
    def others(self) -> tuple[SideDrawn, ...]:
        """The sides above the pile: all but the first."""
        return self.sides[1:]

    @property
    def hand(self) -> HandDrawn | None:
        """The hand of the player whose turn it is about."""
        found = [hand for side in self.sides for hand in side.hands if hand.seat == self.seat]
        return found[0] if found else None


def draw_mat(record: Record, stage: Stage, before: Stage | None) -> Mat:
    """The table after a turn, with the cards marked that came or went; a refused turn has those
    marked that its illegal move is about. `before` is the stage before it, if there is one."""
    turn = stage.turn
    refused = stage.refusal is not None
    named = _named(stage) if turn and refused else Counter[Card]()
    sides = tuple(
        _side(record, stage, None if refused else before, number, named)
        for number in range(len(stage.sides))
    )
    taken = refused and turn is not None and _takes_pile(stage)
    discarded = turn is not None and not refused and isinstance(turn.moves[-1], Discard)
    top = BAD if taken else NEW if discarded else ""
    return _mat(stage, sides, top, turn.seat if turn else -1)


def draw_before(record: Record, stage: Stage, turn: RecordedTurn | None, seat: int) -> Mat:
    """The table before a turn, with the cards marked that the turn uses."""
    named = Counter(_cards_of(turn, range(len(turn.moves)))) if turn else Counter[Card]()
    sides = tuple(
        _side(record, stage, None, number, named, seat, NEW) for number in range(len(stage.sides))
    )
    taken = turn is not None and isinstance(turn.moves[0], TakePile)
    return _mat(stage, sides, NEW if taken else "", seat)


def _mat(stage: Stage, sides: tuple[SideDrawn, ...], top: str, seat: int) -> Mat:
    pile = [Drawn(view_card(card) if card else None) for card in stage.pile[-PILE_SHOWN:]]
    if pile and top:
        pile[-1] = Drawn(pile[-1].card, top)
    return Mat(sides, tuple(pile), len(stage.pile), len(stage.stock), seat)


def _named(stage: Stage) -> Counter[Card]:
    """The cards of the hand that the illegal move names."""
    if stage.turn is None or stage.refusal is None:
        return Counter()
    return Counter(_cards_of(stage.turn, [stage.refusal.move or 0]))


def _takes_pile(stage: Stage) -> bool:
    if stage.turn is None or stage.refusal is None:
        return False
    return isinstance(stage.turn.moves[stage.refusal.move or 0], TakePile)


def _cards_of(turn: RecordedTurn, moves: Iterable[int]) -> Iterator[Card]:
    """The cards that moves take from the hand, as far as they are told."""
    for number in moves:
        move = turn.moves[number]
        yield from getattr(move, "using", ())
        yield from getattr(move, "cards", ())
        card = getattr(move, "card", None)
        if card is not None:
            yield card


def _side(
    record: Record,
    stage: Stage,
    before: Stage | None,
    number: int,
    named: Counter[Card],
    seat: int = -1,
    mark: str = BAD,
) -> SideDrawn:
    side, seats = stage.sides[number], range(number, len(record.seats), len(stage.sides))
    earlier = before.sides[number] if before else None
    mover = stage.turn.seat if stage.turn and seat < 0 else seat
    hands = []
    for place in seats:
        came = _came(stage.hands[place], before.hands[place]) if before else Counter[Card]()
        marks = (named, mark) if place == mover and named else (came, NEW)
        is_mover = place == mover
        hands.append(_hand(record, stage, place, *(marks if is_mover else (Counter(), NEW))))
    return SideDrawn(
        number,
        tuple([record.seats[place] for place in seats]),
        tuple(_melds(side, earlier, record.ruleset)),
        _marked(side.red_threes + side.late_red_threes, _new_threes(side, earlier), NEW),
        _morto_words(stage, number),
        tuple(hands),
    )


def _hand(record: Record, stage: Stage, seat: int, marks: Counter[Card], mark: str) -> HandDrawn:
    heap, waiting = stage.hands[seat], stage.waiting[seat]
    cards = _marked(sort_cards(heap.cards), marks, mark)
    waits = len(waiting) if waiting else 0
    return HandDrawn(seat, record.seats[seat], cards, heap.hidden, waits)


def _came(now: HeapSeen, before: HeapSeen) -> Counter[Card]:
    return Counter(now.cards) - Counter(before.cards)


def _melds(side: SideSeen, before: SideSeen | None, ruleset: Ruleset) -> Iterator[MeldDrawn]:
    for number, cards in enumerate(side.melds):
        new: Counter[Card] = Counter()
        if before is not None:
            old = before.melds[number] if number < len(before.melds) else ()
            new = Counter(cards) - Counter(old)
        drawn = _marked(lay_out(cards, ruleset), new, NEW)
        yield MeldDrawn(view_meld(number + 1, cards, ruleset), drawn)


def _new_threes(side: SideSeen, before: SideSeen | None) -> Counter[Card]:
    if before is None:
        return Counter()
    old = before.red_threes + before.late_red_threes
    return Counter(side.red_threes + side.late_red_threes) - Counter(old)


def _marked(cards: Cards, marks: Counter[Card], mark: str) -> tuple[Drawn, ...]:
    left = Counter(marks)
    drawn = []
    for card in cards:
        drawn.append(Drawn(view_card(card), mark if left[card] > 0 else ""))
        left[card] -= 1
    return tuple(drawn)


def _morto_words(stage: Stage, number: int) -> str:
    """What became of the morto, in the words of players."""
    match stage.sides[number].morto:
        case SideMorto.TAKEN:
            return gettext("morto taken")
        case SideMorto.NONE:
            return gettext("no morto left")
        case _:
            return gettext("morto on the table")


def cards_counted(count: int) -> str:
    """How many cards, in words."""
    return ngettext("%(num)s card", "%(num)s cards", count) % {"num": count}
