"""The house rules that would turn an answer, found by asking again with their other values."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..rules.options import OPTIONS, Option, check_ruleset, format_option, override
from ..rules.ruleset import LOCK_CARDS, PRESETS, Ruleset
from .answer import Answer, Impossible, Switch, Verdict

TABLE_SIZE = ("sides", "players_per_side", "jokers", "hand_size", "morto_size")
"""What nobody switches to settle a dispute."""
NARROW = 5
"""Options with so few numbers are tried with each of them."""
MOST = 4

Asking = Callable[[Ruleset], Answer]


def switches(answer: Answer, ask: Asking, ruleset: Ruleset) -> tuple[Switch, ...]:
    """For each option the nearest other value that gives another answer, the first few; one that
    leaves it open only where none gives a definite one.
    """
    found: dict[str, Switch] = {}
    hints: dict[str, Switch] = {}
    for name, value in _others(ruleset):
        if len(found) == MOST or name in found:
            continue
        changed = override(ruleset, {name: value})
        if check_ruleset(changed):
            continue
        try:
            other = ask(changed)
        except Impossible:
            continue
        is_refusal = answer.verdict is Verdict.SAYS and other.verdict is Verdict.NO
        if other.gist != answer.gist and not is_refusal:
            open_ended = other.verdict is Verdict.DEPENDS
            (hints if open_ended else found).setdefault(name, Switch(name, value, *other.gist))
    if len(found) > 1:
        found.pop("card_values", None)  # a whole price list, beside something shorter
    return tuple(found.values()) or tuple(hints.values())[:1]


def _others(ruleset: Ruleset) -> Iterator[tuple[str, object]]:
    for name, option in OPTIONS.items():
        if name not in TABLE_SIZE:
            for value in _values(option, ruleset):
                yield name, value


def _values(option: Option, ruleset: Ruleset) -> list[object]:
    """The other values of an option worth trying, the nearest first."""
    now = format_option(ruleset, option.name)
    if option.kind == "bool":
        return [not now]
    if option.kind == "choice":
        place = option.choices.index(str(now))
        words = [value for value in option.choices if value != now]
        return [*sorted(words, key=lambda word: abs(option.choices.index(word) - place))]
    if option.kind == "locks":
        locks = getattr(ruleset, option.name)
        return [_toggled(locks, lock) for lock in LOCK_CARDS]
    if option.kind == "int" and option.high - option.low <= NARROW:
        held = int(getattr(ruleset, option.name))
        numbers = [value for value in range(option.low, option.high + 1) if value != held]
        return [*sorted(numbers, key=lambda number: abs(number - held))]
    if option.kind == "opening":
        return [0] if now != 0 else []
    found: list[object] = []
    for preset in PRESETS.values():
        value = format_option(preset, option.name)
        if value != now and value not in found:
            found.append(value)
    return found


def _toggled(held: tuple[str, ...], lock: str) -> list[str]:
    return [name for name in LOCK_CARDS if (name in held) != (name == lock)]
