"""The form of a hand: the tally it makes, and the field beside which a problem is told."""

from __future__ import annotations

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.rules.cards import parse_cards
from scorekeeper.rules.checks import check_tally
from scorekeeper.rules.problems import Finding, Problem
from scorekeeper.rules.ruleset import CLASSIC, PRESETS
from scorekeeper.rules.scoring import score_tally
from scorekeeper.rules.tally import (
    ByCard,
    ByPoints,
    ByValue,
    Canastas,
    CountedTable,
    Morto,
    SideTally,
    Tally,
)
from scorekeeper.web.hand_form import HandForm
from scorekeeper.web.hand_words import HandWords
from scorekeeper.web.steppers import step

from .entries import EXAMPLE, EXAMPLE_TOTALS, QUIET, totals

ONLINE = PRESETS["online"]


@pytest.fixture(autouse=True)
def request_in_english(app):
    with app.test_request_context(headers={"Accept-Language": "en"}):
        yield


def typed(ruleset=CLASSIC, **changes):
    """The form as sent by a browser, with changes to a quiet hand."""
    served = {}
    for side in HandForm(ruleset).sides:
        for field in side:
            served[field.name] = getattr(field, "typed", field.data) or ""
    served |= {"seen": "7", "entry_id": "e", "s0-morto": "", "s1-morto": ""}
    if ruleset.sides == 3:
        served["s2-morto"] = ""
    return HandForm(ruleset, MultiDict(served | QUIET | changes))


def test_the_example_makes_the_tally_of_the_rules():
    form = typed(**EXAMPLE)
    assert form.errors == {}
    ours, theirs = form.entry().sides
    assert ours.table.canastas == Canastas(clean=1, dirty=1)
    assert ours.hand == ByPoints(30)
    assert (ours.went_out, theirs.went_out) == (True, False)
    assert ours.morto_cards is None
    assert theirs.morto is Morto.LEFT
    assert theirs.morto_cards == ByPoints(150)
    assert score_tally(form.entry(), CLASSIC).totals == EXAMPLE_TOTALS


def test_by_value_makes_pairs_of_what_was_counted():
    form = typed(**{"s0-way": "value", "s0-t50": "1", "s0-t5": "4", "s0-h20": "2"})
    side = form.entry().sides[0]
    assert side.table.count == ByValue(((50, 1), (5, 4)))
    assert side.hand == ByValue(((20, 2),))


def test_totals_only():
    form = typed(**totals(120, -1050))
    assert form.totals_only
    assert form.entry() == (120, -1050)
    assert form.errors == {}


def test_totals_only_asks_for_nothing_else():
    form = typed(**totals(120, 50), **{"s0-table": "x", "went_out": "", "s1-morto": ""})
    assert form.errors == {}


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ({"went_out": ""}, {"went_out"}),
        ({"s1-morto": ""}, {"s1-morto"}),
        ({"s0-table": ""}, {"s0-table"}),
        ({"s0-hand": "x", "s1-clean": "x"}, {"s0-hand", "s1-clean"}),
        ({"s0-way": "value", "s0-table": "", "s0-hand": ""}, set()),
        ({"s0-t50": "x", "s0-m5": "x", "s0-total": "x", "s0-morto_cards": "x"}, set()),
        ({"s0-way": "value", "s0-t50": "x", "s0-m5": "x"}, {"s0-t50"}),
        ({"s0-way": "value", "s0-morto": "left", "s0-m5": "x"}, {"s0-m5"}),
        ({"s0-morto": "left", "s0-morto_cards": "x"}, {"s0-morto_cards"}),
        ({"s0-morto": "left", "s0-morto_cards": ""}, set()),
        ({"s0-royal": "x", "s0-threes": "x"}, set()),
        ({"went_out": "5"}, {"went_out"}),
        ({"s0-morto": "5"}, {"s0-morto"}),
        ({"s0-way": "5"}, {"s0-way"}),
    ],
)
def test_only_fields_in_use_are_read(changes, names):
    assert set(typed(**changes).errors) == names


def test_the_morto_cards_left_blank_are_missing_and_not_nothing():
    side = typed(**{"s0-morto": "left"}).entry().sides[0]
    assert side.morto_cards is None
    side = typed(**{"s0-morto": "left", "s0-morto_cards": "0"}).entry().sides[0]
    assert side.morto_cards == ByPoints(0)


