"""A form whose fields have no names: no browser sends one, and nothing here could read it."""

from __future__ import annotations

from typing import cast

from flask import Flask, abort, request

from .api_requests import is_api


def require(app: Flask) -> None:
    """Turns such a form away, before the check of its token stumbles over it."""
    app.before_request(_check)


def _check() -> None:
    if is_api() or request.method not in ("POST", "PUT", "PATCH", "DELETE"):
        return
    names = cast("list[str | None]", [*request.form, *request.files])
    if None in names:
        abort(400)
