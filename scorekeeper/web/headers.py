"""What every answer carries: a strict content policy, no framing, no caching of pages."""

from __future__ import annotations

import gzip

from flask import Flask, Response, request

from .api_requests import is_api

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
KEPT_NOWHERE = ("table.join", "sharing.share", "api.table")
"""Pages with a secret in their address or their text: not even the phone's own store has them."""
VARIES = "Cookie, Accept-Language, HX-Request"
FIXED = (
    ("Content-Security-Policy", POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
)
COMPRESSED_TYPES = ("text/css", "text/javascript", "image/svg+xml", "application/javascript")


def guard(app: Flask) -> None:
    """Adds the headers to every answer of the application."""
    app.after_request(_add_headers)
    app.after_request(_compress_static)


def _add_headers(response: Response) -> Response:
    headers = response.headers
    headers.extend(FIXED)
    if request.endpoint != "static":
        is_secret = request.endpoint in KEPT_NOWHERE
        headers["Cache-Control"] = "no-store" if is_secret else "private, no-cache"
        varies = "Accept-Language" if is_api() else VARIES
        if "Vary" in headers:
            response.vary.update(varies.split(", "))
        else:
            headers["Vary"] = varies
    return response


def _compress_static(response: Response) -> Response:
    """Compresses style sheets and scripts; pages carry secrets and stay as they are."""
    if request.endpoint != "static" or response.status_code != 200:
        return response
    if response.mimetype not in COMPRESSED_TYPES:
        return response
    response.vary.add("Accept-Encoding")
    if not request.accept_encodings["gzip"]:
        return response
    response.direct_passthrough = False
    response.set_data(gzip.compress(response.get_data(), mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    response.headers.pop("ETag", None)
    return response
