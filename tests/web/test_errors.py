"""Refusals are pages that a person can read, and write nothing."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing

import pytest
from itsdangerous import TimestampSigner

from scorekeeper import create_app
from scorekeeper.scorebook import Following, Scorebook
from scorekeeper.storage.faults import (
    DatabaseBusyError,
    DatabaseCorruptError,
    DatabaseFullError,
    DatabaseNewerError,
    DatabaseReadOnlyError,
    DatabaseUnreachableError,
    StorageError,
)
from scorekeeper.web.settings import BODY_LIMIT, FORM_PARTS

from .browsing import Phone
from .entries import QUIET, SAVE, match_of, written

DAY = 24 * 3600


def test_an_address_that_is_not_there(phone):
    page = phone.get("/no/such/page")
    assert page.status == 404
    assert page.heading == "This page is not here"
    assert page.follow("To the start").path == "/"


@pytest.mark.parametrize(
    ("method", "path"),
    [("DELETE", "/"), ("PUT", "/new"), ("POST", "/rules/classic"), ("PATCH", "/language")],
)
def test_a_request_of_the_wrong_kind(phone, method, path):
    token = phone.get("/new").form().value("csrf_token")
    page = phone._open(method, path, data={"csrf_token": token})
    assert page.status == 405
    assert page.heading == "This page is not here"


def test_looking_at_what_can_only_be_sent(board, phone):
    assert phone.get(f"{board.path}/hands/preview").status == 405
    assert phone.get(f"{board.path}/hands/2/delete").status == 405


def test_far_more_than_any_hand(board, phone, book):
    form = board.follow("Enter hand").form()
    pairs = [*form.filled(QUIET, SAVE), ("note", "x" * BODY_LIMIT)]
    page = phone.post(form.action, pairs)
    assert page.status == 413
    assert page.heading == "Too much at once"
    assert "Nothing was saved." in page.text
    assert book.last_seq(match_of(board)) == 1


def test_more_parts_than_any_form(board, phone, book):
    pairs = board.follow("Enter hand").form().filled(QUIET, SAVE)
    pairs += [(f"f{n}", "") for n in range(FORM_PARTS)]
    head = 'Content-Disposition: form-data; name="'
    body = "".join(f'--b\r\n{head}{name}"\r\n\r\n{value}\r\n' for name, value in pairs) + "--b--"
    assert len(body) < BODY_LIMIT
    answer = phone.client.post(
        f"{board.path}/hands/new",
        data=body,
        content_type="multipart/form-data; boundary=b",
        headers={"Accept-Language": "en"},
    )
    assert answer.status_code == 413
    assert "Too much at once" in answer.text
    assert book.last_seq(match_of(board)) == 1


@pytest.mark.parametrize("token", [None, "", "x", "IjQi.abc.def"])
def test_a_form_without_its_token_writes_nothing(board, phone, book, token):
    form = board.follow("Enter hand").form()
    pairs = [(k, v) for k, v in form.filled(QUIET, SAVE) if k != "csrf_token"]
    page = phone.post(form.action, pairs + ([] if token is None else [("csrf_token", token)]))
    assert page.status == 400
    assert page.heading == "This page was too old"
    assert "Nothing was saved." in page.text
    assert book.last_seq(match_of(board)) == 1


def test_the_token_of_another_phone_writes_nothing(board, phone, new_phone, book):
    foreign = new_phone().get("/new").form().value("csrf_token")
    form = board.follow("Enter hand").form()
    pairs = [(k, v) for k, v in form.filled(QUIET, SAVE) if k != "csrf_token"]
    assert phone.post(form.action, [*pairs, ("csrf_token", foreign)]).status == 400
    assert book.last_seq(match_of(board)) == 1


@pytest.mark.parametrize(
    "path", ["/new", "/language", "/t/x/hands/new", "/t/x/hands/2/edit", "/t/x/hands/preview",
             "/t/x/hands/2/delete", "/t/x/hands/2/restore"]
)  # fmt: skip
def test_every_address_that_writes_asks_for_a_token(phone, path):
    assert phone.post(path, [("language", "pt_BR")]).status == 400


def test_a_page_left_open_for_a_day_can_still_be_sent(board, monkeypatch):
    form = board.follow("Enter hand")
    now = TimestampSigner.get_timestamp
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda self: now(self) + DAY)
    assert written(form.submit(QUIET, SAVE)) == (100, 50)


def test_after_more_than_a_year_the_page_is_too_old(board, monkeypatch):
    form = board.follow("Enter hand")
    now = TimestampSigner.get_timestamp
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda self: now(self) + 400 * DAY)
    page = form.submit(QUIET, SAVE)
    assert page.status == 400
    assert page.heading == "This page was too old"


FAULTS = [
    (DatabaseFullError(), "The disk of the score is full. Nothing was saved; free some space."),
    (DatabaseReadOnlyError(), "The file of the score can only be read. Nothing was saved."),
    (DatabaseBusyError(), "The score is busy. Nothing was saved; please try again."),
    (
        DatabaseNewerError(("x",)),
        "The file of the score was written by a newer version of this app.",
    ),
    (DatabaseCorruptError(), "The file of the score is damaged. Restore it from a backup."),
    (DatabaseUnreachableError(), "The file of the score can't be reached."),
    (StorageError(), "The file of the score can't be reached."),
]


@pytest.mark.parametrize(("fault", "sentence"), FAULTS, ids=lambda x: type(x).__name__)
def test_a_file_that_cannot_be_used(board, phone, monkeypatch, fault, sentence):
    form = board.follow("Enter hand")

    def refuse(*_, **__):
        raise fault

    monkeypatch.setattr(Scorebook, "change", refuse)
    page = form.submit(QUIET, SAVE)
    assert page.status == 503
    assert page.heading == "The score can't be written down now"
    assert sentence in page.text


@pytest.mark.parametrize("path", ["/", "/t/{}", "/t/{}/board", "/t/{}/hands/new", "/t/{}/share"])
def test_a_file_that_cannot_be_read_is_a_page_everywhere(board, phone, monkeypatch, path):
    def refuse(*_, **__):
        raise DatabaseCorruptError

    for asking in ((Scorebook, "find"), (Following, "newest"), (Following, "look")):
        monkeypatch.setattr(*asking, refuse)
    page = phone.get(path.format(match_of(board)))
    assert page.status == 503
    assert "damaged" in page.text


def test_a_real_file_that_is_no_database(tmp_path):
    (tmp_path / "scorekeeper.db").write_text("this is a letter, and a rather long one at that" * 50)
    phone = Phone(create_app({"INSTANCE": str(tmp_path)}))
    page = phone.get("/new")
    assert page.status == 503
    assert "The file of the score is damaged." in page.text
    assert phone.get("/").status == 200


def test_a_match_of_another_version(board, phone, book):
    keys = book.keys(match_of(board))
    with closing(sqlite3.connect(book.path)) as file, file:
        file.execute("DROP TRIGGER events_are_not_changed")
        file.execute("UPDATE events SET version = 99 WHERE match_id = ? AND seq = 1", (keys.id,))
    page = phone.get(board.path)
    assert page.status == 503
    assert page.heading == "This match can't be read"
    assert phone.get("/").status == 200


def test_a_bug_is_an_apology_and_a_traceback_in_the_log(app, board, phone, monkeypatch, caplog):
    def stumble(**_):
        raise RuntimeError("a secret detail")

    monkeypatch.setitem(app.view_functions, "table.board", stumble)
    with caplog.at_level(logging.ERROR):
        page = phone.get(board.path)
    assert page.status == 500
    assert page.heading == "Something broke here"
    assert "a secret detail" not in page.raw
    (record,) = caplog.records
    assert record.facts["traceback"].endswith("\nbuiltins.RuntimeError")
    assert "in stumble\n" in record.facts["traceback"]
    assert f"the error number {record.facts['request'][:8]}." in page.text


def test_errors_speak_the_language_of_the_phone(new_phone):
    page = new_phone("pt-BR").get("/no/such/page")
    assert page.root.one("html")["lang"] == "pt-BR"
