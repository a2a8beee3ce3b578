"""Hands by bots on pages without JavaScript: one to look at, and what a house rule changes."""

from __future__ import annotations

import re

import pytest

from scorekeeper.play.record_text import parse_record
from scorekeeper.rules.options import override
from scorekeeper.rules.ruleset import PRESETS
from scorekeeper.scorebook import MatchSetup, SideSetup
from scorekeeper.simulation.comparison import MEASURES
from scorekeeper.web import desk as desk_module
from scorekeeper.web.compare_pages import make_findings
from scorekeeper.work import Job, State, desk
from scorekeeper.work.comparing import CompareSpec

pytestmark = pytest.mark.usefixtures("idle")


@pytest.fixture
def start(phone):
    return phone.get("/simulate")


@pytest.fixture
def keys(book):
    ruleset = override(PRESETS["classic"], {"bonus_clean": 350})
    return book.start(MatchSetup(ruleset, (SideSetup("Ana"), SideSetup("Bia")), 3))


def reload(page):
    """What the link of a page that works shows, until it is done."""
    for _ in range(200):
        if not page.root.all("progress"):
            return page
        assert page.link("How far is it?") == page.path.split("?")[0]
        page = page.phone.get(page.path)
    raise AssertionError(page.text)


def compare(page, option, value=None, **more):
    chosen = page.submit({"option": option} | more, button="choose=1")
    assert chosen.status == 200
    typed = {} if value is None else {f"o-{option}": value}
    return chosen.submit(typed, button="compare=1")


# --- a hand ------------------------------------------------------------------------------------


def test_a_hand_is_one_tap_away(start, phone):
    page = reload(start.submit(button="hand=1"))
    assert re.fullmatch(r"/simulate/hand/[\w-]{20,}", page.path)
    assert page.heading == "A hand by bots"
    assert re.search(r"P\d & P\d went out after \d+ turns\.", page.text)
    totals = [cell.text for cell in page.root.one("tfoot").all("td")]
    assert len(totals) == 2
    assert "Cards of P1 & P3" in page.text and page.root.all("span", class_="card")
    assert phone.get(page.path).text == page.text  # its address stays


def test_the_same_number_deals_the_same_cards(start, new_phone):
    one = reload(start.submit({"seed": "4711"}, button="hand=1"))
    two = reload(new_phone().get("/simulate").submit({"seed": "4711"}, button="hand=1"))
    other = reload(start.submit({"seed": "4712"}, button="hand=1"))
    assert one.text == two.text
    assert one.path != two.path
    assert one.text != other.text
    assert "deal no. 4711" in one.text
    again = one.phone.get(one.link("Another handdeal no. 4712"))
    assert again.form("/simulate").value("seed") == "4712"


def test_the_number_is_shown_before_and_differs_from_time_to_time(phone):
    numbers = {phone.get("/simulate").form("/simulate").value("seed") for _ in range(6)}
    assert len(numbers) > 1
    assert all(number.isdigit() for number in numbers)


def test_an_empty_number_means_any(start):
    page = reload(start.submit({"seed": " "}, button="hand=1"))
    assert re.search(r"deal no\. \d+", page.text)


def test_the_record_is_downloaded_and_handed_to_the_replay(start, phone):
    page = reload(start.submit({"seed": "8"}, button="hand=1"))
    (row,) = [a for a in page.root.all("a") if "Download the record" in a.text]
    answer = phone.fetch(row["href"])
    assert answer.headers["Content-Disposition"] == 'attachment; filename="tranca-8.tranca"'
    assert answer.mimetype == "text/plain"
    record = parse_record(answer.get_data())
    assert record.ruleset == PRESETS["classic"]
    form = page.form("/replay")
    assert form.value("record").replace("\r\n", "\n") == answer.get_data(as_text=True)
    assert form.method == "post"
    watched = page.submit(action="/replay")
    assert watched.status == 200 and watched.path.startswith("/replay")


@pytest.mark.parametrize("preset", PRESETS)
def test_every_game_is_played(start, preset):
    page = start.submit(button=f"pick={preset}")
    assert page.root.one("button", aria_current="true", name="pick", value=preset)
    page = reload(page.submit({"seed": "3"}, button="hand=1"))
    assert len(page.root.one("tfoot").all("td")) == PRESETS[preset].sides