def test_a_table_where_morto_cards_do_not_count():
    form = typed(ONLINE, **{"s0-morto": "left", "s0-morto_cards": "50"})
    assert form.entry().sides[0].morto_cards is None
    assert form.errors == {}


def test_concealed_belongs_to_the_side_that_went_out():
    form = typed(went_out="1", concealed="1")
    assert [side.concealed for side in form.entry().sides] == [False, True]
    assert not any(side.concealed for side in typed(concealed="1").entry().sides)


@pytest.mark.parametrize(
    ("preset", "counts"),
    [
        ("classic", ("clean", "dirty", "red_threes")),
        (
            "online",
            ("clean", "dirty", "royal", "ace_to_ace", "wild", "red_threes", "red_threes_late",
             "threes"),
        ),
    ],
)  # fmt: skip
def test_the_counts_that_a_table_knows(preset, counts):
    form = HandForm(PRESETS[preset])
    assert form.counts() == counts
    assert all(HandWords(form).label(name) for name in counts)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_problem_has_a_place_on_the_page(preset):
    ruleset = PRESETS[preset]
    wrong = {"went_out": "0", "s0-morto": "left", "s0-red_threes": "9", "s0-clean": "3",
             "s0-table": "3", "s0-hand": "2", "s1-way": "value", "s1-t50": "5", "s1-t10": "99",
             "s1-clean": "30", "s1-morto": "left", "s1-m10": "30"}  # fmt: skip
    if ruleset.sides == 3:
        wrong |= {"s2-table": "99999", "s2-hand": "0", "s2-morto": "taken"}
    form = typed(ruleset, **wrong)
    problems = check_tally(form.entry(), ruleset)
    assert len(problems) > 4
    slots = set(HandWords(form).slots())
    for problem in problems:
        assert form.field_of(problem) in slots, problem


@pytest.mark.parametrize(
    ("where", "way", "name"),
    [
        ("", "points", ""),
        ("sides", "points", ""),
        ("sides[1].went_out", "points", "went_out"),
        ("sides[0].concealed", "points", "concealed"),
        ("sides[1].morto", "points", "s1-morto"),
        ("sides[0].red_threes", "points", "s0-red_threes"),
        ("sides[0].table.points", "points", "s0-table"),
        ("sides[1].hand.points", "points", "s1-hand"),
        ("sides[1].hand", "points", "s1-hand"),
        ("sides[0].morto_cards", "points", "s0-morto_cards"),
        ("sides[0].table.counts.50", "value", "s0-t50"),
        ("sides[0].morto_cards.counts.5", "value", "s0-m5"),
        ("sides[0].table.counts", "value", "s0-clean"),
        ("sides[0].table.royal", "points", "s0-royal"),
        ("sides[0].hand", "value", "s0-h50"),
        ("sides[0].morto_cards", "value", "s0-m50"),
    ],
)
def test_the_field_of_a_problem(where, way, name):
    form = typed(**{"s0-way": way})
    assert form.field_of(Problem("rule", "finding", where)) == name


def test_a_side_not_counted_yet_is_left_in_peace():
    form = typed(**{"s1-table": ""})
    assert form.is_begun(0)
    assert not form.is_begun(1)
    missing, too_many = Finding.OUT_WITHOUT_CANASTA, Finding.TOO_MANY_RED_THREES
    assert form.is_early(Problem("r", missing, "sides[1].went_out"))
    assert not form.is_early(Problem("r", missing, "sides[0].went_out"))
    assert not form.is_early(Problem("r", too_many, "sides[1].red_threes"))
    assert not form.is_early(Problem("r", missing, ""))


def test_only_the_meld_being_built_may_be_too_small():
    small = Problem("meld.size", Finding.MELD_TOO_SMALL, "sides[0].melds[1]")
    form = typed(**{"s0-way": "card", "s0-tcards": "KS KH KD; QS"})
    assert form.is_early(small)
    assert not typed(**{"s0-way": "card", "s0-tcards": "KS KH KD; QS;"}).is_early(small)
    assert not form.is_early(Problem("r", Finding.MELD_TOO_SMALL, "sides[0].melds[0]"))
    assert not form.is_early(Problem("r", Finding.MELD_TOO_MANY_WILDS, "sides[0].melds[1]"))


