"""The judge on the last card: taking the morto, going out, or keeping it."""

import pytest
from rulings import CANASTA, DIRTY, add, ask, discard, draw, legal, meld, refused, turn, untold

MORTO = "4S 4H 4D 9S 9H JC QC KC AC 5D 6D"
BARE = {"melds": ["QS QH QD"], "stock": 20, "melded_before": True}
FULL = {"melds": [CANASTA], "stock": 20, "melded_before": True}

# ---- morto.take


def test_the_last_card_takes_the_morto():
    """`morto.take`: by melding or by discarding; no canasta is needed"""
    available = BARE | {"morto": "available"}
    assert legal(discard("KS"), hand="KS", **available) == ["takes_morto"]
    assert ask(discard("KS"), hand="KS", **available).rule == "morto.take"
    assert legal(meld("KS KH KD"), hand="KS KH KD", **available) == ["takes_morto"]
    assert legal(add(0, "QC"), hand="QC", **available) == ["takes_morto"]
    assert legal(discard("KS"), hand="KS", morto="available") == ["takes_morto"]


def test_a_canasta_does_not_take_a_side_out_before_its_morto():
    """`morto.take`, `out.needs`: the first time without cards leads to the morto"""
    assert legal(discard("KS"), hand="KS", morto="available", **FULL) == ["takes_morto"]


def test_saying_that_one_takes_the_morto():
    """`morto.take`, `morto.once`: the claim must be true"""
    available = BARE | {"morto": "available"}
    assert legal(discard("KS", morto=True), hand="KS", **available) == ["takes_morto"]
    for move in (discard("KS", morto=True), add(0, "QC", morto=True)):
        assert refused(move, hand="KS QC 9D", **available) == ["morto.take"]
    assert refused(meld("KS KH KD", morto=True), hand="KS KH KD 4C 9D", **available) == [
        "morto.take"
    ]
    assert "morto.once" in refused(discard("KS", morto=True), hand="KS", morto="taken", **FULL)
    assert "morto.take" in refused(discard("KS", morto=True), hand="KS", morto="none", **FULL)


def test_one_morto_in_a_hand():
    """`morto.once`: the second time the hand is empty, the side goes out or may not"""
    position = {"hand": "KS", "stock": 20, "morto": "available", "morto_cards": MORTO}
    first = (discard("KS"), meld("4S 4H 4D"))
    ruling = ask(turn(*first, discard("9S")), melds=[], **position)
    assert (ruling.legal, ruling.effects, str(ruling.after.morto)) == (
        True,
        ("takes_morto",),
        "taken",
    )


# ---- morto.turn


def test_the_morto_is_played_in_the_same_turn():
    """`morto.turn`: without drawing again, also after a discard, to the end with a discard"""
    position = {"hand": "KS", "melds": [], "stock": 20, "morto": "available", "morto_cards": MORTO}
    assert legal(turn(discard("KS"), meld("4S 4H 4D"), discard("9S")), **position) == [
        "takes_morto"
    ]
    assert refused(turn(discard("KS"), draw("2C"), discard("9S")), **position) == ["turn.order"]
    ruling = ask(turn(discard("KS"), meld("4S 4H 4D")), **position)
    assert (ruling.move, [p.rule for p in ruling.problems]) == (1, ["turn.order"])
    ruling = ask(turn(discard("KS")), **position)
    assert (ruling.move, [p.rule for p in ruling.problems]) == (0, ["turn.order"])


def test_the_morto_is_played_after_melding():
    """`morto.turn`"""
    position = {
        "phase": "draw",
        "hand": "KS KH",
        "melds": [],
        "stock": 20,
        "morto": "available",
        "morto_cards": MORTO,
    }
    moves = (draw("KD"), meld("KS KH KD"), meld("4S 4H 4D"), discard("9S"))
    assert legal(turn(*moves), **position) == ["takes_morto"]
    waiting = {"morto_by_discard": "next_turn"}
    assert legal(turn(*moves), overrides=waiting, **position) == ["takes_morto"]
    assert refused(turn(*moves[:2]), overrides=waiting, **position) == ["turn.order"]


def test_a_morto_taken_by_a_discard_may_have_to_wait():
    """`morto.turn`, option morto_by_discard"""
    position = {"hand": "KS", "melds": [], "stock": 20, "morto": "available", "morto_cards": MORTO}
    waiting = {"morto_by_discard": "next_turn"}
    assert legal(turn(discard("KS")), overrides=waiting, **position) == ["takes_morto"]
    ruling = ask(turn(discard("KS"), meld("4S 4H 4D")), overrides=waiting, **position)
    assert (ruling.move, [p.rule for p in ruling.problems]) == (1, ["turn.order"])
    online = position | {"mortos_left": 2}
    assert legal(turn(discard("KS")), "online", **online) == ["takes_morto"]
    assert refused(turn(discard("KS"), discard("9S")), "online", **online) == ["turn.order"]


