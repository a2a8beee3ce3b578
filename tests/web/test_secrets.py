"""Where the secrets of a match, of a phone and of the host may be read: nowhere else."""

from __future__ import annotations

import json
import logging
import re
import stat
import sys
from math import log2
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask.sessions import SecureCookieSessionInterface

from scorekeeper import create_app
from scorekeeper.places import SettingError
from scorekeeper.scorebook import Scorebook, invitations
from scorekeeper.scorebook.invitations import (
    ADDRESS_TRIES,
    ALL_TRIES,
    CODE_LENGTH,
    CODE_LETTERS,
    CODE_LIFE,
    TRY_WINDOW,
)
from scorekeeper.scorebook.keys import SECRET_BYTES
from scorekeeper.web.settings import secret_key

from .browsing import HOST, Phone
from .entries import EXAMPLE, QUIET, SAVE, enter
from .test_watchers import filled

NAMES = {"side0": "Zuleica", "side1": "Quirino", "player0": "Ximena", "player1": "Yolanda"}
YEAR = 365 * 24 * 3600
posix = pytest.mark.skipif(sys.platform == "win32", reason="no file modes")


class Table:
    """A match with names, a renewed link, a code, and all that must not be read elsewhere."""

    def __init__(self, app, book):
        self.app, self.phone = app, Phone(app)
        self.phone.get("/join").submit({"code": "ZZZZZZ"}, action="/join")
        self.board = enter(self.phone.get("/new").submit(NAMES), EXAMPLE)
        self.id = self.board.path.split("/")[2]
        old = book.keys(self.id)
        for kind in ("edit", "watch"):
            self.phone.get(f"/t/{self.id}/share/renew/{kind}").press("Renew the link")
        self.keys = book.keys(self.id)
        shared = self.phone.get(f"/t/{self.id}/share").press("Make a code to type")
        code = shared.root.one(class_="code").text.replace(" ", "")
        self.secrets = [self.keys.edit, self.keys.watch, old.edit, old.watch]
        self.codes = [code, f"{code[:3]} {code[3:]}"]

    @property
    def cookie(self):
        return self.phone.client.get_cookie("tranca").value

    def addresses(self):
        for rule in self.app.url_map.iter_rules():
            if "GET" in rule.methods:
                yield from filled(rule.rule, self.keys)


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    return create_app({"INSTANCE": str(tmp_path_factory.mktemp("secrets")), "WORK": "requests"})


@pytest.fixture(scope="module")
def table(app):
    return Table(app, Scorebook(app.config["DATABASE"]))


def test_the_log_of_the_machine_has_no_secret_no_code_and_no_name(table, caplog, capfd):
    with caplog.at_level(logging.DEBUG):
        for address in table.addresses():
            table.phone.client.get(address, buffered=True)
            table.phone.client.post(address, data={"code": table.codes[0]}, buffered=True)
        table.phone.get("/join").submit({"code": "BBBBBB"}, action="/join")
        enter(table.phone.get(f"/t/{table.id}"), QUIET)
    heard = capfd.readouterr()
    told = caplog.text + heard.out + heard.err
    told += "".join(json.dumps(vars(record), default=str) for record in caplog.records)
    hidden = [*table.secrets, *table.codes, *NAMES.values(), table.cookie]
    hidden += [str(table.app.secret_key)]
    assert [each for each in hidden if each in told] == []


def test_a_bug_on_any_page_of_a_match_tells_no_secret(table, caplog, capfd, monkeypatch):
    """A traceback goes into the log: what was asked for must not be in it."""

    def stumble(self, secret, *_):
        raise LookupError(f"nothing for {secret!r}")

    with monkeypatch.context() as patch:
        patch.setattr("scorekeeper.storage.log.EventLog.keys_with", stumble)
        for address in (f"/j/{table.keys.edit}", f"/api/v1/t/{table.keys.watch}"):
            assert table.phone.fetch(address).status_code == 500
    heard = capfd.readouterr()
    assert "LookupError" in caplog.text + heard.err + heard.out
    for secret in table.secrets:
        assert secret not in caplog.text + heard.err + heard.out


