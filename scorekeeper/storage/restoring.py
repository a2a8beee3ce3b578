"""Putting a backup in the place of the database, under servers that go on meanwhile.

The file of the database is never exchanged: who has it open would go on writing into the old one,
or lay the journal of the old one over the new. Its content is, in one transaction.

A phone knows its match by the number of the last event that it saw, and no number may ever mean
two things to it. Where the log of before is there, the numbers go on above it. Where it is not (a
new machine, a damaged file, a match that was deleted), nobody knows how far it went: then the
restore itself takes up more numbers than a table writes between two backups, and whatever a phone
saw of the lost ones stands before the event that says a backup was put back, or beside one that
says nothing. That makes its board old and its form one that has not seen everything.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path

from sqlite_utils import Database

from .connection import make_file, writing
from .copies import (
    CopyError,
    Unread,
    Why,
    blaming,
    check_plain,
    copy_into,
    count_of,
    followed,
    opened_to_read,
    part_beside,
    put,
    side_files,
    tables_of,
    unread_in,
)
from .events import BackupRestored
from .log import EventLog
from .migrations import MIGRATIONS, migrate, migrations
from .soundness import unchecked

PATIENCE_SECONDS = 30.0
"""Whoever puts a backup back can wait longer for a moment without writers than a phone can."""

ROOM = 200
"""So many entries of a match may have been lost where nobody can tell: those of a long evening at a
table where every side counts, confirms and corrects."""

_SAME = """
    (new.match_id, new.seq, new.kind, new.payload, new.at)
     = (old.match_id, old.seq, old.kind, old.payload, old.at)
"""
_TOLD = "old.kind = 'backup_restored' AND json_valid(old.payload)"
# The last event of each match whose log says something that the backup does not, how many entries
# that is, and whether that is not known: those that an earlier restore has told of are still gone,
# unless they come back.
_GONE = f"""
    SELECT old.match_id, min(max(old.seq), count(*) + {ROOM}),
        sum(CASE WHEN new.seq IS NOT NULL THEN 0 WHEN old.kind <> 'backup_restored' THEN 1
            WHEN {_TOLD} THEN coalesce(json_extract(old.payload, '$.lost'), 0) ELSE 0 END)
        - (SELECT count(*) FROM backup.events AS new
            WHERE new.match_id = old.match_id AND new.kind <> 'backup_restored'
            AND NOT EXISTS (SELECT 1 FROM main.events AS old WHERE {_SAME})),
        max(CASE WHEN new.seq IS NULL AND {_TOLD}
            THEN json_extract(old.payload, '$.lost') IS NULL ELSE 0 END)
    FROM main.events AS old LEFT JOIN backup.events AS new ON {_SAME}
    GROUP BY old.match_id HAVING count(new.seq) < count(*)
