"""A browser without JavaScript: it reads pages, fills in their forms and sends them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urlsplit

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source"}
SVG_SHAPES = {"path", "line", "rect", "circle", "polyline"}
ADDRESSES = {"href", "src", "action", "formaction", "hx-get", "hx-post", "poster", "srcset", "data"}
CONTROLS = {"input", "select", "textarea", "button", "output"}
HOST = "localhost"


@dataclass
class Node:
    """An element of a page."""

    tag: str
    attrs: dict[str, str]
    parent: Node | None = None
    children: list[Node | str] = field(default_factory=list)

    def __getitem__(self, name):
        return self.attrs[name]

    def get(self, name, default=None):
        return self.attrs.get(name, default)

    @property
    def text(self):
        """The words a person reads, with single spaces."""
        return " ".join("".join(self._words()).split())

    def _words(self):
        for child in self.children:
            yield from [child] if isinstance(child, str) else child._words()

    def walk(self):
        """The elements inside, in the order of the page."""
        left = self.children[::-1]
        while left:
            node = left.pop()
            if isinstance(node, Node):
                yield node
                left += node.children[::-1]

    def all(self, tag=None, **attrs):
        """The elements inside with this tag and these attributes (`class_`: one of the classes)."""
        return [node for node in self.walk() if node.matches(tag, attrs)]

    def one(self, tag=None, **attrs):
        found = self.all(tag, **attrs)
        assert len(found) == 1, f"{len(found)} × {tag} {attrs} in {self.text[:400]!r}"
        return found[0]

    def matches(self, tag, attrs):
        if tag is not None and self.tag != tag:
            return False
        for name, wanted in attrs.items():
            held = self.attrs.get(name.rstrip("_").replace("_", "-"))
            if name == "class_":
                held = wanted if wanted in (held or "").split() else None
            if (held is None) if wanted is True else (held != wanted):
                return False
        return True

    def inside(self, *tags):
        above = self.parent
        while above is not None:
            if above.tag in tags:
                return above
            above = above.parent
        return None


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.root = Node("", {})
        self.here = self.root

    def handle_starttag(self, tag, attrs):
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"an attribute twice: {self.get_starttag_text()}"
        node = Node(tag, {name: value or "" for name, value in attrs}, self.here)
        self.here.children.append(node)
        if tag not in VOID:
            self.here = node

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.here = self.here.parent

    def handle_endtag(self, tag):
        assert self.here.tag == tag, f"</{tag}> closes <{self.here.tag}> at {self.getpos()}"
        self.here = self.here.parent

    def handle_data(self, data):
        self.here.children.append(data)


def read(text):
    """The tree of a page; every element must be closed in order."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    assert reader.here is reader.root, f"<{reader.here.tag}> {reader.here.attrs} is not closed"
    return reader.root


class Form:
    """A form of a page: its controls and what they hold."""

    def __init__(self, node):
        self.node = node
        self.action = node["action"]
        self.method = node.get("method", "get")
        self.controls = [n for n in node.walk() if n.tag in CONTROLS and n.get("name")]

    def names(self):
        """The names of the fields; buttons are none."""
        return {control["name"] for control in self.controls if control.tag != "button"}

    def values(self):
        """What a browser would send without any button."""
        pairs = []
        for control in self.controls:
            kind = control.get("type", "text")
            if control.tag in ("button", "output") or control.get("disabled") is not None:
                continue
            if control.tag == "select":
                options = control.all("option")
                chosen = [o for o in options if o.get("selected") is not None]
                chosen = chosen or ([] if control.get("multiple") is not None else options[:1])
                pairs += [(control["name"], o["value"]) for o in chosen]
            elif kind in ("radio", "checkbox"):
                if control.get("checked") is not None:
                    pairs.append((control["name"], control.get("value", "on")))
            else:
                pairs.append((control["name"], control.get("value", "")))
        return pairs

    def value(self, name):
        found = [value for key, value in self.values() if key == name]
        return found[0] if found else None

    def filled(self, typed, button=None):
        """What is sent after typing `typed`: None clears a box, a list ticks several."""
        pairs = self.values()
        for name, value in typed.items():
            boxes = [c for c in self.controls if c["name"] == name and c.tag != "button"]
            assert boxes, f"the form has no {name}; it has {sorted(self.names())}"
            kept = [] if value is None else value if isinstance(value, list) else [value]
            if boxes[0].get("type") in ("radio", "checkbox"):
                choices = {box.get("value", "on") for box in boxes}
                assert set(kept) <= choices, f"{name} offers {choices}"
            pairs = [(key, held) for key, held in pairs if key != name]
            pairs += [(name, one) for one in kept]
        if button is not None:
            name, _, value = button.partition("=")
            assert any(
                b["name"] == name and b["value"] == value
                for b in self.controls
                if b.tag == "button"
            ), f"no button {button}"
            pairs.append((name, value))
        return pairs


