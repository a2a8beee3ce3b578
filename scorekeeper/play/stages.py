"""A recorded hand stage by stage: the table as the deal left it, and after every turn.

Nothing is judged here: the turns are played by `replay.Player`, as a replay plays them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..rules.cards import Cards
from .known import Heap, KnownSide
from .position import Phase, Pile, Position, SideMorto
from .record import Record, RecordedTurn
from .replay import Player, Refusal, Replay, check_deal, outcome
from .rulings import Effect


@dataclass(frozen=True, slots=True)
class HeapSeen:
    """Cards that are known, and how many others lie with them."""

    cards: Cards = ()
    hidden: int = 0

    def __len__(self) -> int:
        return len(self.cards) + self.hidden


@dataclass(frozen=True, slots=True)
class SideSeen:
    """What lies before a side; `morto` says whether it can still take one."""

    melds: tuple[Cards, ...]
    red_threes: Cards
    late_red_threes: Cards
    morto: SideMorto


@dataclass(frozen=True, slots=True)
class Stage:
    """The table after a turn, or after the deal (`turn` None).

    `hands` and `waiting` have an entry per seat: the cards in hand, and a morto that a player takes
    up at the next turn. `mortos` has those that lie on the table, None for one that is gone.
    `effects` are those of the turn. A turn that was refused shows the table before its illegal
    move, and that player's hand as it was then.
    """

    number: int
    turn: RecordedTurn | None
    hands: tuple[HeapSeen, ...]
    waiting: tuple[HeapSeen | None, ...]
    sides: tuple[SideSeen, ...]
    mortos: tuple[HeapSeen | None, ...]
    pile: Pile
    stock: HeapSeen
    effects: tuple[Effect, ...] = ()
    refusal: Refusal | None = None

    @property
    def cards(self) -> int:
        """How many cards there are, wherever they lie: those of the pack."""
        heaps = [*self.hands, *filter(None, self.waiting), *filter(None, self.mortos), self.stock]
        laid = [card for side in self.sides for meld in side.melds for card in meld]
        threes = [card for side in self.sides for card in side.red_threes + side.late_red_threes]
        return sum(map(len, heaps)) + len(self.pile) + len(laid) + len(threes)


@dataclass(frozen=True, slots=True)
class Course:
    """A whole record: its stages, from the deal on, and what it comes to.

    `stages` is empty if the deal itself is at fault. `views[n]` is what the player of turn n + 1
    saw at its start, None where nobody can tell whose turn it was.
    """

    record: Record
    stages: tuple[Stage, ...]
    views: tuple[Position | None, ...]
    result: Replay
    next_seat: int | None = None
    """Who plays next, None where the hand is over or nobody can tell."""


def course_of(record: Record) -> Course:
    """The stages of a record up to its end or its first illegal turn, that turn included."""
    at_fault = check_deal(record)
    if at_fault is not None:
        return Course(record, (), (), Replay(at_fault))
    player = Player(record)
    stages: list[Stage] = [_stage(player)]
    views: list[Position | None] = []
    for turn in record.turns:
        views.append(player.view(turn.seat))
        played = player.play_moves(turn)
        legal = len(turn.moves)
        if isinstance(played, Refusal):
            refusal: Refusal | None = played
            legal = played.move or 0
        else:
            refusal = player.end_turn(turn, *played)
        if refusal is not None:
            stages.append(_refused(record, turn, refusal, legal))
            result = Replay(refusal, player.turns - 1)
            return Course(record, tuple(stages), tuple(views), result)
        effects = () if isinstance(played, Refusal) else played[1]
        stages.append(_stage(player, turn, effects))
    result = outcome(player)
    seat = None if result.finished else player.turn_of
    if seat is not None:
        views.append(player.view(seat))
    return Course(record, tuple(stages), tuple(views), result, seat)


def _refused(record: Record, turn: RecordedTurn, refusal: Refusal, legal: int) -> Stage:
    """The table as the illegal move found it: with the first `legal` moves of the turn played. It
    is played to that point anew, since a refused move may have taken cards from the table."""
    player = Player(record)
    for before in record.turns[: (refusal.turn or 1) - 1]:
        player.play(before)
    if legal:
        played = player.play_moves(replace(turn, moves=turn.moves[:legal]))
        if not isinstance(played, Refusal):
            hand = player.table.hands[turn.seat]
            hand.cards, hand.hidden = list(played[0].hand or ()), played[0].hidden
    return replace(_stage(player, turn), number=refusal.turn or 1, refusal=refusal)


def _stage(
    player: Player, turn: RecordedTurn | None = None, effects: tuple[Effect, ...] = ()
) -> Stage:
    table = player.table
    return Stage(
        number=player.turns,
        turn=turn,
        hands=tuple([_seen(hand) for hand in table.hands]),
        waiting=tuple([_perhaps(hand.waiting) for hand in table.hands]),
        sides=tuple(map(_side, table.sides)),
        mortos=tuple(map(_perhaps, table.mortos)),
        pile=table.pile,
        stock=_seen(table.stock),
        effects=effects,
    )


def _seen(heap: Heap) -> HeapSeen:
    return HeapSeen(tuple(heap.cards), heap.hidden)


def _perhaps(heap: Heap | None) -> HeapSeen | None:
    return None if heap is None else _seen(heap)


def _side(side: KnownSide) -> SideSeen:
    return SideSeen(side.melds, tuple(side.red_threes), tuple(side.late_red_threes), side.morto)


@dataclass(frozen=True, slots=True)
class Trial:
    """A turn that is being written: how the table stands after its moves, or what is illegal.

    `view` is what its player sees then, None once the turn is over. `ended` says that it is, and
    may be so.
    """

    stage: Stage
    view: Position | None = None
    refusal: Refusal | None = None
    ended: bool = False


def try_turn(record: Record, turn: RecordedTurn, ends: bool = False) -> Trial:
    """Plays the moves of a turn after those of a legal record; `ends` says that there are no
    more. A discard and going out end a turn of themselves."""
    player = Player(record)
    for before in record.turns:
        player.play(before)
    if not turn.moves:
        return Trial(_stage(player), player.view(turn.seat))
    played = player.play_moves(turn)
    if isinstance(played, Refusal):
        return Trial(_refused(record, turn, played, played.move or 0), refusal=played)
    position, effects = played
    if not ends and position.phase is not Phase.OVER:
        stage = _refused(record, turn, Refusal((), 0, player.turns), len(turn.moves))
        return Trial(replace(stage, refusal=None), position)
    refusal = player.end_turn(turn, position, effects)
    if refusal is not None:
        return Trial(_refused(record, turn, refusal, len(turn.moves)), refusal=refusal)
    return Trial(_stage(player, turn, effects), ended=True)
