"""The scorebook: every request opens the log, does its work in one piece and closes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.storage.events import (
    AdjustmentDeleted,
    AdjustmentRestored,
    Change,
    ConfirmingChanged,
    DealerChosen,
    HandCorrected,
    HandDeleted,
    HandEntry,
    HandRecorded,
    HandRestored,
    Logged,
    MatchAnnulled,
    MatchResumed,
    MatchStopped,
    OptionsChanged,
    PlayersChanged,
    PointsAdjusted,
    RematchStarted,
)
from scorekeeper.storage.forgetting import forget_match
from scorekeeper.storage.log import EventLog, MatchKeys, open_log
from scorekeeper.storage.rulesets import SavedRuleset, open_shelf

from .chain import next_of
from .day import Day, read_day
from .fold import read_match
from .halves import hand_of_halves, is_current
from .history import Undo, reversal
from .judging import judge, judge_entry, judge_saving, judge_start
from .keys import Shuffle, TokenSource, random_token, shuffled
from .records import Access, MatchRecord, MatchSetup, Preview, Recorded
from .refusals import StaleEntry, TooManyRulesets, UnknownMatch, UnreadableMatch
from .remembering import read_record
from .starting import cut_for_dealer, rematch_setup, unused_keys
from .wording import tidy

MOST_RULESETS = 30


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Scorebook:
    """The matches of one database file.

    Every method may raise `StorageError`; those that take a match id raise `UnknownMatch`, and
    those that need the whole match `UnreadableMatch`. Requests that write carry `entry_id`, one
    per form shown: sent again, it gets the earlier result ("" gives up that protection). Sent again
    with other content (after the back button, say) it is a `StaleEntry`, so that nothing is lost.
    """

    path: str | Path
    journal: str = "wal"
    clock: Callable[[], datetime] = _now
    token: TokenSource = random_token
    shuffle: Shuffle = shuffled

    def start(
        self,
        setup: MatchSetup,
        entry_id: str = "",
        by: str = "",
        cut: bool = False,
        confirming: bool = False,
    ) -> MatchKeys:
        """Starts a match, with a cut for the first deal if asked for.

        With `confirming`, every side has to confirm each hand.

        Raises `SetupRejected`, `DocumentError`.
        """
        event = judge_start(setup)
        with open_log(self.path, self.journal) as log, log.writing():
            known = log.match_of_entry(entry_id) if entry_id else None
            if known is not None:
                return _keys(log, known)
            keys, at = unused_keys(log, self.token), self.clock()
            log.add_match(keys, at)
            log.append(keys.id, event, 0, at=at, by=by, entry_id=entry_id)
            if cut:
                chosen = cut_for_dealer(setup.ruleset, self.shuffle)
                log.append(keys.id, chosen, 1, at=at, by=by)
            if confirming:
                log.append(keys.id, ConfirmingChanged(True), 1 + cut, at=at, by=by)
            return keys

    def rematch(self, match_id: str, swap: bool = False, by: str = "") -> MatchKeys:
        """Starts the match that follows this one, or finds the one that was started already.

        With `swap` the sides change places. Raises `NotPossible` before the end of this match.
        """
        with open_log(self.path, self.journal) as log, log.writing():
            record = read_record(log, match_id)
            started = next_of(record, partial(read_record, log))
            if started is not None:  # one that was deleted for good can be played again
                return _keys(log, started.id)
            keys, at = unused_keys(log, self.token), self.clock()
            link, event = RematchStarted(keys.id), judge_start(rematch_setup(record, swap))
            judge(record, link)
            log.add_match(keys, at)
            log.append(keys.id, event, 0, at=at, by=by)
            if record.confirming:
                log.append(keys.id, ConfirmingChanged(True), log.last_seq(keys.id), at=at, by=by)
            if record.bench:
                seated = PlayersChanged(event.sides, record.bench, record.next_out)
                log.append(keys.id, seated, log.last_seq(keys.id), at=at, by=by)
            log.append(match_id, link, record.last, at=at, by=by)
            return keys

    def day(self, match_id: str) -> Day:
        """The matches that this table has played today, and their ranking (`match.annul`)."""
        with open_log(self.path, self.journal) as log:
            record = read_record(log, match_id)
            return read_day(record, lambda other: _read_if_possible(log, other))

    def find(self, secret: str) -> Access | None:
        """The match that this secret opens, and what it allows there."""
        with open_log(self.path, self.journal) as log:
            keys = log.keys_with(secret)
        return None if keys is None else Access(keys.id, secret == keys.edit)

    def access(self, match_id: str, secret: str) -> Access | None:
        """What this secret allows in this match, or None if it does not open it."""
        found = self.find(secret)
        return found if found is not None and found.match_id == match_id else None

    def keys(self, match_id: str) -> MatchKeys:
        """The secrets of a match, to be shared."""
        with open_log(self.path, self.journal) as log:
            return _keys(log, match_id)

    def read(self, match_id: str) -> MatchRecord:
        """The match as it stands."""
        with open_log(self.path, self.journal) as log:
            return read_record(log, match_id)

    def has(self, match_id: str) -> bool:
        """Whether this match is there."""
        with open_log(self.path, self.journal) as log:
            return log.keys(match_id) is not None

    def last_seq(self, match_id: str) -> int:
        """The number of the last event; cheap enough to be asked every second."""
        with open_log(self.path, self.journal) as log:
            seq = log.last_seq(match_id)
        if not seq:
            raise UnknownMatch(match_id)
        return seq

    def record_hand(
        self, match_id: str, entry: HandEntry, seen: int, entry_id: str = "", by: str = ""
    ) -> Recorded:
        """Adds a hand. Raises `StaleEntry`, `TallyRejected`, `DocumentError`."""
        return self._write(match_id, HandRecorded(entry), seen, entry_id, by)

    def correct_hand(
        self,
        match_id: str,
        hand: int,
        entry: HandEntry,
        seen: int,
        entry_id: str = "",
        by: str = "",
    ) -> Recorded:
        """Replaces the entry of a hand, also where that decides or reopens the match.

        Raises `StaleEntry`, `UnknownHand`, `TallyRejected`, `DocumentError`.
        """
        return self._write(match_id, HandCorrected(hand, entry), seen, entry_id, by)

    def delete_hand(
        self, match_id: str, hand: int, seen: int, entry_id: str = "", by: str = ""
    ) -> Recorded:
        """Leaves a hand out of the match. Raises `StaleEntry`, `UnknownHand`."""
        return self._write(match_id, HandDeleted(hand), seen, entry_id, by)

    def restore_hand(
        self, match_id: str, hand: int, seen: int, entry_id: str = "", by: str = ""
    ) -> Recorded:
        """Puts a deleted hand back in its place. Raises `StaleEntry`, `UnknownHand`."""
        return self._write(match_id, HandRestored(hand), seen, entry_id, by)

    def adjust(
        self,
        match_id: str,
        points: tuple[int, ...],
        reason: str,
        seen: int,
        entry_id: str = "",
        by: str = "",
    ) -> Recorded:
        """Gives or takes points beside the hands, after the end of a match too (`match.adjust`).

        The reason is tidied. Raises `StaleEntry`, and `DocumentError` for points that are not one
        number per side or are all 0, and for a reason that is blank or longer than 200 signs.
        """
        event = PointsAdjusted(tuple(points), tidy(reason))
        return self._write(match_id, event, seen, entry_id, by)

    def delete_adjustment(
        self, match_id: str, adjustment: int, seen: int, entry_id: str = "", by: str = ""
    ) -> Recorded:
        """Leaves an adjustment out. Raises `StaleEntry`, `UnknownAdjustment`."""
        return self._write(match_id, AdjustmentDeleted(adjustment), seen, entry_id, by)

    def restore_adjustment(
        self, match_id: str, adjustment: int, seen: int, entry_id: str = "", by: str = ""
    ) -> Recorded:
        """Puts a deleted adjustment back. Raises `StaleEntry`, `UnknownAdjustment`."""
        return self._write(match_id, AdjustmentRestored(adjustment), seen, entry_id, by)

    def choose_dealer(
        self, match_id: str, dealer: int, seen: int, entry_id: str = "", by: str = ""
    ) -> Recorded:
        """Lets another seat deal first, before any hand (`setup.dealer`).

        Raises `StaleEntry`, `NotPossible`, `DocumentError`.
        """
        return self._write(match_id, DealerChosen(dealer), seen, entry_id, by)

    def cut_dealer(self, match_id: str, seen: int, entry_id: str = "", by: str = "") -> Recorded:
        """Lets cards say who deals first, before any hand (`setup.dealer`).

        Sent again, it draws no other cards. Raises `StaleEntry`, `NotPossible`.
        """
        event = cut_for_dealer(self.read(match_id).ruleset, self.shuffle)
        try:
            return self._write(match_id, event, seen, entry_id, by)
        except StaleEntry as stale:
            for logged in stale.record.log if entry_id else ():
                if logged.entry_id == entry_id and isinstance(logged.event, DealerChosen):
                    return Recorded(logged.seq, stale.record)
            raise

    def change_options(
        self,
        match_id: str,
        overrides: Mapping[str, object],
        seen: int,
        entry_id: str = "",
        by: str = "",
    ) -> Recorded:
        """Changes options from the next hand on; hands already entered keep theirs.

        Raises `StaleEntry`, `NotPossible` in a match that is over, `SetupRejected` for options that
        do not go together or that stay (`ruleset.options`), and `DocumentError`.
        """
        return self._write(match_id, OptionsChanged(dict(overrides)), seen, entry_id, by)

    def change(
        self, match_id: str, event: Change, seen: int, entry_id: str = "", by: str = ""
    ) -> Recorded:
        """Adds any other event: who sits where, a deal that went wrong.

        Raises `StaleEntry`, `NotPossible` and `DocumentError` for an event that does not fit.
        """
        return self._write(match_id, event, seen, entry_id, by)

    def undo(
        self, match_id: str, event: int, seen: int, entry_id: str = "", by: str = ""
    ) -> Recorded:
        """Takes back the latest event that stands; an event that is an undo is done again.

        The log keeps both. Raises `StaleEntry`, `NotPossible` for an event that is not the next to
        be taken back or done again, and what the opposite of that event may raise.
        """
        return self._write(match_id, Undo(event), seen, entry_id, by)

    def stop(self, match_id: str, seen: int, entry_id: str = "", by: str = "") -> Recorded:
        """Ends a match by agreement (`match.stopped`). Raises `StaleEntry`, `NotPossible`."""
        return self._write(match_id, MatchStopped(), seen, entry_id, by)

    def annul(
        self,
        match_id: str,
        consents: tuple[bool, ...],
        seen: int,
        entry_id: str = "",
        by: str = "",
    ) -> Recorded:
        """Ends a match without a winner, if every side agrees (`match.annul`).

        Raises `StaleEntry`, `NotPossible`, `DocumentError`.
        """
        return self._write(match_id, MatchAnnulled(tuple(consents)), seen, entry_id, by)

    def resume(self, match_id: str, seen: int, entry_id: str = "", by: str = "") -> Recorded:
        """Takes back a stop or an annulment. Raises `StaleEntry`, `NotPossible`."""
        return self._write(match_id, MatchResumed(), seen, entry_id, by)

    def forget(self, match_id: str) -> None:
        """Deletes the match for good, with its log and every name in it."""
        if not forget_match(self.path, self.journal, match_id):
            raise UnknownMatch(match_id)

    def preview(self, match_id: str, entry: HandEntry, hand: int | None = None) -> Preview:
        """What recording the entry, or correcting that hand with it, would do; writes nothing.

        Points and standing are given also for an entry with problems. Raises `UnknownHand`,
        `DocumentError`.
        """
        record = self.read(match_id)
        judged = judge_entry(record, entry, hand)
        added = Logged(record.last + 1, judged.event, self.clock(), "")
        after = read_match(match_id, (*record.log, added), record)
        seq = added.seq if hand is None else hand
        saved = next(found for found in after.hands if found.id == seq)
        return Preview(judged.problems, saved.score, saved.totals, after.standing, after.in_force)

    def save_ruleset(self, owner: str, name: str, ruleset: Ruleset) -> SavedRuleset:
        """Keeps a ruleset for its owner, in place of the one that had its name.

        The name is tidied. Raises `SetupRejected`, `TooManyRulesets`, and `DocumentError` for a
        name that is blank or too long.
        """
        saved = judge_saving(name, ruleset)
        with open_shelf(self.path, self.journal) as shelf, shelf.writing():
            others = [kept for kept in shelf.all(owner) if kept.name != saved.name]
            if len(others) >= MOST_RULESETS:
                raise TooManyRulesets(MOST_RULESETS)
            shelf.save(owner, saved, self.clock())
        return saved

    def rulesets(self, owner: str) -> tuple[SavedRuleset, ...]:
        """The rulesets that this owner has saved, by name."""
        with open_shelf(self.path, self.journal) as shelf:
            return shelf.all(owner)

    def forget_ruleset(self, owner: str, name: str) -> None:
        """Removes a saved ruleset, if there is one with this name."""
        with open_shelf(self.path, self.journal) as shelf:
            shelf.remove(owner, tidy(name))

    def _write(
        self, match_id: str, wanted: Change | Undo, seen: int, entry_id: str, by: str
    ) -> Recorded:
        with open_log(self.path, self.journal) as log, log.writing():
            record = read_record(log, match_id)
            known = log.seq_of_entry(match_id, entry_id) if entry_id else None
            if known is not None and any(
                logged.seq == known and _is_about(logged, wanted) for logged in record.log
            ):
                return Recorded(known, record)
            if known is not None or not is_current(record, seen, wanted):
                raise StaleEntry(record, seen)
            undoes = wanted.seq if isinstance(wanted, Undo) else None
            event = reversal(record, wanted) if isinstance(wanted, Undo) else wanted
            judge(record, event)
            seq = log.append(
                match_id,
                event,
                record.last,
                at=self.clock(),
                by=by,
                entry_id=entry_id,
                undoes=undoes,
            )
            after = read_record(log, match_id)
            whole = hand_of_halves(after, event)
            if whole is None:
                return Recorded(seq, after)
            log.append(match_id, whole, after.last, at=self.clock(), by=by)
            return Recorded(seq, read_record(log, match_id))


def _is_about(logged: Logged, wanted: Change | Undo) -> bool:
    """Whether this event is what was asked for."""
    if isinstance(wanted, Undo):
        return logged.undoes == wanted.seq
    return logged.undoes is None and logged.event == wanted


def _keys(log: EventLog, match_id: str) -> MatchKeys:
    keys = log.keys(match_id)
    if keys is None:
        raise UnknownMatch(match_id)
    return keys


def _read_if_possible(log: EventLog, match_id: str) -> MatchRecord | None:
    try:
        return read_record(log, match_id)
    except (UnknownMatch, UnreadableMatch):
        return None
