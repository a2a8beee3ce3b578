"""What a side counts at the end of a hand, put to the count."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..language.rulebook import rule_title
from ..language.sentences import problem_sentence
from ..language.voice import Voice
from ..rules.additions import lay_out
from ..rules.cards import parse_cards
from ..rules.checks import check_tally
from ..rules.ruleset import Ruleset
from ..rules.scoring import score_tally
from ..rules.tally import ByCard, Melds, SideTally, Tally
from .shown import IN_HAND, NO, ON_TABLE, Picture, Row, Shown


@dataclass(frozen=True, slots=True)
class TallyExample:
    """One side's count, and the rules whose lines the example is about."""

    side: Callable[[Ruleset], SideTally]
    lines: tuple[str, ...]
    note: str = ""
    when: Callable[[Ruleset], bool] = lambda ruleset: True

    def show(self, ruleset: Ruleset, voice: Voice) -> Shown | None:
        if not self.when(ruleset):
            return None
        side = self.side(ruleset)
        tally = Tally((side, *[SideTally()] * (ruleset.sides - 1)))
        pictures = tuple(_pictures(side, ruleset, voice))
        note = voice.say(self.note) if self.note else ""
        problems = check_tally(tally, ruleset)
        if problems:
            text = problem_sentence(problems[0], voice.code)
            rule = problems[0].rule
            return Shown(pictures, False, voice.say(NO), text, rule=rule, note=note)
        found = {line.rule: line.points for line in score_tally(tally, ruleset).sides[0].lines}
        rows = tuple(
            Row(rule_title(rule, voice.code), (voice.signed(found.get(rule, 0)),))
            for rule in self.lines
            if rule in found or rule == self.lines[0]
        )
        return Shown(pictures, rows=rows, note=note)


def _pictures(side: SideTally, ruleset: Ruleset, voice: Voice) -> Iterator[Picture]:
    if isinstance(side.table, Melds):
        for number, meld in enumerate(side.table.melds):
            yield Picture(lay_out(meld, ruleset), voice.say(ON_TABLE) if number == 0 else "")
    laid = side.red_threes + side.red_threes_late
    if laid:
        threes = parse_cards("3H 3D 3H 3D")
        yield Picture(threes[:laid], rule_title("red3.value", voice.code))
    if isinstance(side.hand, ByCard) and side.hand.cards:
        yield Picture(side.hand.cards, voice.say(IN_HAND))
    if isinstance(side.morto_cards, ByCard):
        yield Picture(side.morto_cards.cards, rule_title("score.morto_cards", voice.code))
