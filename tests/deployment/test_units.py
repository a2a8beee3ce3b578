"""The units, and the other files that are put beside them: would they be taken, do they name what
there is?"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from scorekeeper.cli import cli
from scorekeeper.web.settings import BODY_LIMIT
from scorekeeper.web.views.importing import LARGEST_FILE
from scorekeeper.work.lock import held, lock_of

from .browser import phone_at
from .servers import END_SECONDS, FILES, ROOT, serving, until

UNITS = sorted(path.name for path in FILES.glob("scorekeeper*.service"))
GUIDE = FILES.parent / "DEPLOYMENT.md"


def commands(name):
    """The words of every command that a unit starts."""
    lines = re.findall(r"^ExecStart=(.+)$", (FILES / name).read_text(), re.MULTILINE)
    return [shlex.split(line) for line in lines]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
@pytest.mark.parametrize("drop_in", [(), ("gunicorn.conf",)], ids=["alone", "gunicorn"])
def test_systemd_takes_every_unit(tmp_path, drop_in):
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    for path in FILES.glob("scorekeeper*.[st]*"):
        text = re.sub(r"/opt/scorekeeper/bin/\w+", str(program), path.read_text())
        (tmp_path / path.name).write_text(text)
    for name in drop_in:
        folder = tmp_path / "scorekeeper.service.d"
        folder.mkdir()
        text = re.sub(r"/opt/scorekeeper/bin/\w+", str(program), (FILES / name).read_text())
        (folder / name).write_text(text)
    units = [str(tmp_path / name) for name in (*UNITS, "scorekeeper-backup.timer")]
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    "name", [name for name in UNITS if "\nRestart=" in (FILES / name).read_text()]
)
def test_a_unit_does_not_try_again_with_a_setting_that_cannot_be(name, tmp_path):
    (words,) = commands(name)
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "SCOREKEEPER_INSTANCE": str(tmp_path),
        "SCOREKEEPER_JOURNAL": "wall",
    }
    done = subprocess.run(
        [sys.executable, "-m", "scorekeeper", *words[1:]],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert "SCOREKEEPER_JOURNAL" in done.stderr and "Traceback" not in done.stderr
    assert f"\nRestartPreventExitStatus={done.returncode}\n" in (FILES / name).read_text()


@pytest.mark.parametrize("name", UNITS)
def test_a_unit_starts_a_command_that_there_is(name):
    for words in commands(name):
        program = " ".join(words).rpartition("/opt/scorekeeper/bin/")[2].split()
        assert program[0] == "scorekeeper"
        command = cli.commands[program[1]]
        known = {option for parameter in command.params for option in parameter.opts}
        assert {word for word in program if word.startswith("--")} <= known


def test_every_setting_that_is_named_is_one():
    code = "".join(path.read_text() for path in (ROOT / "scorekeeper").rglob("*.py"))
    for path in (*FILES.iterdir(), GUIDE, ROOT / "README.md"):
        for name in re.findall(r"SCOREKEEPER_[A-Z_]+", path.read_text()):
            assert f'"{name}"' in code, f"{name} in {path.name}"


def test_every_file_is_explained_and_every_link_leads_somewhere():
    guide = GUIDE.read_text()
    for path in FILES.iterdir():
        assert path.name in guide
    for target in re.findall(r"\]\(([^)#:]+)[^):]*\)", guide):
        assert (GUIDE.parent / target).exists(), target


def test_the_proxies_let_through_what_the_app_takes():
    kilobytes = int(
        re.search(r"client_max_body_size (\d+)k", (FILES / "nginx.conf").read_text())[1]
    )
    number = int(re.search(r"max_size (\d+)", (FILES / "Caddyfile").read_text())[1])
    assert BODY_LIMIT < LARGEST_FILE < kilobytes * 1024 == number < LARGEST_FILE * 1.1


@pytest.mark.skipif(not shutil.which("caddy"), reason="no caddy; on Debian: apt install caddy")
def test_caddy_takes_its_file(tmp_path):
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", FILES / "Caddyfile"]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def ask(address, path="/healthz"):
    with urllib.request.urlopen(f"http://{address}{path}", timeout=END_SECONDS) as answer:
        return answer.status, answer.read()


@pytest.mark.xdist_group("nginx")
def test_gunicorn_as_its_file_has_it(tmp_path):
    pytest.importorskip("gunicorn", reason="no gunicorn; pip install gunicorn")
    (words,) = commands("gunicorn.conf")
    with socket.create_server(("127.0.0.1", 0)) as listener, (tmp_path / "log").open("w") as log:
        place = words.index("--bind") + 1
        words[place] = f"fd://{listener.fileno()}"
        environment = {**os.environ, "SCOREKEEPER_INSTANCE": str(tmp_path), "PYTHONPATH": str(ROOT)}
        environment |= {"SCOREKEEPER_LOG": "json"}
        process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", *words[1:]],
            env=environment,
            cwd=tmp_path,
            pass_fds=[listener.fileno()],
            stderr=log,
        )
        address = f"127.0.0.1:{listener.getsockname()[1]}"
        try:
            assert ask(address)[0] == 200
            assert ask(address, "/join?code=BCDFGH")[0] == 200
            process.terminate()
            assert process.wait(END_SECONDS) == 0
        finally:
            process.kill()
            process.wait()
    log = Path(log.name).read_text()
    assert '"route": "/join"' in log
    assert "BCDFGH" not in log


@pytest.mark.xdist_group("nginx")
@pytest.mark.skipif(sys.platform == "win32", reason="signals differ")
def test_what_is_under_way_is_ended_before_the_server_is(tmp_path):
    """And nothing is left of the server afterwards, also not the process that lets bots play."""
    with serving(tmp_path) as server, _connected(server.port) as slow:
        slow.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n")
        phone = phone_at(f"http://127.0.0.1:{server.port}")  # answered after the above was read
        form = phone.get("/simulate").form("/simulate")
        phone.post(form.action, form.filled({}, button="hand=1"))
        until(lambda: _is_working(tmp_path))
        server.process.send_signal(signal.SIGTERM)
        until(lambda: _is_closed(server.port))
        slow.sendall(b"Connection: close\r\n\r\n")
        with slow.makefile("rb") as answer:
            assert answer.read().startswith(b"HTTP/1.1 200 OK")
        assert server.process.wait(END_SECONDS) == 0
        assert not _is_working(tmp_path)
        assert server.log == ""


def _connected(port):
    return socket.create_connection(("127.0.0.1", port))


def _is_closed(port):
    try:
        _connected(port).close()
    except ConnectionRefusedError:
        return True
    except ConnectionResetError:  # it was waiting to be let in when the door was closed
        return False
    return False


def _is_working(folder):
    with held(lock_of(folder / "scorekeeper.db")) as free:
        return not free