"""  # noqa: S608


@dataclass(frozen=True, slots=True)
class _Gap:
    """The last number that a phone may have seen of a match, and how many entries are gone."""

    match_id: str
    seen: int
    lost: int | None


@dataclass(frozen=True, slots=True)
class Restored:
    """What a database has now, what of that cannot be read, and the file that keeps what it had,
    unless that was no match."""

    matches: int
    events: int
    kept: Path | None
    unread: Unread


def count_matches(path: Path) -> int:
    """How many matches a database has; 0 where there is none, or none that can be read."""
    try:
        path = followed(path)
        with opened_to_read(path) as connection, blaming(path):
            return count_of(connection)[0]
    except CopyError:
        return 0


def restore(database: Path, backup: Path, now: datetime) -> Restored:
    """Makes the database what the backup is, and keeps what was there in a file beside it.

    All or nothing, also when the process is killed; no entry that was saved before is in neither.
    A backup of an earlier version is brought up to date on the way, one of a later version or with
    a damage is refused. A database that is damaged itself is put aside as a file. An entry that
    cannot be read comes back as it is. A link to the database stays one. Raises `CopyError`.
    """
    for path in (database.absolute(), backup.absolute()):
        check_plain(path)
    database, backup = followed(database), followed(backup)
    if database.exists() and backup.exists() and database.samefile(backup):
        raise CopyError(Why.ITSELF, backup)
    if not database.parent.is_dir():
        raise CopyError(Why.NO_FOLDER, database.parent)
    with part_beside(database) as part:
        found, unread = _prepare(part, backup, database)
        kept = _name_for(database, now)
        try:
            is_kept = _exchange(database, part, kept, backup, now.astimezone())
        except CopyError as error:
            if (error.why, error.path) != (Why.CORRUPT, database):
                raise
            _tell_all(part, now.astimezone())
            _put_aside(database, part, kept)
            is_kept = True
    return Restored(*found, kept if is_kept else None, unread)


def _prepare(part: Path, backup: Path, database: Path) -> tuple[tuple[int, int], Unread]:
    """Copies the backup, with the tables of this version; how many matches and events it has, and
    what of them cannot be read."""
    with opened_to_read(backup) as source:
        if not tables_of(source):
            raise CopyError(Why.NOT_OURS, backup)
        if not copy_into(part, source, backup, database):
            raise CopyError(Why.CORRUPT, backup)
    with opened_to_read(part) as connection, blaming(backup):
        db = Database(connection, execute_plugins=False)
        if not list(migrations.applied(db)):
            raise CopyError(Why.NOT_OURS, backup)
        with writing(db):
            migrate(db)
        return count_of(connection), unread_in(connection)


def _exchange(database: Path, part: Path, kept: Path, backup: Path, now: datetime) -> bool:
    """Everything in the database gives way to what is in `part`; whether anything was kept.

    Others wait from before the old content is saved until the new one is there.
    """
    with blaming(database):
        make_file(database)
    is_kept = False
    try:
        with _opened_to_write(database, part) as connection, blaming(database):
            db = Database(connection, execute_plugins=False)
            with writing(db):
                is_kept = _keep(database, kept)
                gaps = _gaps(connection)
                _clear(connection)
                migrate(db)
                _fill(connection, backup)
                _tell(EventLog(db), gaps, now)
            with suppress(sqlite3.Error):  # others may be reading: then it is done later
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except BaseException:
        if is_kept:
            kept.unlink()
        raise
    return is_kept


@contextmanager
def _opened_to_write(database: Path, part: Path) -> Iterator[sqlite3.Connection]:
    with blaming(database):
        connection = sqlite3.connect(database, timeout=PATIENCE_SECONDS)
    with closing(connection), blaming(database):
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("ATTACH ? AS backup", (str(part),))
        yield connection


def _keep(database: Path, kept: Path) -> bool:
    """Saves what is there, sound or not, unless there is no match; the caller has the lock.

    Where a table is missing nobody can tell, so whatever is left is kept.
    """
    with opened_to_read(database) as source, part_beside(kept) as part:
        tables = set(tables_of(source))
        if not tables or ({"matches", "events"} <= tables and not count_of(source)[0]):
            return False
        copy_into(part, source, database, kept)
        with blaming(kept):
            put(part, kept)
    return True


def _clear(connection: sqlite3.Connection) -> None:
    """Drops every table and view, with its indexes and triggers."""
    views = connection.execute("SELECT name FROM sqlite_master WHERE type = 'view'").fetchall()
    for (name,) in views:
        connection.execute(f"DROP VIEW {_quoted(name)}")
    for name in tables_of(connection):
        connection.execute(f"DROP TABLE {_quoted(name)}")


def _fill(connection: sqlite3.Connection, backup: Path) -> None:
    """Copies the rows in their order, under the types and triggers of our own tables.

    Their checks were passed by whoever wrote a row; what a broken disk made of it since comes back
    as what it is.
    """
    for table in map(_quoted, tables_of(connection)):
        if table == _quoted(MIGRATIONS):
            continue
        named = connection.execute(f"PRAGMA main.table_info({table})").fetchall()
        columns = ", ".join(_quoted(column[1]) for column in named)
        sql = f"SELECT {columns} FROM backup.{table} ORDER BY rowid"  # noqa: S608
        try:
            with unchecked(connection):
                connection.execute(f"INSERT INTO main.{table} ({columns}) {sql}")
        except sqlite3.IntegrityError as error:
            raise CopyError(Why.CORRUPT, backup) from error


def _gaps(connection: sqlite3.Connection) -> list[_Gap]:
    """What the backup lacks of the matches that are in both, and how much it may lack of others."""
    lasts = dict(_lasts(connection, "backup"))
    if "events" not in tables_of(connection):
        return [_unknown(*last) for last in lasts.items()]
    gone = connection.execute(_GONE).fetchall()
    gaps = [
        _Gap(match_id, seen, None if is_unknown else max(0, lost))
        for match_id, seen, lost, is_unknown in gone
        if match_id in lasts
    ]
    there = {match_id for match_id, _ in _lasts(connection, "main")}
    return [*gaps, *(_unknown(*last) for last in lasts.items() if last[0] not in there)]


def _lasts(connection: sqlite3.Connection, schema: str) -> list[tuple[str, int]]:
    """The matches of one of the two files, with the numbers of their last events."""
    sql = f"SELECT match_id, max(seq) FROM {schema}.events GROUP BY match_id"  # noqa: S608
    return connection.execute(sql).fetchall()


def _unknown(match_id: str, last: int) -> _Gap:
    return _Gap(match_id, last + ROOM, None)


def _tell_all(part: Path, now: datetime) -> None:
    """Tells it in every match of a file that takes the place of one that cannot be read."""
    with blaming(part), closing(sqlite3.connect(part)) as connection:
        db = Database(connection, execute_plugins=False)
        with writing(db):
            _tell(EventLog(db), [_unknown(*last) for last in _lasts(connection, "main")], now)


def _tell(log: EventLog, gaps: list[_Gap], now: datetime) -> None:
    """Writes into the logs that a backup was put back, under a number that no phone has seen.

    A phone that slept knows its match by the number of the last event: another event of that number
    would be taken for the one it has.
    """
    for gap in gaps:
        last = log.last_seq(gap.match_id)
        log.repeat(gap.match_id, BackupRestored(0), last, gap.seen, now)
        log.append(gap.match_id, BackupRestored(gap.lost), max(last, gap.seen), at=now)


def _put_aside(database: Path, part: Path, kept: Path) -> None:
    """The damaged file and its journal get another name, and the backup takes its place."""
    with blaming(database):
        for old, new in zip(side_files(database), side_files(kept), strict=True):
            if old.exists():
                old.rename(new)
        try:
            kept.hardlink_to(database)
        except (OSError, NotImplementedError):  # a stick that knows no second name for a file
            database.rename(kept)
        put(part, database, replace=True)


def _name_for(database: Path, now: datetime) -> Path:
    """A name beside the database that no file has: `scorekeeper.before-2026-11-30-2014.db`."""
    stem = f"{database.stem}.before-{now:%Y-%m-%d-%H%M}"
    names = (f"{stem}{f'-{number}' if number > 1 else ''}{database.suffix}" for number in count(1))
    return next(place for name in names if not (place := database.with_name(name)).exists())


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
