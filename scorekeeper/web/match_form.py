"""The form of a new match: names, target, first dealer, and the house rules."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Form, HiddenField, RadioField, SelectField, SelectMultipleField
from wtforms.form import BaseForm
from wtforms.validators import Optional

from scorekeeper.language.sentences import error_sentence, problem_sentence
from scorekeeper.rules.match import place_of_seat, side_of_seat
from scorekeeper.rules.options import OPTIONS, Option, check_ruleset, format_option, override
from scorekeeper.rules.problems import DocumentError
from scorekeeper.rules.ruleset import PRESETS, Ruleset
from scorekeeper.scorebook import MatchSetup, SideSetup

from .fields import CountField, NameField, SignedField, choices_of
from .languages import gettext, language
from .names import likeness
from .numbers import Unreadable

OWN, EXPRESS = "own", "express"
MOST_SIDES, MOST_PLAYERS = 3, 4
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


class NullableField(SignedField):
    """Points, or nothing at all: a blank means that the table does not know the thing."""

    def pre_validate(self, form: BaseForm) -> None:
        if not self.is_blank:
            super().pre_validate(form)


class MatchNames(Form):
    """The fields that every match has; names and options are added per ruleset."""

    entry_id = HiddenField()
    target = RadioField(validators=[Optional()])
    target_own = CountField()
    dealer = RadioField(validators=[Optional()])
    save_as = NameField()


@lru_cache(maxsize=16)
def _form_class(sides: int, players: int) -> type[MatchNames]:
    fields: dict[str, object] = {f"side{n}": NameField() for n in range(sides)}
    fields |= {f"player{n}": NameField() for n in range(players)}
    for names in HOUSE_RULES.values():
        for name in names:
            fields[f"o-{name}"] = _option_field(OPTIONS[name])
    return type("SizedMatchForm", (MatchNames,), fields)


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


@dataclass(frozen=True, slots=True)
class Game:
    """A preset and, where it can be played by pairs or one by one, how many play on a side."""

    preset: str = "classic"
    players_per_side: int = 2

    @property
    def ruleset(self) -> Ruleset:
        return replace(PRESETS[self.preset], players_per_side=self.players_per_side)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The numbers of players to choose from (`setup.players`)."""
        ruleset = PRESETS[self.preset]
        return tuple(ruleset.sides * each for each in SIZES.get(self.preset, ())) or (
            ruleset.players,
        )


SIZES: Mapping[str, tuple[int, ...]] = {"online": (1, 2)}


def parse_game(text: str) -> Game | None:
    """The game that a button such as `online:1` names."""
    preset, _, players = text.partition(":")
    if preset not in PRESETS:
        return None
    usual = PRESETS[preset].players_per_side
    allowed = SIZES.get(preset, (usual,))
    each = int(players) if players in map(str, allowed) else usual
    return Game(preset, each)


