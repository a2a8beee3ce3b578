"""The first page of a hand that is to be written down: the game, the players, the dealer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.language.sentences import error_sentence
from scorekeeper.play.record import RecordError
from scorekeeper.play.record_text import parse_record
from scorekeeper.rules.ruleset import PRESETS, Ruleset

from .languages import language
from .replay_address import TooLongError, pack

LONGEST_NAME = 20
_SIGNS = re.compile(r"[\s:=#;]+")


@dataclass(frozen=True, slots=True)
class NewHand:
    """What was chosen; `packed` is the record to begin with, once it was asked for and can be."""

    ruleset: Ruleset
    names: tuple[str, ...]
    dealer: int
    packed: str = ""
    problem: str = ""

    def seat_name(self, seat: int) -> str:
        """The name of a seat, as the record will have it."""
        return _SIGNS.sub("_", self.names[seat].strip()) or f"P{seat + 1}"


def read_new(args: Mapping[str, str]) -> NewHand:
    """The choices of an address; with `go`, the record they make."""
    ruleset = PRESETS.get(args.get("ruleset", ""), PRESETS["classic"])
    seats = range(ruleset.players)
    names = tuple([args.get(f"name{seat}", "")[:LONGEST_NAME] for seat in seats])
    dealer = args.get("dealer", "")
    chosen = int(dealer) if dealer in map(str, seats) else seats[-1]
    form = NewHand(ruleset, names, chosen)
    return _begun(form) if "go" in args else form


def _begun(form: NewHand) -> NewHand:
    names = [form.seat_name(seat) for seat in range(form.ruleset.players)]
    lines = [f"ruleset {form.ruleset.preset}", f"seats {' '.join(names)}"]
    text = "\n".join([*lines, f"dealer {names[form.dealer]}", ""])
    try:
        parse_record(text)
        packed = pack(text)
    except RecordError as error:
        return NewHand(
            form.ruleset, form.names, form.dealer, problem=error_sentence(error, language())
        )
    except (TooLongError, UnicodeError):
        return form
    return NewHand(form.ruleset, form.names, form.dealer, packed)
