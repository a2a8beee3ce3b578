"""The glossary: every word with its anchor, the Brazilian word and its rules."""

from __future__ import annotations

import pytest

from scorekeeper.language.glossary import GLOSSARY, TERMS


@pytest.mark.parametrize("tag", ["pt-BR", "en", "es", "fr", "it", "nl"])
def test_every_word_is_there_under_its_anchor(new_phone, tag):
    page = new_phone(tag).get("/glossary")
    assert page.status == 200
    code = tag.replace("-", "_")
    for key, term in TERMS.items():
        node = page.id(key)
        assert node.one("b").text == term.title(code)
        assert node.all("dd")[0].text == " ".join(term.text(code).split())
        tags = [tag.text for tag in node.all("span", class_="tag", lang="pt-BR")]
        assert tags == ([term.heard(code)] if term.heard(code) else [])


def test_brazilian_words_stand_beside_those_of_other_readers(new_phone):
    assert new_phone("it").get("/glossary").id("pile").one("span").text == "Lixo"
    assert new_phone("pt-BR").get("/glossary").root.all("span", class_="tag") == []


def test_every_rule_of_a_word_can_be_read(phone):
    page = phone.get("/glossary")
    links = {node["href"] for key in TERMS for node in page.id(key).all("a")}
    assert len(links) > 20
    for link in links:
        assert phone.get(link).status == 200, link


def test_the_contents_lead_to_the_groups(phone):
    page = phone.get("/glossary")
    (nav,) = page.root.all("nav", class_="chips")
    assert len(nav.all("a")) == len(GLOSSARY)
    assert all(page.has_id(link["href"].removeprefix("#")) for link in nav.all("a"))


def test_the_glossary_of_a_table_leads_to_its_rules(board):
    page = board.phone.get(f"/glossary?match={board.path.removeprefix('/t/')}")
    links = [node["href"] for node in page.id("pile").all("a")]
    assert links
    assert all(link.startswith(board.path) for link in links)
    assert page.form("/search").action == f"{board.path}/search"
    assert page.follow("Back to: Rulebook").path == f"{board.path}/rules"


def test_a_glossary_of_nothing(phone, start):
    assert phone.get(f"/glossary?match={start().id}").status == 404
    assert phone.get("/glossary?match=nowhere").status == 404
    assert phone.get("/glossary?ruleset=poker").status == 404
    assert (
        phone.get("/glossary?ruleset=online")
        .id("wild")
        .all("a")[0]["href"]
        .startswith("/rules/online/")
    )
