"""A record checked with the cards that are known, and what it comes to where some are not."""

import pytest

from scorekeeper.language import LANGUAGES
from scorekeeper.play.known import ConflictError, Heap, KnownHand, KnownTable
from scorekeeper.play.position import SideMorto
from scorekeeper.play.record_text import parse_record
from scorekeeper.play.replay import Player, replay
from scorekeeper.play.settling import settle
from scorekeeper.replaying import answer_record
from scorekeeper.rules.cards import card, format_cards, pack, parse_cards, sort_cards
from scorekeeper.rules.ruleset import PRESETS

TWO = "ruleset two_player{options}\nseats Ana Bia\n"


def two(*lines, options=""):
    """A record of two players with these lines, the first of which is line 3."""
    return parse_record(TWO.format(options=options and f" {options}") + "\n".join(lines))


def player_after(*lines, options=""):
    """The table of a record after its turns, all of them legal."""
    record = two(*lines, options=options)
    player = Player(record)
    for turn in record.turns:
        assert player.play(turn) is None, turn
    return player


def hand_of(player, seat):
    hand = player.table.hands[seat]
    return format_cards(sort_cards(hand.cards)), hand.hidden


def sorted_text(text):
    return format_cards(sort_cards(parse_cards(text)))


def refused(*lines, options=""):
    """Line, turn, seat and rule of a record that is not legal."""
    refusal = replay(two(*lines, options=options)).refusal
    assert refusal is not None
    return refusal.line, refusal.turn, refusal.seat, refusal.problems[0].rule


# the deal, before anything is played

TWELVE = "KS KH KD 4C 5D 6D 9H JH QD AS 2C 7S"


@pytest.mark.parametrize(
    ("lines", "line", "rule"),
    [
        ((f"hand Bia = {TWELVE}",), 3, "setup.deal"),
        (("dealer Ana", f"stock = {' '.join(['4S 5S 6S 7S'] * 16)}"), 4, "setup.deal"),
        ((f"morto 2 = {TWELVE}",), 3, "setup.mortos"),
        (("upcard JK",), 3, "setup.upcard"),
        (("upcard 2C",), 3, "setup.upcard"),
        (("upcard 3H",), 3, "setup.upcard"),
        (("hand Ana = KS", "hand Bia = KS", "morto 1 = KS"), 5, "setup.pack"),
        (("hand Ana = JK JK JK JK", "morto 1 = KS", "stock = 9C JK"), 5, "setup.pack"),
    ],
)
def test_a_deal_that_cannot_be(lines, line, rule):
    assert refused(*lines, "Ana: draw; discard 4C") == (line, None, None, rule)


def test_a_black_three_may_start_the_pile():
    # setup.upcard, pile.blocked: it stands and blocks
    assert replay(two("upcard 3S", "Ana: draw; discard 4C")).refusal is None
    assert refused("upcard 3S", "Ana: pile 3C 3C; discard 4C") == (4, 1, 0, "pile.blocked")


def test_options_that_do_not_go_together():
    record = parse_record("ruleset three_player players_per_side=2\nseats a b c d e f\na: draw")
    refusal = replay(record).refusal
    assert (refusal.line, refusal.problems[0].rule) == (1, "ruleset.options")


# what is known of a hand


def test_a_hand_nobody_listed_is_unknown():
    player = player_after("hand Ana = KS KH", "upcard 7H")
    assert hand_of(player, 0) == (sorted_text("KS KH"), 9)
    assert hand_of(player, 1) == ("", 11)
    assert len(player.table.stock) == 108 - 2 * 11 - 2 * 11 - 1


def test_cards_of_a_taken_pile_are_known_afterwards():
    # pile.top: the cards below the top come to hand, and were seen by everybody
    player = player_after(
        "dealer Bia", "upcard 7H",
        "Ana: draw; discard 9S",
        "Bia: draw; discard KD",
        "Ana: pile KS KH; discard 9S",
    )  # fmt: skip
    # 11 + 1 - 1 unseen, two kings of them played; 7H 9S came with the pile, the 9S left again
    assert hand_of(player, 0) == ("7H", 9)
    assert hand_of(player, 1) == ("", 11)
    assert player.table.pile == parse_cards("9S")


