"""The plain program: one event loop, one conversation, and a clean end however it comes about."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from galli_tui.plain.dialogue import Dialogue, InputEnded, PlayerLeaves
from galli_tui.plain.line_reader import LineReader
from galli_tui.plain.table import PlainTable
from galli_tui.plain.table_talk import Ending
from galli_tui.startup.exit_codes import Exit
from galli_tui.tables.farewell import farewell
from galli_tui.tables.match_store import MatchStore, Setup
from galli_tui.tables.table import Table
from saves.format.header_fields import Player

Conversation = Callable[[Dialogue], Awaitable[None]]


def run_plain(conversation: Conversation) -> Exit:
    """Hold a conversation until it ends or the input does. Ctrl+C ends it as well: the caller sees the interrupt."""
    reader = LineReader()
    dialogue = Dialogue(reader)

    async def whole() -> None:
        try:
            await conversation(dialogue)
        except InputEnded:
            dialogue.say("The input has ended.")
        except PlayerLeaves:
            dialogue.say("Goodbye.")

    try:
        asyncio.run(whole())
    finally:
        reader.close()
    return Exit.OK


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
