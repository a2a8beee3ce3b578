"""What a player could do at a point of a hand, against the judge and what was played."""

from pathlib import Path

import pytest

from scorekeeper.play.alternatives import alternatives
from scorekeeper.play.judge import judge_move
from scorekeeper.play.moves import Draw, LayRedThree, TakePile
from scorekeeper.play.position import Phase, Position, SideMorto
from scorekeeper.play.record import format_move
from scorekeeper.play.record_text import parse_record
from scorekeeper.play.stages import course_of
from scorekeeper.rules.cards import parse_cards
from scorekeeper.rules.ruleset import CLASSIC

RECORDS = sorted((Path(__file__).parent / "records").glob("*/*.tranca"))


def told(moves):
    return [format_move(move) for move in moves]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_what_may_begin_a_turn_is_legal_and_has_what_began_it(path):
    course = course_of(parse_record(path.read_text(encoding="utf-8")))
    ruleset, illegal = course.record.ruleset, course.result.refusal
    for number, (view, turn) in enumerate(zip(course.views, course.record.turns, strict=False), 1):
        found = alternatives(view, ruleset)
        assert all(judge_move(view, move, ruleset).legal for move in found.now)
        if illegal is not None and number == illegal.turn:
            continue
        first = turn.moves[0]
        if isinstance(first, Draw) and view.stock:
            assert Draw() in found.now
        if isinstance(first, LayRedThree) and first.card in view.hand:
            assert [type(move) for move in found.now] == [LayRedThree]
        if isinstance(first, TakePile) and first.meld is not None:
            assert first.meld in [move.meld for move in found.now if isinstance(move, TakePile)]


def position(phase, **more):
    usual = {
        "hand": parse_cards("KS KH KD 9C 9D 4S"),
        "melds": (parse_cards("9S 9H 9C"),),
        "pile": parse_cards("4C 9S"),
        "stock": 20,
        "morto": SideMorto.AVAILABLE,
        "melded_before": False,
        "opened": True,
    }
    return Position(phase, **(usual | more))


def test_before_a_draw_melds_are_those_after_it():
    found = alternatives(position(Phase.DRAW), CLASSIC)
    assert told(found.now) == ["draw", "pile @1", "pile 9D 9C"]
    assert told(found.melds) == ["meld KS KH KD"]
    assert told(found.additions) == ["add 1 9D"]
    assert found.count == 3 + 1 + 1 + len(found.discards)


def test_after_a_draw_nothing_begins_the_turn():
    found = alternatives(position(Phase.PLAY), CLASSIC)
    assert (found.now, told(found.melds)) == ((), ["meld KS KH KD"])


def test_a_blocked_pile_is_no_alternative():
    found = alternatives(position(Phase.DRAW, pile=parse_cards("9S 3C")), CLASSIC)
    assert told(found.now) == ["draw"]


def test_a_red_three_comes_first():
    hand = parse_cards("3H KS KH KD")
    found = alternatives(position(Phase.DRAW, hand=hand), CLASSIC)
    assert (told(found.now), found.count) == (["red3 3H"], 1)


def test_a_turn_that_is_over_has_no_alternatives():
    assert alternatives(position(Phase.OVER), CLASSIC).count == 0
