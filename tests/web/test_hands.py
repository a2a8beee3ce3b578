"""Entering, correcting, reading and deleting a hand, as one person with one phone."""

from __future__ import annotations

import pytest

from .entries import CHECK, EXAMPLE, QUIET, SAVE, enter, match_of, rows, totals, written


@pytest.fixture
def form(board):
    """The page of the first hand."""
    return board.follow("Enter hand")


def test_the_example_of_the_rules(form):
    board = form.submit(EXAMPLE, SAVE)
    assert board.first_status == 303
    assert written(board) == (780, -375)
    assert rows(board) == [["+780", "780", "1", "\u2212375", "\u2212375"]]
    assert board.heading.startswith("Hand 2")


def test_a_fresh_form_tells_nobody_off(form):
    assert form.heading == "Enter hand 1"
    assert form.all_problems() == {}
    assert form.id("forecast").text == ""


def test_nothing_typed_at_all(form, board, phone):
    page = form.submit({}, SAVE)
    assert page.status == 422
    assert page.problems("went_out") == ["Who went out? Choose a side, or nobody."]
    assert page.problems("s0-morto") == ["Did this side take its morto?"]
    assert page.problems("s1-table") == ["Nothing typed here. Type 0 if there is nothing."]
    assert page.id("s1-table").get("aria-invalid") == "true"
    assert written(phone.get(board.path)) == (0, 0)


def test_zero_is_not_blank(form):
    assert form.submit(QUIET | {"s0-table": "0", "s1-table": "0"}, SAVE).first_status == 303


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Nothing typed here. Type 0 if there is nothing."),
        ("12O", "“12O” is not a number. Type 215, or a sum such as 120+95."),
        ("1.46", "“1.46” could mean two things. Points are whole numbers: 1460."),
        ("1_0", "“1_0” is not a number. Type 215, or a sum such as 120+95."),
        ("\u0661\u0662\u0660", "Please use the digits 0 to 9."),
        ("\uff11\uff12\uff10", "Please use the digits 0 to 9."),
        ("-120", "No minus here: what counts against a side is subtracted by itself."),
        ("99999999999", "That number is too long for a card table."),
    ],
)
def test_points_that_cannot_be_read(form, typed, sentence):
    page = form.submit(QUIET | {"s0-table": typed}, SAVE)
    assert page.status == 422
    assert page.all_problems() == {"s0-table": [sentence]}
    assert page.form().value("s0-table") == typed
    assert page.form().value("s1-table") == "50"
    assert page.id("s0-table").get("aria-invalid") == "true"
    assert page.id("s1-table").get("aria-invalid") is None


@pytest.mark.parametrize("typed", ["1.460", "1,460", "1 460", "1460", "1.400+60"])
def test_a_number_in_every_writing(form, typed):
    assert written(form.submit(totals(typed, 50), SAVE)) == (1460, 50)


@pytest.mark.parametrize("typed", ["1.060", "1,060", "1 060", "1.000+60"])
def test_points_in_every_writing(form, typed):
    assert written(form.submit(QUIET | {"s0-table": typed}, SAVE)) == (1060, 50)


def test_the_result_of_a_sum_is_shown_beside_it(form):
    page = form.submit(QUIET | {"s0-table": "120+85"}, CHECK)
    assert page.id("n-s0-table").text == "= 205"
    assert page.form().value("s0-table") == "120+85"


def test_a_thousand_million_points_are_more_than_the_pack(form):
    page = form.submit(QUIET | {"s0-table": "1000000000"}, SAVE)
    assert page.status == 422
    (sentence,) = page.problems("s0-table")
    assert "1,000,000,050 points in all? The whole pack is worth only" in sentence


def test_checking_shows_the_lines_and_saves_nothing(form, board, phone):
    page = form.submit(EXAMPLE, CHECK)
    assert page.status == 200
    assert page.all_problems() == {}
    assert [node.text for node in page.id("live").all("output")] == ["+780", "\u2212375"]
    assert [cell.text for cell in page.id("lines").one("tfoot").all("td")] == ["780", "\u2212375"]
    assert page.form().value("s0-table") == "210"
    assert written(phone.get(board.path)) == (0, 0)


