"""The real programs of these tests: `serve`, and nginx with the configuration that we ship."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from time import monotonic

import pytest

import scorekeeper

ROOT = Path(scorekeeper.__file__).parents[1]
FILES = ROOT / "scorekeeper" / "web" / "deployment"
NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
END_SECONDS = 30


def needed(program, package):
    """Skips without a program of Debian, but fails where CI is set."""
    if shutil.which(program) is None:
        reason = f"no {program}; on Debian: apt install {package}"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)


def until(it_is_so):
    """Waits for what another process is about to do."""
    pause, latest = threading.Event(), monotonic() + END_SECONDS
    while not it_is_so():
        assert monotonic() < latest, "it never came"
        pause.wait(0.01)


@dataclass
class Backend:
    """A running `serve`, and where it keeps its files and its log."""

    process: subprocess.Popen
    folder: Path

    @cached_property
    def port(self):
        """Where it answers, as soon as it says so; until then others may be started."""
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        assert found, line + self.log
        return int(found[1])

    @property
    def log(self):
        return (self.folder / "log").read_text()

    def stop(self):
        """Asks it to end and gives its exit status."""
        self.process.terminate()
        return self.process.wait(END_SECONDS)


@contextlib.contextmanager
def serving(folder, **settings):
    """`scorekeeper serve` on a free port, its log in a file."""
    folder.mkdir(exist_ok=True)
    environment = {**os.environ, "SCOREKEEPER_INSTANCE": str(folder), "PYTHONPATH": str(ROOT)}
    environment |= {"LC_ALL": "C.UTF-8", **settings}
    command = [sys.executable, "-m", "scorekeeper", "serve", "--host", "127.0.0.1", "--port", "0"]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            command, env=environment, cwd=folder, stdout=subprocess.PIPE, stderr=log, text=True
        )
    with process:
        try:
            yield Backend(process, folder)
        finally:
            process.kill()


@dataclass
class Proxy:
    """A running nginx."""

    folder: Path
    plain: str
    secure: str
    certificate: Path

    @property
    def log(self):
        return "".join(path.read_text() for path in self.folder.glob("*.log"))


@contextlib.contextmanager
def nginx(folder, site, certificate):
    """nginx with our configuration in a folder of its own, on ports that the system has chosen."""
    snippets = folder / "snippets"
    snippets.mkdir(parents=True)
    for path in FILES.glob("scorekeeper-*.conf"):
        snippets.joinpath(path.name).write_text(path.read_text())
    with contextlib.ExitStack() as stack:
        listeners = [stack.enter_context(_listener()) for _ in range(2)]
        plain, secure = (listener.getsockname()[1] for listener in listeners)
        folder.joinpath("site.conf").write_text(
            _placed(site, folder, plain, secure, certificate.parent)
        )
        folder.joinpath("nginx.conf").write_text(_around(folder))
        # nginx takes over sockets that it inherits, as it does when it is upgraded
        handed = "".join(f"{listener.fileno()};" for listener in listeners)
        said = stack.enter_context(folder.joinpath("said").open("w"))
        process = subprocess.Popen(
            [NGINX, "-p", str(folder), "-c", "nginx.conf", "-e", "stderr"],
            env={**os.environ, "NGINX": handed},
            pass_fds=[listener.fileno() for listener in listeners],
            stderr=said,
        )
        try:
            yield Proxy(
                folder, f"http://localhost:{plain}", f"https://localhost:{secure}", certificate
            )
        finally:
            process.terminate()
            process.wait(END_SECONDS)


def _listener():
    listener = socket.create_server(("127.0.0.1", 0))
    listener.set_inheritable(True)
    return listener


def _placed(site, folder, plain, secure, keys):
    """The site with other ports and places; everything else as we ship it."""
    site = re.sub(r".*listen \[::\].*\n", "", site)
    for old, new, times in (
        ("listen 80;", f"listen 127.0.0.1:{plain};", 1),
        ("listen 443 ssl;", f"listen 127.0.0.1:{secure} ssl;", 1),
        ("/var/log/nginx/", f"{folder}/", 4),
        ("/etc/ssl/scorekeeper/", f"{keys}/", 2),
        ("server_name tranca.example;", "server_name localhost;", 2),
    ):
        assert site.count(old) == times, old
        site = site.replace(old, new)
    return site


def _around(folder):
    user = "user root;\n" if os.geteuid() == 0 else ""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    return (
        f"{user}daemon off;\nworker_processes 1;\npid {folder}/pid;\nerror_log stderr emerg;\n"
        # as Debian's own file has it, which compresses pages
        f"events {{}}\nhttp {{\n{places}gzip on;\ngzip_min_length 1;\ninclude site.conf;\n}}\n"
    )
