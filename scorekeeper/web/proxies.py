"""What is believed of the proxies in front: the phone's address, HTTPS, and the prefix of a path.

The name of the host is not: a proxy passes it on as `Host`, and a forwarded one would be the word
of the phone wherever the proxy does not overwrite it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

MOST_PROXIES = 8
NAME = "proxies"
FORMS = {
    "HTTP_X_FORWARDED_PREFIX": re.compile(r"(/[A-Za-z0-9_-][A-Za-z0-9._~-]*)+"),
    "HTTP_X_FORWARDED_PROTO": re.compile(r"https?"),
}


def trust_proxies(app: Flask) -> None:
    """Believes as many proxies as PROXIES says; with none, what they would forward is ignored."""
    number = int(str(app.config["PROXIES"]))
    app.extensions[NAME] = number
    if number:
        believing = ProxyFix(
            app.wsgi_app, x_for=number, x_proto=number, x_host=0, x_port=0, x_prefix=number
        )
        app.wsgi_app = _Checked(believing)  # type: ignore[method-assign]


class _Checked:
    """Drops what has not the form of its header, before it becomes a part of our addresses."""

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        for name, form in FORMS.items():
            values = str(environ.get(name, "")).split(",")
            if not all(form.fullmatch(value.strip()) for value in values):
                environ.pop(name, None)
        return self.app(environ, start_response)
