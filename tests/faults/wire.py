"""A phone that talks to a server over HTTP, with its cookies, and knows when an answer was lost."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlencode, urlsplit

LEAD = re.compile(r'<p class="lead"[^>]*>(.*?)</p>', re.DOTALL)
FORM = re.compile(r'<form\b[^>]*\baction="([^"]*)"[^>]*>(.*?)</form>', re.DOTALL)
HIDDEN = re.compile(r'<input type="hidden"[^>]*\bname="([^"]*)"[^>]*\bvalue="([^"]*)"')
PATIENCE = 60  # seconds that no answer of a living server takes


class LostAnswerError(Exception):
    """The connection was cut: nobody knows whether the request was done."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server said."""

    status: int
    text: str
    location: str = ""
    retry_after: str = ""

    def fields(self, action: str) -> dict[str, str] | None:
        """The hidden fields of the form that is sent to an address that ends so; None: no form."""
        for address, inside in FORM.findall(self.text):
            if unescape(address).endswith(action):
                return {unescape(name): unescape(value) for name, value in HIDDEN.findall(inside)}
        return None

    def values(self, action: str) -> dict[str, str]:
        """All that the form would send as it came. Of several boxes with one name, one."""
        reader = _Fields(action)
        reader.feed(self.text)
        return reader.values

    @property
    def sentence(self) -> str:
        """The words of a page that only says something."""
        found = LEAD.search(self.text)
        return unescape(re.sub(r"<[^>]*>", "", found[1])).strip() if found else ""


class _Fields(HTMLParser):
    """Reads the fields of one form, buttons left out."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self.action, self.inside, self.choice = action, False, ""
        self.values: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        held = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = held.get("action", "").endswith(self.action)
        elif tag == "select":
            self.choice = held.get("name", "")
        if not self.inside:
            return
        is_box = held.get("type") in ("radio", "checkbox")
        if tag == "input" and "name" in held and (not is_box or "checked" in held):
            self.values[held["name"]] = held.get("value", "")
        elif tag == "option" and (self.choice not in self.values or "selected" in held):
            self.values[self.choice] = held.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False


@dataclass(slots=True)
class Phone:
    """A phone with its own cookies; `root` is where the server answers just now."""

    root: str
    cookies: dict[str, str] = field(default_factory=dict)

    def get(self, path: str) -> Answer:
        """The answer. Raises `LostAnswerError`."""
        return self._ask("GET", path, None)

    def post(self, path: str, pairs: dict[str, str]) -> Answer:
        """The answer to a form; a redirect is not followed. Raises `LostAnswerError`."""
        return self._ask("POST", path, urlencode(pairs))

    def _ask(self, method: str, path: str, body: str | None) -> Answer:
        connection = HTTPConnection(urlsplit(self.root).netloc, timeout=PATIENCE)
        headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            text = response.read().decode()
        except (OSError, HTTPException) as error:
            raise LostAnswerError from error
        finally:
            connection.close()
        for line in response.headers.get_all("Set-Cookie") or ():
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        return Answer(
            response.status,
            text,
            response.headers.get("Location", ""),
            response.headers.get("Retry-After", ""),
        )
