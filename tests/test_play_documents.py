"""The document of a ruling: its shape, positions that cannot be, and options that clash."""

import pytest
from rulings import CANASTA, ask, discard, draw, legal, meld, red3, turn

from scorekeeper.play.documents import judge, parse_judge_document
from scorekeeper.play.moves import Add, Discard, Draw, LayMeld, LayRedThree, TakePile
from scorekeeper.play.position import Phase, Position, SideMorto
from scorekeeper.rules.cards import card, parse_cards
from scorekeeper.rules.problems import DocumentError, Finding
from scorekeeper.rules.ruleset import PRESETS

POSITION = {
    "phase": "draw",
    "hand": "KS KH 2C 4D",
    "melds": ["5S 5H 5D"],
    "pile": "9C 5C KD",
    "stock": 20,
    "morto": "available",
    "melded_before": False,
}
EXAMPLE = {
    "format": 1,
    "ruleset": "classic",
    "overrides": {},
    "position": POSITION,
    "move": {"kind": "take_pile", "with": "KS KH"},
}


def error(document):
    with pytest.raises(DocumentError) as raised:
        parse_judge_document(document)
    return raised.value.finding, raised.value.where


def with_position(**fields):
    return EXAMPLE | {"position": POSITION | fields}


def with_move(**fields):
    return EXAMPLE | {"move": fields}


# ---- what is read


def test_the_example():
    document = parse_judge_document(EXAMPLE)
    assert document.ruleset == PRESETS["classic"]
    assert document.position == Position(
        phase=Phase.DRAW,
        hand=parse_cards("KS KH 2C 4D"),
        melds=(parse_cards("5S 5H 5D"),),
        pile=parse_cards("9C 5C KD"),
        stock=20,
        morto=SideMorto.AVAILABLE,
        melded_before=False,
    )
    assert document.move == TakePile(parse_cards("KS KH"))
    assert judge(document).legal


def test_every_field_of_a_position():
    told = {"mortos_left": 2, "morto_cards": "4S", "score": -120, "opened": True}
    position = parse_judge_document(with_position(**told)).position
    assert (position.mortos_left, position.score, position.opened) == (2, -120, True)
    assert position.morto_cards == parse_cards("4S")


def test_what_is_left_out_is_not_told():
    document = parse_judge_document(EXAMPLE | {"position": {"phase": "play"}})
    assert document.position == Position(Phase.PLAY)
    bare = {key: value for key, value in EXAMPLE.items() if key != "overrides"}
    assert parse_judge_document(bare) == parse_judge_document(EXAMPLE)


@pytest.mark.parametrize(
    ("fields", "move"),
    [
        ({"kind": "draw"}, Draw()),
        ({"kind": "draw", "card": "5H"}, Draw(card("5H"))),
        ({"kind": "take_pile", "with": "KS KH"}, TakePile(parse_cards("KS KH"))),
        ({"kind": "take_pile", "meld": 0}, TakePile(meld=0)),
        ({"kind": "take_pile", "meld": 0, "morto": True}, TakePile(meld=0, morto=True)),
        ({"kind": "meld", "cards": "KS KH KD"}, LayMeld(parse_cards("KS KH KD"))),
        ({"kind": "meld", "cards": "", "morto": False}, LayMeld(())),
        ({"kind": "add", "meld": 1, "cards": "KC"}, Add(1, parse_cards("KC"))),
        ({"kind": "lay_red_three", "card": "3H"}, LayRedThree(card("3H"))),
        (
            {"kind": "lay_red_three", "card": "3H", "replacement": "KD"},
            LayRedThree(card("3H"), card("KD")),
        ),
        ({"kind": "discard", "card": "4♦"}, Discard(card("4D"))),
        ({"kind": "discard", "card": "jk", "morto": True}, Discard(card("JK"), morto=True)),
        ({"kind": "turn", "moves": []}, ()),
        (
            {"kind": "turn", "moves": [{"kind": "draw"}, {"kind": "discard", "card": "4D"}]},
            (Draw(), Discard(card("4D"))),
        ),
    ],
)
def test_every_kind_of_move(fields, move):
    assert parse_judge_document(with_move(**fields)).move == move


