"""The events of sides that count apart and agree, in a few words."""

from __future__ import annotations

from markupsafe import Markup

from scorekeeper.scorebook import (
    ConfirmationWithdrawn,
    ConfirmingChanged,
    HandConfirmed,
    HandRecorded,
    HandRecounted,
    SideCounted,
    SideWithdrawn,
    Step,
)

from .languages import fill, gettext, isolate, join_names


def title_about_agreement(step: Step) -> str:
    """What happened, or nothing for any other event."""
    match step.logged.event:
        case SideCounted():
            text = gettext("Hand %(number)s: one side has counted")
        case SideWithdrawn():
            text = gettext("Hand %(number)s: the count of one side taken back")
        case HandConfirmed():
            text = gettext("Hand %(number)s confirmed")
        case ConfirmationWithdrawn():
            text = gettext("Hand %(number)s no longer confirmed")
        case HandRecounted():
            text = gettext("Hand %(number)s counted apart")
        case ConfirmingChanged(confirming):
            if confirming:
                return gettext("Both sides confirm each hand")
            return gettext("Hands need no confirming")
        case _:
            return ""
    return text % {"number": step.number}


def note_about_agreement(step: Step, names: tuple[str, ...]) -> Markup:
    """Which side it was, or whether two counts agree; no figures of a hand still being counted."""
    if isinstance(step.logged.event, HandRecounted):
        if step.agrees:
            return fill(gettext("Both counts are the same."))
        return fill(gettext("The two counts differ."))
    if step.side is not None and step.side < len(names):
        return isolate(names[step.side])
    if step.dropped and isinstance(step.logged.event, HandRecorded):
        told = gettext("Entered whole; dropped: the count of %(sides)s")
        return fill(told, sides=join_names(names[side] for side in step.dropped))
    return Markup("")
