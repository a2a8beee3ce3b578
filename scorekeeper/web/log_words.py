"""The events of a match in a few words."""

from __future__ import annotations

from itertools import zip_longest

from markupsafe import Markup

from scorekeeper.scorebook import (
    AdjustmentDeleted,
    AdjustmentRestored,
    BackupRestored,
    DealerChosen,
    Event,
    HandCorrected,
    HandDeleted,
    HandRecorded,
    HandRestored,
    History,
    MatchAnnulled,
    MatchResumed,
    MatchStarted,
    MatchStopped,
    MisdealDeleted,
    MisdealRestored,
    Misdealt,
    OptionsChanged,
    PlayersChanged,
    PointsAdjusted,
    RematchStarted,
    Seating,
    SeatTaken,
    Step,
    UnknownEvent,
    player_at,
)

from .agreement_words import title_about_agreement
from .languages import fill, gettext, isolate, ngettext


def title_of(history: History, step: Step) -> Markup:
    """What happened; an undo names what it takes back, and what was passed over is nothing else."""
    if not step.fits:
        return fill(_misfit_title(step.logged.event))
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
        case BackupRestored():
            return gettext("A backup was put back")
    return title_about_agreement(step) or _title_about_the_table(step)


def _title_about_the_table(step: Step) -> str:
    match step.logged.event:
        case PlayersChanged():
            return gettext("Names changed")
        case SeatTaken():
            return gettext("Places changed")
        case Misdealt():
            text = gettext("Misdeal in hand %(number)s")
        case MisdealDeleted():
            text = gettext("Misdeal in hand %(number)s taken out")
        case MisdealRestored():
            text = gettext("Misdeal in hand %(number)s put back")
        case _:
            return _unknown_title()
    return text % {"number": step.number}


def _misfit_title(event: Event | UnknownEvent) -> str:
    if isinstance(event, UnknownEvent):
        return _unknown_title()
    return gettext("An entry that fits nothing before it and does not count")


def _unknown_title() -> str:
    return gettext(
        "Something that can’t be read: a newer version of this app wrote it, or the file is damaged"
    )


def note_about_the_table(step: Step) -> Markup:
    """Who is called what now and who came in for whom; whether the deal passed on."""
    match step.logged.event:
        case SeatTaken(seat) if step.seating is not None:
            before, _ = step.seating
            goes = player_at(before.sides, seat)
            comes = isolate(before.bench[0])
            if not goes:
                return fill(gettext("%(comes)s comes in."), comes=comes)
            return fill(
                gettext("%(comes)s comes in for %(goes)s."), comes=comes, goes=isolate(goes)
            )
        case PlayersChanged() if step.seating is not None:
            return _renamed(*step.seating)
        case Misdealt(passes):
            told = gettext("The deal passes on.") if passes else gettext("The same player deals.")
            return fill(told)
        case BackupRestored(None):
            return fill(gettext("Entries made after it was saved may be missing."))
        case BackupRestored(int(lost)):
            told = ngettext(
                "%(num)s entry made after it was saved is gone.",
                "%(num)s entries made after it was saved are gone.",
                lost,
            )
            return fill(told, num=lost)
    return Markup("")


def _renamed(before: Seating, after: Seating) -> Markup:
    """The names that changed, old → new."""
    old, new = _all_names(before), _all_names(after)
    pairs = [
        Markup("{} → {}").format(isolate(was or "–"), isolate(now or "–"))
        for was, now in zip_longest(old, new, fillvalue="")
        if was != now
    ]
    return Markup(", ").join(pairs)


def _all_names(seating: Seating) -> list[str]:
    sides = seating.sides
    most = max(len(side.players) for side in sides)
    players = [player_at(sides, seat) for seat in range(len(sides) * (most or 2))]
    return [*(side.name for side in sides), *players, *seating.bench]


def is_told(event: Event | UnknownEvent) -> bool:
    """Whether the log has a line for the event: not for one that only takes up a number."""
    return not isinstance(event, BackupRestored) or event.lost != 0


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
