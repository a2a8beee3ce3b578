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
TEXT_SIZE = "(size) => { document.documentElement.style.fontSize = size; }"
NARROW, USUAL = {"width": 320, "height": 740}, {"width": 360, "height": 740}
CULPRITS = """(width) => [...document.querySelectorAll('body *')]
  .filter((it) => it.getBoundingClientRect().right > width + 1)
  .map((it) => `${it.tagName}.${it.getAttribute('class')}`).slice(0, 6)
"""


def too_wide(page, width):
    shown = page.evaluate(WIDTH)
    return [(shown, page.evaluate(CULPRITS, width))] if shown > width else []


def test_every_page_fits_narrow_phones_large_text_and_thumbs(phones, house):
    """One walk for all three: it is the walk that takes long."""
    phone = phones(viewport=USUAL)
    page = phone.page
    narrow, large, small = [], [], []
    for name in walk(phone, house, LONG_NAMES):
        small += [f"{name}: {told}" for told in page.evaluate(SMALL, THUMB)]
        page.set_viewport_size(NARROW)
        narrow += [(name, *told) for told in too_wide(page, NARROW["width"])]
        page.set_viewport_size(USUAL)
        page.evaluate(TEXT_SIZE, "200%")
        large += [(name, *told) for told in too_wide(page, USUAL["width"])]
        page.evaluate(TEXT_SIZE, "")
    assert narrow == []
    assert large == []
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
