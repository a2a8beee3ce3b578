"""A match of which not everything can be read: no page shows its totals without a word."""

from __future__ import annotations

import csv
import io
import sqlite3
from contextlib import closing

import pytest

from .entries import enter, match_of, totals, written

ONE = (
    "1 entry of this match can’t be read: a newer version of this app wrote it, or the file is "
    "damaged. The totals are without it."
)
TWO = (
    "2 entries of this match can’t be read: a newer version of this app wrote them, or the file is "
    "damaged. The totals are without them."
)
NOTE = "Without 1 entry that can’t be read"


@pytest.fixture
def tear(book):
    """Changes the log of a match as only a broken disk does."""

    def change(board, sql):
        with closing(sqlite3.connect(book.path)) as connection:
            connection.execute("PRAGMA ignore_check_constraints = ON")
            found = connection.execute("SELECT name, sql FROM sqlite_master WHERE type='trigger'")
            triggers = found.fetchall()
            for name, _ in triggers:
                connection.execute(f"DROP TRIGGER {name}")
            connection.execute(f"{sql} AND match_id = ?", (match_of(board),))
            for _, made in triggers:
                connection.execute(made)
            connection.commit()

    return change


@pytest.fixture
def hands(board):
    """A match of two hands."""
    return enter(enter(board, totals(100, 5)), totals(-15, 90))


TORN = "UPDATE events SET payload = '{\"total3\":[-15,90]}' WHERE seq = 3"
DAMAGES = [
    TORN,
    "UPDATE events SET payload = '{\"totals\":[-15' WHERE seq = 3",
    "UPDATE events SET payload = '{\"totals\":[-15990]}' WHERE seq = 3",
    "UPDATE events SET kind = 'hand_recordee' WHERE seq = 3",
    "UPDATE events SET version = 3 WHERE seq = 3",
    "UPDATE events SET at = '20k6-11-30' WHERE seq = 3",
    "UPDATE events SET at = '9999-12-31T23:59:59-12:00' WHERE seq = 3",
    "UPDATE events SET payload = CAST(x'7b22746f74616cf3223a5b312c325d7d' AS TEXT) WHERE seq = 3",
    "UPDATE events SET kind = CAST(x'68616e645fff' AS TEXT) WHERE seq = 3",
    "UPDATE events SET at = CAST(x'323032b6' AS TEXT) WHERE seq = 3",
]


@pytest.mark.parametrize("sql", DAMAGES)
def test_every_phone_is_told_what_the_totals_are_without(hands, new_phone, book, tear, sql):
    watcher = new_phone().get(f"/j/{book.keys(match_of(hands)).watch}")
    assert ONE not in watcher.text
    assert ONE not in hands.text
    tear(hands, sql)
    for phone in (hands.phone, watcher.phone):
        for path in (hands.path, hands.path, f"{hands.path}/board"):
            board = phone.get(path)
            assert written(board) == (100, 5)
            assert ONE in board.text
    for page in ("/log", "/hands/2", "/hands/new", "/print"):
        answer = hands.phone.get(hands.path + page)
        assert answer.status == 200
        assert (ONE in answer.text) == (page != "/hands/2")


def test_an_entry_that_is_missing_is_told_too(hands, tear):
    over = enter(hands, totals(3000, 5))
    tear(over, "DELETE FROM events WHERE seq = 3")
    board = over.phone.get(over.path)
    assert written(board) == (3100, 10)
    assert "Victory" in board.text
    assert ONE in board.text
    tear(over, "UPDATE events SET version = 7 WHERE seq = 2")
    board = over.phone.get(over.path)
    assert written(board) == (3000, 5)
    assert TWO in board.text


def test_a_hand_that_can_still_be_entered_is_not_answered_with_another(hands, tear, book):
    tear(hands, "DELETE FROM events WHERE seq = 2")
    page = hands.follow("Enter hand")
    answer = page.submit(totals(7, 8), "save=1")
    assert written(answer) == (-8, 98)
    again = page.submit(totals(7, 8), "save=1")
    assert (again.status, written(again)) == (200, (-8, 98))
    assert book.last_seq(match_of(hands)) == 4


def test_lists_of_matches_say_it_in_a_few_words(hands, tear):
    phone = hands.phone
    over = enter(hands, totals(3000, 5))
    rematch = over.follow("Rematch").press("Same seats")
    tear(over, TORN)
    assert NOTE in phone.get("/").text
    assert NOTE in phone.get(f"{rematch.path}/day").text
    over = phone.get(over.path)
    assert NOTE in over.text
    assert ONE in over.text
    tear(rematch, "UPDATE events SET version = 7 WHERE seq = 1")
    enter(phone.get("/new").submit({"side0": "A", "side1": "B"}), totals(1, 2))
    assert phone.get("/").text.count(NOTE) == 1


def test_what_leaves_the_phone_says_it(hands, tear):
    tear(hands, TORN)
    phone = hands.phone
    assert ONE in phone.get(f"{hands.path}/share").raw.replace("&#8217;", "’")
    text = phone.fetch(f"{hands.path}/match.csv").get_data().decode("utf-8-sig")
    assert list(csv.reader(io.StringIO(text)))[-1] == ["", "", "", "", "", ONE]


def test_the_log_shows_which_entry_it_is(hands, tear):
    told = (
        "Something that can’t be read: a newer version of this app wrote it, or the file is damaged"
    )
    for damage, heading in (
        (DAMAGES[2], "An entry that fits nothing before it and does not count"),
        (TORN, told),
    ):
        tear(hands, damage)
        page = hands.phone.get(f"{hands.path}/log")
        headings = [each.text for each in page.root.all("h3")]
        assert headings == [heading, "Hand 1 entered", "Match started"]


def test_programs_are_told_the_numbers(hands, tear, book, app):
    secret = book.keys(match_of(hands)).watch
    client = app.test_client()
    assert "unreadable" not in client.get(f"/api/v1/t/{secret}").json
    tear(hands, TORN)
    shown = client.get(f"/api/v1/t/{secret}").json
    assert (shown["unreadable"], shown["totals"]) == ([3], [100, 5])
    assert "unreadable" not in shown["match"]
    described = client.get("/api/v1/openapi.json").json["components"]["schemas"]["OpenMatch"]
    assert "unreadable" in described["properties"]
    assert "unreadable" not in described["required"]


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE events SET payload = '{\"tot' WHERE seq = 3",
        "UPDATE events SET payload = CAST(x'7bf37d' AS TEXT) WHERE seq = 3",
        "DELETE FROM events WHERE seq = 2",
    ],
)
def test_a_file_that_cannot_be_made_is_refused_with_match_and_entry(hands, tear, sql):
    tear(hands, sql)
    page = hands.phone.get(f"{hands.path}/export.json")
    number = sql[-1]
    assert page.status == 503
    assert page.heading == "This match can’t be saved as a file"
    assert f"Match {match_of(hands)} can’t be saved as a file: entry {number} of" in page.text
