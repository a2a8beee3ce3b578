from dataclasses import replace

import pytest
from dealing import presets
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.match import (
    Adjustment,
    PlayedHand,
    Ruling,
    Status,
    check_match,
    dealer_after,
    first_player,
    place_of_seat,
    side_of_seat,
    stand,
)
from scorekeeper.rules.problems import Finding
from scorekeeper.rules.ruleset import CLASSIC, PRESETS

ONLINE, THREE = PRESETS["online"], PRESETS["three_player"]
PLAYING = Ruling()
EXTRA = Ruling(Status.EXTRA_HAND, None, "match.tie")


def won(side, rule):
    return Ruling(Status.WON, side, rule)


def ruling(*hands, ruleset=CLASSIC, **more):
    entries = [PlayedHand(totals, ruleset) for totals in hands]
    return stand(ruleset, entries, **more).ruling


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        ([], PLAYING),
        ([(2995, 0)], PLAYING),
        ([(3000, 0)], won(0, "match.target")),
        ([(-500, 3005)], won(1, "match.target")),
        ([(1500, 100), (1500, 100)], won(0, "match.target")),
        ([(3000, 3100)], won(1, "match.both")),
        ([(3000, 3000)], EXTRA),
        ([(3000, 3000), (100, 100)], EXTRA),
        ([(3000, 3000), (100, 95)], won(0, "match.tie")),
        ([(3000, 3000), (-400, -300)], won(1, "match.tie")),
        ([(3000, 3000), (-400, -400)], EXTRA),
        ([(2000, 2000), (-100, -100)], PLAYING),
    ],
)
def test_a_match_to_3000(hands, expected):
    assert ruling(*hands) == expected


@pytest.mark.parametrize(
    ("hands", "expected"),
    [
        ([(1500, 1500, 0)], EXTRA),
        ([(1500, 1500, 1600)], won(2, "match.both")),
        ([(1500, 0, 0)], won(0, "match.target")),
        ([(1500, 1500, 1400), (0, 0, 200)], won(2, "match.tie")),
        ([(1500, 1500, 1400), (0, 0, 100)], EXTRA),
        ([(1500, 1500, 0), (10, 5, 0)], won(0, "match.tie")),
    ],
)
def test_three_sides(hands, expected):
    assert ruling(*hands, ruleset=THREE) == expected


def test_equal_totals_online_go_to_the_side_that_started():
    """`match.tie`"""
    for starter in (0, 1):
        assert ruling((2000, 2000), ruleset=ONLINE, starter=starter) == won(starter, "match.tie")
    assert ruling((2000, 2000), ruleset=ONLINE) == won(0, "match.tie")
    three = replace(THREE, tie="starter_wins")
    tied = [(0, 1500, 1500)]
    assert ruling(*tied, ruleset=three, starter=2) == won(2, "match.tie")
    assert ruling(*tied, ruleset=three, starter=1) == won(1, "match.tie")
    assert ruling(*tied, ruleset=three, starter=0) == won(1, "match.tie")


def test_express():
    express = replace(CLASSIC, express=True, target=5)
    assert ruling(ruleset=express) == PLAYING
    assert ruling((-50, -100), ruleset=express) == won(0, "match.express")
    assert ruling((50, 50), ruleset=express) == EXTRA
    assert ruling((50, 50), (0, 5), ruleset=express) == won(1, "match.tie")
    tie_to_starter = replace(express, tie="starter_wins")
    assert ruling((5, 5), ruleset=tie_to_starter, starter=1) == won(1, "match.tie")


def test_stopped_early():
    assert ruling((100, 50), stopped=True) == won(0, "match.stopped")
    assert ruling((50, 50), stopped=True) == Ruling(Status.DRAW, None, "match.stopped")
    assert ruling(stopped=True) == Ruling(Status.DRAW, None, "match.stopped")
    assert ruling((3000, 3000), stopped=True) == Ruling(Status.DRAW, None, "match.stopped")
    assert ruling((3000, 0), stopped=True) == won(0, "match.target")


def test_annulled_only_if_all_agree():
    annulled = Ruling(Status.ANNULLED, None, "match.annul")
    assert ruling((100, 50), annul=(True, True)) == annulled
    assert ruling((100, 50), annul=(True, False)) == PLAYING
    assert ruling((100, 50), annul=()) == PLAYING


def test_adjustments_stand_beside_the_hands():
    """`match.adjust`: only a whole hand decides."""
    foul = Adjustment((0, -100), "foul")
    standing = stand(CLASSIC, [PlayedHand((780, -375), CLASSIC), foul])
    assert standing.totals == (780, -475)
    assert standing.running == ((780, -375), (780, -475))
    assert standing.hands == 1
    head_start = Adjustment((3000, 0), "handicap")
    assert stand(CLASSIC, [head_start]).ruling == PLAYING
    hand = PlayedHand((0, 50), CLASSIC)
    assert stand(CLASSIC, [head_start, hand]).ruling == won(0, "match.target")


def test_the_target_in_force_is_that_of_the_last_hand():
    low = replace(CLASSIC, target=1000)
    entries = [PlayedHand((1200, 0), CLASSIC), PlayedHand((0, 50), low)]
    assert stand(CLASSIC, entries[:1]).ruling == PLAYING
    assert stand(CLASSIC, entries).ruling == won(0, "match.target")


