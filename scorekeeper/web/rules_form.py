"""The target and the house rules as fields: of a new match, and of a table between hands."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from wtforms import BooleanField, Form, HiddenField, RadioField, SelectField, SelectMultipleField
from wtforms.form import BaseForm
from wtforms.validators import Optional

from scorekeeper.language.sentences import error_sentence, problem_sentence
from scorekeeper.rules.options import OPTIONS, Option, check_change, format_option, override
from scorekeeper.rules.problems import DocumentError
from scorekeeper.rules.ruleset import Ruleset

from .fields import CountField, SignedField, choices_of
from .languages import gettext, language
from .numbers import Unreadable

OWN, EXPRESS = "own", "express"
NO_TARGET = (Unreadable.BLANK, Unreadable.MINUS)

HOUSE_RULES: Mapping[str, tuple[str, ...]] = {
    "pile": ("lock_cards", "lock_until_taken", "initial_upcard"),
    "melds": (
        "runs",
        "ace_to_ace",
        "max_wilds",
        "min_naturals",
        "naturals_per_wild",
        "aces_wild",
        "wild_only_melds",
        "one_meld_per_rank",
        "allow_soiling",
        "black3_meld",
        "opening_minimum",
    ),
    "morto": (
        "morto_penalty",
        "morto_cards_count",
        "unused_morto_counts",
        "morto_by_discard",
        "mortos_face_up",
        "mortos_owned",
        "morto_size",
    ),
    "going_out": ("out_needs_canasta", "out_needs_morto", "out_needs_discard", "stock_empty"),
    "scoring": (
        "bonus_out",
        "bonus_concealed",
        "bonus_clean",
        "bonus_dirty",
        "bonus_royal",
        "bonus_ace_to_ace",
        "bonus_wild",
        "red3_value",
        "red3_needs",
        "red3_all_four",
        "red3_all_four_without",
        "red3_late_value",
        "three_in_hand",
    ),
    "match": ("tie", "hand_size", "jokers"),
}
OFFERED = tuple(name for names in HOUSE_RULES.values() for name in names)


class NullableField(SignedField):
    """Points, or nothing at all: a blank means that the table does not know the thing."""

    def pre_validate(self, form: BaseForm) -> None:
        if not self.is_blank:
            super().pre_validate(form)


class RuleFields(Form):
    """The target; a field for every option that a table may set is added."""

    entry_id = HiddenField()
    target = RadioField(validators=[Optional()])
    target_own = CountField()


def option_fields() -> dict[str, object]:
    """A field for every option of the house rules, by name."""
    return {f"o-{name}": _option_field(OPTIONS[name]) for name in OFFERED}


def _option_field(option: Option) -> object:
    match option.kind:
        case "bool":
            return BooleanField()
        case "choice":
            return SelectField(choices=choices_of(option.choices))
        case "locks":
            return SelectMultipleField(choices=choices_of(option.choices))
        case "opening":
            return CountField()
        case _ if option.nullable:
            return NullableField()
        case _ if option.low >= 0:
            return CountField()
        case _:
            return SignedField()


def targets(ruleset: Ruleset) -> tuple[int, ...]:
    """The targets to choose from at once: that of the preset and its usual alternatives."""
    usual = {"online": (2000, 3000), "three_player": (1500, 2000, 2500)}
    return usual.get(ruleset.preset, (3000, 4000, 5000))


def fill_rules(ruleset: Ruleset) -> dict[str, object]:
    """What the fields hold for this ruleset."""
    filled: dict[str, object] = {f"o-{name}": shown(ruleset, name) for name in OFFERED}
    usual = ruleset.target in targets(ruleset)
    filled["target"] = str(ruleset.target) if usual else OWN
    if ruleset.express:
        filled["target"] = EXPRESS
    if not usual:
        filled["target_own"] = ruleset.target
    return filled


def shown(ruleset: Ruleset, name: str) -> object:
    """An option as its field has it; from which total an opening counts has no field."""
    value = format_option(ruleset, name)
    return value["points"] if isinstance(value, dict) else value


class RulesForm:
    """Target and house rules, typed or fresh.

    `base` is the preset whose values are the usual ones, `given` the ruleset that the form
    changes, `ruleset` what comes of it.
    """

    def __init__(self, fields: RuleFields, base: Ruleset, given: Ruleset) -> None:
        self.fields = fields
        self.base = base
        self.given = given
        self.ruleset = given
        self.targets = (*map(str, targets(base)), OWN, EXPRESS)
        self.fields.target.choices = choices_of(self.targets)
        self.errors: dict[str, list[str]] = {}

    @property
    def entry_id(self) -> str:
        return str(self.fields["entry_id"].data or "")[:64] or secrets.token_urlsafe(16)

    def has_errors(self, *prefixes: str) -> bool:
        """Whether a field of this part of the form has a problem."""
        return any(name.startswith(prefix) for name in self.errors for prefix in prefixes)

    def changed(self, name: str) -> bool:
        """Whether an option differs from its default in the preset."""
        return bool(getattr(self.ruleset, name) != getattr(self.base, name))

    def changes(self) -> tuple[str, ...]:
        """The house rules that differ from the preset."""
        return tuple(filter(self.changed, OFFERED))

    def read_rules(self) -> None:
        """Takes the fields over into the ruleset, and tells every problem beside its field."""
        self._read_fields()
        ruleset = self.given
        for field, overrides in (self._options() | self._target()).items():
            if field in self.errors:
                continue
            try:
                ruleset = override(ruleset, overrides)
            except DocumentError as error:
                self.tell(field, error_sentence(error, language()))
        for problem in check_change(self.given, ruleset, "overrides"):
            self.tell("", problem_sentence(problem, language()))
        self.ruleset = ruleset

    def tell(self, name: str, *sentences: str) -> None:
        """Puts sentences beside a field."""
        if sentences:
            self.errors.setdefault(name, []).extend(sentences)

    def _read_fields(self) -> None:
        for field in self.fields:
            name = field.short_name
            if name == "target":
                continue  # which one is chosen is looked at with its points
            if name == "target_own":
                self._read_own_target()
            elif not field.validate(self.fields):
                self.tell(name, *map(str, field.errors))

    def _read_own_target(self) -> None:
        field = self.fields.target_own
        if self.fields["target"].data != OWN:
            return
        if field.why in NO_TARGET:
            self.tell("target_own", gettext("Type the points to play to, such as 2500."))
        elif not field.validate(self.fields):
            self.tell("target_own", *map(str, field.errors))

    def _options(self) -> dict[str, dict[str, object]]:
        """The options that no longer are as they were given, by field."""
        typed = {name: self._value(name) for name in OFFERED}
        return {
            f"o-{name}": {name: value}
            for name, value in typed.items()
            if value != shown(self.given, name)
        }

    def _value(self, name: str) -> object:
        field = self.fields[f"o-{name}"]
        return list(field.data or ()) if OPTIONS[name].kind == "locks" else field.data

    def _target(self) -> dict[str, dict[str, object]]:
        choice = self.fields["target"].data
        if choice == EXPRESS:
            return {"target": {"express": True}}
        if choice == OWN:
            own = self.fields["target_own"].data
            return {"target_own": {"target": own, "express": False}}
        if choice not in self.targets:
            self.tell("target", gettext("How many points does the match go to?"))
            return {}
        return {"target": {"target": int(choice), "express": False}}
