"""The language of the pages: what the phone asks for, and the switch that stays."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from scorekeeper.language import LANGUAGES
from scorekeeper.web.languages import fill, isolate, join_names, moment

from .entries import EXAMPLE, SAVE, totals


def language_of(page):
    return page.root.one("html")["lang"].replace("-", "_")


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ("pt-PT,pt;q=0.9,en;q=0.8", "pt_BR"),
        ("pt-BR", "pt_BR"),
        ("es-419,es;q=0.9", "es"),
        ("fr-CA", "fr"),
        ("it", "it"),
        ("nl-BE,fr;q=0.5", "nl"),
        ("de-DE,fr;q=0.5,en;q=0.4", "fr"),
        ("en;q=0.2,it;q=0.9", "it"),
        ("de", "en"),
        ("", "en"),
        (";;;,,q=x", "en"),
    ],
)
def test_the_language_the_phone_asks_for(new_phone, asked, given):
    assert language_of(new_phone(asked).get("/")) == given


def test_every_language_has_its_own_first_page(new_phone):
    words = {code: new_phone(code.replace("_", "-")).get("/").text for code in LANGUAGES}
    assert len(set(words.values())) == len(LANGUAGES)


def test_the_switch_stays(new_phone):
    phone = new_phone("en")
    page = phone.get("/").follow("English")
    assert [b["value"] for b in page.root.all("button", name="language")] == list(LANGUAGES)
    assert page.root.one("button", value="en").get("aria-current") == "true"
    home = page.submit({}, "language=it")
    assert (home.first_status, home.path) == (303, "/")
    assert language_of(home) == "it"
    assert language_of(phone.get("/new")) == "it"
    assert language_of(phone.get("/no/such/page")) == "it"


def test_the_switch_leads_back_to_where_the_reader_was(board):
    page = board.phone.get("/rules/online").follow("English").submit({}, "language=fr")
    assert page.path == "/rules/online"
    again = board.phone.get(board.path)
    link = next(link for link in again.links() if link.startswith("/language"))
    assert board.phone.get(link).submit({}, "language=nl").path == board.path


def test_the_switch_keeps_the_matches_of_the_phone(board):
    phone = board.phone
    phone.get("/language").submit({}, "language=es")
    assert phone.get(board.path).status == 200


@pytest.mark.parametrize(
    "address",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example/",
        "\\\\evil.example",
        "/\t/evil.example/",
        " //evil.example/",
        "javascript:alert(1)",
        "evil.example",
        "",
    ],
)
def test_the_way_back_never_leaves_the_application(new_phone, address):
    phone = new_phone()
    form = phone.get("/language").form()
    pairs = [(k, v) for k, v in form.filled({}, "language=it") if k != "next"]
    answer = phone.post("/language", [*pairs, ("next", address)], redirect=False).answer
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    shown = phone.client.get("/language", query_string={"next": address}).text
    assert "evil" not in shown


@pytest.mark.parametrize("code", ["", "de", "pt-BR", "EN", "../en"])
def test_a_language_we_do_not_speak(new_phone, code):
    phone = new_phone()
    token = phone.get("/language").form().value("csrf_token")
    page = phone.post("/language", [("csrf_token", token), ("language", code)])
    assert page.status == 400
    assert page.heading == "That did not work"
    assert language_of(phone.get("/")) == "en"


def test_a_forged_choice_in_the_session_is_ignored(new_phone):
    phone = new_phone("fr")
    with phone.client.session_transaction() as session:
        session["language"] = "xx"
    assert language_of(phone.get("/")) == "fr"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_page_in_every_language(new_phone, start, code):
    phone = new_phone(code.replace("_", "-"))
    keys = start("Gatos", "Gatas")
    table = f"/t/{keys.id}"
    phone.get(f"/j/{keys.edit}")
    entry = phone.get(f"{table}/hands/new")
    assert entry.submit({"s0-table": "x"}, SAVE).status == 422
    assert entry.submit(EXAMPLE, SAVE).first_status == 303
    behind = entry.form()
    pairs = [(k, "other" if k == "entry_id" else v) for k, v in behind.filled(EXAMPLE, SAVE)]
    assert phone.post(behind.action, pairs).status == 409
    phone.get(f"{table}/hands/new").submit(totals(3100, 0), SAVE)
    for path in ("/", "/new", "/rules/classic", "/language", table, f"{table}/hands/2",
                 f"{table}/hands/2/edit", f"{table}/share", f"{table}/rules"):  # fmt: skip
        page = phone.get(path)
        assert page.status == 200
        assert language_of(page) == code
        assert "%(" not in page.text


@pytest.mark.parametrize(
    ("code", "shown"), [("en", "1,460"), ("pt-BR", "1.460"), ("es", "1460"), ("fr", "1\u202f460")]
)
def test_numbers_as_the_reader_writes_them(new_phone, start, code, shown):
    phone = new_phone(code)
    keys = start()
    phone.get(f"/j/{keys.edit}")
    board = phone.get(f"/t/{keys.id}/hands/new").submit(totals(1460, 0), SAVE)
    assert f">{shown}</p>" in board.raw


def test_names_in_a_sentence():
    assert isolate("<b>") == "<bdi>&lt;b&gt;</bdi>"
    assert join_names(["A", "B"]) == "<bdi>A</bdi> &amp; <bdi>B</bdi>"
    assert fill("%(a)s & %(b)s", a=isolate("x"), b="<y>") == "<bdi>x</bdi> &amp; &lt;y&gt;"


def test_a_moment(app):
    noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
    with app.test_request_context(headers={"Accept-Language": "pt-BR"}):
        assert moment(noon, "MMMM") == "março"


@pytest.mark.parametrize("page", ["end", "adjust"])
def test_the_title_of_a_rule_is_told_to_each_reader_anew(start, new_phone, book, page):
    """A template that was compiled for one reader must not keep the words of that one."""
    keys = start()
    told = set()
    for asked in ("en", "pt-BR", "it"):
        phone = new_phone(asked)
        phone.get(f"/j/{keys.edit}")
        told.add(phone.get(f"/t/{keys.id}/{page}").id("rule").text)
    assert len(told) == 3


def test_the_plural_of_a_minus_is_that_of_its_number(start, new_phone, book):
    first = start()
    book.record_hand(first.id, (3200, -880), 1)
    again = book.rematch(first.id)
    book.record_hand(again.id, (3200, 0), 1)
    phone = new_phone("pt-BR")
    phone.get(f"/j/{again.edit}")
    assert "\u2212880 pontos" in phone.get(f"/t/{again.id}/day").text
