"""A page of `galli-tui serve` in headless Chromium: keys and clicks go in, the text of its terminal comes out."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from playwright.sync_api import Page, sync_playwright

from tests.support.paths import ROOT

PATIENCE = 30.0
"""Seconds after which a wait fails."""
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
"""The browser's program; None where there is none."""

# The page's own script keeps its terminal to itself, but sets this field of the object that has it.
_FIND_TERMINAL = """
Object.defineProperty(Object.prototype, "fitAddon", {
  configurable: true,
  set(value) {
    Object.defineProperty(this, "fitAddon", {value, writable: true, configurable: true});
    window.shown = this.terminal;
  },
});
"""
_TEXT = """() => {
  const rows = [];
  for (let row = 0; row < window.shown.rows; row++)
    rows.push(window.shown.buffer.active.getLine(row).translateToString(true));
  return rows.join("\\n");
}"""


class Served(NamedTuple):
    """A running `serve`."""

    process: subprocess.Popen[str]
    url: str
    """Where its page is."""
    port: int

    def pages(self) -> list[int]:
        """Return the processes of open pages."""
        listed = subprocess.run(("ps", "-eo", "pid=,ppid=,args="), capture_output=True, text=True, check=True).stdout
        rows = [line.split(maxsplit=2) for line in listed.splitlines()]
        return [int(pid) for pid, parent, words in rows if int(parent) == self.process.pid and " page" in words]


@contextmanager
def serving(*words: str, environment: Mapping[str, str] | None = None) -> Generator[Served]:
    """Run `galli-tui serve` until the end of the block."""
    process = subprocess.Popen(
        (sys.executable, "-m", "galli_tui", "serve", *words),
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=os.environ | dict(environment or {}),
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+:(\d+)", process.stdout.readline())
        assert found is not None
        yield Served(process, found[0], int(found[1]))
    finally:
        process.terminate()
        process.wait(PATIENCE)
        if process.stdout is not None:
            process.stdout.close()


class BrowserPage:
    """One open page."""

    def __init__(self, page: Page, url: str) -> None:
        self.requests: set[str] = set()
        """The hosts that the page has asked for anything."""
        self._page = page
        page.on("request", lambda request: self.requests.add(urlsplit(request.url).netloc))
        page.add_init_script(_FIND_TERMINAL)
        page.goto(url)
        self._opened()

    def again(self) -> None:
        """Press the button that starts the game again once it has ended."""
        self._page.get_by_role("button").click(timeout=1000 * PATIENCE)
        self._opened()

    def _opened(self) -> None:
        """Wait until the terminal is shown and receives what is typed."""
        self._page.wait_for_function("() => window.shown && document.activeElement.closest('.xterm')")

    @property
    def text(self) -> str:
        """The terminal's lines."""
        return str(self._page.evaluate(_TEXT))

    def until(self, holds: Callable[[str], bool], what: str) -> str:
        """Wait until the text meets a condition, and return it."""
        end = time.monotonic() + PATIENCE
        while not holds(text := self.text):
            if time.monotonic() > end:
                raise AssertionError(f"never saw {what}; the page was:\n{text}")
            self._page.wait_for_timeout(100)
        return text

    def press(self, *keys: str) -> None:
        """Press keys, named as in Playwright."""
        for key in keys:
            self._page.keyboard.press(key)

    def click(self, text: str) -> None:
        """Click the first letter of a text on the screen."""
        lines = self.text.splitlines()
        row = next(number for number, line in enumerate(lines) if text in line)
        columns, rows = self._page.evaluate("[window.shown.cols, window.shown.rows]")
        box = self._page.locator(".xterm-screen").bounding_box()
        assert box is not None
        column = lines[row].index(text)
        self._page.mouse.click(
            box["x"] + (column + 0.5) * box["width"] / columns, box["y"] + (row + 0.5) * box["height"] / rows
        )

    def resize(self, width: int, height: int) -> None:
        """Resize the browser's window."""
        self._page.set_viewport_size({"width": width, "height": height})

    def picture(self, path: Path) -> bytes:
        """Take a picture of the page."""
        return self._page.screenshot(path=path)

    def close(self) -> None:
        """Close the page."""
        self._page.close()


@contextmanager
def browsing(url: str) -> Generator[BrowserPage]:
    """Open a page in headless Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            page = browser.new_page(viewport={"width": 1200, "height": 800})
            yield BrowserPage(page, url)
        finally:
            browser.close()
