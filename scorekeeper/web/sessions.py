"""The cookie of a phone: only for this application, and secret wherever the phone came by HTTPS."""

from __future__ import annotations

import marshal
from contextlib import suppress

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import URLSafeTimedSerializer

from scorekeeper.storage.remembering import Memory

from .signing import PatientSigner

MOST_VERIFIED = 1_000_000
"""Bytes of cookies that a process remembers: a few thousand phones."""

CLOCK = PatientSigner("the time as it is written into cookies")


class PhoneSessions(SecureCookieSessionInterface):
    """Flask's signed cookie. Two applications under prefixes of one host do not share theirs."""

    def __init__(self) -> None:
        self._signer: tuple[object, URLSafeTimedSerializer | None] = (None, None)
        self._verified: Memory[tuple[object, str], tuple[int, bytes]] = Memory(MOST_VERIFIED)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """What the cookie tells; a phone that asks again shows the one that was verified before."""
        serializer = self.get_signing_serializer(app)
        cookie = request.cookies.get(self.get_cookie_name(app), "")
        key = (self._signer[0], cookie)
        known = self._verified.find(key)
        life = app.permanent_session_lifetime.total_seconds()
        if known is not None and CLOCK.get_timestamp() - known[0] <= life:
            return self.session_class(marshal.loads(known[1]))  # noqa: S302 - made below
        opened = super().open_session(app, request)
        if opened and serializer is not None:
            signed = int(serializer.loads(cookie, return_timestamp=True)[1].timestamp())
            with suppress(ValueError):  # not of the plain kinds that come back as they were
                told = marshal.dumps(dict(opened))
                self._verified.keep(key, (signed, told), len(cookie) + len(told) + 200)
        return opened

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """The same for all requests while the key stays: making one takes longer than signing."""
        keys = (app.secret_key, *(app.config["SECRET_KEY_FALLBACKS"] or ()))
        if self._signer[0] != keys:
            serializer = super().get_signing_serializer(app)
            if serializer is not None:
                serializer.signer = PatientSigner
            self._signer = (keys, serializer)
        return self._signer[1]

    def get_cookie_path(self, app: Flask) -> str:
        """The prefix under which the phone sees this application."""
        return app.config["SESSION_COOKIE_PATH"] or request.script_root or "/"

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether the cookie is for HTTPS only: as set, and for every phone that came by it."""
        return super().get_cookie_secure(app) or request.is_secure

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Sets the cookie, and says how long it lives and not only until when.

        A server whose clock is far behind would otherwise set cookies that have ended already.
        """
        if not session.modified and "Cookie" in response.headers.get("Vary", ""):
            return  # nothing to set, and the answer says already whose it is
        super().save_session(app, session, response)
        name = f"{self.get_cookie_name(app)}="
        cookies = response.headers.getlist("Set-Cookie")
        for number, cookie in enumerate(cookies):
            if cookie.startswith(name) and "Expires=" in cookie and "Max-Age=" not in cookie:
                life = int(app.permanent_session_lifetime.total_seconds())
                cookies[number] = f"{cookie}; Max-Age={life}"
        if cookies:
            response.headers.setlist("Set-Cookie", cookies)
