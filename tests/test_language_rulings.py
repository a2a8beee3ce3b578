"""How a match stands, in one sentence with its numbers."""

from dataclasses import replace

import pytest

from scorekeeper.language import LANGUAGES
from scorekeeper.language.rulings import ruling_sentence
from scorekeeper.rules.match import Adjustment, PlayedHand, stand
from scorekeeper.rules.ruleset import CLASSIC, PRESETS

NAMES = ("Nós", "Eles")
EXPRESS = replace(CLASSIC, express=True)
STARTER = replace(CLASSIC, tie="starter_wins")


def sentence(*hands, ruleset=CLASSIC, code="en", names=NAMES, **how):
    entries = [PlayedHand(hand, ruleset) for hand in hands]
    return ruling_sentence(stand(ruleset, entries, **how), ruleset, names, code)


CASES = [
    ({"hands": [(3145, 2550)]},
     "Victory for Nós with 3,145 points, alone at or past the target of 3,000."),
    ({"hands": [(3145, 3200)]},
     "Victory for Eles with 3,200 points: more than one side reached the target of 3,000, and the "
     "highest total counts."),
    ({"hands": [(3100, 3100)]},
     "Nós and Eles are equal at 3,100 points: an extra hand decides."),
    ({"hands": [(3100, 3100), (-200, -300)]},
     "Victory for Nós after the extra hand: 2,900 points is now the highest total."),
    ({"hands": [(3100, 3100)], "ruleset": STARTER, "starter": 1},
     "Victory for Eles: the totals are equal at 3,100 points, and the side that started the match "
     "goes first."),
    ({"hands": [(780, -375)], "ruleset": EXPRESS},
     "Victory for Nós with 780 points: one hand decides, and this is its highest score."),
    ({"hands": [(400, 400)], "ruleset": EXPRESS},
     "Nós and Eles are equal at 400 points: an extra hand decides."),
    ({"hands": [(780, -375)], "stopped": True},
     "Victory for Nós with 780 points: the match was stopped early, and the highest total counts."),
    ({"hands": [(780, 780)], "stopped": True},
     "Nós and Eles are equal at 780 points when the match was stopped: it is a draw."),
    ({"hands": [(780, -375)], "annul": (True, True)},
     "Every side agreed to annul the match: nobody wins, and it counts in no ranking."),
    ({"hands": [(780, -375)]},
     "Nós leads with 780 points, 2,220 short of the target of 3,000."),
    ({"hands": [(-50, -375)]},
     "Nós leads with −50 points, 3,050 short of the target of 3,000."),
    ({"hands": [(780, 780)]},
     "Nós and Eles are equal at 780 points; the target is 3,000."),
]  # fmt: skip


@pytest.mark.parametrize(("match", "expected"), CASES)
def test_the_sentence_says_who_and_why(match, expected):
    assert sentence(*match["hands"], **{k: v for k, v in match.items() if k != "hands"}) == expected


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
@pytest.mark.parametrize(("match", "english"), CASES)
def test_every_sentence_is_translated(match, english, code):
    how = {k: v for k, v in match.items() if k != "hands"}
    translated = sentence(*match["hands"], code=code, **how)
    assert translated != english
    assert "%" not in translated


def test_nothing_is_said_before_the_first_hand():
    assert sentence() is None


def test_points_given_past_the_target_wait_for_the_next_hand():
    standing = stand(CLASSIC, [Adjustment((3050, 0), "from paper")])
    assert ruling_sentence(standing, CLASSIC, NAMES, "en") == (
        "Nós leads with 3,050 points; the target of 3,000 is checked after the next hand."
    )


def test_an_express_match_waits_for_its_hand():
    standing = stand(EXPRESS, [Adjustment((50, 0), "handicap")])
    assert ruling_sentence(standing, EXPRESS, NAMES, "fr") == "Une donne décide de cette partie."


def test_only_the_equal_ones_of_three_sides_are_named():
    told = sentence(
        (1600, 1600, 900),
        ruleset=PRESETS["three_player"],
        names=("Ana", "Bia", "Caio"),
        code="pt_BR",
    )
    assert told == "Ana e Bia empatam em 1.600 pontos: uma rodada extra decide."


def test_a_percent_sign_in_a_name_does_no_harm():
    assert sentence((780, 0), names=("100%(x)s", "B")).startswith("100%(x)s leads")