def test_online_is_played_by_two_or_by_four(start):
    page = start.submit({"seed": "77"}, button="pick=online")
    page = page.submit(button="pick=online:1")
    assert page.form("/simulate").value("seed") == "77"  # what was typed stays
    page = reload(page.submit(button="hand=1"))
    assert "P1 & P3" not in page.text and "P2" in page.text


def test_a_link_fills_the_form(phone):
    page = phone.get("/simulate?ruleset=carioca&option=max_wilds&seed=12")
    form = page.form("/simulate")
    assert (form.value("game"), form.value("seed")) == ("carioca:2", "12")
    assert (form.value("option"), form.value("o-max_wilds")) == ("max_wilds", "2")
    odd = phone.get("/simulate?ruleset=x&option=y&seed=-1&match=z").form("/simulate")
    assert (odd.value("game"), odd.value("option")) == ("classic:2", "")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("abc", "“abc” is not a number"),
        ("-4", "No minus here"),
        ("1" * 12, "too long for a card table"),
        ("1000000001", "too long for a card table"),
    ],
)
def test_a_number_that_cannot_be_read_is_told_beside_it(start, typed, told):
    page = start.submit({"seed": typed, "hands": "2000"}, button="hand=1")
    assert page.status == 422
    assert told in page.problems("seed")[0]
    form = page.form("/simulate")
    assert (form.value("seed"), form.value("hands")) == (typed, "2000")


# --- a table's own rules -----------------------------------------------------------------------


def test_a_table_plays_under_its_own_rules(phone, keys):
    board = phone.get(f"/j/{keys.edit}")
    page = board.follow_row("Let bots play")
    assert page.root.one("button", aria_current="true", name="pick", value="table")
    page = reload(page.submit(button="hand=1"))
    assert "Clean canasta: 350" in page.text
    assert f"/t/{keys.id}/rules" in page.raw
    assert page.phone.get(page.link("Back to: Let bots play")).form("/simulate").value("match")


def test_another_game_may_be_chosen_at_a_table(phone, keys):
    phone.get(f"/j/{keys.watch}")
    page = phone.get(f"/simulate?match={keys.id}").submit(button="pick=carioca")
    page = reload(page.submit(button="hand=1"))
    assert "Carioca" in page.text and "350" not in page.text.split("turns")[0]


def test_a_table_that_this_phone_may_not_see_is_no_choice(new_phone, keys):
    page = new_phone().get(f"/simulate?match={keys.id}")
    assert not page.root.all("button", name="pick", value="table")
    assert keys.id not in page.raw
    assert page.form("/simulate").value("game") == "classic:2"


# --- a house rule ------------------------------------------------------------------------------


def test_what_a_house_rule_changes(start):
    page = compare(start, "bonus_clean", "500", seed="5", hands="200")
    assert re.fullmatch(r"/simulate/rule/[\w-]{20,}", page.path)
    page = reload(page)
    assert page.root.one("del").text == "200" and page.root.one("ins").text == "500"
    assert re.search(r"The best side of a hand makes about \d+ points more\.", page.text)
    assert "Just the same: turns, going out, clean canastas, and dirty canastas." in page.text
    table = page.root.one("table")
    assert len(table.all("tbody")) == len(MEASURES)
    assert "200 deals, each played twice" in table.text
    assert len(table.all("small")) == 3 * len(MEASURES)
    again = page.phone.get(page.link("Try another value or rule"))
    assert again.form("/simulate").value("option") == "bonus_clean"


def test_progress_is_shown_and_the_work_is_stopped(start, new_phone):
    page = compare(start, "max_wilds", "1", hands="2000")
    bar = page.root.one("progress")
    assert 0 < int(bar["value"]) < int(bar["max"]) == 2000
    watcher = new_phone().get(page.path)
    assert not [b for b in watcher.root.all("button") if b.text == "Stop"]
    later = page.phone.get(page.path)
    assert int(later.root.one("progress")["value"]) > int(bar["value"])
    stopped = later.press("Stop")
    assert stopped.first_status == 303 and stopped.path == page.path
    assert re.search(r"Stopped after \d+ of 2,000\.", stopped.text)
    assert stopped.root.one("table").all("tbody")
    assert "2,000 deals" not in stopped.text


