"""The JSON API: the documents of the commands, and open matches for programs beside the table."""

from __future__ import annotations

import io
import json
import logging
import re
import sys
from pathlib import Path

import pytest
from disputing import read_disputes

from scorekeeper import cli, create_app
from scorekeeper.language import LANGUAGES
from scorekeeper.scorebook import (
    ConfirmingChanged,
    HandRecounted,
    Invitations,
    Scorebook,
    UnreadableMatch,
)
from scorekeeper.storage.faults import DatabaseCorruptError
from scorekeeper.web import headers
from scorekeeper.web.api_requests import LARGEST_DOCUMENT

from .describing import JSON, ROOT, check

TESTS = Path(__file__).parent.parent
TEXT = "text/plain"
TALLY = {
    "format": 1,
    "ruleset": "classic",
    "sides": [
        {"melds": ["KS KH KD KC KS KH KD"], "hand": "", "morto": "taken", "went_out": True},
        {"melds": ["5S 5H 5D"], "hand": "9D", "morto": "taken"},
    ],
}
ENDPOINTS = ("score", "match", "judge", "replay")


@pytest.fixture(scope="session")
def app(tmp_path_factory):
    """An application whose tests may ask as much as they like."""
    folder = str(tmp_path_factory.mktemp("api"))
    return create_app({"INSTANCE": folder, "WORK": "requests", "API_BURST": 1e9})


@pytest.fixture
def send(app):
    """Sends a document to an endpoint; the answer is held against its description."""

    def sending(endpoint, body, query="", kind=None, **more):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        kind = kind or (TEXT if endpoint == "replay" else JSON)
        path = f"/{endpoint}"
        answer = app.test_client().post(ROOT + path + query, data=data, content_type=kind, **more)
        assert answer.mimetype == JSON
        check(path, "post", answer.status_code, answer.json)
        return answer

    return sending


@pytest.fixture
def command(capsysbinary, monkeypatch):
    """What a command prints for the same input, and its exit status."""

    def running(name, data, code="en"):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        status = cli.run([name, "-", "--json", "--lang", code])
        return status, capsysbinary.readouterr().out

    return running


# --- the documents of the commands --------------------------------------------------------------


def worked():
    for path in sorted(TESTS.glob("worked/*/*.json")):
        document = json.loads(path.read_text(encoding="utf-8"))["document"]
        yield ("match" if "hands" in document else "score"), path, json.dumps(document).encode()


def disputed():
    for dispute in read_disputes():
        if dispute.move is not None:
            document = dispute.head | {"position": dispute.position, "move": dispute.move}
            yield "judge", str(dispute), json.dumps(document).encode()


def recorded():
    for path in sorted(TESTS.glob("records/*/*.tranca")):
        yield "replay", path, path.read_bytes()


STATUSES = {
    ("score", 0): 200,
    ("score", 1): 422,
    ("match", 0): 200,
    ("match", 1): 422,
    ("judge", 0): 200,
    ("judge", 1): 200,
    ("judge", 2): 422,
    ("replay", 0): 200,
    ("replay", 1): 200,
}


@pytest.mark.parametrize("told", [worked, disputed, recorded], ids=lambda told: told.__name__)
def test_the_answer_is_the_line_that_the_command_prints(send, command, told):
    seen = set()
    for number, (endpoint, name, data) in enumerate(told()):
        code = LANGUAGES[number % len(LANGUAGES)]
        status, line = command(endpoint, data, code)
        answer = send(endpoint, data, f"?lang={code}")
        assert answer.data == line, name
        assert answer.status_code == STATUSES[endpoint, status], name
        assert answer.headers["Content-Language"] == code.replace("_", "-")
        seen.add((endpoint, status))
    wanted = {"worked": 4, "disputed": 3, "recorded": 2}
    assert len(seen) == wanted[told.__name__], seen


@pytest.mark.parametrize("endpoint", ENDPOINTS)
@pytest.mark.parametrize(
    "data", [b"", b"{", b"\xff\xfe", b"[" * 9000, b'{"format": 1}', b'"\\ud800"', b"\x00"]
)
def test_what_is_no_document_is_answered_as_by_the_command(send, command, endpoint, data):
    status, line = command(endpoint, data)
    answer = send(endpoint, data)
    assert (status, answer.status_code, answer.data) == (2, 400, line)


