"""Questions before play: the deal, the dealer, house rules that go together."""

from __future__ import annotations

from dataclasses import replace

from ..play.dealing import can_stand
from ..rules.cards import pack
from ..rules.cutting import Draw, high_seats
from ..rules.options import check_ruleset
from ..rules.ruleset import Ruleset
from .answer import Answer, Line, Verdict, depends_on, refused
from .fields import Given
from .scene import check_scene

SETTINGS = ("sides", "players_per_side", "jokers", "hand_size", "morto_size")


def how_are_the_cards_dealt(given: Given, ruleset: Ruleset) -> Answer:
    """`setup.deal` and its neighbours; with a card, whether it may start the pile."""
    upcard = given.card("upcard")
    if upcard is not None:
        check_scene(ruleset, {"hand": "upcard"}, hand=(upcard,))
        stands = can_stand(upcard)
        return Answer(
            Verdict.YES if stands else Verdict.NO,
            "setup.upcard",
            told="upcard_stands" if stands else "upcard_buried",
            facts={"card": upcard},
        )
    dealt = ruleset.players * ruleset.hand_size
    mortos = ruleset.sides * ruleset.morto_size
    whole = len(pack(ruleset.jokers))
    lines = (
        Line("setup.pack", whole),
        Line("setup.players", ruleset.players),
        Line("setup.deal", dealt),
        Line("setup.mortos", mortos),
        Line("stock.empty", whole - dealt - mortos - ruleset.initial_upcard, "in_stock"),
    )
    return Answer(
        Verdict.SAYS,
        "setup.deal",
        word="cards_each",
        figure=ruleset.hand_size,
        told="dealt_so",
        facts={"size": ruleset.hand_size},
        lines=lines,
    )


def who_deals(given: Given, ruleset: Ruleset) -> Answer:
    """`setup.dealer`: the high card of a cut; `setup.first`."""
    cards = given.cards("drawn")
    if len(cards) < ruleset.players:
        return depends_on("drawn", rule="setup.dealer")
    cards = cards[: ruleset.players]
    check_scene(ruleset, {"hand": "drawn"}, hand=cards)
    high = high_seats(tuple(Draw(seat, card) for seat, card in enumerate(cards)))
    if len(high) > 1:
        facts: dict[str, object] = {"cards": tuple(cards[seat] for seat in high)}
        return Answer(Verdict.SAYS, "setup.dealer", word="cut_again", told="cut_again", facts=facts)
    card = cards[high[0]]
    facts = {"card": card, "number": high[0] + 1}
    return Answer(
        Verdict.SAYS, "setup.dealer", word=f"player_{high[0] + 1}", told="high_card", facts=facts
    )


def do_they_go_together(given: Given, ruleset: Ruleset) -> Answer:
    """`ruleset.options`."""
    changes = {name: given.count(name) for name in SETTINGS}
    asked = replace(ruleset, **changes)  # type: ignore[arg-type]
    problems = check_ruleset(asked)
    if problems:
        return refused(problems)
    left = (
        len(pack(asked.jokers))
        - asked.players * asked.hand_size
        - asked.sides * asked.morto_size
        - asked.initial_upcard
    )
    return Answer(Verdict.YES, "ruleset.options", told="options_fit", facts={"count": left})
