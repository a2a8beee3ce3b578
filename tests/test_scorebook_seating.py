"""Who sits where, who sits out in turn, and deals that went wrong."""

from __future__ import annotations

import sqlite3

import pytest

from scorekeeper.rules.documents import parse_match_document
from scorekeeper.rules.match import Status
from scorekeeper.rules.problems import DocumentError
from scorekeeper.rules.ruleset import CLASSIC, PRESETS
from scorekeeper.scorebook import (
    MatchSetup,
    MisdealDeleted,
    MisdealRestored,
    Misdealt,
    NotPossible,
    PlayersChanged,
    Scorebook,
    SeatTaken,
    SideSetup,
    UnknownMatch,
    match_document,
    player_at,
    read_history,
)

NORTE, SUL = SideSetup("Norte", ("Ana", "Caio")), SideSetup("Sul", ("Bia", "Davi"))


@pytest.fixture
def book(tmp_path):
    return Scorebook(tmp_path / "book.db")


@pytest.fixture
def match(book):
    return book.start(MatchSetup(CLASSIC, (NORTE, SUL), dealer=3)).id


def table(record):
    return [player_at(record.sides, seat) for seat in range(4)]


def with_bench(book, match, *bench):
    return book.change(match, PlayersChanged((NORTE, SUL), bench), book.last_seq(match)).match


def take(book, match, seat):
    return book.change(match, SeatTaken(seat), book.last_seq(match)).match


def test_names_change_and_totals_stay(book, match):
    book.record_hand(match, (100, 50), 1)
    renamed = PlayersChanged((SideSetup("Gatos", ("Ana", "Eva")), SUL))
    record = book.change(match, renamed, 2).match
    assert [side.name for side in record.sides] == ["Gatos", "Sul"]
    assert record.standing.totals == (100, 50)
    assert match_document(record)["sides"] == ["Gatos", "Sul"]


def test_five_people_sit_out_in_turn(book, match):
    with_bench(book, match, "Eva")
    seen = []
    for _ in range(5):
        record = book.read(match)
        record = take(book, match, record.next_out)
        seen.append((table(record), record.bench))
    assert seen == [
        (["Eva", "Bia", "Caio", "Davi"], ("Ana",)),
        (["Eva", "Ana", "Caio", "Davi"], ("Bia",)),
        (["Eva", "Ana", "Bia", "Davi"], ("Caio",)),
        (["Eva", "Ana", "Bia", "Caio"], ("Davi",)),
        (["Davi", "Ana", "Bia", "Caio"], ("Eva",)),
    ]


def test_a_seat_without_a_name_sends_nobody_to_the_bench(book):
    match = book.start(MatchSetup(CLASSIC, (SideSetup("Norte"), SideSetup("Sul")), 3)).id
    bench = PlayersChanged((SideSetup("Norte"), SideSetup("Sul")), ("Eva",))
    book.change(match, bench, 1)
    record = take(book, match, 2)
    assert (table(record), record.bench, record.next_out) == (["", "", "Eva", ""], (), 3)


def test_a_change_of_places_can_be_undone_and_redone(book, match):
    before = with_bench(book, match, "Eva")
    after = take(book, match, 1)
    back = book.undo(match, 3, 3).match
    assert (back.sides, back.bench, back.next_out) == (before.sides, before.bench, 0)
    again = book.undo(match, 4, 4).match
    assert (again.sides, again.bench, again.next_out) == (after.sides, after.bench, 2)
    assert [step.inverse is not None for step in read_history(again).steps[1:]] == [True] * 4


def test_nobody_comes_in_from_an_empty_bench(book, match):
    with pytest.raises(NotPossible):
        take(book, match, 0)


def test_a_seat_that_is_not_there(book, match):
    with_bench(book, match, "Eva")
    with pytest.raises(DocumentError) as caught:
        book.change(match, SeatTaken(4), 2)
    assert caught.value.where == "dealer" or caught.value.where == "seat"


@pytest.mark.parametrize(
    ("event", "where"),
    [
        (PlayersChanged((NORTE,)), "sides"),
        (PlayersChanged((NORTE, SideSetup(""))), "sides[1].name"),
        (PlayersChanged((NORTE, SideSetup("Sul", ("Bia",)))), "sides[1].players"),
        (PlayersChanged((NORTE, SideSetup("x" * 41))), "sides[1].name"),
        (PlayersChanged((NORTE, SideSetup("Sul", ("Bia", "y" * 41)))), "sides[1].players[1]"),
        (PlayersChanged((NORTE, SUL), ("", "Eva")), "bench[0]"),
        (PlayersChanged((NORTE, SUL), ("a", "b", "c", "d", "e")), "bench"),
    ],
)
def test_names_that_are_not_taken(book, match, event, where):
    with pytest.raises(DocumentError) as caught:
        book.change(match, event, 1)
    assert caught.value.where == where
    assert book.last_seq(match) == 1


