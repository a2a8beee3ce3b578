"""A match out of the phone: print, spreadsheet, file and back, words for a messenger."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from scorekeeper.scorebook import PlayersChanged, Transfers, parse_export
from scorekeeper.web.csv_file import as_text

from .entries import enter, match_of, totals


@pytest.fixture
def board(phone):
    typed = {"side0": "Gatos", "side1": "=1+1", "player0": "Ana", "player2": "@Caio"}
    board = phone.get("/new").submit(typed | {"dealer": "3"})
    return enter(enter(board, totals(780, -375)), totals(3200, 40))


def cells(answer, delimiter):
    text = answer.get_data().decode("utf-8")
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=delimiter))


# a table for spreadsheets


def test_numbers_stay_numbers_and_no_name_is_a_formula(board, phone):
    answer = phone.fetch(f"/t/{match_of(board)}/match.csv")
    assert cells(answer, ",") == [
        ["Hand", "Gatos", "Gatos, total", "'=1+1", "'=1+1, total", "Remark"],
        ["1", "780", "780", "-375", "-375", ""],
        ["2", "3200", "3980", "40", "-335", ""],
    ]
    assert answer.headers["Content-Disposition"].endswith(".csv")


@pytest.mark.parametrize("language", ["pt-BR", "es", "fr", "it", "nl"])
def test_a_semicolon_where_the_comma_is_for_decimals(board, new_phone, book, language):
    reader = new_phone(language)
    reader.get(f"/j/{book.keys(match_of(board)).watch}")
    rows = cells(
        reader.client.get(f"/t/{match_of(board)}/match.csv", headers={"Accept-Language": language}),
        ";",
    )
    assert rows[1][1:5] == ["780", "780", "-375", "-375"]


def test_a_reason_stands_beside_its_points(board, book, phone):
    book.adjust(match_of(board), (0, -50), "=cmd|' /C calc'!A0", 3)
    rows = cells(phone.fetch(f"/t/{match_of(board)}/match.csv"), ",")
    assert rows[-1] == ["±", "0", "3980", "-50", "-385", "'=cmd|' /C calc'!A0"]


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("x;=1+1", "x;'=1+1"),
        ("x,@a\t+b", "x,'@a\t'+b"),
        ('x;"=1+1"', 'x;"\'=1+1"'),
        ("-1;-2", "'-1;'-2"),
        ("late; -50, he said", "late; -50, he said"),
        ("a=b; c", "a=b; c"),
    ],
)
def test_a_spreadsheet_that_parts_columns_by_another_sign_finds_no_formula_either(cell, words):
    assert as_text(cell) == words


# on paper


def test_the_sheet_has_every_hand_and_the_verdict(board):
    page = board.phone.get(f"/t/{match_of(board)}/print")
    rows = [
        [cell.text for cell in tr.walk() if cell.tag in ("th", "td")]
        for tr in page.root.one("tbody").all("tr")
    ]
    assert rows == [["1", "+780", "780", "−375", "−375"], ["2", "+3,200", "3,980", "+40", "−335"]]
    assert "Gatos" in page.text and "match.target" in page.text
    assert "Ana, =1+1 1, @Caio, =1+1 2" in page.text


def test_the_sheet_names_who_sits_out_and_writes_the_day_as_people_do(board, book, new_phone):
    sides = book.read(match_of(board)).sides
    book.change(match_of(board), PlayersChanged(sides, ("Eva", "Iva"), 0), 3)
    reader = new_phone("pt-BR")
    reader.get(f"/j/{book.keys(match_of(board)).watch}")
    page = reader.get(f"/t/{match_of(board)}/print")
    assert re.search(r"\d de \w+ de 20\d\d", page.text)
    assert "Eva, Iva" in page.text


# words for a messenger


def test_the_score_in_words(board):
    page = board.phone.get(f"/t/{match_of(board)}/share")
    words = page.id("score-text").text
    assert words.startswith("♠ Tranca Gatos (Ana, @Caio): 3,980 🏆 =1+1: −335")
    assert words.endswith("2 hands")


# whole, and back


def take_in(phone, text):
    """Sends a file as a browser does; the body is made by hand, to be as large as it likes."""
    token = phone.get("/import").form().value("csrf_token").encode()
    data = text.encode() if isinstance(text, str) else text
    body = (
        b'--part\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n' + token + b"\r\n"
        b'--part\r\nContent-Disposition: form-data; name="file"; filename="match.json"\r\n'
        b"Content-Type: application/json\r\n\r\n" + data + b"\r\n--part--\r\n"
    )
    return phone.client.post(
        "/import",
        data=body,
        content_type="multipart/form-data; boundary=part",
        headers=phone.headers,
    )


def test_a_match_goes_on_at_another_phone(board, new_phone, book):
    text = board.phone.fetch(f"/t/{match_of(board)}/export.json").get_data(as_text=True)
    other = new_phone()
    answer = take_in(other, text)
    assert answer.status_code == 303
    page = other.get(answer.headers["Location"])
    assert "a match of its own" in page.text
    page = page.follow("To the board")
    assert "3,980" in page.text
    assert match_of(page) != match_of(board)
    again = other.get(take_in(other, text).headers["Location"])
    assert again.path.startswith(page.path)
    assert "nothing new in this file" in again.text
    assert len(other.get("/").root.all("a", class_="row")) >= 1


def test_the_own_file_leads_back_to_the_own_match(board, phone, book):
    text = phone.fetch(f"/t/{match_of(board)}/export.json").get_data(as_text=True)
    page = phone.get(take_in(phone, text).headers["Location"])
    assert match_of(page) == match_of(board)
    assert "nothing new in this file" in page.text
    assert match_of(page.follow("To the board")) == match_of(board)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "Choose the file of a match first."),
        (b"\x89PNG\r\n\x1a\n\xff", "UTF-8"),
        (b"{}", "is missing"),
        (b"[" * 100_000, "can’t be taken in"),
        (b'{"format": 1, "kind": "tranca match", "match": "a", "events": [NaN]}', "taken in"),
    ],
)
def test_what_is_no_match_is_refused_with_a_sentence(phone, data, told):
    answer = take_in(phone, data)
    assert answer.status_code == 422
    assert told in answer.get_data(as_text=True)


def test_a_file_without_end_is_refused(phone):
    answer = take_in(phone, b" " * (5 * 2**20))
    assert answer.status_code == 413
    assert "far larger" in answer.get_data(as_text=True)


def test_a_long_match_is_no_too_large_file(board, phone, book):
    match = match_of(board)
    for number in range(100):
        book.adjust(match, (5, 0), f"{number} " + "x" * 150, book.last_seq(match))
    text = json.dumps(Transfers(book.path).export(match))
    assert len(text) < 64 * 1024 or take_in(phone, text).status_code == 303
    text += " " * 100_000
    assert take_in(phone, text).status_code == 303
    assert parse_export(text).record.adjustments[-1].reason.startswith("99")


# on the home screen


def test_the_manifest_names_files_that_are_there(phone):
    manifest = json.loads(phone.fetch("/manifest.webmanifest").get_data())
    assert manifest["start_url"] == manifest["scope"] == "/"
    for icon in manifest["icons"]:
        found = phone.fetch(icon["src"])
        assert (found.status_code, found.mimetype) == (200, icon["type"])


def test_the_manifest_speaks_the_language_of_the_phone(new_phone):
    phone = new_phone("pt-BR")
    answer = phone.client.get("/manifest.webmanifest", headers=phone.headers)
    assert json.loads(answer.get_data())["lang"] == "pt-BR"


def test_the_worker_lies_at_the_root(phone):
    answer = phone.fetch("/sw.js")
    assert (answer.status_code, answer.mimetype) == (200, "text/javascript")
    assert 'rel="manifest"' in phone.get("/").raw