# ---- the wrong shape


@pytest.mark.parametrize(
    ("document", "finding", "where"),
    [
        ([], Finding.WRONG_TYPE, ""),
        (None, Finding.WRONG_TYPE, ""),
        (EXAMPLE | {"format": 2}, Finding.FORMAT_UNKNOWN, "format"),
        (EXAMPLE | {"extra": 1}, Finding.KEY_UNKNOWN, "extra"),
        (EXAMPLE | {"ruleset": "belote"}, Finding.PRESET_UNKNOWN, "ruleset"),
        (EXAMPLE | {"overrides": {"runs": 1}}, Finding.OPTION_WRONG_TYPE, "overrides.runs"),
        (EXAMPLE | {"position": []}, Finding.WRONG_TYPE, "position"),
        (EXAMPLE | {"position": {}}, Finding.KEY_MISSING, "position"),
        (EXAMPLE | {"move": "draw"}, Finding.WRONG_TYPE, "move"),
        (EXAMPLE | {"move": None}, Finding.WRONG_TYPE, "move"),
        (EXAMPLE | {"move": {}}, Finding.KEY_MISSING, "move"),
    ],
)
def test_a_document_of_the_wrong_shape(document, finding, where):
    assert error(document) == (finding, where)


@pytest.mark.parametrize("key", ["format", "ruleset", "position", "move"])
def test_a_key_that_is_missing(key):
    document = {name: value for name, value in EXAMPLE.items() if name != key}
    assert error(document) == (Finding.KEY_MISSING, "")


@pytest.mark.parametrize(
    ("field", "value", "finding"),
    [
        ("phase", "over", Finding.NOT_A_CHOICE),
        ("phase", "DRAW", Finding.NOT_A_CHOICE),
        ("phase", None, Finding.WRONG_TYPE),
        ("hand", ["KS"], Finding.WRONG_TYPE),
        ("hand", "KS K", Finding.CARD_UNREADABLE),
        ("hand", None, Finding.WRONG_TYPE),
        ("melds", "5S 5H 5D", Finding.WRONG_TYPE),
        ("pile", 3, Finding.WRONG_TYPE),
        ("stock", "20", Finding.WRONG_TYPE),
        ("stock", -1, Finding.NUMBER_OUT_OF_RANGE),
        ("stock", 2.0, Finding.WRONG_TYPE),
        ("stock", True, Finding.WRONG_TYPE),
        ("morto", "left", Finding.NOT_A_CHOICE),
        ("morto", True, Finding.WRONG_TYPE),
        ("melded_before", 0, Finding.WRONG_TYPE),
        ("mortos_left", -1, Finding.NUMBER_OUT_OF_RANGE),
        ("morto_cards", 11, Finding.WRONG_TYPE),
        ("score", "100", Finding.WRONG_TYPE),
        ("opened", "yes", Finding.WRONG_TYPE),
        ("seat", 1, Finding.KEY_UNKNOWN),
        ("laid", 1, Finding.KEY_UNKNOWN),
        ("hidden", 1, Finding.KEY_UNKNOWN),
    ],
)
def test_a_field_of_the_wrong_shape(field, value, finding):
    assert error(with_position(**{field: value})) == (finding, f"position.{field}")


def test_a_meld_that_cannot_be_read():
    assert error(with_position(melds=["5S 5H", 5])) == (Finding.WRONG_TYPE, "position.melds[1]")
    assert error(with_position(melds=["5S 5X"])) == (Finding.CARD_UNREADABLE, "position.melds[0]")


