"""The rulebook: every rule of a preset, and of a table with its own values."""

from __future__ import annotations

import pytest

from scorekeeper.language.rulebook import RULE_GROUPS
from scorekeeper.rules.ruleset import PRESETS

RULES = {rule for group in RULE_GROUPS for rule in group.rules}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_rule_of_a_preset_has_its_place(phone, preset):
    page = phone.get(f"/rules/{preset}")
    assert page.status == 200
    articles = {node["id"]: node for node in page.root.all("article")}
    assert set(articles) == RULES
    for rule, article in articles.items():
        assert article.one("code").text == rule
        assert article.all("p")[0].text


def test_the_contents_lead_to_the_groups(phone):
    page = phone.get("/rules/classic")
    links = [a["href"] for a in page.root.one("nav", class_="contents").all("a")]
    assert len(links) == len(RULE_GROUPS)
    assert all(page.has_id(link.removeprefix("#")) for link in links)


def test_the_rules_without_a_preset_are_the_classic_ones(phone):
    page = phone.get("/rules")
    assert (page.first_status, page.path) == (303, "/rules/classic")


@pytest.mark.parametrize("preset", ["poker", "Classic", "..", "%00"])
def test_a_preset_that_nobody_plays(phone, preset):
    assert phone.get(f"/rules/{preset}").status == 404


def test_the_rules_of_a_table_have_its_numbers(start, phone):
    phone.get("/")
    keys = start(bonus_clean=375, target=4000)
    page = phone.get(f"/j/{keys.edit}").follow("Rules")
    assert "375" in page.id("score.clean").text
    assert "4,000" in page.id("match.target").text
    assert len(page.root.all("dt")) == 2
    assert page.follow("Back to: Board").path == f"/t/{keys.id}"


def test_the_way_back_from_a_preset_leads_to_the_start(phone):
    assert phone.get("/rules/classic").follow("Back to: Start").path == "/"


def test_every_rule_that_a_page_links_to_is_in_the_book(board):
    form = board.follow("Enter hand").submit({"went_out": "0", "s0-table": "7"}, "save=1")
    links = {
        a["href"].split("#")[1] for a in form.root.all("a", href=True) if "/rules#" in a["href"]
    }
    assert links
    assert links <= RULES


def test_every_game_has_its_book(phone):
    page = phone.get("/rules/classic")
    online = page.follow("Online")
    assert online.path == "/rules/online"
    assert online.id("score.royal").text != page.id("score.royal").text
