"""Hints at a table of any game: looked for ahead of time, shown, taken over, and dropped when out of date.

A game shows them in its own way, on its own board; one that has none gets a list below the table.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from textual.events import Event, Key, MouseDown
from textual.timer import Timer
from textual.worker import Worker

from galli_tui.bots.advice import Advice, AdviceUnavailable
from galli_tui.screens.table.hint_text import (
    FINAL,
    NOW,
    Hint,
    change_words,
    hints_of,
    signed_points,
    standing_words,
)
from galli_tui.screens.table.peers import PeerTableScreen
from galli_tui.style.actions import Action
from galli_tui.tables.game_review import GameReview
from galli_tui.tables.table import Table
from galli_tui.tables.turn_flow import view_when_asked, with_views_before
from galli_tui.widgets.line_widget import glyphs_of
from galli_tui.widgets.option_list import OptionList, OptionRow
from galli_tui.widgets.prompt import Prompt
from rules.bots.rollout_search import RankedMove
from rules.engine.events import Move
from rules.engine.secrecy import Seat

ASKING: Final = "The abbot thinks about what is best here; play on meanwhile, or esc stops it."
HERE: Final = "The abbot's hints are here: h shows them."
_CHOOSING: Final = "These are hints, the best first: enter makes the move, esc or h closes them."
_NOBODY: Final = "A hint is for whoever decides, and nobody here does now."


class HintList(OptionList):
    """The hints, one a line, with what each earns."""

    DEFAULT_CSS = """
    HintList { height: auto; max-height: 8; border: round $edge; border-title-color: $rubric;
        border-title-style: bold; }
    """


class HintTableScreen(PeerTableScreen):
    """A table at which people may ask the abbot.

    A subclass may show the hints on its own board: it defines
      * `show_hints(hints)` and `hide_hints()`, which draws nothing: `end_hints()` does, where the hints alone go.
    """

    AHEAD: ClassVar[float] = 0.3
    """Seconds from a new decision until hints for it are looked for, in case they are wanted."""
    REVIEW: ClassVar[float] = 1
    """Seconds from the end of a match until its review begins: first the score sheet is shown."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.hints: tuple[Hint, ...] = ()
        """The hints that are shown, the best first."""
        self._thinking: Worker[None] | None = None
        """Looks for hints for this decision."""
        self._soon: Timer | None = None
        """When to begin with that."""
        self._wanted = False
        """Whether somebody waits for them."""
        self._known: tuple[Any, list[RankedMove]] | None = None
        """What the abbot thinks of this decision, with the view that it was told."""
        self._went_on = False
        """Whether anything was done here since the abbot was asked."""
        self._hindsight: GameReview | None = None

    @property
    def asking(self) -> bool:
        """Whether somebody waits for hints."""
        return self._thinking is not None and self._wanted

    def hindsight(self) -> GameReview:
        """Return the review of this match, which is over, and go on with it."""
        if self._hindsight is None:
            self._hindsight = GameReview(self.table)
        if not self._hindsight.running and not self._hindsight.done:
            self.run_worker(self._hindsight.resume(), group="review")
        return self._hindsight

    def review_soon(self) -> None:
        """Begin the review in the background, where that disturbs nobody."""
        advice = self.table.advice
        if not isinstance(advice, str) and advice.background:
            self.set_timer(self.REVIEW, self.hindsight)

    def think_ahead(self) -> None:
        """Look for hints before anybody asks, where that disturbs nobody."""
        advice = self.table.advice
        if not isinstance(advice, str) and advice.background and self.seat is not None:
            self._soon = self.set_timer(self.AHEAD, self._begin)

    def _begin(self) -> None:
        advice = self.table.advice
        if not isinstance(advice, str) and self.seat is not None and self._thinking is None and self._known is None:
            self._thinking = self.run_worker(self._ask(advice, self.seat), group="hints")

    def attempt(self, move: Move) -> bool:
        """Makes a move; False where it was not made."""
        raise NotImplementedError

    def show_hints(self, hints: tuple[Hint, ...]) -> None:
        """Shows them."""
        rows = HintList([self._row(place) for place in range(len(hints))])
        rows.index = 0
        rows.border_title = f"Hints: what each earns {NOW}, and {FINAL} beside the best"
        self.mount(rows, before=self.query_one(Prompt))
        rows.focus()

    def hide_hints(self) -> None:
        """Shows them no more."""
        for rows in self.query(HintList):
            rows.remove()

    def _row(self, place: int) -> OptionRow:
        hint, half = self.hints[place], glyphs_of(self).half
        words = self.face.decision(self.table, self.table.view(self.viewer), hint.move)
        parts = [(f"{place + 1} {words}", "strong"), (f"  {signed_points(hint.earned.total, half)} {NOW}", "gold")]
        changes = change_words(self.table, self.face, hint.move, hint.earned)
        if changes:
            rows = ", ".join(f"{label} {signed_points(points, half)}" for label, points in changes)
            parts.append((f": {rows}", "faint"))
        parts.append((f"  {standing_words(self.hints, place, half)}", "gold"))
        return OptionRow(tuple(parts))

    def next_words(self) -> str:
        if self.asking:
            return ASKING
        return _CHOOSING if self.hints else super().next_words()

    def end_hints(self) -> bool:
        """The hints go, and the decision stands there as before; False where there are none."""
        if not self.hints:
            return False
        self.hints = ()
        self.hide_hints()
        self.refresh_next()
        return True

    def stop_asking(self) -> bool:
        """Nobody waits for a hint any more; False where nobody did."""
        if not self.asking:
            return False
        self._stop_thinking()
        self.refresh_next()
        return True

    def _stop_thinking(self) -> None:
        if self._soon is not None:
            self._soon.stop()
            self._soon = None
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None
        self._wanted = False

    def drop_hints(self) -> None:
        """Another question is asked by now, so there is no hint: what is shown next shows none."""
        self._stop_thinking()
        self._known = None
        if self.hints:
            self.hints = ()
            self.hide_hints()

    async def on_event(self, event: Event) -> None:
        self._went_on |= isinstance(event, Key | MouseDown)
        await super().on_event(event)

    def action_hint(self) -> None:
        if self.end_hints() or self.stop_asking():
            return
        if self._known is not None:
            self._show_known(*self._known)
            return
        advice = self.table.advice
        if isinstance(advice, str):
            self.note(advice)
        elif self.seat is None:
            self.note(_NOBODY)
        else:
            self._went_on = False
            self._begin()
            self._wanted = True
            self.refresh_next()

    async def _ask(self, advice: Advice, seat: Seat) -> None:
        # What is on the screen, and no more: a hint may be seen by whoever sees the decision.
        view = view_when_asked(self.table.game, seat, self.table.view(self.viewer), with_views_before(self.happenings))
        try:
            options = await advice.options(seat, view)
        except AdviceUnavailable as error:
            wanted, self._wanted, self._thinking = self._wanted, False, None
            if wanted:
                self.refresh_next()
                self.trouble("No hint", str(error))
            return
        wanted, self._wanted, self._thinking = self._wanted, False, None
        self._known = view, options
        if wanted and self._went_on:
            # Keys that are on their way were meant for what is being entered.
            self.refresh_next()
            self.note(HERE)
        elif wanted:
            self._show_known(view, options)

    def _show_known(self, view: Any, options: list[RankedMove]) -> None:
        self.hints = hints_of(self.table.game, view, options)
        self.show_hints(self.hints)
        self.refresh_next()

    def on_option_list_chosen(self, event: OptionList.Chosen) -> None:
        if isinstance(event.rows, HintList) and self.hints:
            move = self.hints[event.index].move
            self.end_hints()
            self.attempt(move)

    def label(self, action: Action) -> str:
        if action.id == "table.hint" and (self.hints or self.asking):
            return "close" if self.hints else "stop"
        return super().label(action)

    def offers(self, action: Action) -> bool:
        if action.id == "table.hint":
            return self.seat is not None and not isinstance(self.table.advice, str)
        return super().offers(action)
