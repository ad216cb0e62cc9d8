"""Hints at a table of any game: searched ahead of time, shown, selected, and dropped when out of date.

A game can show them on its own board; otherwise they are listed below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from textual.content import Content
from textual.timer import Timer
from textual.worker import Worker

from galli_tui.bots.advice import Advice, AdviceUnavailable
from galli_tui.game_api.gain_words import change_words
from galli_tui.game_api.hint_about import SelectedHint, figures_of_hint
from galli_tui.game_api.hint_standing import CHANCE, ROUGH, final_words, order_words, standing_words, tied_words
from galli_tui.game_api.hint_text import NOW, Hint, hints_of
from galli_tui.screens.subject import Subject
from galli_tui.screens.table.board import TableBoard
from galli_tui.screens.table.prompt import TablePrompt
from galli_tui.screens.table.shown_turn import ShownTurn
from galli_tui.screens.table_base import TableScreenBase
from galli_tui.style.key_names import KEY, with_keys
from galli_tui.style.paragraph import Paragraph
from galli_tui.style.text_wrap import cells
from galli_tui.style.wording import sentence_start, signed_amount
from galli_tui.tables.turn_flow import view_when_asked, with_views_before
from galli_tui.widgets.line_widget import app_of, glyphs_of
from galli_tui.widgets.option_list import OptionList, OptionRow
from galli_tui.widgets.prompt import Prompt
from rules.bots.rollout_search import RankedMove
from rules.engine.secrecy import Seat
from saves.text import ellipsize

ASKING: Final = "Looking for the best moves... keep playing, or Esc to cancel."
HERE: Final = "Hints are ready: press {key:table.hint}."
MOVED_FIRST: Final = "Your move was made before the hints were ready."
CHOOSING: Final = "Enter selects one, Esc or {key:table.hint} closes them."
_FRAME: Final = 5
"""Cells of a line of the list beside its words: its frame, the cursor and the scroll bar."""
_NOBODY: Final = "No hint now: nobody here has to decide."
_LATER: Final = "Hints come when it is your turn."


class HintList(OptionList):
    """The hints, a line each, with the reason of the selected one below. Digits remain those of the board."""

    numbered = False
    confirms = True

    DEFAULT_CSS = """
    HintList { height: auto; max-height: 8; border: round $edge; border-title-color: $rubric;
        border-title-style: bold; border-subtitle-color: $ink; border-subtitle-align: left; }
    """

    def __init__(self, rows: Sequence[OptionRow], reasons: Sequence[str]) -> None:
        """List hints, the first one selected. `reasons` has a clause for each, empty where there is none."""
        self._reasons = reasons
        super().__init__(rows)
        self._tell(0)

    def watch_index(self, old: int, new: int) -> None:
        super().watch_index(old, new)
        self._tell(new)

    def on_resize(self) -> None:
        self._tell(self.index)

    def _tell(self, place: int) -> None:
        """Show the reason of a hint, without its last conditions where there is no room for them."""
        clauses, room = self._reasons[place].split(", "), app_of(self).size.width - _FRAME
        while len(clauses) > 1 and cells(", ".join(clauses)) >= room:
            clauses.pop()
        reason = ", ".join(clauses)
        self.border_subtitle = Content(f"{sentence_start(reason)}.") if reason else None


class TableHints:
    """The hints for the decision on the screen."""

    DELAY = 0.3
    """Seconds from a new decision until the search for hints starts, in case they are wanted."""

    def __init__(
        self, screen: TableScreenBase[None], turn: ShownTurn, prompt: TablePrompt, board: TableBoard[Any]
    ) -> None:
        self._screen, self._turn, self._prompt, self._board = screen, turn, prompt, board
        self.shown: tuple[Hint, ...] = ()
        """The hints that are shown, best first."""
        self._search: Worker[None] | None = None
        """The search for hints for this decision."""
        self._soon: Timer | None = None
        """The timer that starts the search."""
        self._wanted = False
        """Whether the player has asked for hints."""
        self._known: tuple[Any, list[RankedMove]] | None = None
        """The ranked moves for this decision, with the view that they were found in."""
        self.went_on = False
        """Whether the player has done anything since asking."""
        self._asked_early = False
        """Whether the player has asked while a bot was thinking."""

    @property
    def asking(self) -> bool:
        """Whether the player waits for hints."""
        return self._search is not None and self._wanted

    @property
    def next_step(self) -> str:
        """What to do with the hints that are shown; empty if none are."""
        return f"Hints, {order_words(self.shown)}: {with_keys(CHOOSING)}" if self.shown else ""

    @property
    def answer_to_early(self) -> str:
        """The answer to a player who has asked while a bot was thinking, as long as one is; else empty."""
        return f"{_LATER} {KEY:table.continue}: play now." if self._asked_early and self._turn.may_hurry else ""

    @property
    def can_be_asked(self) -> bool:
        """Whether hints can be had for the present decision."""
        return self._turn.seat is not None and not isinstance(self._turn.table.advice, str)

    def search_soon(self) -> None:
        """Look for hints before the player asks, if this computer has processors to spare."""
        advice = self._turn.table.advice
        if not isinstance(advice, str) and advice.background and self._turn.seat is not None:
            self._soon = self._screen.set_timer(self.DELAY, self._begin)

    def _begin(self) -> None:
        advice, seat = self._turn.table.advice, self._turn.seat
        if not isinstance(advice, str) and seat is not None and self._search is None and self._known is None:
            self._search = self._screen.run_worker(self._find(advice, seat), group="hints")

    def ask(self) -> None:
        """Show hints as soon as they are found; hide or cancel them if they were asked for before."""
        if self.end() or self.cancel():
            return
        if self._known is not None:
            self._show(*self._known)
            return
        advice = self._turn.table.advice
        if isinstance(advice, str):
            self._prompt.answer(advice)
        elif self._turn.seat is None and (self._turn.table.due.over or self._turn.is_view_only):
            self._prompt.note(_NOBODY)
        elif self._turn.seat is None:
            self._asked_early = self._turn.may_hurry
            if self._asked_early:
                self._prompt.refresh()
            else:
                self._prompt.note(_LATER)
        else:
            self.went_on = False
            self._begin()
            self._wanted = True
            self._prompt.refresh()

    async def _find(self, advice: Advice, seat: Seat) -> None:
        # Only what is on the screen: the hint is visible to everyone who sees the decision.
        turn = self._turn
        view = view_when_asked(turn.table.game, seat, turn.table.view(turn.viewer), with_views_before(turn.events))
        try:
            options = await advice.options(seat, view)
        except AdviceUnavailable as error:
            wanted, self._wanted, self._search = self._wanted, False, None
            if wanted:
                self._prompt.refresh()
                self._screen.show_error("No hint available", str(error))
            return
        wanted, self._wanted, self._search = self._wanted, False, None
        self._known = view, options
        if wanted and self.went_on:
            # Keys that are still queued were meant for the move being entered.
            self._prompt.refresh()
            self._prompt.note(with_keys(HERE))
        elif wanted:
            self._show(view, options)

    def _show(self, view: Any, options: list[RankedMove]) -> None:
        self.shown = hints_of(self._turn.table, view, options, self._turn.texts)
        if not self._board.show_hints(self.shown):
            self._list()
        self._prompt.refresh()

    def _list(self) -> None:
        """List the hints below the board."""
        names = self._names
        reasons = [it.reason(names[it.against]) for it in self.shown]
        rows = HintList([self._row(place) for place in range(len(self.shown))], reasons)
        meta = self._turn.table.game.meta
        compared = "" if tied_words(self.shown) else ", compared with the best"
        rough = (
            f"; {ROUGH} {CHANCE}" if any(self._standing(it).endswith(ROUGH) for it in range(len(self.shown))) else ""
        )
        rows.border_title = f"Hints: {meta.unit.many} {NOW}; {final_words(self.shown, meta)}{compared}{rough}"
        self._screen.mount(rows, before=self._screen.query_one(Prompt))
        rows.focus()

    @property
    def _names(self) -> list[str]:
        """What the hints are called in the list."""
        return [f"hint {number}" for number in range(1, len(self.shown) + 1)]

    @property
    def selected(self) -> SelectedHint | None:
        """The hint that is selected, on the board or in the list; None if none is."""
        listed = next((max(0, rows.index) for rows in self._screen.query(HintList)), None)
        return self._board.selected_hint if listed is None else SelectedHint(self.shown, listed, self._names)

    def subject(self, shown: Subject | None, asked: Subject | None) -> Subject | None:
        """Return what the help opens with: with a hint selected, what its figures mean before the clause.

        `shown` is what is selected on the board, if anything; `asked` is the question to the seat.
        """
        selected, found = self.selected, shown or asked
        if found is None or selected is None:
            return found
        table, texts, move = self._turn.table, self._turn.texts, selected.hint.move
        changes = change_words(table, texts, move, selected.hint.earned)
        figures = [Paragraph(it, close=True) for it in figures_of_hint(selected, table.game.meta, changes)]
        words = texts.decision_forms(table, table.view(self._turn.viewer), move)[0]
        title = sentence_start(words) if shown is None else found.title
        return Subject(found.clause, title, (*figures[:-1], figures[-1]._replace(close=False), *found.text))

    def _standing(self, place: int) -> str:
        return standing_words(self.shown, place, self._turn.table.game.meta, glyphs_of(self._screen).half)

    def _row(self, place: int) -> OptionRow:
        turn, hint, half = self._turn, self.shown[place], glyphs_of(self._screen).half
        meta = turn.table.game.meta
        gain = signed_amount(hint.earned.total, meta.unit, half)
        scores = [(f"  {gain} {NOW}", "gold")]
        standing = f"  {self._standing(place)}".rstrip()
        forms = turn.texts.decision_forms(turn.table, turn.table.view(turn.viewer), hint.move)
        room = self._screen.size.width - _FRAME - cells(f"{place + 1} {scores[0][0]}{standing}")
        words = next((form for form in forms if cells(form) <= room), ellipsize(forms[-1], room))
        changes = change_words(turn.table, turn.texts, hint.move, hint.earned)
        if changes:
            rows = ", ".join(f"{label} {signed_amount(score, meta.unit, half)}" for label, score in changes)
            if cells(words) + cells(f": {rows}") <= room:
                scores.append((f": {rows}", "faint"))
        return OptionRow(((f"{place + 1} {words}", "strong"), *scores, (standing, "gold")))

    def select(self, index: int) -> None:
        """Hide the hints and select the move of the one at an index, for Enter to confirm."""
        move = self.shown[index].move
        self.end()
        self._board.select(move)

    def end(self) -> bool:
        """Hide the hints and return to the decision; return False if none are shown."""
        if not self.shown:
            return False
        self._hide()
        self._prompt.refresh()
        self._board.redraw()
        return True

    def drop(self) -> None:
        """Drop all hints, since another decision is due; the next drawing shows none."""
        self._stop()
        self._known = None
        self._asked_early = self._asked_early and self._turn.seat is None
        if self.shown:
            self._hide()

    def take(self) -> None:
        """End the hints, since the board continues from the one that was selected."""
        self.shown = ()
        self._screen.refresh_bindings()

    def _hide(self) -> None:
        self.shown = ()
        self._board.hide_hints()
        for rows in self._screen.query(HintList):
            rows.remove()

    def cancel(self) -> bool:
        """Cancel the search for hints; return False if none was asked for."""
        if not self.asking:
            return False
        self._stop()
        self._prompt.refresh()
        return True

    def _stop(self) -> None:
        if self._soon is not None:
            self._soon.stop()
            self._soon = None
        if self._search is not None:
            self._search.cancel()
            self._search = None
        self._wanted = False
