"""The text of a recorded hand: every word, every error with its place, and back again."""

from dataclasses import replace
from unicodedata import normalize

import pytest
from dealing import overrides, presets
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.language.sentences import error_sentence
from scorekeeper.play.moves import Add, Discard, Draw, LayMeld, LayRedThree, TakePile
from scorekeeper.play.record import (
    Record,
    RecordedTurn,
    RecordError,
    format_move,
    format_moves,
    format_record,
)
from scorekeeper.play.record_moves import parse_moves, parse_turn
from scorekeeper.play.record_text import LONGEST_RECORD, parse_record
from scorekeeper.rules.cards import FACES, card, parse_cards
from scorekeeper.rules.options import OPTIONS, check_ruleset, override
from scorekeeper.rules.problems import DocumentError, Finding
from scorekeeper.rules.reader import parse_setting
from scorekeeper.rules.ruleset import CLASSIC, PRESETS, Opening

F = Finding
TWO = "ruleset two_player\nseats Ana Bia\n"
MOVE_WORDS = ("draw", "pile", "meld", "add", "red3", "discard", "morto")

EXAMPLE = """\
ruleset classic target=4000
seats Ana Bia Caio Davi          # playing order
dealer Davi                      # the next seat plays first
hand Ana = KS KH KD 4C 5D 6D 9H JH QD AS 2C    # an unlisted hand is unknown
morto 1 = 4S 4H
stock = 9S 8C
upcard 7H

Ana: draw; meld KS KH KD; discard 4C
Bia: draw 9S; discard 9S
Caio: pile 9D 9C; add 1 2H; discard 5D         # takes the pile
Davi: draw; red3 3H; discard KC
Ana: pile @1; discard QD                       # onto meld 1 of the side
end                              # the players stopped here
"""


def cards(text):
    return parse_cards(text)


def two(*lines):
    """A record of two players with these lines."""
    return parse_record(TWO + "\n".join(lines))


def moves(text):
    return two(f"Ana: {text}").turns[0].moves


def refused(text):
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    assert caught.value.where == f"{caught.value.line}:{caught.value.column}"
    assert "%" not in error_sentence(caught.value, "en")
    return caught.value


def refused_at_caret(text):
    """The error in a text without its caret, which must stand where the caret stood."""
    before, caret, after = text.partition("^")
    assert caret
    error = refused(before + after)
    line = before.count("\n") + 1
    assert (error.line, error.column) == (line, len(before.rpartition("\n")[2]) + 1)
    return error.finding, dict(error.params)


def test_a_whole_record():
    record = parse_record(EXAMPLE)
    assert record == Record(
        ruleset=replace(CLASSIC, target=4000),
        seats=("Ana", "Bia", "Caio", "Davi"),
        dealer=3,
        hands=(cards("KS KH KD 4C 5D 6D 9H JH QD AS 2C"), None, None, None),
        mortos=(cards("4S 4H"), None),
        stock=cards("9S 8C"),
        upcard=card("7H"),
        turns=(
            RecordedTurn(0, (Draw(), LayMeld(cards("KS KH KD")), Discard(card("4C")))),
            RecordedTurn(1, (Draw(card("9S")), Discard(card("9S")))),
            RecordedTurn(2, (TakePile(cards("9D 9C")), Add(0, cards("2H")), Discard(card("5D")))),
            RecordedTurn(3, (Draw(), LayRedThree(card("3H")), Discard(card("KC")))),
            RecordedTurn(0, (TakePile(meld=0), Discard(card("QD")))),
        ),
        stopped=True,
    )


def test_what_is_left_out_is_not_known():
    record = parse_record("ruleset three_player\nseats a b c")
    assert record.ruleset.preset == "three_player"
    assert (record.dealer, record.stock, record.upcard) == (None, None, None)
    assert (record.hands, record.mortos) == ((None, None, None), (None, None, None))
    assert (record.turns, record.stopped) == ((), False)
    assert record == Record(PRESETS["three_player"], ("a", "b", "c"))


