"""What every answer carries: a strict content policy, no framing, no caching of pages."""

from __future__ import annotations

import gzip

from flask import Flask, Response, request

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
COMPRESSED_TYPES = ("text/css", "text/javascript", "image/svg+xml", "application/javascript")


def guard(app: Flask) -> None:
    """Adds the headers to every answer of the application."""
    app.after_request(_add_headers)
    app.after_request(_compress_static)


def _add_headers(response: Response) -> Response:
    headers = response.headers
    headers["Content-Security-Policy"] = POLICY
    headers["X-Content-Type-Options"] = "nosniff"
    headers["X-Frame-Options"] = "DENY"
    headers["Referrer-Policy"] = "same-origin"
    headers["Cross-Origin-Opener-Policy"] = "same-origin"
    headers["Permissions-Policy"] = "camera=(), geolocation=(), microphone=()"
    if request.endpoint != "static":
        headers["Cache-Control"] = "private, no-cache"
        for name in ("Cookie", "Accept-Language", "HX-Request"):
            response.vary.add(name)
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
