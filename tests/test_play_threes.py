"""The judge on red threes and black threes."""

import pytest
from rulings import (
    CANASTA,
    add,
    ask,
    discard,
    draw,
    legal,
    meld,
    pile_with,
    red3,
    refused,
    turn,
    untold,
)

# ---- red3.lay


@pytest.mark.parametrize("phase", ["draw", "play"])
def test_a_red_three_is_laid(phase):
    """`red3.lay`: dealt ones before drawing, others as they come"""
    position = {"phase": phase, "hand": "3H KS 4D", "stock": 20}
    assert legal(red3("3H"), **position) == []
    assert ask(red3("3H"), **position).rule == "red3.lay"
    assert ask(red3("3H", "QC"), **position).after.hand[-1].rank == "Q"
    assert ask(red3("3H", "QC"), **position).after.stock == 19


def test_nothing_else_before_it():
    """`red3.lay`: at once"""
    position = {"hand": "3H KS KH KD 4D", "melds": ["QS QH QD"], "pile": "9C KC", "stock": 20}
    for move in (meld("KS KH KD"), discard("KS"), add(0, "KS"), discard("3H")):
        assert "red3.lay" in refused(move, **position)
    for move in (draw(), pile_with("KS KH")):
        assert refused(move, **position | {"phase": "draw"}) == ["red3.lay"]


def test_only_a_red_three_that_one_holds():
    """`red3.lay`, `turn.cards`"""
    assert refused(red3("3S"), hand="3S KS 4D", stock=20) == ["red3.lay"]
    assert refused(red3("KS"), hand="3S KS 4D", stock=20) == ["red3.lay"]
    assert refused(red3("3D"), hand="3H KS 4D", stock=20) == ["turn.cards"]


def test_a_replacement_that_is_a_red_three_is_laid_too():
    """`red3.lay`"""
    position = {"phase": "draw", "hand": "KS 4D 9H", "melds": [], "stock": 20}
    moves = turn(draw("3H"), red3("3H", "3D"), red3("3D", "QC"), discard("QC"))
    assert legal(moves, **position) == []
    forgotten = ask(turn(draw("3H"), red3("3H", "3D"), discard("KS")), **position)
    assert (forgotten.move, [p.rule for p in forgotten.problems]) == (2, ["red3.lay"])


def test_the_replacement_must_be_told_in_a_turn():
    """`turn.position`: it may be a red 3 again"""
    position = {"phase": "draw", "hand": "KS 4D 9H", "melds": [], "stock": 20}
    moves = turn(draw("3H"), red3("3H"), discard("KS"))
    assert untold(moves, **position) == ["move.moves[1].replacement"]


def test_without_a_stock_there_is_no_replacement():
    """`red3.lay`: no stock left"""
    position = {"phase": "draw", "hand": "KS 4D 9H", "melds": [], "pile": "", "stock": 1}
    assert legal(turn(draw("3H"), red3("3H"), discard("KS")), **position) == []
    ruling = ask(turn(draw("3H"), red3("3H", "QC"), discard("KS")), **position)
    assert (ruling.move, [p.rule for p in ruling.problems]) == (1, ["red3.lay"])
    assert refused(red3("3H", "QC"), hand="3H 9C 8D", stock=0) == ["red3.lay"]
    assert legal(red3("3H"), hand="3H 9C 8D", stock=0) == []


def test_a_replacement_turns_a_morto_into_stock():
    """`stock.empty`: as any draw does, where the table plays so"""
    position = {"hand": "3H 9C 8D", "stock": 0, "mortos_left": 2, "morto": "available"}
    ruling = ask(red3("3H", "QC"), "online", **position)
    assert (ruling.legal, ruling.after.stock, ruling.after.mortos_left) == (True, 10, 1)
    none = position | {"mortos_left": 0, "morto": "none"}
    assert refused(red3("3H", "QC"), "online", **none) == ["red3.lay"]
    assert legal(red3("3H"), "online", **none) == []
    open_ = {"hand": "3H 9C 8D", "stock": 0, "morto": "taken"}
    assert untold(red3("3H", "QC"), "online", **open_) == ["position.mortos_left"]
    assert legal(red3("3H"), "online", **open_) == []


def test_a_red_three_as_the_last_card():
    """`red3.lay`, `morto.take`: without a replacement the hand is empty"""
    last = {"hand": "3H", "melds": [], "morto": "available"}
    assert legal(red3("3H"), **last, stock=0) == ["takes_morto"]
    assert legal(red3("3H"), **last, stock=1) == []
    assert untold(red3("3H"), **last) == ["position.stock"]
    assert legal(red3("3H", "QC"), **last) == []


