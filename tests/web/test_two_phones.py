"""Several phones at one table: double taps, lost answers, forms that are behind."""

from __future__ import annotations

import threading

import pytest

from .browsing import Phone
from .entries import EXAMPLE, QUIET, SAVE, enter, rows, totals, written

HTMX = {"HX-Request": "true"}


def saving(page):
    """The words on the button that saves."""
    (button,) = page.root.all("button", name="save")
    return button.text


@pytest.fixture
def keys(start):
    return start()


@pytest.fixture
def one(keys, new_phone):
    return new_phone().get(f"/j/{keys.edit}")


@pytest.fixture
def two(keys, new_phone):
    return new_phone().get(f"/j/{keys.edit}")


def test_a_double_tap_saves_one_hand(one):
    form = one.follow("Enter hand")
    first, second = form.submit(EXAMPLE, SAVE), form.submit(EXAMPLE, SAVE)
    assert first.first_status == second.first_status == 303
    assert len(rows(second)) == 1


def test_a_lost_answer_is_found_again_after_others_wrote(one, two):
    form = one.follow("Enter hand")
    form.submit(EXAMPLE, SAVE, redirect=False)
    enter(two.phone.get(two.path), QUIET)
    again = form.submit(EXAMPLE, SAVE)
    assert again.first_status == 303
    assert written(again) == (880, -325)


def test_a_double_tap_on_delete_and_on_put_back(one):
    shown = enter(one, EXAMPLE).follow("Hand 1: see its lines")
    shown.submit(action="/delete")
    board = shown.submit(action="/delete")
    assert (board.first_status, written(board)) == (303, (0, 0))
    board.submit(action="/restore")
    again = board.submit(action="/restore")
    assert (again.first_status, written(again)) == (303, (780, -375))


def test_a_double_tap_on_a_correction(one):
    page = enter(one, EXAMPLE).follow("Hand 1: see its lines").follow("Correct")
    page.submit({"s0-hand": "20"}, SAVE)
    again = page.submit({"s0-hand": "20"}, SAVE)
    assert (again.first_status, written(again)) == (303, (790, -375))
    shown = again.follow("Hand 1, corrected: see its lines")
    assert len(shown.root.all("del")) == 2


def test_a_second_phone_that_is_behind_sees_both_versions(one, two):
    behind = two.follow("Enter hand")
    enter(one, EXAMPLE)
    page = behind.submit(QUIET | {"s0-table": "95"}, SAVE)
    assert page.status == 409
    clash = page.id("clash")
    assert "Something was saved meanwhile" in clash.text
    assert "Nothing of yours was saved yet, and nothing of yours is lost." in clash.text
    saved, mine = clash.one("tbody").all("tr")
    assert [cell.text for cell in saved.all("td")] == ["+780", "\u2212375"]
    assert [cell.text for cell in mine.all("td")] == ["+95", "+50"]
    for name, text in (QUIET | {"s0-table": "95"}).items():
        assert page.form().value(name) == text
    assert written(two.phone.get(two.path)) == (780, -375)


def test_sent_again_it_is_saved_on_top(one, two):
    behind = two.follow("Enter hand")
    enter(one, EXAMPLE)
    page = behind.submit(QUIET, SAVE)
    assert page.heading == "Enter hand 2"
    assert saving(page) == "Save mine as hand 2"
    board = page.submit({}, SAVE)
    assert board.first_status == 303
    assert written(board) == (880, -325)


def test_what_is_behind_can_be_dropped_or_turned_into_a_correction(one, two):
    behind = two.follow("Enter hand")
    enter(one, EXAMPLE)
    page = behind.submit(QUIET, SAVE)
    assert written(page.follow("Drop mine, to the board")) == (780, -375)
    correcting = page.press("Correct hand 1 with mine")
    assert correcting.status == 200
    assert correcting.heading == "Correct hand 1"
    assert correcting.form().value("s0-table") == "100"
    assert written(two.phone.get(two.path)) == (780, -375)
    board = correcting.submit({}, SAVE)
    assert written(board) == (100, 50)
    assert len(rows(board)) == 1


