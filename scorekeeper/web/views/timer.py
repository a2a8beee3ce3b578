"""The turn timer: a page that a script of its own brings to life."""

from __future__ import annotations

from flask import Blueprint, render_template

from ..cut_pages import seats_of
from ..keys import open_table

views = Blueprint("timer", __name__)


@views.get("/t/<match_id>/timer")
def show(match_id: str) -> str:
    """The timer with the players in the order of play, from the first player of this hand."""
    record = open_table(match_id).record
    seats = seats_of(record)
    first = record.first_player
    players = seats[first:] + seats[:first]
    return render_template("timer/timer.html", record=record, players=players)
