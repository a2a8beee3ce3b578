"""What holds for the judge in any position: nothing is guessed, and nobody gets stuck."""

from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper.play.candidates import candidates
from scorekeeper.play.documents import OPTIONAL, format_position, parse_position
from scorekeeper.play.impossible import check_position
from scorekeeper.play.judge import is_stuck, judge_move, judge_turn
from scorekeeper.play.position import Phase, Position, SideMorto
from scorekeeper.play.rulings import Effect
from scorekeeper.rules.cards import pack
from scorekeeper.rules.melds import read_meld
from scorekeeper.rules.options import parse_ruleset
from scorekeeper.rules.reader import Node

TABLES = [
    parse_ruleset(preset, options)
    for preset, options in [
        ("classic", {}),
        ("online", {}),
        ("carioca", {"out_needs_discard": True, "out_needs_canasta": "clean"}),
        ("classic", {"opening_minimum": 50, "morto_by_discard": "next_turn"}),
        (
            "classic",
            {"out_needs_morto": False, "lock_until_taken": True, "one_meld_per_rank": True},
        ),
        ("classic", {"lock_cards": [], "stock_empty": "morto_becomes_stock", "max_wilds": 3}),
        ("paulista", {"stock_empty": "end", "opening_minimum": {"points": 60, "from": 500}}),
        ("online", {"black3_meld": "going_out", "lock_cards": [], "allow_soiling": False}),
    ]
]


def melds_among(cards, ruleset, random, most):
    """Some melds of the cards, and the cards that are left."""
    melds, left = [], list(cards)
    for _ in range(most):
        rank = random.choice(left).rank
        same = [card for card in left if card.rank == rank or card.is_wild]
        for size in random.sample([3, 4, 6, 7], 4):
            if len(same) >= size and read_meld(tuple(same[:size]), ruleset) and rank != "3":
                melds.append(tuple(same[:size]))
                for card in same[:size]:
                    left.remove(card)
                break
    return tuple(melds), left


@st.composite
def positions(draw, ruleset):
    """Positions of which everything is told, and that a hand can lead to."""
    random = draw(st.randoms(use_true_random=False))
    cards = [
        card for card in pack(ruleset.jokers) if not card.is_red_three or random.random() < 0.1
    ]
    random.shuffle(cards)
    melds, cards = melds_among(cards, ruleset, random, draw(st.sampled_from([0, 0, 1, 2, 4])))
    size = draw(st.sampled_from([1, 2, 3, 3, 4, 4, 5, 7]))
    hand, cards = cards[:size], cards[size:]
    if draw(st.booleans()):  # a hand in which something can be laid
        hand.sort(key=lambda card: card.rank)
    pile = tuple(card for card in cards[: draw(st.integers(0, 4))] if not card.is_red_three)
    morto = draw(st.sampled_from(SideMorto))
    left = {SideMorto.AVAILABLE: (1, 2), SideMorto.TAKEN: (0, 1), SideMorto.NONE: (0, 0)}[morto]
    position = Position(
        phase=draw(st.sampled_from([Phase.DRAW, Phase.PLAY])),
        hand=tuple(hand),
        melds=melds,
        pile=pile,
        stock=draw(st.sampled_from([0, 0, 1, 20])),
        morto=morto,
        melded_before=bool(melds) and draw(st.booleans()),
        mortos_left=draw(st.sampled_from(left)),
        morto_cards=tuple(cards[20 : 20 + ruleset.morto_size]) if morto == "available" else None,
        score=draw(st.sampled_from([-100, 0, 495, 500, 2000])),
        opened=bool(melds),
    )
    assume(not check_position(position, ruleset))
    return position


def some_move(data, position, ruleset, only_legal=False):
    moves = list(candidates(position, ruleset))
    if only_legal or data.draw(st.booleans()):
        moves = [m for m in moves if judge_move(position, m, ruleset).legal]
    assume(moves)
    return data.draw(st.sampled_from(moves))


