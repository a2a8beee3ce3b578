"""Backups of a database in use, and putting one back under whoever has it open."""

from __future__ import annotations

import errno
import os
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

import scorekeeper
from scorekeeper.refusing import WHY
from scorekeeper.rules.options import override
from scorekeeper.rules.ruleset import CLASSIC
from scorekeeper.scorebook import (
    BackupRestored,
    MatchSetup,
    Scorebook,
    SideSetup,
    StaleEntry,
    UnknownHand,
)
from scorekeeper.storage import backup as backup_module
from scorekeeper.storage import connection as connection_module
from scorekeeper.storage import copies
from scorekeeper.storage.backup import back_up
from scorekeeper.storage.copies import CopyError, Unread, Why
from scorekeeper.storage.faults import DatabaseBusyError, Fault, StorageError
from scorekeeper.storage.lingering import close_readers, reading
from scorekeeper.storage.log import EventLog
from scorekeeper.storage.migrations import MIGRATIONS
from scorekeeper.storage.restoring import ROOM, count_matches, restore

NOW = datetime(2026, 11, 28, 20, 14)
LONG = override(CLASSIC, {"target": 100_000})
SETUP = MatchSetup(LONG, (SideSetup("Norte"), SideSetup("Sul")), dealer=0)
HAND = (10, 20)


@pytest.fixture(params=["wal", "delete"])
def book(request, tmp_path):
    return Scorebook(tmp_path / "book.db", request.param)


def played(book, hands=3):
    """A match with so many hands."""
    match = book.start(SETUP).id
    for last in range(1, hands + 1):
        book.record_hand(match, HAND, last, f"e{last}")
    return match


def raw(path, sql):
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute(sql).fetchall()
        connection.commit()
        return found


def logs(path):
    """Every row of every match: what a backup is about."""
    return raw(path, "SELECT * FROM events ORDER BY match_id, seq")


def refused(why, path, ask, *args, **named):
    with pytest.raises(CopyError) as caught:
        ask(*args, **named)
    assert (caught.value.why, caught.value.path) == (why, path)


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_every_fault_of_a_file_has_a_sentence():
    assert {str(fault) for fault in Fault} <= {str(why) for why in Why}
    assert {str(why) for why in Why} == set(WHY)


# backing up


def tear(path, old, new):
    """Other letters where these are, as many: what a broken disk does to a file that nobody has
    open."""
    close_readers()
    content = Path(path).read_bytes()
    assert (content.count(old), len(old)) == (1, len(new))
    Path(path).write_bytes(content.replace(old, new))


LETTERS = [b'{"totals":[77,8x]}', b'{"totals":[7\xff,88]}']


def torn(book, letters=LETTERS[0], hands=3):
    """A match of which the second hand has a letter that is none of JSON."""
    match = book.start(SETUP).id
    for last in range(1, hands + 1):
        book.record_hand(match, (77, 88) if last == 2 else HAND, last, f"e{last}")
    tear(book.path, b'{"totals":[77,88]}', letters)
    return match


def test_a_backup_is_the_database_at_that_moment(book, tmp_path):
    match = played(book)
    target = tmp_path / "copy.db"
    saved = back_up(book.path, target)
    assert (saved.path, saved.matches, saved.events) == (target, 1, 4)
    before = logs(target)
    book.record_hand(match, HAND, 4)
    assert logs(target) == before == logs(book.path)[:4]
    assert Scorebook(target).keys(match) == book.keys(match)
    assert raw(target, "PRAGMA integrity_check") == [("ok",)]


def test_a_backup_is_one_file_that_only_its_owner_may_read(book, tmp_path):
    played(book)
    folder = tmp_path / "safe"
    folder.mkdir()
    back_up(book.path, folder / "copy.db")
    assert names_in(folder) == ["copy.db"]
    assert stat.S_IMODE((folder / "copy.db").stat().st_mode) == 0o600
    assert raw(folder / "copy.db", "PRAGMA journal_mode") == [("delete",)]


def test_a_backup_does_not_change_the_database(book, tmp_path):
    played(book)
    before = Path(book.path).read_bytes()
    back_up(book.path, tmp_path / "copy.db")
    assert Path(book.path).read_bytes() == before


