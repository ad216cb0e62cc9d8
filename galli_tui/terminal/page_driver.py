"""The driver between Textual and a page in a browser: packets from and to textual-serve, by standard input and output.

The program ends with its page: when the page closes, and when the server has gone without a word.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from textual.drivers._byte_stream import ByteStream
from textual.drivers.web_driver import WebDriver
from textual.events import Resize
from textual.geometry import Size
from textual.message import Message

from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.capabilities import Terminal
from galli_tui.terminal.input_parser import InputParser
from net.ssh.pty_program import clamp_size

if TYPE_CHECKING:
    from textual.app import App

_LINKS = ("https://", "http://")
"""The beginnings of the links that a page may open."""


class PageDriver(WebDriver):
    """Textual's driver for browsers, with bounded sizes, harmless input, and an end when the server has gone."""

    def __init__(
        self, app: App[None], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        terminal: object = getattr(app, "terminal", None)
        page = terminal.page if isinstance(terminal, Terminal) else None
        super().__init__(app, debug=debug, mouse=mouse, size=size or page)
        self._write: Callable[[bytes], object] = self._send
        self._page_closes = False

    def start_application_mode(self) -> None:
        super().start_application_mode()
        if not self._mouse:
            self._disable_mouse_support()

    def run_input_thread(self) -> None:
        """Read packets until the driver stops or the server has gone; runs in a thread of its own."""
        parser, packets = InputParser("utf-8"), ByteStream()
        for data in self._input_reader:
            messages: list[Message] = []
            for kind, payload in packets.feed(data) if data else ():
                if kind == "D":
                    messages += parser.feed(payload)
                else:
                    with suppress(KeyError, TypeError, ValueError):  # A packet that means nothing is dropped.
                        self._on_meta(kind, payload)
            for message in (*messages, *parser.tick()):
                self.process_message(message)
        self._input_reader.close()
        self._leave()

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        """Handle a message of the server about the page."""
        if packet_type == "resize":
            width, height = payload["width"], payload["height"]
            if isinstance(width, int) and isinstance(height, int):
                self._size = clamp_size(width, height)
                size = Size(*self._size)
                self._app.post_message(Resize(size, size))
        elif packet_type in ("quit", "exit"):
            self._leave()
        else:
            super().on_meta(packet_type, payload)

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Open a link of the web in the browser, and nothing else."""
        if url.startswith(_LINKS):
            super().open_url(url, new_tab)

    def _leave(self) -> None:
        """End the app; every move is saved. Runs in the thread."""
        if not (self._page_closes or self.exit_event.is_set()):
            self._page_closes = True
            with suppress(RuntimeError):  # The loop has ended, and so has the app.
                self._loop.call_soon_threadsafe(self._app.exit)

    def _send(self, data: bytes) -> None:
        """Write a packet as a whole, or end the program: nobody reads it any more."""
        left = memoryview(data)
        try:
            while left:
                left = left[os.write(self.fileno, left) :]
        except OSError:
            os._exit(Exit.OK)
