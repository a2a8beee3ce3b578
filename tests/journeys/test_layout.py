"""Narrow phones, large text, long names, names in any script, thumbs."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .tour import LONG_NAMES, walk

pytestmark = [pytest.mark.journey, pytest.mark.xdist_group("journeys-layout")]

THUMB = 44
WIDTH = "() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)"
# A choice is as large as its label, a row of the board as large as the row.
SMALL = """(least) => [...document.querySelectorAll(
    'button, summary, select, input:not([type=hidden]), .bar a, .top a, a.row, a.btn, .hands th a'
  )].filter((it) => !it.closest('.vh, .bar > p, .forecast') && it.checkVisibility())
  .map((it) => [it, (it.closest('.hands tr, label') ?? it).getBoundingClientRect()])
  .filter(([it, box]) => box.height > 0 && (box.height < least - 0.5 || box.width < least - 0.5))
  .map(([it, box]) => `${it.outerHTML.slice(0, 90)}: ${box.width}x${box.height}`)
"""
LARGE_TEXT = "() => { document.documentElement.style.fontSize = '200%'; }"
CULPRITS = """(width) => [...document.querySelectorAll('body *')]
  .filter((it) => it.getBoundingClientRect().right > width + 1)
  .map((it) => `${it.tagName}.${it.getAttribute('class')}`).slice(0, 6)
"""


@pytest.mark.parametrize(("width", "large"), [(320, False), (360, True)], ids=["320", "200%"])
def test_no_page_scrolls_sideways(phones, house, width, large):
    phone = phones(viewport={"width": width, "height": 740})
    wide = []
    for name in walk(phone, house, LONG_NAMES):
        if large:
            phone.page.evaluate(LARGE_TEXT)
        shown = phone.page.evaluate(WIDTH)
        if shown > width:
            wide.append((name, shown, phone.page.evaluate(CULPRITS, width)))
    assert wide == []


def test_every_target_fits_a_thumb(phones, house):
    phone = phones()
    small = []
    for name in walk(phone, house):
        small += [f"{name}: {told}" for told in phone.page.evaluate(SMALL, THUMB)]
    assert small == []


def test_names_of_any_script_stay_in_their_place(phones, house):
    names = ("فريق الأسود", "🐆🃏 Onças")
    match = house.start((780, -375), names=names, players=(("نور", "Ana"), ("Bia", "🦜")))
    phone = phones()
    for path in (match.edit_link, match.entry, "/"):
        phone.open(path)
        for name in names:
            shown = phone.find("bdi:visible").filter(has_text=name)
            expect(shown.first).to_have_text(name)
        bare = phone.page.evaluate(
            """(names) => {
              const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
              const found = [];
              while (walker.nextNode()) {
                const node = walker.currentNode;
                if (node.parentElement.closest('bdi, .vh')) continue;
                if (names.some((name) => node.data.includes(name)))
                  found.push(node.data);
              }
              return found;
            }""",
            list(names),
        )
        assert bare == []
