"""Replaying a recorded hand, without JavaScript."""

from __future__ import annotations

import base64
import io
import re
import tracemalloc
import zlib
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from scorekeeper.play.record_text import parse_record
from scorekeeper.play.stages import course_of
from scorekeeper.web.replay_address import LONGEST_TEXT, NoRecordError, TooLongError, pack, unpack

RECORDS = Path(__file__).parents[1] / "records"
EVERY = sorted(RECORDS.glob("*/*.tranca"))
SHORT = """ruleset classic
seats Ana Bia Caio Davi
dealer Davi
hand Ana = KS KH KD 9C 4D
upcard 4C

Ana:  draw; meld KS KH KD; discard 9C
Bia:  pile 9S 9D; discard 10D   # two nines
"""
ILLEGAL = SHORT + "Caio: draw; discard JK\nDavi: pile 9H 9C; discard ?\nAna: draw; discard ?\n"


def read(path):
    return path.read_text(encoding="utf-8")


def paste(phone, text):
    return phone.get("/replay").submit({"record": text}, action="/replay")


def packed_of(page):
    return parse_qs(urlsplit(page.path).query)["r"][0]


@pytest.mark.parametrize("path", EVERY, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_an_address_has_the_whole_record(path):
    text = read(path)
    assert unpack(pack(text)) == text


def test_a_hand_is_pasted_and_checked(phone):
    page = paste(phone, SHORT)
    assert page.first_status == 303
    assert page.root.one("section", class_="verdict").text.startswith("Every move is legal.")
    assert "not over" in page.root.one("section", class_="verdict").text
    turns = page.root.one("ol", class_="turns").all("li")
    assert [li.text for li in turns] == [
        "1 Ana drew a card, laid K♠\ufe0e K♥\ufe0e K♦\ufe0e, and discarded 9♣\ufe0e.",
        "2 Bia took the pile with 9♠\ufe0e 9♦\ufe0e and discarded 10♦\ufe0e.",
    ]


def test_an_illegal_line_is_marked_with_its_rule(phone):
    page = paste(phone, ILLEGAL)
    assert page.heading == "Turn 4 of 5"
    verdict = page.root.one("section", class_="verdict")
    assert "Davi could not play this" in verdict.text
    assert "blocks the pile" in verdict.text
    (rule,) = verdict.all("a")
    assert rule["href"].endswith("pile.blocked")
    assert phone.get(rule["href"]).status == 200
    (bad,) = page.root.all("li", class_="bad")
    assert bad.one("code").text == "pile 9H 9C; discard ?"
    assert len(page.root.one("ol", class_="turns").all("li", class_="mute")) == 1


def test_what_was_allowed_stands_beside_the_illegal_line(phone):
    page = paste(phone, ILLEGAL)
    assert "Draw a card from the stock" in page.id("allowed").text
    assert "Take the pile" not in page.id("allowed").text


def test_only_so_many_moves_are_listed_and_the_rest_is_counted(phone):
    text = SHORT.replace("hand Ana = KS KH KD 9C 4D", "hand Ana = KS KH KD 9C 4D 5D 6D 7D 8S QS AS")
    page = paste(phone, text)
    step = phone.get(f"/replay/hand?{urlencode({'r': packed_of(page), 'at': 1, 'dispute': 1})}")
    groups = {g.one("h3").text: g for g in step.id("allowed").all("div", class_="allowed")}
    discards = groups["Discards, after drawing"].all("li")
    assert len(discards) == 7
    assert discards[-1].text == "and 3 more"
    assert "K♠" in groups["New melds, after drawing"].text


def test_a_hand_is_stepped_through_and_back(phone):
    page = paste(phone, SHORT).follow("Step through the hand")
    assert page.heading == "The deal"
    page = page.follow("Next")
    assert page.heading == "Turn 1 of 2"
    mat = page.root.one("section", class_="mat")
    assert mat.one("span", aria_label="Meld 1: K♠, K♥, K♦")
    page = page.follow("Next")
    assert page.heading == "Turn 2 of 2"
    assert page.follow("The turn before").heading == "Turn 1 of 2"
    assert page.follow("To the deal").heading == "The deal"
    assert page.follow("Result").heading == "The check"


def test_the_cards_that_moved_are_marked(phone):
    page = paste(phone, SHORT).follow("Step through the hand").follow("Next")
    marked = [card.text for card in page.root.all("span", class_="new")]
    assert sorted(marked) == sorted(["K♠\ufe0e", "K♥\ufe0e", "K♦\ufe0e", "9♣\ufe0e"])


def test_the_cards_of_an_illegal_move_are_marked(phone):
    text = SHORT.replace("draw; meld KS KH KD", "draw; meld KS KH 4D")
    page = paste(phone, text)
    marked = [card.text for card in page.root.all("span", class_="bad")]
    assert sorted(marked) == sorted(["K♠\ufe0e", "K♥\ufe0e", "4♦\ufe0e"])


def test_hands_are_hidden_and_shown(phone):
    page = paste(phone, SHORT).follow("Step through the hand").follow("Next")
    assert "4♦" in page.root.one("div", class_="inhand").text
    hidden = page.follow("Hands")
    assert not hidden.root.all("div", class_="inhand")
    assert "4♦" not in hidden.root.one("section", class_="mat").text
    assert hidden.follow("Next").root.all("div", class_="inhand") == []
    every = page.follow("Show every hand")
    assert len(every.root.all("div", class_="inhand")) == 4
    assert len(every.follow("Next").root.all("div", class_="inhand")) == 4


def test_a_turn_that_was_legal_can_be_disputed(phone):
    page = paste(phone, SHORT).follow("Step through the hand").follow("Next")
    page = page.follow("Dispute this turn")
    assert "Before this turn:" in page.text
    assert "Lay K♠\ufe0e K♥\ufe0e K♦\ufe0e" in page.id("allowed").text
    assert "pile, 1 card" in page.root.one("section", class_="mat").text


@pytest.mark.parametrize("name", ["disputed", "whole"])
def test_the_examples_are_what_they_say(phone, name):
    page = phone.get(f"/replay/example/{name}")
    assert page.status == 200
    assert ("could not play this" in page.text) == (name == "disputed")
    assert phone.get("/replay/example/none").status == 404


def test_a_finished_hand_has_its_lines(phone):
    page = phone.get("/replay/example/whole")
    totals = page.root.one("tfoot").all("td")
    assert [td.text for td in totals] == ["630", "−185"]
    turns = [li.text for li in page.root.one("ol", class_="turns").all("li")]
    assert turns[-1].endswith("K♣\ufe0e, and went out.")
    assert turns[3].endswith("made a canasta, and took the morto.")


def test_a_finished_hand_goes_into_the_entry_form_of_a_table(phone, start):
    keys = start("Nós", "Eles")
    phone.get(f"/j/{keys.edit}")
    page = phone.get("/replay/example/whole")
    page = page.press("Score it as hand 1 of Nós & Eles")
    assert page.status == 200
    assert page.path == f"/t/{keys.id}/hands/new"
    live = [node.text for node in page.id("live").all("output", class_="p")]
    assert live == ["+630", "−185"]
    assert page.all_problems() == {}


def test_a_phone_that_watches_is_offered_no_scoring(phone, start):
    keys = start("Nós", "Eles")
    phone.get(f"/j/{keys.watch}")
    assert "Score it" not in phone.get("/replay/example/whole").text


def test_a_record_is_kept_as_a_file_and_sent_again(phone):
    page = paste(phone, SHORT)
    (link,) = [a for a in page.root.all("a") if "Keep it as a file" in a.text]
    answer = phone.fetch(link["href"])
    assert answer.mimetype == "text/plain"
    assert "attachment" in answer.headers["Content-Disposition"]
    assert answer.get_data(as_text=True).replace("\r\n", "\n") == SHORT
    text = phone.get(f"/replay?{urlencode({'r': packed_of(page)})}").form("/replay")
    assert text.node.one("textarea").text.startswith("ruleset classic seats Ana")


def upload(phone, data, text=""):
    form = phone.get("/replay").form("/replay")
    pairs = [("record", text), ("csrf_token", form.value("csrf_token"))]
    return phone.post("/replay", [*pairs, ("file", (io.BytesIO(data), "hand.tranca"))])


def test_a_record_is_uploaded(phone):
    page = upload(phone, ("\ufeff" + SHORT.replace("\n", "\r\n")).encode())
    assert page.first_status == 303
    assert "Every move is legal." in page.text


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "Paste a record, or choose a file."),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00", "This is no text in UTF-8."),
        (b"ruleset classic\x00\nseats A B C D", "This is no text in UTF-8."),
        (SHORT.replace("Ana", "Aná").encode("latin-1"), "This is no text in UTF-8."),
        (SHORT.encode("utf-16"), "This is no text in UTF-8."),
        (b"((((" * 2000, "Line 1:"),
        (b"ruleset classic\n" + b"# x\n" * 10_000, "longer than any hand"),
        (b"ruleset nothing", "Line 1:"),
        (b"ruleset classic\nseats A B C D\nA: fly", "Line 3:"),
    ],
)
def test_an_upload_that_is_no_record_is_told_so(phone, data, told):
    page = upload(phone, data)
    assert page.status == 422
    assert told in page.problems("record")[0]