def test_what_was_written_and_not_yet_moved_into_the_file_is_in_the_backup(book, tmp_path):
    match = played(book)
    with closing(sqlite3.connect(book.path)) as open_elsewhere:
        open_elsewhere.execute("SELECT count(*) FROM events").fetchone()
        book.record_hand(match, HAND, 4)
        assert back_up(book.path, tmp_path / "copy.db").events == 5


def test_a_file_that_is_there_stays_unless_it_may_be_replaced(book, tmp_path):
    match = played(book)
    target = tmp_path / "copy.db"
    target.write_text("other work")
    refused(Why.EXISTS, target, back_up, book.path, target)
    assert target.read_text() == "other work"
    back_up(book.path, target, replace=True)
    assert Scorebook(target).last_seq(match) == 4


def test_a_file_that_comes_to_be_meanwhile_stays_too(book, tmp_path, monkeypatch):
    played(book)
    target = tmp_path / "copy.db"
    monkeypatch.setattr(backup_module, "_check_target", lambda *_: target.write_text("other work"))
    refused(Why.EXISTS, target, back_up, book.path, target)
    assert target.read_text() == "other work"


def test_a_disk_that_knows_no_second_name_for_a_file(book, tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    match = played(book)
    target = tmp_path / "copy.db"
    assert back_up(book.path, target).events == 4
    assert Scorebook(target).last_seq(match) == 4
    refused(Why.EXISTS, target, back_up, book.path, target)


def test_where_no_backup_can_be_made(book, tmp_path):
    played(book)
    path = Path(book.path)
    missing = tmp_path / "nowhere"
    refused(Why.NO_FOLDER, missing, back_up, path, missing / "copy.db")
    refused(Why.A_FOLDER, tmp_path, back_up, path, tmp_path)
    refused(Why.ITSELF, path, back_up, path, path, replace=True)
    wal = tmp_path / "book.db-wal"
    refused(Why.ITSELF, wal, back_up, path, wal, replace=True)
    link = tmp_path / "link.db"
    link.symlink_to(path)
    refused(Why.ITSELF, link, back_up, path, link, replace=True)
    assert logs(path)


def test_what_is_no_database_yet(tmp_path):
    missing, target = tmp_path / "book.db", tmp_path / "copy.db"
    refused(Why.NO_FILE, missing, back_up, missing, target)
    assert names_in(tmp_path) == []
    missing.touch()
    refused(Why.NO_FILE, missing, back_up, missing, target)
    missing.write_bytes(b"not a database, but long enough to be looked at " * 40)
    refused(Why.CORRUPT, missing, back_up, missing, target)
    assert names_in(tmp_path) == ["book.db"]


def test_a_damage_is_found_and_leaves_no_backup(book, tmp_path):
    path = Path(book.path)
    played(book, 12)
    content = bytearray(path.read_bytes())
    root = raw(path, "SELECT rootpage FROM sqlite_master WHERE name = 'events_started'")[0][0]
    content[(root - 1) * 4096 : root * 4096] = bytes(4096)
    path.write_bytes(content)
    refused(Why.CORRUPT, path, back_up, path, tmp_path / "copy.db")
    assert names_in(tmp_path) == ["book.db"]


@pytest.mark.parametrize("letters", LETTERS)
def test_a_torn_letter_of_an_entry_keeps_no_backup_from_being_made(book, tmp_path, letters):
    match, target = torn(book, letters), tmp_path / "copy.db"
    saved = back_up(book.path, target)
    assert (saved.matches, saved.events, saved.unread) == (1, 4, Unread(1, 1))
    assert raw(target, "SELECT CAST(payload AS BLOB) FROM events WHERE seq = 3") == [(letters,)]
    book.record_hand(match, HAND, 4)
    assert back_up(book.path, target, replace=True).events == 5


def bend(path, table, old, new, change):
    """Has a row that the table as it is made would never take."""
    close_readers()
    of_table = f"FROM sqlite_master WHERE name = '{table}'"
    with closing(sqlite3.connect(path)) as connection:
        for name in ("changed", "deleted"):
            connection.execute(f"DROP TRIGGER events_are_not_{name}")
        (made,) = connection.execute(f"SELECT sql {of_table}").fetchone()
        assert made.count(old) == 1
        connection.execute("PRAGMA writable_schema = ON")
        for sql in (made.replace(old, new), made):
            schema = "UPDATE sqlite_master SET sql = ? WHERE name = ?"
            connection.execute(schema, (sql, table))
            connection.commit()
            connection.execute(f"PRAGMA schema_version = {abs(hash(sql)) % 10**6}")
            if sql != made:
                with closing(sqlite3.connect(path)) as loose:
                    loose.execute("PRAGMA ignore_check_constraints = ON")
                    loose.execute(change)
                    loose.commit()


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        (") STRICT", ")", "UPDATE events SET payload = X'7B7D' WHERE seq = 9"),
        ('"by" TEXT NOT NULL', '"by" TEXT', 'UPDATE events SET "by" = NULL WHERE seq = 9'),
    ],
)
def test_a_row_of_another_shape_is_a_damage_behind_any_number_of_torn_entries(
    book, tmp_path, old, new, change
):
    played(book, 12)
    bend(book.path, "events", old, new, change)
    torn_too = "UPDATE events SET payload = '{' WHERE seq < 8"
    bent = tmp_path / "bent.db"
    with closing(sqlite3.connect(book.path)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute(torn_too)
        connection.commit()
    refused(Why.CORRUPT, Path(book.path), back_up, book.path, tmp_path / "copy.db")
    bent.write_bytes(Path(book.path).read_bytes())
    other = Scorebook(tmp_path / "other.db")
    refused(Why.CORRUPT, bent, restore, other.path, bent, NOW)


def test_a_torn_page_is_a_damage_beside_torn_entries(book, tmp_path):
    path = Path(book.path)
    torn(book, hands=12)
    content = bytearray(path.read_bytes())
    root = raw(path, "SELECT rootpage FROM sqlite_master WHERE name = 'events_started'")[0][0]
    content[(root - 1) * 4096 : root * 4096] = bytes(4096)
    path.write_bytes(content)
    refused(Why.CORRUPT, path, back_up, path, tmp_path / "copy.db")


def node(path):
    os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 3))


