"""Questions about threes: black ones now, red ones laid, found or forgotten."""

from __future__ import annotations

from ..play.judge import judge_move
from ..play.moves import LayMeld, LayRedThree
from ..play.position import Phase, Position, SideMorto
from ..rules.cards import Cards, card
from ..rules.ruleset import Ruleset
from ..rules.scoring import score_tally
from ..rules.tally import ByCard, ByPoints, Canastas, CountedTable, SideTally, Tally
from .answer import Answer, Line, Verdict, depends_on, ruled
from .fields import Given
from .scene import FULL_HAND, LEFT, position

BLACK_THREES: Cards = tuple(map(card, ("3S", "3C", "3S", "3C")))
RED_THREES: Cards = tuple(map(card, ("3H", "3D", "3H", "3D")))
STANDINGS = {
    "with_clean": Canastas(clean=1),
    "with_dirty": Canastas(dirty=1),
    "with_none": Canastas(),
}


def black_threes_now(given: Given, ruleset: Ruleset) -> Answer:
    """`black3.meld`, judged as a single move."""
    cards = BLACK_THREES[: given.count("count")]
    if given.word("left") is None:
        return depends_on("left", rule="black3.meld")
    there = position(given, cards, hidden=LEFT[given.word("left") or "many"])
    ruling = judge_move(there._replace(opened=True), LayMeld(cards), ruleset)
    return ruled(ruling, "meld", cards, "black3.meld")


def what_about_this_red_three(given: Given, ruleset: Ruleset) -> Answer:
    """`red3.lay`, with what the side's red threes are worth (`red3.value`, `red3.late`)."""
    late = not given.says("stock")
    three = RED_THREES[:1]
    there = Position(
        Phase.PLAY,
        hand=three,
        hidden=FULL_HAND,
        unseen=True,
        stock=0 if late else FULL_HAND,
        morto=SideMorto.TAKEN,
        mortos_left=0,
    )
    ruling = judge_move(there, LayRedThree(three[0]), ruleset)
    lines = _worth(given.count("count"), late, ruleset)
    told = "red3_no_card_left" if late else "red3_lay"
    return Answer(
        Verdict.SAYS, ruling.rule, word="red3_lay", told=told, lines=lines, effects=ruling.effects
    )


def we_found_a_red_three(given: Given, ruleset: Ruleset) -> Answer:
    """`red3.lay` or `score.threes`: counted as laid, or at the price of a three in hand."""
    count = given.count("count")
    if ruleset.three_in_hand is None:
        lines = _worth(count, False, ruleset)
        return Answer(
            Verdict.SAYS, "red3.lay", word="red3_as_laid", told="red3_as_laid", lines=lines
        )
    held = SideTally(hand=ByCard(RED_THREES[:count]))
    (score, *_) = score_tally(Tally((held,)), ruleset).sides
    lines = tuple(Line(one.rule, one.points, count=one.count) for one in score.lines)
    return Answer(Verdict.SAYS, "score.threes", figure=score.total, told="red3_priced", lines=lines)


def _worth(count: int, late: bool, ruleset: Ruleset) -> tuple[Line, ...]:
    """What so many laid red threes are worth, by the canasta of the side; the last of them late
    where no card was left to replace it."""
    apart = int(late and ruleset.red3_late_value is not None)
    lines = []
    for word, canastas in STANDINGS.items():
        side = SideTally(
            table=CountedTable(ByPoints(), canastas),
            red_threes=count - apart,
            red_threes_late=apart,
        )
        found = [
            line
            for line in score_tally(Tally((side,)), ruleset).sides[0].lines
            if line.rule.startswith("red3.")
        ]
        points = sum(line.points for line in found)
        lines.append(Line(found[-1].rule if found else "red3.value", points, word, count=count))
    return tuple(lines)