def test_no_cards_are_something_else_than_cards_that_nobody_wrote_down():
    record = two("hand Bia =", "stock =", "morto 2 =")
    assert (record.hands, record.mortos, record.stock) == ((None, ()), (None, ()), ())


def test_where_headers_and_moves_stand():
    record = parse_record(EXAMPLE)
    assert record.lines == {
        "ruleset": 1, "seats": 2, "dealer": 3, "hand Ana": 4, "morto 1": 5, "stock": 6,
        "upcard": 7, "end": 14,
    }  # fmt: skip
    assert [turn.line for turn in record.turns] == [9, 10, 11, 12, 13]
    assert record.turns[0].columns == (6, 12, 27)


def test_a_morto_has_no_column_of_its_own():
    (turn,) = two("  Ana :morto; meld 4S 4H 4D ;morto;discard ?").turns
    assert turn.columns == (15, 36)
    assert turn.takes_waiting_morto


def test_places_do_not_count_when_records_are_compared():
    plain, spaced = two("Ana: draw; discard ?"), two("", "Ana:   draw;   discard ?  # so")
    assert plain == spaced
    assert plain.turns[0].columns != spaced.turns[0].columns
    assert plain.turns[0].line != spaced.turns[0].line
    assert plain.lines == {"ruleset": 1, "seats": 2}


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("draw", Draw()),
        ("draw 10h", Draw(card("10H"))),
        ("pile 9D, 9C", TakePile(cards("9D 9C"))),
        ("pile JK", TakePile(cards("JK"))),
        ("pile @12", TakePile(meld=11)),
        ("meld KS KH 2♣", LayMeld(cards("KS KH 2C"))),
        ("meld KS", LayMeld(cards("KS"))),
        ("add 1 2H", Add(0, cards("2H"))),
        ("add 36 2H *", Add(35, cards("2H JK"))),
        ("red3 3H", LayRedThree(card("3H"))),
        ("red3 3D KD", LayRedThree(card("3D"), card("KD"))),
        ("discard 🃏", Discard(card("JK"))),
        ("discard ?", Discard(None)),
        ("DISCARD tc", Discard(card("10C"))),
    ],
)
def test_a_move(text, move):
    assert moves(text) == (move,)
    assert parse_moves(text) == (move,)
    assert parse_moves(format_move(move)) == (move,)


@pytest.mark.parametrize(
    "move",
    [
        TakePile(cards("9D 9C")), TakePile(meld=2), LayMeld(cards("4S 4H 4D")),
        Add(1, cards("5H")), Discard(card("KD")), Discard(None),
    ],
)  # fmt: skip
def test_a_morto_is_taken_with_the_move_before_it(move):
    taking = replace(move, morto=True)
    assert format_move(taking) == f"{format_move(move)}; morto"
    assert moves(f"draw; {format_move(move)};MORTO; discard 5H") == (
        Draw(), taking, Discard(card("5H")),
    )  # fmt: skip


def test_a_morto_that_waited_is_taken_first():
    turn = parse_turn(1, "morto; draw; discard 5H; morto")
    assert turn == RecordedTurn(
        1, (Draw(), Discard(card("5H"), morto=True)), takes_waiting_morto=True
    )
    assert turn != replace(turn, takes_waiting_morto=False)


def test_a_line_of_moves_stands_where_it_is_told_to():
    with pytest.raises(RecordError) as caught:
        parse_moves(" draw; discard 5X", line=7, column=30)
    assert caught.value.where == "7:45"
    with pytest.raises(RecordError) as caught:
        parse_moves("  morto; draw")
    assert (caught.value.where, caught.value.finding) == ("1:3", F.RECORD_MORTO_MISPLACED)
    assert parse_turn(0, " draw; discard 5H", line=7, column=30).columns == (31, 37)
    assert parse_turn(0, " draw; discard 5H", line=7, column=30).line == 7


