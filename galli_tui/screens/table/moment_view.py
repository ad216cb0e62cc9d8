"""What a replay shows of a moment: a board, or two that compare moves, the text beside them, and the curve."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.registry import screens_of
from galli_tui.replay.timeline import Timeline
from galli_tui.screens.table.replay_sizes import curve_height, fit_boards, fits_beside
from galli_tui.screens.table.replay_text import curve_marks, grade_paragraphs, moment_paragraphs
from galli_tui.screens.table.words_snapshot import WordsSnapshot
from galli_tui.style.paragraph import Paragraph
from galli_tui.tables.table import Table
from galli_tui.widgets.board_snapshot import BoardSnapshot
from galli_tui.widgets.line_widget import app_of
from galli_tui.widgets.rich_text import RichText
from galli_tui.widgets.score_curve import CurveLine, ScoreCurve
from rules.bots.review import GradedDecision
from rules.engine.secrecy import Viewer


class MomentView(Vertical):
    """Shows the moment that the replay has come to."""

    DEFAULT_CSS = """
    MomentView { height: 1fr; }
    MomentView #replay-top { height: 1fr; }
    MomentView #replay-side { width: 1fr; margin-left: 1; }
    MomentView RichText { height: 1fr; }
    MomentView BoardSnapshot { margin-right: 1; }
    """

    def __init__(self, table: Table, texts: GameTexts, fitted: Callable[[], None]) -> None:
        """`fitted` is called after each layout, when `is_cut` is known."""
        super().__init__()
        self._table, self._texts, self._fitted = table, texts, fitted
        self._two_fit = False
        """Whether two boards have room beside each other."""
        self._drawable: dict[int, bool] = {}
        """Whether a board can show the better move, by the entry of the decision."""

    def compose(self) -> ComposeResult:
        with Horizontal(id="replay-top"):
            self._board, self._other = self._snapshot(), self._snapshot()
            self._other.display = False
            yield self._board
            yield self._other
            with Vertical(id="replay-side"):
                self._text = RichText()
                self._text.can_focus = False
                yield self._text
                yield ScoreCurve(id="curve-beside")
        yield ScoreCurve(id="curve-below")

    def _snapshot(self) -> BoardSnapshot:
        ascii_only = app_of(self).terminal.ascii
        board = screens_of(self._table.game.meta.key).board_snapshot(self._table, ascii_only=ascii_only)
        return WordsSnapshot(self._table, self._texts) if board is None else board

    def can_draw(self, it: GradedDecision) -> bool:
        """Return whether a board can show the better move at a decision."""
        entry = it.decision.entry
        if entry not in self._drawable:
            self._drawable[entry] = self._board.stands_on(it.decision.view, it.best)
        return self._drawable[entry]

    @property
    def is_cut(self) -> bool:
        """Whether the text is longer than its room."""
        return self._text.max_scroll_y > 0

    @property
    def has_curve(self) -> bool:
        """Whether the curve is on the screen."""
        return any(it.display for it in self.query(ScoreCurve))

    def scroll_on(self) -> bool:
        """Scroll the text on by a page, from its end back to its beginning; return whether there is more of it."""
        return self._text.scroll_on()

    # A moment

    def show_course(self, timeline: Timeline) -> None:
        """Show a match as a curve, with the moments at which its rounds begin."""
        self._drawable.clear()
        curve, players = timeline.curve, self._table.players
        if len(curve[0]) == len(players):
            lines = [
                CurveLine(player.name, f"{player.colour}_text", tuple(scores[seat] for scores in curve))
                for seat, player in enumerate(players)
            ]
        else:
            lines = [CurveLine("team", "gold", tuple(scores[0] for scores in curve))]
        unit = timeline.curve_unit
        moments, names = timeline.moments, timeline.period_names
        starts = [
            (number, str(moments[number].periods[-1].number))
            for number in timeline.period_starts()
            if moments[number].periods and moments[number].periods[-1].number
        ]
        for widget in self.query(ScoreCurve):
            widget.show(lines, unit, starts, (unit.many, names[-1] if names else ""))

    def show_moment(
        self, timeline: Timeline, number: int, viewer: Viewer, graded: Mapping[int, GradedDecision], *, compares: bool
    ) -> None:
        """Show a moment of a match to a viewer; with `compares`, the better move at its decision on a board.

        `graded` are the graded decisions of the match, by moment.
        """
        it = graded.get(number)
        self._show_boards(timeline, number, viewer, it if compares else None)
        grade = [] if it is None else grade_paragraphs(self._table, self._texts, it)
        if compares:
            two = "Left: the move made. Right: the better one."
            grade.append(Paragraph(two if self._two_fit else "The board shows the better move.", close=True))
        told = moment_paragraphs(timeline, self._texts, number, viewer, grade, compares=compares)
        if number == timeline.last:
            told += [Paragraph(notice) for notice in self._table.notices]
        self._text.show(told)
        self.fit_curve()
        marks = curve_marks(graded)
        for widget in self.query(ScoreCurve):
            widget.mark(number, marks)

    def _show_boards(self, timeline: Timeline, number: int, viewer: Viewer, compared: GradedDecision | None) -> None:
        """Show a moment, or the moves of a decision that are compared, on one board or on two."""
        two = compared is not None and self._two_fit
        if self._other.display != two:
            self._other.display = two
            self.fit()
        if compared is None:
            before = timeline.view(number - 1, viewer) if number else None
            self._board.show_view(timeline.view(number, viewer), before)
            return
        it = compared.decision
        if two:
            self._board.show_move(it.view, it.move)
        (self._other if two else self._board).show_move(it.view, compared.best)

    # Sizes

    def fit(self) -> None:
        """Give the boards the room that text and curve leave."""
        for widget in self.query(ScoreCurve):
            widget.styles.height = curve_height(self.screen)
        self._two_fit = fit_boards(self.screen, self._board, self._other)

    def fit_curve(self) -> None:
        """Show the curve in a small window only where it hides nothing of the text beside the board."""
        for curve in self.query("#curve-beside"):
            curve.display = fits_beside(self.screen, self._text)
            self.call_after_refresh(self._fitted)  # Only then it is known whether the text has enough room.
