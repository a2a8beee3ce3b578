"""Names made to break out of a page stay names, on every page."""

from __future__ import annotations

import pytest

from .browsing import read
from .entries import CHECK, EXAMPLE, QUIET, SAVE, enter, totals

SCRIPT = "<script>alert(1)</script>"
IMAGE = '"><img src=x onerror=alert(1)>'
PERCENT = "%(points)s {{ 7*7 }} 100% &amp;"


@pytest.mark.parametrize(("ours", "theirs"), [(SCRIPT, IMAGE), (PERCENT, "' onfocus='x")])
def test_on_every_page_of_a_match(phone, new_phone, ours, theirs):
    def check(page):
        for node in page.root.walk():
            assert node.tag != "img"
            assert not (node.tag == "script" and not node.get("src"))
        if page.root.all("body"):
            assert " ".join(ours.split()) in page.root.text or ours in page.root.text
        return page

    typed = {"side0": ours, "side1": theirs, "player0": IMAGE, "player1": SCRIPT[:40]}
    refused = phone.get("/new").submit(typed | {"target": "own"})
    assert refused.status == 422
    assert refused.form().value("side0") == ours
    board = check(refused.submit({"target": "3000"}))
    form = check(board.follow("Enter hand"))
    check(form.submit(EXAMPLE | {"s0-table": IMAGE, "s1-table": SCRIPT}, SAVE))
    check(form.submit(totals(3100, 0), CHECK))
    behind = form
    board = check(form.submit(EXAMPLE, SAVE))
    check(board.follow("Hand 1: see its lines"))
    check(board.follow("Hand 1: see its lines").follow("Correct"))
    check(behind.phone.post(behind.form().action, [
        (k, "other" if k == "entry_id" else v) for k, v in behind.form().filled(QUIET, SAVE)
    ]))  # fmt: skip
    news = phone.get(f"{board.path}/board?seen=1")
    assert ours in news.root.text
    phone.get(f"{board.path}/log").submit({"nickname": IMAGE[:40]}, action="/log/name")
    check(phone.get(f"{board.path}/log"))
    check(phone.get("/"))
    end = check(enter(board, totals(3100, 0)))
    check(end.phone.get("/"))
    asked = end.follow("Rematch")
    assert asked.follow_row("Change names or rules first").form().value("side0") == ours
    again = enter(asked.press("Swap seats"), totals(3200, 10))
    for page in (asked, again, again.follow("All matches of the day")):
        assert {ours, theirs} <= {node.text for node in page.root.all("bdi")}, page.path


def test_what_cannot_be_read_is_shown_as_text(board):
    page = board.follow("Enter hand").submit(QUIET | {"s0-table": IMAGE}, SAVE)
    assert not page.root.all("img")
    assert f"“{IMAGE}” is not a number." in page.problems("s0-table")[0]


def test_hostile_addresses(phone):
    for path in ("/rules/<script>x</script>", "/t/<img src=x>/rules", "/j/<script>"):
        page = phone.get(path)
        assert page.status == 404
        assert not page.root.all("img")


def test_the_reader_of_these_tests_would_notice():
    assert read(f"<p>{IMAGE}</p>".replace('">', "")).all("img")
