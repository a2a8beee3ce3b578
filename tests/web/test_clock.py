"""A clock that jumps: phones stay at their table, the log keeps its order."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime, timedelta

import pytest
from itsdangerous import TimestampSigner

from scorekeeper.scorebook import Scorebook
from scorekeeper.web.sessions import PhoneSessions

from .entries import QUIET, SAVE, match_of, written

DAY = 24 * 3600
NOON = datetime(2026, 3, 7, 12, tzinfo=UTC)
JUMPS = (0, -1, 0, 365, -2, 0)  # days from noon, entry by entry


@pytest.fixture
def clock(app, monkeypatch):
    """Sets the clock that signs and reads cookies so many seconds away from now.

    The server is another one then, which has seen no cookie before.
    """

    def turn(seconds):
        monkeypatch.setattr(app, "session_interface", PhoneSessions())
        monkeypatch.setattr(
            TimestampSigner, "get_timestamp", lambda self: int(time.time()) + seconds
        )

    return turn


@pytest.mark.parametrize("seconds", [-60, -DAY, -400 * DAY, 364 * DAY])
def test_a_phone_stays_at_its_table(board, phone, clock, seconds):
    form = board.follow("Enter hand")
    clock(seconds)
    assert phone.get(board.path).status == 200
    assert written(form.submit(QUIET, SAVE)) == (100, 50)


def test_a_phone_stays_after_a_jump_and_back(board, phone, clock):
    for seconds in (200 * DAY, -DAY, 0):
        clock(seconds)
        page = phone.get(board.path).follow("Enter hand").submit(QUIET, SAVE)
        assert page.first_status == 303


def test_after_more_than_a_year_the_link_brings_the_phone_back(board, phone, start, book, clock):
    link = f"/j/{book.keys(match_of(board)).edit}"
    clock(400 * DAY)
    assert phone.get(board.path).status == 404
    assert phone.get(link).path == board.path


def test_a_forged_cookie_of_the_future_is_none(phone, clock):
    phone.get("/new")
    cookie = phone.client.get_cookie("tranca")
    phone.client.set_cookie("tranca", cookie.value[:-2] + "xx")
    clock(-DAY)
    with phone.client.session_transaction() as session:
        assert not session


def test_the_cookie_says_how_long_it_lives(phone):
    """A server whose clock is years behind cannot say until when."""
    (cookie,) = phone.get("/new").answer.headers.getlist("Set-Cookie")
    assert f"Max-Age={365 * DAY}" in cookie


@pytest.fixture
def jumpy(book, start):
    """A match whose entries were written at the times of a clock that jumps."""
    keys = start()
    for number, days in enumerate(JUMPS):
        at = NOON + timedelta(days=days, minutes=number)
        timed = Scorebook(book.path, clock=lambda at=at: at)
        timed.record_hand(keys.id, (10 * number, 0), timed.last_seq(keys.id))
    return keys


def test_the_log_keeps_its_order(jumpy, phone):
    phone.get(f"/j/{jumpy.edit}")
    log = phone.get(f"/t/{jumpy.id}/log")
    assert log.status == 200
    shown = [item.text for item in log.root.all("li", class_="score")]
    assert [re.search(r"\+(\d+)", text)[1] for text in shown[:-1]] == ["50", "40", "30", "20", "10"]


def test_the_board_the_paper_and_the_files_of_such_a_match(jumpy, phone):
    phone.get(f"/j/{jumpy.edit}")
    assert written(phone.get(f"/t/{jumpy.id}")) == (150, 0)
    for page in ("hands/2", "hands/7", "print", "share", "day", "match.csv", "export.json"):
        assert phone.get(f"/t/{jumpy.id}/{page}").status == 200, page
    assert phone.get(f"/t/{jumpy.id}/log").press("Undo").first_status == 303
    assert written(phone.get(f"/t/{jumpy.id}")) == (100, 0)