def test_nobody_else_stops_the_work(start, new_phone):
    page = compare(start, "max_wilds", "1", hands="2000")
    other = new_phone()
    token = other.get("/simulate").form("/simulate").value("csrf_token")
    job_id = page.path.rpartition("/")[2]
    pairs = [("csrf_token", token), ("next", page.path)]
    answer = other.post(f"/work/{job_id}/stop", pairs)
    assert answer.root.one("progress")
    assert other.post(f"/work/{'none'}/stop", pairs).status == 404
    away = other.post(f"/work/{job_id}/stop", [pairs[0], ("next", "//elsewhere")], redirect=False)
    assert away.answer.headers["Location"] == "/"
    page.phone.get(page.path).press("Stop")


def test_a_yes_or_no_is_turned_at_once(start):
    page = start.submit({"option": "runs"}, button="choose=1")
    assert page.root.one("input", name="o-runs").get("checked") is not None
    page = page.submit({"o-runs": None}, button="compare=1")
    assert page.status == 422
    assert page.problems("o-runs") == ["This is how it is now: choose another value."]
    other = page.submit({"option": "aces_wild"}, button="compare=1")  # its value was not seen yet
    assert other.status == 200
    assert other.root.one("input", name="o-aces_wild").get("checked") is not None


def test_a_step_of_a_number_keeps_the_rest(start):
    page = start.submit({"option": "max_wilds", "seed": "9"}, button="choose=1")
    page = page.submit(button="step=o-max_wilds:-1")
    form = page.form("/simulate")
    assert (form.value("o-max_wilds"), form.value("seed")) == ("1", "9")


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("max_wilds", "9", "4"),
        ("bonus_clean", "many", "“many” is not a number"),
        ("bonus_clean", "200", "This is how it is now"),
        ("hand_size", "16", "15"),
    ],
)
def test_a_value_that_is_none_is_told_beside_it(start, option, value, told):
    page = compare(start, option, value, hands="1000", seed="6")
    assert page.status == 422
    assert told in page.problems(f"o-{option}")[0]
    form = page.form("/simulate")
    values = [form.value(name) for name in ("option", f"o-{option}", "hands", "seed")]
    assert values == [option, value, "1000", "6"]


def test_every_problem_is_told_at_once(start):
    page = start.submit({"seed": "x"}, button="compare=1")
    assert page.status == 422
    assert sorted(page.all_problems()) == ["option", "seed"]
    forged = [
        ("hands", "5000000"),
        ("compare", "1"),
        ("csrf_token", page.form().value("csrf_token")),
    ]
    page = page.phone.post("/simulate", forged)
    assert page.status == 422
    assert sorted(page.all_problems()) == ["hands", "option"]


def test_what_is_forged_is_no_500(start, phone):
    token = start.form("/simulate").value("csrf_token")
    for pairs in (
        [("option", "target"), ("asked", "target"), ("o-target", "5"), ("compare", "1")],
        [("option", "o-\x00"), ("compare", "1")],
        [("pick", "nothing:9")],
        [("game", "table"), ("hand", "1")],
        [("step", "o-max_wilds"), ("option", "max_wilds")],
        [
            ("option", "lock_cards"),
            ("asked", "lock_cards"),
            ("o-lock_cards", "x"),
            ("compare", "1"),
        ],
    ):
        page = phone.post("/simulate", [("csrf_token", token), *pairs])
        assert page.status in (200, 422), pairs
    for address in ("/simulate/hand/x", "/simulate/rule/x", "/simulate/hand/x/record"):
        assert phone.get(address).status == 404


def test_a_hand_is_no_comparison_and_the_other_way_round(start, phone):
    page = reload(start.submit(button="hand=1"))
    assert phone.get(page.path.replace("/hand/", "/rule/")).status == 404


def test_a_second_tap_starts_nothing_new(start):
    sent = {"option": "runs", "seed": "31", "hands": "200"}
    page = start.submit(sent, button="choose=1")
    one, two = (page.submit(button="compare=1") for _ in range(2))
    assert one.path == two.path
    one.press("Stop")
    three = page.submit(button="compare=1")
    assert three.path != one.path  # what was stopped may be asked again
    three.press("Stop")


