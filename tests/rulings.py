"""Questions to the judge, in the words of its documents, and its answers in short."""

from __future__ import annotations

from scorekeeper.play.documents import judge, parse_judge_document

CANASTA = "QS QH QD QC QS QH QD"
DIRTY = "JS JH JD JC JS JH 2C"


def draw(card=None):
    return {"kind": "draw"} | ({"card": card} if card else {})


def pile_with(cards, **more):
    return {"kind": "take_pile", "with": cards} | more


def pile_onto(meld, **more):
    return {"kind": "take_pile", "meld": meld} | more


def meld(cards, **more):
    return {"kind": "meld", "cards": cards} | more


def add(number, cards, **more):
    return {"kind": "add", "meld": number, "cards": cards} | more


def red3(card, replacement=None):
    move = {"kind": "lay_red_three", "card": card}
    return move | ({"replacement": replacement} if replacement else {})


def discard(card, **more):
    return {"kind": "discard", "card": card} | more


def turn(*moves):
    return {"kind": "turn", "moves": list(moves)}


def ask(move, ruleset="classic", overrides=None, **position):
    """The ruling on a move in a position, in which a card was drawn already if nobody says so."""
    document = {
        "format": 1,
        "ruleset": ruleset,
        "overrides": overrides or {},
        "position": {"phase": "play"} | position,
        "move": move,
    }
    return judge(parse_judge_document(document))


def legal(move, ruleset="classic", overrides=None, **position):
    """The effects of a move that must be legal."""
    ruling = ask(move, ruleset, overrides, **position)
    assert ruling.legal is True, ruling
    return [str(effect) for effect in ruling.effects]


def refused(move, ruleset="classic", overrides=None, **position):
    """The rules that a move must break."""
    ruling = ask(move, ruleset, overrides, **position)
    assert ruling.legal is False, ruling
    return [problem.rule for problem in ruling.problems]


def untold(move, ruleset="classic", overrides=None, **position):
    """The places that the answer must depend on."""
    ruling = ask(move, ruleset, overrides, **position)
    assert ruling.legal is None, ruling
    assert {problem.rule for problem in ruling.missing} == {"turn.position"}
    return [problem.where for problem in ruling.missing]