def test_an_unseen_discard_comes_to_hand_unseen():
    player = player_after(
        "dealer Bia", "upcard 7H",
        "Ana: draw; discard ?",
        "Bia: draw; discard KD",
        "Ana: pile KS KH; discard 7H",
    )  # fmt: skip
    assert hand_of(player, 0) == ("", 11 - 2 + 1)


def test_a_card_that_is_played_is_taken_from_the_known_ones_first():
    player = player_after("hand Ana = KS 9C", "Ana: draw 9D; discard 9C")
    assert hand_of(player, 0) == (sorted_text("KS 9D"), 9)


def test_the_card_of_a_known_stock_is_known_though_the_turn_does_not_name_it():
    player = player_after(
        "stock = 5H 3D 6H", "Ana: draw; discard 9C", "Bia: draw; red3 3D; discard 9D"
    )
    assert hand_of(player, 0) == ("5H", 10)
    assert hand_of(player, 1) == ("6H", 10)
    assert player.table.sides[1].red_threes == list(parse_cards("3D"))


# turn.cards and an unseen discard: it may have been any card of the hand


def test_after_an_unseen_discard_no_single_card_is_certain():
    player = player_after("hand Ana = KS KS KH 9C 9D 8S 7S 6S 5S 4S QD", "Ana: draw 9C; discard ?")
    # of the two KS and the two 9C one each must still be there
    assert hand_of(player, 0) == (sorted_text("KS 9C"), 9)


def test_a_known_hand_may_lose_a_card_that_nobody_saw():
    record = two(
        "hand Ana = KS KH KD 9C 9D 8S 7S 6S 5S 4S QD", "upcard 7H", "dealer Bia",
        "Ana: draw; discard ?",          # perhaps the queen: then what was drawn is still there
        "Bia: draw; discard 10C",
        "Ana: draw 10H; discard JC",     # and it was a jack
        "end",
    )  # fmt: skip
    played = replay(record)
    assert played.refusal is None
    assert ("hand", "Ana") in played.missing


def test_what_was_in_doubt_is_seen_only_once():
    # setup.pack: the king was listed, may have been discarded unseen, and turns up again: one card
    player = player_after(
        "hand Ana = KS KH KD 9C 9D 8S 7S 6S 5S 4S QD", "upcard KS", "dealer Bia",
        "Ana: draw; discard ?",
        "Bia: draw; discard 10C",
        "Ana: draw 10H; discard KS",
    )  # fmt: skip
    assert player.table.seen[parse_cards("KS")[0]] == 2


def test_the_last_card_needs_no_name():
    # morto.take: the only card of the hand was discarded, and everybody knows which one it was
    player = player_after(
        "hand Ana = KS KH KD KC QS QH QD QC JS JH JD", "dealer Bia", "upcard 4H",
        "Ana: draw JC; meld KS KH KD KC; meld QS QH QD QC; meld JS JH JD; discard ?; discard 4C",
    )  # fmt: skip
    assert player.table.pile == parse_cards("4H JC 4C")
    assert hand_of(player, 0) == ("", 10)


def test_a_red_three_stays_certain():
    # red3.lay: nobody can have discarded one
    table = KnownTable(two())
    assert table.certain(parse_cards("3H KS KS")) == parse_cards("3H KS")


# what no deal explains (record.conflict)


def test_a_third_king_of_spades():
    assert refused("hand Ana = KS", "upcard KS", "dealer Bia", "Ana: draw; discard 4C",
                   "Bia: draw; discard KS") == (7, 2, 1, "record.conflict")  # fmt: skip


def test_a_known_stock_does_not_bend():
    assert refused("stock = 5H", "Ana: draw 6H; discard 6H") == (4, 1, 0, "record.conflict")


def test_a_card_told_where_none_was_left_to_draw():
    # stock.empty: at a table where the hand ends then, nobody can have drawn the 9C
    options, turns = emptied_stock()
    assert refused(*turns, "Bia: draw 9C", options=options)[1:] == (44, 1, "record.conflict")
    played = replay(two(*turns, "Bia: draw", options=options))
    assert (played.refusal, played.reason, played.turns) == (None, "stock", 44)


