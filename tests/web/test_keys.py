"""Which matches a phone may open: secrets in its signed session."""

from __future__ import annotations

import pytest
from flask import Flask, session
from flask.sessions import SecureCookieSessionInterface
from werkzeug.exceptions import Forbidden, NotFound

from scorekeeper.web.keys import (
    KEPT_MATCHES,
    access_to,
    keep,
    known_matches,
    open_table,
    phone,
    scorebook,
)


@pytest.fixture(autouse=True)
def asking(app):
    with app.test_request_context():
        yield


def test_a_kept_secret_opens_its_match(start):
    keys = start()
    keep(keys.id, keys.edit)
    assert access_to(keys.id).may_edit
    assert open_table(keys.id, edit=True).record.id == keys.id
    assert session.permanent


def test_a_secret_for_watching(start):
    keys = start()
    keep(keys.id, keys.watch)
    assert not open_table(keys.id).may_edit
    with pytest.raises(Forbidden):
        open_table(keys.id, edit=True)


def test_no_secret_or_a_wrong_one(start):
    mine, other = start(), start()
    with pytest.raises(NotFound):
        open_table(mine.id)
    keep(mine.id, other.edit)
    with pytest.raises(NotFound):
        open_table(mine.id)


def test_the_latest_matches_are_kept():
    for number in range(KEPT_MATCHES + 3):
        keep(f"m{number}", "secret")
    keep("m10", "new secret")
    kept = known_matches()
    assert len(kept) == KEPT_MATCHES
    assert kept[0] == "m10"
    assert kept[1] == f"m{KEPT_MATCHES + 2}"
    assert "m2" not in kept


def test_a_phone_keeps_its_name():
    assert phone() == phone()
    assert len(phone()) >= 8


def test_one_scorebook_for_a_request(app):
    assert scorebook() is scorebook()
    assert str(scorebook().path) == app.config["DATABASE"]


def forged(key, content):
    other = Flask("other")
    other.secret_key = key
    return SecureCookieSessionInterface().get_signing_serializer(other).dumps(content)


@pytest.mark.parametrize("cookie", ["", "x", "e30.abc.def", None])
def test_a_forged_session_is_an_empty_one(new_phone, start, cookie):
    keys = start()
    value = forged("guessed", {"matches": [[keys.id, keys.edit]]}) if cookie is None else cookie
    visitor = new_phone()
    visitor.client.set_cookie("tranca", value, domain="localhost")
    assert visitor.get(f"/t/{keys.id}").status == 404
    assert visitor.get("/").status == 200


def test_the_same_session_signed_with_the_real_key_would_open_it(app, new_phone, start):
    keys = start()
    value = forged(app.secret_key, {"matches": [[keys.id, keys.edit]]})
    visitor = new_phone()
    visitor.client.set_cookie("tranca", value, domain="localhost")
    assert visitor.get(f"/t/{keys.id}").status == 200
