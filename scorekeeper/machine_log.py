"""What a server writes about its own doings, for whoever runs it: never what people have typed."""

from __future__ import annotations

import json
import logging
import os
import re
import sys
import time
import traceback
from collections.abc import Mapping
from contextlib import suppress
from types import TracebackType

QUIET, TEXT, JSON, OFF = "quiet", "text", "json", "off"
MODES = (QUIET, TEXT, JSON, OFF)
"""Only what went wrong; every request, for a reader or for a program; nothing at all."""

OURS = "scorekeeper"
FOREIGN = ("waitress", "waitress.queue", "gunicorn.error")
"""Loggers of the servers around us, which write addresses of requests into their messages."""

ABOUT_CODE = frozenset({"AttributeError", "ImportError", "ModuleNotFoundError", "NameError"})
ABOUT_CODE |= {"NotImplementedError", "RecursionError", "TypeError", "UnboundLocalError"}
"""Exceptions whose messages name things of the program; others quote what somebody has typed."""

_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_ADDRESS = re.compile(r"/\S*")

logger = logging.getLogger(OURS)


def configure(mode: str) -> None:
    """Has this process write its log to the error stream; an unknown mode counts as `QUIET`."""
    known = mode if mode in MODES else QUIET
    level = {OFF: logging.CRITICAL + 1, QUIET: logging.WARNING}.get(known, logging.INFO)
    handler = _Lines(known == JSON)
    for name in (OURS, *FOREIGN[:1]):
        _give(logging.getLogger(name), handler)
    for name in FOREIGN:
        foreign = logging.getLogger(name)
        if not any(isinstance(one, _Discreet) for one in foreign.filters):
            foreign.addFilter(_Discreet())
    logger.setLevel(level)
    logging.getLogger("waitress").setLevel(max(level, logging.WARNING))
    # a queue for a moment is no news at home
    logging.getLogger("waitress.queue").setLevel(level if known != QUIET else logging.ERROR)
    if mode not in MODES:
        tell("setting", logging.WARNING, hint=f"SCOREKEEPER_LOG is one of {', '.join(MODES)}")


def tell(event: str, level: int = logging.INFO, **facts: object) -> None:
    """Writes a line: what happened, and facts that are nobody's secret."""
    if logger.isEnabledFor(level):
        logger.log(level, event, extra={"facts": facts})


def tell_bug(error: BaseException, **facts: object) -> None:
    """Writes where in the program an exception came from, without what it says of any data."""
    tell("bug", logging.ERROR, **facts, traceback=told(error))


def tell_crash(_: type[BaseException], error: BaseException, __: TracebackType | None) -> None:
    """A `sys.excepthook`: what ends a process is a bug, unless somebody has asked it to end."""
    if isinstance(error, Exception):
        tell_bug(error)


def told(error: BaseException) -> str:
    """The traceback of an exception and of those before it; messages only if about the program."""
    parts = []
    found: traceback.TracebackException | None = traceback.TracebackException.from_exception(error)
    while found is not None:
        frames = "".join(found.stack.format())
        parts.append(f"Traceback (most recent call last):\n{frames}{_last_line(found)}")
        found = found.__cause__ or (None if found.__suppress_context__ else found.__context__)
    return "\n\nafter which\n\n".join(reversed(parts))


def _last_line(found: traceback.TracebackException) -> str:
    kind = found.exc_type
    name = "an exception" if kind is None else f"{kind.__module__}.{kind.__qualname__}"
    says = str(found) if name.rpartition(".")[2] in ABOUT_CODE else ""
    return f"{name}: {says}" if says else name


def _give(receiver: logging.Logger, handler: logging.Handler) -> None:
    for old in receiver.handlers[:]:
        if isinstance(old, _Lines):
            receiver.removeHandler(old)
    receiver.addHandler(handler)


class _Discreet(logging.Filter):
    """Takes addresses and quotations out of what others have to say."""

    def filter(self, record: logging.LogRecord) -> bool:
        said = record.getMessage().partition("Invalid request from ip=")
        if said[1]:
            record.msg = "Invalid request"
        else:
            record.msg = _ADDRESS.sub("/…", _QUOTED.sub("…", said[0]))
        record.args = None
        if record.exc_info and record.exc_info[1] is not None:
            record.msg += "\n" + told(record.exc_info[1])
        record.exc_info = record.exc_text = None
        return True


class _Lines(logging.Handler):
    """Writes one line at a time to whatever the error stream then is."""

    def __init__(self, as_json: bool) -> None:
        super().__init__()
        self.as_json = as_json

    def emit(self, record: logging.LogRecord) -> None:
        """A line as a whole, so that those of several processes do not run into each other."""
        if sys.stderr is None:
            return
        facts = _facts(record)
        line = json.dumps(facts, ensure_ascii=False) if self.as_json else _readable(facts)
        # nobody may be reading on: a log is no reason to refuse a hand
        with suppress(OSError, ValueError):
            sys.stderr.write(line.encode("utf-8", "backslashreplace").decode() + "\n")
            sys.stderr.flush()


def _facts(record: logging.LogRecord) -> Mapping[str, object]:
    seconds = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
    facts: dict[str, object] = {
        "time": f"{seconds}.{int(record.msecs):03}Z",
        "level": record.levelname.lower(),
        "event": _event(record),
        "process": os.getpid(),
    }
    facts.update(getattr(record, "facts", {}))
    if record.exc_info and record.exc_info[1] is not None:
        facts["traceback"] = told(record.exc_info[1])
    return facts


def _event(record: logging.LogRecord) -> str:
    """The message; numbers and kinds of errors are told in it, anything else may be somebody's."""
    if not isinstance(record.args, tuple) or not record.args:
        return record.getMessage()
    shown = []
    for argument in record.args:
        name = type(argument).__name__ if isinstance(argument, Exception) else "…"
        finding = str(getattr(argument, "finding", ""))
        told_of = f"{name} {finding}".strip()
        shown.append(argument if isinstance(argument, int) else told_of)
    return record.msg % tuple(shown) if isinstance(record.msg, str) else ""


def _readable(facts: Mapping[str, object]) -> str:
    """Time, level and event, then key=value, and a traceback on lines of its own."""
    head = " ".join(str(facts[name]) for name in ("time", "level", "event"))
    rest = {name: fact for name, fact in facts.items() if name not in ("time", "level", "event")}
    trace = rest.pop("traceback", "")
    pairs = [f"{name}={_value(fact)}" for name, fact in rest.items() if fact is not None]
    return " ".join([head, *pairs]) + (f"\n{trace}" if trace else "")


def _value(fact: object) -> str:
    text = str(fact)
    return json.dumps(text, ensure_ascii=False) if re.search(r"[\s\"=]", text) else text
