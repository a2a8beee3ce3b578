"""A match as a document with its whole log, to be kept or taken to another machine.

Taking the same document in twice makes one match: what is there already is found again.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from scorekeeper.rules.problems import DocumentError, Finding, ManyFaultsError
from scorekeeper.rules.reader import FORMAT, Node, has_more_values, load_json
from scorekeeper.storage.codec import decode
from scorekeeper.storage.events import Logged
from scorekeeper.storage.log import MatchKeys
from scorekeeper.storage.text import format_time, is_text, read_time
from scorekeeper.storage.transfer import Row, Transfer, open_transfer

from .fold import read_match
from .keys import ID_LENGTH, ID_LETTERS, TokenSource, make_keys, random_token
from .records import Access, MatchRecord
from .refusals import UnknownMatch, UnreadableEntry, UnreadableMatch
from .starting import unused_keys
from .vetting import faults_of

KIND = "tranca match"
MOST_EVENTS = 5000
MOST_OF_AN_EVENT = 500  # values; a whole pack by card has about eighty
BY_LIMIT = 120
KIND_LIMIT = 40
_ID = re.compile(f"[{ID_LETTERS}]{{{ID_LENGTH}}}")


@dataclass(frozen=True, slots=True)
class Export:
    """A match taken out of a file: its id there, and its events."""

    match_id: str
    rows: tuple[Row, ...]
    read: MatchRecord | None = field(default=None, compare=False, repr=False)

    @property
    def record(self) -> MatchRecord:
        """The match as it stands. Raises `UnreadableMatch`."""
        return self.read or read_match(self.match_id, tuple(_logged(self.rows)))


class Taken(StrEnum):
    """What came of a match that was taken in."""

    NEW = "new"
    CONTINUED = "continued"
    NOTHING_NEW = "nothing-new"
    PARTED = "parted"
    APART = "apart"


@dataclass(frozen=True, slots=True)
class Imported:
    """The match that a document led to, and whether who brought it may edit it."""

    keys: MatchKeys
    taken: Taken
    may_edit: bool = True

    @property
    def is_new(self) -> bool:
        """Whether anything was written."""
        return self.taken is not Taken.NOTHING_NEW


Held = Callable[[MatchKeys], Access | None]
"""What whoever brings a document may do with a match that is there already."""


def held_by_nobody(keys: MatchKeys) -> None:
    """Nothing is theirs."""


@dataclass(frozen=True, slots=True)
class _Present:
    """A match of the file that began as the one that is brought."""

    keys: MatchKeys
    rows: tuple[Row, ...]
    access: Access | None

    @property
    def may_edit(self) -> bool:
        return self.access is not None and self.access.may_edit

    def agrees(self, rows: tuple[Row, ...]) -> bool:
        """Whether one of the two logs is the beginning of the other."""
        return all(map(_is_same, self.rows, rows))


@dataclass(frozen=True, slots=True)
class Transfers:
    """Takes matches out of one database file and puts them into it."""

    path: str | Path
    journal: str = "wal"
    token: TokenSource = random_token

    def export(self, match_id: str) -> dict[str, object]:
        """The document of a match. Raises `UnknownMatch`, `UnreadableEntry`."""
        with open_transfer(self.path, self.journal) as transfer:
            rows, missing = transfer.rows(match_id), transfer.first_missing(match_id)
        if not rows:
            raise UnknownMatch(match_id)
        if missing is not None:  # without it the others would get wrong numbers
            raise UnreadableEntry(match_id, missing)
        return format_export(Export(match_id, rows))

    def matches(self) -> tuple[str, ...]:
        """The ids of all matches, in the order in which they came."""
        with open_transfer(self.path, self.journal) as transfer:
            return transfer.matches()

    def take_in(self, export: Export, owner: str, held: Held = held_by_nobody) -> Imported:
        """Adds the match, or finds it if it is there.

        `owner` tells apart who brings it, `held` what they may do here already. A match that they
        may edit gets what it lacks, if the log of the document goes on where its own ends. One that
        they may only watch is found if it has everything. Any other match that began in the same
        way stays as it is, and what they bring gets a new id.
        """
        with open_transfer(self.path, self.journal) as transfer, transfer.writing():
            present = _present(transfer, export, held)
            fitting = [one for one in present if one.agrees(export.rows)]
            for one in fitting:
                if one.may_edit:
                    return _continue(transfer, export, one)
            for one in fitting:
                if one.access is not None and len(export.rows) <= len(one.rows):
                    return Imported(one.keys, Taken.NOTHING_NEW, may_edit=False)
            entry_id = _entry_id(export, owner)
            known = transfer.log.match_of_entry(entry_id)
            keys = transfer.log.keys(known) if known else None
            if keys is not None:
                return Imported(keys, Taken.NOTHING_NEW)
            keys = self._keys(transfer, export, held)
            transfer.log.add_match(keys, datetime.now(UTC))
            transfer.add(keys.id, export.rows, entry_id=entry_id)
            return Imported(keys, _taken_beside(present))

    def _keys(self, transfer: Transfer, export: Export, held: Held) -> MatchKeys:
        """New secrets, and the id of the document if it can be had."""
        is_taken = transfer.log.keys(export.match_id) is not None
        if is_taken or not _ID.fullmatch(export.match_id) or _is_kin(transfer, export, held):
            return unused_keys(transfer.log, self.token)
        return replace(make_keys(self.token), id=export.match_id)


def _present(transfer: Transfer, export: Export, held: Held) -> list[_Present]:
    """The matches that began as this one, that of its id first, the longest of the others next."""
    first = export.rows[0]
    found = []
    for match_id in dict.fromkeys((export.match_id, *transfer.started(first.at))):
        keys, rows = transfer.log.keys(match_id), transfer.rows(match_id)
        if keys is not None and rows and (match_id == export.match_id or _is_same(rows[0], first)):
            found.append(_Present(keys, rows, held(keys)))
    return sorted(found, key=lambda one: (one.keys.id != export.match_id, -len(one.rows)))


def _continue(transfer: Transfer, export: Export, present: _Present) -> Imported:
    there = len(present.rows)
    added = export.rows[there:]
    transfer.add(present.keys.id, added, after=there)
    return Imported(present.keys, Taken.CONTINUED if added else Taken.NOTHING_NEW)


def _taken_beside(present: list[_Present]) -> Taken:
    """How a match was taken in that could not be put together with one of these."""
    if any(one.may_edit for one in present):
        return Taken.PARTED
    return Taken.APART if present else Taken.NEW


def _is_kin(transfer: Transfer, export: Export, held: Held) -> bool:
    """Whether the match would come before or after one that is there and not theirs.

    From a match to its rematch there is a door, and a file must not open it.
    """
    record = export.record
    for match_id in (record.successor, record.setup.follows):
        keys = transfer.log.keys(match_id) if match_id else None
        access = held(keys) if keys is not None else None
        if keys is not None and not (access is not None and access.may_edit):
            return True
    return False


def _is_same(one: Row, other: Row) -> bool:
    """Whether two rows say the same, in whatever order a program wrote their fields."""
    try:
        if one.payload != other.payload and json.loads(one.payload) != json.loads(other.payload):
            return False
    except (ValueError, RecursionError):  # one of them is damaged
        return False
    return replace(one, payload="") == replace(other, payload="")


def format_export(export: Export) -> dict[str, object]:
    """The document, with every event as the log has it. Raises `UnreadableEntry`."""
    return {
        "format": FORMAT,
        "kind": KIND,
        "match": export.match_id,
        "events": [_format_row(export.match_id, *row) for row in enumerate(export.rows, start=1)],
    }


def export_text(document: dict[str, object]) -> str:
    """The document as a file has it; a character that is none is left in its JSON escape."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return text if is_text(text) else json.dumps(document, separators=(",", ":"))


