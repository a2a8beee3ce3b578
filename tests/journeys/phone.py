"""A phone at the table: one browser context, driven by taps and watched for faults."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Locator, Request, expect

SCREEN = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
    "locale": "en-US",
    "service_workers": "block",  # they answer for the server, unseen by the other journeys
}
PATIENCE = 10_000
BOTS = 180_000  # they play with what the machine has left
OFFLINE = r"ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch"


class Phone:
    """One phone; `complaints` collects what no page may do."""

    def __init__(self, browser: Browser, root: str, **traits: object) -> None:
        self.context = browser.new_context(base_url=root, **(SCREEN | traits))
        self.context.set_default_timeout(PATIENCE)
        self.host = urlsplit(root).netloc
        self.taps = 0
        self.complaints: list[str] = []
        self.allowed: list[str] = []
        self.page = self.context.new_page()
        self.watch(self.page)

    def watch(self, page) -> None:
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(f"page error: {error}"))
        page.on("request", self._see)

    def expect_status(self, *statuses: int) -> None:
        """Resource lines of these answers are part of the journey."""
        self.allowed += [rf"responded with a status of {status}\b" for status in statuses]

    def go_offline(self) -> None:
        self.allowed.append(OFFLINE)
        self.context.set_offline(True)

    def go_online(self) -> None:
        self.context.set_offline(False)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type != "error" or any(re.search(told, message.text) for told in self.allowed):
            return
        self.complaints.append(f"console: {message.text} ({self.page.url})")

    def _see(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.netloc != self.host:
            self.complaints.append(f"request to another host: {request.url}")

    # --- hands on the glass ---------------------------------------------------------------------

    def find(self, target: str) -> Locator:
        return self.page.locator(target)

    def open(self, path: str) -> None:
        self.page.goto(path)

    def tap(self, target: str | Locator, times: int = 1) -> None:
        found = self.find(target) if isinstance(target, str) else target
        for _ in range(times):
            found.tap()
            self.taps += 1

    def next_field(self) -> None:
        """The "next" key of the phone's keyboard."""
        self.page.keyboard.press("Enter")
        self.taps += 1

    def digits(self, text: str) -> None:
        """Digits into the field that has the focus."""
        self.page.keyboard.type(text)

    def step(self, field: str, times: int = 1) -> None:
        """The plus of a stepper."""
        self.tap(f'button[value="{field}:+1"]', times)

    def choose(self, name: str, value: str) -> None:
        """One of the choices of a segmented control."""
        self.tap(f'input[name="{name}"][value="{value}"]')

    def count(self, side: int, way: str, heap: str = "t") -> None:
        """Another way of counting a side, or only its hand (`h`)."""
        button = self.find(f"#s{side}-{heap}-{way}")
        self.tap(button)
        expect(button).to_have_attribute("aria-pressed", "true")

    def begin_hand(self) -> None:
        self.tap(".bar .btn--go")
        expect(self.find("#hand-form")).to_be_visible()

    def save(self) -> None:
        self.tap(".bar button[name=save]")

    def save_to_board(self) -> None:
        self.save()
        self.page.wait_for_url(re.compile(r"/t/\w+$"))
        expect(self.find("#board")).to_be_visible()

    def fill_example(self) -> None:
        """The hand of 780 and -375, typed by points."""
        self.choose("went_out", "0")
        self.step("s0-clean")
        self.step("s0-dirty")
        self.step("s0-red_threes", 2)
        self.tap("#s0-table")
        self.digits("210")
        self.next_field()
        self.digits("30")
        self.step("s1-red_threes")
        self.choose("s1-morto", "left")
        self.tap("#s1-table")
        self.digits("65")
        self.next_field()
        self.digits("90")
        self.next_field()
        self.digits("150")

    def fill_totals(self, *totals: int) -> None:
        """A hand of totals only, its minus from the button beside the field."""
        if not self.find("#totals_only").is_checked():
            self.tap("#totals_only")
        for number, total in enumerate(totals):
            self.tap(f"#s{number}-total")
            self.find(f"#s{number}-total").clear()
            self.digits(str(abs(total)))
            if total < 0:
                self.tap(f'button[value="s{number}-total:sign"]')

    # --- what it shows --------------------------------------------------------------------------

    def expect_live(self, first: str, second: str) -> None:
        expect(self.find("#live .a output.p")).to_have_text(first)
        expect(self.find("#live .b output.p")).to_have_text(second)

    def expect_totals(self, first: str, second: str) -> None:
        expect(self.find(".tee .a .total")).to_have_text(first)
        expect(self.find(".tee .b .total")).to_have_text(second)

    def expect_hands(self, *hands: tuple[str, str]) -> None:
        """The hands of the board, the latest first."""
        expect(self.find(".hands tbody .da")).to_have_text([first for first, _ in hands])
        expect(self.find(".hands tbody .db")).to_have_text([second for _, second in hands])

    def typed(self, *fields: str) -> tuple[str, ...]:
        return tuple(self.find(f"#{field}").input_value() for field in fields)