def test_red_threes_of_a_morto():
    """`red3.lay`, `morto.turn`: those of a morto are laid before it is played"""
    morto = "3H 3D 4S 4H 4D 9S 9H JC QC KC AC"
    position = {"hand": "KS", "melds": [], "stock": 20, "morto": "available", "morto_cards": morto}
    ruling = ask(turn(discard("KS"), meld("4S 4H 4D"), discard("9S")), **position)
    assert (ruling.move, [p.rule for p in ruling.problems]) == (1, ["red3.lay"])
    whole = turn(discard("KS"), red3("3H", "5S"), red3("3D", "5H"), meld("4S 4H 4D"), discard("9S"))
    assert legal(whole, **position) == ["takes_morto"]


def test_red_threes_of_a_morto_that_waits():
    """`red3.lay`: one taken by a discard and not played before the next turn is not looked at"""
    morto = "3H 3D 4S 4H 4D 9S 9H JC QC KC AC"
    position = {"hand": "KS", "melds": [], "stock": 20, "morto": "available", "morto_cards": morto}
    waiting = {"morto_by_discard": "next_turn"}
    assert legal(turn(discard("KS")), overrides=waiting, **position) == ["takes_morto"]


def test_a_red_three_is_no_card_to_meld_or_discard():
    """`red3.lay`, `meld.rank`"""
    assert refused(meld("3H 3D 3H"), hand="3H 3D 3H 4C 9D", stock=9)[0] == "red3.lay"
    assert refused(discard("3H"), hand="3H 4C 9D", stock=9) == ["red3.lay"]


# ---- black3.meld

OUT = {"melds": [CANASTA], "morto": "taken", "stock": 20, "melded_before": True}


@pytest.mark.parametrize("cards", ["3S 3C 3S", "3S 3C 3S 3C"])
def test_black_threes_that_go_out(cards):
    """`black3.meld`: three or four, no wild, on the turn in which the player goes out"""
    assert legal(meld(cards), hand=cards, **OUT) == ["goes_out"]
    assert ask(meld(cards), hand=cards, **OUT).rule == "out.needs"


def test_black_threes_that_leave_one_card_to_go_out_with():
    """`black3.meld`: the player may at once go out with it"""
    ruling = ask(meld("3S 3C 3S"), hand="3S 3C 3S KD", **OUT)
    assert (ruling.legal, ruling.effects, ruling.rule) == (True, (), "black3.meld")
    # also by the canasta that the last card completes
    six = OUT | {"melds": ["QS QH QD QC QS QH"]}
    assert legal(meld("3S 3C 3S"), hand="3S 3C 3S QD", **six) == []
    assert "out.needs" in refused(meld("3S 3C 3S"), hand="3S 3C 3S KD", **six)


def test_black_threes_that_do_not_go_out():
    """`black3.meld`"""
    assert refused(meld("3S 3C 3S"), hand="3S 3C 3S KD 4C", **OUT) == ["black3.meld"]
    assert refused(meld("3S 3C 3S"), hand="3S 3C 3S KD 4C", melds=[], stock=9) == ["black3.meld"]


def test_taking_the_morto_is_not_going_out():
    """`black3.meld`"""
    morto = OUT | {"morto": "available"}
    assert refused(meld("3S 3C 3S"), hand="3S 3C 3S", **morto) == ["black3.meld"]
    assert refused(meld("3S 3C 3S"), hand="3S 3C 3S KD", **morto) == ["black3.meld"]


def test_black_threes_without_the_canasta():
    """`black3.meld`, `out.needs`"""
    bare = OUT | {"melds": ["QS QH QD"]}
    assert "out.needs" in refused(meld("3S 3C 3S"), hand="3S 3C 3S", **bare)


@pytest.mark.parametrize("cards", ["3S 3C 2D", "3S 3C JK", "3S 3C"])
def test_black_threes_are_a_pure_set(cards):
    """`black3.meld`: no wilds, three at least"""
    assert "black3.meld" in refused(meld(cards), hand=cards, **OUT)


def test_black_threes_never():
    """`black3.meld`, option black3_meld"""
    never = {"black3_meld": "never"}
    assert "black3.meld" in refused(meld("3S 3C 3S"), overrides=never, hand="3S 3C 3S", **OUT)
    assert "black3.meld" in refused(meld("3S 3C 3S"), "online", hand="3S 3C 3S", **OUT)


