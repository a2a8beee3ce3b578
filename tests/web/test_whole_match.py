"""A whole match on a browser without JavaScript, from the first page to the rematch."""

from __future__ import annotations

from .entries import CHECK, EXAMPLE, QUIET, SAVE, enter, rows, totals, written


def test_from_the_first_page_to_the_rematch(phone):
    home = phone.get("/")
    new = home.follow("Start a match")
    new = new.submit({"side0": "Gatos", "side1": "Gatas"}, "step=o-max_wilds:+1")
    new = new.submit({}, "step=o-max_wilds:-1")
    board = new.submit({"player0": "Ana", "target": "own", "target_own": "1.000"})
    assert "to 1,000" in board.text

    form = board.follow("Enter hand").submit({"s0-table": "210"}, "step=s0-clean:+1")
    form = form.submit({}, "step=s0-dirty:+1").submit(EXAMPLE, CHECK)
    assert [node.text for node in form.id("live").all("output")] == ["+780", "\u2212375"]
    assert written(phone.get(board.path)) == (0, 0)
    refused = form.submit({"s0-hand": ""}, SAVE)
    assert refused.status == 422
    board = refused.submit({"s0-hand": "30"}, SAVE)
    assert written(board) == (780, -375)

    board = enter(board, QUIET)
    assert written(board) == (880, -325)
    shown = board.follow("Hand 2: see its lines")
    board = shown.follow("Correct").submit({"s0-table": "110"}, SAVE)
    assert written(board) == (890, -325)
    board = board.follow("Hand 1: see its lines").submit(action="/delete")
    assert written(board) == (110, 50)
    board = board.submit(action="/restore")
    assert written(board) == (890, -325)

    end = enter(board, totals(150, -1050))
    assert end.heading.startswith("End of the match")
    assert written(end) == (1040, -1375)
    assert len(rows(end)) == 3
    verdict = end.root.one("section", class_="verdict")
    assert "Victory for Gatos with 1,040 points" in verdict.text
    rule = phone.get(verdict.one("a")["href"])
    assert "The match goes to 1,000 points" in rule.text

    home = phone.get("/")
    assert "Gatos beat Gatas" in home.text
    again = phone.get(end.path).follow("Rematch").submit()
    assert written(again) == (0, 0)
    assert "Gatos" in again.text
