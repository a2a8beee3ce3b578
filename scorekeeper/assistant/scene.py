"""A position made of what players tell; cards that nobody names are cards that do not matter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..play.impossible import check_position
from ..play.position import Phase, Position, SideMorto
from ..rules.cards import SUITS, Card, Cards, card
from ..rules.problems import Problem
from ..rules.ruleset import Ruleset
from .answer import Impossible
from .fields import Asked, Field, Given, always, choice, deciding, number

FULL_HAND = 6
LEFT = {"none": 0, "one": 1, "many": FULL_HAND}
SPARE_RANKS = ("K", "Q", "J", "9", "8", "6", "5")


def has_last_card(given: Given, ruleset: Ruleset) -> bool:
    """Whether the play empties the hand or leaves one card."""
    return given.word("left") in ("none", "one")


def may_lack_morto(ruleset: Ruleset) -> bool:
    """Whether a side can find no morto left that it never took."""
    return ruleset.stock_empty == "morto_becomes_stock"


def left_field() -> Field:
    """How many cards the player holds after the play."""
    return choice("left", "many", "one", "none", usual="many")


def canasta_field(asked: Asked = always) -> Field:
    """The best canasta of the side."""
    return deciding(
        "canasta",
        "none",
        "dirty",
        "clean",
        asked=asked,
        offered=lambda word, rules: word != "dirty" or rules.max_wilds > 0,
    )


def morto_field(asked: Asked = always) -> Field:
    """What the side may expect of its morto."""
    return deciding(
        "morto",
        "available",
        "taken",
        "none",
        asked=asked,
        offered=lambda word, rules: word != "none" or may_lack_morto(rules),
    )


def opened_field() -> Field:
    """Whether the side melded in an earlier turn."""
    return deciding(
        "opened", "no", "yes", asked=lambda given, rules: rules.opening_minimum.points > 0
    )


def score_field() -> Field:
    """The side's total, where first melds are measured by it."""
    return number(
        "score",
        -100_000,
        100_000,
        asked=lambda given, rules: (
            rules.opening_minimum.points > 0
            and rules.opening_minimum.from_total is not None
            and not given.says("opened")
        ),
    )


def same_field() -> Field:
    """Whether the side has a meld of that rank, where that matters."""
    return deciding("same", "no", "yes", asked=lambda given, rules: rules.one_meld_per_rank)


def canasta_of(kind: str | None, besides: Sequence[Card]) -> tuple[Cards, ...]:
    """A canasta of that kind, of a rank that none of the other cards has."""
    if kind not in ("clean", "dirty"):
        return ()
    used = {other.rank for other in besides}
    rank = next((rank for rank in SPARE_RANKS if rank not in used), "4")
    naturals = [card(rank + suit) for suit in SUITS for _ in range(2)]
    return ((*naturals[:6], card("2S") if kind == "dirty" else naturals[6]),)


def spare_set(besides: Sequence[Card] = ()) -> Cards:
    """Three cards of one rank that none of the other cards has."""
    used = {other.rank for other in besides}
    rank = next((rank for rank in reversed(SPARE_RANKS) if rank not in used), "4")
    return tuple([card(rank + suit) for suit in SUITS[:3]])


def set_of(rank: str) -> Cards:
    """Three cards of that rank."""
    return tuple([card(rank + suit) for suit in SUITS[:3]])


def position(
    given: Given, hand: Cards, melds: tuple[Cards, ...] = (), pile: Cards = (), hidden: int = 0
) -> Position:
    """The player's turn with these cards, and what else was told of the side."""
    used = [*hand, *pile, *(one for meld in melds for one in meld)]
    melds = (*melds, *canasta_of(given.word("canasta"), used))
    morto = given.word("morto")
    melded = given.word("melded")
    return Position(
        Phase.PLAY,
        hand=hand,
        hidden=hidden,
        unseen=True,
        melds=melds,
        pile=pile,
        morto=None if morto is None else SideMorto(morto),
        opened=opened(given, melds),
        score=given.number("score"),
        melded_before=None if melded is None else melded == "yes",
    )


def opened(given: Given, melds: tuple[Cards, ...]) -> bool:
    """Whether the side had melded, as told, or else as its table shows."""
    told = given.word("opened")
    return bool(melds) if told is None else told == "yes"


def check_scene(
    ruleset: Ruleset, fields: Mapping[str, str], hand: Cards = (), **heaps: object
) -> None:
    """Raises `Impossible` for cards that cannot lie or be held so; `fields` tells which field has
    which part of a position."""
    told = Position(Phase.PLAY, hand=hand, hidden=1)._replace(**heaps)  # type: ignore[arg-type]
    problems = [
        Problem(problem.rule, problem.finding, fields.get(_part(problem), ""), problem.params)
        for problem in check_position(told, ruleset)
    ]
    if problems:
        raise Impossible(*problems)


def _part(problem: Problem) -> str:
    return problem.where.removeprefix("position.")
