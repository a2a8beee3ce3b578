"""The reading connection that lingers: always as new as the file, and gone soon after."""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
from contextlib import closing
from time import monotonic, sleep

import pytest

from scorekeeper.storage import lingering
from scorekeeper.storage.connection import open_database, writing
from scorekeeper.storage.faults import DatabaseCorruptError, StorageError
from scorekeeper.storage.lingering import close_readers, reading


@pytest.fixture(params=["wal", "delete"])
def journal(request):
    return request.param


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setattr(lingering, "CHECK_SECONDS", 0)
    yield tmp_path / "book.db"
    close_readers()


def add(path, journal, match_id):
    with open_database(path, journal) as db, writing(db):
        db.execute(
            "INSERT INTO matches VALUES (?, ?, ?, 'now')",
            (match_id, f"e{match_id}", f"w{match_id}"),
        )


def ids(path, journal="wal"):
    with reading(path, journal) as reader:
        found = reader.db.execute("SELECT id FROM matches ORDER BY id").fetchall()
    return [row[0] for row in found]


def connection_of(path):
    return lingering._readers[path, threading.get_ident()].db.conn


def test_it_sees_what_others_have_just_written(path, journal):
    assert ids(path, journal) == []
    for number in range(3):
        add(path, journal, f"m{number}")
        assert ids(path, journal) == [f"m{n}" for n in range(number + 1)]


def test_one_connection_answers_many_looks(path):
    ids(path)
    first = connection_of(path)
    ids(path)
    assert connection_of(path) is first


def test_nothing_is_written_through_it(path):
    with pytest.raises(StorageError), reading(path) as reader:
        reader.db.execute("INSERT INTO matches VALUES ('m', 'e', 'w', 'now')")
    assert ids(path) == []


def test_it_holds_no_old_state(path):
    add(path, "wal", "m1")
    assert ids(path) == ["m1"]
    with closing(sqlite3.connect(path)) as other:
        busy, *_ = other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    assert busy == 0


def test_it_is_closed_when_nobody_asks(path, monkeypatch):
    monkeypatch.setattr(lingering, "LINGER_SECONDS", 0.02)
    add(path, "wal", "m1")
    ids(path)
    end = monotonic() + 10
    while lingering._readers or path.with_name("book.db-wal").exists():
        assert monotonic() < end, "it lingers on"
        sleep(0.01)
    assert ids(path) == ["m1"]


def test_it_stays_while_somebody_asks(path, monkeypatch):
    monkeypatch.setattr(lingering, "LINGER_SECONDS", 0.02)
    with reading(path) as reader:
        sleep(0.1)
        assert reader.db.execute("SELECT count(*) FROM matches").fetchall() == [(0,)]


def test_where_there_are_no_threads_nothing_stays_open(path, monkeypatch):
    def refuse(_):
        raise RuntimeError("can't start new thread")

    add(path, "wal", "m1")
    monkeypatch.setattr(threading.Thread, "start", refuse)
    with reading(path) as reader:
        assert reader.db.execute("SELECT id FROM matches").fetchall() == [("m1",)]
    with pytest.raises(sqlite3.ProgrammingError):
        reader.db.execute("SELECT 1")
    assert ids(path) == ids(path)


def test_a_file_in_the_place_of_another(path, tmp_path):
    """As an administrator may do it, who has not stopped the server."""
    add(path, "wal", "old")
    ids(path)
    other = tmp_path / "other.db"
    add(other, "wal", "new")
    other.replace(path)
    path.with_name("book.db-wal").unlink(missing_ok=True)
    path.with_name("book.db-shm").unlink(missing_ok=True)
    with open_database(path) as db, writing(db):
        db.execute("INSERT INTO matches VALUES ('newer', 'e', 'w', 'now')")
        assert ids(path) == ["new"]
        assert path.with_name("book.db-wal").exists(), "the journal of the new file is gone"
    assert ids(path) == ["new", "newer"]


def test_changed_tables(path):
    ids(path)
    before = connection_of(path)
    with open_database(path) as db:
        db.execute("CREATE TABLE clubs (id TEXT)")
    with reading(path) as reader:
        assert reader.db.execute("SELECT count(*) FROM clubs").fetchall() == [(0,)]
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        before.execute("SELECT 1")


def test_after_a_fault_it_begins_anew(path):
    ids(path)
    before = connection_of(path)
    with pytest.raises(StorageError), reading(path) as reader:
        reader.db.execute("SELECT * FROM nothing")
    assert ids(path) == []
    assert connection_of(path) is not before


def test_a_damaged_file(path):
    path.write_bytes(b"no database at all, but long enough to be looked at" * 100)
    with pytest.raises(DatabaseCorruptError), reading(path):
        pass


def test_threads_that_look_at_once(path):
    found, wrong = [], []

    def look():
        try:
            for _ in range(20):
                found.append(len(ids(path)))
        except Exception as error:
            wrong.append(error)

    threads = [threading.Thread(target=look) for _ in range(8)]
    for thread in threads:
        thread.start()
    for number in range(10):
        add(path, "wal", f"m{number}")
    for thread in threads:
        thread.join()
    assert wrong == [] and len(found) == 160
    assert len(ids(path)) == 10


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_forked_process_has_one_of_its_own(path):
    add(path, "wal", "m1")
    ids(path)
    parent = connection_of(path)
    child = os.fork()
    if child == 0:
        status = 1
        try:
            known = dict(lingering._readers)
            status = 0 if not known and ids(path) == ["m1"] else 2
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert connection_of(path) is parent
    add(path, "wal", "m2")
    assert ids(path) == ["m1", "m2"]


def test_a_copy_of_an_idle_file_is_whole(path, tmp_path):
    add(path, "wal", "m1")
    ids(path)
    close_readers()
    shutil.copy(path, tmp_path / "copy.db")
    assert ids(tmp_path / "copy.db") == ["m1"]
