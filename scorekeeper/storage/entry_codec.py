"""What was entered for a hand, as JSON and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.rules.documents import format_tally, parse_tally
from scorekeeper.rules.reader import COUNT_LIMIT, Node
from scorekeeper.rules.ruleset import CLASSIC
from scorekeeper.rules.tally import Tally

from .events import HandEntry


def format_entry(entry: HandEntry) -> dict[str, object]:
    if isinstance(entry, Tally):
        return {"tally": format_tally(entry)}
    return {"totals": list(entry)}


def read_entry(key: str, fields: Mapping[str, Node]) -> HandEntry:
    node = fields[key]
    if key == "totals":
        return read_points(node)
    # A row stands alone: how many sides its match has is known only to the events before it.
    sides = len(tuple(node.fields(("sides",))["sides"].items()))
    return parse_tally(node.value, replace(CLASSIC, sides=sides), node.where)


def read_points(node: Node) -> tuple[int, ...]:
    return tuple(points.integer(-COUNT_LIMIT, COUNT_LIMIT) for points in node.items())