def test_keywords_and_names_in_any_capitals():
    record = parse_record(
        "RuleSet two_player\nSEATS Zoë bia\nDealer BIA\nHand ZOE\u0308 = ks\nMORTO 1=4S\n"
        "Stock=5S\nUPCARD 7h\nZOË: Draw\nzoë : PILE @1\nEND"
    )
    assert (record.dealer, record.hands) == (1, (cards("KS"), None))
    assert [turn.seat for turn in record.turns] == [0, 0]
    assert record.stopped
    assert record.lines["hand Zoë"] == 4


@pytest.mark.parametrize("name", ["end", "seats", "morto", "ruleset", "A;b,", "@1", "三", "?"])
def test_any_word_is_a_name(name):
    record = parse_record(f"ruleset two_player\nseats {name} x\nhand {name} = 4S\n{name}: draw")
    assert (record.seats[0], record.hands[0], len(record.turns)) == (name, cards("4S"), 1)
    assert parse_record(format_record(record)) == record


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_a_mark_of_their_order(end):
    text = "\ufeff" + EXAMPLE.replace("\n", end).replace(" ", "\t")
    expected = parse_record(EXAMPLE)
    assert parse_record(text) == expected
    assert parse_record(text.encode()) == expected
    assert parse_record(text).lines == expected.lines


def test_a_comment_may_stand_anywhere():
    record = parse_record("#\nruleset two_player#x\nseats Ana Bia#Caio\n # \nend#\n\n# bye")
    assert (record.seats, record.stopped) == (("Ana", "Bia"), True)


@pytest.mark.parametrize(
    ("settings", "changes"),
    [
        ("target=4000", {"target": 4000}),
        ("tie=starter_wins express=true", {"tie": "starter_wins", "express": True}),
        ('tie="starter_wins"', {"tie": "starter_wins"}),
        ("bonus_concealed=null target=5", {"bonus_concealed": None, "target": 5}),
        ('lock_cards=["joker"]', {"lock_cards": ("joker",)}),
        ('opening_minimum={"points":75,"from":1500}', {"opening_minimum": Opening(75, 1500)}),
        ("sides=3 hand_size=15", {"sides": 3, "hand_size": 15}),
    ],
)  # fmt: skip
def test_options(settings, changes):
    names = "a b c d e f" if "sides" in changes else "a b c d"
    record = parse_record(f"ruleset classic {settings}\nseats {names}")
    assert record.ruleset == replace(CLASSIC, **changes)


@pytest.mark.parametrize("name", [n for n, option in OPTIONS.items() if option.kind == "choice"])
def test_no_choice_is_mistaken_for_json(name):
    for choice in OPTIONS[name].choices:
        assert parse_setting(f"{name}={choice}") == (name, choice)


def test_settings():
    assert parse_setting(" target = 4000 ") == ("target", 4000)
    assert parse_setting("tie = starter_wins ") == ("tie", "starter_wins")
    assert parse_setting("a=b=c") == ("a", "b=c")
    assert parse_setting("a") == ("a", "")
    assert parse_setting("a=NaN") == ("a", "NaN")
    assert parse_setting("a=" + "[" * 9999)[1] == "[" * 9999


def test_what_is_not_the_text_s_to_judge():
    record = parse_record(
        "ruleset three_player players_per_side=2\nseats a b c d e f\nhand a = "
        + "JK " * 40
        + "\nmorto 3 = 3H\nupcard 2C\nf: meld 3S; red3 KD; discard 4C; draw; draw"
    )
    assert check_ruleset(record.ruleset)
    assert record.hands[0] == cards("JK " * 40)


