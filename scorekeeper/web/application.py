"""The Flask application, careful with what it writes into the log of the machine."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any

from flask import Flask, Request
from werkzeug.exceptions import BadHost, SecurityError
from werkzeug.routing import MapAdapter

from .request_log import tell_bug

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Application(Flask):
    """Flask, but a bug is logged by the pattern of its address, which itself may hold a secret."""

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """The addresses of this request. Raises `SecurityError` for a host that cannot be one."""
        try:
            return super().create_url_adapter(request)
        except BadHost:  # a label of 64 letters, say: a page could be drawn without addresses only
            raise SecurityError from None

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function itself: none of ours is asynchronous, and looking takes time every time."""
        return func

    def log_exception(self, exc_info: ExcInfo) -> None:
        """Logs a bug with where it came from and the number of its request."""
        if exc_info[1] is not None:
            tell_bug(exc_info[1])
