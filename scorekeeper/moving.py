"""The commands `export` and `import`: matches as files of their own."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .answers import INVALID, VALID
from .keeping import database
from .language import mark, mark_plural
from .language.log_places import log_error_sentences, unsaved_sentence
from .language.voice import Voice
from .places import journal, public_url
from .refusing import WHY, refuse, refuse_nameless
from .rules.problems import DocumentError, Finding
from .terminal import visible, write, write_error

if TYPE_CHECKING:
    from .scorebook import Transfers, UnreadableEntry

LARGEST_FILE = 4 * 2**20  # bytes, as on the page
BRINGER = "command line"
STANDARD = "-"

MATCH_OR_ALL = mark("Choose --match ID or --all.")
NAME_FOLDER = mark("Name the folder for the files.")
NO_MATCH = mark("There is no match %(match)s.")
ARE_FILES = mark_plural(
    "%(count)s match is in the folder %(folder)s.",
    "%(count)s matches are in the folder %(folder)s.",
)
NO_FILES = mark("There is no file of a match in %(file)s.")
ABOUT_FILE = mark("%(file)s: %(sentence)s")
TAKEN = {
    "new": mark("taken in as a new match. Its link to enter hands: %(link)s"),
    "continued": mark("the match that is here goes on with what the file has."),
    "nothing-new": mark("nothing new; the match is here already."),
    "parted": mark(
        "the match that is here went on in another way and stays as it is, so the file is a match "
        "of its own. Its link to enter hands: %(link)s"
    ),
}


@click.command("export")
@click.option("--match", "match", metavar="ID", help="One match, by its id or its address.")
@click.option("--all", "whole", is_flag=True, help="Every match, as files in the folder TARGET.")
@click.option("--replace", is_flag=True, help="Replace files that are there already.")
@click.argument("target", required=False)
def export_command(
    match: str | None, whole: bool, replace: bool, target: str | None, lang: str
) -> int:
    """Write a match with its whole log to the file TARGET ('-': standard output), or all.

    `import`, and the page “Take in a match”, read these files here or on another machine.
    """
    if whole == (match is not None):
        raise click.UsageError(MATCH_OR_ALL)
    if whole and target in (None, STANDARD):
        raise click.UsageError(NAME_FOLDER)
    if target == "":
        return refuse_nameless(lang)
    from .scorebook import StorageError, Transfers
    from .storage.copies import CopyError, Why

    place = database()
    if not place.exists():
        return refuse(CopyError(Why.NO_FILE, place.absolute()), lang)
    transfers = Transfers(place, journal())
    try:
        if match is not None:
            return _export_one(transfers, _id_in(match), target or STANDARD, replace, lang)
        return _export_all(transfers, Path(target or STANDARD), replace, lang)
    except StorageError as error:
        return refuse(CopyError(Why(error.fault), place.absolute()), lang)
    except CopyError as error:
        return refuse(error, lang)


@click.command("import")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
def import_command(files: tuple[str, ...], lang: str) -> int:
    """Take in the matches of files ('-': standard input) and of folders with such files.

    The same file twice makes one match; a file that goes on where a match here ends continues it.
    """
    from .scorebook import StorageError, Transfers
    from .storage.copies import CopyError, Why

    place = database(make_folder=True)
    transfers = Transfers(place, journal())
    statuses = []
    try:
        for name in files:
            if not name:
                statuses.append(refuse_nameless(lang))
                continue
            found = _files_in(name)
            if not found:
                write_error(visible(Voice(lang).say(NO_FILES, file=name)))
                statuses.append(INVALID)
            statuses.extend(_import_one(transfers, file, lang) for file in found)
    except StorageError as error:
        return refuse(CopyError(Why(error.fault), place.absolute()), lang)
    return max(statuses)


def _id_in(text: str) -> str:
    """The id in the address of a match, or the text if it is none."""
    found = re.search(r"/t/([^/?#]+)", text)
    return found[1] if found else text


def _export_one(transfers: Transfers, match: str, target: str, replace: bool, lang: str) -> int:
    from .scorebook import UnknownMatch, UnreadableEntry, export_text

    try:
        text = export_text(transfers.export(match))
    except UnknownMatch:
        write_error(visible(Voice(lang).say(NO_MATCH, match=match)))
        return INVALID
    except UnreadableEntry as error:
        return _refuse_entry(error, lang)
    if target == STANDARD:
        write(text)
    else:
        _write_file(Path(target), text, replace)
    return VALID


def _export_all(transfers: Transfers, folder: Path, replace: bool, lang: str) -> int:
    """A file for each match; what is in the way or damaged is named, and the others are written."""
    from .scorebook import UnknownMatch, UnreadableEntry, export_text
    from .storage.copies import CopyError, Why, blaming

    with blaming(folder):
        folder.mkdir(exist_ok=True)
    status, written = VALID, 0
    for match in transfers.matches():
        try:
            text = export_text(transfers.export(match))
            _write_file(folder / f"tranca-{match}-log.json", text, replace)
            written += 1
        except UnknownMatch:
            continue  # deleted for good a moment ago
        except UnreadableEntry as error:
            status = _refuse_entry(error, lang)
        except CopyError as error:
            if error.why is not Why.EXISTS:
                raise
            status = refuse(error, lang)
    say = Voice(lang).say_counted
    write(say(ARE_FILES, written, count=written, folder=visible(str(folder))))
    return status


def _refuse_entry(error: UnreadableEntry, lang: str) -> int:
    """Says which match could not be saved, and gives the exit status."""
    write_error(visible(unsaved_sentence(error.match_id, error.seq, lang)))
    return INVALID


def _write_file(target: Path, text: str, replace: bool) -> None:
    """Writes the file as a whole or not at all; nothing to do if it is there already."""
    from .storage.copies import blaming, part_beside, place_for, put

    data, place = f"{text}\n".encode(), place_for(target)
    with blaming(target):
        if place.exists() and place.read_bytes() == data:
            return
        with part_beside(place) as part:
            part.write_bytes(data)
            put(part, place, replace)


def _files_in(name: str) -> list[str]:
    """The file itself, or those in the folder of that name."""
    if name != "-" and Path(name).is_dir():
        return sorted(str(one) for one in Path(name).glob("*.json"))
    return [name]


def _import_one(transfers: Transfers, file: str, lang: str) -> int:
    from .scorebook import Access, parse_export

    voice, shown, root = Voice(lang), visible(file), public_url()
    try:
        export = parse_export(_read(file))
    except OSError as error:
        text = WHY["no_file" if isinstance(error, FileNotFoundError) else "unreachable"]
        write_error(visible(voice.say(text, file=file)))
        return INVALID
    except DocumentError as error:
        for sentence in log_error_sentences(error, lang):
            write_error(visible(voice.say(ABOUT_FILE, file=shown, sentence=sentence)))
        return INVALID
    taken = transfers.take_in(export, BRINGER, lambda keys: Access(keys.id, may_edit=True))
    # the address that opens the match for entering, as far as the server's own is known
    sentence = voice.say(TAKEN[taken.taken], link=f"{root}/j/{taken.keys.edit}")
    write(voice.say(ABOUT_FILE, file=shown, sentence=sentence))
    return VALID


def _read(file: str) -> bytes:
    """The bytes of a file, as far as the largest match needs. Raises `OSError`, `DocumentError`."""
    if file == "-":
        if sys.stdin is None:
            raise OSError
        data = sys.stdin.buffer.read(LARGEST_FILE + 1)
    else:
        with Path(file).open("rb") as stream:
            data = stream.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise DocumentError(Finding.TOO_LARGE)
    return data
