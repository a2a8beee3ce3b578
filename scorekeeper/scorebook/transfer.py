"""A match as a document with its whole log, to be kept or taken to another machine.

Taking the same document in twice makes one match: what is there already is found again.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from scorekeeper.rules.problems import Finding
from scorekeeper.rules.reader import FORMAT, Node, load_json
from scorekeeper.storage.codec import decode
from scorekeeper.storage.events import Logged, MatchStarted, UnknownEvent
from scorekeeper.storage.log import MatchKeys
from scorekeeper.storage.text import format_time
from scorekeeper.storage.transfer import Row, Transfer, open_transfer

from .fold import read_match
from .keys import ID_LENGTH, ID_LETTERS, TokenSource, make_keys, random_token
from .records import MatchRecord
from .refusals import UnknownMatch, UnreadableMatch
from .starting import unused_keys

KIND = "tranca match"
MOST_EVENTS = 5000
BY_LIMIT = 120
KIND_LIMIT = 40
_ID = re.compile(f"[{ID_LETTERS}]{{{ID_LENGTH}}}")


@dataclass(frozen=True, slots=True)
class Export:
    """A match taken out of a file: its id there, and its events."""

    match_id: str
    rows: tuple[Row, ...]

    @property
    def record(self) -> MatchRecord:
        """The match as it stands. Raises `UnreadableMatch`."""
        return read_match(self.match_id, tuple(_logged(self.rows)))


@dataclass(frozen=True, slots=True)
class Imported:
    """The match that a document led to; `is_new` unless it was there already."""

    keys: MatchKeys
    is_new: bool


@dataclass(frozen=True, slots=True)
class Transfers:
    """Takes matches out of one database file and puts them into it."""

    path: str | Path
    journal: str = "wal"
    token: TokenSource = random_token

    def export(self, match_id: str) -> dict[str, object]:
        """The document of a match. Raises `UnknownMatch`."""
        with open_transfer(self.path, self.journal) as transfer:
            rows = transfer.rows(match_id)
        if not rows:
            raise UnknownMatch(match_id)
        return format_export(Export(match_id, rows))

    def take_in(self, export: Export, owner: str, held: bool = False) -> Imported:
        """Adds the match, or finds it if it is there.

        `owner` tells apart who brings it; `held` says that they may edit the match of this id in
        this file already: then what it lacks is added to it. A match of that id which they may not
        edit, or which went on in another way, stays as it is, and theirs gets a new id.
        """
        with open_transfer(self.path, self.journal) as transfer, transfer.writing():
            present = transfer.rows(export.match_id)
            common = min(len(present), len(export.rows))
            if held and present and present[:common] == export.rows[:common]:
                return self._continue(transfer, export, len(present))
            entry_id = _entry_id(export, owner)
            known = transfer.log.match_of_entry(entry_id)
            keys = transfer.log.keys(known) if known else None
            if keys is not None:
                return Imported(keys, is_new=False)
            return self._add(
                transfer,
                export,
                entry_id,
                is_taken=bool(present) or not _ID.fullmatch(export.match_id),
            )

    def _continue(self, transfer: Transfer, export: Export, there: int) -> Imported:
        keys = transfer.log.keys(export.match_id)
        if keys is None:
            raise UnknownMatch(export.match_id)
        transfer.add(export.match_id, export.rows[there:], after=there)
        return Imported(keys, is_new=len(export.rows) > there)

    def _add(self, transfer: Transfer, export: Export, entry_id: str, is_taken: bool) -> Imported:
        if is_taken:
            keys = unused_keys(transfer.log, self.token)
        else:
            keys = replace(make_keys(self.token), id=export.match_id)
        transfer.log.add_match(keys, datetime.now(UTC))
        transfer.add(keys.id, export.rows, entry_id=entry_id)
        return Imported(keys, is_new=True)


def format_export(export: Export) -> dict[str, object]:
    """The document, with every event as the log has it."""
    return {
        "format": FORMAT,
        "kind": KIND,
        "match": export.match_id,
        "events": [_format_row(row) for row in export.rows],
    }


def parse_export(data: str | bytes) -> Export:
    """Reads a document. Raises `DocumentError`, also for what only a newer version wrote."""
    node = Node(load_json(data))
    fields = node.fields(("format", "kind", "match", "events"))
    fields["format"].check_format()
    fields["kind"].choice((KIND,))
    match_id = fields["match"].text()
    events = tuple(fields["events"].items())
    if not 1 <= len(events) <= MOST_EVENTS:
        raise fields["events"].refuse(Finding.NUMBER_OUT_OF_RANGE, low=1, high=MOST_EVENTS)
    export = Export(match_id, tuple(map(_read_row, events)))
    for place, (event, logged) in enumerate(zip(events, _logged(export.rows), strict=True)):
        if isinstance(logged.event, UnknownEvent) or not _belongs(logged, place):
            raise event.refuse(Finding.EVENT_UNREADABLE)
    try:
        export.record  # noqa: B018 - whether the start can be read
    except UnreadableMatch:
        raise events[0].refuse(Finding.EVENT_UNREADABLE) from None
    return export


def _belongs(logged: Logged, place: int) -> bool:
    """A match starts once, and an event takes back only what was before it."""
    is_start = isinstance(logged.event, MatchStarted)
    return is_start == (place == 0) and (logged.undoes is None or logged.undoes < logged.seq)


def _read_row(node: Node) -> Row:
    fields = node.fields(("kind", "version", "at", "by", "event"), ("undoes",))
    kind, by = fields["kind"].text(), fields["by"].text()
    for key, text, limit in (("kind", kind, KIND_LIMIT), ("by", by, BY_LIMIT)):
        if len(text) > limit:
            raise fields[key].refuse(Finding.TOO_LARGE)
    return Row(
        kind=kind,
        version=fields["version"].integer(1),
        payload=json.dumps(fields["event"].value, separators=(",", ":"), allow_nan=False),
        at=_read_time(fields["at"]),
        by=by,
        undoes=fields["undoes"].integer(1) if "undoes" in fields else None,
    )


def _read_time(node: Node) -> str:
    try:
        at = datetime.fromisoformat(node.text())
        return format_time(at if at.tzinfo else at.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        raise node.refuse(Finding.WRONG_TYPE, expected="text") from None


def _format_row(row: Row) -> dict[str, object]:
    written: dict[str, object] = {
        "kind": row.kind,
        "version": row.version,
        "at": row.at,
        "by": row.by,
        "event": json.loads(row.payload),
    }
    if row.undoes is not None:
        written["undoes"] = row.undoes
    return written


def _logged(rows: tuple[Row, ...]) -> Iterator[Logged]:
    for seq, row in enumerate(rows, start=1):
        event = decode(row.kind, row.version, row.payload)
        yield Logged(seq, event, datetime.fromisoformat(row.at), row.by, None, row.undoes)


def _entry_id(export: Export, owner: str) -> str:
    """The same for the same document brought by the same phone."""
    text = json.dumps(format_export(export), sort_keys=True)
    return "import:" + hashlib.sha256(f"{owner}\n{text}".encode()).hexdigest()
