"""The commands `backup` and `restore`."""

from __future__ import annotations

import logging
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .answers import INVALID, VALID
from .language import mark, mark_plural
from .language.voice import Voice
from .places import FolderError, database_file, instance_folder, journal
from .refusing import refuse, refuse_nameless
from .terminal import visible, write, write_error

if TYPE_CHECKING:
    from .storage.copies import Unread

SAVED = mark_plural(
    "%(count)s match was saved in %(file)s.", "%(count)s matches were saved in %(file)s."
)
IS_BACK = mark_plural(
    "%(count)s match is in %(file)s now.", "%(count)s matches are in %(file)s now."
)
UNREAD = mark_plural(
    "Entries that can’t be read: %(entries)s, in %(count)s match. A newer version of this app "
    "wrote them, or the file is damaged; the totals are without them.",
    "Entries that can’t be read: %(entries)s, in %(count)s matches. A newer version of this app "
    "wrote them, or the file is damaged; the totals are without them.",
)
KEPT = mark("What was there before is kept in %(file)s.")
ASK = mark_plural(
    "There is %(count)s match in the database now. Put the backup in its place? It is kept in a "
    "file beside it. Yes or no:",
    "There are %(count)s matches in the database now. Put the backup in their place? They are "
    "kept in a file beside it. Yes or no:",
)
ADD_YES = mark_plural(
    "There is %(count)s match in the database now. Add --yes to put the backup in its place; it is "
    "kept in a file beside it.",
    "There are %(count)s matches in the database now. Add --yes to put the backup in their place; "
    "they are kept in a file beside it.",
)
YES = mark("yes")
UNCHANGED = mark("Nothing was changed.")

_SILENT = logging.NullHandler()


@click.command("backup")
@click.argument("file")
@click.option("--replace", is_flag=True, help="Replace FILE if it is there already.")
def backup_command(file: str, replace: bool, lang: str) -> int:
    """Save all matches in FILE, while the server goes on.

    FILE has the links of the matches in it: keep it where nobody else reads it.
    """
    from .storage.backup import back_up
    from .storage.copies import CopyError

    if not file:
        return refuse_nameless(lang)
    try:
        saved = back_up(database(), Path(file), replace)
    except CopyError as error:
        return refuse(error, lang)
    say = Voice(lang).say_counted
    write(say(SAVED, saved.matches, count=saved.matches, file=visible(file)))
    _tell_unread(saved.unread, lang)
    return VALID


@click.command("restore")
@click.argument("file")
@click.option("--yes", is_flag=True, help="Do not ask.")
def restore_command(file: str, yes: bool, lang: str) -> int:
    """Put the backup in FILE in the place of all matches, while the server goes on.

    What was there is kept in a file beside the database.
    """
    from .storage.copies import CopyError
    from .storage.restoring import count_matches, restore

    if not file:
        return refuse_nameless(lang)
    voice, place = Voice(lang), database(make_folder=True)
    there = count_matches(place)
    if there and not yes and not _may(there, voice):
        return INVALID
    try:
        restored = restore(place, Path(file), datetime.now())
    except CopyError as error:
        return refuse(error, lang)
    found = restored.matches
    write(voice.say_counted(IS_BACK, found, count=found, file=visible(str(place))))
    if restored.kept is not None:
        write(voice.say(KEPT, file=visible(str(restored.kept))))
    _tell_unread(restored.unread, lang)
    return VALID


def database(make_folder: bool = False) -> Path:
    """The file that `serve` uses; its usual folder is made if asked for.

    Raises `SettingError` for settings with which `serve` would not start, and `FolderError`.
    """
    # what the log of a server has to say, commands say in sentences
    logging.getLogger("scorekeeper").addHandler(_SILENT)
    journal()
    instance = instance_folder()
    place = database_file(instance)
    if make_folder and place.parent == instance:
        try:
            instance.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FolderError(instance) from error
    return place


def _tell_unread(found: Unread, lang: str) -> None:
    """Says what is not in any total, if there is such a thing."""
    if found.entries:
        say, matches = Voice(lang).say_counted, found.matches
        write(say(UNREAD, matches, count=matches, entries=found.entries))


def _may(there: int, voice: Voice) -> bool:
    """Asks whoever sits before the terminal; where nobody does, says how to do without."""
    if sys.stdin is None or not sys.stdin.isatty():
        write_error(voice.say_counted(ADD_YES, there, count=there))
        return False
    write_error(voice.say_counted(ASK, there, count=there))
    answer = sys.stdin.readline().strip().casefold()
    yes = voice.say(YES).casefold()
    if answer in ("yes", "y", yes, yes[0]):
        return True
    write_error(voice.say(UNCHANGED))
    return False
