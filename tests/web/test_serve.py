"""`serve`: the addresses it prints, the port it takes, and how it ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
import segno

from scorekeeper.storage import health
from scorekeeper.storage.connection import open_database
from scorekeeper.storage.faults import Fault
from scorekeeper.web import serve as serving
from scorekeeper.web.serve import (
    AddressError,
    PortInUseError,
    lan_address,
    listen,
    terminal_code,
)

from .browsing import Phone

ROOT = Path(__file__).parents[2]
DARK = {" ": (1, 1), "▄": (1, 0), "▀": (0, 1), "█": (0, 0)}


@pytest.mark.parametrize("address", ["http://192.168.0.7:8000", "http://[fd00::1]:8000"])
def test_the_code_of_the_terminal_is_the_address(address):
    lines = terminal_code(address).split("\n")
    assert len({len(line) for line in lines}) == 1
    cells = [[DARK[sign][half] for sign in line] for line in lines for half in (0, 1)]
    matrix = [list(row) for row in segno.make(address, error="l").matrix]
    size = len(matrix)
    assert [row[2 : 2 + size] for row in cells[2 : 2 + size]] == matrix
    frame = cells[:2] + cells[2 + size :] + [row[:2] + row[2 + size :] for row in cells]
    assert not any(map(any, frame))


def test_a_port_in_use():
    with listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(PortInUseError):
            listen("127.0.0.1", port)
    listen("127.0.0.1", port).close()


def test_an_address_of_another_machine():
    with pytest.raises(AddressError):
        listen("192.0.2.1", 0)


class Network:
    """A datagram socket of a machine with this address, or without a network."""

    def __init__(self, address):
        self.address = address

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def connect(self, _):
        if self.address is None:
            raise OSError

    def getsockname(self):
        return (self.address, 40000)


@pytest.mark.parametrize("address", ["192.168.0.7", None])
def test_the_address_in_the_network(monkeypatch, address):
    monkeypatch.setattr(socket, "socket", lambda *_: Network(address))
    assert lan_address() == address


class Quiet:
    """A server that ends at once."""

    def __init__(self, ends=None):
        self.ends, self.closed = ends, False

    def run(self):
        if self.ends:
            raise self.ends

    def close(self):
        self.closed = True


@pytest.fixture
def said(monkeypatch, tmp_path):
    """Runs `serve` without serving and gives what it says; the network has one address."""
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))

    def run(host, lan="192.168.0.7", server=None, **options):
        made = []

        def create(app, sockets, **_):
            made.append((app, sockets[0]))
            return server or Quiet()

        monkeypatch.setattr(serving, "create_server", create)
        monkeypatch.setattr(serving, "lan_address", lambda: lan)
        monkeypatch.setattr(serving.stopping, "run", lambda server, _: server.run())
        spoken = []
        serving.serve(host, 0, say=spoken.append, **options)
        app, listener = made[0]
        port = listener.getsockname()[1]
        listener.close()
        return "\n".join(spoken), app, port

    return run


def test_an_address_for_this_machine_and_one_for_the_phones(said):
    text, app, port = said("0.0.0.0")
    assert f"On this machine:  http://127.0.0.1:{port}\n" in text
    assert f"On phones in the same network:  http://192.168.0.7:{port}\n" in text
    assert terminal_code(f"http://192.168.0.7:{port}") in text
    assert "Ctrl-C ends it." in text
    assert app.config["PUBLIC_URL"] == f"http://192.168.0.7:{port}"


@pytest.mark.parametrize(("host", "lan"), [("0.0.0.0", None), ("127.0.0.1", "192.168.0.7")])
def test_without_a_way_in_for_phones_none_is_promised(said, host, lan):
    text, app, port = said(host, lan)
    assert f"http://127.0.0.1:{port}" in text
    assert "phones" not in text
    assert "█" not in text
    assert app.config["PUBLIC_URL"] == ""


def test_the_browser_is_opened_when_asked(said, monkeypatch):
    opened = []
    monkeypatch.setattr(serving.webbrowser, "open", opened.append)
    said("127.0.0.1")
    assert opened == []
    _, _, port = said("127.0.0.1", open_browser=True)
    assert opened == [f"http://127.0.0.1:{port}"]


def test_ctrl_c_closes_the_server(said):
    server = Quiet(KeyboardInterrupt())
    said("127.0.0.1", server=server)
    assert server.closed


def warned(said, **options):
    """What is told of the file before any phone comes, and a phone of that server."""
    told = []
    text, app, _ = said("127.0.0.1", warn=lambda *given: told.append(given), **options)
    assert "Ctrl-C ends it." in text
    return told, app


def test_nothing_is_wrong_with_a_new_file(said):
    told, app = warned(said)
    assert told == []
    assert app.test_client().get("/healthz").status_code == 200


@pytest.mark.parametrize("fault", [Fault.CORRUPT, Fault.NEWER, Fault.READ_ONLY, Fault.FULL])
def test_a_file_that_cannot_be_used_is_told_and_the_pages_say_it_too(
    said, tmp_path, monkeypatch, fault
):
    file = tmp_path / "scorekeeper.db"
    with open_database(file) as db:
        if fault is Fault.NEWER:
            sql = "INSERT INTO _sqlite_migrations VALUES (99, 'scorekeeper', 'm999_later', '')"
            db.execute(sql)
            db.conn.commit()
    if fault is Fault.CORRUPT:
        file.write_bytes(b"this is a letter " * 300)
    elif fault is Fault.READ_ONLY:
        monkeypatch.setattr(health.os, "access", lambda place, mode: place != file)
    elif fault is Fault.FULL:
        monkeypatch.setattr(health, "SPARE_BYTES", 2**80)
    before = file.read_bytes()
    told, app = warned(said)
    assert told == [(fault, file)]
    assert file.read_bytes() == before
    answer = app.test_client().get("/healthz")
    assert (answer.status_code, answer.json["database"]) == (503, fault)


def test_a_page_says_why_and_all_goes_on_once_the_file_is_right(said, tmp_path):
    file = tmp_path / "scorekeeper.db"
    file.write_bytes(b"this is a letter " * 300)
    _, app = warned(said)
    phone = Phone(app)
    page = phone.get("/new")
    assert (page.status, "is damaged" in page.text) == (503, True)
    file.unlink()
    file.touch()
    assert phone.get("/new").submit().first_status == 303


def start_process(instance, port):
    environment = {**os.environ, "SCOREKEEPER_INSTANCE": str(instance), "LC_ALL": "C.UTF-8",
                   "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(ROOT)}  # fmt: skip
    command = [sys.executable, "-m", "scorekeeper", "serve", "--host", "127.0.0.1"]
    return subprocess.Popen(
        [*command, "--port", str(port)],
        env=environment,
        cwd=instance,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_the_command_serves_until_ctrl_c(tmp_path):
    with start_process(tmp_path, 0) as process:
        try:
            address = re.search(r"http://127\.0\.0\.1:(\d+)", process.stdout.readline())
            assert process.stdout.readline() == "Ctrl-C ends it.\n"
            with urllib.request.urlopen(address[0] + "/") as answer:
                assert "Tranca" in answer.read().decode()
            second = start_process(tmp_path, address[1])
            _, err = second.communicate(timeout=30)
            assert second.returncode == 1
            assert address[1] in err
            assert "Traceback" not in err
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=30)
            assert process.returncode == 0
            assert "Traceback" not in err
        finally:
            process.kill()


WITH_ITS_PORT = """
import sys
from pathlib import Path
from scorekeeper import cli
from scorekeeper.web import serve

