"""A phone that was lost is out once the link is renewed, whatever it still remembers."""

from __future__ import annotations

import hashlib
import json
from io import BytesIO

import pytest

from .browsing import Phone
from .entries import EXAMPLE, enter, match_of

OUT = "The link was renewed"


def renew(phone, match_id, kind="edit"):
    page = phone.get(f"/t/{match_id}/share/renew/{kind}").press("Renew the link")
    assert page.first_status == 303
    return page


def joined(new_phone, address):
    phone = new_phone()
    assert phone.get(address).status == 200
    return phone


def edit_link(book, match_id):
    return f"/j/{book.keys(match_id).edit}"


def is_out(phone, match_id):
    page = phone.get(f"/t/{match_id}")
    return page.status == 410 and page.heading == OUT


def test_sending_the_form_that_started_the_match_once_more(new_phone, book):
    lost = new_phone()
    form = lost.get("/new")
    match_id = match_of(form.submit())
    other = joined(new_phone, edit_link(book, match_id))
    assert match_of(form.submit()) == match_id  # a double tap, before
    renew(other, match_id)
    again = form.submit()
    assert (again.status, again.heading) == (410, OUT)
    assert is_out(lost, match_id)
    assert book.keys(match_id).edit not in again.raw
    assert enter(other.get(f"/t/{match_id}"), EXAMPLE).status == 200


def test_the_phone_that_renewed_may_still_send_its_form_again(new_phone, book):
    phone = new_phone()
    form = phone.get("/new")
    match_id = match_of(form.submit())
    renew(phone, match_id)
    assert match_of(form.submit()) == match_id
    assert enter(phone.get(f"/t/{match_id}"), EXAMPLE).status == 200


def take_in(phone, text):
    form = phone.get("/import").form("/import")
    token = form.value("csrf_token")
    sent = {"csrf_token": token, "file": (BytesIO(text.encode()), "match.json")}
    return phone._open("POST", "/import", data=sent)


@pytest.fixture
def exported(new_phone, start):
    """The file of a match that is deleted here since."""
    keys = start()
    phone = joined(new_phone, f"/j/{keys.edit}")
    text = phone.fetch(f"/t/{keys.id}/export.json").text
    phone.get(f"/t/{keys.id}/delete").submit({"sure": "1"})
    return text


def test_taking_the_same_file_in_once_more(new_phone, book, exported):
    lost = new_phone()
    match_id = match_of(take_in(lost, exported))
    other = joined(new_phone, edit_link(book, match_id))
    assert match_of(take_in(lost, exported)) == match_id
    renew(other, match_id)
    again = take_in(lost, exported)
    assert (again.status, again.heading) == (410, OUT)
    assert is_out(lost, match_id)


def test_who_knows_a_file_and_its_phone_does_not_open_what_they_took_in(new_phone, book, exported):
    """The log tells the names of phones, and the file may be in many hands."""
    host = new_phone()
    board = take_in(host, exported)
    with host.client.session_transaction() as session:
        owner = session["phone"]
    text = json.dumps(json.loads(exported), sort_keys=True)
    guessed = "import:" + hashlib.sha256(f"{owner}\n{text}".encode()).hexdigest()
    stranger = new_phone()
    page = stranger.get("/new").submit({}, forged=[("entry_id", guessed)])
    form = stranger.get("/new").form()
    pairs = [(k, guessed if k == "entry_id" else v) for k, v in form.values()]
    for answer in (page, stranger.post(form.action, pairs)):
        assert match_of(answer) != match_of(board)
    assert stranger.get(board.path).status == 404


def test_codes_that_a_lost_phone_has_made_end_with_its_link(new_phone, start):
    keys = start()
    lost, other = (joined(new_phone, f"/j/{keys.edit}") for _ in range(2))
    page = lost.get(f"/t/{keys.id}/share").press("Make a code to type")
    letters = page.root.one(class_="code").text
    renew(other, keys.id)
    assert lost.get("/join").submit({"code": letters}, action="/join").status == 422
    assert is_out(lost, keys.id)


def test_a_lost_phone_that_entered_hands_may_still_watch_until_that_link_is_renewed_too(
    new_phone, start
):
    keys = start()
    lost, other = (joined(new_phone, f"/j/{keys.edit}") for _ in range(2))
    renew(other, keys.id)
    assert lost.get(f"/j/{keys.watch}").status == 200
    renew(other, keys.id, "watch")
    assert lost.get(f"/t/{keys.id}").status == 410
    assert lost.get(f"/j/{keys.watch}").status == 410


def test_the_cookie_of_a_lost_phone_opens_nothing_on_another(app, new_phone, start):
    keys = start()
    lost, other = (joined(new_phone, f"/j/{keys.edit}") for _ in range(2))
    cookie = lost.client.get_cookie("tranca").value
    thief = Phone(app)
    thief.client.set_cookie("tranca", cookie)
    assert thief.get(f"/t/{keys.id}").status == 200  # a copied cookie is the phone itself …
    renew(other, keys.id)
    assert is_out(thief, keys.id)  # … and is out with it
