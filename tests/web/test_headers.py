"""What every answer carries, and how much of it there is."""

from __future__ import annotations

import gzip
import re

import pytest

from scorekeeper.web.headers import POLICY

from .entries import EXAMPLE, QUIET, SAVE, enter, match_of

GZIP = {"Accept_Encoding": "gzip"}
MOST_BYTES = 60_000


def paths(match):
    return [
        "/", "/new", "/join", "/rules", "/rules/classic", "/language", "/nowhere",
        f"/t/{match}", f"/t/{match}/board", f"/t/{match}/hands/new", f"/t/{match}/hands/2",
        f"/t/{match}/hands/2/edit", f"/t/{match}/share", f"/t/{match}/rules",
        f"/t/{match}/share/renew/edit",
        "/t/other", "/static/app.css", "/static/app.js", "/static/nothing.css",
    ]  # fmt: skip


@pytest.fixture
def played(board):
    return enter(board, EXAMPLE)


def test_every_answer_has_its_guards(played, phone):
    for path in paths(match_of(played)):
        headers = phone.fetch(path).headers
        assert headers["Content-Security-Policy"] == POLICY, path
        assert headers["X-Content-Type-Options"] == "nosniff", path
        assert headers["X-Frame-Options"] == "DENY", path
        assert headers["Referrer-Policy"] == "same-origin", path
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin", path
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin", path


def test_refusals_have_them_too(played, phone, new_phone):
    form = played.follow("Enter hand").form()
    answers = [
        phone.client.post(form.action, data={}),
        phone.client.post(form.action, data={"x": "x" * 100_000}),
        phone.client.put("/new"),
        phone.post(form.action, form.filled({}, SAVE)).answer,
        new_phone().fetch(played.path),
    ]
    assert [answer.status_code for answer in answers] == [400, 413, 405, 422, 404]
    for answer in answers:
        assert answer.headers["Content-Security-Policy"] == POLICY


def test_the_policy_allows_nothing_inline_and_nobody_else():
    rules = dict(part.strip().split(" ", 1) for part in POLICY.split(";"))
    assert rules["default-src"] == "'none'"
    for name in ("base-uri", "frame-ancestors"):
        assert rules[name] == "'none'"
    assert set(rules.values()) == {"'none'", "'self'"}


def test_pages_are_asked_for_again_each_time(played, phone):
    for path in paths(match_of(played)):
        if path.startswith("/static") or path.endswith("/share"):
            continue
        headers = phone.fetch(path).headers
        assert headers["Cache-Control"] == "private, no-cache", path
        assert {"Cookie", "Accept-Language", "HX-Request"} <= set(
            re.split(r",\s*", headers["Vary"])
        ), path
        assert "ETag" not in headers


def test_a_page_with_a_secret_is_kept_nowhere(played, phone, book):
    keys = book.keys(match_of(played))
    for path in (f"{played.path}/share", f"/j/{keys.edit}", "/j/nothing"):
        assert phone.fetch(path).headers["Cache-Control"] == "no-store", path


def test_the_session_cookie_is_out_of_reach_of_scripts(phone):
    set_cookie = phone.get("/new").answer.headers["Set-Cookie"]
    assert set_cookie.startswith("tranca=")
    assert "HttpOnly" in set_cookie
    assert "SameSite=Lax" in set_cookie


def test_a_phone_that_opened_a_match_remembers_it_for_long(start, phone):
    answer = phone.get(f"/j/{start().edit}", redirect=False).answer
    assert "Expires=" in answer.headers["Set-Cookie"]


def assets(page):
    links = [
        node["href"] for node in page.root.all("link") if node["rel"] in ("stylesheet", "icon")
    ]
    return links + [node["src"] for node in page.root.all("script")]


def test_static_files_are_kept_for_long_and_named_by_their_content(phone):
    for address in assets(phone.get("/")):
        answer = phone.fetch(address)
        assert answer.status_code == 200
        assert re.search(r"\?v=[0-9a-f]{12}$", address)
        assert "max-age=31536000" in answer.headers["Cache-Control"]
        assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("name", ["app.css", "app.js", "icon.svg", "vendor/htmx-4.0.1.min.js"])
def test_static_files_are_compressed_for_those_who_can_read_it(phone, name):
    plain = phone.fetch(f"/static/{name}")
    packed = phone.fetch(f"/static/{name}", **GZIP)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["Content-Length"] == str(len(packed.data))
    assert "Accept-Encoding" in packed.headers["Vary"]


def test_a_static_file_that_is_known_is_not_sent_again(phone):
    first = phone.fetch("/static/app.css", **GZIP)
    changed = first.headers["Last-Modified"]
    again = phone.fetch("/static/app.css", If_Modified_Since=changed, **GZIP)
    assert again.status_code == 304
    assert not again.data


def test_pages_with_secrets_are_not_compressed(played, phone):
    answer = phone.fetch(f"{played.path}/share", **GZIP)
    assert "Content-Encoding" not in answer.headers


def test_board_and_entry_are_light(played, phone):
    board = enter(played, QUIET)
    for page in (board, board.follow("Enter hand"), phone.get("/new"), phone.get("/")):
        weight = len(gzip.compress(page.raw.encode()))
        for address in assets(page):
            weight += len(phone.fetch(address, **GZIP).data)
        assert weight < MOST_BYTES, f"{page.path}: {weight}"


def test_no_page_loads_anything_from_elsewhere(phone):
    for name in ("app.css", "app.js", "follow.js", "code.js"):
        text = phone.fetch(f"/static/{name}").text
        assert not re.search(r"(?:https?:)?//[\w.-]+\.\w{2,}/", text)
        assert "@import" not in text
