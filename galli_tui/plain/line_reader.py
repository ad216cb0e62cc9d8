"""The lines that a player types, from a terminal or a pipe. Nothing else reads standard input in plain mode.

A thread waits for each line, since `readline` can only block. It reads one line when it is asked for one, so that what
was typed ahead stays where it is until it is wanted.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Event, Thread
from typing import Final, NamedTuple

from galli_tui.terminal.capabilities import is_terminal

MOST_BYTES: Final = 4000
"""The most bytes of a line; the rest is dropped."""
_CHUNK: Final = 65536
_SIMPLE: Final = ("", "dumb", "unknown")
"""Terminals on which nothing but plain lines works."""

_FORGETTING: Final = (r'"\C-y": redraw-current-line', r'"\C-r": redraw-current-line', r'"\C-s": redraw-current-line')
"""Keys that would bring back what was cut out of an earlier line or searched for: readline cannot forget either."""

Completer = Callable[[str], Sequence[str]]
"""A function that returns the possible continuations of a line, each a whole line."""


class TypedLine(NamedTuple):
    """A line as it was typed."""

    text: str
    cut: bool = False
    """Whether its end was dropped because it was too long."""


class LineReader:
    """Reads lines one after the other."""

    def __init__(self) -> None:
        self.at_terminal = is_terminal(sys.stdin)
        """Whether a person types at a terminal, and not a program into a pipe."""
        self._edits = self.at_terminal and is_terminal(sys.stdout) and os.environ.get("TERM", "") not in _SIMPLE
        self.complete: Completer | None = None
        """What is asked for continuations of a line, where the terminal can complete."""
        self._asked: SimpleQueue[tuple[asyncio.Future[TypedLine | None], str]] = SimpleQueue()
        self._thread: Thread | None = None
        self._shown = Event()
        """Set once the prompt of the line that is read stands at the terminal."""
        self._forgets = False
        """Whether all earlier lines are to be forgotten before the next one is read."""
        self._left = b""
        self._ended = sys.stdin is None
        self._settings: list[int | list[bytes | int]] | None = None

    def read(self, prompt: str) -> asyncio.Future[TypedLine | None]:
        """Return the future next line; None at the end of the input. Only one may be awaited at a time.

        A prompt that reading shows has been shown when this returns, so that what is said next comes after it.
        """
        line: asyncio.Future[TypedLine | None] = asyncio.get_running_loop().create_future()
        if self._thread is None:
            self._open()
            self._thread = Thread(target=self._run, daemon=True)
            self._thread.start()
        self._shown.clear()
        self._asked.put((line, prompt))
        self._shown.wait()
        return line

    def forget(self) -> None:
        """Forget what was typed so far: from the next line on, no key brings it back."""
        self._forgets = True

    def close(self) -> None:
        """Give the terminal back as it was; the thread may still wait for a line."""
        if self._settings is not None:
            import termios

            with suppress(termios.error):
                termios.tcsetattr(0, termios.TCSADRAIN, self._settings)

    def _open(self) -> None:
        if not self._edits:
            return
        import termios

        with suppress(termios.error):
            self._settings = termios.tcgetattr(0)
        try:
            import readline
        except ImportError:
            self._edits = False
            return
        # Bracketed paste would send sequences to the terminal, and a bell would be noise.
        for setting in ("enable-bracketed-paste off", "bell-style none", "colored-stats off"):
            readline.parse_and_bind(f"set {setting}")
        readline.parse_and_bind("tab: complete")
        readline.set_completer_delims("")
        readline.set_completer(self._completion)
        # Some builds lack the hook that is called behind the prompt.
        getattr(readline, "set_pre_input_hook", readline.set_startup_hook)(self._shown.set)

    def _completion(self, text: str, state: int) -> str | None:
        found: Sequence[str] = () if self.complete is None else self.complete(text)
        return found[state] if state < len(found) else None

    def _run(self) -> None:
        while True:
            line, prompt = self._asked.get()
            if not self._edits:
                self._shown.set()
            try:
                found = self._edited(prompt) if self._edits else self._raw()
            except (OSError, ValueError):
                found = None  # A terminal that is gone has no more lines.
            self._shown.set()
            with suppress(RuntimeError):  # The loop has ended meanwhile.
                line.get_loop().call_soon_threadsafe(_answer, line, found)

    def _edited(self, prompt: str) -> TypedLine | None:
        if self._forgets:
            self._forgets = False
            _forget_lines()
        try:
            text = input(prompt)
        except EOFError:
            return None
        return TypedLine(text[:MOST_BYTES], len(text) > MOST_BYTES)

    def _raw(self) -> TypedLine | None:
        cut = False
        while b"\n" not in self._left and not self._ended:
            # Not through `sys.stdin`: its lock, held by a waiting thread, would stop the program from ending.
            chunk = os.read(0, _CHUNK)
            self._ended = not chunk
            self._left += chunk
            if len(self._left) > 2 * _CHUNK and b"\n" not in self._left:
                self._left, cut = self._left[:MOST_BYTES], True
        if self._ended and not self._left:
            return None
        line, _, self._left = self._left.partition(b"\n")
        return TypedLine(line[:MOST_BYTES].decode(errors="replace"), cut or len(line) > MOST_BYTES)

    @property
    def shows_prompt(self) -> bool:
        """Whether reading a line shows its prompt, so that nobody else need print it."""
        return self._edits


def _forget_lines() -> None:
    import readline

    for _ in range(readline.get_current_history_length()):
        readline.remove_history_item(0)
    for binding in _FORGETTING:
        readline.parse_and_bind(binding)


def _answer(line: asyncio.Future[TypedLine | None], found: TypedLine | None) -> None:
    if not line.done():
        line.set_result(found)
