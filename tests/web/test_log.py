"""The log, undo and redo, and what a board says until the next event."""

from __future__ import annotations

import pytest

from scorekeeper.storage.events import (
    DealerChosen,
    HandConfirmed,
    HandCorrected,
    HandRecorded,
    OptionsChanged,
)
from scorekeeper.storage.log import open_log

from .entries import EXAMPLE, QUIET, SAVE, enter, match_of, rows, totals, written


def log_of(page):
    return page.phone.get(f"/t/{match_of(page)}/log")


def entries(page):
    """The events of a log, the latest first: each as a person reads it, without its time."""
    items = [item for day in page.root.all("ol", class_="log") for item in day.all("li")]
    return [" | ".join(part.text for part in item.all() if part.tag in PARTS) for item in items]


PARTS = ("h3", "dl", "button")


def said(page):
    """What stands below the titles."""
    items = [item for day in page.root.all("ol", class_="log") for item in day.all("li")]
    return [[part.text for part in item.all("p")][1:] for item in items]


def notice(page):
    found = page.root.all("section", class_="notice")
    return found[0].text if found else ""


def correct(board, number, typed):
    found = board.phone.get(f"/t/{match_of(board)}")
    label = [
        a for a in found.root.all("a") if (a.get("aria-label") or "").startswith(f"Hand {number}")
    ]
    return found.phone.get(label[0]["href"]).follow("Correct").submit(typed, SAVE)


@pytest.fixture
def other(board, new_phone, book):
    """The board on a second phone of the table."""
    return new_phone().get(f"/j/{book.keys(match_of(board)).edit}")


def test_the_log_tells_every_event_the_latest_first(board):
    board = enter(board, EXAMPLE)
    board = correct(board, 1, {"s1-hand": "40"})
    board = board.phone.get(f"{board.path}/adjust").submit(
        {"points1": "-100", "kind": "foul", "words": "out of turn"}
    )
    page = log_of(board)
    assert page.heading == "Log"
    assert entries(page) == [
        "Points beside the hands | Undo",
        "Hand 1 corrected",
        "Hand 1 entered",
        "Match started",
    ]
    assert said(page) == [
        ["They \u2212100", "Foul: out of turn"],
        ["They: \u2212375 → \u2212325, Cards in hand \u221290 → \u221240"],
        ["We +780 · They \u2212375"],
        ["Classic, to 3,000"],
    ]


def test_a_change_of_the_rules_in_the_log(board):
    page = board.phone.get(f"{board.path}/options")
    page.submit({"target": "4000"}).submit(button="save=1")
    assert entries(log_of(board))[0] == "Rules changed | Target3,000 → 4,000 | Undo"
    assert said(log_of(board))[0] == ["From hand 1 on"]


def test_a_correction_that_only_counts_in_another_way(board):
    board = enter(board, EXAMPLE)
    board = correct(board, 1, totals(780, -375))
    assert said(log_of(board))[0] == ["Counted another way, with the same points"]


def test_one_tap_takes_back_what_this_phone_has_just_entered(board, book):
    board = enter(board, EXAMPLE)
    assert notice(board) == "Hand 1 entered Undo"
    board = board.press("Undo")
    assert board.first_status == 303
    assert written(board) == (0, 0)
    assert notice(board) == "Undone: Hand 1 entered Redo"
    board = board.press("Redo")
    assert written(board) == (780, -375)
    assert notice(board) == "Redone: Hand 1 entered Undo"
    assert entries(log_of(board))[:3] == [
        "Redone: Hand 1 entered | Undo",
        "Undone: Hand 1 entered",
        "Hand 1 entered",
    ]
    assert book.last_seq(match_of(board)) == 4


def test_a_correction_is_taken_back_to_what_it_was(board):
    board = enter(board, EXAMPLE)
    board = correct(board, 1, {"s1-hand": "40"}).press("Undo")
    assert written(board) == (780, -375)
    assert rows(board)[0][-1] == "\u2212375"
    assert [n["aria-label"] for n in board.root.all("a") if n.text == "1"] == [
        "Hand 1, corrected: see its lines"
    ]


