"""Answers given the short way: the same as the long way gives, and never longer than it is true."""

from __future__ import annotations

import re

import pytest

from scorekeeper import create_app, machine_log
from scorekeeper.scorebook import Following, Invitations
from scorekeeper.storage.faults import DatabaseCorruptError
from scorekeeper.web import quick_answers
from scorekeeper.web.settings import trusted_hosts

from .browsing import Phone
from .entries import QUIET, enter, match_of, written

NUMBER = "X-Request-ID"


@pytest.fixture
def long_ways(app, monkeypatch):
    """The requests that went the long way through the application."""
    asked = []
    polls = quick_answers_of(app)
    whole = polls.whole

    def count(environ, start_response):
        asked.append(environ["PATH_INFO"])
        return whole(environ, start_response)

    monkeypatch.setattr(polls, "whole", count)
    return asked


def quick_answers_of(app):
    found = app.wsgi_app
    while not isinstance(found, quick_answers.QuickAnswers):
        found = getattr(found, "app", None)
    return found


def poll(board, seen=None, **headers):
    seen = board.id("board")["data-seen"] if seen is None else seen
    return board.phone.fetch(f"/t/{match_of(board)}/board?seen={seen}", **headers)


def test_the_second_poll_is_short_and_says_the_same(board, long_ways):
    first, second, third = (poll(board) for _ in range(3))
    assert len(long_ways) == 1
    assert [one.status for one in (first, second, third)] == [quick_answers.NOTHING_NEW] * 3
    assert first.data == second.data == b""

    def told(answer):
        return sorted((name, value) for name, value in answer.headers if name != NUMBER)

    assert told(first) == told(second) == told(third)
    assert len({one.headers[NUMBER] for one in (first, second, third)}) == 3


def test_an_event_is_told_at_once(board, new_phone, book, long_ways):
    poll(board), poll(board)
    other = new_phone().get(f"/j/{book.keys(match_of(board)).edit}")
    enter(other, QUIET)
    answer = poll(board)
    assert answer.status_code == 200 and 'data-seen="2"' in answer.get_data(as_text=True)
    assert poll(board).status_code == 200
    assert poll(board, seen=2).status_code == 204


def test_a_renewed_link_puts_the_phone_out_at_once(new_phone, start, app):
    keys = start()
    board = new_phone().get(f"/j/{keys.watch}")
    assert [poll(board).status_code for _ in range(2)] == [204, 204]
    Invitations(app.config["DATABASE"], b"key").renew(keys.id, False, keys.edit)
    answer = poll(board)
    assert answer.status_code == 404 and answer.headers["HX-Refresh"] == "true"


def test_a_deleted_match_is_gone_at_once(board, book):
    assert [poll(board).status_code for _ in range(2)] == [204, 204]
    book.forget(match_of(board))
    assert poll(board).status_code == 404


def test_a_phone_without_the_cookie_is_another_phone(board, new_phone):
    poll(board), poll(board)
    stranger = new_phone()
    address = f"/t/{match_of(board)}/board?seen=1"
    assert stranger.fetch(address).status_code == 404
    cookie = board.phone.client.get_cookie("tranca").value
    for forged in (cookie[:-5] + "AAAAA", cookie + "A", cookie[1:], ""):
        stranger.client.set_cookie("tranca", forged)
        assert stranger.fetch(address).status_code == 404
    stranger.client.set_cookie("tranca", cookie)
    assert stranger.fetch(address).status_code == 204


def test_another_match_of_the_same_phone(new_phone, start):
    phone, one, two = new_phone(), start(), start()
    boards = [phone.get(f"/j/{keys.watch}") for keys in (one, two)]
    third = start()
    assert [poll(board).status_code for board in boards * 2] == [204] * 4
    assert phone.fetch(f"/t/{third.id}/board?seen=1").status_code == 404


