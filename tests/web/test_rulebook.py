"""The rulebook: contents, a page for every rule, games side by side, one sheet, tips."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from scorekeeper.language import LANGUAGES
from scorekeeper.language.options import option_title
from scorekeeper.language.questions import question_title, questions_about
from scorekeeper.language.rulebook import RULE_GROUPS, TEXTS, TITLES, rule_title
from scorekeeper.language.voice import Voice
from scorekeeper.rulebook.steering import options_of
from scorekeeper.rules.options import OPTIONS
from scorekeeper.rules.ruleset import PRESETS

RULES = {rule for group in RULE_GROUPS for rule in group.rules}


@pytest.mark.parametrize("preset", PRESETS)
def test_every_rule_has_its_row_in_the_contents(phone, preset):
    page = phone.get(f"/rules/{preset}")
    assert page.status == 200
    for rule in RULES:
        assert page.id(rule)["href"] == f"/rules/{preset}/{rule}"


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_rule_has_a_page_with_its_text(new_phone, preset, code):
    phone = new_phone(code)
    for rule in TITLES:
        page = phone.get(f"/rules/{preset}/{rule}")
        assert page.status == 200, rule
        assert page.root.one("h1").text == rule_title(rule, code)
        told = [node.text for node in page.root.one("div", class_="set").all("p")]
        wanted = [" ".join(s.split()) for s in TEXTS[rule](PRESETS[preset], Voice(code))]
        assert told == wanted
        assert page.root.all("div", class_="example"), rule


def test_cards_are_drawn_and_spoken(phone):
    page = phone.get("/rules/classic/canasta.kind")
    first, *_ = page.root.all("div", class_="example")
    assert first.one("span", role="img")["aria-label"] == "7♠, 7♠, 7♥, 7♥, 7♦, 7♦, 7♣"
    assert len(first.all("span", class_="card")) == 7
    assert first.one("b", class_="tag").text == "Clean canasta"
    assert first.one("b", class_="pts").text == "+200"


def test_cards_face_down_are_spoken_by_their_number(phone):
    page = phone.get("/rules/classic/setup.mortos")
    labels = [node["aria-label"] for node in page.root.all("span", role="img")]
    assert labels == [
        "Ana & Caio: 11 cards, face down",
        "Bia & Davi: 11 cards, face down",
    ]


def test_the_house_rules_of_a_table_turn_its_examples(start, phone):
    phone.get("/")
    keys = start(bonus_clean=375, allow_soiling=False)
    phone.get(f"/j/{keys.edit}")
    page = phone.get(f"/t/{keys.id}/rules")
    assert page.root.one("dl").text.count("375") == 1
    assert page.follow("Back to: Board").path == f"/t/{keys.id}"
    rule = phone.get(f"/t/{keys.id}/rules/canasta.kind")
    verdicts = [tag.text for tag in rule.root.all("b", class_="tag")]
    assert "No" in verdicts
    assert "+375" in rule.root.one("article").text
    here = rule.root.all("p", class_="here")[0]
    assert here.text == "no"
    assert "A wild added to a clean canasta makes it dirty" in rule.root.one("article").text
    assert "+375" in phone.get(f"/t/{keys.id}/rules/summary").root.one("dl").text


def test_a_rule_leads_to_its_neighbours_and_back(phone):
    page = phone.get("/rules/carioca/canasta.kind")
    after = page.follow("Taking the morto")
    assert after.path == "/rules/carioca/morto.take"
    assert after.follow("Back to: Rulebook").path == "/rules/carioca#morto.take"
    order = [rule for group in RULE_GROUPS for rule in group.rules]
    seen, page = [], phone.get(f"/rules/classic/{order[0]}")
    while True:
        seen.append(page.path.rpartition("/")[2])
        links = page.root.all("a", rel="next")
        if not links:
            break
        page = phone.get(links[0]["href"])
    assert seen == order


def test_what_steers_a_rule_and_what_others_play(phone):
    page = phone.get("/rules/classic/red3.value")
    titles = [node.text for node in page.root.one("section", class_="steer").all("h3")]
    assert titles == [option_title(name, "en") for name in options_of("red3.value")]
    cited = [node.text for node in page.root.all("cite")]
    assert cited == ["Online"]


def test_the_questions_that_settle_a_rule(phone, app):
    if "ruling.ask" not in app.view_functions:
        pytest.skip("no page asks questions")
    page = phone.get("/rules/carioca/pile.blocked")
    for key in questions_about("pile.blocked"):
        title = question_title(key, "en")
        (link,) = [a for a in page.root.all("a") if a.text == title]
        assert link["href"] == f"/ruling/{key}?ruleset=carioca"
        assert phone.get(link["href"]).status == 200


def test_the_contents_lead_everywhere(phone):
    page = phone.get("/rules/classic")
    jumps = page.root.one("nav", class_="jump").all("a")
    assert len(jumps) == len(RULE_GROUPS)
    assert all(page.has_id(link["href"].removeprefix("#")) for link in jumps)
    addresses = [a["href"] for a in page.root.one("main").all("a")]
    assert len(addresses) == len(set(addresses))
    for address in ("/rules/classic/summary", "/rules/compare?one=classic", "/glossary"):
        assert address in addresses
        assert phone.get(address).status == 200
    tips = page.follow("Tips")
    assert len(tips.root.all("li", class_="sheet")) == 13
    assert tips.follow("Clean or dirty").path == "/rules/classic/canasta.kind"


def test_the_foreword_has_the_numbers_of_the_game(phone):
    assert "5,000" in phone.get("/rules/paulista").root.one("section", class_="art").text


def test_two_games_side_by_side(phone):
    page = phone.get("/rules/compare")
    assert page.form().value("one") == "classic"
    assert page.form().value("other") == "online"
    sent = page.form().filled({"one": "carioca", "other": "classic"})
    answer = phone.get(f"{page.form().action}?{urlencode(sent)}")
    assert answer.status == 200
    two = answer.id("two")
    rows = [node.text for node in two.all("th", scope="row")]
    assert rows == ["Runs of one suit"]
    assert [node.text for node in two.all("td")] == ["yes", "no"]


def test_all_games_show_exactly_what_differs(phone):
    rows = [n.text for n in phone.get("/rules/compare").id("all").all("th", scope="row")]
    wanted = {
        option_title(name, "en")
        for name in OPTIONS
        if any(getattr(p, name) != getattr(PRESETS["classic"], name) for p in PRESETS.values())
    }
    assert set(rows) == wanted
    assert len(rows) == len(wanted)


def test_a_game_beside_itself(phone):
    page = phone.get("/rules/compare?one=online&other=online")
    assert page.id("two").text == "No house rule differs between these two."


def test_the_rules_without_a_preset_are_the_classic_ones(phone):
    page = phone.get("/rules")
    assert (page.first_status, page.path) == (303, "/rules/classic")


@pytest.mark.parametrize(
    "path",
    [
        "/rules/poker",
        "/rules/Classic",
        "/rules/..",
        "/rules/%00",
        "/rules/poker/meld.run",
        "/rules/poker/summary",
        "/rules/classic/meld",
        "/rules/classic/meld.runs",
        "/rules/classic/%00",
        "/rules/compare?one=poker",
        "/rules/compare?other=Online",
    ],
)
def test_a_game_or_a_rule_that_there_is_not(phone, path):
    assert phone.get(path).status == 404


@pytest.mark.parametrize("path", ["rules/nothing", "rules/classic"])
def test_a_rule_that_no_table_has(board, path):
    assert board.phone.get(f"{board.path}/{path}").status == 404


def test_the_rules_of_a_table_are_for_its_phones(start, new_phone):
    keys = start()
    for path in ("", "/meld.run", "/summary"):
        assert new_phone().get(f"/t/{keys.id}/rules{path}").status == 404


def test_the_way_back_from_a_preset_leads_to_the_start(phone):
    assert phone.get("/rules/classic").follow("Back to: Start").path == "/"


def test_every_rule_that_a_page_links_to_has_a_page(board):
    form = board.follow("Enter hand").submit({"went_out": "0", "s0-table": "7"}, "save=1")
    links = {a["href"] for a in form.root.all("a", href=True) if "/rules/" in a["href"]}
    assert links
    for link in links:
        assert board.phone.get(link).status == 200


def test_an_old_link_into_the_book_still_lands_on_its_rule(board):
    page = board.phone.get(f"{board.path}/rules")
    assert page.id("canasta.kind")["href"] == f"{board.path}/rules/canasta.kind"


def test_every_game_has_its_book(phone):
    page = phone.get("/rules/classic")
    online = page.follow("Online")
    assert online.path == "/rules/online"
    assert online.root.one("h2", class_="title").text == "Online"
