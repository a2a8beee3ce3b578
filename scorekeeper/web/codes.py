"""The codes that this phone has made, kept in its own session to be shown until they end."""

from __future__ import annotations

from dataclasses import dataclass

from flask import session

from scorekeeper.scorebook import Invitation

from .keys import invitations

SESSION_KEY = "codes"
MOST_KEPT = 4
GROUP = 3


@dataclass(frozen=True, slots=True)
class CodeView:
    """A code as it is read from the screen and read aloud, and the seconds it still lives."""

    letters: str
    spelled: str
    seconds: int

    @property
    def clock(self) -> str:
        """The time left, as a clock shows it."""
        return f"{self.seconds // 60}:{self.seconds % 60:02}"


def remember(invitation: Invitation) -> None:
    """Keeps a code that was just made for this phone to show."""
    made = [*session.get(SESSION_KEY, []), [invitation.match_id, invitation.letters]]
    session[SESSION_KEY] = made[-MOST_KEPT:]


def own_code(match_id: str, may_edit: bool) -> CodeView | None:
    """The latest code of this phone that still opens the match in this way."""
    for known, letters in reversed(session.get(SESSION_KEY, [])):
        invitation = invitations().code(letters) if known == match_id else None
        if invitation and (invitation.match_id, invitation.may_edit) == (match_id, may_edit):
            return _view(invitation)
    return None


def _view(invitation: Invitation) -> CodeView:
    letters = invitation.letters
    groups = [letters[n : n + GROUP] for n in range(0, len(letters), GROUP)]
    seconds = int(invitations().left(invitation).total_seconds())
    return CodeView(" ".join(groups), ", ".join(" ".join(group) for group in groups), seconds)
