"""The form of a table that changes its options between two hands."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from werkzeug.datastructures import MultiDict
from wtforms import HiddenField

from scorekeeper.language.options import option_title, option_value
from scorekeeper.rules.options import OPTIONS, changes_between, override
from scorekeeper.rules.ruleset import PRESETS, Ruleset
from scorekeeper.scorebook import MatchRecord
from scorekeeper.scorebook.fold import read_rules

from .languages import language
from .rules_form import RuleFields, RulesForm, fill_rules, option_fields

OWN_FIELDS = ("seen", "entry_id")


class TableFields(RuleFields):
    """The fields of the rules, and the last event that the phone knew."""

    seen = HiddenField()


@lru_cache(maxsize=1)
def _form_class() -> type[TableFields]:
    return type("TableRulesFields", (TableFields,), option_fields())


class OptionsForm(RulesForm):
    """Typed, or filled with a ruleset: the one of the next hand if none is named.

    What is typed is held against the rules that the phone had seen, so that only what its people
    have changed counts as theirs.
    """

    fields: TableFields

    def __init__(
        self,
        record: MatchRecord,
        typed: MultiDict[str, str] | None = None,
        ruleset: Ruleset | None = None,
    ) -> None:
        now = record.ruleset
        base = replace(PRESETS[now.preset], players_per_side=now.players_per_side)
        data = fill_rules(ruleset or now)
        data |= {"seen": str(record.last), "entry_id": secrets.token_urlsafe(16)}
        fields = _form_class()(formdata=typed, data=data)
        super().__init__(fields, base, now)
        if typed is None:
            self.ruleset = ruleset or now
        else:
            self.given = read_rules(record, self.seen)
            self.read_rules()

    @property
    def seen(self) -> int:
        """The last event that the phone knew; -1 if that cannot be read."""
        text = str(self.fields.seen.data or "")
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1

    @property
    def wanted(self) -> dict[str, object]:
        """The options changed here. Only for a form without errors."""
        return changes_between(self.given, self.ruleset)

    def on_top_of(self, ruleset: Ruleset) -> Ruleset:
        """Those rules with what was changed here."""
        return override(ruleset, self.wanted)

    def pairs(self) -> Iterator[tuple[str, str]]:
        """What a browser would send for the rules as they are filled in."""
        for field in self.fields:
            name, data = field.short_name, field.data
            if name in OWN_FIELDS:
                continue
            if isinstance(data, bool):
                yield from [(name, "1")] if data else []
            elif isinstance(data, (list, tuple)):
                yield from ((name, str(item)) for item in data)
            else:
                yield name, str(getattr(field, "typed", data) or "")


@dataclass(frozen=True, slots=True)
class OptionChange:
    """An option before and after."""

    name: str
    before: object
    after: object


def option_changes(before: Ruleset, after: Ruleset) -> tuple[OptionChange, ...]:
    """The options that differ, in the order in which a table speaks of them."""
    changed = (name for name in OPTIONS if getattr(before, name) != getattr(after, name))
    return tuple(
        OptionChange(name, getattr(before, name), getattr(after, name))
        for name in in_reading_order(changed)
    )


def option_words(overrides: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    """Options by name and their values in words, in the order in which a table speaks of them."""
    code = language()
    return tuple(
        (option_title(name, code), option_value(name, overrides[name], code))
        for name in in_reading_order(overrides)
    )


def in_reading_order(names: Iterable[str]) -> list[str]:
    """The target first, then the others as the rulebook has them."""
    return sorted(names, key=lambda name: name not in ("target", "express"))