@pytest.mark.parametrize(
    ("fields", "finding", "where"),
    [
        ({"kind": "pass"}, Finding.NOT_A_CHOICE, "move.kind"),
        ({"kind": 1}, Finding.WRONG_TYPE, "move.kind"),
        ({"kind": "draw", "cards": "KS"}, Finding.KEY_UNKNOWN, "move.cards"),
        ({"kind": "draw", "morto": True}, Finding.KEY_UNKNOWN, "move.morto"),
        ({"kind": "draw", "card": "KS KH"}, Finding.WRONG_LENGTH, "move.card"),
        ({"kind": "take_pile"}, Finding.KEY_MISSING, "move"),
        ({"kind": "take_pile", "with": "KS KH", "meld": 0}, None, "move"),
        ({"kind": "take_pile", "with": 2}, Finding.WRONG_TYPE, "move.with"),
        ({"kind": "take_pile", "meld": -1}, Finding.NUMBER_OUT_OF_RANGE, "move.meld"),
        ({"kind": "take_pile", "meld": "0"}, Finding.WRONG_TYPE, "move.meld"),
        ({"kind": "meld"}, Finding.KEY_MISSING, "move"),
        ({"kind": "meld", "cards": ["KS"]}, Finding.WRONG_TYPE, "move.cards"),
        ({"kind": "meld", "cards": "KS", "morto": 1}, Finding.WRONG_TYPE, "move.morto"),
        ({"kind": "add", "cards": "KS"}, Finding.KEY_MISSING, "move"),
        ({"kind": "add", "meld": 0}, Finding.KEY_MISSING, "move"),
        ({"kind": "lay_red_three"}, Finding.KEY_MISSING, "move"),
        (
            {"kind": "lay_red_three", "card": "3H", "morto": True},
            Finding.KEY_UNKNOWN,
            "move.morto",
        ),
        ({"kind": "discard"}, Finding.KEY_MISSING, "move"),
        ({"kind": "discard", "card": ""}, Finding.WRONG_LENGTH, "move.card"),
        ({"kind": "discard", "card": "?"}, Finding.CARD_UNREADABLE, "move.card"),
        ({"kind": "discard", "card": None}, Finding.WRONG_TYPE, "move.card"),
        ({"kind": "turn"}, Finding.KEY_MISSING, "move"),
        ({"kind": "turn", "moves": {}}, Finding.WRONG_TYPE, "move.moves"),
        ({"kind": "turn", "moves": ["draw"]}, Finding.WRONG_TYPE, "move.moves[0]"),
        (
            {"kind": "turn", "moves": [{"kind": "draw"}, {"kind": "turn", "moves": []}]},
            Finding.NOT_A_CHOICE,
            "move.moves[1].kind",
        ),
        (
            {"kind": "turn", "moves": [{"kind": "discard", "card": "4D 5D"}]},
            Finding.WRONG_LENGTH,
            "move.moves[0].card",
        ),
    ],
)
def test_a_move_of_the_wrong_shape(fields, finding, where):
    expected = finding or Finding.KEYS_EXCLUDE_EACH_OTHER
    assert error(with_move(**fields)) == (expected, where)


# ---- positions that cannot be


def impossible(move=None, ruleset="classic", overrides=None, **position):
    ruling = ask(move or draw(), ruleset, overrides, **{"phase": "draw", "stock": 9} | position)
    assert ruling.legal is None, ruling
    assert {problem.rule for problem in ruling.missing} == {"turn.position"}
    return [(problem.finding, problem.where) for problem in ruling.missing]


