from dataclasses import replace

import pytest
from dealing import presets
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.additions import check_addition, lay_out
from scorekeeper.rules.cards import FACES, format_cards, parse_cards
from scorekeeper.rules.melds import read_meld
from scorekeeper.rules.problems import Finding, Problem
from scorekeeper.rules.ruleset import CLASSIC, PRESETS

CARIOCA, ONLINE = PRESETS["carioca"], PRESETS["online"]
NO_SOILING = replace(CLASSIC, allow_soiling=False)


def rules_broken(meld, added, ruleset=CLASSIC, went_out=None):
    found = check_addition(parse_cards(meld), parse_cards(added), ruleset, went_out=went_out)
    return [problem.rule for problem in found]


@pytest.mark.parametrize(
    ("meld", "added", "ruleset", "broken"),
    [
        ("5S 5H 5D", "5C", CLASSIC, []),
        ("5S 5H 5D", "", CLASSIC, ["meld.size"]),
        ("5S 5H 5D", "6C", CLASSIC, ["meld.rank"]),
        ("5S 5H 5D", "2C JK", CLASSIC, []),
        ("5S 5H 2D", "2C JK", CLASSIC, ["meld.wilds"]),
        ("5S 5H 5D", "JK 5C", replace(CLASSIC, naturals_per_wild=2), []),
        ("5S 5H 5D", "JK 2C", replace(CLASSIC, naturals_per_wild=2), ["meld.naturals"]),
        ("5S 5H 5D", "JK 2C 5C", replace(CLASSIC, naturals_per_wild=2), []),
        ("7S 7H 7D 7C 7S 7H 7D", "2C", CLASSIC, []),
        ("7S 7H 7D 7C 7S 7H 7D", "2C", NO_SOILING, ["canasta.kind"]),
        ("7S 7H 7D 7C 7S 7H 7D", "7C", NO_SOILING, []),
        ("7S 7H 7D 7C 7S 7H", "7D 2C", NO_SOILING, []),
        ("7S 7H 7D 7C 7S 7H 2D", "2C", NO_SOILING, []),
        ("6H 7H 8H", "9H TH", CARIOCA, []),
        ("6H 7H 8H", "9H TH", CLASSIC, ["meld.rank"]),
        ("6H 7H 8H", "10H", CARIOCA, ["meld.run"]),
        ("6H 7H 8H", "10H 2C", CARIOCA, []),
        ("6H 7H 8H", "9S", CARIOCA, ["meld.run"]),
        # meld.replace: the natural card takes the place of the 2, which moves to the high end
        ("9H 2S JH", "10H", ONLINE, []),
        # the high end is closed: the 2 moves to the low end
        ("QH 2S AH", "KH", ONLINE, []),
        # both ends are closed: 4 to ace is complete, no place is left for the 2
        ("4H 5H 6H 7H 8H 9H 10H JH QH 2S AH", "KH", ONLINE, ["meld.run"]),
        ("4H 5H 6H 7H 8H 9H 10H JH QH KH AH", "AH", ONLINE, []),
        ("4H 5H 6H 7H 8H 9H 10H JH QH KH AH", "AS", ONLINE, ["meld.run"]),
        ("5H 6H 7H 8H 9H 10H JH QH KH AH", "AH", ONLINE, ["meld.run"]),
        ("2S 2H 2D", "2C", ONLINE, []),
        ("2S 2H 2D", "KC", ONLINE, ["meld.wilds", "meld.naturals"]),
    ],
)
def test_an_addition_is_judged_by_the_meld_it_makes(meld, added, ruleset, broken):
    assert rules_broken(meld, added, ruleset) == broken


def test_a_fourth_black_three_needs_going_out():
    assert rules_broken("3S 3C 3S", "3C", went_out=True) == []
    assert rules_broken("3S 3C 3S", "3C", went_out=False) == ["black3.meld"]
    assert rules_broken("3S 3C 3S", "2C", went_out=True) == ["black3.meld"]


