"""The command `serve`."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .answers import INVALID, VALID
from .language import mark
from .language.catalogs import translator
from .language.voice import Voice
from .places import instance_folder
from .refusing import file_sentence, folder_sentence
from .terminal import OutputError, visible, write, write_error

if TYPE_CHECKING:
    from .storage.faults import Fault

NO_PORT = mark("Port %(port)s is in use or not yours to use: choose another with --port.")
NO_HOST = mark("This machine cannot listen on the address %(host)s.")
GOES_ON = mark("Phones are told so until this is mended; then all goes on by itself.")


@click.command("serve")
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")  # noqa: S104
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535))
@click.option("--open", "open_browser", is_flag=True, help="Open the page in a browser.")
def serve_command(host: str, port: int, open_browser: bool, lang: str) -> int:
    """Serve the web pages to the phones around."""
    from .web.serve import AddressError, PortInUseError, serve

    voice = Voice(lang)

    def warn(fault: Fault, database: Path) -> None:
        write_error(file_sentence(fault, database, lang))
        write_error(voice.say(GOES_ON))

    try:
        serve(
            say=_say,
            warn=warn,
            gettext=translator(lang).gettext,
            host=host,
            port=port,
            open_browser=open_browser,
            # a code is of no use in a log
            show_code=sys.stdout is not None and sys.stdout.isatty(),
        )
    except PortInUseError:
        why = voice.say(NO_PORT, port=str(port))
    except AddressError:
        why = voice.say(NO_HOST, host=host)
    except OSError as error:
        why = folder_sentence(Path(error.filename or instance_folder()), lang)
    else:
        return VALID
    write_error(visible(why))
    return INVALID


def _say(text: str) -> None:
    """Prints a line, or nothing where that cannot be: phones are served all the same."""
    with suppress(OutputError):
        write(text)
