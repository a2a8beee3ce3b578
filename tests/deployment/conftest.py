"""Two scorekeepers, a certificate, and nginx before them."""

from __future__ import annotations

import subprocess

import pytest

from .servers import FILES, needed, nginx, serving

BEHIND = {"SCOREKEEPER_PROXIES": "1", "SCOREKEEPER_LOG": "json", "SCOREKEEPER_WORK": "requests"}


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("deployment")


@pytest.fixture(scope="module")
def backends(place):
    with serving(place / "a", **BEHIND) as a, serving(place / "b", **BEHIND) as b:
        yield a, b


@pytest.fixture(scope="module")
def certificate(place):
    needed("openssl", "openssl")
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    made = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    made += ["-keyout", place / "key.pem", "-out", place / "certificate.pem"]
    subprocess.run([*command.split(), *made], check=True, capture_output=True)
    return place / "certificate.pem"


@pytest.fixture(scope="module")
def proxy(place, backends, certificate):
    """nginx as nginx.conf has it, before the first backend."""
    needed("nginx", "nginx")
    site = (FILES / "nginx.conf").read_text()
    assert site.count("server 127.0.0.1:8000;") == 1
    site = site.replace("server 127.0.0.1:8000;", f"server 127.0.0.1:{backends[0].port};")
    with nginx(place / "one", site, certificate) as running:
        yield running


@pytest.fixture(scope="module")
def split(place, backends, certificate):
    """nginx changed as scorekeeper-split.conf says, before both."""
    needed("nginx", "nginx")
    site = (FILES / "nginx.conf").read_text()
    names = zip("ab", backends, strict=True)
    upstreams = [
        f"upstream scorekeeper_{name} {{ server 127.0.0.1:{one.port}; }}" for name, one in names
    ]
    head, _, rest = site.partition("upstream scorekeeper {")
    rest = rest.partition("}\n")[2]
    rest = rest.partition("    # the prefix of an app")[0]
    site = "\n".join([head, *upstreams, rest, "include snippets/scorekeeper-split.conf;\n}\n"])
    with nginx(place / "two", site, certificate) as running:
        yield running