def test_the_key_for_enter_checks_and_does_not_save(form):
    first = next(c for c in form.form().controls if c.tag == "button")
    assert first["name"] == "check"


def test_checking_leaves_a_side_in_peace_that_is_not_counted_yet(form):
    ours = {name: text for name, text in EXAMPLE.items() if name.startswith(("went", "s0"))}
    page = form.submit(ours, CHECK)
    assert page.all_problems() == {}
    assert page.id("live").all("output")[0].text == "+780"


def test_a_problem_of_a_side_not_counted_yet_is_told_when_saving(form):
    typed = {"went_out": "1", "s0-table": "210", "s1-morto": "taken"}
    assert form.submit(typed, CHECK).all_problems() == {}
    assert "went_out" in form.submit(typed | {"s1-table": "0"}, CHECK).all_problems()
    assert "went_out" in form.submit(typed, SAVE).all_problems()


def test_five_jokers_over_both_sides_are_told_while_typing(form):
    ways = {"s0-way": "value", "s1-way": "value"}
    page = form.submit(ways | {"s0-t50": "3", "s1-h50": "2"}, CHECK)
    assert list(page.all_problems()) == ["s1-h50"]


def test_the_hint_comes_back_when_a_sum_is_replaced(form):
    assert form.submit({"s0-table": "120+85"}, CHECK).id("n-s0-table").text == "= 205"
    assert "sums work" in form.submit({"s0-table": "90"}, CHECK).id("n-s0-table").text


def test_the_step_buttons(form):
    page = form.submit({"s0-table": "210"}, "step=s0-clean:+1")
    page = page.submit({}, "step=s0-clean:+1")
    page = page.submit({}, "step=s0-clean:-1")
    assert page.status == 200
    assert page.form().value("s0-clean") == "1"
    assert page.form().value("s0-table") == "210"
    assert page.submit({}, "step=s1-dirty:-1").form().value("s1-dirty") == "0"


def test_a_step_from_what_cannot_be_read_changes_nothing(form):
    page = form.submit({"s0-clean": "one"}, "step=s0-clean:+1")
    assert page.status == 200
    assert page.form().value("s0-clean") == "one"


def test_a_step_from_a_blank(form):
    page = form.submit({"s0-clean": ""}, "step=s0-clean:+1")
    assert page.form().value("s0-clean") == "1"


def test_only_totals_with_a_minus_by_its_button(form):
    page = form.submit({"totals_only": "1", "s0-total": "2.140", "s1-total": "1050"},
                       "step=s1-total:sign")  # fmt: skip
    assert page.form().value("s1-total") == "-1050"
    board = page.submit({}, SAVE)
    assert written(board) == (2140, -1050)
    shown = board.follow("Hand 1: see its lines")
    assert "Only the totals of this hand were entered." in shown.text


@pytest.mark.parametrize(
    ("before", "after"),
    [("", "-"), ("-", ""), ("-50", "50"), ("\u221250", "50"), ("\u201350", "50"), ("+50", "-50")],
)
def test_the_button_for_the_sign(form, before, after):
    page = form.submit({"totals_only": "1", "s0-total": before}, "step=s0-total:sign")
    assert page.form().value("s0-total") == after


def test_a_minus_typed_by_hand(form):
    assert written(form.submit(totals(120, "\u22121.050"), SAVE)) == (120, -1050)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Nothing typed here. Type 0 if there is nothing."),
        ("-", "“-” is not a number. Type 215, or a sum such as 120+95."),
        ("12,5", "“12,5” could mean two things. Points are whole numbers: 1460."),
    ],
)
def test_a_total_that_cannot_be_read(form, typed, sentence):
    page = form.submit(totals(typed, 100), SAVE)
    assert page.status == 422
    assert page.all_problems() == {"s0-total": [sentence]}
    assert page.form().value("s0-total") == typed


def test_a_total_of_a_thousand_million(form):
    page = form.submit(totals(10**9, -20_005), SAVE)
    assert page.status == 422
    told = "No hand counts that much: at most 20,000 points."
    assert page.all_problems() == {"s0-total": [told], "s1-total": [told]}
    assert page.form().value("s0-total") == str(10**9)
    assert written(page.submit(totals(20_000, -20_000), SAVE)) == (20_000, -20_000)


