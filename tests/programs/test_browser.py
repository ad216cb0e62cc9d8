"""The program in headless Chromium: open it, play by keyboard and by mouse, and close it."""

from __future__ import annotations

import os
import select
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from galli_tui.settings.file import save
from tests.support.browser import CHROMIUM, PATIENCE, BrowserPage, browsing, serving
from tests.support.saved_matches import hot_seat

pytestmark = [
    pytest.mark.network,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed (`apt-get install chromium`)"),
]


@pytest.fixture(autouse=True)
def _not_the_first_start() -> None:
    save("name", "Anna")


def at_menu(page: BrowserPage) -> str:
    return page.until(lambda text: "New match" in text and "^p" in text, "the menu")


def soon(holds: Callable[[], bool]) -> bool:
    """Wait until a condition holds, and return whether it does."""
    end = time.monotonic() + PATIENCE
    while not holds() and time.monotonic() < end:
        select.select([], [], [], 0.1)  # Playwright has an event loop, in which nothing may sleep.
    return holds()


def runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"


def colours_in(picture: bytes) -> int:
    """Return how many different bytes the picture's data has; a blank one has very few."""
    data, at = b"", 8
    while at < len(picture):
        size = int.from_bytes(picture[at : at + 4], "big")
        if picture[at + 4 : at + 8] == b"IDAT":
            data += picture[at + 8 : at + 8 + size]
        at += size + 12
    return len(set(zlib.decompress(data)))


def test_a_turn_by_keyboard_and_a_turn_by_mouse(tmp_path: Path) -> None:
    hot_seat(0, mode="solo", seats=1)
    with serving() as served, browsing(served.url) as page:
        at_menu(page)
        page.press("g")
        page.until(lambda text: "choose a card" in text, "the first hand")
        page.press("Enter")
        page.until(lambda text: "take a section" in text, "the hut")
        page.press("Enter")
        page.until(lambda text: "legal places (Tab" in text, "the section")
        page.press("Tab", "Enter")
        page.until(lambda text: "Press Enter for round 2" in text, "the end of the first turn")

        page.click("enter continue")
        page.until(lambda text: "choose a card" in text, "the second hand")
        page.click("enter ok")
        page.until(lambda text: "take a section" in text, "the hut again")
        page.click("tower")
        page.click("enter ok")
        page.until(lambda text: "legal places (Tab" in text, "the second section")
        page.click("tab next")
        page.click("enter ok")
        page.until(lambda text: "Anna: red tower at" in text, "the move in the log")
        assert colours_in(page.picture(tmp_path / "page.png")) > 50
        assert page.requests == {served.url.partition("//")[2]}


def test_a_page_has_the_size_of_its_window_and_ends_with_it() -> None:
    with serving() as served, browsing(served.url) as page:
        wide = at_menu(page)
        page.resize(820, 560)
        page.until(lambda text: text != wide and "^p" in text.splitlines()[-1], "the menu in a small window")
        (program,) = served.pages()
        page.close()
        assert soon(lambda: not runs(program))


def test_a_program_ends_when_its_server_is_killed() -> None:
    with serving() as served, browsing(served.url) as page:
        at_menu(page)
        (program,) = served.pages()
        served.process.kill()
        assert soon(lambda: not runs(program))


def test_quitting_leaves_a_page_that_starts_again() -> None:
    with serving("--no-mouse", "--theme", "parchment") as served, browsing(served.url) as page:
        at_menu(page)
        page.press("q")
        page.again()
        at_menu(page)
