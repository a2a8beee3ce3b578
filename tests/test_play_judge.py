"""The judge on the order of a turn, the cards that may be played and what is laid."""

import pytest
from rulings import (
    CANASTA,
    DIRTY,
    add,
    ask,
    discard,
    draw,
    legal,
    meld,
    pile_with,
    refused,
    turn,
    untold,
)

# ---- turn.order


def test_a_card_is_drawn_first():
    """`turn.order`, `draw.choice`"""
    assert legal(draw(), phase="draw", stock=30) == []
    assert ask(draw(), phase="draw", stock=30).rule == "draw.choice"


def test_nothing_is_drawn_twice():
    """`turn.order`: one card, or the pile"""
    assert refused(draw(), hand="KS 4D", stock=30) == ["turn.order"]
    assert refused(pile_with("KS KH"), hand="KS KH 4D 5D", pile="KD", stock=30) == ["turn.order"]


@pytest.mark.parametrize("move", [meld("KS KH KD"), discard("4C"), add(0, "QC")])
def test_nothing_is_played_before_the_draw(move):
    """`turn.order`: draw first"""
    position = {"hand": "KS KH KD 4C QC 8D", "melds": ["QS QH QD"], "stock": 30}
    assert refused(move, phase="draw", **position) == ["turn.order"]
    assert legal(move, phase="play", **position) == []


def test_a_turn_ends_with_a_discard():
    """`turn.order`"""
    position = {"phase": "draw", "hand": "KS KH KD 4C 8D", "melds": [], "pile": "", "stock": 30}
    whole = turn(draw("9S"), meld("KS KH KD"), discard("4C"))
    assert legal(whole, **position) == []
    assert ask(whole, **position).rule == "turn.order"
    short = ask(turn(draw("9S"), meld("KS KH KD")), **position)
    assert (short.legal, short.move) == (False, 1)
    assert [problem.rule for problem in short.problems] == ["turn.order"]


def test_nothing_is_played_after_the_discard():
    """`turn.order`: the discard comes last"""
    ruling = ask(turn(discard("4C"), meld("KS KH KD")), hand="KS KH KD 4C 8D", melds=[], stock=9)
    assert (ruling.move, [p.rule for p in ruling.problems]) == (1, ["turn.order"])


def test_a_turn_is_judged_up_to_its_first_illegal_move():
    """`turn.order`: in order"""
    moves = turn(draw("9S"), meld("KS KH 4C"), meld("5S"), discard("8D"))
    ruling = ask(moves, phase="draw", hand="KS KH 4C 8D 5S", melds=[], stock=30)
    assert ruling.move == 1
    assert {problem.rule for problem in ruling.problems} == {"meld.rank"}


def test_a_turn_without_moves_is_not_ended():
    """`turn.order`"""
    assert refused(turn(), phase="draw", hand="KS KH 4C", melds=[], pile="", stock=30) == [
        "turn.order"
    ]


def test_the_card_drawn_may_be_melded_at_once():
    """`turn.order`: meld as you like after the draw"""
    moves = turn(draw("KD"), meld("KS KH KD"), discard("4C"))
    assert legal(moves, phase="draw", hand="KS KH 4C 8D", melds=[], stock=30) == []


def test_the_cards_of_a_turn_must_be_told():
    """`turn.position`: what was drawn may be anything, a red 3 too"""
    position = {"phase": "draw", "hand": "KS KH KD 4C 8D", "melds": [], "stock": 30}
    moves = turn(draw(), meld("KS KH KD"), discard("4C"))
    assert untold(moves, **position) == ["move.moves[0].card"]
    # what no card could mend is illegal all the same
    assert refused(turn(draw(), meld("KS KH 4C"), discard("8D")), **position) == ["meld.rank"]


# ---- turn.cards


def test_only_cards_that_one_holds():
    """`turn.cards`"""
    position = {"hand": "KS KH 4C 8D", "melds": ["QS QH QD"], "stock": 30}
    assert refused(discard("4D"), **position) == ["turn.cards"]
    assert refused(meld("KS KH KD"), **position) == ["turn.cards"]
    assert refused(add(0, "QC"), **position) == ["turn.cards"]
    assert refused(meld("KS KS KH"), **position) == ["turn.cards"]
    assert legal(meld("KS KS KH"), **position | {"hand": "KS KS KH 4C 8D"}) == []


