"""What the pages show, made from the record of a match."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.rules.options import override
from scorekeeper.rules.ruleset import CLASSIC, PRESETS
from scorekeeper.rules.tally import ByPoints, Canastas, CountedTable, Morto, SideTally, Tally
from scorekeeper.scorebook import MatchSetup, Scorebook, SideSetup
from scorekeeper.web.pages import make_board, make_lines, make_versions, seat_label

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
PAIRS = (SideSetup("Gatos", ("Ana", "")), SideSetup("Gatas"))


class Watch:
    """A clock that moves on by a minute whenever it is read."""

    def __init__(self):
        self.time = NOON

    def __call__(self):
        self.time += timedelta(minutes=1)
        return self.time


@pytest.fixture(autouse=True)
def request_in_english(app):
    with app.test_request_context(headers={"Accept-Language": "en"}):
        yield


@pytest.fixture
def played(tmp_path):
    """Plays hands of totals or tallies and gives the record."""
    book = Scorebook(tmp_path / "book.db", clock=Watch())

    def play(*hands, ruleset=CLASSIC, sides=PAIRS, dealer=0, correct=None):
        match = book.start(MatchSetup(ruleset, sides, dealer)).id
        for entry in hands:
            book.record_hand(match, entry, book.last_seq(match))
        if correct:
            book.correct_hand(match, 2, correct, book.last_seq(match))
        return book.read(match)

    return play


def counted(points, **more):
    return SideTally(CountedTable(ByPoints(points), more.pop("canastas", Canastas())), **more)


# 300 + 200 + 100 out - 20 in hand; 100 - 100 for the morto - 50 in it - 30 in hand
TALLY = Tally(
    (
        counted(300, canastas=Canastas(clean=1), hand=ByPoints(20), went_out=True),
        counted(100, hand=ByPoints(30), morto=Morto.LEFT, morto_cards=ByPoints(50)),
    )
)


def test_a_board_in_play(played):
    board = make_board(played((500, 300), (-100, 400)), may_edit=True)
    assert [(side.name, side.total) for side in board.sides] == [("Gatos", 400), ("Gatas", 700)]
    assert [side.left for side in board.sides] == ["<b>2,600</b> to go", "<b>2,300</b> to go"]
    assert board.sides[0].players == ("Ana",)
    assert board.next_number == 3
    assert [row.number for row in board.rows] == [2, 1]
    assert [row.winner for row in board.rows] == [1, 0]
    assert board.rows[0].running == (400, 700)
    assert board.title == "Gatos 400 × Gatas 700"
    assert board.headline == "<bdi>Gatos</bdi> × <bdi>Gatas</bdi>"
    assert not board.is_over
    assert board.seen == 3


def test_a_board_before_the_first_hand(played):
    board = make_board(played(), may_edit=False)
    assert board.chart is None
    assert list(board.facts) == []
    assert not board.may_edit
    assert board.verdict == ""


def test_a_board_that_is_over(played):
    board = make_board(played((500, 300), (2600, 2650)), may_edit=True)
    assert board.is_over
    assert board.sides[0].left == "<b>100</b> past the target"
    assert board.sides[1].left == "<b>50</b> short"
    assert board.headline == "<bdi>Gatos</bdi> beat <bdi>Gatas</bdi>"
    assert board.minutes == 2
    assert dict(board.facts) == {"Best hand": "+2,650 for <bdi>Gatas</bdi> in hand 2"}


def test_reaching_the_target_and_beyond(played):
    sides = make_board(played((3500, -200)), may_edit=True).sides
    assert [side.reach for side in sides] == [3000, 0]
    assert sides[1].reach_label == "Gatas: \u2212200 of 3,000"


def test_one_hand_has_no_target(played):
    board = make_board(played(ruleset=override(CLASSIC, {"express": True})), may_edit=True)
    assert board.target == 0
    assert {(side.left, side.reach) for side in board.sides} == {("", 0)}
    assert board.changes == {}


def test_a_hand_that_nobody_won(played):
    assert make_board(played((200, 200)), may_edit=True).rows[0].winner is None


def test_an_extra_hand(played):
    board = make_board(played((3000, 3000)), may_edit=True)
    assert board.is_extra_hand
    sentence = "Gatos and Gatas are equal at 3,000 points: an extra hand decides."
    assert board.verdict.striptags() == sentence


@pytest.mark.parametrize(
    ("seat", "label"), [(0, "Ana"), (1, "Gatas 1"), (2, "Gatos 2"), (3, "Gatas 2")]
)
def test_the_name_of_a_seat(played, seat, label):
    assert seat_label(played(), seat) == label


def test_the_name_of_a_seat_of_one_player(played):
    sides = (SideSetup("Ana"), SideSetup("Bia"), SideSetup("Caio"))
    record = played(ruleset=PRESETS["three_player"], sides=sides)
    assert [seat_label(record, seat) for seat in range(3)] == ["Ana", "Bia", "Caio"]


def test_who_deals_and_plays(played):
    board = make_board(played((1, 2), dealer=3), may_edit=True)
    assert (board.deals, board.plays) == ("Ana", "Gatas 1")


def test_the_lines_of_both_sides_beside_each_other(played):
    lines = {line.rule: line.cells for line in make_lines(played(TALLY).hands[0].score)}
    assert lines == {
        "score.cards": ((300, ""), (100, "")),
        "score.clean": ((200, "1"), None),
        "score.out": ((100, ""), None),
        "score.morto": (None, (-100, "")),
        "score.hand": ((-20, ""), (-30, "")),
        "score.morto_cards": (None, (-50, "")),
    }


def test_lines_are_in_the_order_of_the_score(played):
    rules = [line.rule for line in make_lines(played(TALLY).hands[0].score)]
    assert rules.index("score.cards") == 0
    assert rules.index("score.out") < rules.index("score.hand")
    assert rules.index("score.morto") < rules.index("score.morto_cards")
    assert len(rules) == len(set(rules))


def test_what_a_corrected_hand_was_before(played):
    hand = played((500, 300), correct=(400, 300)).hands[0]
    (before,) = make_versions(hand)
    assert before.totals == (500, 300)
    assert before.at == NOON + timedelta(minutes=2)
    assert make_versions(played((1, 2)).hands[0]) == ()


def test_a_corrected_hand_is_marked(played):
    board = make_board(played((500, 300), (1, 2), correct=(400, 300)), may_edit=True)
    assert [row.corrected for row in board.rows] == [False, True]
