"""Phones without a browser: they keep their cookies and their connection, and fill in forms."""

from __future__ import annotations

import html
import http.client
import re
from dataclasses import dataclass, field
from time import perf_counter
from urllib.parse import urlencode, urlsplit

FORM = re.compile(r"<form[^>]*\baction=\"([^\"]*)\"[^>]*>(.*?)</form>", re.DOTALL)
CONTROL = re.compile(r"<input\b[^>]*>|<select\b[^>]*>.*?</select>", re.DOTALL)
ATTRIBUTE = re.compile(r"\s([a-z]+)(?:=\"([^\"]*)\")?")
CHOSEN = re.compile(r"<option value=\"([^\"]*)\"[^>]*\bselected\b")
FIRST = re.compile(r"<option value=\"([^\"]*)\"")
PROBLEM = re.compile(r"<p class=\"prob\"[^>]*>(.*?)</p>", re.DOTALL)
Typed = dict[str, str | None]
TAG = re.compile(r"<[^>]*>")


class UnexpectedAnswerError(Exception):
    """The server has said something else than it says to a phone at a table."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, and after how many seconds."""

    status: int
    headers: dict[str, str]
    text: str
    seconds: float


@dataclass(slots=True)
class Phone:
    """A phone at an address of its own connection; a new one has no cookies."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    connection: http.client.HTTPConnection | None = None

    def get(self, path: str, status: int = 200) -> Answer:
        """The page. Raises `UnexpectedAnswerError` for another status."""
        return self._expect(self.send("GET", path), status, path)

    def post(self, path: str, fields: dict[str, str], status: int = 303) -> Answer:
        """The answer to a form. Raises `UnexpectedAnswerError` for another status."""
        return self._expect(self.send("POST", path, urlencode(fields)), status, path)

    def submit(self, page: Answer, action: str, typed: Typed) -> Answer:
        """Sends the form of this page whose address ends so; None clears a box."""
        for address, inner in FORM.findall(page.text):
            if urlsplit(address).path.endswith(action):
                filled = held_fields(inner) | typed
                sent = {name: value for name, value in filled.items() if value is not None}
                return self.post(html.unescape(address), sent)
        raise UnexpectedAnswerError(f"no form {action} on this page: {page.text[:300]}")

    def send(self, method: str, path: str, body: str | None = None) -> Answer:
        """One request, over the connection of the one before where the server has kept it."""
        headers = {"Accept-Language": "en"}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        started = perf_counter()
        status, told, text = self.exchange(method, path, body, headers)
        seconds = perf_counter() - started
        for name, value in told:
            if name.lower() == "set-cookie":
                key, _, kept = value.partition(";")[0].partition("=")
                self.cookies[key] = kept
        return Answer(status, {name.lower(): value for name, value in told}, text, seconds)

    def exchange(
        self, method: str, path: str, body: str | None, headers: dict[str, str]
    ) -> tuple[int, list[tuple[str, str]], str]:
        """Sends and receives: the status, the headers and the text."""
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        return answer.status, answer.getheaders(), answer.read().decode()

    def _expect(self, answer: Answer, status: int, path: str) -> Answer:
        if answer.status != status:
            raise UnexpectedAnswerError(f"{answer.status} at {path}: {problems_of(answer.text)}")
        return answer


def held_fields(inner: str) -> dict[str, str]:
    """What a form holds before anything is typed into it; it has no button and nothing twice."""
    held = {}
    for control in CONTROL.findall(inner):
        opening = control.partition(">")[0]
        told = dict(ATTRIBUTE.findall(opening))
        if "name" not in told or (
            told.get("type") in ("radio", "checkbox") and "checked" not in told
        ):
            continue
        if control.startswith("<select"):
            chosen = CHOSEN.search(control) or FIRST.search(control)
            told["value"] = chosen[1] if chosen else ""
        held[told["name"]] = html.unescape(told.get("value", ""))
    return held


def problems_of(text: str) -> str:
    """The sentences of a page that say what is wrong, or the page's beginning."""
    told = [" ".join(TAG.sub(" ", problem).split()) for problem in PROBLEM.findall(text)]
    return " ".join(told) or " ".join(TAG.sub(" ", text).split())[:500]
