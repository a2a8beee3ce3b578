"""Reading a log: what no longer can be understood is passed over, and nothing raises."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.rules import options
from scorekeeper.rules.ruleset import PRESETS
from scorekeeper.scorebook import (
    ConfirmingChanged,
    HandRecounted,
    Misdealt,
    OptionsChanged,
    Scorebook,
    SideSetup,
    UnreadableMatch,
    history,
    read_history,
)
from scorekeeper.scorebook.fold import read_match
from scorekeeper.storage.connection import open_database
from scorekeeper.storage.events import (
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
    UnknownEvent,
)
from scorekeeper.storage.log import LONG_AGO, MatchKeys, open_log

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
SIDES = (SideSetup("Norte"), SideSetup("Sul"))
START = MatchStarted("classic", {"target": 500}, SIDES, 3)


def log_of(*events):
    return tuple(Logged(seq, event, NOON, "") for seq, event in enumerate(events, start=1))


def totals_by_hand(record):
    return {hand.id: hand.totals for hand in record.hands}


def test_unknown_events_are_passed_over():
    unknown = UnknownEvent("seats_swapped", 1)
    record = read_match("m", log_of(START, unknown, HandRecorded((5, 10)), unknown))
    assert totals_by_hand(record) == {3: (5, 10)}
    assert record.hands[0].number == 1
    assert record.last == 4
    assert [logged.event for logged in record.log].count(unknown) == 2
    assert record.unreadable == (2, 4)


def test_what_the_totals_are_without_is_known_by_its_number():
    hand = HandRecorded((10, 20))
    whole = log_of(START, hand, hand, HandDeleted(3), HandDeleted(3), HandRestored(3))
    assert read_match("m", whole).unreadable == ()
    gap = read_match("m", (*whole[:1], *whole[2:]))
    assert (gap.unreadable, gap.standing.totals) == ((2,), (10, 20))
    lost = log_of(START, UnknownEvent("hand_recorded", 1), HandCorrected(2, (5, 5)))
    assert read_match("m", lost).unreadable == (2, 3)


@pytest.mark.parametrize(
    "event",
    [
        HandRecorded((5,)),
        HandRecorded(()),
        HandCorrected(9, (5, 5)),
        HandCorrected(2, (5,)),
        HandDeleted(9),
        HandRestored(1),
        PointsAdjusted((5,), "foul"),
        AdjustmentDeleted(2),
        AdjustmentRestored(9),
        MatchAnnulled((True,)),
        OptionsChanged({"tarfet": 1000}),
        OptionsChanged({"target": 1000, "bonus_clean": "x"}),
    ],
    ids=repr,
)
def test_an_entry_that_reads_well_and_fits_nothing_is_not_left_out_in_silence(event):
    record = read_match("m", log_of(START, HandRecorded((10, 20)), event))
    assert record.unreadable == (3,)
    assert record.standing.totals == (10, 20)


def test_a_match_changed_last_when_its_time_can_be_read():
    log = log_of(START, HandRecorded((5, 5)))
    lost = Logged(3, UnknownEvent("hand_recorded", 1), LONG_AGO, "")
    assert read_match("m", (*log, lost)).changed_at == NOON


@pytest.mark.parametrize(
    "event",
    [
        HandRecorded((5, 5, 5)),
        HandRecorded(()),
        HandCorrected(9, (5, 5)),
        HandCorrected(1, (5, 5)),
        HandCorrected(2, (5, 5, 5)),
        HandDeleted(9),
        HandDeleted(3),
        HandRestored(9),
        HandRestored(2),
        MatchStarted("online", {}, SIDES, 0),
        PointsAdjusted((5, 5, 5), "foul"),
        PointsAdjusted((5,), "foul"),
        AdjustmentDeleted(2),
        AdjustmentDeleted(9),
        AdjustmentRestored(2),
        MatchAnnulled((True, False)),
        MatchAnnulled((True,)),
        MatchAnnulled((True, True, True)),
        MatchAnnulled(()),
        MatchResumed(),
    ],
    ids=repr,
)
def test_events_that_fit_nothing_are_passed_over(event):
    hand = HandRecorded((10, 20))
    record = read_match("m", log_of(START, hand, event, hand))
    assert totals_by_hand(record) == {2: (10, 20), 4: (10, 20)}
    assert record.standing.totals == (20, 40)
    assert record.ruleset.target == 500
    assert record.dealer == 1
    assert record.adjustments == record.deleted_adjustments == ()
    assert not (record.is_over or record.is_stopped or record.is_annulled)


def test_hands_beyond_the_end_do_not_stop_the_reading():
    hand = HandRecorded((500, 0))
    record = read_match("m", log_of(START, hand, hand, hand))
    assert record.standing.late == (1, 2)
    assert record.standing.totals == (1500, 0)


def test_a_correction_of_a_deleted_hand_shows_when_it_is_restored():
    events = [START, HandRecorded((5, 5)), HandDeleted(2), HandCorrected(2, (10, 10))]
    record = read_match("m", log_of(*events))
    assert record.hands == ()
    assert record.deleted[0].totals == (10, 10)
    assert totals_by_hand(read_match("m", log_of(*events, HandRestored(2)))) == {2: (10, 10)}


def test_adjustments_are_not_hands():
    foul = PointsAdjusted((0, -5), "foul")
    record = read_match("m", log_of(START, HandRecorded((5, 5)), foul, HandDeleted(3)))
    assert [one.id for one in record.adjustments] == [3]
    assert record.standing.totals == (5, 0)
    record = read_match("m", log_of(START, HandRecorded((5, 5)), foul, AdjustmentDeleted(2)))
    assert totals_by_hand(record) == {2: (5, 5)}
    record = read_match("m", log_of(START, foul, HandCorrected(2, (9, 9))))
    assert record.standing.totals == (0, -5)


def test_hands_beyond_the_end_are_told_by_their_place_among_the_entries():
    hand, foul = HandRecorded((500, 0)), PointsAdjusted((0, -5), "foul")
    record = read_match("m", log_of(START, foul, hand, foul, hand))
    assert record.standing.late == (3,)
    assert record.entries[3] is record.hands[1]
    assert record.dealer == 1


@pytest.mark.parametrize(
    ("events", "flags"),
    [
        ([MatchStopped(), MatchStopped()], (True, False)),
        ([MatchStopped(), MatchAnnulled((True, True))], (True, True)),
        ([MatchAnnulled((True, True)), MatchStopped()], (True, True)),
        ([MatchAnnulled((True, True)), MatchAnnulled((True, False))], (False, True)),
        ([MatchStopped(), MatchAnnulled((True, True)), MatchResumed()], (False, False)),
        ([MatchResumed(), MatchStopped()], (True, False)),
    ],
    ids=str,
)
def test_endings_that_follow_each_other(events, flags):
    record = read_match("m", log_of(START, *events))
    assert (record.is_stopped, record.is_annulled) == flags
    stopped, annulled = flags
    expected = "match.annul" if annulled else "match.stopped" if stopped else None
    assert record.standing.ruling.rule == expected


def test_every_hand_carries_the_ruleset_it_was_played_under():
    record = read_match("m", log_of(START, HandRecorded((5, 5))))
    assert record.hands[0].ruleset == record.ruleset == record.setup.ruleset
    assert record.hands[0].ruleset.target == 500


def test_an_option_that_is_no_longer_allowed_is_left_out(caplog):
    overrides = {"target": 3001, "magic": True, "bonus_out": 50}
    record = read_match("m1", log_of(MatchStarted("classic", overrides, SIDES, 0)))
    assert record.ruleset.target == PRESETS["classic"].target
    assert record.ruleset.bonus_out == 50
    assert "m1" in caplog.text
    assert "magic" in caplog.text
    assert record.unreadable == (1,)


@pytest.mark.parametrize(
    "start",
    [
        UnknownEvent("match_started", 2),
        HandRecorded((5, 5)),
        MatchStarted("trick_taking", {}, SIDES, 0),
        MatchStarted("classic", {}, SIDES[:1], 0),
        MatchStarted("three_player", {}, SIDES, 0),
    ],
    ids=repr,
)
def test_a_match_whose_start_cannot_be_read(start):
    with pytest.raises(UnreadableMatch) as caught:
        read_match("m1", log_of(start, HandRecorded((5, 5))))
    assert caught.value.match_id == "m1"


def test_a_file_with_events_of_other_versions(tmp_path):
    path = tmp_path / "book.db"
    with open_log(path) as log:
        log.add_match(MatchKeys("m1", "edit", "watch"), NOON)
        log.append("m1", START, 0, at=NOON)
    foreign = [
        (2, "options_changed", 1, '{"target": 9}'),
        (3, "hand_recorded", 7, '{"totals": [1, 1]}'),
        (4, "hand_recorded", 1, '{"tally": {"sides": [{"melds": ["KS"]}, {}]}}'),
        (5, "hand_recorded", 1, '{"totals": [15, 20]}'),
    ]
    with open_database(path) as db:
        for seq, kind, version, payload in foreign:
            row = ("m1", seq, kind, version, payload, None, NOON.isoformat(), "")
            db.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)", row)
    book = Scorebook(path)
    assert totals_by_hand(book.read("m1")) == {5: (15, 20)}
    assert book.last_seq("m1") == 5
    assert book.record_hand("m1", (5, 5), 5).match.standing.totals == (20, 25)


def test_a_second_count_of_other_sides_than_the_match_has_is_told_and_no_more():
    start = MatchStarted("classic", {}, SIDES, 0)
    events = (start, ConfirmingChanged(True), HandRecorded((3, 0)), HandRecounted(3, ()))
    record = read_match("m1", log_of(*events))
    assert record.hands[0].totals == (3, 0)
    assert not read_history(record).steps[-1].agrees


# what a log may cost: whoever brings a file chooses what is in it


def test_any_number_of_options_is_one_change_and_one_line_of_the_log(monkeypatch, caplog):
    made = []
    replace = options.replace
    monkeypatch.setattr(options, "replace", lambda *a, **b: made.append(b) or replace(*a, **b))
    good = {"bonus_clean": 250, "bonus_dirty": 50, "target": 700}
    bad = {f"no_option_{n}": n for n in range(100)} | {"bonus_clean_x": 1}
    fixed = {"sides": 3, "players_per_side": 1}
    record = read_match("m", log_of(START, OptionsChanged(good | bad | fixed)))
    rules = record.ruleset
    assert (rules.bonus_clean, rules.bonus_dirty, rules.target) == (250, 50, 700)
    assert (rules.sides, rules.players_per_side) == (2, 2)
    assert len(made) == 2  # the start, and the change
    assert len(caplog.records) == 1


def test_equal_rules_are_one_object():
    change, back = OptionsChanged({"bonus_clean": 250}), OptionsChanged({"bonus_clean": 200})
    record = read_match("m", log_of(START, change, HandRecorded((1, 2)), back))
    again = read_match("m", log_of(START, change, HandRecorded((1, 2)), back))
    assert record.hands[0].ruleset is again.hands[0].ruleset
    assert record.ruleset is again.setup.ruleset


CHANGES = st.lists(
    st.one_of(
        st.just(HandRecorded((5, 10))),
        st.builds(HandDeleted, st.integers(1, 12)),
        st.builds(HandRestored, st.integers(1, 12)),
        st.just(PointsAdjusted((1, 0), "foul")),
        st.just(Misdealt(passes=True)),
    ),
    max_size=12,
)


TWO = [HandRecorded((5, 10))] * 2


@given(CHANGES)
@example([*TWO, HandDeleted(2), HandRestored(2)])
@example([*TWO, HandDeleted(2), HandDeleted(2)])
@example([*TWO, HandRestored(2), HandRestored(2)])
def test_what_stands_is_numbered_and_counted_however_it_was_deleted_and_put_back(changes):
    record = read_match("m", log_of(START, *changes))
    standing = [hand.id for hand in record.hands]
    assert standing == sorted(standing)
    assert [hand.number for hand in record.hands] == list(range(1, len(standing) + 1))
    assert not {hand.id for hand in record.deleted} & set(standing)
    assert len(record.deleted) + len(standing) == changes.count(HandRecorded((5, 10)))
    for one in (*record.adjustments, *record.misdeals):
        assert one.after_hand == sum(seq < one.id for seq in standing)
    for seq in range(1, record.last + 1):
        step = read_history(record).step(seq)
        assert step.seq == seq
    numbers = [step.number for step in read_history(record).steps]
    assert numbers == list(numbers_by_hand(changes))


def numbers_by_hand(changes):
    """The numbers of the hands that events are about, counted one by one."""
    hands = {}
    yield 0
    for seq, event in enumerate(changes, start=2):
        about = getattr(event, "hand", seq)
        counts = 1 + sum(stands for hand, stands in hands.items() if hand < about)
        match event:
            case HandRecorded():
                hands[seq] = True
            case HandDeleted() | HandRestored() if about in hands:
                hands[about] = isinstance(event, HandRestored)
            case Misdealt():
                pass
            case _:
                counts = 0
        yield counts


def test_a_hand_that_stands_as_it_was_entered_is_scored_once(monkeypatch):
    record = read_match("m", log_of(START, HandRecorded((5, 10)), HandCorrected(2, (7, 10))))
    scored = []
    monkeypatch.setattr(
        history, "score_entry", lambda entry, _: scored.append(entry) or (entry, None)
    )
    steps = read_history(record).steps
    assert [step.after and step.after.totals for step in steps] == [None, (5, 10), (7, 10)]
    assert steps[2].before.totals == (5, 10)
    assert set(scored) == {(5, 10)}
