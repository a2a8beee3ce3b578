"""The events of two sides that count and agree, as JSON and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scorekeeper.rules.problems import Finding
from scorekeeper.rules.reader import Node

from .entry_codec import format_entry, read_entry
from .events import (
    ConfirmationWithdrawn,
    ConfirmingChanged,
    HandConfirmed,
    HandEntry,
    HandRecounted,
    SideCounted,
    SideWithdrawn,
)

LAST_SIDE = 2

CountingEvent = (
    SideCounted
    | SideWithdrawn
    | ConfirmingChanged
    | HandConfirmed
    | ConfirmationWithdrawn
    | HandRecounted
)


def format_counting(event: CountingEvent) -> tuple[str, dict[str, object]]:
    """The kind of the event and its fields."""
    match event:
        case SideCounted(side, entry):
            return "side_counted", {"side": side} | format_entry(entry)
        case SideWithdrawn(side):
            return "side_withdrawn", {"side": side}
        case ConfirmingChanged(confirming):
            return "confirming_changed", {"confirming": confirming}
        case HandConfirmed(hand, side):
            return "hand_confirmed", {"hand": hand, "side": side}
        case ConfirmationWithdrawn(hand, side):
            return "confirmation_withdrawn", {"hand": hand, "side": side}
        case HandRecounted(hand, entry):
            return "hand_recounted", {"hand": hand} | format_entry(entry)


def _read_side_counted(node: Node) -> SideCounted:
    fields, entry = _with_entry(node, "side")
    sides = len(entry) if isinstance(entry, tuple) else len(entry.sides)
    if sides != 1:
        raise node.refuse(Finding.WRONG_LENGTH, count=sides, expected=1)
    return SideCounted(_side(fields), entry)


def _read_side_withdrawn(node: Node) -> SideWithdrawn:
    return SideWithdrawn(_side(node.fields(("side",))))


def _read_confirming_changed(node: Node) -> ConfirmingChanged:
    return ConfirmingChanged(node.fields(("confirming",))["confirming"].truth())


def _read_hand_confirmed(node: Node) -> HandConfirmed:
    fields = node.fields(("hand", "side"))
    return HandConfirmed(fields["hand"].integer(1), _side(fields))


def _read_confirmation_withdrawn(node: Node) -> ConfirmationWithdrawn:
    fields = node.fields(("hand", "side"))
    return ConfirmationWithdrawn(fields["hand"].integer(1), _side(fields))


def _read_hand_recounted(node: Node) -> HandRecounted:
    fields, entry = _with_entry(node, "hand")
    return HandRecounted(fields["hand"].integer(1), entry)


def _side(fields: Mapping[str, Node]) -> int:
    return fields["side"].integer(0, LAST_SIDE)


def _with_entry(node: Node, other: str) -> tuple[Mapping[str, Node], HandEntry]:
    key = node.one_of("tally", "totals")
    fields = node.fields((other, key))
    return fields, read_entry(key, fields)


COUNTING_READERS: Mapping[tuple[str, int], Callable[[Node], CountingEvent]] = {
    ("side_counted", 1): _read_side_counted,
    ("side_withdrawn", 1): _read_side_withdrawn,
    ("confirming_changed", 1): _read_confirming_changed,
    ("hand_confirmed", 1): _read_hand_confirmed,
    ("confirmation_withdrawn", 1): _read_confirmation_withdrawn,
    ("hand_recounted", 1): _read_hand_recounted,
}
