"""Every rule has a title and a text, in every language and with the table's own numbers."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from scorekeeper.language import LANGUAGES
from scorekeeper.language.rulebook import RULE_GROUPS, TEXTS, TITLES, rule_text, rule_title
from scorekeeper.rules.options import OPTIONS, check_ruleset
from scorekeeper.rules.ruleset import CLASSIC_VALUES, LOCK_CARDS, PRESETS, Opening

RULES = (
    "setup.players",
    "setup.pack",
    "setup.dealer",
    "setup.deal",
    "setup.mortos",
    "setup.upcard",
    "setup.first",
    "turn.order",
    "turn.cards",
    "draw.choice",
    "pile.top",
    "pile.blocked",
    "red3.lay",
    "red3.value",
    "red3.late",
    "black3.meld",
    "meld.size",
    "meld.rank",
    "meld.run",
    "meld.wilds",
    "meld.naturals",
    "meld.aces",
    "meld.shared",
    "meld.opening",
    "meld.stays",
    "meld.replace",
    "meld.ace_to_ace",
    "canasta.size",
    "canasta.kind",
    "morto.take",
    "morto.turn",
    "morto.once",
    "out.needs",
    "out.last_card",
    "stock.empty",
    "score.cards",
    "score.clean",
    "score.dirty",
    "score.royal",
    "score.ace_to_ace",
    "score.wild",
    "score.threes",
    "score.out",
    "score.concealed",
    "score.morto",
    "score.hand",
    "score.morto_cards",
    "match.hand_winner",
    "match.target",
    "match.both",
    "match.stopped",
    "match.adjust",
    "match.tie",
    "match.express",
    "match.annul",
    "turn.position",
    "record.conflict",
    "ruleset.options",
)

# the two values between which an option must show in the text of some rule
CHANGES = {
    "sides": (2, 3),
    "players_per_side": (2, 1),
    "card_values": (CLASSIC_VALUES, MappingProxyType(dict(CLASSIC_VALUES) | {"A": 15})),
    "lock_cards": (LOCK_CARDS, ("joker", "black_three")),
    "opening_minimum": (Opening(75), Opening(75, 1500)),
    "min_naturals": (2, 3),
}


def change(name):
    if name in CHANGES:
        return CHANGES[name]
    option = OPTIONS[name]
    match option.kind:
        case "bool":
            return (False, True)
        case "choice":
            return option.choices[:2]
    return (None, 35) if option.nullable else (10, 11) if option.low > 4 else (1, 2)


def book(ruleset):
    return {rule: rule_text(rule, ruleset, "en") for rule in RULES}


def test_the_groups_hold_every_rule_once():
    grouped = [rule for group in RULE_GROUPS for rule in group.rules]
    assert sorted(grouped) == sorted(RULES)
    assert sorted(TITLES) == sorted(TEXTS) == sorted(RULES)
    assert [group.key for group in RULE_GROUPS] == [
        "setup", "turn", "pile", "threes", "melds", "canastas", "morto", "out", "scoring", "match",
        "other",
    ]  # fmt: skip


@pytest.mark.parametrize("code", LANGUAGES)
def test_titles_are_short_and_differ(code):
    titles = [rule_title(rule, code) for rule in RULES]
    assert len(set(titles)) == len(RULES)
    assert all(0 < len(title) <= 45 and not title.endswith(".") for title in titles)
    groups = [group.title(code) for group in RULE_GROUPS]
    assert len(set(groups)) == len(RULE_GROUPS)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_rule_has_a_text(code, preset):
    for rule in RULES:
        text = rule_text(rule, PRESETS[preset], code)
        assert text.endswith("."), rule
        assert "%" not in text, rule
        assert "None" not in text, rule
        if code != "en":
            assert text != rule_text(rule, PRESETS[preset], "en"), rule


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_shows_in_some_rule(name):
    shown = set()
    for preset in PRESETS.values():
        before, after = (replace(preset, **{name: value}) for value in change(name))
        if check_ruleset(before) or check_ruleset(after):
            continue
        old, new = book(before), book(after)
        shown |= {rule for rule in RULES if old[rule] != new[rule]}
    assert shown


@pytest.mark.parametrize("name", [name for name in OPTIONS if OPTIONS[name].kind == "choice"])
def test_every_choice_has_its_own_text(name):
    books = [
        tuple(book(replace(PRESETS["online"], **{name: choice})).values())
        for choice in OPTIONS[name].choices
    ]
    assert len(set(books)) == len(OPTIONS[name].choices)


def test_the_numbers_are_those_of_the_table():
    table = replace(PRESETS["classic"], bonus_clean=250, target=4000, morto_penalty=150)
    assert "+250" in rule_text("score.clean", table, "en")
    assert "4.000" in rule_text("match.target", table, "pt_BR")
    assert "−150" in rule_text("score.morto", table, "it")
    assert "+400" in rule_text("red3.value", table, "nl")
    assert "JK = 50 · A, 2 = 20" in rule_text("score.cards", table, "es")


@pytest.mark.parametrize(
    ("rule", "without"),
    [
        ("meld.run", {"runs": False}),
        ("meld.replace", {"runs": False}),
        ("meld.ace_to_ace", {"ace_to_ace": False}),
        ("score.royal", {"bonus_royal": None}),
        ("score.ace_to_ace", {"bonus_ace_to_ace": None}),
        ("score.wild", {"wild_only_melds": False}),
    ],
)
def test_what_a_table_does_not_know_is_one_sentence(rule, without):
    text = rule_text(rule, replace(PRESETS["online"], **without), "en")
    assert text.startswith("This table")
    assert text.count(".") == 1
    assert text != rule_text(rule, PRESETS["online"], "en")


def test_partners_are_spoken_of_only_where_there_are_some():
    assert "partner" in rule_text("meld.shared", PRESETS["classic"], "en")
    assert "partner" not in " ".join(
        text for rule, text in book(PRESETS["two_player"]).items() if rule != "ruleset.options"
    )


def test_only_paulista_says_that_its_wilds_are_our_reading():
    assert "our reading" in rule_text("meld.naturals", PRESETS["paulista"], "en")
    house = replace(PRESETS["classic"], naturals_per_wild=2)
    assert "our reading" not in rule_text("meld.naturals", house, "en")


def test_an_unknown_rule_is_refused():
    with pytest.raises(KeyError):
        rule_title("meld.wild", "en")
    with pytest.raises(KeyError):
        rule_text("meld.wild", PRESETS["classic"], "en")
