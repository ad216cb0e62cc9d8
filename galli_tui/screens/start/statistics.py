"""The statistics of the player's matches: a list of plots, the one selected, and what it shows in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from galli_tui.game_api.daily import today
from galli_tui.game_api.own_name import own_name
from galli_tui.screens.base import GalliScreen
from galli_tui.stats.charts import Chart, charts_of
from galli_tui.stats.figures import daily_streak
from galli_tui.stats.plot import ChartPlot
from galli_tui.stats.results import Result, own_results
from galli_tui.style.actions import bindings
from galli_tui.terminal.safe_text import sanitize
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.line_widget import glyphs_of
from galli_tui.widgets.option_list import OptionList, OptionRow, heading
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.rich_text import Paragraph, RichText
from saves.errors import SaveError

_NEXT: Final = "Up/Down select a plot, Tab goes to its words and back; Esc goes back."
_BACK: Final = "Esc goes back to the menu."
_EMPTY: Final = (
    Paragraph("Nothing to count yet", heading=True),
    Paragraph("Play a match to its end, and your points, ranks and bests are shown here."),
    Paragraph(
        "A match counts if you had a seat in it. Practice, lessons, what-if and imported matches do not count, "
        "so try there whatever you like."
    ),
)


class StatisticsScreen(GalliScreen[None]):
    """Plots to choose from; the one selected, with the same facts in words below it."""

    SCOPES: ClassVar[tuple[str, ...]] = ("statistics", "list")
    BINDINGS = bindings("statistics")
    DEFAULT_CSS = """
    StatisticsScreen Horizontal { height: 1fr; }
    StatisticsScreen OptionList { width: 26; border: round $edge; border-title-color: $rubric;
        border-title-style: bold; }
    StatisticsScreen.-wide OptionList, StatisticsScreen.-grand OptionList { width: 32; }
    StatisticsScreen Vertical { border: round $edge; border-title-color: $rubric; border-title-style: bold;
        background: $page; padding: 0 1; }
    StatisticsScreen #caption { color: $faint; height: 1; }
    StatisticsScreen ChartPlot { height: 3fr; }
    StatisticsScreen RichText { height: 2fr; margin-top: 1; }
    StatisticsScreen OptionList:focus, StatisticsScreen Vertical:focus-within { border: round $gold; }
    """

    def __init__(self, results_of: Callable[[str], list[Result]] = own_results) -> None:
        """Create it with what returns the results of the player with a name."""
        super().__init__()
        self._results_of = results_of
        self._charts: list[Chart | None] = []
        """The chart of each row; None for a heading."""

    def compose(self) -> ComposeResult:
        with Horizontal():
            rows = OptionList()
            rows.border_title = "Statistics"
            yield rows
            with Vertical():
                yield Static(id="caption", markup=False)
                yield ChartPlot(ascii_only=self.app.terminal.ascii)
                yield RichText()
        yield Prompt()
        yield Footer()

    def on_mount(self) -> None:
        try:
            results = self._results_of(own_name())
        except SaveError as error:
            self._explain((Paragraph("The matches could not be read", heading=True), Paragraph(sanitize(str(error)))))
            return
        if results:
            self._show(results)
        else:
            self._explain(_EMPTY)

    def _explain(self, words: tuple[Paragraph, ...]) -> None:
        """Show words in place of plots."""
        for hidden in (OptionList, ChartPlot):
            self.query_one(hidden).display = False
        self.query_one("#caption").display = False
        self.query_one(Vertical).border_title = "Statistics"
        self.query_one(RichText).show(words)
        self.query_one(RichText).focus()
        self.query_one(Prompt).show_next(_BACK)

    def _show(self, results: list[Result]) -> None:
        rows: list[OptionRow] = []
        charts = charts_of(results, daily_streak(results, today()), glyphs_of(self).half)
        for place, chart in enumerate(charts):
            if not place or charts[place - 1].group != chart.group:
                rows.append(heading(chart.group))
                self._charts.append(None)
            rows.append(OptionRow(((chart.name, "ink"),)))
            self._charts.append(chart)
        options = self.query_one(OptionList)
        options.show(rows, 0)
        options.focus()
        self._show_chart(options.index)
        self.query_one(Prompt).show_next(_NEXT)

    def _show_chart(self, index: int) -> None:
        chart = self._charts[index]
        if chart is not None:
            self.query_one(Vertical).border_title = f"{chart.group}: {chart.name.lower()}"
            self.query_one("#caption", Static).update(chart.caption)
            self.query_one(ChartPlot).show(chart)
            self.query_one(RichText).show([Paragraph(fact, close=True) for fact in chart.facts])

    def on_option_list_moved(self, event: OptionList.Moved) -> None:
        self._show_chart(event.index)

    def action_back(self) -> None:
        self.dismiss()
