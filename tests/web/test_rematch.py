"""The rematch, the way from one match to the next and back, and the day."""

from __future__ import annotations

import pytest

from .entries import enter, match_of, totals, written


@pytest.fixture
def end(phone):
    """The end of a match of Gatos and Onças, 3,200 : 400."""
    typed = {"side0": "Gatos", "side1": "Onças", "player0": "Ana", "player1": "Bia"}
    board = phone.get("/new").submit(typed | {"o-runs": "1", "dealer": "3"})
    return enter(board, totals(3200, 400))


def names(page):
    found = page.id("board").one("div", class_="tee").all("h2")
    return [node.text for node in found]


def day_of(page):
    """The sides of the day as the page lists them."""
    return [
        (li.one("b", class_="nm").text, li.one("span", class_="day").text)
        for li in page.root.all("li", class_="row")
        if li.all("span", class_="day")
    ]


def test_the_same_table_plays_again_in_two_taps(end, book):
    again = end.follow("Rematch").press("Same seats")
    assert again.first_status == 303
    assert match_of(again) != match_of(end)
    assert names(again) == ["Gatos", "Onças"]
    assert written(again) == (0, 0)
    assert "Deals: Ana · first: Bia" in again.heading
    record = book.read(match_of(again))
    assert record.ruleset.runs
    assert record.setup.follows == match_of(end)


def test_seats_are_swapped_if_so_chosen(end):
    asked = end.follow("Rematch")
    assert [dd.text for dd in asked.root.all("dd")] == ["Ana deals", "Bia deals"]
    again = asked.press("Swap seats")
    assert names(again) == ["Onças", "Gatos"]
    assert "Deals: Bia · first: Ana" in again.heading


def test_a_double_tap_starts_one_rematch(end, phone):
    asked = end.follow("Rematch")
    first = asked.press("Same seats")
    assert asked.press("Same seats").path == first.path
    assert phone.get(asked.path).path == first.path
    assert len(phone.get("/").root.all("a", class_="go")) == 1


def test_another_phone_that_follows_is_offered_the_rematch(end, new_phone, book):
    keys = book.keys(match_of(end))
    seen = book.last_seq(keys.id)
    editor, watcher = new_phone(), new_phone()
    editor.get(f"/j/{keys.edit}")
    watcher.get(f"/j/{keys.watch}")
    again = end.follow("Rematch").press("Same seats")
    for other in (editor, watcher):
        told = other.get(f"/t/{keys.id}/board?seen={seen}")
        assert told.status == 200
        assert "The rematch has started." in told.text or "The rematch has started." in told.raw
        board = other.get(f"/t/{keys.id}/next")
        assert board.path == f"/t/{match_of(again)}"
    assert "Enter hand" in editor.get(again.path).text
    assert "Enter hand" not in watcher.get(again.path).text
    assert watcher.get(f"{again.path}/hands/new").status == 403


def test_a_stranger_gets_no_way_in(end, new_phone):
    end.follow("Rematch").press("Same seats")
    for page in ("next", "previous", "rematch", "day"):
        assert new_phone().get(f"{end.path}/{page}").status == 404


def test_who_watches_starts_no_rematch(end, new_phone, book):
    watcher = new_phone()
    watcher.get(f"/j/{book.keys(match_of(end)).watch}")
    assert watcher.get(f"{end.path}/rematch").status == 403
    assert book.read(match_of(end)).successor == ""


def test_the_new_match_leads_back_and_the_old_one_on(end, new_phone, book):
    again = end.follow("Rematch").press("Same seats")
    back = again.follow_row("The match before this one")
    assert back.path == end.path
    assert "Enter" not in back.heading
    assert {"To the rematch"} <= {a.text for a in back.root.all("a")}
    late = new_phone()  # invited to the rematch only: sees the old one, and changes nothing there
    late.get(f"/j/{book.keys(match_of(again)).edit}")
    old = late.get(f"{again.path}/previous")
    assert old.path == end.path
    assert late.get(f"{end.path}/adjust").status == 403
    assert late.get(f"{again.path}/adjust").status == 200


def test_looking_back_takes_no_right_away(end):
    again = end.follow("Rematch").press("Same seats")
    again.follow_row("The match before this one")
    assert end.phone.get(f"{end.path}/adjust").status == 200


def test_a_match_in_play_asks_for_no_rematch(board, phone):
    assert phone.get(f"{board.path}/rematch").path == board.path
    assert phone.get(f"{board.path}/next").path == board.path
    assert phone.get(f"{board.path}/previous").status == 404


