"""The text of each rule of melds, canastas and threes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ..rules.ruleset import Ruleset
from . import mark, mark_plural
from .voice import Voice


def _lay(rules: Ruleset, voice: Voice) -> Iterator[str]:
    yield voice.say(
        mark(
            "Lay a red 3 face up at once, dealt ones at the start of your first turn, and replace "
            "it from the stock, if there is any left."
        )
    )
    if rules.morto_by_discard == "next_turn":
        yield voice.say(
            mark("Those in a morto taken by a discard are laid when you first play from it.")
        )
    if rules.mortos_face_up:
        yield voice.say(mark("Those seen in a face-up morto stay there until it is taken."))
    if rules.three_in_hand is None:
        yield voice.say(mark("A red 3 still in hand at the end counts as laid."))


def _red_value(rules: Ruleset, voice: Voice) -> Iterator[str]:
    if rules.red3_needs == "any":
        text = mark(
            "Each red 3 counts %(with)s if your side has a canasta of any kind, and otherwise "
            "%(without)s."
        )
    else:
        text = mark(
            "Each red 3 counts %(with)s if your side has a clean canasta, and otherwise "
            "%(without)s."
        )
    value, four, without = rules.red3_value, rules.red3_all_four, rules.red3_all_four_without
    yield voice.say(text, **{"with": voice.signed(value), "without": voice.signed(-value)})
    four = 4 * value if four is None else four
    without = -4 * value if without is None else without
    yield voice.say(
        mark("All four on one side count %(with)s, or %(without)s without that canasta."),
        **{"with": voice.signed(four), "without": voice.signed(without)},
    )


def _late(rules: Ruleset, voice: Voice) -> Iterator[str]:
    if rules.red3_late_value is None:
        yield voice.say(
            mark("A red 3 counts the same whether there was a card left to replace it or not.")
        )
        return
    yield voice.say(
        mark(
            "A red 3 laid with no card left to replace it counts %(late)s instead of %(value)s, "
            "for or against you, unless your side has all four."
        ),
        late=rules.red3_late_value,
        value=rules.red3_value,
    )


def _black(rules: Ruleset, voice: Voice) -> Iterator[str]:
    if rules.black3_meld == "never":
        yield voice.say(mark("Black 3s are never melded."))
        return
    yield voice.say(
        mark(
            "Black 3s are melded only in the turn in which you go out, three or four together "
            "and without wilds. Taking the morto is not going out."
        )
    )


def _size(rules: Ruleset, voice: Voice) -> Iterator[str]:
    yield voice.say(mark("A meld has at least three cards."))


def _rank(rules: Ruleset, voice: Voice) -> Iterator[str]:
    yield voice.say(mark("A set is cards of one rank, from 4 to ace, in any suits."))
    if rules.black3_meld == "never":
        yield voice.say(mark("3s are never in it."))
    else:
        yield voice.say(mark("3s are never in it, but for black ones when you go out."))


def _run(rules: Ruleset, voice: Voice) -> Iterator[str]:
    if not rules.runs:
        yield voice.say(mark("This table plays no runs: melds are cards of one rank."))
        return
    yield voice.say(
        mark("A run is neighbouring cards of one suit, from 4 up to the ace, which is high.")
    )
    if rules.max_wilds:
        yield voice.say(
            mark("A wild may stand for a missing card; which one is not fixed as the run grows.")
        )


def _wilds(rules: Ruleset, voice: Voice) -> Iterator[str]:
    if rules.jokers:
        yield voice.say(mark("Jokers and 2s are wild, and count together."))
    else:
        yield voice.say(mark("2s are wild, always."))
    if not rules.max_wilds:
        yield voice.say(mark("No meld may have a wild beside its naturals."))
        return
    forms = mark_plural(
        "A meld may have at most %(count)s wild beside its naturals, however large it is.",
        "A meld may have at most %(count)s wilds beside its naturals, however large it is.",
    )
    yield voice.say_counted(forms, rules.max_wilds, count=rules.max_wilds)


def _naturals(rules: Ruleset, voice: Voice) -> Iterator[str]:
    forms = mark_plural(
        "A meld needs at least %(count)s natural card.",
        "A meld needs at least %(count)s natural cards.",
    )
    yield voice.say_counted(forms, rules.min_naturals, count=rules.min_naturals)
    if rules.naturals_per_wild:
        forms = mark_plural(
            "Every wild in it takes %(count)s natural.",
            "Every wild in it takes %(count)s naturals.",
        )
        yield voice.say_counted(forms, rules.naturals_per_wild, count=rules.naturals_per_wild)
        if rules.preset == "paulista":
            yield voice.say(
                mark("That Paulista is stricter is all the sources say; this is our reading.")
            )
    if rules.wild_only_melds:
        yield voice.say(mark("The exception is a meld of wilds alone, three or more."))
    else:
        yield voice.say(mark("Wilds alone never make a meld."))


def _aces(rules: Ruleset, voice: Voice) -> Iterator[str]:
    if rules.aces_wild:
        yield voice.say(mark("An ace may also be used as a wild in a meld of another rank."))
    else:
        yield voice.say(mark("An ace is a natural card and never wild."))


def _shared(rules: Ruleset, voice: Voice) -> Iterator[str]:
    if rules.players_per_side > 1:
        yield voice.say(mark("Melds belong to the side: you and your partner both add to them."))
    else:
        yield voice.say(mark("You add only to your own melds."))
    if rules.one_meld_per_rank:
        yield voice.say(mark("A side has at most one set of each rank."))
    else:
        yield voice.say(mark("A side may have several melds of one rank."))


def _opening(rules: Ruleset, voice: Voice) -> Iterator[str]:
    opening = rules.opening_minimum
    if not opening.points:
        yield voice.say(mark("There is no minimum: your side's first melds may be worth anything."))
        return
    if opening.from_total is None:
        yield voice.say(
            mark(
                "What your side lays in its first melding turn must be worth at least %(points)s "
                "points in cards, or the whole turn is refused."
            ),
            points=opening.points,
        )
    else:
        yield voice.say(
            mark(
                "From a total of %(total)s on, what your side lays in its first melding turn must "
                "be worth at least %(points)s points in cards, or the whole turn is refused."
            ),
            points=opening.points,
            total=opening.from_total,
        )
    yield voice.say(mark("The top card of a pile you take counts too."))


def _stays(rules: Ruleset, voice: Voice) -> Iterator[str]:
    yield voice.say(mark("A card on the table stays there: no wild is ever taken back."))


def _replace(rules: Ruleset, voice: Voice) -> Iterator[str]:
    if not rules.runs:
        yield voice.say(mark("This table plays no runs, so no card takes the place of a wild."))
        return
    yield voice.say(
        mark(
            "In a run you may lay the natural card that a wild stands for: the wild moves to the "
            "high end, or to the low end if the ace is there. If both ends are closed, the play "
            "is refused, and the run stays dirty in any case."
        )
    )


def _ace_to_ace(rules: Ruleset, voice: Voice) -> Iterator[str]:
    if rules.runs and rules.ace_to_ace:
        yield voice.say(
            mark(
                "An ace may lie low only to complete a clean run of 4 to ace: A-4-…-K-A, twelve "
                "cards without a wild."
            )
        )
    else:
        yield voice.say(mark("This table knows no run from ace to ace."))


def _canasta_size(rules: Ruleset, voice: Voice) -> Iterator[str]:
    yield voice.say(
        mark("A meld of seven cards or more is a canasta, and earns one bonus whatever its size.")
    )


def _canasta_kind(rules: Ruleset, voice: Voice) -> Iterator[str]:
    yield voice.say(mark("A canasta without wilds is clean; with a wild it is dirty."))
    if rules.allow_soiling:
        yield voice.say(mark("A wild added to a clean canasta makes it dirty for good."))
    else:
        yield voice.say(mark("No wild may be added to a clean canasta."))
    if rules.wild_only_melds:
        yield voice.say(mark("A canasta of wilds alone is not clean."))
    yield voice.say(
        mark("Stack it face down with a red card on top if it is clean, a black one if dirty.")
    )


MELD_RULES: Mapping[str, Callable[[Ruleset, Voice], Iterator[str]]] = {
    "red3.lay": _lay,
    "red3.value": _red_value,
    "red3.late": _late,
    "black3.meld": _black,
    "meld.size": _size,
    "meld.rank": _rank,
    "meld.run": _run,
    "meld.wilds": _wilds,
    "meld.naturals": _naturals,
    "meld.aces": _aces,
    "meld.shared": _shared,
    "meld.opening": _opening,
    "meld.stays": _stays,
    "meld.replace": _replace,
    "meld.ace_to_ace": _ace_to_ace,
    "canasta.size": _canasta_size,
    "canasta.kind": _canasta_kind,
}
