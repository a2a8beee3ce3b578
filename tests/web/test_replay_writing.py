"""A hand written down with the keypad, without JavaScript, and two lines compared."""

from __future__ import annotations

from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from scorekeeper.web.replay_address import pack, unpack
from scorekeeper.work import playing_out
from scorekeeper.work.kinds import KINDS
from scorekeeper.work.playing_out import PlayoutSpec, play_both

from .browsing import Form
from .test_replay import ILLEGAL, SHORT, packed_of


def send(page, name, value, action=None, **typed):
    """Presses a button of a form that asks with GET."""
    forms = [Form(node) for node in page.root.all("form") if node.get("method") == "get"]
    found = [
        form
        for form in forms
        for button in form.controls
        if button.tag == "button" and (button["name"], button["value"]) == (name, value)
        if button.get("disabled") is None
    ]
    assert found, f"no button {name}={value}"  # a card may be on the keypad and in the hand
    pairs = [*found[0].filled(typed), (name, value)]
    return page.phone.get(f"{found[0].action}?{urlencode(pairs)}")


def tap(page, *keys):
    for key in keys:
        page = send(page, "key", key)
    return page


def buttons(page):
    return {node["value"] for node in page.root.all("button") if node.get("name") == "key"}


@pytest.fixture
def begun(phone):
    """A hand of four players just begun; Davi dealt, so Ana plays."""
    names = {f"name{seat}": name for seat, name in enumerate(("Ana", "Bia", "Caio", "Davi"))}
    return send(phone.get("/replay/new"), "go", "1", **names)


def record_of(page):
    return unpack(Form(page.root.one("form")).value("r"))


def test_the_game_the_players_and_the_dealer_are_chosen(phone):
    page = send(phone.get("/replay/new"), "ruleset", "two_player")
    assert len([n for n in Form(page.root.one("form")).names() if n.startswith("name")]) == 2
    page = send(page, "go", "1", name0="Ana  Maria", name1="a:b", dealer="0")
    assert record_of(page).splitlines()[:3] == [
        "ruleset two_player",
        "seats Ana_Maria a_b",
        "dealer Ana_Maria",
    ]
    assert page.heading == "1. a_b plays"


def test_players_of_one_name_are_refused_and_stay(phone):
    page = send(phone.get("/replay/new"), "go", "1", name0="Ana", name1="ana")
    assert page.status == 422
    assert "ana" in page.problems("names")[0].lower()
    assert Form(page.root.one("form")).value("name1") == "ana"


def test_three_turns_are_written_by_keypad(begun):
    page = tap(begun, "rank:4", "card:4C", "upcard")
    assert "upcard 4C" in record_of(page)
    page = tap(page, "draw", "rank:K", "card:KS", "card:KH", "card:KD", "meld")
    assert "Ana drew a card and laid K♠" in page.text
    page = tap(page, "rank:9", "card:9C", "discard")
    assert page.heading == "2. Bia plays"
    page = tap(page, "card:9S", "card:9D", "pile", "rank:10", "card:10D", "discard")
    assert page.heading == "3. Caio plays"
    page = tap(page, "rank:K", "card:KC", "draw", "card:KC", "add:1", "unseen")
    assert page.heading == "4. Davi plays"
    assert record_of(page).splitlines()[-3:] == [
        "Ana:  draw; meld KS KH KD; discard 9C",
        "Bia:  pile 9S 9D; discard 10D",
        "Caio: draw KC; add 1 KC; discard ?",
    ]


def test_known_cards_of_a_hand_are_keys(begun):
    page = tap(begun, "rank:7", "card:7S", "card:7H", "deal:0")
    assert "hand Ana = 7S 7H" in record_of(page)
    assert {"card:7S", "card:7H"} <= buttons(page)
    page = tap(page, "rank:A", "draw", "card:7S")
    held = page.root.one("div", class_="heldkeys")
    assert [button["value"] for button in held.all("button")] == ["card:7H"]


