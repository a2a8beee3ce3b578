"""A backup on a machine that has nothing of what came after it, and phones that saw it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from scorekeeper import create_app
from scorekeeper.storage.backup import back_up
from scorekeeper.storage.copies import side_files
from scorekeeper.storage.lingering import close_readers
from scorekeeper.storage.restoring import restore
from scorekeeper.web.typed_words import typed_groups

from .entries import SAVE, enter, match_of, rows, totals, written

HTMX = {"HX-Request": "true"}
GONE = "This match is no longer here"
WHY = "A phone at the table deleted it for good, or a backup from before it was put back."
NOW = datetime(2026, 11, 28, 20, 14)


@pytest.fixture
def app(tmp_path):
    return create_app({"INSTANCE": str(tmp_path), "WORK": "requests"})


@pytest.fixture
def lose(app, tmp_path):
    """Puts a backup on a machine where the database has gone altogether."""

    def do(backup):
        new, place = tmp_path / "new.db", Path(app.config["DATABASE"])
        restore(new, backup, NOW)
        close_readers()
        for one in side_files(place):
            one.unlink(missing_ok=True)
        new.replace(place)

    return do


@pytest.fixture
def backup(book, tmp_path):
    """Saves what is there now."""

    def do():
        assert book.find("") is None  # the file is there from the first look on
        back_up(Path(book.path), tmp_path / "copy.db", replace=True)
        return tmp_path / "copy.db"

    return do


@pytest.fixture
def other(board, new_phone, book):
    return new_phone().get(f"/j/{book.keys(match_of(board)).edit}")


def seen(book, board):
    return book.last_seq(match_of(board))


def test_a_phone_that_saw_more_than_the_backup_is_told_of_everything_after_it(
    board, other, book, backup, lose
):
    board = enter(board, totals(100, 50))
    saved = backup()
    board = enter(board, totals(900, 0))
    known = seen(book, board)
    form = other.phone.get(board.path).follow("Enter hand")
    lose(saved)
    fresh = other.phone.get(board.path)
    assert written(fresh) == (100, 50)
    assert written(enter(fresh, totals(10, 20))) == (110, 70)
    follow = board.phone.get(f"{board.path}/board?seen={known}")
    assert (follow.status, written(follow)) == (200, (110, 70))
    refused = form.submit(totals(7, 8), SAVE)
    assert refused.status == 409
    assert refused.text.count("A backup was put back") == 1
    assert len(book.read(match_of(board)).hands) == 2
    assert written(refused.submit(None, SAVE)) == (117, 78)


def test_any_form_of_before_is_refused_however_many_entries_are_gone(board, book, backup, lose):
    saved, match = backup(), match_of(board)
    for number in range(40):
        book.record_hand(match, (1, number), seen(book, board))
    form = board.phone.get(board.path).follow("Enter hand")
    lose(saved)
    fresh = board.phone.get(board.path)
    for number in range(40):
        assert form.submit(totals(7, 8), SAVE).status == 409
        fresh = enter(fresh, totals(0, number))
    assert form.submit(totals(7, 8), SAVE).status == 409


@pytest.fixture
def correction(board, backup, lose):
    """The form of a hand that is not in the backup that was put back since it was opened."""
    board = enter(board, totals(100, 50))
    saved = backup()
    board = enter(board, totals(900, 0))
    form = board.phone.get(board.path).follow("Hand 2: see its lines").follow("Correct")
    lose(saved)
    return form


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_correction_of_a_hand_that_is_gone_can_be_saved_as_a_new_one(correction, headers):
    phone, form = correction.phone, correction.form("/edit")
    refused = phone.post(form.action, form.filled(totals(999, -5), SAVE), headers)
    assert refused.status == 409
    assert refused.text.count("A backup was put back") == 1
    assert "nothing of yours is lost" in refused.text
    board = refused.press("Save mine as hand 2")
    assert written(board) == (1099, 45)


def test_what_is_typed_into_it_before_is_counted_all_the_same(correction):
    form, address = correction.form("/edit"), correction.id("preview-link")["hx-post"]
    shown = correction.phone.post(address, form.filled(totals(999, -5)), HTMX)
    assert shown.status == 200
    assert "+999" in shown.text


def test_pages_of_a_hand_that_is_gone_say_that_the_match_has_changed(correction):
    for path in (correction.path, correction.path.removesuffix("/edit")):
        page = correction.phone.get(path)
        assert (page.status, page.heading) == (409, "Something was saved meanwhile")


def test_the_log_has_one_line_for_it(board, backup, lose):
    board = enter(board, totals(100, 50))
    lose(backup())
    log = board.phone.get(f"{board.path}/log")
    assert log.text.count("A backup was put back") == 1
    assert "Entries made after it was saved may be missing." in log.text
    assert "earlier" not in log.text.casefold()
    board = board.phone.get(board.path)
    assert (written(board), len(rows(board))) == ((100, 50), 1)


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_what_was_typed_for_a_match_that_is_not_in_the_backup_is_shown(
    phone, start, backup, lose, headers
):
    saved = backup()
    board = phone.get(f"/j/{start().edit}")
    form = board.follow("Enter hand").form("/hands/new")
    lose(saved)
    out = phone.post(form.action, form.filled(totals("900+30", -55), SAVE), headers)
    assert (out.status, out.heading) == (410, GONE)
    assert WHY in out.text
    assert "What you typed was not saved. Copy it from here" in out.text
    assert "900+30" in out.id("typed").text and "-55" in out.id("typed").text
    assert out.press("Send it again").status == 410


def test_a_page_that_was_only_looked_at_has_nothing_typed(phone, start, backup, lose):
    saved = backup()
    board = phone.get(f"/j/{start().edit}")
    lose(saved)
    out = phone.get(board.path)
    assert (out.status, out.heading) == (410, GONE)
    assert WHY in out.text and not out.has_id("typed") and "Send it again" not in out.text


def told(app, **sent):
    with app.test_request_context():
        groups = typed_groups(sent.items())
    return {one.heading: [(field.label, field.value) for field in one.fields] for one in groups}


def test_what_was_typed_is_told_as_its_form_calls_it(app):
    hand = {
        "s0-tcards": "8S 8H 8D",
        "s0-h10": "3",
        "s0-morto": "unused",
        "s0-dirty": "0",
        "s1-morto": "left",
        "s1-wild": "1",
        "s1-way": "points",
        "went_out": "0",
        "concealed": "y",
    }
    assert told(app, seen="3", entry_id="x", save="1", **hand) == {
        "": [("Who went out?", "Side 1"), ("Concealed", "Yes")],
        "Side 1": [
            ("Cards on the table", "8S 8H 8D"),
            ("Cards in hand, 10", "3"),
            ("Took the morto?", "Unused"),
        ],
        "Side 2": [("Took the morto?", "No"), ("Wild canastas", "1")],
    }
    assert told(app, went_out="nobody", totals_only="1") == {"": [("Who went out?", "Nobody")]}
    assert told(app, points0="-100", points1="0", kind="foul", words="a card more") == {
        "": [("Reason", "Foul"), ("Reason", "a card more")],
        "Side 1": [("Points", "-100")],
    }
    assert told(app, side1="Gatos", player0="Ana", bench0="Bia", nickname="Ida") == {
        "": [
            ("Side 2", "Gatos"),
            ("Player 1", "Ana"),
            ("Sits out 1", "Bia"),
            ("Name of this phone", "Ida"),
        ]
    }


def test_a_button_alone_has_nothing_typed(phone, start, backup, lose, book):
    saved = backup()
    board = phone.get(f"/j/{start().edit}")
    board = enter(board, totals(100, 50))
    log = board.follow_row("Log")
    lose(saved)
    out = log.press("Undo")
    assert (out.status, out.heading) == (410, GONE)
    assert not out.has_id("typed")


def test_the_match_goes_on_when_what_was_there_is_put_back(phone, start, book, backup, lose):
    early = backup()
    board = phone.get(f"/j/{start().edit}")
    form = board.follow("Enter hand")
    restored = restore(Path(book.path), early, NOW)
    out = form.submit(totals(900, 30), SAVE)
    assert out.status == 410
    restore(Path(book.path), restored.kept, NOW)
    clash = out.press("Send it again")
    assert clash.status == 409
    assert written(clash.submit(None, SAVE)) == (900, 30)
