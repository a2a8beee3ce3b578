"""Every question: what it asks for, in order, and who answers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from ..rules.ruleset import Ruleset
from . import counting, leaving, matches, melding, playing, setting, threes
from .answer import Answer
from .fields import Field, Given, cards, choice, deciding, number
from .scene import (
    canasta_field,
    has_last_card,
    left_field,
    morto_field,
    opened_field,
    same_field,
    score_field,
)

Answering = Callable[[Given, Ruleset], Answer]


@dataclass(frozen=True, slots=True)
class Question:
    """What a question asks for, in order, and who answers it."""

    fields: tuple[Field, ...]
    answer: Answering

    def field(self, name: str) -> Field | None:
        return next((field for field in self.fields if field.name == name), None)


def _total(side: int) -> Field:
    return number(f"total{side}", -100_000, 100_000, asked=lambda given, rules: side < rules.sides)


TOTALS = tuple(map(_total, range(matches.MOST_SIDES)))
ONTO = ("hand", "meld")


def _takes_from_hand(given: Given, ruleset: Ruleset) -> bool:
    return given.says("way", "hand")


def _takes_onto_meld(given: Given, ruleset: Ruleset) -> bool:
    return given.says("way", "meld")


PILE = (
    cards("top", 1),
    choice("way", *ONTO, usual="hand"),
    cards("using", asked=_takes_from_hand),
    cards("meld", asked=_takes_onto_meld),
    deciding(
        "below",
        "no",
        "yes",
        asked=lambda given, rules: (
            rules.lock_until_taken and playing.locking_wild(rules) is not None
        ),
    ),
    same_field(),
    opened_field(),
    score_field(),
    replace(left_field(), aside=True),
    morto_field(has_last_card),
    canasta_field(has_last_card),
)
ADD = (
    cards("meld"),
    cards("added"),
    replace(left_field(), aside=True),
    morto_field(has_last_card),
    canasta_field(has_last_card),
)
MELD = (
    cards("cards"),
    deciding(
        "out",
        "no",
        "yes",
        asked=lambda given, rules: (
            any(card.is_black_three for card in given.cards("cards"))
            and rules.black3_meld == "going_out"
        ),
    ),
    same_field(),
)
OPENING = (
    cards("cards"),
    cards("meld2"),
    cards("meld3"),
    replace(opened_field(), usual="no", decides=False),
    score_field(),
)
BY = choice("by", "discard", "meld", usual="discard")
OUT = (
    canasta_field(),
    morto_field(),
    BY,
    replace(cards("cards"), aside=True),
    replace(
        deciding(
            "melded", "no", "yes", asked=lambda given, rules: rules.bonus_concealed is not None
        ),
        aside=True,
        decides=False,
    ),
)
HAND_COUNT = (
    number("table", 0, 5_000, "0", step=5),
    number("clean", 0, 12, "0"),
    number("dirty", 0, 12, "0"),
    number("reds", 0, 4, "0"),
    choice("out", "no", "yes", usual="no"),
    number("hand", 0, 5_000, "0", step=5),
    choice("morto", "taken", "left", usual="taken"),
    number(
        "morto_points",
        0,
        1_000,
        "0",
        step=5,
        asked=lambda given, rules: given.says("morto", "left") and rules.morto_cards_count,
    ),
)


def _starter(asked: Callable[[Given, Ruleset], bool]) -> Field:
    return deciding(
        "starter", "0", "1", "2", asked=asked, offered=lambda word, rules: int(word) < rules.sides
    )


QUESTIONS: Mapping[str, Question] = MappingProxyType(
    {
        "pile": Question(PILE, playing.may_i_take_the_pile),
        "blocked": Question(
            (
                cards("top", 1),
                choice(
                    "covered",
                    "no",
                    "yes",
                    usual="no",
                    asked=lambda _, rules: rules.lock_until_taken,
                ),
            ),
            playing.who_is_blocked,
        ),
        "turn": Question(
            (
                choice("drawn", "no", "yes", usual="no"),
                choice("pile", "free", "blocked", "empty", usual="free"),
                choice("stock", "yes", "no", usual="yes"),
            ),
            playing.what_may_i_do,
        ),
        "meld": Question(MELD, melding.is_this_meld_good),
        "add": Question(ADD, melding.may_i_add),
        "reading": Question((cards("cards"),), melding.which_reading_counts),
        "opening": Question(OPENING, melding.is_it_enough),
        "kind": Question((cards("cards"),), melding.which_kind),
        "black3": Question(
            (
                number("count", 1, 4, "3"),
                deciding("left", "none", "one", "many"),
                morto_field(),
                canasta_field(),
            ),
            threes.black_threes_now,
        ),
        "red3": Question(
            (number("count", 1, 4, "1"), choice("stock", "yes", "no", usual="yes")),
            threes.what_about_this_red_three,
        ),
        "red3_found": Question((number("count", 1, 4, "1"),), threes.we_found_a_red_three),
        "morto_take": Question(
            (
                morto_field(),
                deciding("left", "none", "one", "many"),
                BY,
            ),
            leaving.may_i_take_the_morto,
        ),
        "morto_play": Question((BY,), leaving.may_i_play_the_morto),
        "morto_lost": Question(
            (
                choice(
                    "state",
                    "left",
                    "unused",
                    usual="left",
                    asked=lambda _, rules: rules.morto_by_discard == "next_turn",
                ),
                cards(
                    "cards",
                    asked=lambda given, rules: (
                        not given.says("state", "unused") and rules.morto_cards_count
                    ),
                ),
            ),
            leaving.what_do_we_lose,
        ),
        "out": Question(OUT, leaving.may_i_go_out),
        "foul_out": Question(OUT[:4], leaving.somebody_went_out_wrongly),
        "foul": Question(
            (
                choice("what", *leaving.FOULS, usual="other"),
                choice("scored", "no", "yes", usual="no"),
            ),
            leaving.a_foul_was_found,
        ),
        "stock": Question(
            (
                deciding("take", "no", "yes"),
                deciding(
                    "left_over",
                    "no",
                    "yes",
                    asked=lambda _, rules: rules.stock_empty == "morto_becomes_stock",
                ),
            ),
            playing.what_if_the_stock_is_gone,
        ),
        "card_worth": Question(
            (cards("card", 1), choice("where", "table", "hand", usual="table")),
            counting.what_is_this_card_worth,
        ),
        "canasta_worth": Question((cards("cards"),), counting.what_is_this_canasta_worth),
        "out_worth": Question(
            (choice("concealed", "no", "yes", usual="no"),), counting.what_is_going_out_worth
        ),
        "hand_count": Question(HAND_COUNT, counting.how_is_a_hand_counted),
        "winner": Question(
            (
                *TOTALS,
                _starter(matches.ends_equal),
                replace(choice("extra", "no", "yes", usual="no"), aside=True),
            ),
            matches.who_wins,
        ),
        "equal": Question(
            (replace(number("total", -100_000, 100_000), option="target"),),
            matches.what_at_equal_totals,
        ),
        "early": Question(
            (
                choice("how", "stop", "annul", usual="stop"),
                choice("all", "yes", "no", usual="yes"),
                *[
                    replace(
                        field,
                        aside=True,
                        asked=lambda given, rules, side=side: (  # type: ignore[misc]
                            side < rules.sides and given.says("how", "stop")
                        ),
                    )
                    for side, field in enumerate(TOTALS)
                ],
            ),
            matches.may_we_stop_early,
        ),
        "deal": Question(
            (replace(cards("upcard", 1, asked=lambda _, rules: rules.initial_upcard), aside=True),),
            setting.how_are_the_cards_dealt,
        ),
        "dealer": Question((cards("drawn", 4),), setting.who_deals),
        "settings": Question(
            (
                replace(number("sides", 2, 3), option="sides"),
                replace(number("players_per_side", 1, 2), option="players_per_side"),
                replace(number("hand_size", 7, 15), option="hand_size"),
                replace(number("morto_size", 7, 15), option="morto_size"),
                replace(number("jokers", 0, 4), option="jokers"),
            ),
            setting.do_they_go_together,
        ),
    }
)
