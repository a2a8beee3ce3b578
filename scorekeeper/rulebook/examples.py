"""The examples of every rule, as a ruleset rules on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ..language.voice import Voice
from ..rules.ruleset import Ruleset
from .count_data import COUNT_EXAMPLES, MATCH_EXAMPLES
from .meld_data import MELD_EXAMPLES
from .play_data import PLAY_EXAMPLES, SETUP_EXAMPLES
from .shown import Example, Shown

EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    **SETUP_EXAMPLES,
    **PLAY_EXAMPLES,
    **MELD_EXAMPLES,
    **COUNT_EXAMPLES,
    **MATCH_EXAMPLES,
}


def examples_of(rule: str, ruleset: Ruleset, code: str) -> tuple[Shown, ...]:
    """The examples of a rule that this table can have, judged by its rules. Raises `KeyError`."""
    voice = Voice(code)
    shown = [example.show(ruleset, voice) for example in EXAMPLES[rule]]
    return tuple(
        replace(example, rule=None) if example.rule == rule else example
        for example in shown
        if example is not None
    )
