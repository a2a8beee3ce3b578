"""Where a table goes on from an answer: the hand, the points beside, the rules, the end."""

from __future__ import annotations

from flask import url_for

from .languages import gettext
from .ruling_place import Place

SCORING = (
    "red3_found",
    "morto_lost",
    "card_worth",
    "canasta_worth",
    "out_worth",
    "hand_count",
    "meld",
    "kind",
    "deal",
    "foul_out",
)
FOULS = ("foul", "foul_out")


def links_onward(key: str, place: Place) -> tuple[tuple[str, str], ...]:
    """Labels and addresses, for a phone that may enter hands."""
    if not place.match_id or not place.may_edit:
        return ()
    match_id = place.match_id
    counting = ((gettext("To the count of the hand"), url_for("hands.enter", match_id=match_id)),)
    if key in FOULS:
        beside = url_for("agreements.adjust", match_id=match_id)
        also = counting if key in SCORING else ()
        return (*also, (gettext("Points beside the hands"), beside))
    if key in SCORING:
        return counting
    if key == "early":
        return ((gettext("End the match early"), url_for("agreements.end", match_id=match_id)),)
    if key == "settings":
        return ((gettext("Change the rules"), url_for("options.change", match_id=match_id)),)
    return ()
