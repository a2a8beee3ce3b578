"""A client for the phones of tests/web that goes through the network: HTTPS, cookies, referrers."""

from __future__ import annotations

import http.client
import ssl
from dataclasses import dataclass
from http.cookiejar import CookieJar
from urllib.parse import urlencode, urlsplit
from urllib.request import Request

from web.browsing import Phone


@dataclass
class Answer:
    """What came back, with the names that Werkzeug's client has for it."""

    status_code: int
    headers: http.client.HTTPMessage
    data: bytes

    @property
    def mimetype(self):
        return self.headers.get_content_type()

    @property
    def text(self):
        return self.data.decode()

    def get_data(self, as_text=False):
        return self.text if as_text else self.data


class Client:
    """Asks one origin, from an address of this machine that may be chosen."""

    def __init__(self, origin, trusted=None, address="127.0.0.1"):
        self.origin, self.address, self.jar = origin, address, CookieJar()
        self.trusted = ssl.create_default_context(cafile=trusted) if trusted else None

    def open(self, path, method="GET", query_string=None, base_url="", headers=(), data=None, **_):
        prefix = urlsplit(base_url).path if base_url else ""
        query = f"?{urlencode(query_string)}" if query_string else ""
        body = urlencode(data, doseq=True).encode() if data is not None else None
        url = f"{self.origin}{prefix}{path}{query}"
        request = Request(url, body, dict(headers), method=method)
        request.add_header("Referer", url)
        if body is not None:
            request.add_header("Content-Type", "application/x-www-form-urlencoded")
        self.jar.add_cookie_header(request)
        return self._send(request)

    def get(self, path, **more):
        return self.open(path, **more)

    def _send(self, request):
        connection = self._connection()
        try:
            connection.request(
                request.method, request.selector, request.data, dict(request.header_items())
            )
            answer = connection.getresponse()
            self.jar.extract_cookies(answer, request)
            return Answer(answer.status, answer.headers, answer.read())
        finally:
            connection.close()

    def _connection(self):
        parts = urlsplit(self.origin)
        more = {"timeout": 30, "source_address": (self.address, 0)}
        if parts.scheme == "https":
            return http.client.HTTPSConnection(
                parts.hostname, parts.port, context=self.trusted, **more
            )
        return http.client.HTTPConnection(parts.hostname, parts.port, **more)


def phone_at(origin, trusted=None, root="", address="127.0.0.1"):
    """A phone that opens the pages of an origin, perhaps under a prefix."""
    phone = Phone.__new__(Phone)
    phone.client = Client(origin, trusted, address)
    phone.headers, phone.root = {"Accept-Language": "en"}, root
    return phone