def listener(path):
    with closing(socket.socket(socket.AF_UNIX)) as made:
        made.bind(str(path))


@pytest.mark.skipif(sys.platform != "linux", reason="kinds of files of Linux")
@pytest.mark.parametrize("make", [os.mkfifo, node, listener])
@pytest.mark.parametrize("replace", [True, False])
def test_what_is_no_plain_file_is_never_replaced(book, tmp_path, make, replace):
    played(book)
    target = tmp_path / "other"
    try:
        make(target)
    except PermissionError:
        pytest.skip("only root makes devices")
    kind = stat.S_IFMT(target.lstat().st_mode)
    link = tmp_path / "link"
    link.symlink_to(target)
    for name in (target, link):
        refused(Why.NO_PLAIN_FILE, name, back_up, book.path, name, replace)
        refused(Why.NO_PLAIN_FILE, name, restore, book.path, name, NOW)
    assert stat.S_IFMT(target.lstat().st_mode) == kind
    assert link.is_symlink()


def test_a_link_leads_to_where_the_backup_is_kept(book, tmp_path):
    played(book)
    stick, link = tmp_path / "stick", tmp_path / "link.db"
    stick.mkdir()
    link.symlink_to("stick/copy.db")
    for replace in (False, True):
        assert back_up(book.path, link, replace).path == stick / "copy.db"
        assert (link.is_symlink(), len(logs(stick / "copy.db"))) == (True, 4)
        assert names_in(stick) == ["copy.db"]
    refused(Why.EXISTS, link, back_up, book.path, link)
    assert restore(tmp_path / "other.db", link, NOW).matches == 1


def test_a_link_that_leads_nowhere(book, tmp_path):
    played(book)
    away, circle, own = (tmp_path / name for name in ("away", "circle", "own"))
    away.symlink_to(tmp_path / "no" / "copy.db")
    circle.symlink_to(circle)
    own.symlink_to(f"{Path(book.path).name}-journal")
    refused(Why.NO_FOLDER, tmp_path / "no", back_up, book.path, away, replace=True)
    refused(Why.NO_PLAIN_FILE, circle, back_up, book.path, circle, replace=True)
    refused(Why.ITSELF, own, back_up, book.path, own, replace=True)
    refused(Why.NO_FILE, tmp_path / "no" / "copy.db", restore, book.path, away, NOW)