def test_secrets_are_on_the_page_that_shares_them_and_nowhere_else(table):
    for address in table.addresses():
        answer = table.phone.client.get(address, buffered=True)
        text = answer.get_data(as_text=True)
        head = f"{answer.headers.get('Location', '')} {answer.headers.get('Content-Disposition')}"
        for secret in table.secrets:
            assert secret not in head, address
            if not address.startswith(f"/t/{table.id}/share"):
                assert secret not in text, address
        if answer.mimetype == "text/html" and "<title>" in text:
            title = text.partition("<title>")[2].partition("</title>")[0]
            assert not any(each in title for each in table.secrets + table.codes), address


def test_exports_carry_names_and_hands_but_no_way_in(table):
    for file in ("match.json", "match.csv", "export.json"):
        text = table.phone.fetch(f"/t/{table.id}/{file}").text
        assert "Zuleica" in text
        hidden = [*table.secrets, *table.codes, table.cookie, str(table.app.secret_key)]
        assert not any(each in text for each in hidden), file
        assert "entry_id" not in text and "secret" not in text


def test_an_address_with_a_secret_is_left_before_any_page_is_shown(table, new_phone):
    """So no page has it as its referrer, and the history of a browser has the board instead."""
    for secret in (table.keys.edit, table.keys.watch):
        answer = new_phone().get(f"/j/{secret}", redirect=False).answer
        assert answer.status_code == 303
        assert urlsplit(answer.headers["Location"]).path == f"/t/{table.id}"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert answer.headers["Cache-Control"] == "no-store"


# the cookie


def flags(answer):
    (cookie,) = [c for c in answer.headers.getlist("Set-Cookie") if c.startswith("tranca=")]
    pairs = (part.strip().partition("=") for part in cookie.split(";")[1:])
    return {key.lower(): value for key, _, value in pairs}


def test_the_cookie_of_a_phone(table, new_phone):
    answer = new_phone().get(f"/j/{table.keys.edit}", redirect=False).answer
    found = flags(answer)
    assert "httponly" in found
    assert found["samesite"] == "Lax"
    assert found["path"] == "/"
    assert "domain" not in found
    assert "secure" not in found  # plain HTTP in a living room: see SECURITY.md
    assert table.app.permanent_session_lifetime.total_seconds() == YEAR


def test_over_https_the_cookie_never_leaves_by_plain_http(app, table):
    answer = app.test_client().get(f"/j/{table.keys.edit}", base_url=f"https://{HOST}")
    assert "secure" in flags(answer)


def content(app, cookie):
    return SecureCookieSessionInterface().get_signing_serializer(app).loads(cookie)


def test_a_planted_cookie_gives_nothing_to_who_planted_it(app, table, new_phone):
    """What a phone may open is in its own cookie only; the server keeps nothing for a cookie."""
    planter = new_phone()
    planter.get("/new")
    planted = planter.client.get_cookie("tranca").value
    victim = new_phone()
    victim.client.set_cookie("tranca", planted)
    assert victim.get(f"/j/{table.keys.edit}").status == 200
    assert planter.get(f"/t/{table.id}").status == 404
    thief = Phone(app)
    thief.client.set_cookie("tranca", planted)
    assert thief.get(f"/t/{table.id}").status == 404
    assert victim.client.get_cookie("tranca").value != planted


def test_a_cookie_is_signed_and_a_changed_one_is_an_empty_one(app, table):
    payload, _, signature = table.cookie.rpartition(".")
    for changed in (payload, f"{payload}.", f"{payload}.{signature[:-2]}xx", f"x{payload}"):
        client = app.test_client()
        client.set_cookie("tranca", changed)
        assert client.get(f"/t/{table.id}").status_code == 404
    assert content(app, table.cookie)["matches"]


def test_a_cookie_has_keys_of_matches_and_no_names_of_others(app, table):
    told = json.dumps(content(app, table.cookie))
    assert table.keys.edit in told
    assert str(app.secret_key) not in told
    assert not any(each in told for each in NAMES.values())