def test_hands_after_the_decision_are_a_problem():
    """`match.target`"""
    hands = [PlayedHand((3000, 0), CLASSIC), PlayedHand((0, 9000), CLASSIC)]
    standing = stand(CLASSIC, [*hands, Adjustment((5, 5), "late")])
    assert standing.late == (1,)
    assert standing.ruling == won(0, "match.target")
    (problem,) = check_match(standing)
    assert (problem.rule, problem.where) == ("match.target", "hands[1]")
    assert problem.finding is Finding.HAND_AFTER_THE_END
    assert check_match(stand(CLASSIC, hands[:1])) == ()


def test_the_deal_passes_on():
    """`setup.dealer`, `setup.first`, `setup.players`"""
    assert [dealer_after(3, hands, 4) for hands in range(5)] == [3, 0, 1, 2, 3]
    assert [first_player(dealer, 3) for dealer in range(3)] == [1, 2, 0]
    assert [side_of_seat(seat, 2) for seat in range(4)] == [0, 1, 0, 1]
    assert [place_of_seat(seat, 2) for seat in range(4)] == [0, 0, 1, 1]
    assert [place_of_seat(seat, 3) for seat in range(3)] == [0, 0, 0]


def test_which_statuses_end_a_match():
    over = {status for status in Status if status.is_over}
    assert over == {Status.WON, Status.DRAW, Status.ANNULLED}


points = st.integers(-60, 260).map(lambda n: n * 5)


@st.composite
def matches(draw):
    ruleset = draw(presets())
    ruleset = replace(ruleset, target=draw(st.sampled_from([500, ruleset.target])))
    row = st.tuples(*[points] * ruleset.sides)
    hand = row.map(lambda totals: PlayedHand(totals, ruleset))
    change = row.map(lambda totals: Adjustment(totals, "reason"))
    return ruleset, draw(st.lists(hand | hand | change, max_size=12))


@given(matches(), st.integers(0, 1), st.booleans())
def test_a_match_in_general(match, starter, stopped):
    ruleset, entries = match
    standing = stand(ruleset, entries, starter, (), stopped)
    running = [0] * ruleset.sides
    for row, entry in zip(standing.running, entries, strict=True):
        change = entry.totals if isinstance(entry, PlayedHand) else entry.points
        running = [total + more for total, more in zip(running, change, strict=True)]
        assert list(row) == running
    assert list(standing.totals) == running
    assert standing.hands == sum(isinstance(entry, PlayedHand) for entry in entries)
    found = standing.ruling
    assert (found.winner is None) == (found.status is not Status.WON)
    assert (found.rule is None) == (found.status is Status.PLAYING)
    if stopped:
        assert found.status.is_over
    if found.status is Status.WON and not standing.late:
        assert standing.totals[found.winner] == max(standing.totals)


@given(matches(), st.integers(0, 1))
def test_a_decided_match_stays_decided_whatever_hands_follow(match, starter):
    ruleset, entries = match
    hands = [entry for entry in entries if isinstance(entry, PlayedHand)]
    first = next(
        (
            n
            for n in range(len(hands) + 1)
            if stand(ruleset, hands[:n], starter).ruling.status.is_over
        ),
        None,
    )
    whole = stand(ruleset, hands, starter)
    if first is None:
        assert whole.late == ()
        assert not whole.ruling.status.is_over
    else:
        assert whole.ruling == stand(ruleset, hands[:first], starter).ruling
        assert whole.late == tuple(range(first, len(hands)))


@given(matches())
def test_turning_the_sides_round_turns_the_winner_round(match):
    ruleset, entries = match
    ruleset = replace(ruleset, tie="extra_hand")

    def turned(entry):
        if isinstance(entry, PlayedHand):
            return PlayedHand(entry.totals[::-1], ruleset)
        return Adjustment(entry.points[::-1], entry.reason)

    entries = [turned(turned(entry)) for entry in entries]
    straight = stand(ruleset, entries)
    mirrored = stand(ruleset, [turned(entry) for entry in entries])
    assert mirrored.ruling.status == straight.ruling.status
    assert mirrored.ruling.rule == straight.ruling.rule
    if straight.ruling.winner is not None:
        assert mirrored.ruling.winner == ruleset.sides - 1 - straight.ruling.winner


def test_an_adjustment_never_settles_a_tie():
    entries = [PlayedHand((3100, 3100), CLASSIC), Adjustment((0, -100), "a foul")]
    assert stand(CLASSIC, entries).ruling == Ruling(Status.EXTRA_HAND, None, "match.tie")
    decided = stand(CLASSIC, [*entries, PlayedHand((0, 50), CLASSIC)])
    assert decided.ruling == Ruling(Status.WON, 0, "match.tie")


def test_an_adjustment_that_makes_the_deciding_hand_a_tie_leaves_it_to_the_starter_online():
    """`match.tie`, `match.adjust`"""
    entries = [PlayedHand((2000, 1900), ONLINE), Adjustment((0, 100), "a foul")]
    for starter in (0, 1):
        assert stand(ONLINE, entries, starter).ruling == won(starter, "match.tie")


def test_an_extra_hand_that_ties_again_follows_the_options_it_was_played_under():
    starter_wins = replace(CLASSIC, tie="starter_wins")
    entries = [PlayedHand((3000, 3000), CLASSIC), PlayedHand((-50, -50), starter_wins)]
    assert stand(CLASSIC, entries, starter=1).ruling == won(1, "match.tie")


def test_an_entry_has_points_for_every_side():
    for entry in (PlayedHand((5, 5, 5), CLASSIC), Adjustment((5,), "a foul")):
        with pytest.raises(ValueError, match="zip"):
            stand(CLASSIC, [entry])