def test_only_melds_that_exist():
    """`turn.cards`"""
    position = {"hand": "QC 4C 8D", "melds": ["QS QH QD"], "stock": 30}
    assert legal(add(0, "QC"), **position) == []
    assert refused(add(1, "QC"), **position) == ["turn.cards"]
    assert refused(add(0, "QC"), **position | {"melds": []}) == ["turn.cards"]


def test_a_card_played_is_gone():
    """`turn.cards`: the cards of an earlier move of the turn are on the table"""
    ruling = ask(turn(meld("KS KH KD"), discard("KD")), hand="KS KH KD 4C 8D", melds=[], stock=30)
    assert (ruling.move, [p.rule for p in ruling.problems]) == (1, ["turn.cards"])


def test_a_meld_of_the_turn_can_be_added_to():
    """`meld.shared`, `turn.cards`"""
    moves = turn(meld("KS KH KD"), add(1, "KC"), discard("4C"))
    assert legal(moves, hand="KS KH KD KC 4C 8D", melds=["QS QH QD"], stock=30) == []


# ---- new melds: the rules of a meld are those of a tally


@pytest.mark.parametrize(
    ("cards", "ruleset", "options", "rules"),
    [
        ("KS KH", "classic", {}, ["meld.size"]),
        ("KS KH 4C", "classic", {}, ["meld.rank"]),
        ("4S 5S 6S", "classic", {}, ["meld.rank"]),
        ("4S 5S 7S", "carioca", {}, ["meld.run"]),
        ("KS KH JK JK 2C", "classic", {}, ["meld.wilds"]),
        ("KS KH KD 2C 2D", "online", {}, ["meld.wilds"]),
        ("KS JK 2C", "classic", {}, ["meld.naturals"]),
        ("JK 2C 2D", "classic", {}, ["meld.wilds", "meld.naturals"]),
        ("KS KH 2C 2D", "paulista", {}, ["meld.naturals"]),
        ("KS KH KD 2C", "classic", {"naturals_per_wild": 3, "min_naturals": 1}, []),
        ("KS KH 2C", "classic", {"naturals_per_wild": 3, "min_naturals": 1}, ["meld.naturals"]),
        ("KS KH AC", "classic", {}, ["meld.rank"]),
        ("KS KH AC", "classic", {"aces_wild": True}, []),
        ("KS KH 3H", "classic", {}, ["red3.lay", "meld.rank"]),
        ("KS KH 3S", "classic", {}, ["meld.rank"]),
        ("KS KH 2C", "classic", {}, []),
        ("KS KH 2C JK", "classic", {}, []),
        ("4S 5S 6S", "carioca", {}, []),
        ("4S 2H 6S", "online", {}, []),
        ("2S 2H 2D", "online", {}, []),
        ("2S 2H 2D", "classic", {}, ["meld.wilds", "meld.naturals"]),
    ],
)
def test_a_new_meld(cards, ruleset, options, rules):
    """`meld.size`, `meld.rank`, `meld.run`, `meld.wilds`, `meld.naturals`, `meld.aces`"""
    position = {"hand": f"{cards} 9C 8D", "melds": [], "stock": 30}
    if rules:
        assert refused(meld(cards), ruleset, options, **position) == rules
    else:
        assert legal(meld(cards), ruleset, options, **position) == []


def test_the_rule_of_a_legal_meld():
    """`meld.rank` for a set, `meld.run` for a run, `meld.naturals` for wilds alone"""
    position = {"stock": 30, "melds": [], "hand": "KS KH KD 4S 5S 6S 2S 2H 2D 9C 8D"}
    for cards, rule in [
        ("KS KH KD", "meld.rank"),
        ("4S 5S 6S", "meld.run"),
        ("2S 2H 2D", "meld.naturals"),
    ]:
        assert ask(meld(cards), "online", **position).rule == rule


