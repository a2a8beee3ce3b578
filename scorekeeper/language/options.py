"""Short human names of the options of a table, of their values and of the presets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..rules.ruleset import Opening
from . import mark
from .voice import Voice

TITLES = {
    "sides": mark("Sides"),
    "players_per_side": mark("Players per side"),
    "jokers": mark("Jokers in the pack"),
    "hand_size": mark("Cards dealt to each player"),
    "morto_size": mark("Cards in a morto"),
    "mortos_face_up": mark("Mortos face up"),
    "mortos_owned": mark("Each side has its own morto"),
    "initial_upcard": mark("A first card is turned up"),
    "lock_cards": mark("Cards that block the pile"),
    "lock_until_taken": mark("A wild keeps the pile blocked until it is taken"),
    "runs": mark("Runs of one suit"),
    "ace_to_ace": mark("Run from ace to ace"),
    "wild_only_melds": mark("Melds of wilds alone"),
    "aces_wild": mark("Aces may be wild"),
    "one_meld_per_rank": mark("One meld per rank"),
    "allow_soiling": mark("A wild may be added to a clean canasta"),
    "max_wilds": mark("Wilds in a meld, at most"),
    "min_naturals": mark("Naturals in a meld, at least"),
    "naturals_per_wild": mark("Naturals for each wild"),
    "black3_meld": mark("Melding black threes"),
    "red3_value": mark("Each red three"),
    "red3_needs": mark("What makes red threes count in your favour"),
    "red3_all_four": mark("All four red threes"),
    "red3_all_four_without": mark("All four red threes without the canasta"),
    "red3_late_value": mark("Red three with no card left to replace it"),
    "morto_by_discard": mark("Morto taken by a discard"),
    "out_needs_canasta": mark("Going out needs"),
    "out_needs_morto": mark("Going out needs the morto taken"),
    "out_needs_discard": mark("Going out needs a discard"),
    "stock_empty": mark("When the stock runs out"),
    "card_values": mark("Card values"),
    "three_in_hand": mark("Cost of each three in hand"),
    "bonus_clean": mark("Clean canasta"),
    "bonus_dirty": mark("Dirty canasta"),
    "bonus_out": mark("Going out"),
    "bonus_concealed": mark("Going out concealed"),
    "bonus_royal": mark("Royal canasta"),
    "bonus_ace_to_ace": mark("Ace-to-ace canasta"),
    "bonus_wild": mark("Canasta of wilds"),
    "morto_penalty": mark("Cost of a morto not taken"),
    "morto_cards_count": mark("Cards of a morto left count against its side"),
    "unused_morto_counts": mark("A morto taken but not played counts as not taken"),
    "opening_minimum": mark("Least points for a side's first melds"),
    "target": mark("Target"),
    "tie": mark("Equal totals at the target"),
    "express": mark("One hand decides"),
}

CHOICES = {
    ("black3_meld", "going_out"): mark("only when going out"),
    ("black3_meld", "never"): mark("never"),
    ("red3_needs", "any"): mark("any canasta"),
    ("red3_needs", "clean"): mark("a clean canasta"),
    ("morto_by_discard", "same_turn"): mark("played in the same turn"),
    ("morto_by_discard", "next_turn"): mark("played from the next turn"),
    ("out_needs_canasta", "none"): mark("no canasta"),
    ("out_needs_canasta", "any"): mark("any canasta"),
    ("out_needs_canasta", "clean"): mark("a clean canasta"),
    ("stock_empty", "play_on"): mark("play goes on without drawing"),
    ("stock_empty", "end"): mark("the hand ends"),
    ("stock_empty", "morto_becomes_stock"): mark("a morto becomes the stock"),
    ("tie", "extra_hand"): mark("an extra hand"),
    ("tie", "starter_wins"): mark("the side that started wins"),
}
LOCKS = {"joker": mark("joker"), "two": mark("2"), "black_three": mark("black 3")}
UNSET = {
    "red3_all_four": mark("four times one"),
    "red3_all_four_without": mark("four times one"),
    "red3_late_value": mark("like any other"),
    "three_in_hand": mark("its card value"),
}
NONE = mark("none")
NOTHING = mark("nothing")
ON, OFF = mark("yes"), mark("no")
FROM = mark("%(points)s from a total of %(total)s on")

PRESET_TITLES = {
    "classic": mark("Classic"),
    "aberta": mark("Aberta"),
    "paulista": mark("Paulista"),
    "two_player": mark("Two players"),
    "three_player": mark("Three players"),
    "carioca": mark("Carioca"),
    "online": mark("Online"),
}
PRESET_SUMMARIES = {
    "classic": mark("Two against two with four jokers, melds of one rank, up to 3000 points."),
    "aberta": mark("The classic game with the mortos face up, so that everybody knows them."),
    "paulista": mark("The classic game up to 5000 points, with two naturals for every wild."),
    "two_player": mark("The classic game one against one, each with a morto of their own."),
    "three_player": mark("Everyone alone with a morto of their own, canastas worth half, to 1500."),
    "carioca": mark("The classic game with runs of one suit beside the sets."),
    "online": mark("No jokers, every card 10 points, runs, one wild per meld, up to 2000 points."),
}


def option_title(name: str, code: str) -> str:
    """What an option is called. Raises `KeyError` for one that is none."""
    return Voice(code).say(TITLES[name])


def option_value(name: str, value: object, code: str) -> str:
    """A value of the option in words; the value as the ruleset or as a document has it."""
    voice = Voice(code)
    if name == "card_values" and isinstance(value, Mapping):
        return card_values(value, voice)
    if isinstance(value, Mapping):
        value = Opening(value["points"], value.get("from"))
    match value:
        case None:
            return voice.say(UNSET.get(name, NONE))
        case bool():
            return voice.say(ON if value else OFF)
        case int():
            return voice.points(value)
        case str():
            return voice.say(CHOICES[name, value])
        case Opening(points, None):
            return voice.points(points)
        case Opening(points, total):
            return voice.say(FROM, points=points, total=total)
        case Sequence():
            return voice.all_of([voice.say(LOCKS[lock]) for lock in value]) or voice.say(NOTHING)
    raise TypeError(value)


def card_values(values: Mapping[str, int], voice: Voice) -> str:
    """What the cards are worth, dearest first: `JK = 50 · A, 2 = 20`."""
    ranks: dict[int, list[str]] = {}
    for rank, points in values.items():
        ranks.setdefault(points, []).append(
            voice.say(LOCKS["black_three"]) if rank == "3" else rank
        )
    return " · ".join(
        f"{', '.join(ranks[points])} = {voice.points(points)}"
        for points in sorted(ranks, reverse=True)
    )


def preset_title(preset: str, code: str) -> str:
    """What a preset is called. Raises `KeyError` for one that is none."""
    return Voice(code).say(PRESET_TITLES[preset])


def preset_summary(preset: str, code: str) -> str:
    """A preset in one sentence. Raises `KeyError` for one that is none."""
    return Voice(code).say(PRESET_SUMMARIES[preset])