def listen(host, port, own=serve.listen):
    listener = own(host, port)
    port = Path(sys.argv[1])
    port.with_suffix(".part").write_text(str(listener.getsockname()[1]))
    port.with_suffix(".part").rename(port)
    return listener

serve.listen = listen
sys.exit(cli.run(["serve", "--host", "127.0.0.1", "--port", "0"]))
"""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize("streams", [">/dev/full 2>/dev/full", ">&- 2>&-", ">&- 2>/dev/full"])
def test_it_serves_where_nothing_can_be_written(tmp_path, streams):
    """Each request is a line of the log, which is told to nobody; more than a buffer holds."""
    told = tmp_path / "port"
    environment = {**os.environ, "SCOREKEEPER_INSTANCE": str(tmp_path), "PYTHONPATH": str(ROOT),
                   "SCOREKEEPER_LOG": "json"}  # fmt: skip
    command = ["/bin/sh", "-c", f'exec "$0" -c "$1" "$2" {streams}', sys.executable]
    with subprocess.Popen([*command, WITH_ITS_PORT, told], env=environment) as process:
        try:
            while not told.exists():
                assert process.poll() is None
                time.sleep(0.02)
            address = f"http://127.0.0.1:{told.read_text()}"
            for _ in range(40):
                with urllib.request.urlopen(f"{address}/rules") as answer:
                    assert answer.status == 200
            with pytest.raises(urllib.error.HTTPError, match="404"):
                urllib.request.urlopen(f"{address}/nowhere")
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 0
        finally:
            process.kill()
