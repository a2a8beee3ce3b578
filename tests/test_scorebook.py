"""The use cases of a match, as the phones at a table ask for them."""

from __future__ import annotations

import json
import multiprocessing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.rules.match import Status
from scorekeeper.rules.options import override
from scorekeeper.rules.problems import DocumentError, Finding, Problem, ScorekeeperError
from scorekeeper.rules.ruleset import CLASSIC, PRESETS
from scorekeeper.rules.tally import ByPoints, Canastas, CountedTable, Morto, SideTally, Tally
from scorekeeper.scorebook import (
    Access,
    HandCorrected,
    HandDeleted,
    HandRecorded,
    HandRestored,
    MatchSetup,
    Scorebook,
    SetupRejected,
    SideSetup,
    StaleEntry,
    TallyRejected,
    UnknownHand,
    UnknownMatch,
)
from scorekeeper.scorebook.keys import ID_LENGTH, ID_LETTERS
from scorekeeper.storage.connection import open_database

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
WRITERS, HANDS_EACH = 4, 5


class Watch:
    """A clock that moves on by a minute whenever it is read."""

    def __init__(self):
        self.time = NOON

    def __call__(self):
        self.time += timedelta(minutes=1)
        return self.time


def counted(points, clean=0, hand=0, out=False, morto=Morto.TAKEN):
    left = ByPoints(50) if morto is Morto.LEFT else None
    table = CountedTable(ByPoints(points), Canastas(clean=clean))
    return SideTally(table, ByPoints(hand), morto, left, went_out=out)


# 300 on the table, a clean canasta, out: 600. 100 on the table, 30 in hand, morto of 50 left: -80
TALLY = Tally((counted(300, clean=1, out=True), counted(100, hand=30, morto=Morto.LEFT)))
TALLY_TOTALS = (600, -80)
IMPOSSIBLE = Tally((counted(300, out=True), counted(100)))
PAIRS = MatchSetup(
    replace(CLASSIC, target=1000),
    (SideSetup("Norte", ("Ida", "Léo")), SideSetup("Sul", ("Rui", "Eva"))),
    dealer=2,
)


@pytest.fixture
def book(tmp_path):
    return Scorebook(tmp_path / "book.db", clock=Watch())


@pytest.fixture
def match(book):
    return book.start(PAIRS, "start", "phone A").id


def payloads(book):
    with open_database(book.path) as db:
        rows = db.execute("SELECT payload FROM events ORDER BY seq").fetchall()
    return [json.loads(row[0]) for row in rows]


def test_a_new_match(book):
    keys = book.start(PAIRS, "start", "phone A")
    record = book.read(keys.id)
    assert record.id == keys.id
    assert record.setup == PAIRS
    assert record.setup.ruleset.preset == "classic"
    assert record.ruleset == PAIRS.ruleset
    assert record.sides == PAIRS.sides
    assert record.hands == record.deleted == ()
    assert record.standing.totals == (0, 0)
    assert record.standing.ruling.status is Status.PLAYING
    assert not record.is_over
    assert (record.setup.dealer, record.dealer, record.first_player) == (2, 2, 3)
    assert (record.last, record.started_at, record.changed_at) == (
        1,
        record.log[0].at,
        record.log[0].at,
    )
    assert record.log[0].by == "phone A"
    assert book.last_seq(keys.id) == 1


@pytest.mark.parametrize("ruleset", PRESETS.values(), ids=PRESETS)
def test_every_preset_starts(book, ruleset):
    changed = override(ruleset, {"target": 1250, "opening_minimum": {"points": 50, "from": 500}})
    sides = tuple(SideSetup(f"S{number}") for number in range(changed.sides))
    record = book.read(book.start(MatchSetup(changed, sides)).id)
    assert record.ruleset == changed
    assert record.ruleset.preset == ruleset.preset
    assert record.first_player == 1


def test_ids_are_for_reading_aloud_and_secrets_are_long(book):
    made = [book.start(PAIRS) for _ in range(30)]
    assert all(len(keys.id) == ID_LENGTH for keys in made)
    assert set("".join(keys.id for keys in made)) <= set(ID_LETTERS)
    assert not set("0o1il") & set(ID_LETTERS)
    secrets = {secret for keys in made for secret in (keys.edit, keys.watch)}
    assert len(secrets) == 60
    assert min(map(len, secrets)) >= 24
    assert len({keys.id for keys in made}) == 30


