"""The match document: read again, it is the match that was written."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from dealing import deal_tally, randoms, rulesets
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.documents import parse_match_document
from scorekeeper.rules.match import Status
from scorekeeper.rules.options import override, overrides_of
from scorekeeper.rules.ruleset import CLASSIC, PRESETS
from scorekeeper.rules.tally import ByPoints, Canastas, CountedTable, SideTally, Tally
from scorekeeper.scorebook import (
    AdjustmentDeleted,
    AdjustmentRestored,
    HandCorrected,
    HandDeleted,
    HandRecorded,
    HandRestored,
    Logged,
    MatchAnnulled,
    MatchResumed,
    MatchStarted,
    MatchStopped,
    PointsAdjusted,
    SideSetup,
    match_document,
)
from scorekeeper.scorebook.fold import read_match

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SIDES = (SideSetup("Norte", ("Ida", "Léo")), SideSetup("Sul", ("Rui", "Eva")))
TALLY = Tally(
    (
        SideTally(CountedTable(ByPoints(300), Canastas(clean=1)), went_out=True, name="Norte"),
        SideTally(CountedTable(ByPoints(100)), ByPoints(30), name="Sul"),
    )
)


def record_of(*events):
    log = (Logged(seq, event, NOON, "") for seq, event in enumerate(events, start=1))
    return read_match("m1", tuple(log))


def read_again(record):
    return parse_match_document(json.loads(json.dumps(match_document(record))))


def test_a_whole_match():
    record = record_of(
        MatchStarted("classic", {"target": 1000}, SIDES, 3),
        PointsAdjusted((0, 200), "from paper"),
        HandRecorded((455, -20)),
        HandRecorded((5, 5)),
        PointsAdjusted((-50, 0), "foul"),
        HandDeleted(4),
        HandRecorded(TALLY),
        PointsAdjusted((5, 0), "a mistake"),
        AdjustmentDeleted(8),
    )
    written = match_document(record)
    tally = written["hands"][3].pop("tally")
    assert written == {
        "format": 1,
        "ruleset": "classic",
        "overrides": {"target": 1000},
        "sides": ["Norte", "Sul"],
        "starter": 0,
        "seats": 4,
        "dealer": 3,
        "hands": [
            {"adjust": [0, 200], "reason": "from paper"},
            {"totals": [455, -20]},
            {"adjust": [-50, 0], "reason": "foul"},
            {},
        ],
    }
    assert [side["name"] for side in tally["sides"]] == ["Norte", "Sul"]
    assert tally["sides"][0]["went_out"] is True
    again = read_again(record)
    assert again.stand() == record.standing
    assert again.check() == ()
    assert again.next_dealer() == record.dealer == 1


@pytest.mark.parametrize(
    ("event", "keys", "status"),
    [
        (MatchStopped(), {"stop": True}, Status.WON),
        (MatchAnnulled((True, True)), {"annul": [True, True]}, Status.ANNULLED),
        (MatchResumed(), {}, Status.PLAYING),
    ],
)
def test_how_a_match_was_ended(event, keys, status):
    record = record_of(MatchStarted("classic", {}, SIDES, 0), HandRecorded((5, 0)), event)
    written = match_document(record)
    assert {key: written[key] for key in ("stop", "annul") if key in written} == keys
    assert record.standing.ruling.status is status
    assert read_again(record).stand() == record.standing


def test_options_that_changed_between_hands_stand_where_they_changed():
    record = record_of(
        MatchStarted("classic", {"target": 4000}, SIDES, 0),
        HandRecorded((5, 0)),
        HandRecorded((0, 5)),
        PointsAdjusted((5, 0), "foul"),
        HandRecorded((5, 5)),
        HandRecorded(TALLY),
    )
    start = record.ruleset
    values = override(start, {"target": 3000, "bonus_out": 50, "card_values": {"K": 15}})
    opening = override(start, {"opening_minimum": {"points": 50, "from": 500}})
    played = [start, values, values, opening]
    hands = [replace(hand, ruleset=rules) for hand, rules in zip(record.hands, played, strict=True)]
    record = replace(record, hands=tuple(hands))
    written = match_document(record)["hands"]
    assert [set(hand.get("overrides", ())) for hand in written] == [
        set(),
        {"target", "bonus_out", "card_values"},
        set(),
        set(),
        {"target", "bonus_out", "card_values", "opening_minimum"},
    ]
    assert written[4]["overrides"]["target"] == 4000
    entries = read_again(record).entries
    assert [entry.ruleset for entry in entries if hasattr(entry, "ruleset")] == played


@pytest.mark.parametrize(("dealer", "starter"), [(0, 1), (1, 2), (2, 0)])
def test_the_starter_sits_on_the_left_of_the_first_dealer(dealer, starter):
    sides = tuple(SideSetup(name) for name in "ABC")
    record = record_of(
        MatchStarted("three_player", {"tie": "starter_wins"}, sides, dealer),
        HandRecorded((1500, 1500, 1500)),
    )
    written = match_document(record)
    assert (written["seats"], written["dealer"], written["starter"]) == (3, dealer, starter)
    again = read_again(record)
    assert again.stand() == record.standing
    assert again.stand().ruling.winner == starter
    assert again.next_dealer() == record.dealer


def test_a_first_dealer_beyond_the_table_is_one_at_it():
    record = record_of(MatchStarted("two_player", {}, SIDES, 3), HandRecorded((5, 0)))
    assert match_document(record)["dealer"] == 1
    again = read_again(record)
    assert again.stand() == record.standing
    assert again.next_dealer() == record.dealer


@st.composite
def logs(draw):
    """A start and events of every kind, most of which fit what came before them."""
    rules = draw(rulesets())
    sides = tuple(SideSetup(f"S{number}") for number in range(rules.sides))
    dealer = draw(st.integers(0, rules.players - 1))
    points = st.tuples(*[st.integers(-600, 2000).map(lambda n: n * 5)] * rules.sides)
    entry = points | randoms().map(lambda random: deal_tally(rules, random)[0])
    seq = st.integers(2, 9)
    event = st.one_of(
        st.builds(HandRecorded, entry),
        st.builds(HandRecorded, points),
        st.builds(HandCorrected, seq, entry),
        st.builds(HandDeleted, seq),
        st.builds(HandRestored, seq),
        st.builds(PointsAdjusted, points.filter(any), st.sampled_from(["foul", "папір"])),
        st.builds(AdjustmentDeleted, seq),
        st.builds(AdjustmentRestored, seq),
        st.sampled_from(
            [MatchStopped(), MatchAnnulled((True,) * rules.sides), MatchResumed(), MatchResumed()]
        ),
    )
    start = MatchStarted(rules.preset, overrides_of(rules), sides, dealer)
    return start, *draw(st.lists(event, max_size=10))


@given(logs())
def test_any_match_is_read_again_as_it_stands(events):
    record = record_of(*events)
    again = read_again(record)
    assert again.stand() == record.standing
    assert again.next_dealer() == record.dealer
    assert again.ruleset == record.setup.ruleset
    assert again.names == tuple(side.name for side in record.sides)
    assert len(again.entries) == len(record.entries)


def test_a_match_keeps_its_preset_though_another_has_the_same_options():
    sides = (SideSetup("S0"), SideSetup("S1"))
    for preset, overrides in (("classic", {"players_per_side": 1}), ("two_player", {})):
        written = match_document(record_of(MatchStarted(preset, overrides, sides, 0)))
        assert (written["ruleset"], written["overrides"]) == (preset, overrides)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_match_without_hands(preset):
    sides = tuple(SideSetup(f"S{number}") for number in range(PRESETS[preset].sides))
    record = record_of(MatchStarted(preset, {}, sides, 0))
    written = match_document(record)
    assert (written["ruleset"], written["overrides"], written["hands"]) == (preset, {}, [])
    assert read_again(record).ruleset == record.ruleset
    assert (record.ruleset == CLASSIC) == (preset == "classic")
