"""The judge on what the first melds of a side must be worth (`meld.opening`)."""

from rulings import ask, discard, draw, legal, meld, pile_with, red3, refused, turn, untold

FIFTY = {"opening_minimum": 50}
LATER = {"opening_minimum": {"points": 75, "from": 1500}}
CLOSED = {"melds": [], "stock": 20, "morto": "available"}


def test_no_minimum_unless_the_table_sets_one():
    """`meld.opening`: none"""
    assert legal(meld("4S 4H 4D"), hand="4S 4H 4D KC 9D", **CLOSED) == []


def test_a_turn_with_enough_points():
    """`meld.opening`: the melds of the first turn together"""
    hand = "AS AH AD KS KH KD 4C 9D"
    assert legal(turn(meld("AS AH AD"), discard("4C")), overrides=FIFTY, hand=hand, **CLOSED) == []
    both = {"opening_minimum": 90}
    moves = turn(meld("KS KH KD"), meld("AS AH AD"), discard("4C"))
    assert legal(moves, overrides=both, hand=hand, **CLOSED) == []
    assert refused(moves, overrides={"opening_minimum": 95}, hand=hand, **CLOSED) == [
        "meld.opening"
    ]


def test_a_turn_with_too_little():
    """`meld.opening`: the whole turn is refused"""
    position = CLOSED | {"hand": "KS KH KD 4C 9D"}
    assert refused(turn(meld("KS KH KD"), discard("4C")), overrides=FIFTY, **position) == [
        "meld.opening"
    ]
    # a turn without a meld opens nothing
    assert legal(turn(discard("4C")), overrides=FIFTY, **position) == []
    # laying a red 3 is no meld
    laid = CLOSED | {"hand": "3H KS KH 4C 9D"}
    assert legal(turn(red3("3H", "5C"), discard("4C")), overrides=FIFTY, **laid) == []


def test_wilds_and_card_values_count():
    """`meld.opening`: cards only, at the table's values, no bonus"""
    position = CLOSED | {"hand": "KS KH JK 4C 9D"}
    assert legal(turn(meld("KS KH JK"), discard("4C")), overrides=FIFTY, **position) == []
    seven = CLOSED | {"hand": "4S 4H 4D 4C 4S 4H 4D 9D KC"}
    moves = turn(meld("4S 4H 4D 4C 4S 4H 4D"), discard("9D"))
    assert refused(moves, overrides=FIFTY, **seven) == ["meld.opening"]
    dear = FIFTY | {"card_values": {"4": 10}}
    assert legal(moves, overrides=dear, **seven) == ["makes_canasta"]


def test_the_top_card_of_the_pile_counts():
    """`meld.opening`: a top card from the pile included"""
    position = CLOSED | {"phase": "draw", "hand": "AS AH 4C 9D", "pile": "8C AD"}
    moves = turn(pile_with("AS AH"), discard("8C"))
    assert legal(moves, overrides=FIFTY, **position) == []
    assert refused(moves, overrides={"opening_minimum": 65}, **position) == ["meld.opening"]
    # the rest of the pile may bring the points that are missing
    more = CLOSED | {"phase": "draw", "hand": "AS AH 4C 9D KS", "pile": "KC KD AD"}
    whole = turn(pile_with("AS AH"), meld("KS KC KD"), discard("4C"))
    assert legal(whole, overrides={"opening_minimum": 90}, **more) == []
    assert legal(pile_with("AS AH"), overrides={"opening_minimum": 90}, **more) == []


def test_a_side_that_has_melded_is_free():
    """`meld.opening`: the first turn in which it melds only"""
    position = {"hand": "KS KH KD 4C 9D", "stock": 20, "morto": "available"}
    moves = turn(meld("KS KH KD"), discard("4C"))
    assert legal(moves, overrides=FIFTY, melds=["5S 5H 5D"], **position) == []
    assert legal(moves, overrides=FIFTY, opened=True, **position) == []
    assert refused(moves, overrides=FIFTY, opened=False, **position) == ["meld.opening"]


def test_a_single_move_must_leave_the_minimum_in_reach():
    """`meld.opening`: one move by itself is refused where the turn cannot reach it any more"""
    assert legal(meld("KS KH KD"), overrides=FIFTY, hand="KS KH KD AS AH AD 4C", **CLOSED) == []
    assert legal(meld("KS KH KD"), overrides=FIFTY, hand="KS KH KD KC KC 4C 9D", **CLOSED) == []
    assert legal(meld("KS KH KD"), overrides=FIFTY, hand="KS KH KD 2C 4C 9D", **CLOSED) == []
    assert refused(meld("KS KH KD"), overrides=FIFTY, hand="KS KH KD AS AH 4C", **CLOSED) == [
        "meld.opening"
    ]
    # points that no legal play can lay are of no use: one card must be kept for the discard
    taken = CLOSED | {"morto": "taken"}
    assert refused(meld("KS KH KD"), overrides=FIFTY, hand="KS KH KD KC KC 4C", **taken) == [
        "meld.opening"
    ]


def test_wilds_side_by_side_in_a_run():
    """`meld.opening`, `meld.run`: a run of which no three cards are one"""
    options = {"opening_minimum": 100, "runs": True}
    hand = "KS KH KD 4S 7S JK 2C QD 10H"
    assert legal(meld("KS KH KD"), overrides=options, hand=hand, **CLOSED) == []


