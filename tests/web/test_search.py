"""The search page: results that lead somewhere, as a page, as a fragment, for any text."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markupsafe import Markup

from scorekeeper.web.excerpts import LONGEST, excerpt, marked

FRAGMENT = {"HX-Request": "true"}
HOSTILE = (
    '"', "'", "NEAR(pile stock)", "pile AND", "OR", "title:pile", "pile*", "^pile", "(((", ")",
    "{a b}: c", "-pile", "%", "_", "\\", "\0", "mor\0to", "🃏🦜", "<script>alert(1)</script>",
    "<b>pile</b>", "&amp;", "{{ 7*7 }}", "%(words)s", "%s", "\u202emorto", "\ufffe",
    "'; DROP TABLE entry; --", "morto " * 33, "m" * 200, "a b " * 50, "..", "/", "?q=x&q=y",
)  # fmt: skip


def results(page):
    return (
        page.id("found").all("a", class_="row")
        if page.has_id("found")
        else page.root.all("a", class_="row")
    )


def search(phone, text, path="/search", **more):
    return phone.get(f"{path}?q={quote(text, errors='surrogatepass')}", **more)


@pytest.fixture
def table(board):
    return board.path


def test_a_search_without_a_script(phone):
    page = phone.get("/search")
    form = page.form("/search")
    assert form.method == "get"
    assert results(page) == []
    page = search(phone, "lixo")
    assert page.status == 200
    assert page.form("/search").value("q") == "lixo"
    first = results(page)[0]
    assert first.one("b").text == "Pile"
    assert first.one("small", class_="kind").text == "Word"
    assert first.one("span", class_="tag").text == "Lixo"


@pytest.mark.parametrize("text", ["lixo", "canasta", "may I go out?", "red three", "house rules"])
@pytest.mark.parametrize("where", ["/search", "table"])
def test_every_result_leads_to_its_place(phone, table, text, where):
    path = f"{table}/search" if where == "table" else where
    links = {node["href"] for node in results(search(phone, text, path))}
    assert links
    for link in links:
        there = phone.get(link)
        assert there.status == 200, link
        if "#" in link:
            assert there.has_id(link.partition("#")[2])
        if where == "table":
            assert link.startswith(table) or f"match={table.removeprefix('/t/')}" in link


def test_rules_questions_and_words_are_found(phone):
    kinds = {node.one("small", class_="kind").text for node in results(search(phone, "morto"))}
    assert kinds == {"Rule", "Question", "Word"}


def test_a_preset_stays_with_the_search(phone):
    page = search(phone, "royal canasta&ruleset=online")
    assert "royal" in page.id("found").text.lower()
    page = phone.get("/search?q=royal+canasta&ruleset=online")
    assert page.form("/search").value("ruleset") == "online"
    links = [node["href"] for node in results(page)]
    assert "/rules/online/score.royal" in links
    assert phone.get("/search?ruleset=poker").status == 404


def test_the_search_of_a_table_knows_its_numbers(start, phone):
    keys = start(bonus_clean=375)
    phone.get(f"/j/{keys.edit}")
    page = search(phone, "clean canasta", f"/t/{keys.id}/search")
    assert "375" in page.id("found").text
    assert page.follow("Back to: Board").path == f"/t/{keys.id}"
    assert phone.get("/search?q=clean+canasta").id("found").text.count("375") == 0


def test_a_table_is_searched_only_with_its_key(start, phone):
    assert phone.get(f"/t/{start().id}/search?q=morto").status == 404
    assert phone.get("/t/nowhere/search").status == 404


def test_found_words_are_marked_and_nothing_else(phone):
    page = search(phone, "MELD")
    marks = {node.text.lower() for node in page.id("found").all("mark")}
    assert marks
    assert all(mark.startswith("meld") for mark in marks)


@pytest.mark.parametrize("path", ["/search", "/search?q=morto"])
def test_as_a_fragment_only_the_results_come(phone, path):
    fragment = phone.get(path, headers=FRAGMENT)
    assert fragment.status == 200
    assert fragment.root.all("html") == fragment.root.all("form") == []
    told = fragment.id("found-told")
    assert told["hx-swap-oob"] == "innerHTML"
    whole = phone.get(path)
    rows = [node["href"] for node in fragment.root.all("a", class_="row")]
    assert rows == [node["href"] for node in results(whole)]
    assert told.text == (f"{len(rows)} results" if rows else "")
    assert "HX-Request" in fragment.answer.headers["Vary"]


def test_the_box_asks_where_its_form_leads(phone, table):
    for path in ("/search", f"{table}/search", "/glossary", "/rules/classic", "/ruling"):
        page = phone.get(path)
        box = page.id("q")
        assert box["hx-get"] == box.inside("form")["action"]
        assert page.has_id(box["hx-target"].removeprefix("#"))
        assert page.has_id("found-told")
        assert page.root.all("label", for_="q")


def test_nothing_found_is_said_with_a_way_on(phone):
    page = search(phone, "xyzzyq")
    assert page.status == 200
    assert "Nothing is known here about “xyzzyq”." in page.id("found").text
    for words in ("Rulebook", "Glossary", "Questions of the table"):
        assert page.follow(words).status == 200
    page = search(phone, "xyzzyq plugh")
    assert results(page) == []


def test_did_you_mean(phone):
    page = search(phone, "bloccckked")
    assert results(page) == []
    assert search(phone, page.id("found").one("a", class_="choice").text).status == 200
    assert results(page.follow("blocked"))


def test_a_slip_is_told(phone):
    page = search(phone, "cannasta")
    assert "Read as “canasta”." in page.id("found").text
    assert results(page)
    page = search(phone, "morto xyzzyq")
    assert "Not found: “xyzzyq”." in page.id("found").text
    assert results(page)


@pytest.mark.parametrize("headers", [{}, FRAGMENT], ids=["page", "fragment"])
def test_a_text_too_long_is_refused_with_a_sentence(phone, headers):
    page = search(phone, "lixo " * 2000, headers=headers)
    assert page.status == 422
    assert page.problems("q") == ["That is too long to search for: 200 characters at most."]
    if not headers:
        assert page.id("q")["value"] == ("lixo " * 2000).strip()
        assert page.id("q")["aria-describedby"] == "p-q"
    assert search(phone, "x" * 200, headers=headers).status == 200


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text)[:24])
@pytest.mark.parametrize("headers", [{}, FRAGMENT], ids=["page", "fragment"])
def test_hostile_text_is_only_text(phone, text, headers):
    page = search(phone, text, headers=headers)
    assert page.status == 200
    assert "alert(1)" not in [node.text for node in page.root.all("script")]
    assert "49" not in page.id("found-told").text
    if not headers:
        assert page.id("q")["value"] == text.strip()


def test_bytes_that_are_no_text(phone):
    for raw in ("%ff%fe", "%ed%a0%80", "%00", "%F0%9F"):
        assert phone.client.get(f"/search?q={raw}").status_code == 200


@settings(
    deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.text(max_size=60))
def test_any_text_has_a_page(phone, text):
    address = f"/search?q={quote(text.encode('utf-8', 'replace').decode())}"
    assert phone.get(address).status == 200


def test_a_search_shows_words_to_begin_with(new_phone):
    page = new_phone("pt-BR").get("/search")
    (nav,) = page.root.all("nav", class_="chips")
    for link in nav.all("a"):
        assert results(new_phone("pt-BR").get(link["href"])), link.text


def test_every_page_of_the_search_can_change_its_language(phone):
    page = phone.get("/search?q=morto").follow("English").submit({}, "language=it")
    assert page.path == "/search?q=morto"
    assert page.root.one("html")["lang"] == "it"


def test_home_leads_to_the_search(phone):
    assert phone.get("/").follow_row("Search").path == "/search"


# --- excerpts ------------------------------------------------------------------------------------


def test_marks_escape_what_they_mark():
    assert marked("<b>Lixo</b> & lixo’s", {"lixo"}) == Markup(
        "&lt;b&gt;<mark>Lixo</mark>&lt;/b&gt; &amp; <mark>lixo</mark>’s"
    )
    assert marked("Três, três", {"tres"}) == "<mark>Três</mark>, <mark>três</mark>"
    assert marked("canastra", {"canas"}) == "canastra"


def test_an_excerpt_is_the_sentence_with_the_words():
    text = "One two. Three four five. Six the morto takes. Seven."
    assert excerpt(text, {"morto"}) == "… Six the <mark>morto</mark> takes. Seven."
    assert excerpt(text, set()) == text
    assert excerpt("", {"a"}) == ""


def test_an_excerpt_is_short_and_keeps_the_word():
    long = "word " * 100 + "morto " + "word " * 100
    for words in ({"morto"}, {"word"}, set()):
        plain = excerpt(long, words).striptags()
        assert len(plain) <= LONGEST + 4
    assert "<mark>morto</mark>" in excerpt(long, {"morto"})
    assert len(excerpt("x" * 1000, {"x"})) <= LONGEST + 20


@given(st.text(max_size=400), st.sets(st.text("abc", min_size=1, max_size=2)))
def test_any_text_has_an_excerpt(text, words):
    assert "<" not in excerpt(text, words).replace("<mark>", "").replace("</mark>", "")
