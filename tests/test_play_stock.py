"""The judge on an empty stock, in the three ways that a table can go on."""

import pytest
from rulings import (
    CANASTA,
    add,
    ask,
    discard,
    draw,
    legal,
    meld,
    pile_onto,
    pile_with,
    red3,
    refused,
    turn,
    untold,
)

from scorekeeper.play.case import judge_move

EMPTY = {"phase": "draw", "hand": "KS KH 4D 9H", "melds": ["5S 5H 5D"], "pile": "9C KD", "stock": 0}
USELESS = EMPTY | {"pile": "KD 8C"}

# ---- play_on


def test_play_goes_on_without_drawing():
    """`stock.empty`, `turn.order`: melding and discarding without a draw are legal"""
    assert refused(draw(), **EMPTY) == ["stock.empty"]
    assert refused(draw(), **USELESS) == ["stock.empty"]
    assert legal(discard("4D"), **EMPTY) == []
    assert legal(add(0, "5C"), **EMPTY | {"hand": "5C KS 9H"}) == []
    assert legal(meld("KS KH KD"), **USELESS | {"hand": "KS KH KD 9H 4D", "pile": ""}) == []
    assert legal(turn(discard("4D")), **EMPTY) == []
    assert legal(turn(meld("KS KH KC"), discard("4D")), **EMPTY | {"hand": "KS KH KC 4D 9H"}) == []


def test_the_pile_may_still_be_taken():
    """`stock.empty`, `pile.top`"""
    assert legal(pile_with("KS KH"), **EMPTY) == []
    assert legal(turn(pile_with("KS KH"), discard("9C")), **EMPTY) == []
    assert refused(pile_with("KS KH"), **USELESS) == ["pile.top", "meld.rank"]
    # after a play without a draw it is too late for the pile
    assert refused(turn(meld("KS KH KC"), pile_onto(0)), **EMPTY | {"hand": "KS KH KC 4D 9H"})[
        0
    ] == ("turn.order")


def test_a_turn_without_a_draw_must_end_with_a_discard():
    """`stock.empty`: each must discard"""
    assert refused(turn(), **EMPTY) == ["turn.order"]
    assert refused(turn(meld("KS KH KC")), **EMPTY | {"hand": "KS KH KC 4D 9H"}) == ["turn.order"]


def test_the_hand_ends_where_no_play_is_left():
    """`stock.empty`: at the first player who is left without a legal play, at the start of a turn
    or during it"""
    stuck = USELESS | {"hand": "KS", "morto": "taken"}
    assert legal(turn(), **stuck) == ["hand_ends"]
    assert ask(turn(), **stuck).rule == "stock.empty"
    assert refused(discard("KS"), **stuck) == ["out.needs"]
    # a red 3 laid first leaves the player with the same card
    laid = stuck | {"hand": "KS 3H"}
    assert legal(turn(red3("3H")), **laid) == ["hand_ends"]
    # a legal pile-take counts as a play
    assert refused(turn(), **stuck | {"pile": "KD 5C"}) == ["turn.order"]
    # so do a card that may be laid or discarded, and a stock that has a card
    canasta = stuck | {"melds": [CANASTA]}
    assert refused(turn(), **canasta) == ["turn.order"]
    assert refused(turn(), **stuck | {"stock": 1}) == ["turn.order"]
    assert refused(turn(), **stuck | {"morto": "available"}) == ["turn.order"]


def test_a_meld_that_leaves_a_stuck_card_does_not_end_the_hand():
    """`out.needs`: it is refused, on an empty stock too"""
    position = USELESS | {"hand": "KS KH KC 4D", "morto": "taken"}
    assert refused(meld("KS KH KC"), **position) == ["out.needs"]
    assert "out.needs" in refused(turn(meld("KS KH KC")), **position)


def test_whether_a_play_is_left_may_be_untold():
    """`turn.position`"""
    stuck = USELESS | {"hand": "KS", "morto": "taken"}

    def without(name):
        return {key: value for key, value in stuck.items() if key != name}

    assert untold(turn(), **without("morto")) == ["position.morto"]
    assert untold(turn(), **without("pile")) == ["position.pile"]
    assert untold(turn(), **without("stock")) == ["position.stock"]
    assert untold(discard("4D"), phase="draw", hand="4D 9H") == ["position.stock"]


# ---- end


def test_the_hand_ends_with_the_stock():
    """`stock.empty`, option stock_empty end: when a player must draw and cannot"""
    end = {"stock_empty": "end"}
    assert legal(draw(), overrides=end, **EMPTY) == ["hand_ends"]
    assert ask(draw(), overrides=end, **EMPTY).rule == "stock.empty"
    assert legal(turn(draw()), overrides=end, **EMPTY) == ["hand_ends"]
    assert refused(discard("4D"), overrides=end, **EMPTY) == ["turn.order"]
    assert refused(meld("KS KH KC"), overrides=end, **EMPTY | {"hand": "KS KH KC 9H"}) == [
        "turn.order"
    ]
    assert legal(draw(), overrides=end, **EMPTY | {"stock": 1}) == []
    assert legal(pile_with("KS KH"), overrides=end, **EMPTY) == []


def test_nothing_is_played_once_the_hand_is_over():
    """`turn.order`, `stock.empty`"""
    ruling = ask(turn(draw(), discard("4D")), overrides={"stock_empty": "end"}, **EMPTY)
    assert (ruling.legal, ruling.move) == (False, 1)
    assert [problem.rule for problem in ruling.problems] == ["turn.order"]


# ---- morto_becomes_stock

