"""Presets side by side: the options that differ, and rules that read otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..language.options import option_value
from ..language.rulebook import RULE_GROUPS, rule_text
from ..rules.options import OPTIONS, format_option
from ..rules.ruleset import PRESETS, Ruleset
from .steering import home_of


@dataclass(frozen=True, slots=True)
class Difference:
    """An option, the rule to read about it, and its value in words for each of the games."""

    option: str
    rule: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """The differences that belong to one chapter of the book."""

    title: str
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Presets that say the same, and what they say."""

    presets: tuple[str, ...]
    text: str


def differences(rulesets: Sequence[Ruleset], code: str) -> tuple[Chapter, ...]:
    """The options in which these rulesets are not all alike, chapter by chapter."""
    found: dict[str, list[Difference]] = {}
    for name in OPTIONS:
        values = [format_option(ruleset, name) for ruleset in rulesets]
        if all(value == values[0] for value in values):
            continue
        words = tuple(option_value(name, value, code) for value in values)
        rule = home_of(name)
        chapter = next(group.key for group in RULE_GROUPS if rule in group.rules)
        found.setdefault(chapter, []).append(Difference(name, rule, words))
    return tuple(
        Chapter(group.title(code), tuple(found[group.key]))
        for group in RULE_GROUPS
        if group.key in found
    )


def texts_elsewhere(rule: str, ruleset: Ruleset, code: str) -> tuple[Elsewhere, ...]:
    """What the rule says in presets where it reads otherwise, those that agree together."""
    here = rule_text(rule, ruleset, code)
    said = {name: rule_text(rule, preset, code) for name, preset in PRESETS.items()}
    return _grouped((name, text) for name, text in said.items() if text != here)


def values_elsewhere(option: str, ruleset: Ruleset, code: str) -> tuple[Elsewhere, ...]:
    """The other values an option can have or has in a preset, with the presets that have them."""
    here = option_value(option, format_option(ruleset, option), code)
    said = {
        name: option_value(option, format_option(preset, option), code)
        for name, preset in PRESETS.items()
    }
    found = _grouped((name, value) for name, value in said.items() if value != here)
    kind = OPTIONS[option].kind
    choices: Iterable[object] = {"bool": (True, False), "choice": OPTIONS[option].choices}.get(
        kind, ()
    )
    known = {here, *(other.text for other in found)}
    more = [option_value(option, choice, code) for choice in choices]
    return found + tuple(Elsewhere((), value) for value in more if value not in known)


def _grouped(said: Iterable[tuple[str, str]]) -> tuple[Elsewhere, ...]:
    texts: dict[str, list[str]] = {}
    for name, text in said:
        texts.setdefault(text, []).append(name)
    return tuple(Elsewhere(tuple(names), text) for text, names in texts.items())