def test_what_was_pasted_is_kept_with_the_problem(phone):
    page = paste(phone, "ruleset classic\nseats Ana Bia Caio Davi\nEva: draw")
    assert page.status == 422
    assert "Eva: draw" in page.form("/replay").node.one("textarea").text
    assert page.problems("record")[0].startswith("Line 3: ")


def test_far_too_much_is_refused_with_a_page(phone):
    assert upload(phone, b"x" * 100_000).status == 413


def bomb():
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(b"#" * 2_000_000) + packer.flush()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


GOOD = pack(SHORT)
BROKEN = [
    "",
    "x",
    "%00",
    "é",
    GOOD[:-5],
    GOOD + "AAAA",
    GOOD.replace("-", "+").replace("_", "/") + "!",
    "A" * 5000,
    bomb(),
    base64.urlsafe_b64encode(b"\xff\xfe" * 40).decode(),
]


@pytest.mark.parametrize("packed", BROKEN)
@pytest.mark.parametrize("page", ["", "/hand", "/file", "/write"])
def test_a_broken_address_is_told_so(phone, page, packed):
    answer = phone.get(f"/replay{page}?{urlencode({'r': packed})}&at=3")
    if packed == "" and page == "":  # a browser without a query at all asks for the first page
        return
    assert answer.status == 404
    assert answer.problems("record") == [
        "This address does not hold a whole hand. Ask for the link again."
    ]


