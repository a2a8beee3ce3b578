"""What is wrong with a log that comes from elsewhere, where nothing may be guessed."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.rules.options import override_allowed, parse_ruleset
from scorekeeper.rules.problems import DocumentError, Finding
from scorekeeper.storage.events import Logged, MatchStarted, OptionsChanged, UnknownEvent

from .course import Course
from .fitting import faults_of_change, misfit, told_as_error, untimely
from .judging import judge_start
from .reading import Reading
from .records import MatchSetup
from .refusals import SetupRejected
from .seating import Seating


def faults_of(log: tuple[Logged, ...]) -> Iterator[DocumentError]:
    """What this version cannot read and what is out of place, event by event; none of a log that
    this program wrote. What the rules of the table say of an entry is not asked: it stands.

    Where the start cannot be what it says, of the others only the unreadable ones are told.
    """
    started, faults = _start(log[0])
    yield from (_placed(fault, log[0]) for fault in faults)
    reading = None
    if started is not None:
        reading = Reading(started.ruleset, Seating(started.sides))
    course = Course()
    for logged in log:
        if reading is not None:
            faults = tuple(_faults(reading, course, logged))
            if not faults or not isinstance(logged.event, OptionsChanged):
                reading.take(logged)
            course.take(logged)
        else:
            faults = _unreadable(logged) if logged.seq > 1 else ()
        yield from (_placed(fault, logged) for fault in faults)


def _start(first: Logged) -> tuple[MatchSetup | None, tuple[DocumentError, ...]]:
    """How the match begins, or what is wrong with that."""
    started = first.event
    if not isinstance(started, MatchStarted):
        return None, (DocumentError(Finding.EVENT_UNREADABLE),)
    try:
        ruleset, errors = override_allowed(parse_ruleset(started.preset, {}), started.overrides)
        if errors:
            return None, errors
        setup = MatchSetup(ruleset, started.sides, started.dealer)
        judge_start(setup)
    except DocumentError as error:
        return None, (error,)
    except SetupRejected as rejected:
        return None, tuple(map(told_as_error, rejected.problems))
    return setup, ()


def _faults(reading: Reading, course: Course, logged: Logged) -> Iterator[DocumentError]:
    event = logged.event
    fault = misfit(reading, logged) or untimely(reading, event)
    if fault is not None:
        yield fault
    if isinstance(event, OptionsChanged):
        yield from faults_of_change(reading.ruleset, event.overrides)
    if not course.fits(logged) and logged.undoes is not None:
        yield DocumentError(Finding.EVENT_ABOUT_NOTHING, "undoes", about=logged.undoes)


def _unreadable(logged: Logged) -> tuple[DocumentError, ...]:
    is_unknown = isinstance(logged.event, UnknownEvent)
    return (DocumentError(Finding.EVENT_UNREADABLE),) if is_unknown else ()


def _placed(fault: DocumentError, logged: Logged) -> DocumentError:
    """The fault with its place in the document."""
    place = f"events[{logged.seq - 1}]"
    if not fault.where:
        return DocumentError(fault.finding, place, **fault.params)
    inner = fault.where if fault.where == "undoes" else f"event.{fault.where}"
    return DocumentError(fault.finding, f"{place}.{inner}", **fault.params)
