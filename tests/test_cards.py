import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.cards import (
    FACES,
    RUN_RANKS,
    card,
    copies,
    format_cards,
    pack,
    parse_cards,
    sort_cards,
)
from scorekeeper.rules.problems import CardError, DocumentError, Finding

faces = st.sampled_from(FACES)


def test_there_are_53_faces_and_each_exists_once():
    assert len(FACES) == 53
    assert len({str(face) for face in FACES}) == 53
    assert card("KS") is card("k♠")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("KS", "KS"),
        ("ks", "KS"),
        ("Ks", "KS"),
        ("kS", "KS"),
        ("10H", "10H"),
        ("TH", "10H"),
        ("th", "10H"),
        ("10♥", "10H"),
        ("T♦", "10D"),
        ("A♠", "AS"),
        ("A♠\ufe0e", "AS"),
        ("A♠\ufe0f", "AS"),
        ("q♣\ufe0f", "QC"),
        ("2C", "2C"),
        ("JK", "JK"),
        ("jk", "JK"),
        ("Jk", "JK"),
        ("jK", "JK"),
        ("*", "JK"),
        ("🃏", "JK"),
        ("🃏\ufe0f", "JK"),
    ],
)
def test_every_way_to_write_a_card(text, written):
    assert format_cards(parse_cards(text)) == written


@pytest.mark.parametrize(
    "text",
    [
        "1S", "11S", "0H", "K", "S", "SK", "KSS", "K S", "KX", "ZS", "10", "T", "J", "JKS",
        "**", "-KS", "KS.", "K-S", "Kſ", "ＫＳ", "ＫS", "KＳ", "１０H", "١٠H", "10Ｈ", "K♤", "K♡",
        "♠K", "\ufe0f", "♠\ufe0f\ufe0f", "A♠\ufe0f\ufe0f", "K\u200bS", "\ufeffKS", "KS\x00",
        "🂮", "JOKER", "\ud800",
    ],
)  # fmt: skip
def test_anything_else_is_refused_with_its_piece_and_number(text):
    with pytest.raises(CardError) as caught:
        parse_cards(f"KS, 4H {text}")
    assert caught.value.piece == text.split()[0]
    assert caught.value.number == 3
    assert isinstance(caught.value, DocumentError)
    assert caught.value.finding is Finding.CARD_UNREADABLE


def test_the_first_bad_piece_is_the_one_named():
    with pytest.raises(CardError) as caught:
        parse_cards("KS ?? 4H !!")
    assert (caught.value.piece, caught.value.number) == ("??", 2)
    assert caught.value.params == {"piece": "??", "number": 2}


@pytest.mark.parametrize(
    "text", ["KS 4H JK", "KS,4H,JK", " KS ,, 4H\n\tJK ", "KS\u00a04H\u2003JK", ",KS 4H,JK,"]
)
def test_spaces_and_commas_separate(text):
    assert format_cards(parse_cards(text)) == "KS 4H JK"


@pytest.mark.parametrize("text", ["", " ", ",", " , \n"])
def test_no_cards_at_all(text):
    assert parse_cards(text) == ()


@given(st.lists(faces))
def test_what_is_written_reads_back(cards):
    assert parse_cards(format_cards(cards)) == tuple(cards)


@given(st.text())
def test_any_text_gives_cards_that_read_back_or_a_card_error(text):
    try:
        cards = parse_cards(text)
    except CardError as error:
        assert error.piece in text
        assert error.number >= 1
    else:
        assert parse_cards(format_cards(cards)) == cards


@given(st.lists(faces), st.integers())
def test_sorting_forgets_the_order(cards, seed):
    shuffled = list(cards)
    Random(seed).shuffle(shuffled)
    assert sort_cards(shuffled) == sort_cards(cards)


def test_what_each_face_is():
    assert {str(face) for face in FACES if face.is_wild} == {"JK", "2S", "2H", "2D", "2C"}
    assert {str(face) for face in FACES if face.is_joker} == {"JK"}
    assert {str(face) for face in FACES if face.is_three} == {"3S", "3H", "3D", "3C"}
    assert {str(face) for face in FACES if face.is_red_three} == {"3H", "3D"}
    assert {str(face) for face in FACES if face.is_black_three} == {"3S", "3C"}
    assert {face.rank for face in FACES if face.is_natural} == set(RUN_RANKS)
    assert all(face.is_natural + face.is_wild + face.is_three == 1 for face in FACES)


@pytest.mark.parametrize(("jokers", "size"), [(0, 104), (2, 106), (4, 108)])
def test_the_pack(jokers, size):
    """`setup.pack`"""
    cards = pack(jokers)
    assert len(cards) == size
    assert cards.count(card("JK")) == jokers == copies(card("JK"), jokers)
    assert {cards.count(face) for face in FACES if not face.is_joker} == {2}


def test_a_card_stays_itself_through_pickle():
    assert pickle.loads(pickle.dumps(FACES)) == FACES
    assert all(pickle.loads(pickle.dumps(face)) is face for face in FACES)


@pytest.mark.parametrize("text", ["KX", "", "\ufe0f"])
def test_a_single_card_that_is_none(text):
    with pytest.raises(CardError) as caught:
        card(text)
    assert (caught.value.piece, caught.value.number) == (text, 1)
