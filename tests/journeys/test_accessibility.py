"""What axe finds on every page, by day and by night."""

from __future__ import annotations

import pytest

from .tour import walk

axe = pytest.importorskip("axe_playwright_python.sync_playwright", exc_type=ImportError)

pytestmark = [pytest.mark.journey, pytest.mark.xdist_group("journeys-accessibility")]

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
# As tall as the longest form: what a bar that sticks to the edge covers can be scrolled free.
TALL = {"viewport": {"width": 360, "height": 4000}, "device_scale_factor": 1}


def found_by_axe(page, where, options=OPTIONS, again=False):
    """The grave faults of a page; `again` on one that has been looked at and so has axe in it."""
    looking = axe.Axe("null") if again else axe.Axe()
    for violation in looking.run(page, options=options).response["violations"]:
        if violation["impact"] in GRAVE:
            nodes = [" ".join(map(str, node["target"])) for node in violation["nodes"]]
            yield f"{where}: {violation['id']}: {'; '.join(nodes[:4])}"


def test_no_page_has_a_grave_fault(phones, house):
    phone = phones(**TALL)
    found = []
    seen = []
    for name in walk(phone, house):
        seen.append(name)
        for scheme, options in (("light", OPTIONS), ("dark", COLOURS)):
            phone.page.emulate_media(color_scheme=scheme)
            found += found_by_axe(phone.page, f"{name}, {scheme}", options, scheme == "dark")
    assert found == []
    assert len(seen) >= 20


def test_axe_would_see_a_fault(phones):
    phone = phones()
    phone.open("/new")
    phone.page.evaluate("document.querySelector('label[for=side0]').removeAttribute('for')")
    phone.page.evaluate("document.getElementById('side0').placeholder = ''")
    assert any("label" in told for told in found_by_axe(phone.page, "new"))