def test_by_value(form):
    typed = QUIET | {
        "s0-way": "value",
        "s0-t50": "1",
        "s0-t20": "2",
        "s0-t10": "3",
        "s0-t5": "4",
        "s0-h10": "2",
        "s1-morto": "left",
        "s1-morto_cards": "100",
    }
    page = form.submit(typed, CHECK)
    assert page.id("n-s0-t20").text == "40"
    assert page.id("n-s0-h10").text == "\u221220"
    # 50 + 40 + 30 + 20 - 20; 50 - 100 - 100
    assert written(page.submit({}, SAVE)) == (120, -150)


def test_changing_the_way_keeps_what_was_typed_in_the_other(form):
    page = form.submit({"s0-table": "210"}, "way=0:t:value").submit({}, "step=s0-t10:+1")
    assert page.form().value("s0-table") == "210"
    assert page.form().value("s0-t10") == "1"


def test_points_that_cannot_be_split_are_told_and_a_tap_goes_back(form):
    page = form.submit(QUIET | {"s0-hand": "30"}, "way=0:t:card")
    assert page.status == 200
    assert page.id("w-s0-t").text == (
        "100 points cannot be turned into cards: tap them, or go back. Back to points"
    )
    assert page.id("w-s0-h").text.startswith("30 points cannot be turned into cards")
    assert page.id("w-s1-t").text == ""
    page = page.submit({}, "way=0:t:points")
    assert page.id("w-s0-t").text == page.id("w-s0-h").text == ""
    assert written(page.submit({}, SAVE)) == (70, 50)


def test_cards_are_counted_for_the_coarser_ways(form):
    page = form.submit(QUIET | {"s0-table": "", "s0-hand": ""}, "way=0:t:card")
    cards = {"s0-tcards": "KS KH KD KC KS KH KD; 9S 9H JK", "s0-hcards": "AS 9D"}
    page = page.submit(cards, "way=0:t:points")
    for name, text in {"s0-table": "140", "s0-clean": "1", "s0-hand": "30"}.items():
        assert page.form().value(name) == text, name
    page = page.submit({}, "way=0:t:value")
    for name, text in {"s0-t10": "9", "s0-t50": "1", "s0-h20": "1", "s0-h10": "1"}.items():
        assert page.form().value(name) == text, name
    assert written(page.submit({}, SAVE)) == (140 + 200 - 30, 50)


def test_the_hand_is_counted_apart_and_goes_with_the_table_otherwise(form):
    page = form.submit(QUIET | {"s0-hand": ""}, "way=0:h:value")
    assert page.form().value("s0-way") == "points"
    assert page.form().value("s0-hway") == "value"
    assert page.id("s0-h10")["name"] == "s0-h10"
    assert page.id("s0-table").get("type") is None
    page = page.submit({"s0-h10": "2"}, "way=0:t:value")
    assert page.form().value("s0-hway") == ""
    page = page.submit({"s0-t50": "1"}, "way=0:t:points")
    assert page.form().value("s0-hand") == "20"
    assert page.form().value("s0-table") == "50"
    assert page.id("w-s0-t").text == "Typed before: 100 points. Take 100"
    page = page.submit({}, "way=0:t:points:before")
    assert page.form().value("s0-table") == "100"
    assert page.id("w-s0-t").text == ""
    assert written(page.submit({}, SAVE)) == (80, 50)


def test_the_preview_brings_a_switched_side_whole(form, phone, board):
    sent = [*form.form().filled(QUIET | {"s0-table": "210"}, None), ("way", "0:t:card")]
    page = phone.post(f"{board.path}/hands/preview", sent)
    assert page.id("side0").get("hx-swap-oob") == "outerHTML"
    assert page.id("pad-state")["value"] == "0:t:A"
    assert page.id("s0-table")["value"] == "210"
    assert page.id("s0-way")["value"] == "card"
    assert not page.has_id("side1")
    assert page.has_id("p-s1-table")
    assert page.has_id("p-s0-total")