# guessing


def test_links_are_beyond_guessing(table):
    assert SECRET_BYTES * 8 >= 128
    for secret in (table.keys.edit, table.keys.watch):
        assert re.fullmatch(r"[A-Za-z0-9_-]{24}", secret)
    assert len(set(table.secrets)) == 4


def test_codes_are_within_guessing_only_by_more_tries_than_there_are(table):
    space = len(CODE_LETTERS) ** CODE_LENGTH
    assert space == 64_000_000
    assert log2(space) > 25
    windows = CODE_LIFE / TRY_WINDOW
    chance = ALL_TRIES * windows / space  # to hit one code while it lives
    assert chance < 1e-6
    assert ADDRESS_TRIES < ALL_TRIES


def test_what_is_compared_letter_by_letter_is_compared_in_constant_time():
    """Links are looked up by an index: nothing there is shorter than 144 bits of chance."""
    source = Path(invitations.__file__).read_text(encoding="utf-8")
    assert "hmac.compare_digest(code.digest, digest)" in source
    assert not re.search(r"code\.digest\s*==", source)


def test_a_secret_of_almost_the_right_letters_opens_nothing(table, new_phone):
    secret = table.keys.edit
    near = {secret[:-1], secret + "x", secret.swapcase(), secret[1:] + secret[0], f"{secret} "}
    near |= {secret.replace(secret[0], "%", 1), "%", "_" * 24, "*", secret + "\x00", "' OR 1=1 --"}
    for typed in near - {secret}:
        answer = new_phone().client.get(f"/j/{typed}")
        assert answer.status_code == 404, typed
    for typed in near - {secret}:
        answer = new_phone().client.get(f"/api/v1/t/{typed}")
        assert answer.status_code == 404, typed


# on the disk


@posix
def test_files_with_secrets_are_read_by_nobody_else(app, table):
    folder = Path(app.config["DATABASE"]).parent
    kept = [entry for entry in folder.iterdir() if entry.is_file()]
    assert {"secret_key", "scorekeeper.db"} <= {entry.name for entry in kept}
    for entry in kept:
        assert stat.S_IMODE(entry.stat().st_mode) & 0o077 == 0, entry.name


@posix
def test_a_key_that_others_may_read_is_closed_to_them(tmp_path):
    """As after copying the folder with a program that does not keep modes."""
    path = tmp_path / "secret_key"
    path.write_text("k" * 64)
    path.chmod(0o644)
    assert secret_key(tmp_path) == "k" * 64
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_key_that_could_be_guessed_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_SECRET_KEY", "secret")
    with pytest.raises(SettingError, match="SCOREKEEPER_SECRET_KEY"):
        create_app({"INSTANCE": str(tmp_path)})


# who watches, and programs


def test_a_program_gets_what_a_watcher_sees_and_no_more(app, table):
    client = app.test_client()
    for secret in (table.keys.edit, table.keys.watch):
        answer = client.get(f"/api/v1/t/{secret}")
        assert answer.status_code == 200
        assert not any(each in answer.text for each in [*table.secrets, *table.codes])
        assert "Set-Cookie" not in answer.headers
        assert answer.headers["Cache-Control"] == "no-store"
    old = table.secrets[2:]
    assert [client.get(f"/api/v1/t/{each}").status_code for each in old] == [410, 410]
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        answer = client.open(f"/api/v1/t/{table.keys.edit}", method=method)
        assert answer.status_code == 405


def test_a_program_is_not_let_in_by_the_cookie_of_a_phone(table):
    assert table.phone.client.get(f"/api/v1/t/{table.id}").status_code == 404


def test_the_form_of_a_hand_is_refused_to_who_watches(table, new_phone):
    watcher = new_phone()
    board = watcher.get(f"/j/{table.keys.watch}")
    token = watcher.get("/join").form("/join").value("csrf_token")
    sent = [("csrf_token", token), *QUIET.items(), tuple(SAVE.split("="))]
    assert watcher.post(f"{board.path}/hands/new", sent).status == 403
