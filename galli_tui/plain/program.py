"""The plain program: one event loop, one conversation, and a clean end however it comes about."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager

from galli_tui.plain.dialogue import Dialogue, InputEnded, PlayerLeaves
from galli_tui.plain.line_reader import LineReader
from galli_tui.plain.table import PlainTable
from galli_tui.plain.table_talk import Ending
from galli_tui.startup.exit_codes import Exit
from galli_tui.tables.farewell import farewell
from galli_tui.tables.match_store import MatchStore, Setup
from galli_tui.tables.table import Table
from galli_tui.terminal.capabilities import terminal_is_gone
from galli_tui.terminal.fatal_signals import end_by_signal
from saves.format.header_fields import Player

Conversation = Callable[[Dialogue], Awaitable[None]]


def run_plain(conversation: Conversation) -> Exit:
    """Hold a conversation until it ends or the input does. Ctrl+C ends it as well: the caller sees the interrupt."""
    reader = LineReader()
    dialogue = Dialogue(reader)

    async def whole() -> None:
        stopped = asyncio.Event()
        end_by_signal(reader.close)
        try:
            with _stopping_when_killed(stopped):
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


@contextmanager
def _stopping_when_killed(stopped: asyncio.Event) -> Generator[None]:
    """Within it, cancel the current task on SIGTERM and SIGHUP, and set `stopped`. What is ignored stays ignored.

    Where the loop waits for a terminal or pipe that takes no output, the same signal again ends the program. Where the
    terminal has gone with a hang-up, it ends at once: nothing can be said, and every move is saved.
    """
    loop, task = asyncio.get_running_loop(), asyncio.current_task()

    def stop(number: int, _: object) -> None:
        if terminal_is_gone():
            os._exit(Exit.OK)
        signal.signal(number, signal.SIG_DFL)
        stopped.set()
        if task is not None:
            loop.call_soon_threadsafe(task.cancel)

    endings = (signal.SIGTERM, signal.SIGHUP) if os.name == "posix" else ()
    caught = [number for number in endings if signal.getsignal(number) is not signal.SIG_IGN]
    for number in caught:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in caught:
            signal.signal(number, signal.SIG_DFL)


async def play_table(dialogue: Dialogue, table: Table, match_store: MatchStore) -> None:
    """Play a match at this terminal, and rematches as long as they are wanted."""
    while True:
        try:
            ending = await PlainTable(dialogue, table).run()
        finally:
            if words := farewell(table, plain=True):
                dialogue.say(words)
            table.close()
        if ending is not Ending.REMATCH:
            return
        seats = tuple(Player(player.name, player.colour, player.bot or None) for player in table.players)
        table = match_store.begin(Setup(table.game.meta.key, table.game.options, seats))
