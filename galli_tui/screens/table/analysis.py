"""The analysis after a match: the most expensive decisions, by the abbot's estimate."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Resize
from textual.geometry import Size

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.registry import screens_of
from galli_tui.screens.dialogs import Notice
from galli_tui.screens.table.hint_text import NOW, change_words, why_words
from galli_tui.screens.table_base import TableScreenBase
from galli_tui.style.actions import Action, bindings
from galli_tui.style.key_names import KEY
from galli_tui.style.wording import amount, amount_words, signed_amount
from galli_tui.tables.game_review import GameReview
from galli_tui.tables.table import Table
from galli_tui.terminal.safe_text import sanitize
from galli_tui.widgets.board_snapshot import BoardSnapshot
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.line_widget import cells, glyphs_of
from galli_tui.widgets.option_list import OptionList, OptionRow, heading
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.rich_text import Paragraph, RichText
from rules.bots.reasons import advantages
from rules.bots.review import Mistake
from rules.bots.score_change import score_change
from rules.engine.events import Move
from saves.text import ellipsize

_COST, _NAME = 6, 12
"""Cells for the cost of a decision, and for a name."""
_LIST, _FRAME, _FOOT = 12, 2, 2
"""Rows of the list with its frame, where there is room, of the frame alone, and of prompt and footer."""
_REASONS = 3
"""The most reasons why the abbot's move is better."""
_NOTHING_TO_DECIDE = "Nobody here had a decision to make in this match."
_NO_MISTAKE = "No mistake of half a point or more."
_NO_MISTAKE_YET = "No mistake of half a point or more so far."


