"""Events as JSON: what is written, what is read back, and what is not understood."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from dealing import deal_tally, randoms, rulesets
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.cards import parse_cards
from scorekeeper.rules.cutting import cut
from scorekeeper.rules.problems import DocumentError, Finding
from scorekeeper.rules.reader import COUNT_LIMIT
from scorekeeper.rules.tally import (
    ByPoints,
    ByValue,
    Canastas,
    CountedTable,
    Morto,
    SideTally,
    Tally,
)
from scorekeeper.storage.codec import REASON_LIMIT, decode, encode
from scorekeeper.storage.events import (
    AdjustmentDeleted,
    AdjustmentRestored,
    BackupRestored,
    ConfirmationWithdrawn,
    ConfirmingChanged,
    DealerChosen,
    HandConfirmed,
    HandCorrected,
    HandDeleted,
    HandRecorded,
    HandRecounted,
    HandRestored,
    MatchAnnulled,
    MatchResumed,
    MatchStarted,
    MatchStopped,
    OptionsChanged,
    PointsAdjusted,
    RematchStarted,
    SideCounted,
    SideSetup,
    SideWithdrawn,
    UnknownEvent,
)

TALLY = Tally(
    (
        SideTally(
            table=CountedTable(ByPoints(300), Canastas(clean=1)),
            hand=ByPoints(0),
            went_out=True,
            name="Norte 🂡",
        ),
        SideTally(
            table=CountedTable(ByValue(((20, 2), (10, 3)))),
            hand=ByPoints(30),
            morto=Morto.LEFT,
            morto_cards=ByPoints(50),
        ),
    )
)
STARTED = MatchStarted(
    "classic",
    {"target": 4000, "opening_minimum": {"points": 75, "from": 1500}},
    (SideSetup("Norte", ("Ida", "Léo")), SideSetup("اليمين")),
    3,
)
REMATCH = replace(STARTED, follows="k7mh2", swapped=True)
EVENTS = (
    STARTED,
    REMATCH,
    HandRecorded(TALLY),
    HandRecorded((455, -120)),
    HandCorrected(2, TALLY),
    HandCorrected(2, (0, 0)),
    HandDeleted(2),
    HandRestored(2),
    PointsAdjusted((0, -100), "três a mais 🂡"),
    AdjustmentDeleted(3),
    AdjustmentRestored(3),
    OptionsChanged({"target": 4000, "bonus_concealed": None, "lock_cards": ["two"]}),
    MatchStopped(),
    MatchAnnulled((True, True)),
    MatchAnnulled((True, False, True)),
    MatchResumed(),
    BackupRestored(0),
    BackupRestored(3),
    BackupRestored(None),
    DealerChosen(2),
    DealerChosen(1, cut(range(3), parse_cards("4S KH KS  9D 10C"))),
    RematchStarted("k7mh2"),
    SideCounted(1, Tally(TALLY.sides[:1])),
    SideCounted(0, (455,)),
    SideWithdrawn(2),
    ConfirmingChanged(True),
    HandConfirmed(2, 0),
    ConfirmationWithdrawn(2, 1),
    HandRecounted(2, TALLY),
)


def read_back(event):
    encoded = encode(event)
    return decode(encoded.kind, encoded.version, encoded.payload)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_events_are_read_back(event):
    assert read_back(event) == event


def test_kinds_are_in_the_past_tense_and_versioned():
    kinds = {(encode(event).kind, encode(event).version) for event in EVENTS}
    assert kinds == {
        ("match_started", 1),
        ("match_started", 2),
        ("dealer_chosen", 1),
        ("rematch_started", 1),
        ("hand_recorded", 1),
        ("hand_corrected", 1),
        ("hand_deleted", 1),
        ("hand_restored", 1),
        ("points_adjusted", 1),
        ("adjustment_deleted", 1),
        ("adjustment_restored", 1),
        ("options_changed", 1),
        ("backup_restored", 1),
        ("backup_restored", 2),
        ("match_stopped", 1),
        ("match_annulled", 1),
        ("match_resumed", 1),
        ("side_counted", 1),
        ("side_withdrawn", 1),
        ("confirming_changed", 1),
        ("hand_confirmed", 1),
        ("confirmation_withdrawn", 1),
        ("hand_recounted", 1),
    }


def test_the_names_of_a_tally_are_kept():
    assert [side.name for side in read_back(HandRecorded(TALLY)).entry.sides] == ["Norte 🂡", ""]


@given(rulesets(), randoms())
def test_any_tally_is_read_back(rules, random):
    tally, _ = deal_tally(rules, random)
    assert read_back(HandRecorded(tally)) == HandRecorded(tally)
    assert read_back(HandCorrected(7, tally)) == HandCorrected(7, tally)


def test_a_tally_is_written_without_what_follows_from_it():
    written = encode(HandRecorded(TALLY)).payload
    assert set(json.loads(written)) == {"tally"}
    assert set(json.loads(written)["tally"]) == {"sides"}
    assert "total" not in written
    assert "600" not in written  # what the first side makes of it


@pytest.mark.parametrize(
    "event",
    [
        PointsAdjusted((COUNT_LIMIT, -COUNT_LIMIT), "x"),
        PointsAdjusted((0, 0, 5), "x" * REASON_LIMIT),
    ],
)
def test_the_furthest_that_an_adjustment_may_go(event):
    assert read_back(event) == event


def test_totals_are_written_as_they_are():
    assert json.loads(encode(HandRecorded((5, -5))).payload) == {"totals": [5, -5]}


def test_a_start_that_follows_no_match_is_written_for_older_programs_too():
    assert set(json.loads(encode(STARTED).payload)) == {"ruleset", "overrides", "sides", "dealer"}


@pytest.mark.parametrize(
    ("event", "finding"),
    [
        (HandRecorded((10**10, 0)), Finding.NUMBER_OUT_OF_RANGE),
        (HandRecorded((True, 0)), Finding.WRONG_TYPE),
        (HandRecorded((1.5, 0)), Finding.WRONG_TYPE),
        (HandDeleted(0), Finding.NUMBER_OUT_OF_RANGE),
        (HandRecorded(Tally((SideTally(hand=ByPoints(-5)),))), Finding.NUMBER_OUT_OF_RANGE),
        (MatchStarted("classic", {}, (), 4), Finding.NUMBER_OUT_OF_RANGE),
        (PointsAdjusted((0, 0), "foul"), Finding.KEY_MISSING),
        (PointsAdjusted((), "foul"), Finding.KEY_MISSING),
        (PointsAdjusted((COUNT_LIMIT + 1, 0), "foul"), Finding.NUMBER_OUT_OF_RANGE),
        (PointsAdjusted((0, -COUNT_LIMIT - 1), "foul"), Finding.NUMBER_OUT_OF_RANGE),
        (PointsAdjusted((True, 0), "foul"), Finding.WRONG_TYPE),
        (PointsAdjusted((5, 0), ""), Finding.REASON_MISSING),
        (PointsAdjusted((5, 0), " \n"), Finding.REASON_MISSING),
        (PointsAdjusted((5, 0), "x" * (REASON_LIMIT + 1)), Finding.TOO_LARGE),
        (PointsAdjusted((5, 0), None), Finding.WRONG_TYPE),
        (AdjustmentDeleted(0), Finding.NUMBER_OUT_OF_RANGE),
        (AdjustmentRestored(0), Finding.NUMBER_OUT_OF_RANGE),
        (MatchAnnulled((1, 1)), Finding.WRONG_TYPE),
    ],
    ids=str,
)
def test_what_could_not_be_read_back_is_not_written(event, finding):
    with pytest.raises(DocumentError) as caught:
        encode(event)
    assert caught.value.finding is finding


def changed(event, **fields):
    encoded = encode(event)
    return encoded.kind, encoded.version, json.dumps(json.loads(encoded.payload) | fields)


def broken_tally(**fields):
    payload = json.loads(encode(HandRecorded(TALLY)).payload)
    payload["tally"]["sides"][0] |= fields
    return "hand_recorded", 1, json.dumps(payload)


@pytest.mark.parametrize(
    "row",
    [
        ("options_changed", 1, "{}"),
        ("hand_recorded", 2, '{"totals": [5, 5]}'),
        ("hand_recorded", 0, '{"totals": [5, 5]}'),
        ("", 1, ""),
        ("hand_recorded", 1, ""),
        ("hand_recorded", 1, "[]"),
        ("hand_recorded", 1, "{}"),
        ("hand_recorded", 1, '{"totals": [5, 5], "tally": {"sides": []}}'),
        ("hand_recorded", 1, '{"totals": "many"}'),
        ("hand_recorded", 1, '{"tally": null}'),
        ("hand_recorded", 1, '{"tally": {"sides": {}}}'),
        ("hand_recorded", 1, "[" * 100_000),
        ("hand_recorded", 1, '{"totals": [' + "9" * 5000 + ", 0]}"),
        broken_tally(hand="KS 11H"),
        broken_tally(morto="burnt"),
        broken_tally(sixth_sense=True),
        changed(HandDeleted(2), hand="two"),
        changed(HandDeleted(2), why="by mistake"),
        ("points_adjusted", 2, '{"points": [5, 0], "reason": "foul"}'),
        ("points_adjusted", 1, '{"points": [5, 0]}'),
        ("points_adjusted", 1, '{"points": [0, 0], "reason": "foul"}'),
        ("points_adjusted", 1, '{"points": {}, "reason": "foul"}'),
        changed(AdjustmentDeleted(2), adjustment=None),
        changed(AdjustmentRestored(2), hand=2),
        ("options_changed", 1, "{}"),
        ("options_changed", 1, '{"overrides":{}}'),
        ("options_changed", 1, '{"overrides":[]}'),
        ("options_changed", 1, '{"overrides":{"target":5},"from":3}'),
        ("match_stopped", 1, "[]"),
        changed(MatchStopped(), winner=0),
        ("match_annulled", 1, "{}"),
        changed(MatchAnnulled((True, True)), consents=[True, "yes"]),
        changed(MatchResumed(), by="all"),
        changed(STARTED, sides=[{"name": "Norte"}]),
        changed(STARTED, overrides=[]),
        changed(STARTED, ruleset=None),
        changed(STARTED, follows="k7mh2"),
        changed(REMATCH, swapped="yes"),
        changed(REMATCH, follows=None),
        changed(DealerChosen(2), dealer=4),
        changed(DealerChosen(2), cut=[{"seats": [0], "cards": "KS 4H"}]),
        changed(DealerChosen(2), cut=[{"seats": [9], "cards": "KS"}]),
        changed(DealerChosen(2), cut=[{"seats": [0], "cards": "KX"}]),
        changed(RematchStarted("k7mh2"), match=7),
    ],
    ids=lambda row: f"{row[0]}-{row[1]}-{row[2][:60]}",
)
def test_what_cannot_be_read_is_unknown(row):
    assert decode(*row) == UnknownEvent(row[0], row[1])


def test_a_tally_that_is_refused_is_reported(caplog):
    decode(*broken_tally(hand="KS 11H"))
    assert "hand_recorded" in caplog.text
    assert "card_unreadable" in caplog.text


def test_what_a_file_says_does_not_get_into_the_log_of_the_machine(caplog):
    decode(*broken_tally(hand="Zuleica"))
    decode("hand_recorded", 1, '{"totals": [1, 2], "Zuleica": 3}')
    assert len(caplog.records) == 2
    assert "Zuleica" not in caplog.text


@given(st.sampled_from(EVENTS), st.data())
def test_a_payload_with_a_piece_missing_never_raises(event, data):
    encoded = encode(event)
    start = data.draw(st.integers(0, len(encoded.payload)))
    stop = data.draw(st.integers(start, len(encoded.payload)))
    payload = encoded.payload[:start] + encoded.payload[stop:]
    read = decode(encoded.kind, encoded.version, payload)
    assert type(read) in (type(event), UnknownEvent)
    assert read == event or payload != encoded.payload


@pytest.mark.parametrize("entry", [TALLY, (455, -120), ()])
def test_a_part_of_a_hand_is_of_one_side(entry):
    with pytest.raises(DocumentError) as refused:
        encode(SideCounted(0, entry))
    assert refused.value.finding is Finding.WRONG_LENGTH