def test_an_illegal_move_is_refused_with_its_rule_and_taken_back(begun):
    page = tap(begun, "draw", "rank:5", "card:5S", "card:5H", "rank:6", "card:6D", "meld")
    verdict = page.root.one("section", class_="verdict")
    assert "Ana may not play this" in verdict.text
    assert verdict.all("a")[0]["href"].endswith("meld.rank")
    assert not page.root.all("div", class_="heldkeys")
    page = tap_first(page, "back")
    assert "Ana drew a card." in page.text
    assert Form(page.root.one("form")).value("c") == "5S 5H 6D"


def tap_first(page, key):
    """Presses a key that is on the page twice."""
    form = Form(page.root.one("form"))
    assert key in buttons(page)
    return page.phone.get(f"{form.action}?{urlencode([*form.values(), ('key', key)])}")


def test_an_illegal_turn_is_kept_to_be_disputed(begun):
    page = tap(begun, "rank:5", "card:5S", "card:5H", "pile")
    assert "may not play this" in page.text or "unknown" in page.text
    page = tap(page, "keep")
    assert page.heading == "Turn 1 of 1"
    assert "Ana could not play this" in page.text


def test_what_was_written_is_taken_back_turn_by_turn(begun):
    page = tap(begun, "draw", "unseen")
    assert page.heading == "2. Bia plays"
    page = tap(page, "back")
    assert page.heading == "1. Ana plays"
    assert "Ana:" not in record_of(page)


def test_only_what_can_be_meant_is_offered(begun):
    assert {"draw"} == buttons(begun) & {"draw", "pile", "meld", "discard", "unseen", "end"}
    page = tap(begun, "draw")
    assert buttons(page) & {"draw", "pile", "unseen"} == {"unseen"}


@pytest.mark.parametrize(
    "query",
    [
        {"t": "draw; fly"},
        {"t": "draw; " * 200},
        {"c": "XX YY"},
        {"c": "KS " * 500},
        {"rank": "Z"},
        {"key": "card:ZZ"},
        {"key": "add:99", "c": "KS", "t": "draw"},
        {"key": "add:x", "c": "KS", "t": "draw"},
        {"key": "pile:0", "c": "KS"},
        {"key": "deal:9", "c": "KS"},
        {"key": "deal:0", "c": "KS KS KS KS"},
        {"key": "upcard", "c": "JK"},
        {"key": "end"},
        {"key": "keep"},
        {"key": "back"},
        {"key": "draw", "c": "KS KH"},
        {"key": "\x00;draw"},
        {"n": "1", "key": "keep", "t": "draw"},
        {"n": "-1"},
        {"n": "99"},
        {"n": "x"},
    ],
)
def test_what_no_key_sends_changes_nothing(phone, query):
    packed = pack(SHORT)
    page = phone.get(f"/replay/write?{urlencode({'r': packed, **query})}")
    assert page.status == 200
    if page.first_status == 200 and "n" not in query:
        assert record_of(page).count("\nBia:") == 1 or query["key"] in ("back", "upcard")


def test_a_hand_that_cannot_be_dealt_is_not_taken(begun):
    page = tap(begun, "rank:K", "card:KS", "card:KS", "card:KS", "deal:1")
    assert "hand Bia" not in record_of(page)
    assert "hand Bia" in record_of(tap(page, "erase", "deal:1"))
    page = tap(begun, "card:JK", "upcard")
    assert "upcard" not in record_of(page)


def test_an_illegal_record_is_not_written_on(phone):
    page = phone.get(f"/replay/write?{urlencode({'r': pack(ILLEGAL)})}")
    assert page.first_status == 303
    assert "could not play this" in page.text


def test_a_legal_record_is_written_on(phone):
    page = phone.get("/replay").submit({"record": SHORT}, action="/replay")
    page = page.follow_row("Write it on")
    assert page.heading == "3. Caio plays"


# --- two lines compared ---------------------------------------------------------------------------


def ask(phone, text, turn, instead):
    asked = {"r": pack(text), "n": turn, "instead": instead}
    return phone.get(f"/replay/worth?{urlencode(asked)}")


def wait(page):
    """Looks again until the work is done, which requests do in these tests."""
    for _ in range(100):
        if not page.root.all("progress"):
            return page
        page = page.phone.get(page.path)
    raise AssertionError("the work never ended")


@pytest.fixture
def few_playouts(monkeypatch):
    monkeypatch.setattr(playing_out, "PLAYOUTS", 12)


