"""Tapping through the questions of the rules assistant as a browser without scripts does."""

from __future__ import annotations

from urllib.parse import urlencode

from .browsing import Form


def tap(page, words, typed=None):
    """The page after the button of a question's form with these words or this label."""
    found = [
        button
        for button in page.root.all("button")
        if words in (button.text, button.get("aria-label"))
    ]
    assert found, (
        f"no button {words!r}: {[b.text or b.get('aria-label') for b in page.root.all('button')]}"
    )
    button = found[-1]
    form = Form(button.inside("form"))
    assert form.method == "get", words
    sent = form.filled(typed or {})
    if button.get("name"):
        sent.append((button["name"], button.get("value", "")))
    path = form.action.partition("?")[0]
    return page.phone.get(f"{path}?{urlencode(sent)}")


def tap_all(page, *words):
    """The page after several taps."""
    for word in words:
        page = tap(page, word)
    return page


def verdict(page):
    """The large word of the answer, or None while there is none."""
    found = page.root.all("p", class_="say")
    return found[0].text if found else None


def why(page):
    return page.root.one("p", class_="why").text


def rules(page):
    """The ids of the rules that are shown below the answer."""
    return [quote.one("code").text for quote in page.root.all("blockquote", class_="rule")]
