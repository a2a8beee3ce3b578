"""The players: always a legal choice, never from what they cannot see, and one better than one."""

from collections import Counter
from random import Random

import pytest

from scorekeeper.play.dealing import deal
from scorekeeper.play.invariants import check_table, checked
from scorekeeper.play.kinds import DISCARD, TAKE_ONTO, TAKE_WITH
from scorekeeper.play.players import PLAYERS
from scorekeeper.play.simulate import hand_rng, play_hand, seated, swapped
from scorekeeper.play.standing import can_go_out
from scorekeeper.play.table import Table
from scorekeeper.rules.options import override
from scorekeeper.rules.ruleset import CLASSIC, PRESETS

careful, random = PLAYERS["careful"], PLAYERS["random"]

HOUSE_RULES = [
    {"one_meld_per_rank": True},
    {"aces_wild": True, "runs": True},
    {"lock_until_taken": True, "lock_cards": ["two"]},
    {"out_needs_morto": False, "out_needs_canasta": "none"},
    {"out_needs_discard": True, "morto_by_discard": "next_turn"},
    {"stock_empty": "end", "jokers": 0, "hand_size": 15},
    {"stock_empty": "morto_becomes_stock", "mortos_owned": False, "black3_meld": "never"},
    {"max_wilds": 0, "min_naturals": 3},
    {"max_wilds": 4, "min_naturals": 1, "wild_only_melds": True},
    {"lock_cards": [], "allow_soiling": False},
]


def tables(ruleset, hands, player=careful):
    """Every table of some hands before each decision."""
    for number in range(hands):
        rng = hand_rng("tables", number)
        table = Table(ruleset, deal(ruleset, rng, number % ruleset.players))
        while not table.over:
            yield table
            choice = player(table, rng)
            if not choice:
                break
            table.play(choice)


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("preset", PRESETS)
def test_hands_of_every_preset_stand_up_to_the_check(preset, name):
    ruleset = PRESETS[preset]
    players = seated([checked(PLAYERS[name])] * ruleset.sides, ruleset)
    for number in range(3):
        rng, dealer = hand_rng(1, number), number % ruleset.players
        play_hand(ruleset, players, rng, dealer, on_step=check_table)


@pytest.mark.parametrize("options", HOUSE_RULES, ids=lambda options: "+".join(options))
def test_house_rules_are_played_too(options):
    ruleset = override(CLASSIC, options)
    players = seated([checked(careful), checked(random)], ruleset)
    for number in range(3):
        play_hand(ruleset, players, hand_rng(2, number), 0, on_step=check_table)


def test_an_opening_minimum_is_met():
    ruleset = override(CLASSIC, {"opening_minimum": 60})
    players = seated([checked(careful)] * 2, ruleset)
    played = play_hand(ruleset, players, hand_rng(3, 0), 0, (0, 0), on_step=check_table)
    assert any(side.table.melds for side in played.tally.sides)


@pytest.mark.parametrize("preset", ["classic", "two_player", "online"])
def test_careful_beats_random_with_the_same_cards(preset):
    ruleset = PRESETS[preset]
    players = seated([careful, random], ruleset)
    ahead = []
    for number in range(6):
        for seats, side in ((players, 0), (swapped(players), 1)):
            totals = play_hand(ruleset, seats, hand_rng(4, number)).totals
            ahead.append(totals[side] - totals[1 - side])
    assert sum(ahead) / len(ahead) > 400


@pytest.mark.parametrize("preset", ["classic", "carioca", "three_player", "online"])
def test_the_careful_player_does_not_look_at_hidden_cards(preset):
    ruleset = PRESETS[preset]
    rng = Random(5)
    chosen = Counter()
    for table in tables(ruleset, 3):
        choice = careful(table, Random(0))
        for _ in range(2):
            assert careful(dealt_again(table, rng), Random(1)) == choice
        chosen[choice[:1]] += 1
    assert len(chosen) > 4  # every kind of decision came up


def dealt_again(table, rng):
    """The same table for the player to move: all that is hidden lies elsewhere."""
    other = table.copy()
    others = [seat for seat in range(len(other.hands)) if seat != other.seat]
    hidden = list(other.stock)
    for seat in others:
        hidden += other.cards_of(seat)
        hidden += other.waiting[seat] or ()
    for morto in other.mortos:
        hidden += morto or ()
    rng.shuffle(hidden)
    take = iter(hidden).__next__
    other.stock = [take() for _ in other.stock]
    for seat in others:
        count, other.hands[seat], other.sizes[seat] = other.sizes[seat], {}, 0
        other.give(seat, [take() for _ in range(count)])
        if other.waiting[seat] is not None:
            other.waiting[seat] = tuple([take() for _ in other.waiting[seat]])
    other.mortos = [morto and tuple([take() for _ in morto]) for morto in other.mortos]
    return other


def test_the_order_of_the_choices_does_not_matter():
    class Shuffled(Table):
        __slots__ = ()

        def choices(self):
            choices = list(super().choices())
            rng.shuffle(choices)
            return choices

    rng = Random(6)
    for table in tables(PRESETS["carioca"], 2):
        choice = careful(table, Random(0))
        other = table.copy()
        other.__class__ = Shuffled
        assert careful(other, Random(0)) == choice


def test_a_player_changes_nothing():
    for table in tables(CLASSIC, 1):
        before = table.position()
        for player in PLAYERS.values():
            player(table, Random(0))
        assert table.position() == before


def test_no_choice_where_there_is_none():
    class Empty(Table):
        __slots__ = ()

        def choices(self):
            return []

    table = next(tables(CLASSIC, 1))
    table.__class__ = Empty
    assert [player(table, Random(0)) for player in PLAYERS.values()] == [(), ()]


def test_wilds_are_thrown_away_only_where_nothing_else_can_be():
    thrown = 0
    for table in tables(CLASSIC, 6):
        choice = careful(table, Random(0))
        if choice[0] == DISCARD and choice[1] in table.kinds.wild:
            others = [
                c for c in table.choices() if c[0] == DISCARD and c[1] not in table.kinds.wild
            ]
            thrown += bool(others)
    assert thrown == 0


def test_a_pile_of_some_cards_is_taken_unless_the_player_is_nearly_out():
    taken = left = 0
    for table in tables(CLASSIC, 6):
        takes = [c for c in table.choices() if c[0] in (TAKE_ONTO, TAKE_WITH)]
        if takes and len(table.pile) > 1:
            if careful(table, Random(0))[0] in (TAKE_ONTO, TAKE_WITH):
                taken += 1
            else:
                left += 1
                assert table.sizes[table.seat] < 5
                assert can_go_out(table.side, table)
    assert taken > left > 0