def test_an_allowed_move_is_compared_with_the_line_of_the_record(phone, few_playouts):
    text = SHORT.replace("draw; meld KS KH KD; discard 9C", "draw; discard 9C")
    step = phone.get(f"/replay/hand?{urlencode({'r': pack(text), 'at': 1, 'dispute': 1})}")
    page = send(step, "instead", "draw; meld KS KH KD")
    assert page.status == 200
    lines = [line.text for line in page.root.all("div", class_="line")]
    assert "Ana drew a card and discarded 9♣" in lines[0]
    assert "Ana drew a card and laid K♠" in lines[1]
    page = wait(page.press("Let bots play both lines"))
    assert "after 12 deals" in page.text
    assert "Ana & Caio" in page.root.one("section", class_="verdict").text
    assert len(page.root.all("p", class_="worth")) == 3


def test_an_illegal_turn_is_played_by_a_bot_instead(phone, few_playouts):
    page = ask(phone, ILLEGAL, 4, "draw; discard 9C")
    assert page.status == 200
    assert "The turn was illegal: a bot plays another." in page.text
    page = wait(page.press("Let bots play both lines"))
    assert "after 12 deals" in page.text


@pytest.mark.parametrize(
    ("turn", "instead", "told"),
    [
        (1, "draw; fly", "Choose draw"),
        (1, "", "move"),
        (1, "draw " * 200, "move"),
        (1, "discard 9C", "Draw a card"),
        (1, "draw; meld KS KH 9C", "9♣"),
        (2, "pile 9H 9D; discard 8C; draw", "over"),
    ],
)
def test_a_line_that_cannot_be_played_is_told_so(phone, turn, instead, told):
    page = ask(phone, SHORT, turn, instead)
    assert page.status == 422
    assert told in page.root.one("main").text
    assert not page.root.all("form")


@pytest.mark.parametrize("turn", ["0", "3", "99", "x", ""])
def test_a_turn_that_is_not_there_leads_to_the_check(phone, turn):
    page = ask(phone, SHORT, turn, "draw")
    assert page.first_status == 303
    assert page.heading == "The check"


def test_another_line_is_written_by_keypad(phone):
    packed = pack(SHORT)
    page = phone.get(f"/replay/write?{urlencode({'r': packed, 'n': 2})}")
    assert page.heading == "2. Bia plays"
    assert not {"keep", "back"} & buttons(page)
    back = phone.get(f"/replay/write?{urlencode({'r': packed, 'n': 2, 'key': 'back'})}")
    assert back.heading == "2. Bia plays"
    page = tap(page, "draw", "unseen")
    assert page.heading == "2. Bia plays"
    page = page.follow("What was it worth?")
    assert page.status == 200
    assert "Bia drew a card and discarded a card that nobody wrote down." in page.text
    assert parse_qs(urlsplit(page.path).query)["r"] == [packed]


def test_the_work_is_of_a_phone_and_can_be_stopped(new_phone):
    phone = new_phone()
    page = ask(phone, ILLEGAL, 4, "draw").press("Let bots play both lines")
    path = page.path
    if page.root.all("progress"):
        page = page.press("Stop")
        assert "Stopped" in page.text
    assert new_phone().get(path).status == 200
    assert phone.get("/replay/worth/nothing").status == 404


def test_the_same_question_gives_the_same_numbers():
    spec = PlayoutSpec(SHORT, 1, "draw; discard 9C").as_json() | {"playouts": 3}
    first, second = ([step.tell() for step in play_both(spec)] for _ in range(2))
    assert first[-1] == second[-1]
    assert [step.done for step in play_both(spec)] == [1, 2, 3]
    assert set(first[-1]["difference"]) == {"mean", "low", "high"}
    assert KINDS["playout"].work is play_both


def test_work_that_no_page_hands_in_breaks_off():
    with pytest.raises(ValueError, match="legal"):
        next(play_both(PlayoutSpec(SHORT, 1, "discard 9C").as_json()))


def test_a_written_hand_can_be_found_by_its_address(phone, begun):
    page = tap(begun, "draw", "unseen")
    step = page.follow("Step through what is written")
    assert step.heading == "Turn 1 of 1"
    assert unpack(packed_of(step)) == record_of(page)
