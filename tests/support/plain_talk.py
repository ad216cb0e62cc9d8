"""A conversation in plain mode at a table in memory: lines in, sentences out, without a program of its own."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence

import pytest

from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.plain.dialogue import Dialogue, InputEnded
from galli_tui.plain.line_reader import Completer, LineReader, TypedLine
from galli_tui.plain.table import PlainTable
from galli_tui.tables.table import TablePlayer
from rules.engine.events import Move
from rules.engine.game import Options
from rules.engine.secrecy import Seat
from rules.registry import game_box
from tests.support.plain_program import assert_plain


def best_rated(table: InMemoryTable, seat: Seat) -> Move:
    """Return the legal move that a quick bot rates best, the first of equals."""
    view = table.view(seat)
    legal = table.game.legal(view, seat)
    ratings = table.game.rate(view, seat, legal)
    return legal[ratings.index(max(ratings))]


class ReadyLines(LineReader):
    """Lines that are all there from the beginning."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.at_terminal = False
        self.complete: Completer | None = None
        self._lines = list(lines)

    def read(self, prompt: str) -> asyncio.Future[TypedLine | None]:
        line: asyncio.Future[TypedLine | None] = asyncio.get_running_loop().create_future()
        line.set_result(TypedLine(self._lines.pop(0)) if self._lines else None)
        return line

    @property
    def shows_prompt(self) -> bool:
        return False

    def close(self) -> None:
        """Do nothing: no terminal was changed."""


def new_table(key: str, options: Options, seed: int = 1) -> InMemoryTable:
    """Return a new table with everybody at this terminal."""
    box = game_box(key)
    names = ("Anna", "Bruno", "Clara", "David")[: options.seats]
    players = tuple(TablePlayer(name, colour, here=True) for name, colour in zip(names, box.meta.colours, strict=False))
    return InMemoryTable(box.new(options), players, seed)


def heard(capsys: pytest.CaptureFixture[str], table: InMemoryTable, *lines: str) -> list[str]:
    """Type these lines at a table, and return what is said, after a check that all of it is fit for the ear."""

    async def talk() -> None:
        with contextlib.suppress(InputEnded):
            await PlainTable(Dialogue(ReadyLines(lines)), table).run()

    capsys.readouterr()
    asyncio.run(talk())
    said = capsys.readouterr().out.split("\n")[:-1]
    assert_plain(said)
    return said


def answered(
    capsys: pytest.CaptureFixture[str], table: InMemoryTable, line: str, prompt: str = "Your move:"
) -> list[str]:
    """Return what is said in answer to one line."""
    said = heard(capsys, table, line, "")
    first = said.index(prompt)
    return said[first + 1 : said.index(prompt, first + 1)]
