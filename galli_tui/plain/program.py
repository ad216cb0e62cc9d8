"""The plain program: one event loop, one conversation, and a clean end however it comes about."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress

from galli_tui.plain.dialogue import Dialogue, InputEnded, PlayerLeaves
from galli_tui.plain.line_reader import LineReader
from galli_tui.plain.table import PlainTable
from galli_tui.plain.table_talk import Ending
from galli_tui.startup.exit_codes import Exit
from galli_tui.tables.farewell import farewell
from galli_tui.tables.match_store import MatchStore, Setup
from galli_tui.tables.table import Table
from galli_tui.terminal.capabilities import terminal_is_gone
from saves.format.header_fields import Player

Conversation = Callable[[Dialogue], Awaitable[None]]


def run_plain(conversation: Conversation) -> Exit:
    """Hold a conversation until it ends or the input does. Ctrl+C ends it as well: the caller sees the interrupt."""
    reader = LineReader()
    dialogue = Dialogue(reader)

    async def whole() -> None:
        stopped = asyncio.Event()
        _restore_when_killed(reader)
        _stop_when_killed(stopped)
        try:
            await conversation(dialogue)
        except asyncio.CancelledError:
            if not stopped.is_set():
                raise
        except InputEnded:
            dialogue.say("The input has ended.")
        except PlayerLeaves:
            dialogue.say("Goodbye.")

    try:
        asyncio.run(whole())
    finally:
        reader.close()
    return Exit.OK


def _stop_when_killed(stopped: asyncio.Event) -> None:
    """Cancel the current task on SIGTERM, and on SIGHUP unless that is ignored, and set `stopped`.

    Where the terminal has gone with a hang-up, the program ends at once: nothing can be said, and every move is saved.
    """
    loop, task = asyncio.get_running_loop(), asyncio.current_task()

    def stop() -> None:
        if terminal_is_gone():
            os._exit(Exit.OK)
        stopped.set()
        if task is not None:
            task.cancel()

    with suppress(NotImplementedError, AttributeError):
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:
                loop.add_signal_handler(number, stop)


def _restore_when_killed(reader: LineReader) -> None:
    """Give the terminal back on SIGQUIT and SIGABRT, and end by the same signal."""

    def end(number: int, _: object) -> None:
        reader.close()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    if os.name == "posix":
        for number in (signal.SIGQUIT, signal.SIGABRT):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, end)


async def play_table(dialogue: Dialogue, table: Table, match_store: MatchStore) -> None:
    """Play a match at this terminal, and rematches as long as they are wanted."""
    while True:
        try:
            ending = await PlainTable(dialogue, table).run()
        finally:
            if words := farewell(table):
                dialogue.say(f"{words} --plain")
            table.close()
        if ending is not Ending.REMATCH:
            return
        seats = tuple(Player(player.name, player.colour, player.bot or None) for player in table.players)
        table = match_store.begin(Setup(table.game.meta.key, table.game.options, seats))
