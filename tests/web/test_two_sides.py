"""Two phones that count a hand apart, each its side or each the whole of it."""

from __future__ import annotations

import re

import pytest

from scorekeeper.rules.ruleset import PRESETS
from scorekeeper.scorebook import MatchSetup, SideSetup

from .entries import EXAMPLE, QUIET, SAVE, enter, match_of, rows, totals, written

WE = {"went_out": "0"} | {name: text for name, text in EXAMPLE.items() if name.startswith("s0")}
THEY = {"went_out": "nobody"} | {n: text for n, text in EXAMPLE.items() if n.startswith("s1")}


@pytest.fixture
def keys(start):
    return start()


@pytest.fixture
def one(keys, new_phone):
    return new_phone().get(f"/j/{keys.edit}")


@pytest.fixture
def two(keys, new_phone):
    return new_phone().get(f"/j/{keys.edit}")


@pytest.fixture
def three(keys, new_phone):
    """A third phone, which only watches."""
    return new_phone().get(f"/j/{keys.watch}")


def again(page):
    return page.phone.get(f"/t/{match_of(page)}")


def cards(page):
    return [card.text for card in page.root.all("section", class_="apart-card")]


def seen_sides(page):
    sides = page.root.all("section", class_="tally")
    return [side["id"] for side in sides if side.get("hidden") is None]


def count(board, side, typed):
    """What the form of one side answers."""
    return board.phone.get(f"/t/{match_of(board)}/hands/new?side={side}").submit(typed, SAVE)


@pytest.fixture
def confirming(one):
    return one.press("Turn on")


# --- each its side ------------------------------------------------------------------------------


def test_a_phone_may_count_only_one_side(one):
    page = one.follow("Enter hand")
    assert seen_sides(page) == ["side0", "side1"]
    page = page.press("We", {"s1-table": "65"})
    assert page.status == 200
    assert seen_sides(page) == ["side0"]
    assert page.form().value("s1-table") == "65"
    assert "Save the count: We" in page.text
    back = page.press("All")
    assert (seen_sides(back), back.form().value("s1-table")) == (["side0", "side1"], "65")


@pytest.mark.parametrize(("out", "wanted"), [("0", "nobody"), ("nobody", None)])
def test_where_one_side_went_out_the_other_need_not_say_that_it_did_not(one, two, out, wanted):
    count(one, 0, WE | {"went_out": out})
    assert again(two).follow("Count: They").form().value("went_out") == wanted


def test_that_a_side_did_not_go_out_is_not_that_nobody_did(one):
    page = one.follow("Enter hand").press("We").press("All", {"went_out": "nobody"})
    assert page.form().value("went_out") is None
    page = page.press("We", {"went_out": "1"}).press("All")
    assert page.form().value("went_out") == "1"


def test_each_phone_fills_one_side_and_both_meet_in_one_hand(one, two, three):
    board = count(one, 0, WE)
    assert (board.first_status, written(board)) == (303, (0, 0))
    (card,) = cards(again(three))
    assert "Hand 1 is being counted" in card
    assert "We: counted They: still counting" in card
    assert not re.search(r"780|210", card)
    page = again(two).follow("Count: They")
    assert seen_sides(page) == ["side1"]
    assert "780" not in page.text
    board = page.submit(THEY, SAVE)
    assert rows(board) == [["+780", "780", "1", "\u2212375", "\u2212375"]]
    assert cards(board) == []


def test_forms_opened_at_the_same_time_do_not_clash(one, two):
    mine = one.phone.get(f"{one.path}/hands/new?side=0")
    theirs = two.phone.get(f"{two.path}/hands/new?side=1")
    mine.submit(WE, SAVE)
    board = theirs.submit(THEY, SAVE)
    assert (board.first_status, written(board)) == (303, (780, -375))


def test_a_phone_remembers_its_side(one, two):
    one = one.follow("Enter hand").press("We").submit(WE, SAVE)
    count(two, 1, THEY)
    assert seen_sides(again(one).follow("Enter hand")) == ["side0"]
    assert seen_sides(again(two).follow("Enter hand")) == ["side1"]


def test_a_phone_that_goes_round_belongs_to_no_side(one):
    board = count(one, 0, WE)
    board = board.follow("Count: They").submit(THEY, SAVE)
    assert written(board) == (780, -375)
    assert seen_sides(board.follow("Enter hand")) == ["side0", "side1"]


def test_what_is_wrong_with_one_side_is_told_at_once(one):
    page = count(one, 1, THEY | {"went_out": "1"})
    assert page.status == 422
    assert page.problems("went_out")
    assert page.form().value("s1-table") == "65"
    page = count(one, 1, {"s1-table": "abc"})
    assert set(page.all_problems()) == {"went_out", "s1-table", "s1-morto", "s1-hand"}