def test_an_id_that_is_taken_is_not_given_twice(book):
    texts = iter(["one", "e1", "w1", "one", "e2", "w2", "two", "e3", "w3"])
    book = replace(book, token=lambda size: next(texts))
    first, second = book.start(PAIRS), book.start(PAIRS)
    assert first.id != second.id
    assert (second.edit, second.watch) == ("e3", "w3")


def test_starting_again_gives_the_same_match(book):
    keys = book.start(PAIRS, "start")
    assert book.start(PAIRS, "start") == keys
    assert book.start(PAIRS, "another") != keys
    assert book.start(PAIRS) != book.start(PAIRS)
    assert book.last_seq(keys.id) == 1


def test_options_that_do_not_go_together(book):
    setup = replace(PAIRS, ruleset=replace(CLASSIC, hand_size=15, morto_size=15, sides=3))
    with pytest.raises(SetupRejected) as caught:
        book.start(setup)
    assert {problem.rule for problem in caught.value.problems} == {"ruleset.options"}
    assert not book.path.exists()


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"sides": (SideSetup("Norte"),)}, "sides"),
        ({"sides": (SideSetup("Norte", ("Ida",)), SideSetup("Sul"))}, "sides[0].players"),
        ({"dealer": 4}, "dealer"),
        ({"dealer": -1}, "dealer"),
        ({"ruleset": replace(CLASSIC, target=3)}, "overrides.target"),
    ],
)
def test_a_setup_of_the_wrong_shape(book, changes, where):
    with pytest.raises(DocumentError) as caught:
        book.start(replace(PAIRS, **changes))
    assert caught.value.where == where


def test_secrets_open_their_match_only(book):
    keys, other = book.start(PAIRS), book.start(PAIRS)
    assert book.find(keys.edit) == Access(keys.id, may_edit=True)
    assert book.find(keys.watch) == Access(keys.id, may_edit=False)
    assert book.find(keys.edit.swapcase()) is None
    assert book.find(keys.id) is None
    assert book.find("") is None
    assert book.access(keys.id, keys.edit) == Access(keys.id, may_edit=True)
    assert book.access(keys.id, other.edit) is None
    assert book.access("", keys.edit) is None
    assert book.keys(keys.id) == keys


@pytest.mark.parametrize(
    "ask",
    [
        lambda book: book.read("nothere"),
        lambda book: book.keys("nothere"),
        lambda book: book.last_seq("nothere"),
        lambda book: book.last_seq("\ud800"),
        lambda book: book.preview("nothere", TALLY),
        lambda book: book.record_hand("nothere", TALLY, 0, "e1"),
        lambda book: book.delete_hand("nothere", 2, 0, "e1"),
    ],
)
def test_a_match_that_is_not_there(book, ask):
    with pytest.raises(UnknownMatch) as caught:
        ask(book)
    assert isinstance(caught.value, ScorekeeperError)


def test_a_hand_from_its_tally(book, match):
    done = book.record_hand(match, TALLY, 1, "e1", "phone B")
    assert done.seq == 2
    assert done.match == book.read(match)
    (hand,) = done.match.hands
    assert (hand.id, hand.number, hand.by, hand.corrected) == (2, 1, "phone B", False)
    assert hand.entry == TALLY
    assert hand.totals == hand.running == TALLY_TOTALS
    assert hand.score.totals == TALLY_TOTALS
    assert hand.ruleset == PAIRS.ruleset
    assert hand.at == done.match.changed_at > done.match.started_at
    assert done.match.standing.totals == TALLY_TOTALS
    assert (done.match.dealer, done.match.first_player) == (3, 0)
    assert done.match.hand(2) is hand
    assert done.match.hand(1) is None


def test_the_points_of_a_tally_are_never_stored(book, match):
    book.record_hand(match, TALLY, 1)
    book.correct_hand(match, 2, TALLY, 2)
    stored = payloads(book)[1:]
    assert [set(payload) for payload in stored] == [{"tally"}, {"hand", "tally"}]
    for payload in stored:
        text = json.dumps(payload)
        assert "total" not in text
        assert not any(str(points) in text for points in TALLY_TOTALS)


def test_a_hand_from_totals_alone(book, match):
    book.record_hand(match, (455, -20), 1)
    book.record_hand(match, (-55, 120), 2)
    first, second = book.read(match).hands
    assert (first.totals, first.score) == ((455, -20), None)
    assert (second.number, second.running) == (2, (400, 100))