def test_the_day_is_told_at_the_end_and_on_its_own_page(end):
    assert not day_of(end)  # one match is no day yet
    second = enter(end.follow("Rematch").press("Swap seats"), totals(3500, 100))  # Onças win
    third = enter(second.follow("Rematch").press("Same seats"), totals(50, 3050))  # Gatos win
    expected = [("Onças", "1 match won 3,950 points"), ("Gatos", "2 matches won 6,350 points")]
    assert day_of(third) == expected
    verdict = third.root.one("section", class_="verdict")
    assert "Today at this table: Onças 1 · Gatos 2" in verdict.text
    page = third.follow("All matches of the day")
    assert page.heading == "Today at this table"
    assert day_of(page) == expected
    rows = [[c.text for c in tr.all() if c.tag in ("td", "th")] for tr in page.root.all("tr")]
    assert rows == [
        ["Match", "Onças", "Gatos"],
        ["1", "400", "3,200won"],
        ["2", "3,500won", "100"],
        ["3", "50", "3,050won"],
    ]


def test_an_annulled_match_is_listed_and_counts_nothing(end, book):
    """`match.annul`"""
    second = end.follow("Rematch").press("Same seats")
    match = match_of(second)
    book.record_hand(match, (100, 900), 1)
    book.annul(match, (True, True), 2)
    board = end.phone.get(second.path)
    assert "counts in no ranking" in board.text
    assert board.root.one("code").text == "match.annul"
    assert day_of(board) == [
        ("Gatos", "1 match won 3,200 points"),
        ("Onças", "0 matches won 400 points"),
    ]
    page = board.follow("All matches of the day")
    assert "1 match counts" in page.text
    assert "annulled, does not count" in page.text


def test_a_day_long_ago_is_called_by_its_date(end, monkeypatch):
    class Later:
        @staticmethod
        def now(zone):
            from datetime import datetime, timedelta

            return datetime.now(zone) + timedelta(days=40)

    monkeypatch.setattr("scorekeeper.web.day_pages.datetime", Later)
    page = end.phone.get(f"{end.path}/day")
    assert page.heading.endswith(" at this table")
    assert not page.heading.startswith("Today")


@pytest.mark.parametrize(
    ("hands", "options", "rule", "words"),
    [
        (
            [(3200, 400)],
            {},
            "match.target",
            "We with 3,200 points, alone at or past the target of 3,000",
        ),
        ([(3200, 3400)], {}, "match.both", "They with 3,400 points: more than one side reached"),
        ([(3100, 3100), (10, 20)], {}, "match.tie", "They after the extra hand: 3,120 points"),
        ([(90, 80)], {"express": True}, "match.express", "We with 90 points: one hand decides"),
    ],
)
def test_the_end_says_who_how_with_which_numbers_and_by_which_rule(
    phone, start, book, hands, options, rule, words
):
    keys = start(**options)
    for hand in hands:
        book.record_hand(keys.id, hand, book.last_seq(keys.id))
    verdict = phone.get(f"/j/{keys.edit}").root.one("section", class_="verdict")
    assert words in verdict.text
    assert verdict.one("code").text == rule
    assert verdict.one("a")["href"] == f"/t/{keys.id}/rules/{rule}"


@pytest.mark.parametrize(
    ("hand", "heading", "words"),
    [
        ((90, 80), "Victory", "We with 90 points: the match was stopped"),
        ((80, 80), "No winner", "a draw"),
    ],
)
def test_a_match_that_was_stopped_says_so(phone, start, book, hand, heading, words):
    keys = start()
    book.record_hand(keys.id, hand, 1)
    book.stop(keys.id, 2)
    verdict = phone.get(f"/j/{keys.edit}").root.one("section", class_="verdict")
    assert verdict.one("h2").text == heading
    assert words in verdict.text
    assert verdict.one("code").text == "match.stopped"


def test_names_in_the_verdict_stay_apart_from_its_sentence(phone, start, book):
    keys = start("<b>Ana", "\u05d0\u05d1\u05d2")
    book.record_hand(keys.id, (3000, 3000), 1)
    extra = phone.get(f"/j/{keys.edit}").root.one("p", class_="extra")
    assert [node.text for node in extra.all("bdi")] == ["<b>Ana", "\u05d0\u05d1\u05d2"]
