"""The fields of the entry form: those of one side, and those of the whole hand."""

from __future__ import annotations

from functools import lru_cache

from wtforms import BooleanField, Form, HiddenField, RadioField
from wtforms.validators import Optional

from scorekeeper.rules.checks import counted_values
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.tally import Morto

from .fields import CountField, SignedField, choices_of
from .ways import HEAPS, POINTS, WAYS


class SideForm(Form):
    """One side; fields for single values (`t50`, `h10`, `m5`) are added per ruleset.

    `way` is that of the table, and of the hand and the morto too where `hway` is blank.
    """

    way = RadioField(choices=choices_of(WAYS), default=POINTS, validators=[Optional()])
    hway = RadioField(choices=choices_of(WAYS), default="", validators=[Optional()])
    clean = CountField(default=0)
    dirty = CountField(default=0)
    royal = CountField(default=0)
    ace_to_ace = CountField(default=0)
    wild = CountField(default=0)
    red_threes = CountField(default=0)
    red_threes_late = CountField(default=0)
    threes = CountField(default=0)
    morto = RadioField(choices=choices_of(map(str, Morto)), validators=[Optional()])
    table = CountField()
    hand = CountField()
    morto_cards = CountField()
    total = SignedField()
    tcards = HiddenField(default="")
    hcards = HiddenField(default="")
    mcards = HiddenField(default="")
    tmemo = HiddenField(default="")
    hmemo = HiddenField(default="")
    mmemo = HiddenField(default="")


class SharedForm(Form):
    """What concerns the whole hand; `counts` is the only side that this phone counts, if it is."""

    counts = HiddenField(default="")
    seen = HiddenField()
    entry_id = HiddenField()
    went_out = RadioField(validators=[Optional()])
    concealed = BooleanField()
    totals_only = BooleanField()
    pad = HiddenField(default="")


@lru_cache(maxsize=64)
def side_form(ruleset: Ruleset) -> type[SideForm]:
    extra = {
        f"{heap}{value}": CountField(default=0)
        for heap in HEAPS
        for value in counted_values(ruleset)
    }
    return type("RulesetSideForm", (SideForm,), extra)
