"""A record checked turn by turn by the judge, with the cards that are known."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from ..rules.cards import Card, Cards
from ..rules.match import first_player
from ..rules.problems import Finding, Problem
from ..rules.ruleset import Ruleset
from ..rules.tally import Tally
from .deal_checks import deal_problems
from .judge import check_end_of_turn, is_stuck, judge_step
from .known import ConflictError, Heap, KnownTable
from .moves import Add, Discard, Draw, LayMeld, LayRedThree, Move, TakePile
from .position import Phase, Position
from .record import Record, RecordedTurn
from .rulings import Effect, Ruling
from .settling import settle, unknown_heaps

PILE_TOP_UNKNOWN = (Problem("turn.position", Finding.RECORD_PILE_TOP_UNKNOWN),)


@dataclass(frozen=True, slots=True)
class Refusal:
    """Where a record is illegal, and why. A fault of the deal has no turn."""

    problems: tuple[Problem, ...]
    line: int
    turn: int | None = None
    seat: int | None = None
    column: int = 1
    before: Position | None = None
    move: int | None = None
    """The move of the turn that is illegal, from 0: the last where the turn cannot end so."""


@dataclass(frozen=True, slots=True)
class Replay:
    """What a record comes to: a refusal, or how the hand ended and its tally, if known.

    `missing` names the heaps whose cards nobody knows and the tally needs.
    """

    refusal: Refusal | None = None
    turns: int = 0
    reason: str | None = None
    tally: Tally | None = None
    missing: tuple[tuple[str, str], ...] = ()

    @property
    def finished(self) -> bool:
        return self.reason is not None


def replay(record: Record) -> Replay:
    """Checks a record from the deal to its last turn (`record.conflict`, `setup.first` and the
    rules of every move)."""
    refusal = check_deal(record)
    if refusal is not None:
        return Replay(refusal)
    player = Player(record)
    for turn in record.turns:
        refusal = player.play(turn)
        if refusal is not None:
            return Replay(refusal, player.turns - 1)
    return outcome(player)


def outcome(player: Player) -> Replay:
    """What a record comes to whose turns have all been played."""
    record = player.record
    reason = player.reason or player.stuck() or ("stopped" if record.stopped else None)
    if reason is None:
        return Replay(turns=player.turns)
    tally = settle(player.table, record.seats, player.out, player.concealed)
    missing = () if tally else unknown_heaps(player.table, record.seats)
    return Replay(None, player.turns, reason, tally, missing)


class Player:
    """Plays the turns of a record on the table that it tells of."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.table = KnownTable(record)
        self.ruleset: Ruleset = record.ruleset
        self.seats = len(record.seats)
        self.turn_of: int | None = None
        if record.dealer is not None:
            self.turn_of = first_player(record.dealer, self.seats)
        self.turns = 0
        self.reason: str | None = None
        self.taken_up: Heap | None = None
        """The morto that waited for the turn that is being played."""
        self.out: int | None = None
        self.concealed = False

    def play(self, turn: RecordedTurn) -> Refusal | None:
        """Plays one turn, or says why it cannot be."""
        played = self.play_moves(turn)
        return played if isinstance(played, Refusal) else self.end_turn(turn, *played)

    def play_moves(self, turn: RecordedTurn) -> tuple[Position, tuple[Effect, ...]] | Refusal:
        """Plays the moves of a turn, whether they end it or not."""
        self.turns += 1
        position = self.start(turn)
        if isinstance(position, Problem):
            return self.refuse(turn, 0, (position,), self.table.position(turn.seat))
        effects: list[Effect] = []
        for number, move in enumerate(turn.moves):
            try:
                ruling, told = self.judge(turn.seat, position, move)
                after = self.follow(turn.seat, position, told, ruling)
            except ConflictError as conflict:
                return self.refuse(turn, number, (conflict.problem,), position)
            if after is None:
                return self.refuse(turn, number, ruling.problems or PILE_TOP_UNKNOWN, position)
            position = after
            effects += ruling.effects
        return position, tuple(effects)

    def end_turn(
        self, turn: RecordedTurn, position: Position, effects: tuple[Effect, ...]
    ) -> Refusal | None:
        """Ends a turn whose moves were played, or says why it cannot end so."""
        last = len(turn.moves) - 1
        ended = check_end_of_turn(position, effects, self.ruleset, turn.moves[-1])
        if self.may_be_stuck(position, turn.moves[-1]):
            ended = replace(ended, effects=(*effects, Effect.HAND_ENDS), after=position)
        if ended.after is None:
            return self.refuse(turn, last, ended.problems or ended.missing, position)
        try:
            self.close(turn, position, ended.effects)
        except ConflictError as conflict:
            return self.refuse(turn, last, (conflict.problem,), position)
        return None

    def may_be_stuck(self, position: Position, last: Move) -> bool:
        """Whether a turn may have stopped after a red 3 that nothing replaced: no card can be drawn
        any more, or the one card left, which nobody saw, cannot be discarded (`stock.empty`)."""
        if not isinstance(last, LayRedThree) or position.stock:
            return False
        if position.phase is Phase.DRAW and self.ruleset.stock_empty != "play_on":
            return Effect.HAND_ENDS in judge_step(position, Draw(), self.ruleset).effects
        if position.phase is Phase.OVER or not position.hidden == position.card_count == 1:
            return False
        return not judge_step(position, Discard(None), self.ruleset).legal

    def refuse(
        self,
        turn: RecordedTurn,
        move: int,
        problems: tuple[Problem, ...],
        before: Position | None,
    ) -> Refusal:
        column = turn.columns[move] if move < len(turn.columns) else 1
        return Refusal(problems, turn.line, self.turns, turn.seat, column, before, move)

    def start(self, turn: RecordedTurn) -> Position | Problem:
        """The position at the start of a turn, if it is that player's."""
        if self.reason is not None:
            return Problem("record.conflict", Finding.RECORD_HAND_IS_OVER)
        if self.turn_of is not None and turn.seat != self.turn_of:
            name = self.record.seats[self.turn_of]
            return Problem("turn.order", Finding.RECORD_OUT_OF_TURN, "", {"name": name})
        hand = self.table.hands[turn.seat]
        self.taken_up = hand.waiting
        if hand.waiting is not None:
            hand.cards += hand.waiting.cards
            hand.hidden += hand.waiting.hidden
            hand.waiting = None
        elif turn.takes_waiting_morto:
            return Problem("morto.take", Finding.MORTO_NOT_DUE)
        return self.table.position(turn.seat)

    def judge(self, seat: int, position: Position, move: Move) -> tuple[Ruling, Move]:
        """The ruling on a move, and the move with the card that came from a known stock."""
        if isinstance(move, Discard) and move.card is None:
            move, position = self.discard_unseen(seat, position, move)
        ruling = judge_step(position, move, self.ruleset)
        if ruling.after is None:
            return ruling, move
        if Effect.HAND_ENDS in ruling.effects:
            if isinstance(move, Draw) and move.card is not None:
                raise ConflictError(Finding.RECORD_NOTHING_TO_DRAW, card=move.card)
            return ruling, move
        told = move
        if isinstance(move, Draw):
            move = Draw(self.draw(seat, move.card))
        elif isinstance(move, LayRedThree):
            self.reveal(seat, position, (move.card,))
            side = self.table.sides[self.table.side_of(seat)]
            if not self.can_draw():
                side.late_red_threes.append(move.card)
                return ruling, move
            side.red_threes.append(move.card)
            move = LayRedThree(move.card, self.draw(seat, move.replacement))
        else:
            self.reveal(seat, position, _from_hand(move))
            return ruling, move
        if move != told:  # the card is known, though nobody wrote it down here
            ruling = judge_step(position, move, self.ruleset)
        return ruling, move

    def discard_unseen(
        self, seat: int, position: Position, move: Discard
    ) -> tuple[Discard, Position]:
        """A discard that nobody saw: it may have been any card of the hand (`turn.cards`), unless
        all of them are alike."""
        hand = position.hand or ()
        if not position.hidden and len(set(hand)) == 1:
            return replace(move, card=hand[0]), position
        if any(card.is_red_three for card in hand):
            return move, position  # to be refused as it is
        certain = self.table.doubt(hand)
        hidden = position.hidden + len(hand) - len(certain)
        return move, position._replace(hand=certain, hidden=hidden)

    def can_draw(self) -> bool:
        """Whether there is a card to draw, in the stock or in a morto that becomes it."""
        table = self.table
        if len(table.stock):
            return True
        return self.ruleset.stock_empty == "morto_becomes_stock" and any(
            morto is not None for morto in table.mortos
        )

    def draw(self, seat: int, told: Card | None) -> Card | None:
        """The card that a player gets from the stock."""
        return self.table.draw(told)

    def reveal(self, seat: int, position: Position, cards: Cards) -> None:
        """Cards that a player plays: those not known to be in the hand were unseen."""
        self.table.reveal((Counter(cards) - Counter(position.hand)).elements())

    def take_morto(self, seat: int) -> Heap:
        return self.table.take_morto(self.table.side_of(seat))

    def follow(self, seat: int, before: Position, move: Move, ruling: Ruling) -> Position | None:
        """Brings the table up to a legal move; gives the position to go on from."""
        table, after = self.table, ruling.after
        if after is None:
            return None
        side = table.sides[table.side_of(seat)]
        side.melds = after.melds or ()
        table.pile = after.pile or ()
        if Effect.TAKES_MORTO in ruling.effects:
            morto = self.take_morto(seat)
            if after.phase is Phase.OVER:
                table.hands[seat].waiting = Heap(morto.cards, morto.hidden)
                after = after._replace(hand=(), hidden=0)
            else:
                after = after._replace(hand=tuple(morto.cards), hidden=morto.hidden)
        elif isinstance(move, Draw | LayRedThree):
            # the table knows whose morto became the stock
            after = after._replace(
                stock=len(table.stock),
                morto=side.morto,
                mortos_left=sum(morto is not None for morto in table.mortos),
                morto_cards=table.morto_cards(table.side_of(seat)),
            )
        if Effect.GOES_OUT in ruling.effects:
            self.out, self.concealed = seat, Effect.CONCEALED in ruling.effects
        return after

    def close(self, turn: RecordedTurn, position: Position, effects: tuple[Effect, ...]) -> None:
        """The end of a legal turn. A morto taken up for a draw that only ended the hand was never
        played (`score.morto`)."""
        table, seat = self.table, turn.seat
        hand = table.hands[seat]
        hand.cards, hand.hidden = list(position.hand or ()), position.hidden
        hand.had_a_turn = True
        if any(isinstance(move, TakePile | LayMeld | Add) for move in turn.moves):
            hand.melded_before = table.sides[table.side_of(seat)].opened = True
        if Effect.GOES_OUT in effects:
            self.reason = "went_out"
        elif Effect.HAND_ENDS in effects:
            self.reason = "stock"
            if self.taken_up and all(isinstance(move, Draw) for move in turn.moves):
                table.hands[seat] = replace(hand, cards=[], hidden=0, waiting=self.taken_up)
        self.turn_of = (seat + 1) % self.seats
        table.check_red_threes()

    def stuck(self) -> str | None:
        """`stock` if the hand has ended for the player to move (`stock.empty`)."""
        if self.turn_of is None:
            return None
        return "stock" if is_stuck(self.view(self.turn_of), self.ruleset) else None

    def view(self, seat: int) -> Position:
        """The table as this player would see it at the start of a turn, a waiting morto taken up:
        it is not played if nothing can be. Changes nothing."""
        position = self.table.position(seat)
        waiting = self.table.hands[seat].waiting
        if waiting is None:
            return position
        hand = (*(position.hand or ()), *waiting.cards)
        return position._replace(hand=hand, hidden=position.hidden + waiting.hidden)


def _from_hand(move: Move) -> Cards:
    """The cards that a move takes out of a hand."""
    match move:
        case TakePile(using=cards) | LayMeld(cards=cards) | Add(cards=cards):
            return cards
        case LayRedThree(card=card):
            return (card,)
        case Discard(card=card):
            return () if card is None else (card,)
        case _:
            return ()


def check_deal(record: Record) -> Refusal | None:
    """What is wrong before the first turn (`ruleset.options`, `setup.deal`, `setup.mortos`,
    `setup.upcard`, `setup.pack`)."""
    for problem, header in deal_problems(record):
        return Refusal((problem,), record.lines.get(header, 1))
    return None
