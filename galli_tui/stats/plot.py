"""A plot in the terminal's characters and the theme's colours."""

from __future__ import annotations

import re
from itertools import count
from math import ceil, floor
from typing import Final

from rich.text import Text
from textual_plotext import PlotextPlot

from galli_tui.stats.charts import Chart
from galli_tui.style.text_styles import brushes
from galli_tui.style.text_wrap import cells
from galli_tui.widgets.line_widget import app_of
from saves.text import ellipsize

_LABEL: Final = 24
"""The most cells of a label."""
_FRAME: Final = 3
"""Rows of the frame with its numbers."""
_THIN: Final = 0.1
"""Thickness of a bar, as a part of the distance to the next: one row."""
_BLOCKS: Final = re.compile(r"[\u2580-\u259f]+")
_SIGNS: Final = re.compile(r"[#*]+")
_FRAME_IN_ASCII: Final = str.maketrans("│─┌┐└┘┤┬├┴┼", "|-++++++++-")
_TICKS: Final = 5
_STEPS: Final = (1, 2, 5)
"""Steps between the numbers of an axis, each also ten times, a hundred times and so on."""
_AROUND: Final = 5
"""How far an axis goes below and above a value that has no other beside it."""


def round_ticks(least: float, most: float) -> range:
    """Return whole, round numbers for an axis: the first at or below `least`, the last at or above `most`."""
    around = _AROUND if least == most else 0
    low, high = floor(least - around), ceil(most + around)
    steps = (step * 10**power for power in count() for step in _STEPS)
    step = next(step for step in steps if -(-high // step) - low // step <= _TICKS)
    return range(low // step * step, -(-high // step) * step + 1, step)


class ChartPlot(PlotextPlot):
    """The plot of a chart: bars or a line. Screen readers get the facts beside it instead."""

    DEFAULT_CSS = """
    ChartPlot { background: $page; color: $ink; }
    """

    def __init__(self, *, ascii_only: bool) -> None:
        super().__init__()
        self._ascii = ascii_only
        self._chart: Chart | None = None

    def on_mount(self) -> None:
        """Leave out the library's themes: the colours come from the app's theme when the plot is drawn."""

    def show(self, chart: Chart) -> None:
        """Show another chart."""
        self._chart = chart
        self.refresh()

    def render(self) -> Text:
        """Draw the chart in the present size and theme."""
        style = brushes(app_of(self).theme, "page")
        if self._chart is None:
            return Text(style=style.ink)
        drawn = Text(self._drawn(self._chart), style=style.ink, no_wrap=True)
        drawn.highlight_regex(_SIGNS if self._ascii else _BLOCKS, style.gold)
        return drawn

    def _drawn(self, chart: Chart) -> str:
        """Return the plot as lines of text."""
        plt, (width, height) = self.plt, self.size
        plt.clear_figure()
        plt.theme("clear")
        if chart.bars:
            height = self._add_bars(chart, height)
        else:
            numbers = range(1, len(chart.line) + 1)
            plt.plot([*numbers], [*chart.line], marker="*" if self._ascii else "hd")
            if len(chart.line) == 1:
                plt.scatter([1], [chart.line[0]], marker="*" if self._ascii else "█")
            step = max(1, (len(chart.line) - 1) // _TICKS + (len(chart.line) > _TICKS))
            plt.xticks([*numbers[::step]])
            ticks = round_ticks(min(chart.line), max(chart.line))
            plt.ylim(ticks[0], ticks[-1])
            plt.yticks([*ticks])
        plt.plotsize(width, height)
        plt._set_size(width, height)
        text = Text.from_ansi(plt.build()).plain
        return text.translate(_FRAME_IN_ASCII) if self._ascii else text

    def _add_bars(self, chart: Chart, height: int) -> int:
        """Draw as many bars as have room, the first on top, each label with its number; return the rows they need."""
        bars = [(label, round(value, 1)) for label, value in chart.bars[: max(1, height - _FRAME)]]
        number = len(bars)
        airy = 2 * number - 1 + _FRAME
        widest = max(cells(f"{value:g}") for _, value in bars)
        labels = [f"{ellipsize(label, _LABEL)} {value:>{widest}g}" for label, value in bars]
        values = [value for _, value in bars]
        marker = "#" if self._ascii else "sd"
        self.plt.bar(labels[::-1], values[::-1], orientation="horizontal", width=_THIN, marker=marker)
        most = max(1, *values, 1)
        self.plt.xlim(min(0, *values, 0), most)
        if all(isinstance(value, int) for _, value in chart.bars):  # What is counted has no halves.
            self.plt.xticks([*range(0, int(most) + 1, -(-int(most) // _TICKS))])
        self.plt.ylim(*(1, number) if number > 1 else (0.5, 1.5))
        return airy if airy <= height else number + _FRAME
