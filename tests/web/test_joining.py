"""Coming to a table by six letters, and what a guesser meets."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from scorekeeper import create_app
from scorekeeper.rules.ruleset import CLASSIC
from scorekeeper.scorebook import (
    ADDRESS_TRIES,
    ALL_TRIES,
    CODE_LIFE,
    TRY_WINDOW,
    Invitations,
    MatchSetup,
    Scorebook,
    SideSetup,
)
from scorekeeper.web.views.joining import household

from .browsing import Phone

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
MAKE = "Make a code to type"


class Time:
    now = NOON


@pytest.fixture
def time(monkeypatch):
    time = Time()
    moved = partial(Invitations, clock=lambda: time.now)
    monkeypatch.setattr("scorekeeper.web.keys.Invitations", moved)
    return time


@pytest.fixture
def app(tmp_path, time):
    """An application of its own: wrong codes are counted for all tables together."""
    return create_app({"INSTANCE": str(tmp_path)})


@pytest.fixture
def at(app):
    def make(address="192.168.0.9"):
        phone = Phone(app)
        phone.client.environ_base["REMOTE_ADDR"] = address
        return phone

    return make


@pytest.fixture
def keys(app):
    book = Scorebook(app.config["DATABASE"])
    return book.start(MatchSetup(CLASSIC, (SideSetup("We"), SideSetup("They")), dealer=3))


@pytest.fixture
def host(at, keys):
    """A phone at the table."""
    phone = at("192.168.0.2")
    phone.get(f"/j/{keys.edit}")
    return phone


def made(host, keys, kind="edit"):
    """The letters of a new code, as the page shows them."""
    page = host.get(f"/t/{keys.id}/share?for={kind}").press(MAKE)
    assert page.first_status == 303
    return shown(page)


def shown(page):
    return page.root.one(class_="code").text


def typed(phone, letters, page="/join"):
    return phone.get(page).submit({"code": letters}, action="/join")


def refused(phone, times):
    for _ in range(times):
        assert typed(phone, "ZZZZZZ").status == 422


def test_a_code_for_entering(host, keys, at):
    letters = made(host, keys)
    assert re.fullmatch("[B-Z]{3} [B-Z]{3}", letters)
    board = typed(at(), letters)
    assert (board.first_status, board.path) == (303, f"/t/{keys.id}")
    assert board.follow("Enter hand").status == 200


def test_a_code_for_watching(host, keys, at):
    board = typed(at(), made(host, keys, "watch"))
    assert board.path == f"/t/{keys.id}"
    assert board.phone.get(f"{board.path}/hands/new").status == 403


def test_the_home_page_takes_codes_too(host, keys, at):
    letters = made(host, keys).replace(" ", "").lower()
    first, second = at(), at()
    assert typed(first, letters, page="/").path == f"/t/{keys.id}"
    assert typed(second, f" {letters[:3]}  {letters[3:]} ", page="/").path == f"/t/{keys.id}"


def test_a_code_for_watching_takes_nothing_away(host, keys, at):
    letters = made(host, keys, "watch")
    phone = at()
    phone.get(f"/j/{keys.edit}")
    assert typed(phone, letters).follow("Enter hand").status == 200


def test_the_code_stays_on_the_page_with_the_time_it_has_left(host, keys, time):
    letters = made(host, keys)
    share = f"/t/{keys.id}/share"
    time.now += timedelta(minutes=3, seconds=55)
    page = host.get(share)
    assert shown(page) == letters
    assert "at localhost/join" in page.text
    assert "still good for 6:05" in page.text
    (left,) = page.root.all("div", data_left=True)
    assert left["data-left"] == "365"
    spelled = page.root.one("p", class_="code").one("span")["aria-label"]
    assert spelled.replace(",", "").split() == list(letters.replace(" ", ""))
    assert not host.get(f"{share}?for=watch").root.all(class_="code")
    time.now = NOON + CODE_LIFE
    assert not host.get(share).root.all(class_="code")


def test_another_code_is_made_on_demand(host, keys, at):
    first = made(host, keys)
    page = host.get(f"/t/{keys.id}/share").press("Make another code")
    assert shown(page) != first
    for letters in (first, shown(page)):
        assert typed(at(), letters).path == f"/t/{keys.id}"


def test_codes_are_shown_to_the_phone_that_made_them_only(host, keys, at):
    letters = made(host, keys)
    other = at()
    for path in (f"/j/{keys.edit}", f"/t/{keys.id}/share", "/", "/join", f"/t/{keys.id}/log"):
        page = other.get(path)
        assert letters not in page.raw
        assert letters.replace(" ", "") not in page.raw
    for path in ("/", "/join", f"/t/{keys.id}", f"/t/{keys.id}/log"):
        raw = host.get(path).raw
        assert letters not in raw and letters.replace(" ", "") not in raw
        assert keys.edit not in raw and keys.watch not in raw


def test_an_old_code(host, keys, at, time):
    letters = made(host, keys)
    time.now += CODE_LIFE
    page = typed(at(), letters)
    assert page.status == 422
    assert page.problems("code") == [
        "No table has this code now. A code lives for ten minutes: ask for another."
    ]
    assert page.id("code")["value"] == letters
    assert page.id("code")["aria-invalid"] == "true"


@pytest.mark.parametrize("letters", ["", "BCD", "BCD FGA", "12 34 56", "<b>x</b>", "x" * 5000])
def test_what_is_no_code_is_told_and_counts_for_nothing(at, letters):
    phone = at()
    for _ in range(ADDRESS_TRIES + 1):
        page = typed(phone, letters)
        assert page.status == 422
        assert page.problems("code") == [
            "A code has six letters, such as BCD FGH. None has A, E, I, O, Q or U."
        ]
        assert page.id("code")["value"] == letters[:40]
    refused(phone, 1)


def test_a_form_without_its_field(at):
    phone = at()
    token = phone.get("/join").form("/join").value("csrf_token")
    assert phone.post("/join", [("csrf_token", token)]).status == 422
    assert phone.post("/join", [("code", "BCDFGH")]).status == 400


def test_a_guesser_has_to_wait_and_the_others_do_not(host, keys, at, time):
    letters = made(host, keys)
    guesser = at("203.0.113.5")
    refused(guesser, ADDRESS_TRIES)
    time.now += timedelta(seconds=61)
    page = typed(guesser, letters)
    assert page.status == 429
    assert page.problems("code") == [
        "Too many codes were wrong. Try again in 9 minutes, or scan the QR code there."
    ]
    wait = int(page.answer.headers["Retry-After"])
    assert 0 <= wait - (TRY_WINDOW.total_seconds() - 61) <= 1
    assert page.id("code")["value"] == letters
    assert typed(at("203.0.113.6"), letters).path == f"/t/{keys.id}"
    time.now = NOON + TRY_WINDOW - timedelta(seconds=30)
    assert "Try again in 1 minute, or" in typed(guesser, letters).text
    time.now = NOON + TRY_WINDOW
    again = made(host, keys)
    assert typed(guesser, again).path == f"/t/{keys.id}"


def test_a_guesser_with_many_addresses_has_to_wait(host, keys, at):
    letters = made(host, keys)
    for number in range(ALL_TRIES // ADDRESS_TRIES):
        refused(at(f"203.0.113.{number}"), ADDRESS_TRIES)
    phone = at("192.168.0.9")
    assert typed(phone, letters).status == 429
    assert phone.get(f"/j/{keys.edit}").path == f"/t/{keys.id}"


def test_addresses_of_one_household_count_together(at):
    for number in range(ADDRESS_TRIES):
        refused(at(f"2001:db8:1:2::{number:x}"), 1)
    assert typed(at("2001:db8:1:2:ffff::1"), "ZZZZZZ").status == 429
    assert typed(at("2001:db8:1:3::1"), "ZZZZZZ").status == 422


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.168.0.9", "192.168.0.9"),
        ("::ffff:192.168.0.9", "192.168.0.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("a socket", "a socket"),
        ("", "unknown"),
    ],
)
def test_where_a_try_comes_from(address, counted):
    assert household(address) == counted


def test_the_next_page_gives_no_hint_of_how_near_a_code_was(host, keys, at):
    letters = made(host, keys).replace(" ", "")
    near = letters[:-1] + ("B" if letters[-1] != "B" else "C")
    pages = [typed(at(), code) for code in (near, "ZZZZZZ")]
    texts = [page.text.replace(near, "") for page in pages]
    assert texts[0] == texts[1]


@pytest.mark.parametrize("kind", ["", "both", "EDIT"])
def test_a_code_for_something_else(host, keys, kind):
    form = host.get(f"/t/{keys.id}/share").form("/share/code")
    assert host.post(form.action, form.filled({"for": kind})).status == 404


def test_who_watches_makes_no_codes(keys, at):
    watcher = at()
    page = watcher.get(f"/j/{keys.watch}")
    page = watcher.get(f"{page.path}/share?for=edit")
    assert MAKE not in page.text and keys.edit not in page.raw
    token = watcher.get("/join").form("/join").value("csrf_token")
    for kind in ("edit", "watch"):
        sent = [("csrf_token", token), ("for", kind)]
        assert watcher.post(f"/t/{keys.id}/share/code", sent).status == 403


def test_a_bug_behind_a_link_does_not_write_its_secret_down(host, keys, monkeypatch, caplog):
    def fail(self, secret):
        raise RuntimeError("a bug")

    monkeypatch.setattr(Scorebook, "find", fail)
    assert host.get(f"/j/{keys.watch}").status == 500
    (record,) = caplog.records
    assert record.getMessage() == "bug" and record.facts["route"] == "/j/<secret>"
    assert keys.watch not in f"{caplog.text}{record.facts}"
