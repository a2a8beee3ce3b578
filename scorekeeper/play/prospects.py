"""What a player could still do, tried out move by move before the judge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from ..rules.cards import Cards, sort_cards
from ..rules.melds import read_meld
from ..rules.problems import Problem
from ..rules.ruleset import Ruleset
from ..rules.tally import cards_points
from .candidates import candidates, handfuls, one_of_each, pile_candidates
from .hearing import lacks
from .moves import Add, Discard, LayMeld, Move, TakePile
from .position import Position, SideMorto
from .rulings import Ruling

Judging = Callable[[Position, Move], Ruling]

WIDEST = 12
"""From hands of more cards, only small handfuls are tried with the top card of a pile."""
MOST_TRIES = 400
"""Moves tried to reach a minimum, before it is taken to be in reach."""


def can_take_pile(position: Position, ruleset: Ruleset, judge: Judging) -> bool:
    """Whether the player may take the pile in some way (`pile.top`)."""
    hand = position.hand or ()
    sizes = range(3, (len(hand) if len(hand) <= WIDEST else 4) + 1)
    tries: Iterator[TakePile] = pile_candidates(position, ruleset)
    if any(judge(position, take).legal for take in tries):
        return True
    if not position.pile or position.pile[-1] is None or not _has_wide_melds(ruleset):
        return False
    return any(
        judge(position, TakePile(using)).legal
        for size in sizes
        for using in handfuls(hand, size, ruleset)
        if read_meld((*using, position.pile[-1]), ruleset)
    )


class Search:
    """Whether the cards in hand can bring the first melds of this turn to so many points, move by
    legal move, each state tried once (`meld.opening`).

    Where there is too much to try, the benefit of the doubt: the end of the turn will tell.
    """

    def __init__(self, least: int, ruleset: Ruleset, judge: Judging) -> None:
        self.least = least
        self.ruleset = ruleset
        self.judge = judge
        self.seen: set[tuple[object, ...]] = set()
        self.tried = 0
        self.missing: list[Problem] = []
        """What nobody told, if the answer hangs on it."""

    def succeeds(self, position: Position) -> bool | None:
        """The answer; None where it depends on what is missing."""
        if position.hidden:
            return True
        return self.reaches(position._replace(opened=True))

    def reaches(self, position: Position) -> bool | None:
        if position.laid >= self.least:
            return True
        if position.hidden:  # a morto was taken up: who saw it would have told
            if position.unseen:
                return False
            self.note((lacks("position.morto_cards"),))
            return None
        hand = sort_cards(card for card in position.hand or () if not card.is_red_three)
        if not hand or self.is_too_poor(position, hand):
            return False
        state = (position.melds, hand, position.morto)
        if state in self.seen:
            return False
        self.seen.add(state)
        return self.tries(position._replace(hand=hand))

    def note(self, missing: Iterable[Problem]) -> None:
        self.missing += [problem for problem in missing if problem not in self.missing]

    def is_too_poor(self, position: Position, hand: Cards) -> bool:
        """The hand is worth too little, and no morto will mend that: there is none, nobody sees
        it, or there are too many cards to lay before it."""
        if position.laid + cards_points(hand, self.ruleset) >= self.least:
            return False
        hopes = position.morto in (SideMorto.AVAILABLE, None) and not position.unseen
        return not hopes or len(hand) > WIDEST

    def tries(self, position: Position) -> bool | None:
        best: bool | None = False
        for move in self.moves(position):
            self.tried += 1
            if self.tried > MOST_TRIES:
                return True
            ruling = self.judge(position, move)
            if ruling.after is None:
                if ruling.legal is None:
                    self.note(ruling.missing)
                    best = None
                continue
            cards = () if isinstance(move, Discard) else move.cards
            laid = position.laid + cards_points(cards, self.ruleset)
            found = self.reaches(ruling.after._replace(laid=laid, opened=True))
            if found:
                return True
            best = found if best is False else best
        return best

    def moves(self, position: Position) -> Iterator[LayMeld | Add | Discard]:
        melds = position.melds or ()
        if len(position.hand or ()) == 1 and position.morto is not SideMorto.TAKEN:
            yield Discard((position.hand or (None,))[0])
        for move in candidates(position, self.ruleset):
            if not isinstance(move, LayMeld | Add):
                continue
            grown = (*melds[move.meld], *move.cards) if isinstance(move, Add) else move.cards
            if read_meld(grown, self.ruleset):
                yield move
        if self.ruleset.runs and self.ruleset.max_wilds > 1:
            yield from (LayMeld(cards) for cards in gapped_runs(position.hand or (), self.ruleset))


def gapped_runs(hand: Cards, ruleset: Ruleset) -> Iterator[Cards]:
    """Runs of the hand's cards whose wilds stand side by side: no three of their cards are one."""
    wilds = sort_cards(card for card in hand if card.is_wild)
    for suit in sorted({card.suit for card in hand if card.is_natural}):
        naturals = one_of_each(
            tuple(card for card in hand if card.is_natural and card.suit == suit), ruleset
        )
        for count in range(2, min(ruleset.max_wilds, len(wilds)) + 1):
            least = max(2, ruleset.min_naturals, ruleset.naturals_per_wild * count)
            for chosen in combinations(naturals, least):
                run = (*chosen, *wilds[:count])
                if read_meld(run, ruleset):
                    yield run


def _has_wide_melds(ruleset: Ruleset) -> bool:
    """Whether a meld can be valid of which no three cards are: with wilds side by side in a run, or
    where three naturals are needed."""
    return (ruleset.runs and ruleset.max_wilds > 1) or (
        max(ruleset.min_naturals, ruleset.naturals_per_wild) > 2
    )
