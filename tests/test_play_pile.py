"""The judge on the pile: whether it may be taken, and with what."""

import pytest
from rulings import (
    ask,
    discard,
    legal,
    meld,
    pile_onto,
    pile_with,
    refused,
    turn,
    untold,
)

HAND = "KS KH 2C 4D 9H"
TABLE = {"phase": "draw", "hand": HAND, "melds": ["5S 5H 5D"], "pile": "9C 7C KD", "stock": 20}


# ---- pile.top


@pytest.mark.parametrize("cards", ["KS KH", "KS 2C", "KS KH 2C"])
def test_the_top_card_in_a_new_meld(cards):
    """`pile.top`: two cards of the hand or more, one natural and one wild will do"""
    assert legal(pile_with(cards), **TABLE) == []
    assert ask(pile_with(cards), **TABLE).rule == "pile.top"


def test_one_card_of_the_hand_is_not_enough():
    """`pile.top`"""
    for cards in ("", "KS", "2C"):
        assert refused(pile_with(cards), **TABLE) == ["pile.top"]


def test_the_top_card_must_fit():
    """`pile.top` first, then what is wrong with the meld"""
    assert refused(pile_with("KS 4D"), **TABLE) == ["pile.top", "meld.rank"]
    assert refused(pile_with("4D 9H"), **TABLE) == ["pile.top", "meld.rank"]
    wilds = TABLE | {"hand": "KS JK JK 2C 9H 4D"}
    assert refused(pile_with("JK 2C"), **wilds) == ["pile.top", "meld.naturals"]
    assert refused(pile_with("KS JK JK 2C"), **wilds) == ["pile.top", "meld.wilds"]
    assert refused(pile_with("KS 2C"), "classic", {"naturals_per_wild": 3}, **TABLE) == [
        "pile.top",
        "meld.naturals",
    ]


def test_only_cards_of_the_hand_may_help():
    """`pile.top`: the rest of the pile comes to hand after the top card is placed"""
    position = TABLE | {"hand": "KS 4D 9H", "pile": "KC 7C KD"}
    assert refused(pile_with("KS KC"), **position) == ["turn.cards"]
    position = TABLE | {"hand": "KS KC 4D"}
    assert refused(pile_with("KS KH"), **position) == ["turn.cards"]


def test_the_rest_of_the_pile_is_played_afterwards():
    """`pile.top`, `draw.choice`: the whole pile comes to hand"""
    position = TABLE | {"pile": "9C 9D 7C KD"}
    moves = turn(pile_with("KS KH"), meld("9C 9D 9H"), discard("7C"))
    assert legal(moves, **position) == []
    assert refused(turn(pile_with("KS KH"), discard("KD")), **position) == ["turn.cards"]


def test_the_top_card_onto_a_meld():
    """`pile.top`: it extends a meld of the side"""
    position = TABLE | {"pile": "9C 5C"}
    assert legal(pile_onto(0), **position) == []
    assert refused(pile_onto(0), **TABLE) == ["pile.top", "meld.rank"]
    assert refused(pile_onto(1), **position) == ["turn.cards"]
    assert refused(pile_onto(0), **position | {"melds": []}) == ["turn.cards"]


def test_the_top_card_onto_a_run():
    """`pile.top`, `meld.run`, `meld.replace`, `meld.ace_to_ace`"""
    position = TABLE | {"melds": ["5S 2D 7S"], "pile": "9C 6S"}
    assert legal(pile_onto(0), "online", **position) == []
    assert legal(pile_onto(0), "online", **position | {"pile": "9C 8S"}) == []
    assert refused(pile_onto(0), "online", **position | {"pile": "9C 10S"}) == [
        "pile.top",
        "meld.run",
    ]
    royal = "4S 5S 6S 7S 8S 9S 10S JS QS KS AS"
    complete = TABLE | {"hand": "4D 9H", "melds": [royal], "pile": "9C AS"}
    assert legal(pile_onto(0), "online", **complete) == []
    assert refused(pile_onto(0), "carioca", **complete) == ["pile.top", "meld.run"]


def test_the_pile_makes_a_canasta():
    """`canasta.size`: effects of the top card"""
    six = TABLE | {"melds": ["5S 5H 5D 5S 5H 5D"], "pile": "9C 5C"}
    assert legal(pile_onto(0), **six) == ["makes_canasta"]
    clean = six | {"melds": ["5S 5H 5D 5S 5H 5D 5C"], "pile": "9C 2H"}
    assert legal(pile_onto(0), overrides={"lock_cards": []}, **clean) == ["soils_canasta"]
    kept = {"lock_cards": [], "allow_soiling": False}
    assert refused(pile_onto(0), overrides=kept, **clean) == ["pile.top", "canasta.kind"]


