"""Where the application keeps its files, and its configuration."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from scorekeeper import machine_log, places

from .desk import WAYS
from .proxies import MOST_PROXIES

BODY_LIMIT = 64 * 1024
FORM_PARTS = 500
SHORTEST_KEY = 32
LOOPBACK = ("localhost", "127.0.0.1")
HOSTS_EXAMPLE = "tranca.example, www.tranca.example"
CHOICES = {
    "JOURNAL": places.JOURNALS,
    "WORK": WAYS,
    "LOG": machine_log.MODES,
    "PROXIES": tuple(map(str, range(MOST_PROXIES + 1))),
}
"""What a setting can only be one of."""


def template_folder() -> Path:
    """The templates: inside an installed package, or beside it in a checkout."""
    packaged = places.PACKAGE / "templates"
    return packaged if packaged.is_dir() else places.CHECKOUT / "templates"


def defaults(instance: Path) -> dict[str, object]:
    """The settings before any override; an empty one counts as none. Raises `SettingError`."""
    return {
        "DATABASE": str(places.database_file(instance)),
        "JOURNAL": places.journal(),
        "WORK": os.environ.get("SCOREKEEPER_WORK") or WAYS[0],
        "PUBLIC_URL": places.public_url(),
        "TRUSTED_HOSTS": trusted_hosts(os.environ.get("SCOREKEEPER_HOSTS", "")),
        "LOG": os.environ.get("SCOREKEEPER_LOG") or machine_log.QUIET,
        "PROXIES": os.environ.get("SCOREKEEPER_PROXIES") or "0",
        "API_BURST": _within("SCOREKEEPER_API_BURST", "5", "1", "3600"),
        "API_SHARE": _within("SCOREKEEPER_API_SHARE", "0.1", "0.01", "1"),
        "MAX_CONTENT_LENGTH": BODY_LIMIT,
        "MAX_FORM_MEMORY_SIZE": BODY_LIMIT,
        "MAX_FORM_PARTS": FORM_PARTS,
        "SESSION_COOKIE_NAME": "tranca",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_SECURE": _is_on("SCOREKEEPER_HTTPS"),
        "SESSION_REFRESH_EACH_REQUEST": False,
        "PERMANENT_SESSION_LIFETIME": timedelta(days=365),
        "WTF_CSRF_TIME_LIMIT": None,  # a token lives as long as its session
        "SEND_FILE_MAX_AGE_DEFAULT": timedelta(days=365),
    }


def refuse_impossible(config: Mapping[str, object]) -> None:
    """Raises `SettingError` for one that is none of those there are, wherever it was said."""
    for name, choices in CHOICES.items():
        places.one_of(f"SCOREKEEPER_{name}", str(config[name]), choices)


def _within(name: str, usual: str, least: str, most: str) -> float:
    return places.number_within(name, os.environ.get(name) or usual, least, most)


def _is_on(name: str) -> bool:
    return places.one_of(name, os.environ.get(name) or "0", ("0", "1")) == "1"


def trusted_hosts(named: str) -> list[str] | None:
    """The names under which the server answers, from a list with commas; None: under any.

    One that begins with a dot stands for all names that end so. This machine may always ask itself.
    Raises `SettingError`.
    """
    hosts = [
        re.sub(":[0-9]{1,5}$", "", host) for host in re.split(r"[\s,]+", named.lower()) if host
    ]
    if named and not (hosts and all(places.is_name(host.removeprefix(".")) for host in hosts)):
        raise places.SettingError("SCOREKEEPER_HOSTS", named, example=HOSTS_EXAMPLE)
    return [*hosts, *LOOPBACK] if hosts else None


def secret_key(instance: Path) -> str:
    """The key that signs sessions: SCOREKEEPER_SECRET_KEY, or one made once and kept.

    Raises `SettingError`, since whoever guesses the key opens every match, and `OSError`.
    """
    named = os.environ.get("SCOREKEEPER_SECRET_KEY")
    if named:
        if len(named.strip()) < SHORTEST_KEY:
            raise places.SettingError("SCOREKEEPER_SECRET_KEY", shortest=SHORTEST_KEY)
        return named if _is_text(named) else os.fsencode(named).hex()
    path = instance / "secret_key"
    try:
        if not path.exists():
            _make_key(path)
        return _written_key(path)
    except OSError as error:  # a full disk, which does not say of which file
        raise OSError(error.errno, error.strerror, str(path)) from error


def _is_text(named: str) -> bool:
    """Whether it is one in the encoding of the environment, not just any bytes."""
    try:
        named.encode()
    except UnicodeEncodeError:
        return False
    return True


def _make_key(path: Path) -> None:
    """Puts a whole file there at once; of processes that start together one is first."""
    part = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_hex(32))
        with suppress(FileExistsError):
            _link(part, path)
    finally:
        part.unlink(missing_ok=True)


def _link(part: Path, path: Path) -> None:
    """Raises `FileExistsError` if there is something already."""
    try:
        path.hardlink_to(part)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if path.exists():
            raise FileExistsError from None
        part.replace(path)


def _written_key(path: Path) -> str:
    key = path.read_text().strip()
    with suppress(OSError):  # of somebody else, who lets us read it
        path.chmod(0o600)
    if len(key) < SHORTEST_KEY:  # left empty by a process that was stopped
        key = secrets.token_hex(32)
        path.write_text(key)
    return key
