"""Every kind of match goes into a file and comes back as it was: log, board, day and rulings."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.documents import parse_tally
from scorekeeper.rules.options import override
from scorekeeper.rules.problems import ScorekeeperError
from scorekeeper.rules.ruleset import PRESETS
from scorekeeper.rules.tally import Tally
from scorekeeper.scorebook import (
    Access,
    ConfirmationWithdrawn,
    ConfirmingChanged,
    Event,
    HandConfirmed,
    HandRecounted,
    MatchSetup,
    MisdealDeleted,
    Misdealt,
    PlayersChanged,
    RulingKept,
    Scorebook,
    SeatTaken,
    SideCounted,
    SideSetup,
    SideWithdrawn,
    Taken,
    Transfers,
    export_text,
    kept_rulings,
    match_document,
    parse_export,
    read_history,
)

NAMES = ("Gatos", "Onças", "", "<b>Ana & Bia</b>", "\u202eאבא", "O’Neill 🃏", "x" * 40)
PEOPLE = ("Ana", "Bia", "Caio", "Davi", "Eva", "Léo 🂡")
PILES = (
    {"melds": ["KS KH KD KC KS KH KD", "4S 4H 4D"], "hand": "9D QC", "red_threes": 1},
    {"table": {"points": 210, "clean": 1, "dirty": 1}, "hand": {"points": 30}},
    {"table": {"counts": {"20": 2, "10": 7, "5": 7}, "clean": 1}, "hand": {"counts": {"10": 3}}},
    {"melds": ["5S 5H 5D"], "hand": {"points": 45}},
)
FULL_EVENING = 80
STARTED = datetime(2026, 11, 28, 20, tzinfo=UTC)


def mine(keys):
    return Access(keys.id, may_edit=True)


class Clock:
    def __init__(self):
        self.now = STARTED

    def __call__(self):
        self.now += timedelta(seconds=41, microseconds=7)
        return self.now


def setup_of(rules, luck):
    seats = rules.players // rules.sides
    sides = tuple(
        SideSetup(f"{luck.choice(NAMES)} {number}", tuple(luck.choices(PEOPLE, k=seats)))
        for number in range(rules.sides)
    )
    return MatchSetup(rules, sides, luck.randrange(rules.players))


def some_tally(rules, luck):
    """A tally of each side counted in its own way, its morto taken or left where there is one."""
    sides = [luck.choice(PILES) | {"morto": "taken"} for _ in range(rules.sides)]
    if luck.random() < 0.4:
        sides[0] |= {"morto": "left", "morto_cards": {"points": 105}}
    out = luck.randrange(1, rules.sides)
    sides[out] |= (
        {"went_out": True, "hand": ""}
        if "melds" in sides[out]
        else {"went_out": True, "hand": {"points": 0}}
    )
    return parse_tally({"sides": sides}, rules)


def points(rules, luck, low=-400, high=900):
    return tuple(luck.randrange(low, high, 5) for _ in range(rules.sides))


def entry(rules, luck):
    if luck.random() < 0.6:
        return points(rules, luck)
    return some_tally(rules, luck)


def ruling(luck):
    given = {"top": "9S", "melds": "KS KH KD"}
    return RulingKept("pile", given, luck.choice(("yes", "no")), "take", 45, "pile.top")


def step(book, match, luck):
    """One request that might be made of the match as it is; it may be refused."""
    record = book.read(match)
    rules, last = record.ruleset, record.last
    hands = [hand.id for hand in record.hands] or [99]
    hand = luck.choice(hands)
    named = tuple(SideSetup(side.name, side.players) for side in record.sides)
    side = luck.randrange(rules.sides)
    alone = points(rules, luck)[:1]
    asked = (
        lambda: book.record_hand(match, entry(rules, luck), last, f"e{last}", "p1 Ana"),
        lambda: book.record_hand(match, some_tally(rules, luck), last, f"e{last}", "p2"),
        lambda: book.record_hand(match, points(rules, luck, 0, 300), last, f"e{last}", "p2"),
        lambda: book.correct_hand(match, hand, entry(rules, luck), last, f"e{last}"),
        lambda: book.delete_hand(match, hand, last),
        lambda: book.restore_hand(match, luck.choice([one.id for one in record.deleted]), last),
        lambda: book.adjust(match, points(rules, luck), luck.choice(("Falta", "½ – «x»")), last),
        lambda: book.delete_adjustment(match, record.adjustments[-1].id, last),
        lambda: book.change_options(match, {"target": luck.choice((2000, 4000, 5000))}, last),
        lambda: book.undo(match, luck.randrange(1, last + 1), last),
        lambda: book.undo(match, last, last),
        lambda: book.stop(match, last),
        lambda: book.annul(match, (True,) * rules.sides, last),
        lambda: book.resume(match, last),
        lambda: book.choose_dealer(match, luck.randrange(rules.players), last),
        lambda: book.cut_dealer(match, last),
        lambda: book.restore_adjustment(match, record.deleted_adjustments[-1].id, last),
        lambda: book.change(match, ConfirmationWithdrawn(hand, side), last),
        lambda: book.change(match, Misdealt(luck.random() < 0.5), last),
        lambda: book.change(match, MisdealDeleted(record.misdeals[-1].id), last),
        lambda: book.undo(match, [one.seq for one in record.log][-1], last),
        lambda: book.change(match, PlayersChanged(named, ("Eva",), 0), last),
        lambda: book.change(match, SeatTaken(luck.randrange(rules.players)), last),
        lambda: book.change(match, SideCounted(side, alone), last),
        lambda: book.change(match, SideWithdrawn(side), last),
        lambda: book.change(match, ConfirmingChanged(not record.confirming), last),
        lambda: book.change(match, HandConfirmed(hand, side), last),
        lambda: book.change(match, HandRecounted(hand, entry(rules, luck)), last),
        lambda: book.change(match, ruling(luck), last),
    )
    try:
        luck.choice(asked)()
    except (ScorekeeperError, IndexError):
        return


def carried_over(book, preset, seed, steps):
    """The matches of an evening: one that was played with all that can happen, and its rematch."""
    luck = random.Random(seed)
    rules = override(PRESETS[preset], {"target": luck.choice((1500, 3000))})
    match = book.start(setup_of(rules, luck), by="p1 Ana", confirming=luck.random() < 0.3).id
    for _ in range(steps):
        step(book, match, luck)
    if not book.read(match).is_over:
        return (match,)
    after = book.rematch(match, swap=rules.sides == 2 and luck.random() < 0.5).id
    for _ in range(3):
        step(book, after, luck)
    return match, after


def as_told(record):
    """All that a board or a log can tell of a match, but for the numbers of the requests."""
    log = tuple((one.seq, one.event, one.at, one.by, one.undoes) for one in record.log)
    steps = tuple((one.seq, one.number, one.undone, one.side) for one in read_history(record).steps)
    return (
        log, steps, record.setup, record.ruleset, record.hands, record.deleted, record.adjustments,
        record.deleted_adjustments, record.standing, record.dealer, record.first_player, record.cut,
        record.successor, record.halves, record.confirming, record.bench, record.next_out,
        record.misdeals, match_document(record), kept_rulings(record),
    )  # fmt: skip


def check_round_trip(folder, preset, seed, steps):
    here, there = (Scorebook(folder / f"{name}.db", clock=Clock()) for name in ("here", "there"))
    matches = carried_over(here, preset, seed, steps)
    out, back = Transfers(here.path), Transfers(there.path)
    for match in matches:
        text = export_text(out.export(match))
        found = back.take_in(parse_export(text), "me", mine)
        assert (found.keys.id, found.taken) == (match, Taken.NEW)
        assert export_text(back.export(match)) == text
        assert back.take_in(parse_export(text), "me", mine).taken is Taken.NOTHING_NEW
        assert out.take_in(parse_export(text), "me", mine).taken is Taken.NOTHING_NEW
    for match in matches:
        assert as_told(there.read(match)) == as_told(here.read(match))
    days = [[(one.record.id, one.result) for one in book.day(matches[-1]).matches]
            for book in (here, there)]  # fmt: skip
    assert days[0] == days[1]
    return here, matches


def test_matches_of_every_preset_come_back_with_all_that_can_happen_in_one(tmp_path):
    """What is never made here is never carried over either."""
    kinds, tables, rematches = set(), set(), 0
    for seed, preset in enumerate(PRESETS):
        folder = tmp_path / preset
        folder.mkdir()
        here, matches = check_round_trip(folder, preset, FULL_EVENING + seed, 40)
        rematches += len(matches) == 2
        for record in map(here.read, matches):
            kinds |= {type(one.event).__name__ for one in record.log}
            for hand in record.hands:
                if isinstance(hand.entry, Tally):
                    tables |= {type(side.table).__name__ for side in hand.entry.sides}
    assert len({kind.__name__ for kind in get_args(Event)} - kinds) <= 3
    assert tables == {"Melds", "CountedTable"}
    assert rematches > 2


@settings(max_examples=6)
@given(st.sampled_from(sorted(PRESETS)), st.integers(0, 10**6), st.integers(0, 30))
def test_whatever_happens_in_a_match_comes_back(preset, seed, steps):
    with TemporaryDirectory() as folder:
        check_round_trip(Path(folder), preset, seed, steps)


@pytest.mark.parametrize("cut", (1, 4, 9))
def test_a_log_that_is_carried_in_pieces_is_the_whole_log(cut, tmp_path):
    here, there = (Scorebook(tmp_path / f"{name}.db", clock=Clock()) for name in ("here", "there"))
    (match, *_) = carried_over(here, "classic", 11, 14)
    document = Transfers(here.path).export(match)
    piece = document | {"events": document["events"][:cut]}
    back = Transfers(there.path)
    back.take_in(parse_export(json.dumps(piece)), "me", mine)
    found = back.take_in(parse_export(json.dumps(document, sort_keys=True)), "me", mine)
    whole = len(document["events"])
    assert found.taken is (Taken.CONTINUED if whole > cut else Taken.NOTHING_NEW)
    assert back.export(match) == document
    assert back.take_in(parse_export(json.dumps(piece)), "me", mine).taken is Taken.NOTHING_NEW
