"""What was typed and could not be saved: it stays on the page that says why."""

from __future__ import annotations

from flask import render_template, request

RETRY_SECONDS = 5
LEFT_OUT = ("csrf_token",)  # the page has one of its own

Unsaved = tuple[str, int, dict[str, str]]


def unsaved_page(title: str, sentence: str) -> Unsaved:
    """The sentence, and a button that asks for the same again or sends the same form again.

    A form carries the id of its entry, so what was saved after all is not saved twice.
    """
    page = render_template(
        "unsaved.html",
        title=title,
        sentence=sentence,
        may_ask=request.method in ("GET", "HEAD"),
        **sent_form(),
    )
    return page, 503, {"Retry-After": str(RETRY_SECONDS)}


def sent_form() -> dict[str, object]:
    """For a template: the fields of the form that was sent, or None for any other request, and the
    address that it went to."""
    is_form = request.method == "POST" and not request.files
    return {"address": _address(), "typed": _typed() if is_form else None}


def _typed() -> list[tuple[str, str]]:
    return [pair for pair in request.form.items(multi=True) if pair[0] not in LEFT_OUT]


def _address() -> str:
    """Where the request went, under the prefix of the application."""
    asked = request.full_path.removesuffix("?")
    return f"{request.script_root}{asked}"
