"""The judge: may this be played, and if not, which rules say so.

A single move is judged with a look ahead, so that who moves card by card never gets stuck; the
moves of a turn are judged one after the other, and what looks ahead over the whole of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..rules.melds import read_meld
from ..rules.problems import Finding, Problem
from ..rules.ruleset import Ruleset
from .candidates import candidates
from .case import Case, judge_move, judge_step, lacks, rule_of
from .moves import Add, Draw, LayMeld, LayRedThree, Move, TakePile
from .position import Phase, Position
from .rulings import Effect, Ruling, in_order

__all__ = ["check_end_of_turn", "is_stuck", "judge_move", "judge_step", "judge_turn"]


def judge_turn(position: Position, moves: Sequence[Move], ruleset: Ruleset) -> Ruling:
    """The ruling on a whole turn, judged in order up to its first illegal move (`turn.order`)."""
    effects: list[Effect] = []
    unknown: tuple[Effect, ...] = ()
    black_threes = 0
    for number, move in enumerate(moves):
        ruling = judge_step(position, move, ruleset)
        # what is wrong although the cards that came to hand are not told is wrong with any of them
        untold = None if ruling.problems else _untold(position, moves, number)
        if untold is not None:
            return Ruling(missing=(untold,), move=number)
        if ruling.after is None:
            return replace(ruling, move=number)
        effects += [effect for effect in ruling.effects if effect not in effects]
        unknown += ruling.unknown
        if ruling.after.black_threes_laid and not position.black_threes_laid:
            black_threes = number
        position = ruling.after
    last = moves[-1] if moves else None
    ended = check_end_of_turn(position, tuple(effects), ruleset, last)
    if ended.after is None:
        at_black_threes = any(problem.rule == "black3.meld" for problem in ended.problems)
        return replace(ended, move=black_threes if at_black_threes else max(0, len(moves) - 1))
    return replace(ended, unknown=unknown)


def check_end_of_turn(
    position: Position, effects: tuple[Effect, ...], ruleset: Ruleset, last: Move | None = None
) -> Ruling:
    """The ruling on the end of a turn: a discard or going out (`turn.order`), black 3s only with
    the latter (`black3.meld`), enough points in a first meld (`meld.opening`), no last card that
    cannot be got rid of after a `last` move that melded (`out.needs`)."""
    case = Case(position, ruleset, looks_ahead=False)
    unfinished = position.phase is not Phase.OVER
    may_go_on = unfinished and _morto_untold(position, effects)
    if position.black_threes_laid and Effect.GOES_OUT not in effects:
        if may_go_on:
            case.lack("morto_cards")
        else:
            case.find("black3.meld", Finding.BLACK_THREES_AND_NOT_OUT)
    if unfinished and not may_go_on and _ends_hand(case, last):
        effects = (*effects, Effect.HAND_ENDS)
    if position.laid:
        if may_go_on and position.laid < case.opening_due(position.laid):
            case.lack("morto_cards")
        elif not may_go_on:
            case.enough_laid(position.laid)
    if case.problems or case.missing:
        return Ruling(tuple(case.problems), tuple(case.missing))
    effects = in_order(effects)
    return Ruling(effects=effects, rule=rule_of(effects) or "turn.order", after=position)


def is_stuck(position: Position, ruleset: Ruleset) -> bool:
    """Whether the stock is empty and the player has no legal play left, which ends the hand
    (`stock.empty`). A draw that only ends the hand is none."""
    return position.stock == 0 and not _plays(position, ruleset) and _tells_all(position)


def _ends_hand(case: Case, last: Move | None) -> bool:
    """Whether a turn that did not come to its end stops there because the hand is over; if not,
    the case says what is wrong, or what nobody told (`stock.empty`, `out.needs`)."""
    position, ruleset = case.position, case.ruleset
    if isinstance(last, TakePile | LayMeld | Add):
        trial = case.elsewhere(position)
        if position.card_count == 1:
            trial.last_card_leaves(position)
        case.problems += trial.problems
        if not trial.problems:
            case.find("turn.order", Finding.TURN_NOT_ENDED)
        return False
    plays = []
    if not position.stock and not position.hidden:
        plays = _plays(position._replace(stock=0), ruleset)
    if position.stock or position.hidden or any(ruling.legal for ruling in plays):
        case.find("turn.order", Finding.TURN_NOT_ENDED)
    elif plays:
        case.missing += [lack for ruling in plays for lack in ruling.missing]
    else:
        for field in ("stock", "hand", "melds", "pile"):
            needed = field != "pile" or position.phase is Phase.DRAW
            if needed and getattr(position, field) is None:
                case.lack(field)
    return not case.problems and not case.missing


def _plays(position: Position, ruleset: Ruleset) -> list[Ruling]:
    """The rulings on primitive moves that are legal or may be: the first legal one is enough."""
    open_ones: list[Ruling] = []
    for move in reversed(list(candidates(position, ruleset))):
        if isinstance(move, LayMeld) and read_meld(move.cards, ruleset) is None:
            continue  # illegal whatever else is so, and thousands of these in a large hand
        ruling = judge_move(position, move, ruleset)
        if ruling.legal and Effect.HAND_ENDS not in ruling.effects:
            return [ruling]
        if ruling.legal is None:
            open_ones.append(ruling)
    return open_ones


def _tells_all(position: Position) -> bool:
    """Whether the position tells everything that the player could play."""
    pile_told = position.pile is not None or position.phase is not Phase.DRAW
    return (
        not position.hidden
        and position.hand is not None
        and position.melds is not None
        and pile_told
    )


def _morto_untold(position: Position, effects: tuple[Effect, ...]) -> bool:
    """Whether the turn can be told no further, since nobody said what the morto holds."""
    return Effect.TAKES_MORTO in effects and position.hidden > 0 and not position.unseen


def _untold(position: Position, moves: Sequence[Move], number: int) -> Problem | None:
    """What the move before this one should have told about the cards that came to hand."""
    if not number or position.unseen:
        return None
    before, where = moves[number - 1], f"move.moves[{number - 1}]"
    if isinstance(before, Draw) and before.card is None:
        return lacks(f"{where}.card")
    if isinstance(before, LayRedThree) and before.replacement is None and position.hidden:
        return lacks(f"{where}.replacement")
    if position.hand is not None and position.hidden:
        return lacks("position.morto_cards")
    return None
