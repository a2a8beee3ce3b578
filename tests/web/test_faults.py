"""Real faults of the file and its disk: what a person reads, what stays, and how it goes on."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from plain_user import as_a_plain_user

from scorekeeper import create_app
from scorekeeper.scorebook import Scorebook
from scorekeeper.storage import connection
from scorekeeper.storage.faults import (
    DatabaseFullError,
    DatabaseReadOnlyError,
    DatabaseUnwritableError,
)
from scorekeeper.storage.lingering import close_readers

from .browsing import Phone
from .disks import mounted
from .entries import EXAMPLE, EXAMPLE_TOTALS, QUIET, SAVE, match_of, written

TITLE = "The score can't be written down now"
UNREAD = "The score can't be read now"
AGAIN = "Send it again"
READ_ONLY = "The file of the score can only be read. Nothing was saved."
FULL = "The disk of the score is full. Nothing was saved; free some space."


class House:
    """An application on a database of its own, and a match with one hand."""

    def __init__(self, app, file, language="en"):
        app.config["DATABASE"] = str(file)
        self.file = file
        self.book = Scorebook(file)
        self.phone = Phone(app, language)
        self.board = self.phone.get("/new").submit()
        self.match = match_of(self.board)
        self.book.record_hand(self.match, (100, 50), self.last())

    def entry(self):
        return self.phone.get(f"/t/{self.match}/hands/new")

    def last(self):
        return self.book.last_seq(self.match)

    def hands(self):
        return [hand.totals for hand in self.book.read(self.match).hands]


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    """An application that every test gives a database of its own."""
    return create_app({"INSTANCE": str(tmp_path_factory.mktemp("faults")), "WORK": "requests"})


@pytest.fixture
def house(app, tmp_path):
    return House(app, tmp_path / "book.db")


def holds(page, sentence, title=TITLE):
    """A refusal with this sentence, and everything that was typed on it."""
    assert page.status == 503
    assert page.heading == title
    assert sentence in page.text
    assert int(page.answer.headers["Retry-After"]) > 0
    return page


# --- a lock that is held too long ----------------------------------------------------------------


@contextmanager
def locked(file):
    with closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


def test_a_lock_that_is_held_too_long(house, monkeypatch):
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0)
    form = house.entry()
    with locked(house.file):
        page = holds(form.submit(EXAMPLE, SAVE), "The score is busy. Nothing was saved;")
        assert "What you typed is still on this page" in page.text
        page = holds(page.press(AGAIN), "The score is busy.")
    assert house.hands() == [(100, 50)]
    assert written(page.press(AGAIN)) == (880, -325)
    assert written(page.press(AGAIN)) == (880, -325)  # pressed once more, it counts once
    assert house.hands() == [(100, 50), EXAMPLE_TOTALS]


def test_what_was_saved_after_all_is_not_saved_twice(house, monkeypatch):
    """The connection may be lost behind the COMMIT: the page sends the same entry."""
    form, change = house.entry(), Scorebook.change

    def stumble(*given):
        change(*given)
        raise connection.DatabaseBusyError

    monkeypatch.setattr(Scorebook, "change", stumble)
    page = form.submit(QUIET, SAVE)
    monkeypatch.undo()
    assert page.status == 503
    page.press(AGAIN)
    assert house.hands() == [(100, 50), (100, 50)]


def test_other_forms_are_kept_too(house, monkeypatch):
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0)
    form = house.phone.get(f"/t/{house.match}/adjust")
    with locked(house.file):
        page = form.submit({"points0": "-20", "kind": "other", "words": "Zuspät & <b>"})
        assert page.status == 503
    assert written(page.press(AGAIN)) == (80, 50)
    (given,) = house.book.read(house.match).adjustments
    assert given.reason == "Zuspät & <b>"


def test_the_page_speaks_the_language_of_the_phone(app, tmp_path, monkeypatch):
    house = House(app, tmp_path / "book.db", "pt-BR")
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0)
    with locked(house.file):
        page = house.phone.get("/new").submit()
    assert page.status == 503
    assert page.root.one("html")["lang"] == "pt-BR"
    assert TITLE not in page.text
    assert page.form("/new").value("entry_id")


# --- no room left ---------------------------------------------------------------------------------


def test_a_file_that_may_not_grow(house, monkeypatch):
    """SQLite itself says that there is no room, as it does when a disk is full."""
    configure = connection._configure
    pages = house.file.stat().st_size // 4096

    def limited(db):
        configure(db)
        db.execute(f"PRAGMA max_page_count = {pages}")

    monkeypatch.setattr(connection, "_configure", limited)
    with pytest.raises(DatabaseFullError):
        for number in range(200):
            house.book.adjust(house.match, (1, -1), f"{number}" * 50, house.last())
    before = house.last()
    page = holds(house.entry().submit(EXAMPLE, SAVE), FULL)
    assert house.last() == before
    assert house.phone.get(house.board.path).status == 200
    monkeypatch.setattr(connection, "_configure", configure)
    page.press(AGAIN)
    assert house.hands() == [(100, 50), EXAMPLE_TOTALS]
    assert house.last() == before + 1


@pytest.mark.skipif(sys.platform != "linux", reason="tmpfs is of Linux")
def test_a_disk_that_is_really_full(app):
    with mounted() as disk:
        house = House(app, disk / "book.db")
        form, ballast = house.entry(), disk / "ballast"
        with ballast.open("wb", buffering=0) as file, pytest.raises(OSError, match="space"):
            while True:
                file.write(b"x" * 4096)
        page = holds(form.submit(QUIET, SAVE), FULL)
        assert house.phone.get("/").status == 200
        ballast.unlink()
        assert written(page.press(AGAIN)) == (200, 100)
        assert house.hands() == [(100, 50), (100, 50)]
        assert integrity(house.file) == ["ok"]


def integrity(file):
    with closing(sqlite3.connect(file)) as plain:
        return [row[0] for row in plain.execute("PRAGMA integrity_check")]


# --- read only ------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform != "linux", reason="tmpfs is of Linux")
def test_a_disk_that_became_read_only(app):
    """As a kernel does with a memory card that fails: the score can still be read."""
    with mounted() as disk:
        house = House(app, disk / "book.db")
        form = house.entry()
        close_readers()
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        page = holds(form.submit(QUIET, SAVE), READ_ONLY)
        assert written(house.phone.get(house.board.path)) == (100, 50)
        assert house.phone.get(f"{house.board.path}/log").status == 200
        subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
        assert written(page.press(AGAIN)) == (200, 100)


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_a_file_that_this_user_may_only_read(app):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        house = House(app, folder / "book.db")
        form = house.entry()
        house.file.chmod(0o444)
        folder.chmod(0o555)
        with as_a_plain_user():
            page = holds(form.submit(QUIET, SAVE), READ_ONLY)
        folder.chmod(0o755)
        house.file.chmod(0o600)
        assert written(page.press(AGAIN)) == (200, 100)


# --- the file itself ------------------------------------------------------------------------------


def test_a_file_that_has_gone_while_the_server_runs(house, tmp_path):
    form = house.entry()
    away = house.file.rename(tmp_path / "away.db")
    page = holds(form.submit(QUIET, SAVE), "The file of the score is gone. Put it back,")
    assert not house.file.exists()  # no empty one in its place, that nobody would notice
    assert house.phone.get("/join").status == 200
    away.rename(house.file)
    assert written(page.press(AGAIN)) == (200, 100)


def test_a_file_that_was_torn(house):
    form = house.entry()
    close_readers()  # so that all of it is in the file
    whole = house.file.read_bytes()
    with closing(sqlite3.connect(house.file)) as plain:
        (root,) = plain.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'events'"
        ).fetchone()
    torn = bytearray(whole)
    torn[(root - 1) * 4096 : root * 4096] = b"\xa5" * 4096
    house.file.write_bytes(torn)
    page = holds(form.submit(QUIET, SAVE), "The file of the score is damaged. Restore it")
    other = Phone(house.phone.client.application)  # touches other pages of the file
    assert other.get("/new").submit().status == 503
    assert house.file.read_bytes() == torn
    house.file.write_bytes(whole)
    assert written(page.press(AGAIN)) == (200, 100)
    assert integrity(house.file) == ["ok"]


def test_a_page_that_cannot_be_read_is_asked_for_again(house, monkeypatch):
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0)
    away = house.file.rename(house.file.with_name("away.db"))
    page = holds(house.phone.get(f"/t/{house.match}/hands/new?side=1"), "is gone", UNREAD)
    away.rename(house.file)
    assert page.link("Try again") == f"/t/{house.match}/hands/new?side=1"
    assert page.follow("Try again").status == 200


def test_a_form_under_a_prefix_is_sent_to_the_prefix(app, tmp_path, monkeypatch):
    app.config["DATABASE"] = str(tmp_path / "book.db")
    phone = Phone(app, root="/tranca")
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0)
    form = phone.get("/tranca/new")
    with locked(tmp_path / "book.db"):
        page = form.submit()
    assert page.status == 503
    assert page.form("/new").action == "/tranca/new"
    assert page.press(AGAIN).status == 200


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (DatabaseFullError, "The disk of the score is too full for this page; free some space."),
        (DatabaseReadOnlyError, "The file of the score can only be read, and that is not enough"),
        (connection.DatabaseBusyError, "The score is busy; please try again."),
        (DatabaseUnwritableError, "The disk of the score does not work as it should;"),
    ],
)
def test_who_only_wanted_to_look_is_not_told_that_nothing_was_saved(
    house, monkeypatch, fault, sentence
):
    def refuse(*_):
        raise fault

    form = house.entry()
    monkeypatch.setattr(connection, "make_file", refuse)
    page = holds(house.phone.get(f"/t/{house.match}/log"), sentence, UNREAD)
    assert "saved" not in page.text
    holds(form.submit(QUIET, SAVE), "Nothing was saved")
