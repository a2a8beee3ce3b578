"""The connection: its settings, its migrations, and every kind of broken file."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import tempfile
import threading
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from plain_user import as_a_plain_user

from scorekeeper.rules.problems import ScorekeeperError
from scorekeeper.storage import connection
from scorekeeper.storage.connection import open_database, writing
from scorekeeper.storage.faults import (
    DatabaseBusyError,
    DatabaseCorruptError,
    DatabaseFullError,
    DatabaseGoneError,
    DatabaseNewerError,
    DatabaseReadOnlyError,
    DatabaseUnreachableError,
    Fault,
    StorageError,
)
from scorekeeper.storage.health import schema_in_use
from scorekeeper.storage.migrations import migrations

PROCESSES = 5
MATCH = "INSERT INTO matches VALUES (?, ?, ?, ?)"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "book.db"


def add_match(db, name="m1"):
    db.execute(MATCH, (name, f"edit-{name}", f"watch-{name}", "2026-01-01T00:00:00+00:00"))


def match_ids(path):
    with open_database(path) as db:
        return [row[0] for row in db.execute("SELECT id FROM matches ORDER BY id")]


def pragma(db, name):
    return db.execute(f"PRAGMA {name}").fetchone()[0]


@pytest.mark.parametrize("journal", ["wal", "delete"])
def test_settings_of_a_connection(path, journal):
    for _ in range(2):
        with open_database(path, journal) as db:
            assert pragma(db, "journal_mode") == journal
            assert pragma(db, "synchronous") == 2  # FULL
            assert pragma(db, "foreign_keys") == 1
            assert pragma(db, "busy_timeout") == 5000
            assert not db.conn.in_transaction


def test_an_unknown_journal_is_a_mistake_of_the_caller(path):
    with pytest.raises(ValueError, match="memory"), open_database(path, "memory"):
        pass
    assert not path.exists()


def test_the_journal_follows_the_configuration(path):
    for journal in ("wal", "delete", "wal"):
        with open_database(path, journal) as db:
            assert pragma(db, "journal_mode") == journal


def test_the_connection_is_closed_after_the_block(path):
    with open_database(path) as db:
        add_match(db)
    with pytest.raises(sqlite3.ProgrammingError):
        db.execute("SELECT 1")
    assert sorted(file.name for file in path.parent.iterdir()) == ["book.db"]


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_only_the_owner_may_read_the_secrets(path):
    with open_database(path):
        pass
    assert path.stat().st_mode & 0o077 == 0


def test_a_path_may_be_text(path):
    with open_database(str(path)) as db:
        add_match(db)
    assert match_ids(path) == ["m1"]


def test_writing_keeps_all_or_nothing(path):
    with open_database(path) as db:
        with writing(db):
            add_match(db, "kept")
        with pytest.raises(KeyError), writing(db):
            add_match(db, "lost")
            raise KeyError
        assert not db.conn.in_transaction
    assert match_ids(path) == ["kept"]


def test_writing_takes_the_lock_before_anything_is_read(path, monkeypatch):
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0)
    with open_database(path) as one, open_database(path) as other, writing(one):
        with pytest.raises(sqlite3.OperationalError, match="locked"), writing(other):
            pass
        assert other.execute("SELECT count(*) FROM matches").fetchone() == (0,)


def test_migrations_are_looked_at_once_per_file(path, monkeypatch):
    for _ in range(2):
        with open_database(path):
            pass
    looked = []
    monkeypatch.setattr(connection, "is_current", lambda db: looked.append(db) or True)
    with open_database(path):
        pass
    assert looked == []


def test_a_file_that_has_gone_is_not_made_anew_before_the_next_start(path, tmp_path):
    with open_database(path) as db:
        add_match(db)
    elsewhere = path.rename(tmp_path / "elsewhere.db")
    with pytest.raises(DatabaseGoneError) as caught, open_database(path):
        pass
    assert caught.value.fault is Fault.GONE
    assert not path.exists()
    elsewhere.rename(path)
    assert match_ids(path) == ["m1"]
    path.unlink()
    connection._current.clear()  # as in a process that has just begun
    connection._seen.clear()
    assert match_ids(path) == []


@pytest.mark.parametrize("looks", [1, 2])
@pytest.mark.parametrize("use", [match_ids, schema_in_use])
def test_a_file_that_others_begin_during_a_look_has_not_gone(path, monkeypatch, use, looks):
    path.touch()
    look, left = Path.stat, iter(range(looks))

    def slow_look(place, **how):
        found = look(place, **how)
        if place == path and next(left, None) == looks - 1:
            match_ids(path)  # a thread that is faster than this one
        return found

    monkeypatch.setattr(Path, "stat", slow_look)
    use(path)
    assert match_ids(path) == []
    assert next(left, None) is None


def test_a_file_put_in_the_place_of_another_is_brought_up_to_date(path, tmp_path):
    with open_database(path) as db:
        add_match(db)
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("PRAGMA user_version = 0")
        connection.execute("VACUUM")
    other.replace(path)
    assert match_ids(path) == []
    with open_database(path) as db:
        add_match(db, "m2")
    assert match_ids(path) == ["m2"]


def test_a_file_that_was_emptied_is_gone_and_not_begun_anew(path):
    with open_database(path) as db:
        add_match(db)
    for side in ("", "-wal", "-shm"):
        path.with_name(path.name + side).write_bytes(b"")
    with pytest.raises(DatabaseGoneError):
        match_ids(path)
    assert path.stat().st_size == 0


def test_a_database_of_another_program_is_left_alone(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE foo (a)")
    before = path.read_bytes()
    with pytest.raises(DatabaseCorruptError):
        match_ids(path)
    assert path.read_bytes() == before


def test_migrations_are_recorded_once(path):
    for _ in range(3):
        with open_database(path) as db:
            names = [migration.name for migration in migrations.applied(db)]
            assert [name[:4] for name in names] == ["m001", "m002", "m003", "m004", "m005"]
            assert migrations.pending(db) == []


def migrate_with_others(path, journal, start, number):
    start.wait()
    with open_database(path, journal) as db:
        add_match(db, f"m{number}")


@pytest.mark.parametrize("journal", ["wal", "delete"])
def test_processes_that_start_at_once_on_no_file(path, journal):
    context = multiprocessing.get_context("spawn")
    start = context.Barrier(PROCESSES)
    jobs = [
        context.Process(target=migrate_with_others, args=(path, journal, start, number))
        for number in range(PROCESSES)
    ]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    assert [job.exitcode for job in jobs] == [0] * PROCESSES
    assert match_ids(path) == [f"m{number}" for number in range(PROCESSES)]
    with open_database(path, journal) as db:
        assert len(migrations.applied(db)) == 5


@pytest.mark.parametrize("journal", ["wal", "delete"])
def test_threads_that_start_at_once_on_no_file(tmp_path, journal):
    failures = []

    def work(path, start, number):
        try:
            migrate_with_others(path, journal, start, number)
        except Exception as error:
            failures.append(error)

    for attempt in range(10):
        path, start = tmp_path / f"{attempt}.db", threading.Barrier(PROCESSES)
        threads = [
            threading.Thread(target=work, args=(path, start, number)) for number in range(PROCESSES)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failures == []
        assert len(match_ids(path)) == PROCESSES


def add_unknown_migration(path):
    with closing(sqlite3.connect(path)) as plain:
        plain.execute("CREATE TABLE clubs (id TEXT)")
        plain.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
            " VALUES ('scorekeeper', 'm999_clubs', 'later')"
        )
        plain.commit()


@pytest.mark.parametrize("journal", ["wal", "delete"])
def test_a_newer_database_is_refused_and_left_alone(path, journal):
    with open_database(path):
        pass
    add_unknown_migration(path)
    before = path.read_bytes()
    for _ in range(2):
        with pytest.raises(DatabaseNewerError) as caught, open_database(path, journal):
            pass
        assert caught.value.fault is Fault.NEWER
        assert caught.value.migrations == ("m999_clubs",)
    assert path.read_bytes() == before


def test_a_database_that_became_newer_behind_the_lock_is_refused(path, monkeypatch):
    with open_database(path):
        pass
    add_unknown_migration(path)
    connection._current.clear()
    monkeypatch.setattr(connection, "is_current", lambda db: False)
    with pytest.raises(DatabaseNewerError), open_database(path):
        pass


def test_migrations_of_other_programs_do_not_matter(path):
    with open_database(path) as db:
        db.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
            " VALUES ('another', 'm1', 'then')"
        )
    connection._current.clear()
    assert match_ids(path) == []


def test_a_file_that_is_no_database(path):
    path.write_bytes(b"this is a shopping list, not a score " * 50)
    with pytest.raises(DatabaseCorruptError) as caught, open_database(path):
        pass
    assert caught.value.fault is Fault.CORRUPT
    assert isinstance(caught.value, ScorekeeperError)


def test_a_damaged_database(path):
    with open_database(path) as db:
        add_match(db)
        size = pragma(db, "page_size")
    content = path.read_bytes()
    path.write_bytes(content[:size] + b"\xa5" * (len(content) - size))
    with pytest.raises(DatabaseCorruptError), open_database(path) as db:
        db.execute("SELECT * FROM matches").fetchall()


def test_a_missing_folder(tmp_path):
    with pytest.raises(DatabaseUnreachableError) as caught, open_database(tmp_path / "no" / "b.db"):
        pass
    assert caught.value.fault is Fault.UNREACHABLE


def test_a_folder_in_place_of_the_file(tmp_path):
    with pytest.raises(DatabaseUnreachableError), open_database(tmp_path):
        pass


def test_a_full_disk(path):
    with pytest.raises(DatabaseFullError) as caught, open_database(path) as db:
        db.execute(f"PRAGMA max_page_count = {pragma(db, 'page_count')}")
        with writing(db):
            for number in range(1000):
                add_match(db, f"m{number}")
    assert caught.value.fault is Fault.FULL
    assert match_ids(path) == []


def test_a_database_that_others_hold(path, monkeypatch):
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0)
    with open_database(path) as one, writing(one):
        with pytest.raises(DatabaseBusyError) as caught, open_database(path) as other:
            add_match(other)
        assert caught.value.fault is Fault.BUSY


def test_the_journal_is_changed_when_others_are_done(path, monkeypatch):
    with open_database(path, "delete"), closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")

        @contextmanager
        def writing_after_the_other(db):
            other.rollback()
            with writing(db):
                yield

        monkeypatch.setattr(connection, "BUSY_SECONDS", 0)
        monkeypatch.setattr(connection, "writing", writing_after_the_other)
        with open_database(path, "wal") as db:
            assert pragma(db, "journal_mode") == "wal"


def test_a_journal_that_cannot_be_changed_while_others_read(path, monkeypatch):
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0)
    with open_database(path, "wal") as one:
        one.execute("BEGIN")
        one.execute("SELECT * FROM matches").fetchall()
        with pytest.raises(DatabaseBusyError), open_database(path, "delete"):
            pass
        one.execute("ROLLBACK")


def test_what_the_tables_refuse(path):
    with pytest.raises(StorageError) as caught, open_database(path) as db:
        add_match(db)
        add_match(db)
    assert caught.value.fault is Fault.REFUSED


@pytest.fixture
def open_folder():
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)
        Path(folder).chmod(0o755)


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
@pytest.mark.parametrize("content", ["tables", "nothing"])
def test_a_read_only_file(open_folder, content):
    path = open_folder / "book.db"
    path.touch()
    if content == "tables":
        with open_database(path, "delete") as db:
            add_match(db)
    path.chmod(0o444)
    open_folder.chmod(0o555)
    with as_a_plain_user():
        with pytest.raises(DatabaseReadOnlyError) as caught, open_database(path, "delete") as db:
            add_match(db, "m2")
        assert caught.value.fault is Fault.READ_ONLY
        if content == "tables":
            assert match_ids(path) == ["m1"]  # asks for a WAL, which it cannot get


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_a_folder_that_takes_no_file(open_folder):
    open_folder.chmod(0o555)
    refused = pytest.raises(DatabaseUnreachableError)
    with as_a_plain_user(), refused, open_database(open_folder / "book.db"):
        pass


def tear(path, first, last=None):
    """Overwrites pages of a file; the first page of a file is number 1."""
    content = bytearray(path.read_bytes())
    for page in range(first, (last or first) + 1):
        content[(page - 1) * 4096 : page * 4096] = b"\xa5" * 4096
    with path.open("r+b") as file:  # the same file, as a disk would do it
        file.write(content)


def root_page(path, table):
    with closing(sqlite3.connect(path)) as plain:
        sql = "SELECT rootpage FROM sqlite_schema WHERE name = ?"
        return plain.execute(sql, (table,)).fetchone()[0]


def test_nothing_is_written_into_a_damaged_file_before_it_is_whole_again(path):
    with open_database(path) as db:
        add_match(db)
        db.execute("INSERT INTO code_tries VALUES ('here', 1)")
    whole = path.read_bytes()
    tear(path, root_page(path, "matches"))
    with open_database(path) as db, writing(db):
        db.execute("INSERT INTO code_tries VALUES ('there', 2)")  # nobody has noticed yet
    with pytest.raises(DatabaseCorruptError), open_database(path) as db:
        db.execute("SELECT * FROM matches").fetchall()
    before = path.read_bytes()
    for _ in range(2):
        with pytest.raises(DatabaseCorruptError), open_database(path) as db, writing(db):
            db.execute("INSERT INTO code_tries VALUES ('there', 3)")
    assert path.read_bytes() == before
    with open_database(path) as db:
        assert len(db.execute("SELECT * FROM code_tries").fetchall()) == 2  # what reads well
    path.write_bytes(whole)
    with open_database(path) as db, writing(db):
        add_match(db, "m2")
    assert match_ids(path) == ["m1", "m2"]


def test_a_torn_entry_of_a_file_that_is_whole_again_stands_in_nobodys_way(path):
    with open_database(path) as db:
        add_match(db)
        event = ("m1", 1, "later", 1, "{", "", "")
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute(f"INSERT INTO events VALUES ({', '.join('?' * 5)}, NULL, ?, ?, NULL)", event)
    whole = path.read_bytes()
    tear(path, root_page(path, "matches"))
    for _ in range(2):
        with pytest.raises(DatabaseCorruptError), open_database(path) as db, writing(db):
            db.execute("SELECT * FROM matches").fetchall()
    path.write_bytes(whole)
    with open_database(path) as db, writing(db):
        add_match(db, "m2")
        with pytest.raises(sqlite3.IntegrityError, match="CHECK"):
            db.execute("INSERT INTO code_tries VALUES ('', 1)")
    assert match_ids(path) == ["m1", "m2"]


def test_a_file_with_a_journal_on_a_disk_that_can_only_be_read(open_folder, monkeypatch):
    path = open_folder / "book.db"
    with open_database(path) as db:
        add_match(db)
    path.chmod(0o444)
    open_folder.chmod(0o555)
    monkeypatch.setattr(connection, "is_fixed", lambda place: True)
    with as_a_plain_user():
        assert match_ids(path) == ["m1"]
        with pytest.raises(DatabaseReadOnlyError), open_database(path) as db, writing(db):
            add_match(db, "m2")


def test_what_is_left_in_a_journal_is_not_passed_over(open_folder, monkeypatch):
    path = open_folder / "book.db"
    with open_database(path) as db:
        add_match(db)
    path.with_name("book.db-wal").write_bytes(b"an entry that was acknowledged")
    path.chmod(0o444)
    open_folder.chmod(0o555)
    monkeypatch.setattr(connection, "is_fixed", lambda place: True)
    refused = pytest.raises(DatabaseReadOnlyError)
    with as_a_plain_user(), refused:
        match_ids(path)


def test_what_is_left_in_the_journal_beside_a_file_behind_a_link(tmp_path, monkeypatch):
    there, link = tmp_path / "disk" / "real.db", tmp_path / "book.db"
    there.parent.mkdir()
    link.symlink_to(there)
    with closing(sqlite3.connect(there)) as plain:
        plain.execute("PRAGMA journal_mode = wal")
        plain.execute("CREATE TABLE hands (points)")
        plain.commit()
        monkeypatch.setattr(connection, "is_fixed", lambda place: True)
        with closing(connection.connect(link)) as found:
            assert found.execute("SELECT * FROM hands").fetchall() == []
