"""A line about every request, with its number and without anybody's secret."""

from __future__ import annotations

import json
import random
import re

import pytest

from scorekeeper import create_app, machine_log
from scorekeeper.scorebook import Scorebook
from scorekeeper.storage.faults import DatabaseBusyError

from .browsing import Phone
from .entries import EXAMPLE, enter, match_of
from .test_watchers import filled

NAMES = {"side0": "Netos", "side1": "Sogras", "player0": "Wanderleia", "player1": "Jaboticabal"}
KEY = "a key that signs sessions, made up for these tests"


@pytest.fixture(scope="module")
def told_app(tmp_path_factory):
    """An application of its own, which writes its lines as JSON."""
    folder = tmp_path_factory.mktemp("told")
    settings = {"INSTANCE": str(folder), "WORK": "requests", "SECRET_KEY": KEY, "LOG": "json"}
    yield create_app(settings)
    machine_log.configure(machine_log.QUIET)


@pytest.fixture
def app(told_app):
    return told_app


@pytest.fixture
def phone(app):
    machine_log.configure("json")
    return Phone(app)


@pytest.fixture
def lines(capfd):
    def read():
        return [json.loads(line) for line in capfd.readouterr().err.splitlines()]

    return read


def test_a_line_has_the_pattern_of_the_address(phone, lines):
    board = phone.get("/new").submit(NAMES)
    lines()
    phone.get(f"{board.path}/hands/new?x=Wanderleia")
    (line,) = lines()
    assert line.keys() == {
        "time", "level", "event", "process", "request", "method", "route", "status", "ms", "phone",
        "fault",
    }  # fmt: skip
    assert (line["method"], line["route"]) == ("GET", "/t/<match_id>/hands/new")
    assert (line["status"], line["fault"], line["level"]) == (200, None, "info")
    assert 0 < line["ms"] < 60_000


def test_a_phone_has_the_same_name_in_every_line_and_not_its_own(app, phone, lines):
    phone.get("/new").submit(NAMES)
    with phone.client.session_transaction() as session:
        own = session["phone"]
    other = Phone(app)
    other.get("/new").submit(NAMES)
    lines()
    names = []
    for one in (phone, phone, other):
        one.get("/")
        names += [line["phone"] for line in lines()]
    assert names[0] == names[1] != names[2]
    assert all(re.fullmatch("[0-9a-f]{8}", name) for name in names)
    assert own not in names


def test_static_files_and_strangers_have_no_phone(app, phone, lines):
    assert "Cookie" not in phone.fetch("/static/app.css").headers.get("Vary", "")
    Phone(app).get("/nowhere")
    assert [(line["route"], line["phone"]) for line in lines()] == [
        ("/static/<path:filename>", None),
        (None, None),
    ]


def test_a_method_that_is_none_is_not_told(phone, lines):
    phone.client.open("/", method="WANDERLEIA")
    (line,) = lines()
    assert (line["method"], line["status"]) == ("OTHER", 405)


@pytest.mark.parametrize("given", ["from-a-phone-1234", "x", "a b", "€" * 9])
def test_without_a_proxy_a_number_is_our_own(phone, given):
    answer = phone.fetch("/", X_Request_ID=given.encode("latin-1", "replace").decode())
    assert re.fullmatch("[0-9a-f]{16}", answer.headers["X-Request-ID"])


def test_a_number_takes_nothing_from_who_plays_with_chance_in_the_same_process(phone):
    before = random.getstate()
    phone.get("/")
    assert random.getstate() == before


def test_a_file_that_cannot_be_used_is_told_with_its_fault(app, phone, lines, monkeypatch):
    def refuse(**_):
        raise DatabaseBusyError

    monkeypatch.setitem(app.view_functions, "table.board", refuse)
    assert phone.get("/t/any").status == 503
    (line,) = lines()
    assert (line["level"], line["status"], line["fault"]) == ("warning", 503, "busy")