def test_four_red_threes_lie_somewhere():
    # red3.lay: with both hands and the mortos known and the stock listed, one is nowhere
    record = two("dealer Bia", "hand Ana = 4S 4H 4D 4C 5S 5H 5D 5C 6S 6H 6D")
    player = Player(record)
    assert player.table.check_red_threes() is None
    player.table.stock.hidden = 0
    player.table.mortos = [None, None]
    player.table.hands[1].hidden = 3
    with pytest.raises(ConflictError) as caught:
        player.table.check_red_threes()
    assert caught.value.problem.params["count"] == 4
    player.table.hands[1].hidden = 4  # Bia has had no turn: she may hold all four
    player.table.check_red_threes()
    player.table.hands[1].had_a_turn = True
    with pytest.raises(ConflictError):
        player.table.check_red_threes()


def emptied_stock(options="stock_empty=end"):
    """Options and turns of two players that take 43 unseen cards, the whole stock."""
    turns = [f"{'Ana' if n % 2 == 0 else 'Bia'}: draw; discard ?" for n in range(43)]
    return f"hand_size=15 morto_size=15 jokers=0 {options}", ["dealer Bia", *turns]


def test_a_turn_may_end_with_a_red_three_where_nothing_can_be_drawn():
    # stock.empty, red3.lay: whether Bia could have taken the pile, nobody knows
    options, turns = emptied_stock()
    played = replay(two(*turns, "Bia: red3 3D", options=options))
    assert (played.refusal, played.reason, played.turns) == (None, "stock", 44)
    # turn.order: where play goes on, fifteen cards are not the end of a turn
    options, turns = emptied_stock("")
    assert refused(*turns, "Bia: red3 3D", options=options)[1:] == (44, 1, "turn.order")


def test_a_morto_that_waits_does_not_help_who_can_play_nothing():
    # stock.empty, score.morto: no card can be drawn and a black 3 blocks the pile
    record = two("Ana: morto; draw", options="stock_empty=end morto_by_discard=next_turn")
    player = Player(record)
    table = player.table
    table.stock, table.mortos, table.pile = Heap(), [None, None], parse_cards("3S")
    table.sides[0].morto = SideMorto.TAKEN
    table.hands[0] = KnownHand(waiting=Heap(list(parse_cards("KS KH 4D"))))
    player.turn_of = 0
    assert player.stuck() == "stock"
    assert table.hands[0].waiting  # never played
    assert player.play(record.turns[0]) is None  # and the same if the turn is written down
    assert player.reason == "stock"
    assert table.hands[0].waiting
    assert len(table.hands[0]) == 0
    table.hands[0].waiting.cards += parse_cards("3D")  # to lay a red 3 is a play
    assert player.stuck() is None


# the last unknown heap is what nobody saw (setup.pack)

PACK = sort_cards(pack(4))


def without(*texts):
    """The pack in order, without these cards."""
    left = list(PACK)
    for known in parse_cards(" ".join(texts)):
        left.remove(known)
    return left


ANA = "KS KH KD KC QS QH QD QC JS JH JD"
BIA = "4S 4H 4D 4C 5S 5H 5D 5C 6S 6H 6D"
MORTO_ANA = "10S 10H 10D 10C 9S 9H 9D 9C 8S 8H 8D"
MORTO_BIA = "AS AH AD AC 7S 7H 7D 7C 8C 10S 10H"


def all_but(*left_out):
    """Lines that tell the whole deal, without the headers left out; Ana draws JC first."""
    stock = without(ANA, BIA, MORTO_ANA, MORTO_BIA, "6C", "JC")
    lines = {
        "hand Ana": ANA, "hand Bia": BIA, "morto 1": MORTO_ANA, "morto 2": MORTO_BIA,
        "stock": f"JC {format_cards(stock)}", "upcard": "6C",
    }  # fmt: skip
    return [
        "dealer Bia",
        *(f"{key} {'' if key == 'upcard' else '= '}{cards}" for key, cards in lines.items()
          if key not in left_out),
    ]  # fmt: skip


