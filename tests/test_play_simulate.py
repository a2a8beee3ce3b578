"""Hands and matches played by bots: whole, repeatable, and written down as they went."""

from random import Random

import pytest

from scorekeeper.play import simulate
from scorekeeper.play.invariants import ImpossibleTableError, check_table, checked
from scorekeeper.play.kinds import ADD, MELD
from scorekeeper.play.moves import Discard, Draw, LayRedThree
from scorekeeper.play.players import PLAYERS
from scorekeeper.play.record import format_record
from scorekeeper.play.record_text import parse_record
from scorekeeper.play.recording import record_of
from scorekeeper.play.simulate import (
    Opening,
    hand_rng,
    new_match,
    play_hand,
    play_match,
    seated,
    swapped,
)
from scorekeeper.play.summary import chance, spread
from scorekeeper.play.table import Table
from scorekeeper.rules.match import Adjustment, PlayedHand, Status
from scorekeeper.rules.options import override
from scorekeeper.rules.ruleset import CLASSIC, PRESETS

careful, random = PLAYERS["careful"], PLAYERS["random"]
FOUR = seated([careful], CLASSIC)


def test_the_same_seed_gives_the_same_hand():
    one = play_hand(CLASSIC, FOUR, hand_rng(1, 2), 3, keep_moves=True)
    assert one == play_hand(CLASSIC, FOUR, hand_rng(1, 2), 3, keep_moves=True)
    assert one.deal != play_hand(CLASSIC, FOUR, hand_rng(1, 3), 3).deal
    assert one.deal == play_hand(CLASSIC, seated([random], CLASSIC), hand_rng(1, 2), 3).deal


def test_a_seed_is_one_text_whatever_it_is_made_of():
    assert hand_rng(7, 1).random() == Random("7:1").random()
    assert hand_rng("7", 1).random() == hand_rng(7, 1).random()


def test_how_a_hand_ended():
    played = play_hand(CLASSIC, FOUR, hand_rng(1, 0))
    assert played.reason == ("went_out" if any(s.went_out for s in played.tally.sides) else "stock")
    assert played.moves == ()
    assert played.decisions > played.turns > 0


def test_a_hand_ends_where_the_stock_is_gone():
    def never_melds(table, rng):
        choices = [choice for choice in table.choices() if choice[0] not in (MELD, ADD)]
        return choices[-1] if choices else ()

    players = seated([never_melds], CLASSIC)
    assert play_hand(CLASSIC, players, hand_rng(1, 0)).reason == "stock"


@pytest.mark.parametrize("preset", ["classic", "three_player", "online"])
def test_the_moves_that_were_kept(preset):
    ruleset = PRESETS[preset]
    players = seated([careful] * ruleset.sides, ruleset)
    played = play_hand(ruleset, players, hand_rng(1, 0), 1, keep_moves=True)
    assert played.moves[0][0] == 2
    assert len(played.moves) == played.turns
    moves = [move for _, turn in played.moves for move in turn]
    drawn = [move.card for move in moves if isinstance(move, Draw)]
    replaced = [move.replacement for move in moves if isinstance(move, LayRedThree)]
    stock = [*played.deal.stock, *(card for morto in played.deal.mortos for card in morto)]
    assert None not in drawn
    assert set(drawn) | set(replaced) - {None} <= set(stock)
    assert drawn[0] in played.deal.stock[:9]
    assert all(isinstance(turn[-1], Discard) for _, turn in played.moves[:-1])


@pytest.mark.parametrize("preset", PRESETS)
def test_a_record_is_read_as_it_was_written(preset):
    ruleset = PRESETS[preset]
    played = play_hand(ruleset, seated([random], ruleset), hand_rng(2, 0), keep_moves=True)
    record = record_of(played, ruleset)
    assert parse_record(format_record(record)) == record


def test_a_match_is_played_to_its_target():
    match = play_match(new_match(CLASSIC), FOUR, 1)
    standing = match.standing
    assert standing.ruling.status is Status.WON
    assert max(standing.totals) >= CLASSIC.target
    assert standing.totals == tuple(map(sum, zip(*(h.totals for h in match.hands), strict=True)))
    dealers = [hand.deal.dealer for hand in match.hands]
    assert dealers == [(3 + number) % 4 for number in range(len(dealers))]
    assert match == play_match(new_match(CLASSIC), FOUR, 1)


def test_a_match_is_taken_up_where_it_stands():
    entries = (PlayedHand((2950, 0), CLASSIC), Adjustment((0, 100), "foul"))
    match = play_match(Opening(CLASSIC, CLASSIC, entries, dealer=2), FOUR, 1)
    assert match.hands[0].deal.dealer == 2
    first = [total + score for total, score in zip((2950, 100), match.hands[0].totals, strict=True)]
    assert match.standing.running[2] == tuple(first)


