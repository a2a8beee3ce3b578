"""Starting a match: what a person sees on the page of a new match."""

from __future__ import annotations

import pytest

from .entries import enter, match_of, totals


@pytest.fixture
def new(phone):
    return phone.get("/new")


def test_the_usual_match_takes_one_tap(new, book):
    board = new.submit()
    assert board.first_status == 303
    assert board.heading.startswith("Hand 1")
    assert [p.text for p in board.root.all("h2") if p.inside("div")][:2] == ["We", "They"]
    record = book.read(match_of(board))
    assert record.ruleset.target == 3000
    assert record.standing.totals == (0, 0)


def test_the_second_tap_starts_no_second_match(new, phone):
    first, second = new.submit(), new.submit()
    assert first.path == second.path
    assert len(phone.get("/").root.all("a", class_="go")) == 1


def test_names_players_dealer_and_target(new):
    typed = {"side0": "Os Gatos", "side1": "As Gatas", "target": "4000", "dealer": "1"}
    board = new.submit(typed | {"player1": "Bia", "player2": "Caio"})
    assert "Deals: Bia · first: Caio" in board.heading
    assert "to 4,000" in board.text
    assert "Os Gatos" in board.text


def test_the_name_of_a_seat_is_that_of_its_side_and_place(new):
    board = new.submit({"side0": "Gatos", "dealer": "3"})
    assert "Deals: They 2 · first: Gatos 1" in board.heading


def test_an_own_target(new):
    assert "to 2,500" in new.submit({"target": "own", "target_own": "2.500"}).text


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Type the points to play to, such as 2500."),
        ("2.50", "“2.50” could mean two things. Points are whole numbers: 1460."),
        ("١٢٣", "Please use the digits 0 to 9."),
        ("-3000", "Type the points to play to, such as 2500."),
    ],
)
def test_an_own_target_that_cannot_be_read(new, typed, sentence):
    page = new.submit({"target": "own", "target_own": typed})
    assert page.status == 422
    assert page.problems("target_own") == [sentence]
    assert page.form().value("target_own") == typed
    assert page.id("target_own").get("aria-invalid") == "true"


def test_an_own_target_far_beyond_any_match(new):
    page = new.submit({"target": "own", "target_own": "1000000000"})
    assert page.status == 422
    assert "100" in page.problems("target_own")[0]


def test_forty_letters_are_a_name(new):
    board = new.submit({"side0": "N" * 40, "side1": "\U0001f0cf" * 40})
    assert board.first_status == 303
    assert "N" * 40 in board.text
    assert "\U0001f0cf" * 40 in board.text


def test_forty_one_letters_are_too_many_and_stay_as_typed(new):
    page = new.submit({"side0": "N" * 41, "side1": "Os Gatos"})
    assert page.status == 422
    assert page.problems("side0") == ["A name has at most 40 letters; this one has 41."]
    assert page.form().value("side0") == "N" * 41
    assert page.form().value("side1") == "Os Gatos"
    assert page.root.one("p", role="alert").text.startswith("Not started yet")


def test_a_name_from_right_to_left_stays_apart_from_its_sentence(new):
    board = new.submit({"side0": "\u05d0\u05d1\u05d2", "side1": "\u202eevil", "dealer": "0"})
    isolated = {node.text for node in board.root.all("bdi")}
    assert {"\u05d0\u05d1\u05d2", "evil", "\u05d0\u05d1\u05d2 1"} <= isolated
    assert "\u202e" not in board.raw


@pytest.mark.parametrize("name", ["\u200b\u200b", "\u3164", "\u00a0"])
def test_a_name_that_nobody_could_see(new, name):
    page = new.submit({"side1": name})
    assert page.status == 422
    assert page.problems("side1") == ["This name would be invisible. Type some letters."]
    assert page.form().value("side1") == name


@pytest.mark.parametrize(("ours", "theirs"), [("Ana", "ANÁ"), ("José", "Jose\u0301")])
def test_two_equal_names(new, ours, theirs):
    page = new.submit({"side0": ours, "side1": theirs})
    assert page.status == 422
    assert page.problems("side1") == ["Two sides need two names."]
    assert page.form().value("side1") == theirs


def test_everything_wrong_is_said_at_once(new):
    page = new.submit(
        {
            "side0": "N" * 41,
            "side1": "\u3164",
            "target": "own",
            "target_own": "x",
            "player2": "P" * 50,
        }
        | {"o-bonus_clean": "many", "o-hand_size": "3"}
    )
    assert set(page.all_problems()) == {
        "side0", "side1", "target_own", "player2", "o-bonus_clean", "o-hand_size",
    }  # fmt: skip
    opened = [node for node in page.root.all("details") if node.get("open") is not None]
    assert len(opened) == 2


def test_the_folded_parts_are_closed_on_a_fresh_page(new):
    assert all(node.get("open") is None for node in new.root.all("details"))