def test_a_name_that_no_file_can_have(book, tmp_path):
    played(book)
    target = tmp_path / ("x" * 300)
    refused(Why.UNREACHABLE, target, back_up, book.path, target)
    refused(Why.UNREACHABLE, target, restore, book.path, target, NOW)


@pytest.mark.parametrize(
    ("number", "why"),
    [
        (errno.ENOSPC, Why.FULL),
        (errno.EROFS, Why.READ_ONLY),
        (errno.EACCES, Why.READ_ONLY),
        (errno.EIO, Why.UNREACHABLE),
    ],
)
def test_a_disk_that_fails_leaves_nothing_behind(book, tmp_path, monkeypatch, number, why):
    def fail(_):
        raise OSError(number, os.strerror(number))

    played(book)
    monkeypatch.setattr(copies.os, "fsync", fail)
    target = tmp_path / "copy.db"
    refused(why, target, back_up, book.path, target)
    assert names_in(tmp_path) == ["book.db"]


def test_a_database_that_is_held_for_long_is_busy(tmp_path, monkeypatch):
    book = Scorebook(tmp_path / "book.db", "delete")
    played(book)
    monkeypatch.setattr(copies, "WAIT_SECONDS", 0.05)
    with closing(sqlite3.connect(book.path)) as other:
        other.execute("BEGIN EXCLUSIVE")
        refused(Why.BUSY, book.path, back_up, book.path, tmp_path / "copy.db")
    assert back_up(book.path, tmp_path / "copy.db").events == 4


def write_on(book, match, enough, answered):
    """Enters hands as a phone does until `enough` is set; what was answered is noted."""
    number = 0
    while not enough.is_set():
        number += 1
        try:
            entry = f"live-{number}"
            book.record_hand(match, HAND, book.last_seq(match), entry)
            answered.append(entry)
        except (StaleEntry, DatabaseBusyError):
            continue
        finally:
            enough.wait(0.002)  # whoever waits for the lock has to come upon a pause


def test_a_backup_while_others_write_is_a_beginning_of_the_log(book, tmp_path):
    match, enough, answered = played(book, 0), threading.Event(), []
    writer = threading.Thread(target=write_on, args=(book, match, enough, answered))
    writer.start()
    copied = []
    while len(copied) < 4:
        before = len(answered)
        saved = back_up(book.path, tmp_path / f"copy{len(copied)}.db")
        copied.append((before, saved))
    enough.set()
    writer.join()
    whole = logs(book.path)
    for before, saved in copied:
        assert raw(saved.path, "PRAGMA integrity_check") == [("ok",)]
        assert logs(saved.path) == whole[: saved.events]
        assert saved.events > before
    assert len(whole) == 1 + len(answered)


# putting one back


def test_a_backup_put_back_is_the_database_again(book, tmp_path):
    match = played(book)
    book.save_ruleset("Ida", "Casa", CLASSIC)
    target = tmp_path / "copy.db"
    back_up(book.path, target)
    saved = logs(book.path)
    other = played(book)
    book.forget_ruleset("Ida", "Casa")
    restored = restore(book.path, target, NOW)
    assert (restored.matches, restored.events) == (1, 4)
    assert logs(book.path) == saved
    assert [kept.name for kept in book.rulesets("Ida")] == ["Casa"]
    assert not book.has(other)
    assert book.record_hand(match, HAND, 4).seq == 5
    assert raw(book.path, "PRAGMA integrity_check") == [("ok",)]
    assert raw(book.path, "PRAGMA foreign_key_check") == []


def test_what_was_there_is_kept_in_a_file_beside_it(book, tmp_path):
    match = played(book)
    target = tmp_path / "copy.db"
    back_up(book.path, target)
    book.record_hand(match, HAND, 4)
    first = restore(book.path, target, NOW).kept
    second = restore(book.path, target, NOW).kept
    assert first.name == "book.before-2026-11-28-2014.db"
    assert second.name == "book.before-2026-11-28-2014-2.db"
    assert stat.S_IMODE(first.stat().st_mode) == 0o600
    restore(book.path, first, NOW)
    assert len(book.read(match).hands) == 4


def test_the_log_still_only_grows_after_it_was_put_back(book, tmp_path):
    played(book)
    back_up(book.path, tmp_path / "copy.db")
    restore(book.path, tmp_path / "copy.db", NOW)
    for statement in ("DELETE FROM events", "UPDATE events SET payload = '[]'"):
        with pytest.raises(sqlite3.IntegrityError, match="never"):
            raw(book.path, statement)