@pytest.mark.parametrize(
    ("text", "finding", "facts"),
    [
        ("^", F.KEY_MISSING, {"key": "ruleset"}),
        ("# nothing\n\n  ^", F.KEY_MISSING, {"key": "ruleset"}),
        ("ruleset classic  # so^", F.KEY_MISSING, {"key": "seats"}),
        ("^dealer Ana", F.RECORD_NEEDS_FIRST, {"needed": "seats"}),
        ("^seats Ana Bia", F.RECORD_NEEDS_FIRST, {"needed": "ruleset"}),
        ("  ^morto 1 = 4S", F.RECORD_NEEDS_FIRST, {"needed": "ruleset"}),
        ("ruleset classic\n^hand Ana = 4S", F.RECORD_NEEDS_FIRST, {"needed": "seats"}),
        ("ruleset classic\n\t^Ana: draw", F.RECORD_NEEDS_FIRST, {"needed": "seats"}),
        ("ruleset^ # classic", F.RECORD_INCOMPLETE, {"key": "ruleset"}),
        ("ruleset two_player ^target", F.OPTION_WRONG_TYPE,
         {"option": "target", "expected": "whole number"}),
        ("ruleset two_player ^target=4001", F.OPTION_NOT_A_MULTIPLE,
         {"option": "target", "step": 5}),
        ("ruleset two_player ^targte=4000", F.OPTION_UNKNOWN, {"option": "targte"}),
        ("ruleset two_player runs=true ^target=3", F.OPTION_OUT_OF_RANGE,
         {"option": "target", "low": 5, "high": 100000}),
        ("ruleset two_player target=4000 ^target=4000", F.KEY_TWICE, {"key": "target"}),
        ('ruleset two_player ^card_values={"Z":5}', F.KEY_UNKNOWN, {"key": "Z"}),
        ('ruleset two_player ^lock_cards=["joker", "two"]', F.OPTION_WRONG_TYPE,
         {"option": "lock_cards", "expected": "list"}),
        ("ruleset two_player\n^ruleset two_player", F.KEY_TWICE, {"key": "ruleset"}),
        ("ruleset two_player\n^seats", F.WRONG_LENGTH, {"count": 0, "expected": 2}),
        ("ruleset two_player\n ^seats Ana", F.WRONG_LENGTH, {"count": 1, "expected": 2}),
        ("ruleset two_player\n^seats a b c", F.WRONG_LENGTH, {"count": 3, "expected": 2}),
        ("ruleset two_player\nseats Ana ^Bia:", F.RECORD_NAME_SIGNS, {"name": "Bia:"}),
        ("ruleset two_player\nseats ^A=b Bia", F.RECORD_NAME_SIGNS, {"name": "A=b"}),
        ("ruleset two_player\nseats Ana ^Ana", F.RECORD_NAMES_ALIKE,
         {"name": "Ana", "other": "Ana"}),
        ("ruleset two_player\nseats Zoë ^ZOE\u0308", F.RECORD_NAMES_ALIKE,
         {"name": "ZOE\u0308", "other": "Zoë"}),
    ],
)  # fmt: skip
def test_an_error_at_the_top(text, finding, facts):
    found = refused_at_caret(text)
    assert found[0] is finding
    assert found[1].items() >= facts.items()


def test_an_unknown_game():
    finding, facts = refused_at_caret("ruleset ^Classic x=1\nseats Ana")
    assert (finding, facts["preset"]) == (F.PRESET_UNKNOWN, "Classic")