def test_counts_that_do_not_fit_are_told_on_both_phones(one, two):
    out = {"went_out": "1", "s1-table": "100", "s1-clean": "1", "s1-morto": "taken", "s1-hand": "0"}
    count(one, 0, WE)
    page = count(two, 1, out)
    assert page.heading == "Enter hand 1"
    (told,) = page.problems("went_out")
    assert "do not fit together" in page.text
    (card,) = cards(again(one))
    assert told.split(" When")[0].split(":")[0] in card
    mine = again(one).follow("Correct: We")
    assert mine.problems("went_out")
    assert mine.form().value("s0-table") == "210"
    board = page.submit({"went_out": "nobody"}, SAVE)
    assert written(board)[0] == 780
    assert cards(board) == []


def test_what_lies_in_the_other_side_is_told_for_the_whole_hand(one, two):
    threes = {"s0-red_threes": "3"}
    count(two, 1, THEY | {"s1-red_threes": "2"})
    page = count(one, 0, WE | threes)
    assert page.problems("")
    assert "s1-red_threes" not in page.all_problems()


def test_the_same_side_from_another_phone_is_held_against_it(one, two):
    theirs = two.phone.get(f"{two.path}/hands/new?side=0")
    count(one, 0, WE)
    page = theirs.submit(WE | {"s0-table": "310"}, SAVE)
    assert page.status == 409
    clash = page.id("clash")
    values = [cell.text for row in clash.one("tbody").all("tr") for cell in row.all("td")]
    assert values == ["+780", "+880"]
    assert page.form().value("s0-table") == "310"
    page.submit({}, SAVE)
    board = count(two, 1, THEY)
    assert written(board) == (880, -375)


def test_who_counts_a_side_anew_does_not_see_what_was_counted(one, two):
    count(one, 0, WE)
    page = two.phone.get(f"{two.path}/hands/new?side=0")
    assert page.form().value("s0-table") == ""
    assert "This side was counted already." in page.text
    mine = one.phone.get(f"{one.path}/hands/new?side=0")
    assert mine.form().value("s0-table") == "210"


def test_a_count_is_taken_back(one, two):
    count(one, 0, WE)
    board = again(two).submit(action="/parts/0/withdraw")
    assert (board.first_status, cards(board)) == (303, [])
    log = one.phone.get(f"{one.path}/log")
    assert "the count of one side taken back" in log.text
    assert "780" not in log.text


def test_a_hand_entered_whole_takes_the_place_of_a_half(one, two):
    behind = two.follow("Enter hand")
    count(one, 0, WE)
    page = behind.submit(QUIET, SAVE)
    assert page.status == 409
    assert "Hand 1: one side has counted (We)" in page.id("clash").text
    board = page.submit({}, SAVE)
    assert (written(board), cards(board)) == ((100, 50), [])
    assert "dropped: the count of We" in board.phone.get(f"{board.path}/log").text


def test_a_half_that_comes_after_the_hand_asks(one, two):
    behind = two.phone.get(f"{two.path}/hands/new?side=1")
    enter(one, QUIET)
    page = behind.submit(THEY, SAVE)
    assert page.status == 409
    assert page.form().value("s1-table") == "65"
    assert "Save mine for hand 2" in page.text


def test_only_the_totals_of_a_side(one, two):
    count(one, 0, {"totals_only": "1", "s0-total": "455"})
    board = count(two, 1, {"totals_only": "1", "s1-total": "-120"})
    assert written(board) == (455, -120)


@pytest.mark.parametrize("path", ["hands/new?side=7", "hands/new?side=x", "hands/new?side=-1"])
def test_a_side_that_is_not_there(one, path):
    assert seen_sides(one.phone.get(f"{one.path}/{path}")) == ["side0", "side1"]


def test_forged_sides_do_no_harm(one):
    form = one.follow("Enter hand").form()
    pairs = [pair for pair in form.filled(EXAMPLE, SAVE) if pair[0] != "counts"]
    page = one.phone.post(form.action, [*pairs, ("counts", "9")])
    assert written(page) == (780, -375)
    token = ("csrf_token", form.value("csrf_token"))
    assert one.phone.post(f"{one.path}/parts/9/withdraw", [token]).status == 404
    assert one.phone.post(f"{one.path}/hands/2/confirm", [token, ("yes", "9")]).status == 404
    assert one.phone.post(f"{one.path}/hands/2/confirm", [token, ("yes", "0")]).status == 409
    assert one.phone.post(f"{one.path}/hands/99/confirm", [token, ("yes", "0")]).status == 409
    assert one.phone.post(f"{one.path}/hands/2/choose", [token, ("count", "first")]).status == 409


