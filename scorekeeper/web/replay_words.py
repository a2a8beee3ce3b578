"""The turns of a record in the reader's words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markupsafe import Markup, escape

from scorekeeper.language.cards import rank_word, show_card, show_cards
from scorekeeper.language.sentences import problem_sentence
from scorekeeper.language.turns import WHOLE_TURN, Clause, moves_text, possible_sentence
from scorekeeper.play.moves import Add, Discard, Draw, LayMeld, LayRedThree, Move, TakePile
from scorekeeper.play.record import RecordedTurn
from scorekeeper.play.rulings import Effect
from scorekeeper.rules.cards import RANKS, Cards
from scorekeeper.rules.melds import MeldKind, read_meld
from scorekeeper.rules.problems import Problem
from scorekeeper.rules.ruleset import Ruleset

from .cards import TEXT_STYLE
from .languages import fill, gettext, isolate, language

Melds = tuple[Cards, ...]
TOLD = (
    Effect.MAKES_CANASTA,
    Effect.SOILS_CANASTA,
    Effect.TAKES_MORTO,
    Effect.GOES_OUT,
)
_SUIT = re.compile("[♠♥♦♣]")


def suited(text: str) -> Markup:
    """The text with its suits drawn in their colours."""
    return Markup(_SUIT.sub(_drawn, str(escape(text))))  # noqa: S704


def _drawn(found: re.Match[str]) -> str:
    red = " red" if found[0] in "♥♦" else ""
    return f'<span class="suit{red}">{found[0]}{TEXT_STYLE}</span>'


def turn_words(
    name: str,
    turn: RecordedTurn,
    effects: tuple[Effect, ...],
    melds: Melds,
    ruleset: Ruleset,
) -> Markup:
    """What a player did in a turn; `melds` are those of the side, the turn's own among them."""
    clauses = list(_clauses(turn, effects, melds, ruleset))
    moves = moves_text(clauses, language())
    return fill(gettext(WHOLE_TURN), name=isolate(name), moves=suited(moves))


def move_words(move: Move, melds: Melds, ruleset: Ruleset) -> Markup:
    """What a player could do."""
    return suited(possible_sentence(_clause(move, melds, ruleset), language()))


def problem_words(problem: Problem) -> Markup:
    """Why a move is illegal."""
    return suited(problem_sentence(problem, language()))


def _clauses(
    turn: RecordedTurn, effects: tuple[Effect, ...], melds: Melds, ruleset: Ruleset
) -> Iterator[Clause]:
    if turn.takes_waiting_morto:
        yield "morto", {}
    for move in _together(turn.moves):
        yield _clause(move, melds, ruleset)
    for effect in TOLD:
        if effect in effects:
            yield str(effect), {}


def _together(moves: tuple[Move, ...]) -> Iterator[Move]:
    """The moves, cards added to one meld one after another being told as one addition."""
    held: Add | None = None
    for move in moves:
        if held is not None and isinstance(move, Add) and move.meld == held.meld:
            held = Add(held.meld, held.cards + move.cards)
            continue
        if held is not None:
            yield held
        held = move if isinstance(move, Add) else None
        if held is None:
            yield move
    if held is not None:
        yield held


def _clause(move: Move, melds: Melds, ruleset: Ruleset) -> Clause:
    match move:
        case Draw(card):
            return ("draw seen", {"cards": show_card(card)}) if card else ("draw", {})
        case TakePile(using, None):
            return "pile", {"cards": show_cards(using)}
        case TakePile(_, number):
            key, facts = _onto(number or 0, melds, ruleset)
            return f"pile {key}".replace(" rank", " onto"), facts
        case LayMeld(cards):
            return "meld", {"cards": show_cards(cards)}
        case Add(number, cards):
            key, facts = _onto(number, melds, ruleset)
            return f"add {key}".replace(" rank", ""), {"cards": show_cards(cards), **facts}
        case LayRedThree(card, replacement):
            laid: dict[str, object] = {"cards": show_card(card)}
            if replacement is None:
                return "red3", laid
            return "red3 seen", laid | {"card": show_card(replacement)}
        case Discard(card):
            return ("discard", {"cards": show_card(card)}) if card else ("discard unseen", {})
    raise TypeError(move)


def _onto(number: int, melds: Melds, ruleset: Ruleset) -> Clause:
    """The meld that a card goes onto, as people call it: by its rank, or as the only run."""
    by_number: Clause = ("number", {"number": number + 1})
    if number >= len(melds):
        return by_number
    if _is_run(melds[number], ruleset):
        runs = sum([_is_run(meld, ruleset) for meld in melds])
        return ("run", {}) if runs == 1 else by_number
    ranks = [card.rank for card in melds[number] if card.is_natural]
    if not ranks:
        return by_number
    rank = max(sorted(set(ranks), key=RANKS.index), key=ranks.count)
    return "rank", {"rank": rank_word(rank, language())}


def _is_run(cards: Cards, ruleset: Ruleset) -> bool:
    meld = read_meld(cards, ruleset)
    return meld is not None and meld.kind is MeldKind.RUN