class AnalysisScreen(TableScreenBase[None]):
    """The most expensive decisions, worst first, and below them both moves of the selected one."""

    SCOPES: ClassVar[tuple[str, ...]] = ("analysis", "list")
    BINDINGS = bindings("analysis")
    DEFAULT_CSS = """
    AnalysisScreen OptionList { height: 12; border: round $edge; border-title-color: $rubric;
        border-title-style: bold; }
    AnalysisScreen OptionList.-bare { border: none; }
    AnalysisScreen Horizontal { height: 1fr; }
    AnalysisScreen RichText { height: 1fr; border: round $edge; border-title-color: $rubric; border-title-style: bold; }
    """

    def __init__(self, table: Table, texts: GameTexts, game_review: GameReview) -> None:
        super().__init__(table, texts)
        self._game_review = game_review
        self._chosen = ""
        """The entry of the selected decision; empty for the worst one found so far."""
        self._moment: BoardSnapshot | None = None
        """The game's board, if the game has one for this screen."""
        self._decided = False
        """Whether the board shows the move that was played, and not the abbot's."""
        self._turns = False
        """Whether the board can show either of the two moves."""

    def compose(self) -> ComposeResult:
        self._moment = screens_of(self.table.game.meta.key).board_snapshot(
            self.table, ascii_only=self.app.terminal.ascii
        )
        rows = OptionList()
        rows.border_title = "Most expensive decisions"
        yield rows
        with Horizontal():
            if self._moment is not None:
                yield self._moment
            yield self._text()
        yield Prompt()
        yield Footer()

    def _text(self) -> RichText:
        text = RichText()
        text.border_title = "Yours and the abbot's"
        # Only the list takes the keys; this text fits, or is scrolled with the mouse.
        text.can_focus = False
        return text

    def on_mount(self) -> None:
        self._unsubscribe = self._game_review.subscribe(self._refresh)
        self._refresh()
        self.query_one(OptionList).focus()

    def on_unmount(self) -> None:
        self._unsubscribe()

    def _refresh(self) -> None:
        self._show()
        if self._game_review.error:
            self.app.push_screen(Notice("The analysis was interrupted", sanitize(self._game_review.error, 400)))
            self.query_one(Prompt).show_next(
                f"{self._progress} Press {KEY:scores.analysis} on the score sheet to continue."
            )

    @property
    def _mistakes(self) -> tuple[Mistake, ...]:
        return self._game_review.review.mistakes

    @property
    def _progress(self) -> str:
        review = self._game_review.review
        return f"Analysed {review.done} of {review.total} decisions."

    def _show(self) -> None:
        """Show the mistakes found so far; the cursor stays on its decision."""
        rows = self.query_one(OptionList)
        when = max((len(self.texts.progress(mistake.decision.view)) for mistake in self._mistakes), default=0)
        who = max((cells(self._player(mistake)) for mistake in self._mistakes), default=0)
        shown = [self._row(mistake, when, who) for mistake in self._mistakes] or [heading(self._no_mistakes)]
        keys = [row.key for row in shown]
        rows.show(shown, keys.index(self._chosen) if self._chosen in keys else 0)
        self._show_mistake(rows.index)
        self._say()

    def _say(self) -> None:
        """Update prompt and footer."""
        review = self._game_review.review
        if self._game_review.done:
            turn = "; Left/Right show either move" if self._turns else ""
            words = f"Up/Down select a decision{turn}; Esc goes back." if self._mistakes else "Esc goes back."
        else:
            words = f"{self._progress} Esc leaves; it continues in the background."
        self.query_one(Prompt).show_next(words if review.total else "Esc goes back to the score sheet.")
        self.query_one(Footer).offer()

    @property
    def _no_mistakes(self) -> str:
        if not self._game_review.review.total:
            return _NOTHING_TO_DECIDE
        return _NO_MISTAKE if self._game_review.done else _NO_MISTAKE_YET

    def _player(self, mistake: Mistake) -> str:
        return ellipsize(sanitize(self.table.players[mistake.decision.seat].name), _NAME)

    def _row(self, mistake: Mistake, when: int, who: int) -> OptionRow:
        """Return the row of a mistake, with `when` cells for the moment and `who` cells for the name."""
        it, half = mistake.decision, glyphs_of(self).half
        name = self._player(mistake)
        colour = f"{self.table.players[it.seat].colour}_text"
        return OptionRow(
            (
                (f"{amount(-mistake.cost, self.table.game.meta.estimate_unit, half):>{_COST}}  ", "gold"),
                (f"{self.texts.progress(it.view):<{when}}  ", "faint"),
                (f"{name}{' ' * (who - cells(name))}  ", colour),
                (self._words(mistake, it.move), "ink"),
            ),
            key=str(it.entry),
        )

    def _words(self, mistake: Mistake, move: Move) -> str:
        return self.texts.decision(self.table, mistake.decision.view, move)

    def _show_mistake(self, index: int) -> None:
        mistake = self._mistakes[index] if 0 <= index < len(self._mistakes) else None
        moment = self._moment
        if moment is not None:
            moment.display = mistake is not None
        if moment is not None and mistake is not None:
            view, moves = mistake.decision.view, (mistake.best, mistake.decision.move)
            self._turns = any(moment.stands_on(view, move) for move in moves)
            moment.show_move(view, moves[self._decided])
        self.query_one(RichText).show([] if mistake is None else self._explanation(mistake))

    def _explanation(self, mistake: Mistake) -> list[Paragraph]:
        it, half = mistake.decision, glyphs_of(self).half
        cost = amount_words(mistake.cost, self.table.game.meta.estimate_unit, half)
        many = "1 simulation" if mistake.samples == 1 else f"{mistake.samples} simulations"
        found = many if mistake.samples else "greedy estimate"
        lead = "" if self.table.game.bands else " of your lead"
        between = f"Estimated cost: {cost}{lead} ({found})."
        why = advantages(self.table.game, it.view, mistake.best, it.move)
        because = f"The abbot's move {why_words(self.table.game, self.texts, why, _REASONS)}."
        return [
            self._move_line("Played", mistake, it.move, shown=self._decided),
            self._move_line("The abbot", mistake, mistake.best, shown=not self._decided),
            Paragraph("", spans=((because, "ink"),), close=True),
            Paragraph("", spans=((between, "faint"),), close=True),
        ]

    def _move_line(self, who: str, mistake: Mistake, move: Move, *, shown: bool) -> Paragraph:
        """Return a paragraph with a move, its points now, and a mark if the board shows it."""
        earns = score_change(self.table.game, mistake.decision.view, move)
        signs = glyphs_of(self)
        unit = self.table.game.meta.unit
        gain = signed_amount(earns.total, unit, signs.half)
        rows = change_words(self.table, self.texts, move, earns)
        why = ", ".join(f"{label} {signed_amount(score, unit, signs.half)}" for label, score in rows)
        spans = (
            *([(f"{signs.here if shown else signs.dot} ", "gold")] if self._turns else []),
            (f"{who}: ", "faint"),
            (self._words(mistake, move), "strong"),
            (f"  {gain} {NOW}", "gold"),
            *([(f": {why}", "faint")] if why else []),
        )
        return Paragraph("", spans=spans, close=True)

    def on_option_list_moved(self, event: OptionList.Moved) -> None:
        self._chosen = event.rows.rows[event.index].key
        self._show_mistake(event.index)
        self._say()

    def action_turn(self) -> None:
        """Switch between the two moves."""
        self._decided = not self._decided
        self._show_mistake(self.query_one(OptionList).index)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self._moment is not None if action == "turn" else super().check_action(action, parameters)

    def offers(self, action: Action) -> bool:
        return self._turns if action.id == "analysis.turn" else super().offers(action)

    def on_resize(self, event: Resize) -> None:
        super().on_resize(event)
        if self._moment is not None:
            # The board gets its rows first, since the list can be scrolled.
            least = self._moment.fit(Size(event.size.width // 2, event.size.height - _LIST - _FOOT)).height
            room = max(1, min(_LIST, event.size.height - _FOOT - least))
            rows = self.query_one(OptionList)
            rows.styles.height = room
            # Without room for a frame, the selected decision still has a line.
            rows.set_class(room <= _FRAME, "-bare")

    def action_back(self) -> None:
        self.dismiss()