@pytest.mark.parametrize("heap", ["hand Bia", "morto 2", "stock", "morto 1", "hand Ana"])
def test_one_unknown_heap_is_deduced(heap):
    turns = ["Ana: draw; discard JC", "end"]
    full, partly = replay(two(*all_but(), *turns)), replay(two(*all_but(heap), *turns))
    if heap == "stock":  # which card Ana drew is not told then, but it was a jack that she threw
        turns = ["Ana: draw JC; discard JC", "end"]
        partly = replay(two(*all_but(heap), *turns))
    assert full.tally is not None
    assert [sort_cards(side.hand.cards) for side in partly.tally.sides] == [
        sort_cards(side.hand.cards) for side in full.tally.sides
    ]
    assert [sort_cards(side.morto_cards.cards) for side in partly.tally.sides] == [
        sort_cards(side.morto_cards.cards) for side in full.tally.sides
    ]


def test_two_unknown_heaps_stay_unknown():
    played = replay(two(*all_but("hand Bia", "stock"), "Ana: draw; discard KS", "end"))
    assert (played.tally, played.missing) == (None, (("hand", "Ana"), ("hand", "Bia")))
    played = replay(two(*all_but("morto 2", "morto 1"), "Ana: draw; discard JC", "end"))
    assert (played.tally, played.missing) == (None, (("morto", "1"), ("morto", "2")))


def test_two_hands_of_one_side_count_together():
    # score.hand: who of the partners held what does not matter
    stock = without(ANA, BIA, MORTO_ANA, MORTO_BIA, "6C")
    caio, davi = format_cards(stock[:11]), format_cards(stock[11:22])
    record = (
        "ruleset classic\nseats Ana Bia Caio Davi\ndealer Davi\n"
        f"hand Bia = {BIA}\nhand Davi = {davi}\nmorto 1 = {MORTO_ANA}\nmorto 2 = {MORTO_BIA}\n"
        f"stock = {format_cards(stock[22:])}\nupcard 6C\nend\n"
    )
    played = replay(parse_record(record))
    held = [card for card in parse_cards(f"{ANA} {caio}") if not card.is_red_three]
    assert sort_cards(played.tally.sides[0].hand.cards) == sort_cards(held)
    assert played.tally.sides[0].red_threes == 22 - len(held)


def test_an_unseen_card_in_the_pile_leaves_the_last_heap_open():
    played = replay(two(*all_but("hand Ana"), "Ana: draw; discard ?", "end"))
    assert (played.tally, played.missing) == (None, (("hand", "Ana"),))


def test_a_morto_that_does_not_count_may_stay_unknown():
    # score.morto_cards: a table that charges only the 100
    lines = [*all_but("morto 1", "morto 2"), "Ana: draw; discard JC", "end"]
    assert replay(two(*lines)).tally is None
    played = replay(two(*lines, options="morto_cards_count=false"))
    assert played.missing == ()
    assert played.tally is not None


# whose turn it is (turn.order, setup.first)


def test_the_player_after_the_dealer_begins():
    assert refused("dealer Ana", "Ana: draw; discard 4C") == (4, 1, 0, "turn.order")


def test_without_a_dealer_anyone_may_begin_and_then_in_turn():
    assert replay(two("Bia: draw; discard 4C", "Ana: draw; discard 4C")).refusal is None
    assert refused("Bia: draw; discard 4C", "Bia: draw; discard 4C") == (4, 2, 1, "turn.order")


def test_three_players_go_round():
    text = "ruleset three_player\nseats a b c\ndealer c\n" + "".join(
        f"{seat}: draw; discard {rank}S\n" for seat, rank in zip("abca", "4567", strict=True)
    )
    assert replay(parse_record(text)).turns == 4


def test_a_turn_needs_its_discard():
    assert refused("Ana: draw") == (3, 1, 0, "turn.order")


# a morto taken by a discard and played from the next turn (morto.turn, next_turn)

