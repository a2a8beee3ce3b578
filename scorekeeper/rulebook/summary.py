"""All that a table needs, short enough for one sheet of paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..language import mark
from ..language.options import card_values, option_title, option_value
from ..language.rulebook import rule_text, rule_title
from ..language.voice import Voice
from ..rules.ruleset import Ruleset

CHAPTERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        mark("Before play"),
        ("setup.pack", "setup.deal", "setup.mortos", "setup.upcard", "setup.first"),
    ),
    (mark("Your turn"), ("turn.order", "pile.top", "pile.blocked", "stock.empty")),
    (
        mark("Melds"),
        ("meld.rank", "meld.run", "meld.wilds", "meld.naturals", "meld.opening", "canasta.kind"),
    ),
    (mark("Threes"), ("red3.lay", "red3.value", "red3.late", "black3.meld")),
    (mark("The morto"), ("morto.take", "morto.turn")),
    (mark("Going out"), ("out.needs", "out.last_card")),
    (mark("The match"), ("match.target", "match.both", "match.tie")),
)
EXPRESS = {"match.target": "match.express", "match.both": ""}
PRICES = mark("What counts")
CARDS = mark("Cards, on the table for you, in hand against you")
BOTH = mark("%(for)s or %(against)s")


@dataclass(frozen=True, slots=True)
class SummaryRule:
    """A rule on the sheet."""

    rule: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class SummaryChapter:
    """The rules of one chapter on the sheet."""

    title: str
    rules: tuple[SummaryRule, ...]


@dataclass(frozen=True, slots=True)
class Price:
    """What something counts, in words and figures."""

    title: str
    value: str


@dataclass(frozen=True, slots=True)
class Summary:
    """The sheet of a table: how to play, and what counts how much."""

    chapters: tuple[SummaryChapter, ...]
    prices: tuple[Price, ...]


def summary_of(ruleset: Ruleset, code: str) -> Summary:
    """The sheet for this table, with its numbers."""
    chapters = tuple(
        SummaryChapter(
            Voice(code).say(title),
            tuple(
                SummaryRule(rule, rule_title(rule, code), rule_text(rule, ruleset, code))
                for rule in _played(rules, ruleset)
            ),
        )
        for title, rules in CHAPTERS
    )
    return Summary(chapters, tuple(_prices(ruleset, Voice(code))))


def _played(rules: tuple[str, ...], ruleset: Ruleset) -> Iterator[str]:
    """The rules that say something about this table, beside those that say what it knows not."""
    unknown = {
        "meld.run": not ruleset.runs,
        "meld.opening": not ruleset.opening_minimum.points,
        "red3.late": ruleset.red3_late_value is None,
    }
    for rule in rules:
        told = EXPRESS.get(rule, rule) if ruleset.express else rule
        if told and not unknown.get(told, False):
            yield told


def _prices(ruleset: Ruleset, voice: Voice) -> Iterator[Price]:
    values = dict(ruleset.card_values)
    if not ruleset.jokers:
        del values["JK"]
    if ruleset.black3_meld == "never" and ruleset.three_in_hand is not None:
        del values["3"]  # counted nowhere by its value
    yield Price(voice.say(CARDS), card_values(values, voice))
    bonuses: tuple[tuple[str, int | None], ...] = (
        ("score.clean", ruleset.bonus_clean),
        ("score.dirty", ruleset.bonus_dirty),
        ("score.royal", ruleset.bonus_royal if ruleset.runs else None),
        ("score.ace_to_ace", _ace_to_ace(ruleset)),
        ("score.wild", ruleset.bonus_wild if ruleset.wild_only_melds else None),
        ("score.out", ruleset.bonus_out),
        ("score.concealed", ruleset.bonus_concealed),
        ("score.morto", -ruleset.morto_penalty),
        ("score.threes", _negative(ruleset.three_in_hand)),
    )
    for rule, points in bonuses:
        if points is not None:
            yield Price(rule_title(rule, voice.code), voice.signed(points))
    value = ruleset.red3_value
    both = {"for": voice.signed(value), "against": voice.signed(-value)}
    yield Price(rule_title("red3.value", voice.code), voice.say(BOTH, **both))
    counts = option_value("morto_cards_count", ruleset.morto_cards_count, voice.code)
    yield Price(option_title("morto_cards_count", voice.code), counts)


def _ace_to_ace(ruleset: Ruleset) -> int | None:
    return ruleset.bonus_ace_to_ace if ruleset.runs and ruleset.ace_to_ace else None


def _negative(points: int | None) -> int | None:
    return None if points is None else -points
