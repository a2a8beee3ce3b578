"""Every refusal as a page a person can read, in one place."""

from __future__ import annotations

from flask import Flask, Response, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, SecurityError

from scorekeeper.language.log_places import unsaved_sentence
from scorekeeper.scorebook import (
    DeletedMatch,
    Fault,
    RetiredLink,
    StorageError,
    UnknownAdjustment,
    UnknownHand,
    UnknownMatch,
    UnreadableEntry,
    UnreadableMatch,
)
from scorekeeper.work import TooManyJobs

from .api_requests import is_api, refuse_http
from .languages import gettext, language
from .request_log import error_number, note_fault
from .typed_words import typed_groups
from .unsaved import Unsaved, sent_form, unsaved_page

Answer = tuple[str, int]
RETRY_SECONDS = 20


def handle(app: Flask) -> None:
    """Registers the pages for refusals; a bug stays a traceback in the log."""
    app.register_error_handler(CSRFError, _old_page)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(SecurityError, _other_host)
    app.register_error_handler(StorageError, _storage)
    app.register_error_handler(UnreadableMatch, _unreadable)
    app.register_error_handler(UnreadableEntry, _unreadable_entry)
    app.register_error_handler(RetiredLink, _retired)
    app.register_error_handler(DeletedMatch, _deleted)
    app.register_error_handler(TooManyJobs, _too_many_jobs)
    for missing in (UnknownMatch, UnknownHand, UnknownAdjustment):
        app.register_error_handler(missing, _not_found)


def _page(status: int, title: str, sentence: str) -> Answer:
    number = error_number() if status == 500 else ""
    page = render_template(
        "error.html", status=status, title=title, sentence=sentence, number=number
    )
    return page, status


def _not_found(_: Exception) -> Answer:
    return _page(
        404,
        gettext("This page is not here"),
        gettext(
            "The link is not complete, was replaced, or belongs to another phone. "
            "Ask for the QR code of the table again."
        ),
    )


def _old_page(_: Exception) -> Answer:
    return _page(
        400,
        gettext("This page was too old"),
        gettext("Nothing was saved. Go back, reload the page and send it again."),
    )


def _http(error: HTTPException) -> Answer | Response:
    if is_api():
        return refuse_http(error)
    match error.code:
        case 404:
            return _not_found(error)
        case 403:
            title = gettext("This phone may only watch")
            text = gettext("To enter hands here, scan the QR code for entering at the table.")
        case 405:
            title = gettext("This page is not here")
            text = gettext("The address exists, but not for this kind of request.")
        case 413:
            title = gettext("Too much at once")
            text = gettext("What was sent is far larger than any hand. Nothing was saved.")
        case 500:
            title = gettext("Something broke here")
            text = gettext("It is our mistake, not yours. What was saved before is still there.")
        case _:
            title = gettext("That did not work")
            text = gettext("The request could not be read. Go back and try again.")
    return _page(error.code or 500, title, text)


def storage_sentence(error: StorageError) -> str:
    """Why the score can't be read or written down, whichever of the two was asked for."""
    same_for_both = {
        Fault.NEWER: gettext("The file of the score was written by a newer version of this app."),
        Fault.CORRUPT: gettext("The file of the score is damaged. Restore it from a backup."),
        Fault.GONE: gettext(
            "The file of the score is gone. Put it back, or start the server again without it."
        ),
    }
    of_this = _why_not_read() if _only_looks() else _why_not_saved()
    sentences = same_for_both | of_this
    return sentences.get(error.fault, gettext("The file of the score can't be reached."))


def _why_not_saved() -> dict[Fault, str]:
    return {
        Fault.FULL: gettext("The disk of the score is full. Nothing was saved; free some space."),
        Fault.READ_ONLY: gettext("The file of the score can only be read. Nothing was saved."),
        Fault.BUSY: gettext("The score is busy. Nothing was saved; please try again."),
        Fault.UNWRITABLE: gettext(
            "The disk does not take the score. Nothing was saved; see whether it is full or broken."
        ),
    }


def _why_not_read() -> dict[Fault, str]:
    return {
        Fault.FULL: gettext("The disk of the score is too full for this page; free some space."),
        Fault.READ_ONLY: gettext(
            "The file of the score can only be read, and that is not enough for this page."
        ),
        Fault.BUSY: gettext("The score is busy; please try again."),
        Fault.UNWRITABLE: gettext(
            "The disk of the score does not work as it should; see whether it is full or broken."
        ),
    }


def _only_looks() -> bool:
    return request.method in ("GET", "HEAD")


def _other_host(_: Exception) -> Response:
    """A page would lead on under a name that is not ours, so this is a sentence alone."""
    sentence = gettext("No score is kept under this name. Ask for the address of the table again.")
    return Response(f"{sentence}\n", 400, content_type="text/plain; charset=utf-8")


def _storage(error: StorageError) -> Unsaved:
    note_fault(error.fault.value)
    if _only_looks():
        title = gettext("The score can't be read now")
    else:
        title = gettext("The score can't be written down now")
    return unsaved_page(title, storage_sentence(error))


def _unreadable(_: Exception) -> Answer:
    return _page(
        503,
        gettext("This match can't be read"),
        gettext("It was written by another version of this app."),
    )


def _unreadable_entry(error: UnreadableEntry) -> Answer:
    sentence = unsaved_sentence(error.match_id, error.seq, language())
    return _page(503, gettext("This match can’t be saved as a file"), sentence)


def _retired(error: RetiredLink) -> Answer:
    return render_template("joining/renewed.html", may_edit=error.may_edit, **sent_form()), 410


def _deleted(_: Exception) -> Answer:
    """Deleted for good, or begun after the backup that was put back: nobody can tell which."""
    sent = sent_form()
    groups = typed_groups(request.form.items(multi=True)) if sent["typed"] else ()
    return render_template("matches/gone.html", groups=groups, **sent), 410


def _too_many_jobs(error: TooManyJobs) -> tuple[str, int, dict[str, str]]:
    if error.mine:
        sentence = gettext(
            "This phone has two things being worked out already. Wait until one of them is done, "
            "or stop it on its page."
        )
    else:
        sentence = gettext("Many phones have asked for something at once. Try again in a minute.")
    page, status = _page(429, gettext("One thing after the other"), sentence)
    return page, status, {"Retry-After": str(RETRY_SECONDS)}


def is_fragment_request() -> bool:
    """Whether htmx asks for a part of the page."""
    return request.headers.get("HX-Request") == "true"
