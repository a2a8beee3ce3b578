"""Questions about points: of a card, of a canasta, of going out, of a whole hand."""

from __future__ import annotations

from ..rules.checks import check_tally
from ..rules.melds import CANASTA_SIZE, check_meld, read_meld
from ..rules.ruleset import Ruleset
from ..rules.scoring import score_tally
from ..rules.tally import (
    ByCard,
    ByPoints,
    Canastas,
    CountedTable,
    Melds,
    Morto,
    SideTally,
    Tally,
)
from .answer import Answer, Line, Verdict, depends_on, refused
from .fields import Given
from .scene import check_scene
from .threes import RED_THREES, we_found_a_red_three, what_about_this_red_three


def _score(side: SideTally, ruleset: Ruleset) -> tuple[int, tuple[Line, ...]]:
    """The total of a side, and its lines."""
    (score,) = score_tally(Tally((side,)), ruleset).sides
    lines = tuple(Line(line.rule, line.points, count=line.count) for line in score.lines)
    return score.total, lines


def what_is_this_card_worth(given: Given, ruleset: Ruleset) -> Answer:
    """`score.cards` on the table, `score.hand` or `score.threes` in hand, `red3.value`."""
    face = given.card("card")
    if face is None:
        return depends_on("card", rule="score.cards")
    check_scene(ruleset, {"hand": "card"}, hand=(face,))
    in_hand = given.says("where", "hand")
    if face in RED_THREES:
        told = Given({"count": 1, "stock": "yes"})
        if in_hand:
            return we_found_a_red_three(told, ruleset)
        return what_about_this_red_three(told, ruleset)
    if in_hand:
        total, lines = _score(SideTally(hand=ByCard((face,))), ruleset)
        rule = lines[0].rule if lines else "score.hand"
        return Answer(Verdict.SAYS, rule, figure=total, told="card_in_hand", facts={"card": face})
    total, _ = _score(SideTally(table=Melds(((face,),))), ruleset)
    return Answer(
        Verdict.SAYS, "score.cards", figure=total, told="card_on_table", facts={"card": face}
    )


def what_is_this_canasta_worth(given: Given, ruleset: Ruleset) -> Answer:
    """The bonus of its kind (`score.clean` and so on) and its cards (`score.cards`)."""
    cards = given.cards("cards")
    if not cards:
        return depends_on("cards", rule="canasta.size")
    check_scene(ruleset, {"hand": "cards"}, hand=cards)
    meld = read_meld(cards, ruleset)
    if meld is None:
        return refused(check_meld(cards, ruleset))
    total, lines = _score(SideTally(table=Melds((cards,))), ruleset)
    facts: dict[str, object] = {"cards": meld.cards, "least": CANASTA_SIZE}
    bonus = next((line for line in lines if line.rule != "score.cards"), None)
    if bonus is None:
        rule = "canasta.size" if len(cards) < CANASTA_SIZE else "canasta.kind"
        told = "no_canasta_yet" if len(cards) < CANASTA_SIZE else "no_bonus"
        return Answer(Verdict.SAYS, rule, figure=total, told=told, facts=facts)
    return Answer(
        Verdict.SAYS, bonus.rule, figure=total, told="canasta_counts", facts=facts, lines=lines
    )


def what_is_going_out_worth(given: Given, ruleset: Ruleset) -> Answer:
    """`score.out`, or `score.concealed` in its place."""
    concealed = given.says("concealed")
    total, lines = _score(SideTally(went_out=True, concealed=concealed), ruleset)
    rule = lines[0].rule if lines else "score.out"
    told = "out_plain"
    if concealed:
        told = "out_in_one_go" if rule == "score.concealed" else "out_no_concealed"
    return Answer(Verdict.SAYS, rule, figure=total, told=told)


def how_is_a_hand_counted(given: Given, ruleset: Ruleset) -> Answer:
    """The lines of one side (`score.*`, `red3.value`), or what cannot be true of it."""
    left = given.says("morto", "left")
    morto_cards = ByPoints(given.count("morto_points")) if left else None
    side = SideTally(
        table=CountedTable(
            ByPoints(given.count("table")),
            Canastas(clean=given.count("clean"), dirty=given.count("dirty")),
        ),
        hand=ByPoints(given.count("hand")),
        morto=Morto.LEFT if left else Morto.TAKEN,
        morto_cards=morto_cards,
        red_threes=given.count("reds"),
        went_out=given.says("out"),
    )
    others = [SideTally() for _ in range(ruleset.sides - 1)]
    problems = check_tally(Tally((side, *others)), ruleset)
    if problems:
        return refused(problems)
    total, lines = _score(side, ruleset)
    rule = lines[0].rule if lines else "score.cards"
    return Answer(Verdict.SAYS, rule, figure=total, told="hand_counts", lines=lines)
