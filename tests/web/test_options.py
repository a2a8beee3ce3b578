"""Changing the rules between hands, as a browser without JavaScript does it."""

from __future__ import annotations

import re

import pytest

from scorekeeper.rules.options import overrides_of
from scorekeeper.rules.ruleset import Opening

from .entries import EXAMPLE, QUIET, SAVE, enter, match_of, rows, totals, written

NEWS = "From the next hand on: Target: 4,000; Clean canasta: 250"


def rules_page(board):
    return board.phone.get(f"/t/{match_of(board)}/options")


def fields(typed):
    """Names of keywords as the fields of the options: `o_runs` is `o-runs`."""
    return {re.sub("^o_", "o-", name): value for name, value in typed.items()}


def summary(board, **typed):
    """What would change, after typing this on the page of the rules."""
    return rules_page(board).submit(fields(typed))


def changed(page):
    return [node.text for node in page.root.one("dl", class_="facts--changes").all("div")]


def notices(board):
    return [part.text for part in board.root.all("section", class_="notice")]


def ruleset_of(book, board):
    return book.read(match_of(board)).ruleset


def test_what_changes_is_shown_before_it_is_saved(board, book):
    page = summary(enter(board, EXAMPLE), target="4000", o_bonus_clean="150+100")
    assert page.heading == "What changes"
    assert "From hand 2 on" in page.text
    assert changed(page) == ["Target3,000 → 4,000", "Clean canasta200 → 250"]
    assert book.last_seq(match_of(board)) == 2
    after = page.submit(button="save=1")
    assert after.first_status == 303
    assert overrides_of(ruleset_of(book, board)) == {"target": 4000, "bonus_clean": 250}


def test_the_next_hand_is_played_under_the_new_rules(board, book):
    board = summary(enter(board, EXAMPLE), target="4000", o_bonus_clean="250").submit(
        button="save=1"
    )
    assert notices(board) == [f"{NEWS} Undo"]
    assert "3,220 to go" in board.text
    assert "Classic, to 4,000" in board.text
    assert "with: Clean canasta: 250" in board.text
    assert "250" in board.phone.get(f"{board.path}/rules/score.clean").text
    board = enter(board, EXAMPLE)
    assert written(board) == (1610, -750)
    assert notices(board) == ["Hand 2 entered Undo"]
    hand = board.follow("Hand 1: see its lines")
    assert "under other rules than now: Target: 3,000; Clean canasta: 200" in hand.text
    assert "other rules" not in board.follow("Hand 2: see its lines").text
    assert written(hand.follow("Correct").submit({"s0-hand": "0"}, SAVE)) == (1640, -750)


def test_every_phone_is_told(board, new_phone, start, book):
    keys = book.keys(match_of(board))
    watcher = new_phone().get(f"/j/{keys.watch}")
    summary(board, target="4000", o_bonus_clean="250").submit(button="save=1")
    seen = watcher.phone.get(watcher.id("board")["hx-get"])
    assert notices(seen) == [NEWS]


def test_a_phone_that_watches_cannot_change_the_rules(board, new_phone, book):
    page = rules_page(board)
    watcher = new_phone()
    seen = watcher.get(f"/j/{book.keys(match_of(board)).watch}")
    token = watcher.get("/new").form().value("csrf_token")
    assert "Change the rules" in board.text
    assert "Change the rules" not in seen.text
    assert rules_page(seen).status == 403
    pairs = [(k, v) for k, v in page.form().filled({"target": "4000"}) if k != "csrf_token"]
    answer = watcher.post(page.form().action, [*pairs, ("save", "1"), ("csrf_token", token)])
    assert answer.status == 403
    assert book.last_seq(match_of(board)) == 1


def test_the_form_shows_the_rules_in_force_and_what_is_usual(board):
    board = summary(board, target="own", target_own="2500", o_runs="1").submit(button="save=1")
    page = rules_page(board)
    form = page.form()
    assert (form.value("target"), form.value("target_own"), form.value("o-runs")) == (
        "own",
        "2500",
        "1",
    )
    assert "usual: no" in page.id("o-runs").inside("label").text
    assert page.submit().problems("") == ["Nothing is changed yet."]


def test_going_back_from_the_summary_keeps_what_was_typed(board, book):
    page = summary(board, target="4000", o_bonus_out="50+20", o_allow_soiling=None)
    form = page.submit(button="edit=1")
    assert (form.status, form.heading) == (200, "Change the rules")
    assert form.form().value("o-bonus_out") == "50+20"
    assert form.form().value("target") == "4000"
    assert form.form().value("o-allow_soiling") is None
    assert changed(form.submit()) == changed(page)
    assert book.last_seq(match_of(board)) == 1


@pytest.mark.parametrize(
    ("typed", "field", "told"),
    [
        ({"target": "own", "target_own": "12"}, "target_own", "multiple of 5"),
        ({"target": "own", "target_own": ""}, "target_own", "Type the points"),
        ({"o_bonus_clean": "lots"}, "o-bonus_clean", "not a number"),
        ({"o_hand_size": "99"}, "o-hand_size", "from 7 to 15"),
        ({"o_hand_size": "15", "o_morto_size": "15", "o_jokers": "-1"}, "o-jokers", "No minus"),
    ],
)
def test_what_cannot_be_is_told_beside_its_field(board, book, typed, field, told):
    page = summary(board, **typed)
    assert page.status == 422
    (problem,) = page.problems(field)
    assert told in problem
    assert all(page.form().value(name) == value for name, value in fields(typed).items())
    assert book.last_seq(match_of(board)) == 1


