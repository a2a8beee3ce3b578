"""Matches that went on elsewhere, and files that have less than what is here."""

from __future__ import annotations

import json
from io import BytesIO

import pytest

from scorekeeper import create_app
from scorekeeper.rules import reader
from scorekeeper.scorebook import Scorebook, Transfers
from scorekeeper.web.api_allowance import ALLOWANCE, EVERYBODY
from scorekeeper.web.views import importing

from .browsing import Phone
from .entries import enter, match_of, totals, written

TARGET = 400


@pytest.fixture(scope="module")
def other_app(tmp_path_factory):
    """The application of another machine."""
    return create_app({"INSTANCE": str(tmp_path_factory.mktemp("other")), "WORK": "requests"})


@pytest.fixture
def host(phone, start):
    """The board at home of the phone that has begun the match, after a hand."""
    board = phone.get(f"/j/{start('Gatos', 'Onças', target=TARGET).edit}")
    return enter(board, totals(100, 50))


def file_of(page):
    return page.phone.fetch(f"/t/{match_of(page)}/export.json").text


def take_in(phone, text):
    token = phone.get("/import").form("/import").value("csrf_token")
    sent = {"csrf_token": token, "file": (BytesIO(text.encode()), "match.json")}
    return phone._open("POST", "/import", data=sent)


def test_a_match_that_went_on_elsewhere_goes_on_at_home(host, other_app):
    there = take_in(Phone(other_app, "en"), file_of(host))
    there = enter(there, totals(20, 30))
    back = take_in(host.phone, file_of(there))
    assert match_of(back) == match_of(host)
    assert written(back) == (120, 80)
    assert len(host.phone.get("/").root.all("a", class_="go")) <= 1


def test_an_older_file_of_a_match_says_that_there_is_nothing_new(host, book):
    older = file_of(host)
    enter(host, totals(20, 30))
    page = take_in(host.phone, older)
    assert page.status == 200
    assert "There is nothing new in this file." in page.text
    assert written(page.follow("To the board")) == (120, 80)
    assert book.last_seq(match_of(host)) == 3


def test_a_phone_that_watches_finds_the_match_and_still_only_watches(host, new_phone, book):
    keys = book.keys(match_of(host))
    guest = new_phone()
    guest.get(f"/j/{keys.watch}")
    page = take_in(guest, file_of(host))
    assert "There is nothing new in this file." in page.text
    board = page.follow("To the board")
    assert match_of(board) == keys.id
    assert guest.get(f"{board.path}/hands/new").status == 403


def test_a_stranger_gets_a_match_of_their_own_and_it_goes_on_by_their_files(
    host, new_phone, other_app
):
    stranger, older = new_phone(), file_of(host)
    page = take_in(stranger, older)
    assert "The file is now a match of its own." in page.text
    own = page.follow("To the board")
    assert match_of(own) != match_of(host)
    there = take_in(Phone(other_app, "en"), file_of(own))
    longer = file_of(enter(there, totals(5, 10)))
    again = take_in(stranger, longer)
    assert match_of(again) == match_of(own)
    assert written(again) == (105, 60)
    assert "nothing new" in take_in(stranger, older).text
    assert written(host.phone.get(host.path)) == (100, 50)


def test_a_stranger_brings_a_later_file_of_the_same_match_to_their_own(host, new_phone):
    stranger = new_phone()
    own = take_in(stranger, file_of(host))
    home = enter(host, totals(20, 30))
    again = take_in(stranger, file_of(home))
    assert match_of(again) == match_of(own)
    assert written(again) == (120, 80)


def test_a_match_that_parted_is_told_and_stays(host, other_app):
    there = take_in(Phone(other_app, "en"), file_of(host))
    there = enter(there, totals(20, 30))
    home = enter(host, totals(7, 8))
    page = take_in(host.phone, file_of(there))
    assert "went on in another way" in page.text
    assert match_of(page) != match_of(host)
    assert written(page.follow("To the board")) == (120, 80)
    assert written(host.phone.get(home.path)) == (107, 58)
    assert "nothing new" in take_in(host.phone, file_of(there)).text


