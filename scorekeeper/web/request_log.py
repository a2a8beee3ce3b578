"""A number for every request, and a line about each in the log of the machine.

An address holds the secret of a match, so a line has the pattern of the address instead.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import re
import secrets
from time import perf_counter

from flask import Flask, Response, current_app, g, request, session

from scorekeeper import machine_log

from .api_requests import is_api

HEADER = "X-Request-ID"
FORM = re.compile(r"[A-Za-z0-9_-]{8,64}")
SPOKEN = 8
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
HEALTH = "health.look"
WITHOUT_A_PHONE = ("static", HEALTH)


def number_requests(app: Flask) -> None:
    """Gives every request its number and writes its line; to be called before other parts ask to
    see a request, so that it comes first and its answer last."""
    app.before_request(_begin)
    app.after_request(_end)


def request_id() -> str:
    """The number of this request: the one that a trusted proxy gave it, or our own."""
    if "request_id" not in g:
        g.request_id = number_of(request.headers.get(HEADER, ""), current_app)
    return str(g.request_id)


def number_of(given: str, app: Flask) -> str:
    """The number of a request that came with this one: that if a proxy is trusted, or our own."""
    trusted = app.extensions.get("proxies") and FORM.fullmatch(given)
    return given if trusted else f"{secrets.randbits(64):016x}"


def error_number() -> str:
    """The beginning of the request's number, short enough to be told and to be found by."""
    return request_id()[:SPOKEN]


def note_fault(fault: str) -> None:
    """Has the line of this request say why the database could not be used."""
    g.fault = fault


def tell_bug(error: BaseException) -> None:
    """Writes down a bug with the number of the request that met it."""
    machine_log.tell_bug(error, request=request_id(), route=_route())


def _begin() -> None:
    g.began = perf_counter()


def _end(response: Response) -> Response:
    response.headers[HEADER] = request_id()
    fault = g.get("fault")
    level = logging.WARNING if fault else logging.INFO
    if request.endpoint == HEALTH and not fault:
        level = logging.DEBUG
    if machine_log.logger.isEnabledFor(level):
        machine_log.tell(
            "request",
            level,
            request=request_id(),
            method=request.method if request.method in METHODS else "OTHER",
            route=_route(),
            status=response.status_code,
            ms=round((perf_counter() - g.get("began", perf_counter())) * 1000, 1),
            phone=_phone(),
            fault=fault,
        )
    return response


def _route() -> str | None:
    return None if request.url_rule is None else request.url_rule.rule


def _phone() -> str | None:
    """A name for the phone that leads back to nothing, the same as long as our key is."""
    if is_api() or request.endpoint in WITHOUT_A_PHONE or "phone" not in session:
        return None
    secret = current_app.secret_key or b""
    key = secret if isinstance(secret, bytes) else secret.encode()
    named = f"machine log {session['phone']}".encode()
    return hmac.new(key, named, hashlib.sha256).hexdigest()[:8]