@pytest.mark.parametrize(
    ("position", "where"),
    [
        ({"hand": "KS KS KS"}, "position.hand"),
        ({"hand": "KS KS", "melds": ["KH KD KS"]}, "position.melds[0]"),
        ({"hand": "KS", "melds": ["KH KD KS"], "pile": "KS"}, "position.pile"),
        ({"hand": "KS KS", "morto_cards": "KS " + CANASTA + " 4C 5C 6C"}, "position.morto_cards"),
        ({"hand": "JK JK JK", "pile": "JK 9C JK"}, "position.pile"),
        ({"hand": "3H 3H 3H"}, "position.hand"),
    ],
)
def test_a_card_more_often_than_the_pack_has_it(position, where):
    """`turn.position`"""
    assert impossible(**position) == [(Finding.POSITION_CARD_TOO_OFTEN, where)]


def test_a_joker_of_a_pack_without():
    """`turn.position`"""
    assert impossible(ruleset="online", hand="JK 4C") == [
        (Finding.POSITION_CARD_TOO_OFTEN, "position.hand")
    ]


def test_cards_drawn_count_too():
    """`turn.position`: the pack has no third one to draw"""
    position = {"hand": "KS KS", "melds": [], "pile": ""}
    once = impossible(turn(draw("KS"), discard("KS")), **position)
    assert once == [(Finding.POSITION_CARD_TOO_OFTEN, "move.moves[0].card")]
    laid = turn(draw("3H"), red3("3H", "KS"), discard("KS"))
    assert impossible(laid, **position) == [
        (Finding.POSITION_CARD_TOO_OFTEN, "move.moves[1].replacement")
    ]
    assert impossible(draw("KS"), **position) == [(Finding.POSITION_CARD_TOO_OFTEN, "move.card")]
    legal(turn(draw("KS"), discard("KS")), phase="draw", hand="KS 4C", melds=[], stock=9)


def test_more_cards_than_the_pack():
    """`turn.position`"""
    for stock, morto, fits in [(95, "taken", True), (106, "taken", True), (107, "taken", False)]:
        position = {"hand": "KS KH", "stock": stock, "morto": morto}
        if fits:
            legal(draw(), phase="draw", **position)
        else:
            assert impossible(**position) == [(Finding.POSITION_MORE_THAN_PACK, "position.stock")]
    # a morto that can be taken lies somewhere
    legal(draw(), phase="draw", hand="KS KH", stock=95, morto="available")
    assert impossible(hand="KS KH", stock=96, morto="available") == [
        (Finding.POSITION_MORE_THAN_PACK, "position.stock")
    ]
    assert impossible(ruleset="online", hand="KS KH", stock=81, mortos_left=2) == [
        (Finding.POSITION_MORE_THAN_PACK, "position.stock")
    ]


@pytest.mark.parametrize(
    ("melds", "ruleset", "options", "wrong"),
    [
        (["KS KH"], "classic", {}, [0]),
        (["KS KH KD", "4S 5S 6S"], "classic", {}, [1]),
        (["KS KH KD", "4S 5S 6S"], "carioca", {}, []),
        (["2S 2H 2D"], "classic", {}, [0]),
        (["2S 2H 2D"], "online", {}, []),
        (["KS KH KD", "KC KC KS"], "classic", {"one_meld_per_rank": True}, [1]),
        (["3S 3C 3S"], "classic", {}, [0]),
        ([""], "classic", {}, [0]),
    ],
)
def test_an_invalid_meld_on_the_table(melds, ruleset, options, wrong):
    """`turn.position`"""
    if not wrong:
        legal(draw(), ruleset, options, phase="draw", stock=9, melds=melds)
    else:
        assert impossible(ruleset=ruleset, overrides=options, melds=melds) == [
            (Finding.POSITION_MELD_INVALID, f"position.melds[{number}]") for number in wrong
        ]


def test_black_threes_lie_only_while_their_player_goes_out():
    """`turn.position`, `black3.meld`"""
    table = {"melds": [CANASTA, "3S 3C 3S"], "morto": "taken", "hand": "4C", "melded_before": True}
    assert legal(discard("4C"), **table) == ["goes_out"]
    assert impossible(**table) == [(Finding.POSITION_MELD_INVALID, "position.melds[1]")]
    assert impossible(discard("4C"), overrides={"black3_meld": "never"}, phase="play", **table) == [
        (Finding.POSITION_MELD_INVALID, "position.melds[1]")
    ]


