"""The first dealer on the page: chosen, cut for, shown as cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.rules.cards import RANKS, parse_cards

from .entries import QUIET, enter


@pytest.fixture
def keys(start):
    return start("Gatos", "Onças")


@pytest.fixture
def page(phone, keys):
    phone.get(f"/j/{keys.edit}")
    return phone.get(f"/t/{keys.id}/dealer")


def cut_with(book, match, text):
    """A cut with these cards on top."""
    wanted = parse_cards(text)
    book = replace(book, shuffle=lambda cards: wanted + cards)
    return book.cut_dealer(match, book.last_seq(match))


def rounds(page):
    """The cards of each round by player, those that were highest in capitals."""
    return [
        [(li.one("bdi").text, li.one("span", role="img")["aria-label"]) for li in ol.all("li")]
        for ol in page.root.all("ol", class_="cut")
    ]


def tags(page):
    return [node.text for node in page.root.all("span", class_="tag")]


def test_the_board_leads_there_before_the_first_hand(phone, keys):
    board = phone.get(f"/j/{keys.edit}")
    page = board.follow_row("First dealer: Onças 2")
    assert page.heading == "First dealer"
    assert "Onças 2 Gatos 1 plays first." in page.text


def test_a_cut_shows_the_cards_round_by_round(book, page, keys):
    cut_with(book, keys.id, "9H KS 4D KC  7S QH")
    shown = page.phone.get(page.path)
    assert rounds(shown) == [
        [("Gatos 1", "9♥"), ("Onças 1", "K♠"), ("Gatos 2", "4♦"), ("Onças 2", "K♣")],
        [("Onças 1", "7♠"), ("Onças 2", "Q♥")],
    ]
    assert tags(shown) == ["equal", "equal", "highest"]
    assert [h.text for h in shown.root.all("h2") if h.get("id")] == [
        "The cut",
        "Equal ranks cut again",
    ]


def test_cutting_makes_the_highest_card_the_dealer(page, keys, book):
    shown = page.press("Cut the cards")
    assert shown.first_status == 303
    (*_, last) = rounds(shown)
    ranks = {name: RANKS.index(label[:-1]) for name, label in last}
    dealer = min(ranks, key=ranks.get)
    assert list(ranks.values()).count(ranks[dealer]) == 1
    assert shown.root.one("p", class_="say").text == dealer
    assert f"Deals: {dealer} · first:" in shown.follow("To the board").heading


def test_a_double_tap_cuts_once(page, book, keys):
    first = page.press("Cut the cards")
    again = page.press("Cut the cards")
    assert rounds(first) == rounds(again)
    assert book.last_seq(keys.id) == 2


def test_a_dealer_is_chosen_by_hand(page, book, keys):
    board = page.submit({"dealer": "2"}, action="/dealer")
    assert "Deals: Gatos 2 · first: Onças 2" in board.heading
    assert book.read(keys.id).setup.dealer == 2


@pytest.mark.parametrize("seat", ["4", "-1", "x", ""])
def test_a_seat_that_nobody_has(page, book, keys, seat):
    pairs = [(k, v) for k, v in page.form("/dealer").values() if k != "dealer"]
    refused = page.phone.post(page.form("/dealer").action, [*pairs, ("dealer", seat)])
    assert refused.status == 422
    assert refused.root.one("p", role="alert").text == "Who deals first?"
    assert book.last_seq(keys.id) == 1


def test_an_old_page_changes_nothing_and_shows_what_is_new(page, book, keys):
    cut_with(book, keys.id, "2S 3S 4S 5S")
    late = page.press("Cut the cards")
    assert late.status == 409
    assert "another phone was faster" in late.root.one("p", role="alert").text
    assert len(rounds(late)) == 1
    assert book.last_seq(keys.id) == 2


def test_after_the_first_hand_the_cut_can_only_be_looked_at(page, phone, book, keys):
    cut_with(book, keys.id, "2S 3S 4S 5S")
    board = enter(phone.get(f"/t/{keys.id}"), QUIET)
    assert "First dealer" not in board.text
    shown = phone.get(page.path)
    assert len(rounds(shown)) == 1
    assert not shown.root.all("form")
    assert page.press("Cut the cards").status == 409


def test_who_watches_sees_the_cut_and_changes_nothing(page, book, keys, new_phone):
    cut_with(book, keys.id, "2S 3S 4S 5S")
    watcher = new_phone()
    assert "First dealer" not in watcher.get(f"/j/{keys.watch}").text
    shown = watcher.get(page.path)
    assert len(rounds(shown)) == 1
    assert not shown.root.all("form")
    token = [(k, v) for k, v in page.form("/cut").values() if k != "csrf_token"]
    assert watcher.post(page.form("/cut").action, token).status in (400, 403)
    assert new_phone().get(page.path).status == 404


def test_three_players_cut_each_for_themselves(new_phone):
    phone = new_phone()
    new = phone.get("/new").submit({}, "pick=three_player")
    shown = new.submit({"side0": "Ana", "side1": "Bia", "side2": "Caio", "dealer": "cut"})
    assert [name for name, _ in rounds(shown)[0]] == ["Ana", "Bia", "Caio"]
