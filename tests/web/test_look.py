"""The colours of the style sheet, by day and by night: words and marks stand out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import scorekeeper.web

SHEET = (Path(scorekeeper.web.__file__).parent / "static" / "app.css").read_text(encoding="utf-8")
WORDS, MARKS = 4.5, 3.0

# what is written or drawn in a colour, and on what
PAIRS = [
    *[(ink, ground, WORDS) for ink in ("ink", "ink-2") for ground in ("bg", "surface", "sunken")],
    *[(ink, ground, WORDS) for ink in ("ink", "ink-2") for ground in ("act-soft", "no-soft")],
    *[(side, ground, WORDS) for side in "abc" for ground in ("surface", "bg", f"{side}-soft")],
    *[("on-fill", f"{fill}-fill", WORDS) for fill in ("a", "b", "c", "no", "yes")],
    ("on-act", "act", WORDS),
    ("act", "surface", MARKS),
    ("red", "surface", WORDS),
    ("red", "no-soft", WORDS),
    ("yes", "yes-soft", WORDS),
    ("face-ink", "face", WORDS),
    ("face-red", "face", WORDS),
    ("edge", "surface", MARKS),
]


def tokens(block):
    return dict(re.findall(r"--([\w-]+):(#[0-9a-f]{3,6})\b", block))


DAY = tokens(SHEET[: SHEET.index("@media (prefers-color-scheme:dark)")])
NIGHT = DAY | tokens(SHEET[SHEET.index("@media (prefers-color-scheme:dark)") :].split("}}")[0])


def luminance(colour):
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(weight * p for weight, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_is_reckoned_as_the_guidelines_do():
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("scheme", [DAY, NIGHT], ids=["day", "night"])
@pytest.mark.parametrize(("ink", "ground", "least"), PAIRS)
def test_what_is_read_stands_out(scheme, ink, ground, least):
    assert contrast(scheme[ink], scheme[ground]) >= least


def test_night_changes_what_it_has_to():
    assert {name for name in DAY if DAY[name] != NIGHT[name]} >= {"bg", "surface", "ink", "act"}


def test_no_other_rule_names_a_colour_of_its_own():
    """Grounds that stay the same on paper and in a QR code are white or ink by themselves."""
    rules = SHEET[SHEET.index("}}") :]
    found = set(re.findall(r"#[0-9a-f]{6}\b", rules))
    assert found <= {"#10201a"}
