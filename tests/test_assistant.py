"""The assistant: every question answers at every table, and its answers hold together."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.assistant.answer import Impossible, Verdict
from scorekeeper.assistant.desk import QUESTIONS, ask, settle
from scorekeeper.assistant.fields import Kind, read_given, written
from scorekeeper.language.answers import answer_sentence, line_label, verdict_word
from scorekeeper.language.asking import choice_label, field_label
from scorekeeper.language.options import option_title, option_value
from scorekeeper.language.questions import CHAPTERS, questions_about
from scorekeeper.language.questions import QUESTIONS as TEXTS
from scorekeeper.language.rulebook import TITLES, rule_text
from scorekeeper.rules.cards import FACES
from scorekeeper.rules.options import override
from scorekeeper.rules.problems import Finding
from scorekeeper.rules.ruleset import CLASSIC, PRESETS, Opening

NAMES = ("We", "They", "Others")
WITH_SEVERAL = replace(
    CLASSIC, lock_until_taken=True, one_meld_per_rank=True, opening_minimum=Opening(75, 1500)
)
TABLES = {**PRESETS, "several": WITH_SEVERAL}


def answer(key, ruleset=CLASSIC, **told):
    given, problems = read_given(QUESTIONS[key].fields, told, ruleset)
    assert not problems, problems
    return ask(key, given, ruleset)


def check_words(key, found, ruleset):
    """Everything that a page would say of the answer can be said."""
    assert verdict_word(found.verdict, found.word, found.figure, NAMES, "en")
    assert found.rule in TITLES
    assert rule_text(found.rule, ruleset, "en")
    if found.told:
        assert "%(" not in answer_sentence(found.told, found.facts, "en")
    for line in found.lines:
        assert line_label(line.rule, line.word, NAMES, "en")
        assert line.rule in TITLES
    for name in found.missing:
        assert QUESTIONS[key].field(name) is not None
    for outcome in found.outcomes:
        assert verdict_word(outcome.verdict, outcome.word, outcome.figure, NAMES, "en")
    for switch in found.switches:
        assert option_title(switch.option, "en")
        assert option_value(switch.option, switch.value, "en")
        assert verdict_word(switch.verdict, switch.word, switch.figure, NAMES, "en")
    says_why = found.told or found.move or found.problems or found.standing
    assert says_why or found.missing, f"{key}: {found}"


# the catalogue


def test_the_questions_of_the_desk_are_those_of_the_catalogue():
    assert set(QUESTIONS) == set(TEXTS)
    assert len(QUESTIONS) >= 20


def test_every_rule_is_reachable_from_a_question():
    assert {rule for rule in TITLES if not questions_about(rule)} == set()


def test_the_catalogue_names_rules_and_chapters_that_exist():
    for text in TEXTS.values():
        assert set(text.rules) <= set(TITLES)
        assert text.chapter in CHAPTERS


@pytest.mark.parametrize("key", QUESTIONS)
def test_every_field_and_choice_has_a_label(key):
    for field in QUESTIONS[key].fields:
        if not field.name.startswith("total") or field.name == "total":
            assert field_label(key, field.name, "en")
        for word in field.choices if field.name != "starter" else ():
            assert choice_label(key, field.name, word, "en")


# any question, any table, anything told


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("key", QUESTIONS)
def test_every_question_answers_although_nothing_is_told(key, table):
    check_words(key, answer(key, TABLES[table]), TABLES[table])


def told_of(field):
    match field.kind:
        case Kind.CARDS:
            faces = st.lists(st.sampled_from(FACES), max_size=min(field.high, 8))
            return faces.map(lambda cards: " ".join(map(str, cards)))
        case Kind.CHOICE:
            return st.sampled_from(field.choices)
    return st.integers(field.low, field.high).map(str)


@st.composite
def situations(draw):
    key = draw(st.sampled_from(sorted(QUESTIONS)))
    ruleset = draw(st.sampled_from(sorted(TABLES)))
    fields = QUESTIONS[key].fields
    named = draw(st.lists(st.sampled_from(fields), unique_by=lambda field: field.name))
    return key, ruleset, {field.name: draw(told_of(field)) for field in named}


@settings(max_examples=300)
@given(situations())
def test_anything_told_gives_an_answer_or_names_a_field_that_cannot_be(situation):
    key, table, told = situation
    ruleset, fields = TABLES[table], QUESTIONS[key].fields
    given_here, problems = read_given(fields, told, ruleset)
    assert not problems
    try:
        found = ask(key, given_here, ruleset)
    except Impossible as impossible:
        names = {field.name for field in fields}
        assert {problem.where for problem in impossible.problems} <= names
        return
    check_words(key, found, ruleset)
    for switch in found.switches:
        changed = override(ruleset, {switch.option: switch.value})
        other = settle(QUESTIONS[key], given_here, changed)
        assert other.gist == (switch.verdict, switch.word, switch.figure) != found.gist


@settings(max_examples=200)
@given(situations())
def test_what_was_told_is_written_as_it_is_read(situation):
    key, table, told = situation
    ruleset, fields = TABLES[table], QUESTIONS[key].fields
    given_here, _ = read_given(fields, told, ruleset)
    again, _ = read_given(fields, written(given_here, fields, ruleset), ruleset)
    assert {k: v for k, v in again.values.items() if v != ()} == {
        k: v for k, v in given_here.values.items() if v != ()
    }


@pytest.mark.parametrize(
    ("told", "finding"),
    [
        ({"top": "XX"}, Finding.CARD_UNREADABLE),
        ({"top": "KS KH"}, Finding.WRONG_LENGTH),
        ({"left": "lots"}, Finding.NOT_A_CHOICE),
        ({"top": "K" * 200}, Finding.CARD_UNREADABLE),
    ],
)
def test_what_cannot_be_read_is_told_at_its_field(told, finding):
    _, problems = read_given(QUESTIONS["pile"].fields, told, CLASSIC)
    assert [(problem.finding, problem.where) for problem in problems] == [
        (finding, next(iter(told)))
    ]


@pytest.mark.parametrize("text", ["x", "²", "1e3", "99999999", "--1", "1" * 5000, "900000"])
def test_a_number_that_is_none_is_told(text):
    _, problems = read_given(QUESTIONS["winner"].fields, {"total0": text}, CLASSIC)
    assert [problem.where for problem in problems] == ["total0"]


# answers


def test_an_answer_hangs_on_a_field_only_where_its_choices_differ():
    found = answer("out", canasta="none")
    assert (found.verdict, found.missing) == (Verdict.NO, ())
    assert answer("out").missing == ("canasta", "morto")
    assert answer("out", canasta="dirty").missing == ("morto",)


def test_what_an_answer_depends_on_comes_with_what_each_choice_would_bring():
    outcomes = answer("morto_take", left="none").outcomes
    assert [(one.value, one.verdict) for one in outcomes] == [
        ("available", Verdict.YES),
        ("taken", Verdict.NO),
    ]


def test_a_choice_that_no_side_can_have_at_this_table_is_not_tried():
    assert "none" not in {one.value for one in answer("morto_take").outcomes}
    assert "none" in {one.value for one in answer("morto_take", PRESETS["online"]).outcomes}


def test_with_cards_left_nobody_takes_the_morto():
    found = answer("morto_take")
    assert (found.verdict, found.missing) == (Verdict.DEPENDS, ("morto", "left"))
    assert answer("morto_take", morto="available", left="many").verdict is Verdict.NO
    assert answer("morto_take", morto="available", left="none").verdict is Verdict.YES


@pytest.mark.parametrize("canasta", ["none", "dirty", "clean"])
def test_who_claims_to_go_out_with_the_morto_there_takes_it_and_plays_on(canasta):
    found = answer("foul_out", canasta=canasta, morto="available")
    assert (found.word, found.told) == ("out_wrong", "out_takes_morto")


def test_a_refusal_names_what_a_rule_lacks_before_what_may_be():
    clean_only = override(CLASSIC, {"out_needs_canasta": "clean"})
    found = answer("out", clean_only, canasta="dirty")
    assert found.verdict is Verdict.NO
    assert [problem.rule for problem in found.problems] == ["out.needs"]


def test_a_wild_below_that_nobody_named_is_named_by_nobody():
    locked = override(CLASSIC, {"lock_until_taken": True})
    found = answer("pile", locked, top="KC", using="KS KH", below="yes")
    assert (found.verdict, found.told) == (Verdict.NO, "pile_locked_by_a_wild")
    assert not found.problems


def test_no_switch_makes_what_was_told_impossible():
    found = answer("black3", count="3", left="none", morto="taken", canasta="dirty")
    assert "max_wilds" not in {switch.option for switch in found.switches}


def test_a_blocked_pile_needs_no_second_card_for_its_answer():
    found = answer("pile", top="2D")
    assert (found.verdict, found.rule) == (Verdict.NO, "pile.blocked")
    assert answer("pile", top="9D").missing == ("using",)
    assert answer("pile", top="9D", way="meld").missing == ("meld",)


def test_the_switch_that_turns_a_refusal_is_found():
    found = answer("meld", cards="9S 9H 2C 2D JK")
    assert (found.verdict, found.rule) == (Verdict.NO, "meld.wilds")
    assert [(one.option, one.value, one.verdict) for one in found.switches] == [
        ("max_wilds", 3, Verdict.YES)
    ]


def test_a_wild_in_the_pile_matters_only_where_it_keeps_it_blocked():
    locked = replace(CLASSIC, lock_until_taken=True)
    assert answer("pile", top="9D", using="9S 9H").verdict is Verdict.YES
    assert answer("pile", locked, top="9D", using="9S 9H").missing == ("below",)
    assert answer("pile", locked, top="9D", using="9S 9H", below="yes").rule == "pile.blocked"


def test_five_jokers_are_no_meld_to_be_judged():
    with pytest.raises(Impossible) as impossible:
        answer("meld", cards="JK JK JK JK JK 9S 9H")
    assert [problem.where for problem in impossible.value.problems] == ["cards"]


@pytest.mark.parametrize(
    ("key", "told", "figure"),
    [
        ("card_worth", {"card": "JK"}, 50),
        ("card_worth", {"card": "AS", "where": "hand"}, -20),
        ("canasta_worth", {"cards": "9S 9H 9C 9D 9S 9H 2C"}, 180),
        ("out_worth", {}, 100),
        ("out_worth", {"concealed": "yes"}, 200),
        ("morto_lost", {"cards": "KS KH"}, -120),
        ("hand_count", {"table": "120", "clean": "1", "hand": "20"}, 300),
        ("red3_found", {"count": "2"}, -200),
    ],
)
def test_figures(key, told, figure):
    ruleset = PRESETS["online"] if key == "red3_found" else CLASSIC
    assert answer(key, ruleset, **told).figure == figure


@pytest.mark.parametrize(
    ("key", "told", "word"),
    [
        ("blocked", {"top": "3S"}, "blocks_next"),
        ("blocked", {"top": "9S"}, "blocks_nobody"),
        ("turn", {}, "turn_draw"),
        ("turn", {"drawn": "yes"}, "turn_play"),
        ("stock", {}, "stock_play_on"),
        ("winner", {"total0": "3100", "total1": "3000"}, "side_0"),
        ("winner", {"total0": "100", "total1": "90"}, "nobody_yet"),
        ("winner", {"total0": "3100", "total1": "3100"}, "extra_hand"),
        ("winner", {"total0": "2900", "total1": "2905", "extra": "yes"}, "side_1"),
        ("foul_out", {"canasta": "none", "morto": "taken"}, "out_wrong"),
        ("foul_out", {"canasta": "dirty", "morto": "taken"}, "out_right"),
        ("dealer", {"drawn": "KS 3D AH 2C"}, "player_3"),
        ("dealer", {"drawn": "KS 3D KH 2C"}, "cut_again"),
        ("kind", {"cards": "9S 9H 9C 9D 9S 9H 9C"}, "canasta_clean"),
    ],
)
def test_statements(key, told, word):
    found = answer(key, **told)
    assert (found.verdict, found.word) == (Verdict.SAYS, word)


@pytest.mark.parametrize(
    ("stock_empty", "told", "word"),
    [
        ("end", {"take": "no"}, "stock_ends"),
        ("end", {"take": "yes"}, "stock_take_pile"),
        ("morto_becomes_stock", {"left_over": "yes"}, "stock_morto"),
        ("morto_becomes_stock", {"left_over": "no", "take": "no"}, "stock_ends"),
        ("morto_becomes_stock", {"left_over": "no", "take": "yes"}, "stock_take_pile"),
    ],
)
def test_an_empty_stock_at_other_tables(stock_empty, told, word):
    assert answer("stock", replace(CLASSIC, stock_empty=stock_empty), **told).word == word