def test_a_match_deleted_for_good_comes_back_for_whoever_has_kept_its_file(host, new_phone, book):
    text, keys = file_of(host), book.keys(match_of(host))
    host.phone.get(f"{host.path}/delete").submit({"sure": "1"})
    assert host.phone.get(host.path).status in (404, 410)
    board = take_in(new_phone(), text)
    assert match_of(board) == keys.id
    assert written(board) == (100, 50)
    now = book.keys(keys.id)
    assert {now.edit, now.watch}.isdisjoint({keys.edit, keys.watch})
    assert host.phone.get(host.path).status in (404, 410)


@pytest.mark.parametrize(
    ("language", "change", "told"),
    [
        ("en", lambda d: d["events"][1].update(at="noon"), "Entry 2 of the log, field “at”:"),
        ("en", lambda d: d["events"][1].update(kind="hand_imagined"), "Entry 2 of the log: This"),
        ("en", lambda d: d.update(format=7), "Field “format”:"),
    ],
)
def test_a_file_that_is_refused_names_the_entry_of_the_log(host, new_phone, language, change, told):
    document = json.loads(file_of(host))
    change(document)
    page = take_in(new_phone(language), json.dumps(document))
    assert page.status == 422
    assert told in page.text
    assert "events[" not in page.text


def test_all_that_is_wrong_with_a_file_is_told_at_once(host, new_phone, book):
    document = json.loads(file_of(host))
    document["events"][1]["event"] = {"totals": [500, 500, 500]}
    wrong = {"kind": "hand_corrected", "event": {"hand": 77, "totals": [5, 5]}}
    document["events"].append(document["events"][1] | wrong)
    page = take_in(new_phone("en"), json.dumps(document))
    assert page.status == 422
    (problem,) = page.root.all("div", class_="prob")
    told = [item.text for item in problem.all("li")]
    assert [sentence[:20] for sentence in told] == ["Entry 2 of the log, ", "Entry 3 of the log: "]
    assert page.root.all("input", id="file")[0]["aria-invalid"] == "true"


# from a match to its rematch there is a door, and a file must not open it


@pytest.fixture
def over(host):
    """A match that has been won, and the board of its rematch."""
    end = enter(host, totals(900, 0))
    after = host.phone.get(f"{end.path}/rematch").submit()
    return end, after


def taken_in_with(book, phone, match_id, **changed):
    """Takes in the file of a match, changed by somebody who knows the ids of others."""
    document = Transfers(book.path).export(match_id)
    document["match"] = changed.pop("match", document["match"])
    for event in document["events"]:
        event["event"] |= changed.get(event["kind"], {})
    return take_in(phone, json.dumps(document))


def test_a_file_that_names_a_foreign_match_as_its_rematch_opens_nothing(over, new_phone, book):
    end, after = over
    victim, stranger = book.keys(match_of(after)), new_phone()
    page = taken_in_with(book, stranger, match_of(end))
    own = match_of(page)
    assert own != match_of(end)
    for step in ("next", "rematch"):
        stranger.get(f"/t/{own}/{step}")
    stranger.get(f"/t/{own}/rematch").submit()
    assert stranger.get(f"/t/{victim.id}").status == 404
    assert stranger.get(f"/t/{victim.id}/hands/new").status == 404


def test_nor_after_the_match_before_it_was_deleted_for_good(over, new_phone, book):
    end, after = over
    document = Transfers(book.path).export(match_of(end))
    book.forget(match_of(end))
    stranger = new_phone()
    page = take_in(stranger, json.dumps(document))
    own = match_of(page)
    stranger.get(f"/t/{own}/next")
    stranger.get(f"/t/{own}/rematch").submit()
    assert stranger.get(f"/t/{match_of(after)}").status == 404


def test_a_file_that_names_a_foreign_match_as_the_one_before_shows_nothing_of_it(
    over, new_phone, book
):
    end, after = over
    stranger = new_phone()
    page = taken_in_with(book, stranger, match_of(after))
    own = match_of(page)
    assert stranger.get(f"/t/{own}/previous").status == 404
    assert stranger.get(f"/t/{match_of(end)}").status == 404
    assert "950" not in stranger.get(f"/t/{own}/day").text
    assert "900" not in stranger.get(f"/t/{own}/day").text