def test_a_morto_that_nobody_told():
    """`morto.turn`, `turn.position`: legal as far as told, and no further"""
    position = {"hand": "KS", "melds": [], "stock": 20, "morto": "available"}
    assert legal(turn(discard("KS")), **position) == ["takes_morto"]
    assert untold(turn(discard("KS"), meld("4S 4H 4D"), discard("9S")), **position) == [
        "position.morto_cards"
    ]
    assert refused(turn(discard("KS"), meld("4S 4H 9D"), discard("9S")), **position) == [
        "meld.rank"
    ]


def test_the_morto_is_a_hand_like_any_other():
    """`turn.cards`: its cards can be played, others not"""
    position = {"hand": "KS", "melds": [], "stock": 20, "morto": "available", "morto_cards": MORTO}
    assert refused(turn(discard("KS"), meld("5S 5H 5D"), discard("9S")), **position) == [
        "turn.cards"
    ]


# ---- out.needs


def test_going_out():
    """`out.needs`: the morto taken and a canasta of the side"""
    taken = FULL | {"morto": "taken"}
    for move, hand in [
        (discard("KS"), "KS"),
        (meld("KS KH KD"), "KS KH KD"),
        (add(0, "QC"), "QC"),
    ]:
        assert legal(move, hand=hand, **taken | {"melds": ["QS QH QD QS QH QD 2C"]}) == ["goes_out"]
        assert ask(move, hand=hand, **taken).rule == "out.needs"


def test_nobody_goes_out_without_a_canasta():
    """`out.needs`: any other play that would empty the hand is refused"""
    taken = BARE | {"morto": "taken"}
    assert refused(discard("KS"), hand="KS", **taken) == ["out.needs"]
    assert refused(meld("KS KH KD"), hand="KS KH KD", **taken) == ["out.needs"]
    assert refused(add(0, "QC"), hand="QC", **taken) == ["out.needs"]


@pytest.mark.parametrize(
    ("needs", "melds", "allowed"),
    [
        ("none", ["5S 5H 5D"], True),
        ("none", [], True),
        ("any", ["5S 5H 5D"], False),
        ("any", [DIRTY], True),
        ("any", [CANASTA], True),
        ("clean", [DIRTY], False),
        ("clean", [CANASTA], True),
        ("clean", [DIRTY, CANASTA], True),
    ],
)
@pytest.mark.parametrize("morto", ["taken", "none"])
def test_the_canasta_that_the_table_asks_for(needs, melds, allowed, morto):
    """`out.needs`, option out_needs_canasta"""
    position = {"hand": "KS", "melds": melds, "morto": morto, "melded_before": bool(melds)}
    options = {"out_needs_canasta": needs}
    if allowed:
        assert legal(discard("KS"), overrides=options, **position)[0] == "goes_out"
    else:
        assert refused(discard("KS"), overrides=options, **position) == ["out.needs"]


@pytest.mark.parametrize(
    ("melds", "allowed"),
    [
        (["4S 5S 6S 7S 8S 9S 10S JS QS KS AS"], True),
        (["AS 4S 5S 6S 7S 8S 9S 10S JS QS KS AS"], True),
        (["2S 2H 2D 2C 2S 2H 2D"], False),
        (["4S 5S 6S 7S 8S 9S 2H"], False),
        (["4S 5S 6S 7S 8S 9S 10S"], True),
    ],
)
def test_online_canastas_to_go_out_with(melds, allowed):
    """`out.needs`, `canasta.kind`: royal and ace to ace are clean, a canasta of wilds is not"""
    position = {"hand": "KH", "melds": melds, "morto": "taken"}
    if allowed:
        assert legal(discard("KH"), "online", **position) == ["goes_out"]
    else:
        assert refused(discard("KH"), "online", **position) == ["out.needs"]


def test_the_last_card_completes_the_canasta():
    """`out.needs`, `canasta.size`: the canasta made by the very play counts"""
    taken = BARE | {"melds": ["QS QH QD QS QH QD"], "morto": "taken"}
    assert legal(add(0, "QC"), hand="QC", **taken) == ["goes_out", "makes_canasta"]
    assert refused(discard("QC"), hand="QC", **taken) == ["out.needs"]
    assert legal(meld(CANASTA), hand=CANASTA, melds=[], morto="taken", melded_before=False) == [
        "goes_out",
        "makes_canasta",
        "concealed",
    ]
    # a wild makes it dirty, which is not enough where a clean one is needed
    clean = {"out_needs_canasta": "clean"}
    assert legal(add(0, "2C"), hand="2C", **taken) == ["goes_out", "makes_canasta"]
    assert refused(add(0, "2C"), overrides=clean, hand="2C", **taken) == ["out.needs"]
    only = taken | {"melds": [CANASTA]}
    assert refused(add(0, "2C"), overrides=clean, hand="2C", **only) == ["out.needs"]
    assert legal(add(0, "2C"), hand="2C", **only) == ["goes_out", "soils_canasta"]