MELDS_ALL = "Ana: draw JC; meld KS KH KD KC; meld QS QH QD QC; meld JS JH JD; discard JC"


def waiting(*more):
    lines = all_but("morto 1", "stock")
    return [*lines, MELDS_ALL, "Bia: draw AS; discard 4S", *more]


def test_a_morto_waits_for_the_next_turn():
    player = player_after(*waiting(), options="morto_by_discard=next_turn")
    hand = player.table.hands[0]
    assert (hand.cards, hand.hidden) == ([], 0)
    assert hand.waiting.hidden == 11
    after = player_after(
        *waiting("Ana: morto; draw; discard 9S"), options="morto_by_discard=next_turn"
    )
    assert after.table.hands[0].waiting is None
    assert hand_of(after, 0) == ("", 11)


def test_the_word_morto_may_be_left_out():
    lines = waiting("Ana: draw; discard 9S")
    assert replay(two(*lines, options="morto_by_discard=next_turn")).refusal is None


def test_no_morto_waits_where_none_was_taken():
    assert refused("dealer Bia", "Ana: morto; draw; discard 4C") == (4, 1, 0, "morto.take")


def test_a_morto_that_waited_to_the_end_was_not_used():
    played = replay(two(*waiting("end"), options="morto_by_discard=next_turn"))
    assert played.missing == (("hand", "Ana"),)
    told = [*all_but("stock"), MELDS_ALL, "end"]
    played = replay(two(*told, options="morto_by_discard=next_turn"))
    side = played.tally.sides[0]
    assert side.morto == "unused"
    assert sort_cards(side.hand.cards) == sort_cards(parse_cards(MORTO_ANA))


# the end of a hand


def test_a_hand_that_goes_on_is_not_finished():
    played = replay(two("Ana: draw; discard 4C"))
    assert (played.finished, played.reason, played.tally, played.missing) == (False, None, None, ())


def test_nothing_follows_the_end():
    out = (
        "hand Ana = KS KH KD KC KS KH KD QS QH QD QC", "morto 1 = JS JH JD JC 9S 9H 9D 9C 8S 8H 8D",
        "dealer Bia", "upcard 4H",
        "Ana: draw KC; meld KS KH KD KC KS KH KD KC; meld QS QH QD QC; "
        "meld JS JH JD JC; meld 9S 9H 9D 9C; meld 8S 8H 8D",
    )  # fmt: skip
    played = replay(two(*out))
    assert (played.reason, played.turns, played.finished) == ("went_out", 1, True)
    assert refused(*out, "Bia: draw; discard 4C") == (8, 2, 1, "record.conflict")


# the answer


def answer(*lines, options="", code="en"):
    text = TWO.format(options=options and f" {options}") + "\n".join(lines)
    return answer_record(text.encode(), code)


def test_an_answer_of_a_legal_record():
    given = answer(*all_but(), "Ana: draw; discard JC", "end")
    assert given.status == 0
    assert list(given.document) == [
        "format", "legal", "turns", "finished", "reason", "tally", "score",
    ]  # fmt: skip
    assert given.document["legal"] is True
    assert given.document["reason"] == "stopped"
    # Ana holds KKKK QQQQ JJJ: 110, and a morto of 4 tens, 4 nines, 3 eights: 110; and -100
    # Bia 4444 5555 666: 55, and a morto of AAAA 7777 8 10 10: 80 + 20 + 30 = 130; and -100
    assert [side["total"] for side in given.document["score"]["sides"]] == [-320, -285]


def test_an_answer_of_a_hand_that_goes_on():
    given = answer("Ana: draw; discard 4C")
    assert given.status == 0
    assert given.document == {"format": 1, "legal": True, "turns": 1, "finished": False}


def test_an_answer_with_cards_that_nobody_knows():
    given = answer("Ana: draw; discard 4C", "end")
    assert given.status == 0
    assert given.document == {
        "format": 1, "legal": True, "turns": 1, "finished": True, "reason": "stopped",
        "missing": ["hand Ana", "hand Bia", "morto 1", "morto 2"],
    }  # fmt: skip


