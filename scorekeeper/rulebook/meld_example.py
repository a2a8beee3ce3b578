"""Cards laid as a meld: valid or not, which canasta, worth what."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from ..language.sentences import KINDS, problem_sentence
from ..language.voice import Voice
from ..rules.additions import lay_out
from ..rules.cards import Cards, card, copies, parse_cards
from ..rules.melds import bonus, check_meld, read_meld
from ..rules.ruleset import Ruleset
from .shown import NOT_VALID, VALID, Picture, Shown, joined

TOPS = ("7H", "7S")


def in_pack(cards: Cards, ruleset: Ruleset) -> bool:
    """Whether the pack of this table has these cards (`setup.pack`)."""
    return all(count <= copies(face, ruleset.jokers) for face, count in Counter(cards).items())


@dataclass(frozen=True, slots=True)
class MeldExample:
    """A meld by itself; `runs` limits it to tables that play runs, or to those that do not."""

    cards: str
    note: str = ""
    runs: bool | None = None

    def show(self, ruleset: Ruleset, voice: Voice) -> Shown | None:
        cards = parse_cards(self.cards)
        if not in_pack(cards, ruleset) or self.runs not in (None, ruleset.runs):
            return None
        note = voice.say(self.note) if self.note else ""
        meld = read_meld(cards, ruleset)
        pictures = (Picture(lay_out(cards, ruleset) if meld else cards),)
        if meld is None:
            problem = check_meld(cards, ruleset)[0]
            text = joined(note, problem_sentence(problem, voice.code))
            return Shown(pictures, False, voice.say(NOT_VALID), text, rule=problem.rule)
        if meld.canasta is None:
            return Shown(pictures, True, voice.say(VALID), note)
        points = bonus(meld.canasta, ruleset)
        return Shown(pictures, True, voice.say(KINDS[meld.canasta]), note, points)


@dataclass(frozen=True, slots=True)
class StackExample:
    """A canasta and the card that lies on top of it once it is stacked (`canasta.kind`)."""

    cards: str

    def show(self, ruleset: Ruleset, voice: Voice) -> Shown | None:
        meld = read_meld(parse_cards(self.cards), ruleset)
        if meld is None or meld.canasta is None:
            return None
        top = card(TOPS[0] if meld.canasta.is_clean else TOPS[1])
        return Shown((Picture((top,), voice.say(KINDS[meld.canasta])),))