def test_a_side_with_a_high_total_needs_its_opening_minimum():
    seen = set()
    ruleset = override(CLASSIC, {"target": 5, "opening_minimum": {"points": 50, "from": 1000}})
    entries = (Adjustment((1000, 0), "carried over"),)
    opening = Opening(ruleset, ruleset, entries)
    play_match(opening, seated([careful], ruleset), 1, 0, lambda t: seen.add(t.sides[0].score))
    assert seen == {1000}


def test_express_is_one_hand():
    ruleset = override(CLASSIC, {"express": True})
    match = play_match(new_match(ruleset), FOUR, 3)
    assert len(match.hands) == 1
    assert match.winner == match.hands[0].totals.index(max(match.hands[0].totals))


def test_a_match_that_drags_on_is_stopped(monkeypatch):
    monkeypatch.setattr(simulate, "MOST_HANDS", 2)
    match = play_match(new_match(override(CLASSIC, {"target": 100_000})), FOUR, 1)
    assert len(match.hands) == 2
    assert match.standing.ruling.rule == "match.stopped"


def test_swapped_players_sit_at_the_other_sides_seats():
    assert swapped("ABAB") == tuple("BABA")
    assert swapped("AB") == tuple("BA")


def test_a_spread():
    one = spread([5, -10, 0, 15])
    assert one.mean == 2.5
    assert one.quantiles == {5: -10, 25: -10, 50: 0, 75: 5, 95: 15}
    assert spread([7]).quantiles == dict.fromkeys((5, 25, 50, 75, 95), 7)
    assert all(type(number) is int for number in one.quantiles.values())
    assert spread(range(100)).quantiles == {5: 4, 25: 24, 50: 49, 75: 74, 95: 94}


def test_a_chance_and_its_interval():
    found = chance(50, 100)
    assert (found.share, found.low, found.high) == (0.5, 0.4038, 0.5962)
    assert chance(0, 10).low == 0.0
    assert chance(10, 10).high == 1.0


# what must hold at a table


def some_table():
    table = Table(CLASSIC, play_hand(CLASSIC, FOUR, hand_rng(1, 0)).deal)
    rng = Random(0)
    while not table.sides[0].melds or not table.sides[1].melds:
        table.play(careful(table, rng))
    check_table(table)
    return table


def lose_a_card(table):
    table.stock.pop()


def copy_a_card(table):
    table.pile.append(table.stock[0])


def miscount(table):
    table.sizes[0] += 1


def empty_a_hand(table):
    table.stock += table.cards_of(1)
    table.hands[1], table.sizes[1] = {}, 0


def misplace(table):
    hand = table.hands[2]
    kind = next(iter(hand))
    hand[99] = hand.pop(kind)


def spoil_a_meld(table):
    meld, stock = table.sides[0].melds[0], table.stock
    place = next(n for n, card in enumerate(stock) if card.is_natural and card not in meld)
    meld[0], stock[place] = stock[place], meld[0]


def forget_a_canasta(table):
    table.sides[1].canastas += 1


def end_too_early(table):
    table.out, table.over = 0, True


@pytest.mark.parametrize(
    "harm",
    [
        lose_a_card,
        copy_a_card,
        miscount,
        empty_a_hand,
        misplace,
        spoil_a_meld,
        forget_a_canasta,
        end_too_early,
    ],
)
def test_what_cannot_be_is_noticed(harm):
    table = some_table()
    harm(table)
    with pytest.raises(ImpossibleTableError):
        check_table(table)


def test_a_choice_that_is_none_is_noticed():
    players = seated([checked(lambda table, rng: (99,))], CLASSIC)
    with pytest.raises(ImpossibleTableError, match="99"):
        play_hand(CLASSIC, players, hand_rng(1, 0))
    players = seated([checked(lambda table, rng: ())], CLASSIC)
    with pytest.raises(ImpossibleTableError):
        play_hand(CLASSIC, players, hand_rng(1, 0))


def test_a_hand_without_an_end_is_noticed(monkeypatch):
    monkeypatch.setattr(simulate, "MOST_DECISIONS", 10)
    with pytest.raises(ImpossibleTableError, match="10"):
        play_hand(CLASSIC, FOUR, hand_rng(1, 0))


def test_a_fault_in_a_match_names_the_hand(monkeypatch):
    monkeypatch.setattr(simulate, "MOST_DECISIONS", 10)
    with pytest.raises(ImpossibleTableError) as caught:
        play_match(new_match(CLASSIC), FOUR, 8)
    assert (caught.value.seed, caught.value.hand) == (8, "0")