# --- both confirm -------------------------------------------------------------------------------


def test_the_option_is_told_on_every_phone_and_in_the_log(confirming, two):
    assert "Both sides confirm each hand Undo" in confirming.text
    assert again(two).root.one("section", class_="notice").text == "Both sides confirm each hand"
    assert "Both sides confirm each hand" in two.phone.get(f"{two.path}/log").text
    assert "Turn off" in again(two).text


def test_the_option_is_chosen_at_the_start(phone):
    board = phone.get("/new").submit({"confirming": "1"})
    assert "Turn off" in board.text
    assert "Turn on" in phone.get("/new").submit({}).text


def test_a_hand_counts_and_is_marked_until_both_have_said_yes(confirming, two, three):
    board = enter(confirming, EXAMPLE)
    assert written(board) == (780, -375)
    (card,) = cards(board)
    assert "Hand 1 is to be agreed" in card
    assert rows(board)[0][2] == "1?"
    board = again(two).press("They: yes")
    assert board.root.one("button", aria_pressed="true").text == "They: yes"
    assert "They: yes" in cards(again(three))[0]
    assert "We: not yet" in cards(again(three))[0]
    board = again(confirming).press("We: yes")
    assert (cards(board), rows(board)[0][2]) == ([], "1")
    assert "Agreed by both sides." in board.follow("Hand 1: see its lines").text


def test_yes_is_taken_back_by_the_same_button(confirming):
    board = enter(confirming, EXAMPLE).press("We: yes").press("We: yes")
    assert board.root.all("button", aria_pressed="true") == []


def test_the_same_last_yes_from_two_phones_at_once(confirming, two):
    board = enter(confirming, EXAMPLE).press("We: yes")
    other = again(two)
    board.press("They: yes")
    board = other.press("They: yes")
    assert (board.first_status, cards(board)) == (303, [])


def test_a_correction_asks_anew(confirming):
    board = enter(confirming, EXAMPLE).press("We: yes").press("They: yes")
    page = board.follow("Hand 1: see its lines").follow("Correct")
    assert len(cards(page.submit({"s0-hand": "20"}, SAVE))) == 1


def test_the_end_says_that_a_hand_is_not_agreed(confirming):
    board = enter(confirming, {"totals_only": "1", "s0-total": "3100", "s1-total": "0"})
    assert board.heading.startswith("End of the match")
    assert "Hand 1 is to be agreed" in cards(board)[0]


def test_many_hands_to_be_agreed_are_told_in_short(confirming):
    for _ in range(4):
        board = enter(again(confirming), QUIET)
    assert [card[:6] for card in cards(board)] == ["Hand 4", "Hand 3"]
    assert "2 earlier hands are to be agreed too" in board.text


# --- each the whole -----------------------------------------------------------------------------


def test_two_forms_typed_apart_that_are_the_same_agree_at_once(confirming, two):
    theirs = again(two).follow("Enter hand")
    enter(confirming, EXAMPLE)
    board = theirs.submit(EXAMPLE, SAVE)
    assert (written(board), cards(board), len(rows(board))) == ((780, -375), [], 1)


def other_figures(board, two, typed=None):
    """The page after two forms typed at the same time that differ in the cards on a table."""
    theirs = again(two).follow("Enter hand")
    enter(board, EXAMPLE)
    return theirs.submit(EXAMPLE | (typed or {"s1-table": "75"}), SAVE)


def test_two_counts_that_differ_ask_for_the_lines_without_the_figures(confirming, two):
    page = other_figures(confirming, two)
    assert page.heading == "Count hand 1 apart"
    assert [item.text for item in page.root.one("ul", class_="again").all("li")] == [
        "They: Cards on the table"
    ]
    assert page.form().value("s1-table") == "75"
    mine = again(confirming)
    assert "They: Cards on the table" in cards(mine)[0]
    assert "75" not in cards(mine)[0]
    board = again(two)
    assert written(board) == (0, 0)  # what the other phone has counted is kept from this one
    assert "375" not in board.text
    hand = board.phone.get(f"{board.path}/hands/3")
    assert not re.search(r"375|\b65\b", hand.text)


def test_counted_again_and_the_same_it_is_agreed(confirming, two):
    page = other_figures(confirming, two)
    board = page.submit({"s1-table": "65"}, SAVE)
    assert (written(board), cards(board)) == ((780, -375), [])
    assert "Both counts are the same." in board.phone.get(f"{board.path}/log").text


