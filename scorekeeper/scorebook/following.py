"""What the phones that follow a match ask for, many times an hour."""

from __future__ import annotations

import hmac
from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path

from scorekeeper.storage.glances import glancing, weight_of
from scorekeeper.storage.log import MatchKeys, Row

from .records import Access, MatchRecord
from .remembering import record_of


@dataclass(frozen=True, slots=True)
class Sight:
    """A match as one phone has found it, not yet worked out."""

    access: Access
    rows: tuple[Row, ...]

    @property
    def state(self) -> Hashable:
        """The whole content of the log: two sights of the same state are the same match."""
        return self.access.match_id, self.rows

    @property
    def weight(self) -> int:
        """About how many bytes it takes to remember the state."""
        return weight_of(self.rows)

    @property
    def record(self) -> MatchRecord:
        """The match as it stands. Raises `UnreadableMatch`."""
        return record_of(self.access.match_id, self.rows)

    def has_signed(self, phone: str) -> bool:
        """Whether this phone has written any of the log."""
        return any(row[5].partition(" ")[0] == phone for row in self.rows)


@dataclass(frozen=True, slots=True)
class Following:
    """Quick looks at the matches of one database file. Every method may raise `StorageError`."""

    path: str | Path
    journal: str = "wal"

    def newest(self, match_id: str, secret: str) -> int | None:
        """The number of the last event, or None if the secret does not open this match."""
        with glancing(self.path, self.journal) as log:
            seen = log.at(match_id)
        return None if seen is None or _access(seen.keys, secret) is None else seen.last

    def look(self, match_id: str, secret: str) -> Sight | None:
        """The match, or None if the secret does not open it."""
        with glancing(self.path, self.journal) as log:
            seen = log.at(match_id)
            access = None if seen is None else _access(seen.keys, secret)
            if seen is None or access is None:
                return None
            rows = log.rows(seen)
        return Sight(access, rows) if rows else None


def _access(keys: MatchKeys, secret: str) -> Access | None:
    opened = [
        hmac.compare_digest(known.encode(), secret.encode("utf-8", "surrogatepass"))
        for known in (keys.edit, keys.watch)
    ]
    return Access(keys.id, opened[0]) if any(opened) else None
