"""Takes the README's pictures: python -m tests.journeys.pictures"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from .conftest import CHROMIUM
from .house import open_house
from .phone import Phone

PICTURES = Path(__file__).parents[1] / "pictures"
HANDS = ((780, -375), (315, 640), (470, 885), (-120, 560), (655, 205), (360, 395))


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with (
        TemporaryDirectory() as folder,
        open_house(Path(folder)) as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        phone = Phone(browser, house.root)
        players = (("Ana", "Caio"), ("Bia", "Davi"))
        phone.open(house.start(*HANDS, players=players).edit_link)
        phone.page.screenshot(path=PICTURES / "board.png")
        phone.begin_hand()
        phone.fill_example()
        phone.expect_live("+780", "−375")
        phone.page.locator("#side0").scroll_into_view_if_needed()
        phone.page.evaluate("window.scrollTo(0, 260)")
        phone.page.evaluate("document.activeElement.blur()")
        phone.page.screenshot(path=PICTURES / "entry.png")
        browser.close()


if __name__ == "__main__":
    main()
