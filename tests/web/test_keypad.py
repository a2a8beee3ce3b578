import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.cards import FACES, parse_cards
from scorekeeper.rules.problems import CardError
from scorekeeper.web.keypad import Pad, format_melds, parse_melds, parse_pad, press


def pressed(*keys, typed=None, sides=2):
    state = dict(typed or {})
    for key in keys:
        state = press(state, key, sides)
    return state


def test_a_meld_is_built_card_by_card_and_closed():
    state = pressed("rank:K", "card:KS", "card:KH", "card:KD", "close", "card:QS")
    assert state == {"pad": "0:t:K", "s0-tcards": "KS KH KD; QS"}
    assert parse_melds(state["s0-tcards"]) == (parse_cards("KS KH KD"), parse_cards("QS"))


def test_undo_takes_back_the_last_card_and_opens_the_meld_before():
    state = pressed("card:KS", "card:KH", "close", "card:QS", "undo")
    assert state["s0-tcards"] == "KS KH;"
    assert pressed("undo", typed=state)["s0-tcards"] == "KS"
    assert pressed("undo", "undo", "undo", typed=state)["s0-tcards"] == ""


def test_the_pad_writes_where_it_was_set():
    state = pressed("heap:1:h", "card:JK", "heap:0:m", "card:3H")
    assert (state["s1-hcards"], state["s0-mcards"]) == ("JK", "3H")


def test_a_finished_meld_is_opened_again():
    typed = {"s1-tcards": "KS KH KD; QS QH QD; 4S 4H 4D;"}
    state = pressed("open:1:0", "card:KC", typed=typed)
    assert state["s1-tcards"] == "QS QH QD; 4S 4H 4D; KS KH KD KC"
    assert state["pad"] == "1:t:A"


@pytest.mark.parametrize(
    "key", ["", "nonsense", "card:", "card:1S", "rank:1", "close", "open:0:9", "open:x:y", "undo"]
)
def test_a_key_that_means_nothing_changes_nothing(key):
    assert {name: text for name, text in pressed(key).items() if text} == {}


def test_closing_twice_or_in_the_hand_adds_no_empty_meld():
    assert pressed("card:KS", "close", "close")["s0-tcards"] == "KS;"
    assert pressed("heap:0:h", "card:KS", "close")["s0-hcards"] == "KS"


@pytest.mark.parametrize(
    ("text", "pad"),
    [
        ("1:h:10", Pad(1, "h", "10")),
        ("2:h:K", Pad(0, "h", "K")),
        ("0:x:K", Pad(0, "t", "K")),
        ("", Pad()),
        ("0:t:JK", Pad()),
    ],
)
def test_a_pad_is_read_or_the_usual_one(text, pad):
    assert parse_pad(text, 2) == pad


def test_a_text_without_end_is_refused():
    with pytest.raises(CardError):
        parse_melds("KS " * 1000)


@given(st.lists(st.lists(st.sampled_from(FACES), min_size=1, max_size=8).map(tuple), max_size=8))
def test_melds_come_back_as_they_were_written(melds):
    assert parse_melds(format_melds(tuple(melds))) == tuple(melds)