@pytest.mark.parametrize("way", ["", "x", "0", "9:t:card", "0:q:card", "0:t:coins", "0:t:card:x"])
def test_a_way_that_nobody_offered_changes_nothing(form, phone, way):
    sent = [*form.form().filled(QUIET, None), ("way", way)]
    page = phone.post(form.form().action, sent)
    assert page.status == 200
    assert page.form().value("s0-table") == "100"
    if way != "0:t:card:x":
        assert page.form().value("s0-way") == "points"


def test_a_form_names_the_entries_that_are_saved_already(form):
    sent = form.form().value("entry_id")
    page = form.submit(EXAMPLE, SAVE).follow("Enter hand")
    saved = page.id("hand-form")["data-saved"].split()
    assert sent in saved
    assert page.form().value("entry_id") not in saved


def test_one_against_one_a_side_that_went_out_holds_nothing(phone, start):
    alone = phone.get(f"/j/{start(dealer=0, players_per_side=1).edit}").follow("Enter hand")
    assert {node.get("data-empties") for node in alone.root.all("input", name="went_out")} == {
        "s0-hand", "s1-hand", None,
    }  # fmt: skip
    pairs = phone.get(f"/j/{start().edit}").follow("Enter hand")
    assert not pairs.root.all("input", data_empties=True)


def test_a_blank_count_by_value_is_asked_for(form):
    page = form.submit(QUIET | {"s0-way": "value", "s0-t10": ""}, SAVE)
    assert page.all_problems() == {"s0-t10": ["Nothing typed here. Type 0 if there is nothing."]}


def test_five_jokers(form):
    page = form.submit(QUIET | {"s0-way": "value", "s0-t50": "5"}, SAVE)
    assert page.status == 422
    (sentence,) = page.problems("s0-t50")
    assert sentence.startswith("5 cards worth 50? The pack has only 4: count again.")
    rule, question = page.id("p-s0-t50").all("a")
    assert rule["href"].endswith("/rules/setup.pack")
    assert question["href"].endswith("/ruling/hand_count")
    assert page.form().value("s0-t50") == "5"


def test_five_jokers_of_both_sides_together_while_typing(form):
    typed = QUIET | {"s0-way": "value", "s0-t50": "3", "s1-way": "value", "s1-t50": "2"}
    page = form.submit(typed, CHECK)
    assert page.status == 200
    assert list(page.all_problems()) == ["s1-t50"]
    assert page.id("forecast").text.startswith("1 problem")
    assert page.id("forecast").one("a")["href"] == "#s1-t50"


def test_going_out_without_a_canasta(form):
    page = form.submit(QUIET | {"went_out": "0"}, SAVE)
    assert page.status == 422
    (sentence,) = page.problems("went_out")
    assert "canasta" in sentence
    rule, question = page.id("p-went_out").all("a")
    assert rule["href"].endswith("/rules/out.needs")
    assert "/ruling/foul_out?" in question["href"]


def test_two_who_go_out_cannot_be_typed(form, phone):
    assert len([c for c in form.form().controls if c["name"] == "went_out"]) == 3
    forged = [*form.form().filled(EXAMPLE, SAVE), ("went_out", "1")]
    board = phone.post(form.form().action, forged)
    assert board.first_status == 303
    assert written(board) == (780, -375)


@pytest.mark.parametrize("name", ["went_out", "s0-way", "s1-morto"])
def test_a_choice_that_nobody_offered(form, phone, name):
    pairs = [(k, v) for k, v in form.form().filled(QUIET, SAVE) if k != name]
    page = phone.post(form.form().action, [*pairs, (name, "7")])
    assert page.status == 422
    assert written(phone.get(page.path.rsplit("/hands", 1)[0])) == (0, 0)


def test_a_side_that_does_not_exist(form, phone):
    page = phone.post(form.form().action, [*form.form().filled(QUIET, SAVE), ("s9-table", "900")])
    assert written(page) == (100, 50)


