"""The event log: every match with its secrets, and what happened in it, in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlite_utils import Database

from .codec import MATCH_STARTED, decode, encode
from .connection import open_database, writing
from .events import Event, Logged, UnknownEvent
from .text import format_time, read_time, storable
from .torn import all_rows

Row = tuple[int, str, int, str, str, str, str | None, int | None]
"""An event as it is written down."""

LONG_AGO = datetime.fromtimestamp(0, UTC)
MOST_MISSING = 1000


@dataclass(frozen=True, slots=True)
class MatchKeys:
    """The id of a match, the secret that may edit it and the one that may only watch."""

    id: str
    edit: str
    watch: str


@contextmanager
def open_log(path: str | Path, journal: str = "wal") -> Iterator[EventLog]:
    """The log of the database at `path`, for one short piece of work. Raises `StorageError`."""
    with open_database(path, journal) as db:
        yield EventLog(db)


@dataclass(frozen=True, slots=True)
class EventLog:
    """The matches and events of an open database."""

    db: Database

    def writing(self) -> AbstractContextManager[None]:
        """Holds the write lock, so that what was read before writing is still true."""
        return writing(self.db)

    def add_match(self, keys: MatchKeys, at: datetime) -> None:
        """Adds a match without events."""
        self.db.execute(
            "INSERT INTO matches (id, edit_secret, watch_secret, created_at) VALUES (?, ?, ?, ?)",
            (keys.id, keys.edit, keys.watch, format_time(at)),
        )

    def keys(self, match_id: str) -> MatchKeys | None:
        return self._keys("id = :text", match_id)

    def keys_with(self, secret: str) -> MatchKeys | None:
        """The match that one of the two secrets opens."""
        return self._keys("edit_secret = :text OR watch_secret = :text", secret)

    def append(
        self,
        match_id: str,
        event: Event,
        expected: int,
        *,
        at: datetime,
        by: str = "",
        entry_id: str | None = None,
        undoes: int | None = None,
    ) -> int:
        """Adds an event after the one numbered `expected` (0: none) and returns its number.

        Raises `DocumentError` for an event that could not be read back. If `expected` is not the
        last one, or the entry is in the log already, the tables refuse the row (`Fault.REFUSED`).
        """
        encoded = encode(event)
        row = (
            match_id,
            expected + 1,
            encoded.kind,
            encoded.version,
            encoded.payload,
            storable(entry_id) if entry_id else None,
            format_time(at),
            storable(by),
            undoes,
        )
        self.db.execute(
            'INSERT INTO events (match_id, seq, kind, version, payload, entry_id, at, "by", undoes)'
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            row,
        )
        return expected + 1

    def repeat(self, match_id: str, event: Event, expected: int, last: int, at: datetime) -> None:
        """Adds the same event after the one numbered `expected` until number `last` is taken."""
        encoded = encode(event)
        if last > expected:
            self.db.execute(
                'INSERT INTO events (match_id, seq, kind, version, payload, at, "by")'
                " WITH RECURSIVE numbers (seq) AS"
                " (SELECT ? + 1 UNION ALL SELECT seq + 1 FROM numbers WHERE seq < ?)"
                " SELECT ?, seq, ?, ?, ?, ?, '' FROM numbers",
                (
                    expected,
                    last,
                    match_id,
                    encoded.kind,
                    encoded.version,
                    encoded.payload,
                    format_time(at),
                ),
            )

    def rows(self, match_id: str, after: int = 0) -> tuple[Row, ...]:
        """The events of the match after the one with this number, as they are written down."""
        sql = (
            'SELECT seq, kind, version, payload, at, "by", entry_id, undoes FROM events'
            " WHERE match_id = ? AND seq > ? ORDER BY seq"
        )
        return tuple(all_rows(self.db.conn, sql, (storable(match_id), after)))

    def read(self, match_id: str) -> tuple[Logged, ...]:
        """All events of the match, in order; none if there is no such match."""
        return self.read_since(match_id, 0)

    def read_since(self, match_id: str, seq: int) -> tuple[Logged, ...]:
        """The events of the match after the one with this number."""
        return read_rows(self.rows(match_id, seq))

    def last_seq(self, match_id: str) -> int:
        """The number of the last event of the match; 0 if there is no such match."""
        sql = "SELECT coalesce(max(seq), 0) FROM events WHERE match_id = ?"
        return int(self.db.execute(sql, (storable(match_id),)).fetchone()[0])

    def seq_of_entry(self, match_id: str, entry_id: str) -> int | None:
        """The event of the match that this entry has led to."""
        sql = "SELECT seq FROM events WHERE match_id = ? AND entry_id = ?"
        row = self.db.execute(sql, (storable(match_id), storable(entry_id))).fetchone()
        return None if row is None else int(row[0])

    def match_of_entry(self, entry_id: str) -> str | None:
        """The match that this entry has started."""
        sql = f"SELECT match_id FROM events WHERE kind = '{MATCH_STARTED}' AND entry_id = ?"  # noqa: S608
        row = self.db.execute(sql, (storable(entry_id),)).fetchone()
        return None if row is None else str(row[0])

    def _keys(self, condition: str, text: str) -> MatchKeys | None:
        sql = f"SELECT id, edit_secret, watch_secret FROM matches WHERE {condition}"  # noqa: S608
        row = self.db.execute(sql, {"text": storable(text)}).fetchone()
        return None if row is None else MatchKeys(*row)


def read_rows(rows: Iterable[Row]) -> tuple[Logged, ...]:
    """The events that these rows tell of."""
    return tuple(_logged(*row) for row in rows)


def unread(log: Iterable[Logged]) -> tuple[int, ...]:
    """The numbers of the events of a match that cannot be read, or that are missing in between.

    Of a gap, no more than the first thousand: a number that is damaged itself can be any.
    """
    found: list[int] = []
    last = 0
    for logged in log:
        found.extend(range(last + 1, min(logged.seq, last + 1 + MOST_MISSING)))
        if isinstance(logged.event, UnknownEvent):
            found.append(logged.seq)
        last = logged.seq
    return tuple(found)


def _logged(
    seq: int,
    kind: str,
    version: int,
    payload: str,
    at: str,
    by: str,
    entry_id: str | None,
    undoes: int | None,
) -> Logged:
    event = decode(kind, version, payload)
    try:
        time = read_time(at)
    except ValueError:
        return Logged(seq, UnknownEvent(kind, version), LONG_AGO, by, entry_id, undoes)
    return Logged(seq, event, time, by, entry_id, undoes)