def test_a_plus_works_without_a_script(board):
    page = rules_page(board)
    pressed = page.press("Jokers in the pack: one more", {"target": "5000"})
    assert (pressed.status, pressed.heading) == (200, "Change the rules")
    assert pressed.form().value("o-jokers") == "5"
    assert pressed.form().value("target") == "5000"


def test_what_has_no_field_stays(phone, start, book):
    keys = start(opening_minimum={"points": 75, "from": 1500}, card_values={"A": 15})
    board = phone.get(f"/j/{keys.edit}")
    board = summary(board, target="4000").submit(button="save=1")
    ruleset = ruleset_of(book, board)
    assert ruleset.opening_minimum == Opening(75, 1500)
    assert ruleset.card_values["A"] == 15
    assert ruleset.target == 4000


def test_one_hand_and_back(board, book):
    board = summary(board, target="express").submit(button="save=1")
    assert ruleset_of(book, board).express
    page = summary(board, target="3000")
    assert changed(page) == ["One hand decidesyes → no"]
    page.submit(button="save=1")
    assert not ruleset_of(book, board).express


def test_a_form_that_is_behind_shows_its_own_changes_on_top_of_the_others(board, new_phone, book):
    keys = book.keys(match_of(board))
    other = new_phone().get(f"/j/{keys.edit}")
    mine = summary(board, o_bonus_clean="250")
    summary(other, target="4000").submit(button="save=1")
    page = mine.submit(button="save=1")
    assert (page.status, page.heading) == (409, "What changes")
    assert "The match changed meanwhile" in page.text
    assert changed(page) == ["Clean canasta200 → 250"]
    page.submit(button="save=1")
    assert overrides_of(ruleset_of(book, board)) == {"target": 4000, "bonus_clean": 250}


def test_a_form_that_is_behind_is_told_before_it_is_saved(board, new_phone, book):
    page = rules_page(board)
    enter(board.phone.get(board.path), QUIET)
    late = page.submit({"target": "4000"})
    assert late.status == 409
    assert "From hand 2 on" in late.text
    assert "Target: 4,000" in notices(late.submit(button="save=1"))[0]


def test_the_same_change_by_two_phones_is_made_once(board, new_phone, book):
    other = new_phone().get(f"/j/{book.keys(match_of(board)).edit}")
    mine = summary(board, target="4000")
    summary(other, target="4000").submit(button="save=1")
    assert mine.submit(button="save=1").first_status == 303
    assert book.last_seq(match_of(board)) == 2


def test_a_double_tap_changes_once(board, book):
    page = summary(board, target="4000")
    first, second = page.submit(button="save=1"), page.submit(button="save=1")
    assert (first.first_status, second.first_status) == (303, 303)
    assert book.last_seq(match_of(board)) == 2


def test_a_match_that_is_over_is_left_alone(board, book):
    page = rules_page(board)
    over = enter(board, totals(3000, 5))
    assert rules_page(over).first_status == 303
    assert "Change the rules" not in over.text
    late = page.submit({"target": "4000"})
    assert late.status == 409
    assert late.heading == "Something was saved meanwhile"


def test_a_hand_typed_before_the_rules_changed_is_not_lost(board, new_phone, book):
    other = new_phone().get(f"/j/{book.keys(match_of(board)).edit}")
    entry = board.follow("Enter hand")
    summary(other, o_bonus_clean="250", o_morto_cards_count=None).submit(button="save=1")
    page = entry.submit(EXAMPLE, SAVE)
    assert page.status == 409
    assert "Rules changed" in page.id("clash").text
    assert not page.root.all("input", name="s1-morto_cards")
    assert page.form().value("s0-table") == "210"
    board = page.submit({}, SAVE)
    assert rows(board)[0] == ["+830", "830", "1", "\u2212225", "\u2212225"]


def test_the_verdict_of_a_corrected_hand_speaks_of_its_own_target(board):
    board = enter(board, totals(2900, 5))
    board = summary(board, target="5000").submit(button="save=1")
    assert "2,100 to go" in board.text
    board = board.follow("Hand 1: see its lines").follow("Correct").submit(totals(3000, 5), SAVE)
    assert "Victory" in board.text
    assert "alone at or past the target of 3,000" in board.text
    assert "Classic, to 3,000" in board.text


@pytest.mark.parametrize(
    ("typed", "told"),
    [({"target": "3000"}, False), ({"target": "own", "target_own": "1500"}, True)],
)
def test_a_target_that_is_reached_already_says_what_comes_of_it(board, typed, told):
    board = enter(board, totals(1600, 1200))
    page = summary(board, o_bonus_clean="250", **typed)
    assert ("With this the next hand decides the match." in page.text) is told
    board = page.submit(button="save=1")
    assert ("The next hand decides the match. The target is reached already." in board.text) is told
