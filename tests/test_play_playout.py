"""A disputed point of a recorded hand: unseen cards dealt as far as seen ones allow, played on."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from scorekeeper.play.evidence import Witness
from scorekeeper.play.guessing import Guess
from scorekeeper.play.moves import Add, Discard, Draw, LayMeld, LayRedThree, TakePile
from scorekeeper.play.players import PLAYERS
from scorekeeper.play.playout import Prepared, Question, play_out, prepare
from scorekeeper.play.record_moves import parse_moves
from scorekeeper.play.record_text import parse_record
from scorekeeper.play.recording import record_of
from scorekeeper.play.replay import Refusal
from scorekeeper.play.simulate import hand_rng, play_hand
from scorekeeper.rules.cards import card, format_cards, pack, parse_cards
from scorekeeper.rules.options import override
from scorekeeper.rules.ruleset import PRESETS

DEALS = 12

DISPUTE = """\
ruleset classic
seats Ana Bia Caio Davi
dealer Davi
hand Ana = 4S 4H 5D 5C 6S 7H 8D 9C JS QD AS
upcard 7S

Ana:  draw 6C; discard 9C
Bia:  pile 9S 9D; discard 10D          # was that wise?
Caio: draw; meld KS KH KD; discard 4D
Davi: draw; red3 3H JH; meld JH JD JC; discard ?
Ana:  draw 2C; discard QD
Bia:  draw; add 1 9H; discard 8C
"""


def prepared(text, turn, *lines):
    lines = [None if line is None else parse_moves(line) for line in lines]
    return prepare(Question(parse_record(text), turn, tuple(lines)))


def ready(text, turn, *lines):
    found = prepared(text, turn, *(lines or (None,)))
    assert isinstance(found, Prepared), found
    return found


def guessed(found, number):
    return found.guess.table(Random(number), found.seat)


def every_card(table):
    cards = [*table.stock, *table.pile]
    for seat in range(len(table.hands)):
        cards += [*table.cards_of(seat), *(table.waiting[seat] or ())]
    for morto in table.mortos:
        cards += morto or ()
    for side in table.sides:
        cards += [*side.red_threes, *side.late_red_threes]
        for meld in side.melds:
            cards += meld
    return Counter(cards)


# what is dealt


@pytest.mark.parametrize("turn", range(1, 8))
def test_every_guess_has_exactly_the_pack(turn):
    # setup.pack
    found = ready(DISPUTE, turn)
    for number in range(DEALS):
        assert every_card(guessed(found, number)) == Counter(pack(4))


def test_what_is_known_lies_where_it_is():
    table = guessed(ready(DISPUTE, 2), 1)
    assert Counter(table.cards_of(0)) == Counter(parse_cards("4S 4H 5D 5C 6S 7H 8D 6C JS QD AS"))
    assert table.pile == list(parse_cards("7S 9C"))
    assert [table.sizes[seat] for seat in range(4)] == [11, 11, 11, 11]
    assert len(table.stock) == 108 - 4 * 11 - 2 * 11 - 1 - 1
    assert table.seat == 1


@pytest.mark.parametrize("number", range(DEALS))
def test_cards_seen_later_lie_where_the_record_shows_them(number):
    table = guessed(ready(DISPUTE, 2), number)
    held = [Counter(table.cards_of(seat)) for seat in range(4)]
    # Bia played them before she drew anything, the third nine may have been drawn in turn 6
    assert held[1] >= Counter(parse_cards("9S 9D 10D"))
    # Caio may have drawn one of these; the others were dealt to him
    next_cards = table.stock[::-1]
    assert held[2] + Counter(next_cards[:1]) >= Counter(parse_cards("KS KH KD 4D"))
    # Davi's draw, the card that replaced his red 3, and then what Ana drew
    assert card("3H") in (*table.cards_of(3), next_cards[1])
    assert next_cards[2:4] == list(parse_cards("JH 2C"))


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_no_red_three_lies_in_a_hand_that_had_a_turn(turn):
    # red3.lay: who had a turn has laid it; and later turns show that nobody else held one
    found = ready(DISPUTE, turn)
    for number in range(4 * DEALS):
        table = guessed(found, number)
        for seat in range(3):
            assert not any(face.is_red_three for face in table.cards_of(seat))
        assert not any(face.is_red_three for face in table.pile)


def test_a_hand_that_had_no_turn_may_hold_a_red_three():
    text = "ruleset two_player\nseats Ana Bia\ndealer Bia\nAna: draw; discard 4C\n"
    found = ready(text, 2)
    held = [
        sum(face.is_red_three for face in guessed(found, number).cards_of(1))
        for number in range(40)
    ]
    assert max(held) > 0
    assert not any(
        face.is_red_three for number in range(40) for face in guessed(found, number).cards_of(0)
    )


def test_the_first_card_of_the_pile_is_one_that_stands():
    # setup.upcard
    found = ready("ruleset two_player\nseats Ana Bia\ndealer Bia\n", 1)
    for number in range(60):
        (top,) = guessed(found, number).pile
        assert not top.is_wild
        assert not top.is_red_three


def test_a_morto_that_waits_is_dealt_to_its_player():
    # morto.turn, next_turn
    melds = "meld KS KH KD KC; meld QS QH QD QC; meld JS JH JD"
    text = (
        "ruleset two_player morto_by_discard=next_turn\nseats Ana Bia\ndealer Bia\n"
        f"Ana: draw; {melds}; discard 4C\nBia: draw; discard 5C\n"
    )
    table = guessed(ready(text, 2), 1)
    assert (table.sizes[0], len(table.waiting[0])) == (0, 11)
    table = guessed(ready(text, 3), 1)
    assert (table.sizes[0], table.waiting[0]) == (11, None)
    assert every_card(table) == Counter(pack(4))


def test_a_card_that_was_known_until_an_unseen_discard_is_dealt_once():
    text = (
        "ruleset two_player\nseats Ana Bia\ndealer Bia\nupcard 7H\n"
        "hand Ana = KS KH KD KC QS QH QD QC JS JH JD\n"
        "Ana: draw; discard ?\nBia: draw; discard 5C\nAna: draw; meld KS KH KD; discard JS\n"
    )
    for turn in (1, 2, 3, 4):
        found = ready(text, turn)
        for number in range(DEALS):
            assert every_card(guessed(found, number)) == Counter(pack(4))


# hands that bots played, with nothing known but what everybody saw


def as_everybody_saw_it(record):
    """The record without the deal and without what was drawn."""
    turns = [replace(turn, moves=tuple(map(unseen, turn.moves))) for turn in record.turns]
    return replace(record, hands=(), mortos=(), stock=None, turns=tuple(turns))


def unseen(move):
    match move:
        case Draw():
            return Draw()
        case LayRedThree(card=face):
            return LayRedThree(face)
        case _:
            return move


LONG_DEAL = override(PRESETS["online"], {"hand_size": 15, "morto_size": 15})


@pytest.mark.parametrize("ruleset", [*PRESETS.values(), LONG_DEAL], ids=[*PRESETS, "long deal"])
def test_the_rest_of_the_record_can_be_played_in_every_guess(ruleset):
    # record.conflict, red3.lay, turn.cards: who plays a card later holds it in every guess, also
    # where a morto has become the stock
    bots = [PLAYERS["careful"]] * ruleset.players
    played = play_hand(ruleset, bots, hand_rng("playout", 3), keep_moves=True)
    public = as_everybody_saw_it(record_of(played, ruleset))
    for before in (0, len(public.turns) // 2):
        found = prepare(Question(public, before + 1, (None,)))
        assert isinstance(found, Prepared), found
        table = guessed(found, before)
        assert every_card(table) == Counter(pack(ruleset.jokers))
        for turn in public.turns[before:]:
            assert table.seat == turn.seat
            for move in turn.moves:
                held = Counter(table.cards_of(table.seat))
                assert held >= Counter(out_of_hand(move)), (turn, move)
                if not isinstance(move, LayRedThree):
                    assert not any(face.is_red_three for face in held)
                table.perform(move)


def out_of_hand(move):
    match move:
        case TakePile(using=cards) | LayMeld(cards=cards) | Add(cards=cards):
            return cards
        case Discard(card=face):
            return (face,)
        case _:
            return ()


# the lines of a question


def test_both_lines_are_played_from_the_same_deal():
    found = ready(DISPUTE, 2, "pile 9S 9D; discard 10D", "draw; discard 10D")
    outcomes = [play_out(found, 1, number, "random") for number in range(4)]
    assert all(len(outcome) == 2 and len(scores) == 2 for outcome in outcomes for scores in outcome)
    assert any(first != second for first, second in outcomes)


def test_the_same_line_twice_comes_to_the_same():
    found = ready(DISPUTE, 2, "draw; discard 10D", "draw; discard 10D")
    for number in range(3):
        first, second = play_out(found, "seed", number, "random")
        assert first == second


def test_the_same_seed_gives_the_same_scores():
    found = ready(DISPUTE, 4)
    again = ready(DISPUTE, 4)
    first = [play_out(found, 7, number, "random") for number in range(3)]
    assert first == [play_out(again, 7, number, "random") for number in range(3)]
    assert first != [play_out(found, 8, number, "random") for number in range(3)]


def test_a_line_may_leave_the_turn_to_the_bots():
    found = ready(DISPUTE, 2, "pile 9S 9D")
    assert len(play_out(found, 1, 1, "random")) == 1


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("discard 10D", "turn.order"),
        ("draw; draw", "turn.order"),
        ("pile KS KH; discard 4C", "pile.top"),
        ("draw; meld KS KH; discard 4C", "meld.size"),
        ("draw; meld KS KH QD; discard 4C", "meld.rank"),
        ("draw; add 1 KS", "turn.cards"),
        ("draw; red3 3S", "red3.lay"),
        ("draw; meld 3S 3C 3S; discard 4C", "black3.meld"),
    ],
)
def test_an_illegal_line_is_refused_with_its_rule(line, rule):
    refusal = prepared(DISPUTE, 2, None, line)
    assert isinstance(refusal, Refusal)
    assert refusal.problems[0].rule == rule
    assert (refusal.turn, refusal.seat) == (2, 1)


def test_a_record_that_is_illegal_before_the_turn_is_refused():
    text = DISPUTE.replace("pile 9S 9D", "pile 8S 8D")
    refusal = prepared(text, 4, None)
    assert (refusal.line, refusal.turn, refusal.problems[0].rule) == (8, 2, "pile.top")
    # but the disputed turn itself may be the illegal one, and so may those after it
    assert isinstance(prepared(text, 2, None), Prepared)


def test_a_line_that_needs_what_lay_elsewhere_is_refused():
    # record.conflict: Ana holds one king of spades and one of hearts, Caio laid the others. One of
    # those Bia may have drawn in her own line, since she does not in the other, but not both.
    text = DISPUTE.replace("hand Ana = 4S 4H", "hand Ana = KS KH")
    assert isinstance(prepared(text, 2, None, "draw; discard KS"), Prepared)
    refusal = prepared(text, 2, None, "draw; meld KS KH KC; discard 10D")
    assert refusal.problems[0].rule == "record.conflict"


def test_the_next_card_of_the_stock_is_one_card():
    # record.conflict: Ana drew the six of clubs, and in the other line a seven
    refusal = prepared(DISPUTE, 1, "draw 6C; discard 9C", "draw 7C; discard 9C")
    assert refusal.problems[0].rule == "record.conflict"


def test_nothing_is_played_on_once_the_hand_is_over():
    text = (
        "ruleset two_player\nseats Ana Bia\ndealer Bia\n"
        "Ana: draw; meld KS KH KD KC KS KH KD; meld QS QH QD QC; discard 4C; meld JS JH JD JC; "
        "meld 10S 10H 10D 10C; meld 9S 9H 9D\n"
    )
    assert prepared(text, 2, None).problems[0].rule == "record.conflict"
    assert isinstance(prepared(text, 1, None), Prepared)


def test_a_turn_belongs_to_whose_turn_it_is():
    # turn.order: Davi's turn was written down as the second, but it was Bia's to play
    text = DISPUTE.replace("Bia:  pile", "Davi: pile")
    assert ready(text, 2).seat == 1


def test_red_threes_without_room_are_no_deal():
    # red3.lay: the guess says so before it deals
    known = Witness(parse_record(DISPUTE), 1)
    places = {("hand", seat) for seat in range(4)} | {("morto", n) for n in range(2)}
    places |= {("stock", n) for n in range(len(known.table.stock))}
    assert Guess(known.table, {}, frozenset()).is_possible()
    assert not Guess(known.table, {}, frozenset(places)).is_possible()
    assert format_cards(known.table.unseen()).count("3H") == 2


HALF_KNOWN = """\
ruleset classic
seats {seats}
Ana: draw; discard 9C
Bia: draw; discard 8C
Caio: draw; discard 7C
Davi: draw; discard 6C
"""


def test_every_unseen_place_is_as_likely_to_hold_a_red_three():
    """Both mortos hold as many red 3s on average: what hands cannot hold is spread evenly."""
    found = ready(HALF_KNOWN.format(seats="Ana Bia Caio Davi"), 5, None)
    counts = Counter()
    for number in range(600):
        for place, morto in enumerate(found.guess.table(Random(number), found.seat).mortos):
            counts[place] += sum(card.is_red_three for card in morto)
    # four red 3s over 22 cards of the mortos and the stock: about 0.76 in each, 455 in all
    assert abs(counts[0] - counts[1]) < 120
    assert 350 < counts[0] < 560


def test_a_disputed_turn_that_is_illegal_is_refused():
    """The turn of the record is judged too before it is compared (`pile.blocked`)."""
    text = "ruleset two_player\nseats A B\nA: draw; discard JK\nB: pile 9S 9D; discard 4C\n"
    record = parse_record(text)
    found = prepare(Question(record, 2, (record.turns[1].moves, parse_moves("draw; discard 5C"))))
    assert isinstance(found, Refusal)
    assert (found.problems[0].rule, found.line) == ("pile.blocked", 4)


def test_a_morto_that_was_just_taken_may_hold_red_threes():
    """What was in hand when it was taken says nothing of its cards (`red3.lay`)."""
    text = (
        "ruleset two_player hand_size=7 morto_by_discard=next_turn\nseats A B\n"
        "hand A = 9S 9H 9D 8S 8H 8D 4C\n"
        "A: draw 8C; meld 9S 9H 9D; meld 8S 8H 8D 8C; discard 4C\n"
    )
    found = ready(text, 1, None)
    mortos = [found.guess.table(Random(number), found.seat).mortos[0] for number in range(60)]
    assert any(card.is_red_three for morto in mortos for card in morto)


@pytest.mark.parametrize(
    ("hand", "rule"),
    [("4S 4H 5D 5C 6S 7H 8D 9C JS QD AS KH", "setup.deal"), ("4S 4S 4S", "setup.pack")],
)
def test_a_deal_that_cannot_be_is_refused_before_anything_is_played(hand, rule):
    text = f"ruleset classic\nseats Ana Bia Caio Davi\nhand Ana = {hand}\n"
    refused = prepared(text, 1, None)
    assert isinstance(refused, Refusal)
    assert (refused.problems[0].rule, refused.line, refused.turn) == (rule, 3, None)