def test_counted_again_and_still_not_the_same_both_are_shown(confirming, two):
    page = other_figures(confirming, two)
    board = page.submit({}, SAVE)
    assert "Waiting for the other side to count again." in cards(board)[0]
    mine = again(confirming).follow("Count again")
    assert mine.form().value("s1-table") == "65"
    assert "They: Cards on the table" in mine.id("again").text
    board = mine.submit({}, SAVE)
    table = board.root.one("table", class_="cmp")
    cells = [[cell.text for cell in row.all("td")] for row in table.all("tr")[1:]]
    assert cells == [["65", "75"], ["+780 : \u2212375", "+780 : \u2212365"]]
    return_to = again(two)
    assert written(return_to.press("The second is right")) == (780, -365)
    assert cards(again(confirming)) == []


def test_the_first_of_two_counts_may_be_right(confirming, two):
    other_figures(confirming, two).submit({}, SAVE)
    board = again(confirming).follow("Count again").submit({}, SAVE)
    board = board.press("The first is right")
    assert (written(board), cards(board)) == ((780, -375), [])


@pytest.mark.parametrize(
    "page", ["", "/log", "/print", "/match.csv", "/share", "/match.json", "/export.json"]
)
def test_no_page_and_no_file_shows_the_first_count_before_the_second_is_done_again(
    confirming, two, three, page
):
    figures = re.compile(r"\b(780|375|210|150)\b")  # of the first count alone
    other_figures(confirming, two)
    for reader in (two, three):
        answer = reader.phone.fetch(f"/t/{match_of(reader)}{page}")
        assert not figures.search(answer.get_data(as_text=True))
        assert answer.status_code == (409 if page.endswith("json") else 200)
    home = two.phone.get("/")
    assert not figures.search(home.text)
    shown = confirming.phone.fetch(f"/t/{match_of(confirming)}{page}").get_data(as_text=True)
    assert figures.search(shown)  # who has counted it may see it


def test_neither_chances_nor_a_ruling_reckon_with_a_count_not_to_be_seen(confirming, two):
    enter(confirming, QUIET)
    again(two).press("We: yes").press("They: yes")
    other_figures(confirming, two)
    page = two.phone.get(f"/t/{match_of(two)}/odds")
    assert "The chances come when both counts are in." in page.text
    asked = two.phone.get(f"/t/{match_of(two)}/ruling/winner")
    assert asked.path.endswith("?total0=100&total1=50")
    theirs = confirming.phone.get(f"/t/{match_of(confirming)}/odds")
    assert "The chances come" not in theirs.text


def test_a_hand_on_the_board_may_be_counted_by_the_other_side(confirming, two):
    enter(confirming, EXAMPLE)
    page = again(two).follow("Not sure? Count it yourselves")
    assert page.heading == "Count hand 1 apart"
    assert page.form().value("s0-table") == ""
    assert page.submit({"s0-table": "x"}, SAVE).status == 422
    board = page.submit(EXAMPLE, SAVE)
    assert (written(board), cards(board)) == ((780, -375), [])


def test_a_count_of_what_was_agreed_meanwhile_is_not_lost(confirming, two):
    enter(confirming, EXAMPLE)
    page = again(two).follow("Not sure? Count it yourselves")
    again(confirming).press("We: yes").press("They: yes")
    page = page.submit(EXAMPLE | {"s1-table": "75"}, SAVE)
    assert page.status == 409
    assert page.form().value("s1-table") == "75"


def test_without_the_option_a_second_entry_clashes_as_before(one, two):
    theirs = two.follow("Enter hand")
    enter(one, EXAMPLE)
    assert theirs.submit(EXAMPLE, SAVE).status == 409


def test_two_equal_counts_of_three_sides_are_told_and_each_side_still_says_yes(phone, book):
    sides = tuple(SideSetup(name) for name in ("Ana", "Bia", "Caio"))
    keys = book.start(MatchSetup(PRESETS["three_player"], sides), confirming=True)
    book.record_hand(keys.id, (100, 200, 300), 2, by="another phone")
    board = phone.get(f"/j/{keys.edit}")
    page = board.follow("Not sure? Count it yourselves")
    assert "each side only has to say yes" in page.text
    board = page.submit(totals(100, 200, 300), SAVE)
    (card,) = cards(board)
    assert "Two counts came to the same. Each side still says yes." in card
    assert "Not sure?" not in card
    board = board.press("Ana: yes").press("Bia: yes").press("Caio: yes")
    assert cards(board) == []