def test_what_another_phone_entered_is_taken_back_on_the_log_only(board, other):
    enter(board, EXAMPLE)
    seen = other.phone.get(other.path)
    assert notice(seen) == ""
    page = log_of(seen).press("Undo")
    assert page.heading == "Log"
    assert entries(page)[0] == "Undone: Hand 1 entered | Redo"
    assert written(board.phone.get(board.path)) == (0, 0)


def test_the_log_goes_back_step_by_step(board):
    board = enter(enter(board, QUIET), EXAMPLE)
    page = log_of(board).press("Undo").press("Undo")
    assert entries(page) == [
        "Undone: Hand 1 entered | Redo",
        "Undone: Hand 2 entered",
        "Hand 2 entered",
        "Hand 1 entered",
        "Match started",
    ]
    assert written(page.press("Redo").follow("Back to: Board")) == (100, 50)


def test_an_undo_on_a_page_that_is_behind_does_nothing(board, other, book):
    mine = enter(board, EXAMPLE)
    enter(other.phone.get(other.path), QUIET)
    page = mine.press("Undo")
    assert page.status == 409
    assert page.heading == "Something was saved meanwhile"
    assert written(page.follow("To the board")) == (880, -325)
    assert book.last_seq(match_of(board)) == 3


def test_a_double_tap_takes_one_hand_back(board):
    board = enter(enter(board, QUIET), EXAMPLE)
    form = board.form("/undo")
    sent = form.filled({})
    first, second = board.phone.post(form.action, sent), board.phone.post(form.action, sent)
    assert (first.first_status, second.first_status) == (303, 303)
    assert written(second) == (100, 50)


@pytest.mark.parametrize("event", ["", "x", "0", "1", "99", "-1", "9" * 30])
def test_an_undo_of_anything_else_is_refused(board, book, event):
    form = enter(board, QUIET).form("/undo")
    page = board.phone.post(form.action, form.filled({"event": event}))
    assert page.status == 409
    assert book.last_seq(match_of(board)) == 2


def test_a_phone_that_watches_reads_the_log_and_takes_nothing_back(board, new_phone, book):
    form = enter(board, EXAMPLE).form("/undo")
    watcher = new_phone()
    seen = watcher.get(f"/j/{book.keys(match_of(board)).watch}")
    page = log_of(seen)
    assert entries(page)[0] == "Hand 1 entered"
    assert not page.root.all("form")
    token = watcher.get("/new").form().value("csrf_token")
    pairs = [(k, v) for k, v in form.filled({}) if k != "csrf_token"]
    for path in ("undo", "log/name"):
        answer = watcher.post(f"/t/{match_of(board)}/{path}", [*pairs, ("csrf_token", token)])
        assert answer.status == 403
    assert book.last_seq(match_of(board)) == 2


def test_a_deleted_hand_is_put_back_from_the_log_when_the_board_offers_it_no_more(board):
    board = enter(enter(board, EXAMPLE), QUIET)
    gone = board.follow("Hand 1: see its lines").submit(action="/delete")
    assert "A hand was deleted" in gone.text
    board = enter(gone, QUIET)
    assert "A hand was deleted" not in board.text
    page = log_of(board)
    assert entries(page)[1] == "Hand 1 deleted | Put back"
    assert written(page.press("Put back")) == (980, -275)
    assert entries(log_of(board))[2] == "Hand 1 deleted"


# --- by which phone ------------------------------------------------------------------------------


def who(page):
    items = [item for day in page.root.all("ol", class_="log") for item in day.all("li")]
    return [" ".join(span.text for span in item.all("p")[0].all("span")) for item in items]


def test_phones_are_told_apart_without_names(board, other):
    enter(board, QUIET)
    enter(other.phone.get(other.path), QUIET)
    assert who(log_of(board)) == ["phone 2", "this phone", ""]
    assert who(log_of(other)) == ["this phone", "phone 1", ""]


def test_a_phone_gives_itself_a_name(board, other):
    enter(board, QUIET)
    page = log_of(board).submit({"nickname": "  Ana\u202e   <b> "}, action="/log/name")
    assert page.first_status == 303
    assert page.form("/log/name").value("nickname") == "Ana <b>"
    assert who(page)[0] == "Ana <b>"
    enter(board.phone.get(board.path), QUIET)
    assert who(log_of(other)) == ["Ana <b>", "Ana <b>", ""]
    names = [node.text for node in log_of(other).root.all("bdi")]
    assert names.count("Ana <b>") == 2