def test_with_htmx_the_clash_comes_as_the_form(one, two):
    behind = two.follow("Enter hand")
    enter(one, EXAMPLE)
    form = behind.form()
    page = two.phone.post(form.action, form.filled(QUIET, SAVE), headers=HTMX)
    assert page.status == 409
    assert [n["id"] for n in page.root.children if not isinstance(n, str)] == ["entry"]
    assert page.has_id("clash")
    edit = f"{one.path}/hands/2/edit"
    assert page.root.one("button", formaction=f"{edit}?check=1")
    correcting = two.phone.post(f"{edit}?check=1", page.form().filled({}), headers=HTMX)
    assert correcting.form().action == edit


def test_a_form_with_problems_that_is_behind_too(one, two):
    behind = two.follow("Enter hand")
    enter(one, EXAMPLE)
    page = behind.submit(QUIET | {"s0-table": "abc"}, SAVE)
    assert page.status == 422
    assert page.form().value("s0-table") == "abc"
    page = page.submit({"s0-table": "100"}, SAVE)
    assert page.status == 409


def test_the_same_form_with_other_content_is_not_dropped_in_silence(one):
    form = one.follow("Enter hand")
    form.submit(EXAMPLE, SAVE)
    page = form.submit(EXAMPLE | {"s0-table": "200"}, SAVE)
    assert page.status == 409
    saved, mine = page.id("clash").one("tbody").all("tr")
    assert [cell.text for cell in saved.all("td")] == ["+780", "\u2212375"]
    assert [cell.text for cell in mine.all("td")] == ["+770", "\u2212375"]
    assert page.form().value("s0-table") == "200"
    assert len(rows(one.phone.get(one.path))) == 1
    assert written(page.submit({}, SAVE)) == (1550, -750)


def test_a_correction_of_what_another_phone_has_corrected(one, two):
    enter(one, EXAMPLE)
    mine = two.phone.get(two.path).follow("Hand 1: see its lines").follow("Correct")
    theirs = one.phone.get(one.path).follow("Hand 1: see its lines").follow("Correct")
    theirs.submit({"s0-hand": "20"}, SAVE)
    page = mine.submit({"s0-hand": "10"}, SAVE)
    assert page.status == 409
    saved, own = page.id("clash").one("tbody").all("tr")
    assert saved.all("td")[0].text == "+790"
    assert own.all("td")[0].text == "+800"
    assert saving(page) == "Replace with mine"
    assert written(page.submit({}, SAVE)) == (800, -375)


def test_a_correction_after_another_phone_saved_a_new_hand(one, two):
    enter(one, EXAMPLE)
    mine = two.phone.get(two.path).follow("Hand 1: see its lines").follow("Correct")
    enter(one.phone.get(one.path), QUIET)
    page = mine.submit({"s0-hand": "10"}, SAVE)
    assert page.status == 409
    versions = page.id("clash").one("tbody").all("tr")
    assert [row.all("td")[0].text for row in versions] == ["+780", "+100", "+800"]
    assert written(page.submit({}, SAVE)) == (900, -325)


def test_a_correction_of_what_another_phone_has_deleted(one, two):
    enter(one, EXAMPLE)
    mine = two.phone.get(two.path).follow("Hand 1: see its lines").follow("Correct")
    one.phone.get(one.path).follow("Hand 1: see its lines").submit(action="/delete")
    page = mine.submit({"s0-hand": "10"}, SAVE)
    assert page.status == 409
    assert page.heading == "This hand was deleted meanwhile"
    assert [dd.text for dd in page.root.all("dd")] == ["+800", "\u2212375"]
    assert written(one.phone.get(one.path)) == (0, 0)
    assert written(page.press("Put it back with my correction")) == (800, -375)


def test_a_correction_of_a_deleted_hand_can_be_left(one, two):
    enter(one, EXAMPLE)
    mine = two.phone.get(two.path).follow("Hand 1: see its lines").follow("Correct")
    one.phone.get(one.path).follow("Hand 1: see its lines").submit(action="/delete")
    page = mine.submit({"s0-hand": "10"}, SAVE)
    assert written(page.follow("Leave it deleted")) == (0, 0)


def test_corrections_of_different_sides_are_put_together(one, two):
    enter(one, EXAMPLE)
    mine = two.phone.get(two.path).follow("Hand 1: see its lines").follow("Correct")
    theirs = one.phone.get(one.path).follow("Hand 1: see its lines").follow("Correct")
    theirs.submit({"s0-hand": "20"}, SAVE)
    page = mine.submit({"s1-table": "75"}, SAVE)
    assert page.status == 409
    assert "both corrections are in this form" in page.id("merged").text
    assert (page.form().value("s0-hand"), page.form().value("s1-table")) == ("20", "75")
    assert written(page.submit({}, SAVE)) == (790, -365)


