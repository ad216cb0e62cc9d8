"""The driver between Textual and a real terminal of a POSIX system.

Input is read only as fast as the app handles it. The rest waits in the kernel, which has little room for it, so typing
cannot fill the program's memory. Output never waits for the terminal.
"""

from __future__ import annotations

import os
import select
import signal
import termios
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final, cast

from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message
from textual.message_pump import MessagePump

from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.capabilities import input_encoding, terminal_is_gone
from galli_tui.terminal.fatal_signals import end_by_signal
from galli_tui.terminal.input_parser import InputParser
from galli_tui.terminal.input_queue import InputQueue
from galli_tui.terminal.output import TerminalOutput
from net.ssh.pty_program import RESET_SEQUENCE, clamp_size

if TYPE_CHECKING:
    from textual.app import App

CHUNK: Final = 256
"""The bytes read at once. Each may be a key."""
MAX_WAITING: Final = 16
"""The most messages that may wait in a queue of the app when more is read."""
_OUTPUT: Final = 2
"""The file descriptor drawn on: Textual uses the error stream's terminal."""
_AGAIN: Final = 0.01
"""The seconds until a queue that was too long is checked again."""
_PATIENCE: Final = 0.1
"""The seconds between two checks whether the driver is to stop."""


class TerminalDriver(LinuxDriver):
    """Textual's driver with bounded input, output that never blocks, and a terminal restored at any end."""

    _output: TerminalOutput | None = None
    """None where the terminal cannot be written to without blocking, so that Textual's own thread writes."""
    _encoding = "utf-8"

    def __init__(
        self, app: App[None], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        """Begin with the terminal's own size where none is given."""
        size = size or self._get_terminal_size()
        super().__init__(app, debug=debug, mouse=mouse, size=size)  # pyright: ignore[reportUnknownMemberType]

    def _get_terminal_size(self) -> tuple[int, int]:
        """Return the size of the terminal that is drawn on, within bounds.

        Standard output may lead elsewhere, and COLUMNS and LINES do not follow the window.
        """
        try:
            columns, rows = os.get_terminal_size(_OUTPUT)
        except OSError:
            columns = rows = 0
        return clamp_size(columns, rows)

    def start_application_mode(self) -> None:
        """Take the terminal over, at the start and after a suspension; if that fails halfway, give it back."""
        if self._output is not None:
            self._output.close()
        self._output = self._open_output()
        try:
            super().start_application_mode()
        except BaseException:
            try:
                self.stop_application_mode()
            except Exception:  # The start failed too early for that.
                self.restore_terminal()
            raise

    def _sigcont_application(self, *_: object) -> None:
        """Take the terminal over again after any stop; ignore the signal where the program was not stopped.

        `kill -STOP` stops without a word, and SIGCONT also comes to programs that run or end: service managers and
        shells send it after SIGTERM and SIGHUP. To start twice would read keys in two threads and lose the terminal's
        own settings.
        """
        if not self._auto_restart or self.exit_event.is_set():
            return
        if self._key_thread is not None and self._key_thread.is_alive():
            if _in_background(self.fileno):
                os.kill(os.getpid(), signal.SIGSTOP)  # Until it is in the foreground, and continued again.
                return
            self.suspend_application_mode()
            self._must_signal_resume = True
        if self._must_signal_resume:
            self.resume_application_mode()

    def _open_output(self) -> TerminalOutput | None:
        if self._file is None:
            return None
        self._encoding = self._file.encoding
        try:
            return TerminalOutput(self._file.fileno(), self._report_repaint)
        except OSError:
            return None

    def _report_repaint(self) -> None:
        """Have the app repaint the whole screen."""
        self._app.post_message(self.SignalResume())

    def stop_application_mode(self) -> None:
        """Restore the terminal."""
        if self._output is not None:
            self._output.begin_farewell()
        self.write("\x1b[0m")
        super().stop_application_mode()

    def close(self) -> None:
        """End the output; may wait a moment for the terminal."""
        if self._output is not None:
            self._output.close()
        super().close()

    def write(self, data: str) -> None:
        """Write to the terminal, in its encoding."""
        if self._output is None:
            super().write(data)
        else:
            self._output.write(data.encode(self._encoding, "backslashreplace"))

    def flush(self) -> None:
        """Hand what was written to the terminal."""
        if self._output is None:
            super().flush()
        else:
            self._output.flush()

    def restore_when_killed(self, farewell: bytes) -> None:
        """Restore the terminal on SIGQUIT and SIGABRT too, write the farewell to it, and end by the same signal."""
        end_by_signal(partial(self.restore_terminal, farewell))

    def restore_terminal(self, farewell: bytes = b"") -> None:
        """Restore the terminal at once, ahead of queued output. Gives up on a terminal that accepts nothing."""
        with suppress(OSError, termios.error):
            if self.attrs_before is not None:
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
            if select.select([], [_OUTPUT], [], _PATIENCE)[1]:
                os.write(_OUTPUT, RESET_SEQUENCE + farewell)

    def run_input_thread(self) -> None:
        """Read what is typed until the driver stops; runs in a thread of its own."""
        try:
            self._read()
        except Exception as error:
            self._app.call_later(partial(_fail, error))

    def _read(self) -> None:
        parser = InputParser(input_encoding())
        caught_up = threading.Event()
        while not self.exit_event.is_set():
            if select.select([self.fileno], [], [], _PATIENCE)[0]:
                try:
                    data = os.read(self.fileno, CHUNK)
                except OSError:
                    data = b""
                if not data:
                    self._in_loop(self._input_ended)
                    return
                messages = parser.feed(data)
            else:
                messages = parser.tick()
            for message in messages:
                self.process_message(message)
            if messages:
                caught_up.clear()
                self._in_loop(self._report_caught_up, caught_up)
                while not (self.exit_event.is_set() or caught_up.wait(_PATIENCE)):
                    pass

    def send_message(self, message: Message) -> None:
        """Give the app a message, in the order of the calls."""
        self._in_loop(self._app.post_message, message)

    def _in_loop(self, call: Callable[..., object], *arguments: object) -> None:
        with suppress(RuntimeError):  # The loop has ended, and so has the app.
            self._loop.call_soon_threadsafe(call, *arguments)

    def _report_caught_up(self, caught_up: threading.Event) -> None:
        """Set the event once the app has few messages left to answer; runs in the loop."""
        if self._waiting() <= MAX_WAITING:
            caught_up.set()
        else:
            self._loop.call_later(_AGAIN, self._report_caught_up, caught_up)

    def _waiting(self) -> int:
        """Return how many events wait for their turn, plus the messages in the longest queue on a key's way."""
        app = cast("App[None]", self._app)
        pumps: list[MessagePump] = [app]
        if app.screen_stack:
            pumps += [app.screen, *(app.focused.ancestors_with_self if app.focused is not None else ())]
        order: object = getattr(app, "input_queue", None)
        held = order.held if isinstance(order, InputQueue) else 0
        return held + max(pump.message_queue_size for pump in pumps)

    def _input_ended(self) -> None:
        """Leave: nothing more can be typed. Runs in the loop."""
        if terminal_is_gone():
            # Writing to it may wait for ever. Every move is saved; nothing else is owed.
            os._exit(Exit.OK)
        self._app.exit()


def _in_background(terminal: int) -> bool:
    """Return whether the shell has given this terminal to another program."""
    try:
        return os.tcgetpgrp(terminal) != os.getpgrp()
    except OSError:  # It is not the terminal that signals come from.
        return False


def _fail(error: Exception) -> None:
    """End the app: an error that one of its callbacks raises is its own."""
    raise error