@pytest.mark.parametrize(
    ("lines", "finding", "facts"),
    [
        ("^seats Ana Bia", F.KEY_TWICE, {"key": "seats"}),
        ("^hands Ana = 4S", F.RECORD_LINE_UNKNOWN, {"word": "hands"}),
        ("^Ana draw", F.RECORD_LINE_UNKNOWN, {"word": "Ana"}),
        (" ^: draw", F.RECORD_LINE_UNKNOWN, {"word": ":"}),
        ("^=4S", F.RECORD_LINE_UNKNOWN, {"word": "=4S"}),
        ("^{", F.RECORD_LINE_UNKNOWN, {"word": "{"}),
        ("dealer^", F.RECORD_INCOMPLETE, {"key": "dealer"}),
        ("dealer ^Zé", F.RECORD_SEAT_UNKNOWN, {"name": "Zé", "choices": ("Ana", "Bia")}),
        ("dealer Ana ^Bia", F.RECORD_TOO_MUCH, {"piece": "Bia"}),
        ("dealer Ana\n^dealer Ana", F.KEY_TWICE, {"key": "dealer"}),
        ("hand^", F.RECORD_INCOMPLETE, {"key": "hand"}),
        ("hand ^= 4S", F.RECORD_INCOMPLETE, {"key": "hand"}),
        ("hand ^Zé = 4S", F.RECORD_SEAT_UNKNOWN, {"name": "Zé", "choices": ("Ana", "Bia")}),
        ("hand ana ^4S", F.RECORD_EQUALS_MISSING, {"key": "hand Ana"}),
        ("hand Ana^", F.RECORD_EQUALS_MISSING, {"key": "hand Ana"}),
        ("hand Ana = 4S, ^1Z 5X", F.CARD_UNREADABLE, {"piece": "1Z", "number": 2}),
        ("hand Ana = 4S ^?", F.CARD_UNREADABLE, {"piece": "?", "number": 2}),
        ("hand Ana =\nhand ^ana = 4S", F.KEY_TWICE, {"key": "hand Ana"}),
        ("morto ^= 4S", F.NUMBER_OUT_OF_RANGE, {"low": 1, "high": 2}),
        ("morto ^0 = 4S", F.NUMBER_OUT_OF_RANGE, {"low": 1, "high": 2}),
        ("morto ^3 = 4S", F.NUMBER_OUT_OF_RANGE, {"low": 1, "high": 2}),
        ("morto ^Ana = 4S", F.NUMBER_OUT_OF_RANGE, {"low": 1, "high": 2}),
        ("morto ^² = 4S", F.NUMBER_OUT_OF_RANGE, {"low": 1, "high": 2}),
        ("morto ^01 = 4S", F.NUMBER_OUT_OF_RANGE, {"low": 1, "high": 2}),
        ("morto 2 ^4S", F.RECORD_EQUALS_MISSING, {"key": "morto 2"}),
        ("morto 2 = ^…", F.CARD_UNREADABLE, {"piece": "…", "number": 1}),
        ("morto 2 =\nmorto 1 =\nmorto ^2 =", F.KEY_TWICE, {"key": "morto 2"}),
        ("stock ^4S", F.RECORD_EQUALS_MISSING, {"key": "stock"}),
        ("stock = 4S\n^stock = 4S", F.KEY_TWICE, {"key": "stock"}),
        ("stock = ^= 4S", F.CARD_UNREADABLE, {"piece": "=", "number": 1}),
        ("upcard^", F.RECORD_INCOMPLETE, {"key": "upcard"}),
        ("upcard ^= 7H", F.CARD_UNREADABLE, {"piece": "=", "number": 1}),
        ("upcard 7H ^8H", F.RECORD_TOO_MUCH, {"piece": "8H"}),
        ("upcard 7H\n^upcard 7H", F.KEY_TWICE, {"key": "upcard"}),
        ("Ana: draw\n^Upcard 7H", F.RECORD_HEADER_LATE, {"key": "upcard"}),
        ("Ana: draw\n^hand Zé", F.RECORD_HEADER_LATE, {"key": "hand"}),
        ("end ^now", F.RECORD_TOO_MUCH, {"piece": "now"}),
        ("end\n\n ^end", F.RECORD_AFTER_END, {}),
        ("end\n^Ana: draw", F.RECORD_AFTER_END, {}),
        ("end\n^upcard 7H", F.RECORD_AFTER_END, {}),
        ("end\n^=", F.RECORD_AFTER_END, {}),
        ("^Zé: draw", F.RECORD_SEAT_UNKNOWN, {"name": "Zé", "choices": ("Ana", "Bia")}),
        ("^end: draw", F.RECORD_SEAT_UNKNOWN, {"name": "end", "choices": ("Ana", "Bia")}),
    ],
)  # fmt: skip
def test_an_error_in_a_line(lines, finding, facts):
    assert refused_at_caret(TWO + lines) == (finding, facts)