def test_the_same_hand_from_two_phones_is_one(one, two, book, keys):
    behind = two.phone.get(two.path).follow("Enter hand")
    enter(one, EXAMPLE)
    page = behind.submit(EXAMPLE, SAVE)
    assert page.status == 409
    assert "It is the same hand" in page.id("clash").text
    assert written(page.follow("Good, to the board")) == (780, -375)
    again = page.submit({}, SAVE)  # another hand that counted the same is saved all the same
    assert written(again) == (1560, -750)


def test_a_new_hand_after_another_phone_deleted_one(one, two):
    enter(one, EXAMPLE)
    behind = two.phone.get(two.path).follow("Enter hand")
    one.phone.get(one.path).follow("Hand 1: see its lines").submit(action="/delete")
    page = behind.submit(QUIET, SAVE)
    assert page.status == 409
    assert "Hand 1 deleted" in page.id("clash").text
    assert page.heading == "Enter hand 1"
    assert written(page.submit({}, SAVE)) == (100, 50)


def test_deleting_from_a_page_that_is_behind(one, two):
    enter(one, EXAMPLE)
    behind = two.phone.get(two.path).follow("Hand 1: see its lines")
    enter(one.phone.get(one.path), QUIET)
    page = behind.submit(action="/delete")
    assert page.status == 409
    assert page.heading == "Something was saved meanwhile"
    assert written(page.follow("To the board")) == (880, -325)


def test_a_form_from_a_match_that_has_ended_meanwhile(one, two):
    behind = two.follow("Enter hand")
    enter(one, totals(3100, 200))
    page = behind.submit(QUIET, SAVE)
    assert page.status == 409
    assert not page.root.all("button", name="save")
    assert page.link("To the board") == one.path
    page = page.submit()
    assert page.status == 422
    (sentence,) = page.problems("")
    assert "match.target" in page.id("p-").all("a")[0]["href"]
    assert sentence
    assert page.form().value("s0-table") == "100"
    assert len(rows(one.phone.get(one.path))) == 1


def test_the_form_of_a_match_that_is_over_takes_no_hand(one):
    enter(one, totals(3100, 200))
    page = one.phone.get(f"{one.path}/hands/new")
    assert page.path == one.path
    assert "End of the match" in page.heading


@pytest.mark.parametrize("seen", ["", "x", "-1", "0", "2", "999999999999999", "\u0661"])
def test_a_form_with_a_number_that_does_not_fit(one, seen):
    form = one.follow("Enter hand").form()
    pairs = [(k, v) for k, v in form.filled(QUIET, SAVE) if k != "seen"]
    page = one.phone.post(form.action, [*pairs, ("seen", seen)])
    assert page.status == 409
    assert page.form().value("s0-table") == "100"


def test_five_identical_forms_at_once_save_one_hand(app, keys, one):
    form = one.follow("Enter hand").form()
    pairs = form.filled(EXAMPLE, SAVE)
    cookie = one.phone.client.get_cookie("tranca", domain="localhost").value
    gate, statuses = threading.Barrier(5), []

    def send():
        phone = Phone(app)
        phone.client.set_cookie("tranca", cookie, domain="localhost")
        gate.wait()
        statuses.append(phone.post(form.action, pairs, redirect=False).status)

    threads = [threading.Thread(target=send) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == [303] * 5
    board = one.phone.get(one.path)
    assert len(rows(board)) == 1
    assert written(board) == (780, -375)


def test_five_phones_at_once_save_one_hand_and_lose_nothing(app, keys):
    phones = [Phone(app) for _ in range(5)]
    forms = [phone.get(f"/j/{keys.edit}").follow("Enter hand") for phone in phones]
    gate, pages = threading.Barrier(5), []

    def send(number):
        gate.wait()
        pages.append((str(100 + number), forms[number].submit(totals(100 + number, 0), SAVE)))

    threads = [threading.Thread(target=send, args=(n,)) for n in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(page.first_status for _, page in pages) == [303, 409, 409, 409, 409]
    for typed, page in pages:
        if page.status == 409:
            assert page.form().value("s0-total") == typed
    assert len(rows(phones[0].get(f"/t/{keys.id}"))) == 1
