"""What outlives the evening: the last board without a connection, a sheet of paper, a file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.journey, pytest.mark.xdist_group("journeys-end")]

HANDS = ((780, -375), (315, 640), (470, 885), (-120, 560), (655, 205), (360, 395))
PAPERS = ("A4", "Letter")


KEPT = "caches.open('tranca-boards-1').then(c => c.keys()).then(k => k.map(r => r.url))"


def wait_until_kept(phone, match, figure):
    """Waits until the phone keeps a board of the match with this figure."""
    text = f"caches.match('/t/{match.id}').then(page => page?.text() ?? '')"
    phone.page.wait_for_function(f"() => {text}.then(text => text.includes('{figure}'))")


def ready(phone):
    """Waits until the worker answers for the pages of this phone."""
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.page.reload()
    phone.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    phone.page.reload()
    expect(phone.find("#board")).to_be_visible()


def test_the_last_board_is_there_without_a_connection(phones, house):
    phone = phones(service_workers="allow")
    match = house.start(*HANDS)
    phone.open(match.edit_link)
    ready(phone)
    phone.go_offline()
    phone.page.reload()
    phone.expect_totals("2,460", "2,310")
    expect(phone.find("#board .offline")).to_be_visible()
    expect(phone.find("#board .offline time")).to_have_text(re.compile(r"\d\d:\d\d"))
    phone.go_online()
    expect(phone.find("#board .offline")).to_be_hidden()


def test_a_board_is_kept_as_it_was_last_seen(phones, house):
    """After a first visit by the QR code, and after a hand that came by following."""
    phone = phones(service_workers="allow")
    match = house.start(*HANDS[:1])
    phone.open(match.edit_link)
    wait_until_kept(phone, match, "780")
    house.book.record_hand(match.id, HANDS[1], house.book.last_seq(match.id))
    phone.expect_totals("1,095", "265")
    wait_until_kept(phone, match, "1,095")
    phone.go_offline()
    phone.page.reload()
    phone.expect_totals("1,095", "265")


def test_a_phone_whose_link_was_renewed_keeps_no_board(phones, house):
    phone = phones(service_workers="allow")
    match = house.start(*HANDS)
    phone.open(match.edit_link)
    wait_until_kept(phone, match, "2,460")
    ready(phone)
    phone.open(f"{match.board}/log")
    house.renew(match)
    phone.expect_status(410)
    phone.open(f"{match.board}/share")
    expect(phone.find("h1")).to_contain_text("renewed")
    phone.page.wait_for_function(
        f"() => {KEPT}.then(urls => !urls.some(u => u.includes('{match.id}')))"
    )


def test_a_page_that_is_not_kept_says_so_in_our_words(phones, house):
    phone = phones(service_workers="allow")
    match = house.start(*HANDS[:1])
    phone.open(match.edit_link)
    wait_until_kept(phone, match, "780")
    ready(phone)
    phone.go_offline()
    phone.expect_status(503)
    phone.page.goto(f"{house.root}{match.entry}")
    expect(phone.find("h1")).to_have_text("No connection")
    phone.go_online()
    phone.tap("main a.btn--go")
    expect(phone.find("#hand-form")).to_be_visible()


def test_a_phone_that_saves_into_a_deleted_match_keeps_no_board(phones, house):
    phone = phones(service_workers="allow")
    match = house.start(*HANDS)
    phone.open(match.edit_link)
    wait_until_kept(phone, match, "2,460")
    ready(phone)
    phone.begin_hand()
    phone.fill_totals(500, 100)
    house.book.forget(match.id)
    phone.expect_status(410)
    phone.save()
    phone.page.wait_for_function(
        f"() => {KEPT}.then(urls => !urls.some(u => u.includes('{match.id}')))"
    )


def test_a_count_that_comes_after_the_form_has_gone_is_no_mistake(phones, house):
    phone = phones()
    match = house.start(*HANDS)
    phone.open(match.edit_link)
    phone.begin_hand()
    held = []
    phone.page.route("**/preview*", lambda route: held.append(route))
    with phone.page.expect_request("**/preview*"):
        phone.fill_totals(500, 100)
    house.book.forget(match.id)
    phone.expect_status(410)
    phone.save()
    expect(phone.find("#hand-form")).to_have_count(0)
    with phone.page.expect_response("**/preview*"):
        held[-1].fulfill(status=200, body="<p>late</p>", content_type="text/html")
    phone.page.wait_for_timeout(100)


def test_a_match_deleted_for_good_is_not_kept_by_the_phone(phones, house):
    phone = phones(service_workers="allow")
    match = house.start(*HANDS, names=("Gatos", "Onças"))
    phone.open(match.edit_link)
    ready(phone)
    phone.tap("a[href$='/delete']")
    phone.tap("input[name=sure]")
    phone.tap("form[action$='/delete'] button")
    expect(phone.find("h1.brand")).to_be_visible()
    kept = phone.page.evaluate(KEPT)
    assert [url for url in kept if match.id in url] == []


@pytest.mark.parametrize("paper", PAPERS)
def test_an_ordinary_match_is_one_sheet(phones, house, paper):
    phone = phones()
    match = house.start(*HANDS, *HANDS, target=9000, players=(("Ana", "Caio"), ("Bia", "Davi")))
    house.book.adjust(match.id, (0, -50), "Falta: mostrou uma carta", house.book.last_seq(match.id))
    phone.open(match.edit_link)
    phone.open(f"{match.board}/print")
    expect(phone.find("[data-print]")).to_be_visible()
    sheet = phone.page.pdf(format=paper)
    assert len(re.findall(rb"/Type\s*/Page\b", sheet)) == 1


def test_a_match_goes_to_another_phone_as_a_file(phones, house, tmp_path: Path):
    phone, other = phones(), phones()
    match = house.start(*HANDS, names=("Gatos", "Onças"))
    phone.open(match.edit_link)
    phone.open(f"{match.board}/share")
    with phone.page.expect_download() as download:
        phone.tap("a[href$='/export.json']")
    file = tmp_path / "match.json"
    download.value.save_as(file)
    for told in ("The file is now a match of its own.", "There is nothing new in this file."):
        other.open("/import")
        other.find("#file").set_input_files(file)
        other.tap("form button.btn--go")
        expect(other.page.get_by_text(told)).to_be_visible()
        other.tap("main a.btn--go")
        other.expect_totals("2,460", "2,310")
    other.open("/")
    expect(other.find("a.go")).to_have_count(1)


DEAF = "if (navigator.serviceWorker) navigator.serviceWorker.addEventListener = () => {};"


def open_kept(phones, match, path):
    """A phone whose worker answers, on this page of a match."""
    phone = phones(service_workers="allow")
    phone.open(match.edit_link)
    ready(phone)
    phone.open(f"{match.board}{path}")
    return phone


def test_a_form_sent_without_a_connection_stays_and_is_sent_again_with_one_tap(phones, house):
    match = house.start(*HANDS[:1], players=(("Ana", "Caio"), ("Bia", "Davi")))
    phone = open_kept(phones, match, "/players")
    phone.find("#player0").fill("Anna Ç.")
    phone.go_offline()
    told = phone.find("[data-unsent-form]")
    for button in (phone.find("button[form=names]"), told.locator("button")):
        phone.tap(button)
        expect(told).to_have_attribute("role", "alert")
        expect(told).to_be_in_viewport()
        expect(phone.find("#player0")).to_have_value("Anna Ç.")
        assert phone.page.url == f"{house.root}{match.board}/players"
    assert house.book.read(match.id).sides[0].players[0] == "Ana"
    phone.go_online()
    phone.tap(told.locator("button"))
    phone.page.wait_for_url(re.compile(r"/t/\w+$"))
    assert house.book.read(match.id).sides[0].players[0] == "Anna Ç."


def test_what_is_changed_before_it_is_sent_again_is_sent(phones, house):
    match = house.start(*HANDS[:1])
    phone = open_kept(phones, match, "/adjust")
    phone.find("#points0").fill("-50")
    phone.choose("kind", "foul")
    phone.go_offline()
    phone.tap(".bar .btn--go")
    phone.find("#points0").fill("-60")
    phone.go_online()
    phone.tap("[data-unsent-form] button")
    phone.expect_totals("720", "−375")
    assert [given.points for given in house.book.read(match.id).adjustments] == [(-60, 0)]


def test_a_form_of_which_no_script_knows_is_not_lost_on_a_page_that_promises(phones, house):
    """The browser's own page sends it once more when it is loaded again."""
    match = house.start(*HANDS[:1])
    phone = open_kept(phones, match, "/adjust")
    phone.context.add_init_script(DEAF)
    phone.page.reload()
    phone.find("#points0").fill("-50")
    phone.choose("kind", "foul")
    phone.go_offline()
    with phone.page.expect_event("requestfailed", lambda it: it.is_navigation_request()):
        phone.tap(".bar .btn--go")
    phone.go_online()
    phone.page.reload()
    phone.expect_totals("730", "−375")


def test_a_form_of_a_board_that_changed_meanwhile_is_sent_all_the_same(phones, house):
    match = house.start(*HANDS[:1])
    phone = open_kept(phones, match, "")
    phone.go_offline()
    phone.tap("form[action$='/confirming'] button")
    told = phone.find("[data-unsent-form]")
    expect(told).to_be_in_viewport()
    house.book.record_hand(match.id, HANDS[1], house.book.last_seq(match.id))
    phone.go_online()
    phone.expect_totals("1,095", "265")
    phone.expect_status(409)
    with phone.page.expect_response(lambda it: it.request.method == "POST") as answered:
        phone.tap(told.locator("button"))
    assert answered.value.status == 409


def test_the_button_that_was_pressed_is_sent_again_with_its_form(phones, house):
    match = house.start(*HANDS[:1])
    phone = open_kept(phones, match, "")
    phone.go_offline()
    phone.tap("form[action$='/confirming'] button")
    expect(phone.find("[data-unsent-form]")).to_be_in_viewport()
    phone.go_online()
    phone.tap("[data-unsent-form] button")
    expect(phone.find("form[action$='/confirming'] button")).to_have_attribute("value", "0")
    assert house.book.read(match.id).confirming
