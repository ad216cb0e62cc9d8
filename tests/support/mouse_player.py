"""A player with a mouse alone: it clicks what it reads on the screen, and never presses a key."""

from __future__ import annotations

import asyncio

from textual.geometry import Offset

from galli_tui.games.campus_galli.board import CampusBoard
from galli_tui.games.campus_galli.plan_widget import PlanWidget
from galli_tui.games.kit.board import KitBoard
from galli_tui.games.kit.decision import CHOICE
from galli_tui.games.kit.details import DetailsScreen
from galli_tui.games.kit.lines_panel import LinesPanel
from galli_tui.screens.dialogs import Notice
from galli_tui.screens.table.handover import HandoverScreen
from galli_tui.screens.table.scores import ScoreSheetScreen
from galli_tui.screens.table.table import TableScreen
from galli_tui.widgets.spinner import Spinner
from tests.support.app_driver import Driver

_MOST = 900
"""The clicks after which a match must be over."""


class Mouse:
    """Plays by clicks."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self.clicks = 0

    async def click(self, text: str, *, last: bool = False) -> None:
        """Click on a text of the screen. Raises AssertionError if it is not there."""
        rows = [row for row, line in enumerate(self._driver.lines) if text in line]
        assert rows, f"no {text!r} on the screen:\n{self._driver.text}"
        row = rows[-1 if last else 0]
        await self._at(Offset(self._driver.lines[row].index(text) + 1, row))

    async def until_line_has(self, label: str, value: str) -> None:
        """Click on a field of a form until it has a value."""
        for _ in range(6):
            row = next(number for number, line in enumerate(self._driver.lines) if label in line)
            field = self._driver.lines[row]
            if value in field:
                return
            await self._at(Offset(field.index(label) + Spinner.LABEL_CELLS + 2, row))
        raise AssertionError(f"{label} never is {value}:\n{self._driver.text}")

    async def footer(self, *labels: str) -> None:
        """Click on the first of these labels that the footer has."""
        foot = self._driver.lines[-1]
        label = next((it for it in labels if f" {it} " in f"{foot} "), None)
        assert label is not None, f"none of {labels} in the footer:\n{self._driver.text}"
        await self._at(Offset(foot.index(f" {label} ") + 1, len(self._driver.lines) - 1))

    async def _at(self, cell: Offset) -> None:
        self.clicks += 1
        await self._driver.click(cell.x, cell.y)

    async def play(self) -> None:
        """Play until the score sheet of a match that is over."""
        for _ in range(_MOST):
            screen = self._driver.app.screen
            if isinstance(screen, ScoreSheetScreen):
                return
            if isinstance(screen, HandoverScreen):
                await self.click("Enter when ready")
            elif isinstance(screen, TableScreen):
                await self._turn(screen)
            elif isinstance(screen, Notice):
                await self.click("close")
            elif isinstance(screen, DetailsScreen):
                # A bot moved between the look at the footer and the click, and "details" came to stand there.
                await self.footer("back")
            else:
                raise TypeError(f"{screen} is in front:\n{self._driver.text}")
        raise AssertionError(f"not over after {self.clicks} clicks:\n{self._driver.text}")

    async def _turn(self, screen: TableScreen) -> None:
        """Make the next click at the table."""
        if screen.turn.seat is None:
            if screen.table.paused:
                await self.footer("continue")
            elif screen.turn.may_hurry:
                await self.footer("play now")
            else:
                await self._driver.settle()
                await asyncio.sleep(0.02)
        elif _held(screen):
            await self._place(screen)
        elif not await self._choose(screen):
            await self._choose_another(screen)

    async def _place(self, screen: TableScreen) -> None:
        """Click twice on a space that the piece covers; where it cannot stay there, take the next legal place."""
        held = _held(screen)
        cell = screen.query_one(PlanWidget).cell_of((held & -held).bit_length() - 1)
        await self._at(cell)
        if screen.board.refusal is None:
            await self._at(cell)
        else:
            await self.footer("next")
            await self.footer("ok")

    async def _choose(self, screen: TableScreen) -> bool:
        """Click on the chosen line, or the first target, twice; return whether there is any."""
        moves = len(screen.table.timeline(screen.turn.viewer, 1_000_000))
        spot = self._spot(screen)
        if spot is None:
            return False
        for _ in range(2):
            await self._at(spot)
            if self._driver.app.screen is not screen or self._changed(screen, moves):
                return True
            found = self._spot(screen)
            if found is None:
                return True
            spot = found
        return self._changed(screen, moves) or self._opened(screen)

    async def _choose_another(self, screen: TableScreen) -> None:
        """Take the next legal place on a plan; in a list, click on the first line that can be taken.

        The cursor stands on another one if a bot moved between the look at the footer and the click.
        """
        if isinstance(screen.board, CampusBoard):
            await self.footer("next")
            await self.footer("ok")
            return
        for target in [line.target for panel in screen.query(LinesPanel) for line in panel.lines if line.target]:
            spot = self._spot(screen, target)
            if spot is not None and target.startswith(CHOICE):
                await self._at(spot)
                if self._opened(screen):
                    return
        raise AssertionError(f"nothing can be taken:\n{self._driver.text}")

    def _changed(self, screen: TableScreen, moves: int) -> bool:
        return len(screen.table.timeline(screen.turn.viewer, 1_000_000)) != moves

    def _opened(self, screen: TableScreen) -> bool:
        board = screen.board
        return isinstance(board, KitBoard) and screen.prompt.refusal is None

    def _spot(self, screen: TableScreen, target: str = "") -> Offset | None:
        """Return the cell of a target's line or, without one, of what is chosen; None if it is not on the screen."""
        for panel in screen.query(LinesPanel):
            for row, line in enumerate(panel.lines):
                if row >= panel.size.height:
                    break
                if line.target == target if target else line.chosen and line.target:
                    return panel.region.offset + Offset(3, row)
                column = 0
                for span in line.spans:
                    if not target and span.chosen and (span.target or line.target):
                        return panel.region.offset + Offset(column, row)
                    column += len(span.text)
        return None


def _held(screen: TableScreen) -> int:
    """Return the spaces of the section held over the plan; 0 if none is."""
    board = screen.board
    return board.entry.highlights.held if isinstance(board, CampusBoard) else 0