def test_a_backup_comes_to_a_machine_without_a_database(book, tmp_path):
    match = played(book)
    back_up(book.path, tmp_path / "copy.db")
    new = tmp_path / "new.db"
    assert restore(new, tmp_path / "copy.db", NOW).kept is None
    assert stat.S_IMODE(new.stat().st_mode) == 0o600
    assert Scorebook(new).keys(match) == book.keys(match)


def untold(book, match):
    """How many numbers were taken up before the line that says that nobody knows what is gone."""
    record = book.read(match)
    own = [one.seq for one in record.log if not isinstance(one.event, BackupRestored)]
    added = [one.event for one in record.log[own[-1] :]]
    assert added == [BackupRestored(0)] * (len(added) - 1) + [BackupRestored(None)]
    return len(added) - 1


def test_where_nothing_is_left_to_compare_no_number_of_before_comes_again(book, tmp_path):
    match = played(book)
    back_up(book.path, tmp_path / "copy.db")
    for _ in range(60):
        book.record_hand(match, HAND, book.last_seq(match))
    last = book.last_seq(match)
    new = Scorebook(tmp_path / "new.db")
    own = new.start(SETUP).id  # the new machine was tried before
    restore(new.path, tmp_path / "copy.db", NOW)
    assert not new.has(own)
    assert len(new.read(match).hands) == 3
    assert untold(new, match) == ROOM
    assert new.last_seq(match) > last
    assert new.read(match).changed_at == book.read(match).log[3].at
    for seen in range(1, last + 1):
        with pytest.raises(StaleEntry):
            new.record_hand(match, HAND, seen)


def test_that_nobody_knows_what_is_gone_is_still_so_after_another_restore(book, tmp_path):
    match = played(book)
    back_up(book.path, tmp_path / "copy.db")
    new = Scorebook(tmp_path / "new.db")
    restore(new.path, tmp_path / "copy.db", NOW)
    later = new.last_seq(match)
    restore(new.path, tmp_path / "copy.db", NOW)
    assert untold(new, match) == ROOM + 1
    assert new.last_seq(match) == later + 1


def test_a_match_that_was_deleted_comes_back_above_what_was_seen_of_it(book, tmp_path):
    match, other = played(book), played(book)
    back_up(book.path, tmp_path / "copy.db")
    book.forget(match)
    restore(book.path, tmp_path / "copy.db", NOW)
    assert untold(book, match) == ROOM
    assert book.last_seq(other) == 4


def test_an_empty_database_is_not_kept(book, tmp_path):
    played(book)
    back_up(book.path, tmp_path / "copy.db")
    new = Scorebook(tmp_path / "new.db")
    assert new.find("") is None
    assert restore(new.path, tmp_path / "copy.db", NOW).kept is None
    assert count_matches(new.path) == 1


def test_readers_and_the_memory_of_a_process_see_what_was_put_back(book, tmp_path):
    match = played(book)
    back_up(book.path, tmp_path / "copy.db")
    book.record_hand(match, HAND, 4)
    with reading(book.path, book.journal) as reader:
        assert EventLog(reader.db).last_seq(match) == 5
    restore(book.path, tmp_path / "copy.db", NOW)
    with reading(book.path, book.journal) as reader:
        kinds = [row[1] for row in EventLog(reader.db).rows(match, after=3)]
    assert kinds == ["hand_recorded", "backup_restored", "backup_restored"]
    close_readers()
    assert len(book.read(match).hands) == 3


def test_a_process_looks_at_the_tables_anew(book, tmp_path, monkeypatch):
    played(book)
    back_up(book.path, tmp_path / "copy.db")
    book.find("")
    looked = []
    is_current = connection_module.is_current
    monkeypatch.setattr(
        connection_module, "is_current", lambda db: looked.append(1) or is_current(db)
    )
    book.find("")
    assert looked == []
    restore(book.path, tmp_path / "copy.db", NOW)
    book.find("")
    assert looked == [1]


