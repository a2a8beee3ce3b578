"""Questions about melds: good ones, additions, readings, first melds, kinds of canasta."""

from __future__ import annotations

from ..play.judge import judge_move, judge_turn
from ..play.melding import RULE_OF_KIND
from ..play.moves import Add, Discard, LayMeld, Move
from ..play.position import opening_points
from ..rules.cards import Cards
from ..rules.melds import CANASTA_SIZE, Canasta, Meld, MeldKind, all_readings, check_meld, read_meld
from ..rules.ruleset import Ruleset
from ..rules.tally import cards_points
from .answer import Answer, Line, Verdict, depends_on, refused, ruled
from .fields import Given
from .scene import LEFT, check_scene, position, set_of


def is_this_meld_good(given: Given, ruleset: Ruleset) -> Answer:
    """`meld.*`, and `black3.meld` by whether the player goes out with them."""
    cards = given.cards("cards")
    if not cards:
        return depends_on("cards", rule="meld.rank")
    check_scene(ruleset, {"hand": "cards"}, hand=cards)
    out = given.word("out")
    problems = check_meld(cards, ruleset, went_out=None if out is None else out == "yes")
    meld = read_meld(cards, ruleset)
    if problems or meld is None:
        return refused(problems)
    if given.says("same") and meld.kind is MeldKind.SET and meld.rank:
        there = position(given, cards, (set_of(meld.rank),), hidden=LEFT["many"])
        twice = judge_move(there._replace(opened=True), LayMeld(cards), ruleset).problems
        if twice:
            return refused(twice)
    effects = () if meld.canasta is None else ("makes_canasta",)
    return Answer(
        Verdict.YES, RULE_OF_KIND[meld.kind], move="meld", cards=meld.cards, effects=effects
    )


def may_i_add(given: Given, ruleset: Ruleset) -> Answer:
    """`meld.shared`, `meld.replace`, `canasta.kind`; `out.needs` where few cards are left."""
    meld, added = given.cards("meld"), given.cards("added")
    missing = [name for name in ("meld", "added") if not given.cards(name)]
    if missing:
        return depends_on(*missing, rule="meld.shared")
    check_scene(ruleset, {"hand": "added", "melds[0]": "meld"}, hand=added, melds=(meld,))
    there = position(given, added, (meld,), hidden=LEFT[given.word("left") or "many"])
    return ruled(judge_move(there, Add(0, added), ruleset), "add", added)


def which_reading_counts(given: Given, ruleset: Ruleset) -> Answer:
    """The readings of a meld, the one that counts first (`meld.run`, `canasta.kind`)."""
    cards = given.cards("cards")
    if not cards:
        return depends_on("cards", rule="meld.run")
    check_scene(ruleset, {"hand": "cards"}, hand=cards)
    readings = all_readings(cards, ruleset)
    if not readings:
        return refused(check_meld(cards, ruleset))
    best = readings[0]
    lines = tuple(
        Line(RULE_OF_KIND[one.kind], word=f"read_{_reading(one)}", count=one.wilds)
        for one in readings
    )
    told = "one_reading" if len(readings) == 1 else "best_reading"
    return Answer(
        Verdict.SAYS,
        "canasta.kind" if best.canasta else RULE_OF_KIND[best.kind],
        word=f"read_{_reading(best)}",
        told=told,
        facts={"cards": best.cards},
        lines=lines if len(lines) > 1 else (),
    )


def _reading(meld: Meld) -> str:
    return str(meld.kind) if meld.canasta is None else f"{meld.kind}_{meld.canasta}"


def is_it_enough(given: Given, ruleset: Ruleset) -> Answer:
    """`meld.opening`, for melds that are laid in one turn."""
    names = [name for name in ("cards", "meld2", "meld3") if given.cards(name)]
    if not names:
        return depends_on("cards", rule="meld.opening")
    melds = [given.cards(name) for name in names]
    hand: Cards = tuple(card for meld in melds for card in meld)
    check_scene(ruleset, {"hand": names[-1]}, hand=hand)
    there = position(given, hand, hidden=LEFT["many"])
    moves: list[Move] = [*map(LayMeld, melds), Discard(None)]
    ruling = judge_turn(there, moves, ruleset)
    facts = {
        "points": cards_points(hand, ruleset),
        "least": opening_points(ruleset.opening_minimum, given.count("score")),
    }
    if not ruling.legal:
        return ruled(ruling, "turn", hand, "meld.opening")
    told = "opening_enough" if facts["least"] else "opening_none"
    if given.says("opened"):
        told = "opening_done"
    return Answer(Verdict.YES, "meld.opening", told=told, facts={**facts, "cards": hand})


def which_kind(given: Given, ruleset: Ruleset) -> Answer:
    """`canasta.kind`, `canasta.size`."""
    cards = given.cards("cards")
    if not cards:
        return depends_on("cards", rule="canasta.kind")
    check_scene(ruleset, {"hand": "cards"}, hand=cards)
    meld = read_meld(cards, ruleset)
    if meld is None:
        return refused(check_meld(cards, ruleset))
    if meld.canasta is None:
        facts = {"count": len(cards), "least": CANASTA_SIZE, "cards": meld.cards}
        return Answer(Verdict.NO, "canasta.size", told="canasta_too_small", facts=facts)
    told = "kind_clean" if not meld.wilds else "kind_dirty"
    return Answer(
        Verdict.SAYS,
        "canasta.kind",
        word=f"canasta_{meld.canasta}",
        told="kind_wild" if meld.canasta is Canasta.WILD else told,
        facts={"cards": meld.cards, "wilds": meld.wilds},
    )
