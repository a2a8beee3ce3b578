"""Texts made to become something else: markup, script, a formula, an order to a template."""

from __future__ import annotations

import re

MARKUP = (
    "<script>alert(1)</script>",
    "<ScRiPt>alert(1)</sCrIpT>",
    "<script src=//evil.example/x.js></script>",
    "<scr<script>ipt>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<svg/onload=alert`1`//",
    "<iframe src=//evil.example></iframe>",
    "<base href=//evil.example/>",
    "<meta http-equiv=refresh content=0>",
    "<link rel=stylesheet href=//evil.example>",
    "<style>*{display:none}</style>",
    "<form action=//evil.example><button>",
    "<math><mi xlink:href=javascript:alert(1)>",
    "<x-evil autofocus tabindex=1>",
    "<b>x</b>",
    "</bdi></main><h1>x</h1>",
    "</title><img src=x>",
    "</textarea><img src=x>",
    "</select></form><img src=x>",
    "<!--><img src=x>-->",
    "<![CDATA[<img src=x>]]>",
    "<template><img src=x></template>",
    "<div hx-get=/ hx-trigger=load>",
)
ATTRIBUTES = (
    '"><img src=x onerror=alert(1)>',
    "'><img src=x>",
    '" onfocus="alert(1)" autofocus x="',
    "' onfocus='alert(1)' autofocus x='",
    "x onmouseover=alert(1) y",
    '" hx-get="/language" hx-trigger="load',
    '" style="position:fixed',
    '" formaction="//evil.example',
    "`onload=alert(1)`",
    "javascript:alert(1)",
    "//evil.example/%2e%2e",
)
OTHER_TONGUES = (
    "{{ 7*7 }}{% raw %}",
    "{{ config.SECRET_KEY }}",
    "%(points)s %s %n {0.__class__}",
    "${7*7}#{7*7}<%= 7*7 %>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&amp;quot; &#60;img src=x&#62;",
    '\\"},{"totals":[9,9]}',
    "</script>\\u003cimg src=x\\u003e",
    "'; DROP TABLE events; --",
    "=1+1",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "x;=1+1",
    "-1,+1",
    "＝１＋１",
    "＜script＞alert(1)＜/script＞",
    "\u202ecod.exe\u202c <img src=x>",
    "\u2066<b>\u2069x",
    "ab\u0000<img src=x>",
    "\ufeff<img\u000bsrc=x>",
    "%0d%0aSet-Cookie: tranca=x",
    "..%2f..%2fsecret_key",
)
PAYLOADS = MARKUP + ATTRIBUTES + OTHER_TONGUES
LONGEST_NAME = 38


def twin(text: str) -> str:
    """A harmless text of the same length, with the same words and blanks."""
    return re.sub(r"[^\w\s]", "x", text)


def name(text: str, number: int) -> str:
    """The text as a name that is like no other at the table."""
    return f"{text[:LONGEST_NAME]}{number}"