@pytest.mark.parametrize(
    ("turn", "finding", "facts"),
    [
        ("^", F.RECORD_MOVE_MISSING, {}),
        ("^  # passes", F.RECORD_MOVE_MISSING, {}),
        (" draw;^ ", F.RECORD_MOVE_MISSING, {}),
        (" draw;^; discard 4S", F.RECORD_MOVE_MISSING, {}),
        ("^; draw", F.RECORD_MOVE_MISSING, {}),
        (" morto^", F.RECORD_MOVE_MISSING, {}),
        (" morto;^", F.RECORD_MOVE_MISSING, {}),
        (" ^pass", F.NOT_A_CHOICE, {"choices": MOVE_WORDS}),
        (" draw; ^discard: 4S", F.NOT_A_CHOICE, {"choices": MOVE_WORDS}),
        (" draw 4S ^5S", F.RECORD_TOO_MUCH, {"piece": "5S"}),
        (" draw ^?", F.CARD_UNREADABLE, {"piece": "?", "number": 1}),
        (" pile^", F.RECORD_INCOMPLETE, {"key": "pile"}),
        (" pile ^@0", F.RECORD_MELD_NUMBER, {"piece": "@0"}),
        (" pile ^@", F.RECORD_MELD_NUMBER, {"piece": "@"}),
        (" pile ^@x", F.RECORD_MELD_NUMBER, {"piece": "@x"}),
        (" pile ^@1٣", F.RECORD_MELD_NUMBER, {"piece": "@1٣"}),
        (" pile @1 ^9D", F.RECORD_TOO_MUCH, {"piece": "9D"}),
        (" pile 9D ^@1", F.CARD_UNREADABLE, {"piece": "@1", "number": 2}),
        (" pile ^9", F.CARD_UNREADABLE, {"piece": "9", "number": 1}),
        (" meld^ ; discard 4S", F.RECORD_INCOMPLETE, {"key": "meld"}),
        (" meld KS KH ^0", F.CARD_UNREADABLE, {"piece": "0", "number": 3}),
        (" add^", F.RECORD_INCOMPLETE, {"key": "add"}),
        (" add ^2H", F.RECORD_MELD_NUMBER, {"piece": "2H"}),
        (" add ^100 2H", F.RECORD_MELD_NUMBER, {"piece": "100"}),
        (" add ^@1 2H", F.RECORD_MELD_NUMBER, {"piece": "@1"}),
        (" add 1^", F.RECORD_INCOMPLETE, {"key": "add 1"}),
        (" add 1 2H ^X", F.CARD_UNREADABLE, {"piece": "X", "number": 2}),
        (" red3^", F.RECORD_INCOMPLETE, {"key": "red3"}),
        (" red3 ^x", F.CARD_UNREADABLE, {"piece": "x", "number": 1}),
        (" red3 3H ^x", F.CARD_UNREADABLE, {"piece": "x", "number": 2}),
        (" red3 3H KD ^5S", F.RECORD_TOO_MUCH, {"piece": "5S"}),
        (" draw;discard^", F.RECORD_INCOMPLETE, {"key": "discard"}),
        (" discard ^??", F.CARD_UNREADABLE, {"piece": "??", "number": 1}),
        (" discard ? ^4S", F.RECORD_TOO_MUCH, {"piece": "4S"}),
        (" morto ^4S; draw", F.RECORD_TOO_MUCH, {"piece": "4S"}),
        (" morto; ^morto; draw", F.RECORD_MORTO_MISPLACED, {}),
        (" draw; ^morto", F.RECORD_MORTO_MISPLACED, {}),
        (" red3 3H; ^MORTO; draw", F.RECORD_MORTO_MISPLACED, {}),
        (" discard 4S; morto; ^morto", F.RECORD_MORTO_MISPLACED, {}),
        (" discard 4S; morto ^1", F.RECORD_TOO_MUCH, {"piece": "1"}),
    ],
)  # fmt: skip
def test_an_error_in_a_turn(turn, finding, facts):
    assert refused_at_caret(f"{TWO}Bia: draw; discard ?\n\tAna:{turn}") == (finding, facts)


