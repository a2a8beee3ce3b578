"""What a file of a match may not say: nothing of it is guessed, and all that is wrong is named."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.language.log_places import MOST_TOLD, log_error_sentences
from scorekeeper.rules.problems import DocumentError, Finding, ManyFaultsError, ScorekeeperError
from scorekeeper.scorebook import (
    NotPossible,
    OptionsChanged,
    SideSetup,
    TallyRejected,
    parse_export,
    read_history,
)
from scorekeeper.scorebook.fold import read_match
from scorekeeper.scorebook.judging import judge
from scorekeeper.storage.codec import encode
from scorekeeper.storage.events import (
    AdjustmentDeleted,
    AdjustmentRestored,
    ConfirmationWithdrawn,
    ConfirmingChanged,
    DealerChosen,
    HandConfirmed,
    HandCorrected,
    HandDeleted,
    HandRecorded,
    HandRecounted,
    HandRestored,
    Logged,
    MatchAnnulled,
    MatchResumed,
    MatchStarted,
    MatchStopped,
    MisdealDeleted,
    MisdealRestored,
    Misdealt,
    PlayersChanged,
    PointsAdjusted,
    RematchStarted,
    SeatTaken,
    SideCounted,
    SideWithdrawn,
)

START = {
    "ruleset": "classic",
    "overrides": {},
    "sides": [{"name": "Norte", "players": ["Ana", "Caio"]}, {"name": "Sul", "players": []}],
    "dealer": 0,
}
HAND = ("hand_recorded", {"totals": [100, 50]})
FOUL = ("points_adjusted", {"points": [0, -100], "reason": "Falta"})
DEAL = ("misdealt", {"passes": True})
GONE = ("hand_deleted", {"hand": 2})
ASKED = ("confirming_changed", {"confirming": True})
STOP = ("match_stopped", {})
SIDE = {"melds": [], "hand": "", "morto": "taken"}
THIRD = [{"name": str(n), "players": []} for n in range(3)]


def text_of(*events, **start):
    """A file whose log has a start and these events: kind and content, and what it takes back."""
    rows = [("match_started", START | start), *events]
    logged = [
        {"kind": kind, "version": 1, "at": "2026-11-30T10:00:00+00:00", "by": "a", "event": event}
        | ({"undoes": undoes[0]} if undoes else {})
        for kind, event, *undoes in rows
    ]
    return json.dumps({"format": 1, "kind": "tranca match", "match": "k7m2h", "events": logged})


def faults(text):
    """What is wrong with the file, and where."""
    with pytest.raises(DocumentError) as caught:
        parse_export(text)
    errors = caught.value.errors if isinstance(caught.value, ManyFaultsError) else [caught.value]
    return [(error.finding, error.where) for error in errors]


OPTIONS = "events[0].event.overrides"


@pytest.mark.parametrize(
    ("start", "told"),
    [
        ({"overrides": {"target": 7}}, [(Finding.OPTION_NOT_A_MULTIPLE, f"{OPTIONS}.target")]),
        ({"overrides": {"target": 10**400}}, [(Finding.OPTION_OUT_OF_RANGE, f"{OPTIONS}.target")]),
        ({"overrides": {"target": -5}}, [(Finding.OPTION_OUT_OF_RANGE, f"{OPTIONS}.target")]),
        ({"overrides": {"target": "abc"}}, [(Finding.OPTION_WRONG_TYPE, f"{OPTIONS}.target")]),
        (
            {"overrides": {"nosuch": 1, "jokers": 99, "target": 4000}},
            [
                (Finding.OPTION_UNKNOWN, f"{OPTIONS}.nosuch"),
                (Finding.OPTION_OUT_OF_RANGE, f"{OPTIONS}.jokers"),
            ],
        ),
        ({"overrides": {"sides": 3}}, [(Finding.OPTIONS_PARTNERS_NEED_TWO_SIDES, OPTIONS)]),
        (
            {"overrides": {"sides": 3, "players_per_side": 1}},
            [(Finding.WRONG_LENGTH, "events[0].event.sides")],
        ),
        ({"ruleset": "poker"}, [(Finding.PRESET_UNKNOWN, "events[0].event.ruleset")]),
        ({"sides": THIRD}, [(Finding.WRONG_LENGTH, "events[0].event.sides")]),
        (
            {"sides": [{"name": "a", "players": ["x"]}, {"name": "b", "players": []}]},
            [(Finding.WRONG_LENGTH, "events[0].event.sides[0].players")],
        ),
        (
            {"ruleset": "three_player", "sides": THIRD, "dealer": 3},
            [(Finding.NUMBER_OUT_OF_RANGE, "events[0].event.dealer")],
        ),
    ],
    ids=str,
)
def test_a_start_that_no_match_may_have(start, told):
    assert (
        faults(text_of(HAND if start.get("ruleset") != "three_player" else STOP, **start)) == told
    )


LENGTH, RANGE = Finding.WRONG_LENGTH, Finding.NUMBER_OUT_OF_RANGE
NOTHING, PLACE = Finding.EVENT_ABOUT_NOTHING, Finding.EVENT_OUT_OF_PLACE


@pytest.mark.parametrize(
    ("events", "finding", "inside"),
    [
        ([("hand_recorded", {"totals": [500, 500, 500]})], LENGTH, "event.totals"),
        ([("hand_recorded", {"totals": [5]})], LENGTH, "event.totals"),
        ([("hand_recorded", {"totals": []})], LENGTH, "event.totals"),
        ([("hand_recorded", {"tally": {"sides": [SIDE] * 3}})], LENGTH, "event.tally.sides"),
        ([HAND, ("hand_corrected", {"hand": 2, "totals": [5]})], LENGTH, "event.totals"),
        ([HAND, ("hand_corrected", {"hand": 77, "totals": [5, 5]})], NOTHING, ""),
        ([HAND, ("hand_corrected", {"hand": 3, "totals": [5, 5]})], NOTHING, ""),
        ([HAND, GONE, ("hand_corrected", {"hand": 2, "totals": [5, 5]})], NOTHING, ""),
        ([HAND, ("hand_deleted", {"hand": 1})], NOTHING, ""),
        ([HAND, GONE, GONE], NOTHING, ""),
        ([HAND, ("hand_restored", {"hand": 2})], NOTHING, ""),
        ([("points_adjusted", {"points": [5, 5, 5], "reason": "x"})], LENGTH, "event.points"),
        ([HAND, ("adjustment_deleted", {"adjustment": 2})], NOTHING, ""),
        ([FOUL, ("hand_deleted", {"hand": 2})], NOTHING, ""),
        ([FOUL, ("adjustment_restored", {"adjustment": 2})], NOTHING, ""),
        ([FOUL, *[("adjustment_deleted", {"adjustment": 2})] * 2], NOTHING, ""),
        ([FOUL, ("misdeal_deleted", {"misdeal": 2})], NOTHING, ""),
        ([DEAL, ("misdeal_restored", {"misdeal": 2})], NOTHING, ""),
        ([DEAL, *[("misdeal_deleted", {"misdeal": 2})] * 2], NOTHING, ""),
        ([("match_annulled", {"consents": [True]})], LENGTH, "event.consents"),
        ([("match_annulled", {"consents": [True, False]})], PLACE, ""),
        ([STOP, STOP], PLACE, ""),
        ([STOP, ("match_annulled", {"consents": [True, True]})], PLACE, ""),
        ([("match_resumed", {})], PLACE, ""),
        ([("match_started", START)], PLACE, ""),
        ([HAND, ("dealer_chosen", {"dealer": 1, "cut": []})], PLACE, ""),
        ([("seat_taken", {"seat": 1})], PLACE, ""),
        (
            [("players_changed", {"sides": THIRD, "bench": [], "next_out": 0})],
            LENGTH,
            "event.sides",
        ),
        (
            [
                (
                    "players_changed",
                    {
                        "sides": [
                            {"name": "A", "players": []},
                            {"name": "B", "players": ["b"]},
                        ],
                        "bench": [],
                        "next_out": 0,
                    },
                )
            ],
            LENGTH,
            "event.sides[1].players",
        ),
        ([("side_counted", {"side": 2, "totals": [5]})], RANGE, "event.side"),
        ([("side_withdrawn", {"side": 1})], PLACE, ""),
        (
            [("side_counted", {"side": 1, "totals": [5]}), HAND, ("side_withdrawn", {"side": 1})],
            PLACE,
            "",
        ),
        ([("confirming_changed", {"confirming": False})], PLACE, ""),
        ([ASKED, HAND, ("hand_confirmed", {"hand": 2, "side": 0})], NOTHING, ""),
        ([ASKED, HAND, ("hand_confirmed", {"hand": 3, "side": 2})], RANGE, "event.side"),
        ([HAND, ASKED, ("hand_confirmed", {"hand": 2, "side": 0})], NOTHING, ""),
        ([HAND, ("confirmation_withdrawn", {"hand": 2, "side": 0})], NOTHING, ""),
        ([ASKED, HAND, ("hand_recounted", {"hand": 3, "totals": [1]})], LENGTH, "event.totals"),
        ([ASKED, HAND, ("hand_recounted", {"hand": 2, "totals": [1, 2]})], NOTHING, ""),
        (
            [
                ASKED,
                HAND,
                ("hand_deleted", {"hand": 3}),
                ("hand_confirmed", {"hand": 3, "side": 1}),
            ],
            NOTHING,
            "",
        ),
        (
            [("options_changed", {"overrides": {"target": 7}})],
            Finding.OPTION_NOT_A_MULTIPLE,
            "event.overrides.target",
        ),
        (
            [("options_changed", {"overrides": {"players_per_side": 1}})],
            Finding.OPTIONS_SIDES_FIXED,
            "event.overrides",
        ),
        ([HAND, (*GONE, 3)], Finding.EVENT_ABOUT_NOTHING, "undoes"),
        ([HAND, FOUL, (*GONE, 2)], Finding.EVENT_ABOUT_NOTHING, "undoes"),
        ([HAND, (*GONE, 1)], Finding.EVENT_ABOUT_NOTHING, "undoes"),
        ([HAND, (*GONE, 2), HAND, ("hand_restored", {"hand": 2}, 3)], NOTHING, "undoes"),
        (
            [ASKED, HAND, ("hand_confirmed", {"hand": 3, "side": 0}, 3)],
            Finding.EVENT_ABOUT_NOTHING,
            "undoes",
        ),
        ([("hand_imagined", {})], Finding.EVENT_UNREADABLE, ""),
    ],
    ids=str,
)
def test_an_event_that_fits_nothing_before_it(events, finding, inside):
    """The last of these events is refused, and only that one."""
    place = f"events[{len(events)}]"
    assert faults(text_of(*events)) == [(finding, f"{place}.{inside}" if inside else place)]
    if len(events) > 1:
        assert parse_export(text_of(*events[:-1])).record.last == len(events)


def test_all_that_is_wrong_is_told_at_once_in_words():
    text = text_of(
        ("hand_recorded", {"totals": [500, 500, 500]}),
        ("options_changed", {"overrides": {"target": 7, "nosuch": 1}}),
        HAND,
        ("hand_corrected", {"hand": 77, "totals": [5, 5]}),
    )
    with pytest.raises(DocumentError) as caught:
        parse_export(text)
    assert log_error_sentences(caught.value, "en") == (
        "Entry 2 of the log, field “event.totals”: This list needs 2 entries and has 3.",
        "Entry 3 of the log, field “event.overrides.target”: Target: choose a multiple of 5.",
        "Entry 3 of the log, field “event.overrides.nosuch”: No option is called “nosuch”.",
        "Entry 5 of the log: This is about entry 77, where there is nothing that it could change.",
    )


def test_of_very_many_faults_the_first_are_told_and_how_many_there_are():
    with pytest.raises(DocumentError) as caught:
        parse_export(text_of(*[GONE] * (MOST_TOLD + 3)))
    told = log_error_sentences(caught.value, "en")
    assert len(told) == MOST_TOLD + 1
    assert told[-1] == "And 3 more things are wrong with it."


def test_what_cannot_be_read_at_all_is_named_wherever_it_stands():
    document = json.loads(text_of(HAND, HAND, HAND))
    document["events"][1]["at"] = "noon"
    document["events"][3]["version"] = 0
    assert [where for _, where in faults(json.dumps(document))] == [
        "events[1].at",
        "events[3].version",
    ]
    unreadable = ("hand_imagined", {})
    assert faults(text_of(GONE, unreadable, overrides={"target": 7})) == [
        (Finding.OPTION_NOT_A_MULTIPLE, f"{OPTIONS}.target"),
        (Finding.EVENT_UNREADABLE, "events[2]"),
    ]


@pytest.mark.parametrize(
    "events",
    [
        [HAND, ("hand_recorded", {"totals": [9000, 0]}), HAND],  # a hand after the end
        [STOP, HAND],
        [("hand_recorded", {"tally": {"sides": [SIDE | {"red_threes": 9}, SIDE]}})],
        [("backup_restored", {"lost": 3}), ("backup_restored", {"lost": 0})],
        [HAND, (*GONE, 2), ("hand_restored", {"hand": 2}, 3), (*GONE, 4)],
        [("rematch_started", {"match": "a"}), ("rematch_started", {"match": "b"})],
    ],
    ids=str,
)
def test_what_the_rules_of_the_table_say_of_an_entry_is_not_asked(events):
    assert parse_export(text_of(*events)).record.last == len(events) + 1


# the judge of what is entered, and what a file may say: one is held against the other

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SIDES = (SideSetup("Norte"), SideSetup("Sul"))
FIRST = MatchStarted("classic", {}, SIDES, 3)
ABOUT, SIDES_OF = st.integers(1, 8), st.integers(0, 2)
POINTS = st.lists(st.sampled_from((5, 10)), min_size=1, max_size=3).map(tuple) | st.just((5, 10))
MANY = (HandDeleted, HandRestored, AdjustmentDeleted, AdjustmentRestored, MisdealDeleted)
EVENTS = st.one_of(
    st.builds(HandRecorded, POINTS),
    st.just(HandRecorded((5, 10))),
    st.just(PointsAdjusted((5, 0), "foul")),
    *(st.builds(kind, ABOUT) for kind in (*MANY, MisdealRestored)),
    st.builds(HandCorrected, ABOUT, POINTS),
    st.builds(PointsAdjusted, POINTS, st.just("foul")),
    st.builds(OptionsChanged, st.sampled_from(({"target": 500}, {"target": 7}, {"sides": 3}))),
    st.builds(MatchAnnulled, st.sampled_from(((True, True), (True, False), (True,)))),
    st.sampled_from((MatchStopped(), MatchResumed(), Misdealt(True), RematchStarted("b"))),
    st.builds(DealerChosen, st.integers(0, 3)),
    st.builds(PlayersChanged, st.sampled_from((SIDES, SIDES[:1])), st.just(("Eva",))),
    st.builds(SeatTaken, st.integers(0, 3)),
    st.builds(SideCounted, SIDES_OF, st.just((5,))),
    st.builds(SideWithdrawn, SIDES_OF),
    st.builds(ConfirmingChanged, st.booleans()),
    st.builds(HandConfirmed, ABOUT, SIDES_OF),
    st.builds(ConfirmationWithdrawn, ABOUT, SIDES_OF),
    st.builds(HandRecounted, ABOUT, POINTS),
)
NOT_ASKED = (RematchStarted, HandConfirmed, ConfirmationWithdrawn, HandRecounted)


def file_of(log):
    rows = []
    for logged in log:
        written = encode(logged.event)
        row = {"kind": written.kind, "version": written.version, "by": ""}
        rows.append(row | {"at": NOON.isoformat(), "event": json.loads(written.payload)})
    return json.dumps({"format": 1, "kind": "tranca match", "match": "k7m2h", "events": rows})


def log_of(*events):
    return tuple(Logged(seq, event, NOON, "") for seq, event in enumerate(events, start=1))


@settings(max_examples=150)
@given(st.lists(EVENTS, max_size=25))
def test_a_file_may_say_what_can_be_entered_and_nothing_that_fits_nothing(events):
    log = log_of(FIRST)
    for event in events:
        record, with_it = read_match("m", log), (*log, Logged(len(log) + 1, event, NOON, ""))
        try:
            judge(record, event)
        except TallyRejected:
            continue
        except NotPossible:
            if not record.is_over and not isinstance(event, NOT_ASKED):
                assert faults(file_of(with_it))
        except ScorekeeperError:
            places = {where.split(".")[0] for _, where in faults(file_of(with_it))}
            assert places == {f"events[{len(log)}]"}
        else:
            log = with_it
    assert parse_export(file_of(log)).record == read_match("k7m2h", log)


# what is in a log already is told as what it is


@pytest.mark.parametrize(
    "event",
    [
        HandRecorded((5, 5, 5)),
        HandCorrected(77, (5, 5)),
        HandDeleted(1),
        HandRestored(3),
        PointsAdjusted((5,), "foul"),
        AdjustmentDeleted(2),
        MisdealRestored(2),
        OptionsChanged({"target": 7}),
        OptionsChanged({"sides": 3, "players_per_side": 1}),
        DealerChosen(1),
        HandConfirmed(2, 2),
        HandRecounted(2, (1,)),
        FIRST,
    ],
    ids=str,
)
def test_what_was_passed_over_says_so_in_the_history(event):
    steps = read_history(
        read_match("m", log_of(FIRST, HandRecorded((5, 10)), Misdealt(True), event))
    )
    assert [step.fits for step in steps.steps] == [True, True, True, False]


def test_of_options_that_count_in_part_the_history_tells_what_changed():
    change = OptionsChanged({"target": 5000, "nosuch": 1})
    step = read_history(read_match("m", log_of(FIRST, change))).steps[1]
    assert step.fits
    assert step.rules[1].target == 5000


def test_a_misdeal_that_never_was_is_not_put_back():
    record = read_match("m", log_of(FIRST, HandRecorded((5, 10))))
    with pytest.raises(NotPossible):
        judge(record, MisdealRestored(2))
