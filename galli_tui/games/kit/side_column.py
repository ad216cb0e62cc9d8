"""The column beside a board: the choices or hints, what happened, and what the game adds where there is room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.games.kit.game_board import Scene
from galli_tui.games.kit.lines import Line, flowed, paragraph
from galli_tui.games.kit.log_lines import happened_lines
from galli_tui.games.kit.since import with_names
from galli_tui.screens.table.shown_turn import ShownTurn
from galli_tui.tables.table import Table

LOG: Final = 6
"""The fewest lines that a menu leaves to the log."""


def column_lines(
    choices: Sequence[Line],
    newest_first: Iterable[tuple[list[Line], bool]],
    extras: Sequence[Line],
    room: Scene,
    covered: int,
    *,
    split: bool,
) -> list[Line]:
    """Return the lines of the column. The extras are shown only if much room is left, the log if any heading fits.

    The log leaves the last `covered` lines of its room blank. With `split` it has a heading for what is news.
    """
    shown = [*choices, Line()] if choices else []
    if len(shown) + len(extras) + 2 * LOG > room.height:
        extras = []
    left = room.height - len(shown) - len(extras) - covered
    said = happened_lines(newest_first, room.width, left, split=split) if left > 1 else []
    return [*shown, *said, *[Line()] * (left - len(said)), *extras]


def told_lines(
    table: Table, texts: GameTexts, turn: ShownTurn, width: int, opening: str = ""
) -> Iterator[tuple[list[Line], bool]]:
    """Yield the words of each event, the newest first, and whether it is news; what is not is faint.

    Until the end of a player's first turn, the `opening` of the match comes before them.
    """
    events, since = turn.events, turn.since
    for number in range(len(events) - 1, -1, -1):
        new = number >= since
        words = texts.event_lines(table, events[number])
        spans = [with_names(one, table, "ink" if new else "faint") for one in words]
        yield [line for one in spans for line in flowed(one, width, indent=2)], new
    if opening and turn.reader is not None and not since:
        yield paragraph(opening, width), True
