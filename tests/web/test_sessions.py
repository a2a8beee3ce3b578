"""Cookies that were verified once: the same cookie again, and no other."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from flask import session

from scorekeeper import create_app


@pytest.fixture
def own(tmp_path):
    return create_app({"INSTANCE": str(tmp_path), "WORK": "requests"})


@pytest.fixture
def cookie(own):
    """The cookie of a phone that knows a match."""
    client = own.test_client()
    with client.session_transaction() as held:
        held["matches"] = [["m", "secret"]]
        held["phone"] = "ana"
        held.permanent = True
    return client.get_cookie("tranca").value


def opened(app, cookie):
    with app.test_request_context("/", headers={"Cookie": f"tranca={cookie}"}):
        return dict(session)


def test_it_is_what_it_was(own, cookie):
    first, second = (opened(own, cookie) for _ in range(2))
    assert first == second == {"_permanent": True, "matches": [["m", "secret"]], "phone": "ana"}


def test_a_change_of_one_request_is_not_seen_by_the_next(own, cookie):
    for _ in range(2):
        held = opened(own, cookie)
        assert held["matches"] == [["m", "secret"]]
        held["matches"][0][1] = "other"
        held["matches"].append("more")


@pytest.mark.parametrize("place", [0, 20, -5])
def test_one_letter_more_or_less(own, cookie, place):
    assert opened(own, cookie)
    other = "B" if cookie[place] == "A" else "A"
    for forged in (cookie[:place] + other + cookie[place:][1:], cookie[:-1], cookie + "A"):
        assert opened(own, forged) == {}
    assert opened(own, cookie)


def test_another_key(own, cookie):
    assert opened(own, cookie)
    own.secret_key = "another key of thirty-two letters"
    assert opened(own, cookie) == {}


def test_a_cookie_ends(own, cookie):
    assert opened(own, cookie)
    own.permanent_session_lifetime = timedelta(seconds=-1)
    assert opened(own, cookie) == {}


def test_what_is_not_plain_comes_back_as_it_was(own):
    client, noon = own.test_client(), datetime(2026, 1, 1, 12, tzinfo=UTC)
    with client.session_transaction() as held:
        held["at"] = noon
    cookie = client.get_cookie("tranca").value
    assert [opened(own, cookie)["at"] for _ in range(2)] == [noon, noon]


def test_a_phone_is_verified_once(own, cookie, monkeypatch):
    opened(own, cookie)
    signer = own.session_interface.get_signing_serializer(own)
    monkeypatch.setattr(signer, "loads", lambda *_, **__: pytest.fail("verified again"))
    assert opened(own, cookie)["phone"] == "ana"
