"""The form of a new match: what it reads, keeps and says."""

from __future__ import annotations

import pytest
from werkzeug.datastructures import MultiDict

from scorekeeper.rules.options import OPTIONS, overrides_of
from scorekeeper.rules.ruleset import CLASSIC, PRESETS
from scorekeeper.web.match_form import Game, MatchForm, parse_game
from scorekeeper.web.rules_form import HOUSE_RULES, targets

TABLE_RULES = {"sides", "players_per_side", "card_values", "target", "express"}


@pytest.fixture(autouse=True)
def request_in_english(app):
    with app.test_request_context(headers={"Accept-Language": "en"}):
        yield


def usual(game=Game(), **changes):  # noqa: B008
    """What a browser sends for the form as it is served, with changes."""
    form = MatchForm(game)
    pairs = []
    for field in form.fields:
        name, data = field.name, field.data
        if name in changes:
            continue
        if isinstance(data, list):
            pairs += [(name, item) for item in data]
        elif isinstance(data, bool):
            pairs += [(name, "1")] if data else []
        else:
            pairs.append((name, getattr(field, "typed", data) or ""))
    for name, value in changes.items():
        pairs += [(name, item) for item in (value if isinstance(value, list) else [value])]
    return MultiDict(pairs)


def test_every_option_is_offered_once_or_belongs_to_the_table():
    offered = [name for names in HOUSE_RULES.values() for name in names]
    assert len(offered) == len(set(offered))
    assert set(offered) == set(OPTIONS) - TABLE_RULES


def test_the_form_as_served_starts_the_classic_game():
    form = MatchForm(Game(), usual())
    assert form.errors == {}
    setup = form.setup()
    assert setup.ruleset == CLASSIC
    assert overrides_of(setup.ruleset) == {}
    assert [side.name for side in setup.sides] == ["We", "They"]
    assert setup.dealer == 3
    assert form.changes() == ()


@pytest.mark.parametrize("preset", PRESETS)
def test_the_form_of_every_preset_starts_it_as_it_is(preset):
    game = parse_game(preset)
    form = MatchForm(game, usual(game))
    assert PRESETS[preset].target in targets(PRESETS[preset])
    assert form.fields["target"].data == str(PRESETS[preset].target)
    assert form.errors == {}
    assert form.changes() == ()
    assert form.setup().ruleset == PRESETS[preset]
    assert form.setup().ruleset.preset == preset


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("classic", Game("classic", 2)),
        ("classic:1", Game("classic", 2)),
        ("two_player", Game("two_player", 1)),
        ("online:1", Game("online", 1)),
        ("online:2", Game("online", 2)),
        ("online:9", Game("online", 2)),
        ("online:x", Game("online", 2)),
        ("poker", None),
        ("", None),
    ],
)
def test_the_game_that_a_button_names(text, game):
    assert parse_game(text) == game


def test_a_game_for_two_or_four():
    game = parse_game("online:1")
    assert game.sizes == (2, 4)
    form = MatchForm(game, usual(game))
    assert form.setup().ruleset.players == 2
    assert form.changes() == ()
    assert Game().sizes == (4,)


def test_another_game_takes_over_the_names():
    names = {"side0": "Gatos", "player0": "Ana", "player3": "Bia", "side2": "x", "target": "5000"}
    form = MatchForm(Game("two_player", 1), names=names)
    assert form.fields["side0"].typed == "Gatos"
    assert form.carried == {"player0": "Ana", "player3": "Bia", "side2": "x"}
    assert "player0" not in form.fields
    assert form.fields["target"].data == "3000"


@pytest.mark.parametrize(
    ("typed", "target"),
    [({"target": "5000"}, 5000), ({"target": "own", "target_own": "2.500"}, 2500)],
)
def test_a_target(typed, target):
    assert MatchForm(Game(), usual(**typed)).setup().ruleset.target == target