# ---- out.needs looks ahead


def test_a_meld_that_leaves_a_card_that_cannot_go():
    """`out.needs`: a meld or an addition that leaves one card with no way out is refused"""
    taken = BARE | {"morto": "taken"}
    assert refused(meld("KS KH KD"), hand="KS KH KD 4C", **taken) == ["out.needs"]
    assert refused(add(0, "QC"), hand="QC 4C", **taken) == ["out.needs"]
    assert legal(meld("KS KH KD"), hand="KS KH KD 4C 5C", **taken) == []
    assert legal(meld("KS KH KD"), hand="KS KH KD 4C", morto="taken", **FULL) == []
    assert legal(meld("KS KH KD"), hand="KS KH KD 4C", morto="available", **BARE) == []


def test_the_last_card_may_be_laid():
    """`out.needs`: by laying it, the canasta it completes included"""
    taken = BARE | {"melds": ["QS QH QD QS QH QD"], "morto": "taken"}
    assert legal(meld("KS KH KD"), hand="KS KH KD QC", **taken) == []
    assert legal(meld("KS KH KD"), hand="KS KH KD 2C", **taken) == []
    assert refused(meld("KS KH KD"), hand="KS KH KD 4C", **taken) == ["out.needs"]
    clean = {"out_needs_canasta": "clean"}
    assert refused(meld("KS KH KD"), overrides=clean, hand="KS KH KD 2C", **taken) == ["out.needs"]
    # the meld of this very play may become the canasta
    assert (
        legal(meld("KS KH KD KC KS KH"), hand="KS KH KD KC KS KH KD", **BARE, morto="taken") == []
    )


def test_the_play_makes_the_canasta_that_lets_the_last_card_go():
    """`out.needs`, `canasta.size`"""
    taken = BARE | {"melds": ["QS QH QD QS QH QD"], "morto": "taken"}
    assert legal(add(0, "QC"), hand="QC 4C", **taken) == ["makes_canasta"]


def test_a_discard_may_leave_one_card():
    """`out.needs`: only melds, additions and pile-takes look ahead"""
    assert legal(discard("KS"), hand="KS 4C", morto="taken", **BARE) == []


def test_what_looks_ahead_is_judged_over_the_whole_turn():
    """`out.needs`: in a turn, the later moves decide"""
    taken = BARE | {"melds": ["QS QH QD QS QH QD"], "morto": "taken"}
    moves = turn(meld("KS KH KD"), add(0, "QC"))
    assert legal(moves, hand="KS KH KD QC", **taken) == ["goes_out", "makes_canasta"]
    ruling = ask(turn(meld("KS KH KD"), discard("4C")), hand="KS KH KD 4C", **taken)
    assert (ruling.move, [p.rule for p in ruling.problems]) == (1, ["out.needs"])
    stuck = ask(turn(meld("KS KH KD")), hand="KS KH KD 4C", **taken)
    assert (stuck.legal, stuck.move) == (False, 0)
    assert "out.needs" in [problem.rule for problem in stuck.problems]


def test_the_morto_decides_only_where_it_matters():
    """`turn.position`: with a canasta the last card goes out or takes the morto"""
    assert legal(meld("KS KH KD"), hand="KS KH KD 4C", **FULL) == []
    assert untold(meld("KS KH KD"), hand="KS KH KD 4C", **BARE) == ["position.morto"]
    assert untold(meld("KS KH KD"), hand="KS KH KD 4C", morto="taken") == ["position.melds"]
    assert legal(meld("KS KH KD"), hand="KS KH KD 4C", morto="available") == []
    assert legal(meld("KS KH KD"), hand="KS KH KD 4C 5C") == []


# ---- out_needs_morto off


def test_going_out_instead_of_taking_the_morto():
    """`out.needs`, option out_needs_morto off: a side that has the canasta may go out"""
    choice = {"out_needs_morto": False}
    available = FULL | {"morto": "available"}
    assert legal(discard("KS"), overrides=choice, hand="KS", **available) == ["goes_out"]
    assert legal(discard("KS", morto=True), overrides=choice, hand="KS", **available) == [
        "takes_morto"
    ]
    bare = BARE | {"morto": "available"}
    assert legal(discard("KS"), overrides=choice, hand="KS", **bare) == ["takes_morto"]
    assert refused(discard("KS"), overrides=choice, hand="KS", **bare | {"morto": "taken"}) == [
        "out.needs"
    ]
    assert untold(discard("KS"), overrides=choice, hand="KS", morto="available") == [
        "position.melds"
    ]
    none = choice | {"out_needs_canasta": "none"}
    assert legal(discard("KS"), overrides=none, hand="KS", **bare) == ["goes_out"]


