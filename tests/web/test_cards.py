"""Counting a side by card with the keypad, as a browser without JavaScript does."""

from __future__ import annotations

import pytest

from scorekeeper.rules.cards import parse_cards
from scorekeeper.rules.tally import ByCard, Melds, Morto
from scorekeeper.web.cards import view_card, view_meld
from scorekeeper.web.languages import choose

from .entries import EXAMPLE, SAVE

KINGS = "KS KH KD KC KS KH KD"
QUEENS = "QS QH QD QC QS JK 2C"
BY_CARD = {name: text for name, text in EXAMPLE.items() if name.startswith(("s1", "went"))} | {
    "s0-way": "card",
    "s0-red_threes": "2",
    "s0-morto": "taken",
    "s0-tcards": f"{KINGS}; {QUEENS}; 4S 4H 4D 4C",
    "s0-hcards": "AS 9D",
}


@pytest.fixture
def entry(board):
    return board.follow("Enter hand")


@pytest.fixture
def english(app):
    with app.test_request_context():
        choose("en")
        yield


@pytest.fixture
def by_card(entry):
    """The page of the first hand, a side of it counted by card."""
    return entry.submit({}, "way=0:t:card")


def keys(page, *pressed):
    for key in pressed:
        page = page.submit({}, f"key={key}")
        assert page.status == 200
    return page


def test_keys_build_melds_and_name_what_they_are(by_card):
    page = keys(by_card, "rank:K")
    page = keys(page, *(f"card:{card}" for card in KINGS.split()), "close")
    page = keys(page, "rank:9", "card:9S", "card:9H", "card:JK")
    page = keys(page, "rank:2", "card:2D", "card:2H")
    assert page.form().value("s0-tcards") == f"{KINGS}; 9S 9H JK 2D 2H"
    first, second = page.id("cards-0").all("div", class_="meld")
    assert first.text.startswith("nines")
    assert "not valid" in first.text
    assert "wilds in this meld are too many" in first.text
    assert second.text.startswith("kings clean 70 + 200")


def test_a_key_says_how_many_such_cards_are_left(by_card):
    page = keys(by_card, "rank:K", "card:KS")
    left = [node.get("aria-label") for node in page.id("pad").all("button", class_="key")]
    assert "K♠, 1 left" in left
    assert "K♥, 2 left" in left
    assert "JK, 4 left" in left


def test_a_side_by_card_scores_as_counted(entry, book):
    board = entry.submit(BY_CARD, SAVE)
    assert board.first_status == 303
    (hand,) = book.read(board.path.rpartition("/")[2]).hands
    # 7 kings 70, 5 queens 50, joker 50, a two 20, 4 fours 20: 210; hand: ace 20, nine 10
    assert hand.totals == (780, -375)
    side = hand.entry.sides[0]
    assert side.table == Melds(tuple(map(parse_cards, (KINGS, QUEENS, "4S 4H 4D 4C"))))
    assert side.hand == ByCard(parse_cards("AS 9D"))
    shown = board.follow("Hand 1: see its lines")
    assert "Melds of We" in shown.text
    again = shown.follow("Correct").form()
    assert again.value("s0-way") == "card"
    assert again.value("s0-tcards") == f"{KINGS}; {QUEENS}; 4S 4H 4D 4C;"
    assert again.value("s0-hcards") == "AS 9D"


def test_the_morto_left_is_listed_card_by_card(entry, book):
    left = "AC JD QH 10S 8H 7C 6D 5C 4H 2S JK"
    typed = BY_CARD | {
        "s1-way": "card",
        "s1-tcards": "5S 5H 5D; 9S 9H 9D 2H",
        "s1-hcards": "JK AH KC 7D 3S",
        "s1-mcards": left,
    }
    board = entry.submit(typed, SAVE)
    (hand,) = book.read(board.path.rpartition("/")[2]).hands
    assert hand.totals == (780, -375)
    assert hand.entry.sides[1].morto is Morto.LEFT
    assert hand.entry.sides[1].morto_cards == ByCard(parse_cards(left))