def test_half_a_character_in_a_name_comes_back_as_it_went(send, command):
    sides = [TALLY["sides"][0] | {"name": "\ud83c"}, TALLY["sides"][1]]
    data = json.dumps(TALLY | {"sides": sides}).encode()
    answer = send("score", data)
    assert answer.data == command("score", data)[1]
    assert answer.json["sides"][0]["name"] == "\ud83c"


# --- how it is asked ----------------------------------------------------------------------------


def test_the_language_is_the_one_asked_for_else_what_is_accepted(app, send):
    accepted = {"Accept-Language": "nl-BE, fr;q=0.5"}
    assert "ontbreekt" in send("score", {"format": 1}, headers=accepted).json["error"]
    answer = send("score", {"format": 1}, "?lang=it", headers=accepted)
    assert (answer.json["error"], answer.headers["Content-Language"]) == ("Manca «ruleset».", "it")
    other = send("score", {"format": 1}, headers={"Accept-Language": "ja"})
    assert other.headers["Content-Language"] == "en"


def test_a_language_that_is_not_spoken_is_refused(send):
    answer = send("score", TALLY, "?lang=tlh")
    assert answer.status_code == 400
    assert answer.json["error"].endswith(": pt_BR, en, es, fr, it, nl.")


def test_the_language_that_a_person_has_chosen_does_not_matter(app):
    client = app.test_client()
    with client.session_transaction() as session:
        session["language"] = "fr"
    answer = client.post(f"{ROOT}/score", json={"format": 1})
    assert answer.headers["Content-Language"] == "en"


@pytest.mark.parametrize(
    ("endpoint", "kind", "status"),
    [
        ("score", "text/plain", 415),
        ("score", "application/x-www-form-urlencoded", 415),
        ("score", "multipart/form-data; boundary=x", 415),
        ("score", "application/json; charset=latin-1", 415),
        ("score", "application/json; charset=UTF-8", 200),
        ("replay", "application/json", 415),
        ("replay", "text/plain; charset=utf-8", 200),
    ],
)
def test_the_kind_of_a_body(send, endpoint, kind, status):
    body = (
        b"ruleset classic\nseats Ana Bia Caio Davi\n"
        if endpoint == "replay"
        else json.dumps(TALLY).encode()
    )
    answer = send(endpoint, body, kind=kind)
    assert answer.status_code == status
    if status == 415:
        assert (TEXT if endpoint == "replay" else JSON) in answer.json["error"]


def test_a_body_without_a_kind_is_taken_for_the_right_one(app):
    answer = app.test_client().post(f"{ROOT}/score", data=json.dumps(TALLY))
    assert (answer.status_code, answer.json["hand_winner"]) == (200, 0)


def test_nothing_compressed_is_read(send):
    answer = send("score", TALLY, headers={"Content-Encoding": "gzip"})
    assert answer.status_code == 415
    assert "compressed" in answer.json["error"]


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_a_body_has_its_limit(send, endpoint):
    assert send(endpoint, b" " * LARGEST_DOCUMENT).status_code != 413
    answer = send(endpoint, b" " * (LARGEST_DOCUMENT + 1))
    assert (answer.status_code, str(LARGEST_DOCUMENT) in answer.json["error"]) == (413, True)


def test_a_body_without_a_length_has_its_limit_too(app):
    stream = io.BytesIO(b" " * (LARGEST_DOCUMENT + 1))
    answer = app.test_client().post(
        f"{ROOT}/score",
        input_stream=stream,
        content_type=JSON,
        environ_overrides={"wsgi.input_terminated": True, "CONTENT_LENGTH": ""},
    )
    assert (answer.status_code, str(LARGEST_DOCUMENT) in answer.json["error"]) == (413, True)


def test_a_body_shorter_than_it_said_is_no_breakdown(app):
    answer = app.test_client().post(
        f"{ROOT}/score", input_stream=io.BytesIO(b"{}"), headers={"Content-Length": "99"}
    )
    assert answer.status_code == 400
    assert answer.json["error"]


@pytest.mark.parametrize("endpoint", ENDPOINTS)
@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE"])
def test_another_method_is_refused_and_told_which_are_there(app, endpoint, method):
    answer = app.test_client().open(f"{ROOT}/{endpoint}", method=method)
    assert (answer.status_code, answer.headers["Allow"]) == (405, "OPTIONS, POST")
    assert answer.json["error"] == "The address exists, but not for this kind of request."


