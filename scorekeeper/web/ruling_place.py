"""Where a question is asked, and the addresses there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import url_for

from scorekeeper.rules.ruleset import Ruleset

from .languages import gettext


@dataclass(frozen=True, slots=True)
class Place:
    """Where a question is asked: at a table under its rules, or by anyone with a preset."""

    ruleset: Ruleset
    names: tuple[str, ...]
    match_id: str = ""
    may_edit: bool = False

    def start(self) -> str:
        """The address of the contents."""
        if self.match_id:
            return url_for("ruling.table_start", match_id=self.match_id)
        return url_for("ruling.start", ruleset=self.ruleset.preset)

    def ask(self, key: str, told: Mapping[str, str] | None = None, **more: str) -> str:
        """The address of a question with what was told."""
        values = {**(told or {}), **more}
        if self.match_id:
            return url_for(
                "ruling.table_ask",
                match_id=self.match_id,
                question=key,
                **values,  # type: ignore[arg-type]
            )
        values = {"ruleset": self.ruleset.preset, **values}
        return url_for("ruling.ask", question=key, **values)  # type: ignore[arg-type]

    def rule(self, rule: str) -> str:
        """The address of a rule."""
        if self.match_id:
            return url_for("rulebook.table_rule", match_id=self.match_id, rule=rule)
        return url_for("rulebook.rule", preset=self.ruleset.preset, rule=rule)


def unnamed_sides(ruleset: Ruleset) -> tuple[str, ...]:
    """What sides are called where no match has named them."""
    return (gettext("We"), gettext("They"), gettext("The others"))[: ruleset.sides]
