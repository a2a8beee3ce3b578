"""Events as JSON and back."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from scorekeeper.rules.documents import format_tally, parse_tally
from scorekeeper.rules.problems import DocumentError
from scorekeeper.rules.reader import COUNT_LIMIT, Node, load_json
from scorekeeper.rules.ruleset import CLASSIC
from scorekeeper.rules.tally import Tally

from .events import (
    Event,
    HandCorrected,
    HandDeleted,
    HandEntry,
    HandRecorded,
    HandRestored,
    MatchStarted,
    SideSetup,
    UnknownEvent,
)

logger = logging.getLogger(__name__)

MATCH_STARTED = "match_started"
SEAT_LIMIT = 3


@dataclass(frozen=True, slots=True)
class Encoded:
    """An event as a row of the log has it."""

    kind: str
    version: int
    payload: str


def encode(event: Event) -> Encoded:
    """The event as JSON. Raises `DocumentError` for one that could not be read back."""
    kind, fields = _format(event)
    payload = json.dumps(fields, separators=(",", ":"), allow_nan=False)
    _READERS[kind, 1](Node(load_json(payload)))
    return Encoded(kind, 1, payload)


def decode(kind: str, version: int, payload: str) -> Event | UnknownEvent:
    """The event of a row; never raises, whatever an older or newer program wrote."""
    read = _READERS.get((kind, version))
    if read is None:
        return UnknownEvent(kind, version)
    try:
        return read(Node(load_json(payload)))
    except DocumentError as error:
        logger.warning("event %s version %s cannot be read: %s", kind, version, error)
        return UnknownEvent(kind, version)


def _format(event: Event) -> tuple[str, dict[str, object]]:
    match event:
        case MatchStarted(preset, overrides, sides, dealer):
            named = [{"name": side.name, "players": list(side.players)} for side in sides]
            fields = {"ruleset": preset, "overrides": dict(overrides), "sides": named}
            return MATCH_STARTED, fields | {"dealer": dealer}
        case HandRecorded(entry):
            return "hand_recorded", _format_entry(entry)
        case HandCorrected(hand, entry):
            return "hand_corrected", {"hand": hand} | _format_entry(entry)
        case HandDeleted(hand):
            return "hand_deleted", {"hand": hand}
        case HandRestored(hand):
            return "hand_restored", {"hand": hand}


def _format_entry(entry: HandEntry) -> dict[str, object]:
    if isinstance(entry, Tally):
        return {"tally": format_tally(entry)}
    return {"totals": list(entry)}


def _read_match_started(node: Node) -> MatchStarted:
    fields = node.fields(("ruleset", "overrides", "sides", "dealer"))
    sides = []
    for side in fields["sides"].items():
        named = side.fields(("name", "players"))
        players = tuple(player.text() for player in named["players"].items())
        sides.append(SideSetup(named["name"].text(), players))
    return MatchStarted(
        preset=fields["ruleset"].text(),
        overrides={key: option.value for key, option in fields["overrides"].members().items()},
        sides=tuple(sides),
        dealer=fields["dealer"].integer(0, SEAT_LIMIT),
    )


def _read_hand_recorded(node: Node) -> HandRecorded:
    key = node.one_of("tally", "totals")
    return HandRecorded(_read_entry(key, node.fields((key,))))


def _read_hand_corrected(node: Node) -> HandCorrected:
    key = node.one_of("tally", "totals")
    fields = node.fields(("hand", key))
    return HandCorrected(fields["hand"].integer(1), _read_entry(key, fields))


def _read_hand_deleted(node: Node) -> HandDeleted:
    return HandDeleted(node.fields(("hand",))["hand"].integer(1))


def _read_hand_restored(node: Node) -> HandRestored:
    return HandRestored(node.fields(("hand",))["hand"].integer(1))


def _read_entry(key: str, fields: Mapping[str, Node]) -> HandEntry:
    node = fields[key]
    if key == "totals":
        return tuple(total.integer(-COUNT_LIMIT, COUNT_LIMIT) for total in node.items())
    # A row stands alone: how many sides its match has is known only to the events before it.
    sides = len(tuple(node.fields(("sides",))["sides"].items()))
    return parse_tally(node.value, replace(CLASSIC, sides=sides), node.where)


_READERS: Mapping[tuple[str, int], Callable[[Node], Event]] = {
    (MATCH_STARTED, 1): _read_match_started,
    ("hand_recorded", 1): _read_hand_recorded,
    ("hand_corrected", 1): _read_hand_corrected,
    ("hand_deleted", 1): _read_hand_deleted,
    ("hand_restored", 1): _read_hand_restored,
}