@pytest.mark.parametrize("path", ["/api/", "/api/v1", "/api/v1/", "/api/v2/score", "/api/v1/t/"])
def test_no_address_below_is_a_page(app, path):
    answer = app.test_client().get(path, headers={"Accept-Language": "pt-BR"})
    assert (answer.status_code, answer.mimetype) == (404, JSON)
    assert answer.headers["Content-Language"] == "pt-BR"
    assert set(answer.json) == {"format", "error", "where"}


def test_a_bug_is_told_as_json(app, monkeypatch):
    def stumble(*_):
        raise RuntimeError("a secret detail")

    monkeypatch.setattr(Scorebook, "find", stumble)
    monkeypatch.setitem(app.config, "PROPAGATE_EXCEPTIONS", False)
    answer = app.test_client().get(f"{ROOT}/t/x")
    assert (answer.status_code, answer.mimetype) == (500, JSON)
    assert "secret" not in answer.text


# --- who may ask --------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/score", "/t/nothing", "/openapi.json", "/nowhere"])
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
def test_any_page_may_read_the_answer_and_no_cookie_is_looked_at(app, board, path, method, caplog):
    caplog.set_level(logging.INFO, "scorekeeper")  # a log that tells of phones does not look either
    client = board.phone.client  # a phone with a session
    answer = client.open(ROOT + path, method=method, headers={"Origin": "https://club.example"})
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["Vary"] == "Accept-Language"
    assert answer.headers["Content-Security-Policy"] == headers.POLICY
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_a_page_elsewhere_may_send_json(app):
    answer = app.test_client().options(
        f"{ROOT}/score",
        headers={
            "Origin": "https://club.example",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "content-type",
        },
    )
    assert answer.status_code == 200
    assert "POST" in answer.headers["Access-Control-Allow-Methods"]
    assert "Content-Type" in answer.headers["Access-Control-Allow-Headers"]


@pytest.mark.parametrize("path", ["/", "/rules/classic", "/t/none", "/join", "/api"])
def test_pages_are_not_open_to_others(app, path):
    answer = app.test_client().get(path, headers={"Origin": "https://club.example"})
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert "Cookie" in answer.headers["Vary"]


def test_who_asks_too_much_is_told_when_to_come_back(tmp_path):
    app = create_app({"INSTANCE": str(tmp_path), "API_BURST": 0.001, "API_SHARE": 0.000001})
    client = app.test_client()
    assert client.post(f"{ROOT}/score", json=TALLY).status_code == 200
    answer = client.post(f"{ROOT}/score", json=TALLY)
    check("/score", "post", 429, answer.json)
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] in answer.json["error"]
    assert int(answer.headers["Retry-After"]) >= 1
    elsewhere = {"REMOTE_ADDR": "192.0.2.9"}
    other = client.post(f"{ROOT}/score", json=TALLY, environ_overrides=elsewhere)
    assert other.status_code == 200
    assert client.get(f"{ROOT}/openapi.json").status_code == 200


# --- an open match ------------------------------------------------------------------------------


@pytest.fixture
def watch(app):
    """Asks for an open match by a secret; the answer is held against its description."""

    def watching(secret, query=""):
        answer = app.test_client().get(f"{ROOT}/t/{secret}{query}")
        if answer.status_code != 204:
            check("/t/{secret}", "get", answer.status_code, answer.json)
        return answer

    return watching


@pytest.fixture
def keys(start, book):
    keys = start("Nós", "Eles")
    book.record_hand(keys.id, (780, -375), 1)
    book.adjust(keys.id, (0, -100), "a foul", 2)
    return keys


def test_both_secrets_read_the_same_and_neither_is_told(keys, watch):
    answers = [watch(secret) for secret in (keys.edit, keys.watch)]
    assert answers[0].data == answers[1].data
    for secret in (keys.edit, keys.watch, keys.id):
        assert secret not in answers[0].text
    shown = answers[0].json
    assert shown["totals"] == shown["standing"]["totals"] == [780, -475]
    assert (shown["target"], shown["held_back"], shown["seen"]) == (3000, 0, 3)
    assert shown["match"]["sides"] == ["Nós", "Eles"]


