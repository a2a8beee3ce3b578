"""A move or a turn at the table, put to the judge."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..language import mark
from ..language.play_rulings import legal_sentence
from ..language.sentences import problem_sentence
from ..language.voice import Voice
from ..play.documents import JudgeDocument, judge, kind_and_cards
from ..play.moves import Add, Discard, Draw, LayMeld, LayRedThree, Move, TakePile
from ..play.position import Phase, Position, SideMorto
from ..rules.additions import lay_out
from ..rules.cards import Cards, parse_cards
from ..rules.ruleset import Ruleset
from .shown import IN_HAND, NO, ON_TABLE, YES, Picture, Shown

DEPENDS = mark("It depends")
TOP = mark("Top of the pile")
DRAWN = mark("You draw")
LAID = mark("You lay")
ADDED = mark("You add")
DISCARDED = mark("You discard")

PILE = "JC 4D"

PositionOf = Callable[[Ruleset], Position]


@dataclass(frozen=True, slots=True)
class MoveExample:
    """Moves in a position, which may depend on the table; several moves are a whole turn."""

    position: PositionOf
    moves: tuple[Move, ...]
    note: str = ""
    shows_hand: bool = False
    shows_missing: bool = False
    when: Callable[[Ruleset], bool] = lambda ruleset: True

    def show(self, ruleset: Ruleset, voice: Voice) -> Shown | None:
        if not self.when(ruleset):
            return None
        position = self.position(ruleset)
        moves = self.moves if len(self.moves) > 1 else self.moves[0]
        ruling = judge(JudgeDocument(ruleset, position, moves))
        note = voice.say(self.note) if self.note else ""
        pictures = tuple(self._pictures(position, ruleset, voice))
        if ruling.problems:
            problem = ruling.problems[0]
            text = problem_sentence(problem, voice.code)
            return Shown(pictures, False, voice.say(NO), text, rule=problem.rule, note=note)
        if ruling.missing:
            if not self.shows_missing:
                return None
            missing = ruling.missing[0]
            text = problem_sentence(missing, voice.code)
            return Shown(pictures, None, voice.say(DEPENDS), text, rule=missing.rule, note=note)
        kind, cards = kind_and_cards(self.moves if len(self.moves) > 1 else self.moves[0])
        effects, unknown = [*map(str, ruling.effects)], [*map(str, ruling.unknown)]
        text = legal_sentence(kind, cards, effects, unknown, voice.code)
        return Shown(pictures, True, voice.say(YES), text, note=note)

    def _pictures(self, position: Position, ruleset: Ruleset, voice: Voice) -> Iterator[Picture]:
        for number, meld in enumerate(position.melds or ()):
            label = voice.say(ON_TABLE) if number == 0 else ""
            yield Picture(lay_out(meld, ruleset), label)
        if self.shows_hand and position.hand:
            yield Picture(position.hand, voice.say(IN_HAND))
        for move in self.moves:
            for label, cards in _parts(move, position):
                if cards:
                    yield Picture(cards, voice.say(label))


def at(
    hand: str,
    melds: tuple[str, ...] = (),
    pile: str = PILE,
    phase: Phase = Phase.PLAY,
    **told: object,
) -> PositionOf:
    """A position that is the same at every table."""
    position = Position(
        phase,
        parse_cards(hand),
        tuple(map(parse_cards, melds)),
        parse_cards(pile),
        stock=40,
        morto=SideMorto.AVAILABLE,
        melded_before=bool(melds),
        score=0,
    )
    position = position._replace(**told)  # type: ignore[arg-type]
    return lambda ruleset: position


def drawing(hand: str, melds: tuple[str, ...] = (), pile: str = PILE, **told: object) -> PositionOf:
    """The same before the player has drawn."""
    return at(hand, melds, pile, Phase.DRAW, **told)


def _parts(move: Move, position: Position) -> Iterator[tuple[str, Cards]]:
    match move:
        case Draw(card):
            yield DRAWN, (card,) if card else ()
        case TakePile(using):
            top = (position.pile or (None,))[-1]
            yield TOP, (top,) if top else ()
            yield IN_HAND, using
        case LayMeld(cards):
            yield LAID, cards
        case Add(_, cards):
            yield ADDED, cards
        case LayRedThree(card):
            yield LAID, (card,)
        case Discard(card):
            yield DISCARDED, (card,) if card else ()
