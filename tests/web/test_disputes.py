"""Disputes of the table asked through the page: the large verdict, its rule, and the rule's page.

A table's house rules are asked at a match that was started with them.
"""

from itertools import pairwise
from urllib.parse import urlencode

import pytest
from disputing import read_disputes

from scorekeeper.language import LANGUAGES
from scorekeeper.language.answers import verdict_word
from scorekeeper.language.options import TITLES as OPTIONS
from scorekeeper.language.options import option_value
from scorekeeper.language.voice import Voice
from scorekeeper.rules.options import format_option, override
from scorekeeper.rules.ruleset import PRESETS
from scorekeeper.scorebook import MatchSetup, SideSetup

DISPUTES = read_disputes()
ASKED = [dispute for dispute in DISPUTES if dispute.page is not None]
SIDES = ("We", "They", "The others")
VERDICTS = ("yes", "no", "depends")


def each(disputes):
    return [pytest.param(dispute, id=str(dispute)) for dispute in disputes]


def house_of(dispute):
    """The house rules that the page is asked under."""
    return dispute.page.get("house", dispute.overrides)


def verdict_of(dispute):
    usual = dispute.answer if dispute.answer in VERDICTS else "says"
    return dispute.page.get("verdict", usual)


def rule_of(dispute):
    return dispute.page.get("rule", dispute.cites or dispute.rule)


@pytest.fixture
def address(phone, book):
    """Gives the address of a question with its fields, for a preset or a table of its own."""

    def make(dispute, phone=phone):
        key = dispute.page.get("question", dispute.question)
        fields, house = dispute.page["fields"], house_of(dispute)
        if not house:
            return f"/ruling/{key}?" + urlencode({"ruleset": dispute.ruleset} | fields)
        ruleset = override(PRESETS[dispute.ruleset], house)
        sides = tuple(SideSetup(name) for name in SIDES[: ruleset.sides])
        keys = book.start(MatchSetup(ruleset, sides, 0))
        table = phone.get(f"/j/{keys.edit}").path.split("?")[0]
        return f"{table}/ruling/{key}?" + urlencode(fields)

    return make


@pytest.fixture
def ask(phone, address):
    return lambda dispute: phone.get(address(dispute))


def answer_on(page):
    assert page.status == 200, page.text
    return page.id("answer")


@pytest.mark.parametrize("dispute", each(ASKED))
def test_the_page_settles_it(ask, phone, dispute):
    page = ask(dispute)
    answer = answer_on(page)
    verdict, rule = verdict_of(dispute), rule_of(dispute)
    assert answer["data-verdict"] == verdict, (dispute.because, answer.text)
    word, figure = dispute.page.get("word", ""), dispute.page.get("figure")
    expected = verdict_word(verdict, word, figure, SIDES, "en")
    assert answer.one("p", class_="say").text == expected, dispute.because
    assert answer.one("p", class_="why").text
    cited = [code.text for code in page.root.all("code") if code.inside("blockquote")]
    if verdict == "depends":
        assert set(cited) <= {rule}
        return
    assert cited[0] == rule, dispute.because
    if verdict == "no":
        assert set(cited) <= {rule, *dispute.rules}, "a reason that nobody told"
    links = [link for link in page.links() if link.endswith(f"/{rule}")]
    assert phone.get(links[0]).status == 200


def test_no_minimum_is_named_where_none_holds(ask):
    (dispute,) = [one for one in ASKED if one.name == "just-below-fifteen-hundred"]
    why = answer_on(ask(dispute)).one("p", class_="why").text
    assert "30" in why
    assert "75" not in why


def test_a_morto_waits_unplayed_only_where_a_discard_makes_it_wait(phone):
    assert "never played" not in phone.get("/ruling/morto_lost?ruleset=classic").text
    online = phone.get("/ruling/morto_lost?ruleset=online")
    assert [b["value"] for b in online.root.all("button", name="state")] == ["left", "unused"]
    classic = phone.get("/ruling/morto_lost?ruleset=classic&state=unused")
    assert classic.root.all("button", name="state") == []
    assert answer_on(classic).one("p", class_="say").text == "\u2212100"


def test_the_nearest_house_rule_is_named_first(ask):
    """Who has a dirty canasta learns that any canasta would do, not that none would."""
    (dispute, _) = [one for one in ASKED if one.name == "out-with-a-dirty-canasta-online"]
    rows = ask(dispute).root.all("li", class_="row")
    (told,) = [row.text for row in rows if "Going out needs" in row.text]
    assert "any canasta" in told


def test_a_third_of_the_table_is_asked():
    assert 3 * len(ASKED) >= len(DISPUTES)
    with_house = [dispute for dispute in ASKED if house_of(dispute)]
    assert len(with_house) >= 50
    questions = {dispute.page.get("question", dispute.question) for dispute in ASKED}
    assert questions == {dispute.question for dispute in DISPUTES}
    assert {dispute.chapter for dispute in ASKED} == {dispute.chapter for dispute in DISPUTES}


# ---- the switch

UNTURNED = {
    "bonus_out": "no other preset pays anything else, so no other value is tried",
    "morto_penalty": "as bonus_out",
    "opening_minimum": "only a table knows its minimum",
    "bonus_concealed": "the answer is yes either way",
    "tie": "who started has to be told then",
    "one_meld_per_rank": "it hangs on the melds on the table then",
    "out_needs_morto": "the page of the pair asks another question",
    "hand_size": "nobody changes the deal to settle a dispute",
    "players_per_side": "as hand_size",
    "sides": "as hand_size",
}
"""Switches that the page of the usual game does not name, and why."""


def paired():
    """The disputes before the switch, and the option that turns them."""
    for before, after in pairwise(DISPUTES):
        if after.switch and before.page and after.page and after.switch not in UNTURNED:
            yield pytest.param(before, after, id=str(after))


@pytest.mark.parametrize(("before", "after"), list(paired()))
def test_the_page_names_the_house_rule_that_turns_it(ask, before, after):
    page = ask(before)
    title = Voice("en").say(OPTIONS[after.switch])
    rows = page.root.all("li", class_="row")
    (row,) = [row for row in rows if title in (bold.text for bold in row.all("b"))]
    ruleset = override(PRESETS[after.ruleset], house_of(after))
    value = option_value(after.switch, format_option(ruleset, after.switch), "en")
    if f"“{value}”" not in row.text:
        return  # another value of this option turns the answer as well
    word, figure = after.page.get("word", ""), after.page.get("figure")
    expected = verdict_word(verdict_of(after), word, figure, SIDES, "en")
    assert row.one("span", class_="tag").text in (expected, "It depends")


# ---- languages


def first_of_each_question():
    found = {}
    for dispute in ASKED:
        if not house_of(dispute):
            found.setdefault((dispute.question, verdict_of(dispute)), dispute)
    return found.values()


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_answer_is_said_in_every_language(new_phone, address, code):
    phone = new_phone(code)
    for dispute in first_of_each_question():
        page = phone.get(address(dispute, phone))
        answer = answer_on(page)
        assert answer["data-verdict"] == verdict_of(dispute)
        assert answer.one("p", class_="say").text
        assert answer.one("p", class_="why").text
        assert "%(" not in page.text
