"""The page on which a hand is written down with the keypad."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from scorekeeper.language.cards import show_cards
from scorekeeper.play.position import Phase
from scorekeeper.play.stages import Course, Trial, course_of
from scorekeeper.rules.cards import Card, card, format_cards, sort_cards

from .cards import CardView, view_card
from .replay_mat import Mat, MeldDrawn, draw_mat
from .replay_pages import HandPage, Told
from .replay_words import problem_words, suited
from .replay_writing import Written

SUITS = ("S", "H", "D", "C")


@dataclass(frozen=True, slots=True)
class CardKey:
    """A key that taps a card."""

    face: str
    view: CardView


@dataclass(frozen=True, slots=True)
class WritePage:
    """What is written so far and what can be written next."""

    packed: str
    written: Written
    course: Course
    trial: Trial

    @property
    def hand(self) -> HandPage:
        return HandPage(self.packed, self.course)

    @property
    def number(self) -> int:
        """The number of the turn that is being written."""
        return len(self.written.record.turns) + 1

    @property
    def name(self) -> str:
        """Whose turn it is."""
        return self.written.record.seats[self.written.seat]

    @property
    def seats(self) -> tuple[str, ...]:
        return self.written.record.seats

    @property
    def against(self) -> int | None:
        """The turn of the whole record that this one is to be compared with."""
        return self.number if self.written.against else None

    @property
    def is_over(self) -> bool:
        return self.course.result.finished and not self.written.against

    @property
    def is_deal(self) -> bool:
        """Whether cards of the deal can still be told."""
        is_first = not self.written.record.turns and not self.written.moves
        return is_first and not self.written.against

    @property
    def draws(self) -> bool:
        """Whether the turn has yet to begin with a draw or the pile."""
        view = self.trial.view
        return view is not None and view.phase is Phase.DRAW

    @property
    def stock(self) -> int:
        return len(self.trial.stage.stock)

    @property
    def plays(self) -> bool:
        """Whether melds and discards may come now: after a draw, or on an empty stock."""
        return self.trial.view is not None and (not self.draws or not self.stock)

    @property
    def told(self) -> tuple[Told, ...]:
        """Why the turn is illegal."""
        found = self.trial.refusal.problems if self.trial.refusal else ()
        return tuple([Told(problem_words(problem), problem.rule) for problem in found])

    @property
    def words(self) -> Markup | None:
        """The turn so far, in words."""
        if not self.written.moves:
            return None
        return self.hand.words(self.written.turn, self.trial.stage)

    @property
    def before(self) -> Markup | None:
        """The turn before this one, in words."""
        stage = self.course.stages[-1]
        return self.hand.words(stage.turn, stage) if stage.turn else None

    @property
    def mat(self) -> Mat:
        return draw_mat(self.written.record, self.trial.stage, self.course.stages[-1])

    @property
    def melds(self) -> tuple[MeldDrawn, ...]:
        """The melds of the player's side."""
        return self.mat.sides[self.written.seat % len(self.mat.sides)].melds

    @property
    def tapped(self) -> tuple[CardView, ...]:
        return tuple(map(view_card, self.written.cards))

    @property
    def tapped_text(self) -> str:
        return format_cards(self.written.cards)

    @property
    def tapped_words(self) -> Markup:
        return suited(show_cards(self.written.cards))

    @property
    def is_one(self) -> bool:
        """Whether exactly one card is tapped."""
        return len(self.written.cards) == 1

    @property
    def red_three(self) -> bool:
        """Whether the first tapped card is a red three."""
        return bool(self.written.cards) and self.written.cards[0].is_red_three

    @property
    def suits(self) -> tuple[CardKey, ...]:
        return tuple([_key(card(self.written.rank + suit)) for suit in SUITS])

    @property
    def held(self) -> Iterator[CardKey]:
        """The known cards of the player's hand that are not tapped yet."""
        view = self.trial.view
        left = list(view.hand or ()) if view else []
        for face in self.written.cards:
            if face in left:
                left.remove(face)
        return map(_key, sort_cards(left))


def _key(face: Card) -> CardKey:
    return CardKey(str(face), view_card(face))


def write_page(packed: str, written: Written) -> WritePage:
    """The page of what is written. Needs a legal record."""
    return WritePage(packed, written, course_of(written.record), written.trial())
