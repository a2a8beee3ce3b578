"""Where the application keeps its files: told by the environment, or the usual place."""

from __future__ import annotations

import math
import os
from pathlib import Path

import platformdirs

from .rules.problems import ScorekeeperError

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent
JOURNALS = ("wal", "delete")


class SettingError(ScorekeeperError):
    """A setting of the environment that cannot be: none of its `choices`, no number within its
    `limits`, or too short.

    What is wrong with a key does not tell the key.
    """

    def __init__(
        self,
        setting: str,
        value: str = "",
        choices: tuple[str, ...] = (),
        shortest: int = 0,
        limits: tuple[str, ...] = (),
    ) -> None:
        what = f"needs {shortest} characters or more"
        if choices:
            which = " or ".join(filter(None, (", ".join(choices[:-1]), choices[-1])))
            what = f"is {value!r}, but can only be {which}"
        elif limits:
            what = f"is {value!r}, but can only be a number from {' to '.join(limits)}"
        super().__init__(f"{setting} {what}")
        self.setting = setting
        self.value = value
        self.choices = choices
        self.shortest = shortest
        self.limits = limits


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
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not float(least) <= number <= float(most):
        raise SettingError(setting, value, limits=(least, most))
    return number
