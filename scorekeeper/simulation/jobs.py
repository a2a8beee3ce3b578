"""The pieces of work that can be sent to another process, each known by its number."""

from __future__ import annotations

import copyreg
from dataclasses import dataclass
from typing import NamedTuple

from ..play.invariants import ImpossibleTableError, check_table, checked
from ..play.players import PLAYERS, Player
from ..play.record import format_record
from ..play.recording import record_of
from ..play.simulate import (
    Opening,
    Played,
    PlayedMatch,
    hand_rng,
    play_hand,
    play_match,
    seated,
    swapped,
)
from ..rules.options import overrides_of, parse_ruleset
from ..rules.ruleset import Ruleset
from ..rules.tally import canastas_of


class Outcome(NamedTuple):
    """What is kept of a hand: the scores by side, how it ended, how long it took, and the clean and
    the dirty canastas of all sides."""

    totals: tuple[int, ...]
    reason: str
    turns: int
    decisions: int
    clean: int
    dirty: int


class MatchOutcome(NamedTuple):
    """What is kept of a match: its winner, None for a draw, and its hands."""

    winner: int | None
    hands: tuple[Outcome, ...]


class HandsDone(NamedTuple):
    """One deal, played once or with the sides swapped again, and its record if asked for."""

    hands: tuple[Outcome, ...]
    record: str | None = None


@dataclass(frozen=True, slots=True)
class Bots:
    """Who plays, by side; with `check`, every table is looked over after every move."""

    names: tuple[str, ...]
    check: bool = False

    def players(self, ruleset: Ruleset) -> tuple[Player, ...]:
        chosen = [PLAYERS[name] for name in self.names]
        return seated(list(map(checked, chosen)) if self.check else chosen, ruleset)


@dataclass(frozen=True, slots=True)
class HandJob:
    """A hand of a series. Raises `ImpossibleTableError` for one that cannot be."""

    ruleset: Ruleset
    bots: Bots
    seed: int
    duplicate: bool = False
    keep_record: bool = False

    def __call__(self, number: int) -> HandsDone:
        players = self.bots.players(self.ruleset)
        try:
            played = self.play(players, number)
            hands = [_outcome(played, self.ruleset)]
            if self.duplicate:
                again = self.play(swapped(players), number)
                hands.append(_outcome(again, self.ruleset, swap=True))
        except ImpossibleTableError as error:
            raise ImpossibleTableError(error.what, self.seed, str(number)) from None
        record = format_record(record_of(played, self.ruleset)) if self.keep_record else None
        return HandsDone(tuple(hands), record)

    def play(self, players: tuple[Player, ...], number: int) -> Played:
        """The hand of this number, its moves kept where records are."""
        return play_hand(
            self.ruleset,
            players,
            hand_rng(self.seed, number),
            number % self.ruleset.players,
            on_step=check_table if self.bots.check else None,
            keep_moves=self.keep_record,
        )


@dataclass(frozen=True, slots=True)
class MatchJob:
    """A match of a series, played on from where it stands."""

    opening: Opening
    bots: Bots
    seed: int
    duplicate: bool = False

    def __call__(self, number: int) -> tuple[MatchOutcome, ...]:
        players = self.bots.players(self.opening.rules)
        rules = self.opening.rules
        matches = [_match_outcome(self._play(players, number), rules)]
        if self.duplicate:
            again = self._play(swapped(players), number)
            matches.append(_match_outcome(again, rules, swap=True))
        return tuple(matches)

    def _play(self, players: tuple[Player, ...], number: int) -> PlayedMatch:
        on_step = check_table if self.bots.check else None
        try:
            return play_match(self.opening, players, self.seed, number, on_step)
        except ImpossibleTableError as error:
            raise ImpossibleTableError(error.what, self.seed, f"{number}:{error.hand}") from None


def _outcome(played: Played, ruleset: Ruleset, swap: bool = False) -> Outcome:
    totals = played.totals[::-1] if swap else played.totals
    canastas = [canastas_of(side, ruleset) for side in played.tally.sides]
    clean = sum([one.clean_ones for one in canastas])
    dirty = sum([one.any for one in canastas]) - clean
    return Outcome(totals, played.reason, played.turns, played.decisions, clean, dirty)


def _match_outcome(match: PlayedMatch, ruleset: Ruleset, swap: bool = False) -> MatchOutcome:
    winner = match.winner
    if swap and winner is not None:
        winner = 1 - winner
    hands = tuple([_outcome(played, ruleset, swap) for played in match.hands])
    return MatchOutcome(winner, hands)


def _ruleset_again(preset: str, overrides: dict[str, object]) -> Ruleset:
    return parse_ruleset(preset, overrides)


def _reduced(ruleset: Ruleset) -> tuple[object, tuple[str, dict[str, object]]]:
    # its read-only mapping of card values cannot be sent
    return _ruleset_again, (ruleset.preset, overrides_of(ruleset))


copyreg.pickle(Ruleset, _reduced)  # type: ignore[arg-type]