def test_a_bomb_is_not_unpacked():
    packed = bomb()
    tracemalloc.start()
    with pytest.raises(NoRecordError):
        unpack(packed)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 600_000


def test_a_record_too_long_for_an_address_goes_without_its_comments():
    noise = "".join(f"# {number * 7919 % 104729:x}{number**3:x}\n" for number in range(400))
    assert len(noise) < LONGEST_TEXT
    assert unpack(pack(SHORT + noise)).rstrip("\n").count("\n") == SHORT.count("\n") - 1
    with pytest.raises(TooLongError):
        pack("x" * (LONGEST_TEXT + 1))


@pytest.mark.parametrize("at", ["-1", "99", "x", "1e9", "", "9" * 50])
def test_a_step_that_is_not_there_is_the_nearest(phone, at):
    page = phone.get(f"/replay/hand?{urlencode({'r': GOOD, 'at': at, 'hands': 'x'})}")
    assert page.status == 200


@pytest.mark.parametrize("path", EVERY, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_step_of_every_record_has_a_page(phone, path):
    text = read(path)
    packed = pack(text)
    stages = len(course_of(parse_record(text)).stages)
    assert phone.get(f"/replay/hand?r={packed}").status == 200
    for at in range(stages):
        for more in ("", "&dispute=1&hands=2"):
            page = phone.get(f"/replay/hand?r={packed}&at={at}{more}")
            assert page.status == 200
            assert not re.search(r"%\(\w+\)s|None", page.text)


def test_a_deal_that_cannot_be_has_its_line_marked(phone):
    page = paste(phone, "ruleset classic\nseats A B C D\nhand A = KS KS KS\n")
    assert page.status == 200
    assert "This deal cannot be: line 3" in page.text
    (bad,) = page.root.all("li", class_="bad")
    assert bad.one("code").text == "hand A = KS KS KS"


def test_names_are_shown_as_they_are(phone):
    text = SHORT.replace("Ana", "<b>&amp;").replace("Bia", "‮evil")
    page = paste(phone, text)
    assert page.status == 200
    assert "<b>&amp;" in page.text
    page = page.follow("Step through the hand").follow("Next")
    assert "<b>&amp; drew a card" in page.text


def test_cards_added_one_after_another_are_told_together(phone):
    text = SHORT.replace("meld KS KH KD;", "meld KS KH KD; add 1 KC; add 1 2C;")
    page = paste(phone, text)
    assert "added K♣\ufe0e 2♣\ufe0e to the meld of kings, and discarded" in page.text


def test_a_meld_is_called_by_its_rank_a_single_run_the_run_and_other_runs_by_number(phone):
    head = "ruleset carioca\nseats A B C D\ndealer D\n"
    one = "A: draw; meld 5S 6S 7S; add 1 8S; discard KC\n"
    two = "A: draw; meld 5S 6S 7S; meld 5H 6H 7H; add 2 8H; discard KC\n"
    assert "added 8♠\ufe0e to the run" in paste(phone, head + one).text
    assert "added 8♥\ufe0e to meld 2" in paste(phone, head + two).text


@pytest.mark.parametrize("text", [
    "ruleset classic\nseats A B C D\nA: draw; meld " + "KS " * 6000,
    "ruleset classic\nseats A B C D\nhand A = " + "KS " * 6000,
    "ruleset classic\nseats A B C D\n" + "A: draw\n" * 2000,
    "ruleset classic\nseats A B C D\n" + "B: discard ?; draw; pile @99; add 99 JK\n" * 300,
])  # fmt: skip
def test_hostile_records_are_answered(phone, text):
    page = paste(phone, text)
    assert page.status == 200
    assert page.root.one("section", class_="verdict")


def test_another_language_leads_back_to_the_same_hand(new_phone):
    phone = new_phone("it")
    page = phone.get(f"/replay/hand?r={GOOD}")
    (link,) = [a["href"] for a in page.root.all("a") if "/language" in a["href"]]
    assert unpack(parse_qs(urlsplit(parse_qs(urlsplit(link).query)["next"][0]).query)["r"][0])


def test_the_first_page_and_the_rulings_lead_here(phone):
    for path in ("/", "/ruling"):
        assert phone.get(path).follow_row("Replay a hand").heading == "Replay a hand"
