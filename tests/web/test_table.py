"""The board, its end, and the phones that follow it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from scorekeeper.scorebook import HandRecorded
from scorekeeper.storage.log import open_log

from .entries import QUIET, SAVE, enter, match_of, rows, totals, written

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
WATCHER_FINDS_NO = ("hands/new", "/edit", "/delete", "/restore", "?like=")


def test_an_empty_board(board):
    assert written(board) == (0, 0)
    assert [node.text for node in board.root.all("p", class_="left")] == ["3,000 to go"] * 2
    assert "Play the first hand, count it, and enter it here." in board.text
    assert not board.root.all("svg", class_="chart")


def test_the_distance_to_the_target(board):
    board = enter(board, totals(1250, -50))
    left = [node.text for node in board.root.all("p", class_="left")]
    assert left == ["1,750 to go", "3,050 to go"]
    bars = board.root.all("progress")
    assert [bar["value"] for bar in bars] == ["1250", "0"]
    assert bars[0]["aria-label"] == "We: 1,250 of 3,000"


def test_hands_stand_in_a_table_the_latest_first(board):
    board = enter(enter(board, totals(500, 300)), totals(-100, 400))
    assert rows(board) == [
        ["\u2212100", "400", "2", "700", "+400"],
        ["+500", "500", "1", "300", "+300"],
    ]
    assert len(board.root.one("svg", class_="chart").all("polyline")) == 2


def test_the_deal_moves_on_with_every_hand(start, phone):
    board = phone.get(f"/j/{start('Ana e Caio', 'Bia e Davi', dealer=0).edit}")
    assert "Deals: Ana e Caio 1 · first: Bia e Davi 1" in board.heading
    assert "Deals: Bia e Davi 1" in enter(board, totals(10, 20)).heading


def test_the_end_with_its_ruling_and_its_rule(board):
    end = enter(enter(board, totals(2000, 1000)), totals(1100, 500))
    assert end.heading.startswith("End of the match")
    verdict = end.root.one("section", class_="verdict")
    assert verdict.one("h2").text == "Victory"
    assert "Victory for We with 3,100 points" in verdict.text
    assert verdict.one("code").text == "match.target"
    book = end.phone.get(verdict.one("a")["href"])
    assert book.heading == "Target"
    assert "looked at only after a whole hand" in book.text
    assert "Best hand" in end.text
    assert "+2,000 for We in hand 1" in end.text
    assert "Enter hand" not in end.text


def test_both_past_the_target(board):
    end = enter(board, totals(3100, 3500))
    verdict = end.root.one("section", class_="verdict")
    assert "Victory for They with 3,500 points" in verdict.text
    assert verdict.one("code").text == "match.both"


def test_a_tie_at_the_target_asks_for_an_extra_hand(board):
    tied = enter(board, totals(3000, 3000))
    assert tied.heading.startswith("Extra hand")
    assert "equal at 3,000 points: an extra hand decides" in tied.text
    assert tied.root.one("p", class_="extra").one("a")["href"].endswith("/rules/match.tie")
    end = enter(tied, totals(-10, 5))
    assert end.heading.startswith("End of the match")
    assert "Victory for They after the extra hand" in end.text


def test_a_tie_where_the_side_that_started_wins(start, phone):
    board = phone.get(f"/j/{start(tie='starter_wins').edit}")
    end = enter(board, totals(3000, 3000))
    assert "Victory for We: the totals are equal" in end.text


def test_one_hand_decides(start, phone):
    board = phone.get(f"/j/{start(express=True).edit}")
    assert "one hand" in board.text
    assert not board.root.all("progress")
    assert "Victory for We with 100 points" in enter(board, QUIET).text


def test_a_correction_reopens_a_match_that_was_over(board):
    end = enter(board, totals(3100, 200))
    page = end.follow("Hand 1: see its lines").follow("Correct")
    board = page.submit({"s0-total": "2100"}, SAVE)
    assert board.heading.startswith("Hand 2")
    assert board.follow("Enter hand").heading == "Enter hand 2"


def test_the_link_to_join_leaves_the_secret_out_of_the_address(start, phone):
    keys = start()
    answer = phone.get(f"/j/{keys.edit}", redirect=False)
    assert answer.status == 303
    assert answer.answer.headers["Location"] == f"/t/{keys.id}"
    board = phone.get(f"/t/{keys.id}")
    assert keys.edit not in board.raw
    assert keys.watch not in board.raw
    assert board.follow("Enter hand").status == 200


def test_a_phone_that_watches(start, phone, new_phone):
    keys = start()
    board = enter(phone.get(f"/j/{keys.edit}"), QUIET)
    watching = new_phone().get(f"/j/{keys.watch}")
    assert written(watching) == written(board)
    for page in (watching, watching.follow("Hand 1: see its lines")):
        assert not [link for link in page.links() if any(m in link for m in WATCHER_FINDS_NO)]
        assert not page.root.all("form")
    home = watching.phone.get("/")
    assert "Watch with hand 2" in home.text


def test_a_phone_that_watches_sees_no_deleted_hand(start, phone, new_phone):
    keys = start()
    board = enter(phone.get(f"/j/{keys.edit}"), QUIET)
    board.follow("Hand 1: see its lines").submit(action="/delete")
    watching = new_phone().get(f"/j/{keys.watch}")
    assert not watching.root.all("form")
    assert "No hand yet. This page follows by itself." in watching.text


def test_a_phone_that_watches_cannot_write_by_any_request(start, phone, new_phone, book):
    keys = start()
    form = enter(phone.get(f"/j/{keys.edit}"), QUIET).follow("Enter hand").form()
    watcher = new_phone()
    watcher.get(f"/j/{keys.watch}")
    token = watcher.get("/new").form().value("csrf_token")
    pairs = [(k, v) for k, v in form.filled(QUIET, SAVE) if k != "csrf_token"]
    table = f"/t/{keys.id}"
    assert watcher.get(f"{table}/hands/new").status == 403
    assert watcher.get(f"{table}/hands/2/edit").status == 403
    for path in ("hands/new", "hands/2/edit", "hands/preview", "hands/2/delete", "hands/2/restore"):
        page = watcher.post(f"{table}/{path}", [*pairs, ("csrf_token", token)])
        assert page.status == 403
        assert page.heading == "This phone may only watch"
    assert book.last_seq(keys.id) == 2


def test_a_watch_link_does_not_take_entering_away(start, phone):
    keys = start()
    phone.get(f"/j/{keys.edit}")
    board = phone.get(f"/j/{keys.watch}")
    assert board.follow("Enter hand").status == 200


def test_an_edit_link_lets_a_watching_phone_enter(start, phone):
    keys = start()
    phone.get(f"/j/{keys.watch}")
    assert phone.get(f"/j/{keys.edit}").follow("Enter hand").status == 200


@pytest.mark.parametrize("secret", ["x", "A" * 24, "%00", "..%2f..", "'%20OR%201=1", "é" * 40])
def test_a_forged_link(phone, secret):
    page = phone.get(f"/j/{secret}")
    assert page.status == 404
    assert page.heading == "This page is not here"
    assert "Ask for the QR code of the table again." in page.text


def test_a_link_that_was_cut_short(start, phone):
    assert phone.get(f"/j/{start().edit[:-1]}").status == 404


@pytest.mark.parametrize(
    "path", ["", "/board", "/share", "/rules", "/log", "/options", "/hands/new", "/hands/2"]
)
def test_the_address_of_a_match_alone_opens_nothing(start, phone, path):
    page = phone.get(f"/t/{start().id}{path}")
    assert page.status == 404


def test_the_secret_of_one_match_does_not_open_another(app, start, new_phone):
    mine, theirs = start(), start()
    phone = new_phone()
    with phone.client.session_transaction() as session:
        session["matches"] = [[theirs.id, mine.edit]]
    assert phone.get(f"/t/{theirs.id}").status == 404


def test_following(board, phone, new_phone, start):
    match = match_of(board)
    address = board.id("board")["hx-get"]
    quiet = phone.get(address)
    assert (quiet.status, quiet.raw) == (204, "")
    enter(board, QUIET)
    news = phone.get(address)
    assert news.status == 200
    assert [n["id"] for n in news.root.children if not isinstance(n, str)] == ["board"]
    assert written(news) == (100, 50)
    assert phone.get(news.id("board")["hx-get"]).status == 204
    assert new_phone().get(f"/t/{match}/board?seen=2").status == 404


@pytest.mark.parametrize("seen", ["", "?seen=", "?seen=x", "?seen=0", "?seen=99", "?seen=-1"])
def test_following_without_a_number_that_fits_shows_the_board(board, phone, seen):
    assert phone.get(f"{board.path}/board{seen}").status == 200


def test_a_watching_phone_follows_too(start, phone, new_phone):
    keys = start()
    watcher = new_phone().get(f"/j/{keys.watch}")
    enter(phone.get(f"/j/{keys.edit}"), QUIET)
    news = watcher.phone.get(watcher.id("board")["hx-get"])
    assert written(news) == (100, 50)
    assert not news.root.all("nav")


def test_a_match_of_200_hands_stays_light_and_usable(start, phone, book):
    keys = start(target=100_000)
    with open_log(book.path) as log, log.writing():
        for n in range(200):
            log.append(keys.id, HandRecorded((100 + n, -5)), n + 1, at=NOON, by="")
    board = phone.get(f"/j/{keys.edit}")
    assert len(rows(board)) == 200
    assert len(board.raw.encode()) < 100_000
    assert board.follow("Enter hand").heading == "Enter hand 201"
    assert board.follow("Hand 200: see its lines").follow("Hand 199").heading == "Hand 199"
