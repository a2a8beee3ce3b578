"""What happens in a match, as events in the past tense."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from scorekeeper.rules.cutting import Draws
from scorekeeper.rules.tally import Tally

HandEntry = Tally | tuple[int, ...]
"""What is entered for a hand: a tally, or only the points of each side."""


@dataclass(frozen=True, slots=True)
class SideSetup:
    """The name of a side and of its players, who may be left unnamed."""

    name: str
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """The options as a preset and what it changes, who plays, and the seat that deals first.

    `follows` is the match of which this one is the rematch; `swapped` says that its sides have
    changed places, so that they are in the other order here.
    """

    preset: str
    overrides: Mapping[str, object] = field(hash=False)
    sides: tuple[SideSetup, ...]
    dealer: int
    follows: str = ""
    swapped: bool = False


@dataclass(frozen=True, slots=True)
class DealerChosen:
    """Another seat deals first; `cut` has the rounds of cards that said so, if cards were cut."""

    dealer: int
    cut: tuple[Draws, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayersChanged:
    """Who plays from now on, and who sits out, next one in first.

    `next_out` is the seat whose turn to sit out it is.
    """

    sides: tuple[SideSetup, ...]
    bench: tuple[str, ...] = ()
    next_out: int = 0


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """The first of those who sat out took this seat; who had it sits out as the last."""

    seat: int


@dataclass(frozen=True, slots=True)
class Misdealt:
    """A deal went wrong: the same dealer deals again, or the deal passes on.

    The number of this event is the misdeal's id.
    """

    passes: bool


@dataclass(frozen=True, slots=True)
class MisdealDeleted:
    misdeal: int


@dataclass(frozen=True, slots=True)
class MisdealRestored:
    misdeal: int


@dataclass(frozen=True, slots=True)
class HandRecorded:
    """A hand was entered; the number of this event is the hand's id from then on."""

    entry: HandEntry


@dataclass(frozen=True, slots=True)
class HandCorrected:
    hand: int
    entry: HandEntry


@dataclass(frozen=True, slots=True)
class HandDeleted:
    hand: int


@dataclass(frozen=True, slots=True)
class HandRestored:
    hand: int


@dataclass(frozen=True, slots=True)
class PointsAdjusted:
    """Points given or taken beside the hands; the number of this event is the adjustment's id."""

    points: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class AdjustmentDeleted:
    adjustment: int


@dataclass(frozen=True, slots=True)
class AdjustmentRestored:
    adjustment: int


@dataclass(frozen=True, slots=True)
class OptionsChanged:
    """Options that hold from the next hand on, over those in force before."""

    overrides: Mapping[str, object] = field(hash=False)


@dataclass(frozen=True, slots=True)
class MatchStopped:
    """The sides agreed to end the match early."""


@dataclass(frozen=True, slots=True)
class MatchAnnulled:
    """The match was ended without a winner; it takes the consent of every side."""

    consents: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class MatchResumed:
    """The match goes on as if it had been neither stopped nor annulled."""


@dataclass(frozen=True, slots=True)
class RematchStarted:
    """The table went on with another match; the log of that one says that it follows this one."""

    match: str


@dataclass(frozen=True, slots=True)
class SideCounted:
    """A side gave its part of the next hand: an entry of that one side."""

    side: int
    entry: HandEntry


@dataclass(frozen=True, slots=True)
class SideWithdrawn:
    """The part of the next hand that a side had given was taken back."""

    side: int


@dataclass(frozen=True, slots=True)
class ConfirmingChanged:
    """From now on a new hand is agreed once every side has confirmed it, or no longer so."""

    confirming: bool


@dataclass(frozen=True, slots=True)
class HandConfirmed:
    """A side said yes to a hand as it stood."""

    hand: int
    side: int


@dataclass(frozen=True, slots=True)
class ConfirmationWithdrawn:
    hand: int
    side: int


@dataclass(frozen=True, slots=True)
class HandRecounted:
    """A hand was counted a second time, apart from its entry, to be held against it."""

    hand: int
    entry: HandEntry


@dataclass(frozen=True, slots=True)
class RulingKept:
    """A dispute was settled: the question and what was told, and the answer given then.

    The answer stays as it was, whatever becomes of the options.
    """

    question: str
    given: Mapping[str, str] = field(hash=False)
    verdict: str
    word: str
    figure: int | None
    rule: str


@dataclass(frozen=True, slots=True)
class BackupRestored:
    """A backup took the place of the log; `lost` entries written since it was made are not in it.

    None where nothing was left to compare it with. Without any it only takes up a number that an
    entry had which is gone: a phone that knew that one must not take another for it.
    """

    lost: int | None


Change = (
    HandRecorded
    | HandCorrected
    | HandDeleted
    | HandRestored
    | PointsAdjusted
    | AdjustmentDeleted
    | AdjustmentRestored
    | OptionsChanged
    | MatchStopped
    | MatchAnnulled
    | MatchResumed
    | DealerChosen
    | PlayersChanged
    | SeatTaken
    | Misdealt
    | MisdealDeleted
    | MisdealRestored
    | RematchStarted
    | SideCounted
    | SideWithdrawn
    | ConfirmingChanged
    | HandConfirmed
    | ConfirmationWithdrawn
    | HandRecounted
    | RulingKept
)
"""What happens in a match that has started."""

Event = MatchStarted | Change | BackupRestored


@dataclass(frozen=True, slots=True)
class UnknownEvent:
    """An event of a kind, version or content that this version of the program cannot read."""

    kind: str
    version: int


@dataclass(frozen=True, slots=True)
class Logged:
    """An event of the log: its number in the match, when it was written and by whom.

    `undoes` is the number of the event that this one takes back; it says nothing that the event
    itself does not say, but tells an undo from the same change made on purpose.
    """

    seq: int
    event: Event | UnknownEvent
    at: datetime
    by: str
    entry_id: str | None = None
    undoes: int | None = None
