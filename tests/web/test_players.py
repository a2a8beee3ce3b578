"""Names changed at the table, a fifth person, misdeals and a match deleted for good."""

from __future__ import annotations

import pytest

from .entries import enter, match_of, totals


@pytest.fixture
def board(phone):
    typed = {"side0": "Gatos", "side1": "Onças", "player0": "Ana", "player1": "Bia"}
    typed |= {"player2": "Caio", "player3": "Davi", "dealer": "3"}
    return phone.get("/new").submit(typed)


def change_of_places(page):
    return page.root.one("fieldset", class_="field")


def test_a_side_is_renamed_in_the_middle_of_a_match(board):
    board = enter(board, totals(320, 100))
    page = board.follow_row("Who plays").submit({"side1": "Jaguares"})
    assert page.first_status == 303
    assert "Jaguares" in page.text and "Onças" not in page.text
    assert "100" in page.text
    log = page.follow_row("Log")
    assert "Names changed" in log.text
    assert "Onças → Jaguares" in log.text


def test_nothing_changed_writes_nothing(board, book):
    page = board.follow_row("Who plays").submit({})
    assert page.first_status == 303
    assert book.last_seq(match_of(page)) == 1


def test_a_fifth_person_comes_in_for_the_others_in_turn(board):
    page = board.follow_row("Who plays").submit({"bench0": "Eva"})
    assert "Sits out: Eva" in page.text
    assert "next in for Ana" in page.text
    page = page.press("Change places")
    assert "Sits out: Ana" in page.text
    assert "next in for Bia" in page.text
    assert "Deals: Davi · first: Eva" in page.heading
    assert "Eva comes in for Ana." in page.follow_row("Log").text


def test_another_seat_than_the_next_one_may_be_chosen(board):
    page = board.follow_row("Who plays").submit({"bench0": "Eva"}).follow_row("Who plays")
    page = page.press("Change places", {"seat": "3"})
    assert "Sits out: Davi" in page.text
    assert "Deals: Eva" in page.heading


def test_a_name_that_is_taken_is_told_where_it_was_typed(board):
    page = board.follow_row("Who plays").submit({"bench0": "Eva"}).follow_row("Who plays")
    page = page.submit({"player0": "eva"}, action="/players")
    assert page.problems("player0") == ["This name is taken at this table."]
    assert page.problems("bench0") == []


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"side0": ""}, "A side needs a name."),
        ({"side0": "onças"}, "This name is taken at this table."),
        ({"player0": "bia"}, "This name is taken at this table."),
        ({"bench0": "Ána"}, "This name is taken at this table."),
        ({"player2": "", "bench0": "Eva"}, "Who sits here?"),
        ({"player2": "x" * 41}, "A name has at most 40 letters; this one has 41."),
    ],
)
def test_names_that_do_not_do_are_told_and_kept(board, book, typed, sentence):
    page = board.follow_row("Who plays").submit(typed)
    assert page.status == 422
    assert sentence in page.text
    for name, text in typed.items():
        assert page.form("/players").value(name) == text
    assert book.last_seq(match_of(board)) == 1


def test_names_typed_while_another_phone_wrote_are_kept(board, book):
    page = board.follow_row("Who plays")
    match = match_of(board)
    book.record_hand(match, (100, 50), 1)
    clash = page.submit({"side0": "Leões"})
    assert clash.status == 409
    assert clash.form("/players").value("side0") == "Leões"
    assert clash.submit({}).first_status == 303
    assert book.read(match).sides[0].name == "Leões"


def test_who_plays_alone_has_no_bench(phone):
    board = phone.get("/new?game=two_player").submit({})
    page = board.follow_row("Who plays")
    assert not page.root.all("input", name="bench0")
    assert "Ana" in page.submit({"side0": "Ana"}).text


# the deal


@pytest.mark.parametrize(
    ("game", "stock"),
    [("classic", 41), ("two_player", 63), ("three_player", 41), ("online", 38), ("online:1", 60)],
)
def test_the_deal_says_how_many_cards_stay(phone, game, stock):
    page = phone.get(f"/new?game={game}").submit({}).follow_row("The deal, step by step")
    assert f"{stock} cards stay in the stock." in page.text


def test_the_deal_names_who_cuts_and_who_plays(board):
    page = board.follow_row("The deal, step by step")
    steps = [li.text for li in page.root.one("ol").all("li")]
    assert steps[0] == "Davi shuffles, Caio cuts."
    assert steps[1].startswith("11 cards to each of the 4 players")
    assert steps[2] == "2 mortos of 11 cards, face down."
    assert steps[-1].endswith("Ana plays first.")


def test_a_misdeal_is_kept_in_the_log(board, book):
    page = board.follow_row("The deal, step by step").press("Davi deals again")
    assert "Dealt wrongly once, and noted in the log." in page.text
    page = page.press("The deal passes to Ana")
    assert "Dealt wrongly 2 times" in page.text
    assert "Ana shuffles, Davi cuts." in page.text
    log = page.phone.get(f"/t/{match_of(board)}/log")
    assert "Misdeal in hand 1" in log.text
    assert "The deal passes on." in log.text
    assert "The same player deals." in log.text
    assert book.read(match_of(board)).dealer == 0


def test_a_double_tap_is_one_misdeal(board, book):
    page = board.follow_row("The deal, step by step")
    page.press("The deal passes to Ana")
    page.press("The deal passes to Ana")
    assert book.last_seq(match_of(board)) == 2


# deleted for good


def test_a_match_is_deleted_for_good_on_every_phone(board, new_phone, book):
    match = match_of(board)
    other = new_phone()
    other.get(f"/j/{book.keys(match).edit}")
    asked = board.follow_row("Delete the match for good")
    refused = asked.press("Delete for good")
    assert refused.status == 422
    assert "Tick the box first" in refused.text
    home = refused.submit({"sure": "1"})
    assert home.path == "/?deleted=1"
    assert "The match is deleted for good" in home.text
    assert "Gatos" not in home.text
    for page in ("", "/log", "/hands/new", "/delete"):
        told = other.get(f"/t/{match}{page}")
        assert (told.status, told.heading) == (410, "This match is no longer here")
    assert new_phone().get(f"/t/{match}").status == 404  # a stranger learns nothing
    assert "Gatos" not in other.get("/").text
    assert other.get(f"/t/{match}/board?seen=1").status == 404


def test_a_deleted_rematch_can_be_played_again(board, book):
    end = enter(board, totals(3200, 400))
    again = end.follow("Rematch").press("Same seats")
    book.forget(match_of(again))
    page = end.phone.get(end.path).follow("To the rematch")
    assert "Rematch" in page.heading
    assert match_of(page.press("Same seats")) != match_of(again)
