"""The rulebook: groups of rules, their titles, and each rule's text with a table's own numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..rules.ruleset import Ruleset
from . import mark
from .meld_rules import MELD_RULES
from .play_rules import PLAY_RULES
from .score_rules import SCORE_RULES
from .voice import Voice

RuleText = Callable[[Ruleset, Voice], Iterator[str]]

TEXTS: dict[str, RuleText] = {**PLAY_RULES, **MELD_RULES, **SCORE_RULES}


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """A chapter: its key, its rule ids in order, and a title."""

    key: str
    english: str
    rules: tuple[str, ...]

    def title(self, code: str) -> str:
        return Voice(code).say(self.english)


TITLES = {
    "setup.players": mark("Players"),
    "setup.pack": mark("The pack"),
    "setup.dealer": mark("Who deals"),
    "setup.deal": mark("The deal"),
    "setup.mortos": mark("Mortos"),
    "setup.upcard": mark("The first card"),
    "setup.first": mark("Who starts"),
    "turn.order": mark("A turn"),
    "turn.cards": mark("Cards you may play"),
    "draw.choice": mark("Stock or pile"),
    "stock.empty": mark("Empty stock"),
    "pile.top": mark("Taking the pile"),
    "pile.blocked": mark("Blocked pile"),
    "red3.lay": mark("Laying red threes"),
    "red3.value": mark("Red threes"),
    "red3.late": mark("Late red threes"),
    "black3.meld": mark("Black threes"),
    "meld.size": mark("Three cards or more"),
    "meld.rank": mark("Sets"),
    "meld.run": mark("Runs"),
    "meld.wilds": mark("Wilds in a meld"),
    "meld.naturals": mark("Naturals in a meld"),
    "meld.aces": mark("Aces"),
    "meld.shared": mark("Whose melds"),
    "meld.opening": mark("First melds"),
    "meld.stays": mark("What lies stays"),
    "meld.replace": mark("Replacing a wild"),
    "meld.ace_to_ace": mark("Ace to ace"),
    "canasta.size": mark("Seven cards"),
    "canasta.kind": mark("Clean or dirty"),
    "morto.take": mark("Taking the morto"),
    "morto.turn": mark("Playing the morto"),
    "morto.once": mark("One morto"),
    "out.needs": mark("When to go out"),
    "out.last_card": mark("The last card"),
    "score.cards": mark("Cards on the table"),
    "score.clean": mark("Clean canasta"),
    "score.dirty": mark("Dirty canasta"),
    "score.royal": mark("Royal canasta"),
    "score.ace_to_ace": mark("Ace-to-ace canasta"),
    "score.wild": mark("Canasta of wilds"),
    "score.threes": mark("Threes in hand"),
    "score.out": mark("Going out"),
    "score.concealed": mark("Going out concealed"),
    "score.morto": mark("Morto not taken"),
    "score.hand": mark("Cards in hand"),
    "score.morto_cards": mark("Morto cards"),
    "match.hand_winner": mark("Winner of a hand"),
    "match.target": mark("Target"),
    "match.both": mark("Several past the target"),
    "match.tie": mark("Equal totals"),
    "match.express": mark("One hand decides"),
    "match.stopped": mark("Stopping early"),
    "match.adjust": mark("Points by agreement"),
    "match.annul": mark("Annulled match"),
    "turn.position": mark("What a ruling needs"),
    "record.conflict": mark("Impossible record"),
    "ruleset.options": mark("Options that clash"),
}


def _group(key: str, english: str, *starts: str, besides: tuple[str, ...] = ()) -> RuleGroup:
    """The rules whose id starts so, in the order of the titles, and those named besides."""
    rules = tuple(rule for rule in TITLES if rule.startswith(starts) or rule in besides)
    return RuleGroup(key, english, rules)


RULE_GROUPS = (
    _group("setup", mark("Before play"), "setup."),
    _group("turn", mark("Your turn"), "draw.", "stock.", besides=("turn.order", "turn.cards")),
    _group("pile", mark("The pile"), "pile."),
    _group("threes", mark("Threes"), "red3.", "black3."),
    _group("melds", mark("Melds"), "meld."),
    _group("canastas", mark("Canastas"), "canasta."),
    _group("morto", mark("The morto"), "morto."),
    _group("out", mark("Going out"), "out."),
    _group("scoring", mark("Counting a hand"), "score."),
    _group("match", mark("The match"), "match."),
    _group("other", mark("Beside the game"), "record.", "ruleset.", besides=("turn.position",)),
)


def rule_title(rule: str, code: str) -> str:
    """A rule in a few words, also the label of its score line. Raises `KeyError`."""
    return Voice(code).say(TITLES[rule])


def rule_text(rule: str, ruleset: Ruleset, code: str) -> str:
    """The rule as this table plays it. Raises `KeyError` for an id that is none."""
    return " ".join(TEXTS[rule](ruleset, Voice(code)))
