"""Any order of requests, against a model of a match small enough to be seen to be right."""

from __future__ import annotations

import tempfile
from itertools import accumulate
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from scorekeeper.rules.documents import parse_match_document
from scorekeeper.rules.options import override
from scorekeeper.rules.ruleset import CLASSIC
from scorekeeper.scorebook import (
    MatchSetup,
    NotPossible,
    Scorebook,
    SideSetup,
    StaleEntry,
    TallyRejected,
    Transfers,
    UnknownAdjustment,
    UnknownHand,
    export_text,
    match_document,
    parse_export,
)

POINTS = st.tuples(st.integers(-20, 90), st.integers(-20, 90))
SIDES = (SideSetup("Norte"), SideSetup("Sul"))
FIRST_DEALER = 1


class Table(RuleBasedStateMachine):
    """`hands` and `fouls` have points by id, `gone` the ids of the deleted ones of both."""

    def __init__(self):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.book = Scorebook(Path(self.folder.name) / "book.db")
        rules = override(CLASSIC, {"target": 100_000})
        self.match = self.book.start(MatchSetup(rules, SIDES, FIRST_DEALER)).id
        self.hands: dict[int, tuple[int, int]] = {}
        self.fouls: dict[int, tuple[int, int]] = {}
        self.gone: set[int] = set()
        self.ended = ""
        self.corrected: set[int] = set()
        self.last = 1
        self.sent = None

    def teardown(self):
        """However it was made, the match comes in again as a file as it stands."""
        record, transfers = self.book.read(self.match), Transfers(self.book.path)
        export = parse_export(export_text(transfers.export(self.match)))
        self.folder.cleanup()
        assert export.record.standing == record.standing
        assert [one.event for one in export.record.log] == [one.event for one in record.log]

    def send(self, ask, *args):
        """One request and its number; what it was is kept, to be sent again."""
        seen, entry_id = self.last, f"entry-{self.last}"
        self.sent = lambda: ask(self.match, *args, seen, entry_id)
        self.last += 1
        done = self.sent()
        assert done.seq == self.last
        assert done.match == self.book.read(self.match)
        self.seq = done.seq

    def pick(self, data, deleted, among=None):
        among = self.hands if among is None else among
        ids = sorted(one for one in among if (one in self.gone) == deleted)
        return data.draw(st.sampled_from(ids)) if ids else None

    @rule(points=POINTS)
    def record(self, points):
        preview = self.book.preview(self.match, points)
        if self.ended:
            self.refused(TallyRejected, self.book.record_hand, points)
            assert preview.problems
            return
        self.send(self.book.record_hand, points)
        self.hands[self.last] = points
        assert preview.standing == self.book.read(self.match).standing

    @rule(data=st.data(), points=POINTS)
    def correct(self, data, points):
        hand = self.pick(data, deleted=False)
        if hand is not None:
            self.send(self.book.correct_hand, hand, points)
            self.hands[hand] = points
            self.corrected.add(hand)

    @rule(data=st.data())
    def delete(self, data):
        hand = self.pick(data, deleted=False)
        if hand is not None:
            self.send(self.book.delete_hand, hand)
            self.gone.add(hand)

    @rule(data=st.data())
    def restore(self, data):
        hand = self.pick(data, deleted=True)
        if hand is not None:
            self.send(self.book.restore_hand, hand)
            self.gone.remove(hand)

    def refused(self, kind, ask, *args):
        try:
            ask(self.match, *args, self.last, "refused")
        except kind:
            return
        raise AssertionError("not refused")

    @rule(points=POINTS.filter(any))
    def adjust(self, points):
        self.send(self.book.adjust, points, "foul")
        self.fouls[self.last] = points

    @rule(data=st.data())
    def delete_adjustment(self, data):
        foul = self.pick(data, False, self.fouls)
        if foul is not None:
            self.refused(UnknownHand, self.book.delete_hand, foul)
            self.refused(UnknownAdjustment, self.book.restore_adjustment, foul)
            self.send(self.book.delete_adjustment, foul)
            self.gone.add(foul)

    @rule(data=st.data())
    def restore_adjustment(self, data):
        foul = self.pick(data, True, self.fouls)
        if foul is not None:
            self.refused(UnknownHand, self.book.restore_hand, foul)
            self.refused(UnknownAdjustment, self.book.delete_adjustment, foul)
            self.send(self.book.restore_adjustment, foul)
            self.gone.remove(foul)

    @rule(agreed=st.booleans(), other=st.booleans())
    def end(self, agreed, other):
        ask, args = (self.book.stop, ()) if agreed else (self.book.annul, ((True, other),))
        if self.ended or not (agreed or other):
            self.refused(NotPossible, ask, *args)
        else:
            self.send(ask, *args)
            self.ended = "match.stopped" if agreed else "match.annul"

    @rule()
    def resume(self):
        if self.ended:
            self.send(self.book.resume)
            self.ended = ""
        else:
            self.refused(NotPossible, self.book.resume)

    @rule()
    def send_again(self):
        if self.sent is not None:
            assert self.sent().seq == self.seq

    @rule(points=POINTS, behind=st.integers(1, 3))
    def send_late(self, points, behind):
        try:
            self.book.record_hand(self.match, points, self.last - behind, "late")
        except StaleEntry as stale:
            assert [logged.seq for logged in stale.since] == [
                seq for seq in range(1, self.last + 1) if seq > self.last - behind
            ]
        else:
            raise AssertionError("written without having seen the match")

    @rule(data=st.data())
    def delete_twice(self, data):
        hand = self.pick(data, deleted=True)
        if hand is not None:
            try:
                self.book.delete_hand(self.match, hand, self.last, "twice")
            except UnknownHand:
                return
            raise AssertionError("deleted twice")

    @invariant()
    def the_record_is_the_model(self):
        record = self.book.read(self.match)
        kept = [hand for hand in sorted(self.hands) if hand not in self.gone]
        points = [self.hands[hand] for hand in kept]
        both = {seq: n for seq, n in (self.hands | self.fouls).items() if seq not in self.gone}
        order = sorted(both)
        sums = accumulate(
            (both[seq] for seq in order), lambda one, more: (one[0] + more[0], one[1] + more[1])
        )
        after = dict(zip(order, sums, strict=True))
        assert [hand.id for hand in record.hands] == kept
        assert [hand.number for hand in record.hands] == list(range(1, len(kept) + 1))
        assert [hand.totals for hand in record.hands] == points
        assert [(entry.id, entry.running) for entry in record.entries] == list(after.items())
        for foul in record.adjustments:
            assert foul.points == self.fouls[foul.id]
            assert foul.after_hand == len([hand for hand in kept if hand < foul.id])
        assert {hand.id for hand in record.hands if hand.corrected} == self.corrected - self.gone
        assert {hand.id for hand in record.deleted} == self.gone & set(self.hands)
        assert {foul.id for foul in record.deleted_adjustments} == self.gone & set(self.fouls)
        assert record.standing.totals == (after[order[-1]] if order else (0, 0))
        assert (record.standing.ruling.rule or "") == self.ended
        assert parse_match_document(match_document(record)).stand() == record.standing
        assert record.dealer == (FIRST_DEALER + len(kept)) % 4
        assert record.last == self.last == self.book.last_seq(self.match)


Table.TestCase.settings = settings(max_examples=20, stateful_step_count=20)
TestTable = Table.TestCase
