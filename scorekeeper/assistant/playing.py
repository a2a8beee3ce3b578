"""Questions about a turn: the pile, who is blocked, what may be done, an empty stock."""

from __future__ import annotations

from ..play.judge import judge_move
from ..play.locking import locks
from ..play.moves import Add, Discard, Draw, LayMeld, Move, TakePile
from ..play.position import Phase, Position, SideMorto
from ..play.rulings import Effect
from ..rules.cards import FACES, Card, Cards, card
from ..rules.melds import MeldKind, read_meld
from ..rules.problems import Finding, Problem
from ..rules.ruleset import Ruleset
from .answer import Answer, Impossible, Line, Verdict, depends_on, ruled
from .fields import Given
from .scene import FULL_HAND, LEFT, check_scene, position, set_of, spare_set

IN_STOCK = 20


def locking_wild(ruleset: Ruleset) -> Card | None:
    """A wild that locks a pile here, or None."""
    return next((face for face in FACES if face.is_wild and locks(face, ruleset)), None)


def may_i_take_the_pile(given: Given, ruleset: Ruleset) -> Answer:
    """`pile.top`, `pile.blocked`, and what else judges the meld that the top card makes."""
    top = given.card("top")
    if top is None:
        return depends_on("top", rule="pile.top")
    onto = given.says("way", "meld")
    using, meld = given.cards("using"), given.cards("meld")
    melds = (meld,) if onto and meld else ()
    wild = locking_wild(ruleset) if given.says("below") else None
    pile: Cards = (top,) if wild is None else (wild, top)
    fields = {"hand": "using", "melds[0]": "meld", "pile": "top"}
    check_scene(ruleset, fields, hand=using, melds=melds, pile=(top,))
    same = read_meld((*using, top), ruleset) if given.says("same") and not onto else None
    if same is not None and same.kind is MeldKind.SET and same.rank:
        melds = (set_of(same.rank),)
    there = position(given, using, melds, pile, LEFT[given.word("left") or "many"])
    move = TakePile(meld=0) if onto else TakePile(using)
    ruling = judge_move(there._replace(phase=Phase.DRAW), move, ruleset)
    blocked = any(problem.rule == "pile.blocked" for problem in ruling.problems)
    if blocked and wild is not None and not locks(top, ruleset):
        told = "pile_locked_by_a_wild"  # which wild it is nobody has told
        return Answer(Verdict.NO, "pile.blocked", told=told, facts={"card": top})
    if not blocked and not (meld if onto else using):
        return depends_on("meld" if onto else "using", rule="pile.top")
    return ruled(ruling, "take_pile", (top, *(meld if onto else using)))


def who_is_blocked(given: Given, ruleset: Ruleset) -> Answer:
    """`pile.blocked`: nobody, whoever's turn it is, or everybody until the pile is taken."""
    top = given.card("top")
    if top is None:
        return depends_on("top", rule="pile.blocked")
    if top.is_red_three:
        finding = Finding.POSITION_RED_THREE_IN_PILE
        raise Impossible(Problem("turn.position", finding, "top"))
    covered = given.says("covered")
    pile = (top, *spare_set((top,))[:1]) if covered else (top,)
    using = spare_set((top,))[1:] if covered else ()
    there = position(given, using, (), pile, FULL_HAND)._replace(phase=Phase.DRAW)
    problems = judge_move(there, TakePile(using), ruleset).problems
    blocked = any(problem.rule == "pile.blocked" for problem in problems)
    word = "blocks_nobody"
    if blocked:
        word = "blocks_all" if covered else "blocks_next"
    told = f"{word}_covered" if covered else word
    return Answer(Verdict.SAYS, "pile.blocked", word=word, told=told, facts={"card": top})


def what_may_i_do(given: Given, ruleset: Ruleset) -> Answer:
    """`turn.order`, `draw.choice`, and `pile.blocked` or `stock.empty` where they forbid."""
    lines = []
    for word, move, there in _plays(given, ruleset):
        ruling = judge_move(there, move, ruleset)
        rule = ruling.problems[0].rule if ruling.problems else ruling.rule
        allowed = not ruling.problems and Effect.HAND_ENDS not in ruling.effects
        lines.append(Line(rule, word=f"may_{word}", allowed=allowed))
    drawn = given.says("drawn")
    allowed_now = {line.word for line in lines if line.allowed}
    word = "turn_play" if "may_discard" in allowed_now else "turn_draw"
    if not drawn and not allowed_now & {"may_draw", "may_take_pile", "may_discard"}:
        word = "turn_over"
    return Answer(Verdict.SAYS, "turn.order", word=word, told=word, lines=tuple(lines))


def _plays(given: Given, ruleset: Ruleset) -> list[tuple[str, Move, Position]]:
    """One play of every kind, with cards that make it good wherever its kind is allowed."""
    kings = set_of("K")
    top: Cards = (card("KC"),)
    if given.says("pile", "blocked"):
        top = tuple([face for face in FACES if locks(face, ruleset)][:1]) or top
    elif given.says("pile", "empty"):
        top = ()
    queens, nines = set_of("Q"), set_of("9")
    there = Position(
        Phase.PLAY if given.says("drawn") else Phase.DRAW,
        hand=(*kings, *queens, card("9C"), card("8C")),
        hidden=FULL_HAND,
        unseen=True,
        melds=(nines,),
        pile=top,
        stock=IN_STOCK if given.says("stock") else 0,
        morto=SideMorto.TAKEN,
        mortos_left=0,
        melded_before=True,
        opened=True,
    )
    return [
        ("draw", Draw(), there),
        ("take_pile", TakePile(kings[:2]), there),
        ("meld", LayMeld(queens), there),
        ("add", Add(0, (card("9C"),)), there),
        ("discard", Discard(card("8C")), there),
    ]


def what_if_the_stock_is_gone(given: Given, ruleset: Ruleset) -> Answer:
    """`stock.empty`, for the player whose turn it is."""
    taken = given.says("take")
    top: Cards = (card("KC"),) if taken else ()
    there = Position(
        Phase.DRAW,
        hand=set_of("K")[:2],
        hidden=FULL_HAND,
        unseen=True,
        melds=(),
        pile=top,
        stock=0,
        morto=SideMorto.TAKEN,
        mortos_left=1 if given.says("left_over") else 0,
        opened=True,
        melded_before=False,
    )
    ruling = judge_move(there, Draw(), ruleset)
    findings = {problem.finding for problem in ruling.problems}
    takes = judge_move(there, TakePile(set_of("K")[:2]), ruleset).legal
    ends = Effect.HAND_ENDS in ruling.effects
    if Finding.STOCK_GONE_TAKE_PILE in findings or (ends and takes):
        word = "stock_take_pile"
    elif Finding.STOCK_GONE_PLAY_ON in findings:
        word = "stock_play_on"
    else:
        word = "stock_ends" if ends else "stock_morto"
    return Answer(Verdict.SAYS, "stock.empty", word=word, told=word)