rulesets = pytest.mark.parametrize("ruleset", TABLES, ids=lambda ruleset: ruleset.preset)


@rulesets
@given(st.data())
def test_nothing_is_guessed(ruleset, data):
    """`turn.position`: with less told, the ruling is the same or none"""
    position = data.draw(positions(ruleset))
    move = some_move(data, position, ruleset)
    full = judge_move(position, move, ruleset)
    assert full.legal is not None
    for name in data.draw(st.lists(st.sampled_from(OPTIONAL), min_size=1, max_size=4)):
        if name == "hand":  # one that is not told is taken to have no red 3 to lay first
            assume(not any(card.is_red_three for card in position.hand or ()))
        if name == "melds":
            position = position._replace(opened=None)
        position = position._replace(**{name: None})
    part = judge_move(position, move, ruleset)
    if part.legal is None:
        assert all(problem.rule == "turn.position" for problem in part.missing)
        assert all(
            getattr(position, problem.where.removeprefix("position.")) is None
            for problem in part.missing
        )
        return
    assert part.legal is full.legal
    if full.legal:
        told = set(full.effects) - set(part.unknown)
        assert set(part.effects) == told or Effect.MAKES_CANASTA in full.effects
        assert part.rule == full.rule


@rulesets
@given(st.data())
def test_who_moves_card_by_card_never_gets_stuck(ruleset, data):
    """`out.needs`, `black3.meld`, `meld.opening`: after a legal move there is another, the turn is
    over, or the hand"""
    position = data.draw(positions(ruleset))
    for _ in range(data.draw(st.integers(1, 6))):
        if position.phase is Phase.OVER or position.hidden:
            return
        moves = [m for m in candidates(position, ruleset) if judge_move(position, m, ruleset).legal]
        if not moves:
            break
        position = judge_move(position, data.draw(st.sampled_from(moves)), ruleset).after
    if position.phase is Phase.OVER or position.hidden:
        return
    rulings = [judge_move(position, move, ruleset) for move in candidates(position, ruleset)]
    left = [r for r in rulings if r.legal and Effect.HAND_ENDS not in r.effects]
    assert is_stuck(position, ruleset) is (not left and position.stock == 0)
    # who is stuck with cards on the stock was so from the start: one card, and no draw any more
    assert left or position.stock == 0 or position.card_count == 1


@rulesets
@given(st.data())
def test_a_turn_of_legal_moves_is_legal(ruleset, data):
    """`turn.order`: moves that are legal one by one make a turn that is"""
    start = position = data.draw(positions(ruleset))
    moves, effects = [], set()
    while position.phase is not Phase.OVER and not position.hidden and len(moves) < 8:
        move = some_move(data, position, ruleset, only_legal=True)
        ruling = judge_move(position, move, ruleset)
        moves.append(move)
        effects |= set(ruling.effects)
        position = ruling.after
    assume(position.phase is Phase.OVER)
    whole = judge_turn(start, moves, ruleset)
    assert whole.legal, whole
    assert set(whole.effects) == effects


@rulesets
@given(st.data())
def test_effects_that_exclude_each_other(ruleset, data):
    """`morto.take`, `out.needs`, `stock.empty`: what becomes of a hand is one thing"""
    position = data.draw(positions(ruleset))
    ruling = judge_move(position, some_move(data, position, ruleset, only_legal=True), ruleset)
    for pair in combinations((Effect.TAKES_MORTO, Effect.GOES_OUT, Effect.HAND_ENDS), 2):
        assert not set(pair) <= set(ruling.effects)
    assert (Effect.CONCEALED in ruling.effects) <= (Effect.GOES_OUT in ruling.effects)


@rulesets
@given(st.data())
def test_a_position_is_written_and_read_again(ruleset, data):
    position = data.draw(positions(ruleset))
    assert parse_position(Node(format_position(position))) == position
