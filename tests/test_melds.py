from dataclasses import replace
from random import Random

import pytest
from dealing import Dealer, randoms, rulesets
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.cards import FACES, parse_cards
from scorekeeper.rules.melds import Canasta, MeldKind, bonus, check_meld, read_meld
from scorekeeper.rules.problems import Finding, Problem
from scorekeeper.rules.ruleset import CLASSIC, PRESETS, TEN_EACH

PAULISTA, CARIOCA, ONLINE = (PRESETS[key] for key in ("paulista", "carioca", "online"))
ACES_WILD = replace(CLASSIC, aces_wild=True)
RUNS_AND_WILD_ACES = replace(CARIOCA, aces_wild=True)
DIRTY_EARNS_MORE = replace(RUNS_AND_WILD_ACES, bonus_dirty=300)


def rules_of(text, ruleset=CLASSIC, went_out=None):
    return [problem.rule for problem in check_meld(parse_cards(text), ruleset, "", went_out)]


def canasta(text, ruleset=CLASSIC):
    meld = read_meld(parse_cards(text), ruleset)
    assert meld is not None
    return meld.canasta


VALID = [
    (CLASSIC, "KS KH KD", MeldKind.SET, 0),
    (CLASSIC, "4S 4S 4C", MeldKind.SET, 0),
    (CLASSIC, "AS AH AD", MeldKind.SET, 0),
    (CLASSIC, "9S 9H JK", MeldKind.SET, 1),
    (CLASSIC, "9S 9H JK 2C", MeldKind.SET, 2),
    (CLASSIC, "2C 9S 2C 9H", MeldKind.SET, 2),
    (CLASSIC, "3S 3C 3S", MeldKind.BLACK_THREES, 0),
    (CLASSIC, "3S 3C 3S 3C", MeldKind.BLACK_THREES, 0),
    (PAULISTA, "9S 9H JK", MeldKind.SET, 1),
    (PAULISTA, "9S 9H 9D 9C JK 2S", MeldKind.SET, 2),
    (CARIOCA, "4S 5S 6S", MeldKind.RUN, 0),
    (CARIOCA, "QD KD AD", MeldKind.RUN, 0),
    (CARIOCA, "4S 6S JK", MeldKind.RUN, 1),
    (CARIOCA, "4S 7S JK 2H", MeldKind.RUN, 2),
    (CARIOCA, "KS AS 2S", MeldKind.RUN, 1),
    (CARIOCA, "4S 5S 6S 7S 8S 9S 10S JS QS KS AS", MeldKind.RUN, 0),
    (ONLINE, "4S 5S 2H", MeldKind.RUN, 1),
    (ONLINE, "2S 2H 2D", MeldKind.WILDS, 3),
    (ONLINE, "2S 2H 2D 2C 2S 2H 2D 2C", MeldKind.WILDS, 8),
    # meld.ace_to_ace
    (ONLINE, "AS 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", MeldKind.RUN, 0),
    # meld.aces
    (ACES_WILD, "9S 9H AD", MeldKind.SET, 1),
    (ACES_WILD, "9S 9H AD AS", MeldKind.SET, 2),
    (ACES_WILD, "AS AH AD AC", MeldKind.SET, 0),
    (RUNS_AND_WILD_ACES, "4S 6S AH", MeldKind.RUN, 1),
    (RUNS_AND_WILD_ACES, "4S 6S AS", MeldKind.RUN, 1),
    (RUNS_AND_WILD_ACES, "QS KS AS", MeldKind.RUN, 0),
    # the ace of spades closes the run, the other one is the queen
    (RUNS_AND_WILD_ACES, "JS KS AS AH", MeldKind.RUN, 1),
]


@pytest.mark.parametrize(("ruleset", "text", "kind", "wilds"), VALID)
def test_valid_melds(ruleset, text, kind, wilds):
    meld = read_meld(parse_cards(text), ruleset)
    assert (meld.kind, meld.wilds) == (kind, wilds)
    assert rules_of(text, ruleset) == []


