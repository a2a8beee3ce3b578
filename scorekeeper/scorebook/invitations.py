"""How other phones come to a match: codes to type for a few minutes, and links that are renewed."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from scorekeeper.storage.door import Code, Door, Renewal, digest_of, open_door
from scorekeeper.storage.log import MatchKeys

from .keys import SECRET_BYTES, TokenSource, random_token
from .refusals import TooManyTries, UnknownMatch, WrongCode

CODE_LETTERS = "BCDFGHJKLMNPRSTVWXYZ"  # no vowel makes a word, no O, Q or I is taken for another
CODE_LENGTH = 6
CODE_LIFE = timedelta(minutes=10)
MOST_CODES = 5
TRY_WINDOW = timedelta(minutes=10)
ADDRESS_TRIES = 10
ALL_TRIES = 50


def _now() -> datetime:
    return datetime.now(UTC)


def random_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def read_code(typed: str) -> str | None:
    """The letters of a code as a person types it, or None if it can't be one.

    Small letters, blanks, hyphens and full stops do not matter.
    """
    plain = unicodedata.normalize("NFKC", typed).upper()
    letters = "".join(sign for sign in plain if not sign.isspace() and sign not in "-–.")
    is_code = len(letters) == CODE_LENGTH and set(letters) <= set(CODE_LETTERS)
    return letters if is_code else None


@dataclass(frozen=True, slots=True)
class Invitation:
    """A code with its letters, what it allows, and when it ends."""

    letters: str
    match_id: str
    may_edit: bool
    ends: datetime


@dataclass(frozen=True, slots=True)
class Invitations:
    """The codes and the links of the matches of one database file.

    `key` is a secret of the application, without which the digests of codes say nothing. A stranger
    has `ADDRESS_TRIES` wrong codes in `TRY_WINDOW` from one address and `ALL_TRIES` from anywhere,
    of 64 million. Every method may raise `StorageError`.
    """

    path: str | Path
    key: bytes
    journal: str = "wal"
    clock: Callable[[], datetime] = _now
    token: TokenSource = random_token
    spell: Callable[[], str] = random_code

    def make_code(self, match_id: str, may_edit: bool) -> Invitation:
        """A new code, for entering or for watching. Of too many the first to end is dropped.

        Raises `UnknownMatch`.
        """
        now = self.clock()
        with open_door(self.path, self.journal) as door, door.writing():
            _keys(door, match_id)
            _sweep(door, now)
            living = door.codes(now)
            taken = {code.digest for code in living}
            letters = self.spell()
            while self._digest(letters) in taken:
                letters = self.spell()
            same = [one for one in living if (one.match_id, one.may_edit) == (match_id, may_edit)]
            for code in same[: max(0, len(same) - MOST_CODES + 1)]:
                door.remove_code(code.digest)
            made = Code(self._digest(letters), match_id, may_edit, now + CODE_LIFE)
            door.add_code(made)
        return Invitation(letters, match_id, may_edit, made.ends)

    def code(self, letters: str) -> Invitation | None:
        """The code with these letters while it lives, for a phone that has made it.

        No try is counted: what a person types is for `redeem`.
        """
        with open_door(self.path, self.journal) as door:
            found = self._find(door, letters, self.clock())
        if found is None:
            return None
        return Invitation(letters, found.match_id, found.may_edit, found.ends)

    def left(self, invitation: Invitation) -> timedelta:
        """How long a code still lives."""
        return max(invitation.ends - self.clock(), timedelta())

    def redeem(self, letters: str, address: str) -> tuple[MatchKeys, bool]:
        """The match that this code opens, and whether it may be edited with it.

        Raises `WrongCode`, and `TooManyTries` while too many were wrong, also for a right one.
        """
        now, source = self.clock(), self._hashed(f"address:{address}")
        with open_door(self.path, self.journal) as door, door.writing():
            door.forget_future(now + CODE_LIFE, now)
            _check_tries(door, source, now)
            found = self._find(door, letters, now)
            if found is not None:
                return _keys(door, found.match_id), found.may_edit
            _sweep(door, now)
            door.add_try(source, now)
        raise WrongCode

    def renew(
        self, match_id: str, may_edit: bool, held: str, entry_id: str = "", by: str = ""
    ) -> MatchKeys | None:
        """Renews the link for entering or the one for watching: the old one opens nothing anymore.

        The keys afterwards, or None if the secret `held` may not do that. Sent again with the same
        entry and the same secret it gives the keys once more and renews nothing. Raises
        `UnknownMatch`.
        """
        with open_door(self.path, self.journal) as door, door.writing():
            keys = _keys(door, match_id)
            known = door.renewal_of_entry(entry_id) if entry_id else None
            if known is not None:
                return keys if _was_theirs(door, known, keys, held) else None
            if held != keys.edit:
                return None
            retired = digest_of(keys.edit if may_edit else keys.watch)
            after, secret = door.log.last_seq(match_id), self.token(SECRET_BYTES)
            renewal = Renewal(match_id, after, may_edit, retired, self.clock(), by)
            door.renew(renewal, secret, entry_id)
            return _keys(door, match_id)

    def renewals(self, match_id: str) -> tuple[Renewal, ...]:
        """The links of the match that were renewed, in order."""
        with open_door(self.path, self.journal) as door:
            return door.renewals(match_id)

    def renewal_of(self, secret: str) -> Renewal | None:
        """The renewal that made this secret stop working."""
        with open_door(self.path, self.journal) as door:
            return door.renewal_of(secret)

    def _find(self, door: Door, letters: str, now: datetime) -> Code | None:
        """Compares with every living code, and takes as long for each.

        A code of another time, before the clock was set back, does not live.
        """
        digest = self._digest(letters)
        found = None
        for code in door.codes(now):
            if code.ends <= now + CODE_LIFE and hmac.compare_digest(code.digest, digest):
                found = code
        return found

    def _digest(self, letters: str) -> str:
        return self._hashed(f"code:{letters}")

    def _hashed(self, text: str) -> str:
        return hmac.new(self.key, text.encode(), hashlib.sha256).hexdigest()


def _sweep(door: Door, now: datetime) -> None:
    door.sweep(now, now - TRY_WINDOW)
    door.forget_future(now + CODE_LIFE, now)


def _check_tries(door: Door, source: str, now: datetime) -> None:
    since = now - TRY_WINDOW
    latest = (
        door.latest_try(ADDRESS_TRIES - 1, since, source),
        door.latest_try(ALL_TRIES - 1, since),
    )
    until = [at + TRY_WINDOW for at in latest if at is not None]
    if until:
        raise TooManyTries(max(until) - now)


def _was_theirs(door: Door, known: Renewal, keys: MatchKeys, held: str) -> bool:
    """Whether the phone with this secret made the renewal, and may still edit the match."""
    if known.match_id != keys.id:
        return False
    if held == keys.edit:
        return True
    latest = [one for one in door.renewals(keys.id) if one.may_edit][-1:]
    return latest == [known] and known.retired == digest_of(held)


def _keys(door: Door, match_id: str) -> MatchKeys:
    keys = door.log.keys(match_id)
    if keys is None:
        raise UnknownMatch(match_id)
    return keys
