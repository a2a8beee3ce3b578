"""The application under a path of another site: every link stays inside."""

from __future__ import annotations

import pytest

from .browsing import Phone
from .entries import EXAMPLE, SAVE, enter, totals

ROOT = "/tranca"


@pytest.fixture
def phone(app):
    """A phone whose browser reaches the application under a prefix; it refuses to leave it."""
    return Phone(app, root=ROOT)


def test_a_match_under_a_prefix(phone):
    board = phone.get(f"{ROOT}/").follow("Start a match").submit()
    assert board.path.startswith(f"{ROOT}/t/")
    board = enter(board, EXAMPLE)
    shown = board.follow("Hand 1: see its lines")
    board = shown.follow("Correct").submit({"s0-hand": "20"}, SAVE)
    assert phone.get(board.id("board")["hx-get"]).status == 204
    share = phone.get(f"{board.path}/share")
    assert share.id("edit-link").text.startswith(f"http://localhost{ROOT}/j/")
    assert enter(board, totals(3100, 0)).follow("Rematch").status == 200


def test_joining_under_a_prefix(phone, start):
    keys = start()
    answer = phone.get(f"{ROOT}/j/{keys.edit}", redirect=False).answer
    assert answer.headers["Location"] == f"{ROOT}/t/{keys.id}"


def test_the_language_switch_leads_back_under_a_prefix(phone):
    page = phone.get(f"{ROOT}/rules/online").follow("English").submit({}, "language=fr")
    assert page.path == f"{ROOT}/rules/online"


def test_the_way_back_stays_under_the_prefix(phone):
    form = phone.get(f"{ROOT}/language").form()
    pairs = [(k, v) for k, v in form.filled({}, "language=it") if k != "next"]
    for address in ("/", "/other/", "//evil.example/", f"{ROOT}evil"):
        answer = phone.post(form.action, [*pairs, ("next", address)], redirect=False).answer
        assert answer.headers["Location"] == f"{ROOT}/"


def test_errors_and_static_files_under_a_prefix(phone):
    page = phone.get(f"{ROOT}/nowhere")
    assert page.follow("To the start").path == f"{ROOT}/"
    assert phone.get("/tranca/static/app.css").status == 200