def test_the_bench_goes_on_in_the_rematch(book, match):
    with_bench(book, match, "Eva")
    take(book, match, 0)
    book.record_hand(match, (3100, 50), 3)
    again = book.read(book.rematch(match).id)
    assert (table(again), again.bench, again.next_out) == (
        ["Eva", "Bia", "Caio", "Davi"],
        ("Ana",),
        1,
    )


# a misdeal


def deal_wrong(book, match, passes):
    return book.change(match, Misdealt(passes), book.last_seq(match)).match


def test_the_same_player_deals_again(book, match):
    record = deal_wrong(book, match, passes=False)
    assert (record.dealer, record.first_player) == (3, 0)
    assert [misdeal.after_hand for misdeal in record.misdeals] == [0]


def test_a_deal_that_passes_on_stays_passed_on(book, match):
    book.record_hand(match, (100, 50), 1)
    assert deal_wrong(book, match, passes=True).dealer == 1
    record = book.record_hand(match, (10, 20), 3).match
    assert record.dealer == 2
    assert parse_match_document(match_document(record)).next_dealer() == 2
    assert match_document(record)["starter"] == record.setup.starter == 0


def test_a_deal_passed_on_at_first_makes_the_other_side_start(book):
    """The tie rule of the online game asks who played first in the first hand (`match.tie`)."""
    online = PRESETS["online"]
    match = book.start(MatchSetup(online, (NORTE, SUL), dealer=3)).id
    deal_wrong(book, match, passes=True)
    record = book.record_hand(match, (2100, 2100), 2).match
    assert (record.standing.ruling.status, record.standing.ruling.winner) == (Status.WON, 1)
    document = parse_match_document(match_document(record))
    assert document.stand().ruling.winner == 1


def test_a_misdeal_is_undone_and_redone(book, match):
    deal_wrong(book, match, passes=True)
    assert book.undo(match, 2, 2).match.dealer == 3
    assert book.undo(match, 3, 3).match.dealer == 0


def test_misdeals_that_are_not_there(book, match):
    for event in (MisdealDeleted(1), MisdealRestored(7)):
        with pytest.raises(NotPossible):
            book.change(match, event, 1)
    deal_wrong(book, match, passes=True)
    with pytest.raises(NotPossible):
        book.change(match, MisdealRestored(2), 2)


def test_after_the_end_nothing_is_dealt(book, match):
    book.record_hand(match, (3100, 50), 1)
    with pytest.raises(NotPossible):
        deal_wrong(book, match, passes=True)


# deleted for good


def test_nothing_of_a_deleted_match_is_left_in_the_file(book, match, tmp_path):
    other = book.start(MatchSetup(CLASSIC, (SideSetup("Gatos"), SideSetup("Cães")), 0)).id
    book.record_hand(match, (100, 50), 1)
    book.adjust(match, (0, -50), "Zuleica contou mal", 2)
    assert b"Zuleica" in b"".join(path.read_bytes() for path in tmp_path.iterdir())
    book.forget(match)
    left = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert not any(name in left for name in (b"Zuleica", b"Norte", match.encode()))
    assert b"Gatos" in left
    with pytest.raises(UnknownMatch):
        book.read(match)
    assert book.read(other).sides[0].name == "Gatos"


def test_the_log_is_guarded_again_afterwards(book, match, tmp_path):
    other = book.start(MatchSetup(CLASSIC, (SideSetup("Gatos"), SideSetup("Cães")), 0)).id
    book.forget(match)
    with sqlite3.connect(tmp_path / "book.db") as db, pytest.raises(sqlite3.IntegrityError):
        db.execute("DELETE FROM events WHERE match_id = ?", (other,))


def test_a_match_that_is_not_there_is_not_deleted(book, match):
    with pytest.raises(UnknownMatch):
        book.forget("nowhere")
    assert book.last_seq(match) == 1


def test_a_rematch_deleted_for_good_can_be_played_again(book, match):
    book.record_hand(match, (3100, 50), 1)
    first = book.rematch(match).id
    book.forget(first)
    second = book.rematch(match).id
    assert second != first
    assert book.read(match).successor == second
    assert len(book.day(match).matches) == 2
