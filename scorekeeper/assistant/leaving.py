"""Questions about the morto and going out, and about a side that went out wrongly."""

from __future__ import annotations

from ..play.judge import judge_move
from ..play.moves import Discard, LayMeld, Move
from ..play.position import Phase
from ..play.rulings import Ruling
from ..rules.cards import Cards
from ..rules.ruleset import Ruleset
from ..rules.scoring import score_tally
from ..rules.tally import ByCard, Morto, SideTally, Tally
from .answer import Answer, Line, Verdict, goes_out, refused, ruled
from .fields import Given
from .scene import LEFT, check_scene, position, set_of

FOULS = {
    "meld": "meld.stays",
    "pile": "pile.top",
    "draw": "turn.order",
    "cards": "record.conflict",
    "other": "match.adjust",
}


def _last_play(given: Given, ruleset: Ruleset, claims_morto: bool) -> tuple[Ruling, Cards, str]:
    """The ruling on the play of the last cards, those cards, and the kind of the play."""
    discards = given.says("by", "discard")
    cards = given.cards("cards") or (set_of("4")[:1] if discards else set_of("4"))
    check_scene(ruleset, {"hand": "cards"}, hand=cards)
    move: Move = LayMeld(cards, claims_morto)
    if discards:
        move = Discard(cards[-1], claims_morto)
        cards = cards[-1:]
    there = position(given, cards, hidden=LEFT[given.word("left") or "none"])
    there = there._replace(opened=True)
    return judge_move(there, move, ruleset), cards, "discard" if discards else "meld"


def may_i_take_the_morto(given: Given, ruleset: Ruleset) -> Answer:
    """`morto.take`, `morto.once`."""
    ruling, _, _ = _last_play(given, ruleset, claims_morto=True)
    about_morto = tuple(one for one in ruling.problems if one.rule.startswith("morto."))
    if about_morto:
        return refused(about_morto)  # what going out would need was not asked
    answer = ruled(ruling, "turn", rule="morto.take")
    if answer.verdict is not Verdict.YES:
        return answer
    waits = ruling.after is not None and ruling.after.phase is Phase.OVER
    return Answer(Verdict.YES, "morto.take", told="morto_yes_next" if waits else "morto_yes")


def may_i_play_the_morto(given: Given, ruleset: Ruleset) -> Answer:
    """`morto.turn`: at once, or from the next turn on."""
    told = given.telling("morto", "available").telling("canasta", "none")
    ruling, _, _ = _last_play(told, ruleset, claims_morto=True)
    answer = ruled(ruling, "turn", rule="morto.turn")
    if answer.verdict is not Verdict.YES:
        return answer
    if ruling.after is not None and ruling.after.phase is Phase.OVER:
        return Answer(Verdict.NO, "morto.turn", told="morto_next_turn")
    by_discard = given.says("by", "discard")
    return Answer(
        Verdict.YES, "morto.turn", told="morto_now_discard" if by_discard else "morto_now"
    )


def what_do_we_lose(given: Given, ruleset: Ruleset) -> Answer:
    """`score.morto`, `score.morto_cards`."""
    state = Morto(given.word("state") or "left")
    cards = given.cards("cards") if state is Morto.LEFT else ()
    check_scene(ruleset, {"hand": "cards"}, hand=cards)
    side = SideTally(morto=state, morto_cards=ByCard(cards) if state is Morto.LEFT else None)
    (score,) = score_tally(Tally((side,)), ruleset).sides
    lines = tuple(Line(line.rule, line.points, count=line.count) for line in score.lines)
    told = "morto_costs" if score.total else "morto_costs_nothing"
    if state is Morto.LEFT and ruleset.morto_cards_count and not cards:
        told = "morto_costs_and_cards"
    return Answer(Verdict.SAYS, "score.morto", figure=score.total, told=told, lines=lines)


def may_i_go_out(given: Given, ruleset: Ruleset) -> Answer:
    """`out.needs`, `out.last_card`: no as well where the last card takes the morto instead."""
    ruling, cards, kind = _last_play(given, ruleset, claims_morto=False)
    answer = ruled(ruling, kind, cards, "" if ruling.problems else "out.needs")
    if answer.verdict is Verdict.YES and not goes_out(answer):
        return Answer(Verdict.NO, "out.needs", told="morto_instead")
    if answer.verdict is Verdict.YES and not given.cards("cards"):
        concealed = "concealed" in answer.effects
        return Answer(
            Verdict.YES,
            "out.needs",
            told="out_concealed" if concealed else "out_yes",
            unknown=answer.unknown,
        )
    return answer


def somebody_went_out_wrongly(given: Given, ruleset: Ruleset) -> Answer:
    """Whether going out so was right (`out.needs`), and what a table may do if not."""
    answer = may_i_go_out(given, ruleset)
    if answer.verdict is Verdict.DEPENDS:
        return answer
    if answer.verdict is Verdict.YES:
        return Answer(Verdict.SAYS, "out.needs", word="out_right", told="out_right")
    instead = answer.told == "morto_instead"
    return Answer(
        Verdict.SAYS,
        answer.rule,
        word="out_wrong",
        told="out_takes_morto" if instead else "out_wrong",
        problems=answer.problems,
    )


def a_foul_was_found(given: Given, ruleset: Ruleset) -> Answer:
    """What the rules leave to the table (`match.adjust`)."""
    what = given.word("what") or "other"
    scored = "foul_scored" if given.says("scored") else "foul_open"
    return Answer(Verdict.SAYS, FOULS[what], word="table_decides", told=f"{scored}_{what}")