def test_one_hand_decides():
    assert MatchForm(Game(), usual(target="express")).setup().ruleset.express


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"target": "own", "target_own": ""}, "target_own"),
        ({"target": "own", "target_own": "3.5"}, "target_own"),
        ({"target": "own", "target_own": "3001"}, "target_own"),
        ({"target": "own", "target_own": "1000000000"}, "target_own"),
        ({"target": "own", "target_own": "0"}, "target_own"),
        ({"target": "4001"}, "target"),
        ({"dealer": "4"}, "dealer"),
        ({"o-hand_size": "16"}, "o-hand_size"),
        ({"o-hand_size": ""}, "o-hand_size"),
        ({"o-bonus_clean": "two hundred"}, "o-bonus_clean"),
        ({"o-tie": "coin"}, "o-tie"),
        ({"o-lock_cards": ["wild", "ace_of_spades"]}, "o-lock_cards"),
    ],
)
def test_one_thing_that_cannot_be(typed, field):
    errors = MatchForm(Game(), usual(**typed)).errors
    assert list(errors) == [field]
    assert len(errors[field]) == 1


def test_a_target_that_is_not_asked_for_may_be_anything():
    assert MatchForm(Game(), usual(target_own="nonsense")).errors == {}


def test_house_rules():
    typed = usual(
        **{
            "o-bonus_clean": "300",
            "o-bonus_concealed": "",
            "o-red3_all_four": "800",
            "o-morto_penalty": "0",
            "o-lock_cards": ["black_three"],
            "o-tie": "starter_wins",
            "o-runs": "1",
            "o-allow_soiling": [],
            "o-opening_minimum": "75",
        }
    )
    form = MatchForm(Game(), typed)
    assert form.errors == {}
    assert overrides_of(form.setup().ruleset) == {
        "bonus_clean": 300,
        "bonus_concealed": None,
        "red3_all_four": 800,
        "morto_penalty": 0,
        "lock_cards": ["black_three"],
        "tie": "starter_wins",
        "runs": True,
        "allow_soiling": False,
        "opening_minimum": 75,
    }
    assert form.changes()[0] == "lock_cards"
    assert set(form.changes()) == set(overrides_of(form.setup().ruleset))


def test_what_is_not_sent_is_as_usual():
    form = MatchForm(Game(), usual(target=[], dealer=[]))
    assert form.errors == {}
    assert form.setup().ruleset.target == 3000
    assert form.setup().dealer == 3


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [("Ana", "ANA"), ("Ana", "Aná"), ("José", "JOSE\u0301"), ("", "we"), ("They", "")],
)
def test_two_equal_names(ours, theirs):
    errors = MatchForm(Game(), usual(side0=ours, side1=theirs)).errors
    assert errors == {"side1": ["Two sides need two names."]}


def test_two_equal_players():
    errors = MatchForm(Game(), usual(player1="Rui", player3="RÚI")).errors
    assert errors == {"player3": ["Two players have this name."]}


def test_players_sit_alternately():
    typed = usual(player0="Ana", player1="Bia", player2="Caio", player3="")
    sides = MatchForm(Game(), typed).setup().sides
    assert [side.players for side in sides] == [("Ana", "Caio"), ("Bia", "")]


def test_a_rematch_starts_with_what_was_played():
    before = MatchForm(
        Game(),
        usual(side0="Os Gatos", player2="Caio", target="own", target_own="2500", **{"o-runs": "1"}),
    ).setup()
    again = MatchForm(Game(), like=before, dealer=2)
    assert again.fields["side0"].typed == "Os Gatos"
    assert again.fields["player2"].typed == "Caio"
    assert again.fields["target"].data == "own"
    assert again.fields["target_own"].typed == "2500"
    assert again.fields["dealer"].data == "2"
    assert again.changes() == ("runs",)


def test_a_rematch_of_one_hand():
    before = MatchForm(Game(), usual(target="express")).setup()
    assert MatchForm(Game(), like=before).fields["target"].data == "express"


def test_every_form_has_an_entry_id_of_its_own():
    ids = {MatchForm(Game()).fields["entry_id"].data for _ in range(3)}
    assert len(ids) == 3
    assert MatchForm(Game(), usual(entry_id="e" * 99)).entry_id == "e" * 64
    assert MatchForm(Game(), usual(entry_id="")).entry_id