def test_text_that_is_none():
    binary = (TWO + "# Zé").encode("latin-1")
    assert (refused(binary).finding, refused(binary).where) == (F.NOT_TEXT, "3:4")
    marked = b"\xef\xbb\xbf" + binary
    assert refused(marked).where == "3:4"
    assert refused(b"\xef\xbb\xbf\r\xff").where == "2:1"
    assert refused(b"\xef\xbb\xbf# \xff").where == "1:3"
    assert (refused(TWO + "# \ud800").finding, refused(TWO + "# \ud800").where) == (
        F.NOT_TEXT, "3:3",
    )  # fmt: skip


def test_a_text_that_is_too_long():
    fits = TWO + "#" * (LONGEST_RECORD - len(TWO))
    assert parse_record("\ufeff" + fits).seats == ("Ana", "Bia")
    for text in (fits + "#", (fits + "#").encode(), "é" * (LONGEST_RECORD + 1)):
        assert (refused(text).finding, refused(text).where) == (F.TOO_LARGE, "1:1")
    assert refused("é".encode() * LONGEST_RECORD).finding is F.RECORD_LINE_UNKNOWN


def test_an_error_of_a_record_is_one_of_a_document():
    error = RecordError(F.NOT_JSON, 3, 14, line=1, column=2)
    assert isinstance(error, DocumentError)
    assert (error.line, error.column, error.where) == (3, 14, "3:14")
    assert error.params == {"line": 1, "column": 2}


def test_a_written_record():
    record = replace(parse_record(EXAMPLE), stock=())
    assert (
        format_record(record)
        == """\
ruleset classic target=4000
seats Ana Bia Caio Davi
dealer Davi
hand Ana = KS KH KD 4C 5D 6D 9H JH QD AS 2C
morto 1  = 4S 4H
stock    =
upcard 7H
Ana:  draw; meld KS KH KD; discard 4C
Bia:  draw 9S; discard 9S
Caio: pile 9D 9C; add 1 2H; discard 5D
Davi: draw; red3 3H; discard KC
Ana:  pile @1; discard QD
end
"""
    )


def test_a_written_record_has_the_options_that_differ():
    ruleset = override(
        PRESETS["online"], {"tie": "extra_hand", "express": True, "lock_cards": ["two", "joker"]}
    )
    record = Record(ruleset, ("a", "b", "c", "d"))
    assert format_record(record) == (
        'ruleset online lock_cards=["joker","two"] tie=extra_hand express=true\nseats a b c d\n'
    )


def test_a_written_turn():
    turn = RecordedTurn(
        1, (Draw(), LayMeld(cards("4S 4H 4D"), morto=True), Discard(None)), takes_waiting_morto=True
    )
    record = Record(PRESETS["two_player"], ("Ana", "B"), turns=(turn,))
    assert format_record(record).splitlines()[2:] == [
        "B:   morto; draw; meld 4S 4H 4D; morto; discard ?"
    ]


def test_a_long_name_does_not_push_the_others_to_the_right():
    turns = (RecordedTurn(0, (Draw(),)), RecordedTurn(1, (Draw(),)))
    record = Record(PRESETS["two_player"], ("Ana", "B" * 90), turns=turns)
    assert format_record(record).splitlines()[2:] == ["Ana: draw", "B" * 90 + ": draw"]


NAMES = st.sampled_from(
    ["Ana", "Bia", "Caio", "Davi", "Zé", "三", "end", "hand", "seats", "Morto", "stock", "@1", "?"]
) | st.text(
    st.characters(exclude_categories=["Cs", "Z"], exclude_characters=":=#"), min_size=1, max_size=30
).filter(lambda name: name.split() == [name])
CARDS = st.sampled_from(FACES)
SOME = st.lists(CARDS, min_size=1, max_size=5).map(tuple)
HEAPS = st.none() | st.lists(CARDS, max_size=60).map(tuple)
MELDS = st.integers(0, 98)
MOVES = st.one_of(
    st.builds(Draw, st.none() | CARDS),
    st.builds(lambda using, morto: TakePile(using, morto=morto), SOME, st.booleans()),
    st.builds(lambda meld, morto: TakePile(meld=meld, morto=morto), MELDS, st.booleans()),
    st.builds(LayMeld, SOME, st.booleans()),
    st.builds(Add, MELDS, SOME, st.booleans()),
    st.builds(LayRedThree, CARDS, st.none() | CARDS),
    st.builds(Discard, st.none() | CARDS, st.booleans()),
)