def test_the_table_itself_moves_with_both_matches(over, other_app, book):
    end, after = over
    phone = Phone(other_app, "en")
    for page in (end, after):
        taken = take_in(phone, json.dumps(Transfers(book.path).export(match_of(page))))
        assert match_of(taken) == match_of(page)
    assert match_of(phone.get(f"/t/{match_of(end)}/next")) == match_of(after)
    assert match_of(phone.get(f"/t/{match_of(after)}/previous")) == match_of(end)
    elsewhere = Scorebook(other_app.config["DATABASE"])
    assert len(elsewhere.day(match_of(after)).matches) == 2


# what a stranger may make the server do by files


@pytest.fixture
def never_read(monkeypatch):
    """Fails where any value is made of a file."""

    class Never:
        def decode(self, _):
            pytest.fail("the file was read")

    monkeypatch.setattr(reader, "_DECODER", Never())


@pytest.mark.parametrize("event", ["{}", "1"])
def test_a_file_with_too_many_values_is_refused_before_it_is_read(phone, never_read, event):
    text = '{"format":1,"kind":"tranca match","match":"abc","events":[%s]}'
    page = take_in_large(phone, text % ",".join([event] * 1_300_000))
    assert page.status == 422
    assert page.problems("file") == ["This file can’t be taken in. This document is too large."]


def take_in_large(phone, text):
    """The same, without the file on the disk that a test client would leave open."""
    token = phone.get("/import").form("/import").value("csrf_token")
    parts = (("csrf_token", "", token), ("file", '; filename="match.json"', text))
    body = "".join(
        f'--x\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n{value}\r\n'
        for name, more, value in parts
    )
    kind = "multipart/form-data; boundary=x"
    return phone._open("POST", "/import", data=f"{body}--x--\r\n".encode(), content_type=kind)


@pytest.fixture
def strict_app(tmp_path):
    """An application that allows an address almost nothing."""
    settings = {"INSTANCE": str(tmp_path), "API_BURST": 0.001, "API_SHARE": 0.000001}
    return create_app(settings | {"WORK": "requests"})


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "Too much was asked from this address."), ("pt-BR", "Este endereço pediu demais.")],
)
def test_who_brings_too_much_is_told_when_to_come_back(
    strict_app, host, monkeypatch, language, told
):
    stranger, text = Phone(strict_app, language), file_of(host)
    first = take_in(stranger, text)
    assert first.status == 200
    monkeypatch.setattr(importing, "parse_export", lambda _: pytest.fail("the file was read"))
    page = take_in(stranger, text)
    assert page.status == 429
    assert page.answer.headers["Retry-After"] in page.problems("file")[0]
    assert told in page.problems("file")[0]
    assert stranger.get(first.path).status == 200
    assert take_in(stranger, text).status == 429


def test_files_and_the_api_share_one_allowance(strict_app, host):
    strict_app.extensions[ALLOWANCE].spend("127.0.0.1", 1)
    assert take_in(Phone(strict_app), file_of(host)).status == 429
    elsewhere = {"REMOTE_ADDR": "192.0.2.9"}
    assert strict_app.test_client().post("/import", environ_overrides=elsewhere).status_code == 400


def test_a_file_is_charged_by_its_size_before_it_is_read_and_by_its_work_after(
    other_app, host, monkeypatch
):
    allowance, owed = other_app.extensions[ALLOWANCE], []
    text = file_of(host)
    monkeypatch.setattr(importing, "BYTES_IN_A_SECOND", len(text.encode()))
    parse = importing.parse_export

    def parsing(data):
        owed.append(allowance._owed("127.0.0.1", 1, allowance.clock()))
        return parse(data)

    monkeypatch.setattr(importing, "parse_export", parsing)
    assert take_in(Phone(other_app), text).status == 200
    (before,) = owed
    assert before > 0.99
    assert allowance._owed("127.0.0.1", 1, allowance.clock()) < before - 0.2
    assert EVERYBODY in allowance._spent


def test_a_file_waits_for_its_turn_and_not_for_ever(host, phone, monkeypatch):
    text = file_of(host)
    monkeypatch.setattr(importing, "TURN_SECONDS", 0)
    with importing._reading:
        page = take_in(phone, text)
    assert page.status == 429
    assert "Try again" in page.text or "try again" in page.text
    assert take_in(phone, text).status == 200