def fail_at(monkeypatch, app, endpoint):
    """Has a page stumble over what it was asked for."""

    def stumble(**asked):
        raise RuntimeError(f"no {asked} in {NAMES}")

    monkeypatch.setitem(app.view_functions, endpoint, stumble)


def test_a_bug_has_the_number_that_its_page_tells(app, phone, lines, monkeypatch):
    board = phone.get("/new").submit(NAMES)
    fail_at(monkeypatch, app, "table.board")
    lines()
    page = phone.get(board.path)
    bug, line = lines()
    assert page.status == line["status"] == 500
    assert (bug["event"], bug["level"]) == ("bug", "error")
    assert bug["request"] == line["request"] == page.answer.headers["X-Request-ID"]
    assert f"error number {bug['request'][:8]}." in page.text
    assert bug["route"] == "/t/<match_id>"
    assert "in stumble" in bug["traceback"] and "RuntimeError" in bug["traceback"]


def test_other_refusals_tell_no_number(phone):
    assert "error number" not in phone.get("/nowhere").text


def test_no_line_of_any_page_has_a_secret(app, phone, capfd, monkeypatch):
    """Every route, asked by the table and written to by a stranger; and every one failing."""
    board = enter(phone.get("/new").submit(NAMES), EXAMPLE)
    phone.get(f"{board.path}/log").submit({"nickname": "Tiquinho"}, action="/log/name")
    keys = Scorebook(app.config["DATABASE"]).keys(match_of(board))
    share = phone.get(f"{board.path}/share").press("Make a code to type")
    code = share.root.one(class_="code").text
    watcher, stranger = Phone(app), Phone(app)
    watcher.get(f"/j/{keys.watch}")
    cookies = [phone.client.get_cookie("tranca").value, watcher.client.get_cookie("tranca").value]
    with phone.client.session_transaction() as session:
        own = session["phone"]
    token = stranger.get("/join").form("/join").value("csrf_token")
    hidden = [*keys_of(keys), code, token, code.replace(" ", ""), own, *cookies, KEY, "Tiquinho"]
    hidden += [*NAMES.values(), str(app.config["SECRET_KEY"])]
    _walk(app, (phone, stranger), keys, code, token)
    assert phone.get(board.id("board")["hx-get"]).status == 204
    assert watcher.get(f"{board.path}/hands/new").status == 403
    phone.get(f"{board.path}/share/renew/watch").press("Renew the link")
    assert watcher.get(board.path).status == 410
    before = capfd.readouterr().err
    for endpoint in list(app.view_functions):
        if endpoint != "static":
            fail_at(monkeypatch, app, endpoint)
    _walk(app, (phone,), keys, code, token)
    after = capfd.readouterr().err
    statuses = {json.loads(line).get("status") for line in before.splitlines()}
    assert statuses >= {200, 204, 303, 400, 403, 404, 405, 410}, statuses
    assert after.count('"event": "bug"') > 80
    for text in (before, after):
        for secret in hidden:
            assert secret not in text


def keys_of(keys):
    return (keys.id, keys.edit, keys.watch)


def _walk(app, phones, keys, code, token):
    pages = [rule for rule in app.url_map.iter_rules() if rule.endpoint != "static"]
    for rule in pages:
        for address in list(filled(rule.rule, keys))[:1]:
            for phone in phones:
                asked = {"code": code, "x": NAMES["player0"], "seen": "3"}
                named = {"Referer": f"http://localhost/t/{keys.id}", "X-Request-ID": keys.edit}
                phone.client.get(address, query_string=asked, headers=named, buffered=True)
            phones[-1].client.post(address, data=asked | NAMES, headers=named, buffered=True)
    for phone in phones:
        for address in (f"/t/{keys.id}/nowhere", f"/{keys.edit}/{code}", f"/j/{keys.edit}x"):
            phone.get(address)
        phone.client.post("/join", data={"code": code, "csrf_token": token}, buffered=True)