def test_no_answered_entry_is_lost_between_what_is_kept_and_what_is_put_back(book, tmp_path):
    match, enough, answered = played(book), threading.Event(), []
    target = tmp_path / "copy.db"
    back_up(book.path, target)
    writer = threading.Thread(target=write_on, args=(book, match, enough, answered))
    writer.start()
    kept = []
    while len(kept) < 3:
        before = len(answered)
        while len(answered) == before and writer.is_alive():
            pass
        kept.append(restore(book.path, target, NOW).kept)
    enough.set()
    writer.join()
    found = set()
    for path in (*kept, book.path):
        rows = logs(path)
        assert rows[:4] == logs(target)
        found |= {row[5] for row in rows[4:]}
    assert set(answered) <= found


def other_tables(path):
    raw(path, "CREATE TABLE recipes (name TEXT)")


def empty_file(path):
    path.touch()


def a_text(path):
    path.write_text("to be kept " * 500)


@pytest.mark.parametrize(
    ("make", "why"),
    [(other_tables, Why.NOT_OURS), (empty_file, Why.NOT_OURS), (a_text, Why.CORRUPT)],
)
def test_what_is_no_backup_is_refused_and_changes_nothing(book, tmp_path, make, why):
    played(book)
    other = tmp_path / "other.db"
    make(other)
    content, before = other.read_bytes(), logs(book.path)
    refused(why, other, restore, book.path, other, NOW)
    assert (other.read_bytes(), logs(book.path)) == (content, before)
    assert names_in(tmp_path) == ["book.db", "other.db"]


def test_where_nothing_can_be_put_back(book, tmp_path):
    played(book)
    path, missing = Path(book.path), tmp_path / "copy.db"
    refused(Why.NO_FILE, missing, restore, path, missing, NOW)
    refused(Why.A_FOLDER, tmp_path, restore, path, tmp_path, NOW)
    refused(Why.ITSELF, path, restore, path, path, NOW)
    nowhere = tmp_path / "nowhere"
    refused(Why.NO_FOLDER, nowhere, restore, nowhere / "book.db", path, NOW)
    assert names_in(tmp_path) == ["book.db"]


def test_a_backup_of_a_newer_version_is_refused_untouched(book, tmp_path):
    played(book)
    newer = tmp_path / "newer.db"
    back_up(book.path, newer)
    raw(newer, "INSERT INTO _sqlite_migrations VALUES (99, 'scorekeeper', 'm099_later', 'then')")
    content, before = newer.read_bytes(), logs(book.path)
    refused(Why.NEWER, newer, restore, book.path, newer, NOW)
    assert (newer.read_bytes(), logs(book.path)) == (content, before)
    assert names_in(tmp_path) == ["book.db", "newer.db"]


def test_a_database_of_a_newer_version_can_be_backed_up_and_gives_way_to_an_older_one(
    book, tmp_path
):
    match = played(book)
    older, newer = tmp_path / "older.db", tmp_path / "newer.db"
    back_up(book.path, older)
    raw(book.path, "CREATE TABLE prizes (name TEXT)")
    raw(
        book.path, "INSERT INTO _sqlite_migrations VALUES (99, 'scorekeeper', 'm099_later', 'then')"
    )
    back_up(book.path, newer)
    kept = restore(book.path, older, NOW).kept
    assert book.last_seq(match) == 4
    assert raw(book.path, "SELECT name FROM sqlite_master WHERE name = 'prizes'") == []
    for path in (kept, newer):
        assert raw(path, "SELECT name FROM sqlite_master WHERE name = 'prizes'") == [("prizes",)]


def test_rows_that_our_tables_do_not_take_are_a_damage_of_the_backup(book, tmp_path):
    played(book)
    bent = tmp_path / "bent.db"
    back_up(book.path, bent)
    with closing(sqlite3.connect(bent)) as connection:
        for name in ("events_are_not_deleted", "events_follow_each_other"):
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("DELETE FROM events WHERE seq = 2")
        connection.commit()
    before = logs(book.path)
    refused(Why.CORRUPT, bent, restore, book.path, bent, NOW)
    assert logs(book.path) == before
    assert names_in(tmp_path) == ["bent.db", "book.db"]