def test_a_form_sent_twice_counts_once(book, match):
    once = book.record_hand(match, TALLY, 1, "e1")
    assert book.record_hand(match, TALLY, 1, "e1") == once
    book.record_hand(match, (5, 5), 2, "e2")
    again = book.record_hand(match, TALLY, 1, "e1")
    assert again.seq == once.seq
    assert len(again.match.hands) == 2
    assert book.last_seq(match) == 3


def test_a_form_sent_again_with_other_figures_is_a_conflict(book, match):
    once = book.record_hand(match, (5, 0), 1, "e1")
    for request in (
        lambda: book.record_hand(match, (10, 0), 1, "e1"),
        lambda: book.record_hand(match, (10, 0), once.seq, "e1"),
        lambda: book.correct_hand(match, once.seq, (5, 0), once.seq, "e1"),
        lambda: book.delete_hand(match, once.seq, once.seq, "e1"),
    ):
        with pytest.raises(StaleEntry) as refused:
            request()
        assert refused.value.record.last == once.seq
    assert book.read(match).standing.totals == (5, 0)


def test_a_form_sent_again_after_the_end_still_counts(book, match):
    book.record_hand(match, (995, 0), 1, "e1")
    won = book.record_hand(match, (5, 0), 2, "e2")
    assert won.match.is_over
    assert book.record_hand(match, (5, 0), 2, "e2") == won
    deleted = book.delete_hand(match, 2, 3, "e3")
    assert book.delete_hand(match, 2, 3, "e3") == deleted


def test_forms_without_an_entry_id_are_all_new(book, match):
    book.record_hand(match, (5, 5), 1)
    book.record_hand(match, (5, 5), 2)
    assert len(book.read(match).hands) == 2


@pytest.mark.parametrize("seen", [0, 1, 3, -1, 10**30])
def test_a_stale_form_is_refused_with_what_came_since(book, match, seen):
    book.record_hand(match, (5, 5), 1, "e1")
    requests = [
        lambda: book.record_hand(match, IMPOSSIBLE, seen, "e2"),
        lambda: book.correct_hand(match, 99, TALLY, seen, "e2"),
        lambda: book.delete_hand(match, 2, seen, "e2"),
        lambda: book.restore_hand(match, 2, seen, "e2"),
    ]
    for request in requests:
        with pytest.raises(StaleEntry) as caught:
            request()
        assert caught.value.record == book.read(match)
        assert caught.value.seen == seen
        assert [logged.seq for logged in caught.value.since] == [n for n in (1, 2) if n > seen]
    assert book.last_seq(match) == 2


def test_an_impossible_tally_is_refused_with_every_problem(book, match):
    with pytest.raises(TallyRejected) as caught:
        book.record_hand(match, IMPOSSIBLE, 1, "e1")
    assert caught.value.problems == book.preview(match, IMPOSSIBLE).problems
    assert [problem.finding for problem in caught.value.problems] == [Finding.OUT_WITHOUT_CANASTA]
    assert book.last_seq(match) == 1
    assert book.record_hand(match, TALLY, 1, "e1").seq == 2


@pytest.mark.parametrize(
    ("entry", "where"),
    [
        ((5,), "totals"),
        ((5, 5, 5), "totals"),
        ((10**10, 0), "totals[0]"),
        (Tally((counted(100),)), "sides"),
        (Tally((counted(100), counted(100, hand=-5))), "sides[1].hand.points"),
    ],
)
def test_an_entry_of_the_wrong_shape(book, match, entry, where):
    for ask in (book.preview, lambda *args: book.record_hand(*args, 1, "e1")):
        with pytest.raises(DocumentError) as caught:
            ask(match, entry)
        assert caught.value.where == where
    assert book.last_seq(match) == 1


def test_no_hand_after_the_end(book, match):
    book.record_hand(match, (1000, 0), 1)
    for entry in ((5, 5), IMPOSSIBLE):
        with pytest.raises(TallyRejected) as caught:
            book.record_hand(match, entry, 2)
        assert caught.value.problems == (Problem("match.target", Finding.HAND_AFTER_THE_END),)
    preview = book.preview(match, (5, 5))
    assert preview.problems == (Problem("match.target", Finding.HAND_AFTER_THE_END),)
    assert preview.standing.late == (1,)
    assert book.last_seq(match) == 2


