"""What is deleted for good is nowhere in the file, also where SQLite would let it lie."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.rules.ruleset import CLASSIC
from scorekeeper.scorebook import Invitations, MatchSetup, Scorebook, SideSetup
from scorekeeper.storage.work import Job, State, open_jobs

NOW = datetime(2026, 3, 1, tzinfo=UTC)
TABLES = 24


@pytest.fixture(autouse=True)
def careless(monkeypatch):
    """SQLite as it is where nobody built it to overwrite what is deleted; Debian's does."""
    connect = sqlite3.connect

    def open_carelessly(*args, **named):
        connection = connect(*args, **named)
        connection.execute("PRAGMA secure_delete = OFF")
        return connection

    monkeypatch.setattr(sqlite3, "connect", open_carelessly)


@pytest.fixture(params=["wal", "delete"])
def book(request, tmp_path):
    return Scorebook(tmp_path / "book.db", request.param)


def left(book):
    return b"".join(path.read_bytes() for path in book.path.parent.iterdir())


def start(book, number):
    sides = (SideSetup(f"Zuleica{number:03}", ("Ximena", "Y")), SideSetup(f"Quirino{number:03}"))
    return book.start(MatchSetup(CLASSIC, sides, 0)).id


def work_about(book, match_id, number):
    """Work for a match, with names in what is asked and found, swept away since."""
    asked = Job(f"j{number}", "odds", {"names": f"Asked{number:03}" * 20}, "o", match_id=match_id)
    found = Job(asked.id, "odds", {}, "o", state=State.DONE, result={"n": f"Found{number:03}" * 40})
    with open_jobs(book.path, book.journal) as jobs:
        with jobs.writing():
            jobs.add(asked, NOW)
            jobs.begin(asked.id)
            jobs.report(found, NOW)
        with jobs.writing():
            jobs.sweep(NOW + timedelta(days=1))


def test_no_name_is_left_among_many_matches_and_their_work(book):
    chance, matches = random.Random(7), []
    for number in range(TABLES):
        matches.append(start(book, number))
        for other in chance.sample(range(len(matches)), min(2, len(matches))):
            told = f"Reason{other:03} " * chance.randint(1, 8)
            book.adjust(matches[other], (10, 0), told, book.last_seq(matches[other]))
        work_about(book, matches[number], number)
    assert b"Zuleica000" in left(book)
    gone = range(0, TABLES, 2)
    with closing(sqlite3.connect(book.path)) as another:  # a process that has read, and stays
        another.execute("SELECT count(*) FROM events").fetchall()
        for number in gone:
            book.forget(matches[number])
        text = left(book)
    for number in gone:
        for word in ("Zuleica", "Quirino", "Reason", "Asked", "Found"):
            assert f"{word}{number:03}".encode() not in text, (word, number)
    assert b"Zuleica001" in text and b"Reason001" in text


def test_with_a_match_its_secrets_are_gone_and_its_links_open_nothing(book):
    match_id = start(book, 1)
    keys = book.keys(match_id)
    doors = Invitations(book.path, b"k" * 32, book.journal)
    doors.make_code(match_id, may_edit=True)
    doors.renew(match_id, True, keys.edit, by="phone Wanda")
    renewed = book.keys(match_id)
    assert renewed.edit.encode() in left(book)
    book.forget(match_id)
    text = left(book)
    for word in (keys.edit, keys.watch, renewed.edit, match_id, "Wanda"):
        assert word.encode() not in text
    assert book.find(keys.edit) is None and book.find(renewed.edit) is None