ONLINE = EMPTY | {"morto": "available", "mortos_left": 2}
NONE_LEFT = EMPTY | {"morto": "none", "mortos_left": 0}


def test_a_morto_becomes_the_stock():
    """`stock.empty`: one at a time, when a card must be drawn"""
    ruling = ask(draw("QC"), "online", **ONLINE)
    assert (ruling.legal, ruling.effects, ruling.rule) == (True, (), "draw.choice")
    assert (ruling.after.stock, ruling.after.mortos_left) == (10, 1)
    assert str(ruling.after.morto) == "available"
    last = ask(draw("QC"), "online", **ONLINE | {"mortos_left": 1})
    assert (last.legal, last.after.mortos_left, str(last.after.morto)) == (True, 0, "none")
    taken = EMPTY | {"morto": "taken", "mortos_left": 1}
    assert legal(draw(), "online", **taken) == []


def test_with_no_morto_left_the_hand_ends():
    """`stock.empty`: a player who can neither draw nor take the pile ends the hand"""
    useless = NONE_LEFT | {"pile": "KD 8C"}
    assert legal(draw(), "online", **useless) == ["hand_ends"]
    assert legal(turn(draw()), "online", **useless) == ["hand_ends"]
    assert legal(draw(), "online", **NONE_LEFT | {"pile": ""}) == ["hand_ends"]
    assert legal(draw(), "online", **NONE_LEFT | {"pile": "3S"}) == ["hand_ends"]
    assert refused(discard("4D"), "online", **useless) == ["turn.order"]


def test_the_pile_keeps_the_hand_going():
    """`stock.empty`: who can take the pile cannot end the hand"""
    assert refused(draw(), "online", **NONE_LEFT) == ["stock.empty"]
    assert legal(pile_with("KS KH"), "online", **NONE_LEFT) == []
    onto = NONE_LEFT | {"pile": "KD 5C"}
    assert refused(draw(), "online", **onto) == ["stock.empty"]
    # a take that would leave a last card with no way out is none
    stuck = NONE_LEFT | {"hand": "KS KH 4D", "pile": "KD"}
    assert legal(draw(), "online", **stuck) == ["hand_ends"]


def test_a_wide_meld_can_take_the_pile():
    """`stock.empty`, `meld.run`: with wilds side by side, more than two cards of the hand"""
    wide = {"max_wilds": 2, "jokers": 4}
    position = NONE_LEFT | {"hand": "4S 2H JK 9H JC QC", "pile": "KD 7S", "melds": []}
    assert legal(pile_with("4S 2H JK"), "online", wide, **position) == []
    assert refused(draw(), "online", wide, **position) == ["stock.empty"]


def test_what_is_left_must_be_told():
    """`turn.position`: mortos_left, and with none of them the pile"""
    taken = EMPTY | {"morto": "taken"}
    assert untold(draw(), "online", **taken) == ["position.mortos_left"]
    # one that the side may take lies there, and one that belongs to nobody is anybody's
    assert legal(draw(), "online", **EMPTY | {"morto": "available"}) == []
    assert legal(draw(), "online", **USELESS | {"morto": "none"}) == ["hand_ends"]

    def without(name):
        return {key: value for key, value in NONE_LEFT.items() if key != name}

    assert untold(draw(), "online", **without("pile")) == ["position.pile"]
    assert untold(draw(), "online", **without("hand")) == ["position.hand"]
    assert untold(draw(), "online", **without("melds")) == ["position.melds"]
    assert legal(draw(), "online", **without("hand") | {"pile": ""}) == ["hand_ends"]


def test_a_side_whose_morto_became_stock_may_go_out():
    """`out.needs`, `stock.empty`: within one turn"""
    position = {
        "phase": "draw",
        "hand": "KS KH",
        "melds": [CANASTA],
        "pile": "",
        "stock": 0,
        "morto": "available",
    }
    moves = turn(draw("KD"), meld("KS KH KD"))
    assert legal(moves, "online", **position, mortos_left=1) == ["goes_out"]
    assert legal(moves, "online", **position, mortos_left=2) == ["takes_morto"]
    assert untold(moves, "online", **position) == ["position.mortos_left"]


@pytest.mark.parametrize(("left", "missing"), [(1, None), (2, "position.morto")])
def test_whose_morto_became_the_stock(left, missing):
    """`stock.empty`: where mortos have owners, the lowest-numbered one may be another side's"""
    owned = {"stock_empty": "morto_becomes_stock"}
    position = EMPTY | {"hand": "KS KC", "melds": [CANASTA], "pile": "", "morto": "available"}
    moves = turn(draw("KD"), meld("KS KC KD"))
    if missing:
        assert untold(moves, overrides=owned, **position, mortos_left=left) == [missing]
    else:
        assert legal(moves, overrides=owned, **position, mortos_left=left)[0] == "goes_out"


def test_of_a_hand_as_large_as_the_pack_only_melds_that_are_some_are_judged(monkeypatch):
    """`stock.empty`: whether a player is stuck is found out without thousands of useless rulings"""
    judged = []

    def count(position, move, ruleset):
        judged.append(move)
        return judge_move(position, move, ruleset)

    monkeypatch.setattr("scorekeeper.play.judge.judge_move", count)
    one_pack = [rank + suit for rank in "AKQJ98765" for suit in "SHDC"]
    ruling = ask(
        turn(),
        ruleset="carioca",
        overrides={"stock_empty": "end"},
        phase="draw",
        hand=" ".join(one_pack * 2),
        melds=[],
        pile="4C",
        stock=0,
        morto="none",
    )
    assert ruling.legal is False
    assert len(judged) < 1000