def test_every_problem_at_once(form):
    typed = EXAMPLE | {
        "s0-clean": "9",
        "s0-red_threes": "3",
        "s1-red_threes": "2",
        "s0-hand": "31",
        "s1-table": "abc",
        "s1-morto_cards": "",
        "s1-clean": "-1",
    }
    page = form.submit(typed, SAVE)
    assert page.status == 422
    told = page.all_problems()
    assert set(told) == {
        "s0-table", "s0-hand", "s1-red_threes", "s1-table", "s1-clean", "s1-morto_cards",
    }  # fmt: skip
    count = sum(map(len, told.values()))
    assert page.id("forecast").text.startswith(f"{count} problems")
    for name, text in typed.items():
        assert page.form().value(name) == text


def test_a_morto_left_without_its_cards(form):
    page = form.submit(QUIET | {"s0-morto": "left"}, SAVE)
    assert page.status == 422
    assert list(page.all_problems()) == ["s0-morto_cards"]
    (sentence,) = page.problems("s0-morto_cards")
    assert sentence.startswith("The morto was left, so its cards count against its side")


def test_cards_of_a_morto_that_was_taken_are_forgotten(form):
    board = form.submit(QUIET | {"s0-morto_cards": "150"}, SAVE)
    assert written(board) == (100, 50)


def test_concealed(form):
    typed = EXAMPLE | {"s0-hand": "0", "concealed": "1"}
    assert written(form.submit(typed, SAVE))[0] == 780 + 30 + 200 - 100


def test_concealed_without_going_out_counts_for_nobody(form):
    assert written(form.submit(QUIET | {"concealed": "1"}, SAVE)) == (100, 50)


def test_what_a_hand_would_decide_is_said_before_it_is_saved(form):
    page = form.submit(totals(3100, 200), CHECK)
    assert page.id("forecast").text.startswith("Victory for We with 3,100 points")
    assert form.submit(totals(300, 200), CHECK).id("forecast").text == ""


def test_the_lines_of_a_hand(form):
    page = form.submit(EXAMPLE, SAVE).follow("Hand 1: see its lines")
    assert page.heading == "Hand 1"
    table = page.root.one("table")
    lines = {
        row.all("a")[0]["href"].rpartition("/")[2]: row for row in table.one("tbody").all("tr")
    }
    cells = [cell.text for cell in lines["red3.value"].all("td")]
    assert cells == ["2002", "\u22121001"]
    assert [cell.text for cell in table.one("tfoot").all("td")] == ["780", "\u2212375"]
    assert "score.concealed" not in lines


def test_a_hand_shown_leads_to_its_neighbours(board):
    for n in range(3):
        board = enter(board, totals(100 + n, 50))
    second = board.follow("Hand 2: see its lines")
    assert second.follow("Hand 1").heading == "Hand 1"
    assert second.follow("Hand 3").heading == "Hand 3"


def test_a_correction(form):
    board = form.submit(EXAMPLE, SAVE)
    page = board.follow("Hand 1: see its lines").follow("Correct")
    assert page.heading == "Correct hand 1"
    for name, text in EXAMPLE.items():
        assert page.form().value(name) == text
    board = page.submit({"s0-hand": "20"}, SAVE)
    assert board.first_status == 303
    assert written(board) == (790, -375)
    shown = board.follow("Hand 1, corrected: see its lines")
    assert "Before the correction" in shown.text
    assert [node.text for node in shown.root.all("del")] == ["+780", "\u2212375"]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (
            {"s0-way": "value", "s0-t50": "1", "s0-t5": "3", "s0-h20": "2"},
            {"s0-way": "value", "s0-t50": "1", "s0-t5": "3", "s0-h20": "2", "s1-table": "50"},
        ),
        (totals(-1050, 2140), {"s0-total": "-1050", "s1-total": "2140", "totals_only": "1"}),
        (EXAMPLE | {"concealed": "1"}, EXAMPLE | {"concealed": "1"}),
        (
            {"s1-way": "value", "s1-morto": "left", "s1-m10": "11", "s1-t10": "2"},
            {"s1-way": "value", "s1-morto": "left", "s1-m10": "11", "s1-t10": "2"},
        ),
    ],
)
def test_a_correction_starts_with_the_entry_as_it_was(form, typed, kept):
    board = form.submit(QUIET | typed, SAVE)
    page = board.follow("Hand 1: see its lines").follow("Correct")
    assert page.all_problems() == {}
    assert {name: page.form().value(name) for name in kept} == kept
    assert written(page.submit({}, SAVE)) == written(board)