def test_another_key_of_the_server(tmp_path, long_ways):
    app = create_app({"INSTANCE": str(tmp_path), "WORK": "requests"})
    board = Phone(app).get("/new").submit({})
    assert [poll(board).status_code for _ in range(2)] == [204, 204]
    app.secret_key = "another key of thirty-two letters"
    assert poll(board).status_code == 404


def test_after_a_minute_it_is_asked_in_full(board, long_ways, monkeypatch):
    poll(board), poll(board)
    now = quick_answers.monotonic()
    monkeypatch.setattr(quick_answers, "monotonic", lambda: now + quick_answers.SECONDS + 1)
    poll(board)
    assert len(long_ways) == 2


@pytest.mark.parametrize(
    "question", ["seen=2", "seen=", "seen=1&seen=1", "seen=01&x=1", "seen=-1", "", "seen=1%20"]
)
def test_other_questions_are_answered_in_full(board, question):
    poll(board), poll(board)
    answer = board.phone.fetch(f"/t/{match_of(board)}/board?{question}")
    expected = 204 if question in ("seen=1&seen=1", "seen=01&x=1", "seen=1%20") else 200
    assert answer.status_code == expected


def test_other_methods_are_not_polls(board, long_ways):
    poll(board), poll(board)
    address = f"/t/{match_of(board)}/board?seen=1"
    assert board.phone.client.head(address).status_code == 204
    assert board.phone.client.post(address).status_code in (400, 405)
    assert len(long_ways) == 3


def test_a_log_of_every_request_has_every_poll(board, long_ways, monkeypatch):
    poll(board)
    monkeypatch.setattr(machine_log.logger, "isEnabledFor", lambda level: True)
    monkeypatch.setattr(machine_log, "tell", lambda *_, **__: None)
    poll(board)
    assert len(long_ways) == 2


def test_a_damaged_file_is_told_in_full(board, monkeypatch):
    poll(board), poll(board)

    def refuse(*_):
        raise DatabaseCorruptError

    monkeypatch.setattr(Following, "newest", refuse)
    assert poll(board).status_code == 503


def test_the_points_are_right_after_all_that(board):
    for number in range(1, 4):
        assert [poll(board).status_code for _ in range(2)] == [204, 204]
        board = enter(board, QUIET)
        assert written(board) == (100 * number, 50 * number)


# --- boards ---------------------------------------------------------------------------------------


def look(board, **headers):
    return board.phone.fetch(f"/t/{match_of(board)}", **headers)


def told(answer):
    """The headers that two answers share."""
    own = (NUMBER, "Date")
    return sorted((name, value) for name, value in answer.headers if name not in own)


def test_the_second_board_is_short_and_says_the_same(board, long_ways):
    long, short, third = (look(board) for _ in range(3))
    assert len(long_ways) == 1
    assert told(long) == told(short)
    assert short.headers["Content-Length"] == str(len(short.data))
    gaps = re.compile(r'data-drawn="[^"]*"|name="entry_id" value="[^"]*"')
    pages = [answer.get_data(as_text=True) for answer in (long, short, third)]
    assert len({gaps.sub("", page) for page in pages}) == 1
    numbers = [set(re.findall(r'name="entry_id" value="([^"]*)"', page)) for page in pages]
    assert all(numbers) and not (numbers[0] & numbers[1] | numbers[1] & numbers[2])


def test_a_form_of_a_short_board_can_be_sent(board, long_ways):
    board.phone.get(board.path)
    shown = board.phone.get(board.path)
    assert len(long_ways) == 1
    assert shown.press("Turn on").status == 200


def test_a_short_board_is_as_new_as_the_match(board, new_phone, book):
    look(board), look(board)
    other = new_phone().get(f"/j/{book.keys(match_of(board)).edit}")
    for number in range(1, 4):
        other = enter(other, QUIET)
        for _ in range(2):
            assert written(board.phone.get(board.path)) == (100 * number, 50 * number)