def test_several_melds_of_a_rank_unless_the_table_forbids_it():
    """`meld.shared`, option one_meld_per_rank"""
    one = {"one_meld_per_rank": True}
    position = {"hand": "KS KH KD 4C 8D", "melds": ["KC KC KS"], "stock": 30}
    assert legal(meld("KS KH KD"), **position | {"melds": ["KC KC KH"]}) == []
    assert refused(meld("KS KH KD"), overrides=one, **position) == ["meld.shared"]
    assert legal(meld("KS KH KD"), overrides=one, **position | {"melds": ["9C 9D 9S"]}) == []
    # sets only: a run and a set of the rank may lie side by side
    runs = one | {"runs": True}
    assert legal(meld("KS KH KD"), overrides=runs, **position | {"melds": ["QC KC AC"]}) == []
    # the melds decide, so they must be told
    assert untold(meld("KS KH KD"), overrides=one, hand="KS KH KD 4C 8D") == ["position.melds"]
    assert legal(meld("KS KH KD"), hand="KS KH KD 4C 8D") == []


def test_one_meld_per_rank_within_a_turn():
    """`meld.shared`: the second meld of the turn is refused"""
    ruling = ask(
        turn(meld("KS KH KD"), meld("KC KC KS"), discard("4C")),
        overrides={"one_meld_per_rank": True},
        hand="KS KH KD KC KC KS 4C 8D",
        melds=[],
        stock=30,
    )
    assert (ruling.move, [p.rule for p in ruling.problems]) == (1, ["meld.shared"])


# ---- additions


@pytest.mark.parametrize(
    ("table", "cards", "ruleset", "options", "rules"),
    [
        ("QS QH QD", "QC", "classic", {}, []),
        ("QS QH QD", "QC 2C JK", "classic", {}, []),
        ("QS QH QD 2D", "2C", "classic", {}, []),
        ("QS QH QD 2D JK", "2C", "classic", {}, ["meld.wilds"]),
        ("QS QH QD 2D", "2C", "online", {}, ["meld.wilds"]),
        ("QS QH QD", "KC", "classic", {}, ["meld.rank"]),
        ("QS QH QD", "2C 2D", "paulista", {}, ["meld.naturals"]),
        ("QS QH QD", "QC 2C 2D", "paulista", {}, []),
        ("5S 6S 7S", "9S", "carioca", {}, ["meld.run"]),
        ("5S 6S 7S", "9S 8S", "carioca", {}, []),
        ("5S 6S 7S", "9S 2C", "online", {}, []),
        ("5S 2D 7S", "6S", "online", {}, []),
        ("4S 5S 6S 7S 8S 9S 10S JS QS 2D AS", "KS", "online", {}, ["meld.run"]),
        ("4S 5S 6S 7S 8S 9S 10S JS QS KS AS", "AS", "online", {}, []),
        ("4S 5S 6S 7S 8S 9S 10S JS QS KS AS", "AS", "carioca", {}, ["meld.run"]),
        ("2S 2H 2D", "2C", "online", {}, []),
        ("2S 2H 2D", "KC", "online", {}, ["meld.wilds", "meld.naturals"]),
    ],
)
def test_an_addition(table, cards, ruleset, options, rules):
    """`meld.shared`, `meld.replace`, `meld.ace_to_ace`: the meld before and after counts"""
    position = {"hand": f"{cards} 9C 8D", "melds": [table], "stock": 30}
    if rules:
        assert set(refused(add(0, cards), ruleset, options, **position)) == set(rules)
    else:
        legal(add(0, cards), ruleset, options, **position)
        assert ask(add(0, cards), ruleset, options, **position).rule == "meld.shared"


def test_what_lies_stays():
    """`meld.stays`: a card of the table is none of the hand, a wild in a meld included"""
    position = {"hand": "9C 8D QC", "melds": ["QS QH 2D"], "stock": 30}
    assert refused(discard("2D"), **position) == ["turn.cards"]
    assert refused(meld("2D 9C 8D"), **position)[0] == "turn.cards"
    ruling = ask(turn(add(0, "QC"), discard("2D")), **position)
    assert (ruling.move, [p.rule for p in ruling.problems]) == (1, ["turn.cards"])


def test_nothing_added():
    """`meld.size`"""
    assert refused(add(0, ""), hand="9C 8D", melds=["QS QH QD"], stock=30) == ["meld.size"]


