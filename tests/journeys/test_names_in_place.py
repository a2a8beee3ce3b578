"""Names in any script stay in their place."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.journey, pytest.mark.xdist_group("journeys-every-page")]


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