def test_the_morto_may_bring_the_points():
    """`meld.opening`, `morto.turn`: taken and played in the same turn"""
    morto = "AS AH AD 9S 9H JC QC 4C AC 5D 6D"
    position = CLOSED | {"hand": "KS KH KD"}
    assert untold(meld("KS KH KD"), overrides=FIFTY, **position) == ["position.morto_cards"]
    assert legal(meld("KS KH KD"), overrides=FIFTY, **position, morto_cards=morto) == [
        "takes_morto"
    ]
    poor = "AS AH 8D 9S 9H JC QC 4C 7C 5D 6D"
    assert refused(meld("KS KH KD"), overrides=FIFTY, **position, morto_cards=poor) == [
        "meld.opening"
    ]
    whole = turn(meld("KS KH KD"), meld("AS AH AD"), discard("4C"))
    assert legal(whole, overrides=FIFTY, **position, morto_cards=morto) == ["takes_morto"]
    assert untold(turn(meld("KS KH KD")), overrides=FIFTY, **position) == ["position.morto_cards"]


def test_from_a_total_of_the_side_on():
    """`meld.opening`: from a given total on, if so set"""
    moves = turn(meld("KS KH KD"), discard("4C"))
    position = CLOSED | {"hand": "KS KH KD 4C 9D"}
    assert legal(moves, overrides=LATER, score=1495, **position) == []
    assert refused(moves, overrides=LATER, score=1500, **position) == ["meld.opening"]
    assert refused(moves, overrides=LATER, score=2000, **position) == ["meld.opening"]
    assert legal(meld("KS KH KD"), overrides=LATER, score=-50, **position) == []
    assert refused(meld("KS KH KD"), overrides=LATER, score=1500, **position) == ["meld.opening"]


def test_what_an_opening_needs_to_be_told():
    """`turn.position`: opened or melds, and the score, where they decide"""
    position = {"hand": "KS KH KD 4C 9D", "stock": 20}
    moves = turn(meld("KS KH KD"), discard("4C"))
    assert untold(moves, overrides=FIFTY, **position) == ["position.opened"]
    assert untold(meld("KS KH KD"), overrides=FIFTY, **position) == ["position.opened"]
    assert untold(moves, overrides=LATER, melds=[], **position) == ["position.score"]
    assert untold(meld("KS KH KD"), overrides=LATER, melds=[], **position) == ["position.score"]
    # enough is enough, whatever the score
    rich = position | {"hand": "AS AH JK 4C 9D"}
    assert legal(turn(meld("AS AH JK"), discard("4C")), overrides=LATER, **rich) == []
    assert legal(meld("AS AH JK"), overrides=LATER, **rich) == []


def test_the_first_melds_one_by_one():
    """`meld.opening`: the points of earlier moves of the turn count on"""
    from scorekeeper.play.judge import judge_move
    from scorekeeper.play.moves import Discard, LayMeld
    from scorekeeper.rules.cards import parse_cards
    from scorekeeper.rules.options import parse_ruleset

    ruleset = parse_ruleset("classic", FIFTY)
    first = ask(meld("KS KH KD"), overrides=FIFTY, hand="KS KH KD AS AH AD 4C 9D", **CLOSED)
    early = judge_move(first.after, Discard(parse_cards("4C")[0]), ruleset)
    assert [problem.rule for problem in early.problems] == ["meld.opening"]
    second = judge_move(first.after, LayMeld(parse_cards("AS AH AD")), ruleset)
    assert judge_move(second.after, Discard(parse_cards("4C")[0]), ruleset).legal


def test_a_draw_and_a_discard_open_nothing():
    """`meld.opening`"""
    assert legal(draw(), overrides=FIFTY, phase="draw", stock=20) == []
    assert legal(discard("KS"), overrides=FIFTY, hand="KS 4C", melds=[]) == []


def test_a_morto_taken_by_a_discard_may_bring_the_rest():
    """`meld.opening`, `morto.turn`: the turn goes on after the last card was discarded"""
    position = {"melds": [], "stock": 20, "morto": "available", "hand": "4S 4H 4D 5C"}
    rich = position | {"morto_cards": "4C 5S 5H 6S 6H AS AD AH 8H 9S 9H"}
    assert legal(meld("4S 4H 4D"), overrides=FIFTY, **rich) == []
    poor = position | {"morto_cards": "4C 5S 5H 6S 6H 7S 8S AH 8H 9S 9H"}
    assert refused(meld("4S 4H 4D"), overrides=FIFTY, **poor) == ["meld.opening"]
    waits = FIFTY | {"morto_by_discard": "next_turn"}
    assert refused(meld("4S 4H 4D"), overrides=waits, **rich) == ["meld.opening"]
    assert untold(meld("4S 4H 4D"), overrides=FIFTY, **position) == ["position.morto_cards"]


def test_a_minimum_that_is_far_is_answered_at_once():
    """`meld.opening`: the search does not start again inside itself"""
    hand = " ".join(f"{rank}{suit}" for rank in "AKQJ987654" for suit in "SHDC") + " JK JK 2S 2H"
    position = {"melds": [], "stock": 20, "morto": "taken", "hand": hand}
    assert legal(meld("4S 4H 4D"), overrides={"opening_minimum": 300}, **position) == []
