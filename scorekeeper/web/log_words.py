"""The events of a match in a few words."""

from __future__ import annotations

from markupsafe import Markup

from scorekeeper.scorebook import (
    AdjustmentDeleted,
    AdjustmentRestored,
    DealerChosen,
    HandCorrected,
    HandDeleted,
    HandRecorded,
    HandRestored,
    History,
    MatchAnnulled,
    MatchResumed,
    MatchStarted,
    MatchStopped,
    OptionsChanged,
    PointsAdjusted,
    RematchStarted,
    Step,
)

from .languages import fill, gettext


def title_of(history: History, step: Step) -> Markup:
    """What happened; an undo names what it takes back."""
    about = None if step.reverses is None else history.step(step.reverses)
    if about is None:
        return fill(_title(step))
    sentence = gettext("Redone: %(event)s") if step.is_redo else gettext("Undone: %(event)s")
    return fill(sentence, event=fill(_title(about)))


def _title(step: Step) -> str:
    match step.logged.event:
        case HandRecorded():
            text = gettext("Hand %(number)s entered")
        case HandCorrected():
            text = gettext("Hand %(number)s corrected")
        case HandDeleted():
            text = gettext("Hand %(number)s deleted")
        case HandRestored():
            text = gettext("Hand %(number)s put back")
        case _:
            return _other_title(step)
    return text % {"number": step.number}


def _other_title(step: Step) -> str:
    match step.logged.event:
        case MatchStarted():
            return gettext("Match started")
        case PointsAdjusted():
            return gettext("Points beside the hands")
        case AdjustmentDeleted():
            return gettext("Points beside the hands deleted")
        case AdjustmentRestored():
            return gettext("Points beside the hands put back")
        case OptionsChanged():
            return gettext("Rules changed")
        case MatchStopped():
            return gettext("Match stopped")
        case MatchAnnulled():
            return gettext("Match annulled")
        case MatchResumed():
            return gettext("Match resumed")
        case DealerChosen(_, cut):
            if cut:
                return gettext("Cards cut for the first deal")
            return gettext("First dealer changed")
        case RematchStarted():
            return gettext("Rematch started")
    return gettext("Something that only a newer version of this app can read")


def reopened_because(step: Step) -> str:
    """Why a match that was over is open again since this event."""
    match step.logged.event:
        case HandCorrected():
            text = gettext("The match is open again since hand %(number)s was corrected.")
        case HandDeleted():
            text = gettext("The match is open again since hand %(number)s was deleted.")
        case HandRestored():
            text = gettext("The match is open again since hand %(number)s was put back.")
        case PointsAdjusted() | AdjustmentDeleted() | AdjustmentRestored():
            return gettext("The match is open again since points beside the hands changed.")
        case _:
            return gettext("The match goes on.")
    return text % {"number": step.number}
