"""What is believed of a proxy in front, and what is not."""

from __future__ import annotations

import pytest
from flask import request

from scorekeeper import create_app

from .browsing import Phone

SENT = {
    "X-Forwarded-For": "192.0.2.1, 192.0.2.2, 192.0.2.3",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Port": "99",
    "X-Forwarded-Prefix": "/a",
    "Forwarded": "for=192.0.2.9;host=evil.example",
}


@pytest.fixture
def seen(tmp_path):
    """What the application sees of a request, behind so many proxies."""

    def look(proxies, **changed):
        app = create_app({"INSTANCE": str(tmp_path), "PROXIES": proxies})
        found = {}

        def note():
            found.update(address=request.remote_addr, secure=request.is_secure, url=request.url)
            return "", 200

        app.view_functions["home.index"] = note
        headers = {k: v for k, v in {**SENT, **changed}.items() if v is not None}
        answer = app.test_client().get("/", headers=headers)
        found["cookie"] = answer.headers.get("Set-Cookie", "")
        return found

    return look


def test_without_a_proxy_nothing_is_believed(seen):
    found = seen("0")
    assert found["address"] == "127.0.0.1"
    assert (found["secure"], found["url"]) == (False, "http://localhost/")


@pytest.mark.parametrize(("proxies", "address"), [("1", "192.0.2.3"), ("2", "192.0.2.2")])
def test_as_many_proxies_as_there_are(seen, proxies, address):
    twice = {"X-Forwarded-Proto": "https, https", "X-Forwarded-Prefix": "/a, /a"}
    found = seen(proxies, **(twice if proxies == "2" else {}))
    assert found["address"] == address
    assert (found["secure"], found["url"]) == (True, "https://localhost/a/")


@pytest.mark.parametrize(
    "prefix", ["//evil.example", "/a//b", "/a/", "a", "/../a", "/a b", "/\\evil", "/a%2f", "/a\tb"]
)
def test_a_prefix_is_a_path_or_nothing(seen, prefix):
    assert seen("1", **{"X-Forwarded-Prefix": prefix})["url"] == "https://localhost/"


def test_a_scheme_is_one_of_two(seen):
    assert seen("1", **{"X-Forwarded-Proto": "javascript"})["url"] == "http://localhost/a/"


def test_the_cookie_of_a_phone_that_came_by_https(tmp_path):
    app = create_app({"INSTANCE": str(tmp_path), "PROXIES": "1"})
    cookies = []
    for headers in ({}, {"X-Forwarded-Proto": "https", "X-Forwarded-Prefix": "/a"}):
        answer = app.test_client().get("/new", headers=headers)
        cookies.append(answer.headers["Set-Cookie"].split("; "))
    assert "Secure" not in cookies[0] and "Path=/" in cookies[0]
    assert "Secure" in cookies[1] and "Path=/a" in cookies[1]


def test_two_applications_under_one_name_keep_their_phones(tmp_path):
    """Each has a key of its own, so the cookie of one is no use to the other."""
    one, two = (create_app({"INSTANCE": str(tmp_path / name)}) for name in "ab")
    phone, other = Phone(one, root="/a"), Phone(two, root="/b")
    board = phone.get("/a/new").submit()
    for cookie in phone.client._cookies.values():
        other.client.set_cookie(cookie.key, cookie.value, path=cookie.path)
    other.get("/b/new").submit()
    found = {cookie.path for cookie in other.client._cookies.values()}
    assert found == {"/a", "/b"}
    assert phone.get(board.path).status == 200


def test_a_number_of_a_proxy_is_taken_over_if_it_has_the_form(tmp_path):
    app = create_app({"INSTANCE": str(tmp_path), "PROXIES": "1"})
    for given, is_taken in (("0123456789abcdef", True), ("short", False), ("a" * 65, False)):
        answer = app.test_client().get("/join", headers={"X-Request-ID": given})
        assert (answer.headers["X-Request-ID"] == given) == is_taken
