"""The quick choices of a table are exactly the primitive moves that the judge accepts."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.play.candidates import candidates
from scorekeeper.play.dealing import deal
from scorekeeper.play.judge import is_stuck, judge_move
from scorekeeper.play.kinds import MELD, TAKE_WITH, TAKING_MORTO
from scorekeeper.play.rulings import Effect
from scorekeeper.play.table import Table
from scorekeeper.rules.cards import sort_cards
from scorekeeper.rules.checks import check_tally
from scorekeeper.rules.options import check_ruleset, override
from scorekeeper.rules.ruleset import PRESETS

# every option of how a hand is played, at a value that some preset does not have
CHANGES = (
    {"lock_cards": []},
    {"lock_until_taken": True},
    {"runs": True, "ace_to_ace": True},
    {"runs": True, "aces_wild": True},
    {"wild_only_melds": True},
    {"aces_wild": True},
    {"one_meld_per_rank": True},
    {"allow_soiling": False},
    {"max_wilds": 4, "min_naturals": 1},
    {"naturals_per_wild": 3},
    {"black3_meld": "never"},
    {"black3_meld": "going_out", "jokers": 0},
    {"morto_by_discard": "next_turn"},
    {"morto_by_discard": "same_turn"},
    {"out_needs_canasta": "none"},
    {"out_needs_canasta": "clean"},
    {"out_needs_morto": False},
    {"out_needs_discard": True},
    {"stock_empty": "play_on"},
    {"stock_empty": "end"},
    {"stock_empty": "morto_becomes_stock"},
    {"mortos_owned": False, "hand_size": 7, "morto_size": 7},
    {"opening_minimum": 40},
    {"opening_minimum": {"points": 60, "from": 0}, "morto_size": 7, "hand_size": 13},
    {"initial_upcard": False},
)

rulesets = st.builds(
    lambda preset, changes: override(
        PRESETS[preset], {k: v for c in changes for k, v in c.items()}
    ),
    st.sampled_from(sorted(PRESETS)),
    st.lists(st.sampled_from(CHANGES), max_size=3),
).filter(lambda ruleset: not check_ruleset(ruleset))


def plain(choice):
    """The choice with its cards in order, and whether the morto is claimed with it."""
    claims = choice[0] == TAKING_MORTO
    code, *rest = choice[1:] if claims else choice
    return (code, *(sorted(rest) if code in (MELD, TAKE_WITH) else rest), claims)


def judged(table):
    """What the judge accepts, by the definition of a primitive move."""
    position = table.position()
    return sorted(
        plain(table.choice_of(move))
        for move in candidates(position, table.ruleset)
        if judge_move(position, move, table.ruleset).legal
    )


def played(ruleset, seed, steps):
    """A table after so many random moves, or at the end of the hand."""
    rng = Random(seed)
    table = Table(ruleset, deal(ruleset, rng, seed % ruleset.players), [0] * ruleset.sides)
    for _ in range(steps):
        choices = table.choices()
        if table.over or not choices:
            break
        table.play(choices[rng.randrange(len(choices))])
    return table


def assert_agreed(table):
    if table.over:
        return
    choices = [plain(choice) for choice in table.choices()]
    assert len(set(choices)) == len(choices), "a choice is listed twice"
    unclaimed = sorted(choice for choice in choices if not choice[-1])
    accepted = judged(table)
    if not choices:  # the hand has ended: at most a draw is left, which says so
        position = table.position()
        assert is_stuck(position, table.ruleset)
        for move in candidates(position, table.ruleset):
            ruling = judge_move(position, move, table.ruleset)
            assert not ruling.legal or Effect.HAND_ENDS in ruling.effects
        return
    assert unclaimed == accepted


@given(rulesets, st.integers(0, 10**6), st.integers(0, 250))
def test_choices_are_what_the_judge_accepts(ruleset, seed, steps):
    """`turn.order`, `draw.choice`, `pile.top`, `out.needs`, `black3.meld`, `meld.opening` ..."""
    assert_agreed(played(ruleset, seed, steps))


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_at_every_step_of_a_hand(preset):
    """The same along a whole hand of every preset (`stock.empty` at the end of some)."""
    rng = Random(preset)
    table = Table(PRESETS[preset], deal(PRESETS[preset], rng, 0))
    while not table.over:
        assert_agreed(table)
        choices = table.choices()
        if not choices:
            break
        table.play(choices[rng.randrange(len(choices))])


@given(rulesets, st.integers(0, 10**6), st.integers(0, 250), st.randoms(use_true_random=False))
def test_a_listed_move_is_accepted_and_applies(ruleset, seed, steps, random):
    """A choice is a move that the judge allows, with the effects that the table then shows."""
    table = played(ruleset, seed, steps)
    choices = [] if table.over else table.choices()
    if not choices:
        return
    choice = random.choice(choices)
    seat, side, before = table.seat, table.side, table.side.morto
    ruling = judge_move(table.position(), table.move_of(choice), ruleset)
    assert ruling.legal
    table.play(choice)
    assert (Effect.GOES_OUT in ruling.effects) == (table.out == seat)
    assert (Effect.TAKES_MORTO in ruling.effects) == (side.morto == "taken" != before)
    if table.seat != seat or table.over:
        assert ruling.after.phase == "over"
    elif not ruling.after.hidden:  # nothing came to hand that the judge was not told
        after = table.position()
        assert sorted(after.hand, key=str) == sorted(ruling.after.hand, key=str)
        assert [sort_cards(meld) for meld in after.melds] == [
            sort_cards(meld) for meld in ruling.after.melds
        ]
        assert after.pile == ruling.after.pile
        assert (after.phase, after.laid) == (ruling.after.phase, ruling.after.laid)


@given(rulesets, st.integers(0, 10**6), st.integers(0, 250))
def test_the_tally_of_a_played_hand_is_possible(ruleset, seed, steps):
    """Whatever was played, what is counted satisfies every check of a tally (`setup.pack` ...)."""
    table = played(ruleset, seed, steps)
    if table.over:
        assert not check_tally(table.tally(), ruleset)