class MatchForm:
    """The whole form, typed or fresh; `like` is a match to take over names and rules from."""

    def __init__(
        self,
        game: Game,
        typed: MultiDict[str, str] | None = None,
        like: MatchSetup | None = None,
        dealer: int | None = None,
        names: Mapping[str, str] | None = None,
    ) -> None:
        self.game = game
        self.base = game.ruleset
        ruleset = like.ruleset if like else self.base
        data = _fill(ruleset, like, dealer) | _names(self.base, names or {})
        # who plays alone goes by the name of the side
        self.named = self.base.players if self.base.players_per_side > 1 else 0
        self.fields = _form_class(self.base.sides, self.named)(formdata=typed, data=data)
        self.carried = _carried(typed or names or {}, self.fields)
        self.targets = (*map(str, targets(self.base)), OWN, EXPRESS)
        self.seats = tuple(str(seat) for seat in range(self.base.players))
        self.fields.target.choices = choices_of(self.targets)
        self.fields.dealer.choices = choices_of(self.seats)
        self.errors: dict[str, list[str]] = {}
        self.ruleset = ruleset
        if typed is not None:
            self._read()

    @property
    def entry_id(self) -> str:
        return str(self.fields["entry_id"].data or "")[:64] or secrets.token_urlsafe(16)

    @property
    def save_as(self) -> str:
        """The name under which to keep the house rules, if one was typed."""
        return str(self.fields.save_as.data or "")

    def has_errors(self, *prefixes: str) -> bool:
        """Whether a field of this part of the form has a problem."""
        return any(name.startswith(prefix) for name in self.errors for prefix in prefixes)

    def changed(self, name: str) -> bool:
        """Whether an option differs from its default in the preset."""
        return bool(getattr(self.ruleset, name) != getattr(self.base, name))

    def changes(self) -> tuple[str, ...]:
        """The house rules that differ from the preset."""
        return tuple(name for names in HOUSE_RULES.values() for name in names if self.changed(name))

    def setup(self) -> MatchSetup:
        """The match to start. Only for a form without errors."""
        sides = tuple(
            SideSetup(self.side_name(number), tuple(self._players(number)))
            for number in range(self.base.sides)
        )
        return MatchSetup(self.ruleset, sides, int(self.fields["dealer"].data))

    def side_name(self, number: int) -> str:
        """The name typed, or the usual one."""
        typed = self.fields[f"side{number}"].data
        return str(typed) if typed else default_names(self.base)[number]

    def seat_name(self, seat: int) -> str:
        """The player at the seat, or the side with the place of the seat within it."""
        player = self.fields[f"player{seat}"].data if f"player{seat}" in self.fields else None
        side = self.side_name(side_of_seat(seat, self.base.sides))
        place = place_of_seat(seat, self.base.sides) + 1
        return str(player or (f"{side} {place}" if self.base.players_per_side > 1 else side))

    def _players(self, number: int) -> list[str]:
        seats = range(self.named)
        mine = [seat for seat in seats if side_of_seat(seat, self.base.sides) == number]
        return [self.fields[f"player{seat}"].data or "" for seat in mine]

    def _read(self) -> None:
        for field in self.fields:
            if field.short_name == "target_own" and self.fields["target"].data != OWN:
                continue
            if field.short_name == "target_own" and self.fields.target_own.why in NO_TARGET:
                self._tell("target_own", gettext("Type the points to play to, such as 2500."))
            elif field.short_name in ("target", "dealer") or not field.validate(self.fields):
                self._tell(field.short_name, *map(str, field.errors))
        self._check_names("side", self.base.sides, gettext("Two sides need two names."))
        self._check_names("player", self.named, gettext("Two players have this name."))
        if self.fields.dealer.data not in self.seats:
            self._tell("dealer", gettext("Who deals first?"))
        self._read_options()

    def _tell(self, name: str, *sentences: str) -> None:
        if sentences:
            self.errors.setdefault(name, []).extend(sentences)

    def _check_names(self, kind: str, count: int, sentence: str) -> None:
        seen: set[str] = set()
        for number in range(count):
            name = f"{kind}{number}"
            text = self.side_name(number) if kind == "side" else self.fields[name].data
            if text and likeness(text) in seen:
                self._tell(name, sentence)
            seen.add(likeness(text or ""))

    def _read_options(self) -> None:
        ruleset = self.base
        values = {f"o-{name}": (name, self._value(name)) for name in self._known_options()}
        values |= self._target_value()
        for field, (name, value) in values.items():
            if field in self.errors:
                continue
            try:
                ruleset = override(ruleset, {name: value})
            except DocumentError as error:
                self._tell(field, error_sentence(error, language()))
        for problem in check_ruleset(ruleset):
            self._tell("", problem_sentence(problem, language()))
        self.ruleset = ruleset

    def _known_options(self) -> list[str]:
        return [name for names in HOUSE_RULES.values() for name in names]

    def _value(self, name: str) -> object:
        field = self.fields[f"o-{name}"]
        return list(field.data or ()) if OPTIONS[name].kind == "locks" else field.data

    def _target_value(self) -> dict[str, tuple[str, object]]:
        choice = self.fields["target"].data
        if choice == EXPRESS:
            return {"target": ("express", True)}
        if choice == OWN:
            return {"target_own": ("target", self.fields["target_own"].data)}
        if choice not in self.targets:
            self._tell("target", gettext("How many points does the match go to?"))
            return {}
        return {"target": ("target", int(choice))}


def _carried(typed: Mapping[str, str], fields: Form) -> dict[str, str]:
    """Names typed for a game with more seats, kept for going back to it."""
    names = [f"side{n}" for n in range(MOST_SIDES)] + [f"player{n}" for n in range(MOST_PLAYERS)]
    return {name: typed[name] for name in names if name not in fields and typed.get(name)}


def _names(ruleset: Ruleset, typed: Mapping[str, str]) -> dict[str, object]:
    """The names already typed, for a form of another game."""
    fields = [f"side{n}" for n in range(ruleset.sides)]
    fields += [f"player{n}" for n in range(ruleset.players)]
    return {name: typed[name] for name in fields if typed.get(name)}


def default_names(ruleset: Ruleset) -> tuple[str, ...]:
    """What sides are called when nobody names them."""
    if ruleset.sides == 2:
        return gettext("We"), gettext("They")
    return tuple(gettext("Player %(number)s") % {"number": n + 1} for n in range(ruleset.sides))


def _fill(ruleset: Ruleset, like: MatchSetup | None, dealer: int | None) -> dict[str, object]:
    filled: dict[str, object] = {
        f"o-{name}": _shown(ruleset, name) for names in HOUSE_RULES.values() for name in names
    }
    usual = ruleset.target in targets(ruleset)
    filled["target"] = str(ruleset.target) if usual else OWN
    if ruleset.express:
        filled["target"] = EXPRESS
    if not usual:
        filled["target_own"] = ruleset.target
    filled["dealer"] = str(ruleset.players - 1 if dealer is None else dealer)
    filled["entry_id"] = secrets.token_urlsafe(16)
    if like:
        for number, side in enumerate(like.sides):
            filled[f"side{number}"] = side.name
            seats = [s for s in range(ruleset.players) if side_of_seat(s, ruleset.sides) == number]
            for seat, player in zip(seats, side.players, strict=False):
                filled[f"player{seat}"] = player or None
    return filled


def _shown(ruleset: Ruleset, name: str) -> object:
    value = format_option(ruleset, name)
    return value["points"] if isinstance(value, dict) else value