def test_one_meld_per_rank():
    """`meld.shared`: the top card goes onto the meld, not beside it"""
    one = {"one_meld_per_rank": True}
    position = TABLE | {"melds": ["KC KC KD"], "pile": "9C KD"}
    assert legal(pile_with("KS KH"), **position) == []
    assert refused(pile_with("KS KH"), overrides=one, **position) == ["meld.shared"]
    assert legal(pile_onto(0), overrides=one, **position) == []


# ---- draw.choice


def test_an_empty_pile():
    """`draw.choice`: never an empty one"""
    assert refused(pile_with("KS KH"), **TABLE | {"pile": ""}) == ["draw.choice"]
    assert refused(pile_onto(0), **TABLE | {"pile": ""}) == ["draw.choice"]


def test_the_pile_is_empty_once_taken():
    """`draw.choice`, `turn.order`: nobody takes it twice"""
    ruling = ask(turn(pile_with("KS KH"), pile_onto(0)), **TABLE)
    assert ruling.move == 1
    assert "turn.order" in [problem.rule for problem in ruling.problems]


# ---- pile.blocked


@pytest.mark.parametrize(
    ("top", "locks", "blocked"),
    [
        ("JK", ["joker"], True),
        ("JK", ["two", "black_three"], False),
        ("2D", ["two"], True),
        ("2D", ["joker", "black_three"], False),
        ("3S", ["black_three"], True),
        ("3S", ["joker", "two"], False),
        ("KD", ["joker", "two", "black_three"], False),
    ],
)
def test_what_blocks_the_pile(top, locks, blocked):
    """`pile.blocked`, option lock_cards"""
    position = TABLE | {"pile": f"9C {top}", "hand": "KS KH KC 4D 9H"}
    if blocked:
        assert refused(pile_with("KS KH"), overrides={"lock_cards": locks}, **position) == [
            "pile.blocked"
        ]
    elif top == "3S":
        assert "pile.blocked" not in refused(
            pile_with("KS KH"), overrides={"lock_cards": locks}, **position
        )
    else:
        assert legal(pile_with("KS KH"), overrides={"lock_cards": locks}, **position) == []


def test_no_meld_opens_a_blocked_pile():
    """`pile.blocked`: an all-natural meld of exactly that rank cannot exist"""
    position = TABLE | {"pile": "9C 2D", "melds": ["KC KD KC"]}
    assert refused(pile_onto(0), **position) == ["pile.blocked"]
    wilds = TABLE | {"pile": "9C 2D", "melds": ["2S 2H 2S"], "hand": "KS KH 9H"}
    locked = {"lock_cards": ["two"]}
    assert refused(pile_onto(0), "online", locked, **wilds) == ["pile.blocked"]
    assert legal(pile_onto(0), "online", **wilds) == []


def test_the_block_ends_under_another_card():
    """`pile.blocked`: lock_until_taken is off"""
    assert legal(pile_with("KS KH"), **TABLE | {"pile": "2D 3S JK KD"}) == []


def test_a_wild_anywhere_keeps_it_blocked():
    """`pile.blocked`, option lock_until_taken: only onto an all-natural set of the rank"""
    strict = {"lock_until_taken": True}
    position = TABLE | {"pile": "9C 2D KD"}
    assert refused(pile_with("KS KH"), overrides=strict, **position) == ["pile.blocked"]
    natural = position | {"melds": ["KC KC KS"]}
    assert legal(pile_onto(0), overrides=strict, **natural | {"hand": "KH 4D 9H"}) == []
    dirty = position | {"melds": ["KC KC 2H"]}
    assert refused(pile_onto(0), overrides=strict, **dirty) == ["pile.blocked"]
    other = position | {"melds": ["5S 5H 5D"]}
    assert refused(pile_onto(0), overrides=strict, **other) == ["pile.blocked"]
    # a natural set opens it for its own card only, not for a new meld beside it
    beside = natural | {"hand": "KH 2C 4D 9H"}
    assert refused(pile_with("KH 2C"), overrides=strict, **beside) == ["pile.blocked"]
    # a black 3 below does not lock, nor does a wild that is no locking card
    assert legal(pile_with("KS KH"), overrides=strict, **TABLE | {"pile": "3S KD"}) == []
    jokers = strict | {"lock_cards": ["joker"]}
    assert legal(pile_with("KS KH"), overrides=jokers, **position) == []