def test_what_cannot_be_true_is_told_beside_its_meld_and_nothing_is_lost(entry):
    typed = BY_CARD | {"s0-tcards": f"{KINGS}; KS QH QD QC; 4S 4H"}
    page = entry.submit(typed, SAVE)
    assert page.status == 422
    assert page.form().value("s0-tcards") == typed["s0-tcards"]
    newest, second, _ = page.id("cards-0").all("div", class_="meld")[:3]
    assert "at least 3" in newest.text
    assert "K♠ does not go with the queens" in second.text
    assert "appears 3 times" in second.text or "K♠" in second.text


def test_a_side_by_card_can_be_corrected_in_a_coarser_way(entry):
    board = entry.submit(BY_CARD, SAVE)
    form = board.follow("Hand 1: see its lines").follow("Correct").form()
    for field, text in {
        "s0-table": "210",
        "s0-hand": "30",
        "s0-clean": "1",
        "s0-dirty": "1",
        "s0-t10": "12",
        "s0-h20": "1",
    }.items():
        assert form.value(field) == text, field


def test_cards_in_hand_are_shown_with_the_hand(entry):
    shown = entry.submit(BY_CARD, SAVE).follow("Hand 1: see its lines")
    fans = [node["aria-label"] for node in shown.root.all("span", class_="fan")]
    assert "A♠, 9♦" in fans


def test_a_meld_that_has_just_begun_is_not_called_invalid(by_card):
    page = keys(by_card, "rank:2", "card:2S")
    assert "not valid" not in page.id("cards-0").text
    assert "not valid" in keys(page, "close").id("cards-0").text


def test_a_forged_text_of_cards_is_refused_with_a_sentence(entry):
    page = entry.submit(BY_CARD | {"s0-tcards": "KS XX"}, SAVE)
    assert page.status == 422
    assert "XX" in page.id("cards-0").text


def test_a_card_is_spoken_and_drawn():
    joker, heart = map(view_card, parse_cards("JK 10H"))
    assert (joker.rank, joker.suit, joker.is_wild, joker.is_red) == ("JK", "★", True, False)
    assert (heart.rank, heart.suit, heart.is_red, heart.label) == ("10", "♥\ufe0e", True, "10♥")


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize(
    ("cards", "preset", "name", "canasta", "points"),
    [
        (KINGS, "classic", "kings", "clean", "70 + 200"),
        (QUEENS, "classic", "queens", "dirty", "120 + 100"),
        ("4S 4H 4D", "classic", "fours", "", "15"),
        ("4S 5H 4D", "classic", "fours", "", "15"),
        ("5H 6H 7H", "carioca", "run", "", "15"),
        ("2S 2H 2D 2C 2S 2H 2D", "online", "wilds", "of wilds", "70 + 1,000"),
        ("4H 5H 6H 7H 8H 9H 10H JH QH KH AH", "online", "run", "royal", "110 + 500"),
    ],
)
def test_a_meld_has_a_name_a_kind_and_points(cards, preset, name, canasta, points):
    from scorekeeper.rules.ruleset import PRESETS

    view = view_meld(0, parse_cards(cards), PRESETS[preset])
    assert (view.name, view.canasta, view.points) == (name, canasta, points)
    assert view.is_valid == (cards != "4S 5H 4D")


def test_the_keypad_stands_beside_the_heap_it_fills(by_card):
    side = by_card.id("pad").inside("section")
    assert side["id"] == "side0"
    both = by_card.submit({}, "way=1:h:card")
    assert both.id("pad").inside("section")["id"] == "side1"
    assert both.form().value("pad") == "1:h:A"
    back = both.submit({}, "key=heap:0:t")
    assert back.id("pad").inside("section")["id"] == "side0"
    assert not by_card.submit({}, "way=0:t:points").has_id("pad")


def test_a_hand_listed_by_card_beside_a_table_by_points(entry, book):
    typed = EXAMPLE | {"s0-hway": "card", "s0-hcards": "AS 9D", "s0-hand": ""}
    board = entry.submit(typed, SAVE)
    assert board.first_status == 303
    (hand,) = book.read(board.path.rpartition("/")[2]).hands
    assert hand.totals == (780, -375)
    assert hand.entry.sides[0].hand == ByCard(parse_cards("AS 9D"))
    page = board.follow("Hand 1: see its lines").follow("Correct")
    assert page.form().value("s0-way") == "points"
    assert page.form().value("s0-hway") == "card"
    assert page.form().value("s0-hcards") == "AS 9D"
    assert page.form().value("s0-table") == "210"
