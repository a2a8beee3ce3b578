"""The Flask application, careful with what it writes into the log of the machine."""

from __future__ import annotations

from types import TracebackType

from flask import Flask, request

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Application(Flask):
    """Flask, but a bug is logged by the name of its page: an address may hold a secret."""

    def log_exception(self, exc_info: ExcInfo) -> None:
        """Logs a bug with its traceback."""
        self.logger.error("exception in %s", request.endpoint, exc_info=exc_info)