# ---- canastas


def test_a_canasta_is_made_once():
    """`canasta.size`"""
    position = {"hand": "QC QS 9C 8D", "melds": ["QS QH QD QC QH QD"], "stock": 30}
    assert legal(add(0, "QC"), **position) == ["makes_canasta"]
    assert legal(add(0, "QC QS"), **position) == ["makes_canasta"]
    grown = position | {"melds": ["QS QH QD QS QH QD QC"]}
    assert legal(add(0, "QC"), **grown | {"hand": "QC 9C 8D"}) == []
    whole = {"hand": f"{CANASTA} 9C 8D", "melds": [], "stock": 30}
    assert legal(meld(CANASTA), **whole) == ["makes_canasta"]


def test_a_clean_canasta_is_soiled_for_good():
    """`canasta.kind`, option allow_soiling"""
    position = {"hand": "2C QC 9C 8D", "melds": ["QS QH QD QC QS QH QD"], "stock": 30}
    assert legal(add(0, "2C"), **position) == ["soils_canasta"]
    kept = {"allow_soiling": False}
    assert refused(add(0, "2C"), overrides=kept, **position) == ["canasta.kind"]
    assert refused(add(0, "2C QC"), overrides=kept, **position) == ["canasta.kind"]
    assert legal(add(0, "QC"), overrides=kept, **position) == []
    # a second wild on a dirty one soils nothing, and what is no canasta yet may take a wild
    assert legal(add(0, "2D"), overrides=kept, hand="2D 9C 8D", melds=[DIRTY], stock=30) == []
    six = "QS QH QD QC QS QH"
    assert legal(add(0, "2D"), overrides=kept, hand="2D 9C 8D", melds=[six], stock=30) == [
        "makes_canasta"
    ]


def test_the_effects_of_a_turn_are_gathered():
    """`canasta.size`, `canasta.kind`: what was made and soiled on the way"""
    moves = turn(add(0, "QC"), add(0, "2C"), discard("9C"))
    effects = legal(moves, hand="QC 2C 9C 8D", melds=["QS QH QD QS QH QD"], stock=30)
    assert effects == ["makes_canasta", "soils_canasta"]


# ---- what is not told


@pytest.mark.parametrize(
    ("move", "position", "missing"),
    [
        (draw(), {"phase": "draw"}, ["position.stock"]),
        (meld("KS KH KD"), {}, ["position.hand"]),
        (discard("KS"), {}, ["position.hand"]),
        (add(0, "QC"), {"hand": "QC 9C 8D"}, ["position.melds"]),
        (add(0, "QC"), {"melds": ["QS QH QD"]}, ["position.hand"]),
        (meld("KS KH KD"), {"phase": "draw", "hand": "KS KH KD 9C 8D"}, ["position.stock"]),
        (discard("KS"), {"hand": "KS"}, ["position.morto"]),
        (discard("KS"), {"hand": "KS", "morto": "taken"}, ["position.melds"]),
    ],
)
def test_a_field_that_the_ruling_needs(move, position, missing):
    """`turn.position`: nothing is guessed"""
    assert untold(move, **position) == missing


def test_fields_that_a_ruling_does_not_need():
    """`turn.position`: they may be left out"""
    assert legal(draw(), phase="draw", stock=1) == []
    assert legal(discard("KS"), hand="KS 9C") == []
    assert legal(meld("KS KH KD"), hand="KS KH KD 9C 8D") == []
    assert legal(add(0, "QC"), hand="QC 9C 8D", melds=["QS QH QD"]) == []


def test_illegal_whatever_the_missing_field_says():
    """`turn.position`: what is wrong anyway is illegal"""
    assert refused(meld("KS KH 4C")) == ["meld.rank"]
    assert refused(draw()) == ["turn.order"]
    assert refused(pile_with("KS KH"), phase="draw", pile="2C") == ["pile.blocked"]
    assert refused(pile_with("KS"), phase="draw", pile="KC") == ["pile.top"]
    assert refused(meld("KS KH 4C"), phase="draw", hand="KS KH 4C 8D") == ["meld.rank"]