@pytest.mark.parametrize("letters", LETTERS)
def test_a_backup_with_a_torn_entry_comes_back_and_works(book, tmp_path, letters):
    match, target = torn(book, letters), tmp_path / "copy.db"
    back_up(book.path, target)
    book.record_hand(match, HAND, 4)
    restored = restore(book.path, target, NOW)
    assert (restored.matches, restored.events, restored.unread) == (1, 4, Unread(1, 1))
    assert book.read(match).standing.totals == (20, 40)
    last = book.last_seq(match)
    assert book.record_hand(match, HAND, last).seq == last + 1
    saved = back_up(book.path, tmp_path / "again.db")
    assert (saved.events, saved.unread.entries) == (last + 1, 1)
    assert restore(tmp_path / "new.db", saved.path, NOW).unread.entries == 1


def test_a_damaged_database_gives_way_to_a_backup_with_a_torn_entry(book, tmp_path):
    match, target = torn(book), tmp_path / "copy.db"
    back_up(book.path, target)
    content = bytearray(Path(book.path).read_bytes())
    root = raw(book.path, "SELECT rootpage FROM sqlite_master WHERE name = 'events'")[0][0]
    content[(root - 1) * 4096 : root * 4096] = bytes(4096)
    Path(book.path).write_bytes(content)
    with pytest.raises(StorageError):
        book.read(match)
    assert restore(book.path, target, NOW).kept is not None
    assert book.record_hand(match, HAND, book.last_seq(match)).seq > 4


def test_a_database_of_another_place_stays_there_behind_its_link(tmp_path):
    elsewhere, link = tmp_path / "disk", tmp_path / "book.db"
    elsewhere.mkdir()
    link.symlink_to("disk/real.db")
    book, target = Scorebook(link), tmp_path / "copy.db"
    match = played(book)
    back_up(link, target)
    book.record_hand(match, HAND, 4)
    close_readers()
    kept = restore(link, target, NOW).kept
    assert (kept.parent, len(logs(kept)), len(logs(link))) == (elsewhere, 5, 6)
    (elsewhere / "real.db").write_bytes(b"the disk had a bad day " * 400)
    kept = restore(link, target, NOW.replace(hour=21)).kept
    assert kept.read_bytes().startswith(b"the disk had a bad day")
    assert not kept.is_symlink()
    assert link.is_symlink()
    assert len(Scorebook(link).read(match).hands) == 3
    assert names_in(tmp_path) == ["book.db", "copy.db", "disk"]
    refused(Why.ITSELF, elsewhere / "real.db", back_up, link, elsewhere / "real.db", True)


def test_a_damaged_database_is_put_aside(book, tmp_path):
    match = played(book)
    target = tmp_path / "copy.db"
    back_up(book.path, target)
    Path(book.path).write_bytes(b"the disk had a bad day " * 400)
    kept = restore(book.path, target, NOW).kept
    assert kept.read_bytes().startswith(b"the disk had a bad day")
    assert len(book.read(match).hands) == 3
    assert untold(book, match) == ROOM
    assert raw(book.path, "PRAGMA integrity_check") == [("ok",)]


def test_a_database_with_a_damage_inside_gives_way_and_is_kept_as_it_is(book, tmp_path):
    path, target = Path(book.path), tmp_path / "copy.db"
    match = played(book, 12)
    back_up(path, target)
    root = raw(path, "SELECT rootpage FROM sqlite_master WHERE name = 'events_started'")[0][0]
    content = bytearray(path.read_bytes())
    content[(root - 1) * 4096 : root * 4096] = bytes(4096)
    path.write_bytes(content)
    kept = restore(path, target, NOW).kept
    assert kept.read_bytes()[(root - 1) * 4096 : root * 4096] == bytes(4096)
    assert len(book.read(match).hands) == 12
    assert untold(book, match) == ROOM
    assert raw(path, "PRAGMA integrity_check") == [("ok",)]


@pytest.mark.parametrize("table", ["matches", "events", MIGRATIONS])
def test_a_database_that_lacks_a_table_gives_way_and_what_is_left_is_kept(book, tmp_path, table):
    match = played(book)
    back_up(book.path, tmp_path / "copy.db")
    raw(book.path, f"DROP TABLE {table}")
    kept = restore(book.path, tmp_path / "copy.db", NOW).kept
    assert [hand.totals for hand in book.read(match).hands] == [HAND] * 3
    left = "matches" if table == "events" else "events"
    assert raw(kept, f"SELECT count(*) FROM {left}") == [(1 if table == "events" else 4,)]