def likeness(name):
    return normalize("NFKC", normalize("NFKC", name).casefold())


@st.composite
def records(draw):
    ruleset = override(draw(presets()), draw(overrides()))
    count = ruleset.players
    seats = draw(st.lists(NAMES, min_size=count, max_size=count, unique_by=likeness))
    places = st.integers(0, count - 1)
    turns = st.builds(
        lambda seat, moves, waiting: RecordedTurn(seat, tuple(moves), takes_waiting_morto=waiting),
        places, st.lists(MOVES, min_size=1, max_size=6), st.booleans(),
    )  # fmt: skip
    return Record(
        ruleset=ruleset,
        seats=tuple(seats),
        dealer=draw(st.none() | places),
        hands=draw(st.tuples(*[HEAPS] * count)),
        mortos=draw(st.tuples(*[HEAPS] * ruleset.sides)),
        stock=draw(HEAPS),
        upcard=draw(st.none() | CARDS),
        turns=tuple(draw(st.lists(turns, max_size=6))),
        stopped=draw(st.booleans()),
    )


@given(records())
def test_what_is_written_is_read_again(record):
    text = format_record(record)
    again = parse_record(text)
    assert again == record
    assert again.ruleset.preset == record.ruleset.preset
    assert format_record(again) == text
    assert parse_record(text.replace("\n", "  # so\r\n").encode("utf-8-sig")) == record
    lines = text.splitlines()
    for turn in again.turns:
        assert len(turn.columns) == len(turn.moves)
        for move, column in zip(turn.moves, turn.columns, strict=True):
            assert lines[turn.line - 1][column - 1 :].startswith(format_move(move))


@given(st.lists(MOVES, min_size=1))
def test_moves_that_are_written_are_read_again(listed):
    assert parse_moves(format_moves(listed)) == tuple(listed)


def never_anything_else(text):
    """Reads the text; an error must stand in it, and a record must be read again."""
    try:
        record = parse_record(text)
    except RecordError as error:
        plain = text.decode(errors="surrogateescape") if isinstance(text, bytes) else text
        lines = plain.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
        assert 1 <= error.line <= len(lines)
        assert 1 <= error.column <= len(lines[error.line - 1]) + 1
        assert error_sentence(error, "en")
    else:
        assert parse_record(format_record(record)) == record


@given(st.text() | st.binary() | st.text(st.characters()))
def test_any_text_is_read_or_refused(text):
    never_anything_else(text)


PIECES = st.text(max_size=3) | st.sampled_from(
    ["morto", "end", "end\n", "\n", "\r", ";", ":", "=", "#", "@", "@1", "1", "?", " ", "\t", ",",
     "\ufeff", "\u2028", "\x00", "\ud800", "🃏", "3H", "meld ", "Ana", "ANA: draw", "hand Ana=",
     "morto 2=", "ruleset classic\n", "seats a b c d\n", "target=5", "tie=", "[" * 2000, "9" * 5000,
     "card_values={}", 'card_values={"K":5,"K":5}', "٣", "½"]
)  # fmt: skip


@given(st.data())
def test_a_spoilt_record_is_read_or_refused(data):
    text = data.draw(st.just(EXAMPLE) | records().map(format_record))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        stop = start + data.draw(st.integers(0, 8))
        text = text[:start] + data.draw(PIECES) + text[stop:]
    never_anything_else(text)


@given(st.text() | st.lists(PIECES).map(" ".join))
def test_any_moves_are_read_or_refused(text):
    try:
        listed = parse_moves(text)
    except RecordError as error:
        assert error.line == 1
        assert 1 <= error.column <= len(text) + 1
    else:
        assert parse_moves(format_moves(listed)) == listed