@pytest.mark.parametrize(
    ("meld", "added", "ruleset", "problems"),
    [
        ("5S 5H 5D", "", CLASSIC, [("meld.size", Finding.NOTHING_ADDED)]),
        ("7S 7H 7D 7C 7S 7H 7D", "2C", NO_SOILING, [("canasta.kind", Finding.CANASTA_SOILED)]),
        (
            "3S 3C 3S",
            "3C",
            CLASSIC,
            [("black3.meld", Finding.BLACK_THREES_WITHOUT_GOING_OUT)],
        ),
    ],
)
def test_what_is_wrong_with_an_addition_says_where(meld, added, ruleset, problems):
    cards = parse_cards(meld), parse_cards(added)
    expected = [Problem(rule, finding, "melds[1]") for rule, finding in problems]
    assert list(check_addition(*cards, ruleset, "melds[1]", went_out=False)) == expected
    assert {p.where for p in check_addition(*cards, ruleset, went_out=False)} == {""}


def test_an_addition_that_makes_no_meld_says_everything_that_is_wrong_with_it():
    impure = parse_cards("3S 3C 3S 2C")
    assert check_addition(impure[:3], impure[3:], CLASSIC, "melds[1]", went_out=False) == (
        Problem("black3.meld", Finding.BLACK_THREES_IMPURE, "melds[1]", {"cards": impure}),
        Problem("black3.meld", Finding.BLACK_THREES_WITHOUT_GOING_OUT, "melds[1]"),
    )


@pytest.mark.parametrize(
    ("cards", "ruleset", "lies"),
    [
        ("2C KS JK KH", CLASSIC, "KS KH 2C JK"),
        ("9H 2S JH", ONLINE, "9H 2S JH"),
        ("9H 2S JH 10H", ONLINE, "9H 10H JH 2S"),
        ("QH 2S AH KH", ONLINE, "2S QH KH AH"),
        ("KH QH JK 2C", CARIOCA, "JK QH KH 2C"),
        # a 2 of the run's own suit is a wild like any other
        ("4H 2H 6H", ONLINE, "4H 2H 6H"),
        # the gap comes first, although an ace is there to close the run
        ("QH 2S AH", ONLINE, "QH 2S AH"),
        ("AH KH QH JH 10H 9H 8H 7H 6H 5H 4H", ONLINE, "4H 5H 6H 7H 8H 9H 10H JH QH KH AH"),
        # the high end is closed: both wilds go down, to the 4 if need be
        ("2C 6H 7H 8H 9H 10H JH QH KH AH JK", CARIOCA, "JK 2C 6H 7H 8H 9H 10H JH QH KH AH"),
        ("AH 4H 5H 6H 7H 8H 9H 10H JH QH KH AH", ONLINE, "AH 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"),
        ("5H AS 7H", replace(CARIOCA, aces_wild=True), "5H AS 7H"),
        ("5H AH 7H", replace(CARIOCA, aces_wild=True), "5H AH 7H"),
        ("KS KH AS", replace(CLASSIC, aces_wild=True), "KS KH AS"),
        ("KS 4H", CLASSIC, "KS 4H"),
    ],
)
def test_how_a_meld_lies(cards, ruleset, lies):
    assert format_cards(lay_out(parse_cards(cards), ruleset)) == lies


@given(presets(), st.lists(st.sampled_from(FACES), min_size=1, max_size=12), st.randoms())
def test_laying_out_keeps_the_cards_whatever_their_order(ruleset, cards, random):
    shuffled = list(cards)
    random.shuffle(shuffled)
    laid = lay_out(cards, ruleset)
    assert laid == lay_out(shuffled, ruleset)
    assert sorted(map(str, laid)) == sorted(map(str, cards))


@given(presets(), st.lists(st.sampled_from(FACES), min_size=3, max_size=9), st.data())
def test_an_addition_to_a_meld_is_right_if_the_whole_is_a_meld(ruleset, cards, data):
    cut = data.draw(st.integers(1, len(cards) - 1))
    if not ruleset.allow_soiling:
        return
    whole = read_meld(cards, ruleset) is not None
    assert (check_addition(cards[:cut], cards[cut:], ruleset) == ()) == whole
