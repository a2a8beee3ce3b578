"""The legal primitive moves of the player to move, quickly.

Where no rule looks ahead, the card rules looked up in `kinds` decide; where one does, what is left
in hand is asked of `emptying`, and of the judge for an opening minimum. Property tests hold the
choices and the judge together.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..rules.cards import Cards
from ..rules.checks import lacks_among
from .candidates import candidates
from .case import judge_move
from .emptying import Emptied, emptied
from .kinds import (
    ADD,
    DISCARD,
    DRAW,
    LAY_RED_THREE,
    MELD,
    TAKE_ONTO,
    TAKE_WITH,
    TAKING_MORTO,
    Choice,
    Kinds,
    Shape,
)
from .moves import Add, Discard, Draw, LayMeld, LayRedThree, Move, TakePile
from .position import Phase, SideMorto
from .state import Hand, State

MOST_KINDS, MOST_MELDS = 48, 40
DISCARDS: list[Choice] = [(DISCARD, kind) for kind in range(MOST_KINDS)]
ADDS: list[list[Choice]] = [
    [(ADD, number, kind) for kind in range(MOST_KINDS)] for number in range(MOST_MELDS)
]
DRAWS: list[Choice] = [(DRAW,)]
LAYS_RED_THREE: list[Choice] = [(LAY_RED_THREE,)]


class Choosing(State):
    """What may be chosen."""

    __slots__ = ()

    def choices(self) -> list[Choice]:
        """The legal primitive moves of the player to move; none where the hand ends by
        `stock.empty`."""
        hand = self.hand
        if self.kinds.red_three in hand:
            return LAYS_RED_THREE
        if self.phase is Phase.DRAW:
            takes = self._pile_choices() if self.pile else []
            if self.stock or self._free_morto_for_stock() is not None:
                return takes + DRAWS if takes else DRAWS
            match self.ruleset.stock_empty:
                case "play_on":
                    return takes + self._plays()
                case "end":
                    return takes + DRAWS if takes else []
                case _:
                    return takes
        return self._plays()

    def _plays(self) -> list[Choice]:
        """Melds, additions and discards."""
        hand, kinds, size = self.hand, self.kinds, self.sizes[self.seat]
        side = self.side
        if side.opened or not self.ruleset.opening_minimum.points:
            if size > 5:
                found: list[Choice] = [DISCARDS[kind] for kind in hand]
                adds = iter(ADDS)
                for shape in side.shapes:
                    numbered = next(adds)
                    found += [numbered[k] for k in shape.grown or kinds.grown(shape) if k in hand]
                thirds, seconds = kinds.thirds, kinds.seconds
                for kind, cards in hand.items():
                    if len(cards) > 1 and kind in thirds:
                        for third, meld in thirds[kind]:
                            if third in hand and (third != kind or len(cards) > 2):
                                found.append(meld)
                    if kind in seconds:
                        for second, melds in seconds[kind]:
                            if second in hand:
                                found += [meld for third, meld in melds if third in hand]
                return self._one_per_rank(found) if self.ruleset.one_meld_per_rank else found
            return self._last_plays()
        return self._judged_plays()

    def _one_per_rank(self, choices: list[Choice]) -> list[Choice]:
        """Without a second set of a rank (`meld.shared`)."""
        taken = {shape.rank for shape in self.side.shapes if shape.rank is not None}
        shape = self.kinds.shape
        return [
            choice
            for choice in choices
            if choice[0] not in (MELD, TAKE_WITH) or shape(choice[1:]).rank not in taken
        ]

    def _last_plays(self) -> list[Choice]:
        """The plays of a small hand, those that look ahead judged one by one."""
        hand, size, side = self.hand, self.sizes[self.seat], self.side
        found: list[Choice] = []
        for kind in hand:
            if size > 1:
                found.append((DISCARD, kind))
            else:
                found += self._emptying((DISCARD, kind), None, None)
        for number, shape in enumerate(side.shapes):
            for kind, becomes in self.kinds.grown(shape).items():
                if kind in hand:
                    found += self._looked_ahead((ADD, number, kind), (kind,), becomes, number)
        for meld in self._triples_in(hand):
            kinds = meld[1:]
            found += self._looked_ahead(meld, kinds, self.kinds.shape(kinds), None)
        if self.kinds.black_threes:
            black = self.kinds.black_three
            for count in (3, 4):
                if len(hand.get(black, ())) >= count:
                    kinds = (black,) * count
                    found += self._looked_ahead(
                        (MELD, *kinds), kinds, self.kinds.shape(kinds), None
                    )
        return self._one_per_rank(found) if self.ruleset.one_meld_per_rank else found

    def _triples_in(self, hand: Hand) -> list[tuple[int, ...]]:
        thirds, seconds = self.kinds.thirds, self.kinds.seconds
        found: list[tuple[int, ...]] = []
        for kind, cards in hand.items():
            if len(cards) > 1:
                for third, meld in thirds.get(kind, ()):
                    if third in hand and (third != kind or len(cards) > 2):
                        found.append(meld)
            for second, melds in seconds.get(kind, ()):
                if second in hand:
                    found += [meld for third, meld in melds if third in hand]
        return found

    def _looked_ahead(
        self, choice: Choice, used: tuple[int, ...], becomes: Shape, number: int | None
    ) -> list[Choice]:
        """The choice, if what it leaves in hand is allowed (`out.needs`, `black3.meld`)."""
        gained = self.pile[:-1] if choice[0] in (TAKE_ONTO, TAKE_WITH) else ()
        left = self.sizes[self.seat] - len(used) + len(gained)
        if left == 0:
            return self._emptying(choice, becomes, number)
        if left > 1:
            return [] if becomes.is_black_threes else [choice]
        last = self.kinds.of[gained[0]] if gained else self._left_of(used)
        outcomes = self._ways_to_shed(last, becomes, number)
        if becomes.is_black_threes or self.black_threes_laid:
            return [choice] if Emptied.GOES_OUT in outcomes else []
        return [choice] if any(outcome.allowed for outcome in outcomes) else []

    def _left_of(self, used: tuple[int, ...]) -> int:
        """The one card of the hand that was not used."""
        for kind, cards in self.hand.items():
            if len(cards) > used.count(kind):
                return kind
        raise AssertionError

    def _emptying(self, choice: Choice, becomes: Shape | None, number: int | None) -> list[Choice]:
        """The choice that plays the last card, if it may be played; twice where it may go out or
        take the morto."""
        discards = becomes is None
        lacks = self._lacks_canasta(becomes, number)
        available = self.side.morto is SideMorto.AVAILABLE
        outcome = emptied(available, lacks, discards, False, self.ruleset)
        black = self.black_threes_laid or (becomes is not None and becomes.is_black_threes)
        if not outcome.allowed or (black and outcome is not Emptied.GOES_OUT):
            return []
        if available and outcome is Emptied.GOES_OUT and not black:
            return [choice, (TAKING_MORTO, *choice)]
        return [choice]

    def _lacks_canasta(self, becomes: Shape | None, number: int | None) -> bool:
        """Whether the side lacks a canasta to go out, with a meld having become this shape."""
        side = self.side
        count, clean = side.canastas, side.clean_canastas
        if becomes is not None:
            after = becomes.canasta
            before = side.shapes[number].canasta if number is not None else None
            count += (after is not None) - (before is not None)
            clean += bool(after and after.is_clean) - bool(before and before.is_clean)
        return lacks_among(count, clean, self.ruleset)

    def _ways_to_shed(self, last: int, becomes: Shape, number: int | None) -> list[Emptied]:
        """What getting rid of a last card would do, by discarding or laying it, after a meld has
        become this shape (`number`, or a new one)."""
        available = self.side.morto is SideMorto.AVAILABLE
        lacks = self._lacks_canasta(becomes, number)
        outcomes = [emptied(available, lacks, True, False, self.ruleset)]
        after = list(self.side.shapes)
        if number is None:
            after.append(becomes)
        else:
            after[number] = becomes
        for place, shape in enumerate(after):
            grown = self.kinds.grown(shape).get(last)
            if grown is not None:
                trial = [*after[:place], grown, *after[place + 1 :]]
                outcomes.append(
                    emptied(available, self._lacking(trial), False, False, self.ruleset)
                )
        return outcomes

    def _lacking(self, shapes: list[Shape]) -> bool:
        canastas = [shape.canasta for shape in shapes if shape.canasta is not None]
        clean = sum([canasta.is_clean for canasta in canastas])
        return lacks_among(len(canastas), clean, self.ruleset)

    def _pile_choices(self) -> list[Choice]:
        """The ways to take the pile (`pile.top`, `pile.blocked`)."""
        kinds, hand, side = self.kinds, self.hand, self.side
        top = kinds.of[self.pile[-1]]
        if top in kinds.lockers:
            return []
        if not side.opened and self.ruleset.opening_minimum.points:
            return self._judged_takes()
        locked = self.lock_depth > 0 and self.ruleset.lock_until_taken
        small = self.sizes[self.seat] + len(self.pile) <= 5
        found: list[Choice] = []
        for number, shape in enumerate(side.shapes):
            becomes = (shape.grown or kinds.grown(shape)).get(top)
            if becomes is None or (locked and not _all_of(shape, top, kinds)):
                continue
            choice: Choice = (TAKE_ONTO, number)
            found += self._looked_ahead(choice, (), becomes, number) if small else [choice]
        if locked:
            return found
        for a, b in kinds.pairs.get(top, ()):
            if a in hand and b in hand and (a != b or len(hand[a]) > 1):
                choice = (TAKE_WITH, a, b)
                if small or top == kinds.black_three:
                    becomes = kinds.shape((a, b, top))
                    found += self._looked_ahead(choice, (a, b), becomes, None)
                else:
                    found.append(choice)
        return self._one_per_rank_taking(found, top) if self.ruleset.one_meld_per_rank else found

    def _one_per_rank_taking(self, choices: list[Choice], top: int) -> list[Choice]:
        taken = {shape.rank for shape in self.side.shapes if shape.rank is not None}
        shape = self.kinds.shape
        return [
            choice
            for choice in choices
            if choice[0] != TAKE_WITH or shape((*choice[1:], top)).rank not in taken
        ]

    def _judged_takes(self) -> list[Choice]:
        return [c for c in self._judged() if _plain(c)[0] in (TAKE_ONTO, TAKE_WITH)]

    def _judged_plays(self) -> list[Choice]:
        return [c for c in self._judged() if _plain(c)[0] in (MELD, ADD, DISCARD)]

    def _judged(self) -> list[Choice]:
        """The choices as the judge lists them."""
        position = self.position()
        return [
            self.choice_of(move)
            for move in candidates(position, self.ruleset)
            if judge_move(position, move, self.ruleset).legal
        ]

    # what a choice means

    def move_of(self, choice: Choice) -> Move:
        """The choice as a move, with the cards that it will play."""
        code, *rest = _plain(choice)
        claims = choice[0] == TAKING_MORTO
        match code:
            case 0:
                return Draw()
            case 1:
                return TakePile(meld=rest[0], morto=claims)
            case 2:
                return TakePile(self._cards(rest), morto=claims)
            case 3:
                return LayMeld(self._cards(rest), claims)
            case 4:
                return Add(rest[0], self._cards(rest[1:]), claims)
            case 5:
                return LayRedThree(self.hand[self.kinds.red_three][-1])
            case _:
                return Discard(self._cards(rest)[0], claims)

    def choice_of(self, move: Move) -> Choice:
        """The choice that a primitive move is."""
        of = self.kinds.of
        choice: Choice
        match move:
            case Draw():
                return DRAWS[0]
            case LayRedThree():
                return LAYS_RED_THREE[0]
            case TakePile(using=using, meld=None):
                choice = (TAKE_WITH, *sorted(of[card] for card in using))
            case TakePile(meld=number):
                choice = (TAKE_ONTO, number or 0)
            case LayMeld(cards=cards):
                choice = (MELD, *[of[card] for card in cards])
            case Add(meld=number, cards=cards):
                choice = (ADD, number, *[of[card] for card in cards])
            case Discard(card=card):
                choice = (DISCARD, of[card]) if card else (DISCARD,)
        return (TAKING_MORTO, *choice) if move.morto else choice

    def _cards(self, kinds: Iterable[int]) -> Cards:
        counts: dict[int, int] = {}
        cards = []
        for kind in kinds:
            counts[kind] = counts.get(kind, 0) + 1
            cards.append(self.hand[kind][-counts[kind]])
        return tuple(cards)


def _plain(choice: Choice) -> Choice:
    return choice[1:] if choice[0] == TAKING_MORTO else choice


def _all_of(shape: Shape, kind: int, kinds: Kinds) -> bool:
    """Whether the meld is an all-natural set of the rank of this kind."""
    rank = kinds.faces[kind].rank
    return all(card.rank == rank for card in shape.cards)
