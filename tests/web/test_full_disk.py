"""A full disk: nothing can be written down, but a board, its log and a backup are still there."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import textwrap
import threading
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper import create_app
from scorekeeper.scorebook import Scorebook
from scorekeeper.storage import connection
from scorekeeper.storage.backup import back_up
from scorekeeper.storage.faults import DatabaseBusyError, DatabaseFullError
from scorekeeper.storage.lingering import close_readers

from .browsing import Phone
from .disks import mounted
from .entries import QUIET, SAVE, match_of, written

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="tmpfs is of Linux")

WRITER = """
    import os, sqlite3, sys
    other = sqlite3.connect(sys.argv[1])
    other.execute("PRAGMA wal_autocheckpoint = 0")
    other.execute("UPDATE matches SET created_at = 'left in the journal'")
    other.commit()
    os._exit(0)
"""


class Disk:
    """A disk with the database of an application, and what fills it up."""

    def __init__(self, app, folder):
        self.folder, self.file, self.ballast = folder, folder / "book.db", folder / "ballast"
        app.config["DATABASE"] = str(self.file)
        self.book = Scorebook(self.file)
        self.phone = Phone(app)
        self.board = self.phone.get("/new").submit()
        self.match = match_of(self.board)
        self.book.record_hand(self.match, (100, 50), self.book.last_seq(self.match))

    def fill(self):
        close_readers()
        with self.ballast.open("ab", buffering=0) as file, pytest.raises(OSError, match="space"):
            while True:
                file.write(b"x" * 4096)

    def index(self):
        """The file beside the database that all who use it share."""
        return self.folder / "book.db-shm"


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return create_app({"INSTANCE": str(tmp_path_factory.mktemp("full")), "WORK": "requests"})


@pytest.fixture
def disk(app):
    with mounted() as folder:
        yield Disk(app, folder)


def test_whoever_looks_sees_the_score_and_whoever_writes_is_told(disk):
    form = disk.phone.get(f"{disk.board.path}/hands/new")
    disk.fill()
    for _ in range(2):
        assert written(disk.phone.get(disk.board.path)) == (100, 50)
        assert disk.phone.get(f"{disk.board.path}/log").status == 200
        assert disk.phone.get(f"{disk.board.path}/hands/new").status == 200
        refused = form.submit(QUIET, SAVE)
        assert (refused.status, "is full. Nothing was saved" in refused.text) == (503, True)
    seen = disk.book.last_seq(disk.match)
    poll = disk.phone.client.get(f"{disk.board.path}/board?seen={seen}")
    assert poll.status_code == 204
    disk.ballast.unlink()
    assert written(refused.press("Send it again")) == (200, 100)
    assert written(disk.phone.get(disk.board.path)) == (200, 100)


def test_what_is_in_the_journal_alone_is_seen(disk):
    run = [sys.executable, "-c", textwrap.dedent(WRITER), str(disk.file)]
    close_readers()
    subprocess.run(run, check=True)
    disk.index().unlink()
    disk.fill()
    assert disk.file.with_name("book.db-wal").stat().st_size
    with connection.open_database(disk.file) as db:
        assert connection.alone.is_alone(db.conn)
        (found,) = db.execute("SELECT created_at FROM matches").fetchall()
    assert found == ("left in the journal",)
    with closing(sqlite3.connect(disk.file.with_name("book.db"))) as plain:
        disk.ballast.unlink()
        assert plain.execute("SELECT created_at FROM matches").fetchone() == found


def test_a_hand_that_was_written_between_two_looks_is_seen(disk):
    disk.fill()
    assert written(disk.phone.get(disk.board.path)) == (100, 50)
    disk.ballast.unlink()
    disk.book.record_hand(disk.match, (5, 7), disk.book.last_seq(disk.match))
    disk.fill()
    assert written(disk.phone.get(disk.board.path)) == (105, 57)


def test_nothing_is_held_open_after_a_look(disk):
    disk.fill()
    assert disk.phone.get(disk.board.path).status == 200
    held = [one.resolve() for one in Path("/proc/self/fd").iterdir()]
    assert not [file for file in held if file.is_relative_to(disk.folder)]


def test_many_who_look_at_once_wait_for_each_other(disk, app):
    disk.fill()
    found, phones = [], 6

    def look():
        for _ in range(5):
            with connection.open_database(disk.file) as db:
                found.append(db.execute("SELECT count(*) FROM matches").fetchall())

    threads = [threading.Thread(target=look) for _ in range(phones)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[(1,)]] * 5 * phones


def test_who_is_kept_out_for_too_long_is_told(disk, monkeypatch):
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0)
    disk.fill()
    with connection.open_database(disk.file):
        with pytest.raises(DatabaseBusyError), connection.open_database(disk.file):
            pass
        page = disk.phone.get(disk.board.path)
    assert page.status == 503
    assert page.heading == "The score can't be read now"
    assert "saved" not in page.text


def test_nothing_is_written_even_where_a_little_would_fit(disk):
    disk.fill()
    with disk.ballast.open("rb+") as file:
        file.truncate(disk.ballast.stat().st_size - 3 * 4096)  # less than the index needs
    before = disk.file.read_bytes()
    with pytest.raises(DatabaseFullError), connection.open_database(disk.file) as db:
        assert connection.alone.is_alone(db.conn)
        disk.index().unlink()  # what was begun of it, in the way of a hand
        with connection.writing(db):
            db.execute("UPDATE matches SET created_at = 'never'")
    assert disk.file.read_bytes() == before


def test_a_backup_goes_to_another_disk(disk, tmp_path):
    disk.fill()
    saved = back_up(disk.file, tmp_path / "copy.db")
    assert saved.matches == 1
    assert Scorebook(saved.path).read(disk.match).standing.totals == (100, 50)
