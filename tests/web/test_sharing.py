"""Links and QR codes for other phones."""

from __future__ import annotations

import re

import pytest
import segno

from scorekeeper import create_app
from scorekeeper.rules.documents import parse_match_document
from scorekeeper.rules.reader import load_json

from .browsing import Phone
from .entries import EXAMPLE, EXAMPLE_TOTALS, SAVE


def dark_cells(svg):
    """The cells that a QR code of horizontal strokes covers."""
    (stroke,) = [node for node in svg.all("path") if node.get("stroke")]
    cells, x, y = set(), 0.0, 0.0
    for letter, numbers in re.findall(r"([Mmh])([^Mmh]+)", stroke["d"]):
        steps = [float(number) for number in re.findall(r"-?[0-9.]+", numbers)]
        if letter == "M":
            x, y = steps
        elif letter == "m":
            x, y = x + steps[0], y + steps[1]
        else:
            cells |= {(int(x) + step, int(y)) for step in range(int(steps[0]))}
            x += steps[0]
    return cells


def cells_of(address, border=2):
    matrix = segno.make(address, error="m", micro=False).matrix
    return {
        (x + border, y + border)
        for y, row in enumerate(matrix)
        for x, cell in enumerate(row)
        if cell
    }


@pytest.fixture
def keys(start):
    return start()


@pytest.fixture
def page(keys, phone):
    phone.get(f"/j/{keys.edit}")
    return phone.get(f"/t/{keys.id}/share")


def test_a_phone_that_enters_may_pass_on_both_links(page, keys):
    assert page.id("edit-link").text == f"http://localhost/j/{keys.edit}"
    assert keys.watch not in page.raw
    watching = page.follow("Only to watch")
    assert watching.id("watch-link").text == f"http://localhost/j/{keys.watch}"
    assert keys.edit not in watching.raw
    assert watching.follow("To enter hands").has_id("edit-link")


def test_an_address_of_this_machine_only_gets_no_code(page):
    assert "Only this machine can open this address" in page.text
    assert not page.root.all("svg", class_="qr")


@pytest.fixture
def in_a_network(app, monkeypatch):
    monkeypatch.setitem(app.config, "PUBLIC_URL", "http://192.168.0.7:8000")


def test_the_codes_hold_the_links(in_a_network, page):
    for kind, shown in (("edit", page), ("watch", page.follow("Only to watch"))):
        address = shown.id(f"{kind}-link").text
        assert address.startswith("http://192.168.0.7:8000/j/")
        assert dark_cells(shown.root.one("svg", class_="qr")) == cells_of(address)
        assert shown.root.one("div", role="img")["aria-label"] == "QR code of the link"


@pytest.mark.parametrize("asked", ["", "?for=edit", "?for=watch", "?for=x"])
def test_a_phone_that_watches_passes_on_watching_only(in_a_network, keys, new_phone, asked):
    watcher = new_phone()
    watcher.get(f"/j/{keys.watch}")
    page = watcher.get(f"/t/{keys.id}/share{asked}")
    assert page.id("watch-link").text.endswith(keys.watch)
    assert keys.edit not in page.raw
    assert not page.has_id("edit-link")
    assert len(page.root.all("svg", class_="qr")) == 1


def test_the_board_leads_to_the_links(board):
    links = [link for link in board.links() if link.endswith("/share")]
    assert links == [f"{board.path}/share"]


def test_the_links_open_the_match_on_another_phone(page, new_phone):
    path = page.id("edit-link").text.removeprefix("http://localhost")
    assert new_phone().get(path).follow("Enter hand").status == 200


@pytest.fixture
def told(tmp_path):
    """An application that `serve` has told its address in the network."""
    return create_app({"INSTANCE": str(tmp_path), "PUBLIC_URL": "http://192.168.0.7:8000"})


def test_the_address_for_phones_takes_the_place_of_this_machine(told):
    board = Phone(told).get("/new").submit()
    page = board.phone.get(f"{board.path}/share")
    assert page.id("edit-link").text.startswith("http://192.168.0.7:8000/j/")
    assert "Only this machine can open this address" not in page.text
    assert "at 192.168.0.7:8000/join" in page.press("Make a code to type").text


def test_an_address_that_others_reach_is_kept(told):
    client = told.test_client()
    phone = Phone(told)
    board = phone.get("/new").submit()
    cookie = phone.client.get_cookie("tranca", domain="localhost").value
    client.set_cookie("tranca", cookie, domain="tranca.example.org")
    text = client.get(f"{board.path}/share", base_url="https://tranca.example.org").text
    assert "https://tranca.example.org/j/" in text
    assert "192.168" not in text


def test_the_match_as_a_document(board):
    entered = board.follow("Enter hand").submit(EXAMPLE, SAVE)
    share = entered.phone.get(f"{entered.path}/share")
    (address,) = [address for address in share.links() if address.endswith("/match.json")]
    answer = entered.phone.fetch(address)
    assert answer.mimetype == "application/json"
    document = parse_match_document(load_json(answer.data))
    assert document.check() == ()
    assert document.stand().totals == EXAMPLE_TOTALS
    assert document.names == ("We", "They")


def test_a_phone_without_a_key_gets_no_document(new_phone, board):
    assert new_phone().get(f"{board.path}/match.json").status == 404


def test_the_document_holds_no_secret(page, keys):
    text = page.phone.fetch(f"/t/{keys.id}/match.json").text
    assert keys.edit not in text and keys.watch not in text


def test_secrets_are_in_no_title_and_no_address_after_a_link(keys, new_phone):
    phone = new_phone()
    board = phone.get(f"/j/{keys.edit}")
    for page in (board, phone.get(f"{board.path}/share"), phone.get("/")):
        assert keys.edit not in page.root.one("title").text
        assert keys.edit not in page.path
        assert page.answer.headers["Referrer-Policy"] == "same-origin"
    assert phone.fetch(f"/j/{keys.edit}").headers["Referrer-Policy"] == "same-origin"


def test_a_board_without_scripts_is_loaded_again_by_a_link(board):
    (link,) = [a for note in board.root.one("main").all("noscript") for a in note.all("a")]
    assert link["href"] == board.path
