"""The form of a hand, after another phone has written meanwhile."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest

from flask import request

from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.scorebook import (
    BackupRestored,
    HandCorrected,
    HandRecord,
    HandRecorded,
    MatchRecord,
    StaleEntry,
    Step,
    merged,
    read_history,
)

from .entry_pages import EntryPage, entry_page
from .hand_form import HandForm
from .hand_halves import title_with_side
from .keys import Table


def stale_page(
    table: Table, form: HandForm, rules: Ruleset, hand: int | None, stale: StaleEntry
) -> EntryPage:
    """The form again, with what others wrote meanwhile; sent once more, it counts on top.

    Corrections of different sides are put together in it.
    """
    now = Table(stale.record, table.may_edit)
    both = _put_together(form, hand, stale)
    if both is not None:
        return replace(entry_page(now, both, hand), is_merged=True)
    form = HandForm(rules, request.form, may_be_half=hand is None)  # the rules may be others by now
    form.renew(stale.record.last)
    page = entry_page(now, form, hand)
    clash = _clash(stale, hand)
    is_same = hand is None and any(_is_same(found, form, stale.record) for found in clash)
    return replace(page, clash=clash, is_stale=True, is_same=is_same, news=_news(stale))


def _put_together(form: HandForm, hand: int | None, stale: StaleEntry) -> HandForm | None:
    found = None if hand is None else stale.record.hand(hand)
    both = merged(found, stale.seen, form.entry()) if found else None
    if found is None or both is None:
        return None
    return HandForm(found.ruleset, entry=both, seen=stale.record.last)


def _clash(stale: StaleEntry, hand: int | None) -> tuple[HandRecord, ...]:
    written = {logged.seq for logged in stale.since}
    return tuple(
        found
        for found in stale.record.hands
        if any(version.seq in written for version in found.versions) or found.id == hand
    )


def _is_same(hand: HandRecord, form: HandForm, record: MatchRecord) -> bool:
    """Whether the hand that another phone was first to enter is the one that is typed here."""
    return hand is record.hands[-1] and hand.entry == form.entry()


def _news(stale: StaleEntry) -> tuple[str, ...]:
    """What happened meanwhile, beside the hands that are shown with their points."""
    since = [logged.seq for logged in stale.record.since(stale.seen)]
    history = read_history(stale.record, since)
    steps = [step for step in history.steps if step.seq > stale.seen]
    events = [step for step, after in zip_longest(steps, steps[1:]) if not _is_told_by(step, after)]
    return tuple(
        title_with_side(history, step, stale.record)
        for step in events
        if step.reverses is not None
        or not isinstance(step.logged.event, HandRecorded | HandCorrected)
    )


def _is_told_by(step: Step, after: Step | None) -> bool:
    """Whether both are of a backup put back: most of those only take up a number."""
    both = (step.logged.event, after.logged.event if after else None)
    return all(isinstance(event, BackupRestored) for event in both)
