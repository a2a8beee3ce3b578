"""Whole hands and whole matches, played by the players of a program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from ..rules.cards import Card
from ..rules.match import Entry, PlayedHand, Standing, dealer_after, stand
from ..rules.ruleset import Ruleset
from ..rules.scoring import score_tally
from ..rules.tally import Tally
from .dealing import deal
from .invariants import ImpossibleTableError
from .kinds import Choice
from .moves import Draw, LayRedThree, Move
from .players import Player
from .side import Deal
from .table import Table

WENT_OUT, STOCK = "went_out", "stock"
MOST_DECISIONS = 5_000
MOST_HANDS = 500
"""A match that is not decided by then is stopped: players who play badly never reach a target."""

Turn = tuple[int, tuple[Move, ...]]
Step = Callable[[Table], None]


@dataclass(frozen=True, slots=True)
class Played:
    """A hand that was played to its end; `moves` is empty unless it was asked for.

    `reason` is how the hand ended, `went_out` or `stock`; `turns` counts those in which something
    was played.
    """

    deal: Deal
    tally: Tally
    totals: tuple[int, ...]
    reason: str
    turns: int
    decisions: int
    moves: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match that was played to its end, with the hands that were played for it."""

    standing: Standing
    hands: tuple[Played, ...]

    @property
    def winner(self) -> int | None:
        """The side that won, None for a draw."""
        return self.standing.ruling.winner


@dataclass(slots=True)
class Log:
    """Keeps the moves of a hand as they are played, what was drawn included."""

    turns: list[tuple[int, int, list[Move]]] = field(default_factory=list)

    def play(self, table: Table, choice: Choice) -> None:
        """Plays the choice and keeps it."""
        turn, seat, move = table.turns, table.seat, table.move_of(choice)
        if not self.turns or self.turns[-1][0] != turn:
            self.turns.append((turn, seat, []))
        if isinstance(move, Draw | LayRedThree):
            held = Counter(table.cards_of(seat))
            table.play(choice)
            gained = Counter(table.cards_of(seat))
            gained.subtract(held)
            move = _with_card(move, next((card for card, n in gained.items() if n > 0), None))
        else:
            table.play(choice)
        self.turns[-1][2].append(move)

    def moves(self) -> tuple[Turn, ...]:
        """The turns so far: the seat and what was played."""
        return tuple([(seat, tuple(moves)) for _, seat, moves in self.turns])


def _with_card(move: Draw | LayRedThree, card: Card | None) -> Move:
    return Draw(card) if isinstance(move, Draw) else replace(move, replacement=card)


def play_on(
    table: Table,
    players: Sequence[Player],
    rng: Random,
    on_step: Step | None = None,
    log: Log | None = None,
) -> tuple[int, int]:
    """Plays a hand to its end with a player for every seat: the turns and the decisions it took.

    `on_step` is shown the table after every decision. Raises `ImpossibleTableError` for a hand that
    does not end.
    """
    turns = decisions = 0
    while not table.over:
        choice = players[table.seat](table, rng)
        if not choice:
            table.end_by_stock()
            if on_step is not None:
                on_step(table)
            break
        if decisions == MOST_DECISIONS:
            raise ImpossibleTableError(f"the hand does not end within {MOST_DECISIONS} decisions")
        turns = table.turns
        decisions += 1
        if log is None:
            table.play(choice)
        else:
            log.play(table, choice)
        if on_step is not None:
            on_step(table)
    return turns, decisions


def play_hand(
    ruleset: Ruleset,
    players: Sequence[Player],
    rng: Random,
    dealer: int = 0,
    scores: Sequence[int] | None = None,
    on_step: Step | None = None,
    keep_moves: bool = False,
) -> Played:
    """Deals and plays one hand; the same `rng` gives the same deal, whoever plays.

    `scores` has the totals of the sides before it, for an opening minimum.
    """
    dealt = deal(ruleset, rng, dealer)
    table = Table(ruleset, dealt, scores)
    log = Log() if keep_moves else None
    turns, decisions = play_on(table, players, rng, on_step, log)
    tally = table.tally()
    return Played(
        deal=dealt,
        tally=tally,
        totals=score_tally(tally, ruleset).totals,
        reason=STOCK if table.out is None else WENT_OUT,
        turns=turns,
        decisions=decisions,
        moves=log.moves() if log else (),
    )


def hand_rng(seed: object, *numbers: int) -> Random:
    """The source of chance of one hand: the same on every machine and in every order of play."""
    return Random(":".join(map(str, (seed, *numbers))))  # noqa: S311 - cards, not secrets


@dataclass(frozen=True, slots=True)
class Opening:
    """Where a match is taken up: what was entered so far, and who deals the next hand.

    `ruleset` is what the match started with, `rules` what its next hand is played under.
    """

    ruleset: Ruleset
    rules: Ruleset
    entries: tuple[Entry, ...] = ()
    starter: int = 0
    dealer: int = 0

    def standing(self, entries: Sequence[Entry] = ()) -> Standing:
        """How the match stands with more entries; one that drags on is stopped."""
        stopped = len(entries) >= MOST_HANDS
        return stand(self.ruleset, (*self.entries, *entries), self.starter, (), stopped)


def new_match(ruleset: Ruleset) -> Opening:
    """A match before its first hand: the last seat deals, the first one plays first."""
    return Opening(ruleset, ruleset, dealer=ruleset.players - 1)


def play_match(
    opening: Opening,
    players: Sequence[Player],
    seed: object,
    match: int = 0,
    on_step: Step | None = None,
) -> PlayedMatch:
    """Plays hands until the match is decided (`match.target`, `match.tie`), the deal passing on
    (`setup.dealer`)."""
    rules, seats = opening.rules, opening.rules.players
    hands: list[Played] = []
    entries: list[Entry] = []
    standing = opening.standing()
    while not standing.ruling.status.is_over:
        number = len(hands)
        dealer = dealer_after(opening.dealer, number, seats)
        rng = hand_rng(seed, match, number)
        try:
            played = play_hand(rules, players, rng, dealer, standing.totals, on_step)
        except ImpossibleTableError as error:
            raise ImpossibleTableError(error.what, seed, str(number)) from None
        hands.append(played)
        entries.append(PlayedHand(played.totals, rules))
        standing = opening.standing(entries)
    return PlayedMatch(standing, tuple(hands))


def seated(sides: Sequence[Player], ruleset: Ruleset) -> tuple[Player, ...]:
    """The players of the seats, from one for every side (`setup.players`)."""
    return tuple([sides[seat % len(sides)] for seat in range(ruleset.players)])


def swapped(players: Sequence[Player]) -> tuple[Player, ...]:
    """The players of two sides, each at the other side's seats."""
    return (*players[1:], players[0])
