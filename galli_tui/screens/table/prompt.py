"""The prompt of a table screen: what to do next, whom the table waits for, and why a move was refused.

It draws nothing of the game; the turn presenter decides when it changes.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from galli_tui.screens.table.shown_turn import ShownTurn
from galli_tui.screens.table.waiting_text import thinking_words, waiting_words
from galli_tui.screens.table_base import TableScreenBase
from galli_tui.style.key_names import KEY, with_keys
from galli_tui.tables.peers import Role
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.line_widget import cells
from galli_tui.widgets.prompt import Prompt, whole_sentences
from rules.engine.refusal import Refusal

_VIEW_ONLY = (
    "You can only view this match: {key:table.scores} shows the scores, {key:table.log} the log, "
    "{key:table.leave} goes back."
)
_PAUSED = "Press Enter to continue"
_CONTINUE = "Enter continues."
CLICK_AGAIN = "Click again to confirm."
CLICK_AGAIN_FOR_HINT = "Click again to select this move; one more click then confirms it."
CLICK_AGAIN_TO_GO_BACK = "Click again to go back."
CLICK_AGAIN_TO_SELECT = "Click again to select this."
NEXT_CHOICE = "Choice {number} of {count} here: click again for the next; Enter or its line takes it."


class TablePrompt:
    """The text of the prompt: the next step, or for a while a refusal or a note."""

    def __init__(self, screen: TableScreenBase[None], turn: ShownTurn, special: Callable[[], str]) -> None:
        """Create it for a screen; `special` returns what hints or the game say instead of the words for every game."""
        self._screen, self._turn, self._special = screen, turn, special
        self._shown = ""
        """The next step when it was shown last; empty while a refusal or note stands in its place."""
        self.refusal: Refusal | None = None
        """The refusal shown, if any."""

    @property
    def _line(self) -> Prompt:
        return self._screen.query_one(Prompt)

    def words(self) -> str:
        """Return what to do next, as the viewer may know it."""
        return self._special() or self._general()

    def _general(self) -> str:
        """Return what to do next at a table of any game."""
        turn = self._turn
        if turn.table.due.over:
            return self._over()
        if turn.waits_for_others:
            return self._waiting()
        if turn.is_view_only:
            return with_keys(_VIEW_ONLY)
        return self.paused(_PAUSED) if turn.table.paused else turn.texts.next_step(turn.table)

    def _over(self) -> str:
        """Return what can be done after the match."""
        turn = self._turn
        rematch = not turn.table.is_what_if and (turn.status is None or turn.status.role is Role.HOST)
        keys = [f"{KEY:table.scores}: {'scores and rematch' if rematch else 'scores'}"]
        keys += [] if isinstance(turn.table.advice, str) else [f"{KEY:table.review}: review"]
        keys += [f"{KEY:table.log}: log", f"{KEY:table.leave}: leave"]
        return f"The match is over. {', '.join(keys)}."

    def _waiting(self) -> str:
        """Return what the table waits for; empty if it waits for nobody."""
        turn = self._turn
        if turn.status is None:
            return thinking_words(turn.table, turn.texts)
        return waiting_words(turn.table, turn.texts, turn.status, monotonic())

    def why_no_move(self) -> str:
        """Return why no move can be made here now, for a screen without a seat to decide."""
        if self._turn.table.due.over:
            return "The match is over: no move can be made."
        if self._turn.is_view_only:
            return "You are a spectator; only players can move."
        if self._turn.table.paused:
            return "The match pauses: press Enter to continue, then move."
        return f"No move can be made here now. {self.words()}"

    def paused(self, words: str) -> str:
        """Return the prompt of a paused table, with the key for undo if that is possible."""
        may_undo = self._turn.seat_to_undo is not None
        if self._screen.app.settings.auto_continue:
            return f"{words}, or wait; {KEY:table.undo} undoes the last move." if may_undo else f"{words}, or wait."
        return f"{words}, or {KEY:table.undo} to undo the last move." if may_undo else f"{words}."

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal, with its clause and the key to read it."""
        self.refusal, self._shown = refusal, ""
        self._line.show_refusal(self._turn.texts.refusal(self._turn.table, refusal), refusal.clause)
        self._screen.refresh_bindings()

    def note(self, text: str, end: str = "") -> None:
        """Show a short note, until the next change.

        An `end` follows as many whole sentences as there is room for; it is left out rather than cut a sentence.
        """
        self._shown = ""
        if end:
            room = self._line.size.width - 2
            alone, words = whole_sentences(text, room), whole_sentences(text, room - 1 - cells(end))
            text = alone if words.endswith("…") and not alone.endswith("…") else f"{words} {end}"
        self._line.show_note(text)

    def answer(self, text: str, end: str = "") -> None:
        """Show what the player asked about, as a note; at a paused table it ends with how to continue."""
        if self._turn.table.paused and not self._turn.waits_for_others:
            both = f"{end} {_CONTINUE}".lstrip()
            end = both if cells(f"{text} {both}") <= self._line.size.width - 2 else _CONTINUE
        self.note(text, end)

    def correct(self, text: str) -> None:
        """Show what to do instead of what was tried, where no rule forbids it, until the next change."""
        self.refusal, self._shown = None, ""
        self._line.show_problem(text)

    def note_first_click(self, *, of_hint: bool = False) -> None:
        """Say that another click makes the move, or of a hint selects it; the first may have been meant otherwise."""
        self.note(CLICK_AGAIN_FOR_HINT if of_hint else CLICK_AGAIN)

    def note_second_click(self, *, goes_back: bool) -> None:
        """Say what another click does, after one that may have been meant for what was there before."""
        self.note(CLICK_AGAIN_TO_GO_BACK if goes_back else CLICK_AGAIN_TO_SELECT)

    def note_choice(self, number: int, count: int) -> None:
        """Say which of several choices with what was clicked is selected, and what the next click does."""
        self.note(NEXT_CHOICE.format(number=number, count=count))

    def refresh(self) -> None:
        """Show the next step, in place of a refusal or note."""
        self.refusal = None
        self._shown = self.words()
        show = self._line.show_waiting if self._turn.waits_for_others else self._line.show_next
        show(self._shown)
        self._screen.refresh_bindings()

    def refresh_if_changed(self) -> None:
        """Show the next step if it has changed, else update only the footer."""
        if self.words() != self._shown:
            self.refresh()
        else:
            self._screen.query_one(Footer).offer()

    def refresh_passing(self) -> None:
        """Show the next step, unless a refusal is shown, or a note that is still valid."""
        if self.refusal is not None:
            return
        if self._line.holds_passing(self.words()):
            self._screen.refresh_bindings()
        else:
            self.refresh()
