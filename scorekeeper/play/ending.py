"""The last card of a hand before the judge: the morto, going out, or neither."""

from __future__ import annotations

from collections.abc import Iterable

from ..rules.checks import lacks_canasta
from ..rules.problems import Finding
from .emptying import Emptied, emptied
from .hearing import Hearing
from .moves import Add, Discard, Move
from .position import Phase, Position, SideMorto, canastas_on
from .rulings import Effect, Ruling


class Ending(Hearing):
    """What emptying a hand brings about, and whether a last card can still leave it."""

    def emptied(self, after: Position, claims_morto: bool, discards: bool) -> Position | None:
        """The position after the last card is gone (`morto.take`, `morto.once`, `out.needs`)."""
        if after.morto is None:
            self.lack("mortos_left" if after.mortos_unclear else "morto")
            return None
        available = after.morto is SideMorto.AVAILABLE
        if claims_morto and not available:
            taken = after.morto is SideMorto.TAKEN
            finding = Finding.MORTO_TAKEN_ALREADY if taken else Finding.NO_MORTO_LEFT
            self.find("morto.once" if taken else "morto.take", finding)
        lacking = self.lacks_canasta(after)
        outcomes = {
            emptied(available, lacks, discards, claims_morto, self.ruleset)
            for lacks in ([True, False] if lacking is None else [lacking])
        }
        if len(outcomes) > 1:
            self.lack("melds")
            return None
        (outcome,) = outcomes
        if outcome is Emptied.TAKES_MORTO:
            return self.with_morto(after, discards)
        self.check_going_out(outcome, bool(lacking))
        return self.gone_out(after)

    def lacks_canasta(self, after: Position) -> bool | None:
        """Whether the side lacks the canasta that going out needs; None if nobody told."""
        if self.ruleset.out_needs_canasta == "none":
            return False
        if after.melds is None:
            return None
        return lacks_canasta(canastas_on(after.melds, self.ruleset), self.ruleset)

    def check_going_out(self, outcome: Emptied, lacking: bool) -> None:
        """What going out needs (`out.needs`, `out.last_card`)."""
        if outcome is Emptied.NEEDS_DISCARD:
            self.find("out.last_card", Finding.LAST_CARD_MUST_BE_DISCARDED)
        if lacking and self.ruleset.out_needs_canasta == "clean":
            self.find("out.needs", Finding.LAST_CARD_WITHOUT_CLEAN_CANASTA)
        elif lacking:
            self.find("out.needs", Finding.LAST_CARD_WITHOUT_CANASTA)

    def with_morto(self, after: Position, discards: bool) -> Position:
        """The position with the morto taken up (`morto.turn`)."""
        self.effects.append(Effect.TAKES_MORTO)
        cards = after.morto_cards or ()
        waits = discards and self.ruleset.morto_by_discard == "next_turn"
        return after._replace(
            phase=Phase.OVER if waits else Phase.PLAY,
            hand=cards,
            hidden=self.ruleset.morto_size - len(cards),
            morto=SideMorto.TAKEN,
            morto_cards=None,
            mortos_left=None if after.mortos_left is None else after.mortos_left - 1,
        )

    def gone_out(self, after: Position) -> Position:
        self.effects.append(Effect.GOES_OUT)
        if self.ruleset.bonus_concealed is not None:
            if after.melded_before is None:
                self.unknown.append(Effect.CONCEALED)
            elif not after.melded_before:
                self.effects.append(Effect.CONCEALED)
        return after._replace(phase=Phase.OVER)

    # looking ahead

    def last_card_leaves(self, after: Position) -> None:
        """A last card must be one that the player can get rid of (`out.needs`)."""
        verdicts = [
            _best(ruling.legal for ruling in self.sheddings(told)) for told in _mortos_told(after)
        ]
        if all(verdict is False for verdict in verdicts):
            self.find("out.needs", Finding.LAST_CARD_STUCK)
        elif not all(verdicts):
            self.lack_for_shedding(after)

    def goes_out_now(self, after: Position, claims_morto: bool) -> None:
        """Black 3s go with the side: on the last card, or before one that can leave at once
        (`black3.meld`)."""
        verdicts = [self.may_end(told, claims_morto) for told in _mortos_told(after)]
        if all(verdict is False for verdict in verdicts):
            self.find("black3.meld", Finding.BLACK_THREES_AND_NOT_OUT)
        elif not all(verdicts):
            self.lack_for_shedding(after)

    def may_end(self, after: Position, claims_morto: bool) -> bool | None:
        """Whether the player is out now or can be with the last card; None if nobody told."""
        if after.card_count == 1:
            return _best(
                ruling.legal and Effect.GOES_OUT in ruling.effects
                for ruling in self.sheddings(after)
            )
        if after.card_count != 0:
            return None if after.card_count is None else False
        trial = self.elsewhere(after)
        trial.emptied(after, claims_morto, discards=False)
        if trial.problems or Effect.TAKES_MORTO in trial.effects:
            return False
        return None if trial.missing else True

    def sheddings(self, after: Position) -> list[Ruling]:
        """The rulings on the ways to get rid of the one card left."""
        last = Discard((after.hand or (None,))[0])
        sheds: list[Move] = [last]
        if last.card is not None:
            sheds += [Add(number, (last.card,)) for number in range(len(after.melds or ()))]
        return [self.elsewhere(after).judge(shed) for shed in sheds]

    def lack_for_shedding(self, after: Position) -> None:
        """What nobody told and the fate of the last card hangs on."""
        if after.card_count == 1:
            for ruling in self.sheddings(after):
                self.missing += [lack for lack in ruling.missing if lack not in self.missing]
        elif not self.missing:
            trial = self.elsewhere(after)
            trial.emptied(after, False, discards=False)
            self.missing += trial.missing


def _mortos_told(after: Position) -> list[Position]:
    """The position, once for everything that the untold fate of the side's morto could be."""
    if after.morto is not None:
        return [after]
    return [after._replace(morto=morto) for morto in SideMorto]


def _best(verdicts: Iterable[bool | None]) -> bool | None:
    """True if one of them is, else None if one of them is."""
    found = set(verdicts)
    return True if True in found else None if None in found else False
