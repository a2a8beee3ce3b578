"""How the game goes, in a few sentences with a table's own numbers."""

from __future__ import annotations

from collections.abc import Iterator

from ..language import mark
from ..language.play_rules import OUT_NEEDS
from ..language.rulebook import rule_text
from ..language.voice import Voice
from ..rules.ruleset import Ruleset

SETS = mark(
    "You collect cards of one rank and lay them on the table in melds of three or more; with seven "
    "a meld is a canasta, which earns a bonus."
)
SETS_AND_RUNS = mark(
    "You collect cards of one rank, or neighbours of one suit, and lay them on the table in melds "
    "of three or more; with seven a meld is a canasta, which earns a bonus."
)
TURN = mark(
    "Everyone starts with %(size)s cards. In your turn you draw a card, or take the whole pile if "
    "you can use its top card; then you meld what you like, and discard one card."
)
MORTO = mark(
    "Beside the stock wait the mortos, reserve hands of %(size)s cards: the first of your side to "
    "have no cards left takes one and plays on."
)
COUNT = mark(
    "When somebody goes out, the hand is over: what lies on the table counts for you, and what is "
    "left in your hands against you. The points add up hand by hand, until a side has %(target)s."
)
COUNT_ONCE = mark(
    "When somebody goes out, it is over: what lies on the table counts for you, and what is left "
    "in your hands against you. The highest score wins."
)


def foreword(ruleset: Ruleset, code: str) -> tuple[str, ...]:
    """Sentences enough to start with; the rules say the rest."""
    return tuple(_sentences(ruleset, Voice(code)))


def _sentences(ruleset: Ruleset, voice: Voice) -> Iterator[str]:
    melds = voice.say(SETS_AND_RUNS if ruleset.runs else SETS)
    yield f"{rule_text('setup.players', ruleset, voice.code)} {melds}"
    yield voice.say(TURN, size=ruleset.hand_size)
    needs = OUT_NEEDS[ruleset.out_needs_morto, ruleset.out_needs_canasta]
    yield f"{voice.say(MORTO, size=ruleset.morto_size)} {voice.say(needs)}"
    yield voice.say(COUNT_ONCE if ruleset.express else COUNT, target=ruleset.target)