def test_a_side_by_value_is_begun_with_its_first_card():
    assert not typed(**{"s0-way": "value"}).is_begun(0)
    assert typed(**{"s0-way": "value", "s0-t10": "1"}).is_begun(0)


@pytest.mark.parametrize(
    ("seen", "number"),
    [("7", 7), ("", -1), ("x", -1), ("-7", -1), ("7.0", -1), ("\u0667", -1), ("9" * 12, -1)],
)
def test_the_number_of_what_the_phone_has_seen(seen, number):
    assert typed(seen=seen).seen == number


def test_an_entry_id_of_any_length_is_cut():
    assert typed(entry_id="x" * 99).entry_id == "x" * 64


def test_a_renewed_form_has_seen_the_latest_and_is_a_new_entry():
    form = typed()
    form.renew(12)
    assert form.seen == 12
    assert form.entry_id not in ("", "e")
    assert form.sides[0].table.typed == "100"


@pytest.mark.parametrize(
    "changes",
    [
        EXAMPLE,
        EXAMPLE | {"concealed": "1"},
        QUIET | {"s0-way": "value", "s0-t50": "1", "s0-h10": "3", "s1-morto": "left",
                 "s1-morto_cards": "0"},
        QUIET | {"s1-way": "value", "s1-morto": "left", "s1-m20": "2"},
    ],
)  # fmt: skip
def test_an_entry_fills_the_form_that_makes_it_again(changes):
    entry = typed(**changes).entry()
    filled = HandForm(CLASSIC, entry=entry, seen=3)
    assert filled.seen == 3
    assert filled.entry() == entry


@pytest.mark.parametrize(
    ("hand", "morto_cards", "hway"),
    [
        (ByCard(parse_cards("AS 9D")), None, "card"),
        (ByValue(((20, 1),)), ByValue(((10, 11),)), "value"),
        (ByCard(parse_cards("AS 9D")), ByPoints(150), ""),
        (ByPoints(30), None, ""),
    ],
)
def test_the_way_of_a_hand_that_was_counted_apart(hand, morto_cards, hway):
    morto = Morto.TAKEN if morto_cards is None else Morto.LEFT
    side = SideTally(CountedTable(ByPoints(100)), hand, morto, morto_cards)
    filled = HandForm(CLASSIC, entry=Tally((side, side)))
    assert filled.sides[0].hway.data == hway
    counted = score_tally(Tally((side, side)), CLASSIC)
    assert score_tally(filled.entry(), CLASSIC).totals == counted.totals


def test_totals_fill_the_form_that_makes_them_again():
    filled = HandForm(CLASSIC, entry=(2140, -1050))
    assert filled.totals_only
    assert filled.entry() == (2140, -1050)


def test_a_fresh_form():
    form = HandForm(CLASSIC, seen=4)
    assert form.seen == 4
    assert form.errors == {}
    assert form.entry_id != HandForm(CLASSIC).entry_id
    assert {"went_out", "s0-morto", "s0-table", "s1-total"} <= form.blank_fields()
    assert "s0-clean" not in form.blank_fields()


def test_results_beside_the_fields():
    form = typed(**{"s0-table": "120+85", "s1-way": "value", "s1-t20": "3", "s1-h10": "2"})
    shown = dict(HandWords(form).sums())
    assert shown["s0-table"] == "= 205"
    assert shown["s1-t20"] == "60"
    assert shown["s1-h10"] == "\u221220"
    assert "s0-t20" not in shown


@pytest.mark.parametrize(
    ("text", "button", "after"),
    [
        ("1", "+1", "2"),
        ("1", "-1", "0"),
        ("0", "-1", "0"),
        ("", "+1", "1"),
        ("", "-1", "0"),
        ("2+3", "+1", "6"),
        ("x", "+1", "x"),
        ("1050", "sign", "-1050"),
        ("-1050", "sign", "1050"),
        ("\u2212 1050", "sign", "1050"),
        ("\u20131050", "sign", "1050"),
        ("+1050", "sign", "-1050"),
        ("", "sign", "-"),
        ("-", "sign", ""),
    ],
)
def test_a_step(text, button, after):
    moved = step({"s0-clean": text, "other": "kept"}, f"s0-clean:{button}")
    assert moved == {"s0-clean": after, "other": "kept"}
