"""Several phones at one table."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .house import EXAMPLE

pytestmark = [pytest.mark.journey, pytest.mark.xdist_group("journeys-two-phones")]

AT_ONCE = 3_000


def hold(page, kind):
    """Counts the pages loaded from now on."""
    loads = []
    page.on(kind, lambda _: loads.append(page.url))
    return loads


def test_a_second_phone_joins_and_follows(phones, house):
    match = house.start()
    first, second = phones(), phones()
    first.open(match.edit_link)
    first.tap(".bar .act >> nth=1")
    link = first.find("#edit-link").inner_text()
    expect(first.find("main .prob")).to_be_visible()  # the address of this machine only
    first.tap(".top .ghost >> nth=0")
    second.open(link)
    expect(second.find(".bar .btn--go")).to_be_visible()
    assert match.edit_link not in second.page.url
    loads = hold(second.page, "load")
    first.begin_hand()
    first.fill_example()
    first.save_to_board()
    expect(second.find(".tee .a .total")).to_have_text("780", timeout=AT_ONCE)
    second.expect_hands(("+780", "−375"))
    expect(second.page).to_have_title("We 780 × They −375 · Tranca")
    assert loads == []


def test_a_watching_phone_follows_and_may_not_enter(phones, house):
    match = house.start()
    phone = phones()
    phone.expect_status(403)
    phone.open(match.watch_link)
    expect(phone.find(".bar")).to_have_count(0)
    house.book.record_hand(match.id, EXAMPLE, house.book.last_seq(match.id))
    phone.expect_totals("780", "−375")
    phone.open(match.entry)
    expect(phone.find("h1")).to_be_visible()
    expect(phone.find("#hand-form")).to_have_count(0)


@pytest.fixture
def clash(phones, house):
    """Two phones that entered hand 1 at once; the second has just learned of it."""
    match = house.start()
    first, second = phones(), phones()
    for phone in (first, second):
        phone.open(match.edit_link)
        phone.begin_hand()
    first.fill_example()
    second.fill_example()
    second.find("#s0-table").fill("120+85")
    second.expect_live("+775", "−375")
    first.save_to_board()
    second.expect_status(409)
    second.save()
    shown = second.find("#clash")
    expect(shown).to_be_in_viewport()
    expect(shown.locator("tbody tr").nth(0)).to_contain_text("+780")
    expect(shown.locator("tbody tr.here")).to_contain_text("+775")
    assert second.typed("s0-table", "s0-hand", "s0-clean", "s0-red_threes", "s1-morto_cards") == (
        "120+85",
        "30",
        "1",
        "2",
        "150",
    )
    assert second.find("[name=s1-morto][value=left]").is_checked()
    assert second.find("[name=went_out][value='0']").is_checked()
    assert house.totals(match) == [(780, -375)]
    return match, first, second


def test_a_clash_turned_into_a_correction_is_one_when_loaded_again(clash):
    _, _, second = clash
    second.tap("#clash button >> nth=1")
    expect(second.find("h1")).to_have_text("Correct hand 1")
    second.page.reload()
    expect(second.find("h1")).to_have_text("Correct hand 1")
    second.expect_live("+775", "−375")


def test_of_two_entries_the_second_may_count_as_another_hand(clash, house):
    match, first, second = clash
    second.tap("#clash button[name=save]")
    second.expect_hands(("+775", "−375"), ("+780", "−375"))
    first.expect_totals("1,555", "−750")
    assert house.totals(match) == [(780, -375), (775, -375)]


def test_the_second_tap_of_a_double_tap_decides_nothing(phones, house):
    match = house.start()
    first, second = phones(), phones()
    for phone in (first, second):
        phone.open(match.edit_link)
        phone.begin_hand()
    first.fill_example()
    second.fill_example()
    first.save_to_board()
    box = second.find(".bar button[name=save]").bounding_box()
    place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    second.expect_status(409)
    second.page.touchscreen.tap(*place)
    expect(second.find("#clash")).to_be_in_viewport()
    second.page.touchscreen.tap(*place)
    expect(second.find("#clash")).to_be_in_viewport()
    assert house.totals(match) == [(780, -375)]


def test_of_two_entries_the_second_may_be_dropped(clash, house):
    match, _, second = clash
    second.tap("#clash a.btn")
    second.expect_hands(("+780", "−375"))
    assert house.totals(match) == [(780, -375)]


def test_a_correction_reaches_the_other_phone(phones, house):
    match = house.start(EXAMPLE)
    first, second = phones(), phones()
    second.open(match.edit_link)
    second.expect_totals("780", "−375")
    expect(second.find(".hands .ic")).to_have_count(0)
    first.open(match.edit_link)
    first.tap(".hands tbody tr >> nth=0")
    first.tap(".bar .btn--go")
    assert first.typed("s0-table", "s1-morto_cards", "s0-red_threes") == ("210", "150", "2")
    first.tap("#s0-table")
    first.digits("310")
    first.expect_live("+880", "−375")
    first.save_to_board()
    first.expect_hands(("+880", "−375"))
    expect(second.find(".tee .a .total")).to_have_text("880", timeout=AT_ONCE)
    expect(second.find(".hands tbody .db .ic")).to_have_count(1)
    second.tap(".hands tbody tr >> nth=0")
    expect(second.find("del").first).to_have_text("+780")
    assert house.totals(match) == [(880, -375)]


def test_two_corrections_of_one_hand_clash(phones, house):
    match = house.start((500, 100))
    first, second = phones(), phones()
    for phone in (first, second):
        phone.open(match.edit_link)
        phone.tap(".hands tbody tr >> nth=0")
        phone.tap(".bar .btn--go")
    first.fill_totals(505, 100)
    second.fill_totals(510, 100)
    first.save_to_board()
    second.expect_status(409)
    second.save()
    expect(second.find("#clash")).to_be_in_viewport()
    expect(second.find("#clash tbody tr").nth(0)).to_contain_text("+505")
    second.tap("#clash button[name=save]")
    first.expect_totals("510", "100")
    assert house.totals(match) == [(510, 100)]
