"""Why the scorebook refuses a request."""

from __future__ import annotations

from datetime import timedelta

from scorekeeper.rules.problems import Problem, ScorekeeperError
from scorekeeper.storage.events import Logged

from .records import MatchRecord


class UnknownMatch(ScorekeeperError):  # noqa: N818
    """No match has this id."""

    def __init__(self, match_id: str) -> None:
        super().__init__(match_id)
        self.match_id = match_id


class UnreadableMatch(ScorekeeperError):  # noqa: N818
    """The log does not begin with a start that this version of the program can read."""

    def __init__(self, match_id: str) -> None:
        super().__init__(match_id)
        self.match_id = match_id


class UnknownHand(ScorekeeperError):  # noqa: N818
    """The match has no such hand to correct or delete, or no such deleted hand to restore."""

    def __init__(self, match_id: str, hand: int) -> None:
        super().__init__(f"{match_id}: {hand}")
        self.match_id = match_id
        self.hand = hand


class UnknownAdjustment(ScorekeeperError):  # noqa: N818
    """The match has no such adjustment to delete, or no such deleted one to restore."""

    def __init__(self, match_id: str, adjustment: int) -> None:
        super().__init__(f"{match_id}: {adjustment}")
        self.match_id = match_id
        self.adjustment = adjustment


class NotPossible(ScorekeeperError):  # noqa: N818
    """The match cannot be stopped, annulled, resumed, given another first dealer or a rematch:
    `record` shows how it stands.

    `problems` is empty where that is said by the state of the match alone.
    """

    def __init__(self, record: MatchRecord, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(record.id, *problems)
        self.record = record
        self.problems = problems


class UnreadableEntry(ScorekeeperError):  # noqa: N818
    """A match cannot be written as a document: an event is damaged or missing (its number)."""

    def __init__(self, match_id: str, seq: int) -> None:
        super().__init__(f"{match_id}: {seq}")
        self.match_id = match_id
        self.seq = seq


class TooManyRulesets(ScorekeeperError):  # noqa: N818
    """The owner has saved as many rulesets as there is room for: one must be forgotten first."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


class StaleEntry(ScorekeeperError):  # noqa: N818
    """Others have written since the request's author looked: the match now, and what came since."""

    def __init__(self, record: MatchRecord, seen: int) -> None:
        super().__init__(f"{record.id}: seen {seen}, now {record.last}")
        self.record = record
        self.seen = seen
        self.since: tuple[Logged, ...] = record.since(seen)


class SetupRejected(ScorekeeperError):  # noqa: N818
    """Options that do not go together (`ruleset.options`)."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(*problems)
        self.problems = problems


class TallyRejected(ScorekeeperError):  # noqa: N818
    """A hand that cannot be true, or that comes after the end of the match."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(*problems)
        self.problems = problems


class WrongCode(ScorekeeperError):  # noqa: N818
    """No match is opened by this code now."""


class TooManyTries(ScorekeeperError):  # noqa: N818
    """Too many codes were wrong: none is looked at before `wait` is over."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__(str(wait))
        self.wait = wait


class DeletedMatch(ScorekeeperError):  # noqa: N818
    """The match that a secret has opened is not here any more: it was deleted for good, or a backup
    from before it was put back."""


class RetiredLink(ScorekeeperError):  # noqa: N818
    """The secret opened a match until its link was renewed; `may_edit` says which link it was."""

    def __init__(self, match_id: str, may_edit: bool) -> None:
        super().__init__(match_id)
        self.match_id = match_id
        self.may_edit = may_edit