def test_the_standing_is_what_the_command_says_of_the_document(keys, watch, command):
    shown = watch(keys.watch).json
    _, line = command("match", json.dumps(shown["match"]).encode())
    assert json.loads(line) == shown["standing"]
    assert shown["dealer"] == shown["standing"]["next_dealer"]


def test_a_program_asks_only_for_what_is_new(keys, watch, book):
    seen = watch(keys.watch).json["seen"]
    answer = watch(keys.watch, f"?seen={seen}")
    assert (answer.status_code, answer.data) == (204, b"")
    assert watch(keys.watch, "?seen=x").status_code == 200
    book.record_hand(keys.id, (5, 10), seen)
    assert watch(keys.watch, f"?seen={seen}").json["totals"] == [785, -465]


def test_a_secret_that_opens_nothing(keys, watch):
    for secret in (keys.id, "x", keys.watch + "x", keys.watch.swapcase()):
        assert watch(secret).status_code == 404


def test_a_link_that_was_renewed_reads_no_more(app, keys, watch):
    invitations = Invitations(app.config["DATABASE"], b"k")
    new = invitations.renew(keys.id, False, keys.edit)
    answer = watch(keys.watch)
    assert (answer.status_code, "renewed" in answer.json["error"]) == (410, True)
    assert watch(new.watch).status_code == 200


def test_a_target_and_players_and_an_express_match(start, book, watch):
    keys = start(express=True)
    assert watch(keys.watch).json["target"] is None
    assert watch(keys.watch).json["seats"] == ["We 1", "They 1", "We 2", "They 2"]


def test_a_match_that_is_over_and_hands_after_the_end(start, book, watch):
    keys = start(target=500)
    for totals in ((300, 100), (400, 0)):
        book.record_hand(keys.id, totals, book.last_seq(keys.id))
    assert watch(keys.watch).json["standing"]["winner"] == 0
    book.correct_hand(keys.id, 2, (600, 0), book.last_seq(keys.id))
    shown = watch(keys.watch).json
    assert (shown["standing"]["valid"], shown["totals"]) == (False, [1000, 0])


def test_a_count_that_is_done_again_is_not_told_to_anyone(start, book, watch, app):
    keys = start()
    book.change(keys.id, ConfirmingChanged(True), 1)
    book.record_hand(keys.id, (100, 50), 2, by="one")
    agreed = book.read(keys.id).hands[0]
    book.change(keys.id, HandRecounted(agreed.id, (100, 50)), book.last_seq(keys.id), by="two")
    hand = book.record_hand(keys.id, (780, -375), book.last_seq(keys.id), by="one").seq
    book.adjust(keys.id, (0, -35), "a foul", book.last_seq(keys.id))
    before = watch(keys.watch).json
    assert (before["totals"], before["held_back"]) == ([880, -360], 0)
    book.change(keys.id, HandRecounted(hand, (780, -365)), book.last_seq(keys.id), by="two")
    for secret in (keys.watch, keys.edit):
        answer = watch(secret)
        shown = answer.json
        assert (shown["totals"], shown["held_back"]) == ([100, 50], 2)
        assert shown["standing"]["totals"] == [100, 50]
        assert shown["seen"] > before["seen"]
        for figure in ("780", "375", "365", "880"):  # a time or an id may have such digits in it
            assert not re.search(rf"(?<![\w:.]){figure}(?![\w:.])", answer.text)
    with app.test_client() as client:
        with client.session_transaction() as session:  # even the phone that has counted first
            session["phone"] = "one"
        assert client.get(f"{ROOT}/t/{keys.edit}").json["totals"] == [100, 50]


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (DatabaseCorruptError(), "damaged"),
        (UnreadableMatch("x"), "another version"),
    ],
)
def test_a_match_that_cannot_be_read(keys, watch, monkeypatch, fault, sentence):
    def refuse(*_):
        raise fault

    monkeypatch.setattr(Scorebook, "read", refuse)
    answer = watch(keys.watch)
    assert (answer.status_code, sentence in answer.json["error"]) == (503, True)


def test_a_match_that_is_deleted_in_the_meantime(keys, watch, book):
    book.forget(keys.id)
    assert watch(keys.watch).status_code == 404
