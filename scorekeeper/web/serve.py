"""`scorekeeper serve`: the application on this machine, with its address for the phones."""

from __future__ import annotations

import errno
import ipaddress
import socket
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any

import segno
from waitress.server import create_server

from scorekeeper.scorebook import Fault, Scorebook, StorageError
from scorekeeper.storage.health import schema_in_use

from . import create_app, stopping
from .proxies import NAME as PROXIES

# No packet is sent: connecting a datagram socket only asks which way it would go.
DOCUMENTATION_ADDRESS = ("192.0.2.1", 9)
# What is larger than a form may be is refused by a page that says so; beyond this nobody meant well
# and the server hangs up. It keeps bodies of more than half a megabyte on the disk, not in memory.
MOST_OF_A_BODY = 16 * 2**20
# A phone keeps a connection or two for two minutes: enough for a hall full of tables, and below the
# 1,024 files that most systems allow a process.
MOST_CONNECTIONS = 900
# A page is sent as a whole, by one thread: two that send pieces of it stand in each other's way.
SENT_AT_ONCE = 256 * 1024


class PortInUseError(Exception):
    """The port is taken, or this user may not use it."""


class AddressError(Exception):
    """This machine has no such address."""


def serve(
    host: str,
    port: int,
    open_browser: bool = False,
    say: Callable[[str], None] = print,
    gettext: Callable[[str], str] = str,
    show_code: bool = True,
    warn: Callable[[Fault, Path], None] = lambda fault, database: None,
) -> None:
    """Serves until Ctrl-C or SIGTERM.

    A file that cannot be used is told to `warn` and to the phones, on every page: who keeps a
    server sees there what is to be mended, and it goes on without being started again. Raises
    `PortInUseError`, `AddressError`, `SettingError`, and `OSError` for a folder that cannot be
    used.
    """
    app = create_app()
    listener = listen(host, port)
    port = listener.getsockname()[1]
    _look_at(Path(app.config["DATABASE"]), app.config["JOURNAL"], warn)
    lan = lan_address() if _is_everywhere(host) else host
    here = "127.0.0.1" if _is_everywhere(host) else host
    public = f"http://{_bracketed(lan)}:{port}" if lan and not _is_loopback(lan) else ""
    app.config["PUBLIC_URL"] = app.config["PUBLIC_URL"] or public
    channels: dict[int, Any] = {}
    server = create_server(
        app,
        map=channels,
        sockets=[listener],
        threads=8,
        ident=None,
        connection_limit=MOST_CONNECTIONS,
        send_bytes=SENT_AT_ONCE,
        asyncore_use_poll=True,
        max_request_body_size=MOST_OF_A_BODY,
        # waitress would take away what the application is told to believe
        clear_untrusted_proxy_headers=not app.extensions[PROXIES],
    )
    local = f"http://{_bracketed(here)}:{port}"
    say(gettext("On this machine:  %(address)s") % {"address": local})
    if public:
        say(gettext("On phones in the same network:  %(address)s") % {"address": public})
        if show_code:
            say(terminal_code(public))
    say(gettext("Ctrl-C ends it."))
    if open_browser:
        webbrowser.open(local)
    try:
        stopping.run(server, channels)
    except KeyboardInterrupt:
        say("")
    finally:
        server.close()
        app.extensions["desk"].close()


def _look_at(database: Path, journal: str, warn: Callable[[Fault, Path], None]) -> None:
    """Brings the file up to date, and says now what would be in the way of a hand."""
    try:
        Scorebook(database, journal).find("")
        schema_in_use(database)
    except StorageError as error:
        warn(error.fault, database)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises `PortInUseError`, `AddressError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform != "win32":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(MOST_CONNECTIONS)
    except OSError as error:
        listener.close()
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            raise PortInUseError(port) from None
        raise AddressError(host) from error
    return listener


def lan_address() -> str | None:
    """The address of this machine in its network, or None without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(DOCUMENTATION_ADDRESS)
        except OSError:
            return None
        return str(probe.getsockname()[0])


def terminal_code(address: str) -> str:
    """The address as a QR code of half blocks, for a camera in front of the terminal."""
    rows = [[bool(cell) for cell in row] for row in segno.make(address, error="l").matrix]
    width = len(rows[0]) + 4
    blank = [False] * width
    framed = [blank, blank, *([False, False, *row, False, False] for row in rows), blank, blank]
    if len(framed) % 2:
        framed.append(blank)
    blocks = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}
    return "\n".join(
        "".join(blocks[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(framed[::2], framed[1::2], strict=True)
    )


def _is_everywhere(host: str) -> bool:
    return host in ("", "0.0.0.0", "::")  # noqa: S104


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