def test_a_tie_at_the_target_goes_on(book, match):
    record = book.record_hand(match, (1000, 1000), 1).match
    assert record.standing.ruling.status is Status.EXTRA_HAND
    record = book.record_hand(match, (0, 5), 2).match
    assert (record.standing.ruling.status, record.standing.ruling.winner) == (Status.WON, 1)


def test_the_starter_wins_a_tie_where_the_table_says_so(book):
    for dealer, winner in ((0, 1), (1, 0)):
        rules = replace(CLASSIC, target=1000, tie="starter_wins")
        match = book.start(replace(PAIRS, ruleset=rules, dealer=dealer)).id
        record = book.record_hand(match, (1000, 1000), 1).match
        assert record.standing.ruling.winner == winner


def test_a_correction_changes_totals_and_keeps_what_was_there(book, match):
    book.record_hand(match, TALLY, 1, by="A")
    book.record_hand(match, (10, 20), 2, by="A")
    record = book.correct_hand(match, 2, (100, 50), 3, "e3", "B").match
    first, second = record.hands
    assert (first.id, first.number, first.totals, first.score) == (2, 1, (100, 50), None)
    assert second.running == record.standing.totals == (110, 70)
    assert first.corrected
    assert not second.corrected
    assert [(v.seq, v.entry, v.by) for v in first.versions] == [
        (2, TALLY, "A"),
        (4, (100, 50), "B"),
    ]
    assert first.by == "A"
    assert first.at < second.at < first.versions[1].at == record.changed_at


def test_a_correction_reopens_a_match(book, match):
    book.record_hand(match, (1000, 0), 1)
    record = book.correct_hand(match, 2, (900, 0), 2).match
    assert not record.is_over
    assert book.record_hand(match, (5, 0), 3).match.standing.totals == (905, 0)


def test_a_correction_may_leave_hands_beyond_the_end(book, match):
    book.record_hand(match, (500, 0), 1)
    book.record_hand(match, (100, 50), 2)
    record = book.correct_hand(match, 2, (1000, 0), 3).match
    assert record.is_over
    assert record.standing.late == (1,)
    assert [hand.running for hand in record.hands] == [(1000, 0), (1100, 50)]
    assert record.dealer == 0


def test_a_correction_is_judged_as_a_hand_is(book, match):
    book.record_hand(match, TALLY, 1)
    with pytest.raises(TallyRejected):
        book.correct_hand(match, 2, IMPOSSIBLE, 2)
    with pytest.raises(DocumentError):
        book.correct_hand(match, 2, (5,), 2)
    assert book.last_seq(match) == 2


def test_deletion_and_restoration(book, match):
    for seen, totals in enumerate([(100, 0), (0, 200), (50, 50)], start=1):
        book.record_hand(match, totals, seen)
    record = book.delete_hand(match, 3, 4, by="B").match
    assert [(hand.id, hand.number) for hand in record.hands] == [(2, 1), (4, 2)]
    assert record.standing.totals == (150, 50)
    assert (record.dealer, record.first_player) == (0, 1)
    (gone,) = record.deleted
    assert (gone.id, gone.number, gone.totals, gone.running) == (3, 0, (0, 200), ())
    assert record.deleted_hand(3) is gone
    assert record.hand(3) is None
    record = book.restore_hand(match, 3, 5).match
    assert [(hand.id, hand.number) for hand in record.hands] == [(2, 1), (3, 2), (4, 3)]
    assert record.hands[2].running == (150, 250)
    assert record.dealer == 1
    assert record.deleted == ()
    assert [logged.event for logged in record.since(4)] == [HandDeleted(3), HandRestored(3)]


def test_deleting_the_last_hand_reopens_a_match(book, match):
    book.record_hand(match, (1000, 0), 1)
    assert not book.delete_hand(match, 2, 2).match.is_over
    assert book.restore_hand(match, 2, 3).match.is_over


def test_hands_that_are_not_there(book, match):
    book.record_hand(match, (5, 5), 1)
    book.record_hand(match, (5, 5), 2)
    book.delete_hand(match, 3, 3)
    for hand in (0, 1, 3, 4, 5, 10**30):
        for ask in (
            lambda hand=hand: book.correct_hand(match, hand, (10, 10), 4),
            lambda hand=hand: book.correct_hand(match, hand, IMPOSSIBLE, 4),
            lambda hand=hand: book.delete_hand(match, hand, 4),
            lambda hand=hand: book.preview(match, (10, 10), hand),
        ):
            with pytest.raises(UnknownHand) as caught:
                ask()
            assert caught.value.hand == hand
    for hand in (1, 2, 4):
        with pytest.raises(UnknownHand):
            book.restore_hand(match, hand, 4)
    assert book.last_seq(match) == 4