def test_a_phone_that_is_out_sees_no_board(new_phone, start, app):
    keys = start()
    board = new_phone().get(f"/j/{keys.watch}")
    assert [look(board).status_code for _ in range(3)] == [200] * 3
    Invitations(app.config["DATABASE"], b"key").renew(keys.id, False, keys.edit)
    assert look(board).status_code == 410


def test_a_deleted_match_has_no_board(board, book):
    assert [look(board).status_code for _ in range(3)] == [200] * 3
    book.forget(match_of(board))
    assert look(board).status_code >= 400


def test_a_stranger_sees_no_board(board, new_phone):
    look(board), look(board)
    assert new_phone().fetch(f"/t/{match_of(board)}").status_code == 404


def test_each_phone_has_its_language(board, long_ways):
    assert "Enter hand" in look(board).get_data(as_text=True)
    for _ in range(2):
        page = look(board, Accept_Language="fr").get_data(as_text=True)
        assert 'lang="fr"' in page and "Enter hand" not in page
        assert 'lang="en"' in look(board, Accept_Language="en").get_data(as_text=True)
    board.phone.get("/language").submit({}, "language=it")
    for _ in range(2):
        assert 'lang="it"' in look(board).get_data(as_text=True)


def test_who_may_watch_is_not_shown_what_another_may_do(new_phone, start):
    keys = start()
    one, two = (new_phone().get(f"/j/{key}") for key in (keys.edit, keys.watch))
    for _ in range(3):
        assert "Enter hand" in look(one).get_data(as_text=True)
        assert "Enter hand" not in look(two).get_data(as_text=True)


def test_a_board_asked_for_as_a_poll_is_a_board(board, long_ways):
    address = f"/t/{match_of(board)}?seen=1"
    answers = [board.phone.fetch(address) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200] * 3
    assert all("Enter hand" in answer.get_data(as_text=True) for answer in answers)
    assert len(long_ways) == 1


def test_another_name_of_the_server_is_still_refused(tmp_path):
    named = {"TRUSTED_HOSTS": trusted_hosts("score.example.org")}
    app = create_app({"INSTANCE": str(tmp_path), "WORK": "requests"} | named)
    board = Phone(app).get("/new").submit({})
    held = {"Cookie": f"tranca={board.phone.client.get_cookie('tranca').value}"}
    client = app.test_client(use_cookies=False)

    def asked(host):
        return client.get(f"/t/{match_of(board)}", headers=held | {"Host": host}).status_code

    assert [asked(host) for host in ("localhost", "localhost", "evil.example")] == [200, 200, 400]


def test_each_prefix_has_its_own_addresses(board):
    look(board), look(board)
    for _ in range(2):
        page = board.phone.client.get(f"/t/{match_of(board)}", base_url="http://localhost/club")
        assert 'href="/club/t/' in page.get_data(as_text=True)
        assert 'href="/t/' not in page.get_data(as_text=True)


def test_an_answer_that_sets_a_cookie_is_given_once(new_phone, start, long_ways):
    phone, keys = new_phone(), start()
    phone.get(f"/j/{keys.edit}", redirect=False)
    cookie, board = phone.client.get_cookie("tranca").value, f"/t/{keys.id}"
    long_ways.clear()
    for _ in range(2):
        phone.client.set_cookie("tranca", cookie)
        assert "Set-Cookie" in phone.fetch(board).headers
    assert len(long_ways) == 2


def test_a_form_that_appears_later_has_its_token(new_phone, start):
    """The end of a match has no form; the board after *Undo* has one."""
    keys = start(target=100)
    over = enter(new_phone().get(f"/j/{keys.edit}"), QUIET)
    one, two = (new_phone().get(f"/j/{keys.edit}") for _ in range(2))
    assert "csrf_token" not in look(one).get_data(as_text=True)
    over.phone.get(f"/t/{keys.id}/log").press("Undo")
    look(two)
    assert one.phone.get(one.path).press("Turn on").status == 200
