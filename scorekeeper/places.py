"""Where the application keeps its files: told by the environment, or the usual place."""

from __future__ import annotations

import ipaddress
import math
import os
import re
from pathlib import Path
from urllib.parse import urlsplit

import platformdirs

from .rules.problems import ScorekeeperError

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent
JOURNALS = ("wal", "delete")
LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", re.IGNORECASE)
NUMBER = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")
# a QR code that a phone reads across a table has room for this and a link
LONGEST_ADDRESS = 200


class SettingError(ScorekeeperError):
    """A setting of the environment that cannot be: none of its `choices`, no number within its
    `limits`, nothing like its `example`, or too short.

    What is wrong with a key does not tell the key.
    """

    def __init__(
        self,
        setting: str,
        value: str = "",
        choices: tuple[str, ...] = (),
        shortest: int = 0,
        limits: tuple[str, ...] = (),
        example: str = "",
    ) -> None:
        what = f"needs {shortest} characters or more"
        if choices:
            which = " or ".join(filter(None, (", ".join(choices[:-1]), choices[-1])))
            what = f"is {value!r}, but can only be {which}"
        elif limits:
            what = f"is {value!r}, but can only be a number from {' to '.join(limits)}"
        elif example:
            what = f"is {value!r}, but can only be like {example!r}"
        super().__init__(f"{setting} {what}")
        self.setting = setting
        self.value = value
        self.choices = choices
        self.shortest = shortest
        self.limits = limits
        self.example = example


class FolderError(ScorekeeperError):
    """The folder of the database is not there and cannot be made."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} cannot be made")
        self.path = path


def instance_folder() -> Path:
    """The folder of the database and the secret key.

    SCOREKEEPER_INSTANCE names it; otherwise a checkout has its own and an installed package
    uses the platform's data folder.
    """
    named = os.environ.get("SCOREKEEPER_INSTANCE")
    if named:
        return Path(named)
    if (CHECKOUT / "templates").is_dir() and (CHECKOUT / "pyproject.toml").is_file():
        return CHECKOUT / "instance"
    return Path(platformdirs.user_data_path("scorekeeper", appauthor=False))


def database_file(instance: Path) -> Path:
    """The file of the matches: SCOREKEEPER_DATABASE, or one in the folder."""
    return Path(os.environ.get("SCOREKEEPER_DATABASE") or instance / "scorekeeper.db")


def journal() -> str:
    """SQLite's journal: SCOREKEEPER_JOURNAL, or `wal`. Raises `SettingError`."""
    named = os.environ.get("SCOREKEEPER_JOURNAL") or "wal"
    return one_of("SCOREKEEPER_JOURNAL", named, JOURNALS)


def one_of(setting: str, value: str, choices: tuple[str, ...]) -> str:
    """The value, if it is one of these. Raises `SettingError`."""
    if value not in choices:
        raise SettingError(setting, value, choices)
    return value


def number_within(setting: str, value: str, least: str, most: str) -> float:
    """The number, if it is one between these. Raises `SettingError`."""
    number = float(value) if NUMBER.fullmatch(value) else math.nan
    if not float(least) <= number <= float(most):
        raise SettingError(setting, value, limits=(least, most))
    return number


def public_url() -> str:
    """The address for invitations, SCOREKEEPER_PUBLIC_URL, without a slash at its end, or nothing.

    Raises `SettingError`.
    """
    named = os.environ.get("SCOREKEEPER_PUBLIC_URL", "").strip()
    if named and not _is_address(named):
        raise SettingError("SCOREKEEPER_PUBLIC_URL", named, example="https://tranca.example")
    return named.rstrip("/")


def _is_address(text: str) -> bool:
    """Whether other machines could find a server there: http or https, its name, a path at most."""
    if len(text) > LONGEST_ADDRESS or not re.fullmatch(r"[!-~]+", text):
        return False
    try:
        parts = urlsplit(text)
        host = parts.netloc.removesuffix(f":{parts.port}")
    except ValueError:
        return False
    is_found = is_name(host) or (host[:1] + host[-1:] == "[]" and _is_number(host))
    return parts.scheme in ("http", "https") and is_found and not set("?#") & set(text)


def is_name(text: str) -> bool:
    """Whether a machine can have this name, or this number of the fourth version."""
    try:
        labels = text.encode("idna").decode("ascii").removesuffix(".").split(".")
    except UnicodeError:
        return False
    return len(text) <= 253 and all(map(LABEL.fullmatch, labels))


def _is_number(text: str) -> bool:
    """Whether it is a number of the sixth version, in brackets."""
    try:
        return bool(ipaddress.IPv6Address(text.removeprefix("[").removesuffix("]")))
    except ValueError:
        return False
