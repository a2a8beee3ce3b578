"""The form of a new match: names, target, first dealer, and the house rules."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, Form, RadioField
from wtforms.validators import Optional

from scorekeeper.rules.match import place_of_seat, side_of_seat
from scorekeeper.rules.ruleset import PRESETS, Ruleset
from scorekeeper.scorebook import MatchSetup, SideSetup

from .fields import NameField, choices_of
from .languages import gettext
from .names import likeness
from .rules_form import RuleFields, RulesForm, fill_rules, option_fields

MOST_SIDES, MOST_PLAYERS = 3, 4
CUT = "cut"


class MatchNames(RuleFields):
    """The fields that every match has; names and options are added per ruleset."""

    dealer = RadioField(validators=[Optional()])
    save_as = NameField()
    confirming = BooleanField()


@lru_cache(maxsize=16)
def _form_class(sides: int, players: int) -> type[MatchNames]:
    fields: dict[str, object] = {f"side{n}": NameField() for n in range(sides)}
    fields |= {f"player{n}": NameField() for n in range(players)} | option_fields()
    return type("SizedMatchForm", (MatchNames,), fields)


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


class MatchForm(RulesForm):
    """The whole form, typed or fresh; `like` is a match to take over names and rules from."""

    fields: MatchNames

    def __init__(
        self,
        game: Game,
        typed: MultiDict[str, str] | None = None,
        like: MatchSetup | None = None,
        dealer: int | None = None,
        names: Mapping[str, str] | None = None,
    ) -> None:
        self.game = game
        base = game.ruleset
        ruleset = like.ruleset if like else base
        data = _fill(ruleset, like, dealer) | _names(base, names or {})
        # who plays alone goes by the name of the side
        self.named = base.players if base.players_per_side > 1 else 0
        fields = _form_class(base.sides, self.named)(formdata=typed, data=data)
        super().__init__(fields, base, base)
        self.ruleset = ruleset
        self.carried = _carried(typed or names or {}, self.fields)
        self.seats = tuple(str(seat) for seat in range(self.base.players))
        self.fields.dealer.choices = choices_of((*self.seats, CUT))
        if typed is not None:
            self._read()

    @property
    def save_as(self) -> str:
        """The name under which to keep the house rules, if one was typed."""
        return str(self.fields.save_as.data or "")

    @property
    def confirming(self) -> bool:
        """Whether every side is to confirm each hand."""
        return bool(self.fields.confirming.data)

    @property
    def cuts(self) -> bool:
        """Whether the first dealer is to be cut for (`setup.dealer`)."""
        return bool(self.fields.dealer.data == CUT)

    def setup(self) -> MatchSetup:
        """The match to start. Only for a form without errors."""
        sides = tuple(
            SideSetup(self.side_name(number), tuple(self._players(number)))
            for number in range(self.base.sides)
        )
        dealer = 0 if self.cuts else int(self.fields.dealer.data)
        return MatchSetup(self.ruleset, sides, dealer)

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
        self.read_rules()
        self.errors.pop("dealer", None)
        if self.fields.dealer.data not in (*self.seats, CUT):
            self.tell("dealer", gettext("Who deals first?"))
        self._check_names("side", self.base.sides, gettext("Two sides need two names."))
        self._check_names("player", self.named, gettext("Two players have this name."))

    def _check_names(self, kind: str, count: int, sentence: str) -> None:
        seen: set[str] = set()
        for number in range(count):
            name = f"{kind}{number}"
            text = self.side_name(number) if kind == "side" else self.fields[name].data
            if text and likeness(text) in seen:
                self.tell(name, sentence)
            seen.add(likeness(text or ""))


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
    filled = fill_rules(ruleset)
    filled["dealer"] = str(ruleset.players - 1 if dealer is None else dealer)
    filled["entry_id"] = secrets.token_urlsafe(16)
    if like:
        for number, side in enumerate(like.sides):
            filled[f"side{number}"] = side.name
            seats = [s for s in range(ruleset.players) if side_of_seat(s, ruleset.sides) == number]
            for seat, player in zip(seats, side.players, strict=False):
                filled[f"player{seat}"] = player or None
    return filled
