"""What was typed survives a reload, another page, a dead battery; saved, it is forgotten."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.journey, pytest.mark.xdist_group("journeys-saving")]

TYPED = ("s0-table", "s0-hand", "s0-clean", "s0-red_threes", "s1-table", "s1-morto_cards")
EXAMPLE_TYPED = ("210", "30", "1", "2", "65", "150")
NOTHING_TYPED = ("", "", "0", "0", "", "")
BOARD = re.compile(r"/t/\w+$")
NO_MEMORY = """
  Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied"); } });
"""
FULL_MEMORY = """
  Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
"""


@pytest.fixture
def match(house):
    return house.start()


@pytest.fixture
def phone(phones, match):
    """A phone with the example hand typed and not saved."""
    made = phones()
    made.open(match.edit_link)
    made.begin_hand()
    made.fill_example()
    made.expect_live("+780", "−375")
    return made


def test_a_reload_keeps_what_was_typed(phone):
    phone.page.reload()
    phone.expect_live("+780", "−375")
    expect(phone.find("#draft")).to_be_hidden()
    assert phone.typed(*TYPED) == EXAMPLE_TYPED
    expect(phone.find("[name=s1-morto][value=left]")).to_be_checked()


def test_a_hand_started_is_offered_when_the_form_is_opened_again(phone, match, house):
    phone.open(match.board)
    phone.begin_hand()
    offer = phone.find("#draft")
    expect(offer).to_be_visible()
    expect(offer).to_contain_text("We +780 · They −375")
    expect(phone.find("#draft h2")).to_be_focused()
    expect(phone.find("#went_out")).to_be_hidden()
    expect(phone.find(".bar")).to_be_hidden()
    phone.tap('#draft [data-draft="go-on"]')
    phone.expect_live("+780", "−375")
    assert phone.typed(*TYPED) == EXAMPLE_TYPED
    phone.save_to_board()
    assert house.totals(match) == [(780, -375)]
    phone.begin_hand()
    expect(offer).to_be_hidden()
    assert phone.typed(*TYPED) == NOTHING_TYPED


def test_a_hand_started_can_be_thrown_away(phone, match):
    phone.open(match.board)
    phone.begin_hand()
    phone.tap('#draft [data-draft="throw-away"]')
    expect(phone.find("#went_out")).to_be_visible()
    assert phone.typed(*TYPED) == NOTHING_TYPED
    phone.page.reload()
    expect(phone.find("#went_out")).to_be_visible()
    expect(phone.find("#draft")).to_be_hidden()


def test_undecided_it_stays_offered(phone, match):
    for _ in range(2):
        phone.open(match.board)
        phone.begin_hand()
        expect(phone.find("#draft")).to_be_visible()
    phone.page.reload()
    phone.expect_live("+780", "−375")


def test_another_page_of_the_same_phone_offers_it_too(phone, match):
    """As after the browser was closed, or the phone went to sleep for good."""
    other = phone.context.new_page()
    phone.watch(other)
    phone.page.close()
    other.goto(match.entry)
    expect(other.locator("#draft")).to_contain_text("We +780")


def test_nothing_typed_is_no_draft(phones, match):
    phone = phones()
    phone.open(match.edit_link)
    for _ in range(2):
        phone.begin_hand()
        expect(phone.find("#draft")).to_be_hidden()
        phone.step("s0-clean")
        phone.tap('button[value="s0-clean:-1"]')
        phone.open(match.board)


def test_every_hand_has_a_draft_of_its_own(phone, match, house):
    phone.save_to_board()
    hand = house.book.read(match.id).hands[0]
    correction = f"{match.board}/hands/{hand.id}/edit"
    phone.open(correction)
    phone.find("#s0-hand").fill("45")
    phone.expect_live("+765", "−375")
    phone.open(match.board)
    phone.begin_hand()
    expect(phone.find("#draft")).to_be_hidden()
    phone.find("#s0-table").fill("65")
    phone.expect_live("+65", "0")
    phone.open(correction)
    expect(phone.find("#draft")).to_contain_text("We +765")
    phone.tap('#draft [data-draft="go-on"]')
    phone.expect_live("+765", "−375")
    phone.save_to_board()
    assert house.totals(match) == [(765, -375)]
    phone.begin_hand()
    expect(phone.find("#draft")).to_contain_text("We +65")


def test_cards_and_ways_of_counting_are_kept(phone, match):
    phone.count(0, "card")
    phone.tap('#pad button[value="rank:K"]')
    phone.tap('#pad button[data-suit="S"]', 2)
    expect(phone.find("#cards-0 .melds .card")).to_have_count(2)
    phone.open(match.entry)
    phone.tap('#draft [data-draft="go-on"]')
    expect(phone.find("#cards-0 .melds .card")).to_have_count(2)
    expect(phone.find("#s0-t-card")).to_have_attribute("aria-pressed", "true")
    phone.count(0, "points")
    phone.tap("#w-s0-t button")
    expect(phone.find("#s0-table")).to_have_value("210")


def test_a_hand_that_others_saved_meanwhile_is_shown_beside_it(phone, match, house):
    phone.expect_status(409)
    house.book.record_hand(match.id, (100, 50), house.book.last_seq(match.id))
    phone.page.reload()
    expect(phone.find("#draft")).to_be_visible()
    assert phone.typed(*TYPED) == NOTHING_TYPED
    phone.tap('#draft [data-draft="go-on"]')
    phone.expect_live("+780", "−375")
    phone.save()
    expect(phone.find("#clash tbody tr").nth(0)).to_contain_text("+100")
    phone.page.reload()
    expect(phone.find("#draft")).to_be_visible()
    phone.tap('#draft [data-draft="go-on"]')
    phone.expect_live("+780", "−375")
    phone.save()
    expect(phone.find("#clash tbody tr.here")).to_contain_text("+780")
    assert house.totals(match) == [(100, 50)]


def test_a_save_that_had_arrived_after_all_leaves_no_draft(phone, match, house):
    phone.allowed.append("ERR_FAILED|Failed to fetch")

    def lose(route):
        route.fetch(max_redirects=0)
        route.abort()

    phone.page.route(f"**{match.entry}", lose, times=1)
    phone.save()
    expect(phone.find("#hand-form .unsent")).to_be_visible()
    phone.open(match.board)
    phone.expect_hands(("+780", "−375"))
    phone.begin_hand()
    expect(phone.find("#draft")).to_be_hidden()
    assert phone.typed(*TYPED) == NOTHING_TYPED


def test_a_save_that_did_not_arrive_is_told_when_the_form_is_opened_again(phone, match, house):
    phone.allowed.append("ERR_FAILED|Failed to fetch")
    phone.page.route(f"**{match.entry}", lambda route: route.abort(), times=1)
    phone.save()
    expect(phone.find("#hand-form .unsent")).to_be_visible()
    phone.open(match.board)
    phone.begin_hand()
    expect(phone.find("#draft .prob")).to_be_visible()
    phone.tap('#draft [data-draft="go-on"]')
    phone.expect_live("+780", "−375")
    assert house.totals(match) == []
    phone.save_to_board()
    assert house.totals(match) == [(780, -375)]


def test_after_a_reload_a_waiting_save_is_sent(phone, match, house):
    phone.allowed.append("ERR_FAILED|Failed to fetch")
    phone.page.route(f"**{match.entry}", lambda route: route.abort(), times=1)
    phone.save()
    expect(phone.find("#hand-form .unsent")).to_be_visible()
    phone.page.reload()
    phone.page.wait_for_url(BOARD)
    phone.expect_hands(("+780", "−375"))
    assert house.totals(match) == [(780, -375)]


@pytest.mark.parametrize("memory", [NO_MEMORY, FULL_MEMORY], ids=["none", "full"])
def test_a_browser_that_keeps_nothing_saves_as_well(phones, match, house, memory):
    phone = phones()
    phone.context.add_init_script(memory)
    phone.open(match.edit_link)
    phone.begin_hand()
    phone.fill_example()
    phone.expect_live("+780", "−375")
    phone.go_offline()
    phone.save()
    expect(phone.find("#hand-form .unsent")).to_be_visible()
    phone.go_online()
    phone.page.wait_for_url(BOARD)
    assert house.totals(match) == [(780, -375)]
    phone.begin_hand()
    expect(phone.find("#draft")).to_be_hidden()


def test_a_hand_saved_without_a_connection_is_told_on_the_board_and_sent_once(phone, match, house):
    phone.go_offline()
    phone.save()
    expect(phone.find(".unsent")).to_be_visible()
    phone.page.route(
        "**/hands/new",
        lambda route: route.abort() if route.request.method == "POST" else route.continue_(),
    )
    phone.allowed.append("ERR_FAILED|Failed to fetch")
    phone.go_online()
    phone.open(match.board)
    note = phone.find("#unsent")
    expect(note).to_be_visible()
    assert house.totals(match) == []
    phone.page.unroute("**/hands/new")
    phone.tap(note)
    phone.page.wait_for_url(BOARD)
    phone.expect_totals("780", "−375")
    expect(note).to_be_hidden()
    assert house.totals(match) == [(780, -375)]


def test_figures_that_nobody_could_count_are_not_shown(phone):
    phone.go_offline()
    phone.find("#s0-table").fill("310")
    expect(phone.find(".lost")).to_be_visible()
    phone.expect_live("–", "–")
    expect(phone.find("#live small")).to_have_text(["", ""])  # no old totals either
    phone.save()
    expect(phone.find(".unsent")).to_be_visible()
    expect(phone.find(".lost")).to_be_hidden()  # one box says it all
    phone.find("#s0-table").fill("311")
    expect(phone.find(".unsent")).to_be_hidden()
    phone.find("#s0-table").fill("310")
    phone.go_online()
    phone.expect_live("+880", "−375")
    expect(phone.find(".lost")).to_be_hidden()


def test_what_nobody_could_count_is_offered_without_figures(phones, house):
    phone = phones()
    match = house.start()
    phone.open(match.edit_link)
    phone.begin_hand()
    house.renew(match)
    phone.expect_status(410)
    with phone.page.expect_response("**/preview*"):
        phone.fill_totals(432, 123)
    expect(phone.find("#live .p").first).to_have_text("–")
    phone.open(f"/j/{house.book.keys(match.id).edit}")
    phone.begin_hand()
    expect(phone.find("#draft [data-points]").first).to_have_text("–")
    phone.tap("#draft [data-draft=go-on]")
    phone.expect_live("+432", "+123")


def test_what_was_typed_for_a_match_that_has_gone_is_shown_and_kept(phone, match, house):
    phone.expect_status(410)
    house.book.forget(match.id)
    phone.save()
    expect(phone.find("h1")).to_have_text("This match is no longer here")
    typed = phone.find("#typed")
    expect(typed).to_contain_text("210")
    expect(typed).to_contain_text("150")
    drafts = "() => Object.keys(localStorage).filter(key => key.startsWith('hand:'))"
    assert phone.page.evaluate(drafts) == [f"hand:{match.entry}"]
    held = phone.page.evaluate(f"() => localStorage.getItem('hand:{match.entry}')")
    assert '["s0-table","210"]' in held


HIDDEN = """() => {
  Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def beside(phone, match):
    """A second window of the same phone, with the form of the same hand."""
    other = phone.context.new_page()
    phone.watch(other)
    other.goto(match.entry)
    expect(other.locator("#hand-form[data-htmx-powered]")).to_be_attached()
    return other


@pytest.fixture
def untouched(phones, match):
    """A phone with the form of a hand into which nothing was typed."""
    made = phones()
    made.open(match.edit_link)
    made.begin_hand()
    return made


def save_in_vain(phone, match):
    """The hand waits to be sent, and no other try will get through either."""
    phone.allowed.append("ERR_FAILED|Failed to fetch")
    lost = lambda route: route.abort() if route.request.method == "POST" else route.continue_()  # noqa: E731
    phone.context.route(f"**{match.entry}", lost)
    phone.save()
    expect(phone.find("#hand-form .unsent")).to_be_visible()


def test_a_window_in_which_nothing_was_typed_erases_no_draft_of_another(untouched, match, house):
    first, other = untouched, beside(untouched, match)
    first.fill_example()
    first.expect_live("+780", "−375")
    save_in_vain(first, match)
    other.evaluate(HIDDEN)
    other.goto(match.board)
    expect(other.locator("#unsent")).to_be_visible()
    first.page.close()  # as a phone does that needs its memory
    other.goto(match.entry)
    expect(other.locator("#draft .prob")).to_be_visible()
    expect(other.locator("#draft")).to_contain_text("We +780")


def test_typing_in_another_window_writes_over_no_hand_that_waits(untouched, match, house):
    first, other = untouched, beside(untouched, match)
    first.fill_example()
    save_in_vain(first, match)
    first.page.close()
    other.locator("#s0-table").fill("65")
    expect(other.locator("#live .a output.p")).to_have_text("+65")
    other.goto(match.board)
    first.context.unroute(f"**{match.entry}")
    other.locator("#unsent").tap()
    expect(other.locator(".hands tbody .da")).to_have_text(["+780"])
    assert house.totals(match) == [(780, -375)]
    other.goto(match.entry)
    expect(other.locator("#draft")).to_contain_text("We +65")
    other.locator('#draft [data-draft="throw-away"]').tap()
    other.reload()
    expect(other.locator("#went_out")).to_be_visible()
    assert other.evaluate("Object.keys(localStorage).filter(key => key.startsWith('hand:'))") == []


def test_a_hand_that_waits_in_a_second_window_is_told_on_the_board(untouched, match, house):
    first, other = untouched, beside(untouched, match)
    other.locator("#s0-table").fill("65")
    first.fill_example()
    save_in_vain(first, match)
    first.page.close()
    other.goto(match.board)
    first.context.unroute(f"**{match.entry}")
    other.locator("#unsent").tap()
    expect(other.locator(".hands tbody .da")).to_have_text(["+780"])
    assert house.totals(match) == [(780, -375)]


def test_each_window_takes_up_what_was_typed_in_it(untouched, match):
    first, other = untouched, beside(untouched, match)
    first.find("#s0-table").fill("210")
    other.locator("#s0-table").fill("65")
    for window, typed in ((other, "65"), (first.page, "210")):
        window.reload()
        expect(window.locator("#s0-table")).to_have_value(typed)


def test_a_save_in_one_window_leaves_what_was_typed_in_another(untouched, match, house):
    first, other = untouched, beside(untouched, match)
    other.locator("#s0-table").fill("65")
    expect(other.locator("#live .a output.p")).to_have_text("+65")
    first.fill_example()
    first.save_to_board()
    kept = other.evaluate("Object.values(localStorage).map((text) => JSON.parse(text).typed)")
    assert [dict(typed)["s0-table"] for typed in kept] == ["65"]
    other.close()
    first.begin_hand()
    expect(first.find("#draft")).to_contain_text("We +65")


def test_a_form_emptied_again_leaves_no_draft_of_its_own(phones, match):
    phone = phones()
    phone.open(match.edit_link)
    phone.begin_hand()
    phone.find("#s0-table").fill("65")
    kept = "() => Object.keys(localStorage).filter(key => key.startsWith('hand:')).length"
    assert phone.page.evaluate(kept) == 1
    phone.find("#s0-table").fill("")
    assert phone.page.evaluate(kept) == 0


def test_a_hand_started_is_offered_when_another_script_does_not_arrive(phone, match):
    phone.allowed.append("ERR_FAILED|Failed to fetch")
    phone.open(match.board)
    phone.page.route("**/app.js*", lambda route: route.abort())
    phone.begin_hand()
    expect(phone.find("#draft")).to_contain_text("We +780")
    expect(phone.find("#draft time")).to_have_text(re.compile(r"\d:\d\d"))
    phone.open(match.entry)
    expect(phone.find("#draft")).to_contain_text("We +780")
    phone.tap('#draft [data-draft="go-on"]')
    phone.expect_live("+780", "−375")