def test_an_answer_of_a_deal_that_cannot_be():
    given = answer("upcard 2H", "Ana: draw; discard 4C")
    assert given.status == 1
    assert [given.document[key] for key in ("legal", "line", "rule")] == [False, 3, "setup.upcard"]
    assert not {"turn", "seat", "before"} & given.document.keys()


def test_the_position_before_a_refused_move():
    given = answer("hand Ana = 9C 8C", "upcard 7H", "Ana: draw 9D; meld 9C 9D 8C; discard 8C")
    assert given.status == 1
    assert [given.document[key] for key in ("line", "turn", "seat", "rule")] == [
        5, 1, "Ana", "meld.rank",
    ]  # fmt: skip
    before = given.document["before"]
    assert before["phase"] == "play"
    assert parse_cards(before["hand"]) == parse_cards("9C 8C 9D")
    assert (before["hidden"], before["pile"], before["stock"]) == (9, "7H", 62)
    assert "morto_cards" not in before


def test_the_position_before_tells_the_top_of_a_pile_with_unseen_cards():
    # pile.blocked: the joker on top is what it is about
    turns = ("Ana: draw; discard ?", "Bia: draw; discard JK", "Ana: pile KS KH; discard 4C")
    before = answer("upcard 7H", *turns).document["before"]
    assert (before["pile"], before["pile_hidden"]) == ("JK", 2)
    before = answer("upcard 7H", turns[0], "Bia: pile KS KH; discard 4C").document["before"]
    assert ("pile" in before, before["pile_hidden"]) == (False, 2)


def test_the_position_before_a_turn_out_of_turn():
    before = answer("dealer Ana", "upcard 7H", "Ana: draw; discard 4C").document["before"]
    assert (before["phase"], before["hidden"], before["pile"]) == ("draw", 11, "7H")


def test_a_text_that_is_no_record():
    given = answer("Zé: draw")
    assert given.status == 2
    assert given.document["where"] == "3:1"


RECORDS = {
    "legal": ("Ana: draw; discard 4C",),
    "missing": ("Ana: draw; discard 4C", "end"),
    "scored": (*all_but(), "Ana: draw; discard JC", "end"),
    "illegal": ("Ana: draw; draw",),
    "deal": ("upcard 2H",),
}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("lines", RECORDS.values(), ids=RECORDS)
def test_a_person_gets_an_answer_in_every_language(code, lines):
    given = answer(*lines, code=code)
    text = given.text()
    assert text.strip()
    assert "%(" not in text
    if code != "en":
        assert text != answer(*lines, code="en").text()


# what lies on an empty table, for every preset


@pytest.mark.parametrize("preset", PRESETS)
def test_every_card_of_the_pack_lies_somewhere(preset):
    ruleset = PRESETS[preset]
    names = " ".join("abcdef"[: ruleset.players])
    table = KnownTable(parse_record(f"ruleset {preset}\nseats {names}"))
    heaps = [*table.hands, *table.mortos, table.stock]
    assert sum(map(len, heaps)) + len(table.pile) == len(pack(ruleset.jokers))
    assert len(table.unseen()) == len(pack(ruleset.jokers))
    assert settle(table, names.split(), None, False) is None


ONLINE = """\
ruleset online hand_size=15 morto_size=15
seats Ana Bia Caio Davi
morto 2 = {morto}
"""


def test_a_morto_that_became_the_stock_has_no_order():
    """`stock.empty`: the cards of a morto are known, not how they lie"""
    table = KnownTable(parse_record(ONLINE.format(morto="9H 10C JC")))
    table.stock = Heap()
    table.mortos[0] = None
    assert table.draw(card("JC")) is card("JC")
    assert (sorted(map(str, table.stock.cards)), table.stock.hidden) == (["10C", "9H"], 12)
    assert table.draw(card("4S")) is card("4S")  # one that nobody listed
    assert table.draw(None) is None
    assert (table.stock.cards, table.stock.hidden) == ([], 12)
    with pytest.raises(ConflictError):
        table.draw(card("JC"))
        table.draw(card("JC"))
