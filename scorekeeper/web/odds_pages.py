"""Each side's chance from here, for the phones that wish to see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import session

from scorekeeper.scorebook import MatchRecord, match_document
from scorekeeper.work import Job, State, TooManyJobs
from scorekeeper.work.kinds import ODDS
from scorekeeper.work.odds import odds_spec

from .agreement_pages import hidden_from
from .desk import desk

SESSION_KEY = "odds"


@dataclass(frozen=True, slots=True)
class SideChance:
    """A side's chance in per cent, and between which numbers the true one is."""

    name: str
    percent: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class OddsView:
    """The chances; without sides they are still being worked out, or cannot be (`failed`).

    `busy`: others come first, so nothing was begun for this match. `waits`: this phone should not
    see the figures of a hand that it counts again.
    """

    match_id: str
    sides: tuple[SideChance, ...] = ()
    matches: int = 0
    failed: bool = False
    busy: bool = False
    waits: bool = False

    @property
    def is_open(self) -> bool:
        return not (self.sides or self.failed or self.waits)


def are_wanted() -> bool:
    """Whether this phone has asked for the chances on its boards."""
    return bool(session.get(SESSION_KEY))


def want(wanted: bool) -> None:
    """Keeps what this phone asks for."""
    session.permanent = True
    session[SESSION_KEY] = wanted


def known_odds(record: MatchRecord) -> OddsView:
    """What is known, without doing or asking for any work."""
    if hidden_from(record) is not None:
        return OddsView(record.id, waits=True)
    return _view(record, desk().about(_topic(record)))


def odds_of(record: MatchRecord) -> OddsView:
    """What is known, after seeing to it that somebody works on the rest.

    All phones of a match share one job for its last event; that of an earlier event is stopped.
    """
    if hidden_from(record) is not None:
        return OddsView(record.id, waits=True)
    topic, owner = _topic(record), f"odds:{record.id}"
    job = desk().about(topic)
    if job is None:
        desk().cancel_all(owner)
        try:
            spec = odds_spec(match_document(record))
            job_id = desk().submit(ODDS, spec, owner, topic, record.id)
        except TooManyJobs:
            return OddsView(record.id, busy=True)
    else:
        job_id = job.id
    return _view(record, desk().state(job_id))


def _topic(record: MatchRecord) -> str:
    return f"odds:{record.id}:{record.last}"


def _view(record: MatchRecord, job: Job | None) -> OddsView:
    if job is None or not job.state.is_over:
        return OddsView(record.id)
    found = job.result.get("sides")
    if job.state is not State.DONE or not isinstance(found, Sequence) or not found:
        return OddsView(record.id, failed=True)
    names = [side.name for side in record.setup.sides]
    sides = tuple(_side(name, told) for name, told in zip(names, found, strict=True))
    return OddsView(record.id, sides, int(str(job.result["matches"])))


def _side(name: str, told: Mapping[str, float]) -> SideChance:
    percent, low, high = (round(100 * told[key]) for key in ("chance", "low", "high"))
    return SideChance(name, percent, low, high)