INVALID = [
    (CLASSIC, "", ["meld.size", "meld.naturals"]),
    (CLASSIC, "KS KH", ["meld.size"]),
    (CLASSIC, "KS", ["meld.size", "meld.naturals"]),
    (CLASSIC, "KS QH", ["meld.size", "meld.rank"]),
    (CLASSIC, "KS KH QD", ["meld.rank"]),
    (CLASSIC, "KS KH QD 9S", ["meld.rank"]),
    (CLASSIC, "4S 5S 6S", ["meld.rank"]),
    (CLASSIC, "3H 3D 3H", ["meld.rank"]),
    (CLASSIC, "KS KH KD 3H", ["meld.rank"]),
    (CLASSIC, "KS KH KD 3S", ["meld.rank"]),
    (CLASSIC, "KS KH JK JK 2C", ["meld.wilds"]),
    (CLASSIC, "KS KH KD KC JK JK 2C 2D", ["meld.wilds"]),
    (CLASSIC, "KS JK 2C", ["meld.naturals"]),
    (CLASSIC, "KS JK JK 2C", ["meld.wilds", "meld.naturals"]),
    (CLASSIC, "JK JK 2C", ["meld.wilds", "meld.naturals"]),
    (CLASSIC, "KS KH QD JK JK 2C", ["meld.rank", "meld.wilds"]),
    (CLASSIC, "AS AH 9D", ["meld.rank"]),
    (CLASSIC, "9S 9H AD", ["meld.rank"]),
    (CLASSIC, "3S 3C", ["black3.meld"]),
    (CLASSIC, "3S 3C JK", ["black3.meld"]),
    (CLASSIC, "3S 3C 3S 3C 3S", ["black3.meld"]),
    (PAULISTA, "9S 9H 9D JK 2S", ["meld.naturals"]),
    # as many kings as spades: the set is taken
    (CARIOCA, "KS KH QS JD", ["meld.rank"]),
    (CARIOCA, "4S 5S 7S", ["meld.run"]),
    (CARIOCA, "4S 5S 6S 6S", ["meld.run"]),
    (CARIOCA, "AS 4S 5S", ["meld.run"]),
    (CARIOCA, "4S 8S JK 2H", ["meld.run"]),
    (CARIOCA, "4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2S", ["meld.run"]),
    (CARIOCA, "AS 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", ["meld.run"]),
    (ONLINE, "9S 9H 2S 2H", ["meld.wilds"]),
    (ONLINE, "2S 2H", ["meld.size"]),
    (ONLINE, "AS 4S 5S 6S 7S 8S 9S 10S JS QS KS 2S", ["meld.run"]),
    (ONLINE, "3S 3C 3S", ["black3.meld"]),
    (ACES_WILD, "9S AH AD", ["meld.rank"]),
    (ACES_WILD, "9S 9H AD JK 2C", ["meld.wilds"]),
]


@pytest.mark.parametrize(("ruleset", "text", "expected"), INVALID)
def test_invalid_melds_name_every_rule_they_break(ruleset, text, expected):
    assert rules_of(text, ruleset) == expected
    if expected != ["black3.meld"] or ruleset is not ONLINE:
        assert read_meld(parse_cards(text), ruleset) is None


# what the cards lack, in full: rule, finding and facts
FACTS = [
    (CLASSIC, "KS KH", "meld.size", Finding.MELD_TOO_SMALL, {"count": 2, "least": 3}),
    (CLASSIC, "KS QD KH 9S", "meld.rank", Finding.MELD_MIXED_RANKS,
     {"cards": parse_cards("QD 9S"), "rank": "K"}),
    (CLASSIC, "KS 3H KH KD 3C", "meld.rank", Finding.MELD_OF_THREES,
     {"cards": parse_cards("3H 3C")}),
    # two red threes and two single cards: nearest to a meld of threes
    (CLASSIC, "3H 3D KS QS", "meld.rank", Finding.MELD_OF_THREES,
     {"cards": parse_cards("3H 3D")}),
    (CLASSIC, "KS KH JK JK 2C", "meld.wilds", Finding.MELD_TOO_MANY_WILDS,
     {"count": 3, "most": 2}),
    (CLASSIC, "KS JK 2C", "meld.naturals", Finding.MELD_TOO_FEW_NATURALS,
     {"count": 1, "least": 2}),
    (CLASSIC, "JK JK", "meld.size", Finding.MELD_TOO_SMALL, {"count": 2, "least": 3}),
    (CLASSIC, "JK JK", "meld.naturals", Finding.MELD_TOO_FEW_NATURALS, {"count": 0, "least": 2}),
    (PAULISTA, "9S 9H 9D JK 2S", "meld.naturals", Finding.MELD_TOO_FEW_NATURALS,
     {"count": 3, "least": 4}),
    (CARIOCA, "4S 5S 7S", "meld.run", Finding.MELD_NOT_A_RUN,
     {"cards": parse_cards("4S 5S 7S")}),
    (CARIOCA, "4S 5S 6S 8H JK", "meld.run", Finding.MELD_NOT_A_RUN,
     {"cards": parse_cards("8H")}),
    # the king that the 2 stood for: both ends are closed, so the 2 finds no place any more
    (CARIOCA, "4H 5H 6H 7H 8H 9H 10H JH QH 2C AH KH", "meld.run", Finding.MELD_RUN_FULL, {}),
    (ONLINE, "AS 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2C", "meld.run", Finding.MELD_RUN_FULL, {}),
    # a second low ace belongs to no run that is not from ace to ace already
    (CARIOCA, "AS 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2C", "meld.run", Finding.MELD_NOT_A_RUN,
     {"cards": parse_cards("AS 4S 5S 6S 7S 8S 9S 10S JS QS KS AS")}),
    (CLASSIC, "3S JK 3C", "black3.meld", Finding.BLACK_THREES_IMPURE,
     {"cards": parse_cards("3S JK 3C")}),
    (ONLINE, "3S 3S 3C", "black3.meld", Finding.BLACK_THREES_NEVER, {}),
]  # fmt: skip


