"""Matches far longer than any evening: log and hands in stretches, joined by plain links."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from scorekeeper.scorebook import (
    AdjustmentDeleted,
    HandDeleted,
    HandRecorded,
    HandRestored,
    OptionsChanged,
    PointsAdjusted,
    RulingKept,
    history,
)
from scorekeeper.storage.log import open_log
from scorekeeper.web import log_pages, ruling_kept
from scorekeeper.web.stretches import LATEST, Stretch, cut_stretch
from scorekeeper.web.views import table

from .entries import SAVE, match_of, rows, totals, written
from .test_log import entries, log_of

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
HAND = HandRecorded((10, -5))
MOST_EVENTS, MOST_HANDS, MOST_DELETED = 20, 18, 16  # on a page of these tests
LAST = 2 * MOST_EVENTS + 9
RULING = RulingKept("pile", {}, "yes", "", None, "pile.top")


@pytest.fixture
def grow(book):
    """Writes events into the log of a match."""

    def growing(keys, *events):
        with open_log(book.path) as log, log.writing():
            for event in events:
                log.append(keys.id, event, log.last_seq(keys.id), at=NOON, by="")

    return growing


@pytest.fixture
def short_pages(monkeypatch):
    """Pages with room for few, so that few fill them."""
    monkeypatch.setattr(log_pages, "MOST_EVENTS", MOST_EVENTS)
    monkeypatch.setattr(table, "MOST_HANDS", MOST_HANDS)
    monkeypatch.setattr(table, "MOST_DELETED", MOST_DELETED)


@pytest.fixture
def long_match(short_pages, start, grow):
    """A match of two and a half pages of the log and of hands, its start and all."""
    keys = start(target=100_000)
    grow(keys, *[HAND] * LAST)
    return keys


def has(page, words, tag="a"):
    return any(node.text == words for node in page.root.all(tag))


# stretches


@pytest.mark.parametrize(
    ("before", "most", "expected"),
    [
        (None, 3, Stretch((9, 8, 7), 7, None)),
        (7, 3, Stretch((6, 4, 3), 3, LATEST)),
        (3, 3, Stretch((1,), None, 7)),
        (8, 3, Stretch((7, 6, 4), 4, LATEST)),
        (5, 3, Stretch((4, 3, 1), None, 9)),
        (None, 7, Stretch((9, 8, 7, 6, 4, 3, 1), None, None)),
        (None, 6, Stretch((9, 8, 7, 6, 4, 3), 3, None)),
        (1, 3, Stretch((9, 8, 7), 7, None)),
        (-4, 3, Stretch((9, 8, 7), 7, None)),
        (10**30, 3, Stretch((9, 8, 7), 7, None)),
    ],
)
def test_a_stretch_and_its_neighbours(before, most, expected):
    assert cut_stretch((9, 8, 7, 6, 4, 3, 1), before, most, lambda seq: seq) == expected


def test_of_nothing_nothing_is_shown():
    assert cut_stretch((), 5, 3, lambda seq: seq) == Stretch((), None, None)


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5, 6, 7, 12, 13])
def test_every_item_is_on_one_stretch_there_and_back(length):
    items, most = tuple(range(3 * length, 0, -3)), 3
    stretch, seen, befores = cut_stretch(items, None, most, int), [], [LATEST]
    while stretch.earlier is not None:
        seen += stretch.shown
        befores.append(stretch.earlier)
        stretch = cut_stretch(items, stretch.earlier, most, int)
    assert (*seen, *stretch.shown) == items
    for before in befores[-2::-1]:
        assert stretch.later == before
        stretch = cut_stretch(items, stretch.later, most, int)
    assert stretch.later is None


# the log


def test_a_long_log_is_told_in_stretches(phone, long_match):
    page = log_of(phone.get(f"/j/{long_match.edit}"))
    told, pages = entries(page), [page]
    assert len(told) == MOST_EVENTS
    while has(pages[-1], "Earlier entries"):
        pages.append(pages[-1].follow("Earlier entries"))
        assert len(entries(pages[-1])) <= MOST_EVENTS
        told += entries(pages[-1])
    assert len(pages) == 3
    assert told[0] == f"Hand {LAST} entered | Undo"
    assert told[1:-1] == [f"Hand {n} entered" for n in range(LAST - 1, 0, -1)]
    assert told[-1] == "Match started"
    back = pages[-1].follow("Later entries")
    assert entries(back) == entries(pages[1])
    first = back.follow("Later entries")
    assert entries(first) == entries(page)
    assert not has(first, "Later entries")
    assert "before" not in first.path


def test_an_ordinary_evening_fits_on_one_page():
    assert log_pages.MOST_EVENTS >= 200
    assert table.MOST_HANDS >= 100
    assert table.FEW_DELETED >= 3


def test_a_full_page_has_no_such_links(short_pages, phone, start, grow):
    keys = start(target=100_000)
    grow(keys, *[HAND] * (MOST_EVENTS - 1))
    page = log_of(phone.get(f"/j/{keys.edit}"))
    assert len(entries(page)) == MOST_EVENTS
    assert not has(page, "Earlier entries") and not has(page, "Later entries")


@pytest.mark.parametrize("before", ["", "x", "0", "-3", "1", "9" * 30])
def test_a_place_that_is_none_shows_the_latest(phone, long_match, before):
    phone.get(f"/j/{long_match.edit}")
    page = phone.get(f"/t/{long_match.id}/log?before={before}")
    assert entries(page)[0].endswith("| Undo")


def test_what_was_deleted_long_ago_is_put_back_from_its_stretch(
    short_pages, phone, start, grow, book
):
    keys = start(target=100_000)
    grow(keys, HAND, PointsAdjusted((0, -100), "foul"), HAND, HandDeleted(2))
    book_seen = book.last_seq(keys.id)
    book.delete_adjustment(keys.id, 3, book_seen)
    grow(keys, *[HAND] * MOST_EVENTS)
    page = log_of(phone.get(f"/j/{keys.edit}"))
    assert not has(page, "Put back", "button")
    old = page.follow("Earlier entries")
    assert [line for line in entries(old) if line.endswith("Put back")] == [
        "Points beside the hands deleted | Put back",
        "Hand 1 deleted | Put back",
    ]
    phone.post(*form_of(old, "Hand 1 deleted"))
    phone.post(*form_of(phone.get(old.path), "Points beside the hands deleted"))
    record = book.read(keys.id)
    assert not record.deleted and not record.deleted_adjustments


def test_of_several_deletions_the_latest_is_taken_back(phone, start, grow):
    keys = start(target=100_000)
    grow(keys, HAND, HandDeleted(2), HandRestored(2), HandDeleted(2), HandRecorded((1, 1)))
    offers = [line for line in entries(log_of(phone.get(f"/j/{keys.edit}"))) if "deleted" in line]
    assert offers == ["Hand 1 deleted | Put back", "Hand 1 deleted"]


def form_of(page, title):
    """The address and the fields of the button below the entry with this title."""
    (item,) = [li for li in page.root.all("li") if li.all("h3") and li.one("h3").text == title]
    form = item.one("form")
    return form["action"], [(one["name"], one.get("value", "")) for one in form.all("input")]


def test_many_undos_reach_back_into_an_older_stretch_and_stay_there(
    phone, start, grow, monkeypatch, book
):
    monkeypatch.setattr(log_pages, "MOST_EVENTS", 3)
    keys = start()
    grow(keys, HAND, HAND, HAND)
    page = log_of(phone.get(f"/j/{keys.edit}"))
    for number in (3, 2):
        page = page_with(page, "Undo").press("Undo")
        assert page.status == 200
        assert f"Hand {number} entered" in "".join(entries(page))
    older = page_with(log_of(page), "Undo")
    assert "before=" in older.path
    after = older.press("Undo")
    assert after.path == older.path
    assert not book.read(keys.id).hands
    redone = page_with(log_of(after), "Redo").press("Redo")
    assert len(book.read(keys.id).hands) == 1
    assert redone.status == 200


def page_with(page, button):
    """The page itself, or the first earlier one with this button."""
    while not has(page, button, "button"):
        page = page.follow("Earlier entries")
    return page


def test_a_phone_is_named_on_any_stretch_and_stays_there(phone, long_match):
    old = log_of(phone.get(f"/j/{long_match.edit}")).follow("Earlier entries")
    wrong = old.submit({"nickname": "x" * 500}, action=name_form(old))
    assert wrong.status == 422
    assert entries(wrong) == entries(old)
    named = wrong.submit({"nickname": "Ana"}, action=name_form(wrong))
    assert named.path == old.path
    assert "Ana" in named.text


def name_form(page):
    (found,) = [node["action"] for node in page.root.all("form") if "/log/name" in node["action"]]
    return found


def test_what_is_the_same_for_all_entries_is_worked_out_once(phone, start, grow, monkeypatch):
    keys, asked = start(target=100_000), []
    grow(keys, *[HAND, RULING] * 20)
    hidden = log_pages.hidden_from
    rulings = log_pages.told_again
    monkeypatch.setattr(log_pages, "hidden_from", lambda r: asked.append("hidden") or hidden(r))
    monkeypatch.setattr(
        log_pages, "told_again", lambda *given: asked.append("rulings") or rulings(*given)
    )
    page = log_of(phone.get(f"/j/{keys.edit}"))
    assert len([line for line in entries(page) if line.startswith("Ruling no.")]) == 20
    assert asked == ["hidden", "rulings"]


def test_only_what_is_shown_is_told(short_pages, phone, start, grow, monkeypatch):
    """A page of a long log takes no longer than the reading of that log."""
    keys, told = start(target=100_000), []
    grow(keys, *[HAND, RULING, OptionsChanged({"target": 5000})] * MOST_EVENTS)
    page = log_of(phone.get(f"/j/{keys.edit}"))
    for module, name in ((history, "_step"), (ruling_kept, "_told")):
        tell = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *given, t=tell: told.append(t) or t(*given))
    old = page.follow("Earlier entries")
    assert len(entries(old)) == MOST_EVENTS
    assert MOST_EVENTS < len(told) <= MOST_EVENTS + MOST_EVENTS // 3 + 2


# the board


def test_a_very_long_board_shows_the_latest_hands_and_links_to_the_others(phone, long_match):
    board = phone.get(f"/j/{long_match.edit}")
    found, page = rows(board), board
    assert len(found) == MOST_HANDS
    while has(page, "Earlier hands"):
        page = page.follow("Earlier hands")
        assert page.status == 200
        assert len(rows(page)) <= MOST_HANDS
        found += rows(page)
    assert [row[2] for row in found] == [str(n) for n in range(LAST, 0, -1)]
    assert found[-1] == ["+10", "10", "1", "\u22125", "\u22125"]
    assert written(board) == (10 * LAST, -5 * LAST)
    while has(page, "Later hands"):
        page = page.follow("Later hands")
    assert page.path == board.path


def test_a_hand_of_long_ago_is_corrected_as_any(phone, long_match):
    page = phone.get(f"/j/{long_match.edit}").follow("Earlier hands").follow("Earlier hands")
    hand = page.follow("Hand 1: see its lines")
    board = hand.follow("Correct").submit(totals(20, 0), SAVE)
    assert written(board)[0] == 10 * (LAST + 1)
    again = board.follow("Earlier hands").follow("Earlier hands")
    assert again.follow("Hand 1, corrected: see its lines").status == 200


def test_who_watches_sees_them_too_and_strangers_do_not(long_match, new_phone):
    watcher = new_phone()
    page = watcher.get(f"/j/{long_match.watch}").follow("Earlier hands")
    assert len(rows(page)) == MOST_HANDS
    assert not page.root.all("form")
    assert new_phone().get(page.path).status == 404


def test_a_full_board_has_no_such_link(short_pages, phone, start, grow):
    keys = start(target=100_000)
    grow(keys, *[HAND] * MOST_HANDS)
    board = phone.get(f"/j/{keys.edit}")
    assert len(rows(board)) == MOST_HANDS
    assert not has(board, "Earlier hands")


@pytest.fixture
def much_deleted(short_pages, start, grow):
    """A match whose hands were all deleted, and points beside them."""
    keys = start(target=100_000)
    hands = [HandRecorded((number, -5)) for number in range(2, LAST + 2)]
    grow(keys, *hands, PointsAdjusted((-300, 0), "foul"))
    grow(keys, AdjustmentDeleted(LAST + 2), *map(HandDeleted, range(2, LAST + 2)))
    return keys


def put_back(page):
    """The points of what this page offers to put back."""
    offers = [form for form in page.root.all("form") if "/restore" in form["action"]]
    return [form.one("small").text.split(" : ")[0] for form in offers]


def test_what_was_deleted_of_a_very_long_match_is_offered_in_stretches(phone, much_deleted, book):
    board = phone.get(f"/j/{much_deleted.edit}")
    found, pages = put_back(board), [board.follow_row("More that was deleted")]
    assert len(found) == table.FEW_DELETED
    while True:
        assert 0 < len(put_back(pages[-1])) <= MOST_DELETED
        found += put_back(pages[-1])
        if not has(pages[-1], "Earlier entries"):
            break
        pages.append(pages[-1].follow("Earlier entries"))
    assert found == ["\u2212300", *(f"+{number}" for number in range(LAST + 1, 1, -1))]
    assert put_back(pages[-1].follow("Later entries")) == put_back(pages[-2])
    assert pages[0].follow("Later entries").path == board.path
    last = [form for form in pages[-1].root.all("form") if "/restore" in form["action"]][-1]
    fields = [(one["name"], one.get("value", "")) for one in last.all("input")]
    assert phone.post(last["action"], fields).status == 200
    assert [hand.id for hand in book.read(much_deleted.id).hands] == [2]


def test_a_few_that_were_deleted_are_all_on_the_board(short_pages, phone, start, grow):
    keys = start(target=100_000)
    few = table.FEW_DELETED
    grow(keys, *[HAND] * few, *map(HandDeleted, range(2, few + 2)))
    board = phone.get(f"/j/{keys.edit}")
    assert len(put_back(board)) == few
    assert "More that was deleted" not in board.text
    assert put_back(phone.get(f"/t/{keys.id}/deleted")) == put_back(board)


def test_where_nothing_is_to_be_put_back_there_is_a_sentence(board):
    page = board.phone.get(f"/t/{match_of(board)}/deleted?before=x")
    assert page.status == 200
    assert "Nothing was deleted since the last hand." in page.text


def test_who_watches_is_offered_nothing_to_put_back(much_deleted, new_phone):
    watcher = new_phone()
    board = watcher.get(f"/j/{much_deleted.watch}")
    assert not put_back(board) and "More that was deleted" not in board.text
    assert watcher.get(f"/t/{much_deleted.id}/deleted").status == 403
    assert new_phone().get(f"/t/{much_deleted.id}/deleted").status == 404


@pytest.mark.parametrize("before", ["", "x", "1", "9" * 30])
def test_a_match_without_hands_before_that_has_a_page_all_the_same(board, before):
    page = board.phone.get(f"/t/{match_of(board)}/earlier?before={before}")
    assert page.status == 200


def test_a_ruling_by_a_rule_of_another_version_stands_in_the_log(phone, start, grow):
    keys = start()
    grow(keys, RulingKept("pile", {}, "yes", "", None, "pile.later"))
    page = log_of(phone.get(f"/j/{keys.edit}"))
    title = "Ruling no. 1: May I take the pile? Yes (pile.later)"
    assert entries(page)[0] == title
    assert page.follow(title).status == 200