def test_a_phone_has_two_questions_at_a_time(start, phone):
    pages = [compare(start, "max_wilds", "1", hands="2000", seed=seed) for seed in ("1", "2")]
    refused = compare(start, "max_wilds", "1", hands="2000", seed="3")
    assert refused.status == 429
    assert "two things" in refused.text
    assert int(refused.answer.headers["Retry-After"]) > 0
    assert "Waits for 1 other question." in pages[1].text
    for page in pages:
        page.phone.get(page.path).press("Stop")
    compare(start, "max_wilds", "1", hands="2000", seed="3").press("Stop")


def test_all_phones_together_have_so_many(start, monkeypatch):
    monkeypatch.setattr(desk, "MOST_OF_ALL", 0)
    refused = start.submit(button="hand=1")
    assert refused.status == 429
    assert "Many phones" in refused.text


def test_a_job_that_failed_says_so(start, app, monkeypatch):
    page = reload(start.submit({"seed": "99"}, button="hand=1"))
    job = desk_module.Desk.peek(app.extensions["desk"], page.path.rpartition("/")[2])
    failed = Job(job.id, job.kind, job.spec, job.owner, state=State.FAILED)
    monkeypatch.setattr(type(app.extensions["desk"]), "state", lambda self, job_id: failed)
    page = page.phone.get(page.path)
    assert "could not be worked out" in page.text
    assert page.phone.get(page.path + "/record").status == 404


@pytest.mark.parametrize("code", ["pt-BR", "nl", "es"])
def test_it_speaks_to_every_reader(new_phone, code):
    page = new_phone(code).get("/simulate")
    assert page.status == 200
    assert page.root.one("html")["lang"] == code


# --- sentences ---------------------------------------------------------------------------------


def told(app, before, after, within, **measures):
    """The findings of a job in which every measure is the same but those named."""
    same = {"mean": 10.0, "within": 1.0}
    found = {
        name: {"before": same, "after": same, "difference": {"mean": 0, "within": 0}}
        for name in MEASURES
    }
    for name, change in measures.items():
        found[name] = {
            "before": {"mean": before, "within": 1.0},
            "after": {"mean": after, "within": 1.0},
            "difference": {"mean": change, "within": within},
        }
    classic = PRESETS["classic"]
    job = Job(
        "a", "compare", {}, "Ida", state=State.DONE, done=5, total=5, result={"measures": found}
    )
    with app.test_request_context():
        return make_findings(job, CompareSpec(classic, classic, 1, 5))


def test_only_what_is_beyond_chance_is_told_as_a_change(app):
    assert told(app, 29, 32, 2.9, turns=3.0).sentences[0] == "A hand gets about 3.0 turns longer."
    assert told(app, 32, 29, 2.9, turns=-3.0).sentences[0] == "A hand gets about 3.0 turns shorter."
    unclear = told(app, 29, 32, 3.1, turns=3.0)
    assert unclear.sentences[0] == "No clear difference in so many hands: turns."
    assert [one.is_clear for one in unclear.measures] == [False] * len(MEASURES)
    out = told(app, 99, 98, 0.5, out=-1.0).sentences[0]
    assert out == "Going out ends 98.0 % of the hands instead of 99.0 %."
    fewer = told(app, 900, 880, 5, best=-20.4, worst=-20.4).sentences
    assert fewer[0] == "The best side of a hand makes about 20 points fewer."
    assert fewer[1] == "The weakest side of a hand makes about 20 points fewer."
    clean = told(app, 0.5, 0.75, 0.1, clean=0.25).sentences[0]
    assert clean == "There are 0.75 clean canastas in a hand instead of 0.50."


def test_where_nothing_changes_it_is_said_once(app):
    found = told(app, 1, 1, 0)
    assert found.sentences == (
        "Every hand was played and counted the same.",
        "The bots make no use of this rule; people may.",
    )
    assert found.measures[0].difference.mean == "0"
    signed = told(app, 900, 880, 5, best=-20.4).measures[0]
    assert (signed.difference.mean, signed.difference.within) == ("−20", "5")
