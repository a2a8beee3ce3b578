"""A tally from elsewhere as the fields of the entry form, to be scored at a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.tally import Tally
from scorekeeper.scorebook import RetiredLink, UnknownMatch, UnreadableMatch

from .hand_fill import fill_shared, fill_sides
from .keys import access_to, known_matches, scorebook

MOST_TABLES = 3


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A match that this phone may write in, and the names of its sides."""

    id: str
    names: tuple[str, ...]
    number: int
    seen: int


def open_tables(sides: int) -> tuple[OpenTable, ...]:
    """The latest matches in play of this phone with so many sides, into which a hand can go."""
    found: list[OpenTable] = []
    for match_id in known_matches():
        table = _open(match_id, sides)
        if table is not None:
            found.append(table)
        if len(found) == MOST_TABLES:
            break
    return tuple(found)


def _open(match_id: str, sides: int) -> OpenTable | None:
    try:
        access = access_to(match_id)
        if access is None or not access.may_edit:
            return None
        record = scorebook().read(match_id)
    except (UnknownMatch, UnreadableMatch, RetiredLink):
        return None
    names = tuple([side.name for side in record.setup.sides])
    if record.is_over or len(names) != sides:
        return None
    return OpenTable(match_id, names, len(record.hands) + 1, record.last)


def tally_fields(tally: Tally, ruleset: Ruleset, seen: int) -> Iterator[tuple[str, str]]:
    """The fields that the entry form of a table would send for this tally."""
    yield from _pairs("", fill_shared(tally, seen))
    for number, filled in enumerate(fill_sides(tally, ruleset)):
        yield from _pairs(f"s{number}-", filled)


def _pairs(prefix: str, filled: dict[str, object]) -> Iterator[tuple[str, str]]:
    for name, value in filled.items():
        if value is True:
            yield prefix + name, "1"
        elif value is not None and value is not False:
            yield prefix + name, str(value)
