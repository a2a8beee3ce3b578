"""The rulesets that people have saved under a name, each in the shelf of its owner."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.rules.options import overrides_of, parse_ruleset
from scorekeeper.rules.problems import DocumentError
from scorekeeper.rules.reader import load_json
from scorekeeper.rules.ruleset import Ruleset

from .connection import open_database, writing
from .text import format_time, storable

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SavedRuleset:
    """A ruleset and the name that its owner gave it."""

    name: str
    ruleset: Ruleset


@contextmanager
def open_shelf(path: str | Path, journal: str = "wal") -> Iterator[RulesetShelf]:
    """The saved rulesets of the database at `path`, for one short piece of work.

    Raises `StorageError`.
    """
    with open_database(path, journal) as db:
        yield RulesetShelf(db)


@dataclass(frozen=True, slots=True)
class RulesetShelf:
    """The saved rulesets of an open database."""

    db: Database

    def writing(self) -> AbstractContextManager[None]:
        """Holds the write lock, so that what was read before writing is still true."""
        return writing(self.db)

    def save(self, owner: str, saved: SavedRuleset, at: datetime) -> None:
        """Keeps the ruleset in place of the one that had its name.

        Raises `DocumentError` for one that could not be read back.
        """
        preset, overrides = saved.ruleset.preset, overrides_of(saved.ruleset)
        parse_ruleset(preset, overrides)
        payload = json.dumps(overrides, separators=(",", ":"), allow_nan=False)
        row = (storable(owner), storable(saved.name), preset, payload, format_time(at))
        self.db.execute(
            "INSERT INTO rulesets (owner, name, preset, overrides, at) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (owner, name) DO UPDATE SET"
            " preset = excluded.preset, overrides = excluded.overrides, at = excluded.at",
            row,
        )

    def all(self, owner: str) -> tuple[SavedRuleset, ...]:
        """The owner's rulesets by name; those that cannot be read are left out."""
        rows = self.db.execute(
            "SELECT name, preset, overrides FROM rulesets WHERE owner = ?", (storable(owner),)
        ).fetchall()
        read = [saved for row in rows if (saved := _read(*row)) is not None]
        return tuple(sorted(read, key=lambda saved: (saved.name.casefold(), saved.name)))

    def remove(self, owner: str, name: str) -> None:
        """Removes the ruleset with this name, if there is one."""
        row = (storable(owner), storable(name))
        self.db.execute("DELETE FROM rulesets WHERE owner = ? AND name = ?", row)


def _read(name: str, preset: str, overrides: str) -> SavedRuleset | None:
    try:
        return SavedRuleset(name, parse_ruleset(preset, load_json(overrides)))
    except DocumentError as error:
        logger.warning("a saved ruleset cannot be read: %s", error.finding)
        return None
