"""The language of a page: the reader's choice, else what the phone asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import lru_cache

from babel.dates import format_datetime, format_skeleton
from flask import Flask, g, request, session
from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from scorekeeper.language import DEFAULT, LANGUAGE_NAMES, LANGUAGES, negotiate
from scorekeeper.language.catalogs import translator
from scorekeeper.language.numbers import format_points
from scorekeeper.language.options import option_title, option_value, preset_summary, preset_title
from scorekeeper.language.rulebook import rule_title

SESSION_KEY = "language"


def language() -> str:
    """The language of this request, one of `LANGUAGES`."""
    if "language" not in g:
        chosen = session.get(SESSION_KEY)
        if chosen not in LANGUAGES:
            chosen = _asked_for(request.headers.get("Accept-Language", ""))
        g.language = chosen
    return str(g.language)


@lru_cache(maxsize=256)
def _asked_for(header: str) -> str:
    """The language that a browser asks for; there are few different browsers."""
    accepted = parse_accept_header(header, LanguageAccept)
    return negotiate(tag for tag, _ in accepted) or DEFAULT


def choose(code: str) -> None:
    """Keeps the reader's choice of language in the session."""
    session.permanent = True
    session[SESSION_KEY] = code
    g.language = code


def gettext(message: str) -> str:
    return str(translator(language()).gettext(message))


def ngettext(singular: str, plural: str, count: int) -> str:
    return str(translator(language()).ngettext(singular, plural, count))


def points(number: int, signed: bool = False) -> str:
    """A number as the reader writes it."""
    return format_points(number, language(), signed)


def isolate(name: str) -> Markup:
    """A name inside a sentence, kept from disturbing the direction of its text."""
    return Markup("<bdi>{}</bdi>").format(name)


def join_names(names: Iterable[str]) -> Markup:
    """The names in a row: "Ana & Caio"."""
    return Markup(" &amp; ").join(isolate(name) for name in names)


def fill(sentence: str, **parts: object) -> Markup:
    """A translated sentence with its parts escaped or kept as markup."""
    return Markup(escape(sentence)) % {  # noqa: S704
        name: part if isinstance(part, Markup) else escape(str(part))
        for name, part in parts.items()
    }


def moment(at: datetime, pattern: str = "HH:mm") -> str:
    """A time of this machine's zone; the phone shows it in its own if it runs scripts."""
    return str(format_datetime(at.astimezone(), pattern, locale=language()))


def day(at: datetime, year: bool = False) -> str:
    """The day and month, and the year if asked for, as the reader writes them."""
    return str(format_skeleton("yMMMMd" if year else "MMMMd", at.astimezone(), locale=language()))


def _spoken(words: Callable[..., object]) -> Callable[..., object]:
    """A filter whose answer depends on the reader, so no template may work it out beforehand."""

    @pass_context
    def spoken(_: Context, *values: object, **named: object) -> object:
        return words(*values, **named)

    return spoken


def speak(app: Flask) -> None:
    """Gives templates the words, numbers and names of the reader's language."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(gettext, ngettext, newstyle=True)  # type: ignore[attr-defined]
    app.jinja_env.filters.update(isolate=isolate)
    spoken: dict[str, Callable[..., object]] = {
        "points": points,
        "names": join_names,
        "moment": moment,
        "day": day,
        "rule_title": lambda rule: rule_title(rule, language()),
        "option_title": lambda name: option_title(name, language()),
        "option_value": lambda value, name: option_value(name, value, language()),
        "preset_title": lambda preset: preset_title(preset, language()),
        "preset_summary": lambda preset: preset_summary(preset, language()),
    }
    app.jinja_env.filters.update({name: _spoken(words) for name, words in spoken.items()})
    app.jinja_env.globals.update(language=language, languages=LANGUAGE_NAMES)