def test_a_preview_is_what_recording_gives(book, match):
    book.record_hand(match, (300, 100), 1)
    seen = book.preview(match, TALLY)
    assert seen.problems == ()
    assert seen.totals == seen.score.totals == TALLY_TOTALS
    assert book.last_seq(match) == 2
    done = book.record_hand(match, TALLY, 2).match
    assert seen.standing == done.standing
    assert seen.score == done.hands[1].score


def test_a_preview_of_a_correction(book, match):
    book.record_hand(match, (300, 100), 1)
    book.record_hand(match, (50, 50), 2)
    seen = book.preview(match, TALLY, hand=2)
    assert seen.standing == book.correct_hand(match, 2, TALLY, 3).match.standing
    assert seen.standing.totals == (650, -30)


def test_a_preview_of_what_cannot_be_true_still_counts(book, match):
    seen = book.preview(match, IMPOSSIBLE)
    assert [problem.where for problem in seen.problems] == ["sides[0].went_out"]
    assert seen.totals == seen.score.totals == seen.standing.totals == (400, 100)


def test_a_preview_of_totals(book, match):
    seen = book.preview(match, (1000, 5))
    assert (seen.problems, seen.score, seen.totals) == ((), None, (1000, 5))
    assert seen.standing.ruling.winner == 0


def test_the_log_tells_everything(book, match):
    book.record_hand(match, (5, 5), 1, "e1", "A")
    book.correct_hand(match, 2, (10, 5), 2, "e2", "B")
    book.delete_hand(match, 2, 3, "e3", "A")
    book.restore_hand(match, 2, 4, "e4", "B")
    log = book.read(match).log
    assert [logged.event for logged in log[1:]] == [
        HandRecorded((5, 5)),
        HandCorrected(2, (10, 5)),
        HandDeleted(2),
        HandRestored(2),
    ]
    assert [logged.by for logged in log] == ["phone A", "A", "B", "A", "B"]
    assert [logged.entry_id for logged in log] == ["start", "e1", "e2", "e3", "e4"]
    assert [logged.at for logged in log] == sorted({logged.at for logged in log})


def test_the_database_may_use_a_single_file(tmp_path):
    book = Scorebook(str(tmp_path / "book.db"), "delete")
    match = book.start(PAIRS).id
    assert book.record_hand(match, TALLY, 1).match.standing.totals == TALLY_TOTALS
    with open_database(book.path, "delete") as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_time_is_told_in_utc_by_default(tmp_path):
    book = Scorebook(tmp_path / "book.db")
    before = datetime.now(UTC)
    started = book.read(book.start(PAIRS).id).started_at
    assert before <= started <= datetime.now(UTC)
    assert started.utcoffset() == timedelta(0)


def write_hands(path, journal, match, start, writer):
    book = Scorebook(path, journal)
    start.wait()
    seen = 1
    for number in range(HANDS_EACH):
        entry_id, done = f"w{writer}-{number}", False
        while not done:
            try:
                seen = book.record_hand(match, (5 * writer, 5), seen, entry_id).match.last
                done = True
            except StaleEntry as stale:
                seen = stale.record.last
        book.record_hand(match, (5 * writer, 5), 1, entry_id)  # a double tap


@pytest.mark.parametrize("journal", ["wal", "delete"])
def test_many_phones_write_at_once(tmp_path, journal):
    path = tmp_path / "book.db"
    match = Scorebook(path, journal).start(PAIRS).id
    context = multiprocessing.get_context("spawn")
    start = context.Barrier(WRITERS)
    jobs = [
        context.Process(target=write_hands, args=(path, journal, match, start, writer))
        for writer in range(WRITERS)
    ]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    assert [job.exitcode for job in jobs] == [0] * WRITERS
    record = Scorebook(path, journal).read(match)
    assert [logged.seq for logged in record.log] == list(range(1, 2 + WRITERS * HANDS_EACH))
    written = sorted(logged.entry_id for logged in record.log[1:])
    assert written == [f"w{w}-{n}" for w in range(WRITERS) for n in range(HANDS_EACH)]
    assert record.standing.totals == (5 * (0 + 1 + 2 + 3) * HANDS_EACH, 5 * 4 * HANDS_EACH)