class Page:
    """One answer as a person's browser has it."""

    def __init__(self, answer, path, phone):
        self.answer, self.path, self.phone = answer, path, phone
        self.status = answer.status_code
        self.raw = answer.get_data(as_text=True)
        moved = 300 <= self.status < 400  # nobody reads the few words of a redirect
        self.is_html = answer.mimetype == "text/html" and bool(self.raw) and not moved
        self.root = read(self.raw) if self.is_html else Node("", {})
        self.first_status = self.status  # that of the answer before a redirect was followed
        if self.is_html:
            check_page(self)

    @property
    def text(self):
        body = self.root.all("body")
        return body[0].text if body else self.root.text

    @property
    def heading(self):
        return self.root.one("h1").text

    def id(self, name):
        return self.root.one(id=name)

    def has_id(self, name):
        return bool(self.root.all(id=name))

    def problems(self, name):
        """The sentences beside a field; "" is the place for the whole form."""
        return [node.text for node in self.id(f"p-{name}").all("p")]

    def all_problems(self):
        """Every problem of the page by the name of its field."""
        slots = [n for n in self.root.all("div", class_="slot") if n.all("p")]
        return {n["id"][2:]: [p.text for p in n.all("p")] for n in slots}

    def form(self, action=None):
        """The only form of the page, or the one whose address ends so."""
        forms = [Form(node) for node in self.root.all("form")]
        found = [f for f in forms if action is None or f.action.endswith(action)]
        assert len(found) == 1, f"{[f.action for f in forms]} at {self.path} ({self.status})"
        return found[0]

    def links(self):
        return {node["href"]: node for node in self.root.all("a") if node.get("href")}

    def link(self, words):
        """The address behind a link with these words or this label."""
        found = {
            node["href"]
            for node in self.root.all("a")
            if words in (node.text, node.get("aria-label"))
        }
        assert len(found) == 1, f"{words!r}: {found} among {list(self.links())}"
        return found.pop()

    def follow(self, words):
        return self.phone.get(self.link(words))

    def follow_row(self, words):
        """Follows the row of a list whose bold words are these."""
        (row,) = [a for a in self.root.all("a") if any(b.text == words for b in a.all("b"))]
        return self.phone.get(row["href"])

    def press(self, words, typed=None):
        """Sends the form of the button with these words, to the button's address if it has one."""
        (button,) = [b for b in self.root.all("button") if words in (b.text, b.get("aria-label"))]
        form = Form(button.inside("form"))
        sent = form.filled(typed or {})
        if button.get("name"):
            sent.append((button["name"], button.get("value", "")))
        return self.phone.post(button.get("formaction") or form.action, sent)

    def submit(self, typed=None, button=None, action=None, forged=(), redirect=True):
        form = self.form(action)
        assert form.method == "post"
        return self.phone.post(
            form.action, [*form.filled(typed or {}, button), *forged], redirect=redirect
        )


class Phone:
    """A phone with its own cookies."""

    def __init__(self, app, language="en", root=""):
        self.client = app.test_client()
        self.headers = {"Accept-Language": language} if language else {}
        self.root = root

    def get(self, path, headers=(), redirect=True):
        return self._open("GET", path, headers, redirect=redirect)

    def fetch(self, address, **headers):
        """The bare answer, read to its end."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.get(address, headers=named, buffered=True)

    def post(self, path, pairs=(), headers=(), redirect=True):
        """Sends these (name, value) pairs, doubles included."""
        data = {}
        for name, value in pairs:
            data.setdefault(name, []).append(value)
        return self._open("POST", path, headers, redirect, data=data)

    def _open(self, method, path, headers=(), redirect=True, **more):
        parts = urlsplit(path)
        assert parts.netloc in ("", HOST), f"leaves the application: {path}"
        assert parts.path.startswith(self.root + "/"), f"leaves {self.root}: {path}"
        answer = self.client.open(
            parts.path.removeprefix(self.root),
            method=method,
            query_string=dict(parse_qsl(parts.query)) or None,
            base_url=f"http://{HOST}{self.root}",
            headers={**self.headers, **dict(headers)},
            buffered=True,
            **more,
        )
        page = Page(answer, path, self)
        if redirect and 300 <= page.status < 400:
            onward = self._open("GET", answer.headers["Location"], headers)
            onward.first_status = page.status
            return onward
        return page


def check_page(page):
    """What holds on every page: nothing inline, nothing foreign, ids and labels in order."""
    nodes = list(page.root.walk())
    ids = Counter(node["id"] for node in nodes if node.get("id"))
    assert all(count == 1 for count in ids.values()), ids.most_common(2)
    is_whole = any(node.tag == "html" for node in nodes)
    for node in nodes:
        _check_inline(node)
        _check_addresses(node, page.phone.root)
        if node.tag == "form" and node.get("method") == "post":
            tokens = node.all("input", name="csrf_token")
            assert len(tokens) == 1 and tokens[0]["value"], "a form without its token"
        if not is_whole:
            continue  # a fragment refers to what is on the page already
        for name in ("aria-describedby", "aria-labelledby", "for"):
            for target in node.get(name, "").split():
                assert target in ids, f"{name}={target!r} leads nowhere at {page.path}"


def _check_inline(node):
    assert node.tag not in ("style", "iframe", "object", "embed", "base"), node.tag
    assert "style" not in node.attrs, f"inline style on <{node.tag}>"
    handlers = [name for name in node.attrs if re.match(r"on[a-z]|hx-on", name)]
    assert not handlers, f"{handlers} on <{node.tag}>"
    if node.tag == "script":
        assert node.get("src") and not node.text, "an inline script"


def _check_addresses(node, root):
    for name in ADDRESSES & node.attrs.keys():
        address = node[name]
        parts = urlsplit(address)
        assert parts.scheme == "" and parts.netloc == "", f"{name}={address!r}"
        if not address.startswith("#"):
            assert parts.path.startswith(root + "/"), f"{address!r} leaves {root!r}"
