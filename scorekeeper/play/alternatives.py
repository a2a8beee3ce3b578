"""What a player could do at a point of a hand: every legal primitive move, asked of the judge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice

from ..rules.cards import Cards
from ..rules.melds import read_meld
from ..rules.ruleset import Ruleset
from .candidates import candidates
from .judge import judge_move, judge_step
from .moves import Add, Discard, Draw, LayMeld, LayRedThree, Move, TakePile
from .position import Phase, Position
from .rulings import Effect

MOST_TRIES = 400
"""Moves of one kind that are asked of the judge: more than any hand has that was dealt and drawn,
fewer than a forged one could need."""


@dataclass(frozen=True, slots=True)
class Alternatives:
    """The legal moves of a point, by kind, each once.

    `now` has the ways to begin the turn (draws and piles) or the red 3s to be laid first. `melds`,
    `additions` and `discards` are for now if something was drawn, else for after a draw. Cards that
    nobody saw are in none of them.
    """

    now: tuple[Move, ...] = ()
    melds: tuple[LayMeld, ...] = ()
    additions: tuple[Add, ...] = ()
    discards: tuple[Discard, ...] = ()

    @property
    def count(self) -> int:
        return len(self.now) + len(self.melds) + len(self.additions) + len(self.discards)


def alternatives(position: Position, ruleset: Ruleset) -> Alternatives:
    """The legal primitive moves of this player (`turn.order`), as far as the cards are known."""
    first = _legal(position, ruleset, (LayRedThree, Draw, TakePile))
    must_lay = any(isinstance(move, LayRedThree) for move in first)
    if must_lay or position.phase is Phase.OVER:
        return Alternatives(tuple(first))
    drawn: Position | None = position
    if position.phase is Phase.DRAW:
        ruling = judge_step(position, Draw(), ruleset)
        ends = Effect.HAND_ENDS in ruling.effects
        drawn = position if ruleset.stock_empty == "play_on" and not position.stock else None
        drawn = ruling.after if ruling.after is not None and not ends else drawn
    if drawn is None:
        return Alternatives(tuple(first))
    return Alternatives(
        tuple(first),
        tuple([move for move in _legal(drawn, ruleset, (LayMeld,)) if isinstance(move, LayMeld)]),
        tuple([move for move in _legal(drawn, ruleset, (Add,)) if isinstance(move, Add)]),
        tuple([move for move in _legal(drawn, ruleset, (Discard,)) if isinstance(move, Discard)]),
    )


def _legal(position: Position, ruleset: Ruleset, kinds: tuple[type[Move], ...]) -> Sequence[Move]:
    tried = (move for move in candidates(position, ruleset) if isinstance(move, kinds))
    likely = filter(_could_be(position, ruleset), tried)
    return [
        move for move in islice(likely, MOST_TRIES) if judge_move(position, move, ruleset).legal
    ]


def _could_be(position: Position, ruleset: Ruleset) -> Callable[[Move], bool]:
    """Whether the cards of a move make a meld at all, which is quicker to see than to judge."""
    melds, pile = position.melds or (), position.pile or ()

    def laid(move: Move) -> Cards | None:
        match move:
            case LayMeld(cards=cards):
                return cards
            case Add(meld=number, cards=cards):
                return (*melds[number], *cards)
            case TakePile(using=using, meld=meld_number) if pile and pile[-1] is not None:
                return (*(melds[meld_number] if meld_number is not None else using), pile[-1])
            case _:
                return None

    def could_be(move: Move) -> bool:
        cards = laid(move)
        return cards is None or read_meld(cards, ruleset) is not None

    return could_be
