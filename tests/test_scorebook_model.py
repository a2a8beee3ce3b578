"""Any order of requests, against a model of a match small enough to be seen to be right."""

from __future__ import annotations

import tempfile
from itertools import accumulate
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from scorekeeper.rules.options import override
from scorekeeper.rules.ruleset import CLASSIC
from scorekeeper.scorebook import MatchSetup, Scorebook, SideSetup, StaleEntry, UnknownHand

POINTS = st.tuples(st.integers(-20, 90), st.integers(-20, 90))
SIDES = (SideSetup("Norte"), SideSetup("Sul"))
FIRST_DEALER = 1


class Table(RuleBasedStateMachine):
    """`hands` has the points of every hand by id, `gone` the ids of the deleted ones."""

    def __init__(self):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.book = Scorebook(Path(self.folder.name) / "book.db")
        rules = override(CLASSIC, {"target": 100_000})
        self.match = self.book.start(MatchSetup(rules, SIDES, FIRST_DEALER)).id
        self.hands: dict[int, tuple[int, int]] = {}
        self.gone: set[int] = set()
        self.corrected: set[int] = set()
        self.last = 1
        self.sent = None

    def teardown(self):
        self.folder.cleanup()

    def send(self, ask, *args):
        """One request and its number; what it was is kept, to be sent again."""
        seen, entry_id = self.last, f"entry-{self.last}"
        self.sent = lambda: ask(self.match, *args, seen, entry_id)
        self.last += 1
        done = self.sent()
        assert done.seq == self.last
        assert done.match == self.book.read(self.match)
        self.seq = done.seq

    def pick(self, data, deleted):
        ids = sorted(hand for hand in self.hands if (hand in self.gone) == deleted)
        return data.draw(st.sampled_from(ids)) if ids else None

    @rule(points=POINTS)
    def record(self, points):
        preview = self.book.preview(self.match, points)
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
        running = list(accumulate(points, lambda one, more: (one[0] + more[0], one[1] + more[1])))
        assert [hand.id for hand in record.hands] == kept
        assert [hand.number for hand in record.hands] == list(range(1, len(kept) + 1))
        assert [hand.totals for hand in record.hands] == points
        assert [hand.running for hand in record.hands] == running
        assert {hand.id for hand in record.hands if hand.corrected} == self.corrected - self.gone
        assert {hand.id for hand in record.deleted} == self.gone
        assert record.standing.totals == (running[-1] if running else (0, 0))
        assert record.dealer == (FIRST_DEALER + len(kept)) % 4
        assert record.last == self.last == self.book.last_seq(self.match)


Table.TestCase.settings = settings(max_examples=15, stateful_step_count=15)
TestTable = Table.TestCase
