"""The plan on the screen: a grid of spaces that look as the scene computes them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import groupby

from rich.segment import Segment
from rich.style import Style

from galli_tui.games.campus_galli import plan_colours
from galli_tui.games.campus_galli.glyphs import Glyphs
from galli_tui.games.campus_galli.plan_colours import PlanColour
from galli_tui.games.campus_galli.plan_labels import labelled
from galli_tui.games.campus_galli.plan_look import SpaceLook
from galli_tui.games.campus_galli.plan_picture import Block, block
from galli_tui.games.campus_galli.plan_scene import Highlights, PlanScene, PlanState, changed_spaces
from galli_tui.games.kit.grid_board import GridBoard, Rows, Scale
from rules.engine.grid import spaces_of


@lru_cache(maxsize=8192)
def _segments(look: SpaceLook, marks: str, scale: Scale, glyphs: Glyphs, theme: str) -> Rows:
    """Return the rows of a space as segments, with neighbouring cells of one style merged."""
    cells: Block = block(look, marks, scale, glyphs)
    return tuple(
        tuple(
            Segment("".join(cell.char for cell in run), plan_colours.cell_style(theme, *key))
            for key, run in groupby(row, key=lambda cell: cell[1:])
        )
        for row in cells
    )


class PlanWidget(GridBoard[SpaceLook]):
    """The plan with the names of its columns and rows."""

    def __init__(self, scene: PlanScene, names: Mapping[str, str], marks: str, glyphs: Glyphs) -> None:
        super().__init__(scene.width, scene.height)
        self._scene, self._names, self._marks, self._glyphs = scene, dict(names), marks, glyphs
        self._plan_state = PlanState(0)
        self._highlights = Highlights()
        self._base: list[SpaceLook] = []
        """The looks without highlights."""
        self._look_again()

    @property
    def highlights(self) -> Highlights:
        """The present highlights."""
        return self._highlights

    def show(self, plan_state: PlanState, highlights: Highlights) -> None:
        """Show a state of the plan with highlights."""
        self._plan_state, self._highlights = plan_state, highlights
        self.update_all()

    def highlight(self, highlights: Highlights) -> None:
        """Replace the highlights."""
        before, self._highlights = self._highlights, highlights
        spaces = spaces_of(changed_spaces(before, highlights))
        self.update_spaces({space: self._scene.highlighted(self._base[space], space, highlights) for space in spaces})
        if before.cursor != highlights.cursor:
            self.update_column_names()

    def looks(self) -> list[SpaceLook]:
        self._base = labelled(self._scene.looks(self._plan_state), self._names, self._scene.width, self._scale)
        return [self._scene.highlighted(look, space, self._highlights) for space, look in enumerate(self._base)]

    def draw_space(self, look: SpaceLook, theme: str) -> Rows:
        return _segments(look, self._marks, self._scale, self._glyphs, theme)

    def name_style(self, theme: str, *, lit: bool) -> Style:
        return plan_colours.cell_style(theme, PlanColour.AXIS_LIT if lit else PlanColour.AXIS, PlanColour.PAGE, lit)

    @property
    def lit_column(self) -> int | None:
        cursor = self._highlights.cursor
        return None if cursor is None else cursor % self._scene.width