@pytest.mark.parametrize(("ruleset", "text", "rule", "finding", "facts"), FACTS)
def test_what_is_wrong_with_a_meld_comes_with_its_place_and_facts(
    ruleset, text, rule, finding, facts
):
    problems = check_meld(parse_cards(text), ruleset, "melds[0]")
    assert Problem(rule, finding, "melds[0]", facts) in problems
    assert len(problems) == sum(row[:2] == (ruleset, text) for row in FACTS)
    assert {problem.where for problem in check_meld(parse_cards(text), ruleset)} == {""}


@pytest.mark.parametrize(
    ("options", "text", "expected"),
    [
        ({"max_wilds": 0}, "KS KH JK", ["meld.wilds"]),
        ({"max_wilds": 4}, "KS KH JK JK 2C 2D", []),
        ({"min_naturals": 1}, "KS JK 2C", []),
        ({"min_naturals": 1}, "JK 2C 2D", ["meld.wilds", "meld.naturals"]),
        ({"min_naturals": 3}, "KS KH JK", ["meld.naturals"]),
        ({"min_naturals": 3}, "KS KH", ["meld.size", "meld.naturals"]),
        ({"naturals_per_wild": 3}, "KS KH JK", ["meld.naturals"]),
        ({"naturals_per_wild": 3}, "KS KH KD JK", []),
        ({"wild_only_melds": True}, "JK JK 2C", []),
        ({"wild_only_melds": True}, "JK 2C", ["meld.size"]),
        ({"black3_meld": "never"}, "3S 3C 3S", ["black3.meld"]),
    ],
)
def test_options_move_the_limits(options, text, expected):
    assert rules_of(text, replace(CLASSIC, **options)) == expected


def test_black_threes_need_a_side_that_went_out():
    """`black3.meld`"""
    assert rules_of("3S 3C 3S", went_out=True) == []
    assert rules_of("3S 3C 3S", went_out=False) == ["black3.meld"]
    found = check_meld(parse_cards("3S 3C JK"), CLASSIC, "here", went_out=False)
    assert [problem.finding for problem in found] == [
        Finding.BLACK_THREES_IMPURE,
        Finding.BLACK_THREES_WITHOUT_GOING_OUT,
    ]
    assert {problem.where for problem in found} == {"here"}


CANASTAS = [
    (CLASSIC, "KS KH KD KC KS KH", None),
    (CLASSIC, "KS KH KD KC KS KH KD", Canasta.CLEAN),
    (CLASSIC, "KS KH KD KC KS KH KD KC", Canasta.CLEAN),
    (CLASSIC, "KS KH KD KC KS KH JK", Canasta.DIRTY),
    (CLASSIC, "QS QH QD QC QS JK 2C", Canasta.DIRTY),
    (CARIOCA, "4S 5S 6S 7S 8S 9S 10S", Canasta.CLEAN),
    (CARIOCA, "4S 5S 6S 7S 8S 9S JK", Canasta.DIRTY),
    (CARIOCA, "4S 5S 6S 7S 8S 9S 10S JS QS KS AS", Canasta.CLEAN),
    (ONLINE, "4S 5S 6S 7S 8S 9S 10S JS QS KS", Canasta.CLEAN),
    (ONLINE, "4S 5S 6S 7S 8S 9S 10S JS QS KS AS", Canasta.ROYAL),
    (ONLINE, "4S 5S 6S 7S 8S 9S 10S JS QS KS 2H", Canasta.DIRTY),
    (ONLINE, "AS 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", Canasta.ACE_TO_ACE),
    (ONLINE, "2S 2H 2D 2C 2S 2H", None),
    (ONLINE, "2S 2H 2D 2C 2S 2H 2D", Canasta.WILD),
    (ONLINE, "2S 2H 2D 2C 2S 2H 2D 2C", Canasta.WILD),
]


@pytest.mark.parametrize(("ruleset", "text", "kind"), CANASTAS)
def test_canastas(ruleset, text, kind):
    """`canasta.size`, `canasta.kind`"""
    assert canasta(text, ruleset) is kind


def test_what_counts_as_a_clean_canasta():
    clean = {kind for kind in Canasta if kind.is_clean}
    assert clean == {Canasta.CLEAN, Canasta.ROYAL, Canasta.ACE_TO_ACE}