def parse_export(data: str | bytes) -> Export:
    """Reads a document. Raises `DocumentError`, also for what only a newer version wrote, and for
    what could not have been entered where it stands (`faults_of`)."""
    node = Node(load_json(data))
    fields = node.fields(("format", "kind", "match", "events"))
    fields["format"].check_format()
    fields["kind"].choice((KIND,))
    match_id = fields["match"].text()
    rows = _read_rows(_events(fields["events"]))
    log = tuple(_logged(rows))
    faults = tuple(faults_of(log))
    if faults:
        raise ManyFaultsError(faults)
    try:
        return Export(match_id, rows, read_match(match_id, log))
    except UnreadableMatch:
        raise DocumentError(Finding.EVENT_UNREADABLE, "events[0]") from None


def _events(node: Node) -> tuple[Node, ...]:
    """As many as a match may have, counted before a node is made of each."""
    if isinstance(node.value, list) and not 1 <= len(node.value) <= MOST_EVENTS:
        raise node.refuse(Finding.NUMBER_OUT_OF_RANGE, low=1, high=MOST_EVENTS)
    return tuple(node.items())


def _read_rows(events: tuple[Node, ...]) -> tuple[Row, ...]:
    """The events as rows of a log. Raises `ManyFaultsError`, with what is wrong in each."""
    rows, errors = [], []
    for event in events:
        try:
            rows.append(_read_row(event))
        except DocumentError as error:
            errors.append(error)
    if errors:
        raise ManyFaultsError(errors)
    return tuple(rows)


def _read_row(node: Node) -> Row:
    fields = node.fields(("kind", "version", "at", "by", "event"), ("undoes",))
    kind, by = fields["kind"].text(), fields["by"].text()
    for key, limit in (("kind", KIND_LIMIT), ("by", BY_LIMIT)):
        if len(fields[key].text()) > limit:
            raise fields[key].refuse(Finding.TOO_LARGE)
    if not is_text(json.dumps(node.value, ensure_ascii=False)):
        raise node.refuse(Finding.EVENT_UNREADABLE)
    payload = json.dumps(fields["event"].value, separators=(",", ":"), allow_nan=False)
    if has_more_values(payload, MOST_OF_AN_EVENT):
        raise fields["event"].refuse(Finding.TOO_LARGE)
    return Row(
        kind=kind,
        version=fields["version"].integer(1),
        payload=payload,
        at=_read_time(fields["at"]),
        by=by,
        undoes=fields["undoes"].integer(1) if "undoes" in fields else None,
    )


def _read_time(node: Node) -> str:
    try:
        return format_time(read_time(node.text()))
    except ValueError:
        raise node.refuse(Finding.WRONG_TYPE, expected="text") from None


def _format_row(match_id: str, seq: int, row: Row) -> dict[str, object]:
    try:
        event = json.loads(row.payload)
    except (ValueError, RecursionError):
        raise UnreadableEntry(match_id, seq) from None
    written: dict[str, object] = {
        "kind": row.kind,
        "version": row.version,
        "at": row.at,
        "by": row.by,
        "event": event,
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