@pytest.mark.parametrize(
    ("position", "finding", "field"),
    [
        ({"hand": ""}, Finding.POSITION_HAND_EMPTY, "hand"),
        ({"pile": "KS 3H 4C"}, Finding.POSITION_RED_THREE_IN_PILE, "pile"),
        ({"melds": ["KS KH KD"], "opened": False}, Finding.POSITION_MELDS_AND_OPENED, "opened"),
        ({"melds": [], "opened": True}, Finding.POSITION_MELDS_AND_OPENED, "opened"),
        ({"melds": [], "melded_before": True}, Finding.POSITION_MELDED_NOTHING, "melded_before"),
        (
            {"opened": False, "melded_before": True},
            Finding.POSITION_MELDED_NOTHING,
            "melded_before",
        ),
        ({"mortos_left": 3}, Finding.POSITION_MORTOS, "mortos_left"),
        ({"mortos_left": 0, "morto": "available"}, Finding.POSITION_MORTOS, "mortos_left"),
        ({"mortos_left": 2, "morto": "taken"}, Finding.POSITION_MORTOS, "mortos_left"),
        ({"morto_cards": "KS KH"}, Finding.POSITION_MORTO_SIZE, "morto_cards"),
        ({"morto_cards": ""}, Finding.POSITION_MORTO_SIZE, "morto_cards"),
        ({"morto_cards": "KS", "morto": "taken"}, Finding.POSITION_MORTO_CARDS, "morto_cards"),
        ({"morto_cards": "KS", "morto": "none"}, Finding.POSITION_MORTO_CARDS, "morto_cards"),
    ],
)
def test_a_position_that_contradicts_itself(position, finding, field):
    """`turn.position`"""
    assert impossible(**position) == [(finding, f"position.{field}")]


def test_a_morto_that_belongs_to_nobody():
    """`turn.position`: where one lies, no side that has not taken one is without"""
    none = {"mortos_left": 1, "morto": "none"}
    assert impossible(ruleset="online", **none) == [
        (Finding.POSITION_MORTOS, "position.mortos_left")
    ]
    legal(draw(), phase="draw", stock=9, **none)


def test_positions_that_are_only_unusual():
    """`turn.position`: nothing else is impossible"""
    legal(draw(), phase="draw", stock=1, hand="KS", melds=[], pile="", morto="none")
    legal(draw(), "three_player", phase="draw", stock=1, mortos_left=3)
    legal(discard("KS"), hand="KS 3C 3C JK JK", melds=[], opened=False, melded_before=False)
    seven = "3H 3D 4S 4H 4D 9S 9H"
    legal(discard("KS"), overrides={"morto_size": 7}, hand="KS", morto="available",
          morto_cards=seven)  # fmt: skip


def test_several_things_are_told_at_once():
    """`turn.position`"""
    found = impossible(hand="", pile="3H", melds=["KS"], opened=False)
    assert [finding for finding, _ in found] == [
        Finding.POSITION_HAND_EMPTY,
        Finding.POSITION_RED_THREE_IN_PILE,
        Finding.POSITION_MELD_INVALID,
        Finding.POSITION_MELDS_AND_OPENED,
    ]


def test_an_impossible_position_comes_before_an_illegal_move():
    """`turn.position`: no ruling is given on it"""
    assert impossible(meld("KS KH"), phase="play", hand="KS KS KS")


def test_options_that_do_not_go_together():
    """`ruleset.options`: no ruling under rules that cannot be"""
    ruling = ask(draw(), overrides={"sides": 3}, phase="draw", stock=9)
    assert ruling.legal is None
    assert [(p.rule, p.where) for p in ruling.missing] == [("ruleset.options", "overrides")]