def test_a_locking_wild_below_and_a_top_card_that_is_not_natural():
    """`pile.blocked`: only a natural top card opens a pile that is kept locked"""
    strict = {"lock_until_taken": True, "lock_cards": ["joker"], "wild_only_melds": True}
    position = TABLE | {"pile": "JK 9C 2D", "melds": ["2S 2H 2S"], "hand": "KS KH 9H 4D"}
    assert refused(pile_onto(0), overrides=strict, **position) == ["pile.blocked"]


def test_a_run_is_no_set_of_the_rank():
    """`pile.blocked`: with runs, too, only a set opens it"""
    strict = {"lock_until_taken": True}
    position = TABLE | {"pile": "9C 2D 8S", "melds": ["5S 6S 7S"]}
    assert refused(pile_onto(0), "carioca", strict, **position) == ["pile.blocked"]


# ---- what is not told


def test_what_taking_the_pile_needs():
    """`turn.position`"""
    onto = TABLE | {"pile": "9C 5C"}

    def without(name, position=TABLE):
        return {key: value for key, value in position.items() if key != name}

    assert untold(pile_with("KS KH"), **without("pile")) == ["position.pile"]
    assert untold(pile_with("KS KH"), **without("hand")) == ["position.hand"]
    assert untold(pile_onto(0), **without("melds", onto)) == ["position.melds"]
    assert untold(pile_onto(0), **without("hand", onto)) == ["position.hand"]
    for name in ("stock", "melds"):
        assert legal(pile_with("KS KH"), **without(name)) == []
    strict = {"lock_until_taken": True}
    locked = TABLE | {"pile": "9C 2D KD"}
    assert untold(pile_onto(0), overrides=strict, **without("melds", locked)) == ["position.melds"]
    assert refused(pile_with("KS KH"), overrides=strict, **without("melds", locked)) == [
        "pile.blocked"
    ]


# ---- the end of a hand


def test_the_pile_taken_with_the_last_cards():
    """`morto.take`, `out.needs`: taking the pile may empty the hand"""
    last = TABLE | {"hand": "KS KH", "pile": "KD"}
    assert legal(pile_with("KS KH"), **last, morto="available") == ["takes_morto"]
    assert refused(pile_with("KS KH"), **last, morto="taken") == ["out.needs"]
    canasta = last | {"melds": ["5S 5H 5D 5C 5S 5H 5D"], "melded_before": True}
    assert legal(pile_with("KS KH"), **canasta, morto="taken") == ["goes_out"]
    assert untold(pile_with("KS KH"), **last) == ["position.morto"]


def test_the_pile_leaves_a_card_that_cannot_go():
    """`out.needs`: a pile-take that leaves one card which could not be got rid of"""
    one = TABLE | {"hand": "KS KH 4D", "pile": "KD"}
    assert refused(pile_with("KS KH"), **one, morto="taken") == ["out.needs"]
    assert legal(pile_with("KS KH"), **one, morto="available") == []
    # one card of the pile remains instead
    rest = TABLE | {"hand": "KS KH", "pile": "9C KD"}
    assert refused(pile_with("KS KH"), **rest, morto="taken") == ["out.needs"]
    canasta = rest | {"melds": ["5S 5H 5D 5C 5S 5H 5D"]}
    assert legal(pile_with("KS KH"), **canasta, morto="taken") == []
    # the last card may complete the canasta that it needs
    six = rest | {"melds": ["9S 9H 9D 9S 9H 9D"]}
    assert legal(pile_with("KS KH"), **six, morto="taken") == []
    # two cards left are never stuck
    two = TABLE | {"hand": "KS KH", "pile": "9C 7C KD"}
    assert legal(pile_with("KS KH"), **two) == []


def test_the_pile_onto_a_canasta_of_the_last_card():
    """`canasta.size`, `out.needs`: the top card itself completes the canasta"""
    position = TABLE | {"hand": "4D", "melds": ["5S 5H 5D 5S 5H 5D"], "pile": "5C"}
    assert legal(pile_onto(0), **position, morto="taken") == ["makes_canasta"]
    assert refused(pile_onto(0), **position | {"melds": ["5S 5H 5D"]}, morto="taken") == [
        "out.needs"
    ]
