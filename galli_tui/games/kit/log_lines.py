"""The short log beside a board: a line for each event, the newest last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from galli_tui.games.kit.lines import Line, heading, paragraph
from galli_tui.tables.table import TablePlayer
from rules.engine.secrecy import Seat


class LogLine(NamedTuple):
    """One line of the log."""

    text: str
    seat: Seat | None
    """The seat that acted; None for the table."""
    passing: bool = False
    """Whether the lines of the next event replace it."""


class ShortLog:
    """Collects the lines of one event after another."""

    def __init__(self) -> None:
        self.lines: list[LogLine] = []

    def add(self, lines: Sequence[LogLine]) -> None:
        """Add the lines of an event: they replace a passing line, and none is repeated."""
        if lines and self.lines and self.lines[-1].passing:
            self.lines.pop()
        for one in lines:
            if not self.lines or one != self.lines[-1]:
                self.lines.append(one)


def log_panel_lines(
    players: Sequence[TablePlayer], log_lines: Sequence[LogLine], width: int, height: int
) -> list[Line]:
    """Return a heading and the latest log lines in their seats' colours, oldest first, in at most `height` lines."""
    found: list[Line] = []
    for log_line in reversed(log_lines):
        tone = "ink" if log_line.seat is None else f"{players[log_line.seat].colour}_text"
        lines = paragraph(log_line.text, width, tone, indent=2)
        if len(found) + len(lines) > height - 1:
            break
        found = lines + found
    return [heading("what happened", width), *found] if found else []