def test_a_correction_that_cannot_be_true(form, phone):
    board = form.submit(EXAMPLE, SAVE)
    page = board.follow("Hand 1: see its lines").follow("Correct")
    page = page.submit({"s0-red_threes": "4"}, SAVE)
    assert page.status == 422
    assert list(page.all_problems()) == ["s1-red_threes"]
    assert page.heading == "Correct hand 1"
    assert written(phone.get(board.path)) == (780, -375)


def test_deleting_and_putting_back(form):
    board = form.submit(EXAMPLE, SAVE)
    board = board.follow("Hand 1: see its lines").submit(action="/delete")
    assert board.first_status == 303
    assert written(board) == (0, 0)
    assert not board.has_id("hands")
    assert "A hand was deleted" in board.text
    board = board.submit(action="/restore")
    assert written(board) == (780, -375)
    assert "A hand was deleted" not in board.text


def test_a_hand_put_back_stands_where_it_was(board):
    for n in (100, 200, 300):
        board = enter(board, totals(n, 0))
    board = board.follow("Hand 2: see its lines").submit(action="/delete")
    assert [row[0] for row in rows(board)] == ["+300", "+100"]
    assert [row[2] for row in rows(board)] == ["2", "1"]
    board = board.submit(action="/restore")
    assert [row[0] for row in rows(board)] == ["+300", "+200", "+100"]


def test_deleting_the_deciding_hand_reopens_the_match(board):
    board = enter(board, totals(3100, 200))
    assert board.heading.startswith("End of the match")
    board = board.follow("Hand 1: see its lines").submit(action="/delete")
    assert board.heading.startswith("Hand 1")


@pytest.mark.parametrize("path", ["99", "1", "99/edit", "1/edit"])
def test_a_hand_that_is_not_there(board, phone, path):
    assert phone.get(f"{board.path}/hands/{path}").status == 404


def test_deleting_a_hand_that_is_not_there(board, phone):
    token = board.follow("Enter hand").form().value("csrf_token")
    page = phone.post(f"{board.path}/hands/99/delete", [("csrf_token", token), ("seen", "1")])
    assert page.status == 404


def test_the_preview_is_a_fragment_that_changes_the_page_in_place(form, phone, board):
    page = phone.post(f"{board.path}/hands/preview", form.form().filled(EXAMPLE, None))
    assert page.status == 200
    assert not page.root.all("html")
    assert [n.text for n in page.id("live").all("output")] == ["+780", "\u2212375"]
    swapped = {n["id"] for n in page.root.children if not isinstance(n, str)}
    assert all(n.get("hx-swap-oob") for n in page.root.children if not isinstance(n, str))
    slots = {n["id"] for n in form.root.all("div", class_="slot")}
    assert slots <= swapped
    assert all(form.has_id(name) for name in swapped)
    assert written(phone.get(board.path)) == (0, 0)


def test_the_preview_of_a_correction(form, phone):
    board = form.submit(EXAMPLE, SAVE)
    page = board.follow("Hand 1: see its lines").follow("Correct")
    link = page.id("preview-link")["hx-post"]
    answer = phone.post(link, page.form().filled({"s0-hand": "20"}, None))
    assert [n.text for n in answer.id("live").all("output")] == ["+790", "\u2212375"]
    assert "= 790" in answer.id("live").text  # it replaces the hand, it does not add to it


def test_with_htmx_a_refusal_is_the_form_and_success_a_new_address(form, phone):
    htmx = {"HX-Request": "true"}
    refused = phone.post(form.form().action, form.form().filled({}, SAVE), headers=htmx)
    assert refused.status == 422
    assert [n["id"] for n in refused.root.children if not isinstance(n, str)] == ["entry"]
    saved = phone.post(form.form().action, form.form().filled(EXAMPLE, SAVE), headers=htmx)
    assert saved.status == 200
    assert saved.answer.headers["HX-Redirect"] == f"/t/{match_of(form)}"