def test_black_threes_in_a_turn():
    """`black3.meld`: judged inside a whole turn, legal if the turn goes out"""
    hand = "3S 3C 3S KS KH KD 4C"
    moves = (meld("3S 3C 3S"), meld("KS KH KD"), discard("4C"))
    assert legal(turn(*moves), hand=hand, **OUT) == ["goes_out"]
    # by itself the first of these moves is refused
    assert refused(moves[0], hand=hand, **OUT) == ["black3.meld"]
    kept = ask(turn(meld("3S 3C 3S"), discard("4C")), hand=hand, **OUT)
    assert (kept.legal, kept.move) == (False, 0)
    assert [problem.rule for problem in kept.problems] == ["black3.meld"]


def test_black_threes_in_a_turn_through_the_morto():
    """`black3.meld`, `morto.turn`: the morto is taken and played out in the same turn"""
    morto = "KS KH KD 4S 4H 4D 5S 5H 5D 9C 9D"
    hand = {"hand": "3S 3C 3S", "melds": [CANASTA], "stock": 9, "morto": "available"}
    first = (meld("3S 3C 3S"), meld("KS KH KD"), meld("4S 4H 4D"), meld("5S 5H 5D"))
    last = ask(turn(*first, discard("9C")), **hand, morto_cards=morto)
    assert (last.legal, last.move) == (False, 0)
    more = "KS KH KD 4S 4H 4D 5S 5H 5D 5C 9D"
    whole = turn(*first[:3], meld("5S 5H 5D 5C"), discard("9D"))
    effects = legal(whole, **hand, morto_cards=more, melded_before=False)
    assert effects == ["takes_morto", "goes_out", "concealed"]
    # nobody told the morto: the turn might still go out
    assert untold(turn(first[0]), **hand) == ["position.morto_cards"]


def test_black_threes_one_by_one():
    """`black3.meld`: a fourth joins those laid in this turn"""
    moves = turn(meld("3S 3C 3S"), add(1, "3C"), discard("4C"))
    assert legal(moves, hand="3S 3C 3S 3C 4C", **OUT) == ["goes_out"]
    table = OUT | {"melds": [CANASTA, "3S 3C 3S"]}
    assert legal(discard("4C"), hand="4C", **table) == ["goes_out"]
    assert refused(discard("4C"), hand="4C 9D", **table) == ["black3.meld"]
    assert refused(discard("4C"), hand="4C", **table | {"morto": "available"}) == ["black3.meld"]


def test_what_black_threes_need_to_be_told():
    """`turn.position`"""
    assert untold(meld("3S 3C 3S"), hand="3S 3C 3S", melds=[CANASTA]) == ["position.morto"]
    assert untold(meld("3S 3C 3S"), hand="3S 3C 3S KD", melds=[CANASTA]) == ["position.morto"]
    assert untold(meld("3S 3C 3S"), hand="3S 3C 3S", morto="taken") == ["position.melds"]
    assert refused(meld("3S 3C 3S"), hand="3S 3C 3S KD 4C") == ["black3.meld"]
    # without a canasta nobody goes out, whatever became of the morto
    assert refused(meld("3S 3C 3S"), hand="3S 3C 3S", melds=["QS QH QD"]) == ["black3.meld"]


def test_black_threes_with_the_pile():
    """`black3.meld`, `pile.top`: only where they do not block, and only to go out"""
    open_ = {"lock_cards": []}
    position = OUT | {"phase": "draw", "pile": "3S"}
    assert legal(pile_with("3C 3C"), overrides=open_, hand="3C 3C", **position) == ["goes_out"]
    assert legal(pile_with("3C 3C"), overrides=open_, hand="3C 3C KD", **position) == []
    assert refused(pile_with("3C 3C"), overrides=open_, hand="3C 3C KD 4C", **position) == [
        "black3.meld"
    ]
    assert refused(pile_with("3C 3C"), hand="3C 3C", **position) == ["pile.blocked"]


def test_black_threes_instead_of_the_morto():
    """`black3.meld`, option out_needs_morto off: going out is the choice that allows them"""
    choice = {"out_needs_morto": False}
    position = OUT | {"morto": "available"}
    assert legal(meld("3S 3C 3S"), overrides=choice, hand="3S 3C 3S", **position) == ["goes_out"]
    taking = meld("3S 3C 3S", morto=True)
    assert refused(taking, overrides=choice, hand="3S 3C 3S", **position) == ["black3.meld"]
