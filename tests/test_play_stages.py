"""The stages of a record: where every card lies after each turn."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.play.record_text import parse_record
from scorekeeper.play.replay import replay
from scorekeeper.play.stages import course_of
from scorekeeper.rules.cards import format_cards, pack, parse_cards
from scorekeeper.rules.tally import Melds

RECORDS = sorted((Path(__file__).parent / "records").glob("*/*.tranca"))
STARTED = "ruleset classic\nseats Ana Bia Caio Davi\ndealer Davi\n"


def each(paths):
    return [pytest.param(path, id=f"{path.parent.name}/{path.stem}") for path in paths]


def read(path):
    return parse_record(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", each(RECORDS))
def test_a_course_comes_to_what_the_replay_says(path):
    record = read(path)
    course = course_of(record)
    assert course.result == replay(record)
    legal = course.result.turns
    illegal_turn = course.result.refusal is not None and course.result.refusal.turn is not None
    at_fault_in_the_deal = course.result.refusal is not None and not illegal_turn
    assert len(course.stages) == (0 if at_fault_in_the_deal else legal + 1 + illegal_turn)
    assert [stage.number for stage in course.stages] == list(range(len(course.stages)))


@pytest.mark.parametrize("path", each(RECORDS))
def test_no_card_comes_or_goes(path):
    record = read(path)
    course = course_of(record)
    assert {stage.cards for stage in course.stages} <= {len(pack(record.ruleset.jokers))}


@pytest.mark.parametrize("path", each(RECORDS))
def test_no_card_is_in_two_places(path):
    record = read(path)
    whole = Counter(pack(record.ruleset.jokers))
    for stage in course_of(record).stages:
        known = Counter(card for card in stage.pile if card is not None)
        for heap in (*stage.hands, *stage.waiting, *stage.mortos, stage.stock):
            known.update(heap.cards if heap else ())
        for side in stage.sides:
            known.update(side.red_threes + side.late_red_threes)
            for meld in side.melds:
                known.update(meld)
        assert not known - whole, f"stage {stage.number}"


@pytest.mark.parametrize("path", each(p for p in RECORDS if p.parent.name != "illegal"))
def test_the_last_stage_is_the_tally(path):
    course = course_of(read(path))
    if course.result.tally is None:
        pytest.skip("nobody knows its tally")
    for seen, told in zip(course.stages[-1].sides, course.result.tally.sides, strict=True):
        assert told.table == Melds(seen.melds)
        assert told.red_threes == len(seen.red_threes)
        assert told.red_threes_late == len(seen.late_red_threes)


def test_a_refused_turn_shows_the_table_that_its_illegal_move_found():
    text = STARTED + "hand Ana = KS KH KD 9C 9D\nAna: draw 5H; meld KS KH KD; discard 5H; draw\n"
    record = parse_record(text)
    course = course_of(record)
    last = course.stages[-1]
    assert last.refusal is course.result.refusal
    assert (last.refusal.move, last.number) == (3, 1)
    assert last.sides[0].melds == (parse_cards("KS KH KD"),)
    assert [str(card) for card in last.pile if card] == ["5H"]


def test_an_illegal_move_takes_nothing_from_the_table():
    text = STARTED + "hand Ana = KS KH KD 9C 9D\nstock = 5H 6H\nAna: draw 7H; discard 7H\n"
    course = course_of(parse_record(text))
    assert course.result.refusal is not None
    assert format_cards(course.stages[-1].stock.cards) == "5H 6H"


def test_who_plays_next_and_what_that_player_sees():
    record = parse_record(STARTED + "hand Bia = 4S 4H\nAna: draw; discard 9C\n")
    course = course_of(record)
    assert course.next_seat == 1
    assert len(course.views) == len(course.stages)
    assert format_cards(course.views[1].hand) == "4S 4H"
    stopped = course_of(replace(record, stopped=True))
    assert (stopped.next_seat, len(stopped.views)) == (None, 1)


def test_a_morto_that_waits_is_seen_by_its_player():
    found = 0
    for path in RECORDS:
        course = course_of(read(path))
        for stage, view in zip(course.stages, course.views, strict=False):
            turns = course.record.turns[stage.number :]
            seat = turns[0].seat if turns else course.next_seat
            if seat is not None and stage.waiting[seat]:
                found += 1
                assert view.card_count == len(stage.hands[seat]) + len(stage.waiting[seat])
    assert found
