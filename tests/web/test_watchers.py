"""A phone that only watches writes nothing, by whatever request it sends."""

from __future__ import annotations

import re

import pytest

from .browsing import Form
from .entries import EXAMPLE, QUIET, enter, start_with_everything

WRITING = ("POST", "PUT", "PATCH", "DELETE")
REFUSED = (403, 404)


@pytest.fixture
def keys(start, book):
    return start_with_everything(start, book)


@pytest.fixture
def watcher(new_phone, keys):
    phone = new_phone()
    assert phone.get(f"/j/{keys.watch}").status == 200
    return phone


@pytest.fixture
def editor(new_phone, keys):
    phone = new_phone()
    phone.get(f"/j/{keys.edit}")
    return phone


@pytest.fixture
def untouched(book, keys):
    """Holds the match against what it was."""
    before = book.read(keys.id), book.keys(keys.id)

    def check(told):
        assert (book.read(keys.id), book.keys(keys.id)) == before, told

    return check


def filled(rule, keys):
    """Addresses of the rule for this match, one for each hand or adjustment it could mean."""
    numbers = ("2", "3", "4") if "<int:" in rule else ("",)
    for number in numbers:
        address = rule.replace("<match_id>", keys.id)
        address = re.sub(r"<int:\w+>", number, address)
        address = address.replace("<secret>", keys.watch).replace("<kind>", "edit")
        address = address.replace("<preset>", "classic").replace("<path:filename>", "app.css")
        address = address.replace("<question>", "foul").replace("<job_id>", "none")
        address = address.replace("<name>", "disputed").replace("<rule>", "pile.top")
        address = address.replace("<taken>", "parted")
        assert "<" not in address, f"how is {rule} filled in?"
        yield address


def token_of(phone):
    return phone.get("/join").form("/join").value("csrf_token")


def everything(seen):
    """A body with what any of the forms may ask for."""
    body = {"seen": str(seen), "entry_id": "w1", "event": str(seen), "save": "1", "for": "edit"}
    body |= {"consent0": "1", "consent1": "1", "swap": "1", "nickname": "Wim", "dealer": "1"}
    body |= {"reason": "a foul", "s0-points": "5", "s1-points": "0", "target": "5000"}
    return body | EXAMPLE


def test_no_writing_request_of_any_route_is_taken(app, watcher, keys, untouched):
    token = token_of(watcher)
    body = {"csrf_token": token} | everything(5)
    tried = set()
    for rule in app.url_map.iter_rules():
        if "<match_id>" not in rule.rule:
            continue
        for address in filled(rule.rule, keys):
            for method in WRITING:
                answer = watcher.client.open(address, method=method, data=body, buffered=True)
                untouched(f"{method} {address}")
                allowed = method in rule.methods
                tried |= {rule.endpoint} if allowed else set()
                wanted = REFUSED if allowed else (*REFUSED, 405)
                assert answer.status_code in wanted, f"{method} {address}: {answer.status_code}"
    assert tried >= {"hands.enter", "hands.preview", "log.undo", "sharing.renew"}, sorted(tried)
    assert len(tried) > 15, sorted(tried)


def test_requests_that_belong_to_no_match_leave_it_alone(app, watcher, keys, untouched):
    token = token_of(watcher)
    body = {"csrf_token": token, "like": keys.id, "match_id": keys.id} | everything(5)
    for rule in app.url_map.iter_rules():
        if "<match_id>" in rule.rule:
            continue
        for address in filled(rule.rule, keys):
            for method in ("GET", *WRITING):
                watcher.client.open(address, method=method, data=body, buffered=True)
                untouched(f"{method} {address}")
    assert watcher.get(f"/t/{keys.id}/hands/new").status == 403


def test_looking_writes_nothing(app, watcher, editor, keys, untouched):
    for phone in (watcher, editor):
        for rule in app.url_map.iter_rules():
            if "GET" in rule.methods and "<match_id>" in rule.rule:
                for address in filled(rule.rule, keys):
                    phone.client.get(address, buffered=True)
                    untouched(f"GET {address}")


def forms_of(editor, keys, app):
    """Every form that a phone which enters hands is shown, as it would send it."""
    for rule in app.url_map.iter_rules():
        if "GET" not in rule.methods or "<match_id>" not in rule.rule:
            continue
        for address in filled(rule.rule, keys):
            page = editor.get(address)
            for node in page.root.all("form") if page.is_html else ():
                if node.get("method") == "post" and f"/{keys.id}" in node["action"]:
                    yield Form(node)


def test_no_form_of_a_phone_that_enters_may_be_sent_by_one_that_watches(
    app, editor, watcher, keys, untouched
):
    token = token_of(watcher)
    sent = set()
    for form in forms_of(editor, keys, app):
        pairs = [pair for pair in form.values() if pair[0] != "csrf_token"]
        typed = list(QUIET.items()) if "s0-table" in form.names() else []
        answer = watcher.post(form.action, [("csrf_token", token), *pairs, *typed, ("save", "1")])
        assert answer.status in REFUSED, f"{form.action}: {answer.status}"
        untouched(form.action)
        sent.add(form.action)
    assert len(sent) > 8, sorted(sent)


def test_the_same_entry_is_taken_from_a_phone_that_enters(editor, keys, book):
    board = enter(editor.get(f"/t/{keys.id}"), QUIET)
    assert board.first_status == 303
    assert book.last_seq(keys.id) == 6


def test_a_fragment_asked_for_by_a_script_is_refused_too(watcher, keys, untouched):
    token = token_of(watcher)
    body = [("csrf_token", token), *everything(5).items()]
    for path in ("hands/new", "hands/preview", "hands/2/edit"):
        answer = watcher.post(f"/t/{keys.id}/{path}", body, headers={"HX-Request": "true"})
        assert answer.status in (*REFUSED, 405), path
        untouched(path)
