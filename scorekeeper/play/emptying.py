"""What becomes of a player whose last card is gone."""

from __future__ import annotations

from enum import Enum, auto

from ..rules.ruleset import Ruleset


class Emptied(Enum):
    """The player takes up the morto, goes out, or was not allowed to play the last card."""

    TAKES_MORTO = auto()
    GOES_OUT = auto()
    NEEDS_CANASTA = auto()
    NEEDS_DISCARD = auto()

    @property
    def allowed(self) -> bool:
        return self in (Emptied.TAKES_MORTO, Emptied.GOES_OUT)


def emptied(
    morto_available: bool, lacks_canasta: bool, discards: bool, claims_morto: bool, ruleset: Ruleset
) -> Emptied:
    """What playing the last card does (`morto.take`, `out.needs`, `out.last_card`).

    `lacks_canasta` counts the canastas with that card on the table. Where the side has the choice
    (`out_needs_morto` off), it goes out unless it claims its morto.
    """
    if morto_available and (claims_morto or ruleset.out_needs_morto):
        return Emptied.TAKES_MORTO
    if ruleset.out_needs_discard and not discards:
        goes_out = Emptied.NEEDS_DISCARD
    else:
        goes_out = Emptied.NEEDS_CANASTA if lacks_canasta else Emptied.GOES_OUT
    return Emptied.TAKES_MORTO if morto_available and not goes_out.allowed else goes_out
