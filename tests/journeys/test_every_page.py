"""Every page and every state of one: accessible by day and by night, and as wide as the phone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page

from .phone import Phone
from .tour import LONG_NAMES, walk

axe = pytest.importorskip("axe_playwright_python.sync_playwright", exc_type=ImportError)

pytestmark = [pytest.mark.journey, pytest.mark.xdist_group("journeys-every-page")]

OPTIONS = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    },
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}
# By night nothing but the colours changes.
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}, "resultTypes": ["violations"]}
GRAVE = ("serious", "critical")

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
# As tall as the longest form: what a bar that sticks to the edge covers can be scrolled free.
TALL = {"width": 360, "height": 4000}
CULPRITS = """(width) => [...document.querySelectorAll('body *')]
  .filter((it) => it.getBoundingClientRect().right > width + 1)
  .map((it) => `${it.tagName}.${it.getAttribute('class')}`).slice(0, 6)
"""


@dataclass(slots=True)
class Faults:
    """What a walk has found, by what was looked for."""

    seen: list[str] = field(default_factory=list)
    narrow: list[str] = field(default_factory=list)
    large: list[str] = field(default_factory=list)
    small: list[str] = field(default_factory=list)
    grave: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)


def too_wide(page: Page, where: str, width: int) -> list[str]:
    shown = page.evaluate(WIDTH)
    if shown <= width:
        return []
    return [f"{where}: {shown} px wide: {'; '.join(page.evaluate(CULPRITS, width))}"]


def found_by_axe(page: Page, where: str, options=OPTIONS, again=False) -> Iterator[str]:
    """The grave faults of a page; `again` on one that has been looked at and so has axe in it."""
    looking = axe.Axe("null") if again else axe.Axe()
    for violation in looking.run(page, options=options).response["violations"]:
        if violation["impact"] in GRAVE:
            nodes = [" ".join(map(str, node["target"])) for node in violation["nodes"]]
            yield f"{where}: {violation['id']}: {'; '.join(nodes[:4])}"


def look_at(page: Page, name: str, faults: Faults) -> None:
    """Every check of one page, which is then as it was before."""
    faults.seen.append(name)
    faults.small += [f"{name}: {told}" for told in page.evaluate(SMALL, THUMB)]
    page.set_viewport_size(NARROW)
    faults.narrow += too_wide(page, f"{name} at 320 px", NARROW["width"])
    page.set_viewport_size(USUAL)
    page.evaluate(TEXT_SIZE, "200%")
    faults.large += too_wide(page, f"{name} with text of 200 %", USUAL["width"])
    page.evaluate(TEXT_SIZE, "")
    page.set_viewport_size(TALL)
    faults.grave += found_by_axe(page, f"{name}, light")
    page.emulate_media(color_scheme="dark")
    faults.grave += found_by_axe(page, f"{name}, dark", COLOURS, again=True)
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(USUAL)


@pytest.fixture(scope="module")
def faults(browser, house):
    """Of one walk for all tests: it is the walk that takes long."""
    phone = Phone(browser, house.root, viewport=USUAL, device_scale_factor=1)
    found = Faults(complaints=phone.complaints)
    for name in walk(phone, house, LONG_NAMES):
        look_at(phone.page, name, found)
    phone.context.close()
    return found


def test_the_walk_has_come_round(faults):
    assert len(faults.seen) >= 20


def test_no_page_complains(faults):
    assert faults.complaints == []


def test_no_page_has_a_grave_fault(faults):
    assert faults.grave == []


def test_every_page_fits_a_narrow_phone(faults):
    assert faults.narrow == []


def test_every_page_fits_with_large_text(faults):
    assert faults.large == []


def test_everything_is_as_large_as_a_thumb(faults):
    assert faults.small == []


def test_axe_would_see_a_fault(phones):
    phone = phones()
    phone.open("/new")
    phone.page.evaluate("document.querySelector('label[for=side0]').removeAttribute('for')")
    phone.page.evaluate("document.getElementById('side0').placeholder = ''")
    assert any("label" in told for told in found_by_axe(phone.page, "new"))
