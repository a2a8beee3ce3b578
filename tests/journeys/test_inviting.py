"""From one phone to the next: the code to type, the QR code in the dark, the link."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .phone import Phone

pytestmark = [pytest.mark.journey, pytest.mark.xdist_group("journeys-inviting")]


def code_of(phone, match, kind="edit"):
    phone.open(f"{match.board}/share?for={kind}")
    phone.tap("#code button")
    expect(phone.find(".code")).to_be_in_viewport()
    return phone.find(".code").inner_text()


@pytest.mark.parametrize(("kind", "enters"), [("edit", 1), ("watch", 0)])
def test_a_code_is_read_from_one_phone_and_typed_on_another(phones, house, kind, enters):
    match = house.start((100, 50))
    host, guest, third = phones(), phones(), phones()
    host.open(match.edit_link)
    letters = code_of(host, match, kind)
    for phone, page in ((guest, "/"), (third, "/join")):
        phone.open(page)
        phone.tap("#code")
        phone.page.keyboard.type(letters.lower().replace(" ", ""))
        phone.next_field()
        phone.expect_totals("100", "50")
        expect(phone.find(".bar .btn--go")).to_have_count(enters)


def test_the_code_counts_down_and_says_when_it_has_ended(phones, house):
    match = house.start()
    phone = phones()
    phone.page.clock.install()
    phone.open(match.edit_link)
    code_of(phone, match)
    written = phone.find(".left-clock").inner_text()  # by the server; a change says it counts
    expect(phone.find(".left-clock")).not_to_have_text(written)
    phone.page.clock.run_for(60_000)
    expect(phone.find(".left-clock")).to_have_text(re.compile("8:[45][0-9]"))
    phone.page.clock.run_for(9 * 60_000)
    expect(phone.find(".code")).to_be_hidden()
    expect(phone.find(".ended")).to_have_text("That code has ended.")
    phone.tap("#code button")
    expect(phone.find(".code")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_picture_is_large_and_dark_on_white_in_any_light(browser, house, scheme):
    root = house.root.replace("127.0.0.1", "tranca.localhost")
    phone = Phone(browser, root, color_scheme=scheme)
    phone.open(house.start().edit_link)
    phone.tap(".bar .act >> nth=1")
    for tab in (0, 1):
        phone.tap(phone.find(".seg a").nth(tab))
        code = phone.find(".qr")
        expect(code).to_be_in_viewport(ratio=1)
        box = code.bounding_box()
        assert box["width"] >= 260 and abs(box["width"] - box["height"]) < 1
        assert code.evaluate("it => getComputedStyle(it).backgroundColor") == "rgb(255, 255, 255)"
        stroke = code.locator("path").evaluate("it => getComputedStyle(it).stroke")
        assert stroke == "rgb(16, 32, 26)"
    phone.context.close()
    assert phone.complaints == []


def test_a_tap_on_the_link_selects_it_whole(phones, house):
    match = house.start()
    phone = phones()
    phone.open(match.edit_link)
    phone.open(f"{match.board}/share")
    phone.find("#edit-link").click()
    selected = phone.page.evaluate("() => getSelection().toString()")
    assert selected == house.root + match.edit_link
    shown = phone.find("#edit-link").evaluate("it => it.scrollWidth <= it.clientWidth")
    assert shown


def test_a_wrong_code_keeps_what_was_typed(phones, house):
    phone = phones()
    phone.expect_status(422)
    phone.open("/")
    phone.find("#code").fill("bcd fga")
    phone.next_field()
    expect(phone.find("#p-code .prob")).to_be_in_viewport()
    assert phone.typed("code") == ("bcd fga",)


def test_a_link_is_copied_over_plain_http_too(phones, house):
    """There is no clipboard for a page on such an address; only what is selected can be copied."""
    phone = phones()
    phone.page.add_init_script(
        "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
        "document.addEventListener('copy', () => { window.copied = String(getSelection()); });"
    )
    match = house.start()
    phone.open(match.edit_link)
    phone.open(f"{match.board}/share")
    phone.tap("[data-copy=edit-link]")
    expect(phone.find("[data-copy=edit-link]")).to_have_class(re.compile("copied"))
    expect(phone.find("[data-copy=edit-link] + [role=status]")).to_have_text("Copied")
    assert phone.page.evaluate("window.copied") == phone.find("#edit-link").inner_text()
