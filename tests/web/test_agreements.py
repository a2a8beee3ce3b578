"""Points beside the hands and an early end, as a browser without JavaScript does it."""

from __future__ import annotations

import pytest

from .browsing import Form
from .entries import SAVE, totals


@pytest.fixture
def played(board):
    return board.follow("Enter hand").submit(totals(800, 300), SAVE)


def figures(page):
    return tuple(node.text for node in page.root.all("p", class_="total"))


def beside(page):
    return page.phone.get(f"{page.path}/adjust")


def test_a_foul_takes_points_and_says_why(played):
    page = beside(played)
    board = page.submit({"points1": "-100", "kind": "foul", "words": "out of turn"})
    assert board.first_status == 303
    assert figures(board) == ("800", "200")
    shown = board.follow("Points beside the hands: Foul: out of turn")
    assert shown.root.one("p", class_="lead").text == "Foul: out of turn"
    assert "Hand 2" in board.heading


def test_a_head_start_comes_before_the_first_hand(board):
    started = beside(board).submit({"points0": "500", "kind": "head_start"})
    assert figures(started) == ("500", "0")
    assert "Hand 1" in started.heading


def test_points_are_deleted_and_put_back(played):
    board = beside(played).submit({"points0": "50", "kind": "paper"})
    gone = board.follow("Points beside the hands: Totals from paper").press("Delete")
    assert figures(gone) == ("800", "300")
    assert figures(gone.press("Put back")) == ("850", "300")


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"points0": "0", "points1": "0", "kind": "foul"}, "points0"),
        ({"points0": "ten", "kind": "foul"}, "points0"),
        ({"points0": "10"}, "kind"),
        ({"points0": "10", "kind": "other"}, "words"),
        ({"points0": "10", "kind": "other", "words": "\u200b"}, "words"),
        ({"points0": "10", "kind": "other", "words": "x" * 201}, "words"),
    ],
)
def test_what_is_missing_is_told_beside_its_field_and_nothing_is_lost(played, typed, field):
    page = beside(played).submit(typed)
    assert page.status == 422
    assert page.problems(field)
    for name, text in typed.items():
        assert page.form().value(name) == text
    assert figures(played.phone.get(played.path)) == ("800", "300")


def test_a_stale_form_is_kept_and_counts_when_sent_again(played):
    behind = beside(played)
    played.follow("Enter hand").submit(totals(100, 0), SAVE)
    typed = {"points0": "50", "kind": "other", "words": "a bet"}
    page = behind.submit(typed)
    assert page.status == 409
    assert page.form().value("words") == "a bet"
    assert figures(page.submit()) == ("950", "300")


def test_the_same_form_twice_counts_once(played):
    page = beside(played)
    page.submit({"points0": "50", "kind": "foul"})
    assert figures(page.submit({"points0": "50", "kind": "foul"})) == ("850", "300")


def test_a_match_is_stopped_by_agreement_and_played_on(played):
    board = played.phone.get(f"{played.path}/end").press("Stop the match")
    assert "Victory for We with 800 points" in board.text
    assert "match.stopped" in board.root.one("section", class_="verdict").text
    resumed = board.press("Play on")
    assert "Hand 2" in resumed.heading


def test_a_match_is_annulled_only_if_every_side_agrees(played):
    page = played.phone.get(f"{played.path}/end")
    action = page.id("annul")["action"]
    refused = page.submit({"agrees0": ["1"]}, action=action)
    assert refused.status == 422
    assert "annulled only if every side agrees" in refused.text
    board = refused.submit({"agrees0": ["1"], "agrees1": ["1"]}, action=action)
    assert "No winner" in board.text
    assert board.press("Play on").heading.startswith("Hand 2")


def test_a_phone_that_watches_changes_nothing(played, book, new_phone):
    match_id = played.path.rpartition("/")[2]
    watcher = new_phone()
    board = watcher.get(f"/j/{book.keys(match_id).watch}")
    assert "Points beside the hands" not in board.text
    for path in ("adjust", "end"):
        assert watcher.get(f"/t/{match_id}/{path}").status == 403


def test_an_adjustment_that_is_not_there(played):
    assert played.phone.get(f"{played.path}/adjustments/99").status == 404


def test_house_rules_are_kept_under_a_name_and_used_again(phone):
    page = phone.get("/new")
    board = page.submit({"o-bonus_clean": "250", "save_as": "Grandma's"})
    assert "Clean canasta: 250" in board.text
    again = phone.get("/new").submit(button="pick=saved:Grandma's")
    assert again.form().value("o-bonus_clean") == "250"
    forgotten = again.submit(button="forget=Grandma's")
    assert "Your house rules" not in forgotten.text
    assert forgotten.form().value("o-bonus_clean") == "250"  # what is on the form stays


def test_another_game_keeps_the_names(phone):
    page = phone.get("/new").submit({"side0": "Gatos"}, "pick=online")
    assert page.status == 200
    assert page.form().value("side0") == "Gatos"
    assert page.form().value("target") == "2000"
    duel = page.submit(button="pick=online:1")
    assert "player0" in duel.form().names() or duel.form().value("game") == "online:1"
    board = duel.submit()
    assert "Gatos" in board.text


def test_changing_the_number_of_players_keeps_the_rules(phone):
    page = phone.get("/new").submit(button="pick=online")
    page = page.submit({"o-bonus_clean": "250", "player0": "Ana"}, "pick=online:1")
    assert page.form().value("o-bonus_clean") == "250"
    again = page.submit(button="pick=online:2")
    assert again.form().value("player0") == "Ana"


def test_names_that_differ_in_capitals_only_are_one_set_of_rules(phone):
    page = phone.get("/new")
    page.submit({"o-bonus_clean": "250", "save_as": "Mesa da Vó"})
    phone.get("/new").submit({"o-bonus_clean": "300", "save_as": "MESA DA VO"})
    kept = [b["value"] for b in phone.get("/new").root.all("button", name="forget")]
    assert kept == ["MESA DA VO"]


def test_refused_consents_stay_and_a_match_that_is_over_has_no_early_end(played):
    page = played.phone.get(f"{played.path}/end")
    refused = page.submit({"agrees0": ["1"]}, action=page.id("annul")["action"])
    assert Form(refused.id("annul")).value("agrees0") == "1"
    won = played.follow("Enter hand").submit(totals(3000, 0), SAVE)
    assert played.phone.get(f"{won.path}/end").path == won.path


def test_points_have_a_bound(played):
    page = beside(played).submit({"points0": "-100005", "kind": "foul"})
    assert page.problems("points0") == ["At most 100,000 points at once."]


def test_a_draw_of_three_names_the_two(phone):
    board = phone.get("/new").submit(button="pick=three_player").submit()
    after = board.follow("Enter hand").submit(totals(300, 300, 100), SAVE)
    stopped = after.phone.get(f"{after.path}/end").press("Stop the match")
    assert "Player 1 and Player 2 are equal at 300 points" in stopped.text


def test_three_sides_stand_in_rows(phone):
    board = phone.get("/new").submit(button="pick=three_player").submit()
    assert figures(board) == ("0", "0", "0")
    after = board.follow("Enter hand").submit(totals(100, 200, -50), SAVE)
    assert figures(after) == ("100", "200", "\u221250")
