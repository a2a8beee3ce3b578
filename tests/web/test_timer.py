"""The page of the turn timer, and what the pages say about the screen, without a script."""

from __future__ import annotations

import re

from scorekeeper.rules.ruleset import CLASSIC
from scorekeeper.scorebook import MatchSetup, SideSetup

from .entries import QUIET, enter


def order(page):
    return [li.one("bdi").text for li in page.root.all("ol", class_="order")[0].all("li")]


def test_the_players_are_in_the_order_of_play_from_the_first_of_this_hand(book, phone):
    sides = (SideSetup("We", ("Ana", "Caio")), SideSetup("They", ("Bia", "Davi")))
    keys = book.start(MatchSetup(CLASSIC, sides, dealer=1))
    board = phone.get(f"/j/{keys.edit}")
    timer = board.follow_row("Turn timer")
    assert order(timer) == ["Caio", "Davi", "Ana", "Bia"]
    after = enter(phone.get(f"/t/{keys.id}"), QUIET).follow_row("Turn timer")
    assert order(after) == ["Davi", "Ana", "Bia", "Caio"]
    assert (timer.id("timer")["data-hand"], after.id("timer")["data-hand"]) == ("1", "2")


def test_unnamed_players_go_by_side_and_place(board):
    assert order(board.follow_row("Turn timer")) == ["We 1", "They 1", "We 2", "They 2"]


def test_without_a_script_the_page_says_that_it_needs_one(board):
    page = board.follow_row("Turn timer")
    assert "needs JavaScript" in page.root.one("noscript").text
    assert page.id("timer").get("hidden") is not None
    assert page.id("timer-bar").get("hidden") is not None


def test_who_watches_has_a_timer_and_strangers_have_none(start, new_phone):
    keys = start()
    watcher = new_phone()
    assert watcher.get(f"/j/{keys.watch}").follow_row("Turn timer").status == 200
    assert new_phone().get(f"/t/{keys.id}/timer").status == 404


def asks_for_light(page):
    return bool(page.root.all(data_awake=True) or page.root.all("body", data_playing=True))


def test_the_screen_is_kept_on_while_the_match_is_played_and_not_after(board, book, phone):
    assert asks_for_light(board)
    assert asks_for_light(board.follow("Enter hand"))
    assert asks_for_light(board.follow_row("Turn timer"))
    end = enter(board, {"totals_only": "1", "s0-total": "3000", "s1-total": "0"})
    assert not asks_for_light(end)
    assert not asks_for_light(phone.get(f"{end.path}/timer"))
    assert "Turn timer" not in end.text


def test_the_switch_waits_for_the_script_and_without_one_the_page_says_what_to_do(board):
    (row,) = board.root.all("label", data_awake=True)
    assert row.get("hidden") is not None
    assert row.one("input").get("name") is None
    said = [node.text for node in board.root.all("noscript")]
    assert any("longer time in the phone's settings" in text for text in said)


def test_the_silent_film_is_ours_small_and_allowed(board):
    (script,) = [s for s in board.root.all("script") if "awake.js" in s["src"]]
    answer = board.phone.fetch(script["data-film"])
    assert answer.status_code == 200
    assert answer.mimetype == "video/mp4"
    assert b"mp4a" in answer.data  # a silent track: without one Firefox lets the phone sleep
    assert len(answer.data) < 5000
    part = board.phone.fetch(script["data-film"], Range="bytes=0-1")  # Safari asks so first
    assert (part.status_code, len(part.data)) == (206, 2)
    policy = board.answer.headers["Content-Security-Policy"]
    assert re.search(r"media-src 'self'(;|$)", policy)