def test_a_backup_that_lacks_a_table_is_refused(book, tmp_path):
    played(book)
    back_up(book.path, tmp_path / "bent.db")
    raw(tmp_path / "bent.db", "DROP TABLE jobs")
    before = logs(book.path)
    refused(Why.CORRUPT, tmp_path / "bent.db", restore, book.path, tmp_path / "bent.db", NOW)
    assert logs(book.path) == before
    assert names_in(tmp_path) == ["bent.db", "book.db"]


STOP = """
import os, signal, sys
from datetime import datetime
from pathlib import Path
from scorekeeper.storage import restoring

def stop(*_):
    os.kill(os.getpid(), signal.SIGKILL)

point = sys.argv[1]
done = getattr(restoring, point)
setattr(restoring, point, lambda *named: (done(*named), stop()))
restoring.restore(Path(sys.argv[2]), Path(sys.argv[3]), datetime(2026, 11, 28, 20, 14))
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
@pytest.mark.parametrize("point", ["_keep", "_fill"])
def test_a_process_killed_in_the_middle_leaves_the_old_database_whole(tmp_path, point):
    book = Scorebook(tmp_path / "book.db")
    match = played(book, 40)
    back_up(book.path, tmp_path / "copy.db")
    book.record_hand(match, HAND, 41)
    before = logs(book.path)
    killed = subprocess.run(
        [sys.executable, "-c", STOP, point, str(book.path), str(tmp_path / "copy.db")],
        cwd=Path(scorekeeper.__file__).parents[1],
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL
    assert logs(book.path) == before
    assert raw(book.path, "PRAGMA integrity_check") == [("ok",)]
    restore(book.path, tmp_path / "copy.db", NOW)
    assert len(book.read(match).hands) == 40


def test_an_entry_that_is_gone_leaves_its_number_to_no_other(book, tmp_path):
    match = played(book)
    back_up(book.path, tmp_path / "copy.db")
    for seen in (4, 5):
        book.record_hand(match, HAND, seen)
    restore(book.path, tmp_path / "copy.db", NOW)
    assert len(book.read(match).hands) == 3
    told = [logged.event for logged in book.read(match).log[4:]]
    assert told == [BackupRestored(0), BackupRestored(0), BackupRestored(2)]
    assert book.read(match).log[-1].at == NOW.astimezone()
    with pytest.raises(StaleEntry):
        book.record_hand(match, HAND, 6)  # as a phone would that knows the fifth hand
    assert book.record_hand(match, HAND, 7).seq == 8


def test_a_correction_of_a_hand_that_is_gone_does_not_meet_the_one_in_its_place(book, tmp_path):
    match = played(book)
    back_up(book.path, tmp_path / "copy.db")
    gone = book.record_hand(match, HAND, 4).seq
    restore(book.path, tmp_path / "copy.db", NOW)
    entered = book.record_hand(match, HAND, book.last_seq(match)).seq
    assert entered != gone
    with pytest.raises(StaleEntry):
        book.correct_hand(match, gone, HAND, gone)
    with pytest.raises(UnknownHand):
        book.correct_hand(match, gone, HAND, entered)


def test_matches_that_lost_nothing_are_told_nothing(book, tmp_path):
    match, other = played(book), played(book)
    back_up(book.path, tmp_path / "copy.db")
    book.record_hand(other, HAND, 4)
    saved = book.read(match).log
    restore(book.path, tmp_path / "copy.db", NOW)
    assert book.read(match).log == saved
    restore(book.path, tmp_path / "copy.db", NOW)
    assert book.read(match).log == saved


def test_what_an_earlier_restore_told_of_is_still_gone_until_it_comes_back(book, tmp_path):
    match = played(book)
    back_up(book.path, tmp_path / "copy.db")
    for seen in (4, 5):
        book.record_hand(match, HAND, seen)

    def put_back(file):
        kept = restore(book.path, file, NOW).kept
        return book.read(match).log[-1].event.lost, kept

    lost, kept = put_back(tmp_path / "copy.db")
    assert lost == 2
    assert put_back(tmp_path / "copy.db")[0] == 2
    book.record_hand(match, (50, 60), book.last_seq(match))
    assert put_back(tmp_path / "copy.db")[0] == 3
    assert put_back(kept)[0] == 1  # the two are there again, the one of 50 : 60 is not
    assert len(book.read(match).hands) == 5