def test_house_rules_are_named_on_the_board_and_in_the_rules(new):
    board = new.submit({"o-bonus_clean": "300", "o-runs": "1"})
    rules = board.phone.get(f"{board.path}/rules")
    terms = {node.text for node in rules.root.all("dt")}
    assert len(terms) == 2
    assert all(term in board.text for term in terms)
    assert "300" in [node.text for node in rules.root.all("dd")]


def test_a_step_button_counts_without_starting_anything(new, phone):
    page = new.submit({"side0": "Gatos"}, "step=o-hand_size:+1")
    assert page.status == 200
    assert page.form().value("o-hand_size") == "12"
    assert page.form().value("side0") == "Gatos"
    again = page.submit({}, "step=o-hand_size:-1")
    assert again.form().value("o-hand_size") == "11"
    assert not phone.get("/").root.all("a", class_="go")


def test_a_step_shows_other_problems_without_refusing(new):
    page = new.submit({"side0": "N" * 41}, "step=o-jokers:-1")
    assert page.status == 200
    assert page.form().value("o-jokers") == "3"
    assert page.form().value("side0") == "N" * 41


def test_a_rematch_keeps_names_and_rules_and_moves_the_deal(new):
    board = new.submit({"side0": "Gatos", "player0": "Ana", "target": "4000", "o-runs": "1"})
    end = enter(board, totals(4500, 200))
    again = end.follow("Rematch").follow_row("Change names or rules first")
    form = again.form()
    assert form.value("side0") == "Gatos"
    assert form.value("player0") == "Ana"
    assert form.value("target") == "4000"
    assert form.value("o-runs") == "1"
    assert form.value("dealer") == "0"  # seat 3 dealt the only hand
    fresh = again.submit()
    assert fresh.path != end.path
    assert "Deals: Ana" in fresh.heading


def test_the_first_dealer_may_be_cut_for(new, book):
    cut = new.submit({"side0": "Gatos", "player2": "Caio", "dealer": "cut"})
    record = book.read(match_of(cut))
    assert cut.path == f"/t/{record.id}/dealer"
    assert [draw.seat for draw in record.cut[0]] == [0, 1, 2, 3]
    assert cut.follow("To the board").heading.startswith("Hand 1")
    assert new.submit({"side0": "Gatos", "player2": "Caio", "dealer": "cut"}).path == cut.path
    assert book.last_seq(record.id) == 2


def test_the_rematch_of_a_match_of_others_is_a_fresh_form(new, new_phone):
    board = new.submit({"side0": "Secret cats"})
    other = new_phone().get(f"/new?like={match_of(board)}")
    assert other.status == 200
    assert "Secret cats" not in other.raw


def test_forged_choices_start_nothing(new, phone):
    forged = {"dealer": "99", "target": "-1", "o-tie": "coin"}
    kept = [(name, value) for name, value in new.form().values() if name not in forged]
    page = phone.post("/new", [*kept, *forged.items()])
    assert page.status == 422
    assert set(page.all_problems()) == set(forged)


def test_the_classic_game_is_chosen_at_first(new):
    (chosen,) = [b for b in new.id("games").all("button") if b.get("aria-current")]
    assert chosen["value"] == "classic"


def test_picking_another_game_keeps_the_names_and_starts_nothing(new, phone):
    page = new.submit({"side0": "Gatos", "player0": "Ana", "target": "4000"}, "pick=paulista")
    assert page.status == 200
    form = page.form()
    assert form.value("side0") == "Gatos"
    assert form.value("player0") == "Ana"
    assert form.value("target") == "5000"
    assert form.value("game") == "paulista:2"
    assert not phone.get("/").root.all("a", class_="go")


def test_three_play_each_for_themselves(new):
    form = new.submit({"side0": "Ana"}, "pick=three_player").form()
    assert form.value("side0") == "Ana"
    assert "side2" in form.names()
    assert form.value("target") == "1500"


@pytest.mark.parametrize(
    ("pick", "sides", "target"),
    [("two_player", 2, "3,000"), ("three_player", 3, "1,500"), ("online", 2, "2,000")],
)
def test_a_match_of_another_game(new, pick, sides, target):
    page = new.submit({}, f"pick={pick}")
    board = page.submit()
    assert board.first_status == 303
    assert f"to {target}" in board.text
    assert len(board.id("board").all("p", class_="total")) == sides
    again = board.follow("Enter hand").submit(totals(*[5000, 100, 50][:sides]), "save=1")
    rematch = again.follow("Rematch")
    form = rematch.follow_row("Change names or rules first").form()
    assert form.value("game").startswith(f"{pick}:")
    assert rematch.press("Same seats").heading.startswith("Hand 1")


def test_a_game_for_two_instead_of_four(new):
    page = new.submit({}, "pick=online").submit({}, "pick=online:1")
    assert "player2" not in page.form().names()
    assert page.submit().first_status == 303


def test_a_game_that_nobody_knows(new, phone):
    assert phone.get("/new?game=poker").form().value("game") == "classic:2"
    pairs = [(k, v) for k, v in new.form().values() if k != "game"]
    assert phone.post("/new", [*pairs, ("game", "poker")]).status == 400