def test_an_event_keeps_the_name_of_its_time(board):
    log_of(board).submit({"nickname": "Ana"}, action="/log/name")
    enter(board, QUIET)
    page = log_of(board).submit({"nickname": "Bia"}, action="/log/name")
    assert who(page)[0] == "Ana"
    page = page.submit({"nickname": " "}, action="/log/name")
    assert page.form("/log/name").value("nickname") == ""
    assert who(page)[0] == "Ana"


@pytest.mark.parametrize("name", ["x" * 41, "\u200b\u200b"])
def test_a_name_that_cannot_be(board, name):
    page = log_of(board).submit({"nickname": name}, action="/log/name")
    assert page.status == 422
    assert len(page.problems("nickname")) == 1
    assert page.form("/log/name").value("nickname") == name
    assert log_of(board).form("/log/name").value("nickname") == ""


# --- what a board tells --------------------------------------------------------------------------


def test_a_match_reopened_by_a_correction_says_so_on_every_phone(board, other, new_phone, book):
    enter(enter(board, totals(2000, 5)), totals(1000, 5))
    reopened = "The match is open again since hand 2 was corrected."
    board = correct(board, 2, totals(900, 5))
    assert notice(board) == f"{reopened} Undo"
    assert notice(other.phone.get(other.path)) == reopened
    watcher = new_phone().get(f"/j/{book.keys(match_of(board)).watch}")
    assert notice(watcher) == reopened
    enter(board, QUIET)
    assert notice(other.phone.get(other.path)) == ""


def test_taking_back_the_last_hand_reopens_too(board):
    over = enter(board, totals(3000, 5))
    board = over.press("Undo")
    assert notice(board) == "The match is open again since hand 1 was deleted. Redo"
    assert "Victory" in board.press("Redo").text


def test_a_match_that_goes_on_says_so(board):
    page = board.phone.get(f"{board.path}/end")
    board = page.press("Stop the match").press("Play on")
    assert notice(board) == "The match goes on. Undo"
    assert "No winner" in board.press("Undo").text


def test_nothing_is_told_on_a_new_board_but_who_may_take_it_back(board):
    assert notice(board) == ""


def test_events_of_another_version_are_told_as_such(board, book):
    with open_log(book.path) as log, log.writing():
        log.db.execute(
            'INSERT INTO events (match_id, seq, kind, version, payload, at, "by")'
            " VALUES (?, 2, 'seats_swapped', 9, '{}', '2026-01-01T00:00:00+00:00', 'x')",
            (match_of(board),),
        )
    page = log_of(board)
    assert entries(page) == [
        "Something that can’t be read: a newer version of this app wrote it, or the file is "
        "damaged",
        "Match started",
    ]
    assert "1 January" in page.text or "January 1" in page.text


def test_an_entry_that_fits_nothing_is_told_as_one_that_does_not_count(board, book):
    """No such entry can be made here, but a file may have brought it in before it was refused."""
    match, lost = match_of(enter(board, totals(100, 50))), "An entry that fits nothing"
    wrong = (
        HandRecorded((500, 500, 500)),
        HandCorrected(77, (5, 5)),
        HandConfirmed(77, 1),
        DealerChosen(1),
        OptionsChanged({"target": 7}),
    )
    with open_log(book.path) as log, log.writing():
        for seq, event in enumerate(wrong, start=2):
            log.append(match, event, seq, at=log.read(match)[0].at, by="x")
    page = log_of(board)
    assert entries(page)[: len(wrong)] == [f"{lost} before it and does not count"] * len(wrong)
    assert said(page)[: len(wrong)] == [[]] * len(wrong)
    assert written(board.phone.get(board.path)) == (100, 50)


def test_a_log_of_200_hands_is_told_at_once(start, phone, book):
    keys = start(target=100_000)
    at = book.read(keys.id).started_at
    with open_log(book.path) as log, log.writing():
        for n in range(200):
            log.append(keys.id, HandRecorded((100 + n, -5)), n + 1, at=at, by="")
    page = log_of(phone.get(f"/j/{keys.edit}"))
    assert len(entries(page)) == 201
    assert len(page.raw.encode()) < 100_000