def test_a_royal_run_is_an_ordinary_clean_canasta_where_the_table_does_not_know_it():
    royal = "4S 5S 6S 7S 8S 9S 10S JS QS KS AS"
    assert canasta(royal, replace(ONLINE, bonus_royal=None)) is Canasta.CLEAN


def test_the_reading_that_is_best_for_the_side_counts():
    """Seven kings and jokers read as a run would be two wilds too many."""
    meld = read_meld(parse_cards("KS KS KH KD KC KH 2C"), ONLINE)
    assert (meld.kind, meld.rank, meld.wilds) == (MeldKind.SET, "K", 1)


def test_a_run_whose_ace_is_natural_or_wild_is_the_canasta_that_earns_more():
    """`meld.aces`: the ace of a clean run may stand in as well, which makes it dirty."""
    run = parse_cards("8S 9S 10S JS QS KS AS")
    clean, dirty = (read_meld(run, rules) for rules in (RUNS_AND_WILD_ACES, DIRTY_EARNS_MORE))
    assert (clean.canasta, clean.wilds) == (Canasta.CLEAN, 0)
    assert (dirty.canasta, dirty.wilds) == (Canasta.DIRTY, 1)
    short = read_meld(run[-3:], DIRTY_EARNS_MORE)
    assert (short.canasta, short.wilds) == (None, 0)


def test_a_run_from_4_to_ace_is_royal_only_if_that_earns_more_than_its_ace_as_a_wild():
    run = parse_cards("4S 5S 6S 7S 8S 9S 10S JS QS KS AS")
    aces_wild = replace(ONLINE, aces_wild=True)
    assert read_meld(run, aces_wild).canasta is Canasta.ROYAL
    assert read_meld(run, replace(aces_wild, bonus_royal=50)).canasta is Canasta.DIRTY


def test_a_card_among_wilds_is_a_set_rather_than_a_run():
    meld = read_meld(parse_cards("JK KS 2C"), replace(CARIOCA, min_naturals=1))
    assert (meld.kind, meld.rank, meld.wilds) == (MeldKind.SET, "K", 2)


@pytest.mark.parametrize(
    ("ruleset", "text", "rank"),
    [
        (CLASSIC, "JK KS KH", "K"),
        (CLASSIC, "3S 3C 3S", "3"),
        (CARIOCA, "4S 5S 6S", None),
        (ONLINE, "2S 2H 2D", None),
    ],
)
def test_the_rank_of_a_meld(ruleset, text, rank):
    assert read_meld(parse_cards(text), ruleset).rank == rank


@pytest.mark.parametrize("text", ["3S 3C 3S", "3S 3C 3S 3C"])
def test_black_threes_are_never_a_canasta(text):
    assert canasta(text) is None


def test_what_each_canasta_earns():
    """`score.clean`, `score.dirty`, `score.royal`, `score.ace_to_ace`, `score.wild`"""
    prices = {"clean": 150, "dirty": 75, "royal": 450, "ace_to_ace": 900, "wild": 600}
    priced = replace(ONLINE, **{f"bonus_{kind}": price for kind, price in prices.items()})
    assert {str(kind): bonus(kind, priced) for kind in Canasta} == prices
    unknown = {Canasta.ROYAL, Canasta.ACE_TO_ACE, Canasta.WILD}
    assert {bonus(kind, CLASSIC) for kind in unknown} == {0}


def test_a_meld_that_no_pack_holds_is_still_judged():
    assert rules_of("KS " * 40) == []
    assert rules_of("KS QS " * 40) == ["meld.rank"]


@given(rulesets(), randoms())
def test_melds_that_are_dealt_by_the_rules_are_valid(ruleset, random):
    dealer = Dealer(ruleset, random)
    for meld in filter(None, (dealer.meld() for _ in range(5))):
        assert check_meld(meld, ruleset) == ()
        assert read_meld(meld, ruleset) is not None


few_faces = st.lists(st.sampled_from(FACES), max_size=13)


@given(rulesets(), few_faces, st.integers())
def test_the_order_of_the_cards_does_not_matter(ruleset, cards, seed):
    shuffled = list(cards)
    Random(seed).shuffle(shuffled)
    assert read_meld(shuffled, ruleset) == read_meld(cards, ruleset)
    assert sorted(p.finding for p in check_meld(shuffled, ruleset)) == sorted(
        p.finding for p in check_meld(cards, ruleset)
    )


@given(rulesets(), few_faces)
def test_a_meld_is_read_exactly_if_nothing_is_wrong_with_it(ruleset, cards):
    assert (read_meld(cards, ruleset) is not None) == (not check_meld(cards, ruleset))


@given(few_faces)
def test_only_the_rules_of_melds_change_a_meld(cards):
    other = replace(CLASSIC, target=5, bonus_out=0, card_values=TEN_EACH, red3_value=0)
    assert read_meld(cards, other) == read_meld(cards, CLASSIC)