def test_a_choice_that_needs_a_discard():
    """`out.last_card`, `morto.take`: the last card melded then leads to the morto"""
    choice = {"out_needs_morto": False, "out_needs_discard": True}
    available = FULL | {"morto": "available"}
    assert legal(meld("KS KH KD"), overrides=choice, hand="KS KH KD", **available) == [
        "takes_morto"
    ]
    assert legal(discard("KS"), overrides=choice, hand="KS", **available) == ["goes_out"]


# ---- out.last_card


def test_the_last_card_may_be_melded_or_discarded():
    """`out.last_card`, also online"""
    for ruleset in ("classic", "online"):
        taken = {"melds": [CANASTA], "morto": "taken", "melded_before": True}
        assert legal(meld("KS KH KD"), ruleset, hand="KS KH KD", **taken) == ["goes_out"]
        assert legal(discard("KS"), ruleset, hand="KS", **taken) == ["goes_out"]


def test_going_out_with_a_discard():
    """`out.last_card`, option out_needs_discard: for going out, not for the morto"""
    strict = {"out_needs_discard": True}
    taken = FULL | {"morto": "taken"}
    assert legal(discard("KS"), overrides=strict, hand="KS", **taken) == ["goes_out"]
    assert refused(meld("KS KH KD"), overrides=strict, hand="KS KH KD", **taken) == [
        "out.last_card"
    ]
    available = FULL | {"morto": "available"}
    assert legal(meld("KS KH KD"), overrides=strict, hand="KS KH KD", **available) == [
        "takes_morto"
    ]
    # a last card that could only be laid is stuck
    six = BARE | {"melds": ["QS QH QD QS QH QD"], "morto": "taken"}
    assert legal(meld("KS KH KD"), hand="KS KH KD QC", **six) == []
    assert refused(meld("KS KH KD"), overrides=strict, hand="KS KH KD QC", **six) == ["out.needs"]
    assert refused(meld("KS KH KD"), overrides=strict, hand="KS KH KD", morto="taken") == [
        "out.last_card"
    ]


# ---- online


def test_online_the_side_must_have_no_morto_left_to_take():
    """`out.needs`: it took one, or none is on the table"""
    clean = {"hand": "KS", "melds": [CANASTA]}
    assert legal(discard("KS"), "online", **clean, morto="taken") == ["goes_out"]
    assert legal(discard("KS"), "online", **clean, morto="none") == ["goes_out"]
    assert legal(discard("KS"), "online", **clean, morto="available") == ["takes_morto"]
    dirty = {"hand": "KS", "melds": [DIRTY]}
    assert refused(discard("KS"), "online", **dirty, morto="none") == ["out.needs"]


def test_three_players():
    """`morto.take`: each has a morto of its own"""
    assert legal(discard("KS"), "three_player", hand="KS", morto="available") == ["takes_morto"]


# ---- score.concealed


def test_going_out_concealed():
    """`score.concealed`: the player melded no card in this hand before this turn"""
    taken = {"melds": [CANASTA], "morto": "taken", "hand": "KS"}
    assert legal(discard("KS"), **taken, melded_before=False) == ["goes_out", "concealed"]
    assert legal(discard("KS"), **taken, melded_before=True) == ["goes_out"]
    # what was melded in this turn does not count
    moves = turn(meld("4S 4H 4D"), discard("KS"))
    concealed = taken | {"hand": "4S 4H 4D KS", "melded_before": False}
    assert legal(moves, **concealed) == ["goes_out", "concealed"]


def test_concealed_unknown_to_the_table():
    """`score.concealed`, option bonus_concealed null"""
    taken = {"melds": [CANASTA], "morto": "taken", "hand": "KS", "melded_before": False}
    assert legal(discard("KS"), "online", **taken) == ["goes_out"]
    assert legal(discard("KS"), overrides={"bonus_concealed": None}, **taken) == ["goes_out"]


def test_whether_it_was_concealed_may_be_unknown():
    """`score.concealed`: the ruling stands, the effect is unknown"""
    ruling = ask(discard("KS"), melds=[CANASTA], morto="taken", hand="KS")
    assert (ruling.legal, ruling.effects, ruling.unknown) == (True, ("goes_out",), ("concealed",))
    # a side that laid nothing before has a player who laid nothing
    seven = ask(meld(CANASTA), hand=CANASTA, melds=[], morto="taken")
    assert (seven.effects[-1], seven.unknown) == ("concealed", ())
