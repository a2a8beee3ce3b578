"""The form of a simulation: the game, the number of the deal, and a house rule to try."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from werkzeug.datastructures import MultiDict
from wtforms import Form, RadioField, SelectField
from wtforms.validators import Optional

from scorekeeper.language.sentences import error_sentence, problem_sentence
from scorekeeper.rules.options import OPTIONS, check_ruleset, override
from scorekeeper.rules.problems import DocumentError
from scorekeeper.rules.ruleset import PRESETS, Ruleset
from scorekeeper.scorebook import MatchRecord
from scorekeeper.work.comparing import CompareSpec
from scorekeeper.work.hand import HandSpec

from .fields import CountField, choices_of
from .languages import gettext, language
from .match_form import Game, parse_game
from .rules_form import HOUSE_RULES, OFFERED, option_fields, shown

TABLE = "table"
HANDS = ("200", "500", "1000", "2000")
SEEDS = 10_000
LEFT_OUT = ("tie",)  # no hand is played otherwise for it
TRIED = {
    group: tuple(name for name in names if name not in LEFT_OUT)
    for group, names in HOUSE_RULES.items()
}


class SimulateFields(Form):
    """The fields that are always there; that of the house rule is added."""

    seed = CountField()
    option = SelectField(
        choices=choices_of(("", *OFFERED)), validators=[Optional()], validate_choice=False
    )
    hands = RadioField(choices=choices_of(HANDS), validators=[Optional()])


@lru_cache(maxsize=64)
def _form_class(option: str) -> type[SimulateFields]:
    name = f"o-{option}"
    fields = {name: option_fields()[name]} if option in OFFERED else {}
    return type("ChosenFields", (SimulateFields,), fields)


class SimulateForm:
    """The form, fresh or typed. `ruleset` is the one to play under, `base` its preset; `errors` are
    by field.

    `table` is a match whose rules may be chosen beside the presets.
    """

    def __init__(
        self,
        game: str = "",
        table: MatchRecord | None = None,
        typed: MultiDict[str, str] | None = None,
        option: str = "",
        seed: str = "",
    ) -> None:
        self.table = table
        self.game: Game | None = None
        self.ruleset = self._choose(game)
        usual = PRESETS[self.ruleset.preset]
        self.base = replace(usual, players_per_side=self.ruleset.players_per_side)
        self.errors: dict[str, list[str]] = {}
        asked = typed.get("option", "") if typed is not None else option
        self.option = asked if asked in OFFERED else ""
        is_new = typed is None or typed.get("asked", "") != self.option
        self.is_new_option = is_new
        data: dict[str, object] = {"option": self.option, "hands": HANDS[1]}
        data["seed"] = int(seed) if seed.isdecimal() and len(seed) < 10 else new_seed()
        if self.option:
            data[f"o-{self.option}"] = _another(self.ruleset, self.option)
        sent = None if typed is None else _without_old_value(typed, self.option, is_new)
        self.fields = _form_class(self.option)(formdata=sent, data=data)
        if sent is not None and is_new and self.option:
            self.fields[f"o-{self.option}"].process(None, data[f"o-{self.option}"])

    @property
    def game_name(self) -> str:
        """What a button of this game sends."""
        if self.game is None:
            return TABLE
        return f"{self.game.preset}:{self.game.players_per_side}"

    @property
    def sizes(self) -> tuple[int, ...]:
        """The numbers of players to choose from."""
        return () if self.game is None else self.game.sizes

    def hand(self) -> HandSpec | None:
        """The hand to play; None with a problem."""
        seed = self._seed()
        return None if seed is None else HandSpec(self.ruleset, seed)

    def comparison(self) -> CompareSpec | None:
        """The rulesets to compare; None with every problem told."""
        seed, after, hands = self._seed(), self._after(), self.fields.hands.data
        if hands not in HANDS:
            self._tell("hands", gettext("Choose how many hands."))
        if seed is None or after is None or self.errors:
            return None
        return CompareSpec(self.ruleset, after, seed, int(hands))

    def _choose(self, game: str) -> Ruleset:
        if self.table is not None and game in ("", TABLE):
            return self.table.ruleset
        self.game = parse_game(game) or Game()
        return self.game.ruleset

    def _seed(self) -> int | None:
        field = self.fields.seed
        if field.is_blank:
            return new_seed()
        if not field.validate(self.fields):
            self._tell("seed", *map(str, field.errors))
        return None if "seed" in self.errors else field.data

    def _after(self) -> Ruleset | None:
        name = self.option
        if not name:
            self._tell("option", gettext("Which house rule is to be tried?"))
            return None
        key, field = f"o-{name}", self.fields[f"o-{name}"]
        if not field.validate(self.fields):
            self._tell(key, *map(str, field.errors))
            return None
        value = list(field.data or ()) if OPTIONS[name].kind == "locks" else field.data
        if value == shown(self.ruleset, name):
            self._tell(key, gettext("This is how it is now: choose another value."))
            return None
        try:
            after = override(self.ruleset, {name: value})
        except DocumentError as error:
            self._tell(key, error_sentence(error, language()))
            return None
        self._tell(
            key, *(problem_sentence(problem, language()) for problem in check_ruleset(after))
        )
        return after

    def _tell(self, name: str, *sentences: str) -> None:
        if sentences:
            self.errors.setdefault(name, []).extend(sentences)


def new_seed() -> int:
    """A number for a deal, short enough to be told across the table."""
    return secrets.randbelow(SEEDS)


def _another(ruleset: Ruleset, name: str) -> object:
    """The other value, where there is only one; else the value as it is, to be changed."""
    now, option = shown(ruleset, name), OPTIONS[name]
    if option.kind == "bool":
        return not now
    if option.kind == "choice":
        return next(choice for choice in option.choices if choice != now)
    return now


def _without_old_value(typed: Mapping[str, str], option: str, is_new: bool) -> MultiDict[str, str]:
    kept: MultiDict[str, str] = MultiDict(typed)
    if is_new and option:
        kept.poplist(f"o-{option}")
    return kept


PRESET_NAMES = tuple(PRESETS)
