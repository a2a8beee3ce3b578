from dataclasses import FrozenInstanceError

import pytest

from scorekeeper.rules.cards import RANKS, card
from scorekeeper.rules.options import check_ruleset, overrides_of
from scorekeeper.rules.ruleset import CLASSIC, PRESETS, Ruleset

# what each preset changes in the game it is based on, counted from the rules by hand
CHANGES = {
    "classic": {},
    "aberta": {"mortos_face_up": True},
    "paulista": {"target": 5000, "naturals_per_wild": 2},
    "two_player": {"players_per_side": 1},
    "three_player": {
        "sides": 3,
        "players_per_side": 1,
        "bonus_clean": 100,
        "bonus_dirty": 50,
        "target": 1500,
    },
    "carioca": {"runs": True},
}


def test_the_presets_and_their_order():
    assert list(PRESETS) == [*CHANGES, "online"]
    assert all(ruleset.preset == key for key, ruleset in PRESETS.items())


@pytest.mark.parametrize("key", CHANGES)
def test_a_preset_differs_from_classic_in_what_its_name_says_and_nothing_else(key):
    fields = [name for name in Ruleset.__dataclass_fields__ if name != "preset"]
    changed = {
        name: getattr(PRESETS[key], name)
        for name in fields
        if getattr(PRESETS[key], name) != getattr(CLASSIC, name)
    }
    assert changed == CHANGES[key]


@pytest.mark.parametrize("key", PRESETS)
def test_a_preset_goes_together_and_overrides_nothing(key):
    assert check_ruleset(PRESETS[key]) == ()
    assert overrides_of(PRESETS[key]) == {}


@pytest.mark.parametrize(
    ("text", "classic"),
    [("JK", 50), ("AS", 20), ("2H", 20), ("KD", 10), ("QC", 10), ("JS", 10), ("10S", 10),
     ("9S", 10), ("8S", 10), ("7S", 5), ("6S", 5), ("5S", 5), ("4S", 5), ("3S", 5), ("3C", 5),
     ("3H", 0), ("3D", 0)],
)  # fmt: skip
def test_card_values(text, classic):
    """`score.cards`"""
    assert CLASSIC.value(card(text)) == classic
    assert PRESETS["online"].value(card(text)) == (0 if text in ("3H", "3D") else 10)


def test_every_rank_has_a_value():
    for ruleset in PRESETS.values():
        assert set(ruleset.card_values) == {"JK", *RANKS}


@pytest.mark.parametrize(
    ("key", "players"),
    [("classic", 4), ("aberta", 4), ("paulista", 4), ("carioca", 4), ("online", 4),
     ("two_player", 2), ("three_player", 3)],
)  # fmt: skip
def test_players(key, players):
    """`setup.players`"""
    assert PRESETS[key].players == players


def test_a_ruleset_and_its_values_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        CLASSIC.target = 5
    with pytest.raises(TypeError):
        CLASSIC.card_values["A"] = 15


def test_equal_rulesets_are_equal_whatever_preset_they_came_from():
    assert PRESETS["classic"] == Ruleset(preset="aberta")
    assert hash(PRESETS["classic"]) == hash(Ruleset(preset="aberta"))
    assert PRESETS["classic"] != PRESETS["aberta"]


def test_the_games_that_are_most_unlike_have_hashes_of_their_own():
    """Melds are kept by ruleset: one hash for all would make that slow."""
    assert len({hash(PRESETS[key]) for key in ("classic", "carioca", "online")}) == 3
