"""The door of a match: codes to type, tries that failed, and links that no longer open it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlite_utils import Database

from .connection import open_database, writing
from .log import EventLog
from .text import format_time, storable


@dataclass(frozen=True, slots=True)
class Code:
    """A code that opens a match until it ends; of its letters only a digest is known."""

    digest: str
    match_id: str
    may_edit: bool
    ends: datetime


@dataclass(frozen=True, slots=True)
class Renewal:
    """A link that was renewed: which of the two, after which event of the log, when, by whom.

    `retired` is the digest of the secret that stopped working.
    """

    match_id: str
    after: int
    may_edit: bool
    retired: str
    at: datetime
    by: str


@contextmanager
def open_door(path: str | Path, journal: str = "wal") -> Iterator[Door]:
    """The door of the database at `path`, for one short piece of work. Raises `StorageError`."""
    with open_database(path, journal) as db:
        yield Door(db)


def digest_of(secret: str) -> str:
    """What is kept of a secret that no longer opens anything."""
    return hashlib.sha256(storable(secret).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Door:
    """Codes, failed tries and renewed links of an open database."""

    db: Database

    @property
    def log(self) -> EventLog:
        """The matches and events of the same database."""
        return EventLog(self.db)

    def writing(self) -> AbstractContextManager[None]:
        """Holds the write lock, so that what was read before writing is still true."""
        return writing(self.db)

    def add_code(self, code: Code) -> None:
        """Adds a code; the tables refuse one that is there already (`Fault.REFUSED`)."""
        self.db.execute(
            "INSERT INTO codes (digest, match_id, may_edit, ends) VALUES (?, ?, ?, ?)",
            (code.digest, code.match_id, code.may_edit, _stamp(code.ends)),
        )

    def codes(self, at: datetime) -> tuple[Code, ...]:
        """The codes that open a match at that time, the first to end first."""
        rows = self.db.execute(
            "SELECT digest, match_id, may_edit, ends FROM codes WHERE ends > ?"
            " ORDER BY ends, rowid",
            (_stamp(at),),
        )
        return tuple(
            Code(digest, match_id, bool(may_edit), _time(ends))
            for digest, match_id, may_edit, ends in rows.fetchall()
        )

    def remove_code(self, digest: str) -> None:
        """Ends a code, if there is one with this digest."""
        self.db.execute("DELETE FROM codes WHERE digest = ?", (digest,))

    def add_try(self, address: str, at: datetime) -> None:
        """Writes down that a wrong code came from this address."""
        row = (storable(address), _stamp(at))
        self.db.execute("INSERT INTO code_tries (address, at) VALUES (?, ?)", row)

    def latest_try(
        self, number: int, since: datetime, address: str | None = None
    ) -> datetime | None:
        """The time of the latest failed try but `number`, of one address or of all; 0: the latest.

        None if there were no more than `number` after `since`.
        """
        sql = (
            "SELECT at FROM code_tries WHERE at > :since AND address = coalesce(:address, address)"
            " ORDER BY at DESC LIMIT 1 OFFSET :number"
        )
        named = {"since": _stamp(since), "address": address, "number": number}
        row = self.db.execute(sql, named).fetchone()
        return None if row is None else _time(row[0])

    def sweep(self, ended: datetime, tried: datetime) -> None:
        """Forgets the codes that have ended by then and the tries up to then."""
        self.db.execute("DELETE FROM codes WHERE ends <= ?", (_stamp(ended),))
        self.db.execute("DELETE FROM code_tries WHERE at <= ?", (_stamp(tried),))

    def forget_future(self, ends: datetime, tried: datetime) -> None:
        """Forgets codes that end later and tries that were made later: the clock was set back."""
        self.db.execute("DELETE FROM codes WHERE ends > ?", (_stamp(ends),))
        self.db.execute("DELETE FROM code_tries WHERE at > ?", (_stamp(tried),))

    def renew(self, renewal: Renewal, secret: str, entry_id: str = "") -> None:
        """Puts a new secret in the place of the old one and writes that down.

        Codes that were made for the old link end with it.
        """
        column = "edit_secret" if renewal.may_edit else "watch_secret"
        sql = f"UPDATE matches SET {column} = ? WHERE id = ?"  # noqa: S608
        self.db.execute(sql, (secret, renewal.match_id))
        self.db.execute(
            "DELETE FROM codes WHERE match_id = ? AND may_edit = ?",
            (renewal.match_id, renewal.may_edit),
        )
        self.db.execute(
            'INSERT INTO renewals (match_id, after, may_edit, retired, entry_id, at, "by")'
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                renewal.match_id,
                renewal.after,
                renewal.may_edit,
                renewal.retired,
                storable(entry_id) or None,
                format_time(renewal.at),
                storable(renewal.by),
            ),
        )

    def renewals(self, match_id: str) -> tuple[Renewal, ...]:
        """The links of the match that were renewed, in order."""
        return self._renewals("match_id = ?", match_id)

    def renewal_of(self, secret: str) -> Renewal | None:
        """The renewal that made this secret stop working."""
        return next(iter(self._renewals("retired = ?", digest_of(secret))), None)

    def renewal_of_entry(self, entry_id: str) -> Renewal | None:
        """The renewal that this entry has led to."""
        return next(iter(self._renewals("entry_id = ?", storable(entry_id))), None)

    def _renewals(self, condition: str, text: str) -> tuple[Renewal, ...]:
        rows = self.db.execute(
            'SELECT match_id, after, may_edit, retired, at, "by" FROM renewals'  # noqa: S608
            f" WHERE {condition} ORDER BY rowid",
            (storable(text),),
        )
        return tuple(
            Renewal(match_id, after, bool(may_edit), retired, datetime.fromisoformat(at), by)
            for match_id, after, may_edit, retired, at, by in rows.fetchall()
        )


def _stamp(at: datetime) -> int:
    """The time in whole milliseconds, which compare as they should."""
    return int(at.timestamp() * 1000)


def _time(stamp: int) -> datetime:
    return datetime.fromtimestamp(stamp / 1000, UTC)
