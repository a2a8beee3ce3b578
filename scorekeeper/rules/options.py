"""The options of a ruleset: their types and ranges, read, written and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from .problems import DocumentError, Finding, Problem
from .ruleset import LOCK_CARDS, PRESETS, Opening, Ruleset

POINTS_LIMIT = 100_000


@dataclass(frozen=True, slots=True)
class Option:
    """The type, range and choices of one option."""

    name: str
    kind: str  # bool, int, choice, locks, values, opening
    low: int = 0
    high: int = 0
    step: int = 1
    choices: tuple[str, ...] = ()
    nullable: bool = False


def _bool(name: str) -> Option:
    return Option(name, "bool")


def _int(name: str, low: int, high: int, step: int = 1) -> Option:
    return Option(name, "int", low, high, step)


def _points(name: str, nullable: bool = False) -> Option:
    return Option(name, "int", -POINTS_LIMIT, POINTS_LIMIT, nullable=nullable)


def _choice(name: str, *choices: str) -> Option:
    return Option(name, "choice", choices=choices)


OPTIONS: Mapping[str, Option] = MappingProxyType(
    {
        option.name: option
        for option in (
            _int("sides", 2, 3),
            _int("players_per_side", 1, 2),
            _int("jokers", 0, 4),
            _int("hand_size", 7, 15),
            _int("morto_size", 7, 15),
            _bool("mortos_face_up"),
            _bool("mortos_owned"),
            _bool("initial_upcard"),
            Option("lock_cards", "locks", choices=LOCK_CARDS),
            _bool("lock_until_taken"),
            _bool("runs"),
            _bool("ace_to_ace"),
            _bool("wild_only_melds"),
            _bool("aces_wild"),
            _bool("one_meld_per_rank"),
            _bool("allow_soiling"),
            _int("max_wilds", 0, 4),
            _int("min_naturals", 1, 3),
            _int("naturals_per_wild", 0, 3),
            _choice("black3_meld", "going_out", "never"),
            _points("red3_value"),
            _choice("red3_needs", "any", "clean"),
            _points("red3_all_four", nullable=True),
            _points("red3_all_four_without", nullable=True),
            _points("red3_late_value", nullable=True),
            _choice("morto_by_discard", "same_turn", "next_turn"),
            _choice("out_needs_canasta", "none", "any", "clean"),
            _bool("out_needs_morto"),
            _bool("out_needs_discard"),
            _choice("stock_empty", "play_on", "end", "morto_becomes_stock"),
            Option("card_values", "values", 0, POINTS_LIMIT, 5),
            _points("three_in_hand", nullable=True),
            _points("bonus_clean"),
            _points("bonus_dirty"),
            _points("bonus_out"),
            _points("bonus_concealed", nullable=True),
            _points("bonus_royal", nullable=True),
            _points("bonus_ace_to_ace", nullable=True),
            _points("bonus_wild", nullable=True),
            _points("morto_penalty"),
            _bool("morto_cards_count"),
            _bool("unused_morto_counts"),
            Option("opening_minimum", "opening", 0, POINTS_LIMIT),
            _int("target", 5, 100_000, 5),
            _choice("tie", "extra_hand", "starter_wins"),
            _bool("express"),
        )
    }
)


def parse_ruleset(preset: object, overrides: object, where: str = "") -> Ruleset:
    """The preset with the options changed. Raises `DocumentError` for what cannot be an option.

    Combinations are not judged here: see `check_ruleset`.
    """
    prefix = f"{where}." if where else ""
    if not isinstance(preset, str):
        raise DocumentError(Finding.WRONG_TYPE, f"{prefix}ruleset", expected="text")
    base = PRESETS.get(preset)
    if base is None:
        raise DocumentError(
            Finding.PRESET_UNKNOWN, f"{prefix}ruleset", preset=preset, choices=tuple(PRESETS)
        )
    return override(base, overrides, f"{prefix}overrides")


def override(base: Ruleset, overrides: object, where: str = "overrides") -> Ruleset:
    """The ruleset with the options changed. Raises `DocumentError`."""
    if not isinstance(overrides, Mapping):
        raise DocumentError(Finding.WRONG_TYPE, where, expected="object")
    if not overrides:
        return base
    changes: dict[str, object] = {}
    for name, value in overrides.items():
        changes[name] = _parse_named(name, value, f"{where}.{name}", base)
    return replace(base, **changes)  # type: ignore[arg-type]


def override_allowed(
    base: Ruleset, overrides: Mapping[str, object]
) -> tuple[Ruleset, tuple[DocumentError, ...]]:
    """The ruleset with the options changed that may be, and what is wrong with the others."""
    changes, errors = {}, []
    for name, value in overrides.items():
        try:
            changes[name] = _parse_named(name, value, f"overrides.{name}", base)
        except DocumentError as error:
            errors.append(error)
    return replace(base, **changes) if changes else base, tuple(errors)  # type: ignore[arg-type]


def overrides_of(ruleset: Ruleset) -> dict[str, object]:
    """What the ruleset changes in its preset, in the form that `override` reads."""
    return changes_between(PRESETS[ruleset.preset], ruleset)


def changes_between(before: Ruleset, after: Ruleset) -> dict[str, object]:
    """The options that differ, as they are after, in the form that `override` reads."""
    return {name: format_option(after, name) for name in OPTIONS if _differ(before, after, name)}


def format_option(ruleset: Ruleset, name: str) -> object:
    """The value of an option as a document has it."""
    value = getattr(ruleset, name)
    if isinstance(value, Opening):
        if value.from_total is None:
            return value.points
        return {"points": value.points, "from": value.from_total}
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value


def check_ruleset(ruleset: Ruleset, where: str = "overrides") -> tuple[Problem, ...]:
    """Options that do not go together (`ruleset.options`)."""
    problems = []
    if ruleset.sides > 2 and ruleset.players_per_side > 1:
        problems.append(Problem("ruleset.options", Finding.OPTIONS_PARTNERS_NEED_TWO_SIDES, where))
    if ruleset.stock_size < 0:
        dealt = ruleset.cards_dealt + ruleset.initial_upcard
        facts = {"cards": dealt, "pack": ruleset.pack_size}
        problems.append(Problem("ruleset.options", Finding.OPTIONS_PACK_TOO_SMALL, where, facts))
    return tuple(problems)


def check_change(before: Ruleset, after: Ruleset, where: str) -> tuple[Problem, ...]:
    """What a change between hands may not do: the sides of a match stay (`ruleset.options`)."""
    moved = [name for name in ("sides", "players_per_side") if _differ(before, after, name)]
    return check_ruleset(after, where) + tuple(
        Problem("ruleset.options", Finding.OPTIONS_SIDES_FIXED, where, {"option": name})
        for name in moved
    )


def _differ(one: Ruleset, other: Ruleset, name: str) -> bool:
    return bool(getattr(one, name) != getattr(other, name))


def _parse_named(name: str, value: object, where: str, base: Ruleset) -> object:
    option = OPTIONS.get(name)
    if option is None:
        raise DocumentError(Finding.OPTION_UNKNOWN, where, option=name)
    return _parse_option(option, value, where, base)


def _parse_option(option: Option, value: object, where: str, base: Ruleset) -> object:
    if value is None and option.nullable:
        return None
    match option.kind:
        case "bool":
            if not isinstance(value, bool):
                raise _wrong_type(option, where, "true or false")
            return value
        case "int":
            return _parse_int(option, value, where)
        case "choice":
            if not isinstance(value, str):
                raise _wrong_type(option, where, "text")
            return _one_of(option, value, where)
        case "locks":
            if not isinstance(value, (list, tuple)):
                raise _wrong_type(option, where, "list")
            chosen = {_one_of(option, item, where) for item in value}
            return tuple(name for name in LOCK_CARDS if name in chosen)
        case "values":
            return _parse_values(option, value, where, base)
        case _:
            return _parse_opening(option, value, where)


def _wrong_type(option: Option, where: str, expected: str) -> DocumentError:
    return DocumentError(Finding.OPTION_WRONG_TYPE, where, option=option.name, expected=expected)


def _one_of(option: Option, value: object, where: str) -> str:
    if not isinstance(value, str) or value not in option.choices:
        raise DocumentError(
            Finding.OPTION_NOT_A_CHOICE, where, option=option.name, choices=option.choices
        )
    return value


def _parse_int(option: Option, value: object, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong_type(option, where, "whole number")
    if not option.low <= value <= option.high:
        raise DocumentError(
            Finding.OPTION_OUT_OF_RANGE, where, option=option.name, low=option.low, high=option.high
        )
    if value % option.step:
        raise DocumentError(
            Finding.OPTION_NOT_A_MULTIPLE, where, option=option.name, step=option.step
        )
    return value


def _parse_values(option: Option, value: object, where: str, base: Ruleset) -> Mapping[str, int]:
    if not isinstance(value, Mapping):
        raise _wrong_type(option, where, "object")
    for rank in value:
        if rank not in base.card_values:
            raise DocumentError(Finding.KEY_UNKNOWN, f"{where}.{rank}", key=rank)
    changed = {
        rank: _parse_int(option, points, f"{where}.{rank}") for rank, points in value.items()
    }
    return MappingProxyType(dict(base.card_values) | changed)


def _parse_opening(option: Option, value: object, where: str) -> Opening:
    if not isinstance(value, Mapping):
        return Opening(_parse_int(option, value, where))
    for key in value:
        if key not in ("points", "from"):
            raise DocumentError(Finding.KEY_UNKNOWN, f"{where}.{key}", key=key)
    if "points" not in value:
        raise DocumentError(Finding.KEY_MISSING, where, key="points")
    points = _parse_int(option, value["points"], f"{where}.points")
    if "from" not in value:
        return Opening(points)
    total = Option(option.name, "int", -POINTS_LIMIT, POINTS_LIMIT)
    return Opening(points, _parse_int(total, value["from"], f"{where}.from"))
