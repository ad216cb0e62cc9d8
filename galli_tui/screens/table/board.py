"""The part of a table screen that a game brings: its board and its decisions, as one widget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from textual.binding import BindingsMap
from textual.events import Key, MouseDown
from textual.geometry import Offset, Region, Size

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.hint_about import SelectedHint
from galli_tui.game_api.hint_text import Hint
from galli_tui.game_api.registry import texts_of
from galli_tui.screens.base import GalliScreen
from galli_tui.screens.subject import Subject
from galli_tui.screens.table.prompt import TablePrompt
from galli_tui.screens.table.shown_turn import ShownTurn
from galli_tui.style.actions import Action
from galli_tui.tables.peers import Pointer
from galli_tui.tables.table import Table
from galli_tui.widgets.footer import OffersActions
from galli_tui.widgets.line_widget import CachedWidget, app_of
from rules.engine.events import Move
from rules.engine.refusal import Refusal

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class TableLinks:
    """What a table screen lends to its board."""

    turn: ShownTurn
    prompt: TablePrompt
    attempt: Callable[[Move], bool]
    """Makes a move. Returns False, and shows why, if it is refused or cannot be saved."""
    end_interlude: Callable[[], None]
    """Continues after an interlude, when `interlude()` is False again."""
    take_hint: Callable[[], None]
    """Ends the hints without hiding them, since the decision continues from the one selected."""


class TableBoard(CachedWidget, OffersActions, Generic[S]):
    """The board of a game on its table screen. `S` is the type of the game's state.

    At 80x24 it has 21 lines, between the header and the prompt. It acts on keys of its own scopes as if it had the
    focus, as long as no other widget has.

    A board must define
      * `compose()`: its widgets; CSS of its own comes with it (`DEFAULT_CSS`);
      * `show_view(view)`: draws the view of `turn.viewer`. It is called after every change and whenever the viewer
        changes, and must replace the old drawing immediately, which may be secret from the new viewer. It never draws
        any other view;
    and may define the methods below, and `SCOPES` with `BINDINGS = bindings(*SCOPES)` and an action for each key.

    It makes a move with `attempt(move)`, and shows a refusal that it found by itself with `prompt.refuse(refusal)`.
    Legal moves come from `turn.own_view()`, which is never drawn.
    """

    DEFAULT_CSS = """
    TableBoard { width: 1fr; height: 1fr; layout: vertical; overflow: hidden hidden; }
    """
    SCOPES: ClassVar[tuple[str, ...]] = ()
    """The scopes of the game's own actions."""
    confirms: ClassVar[bool] = True
    """Whether a choice made by a digit or a click waits for Enter."""

    seam: int = 0
    """The column of the screen where a panel begins, about the middle, which `fit` sets; 0 if there is none.

    The text of a lesson in a corner takes the lines on one side of it.
    """
    links: TableLinks

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table

    @property
    def texts(self) -> GameTexts:
        """The texts of the game."""
        return texts_of(self.table.game.meta.key)

    @property
    def turn(self) -> ShownTurn:
        """What is shown, and to whom."""
        return self.links.turn

    @property
    def prompt(self) -> TablePrompt:
        """The prompt below the board."""
        return self.links.prompt

    @property
    def key_map(self) -> BindingsMap:
        """The board's keys."""
        return app_of(self).with_own_keys(self._bindings)

    def attempt(self, move: Move) -> bool:
        """Make a move. Return False, and show why, if it is refused or cannot be saved."""
        return self.links.attempt(move)

    def put_cursor(self, spot: Offset) -> None:
        """Put the terminal's cursor on a cell of the screen."""
        if isinstance(self.screen, GalliScreen):
            self.screen.put_cursor(spot)

    def fit(self, window: Size) -> None:
        """Arrange the widgets for a window, before they are laid out."""

    def show_view(self, view: S) -> None:
        """Draw a view in place of the previous one."""
        raise NotImplementedError

    def renew_view(self, view: S) -> None:
        """Draw a view that differs from the previous one only by others' face-down choices.

        A decision that is being entered stays, since the question to this seat is the same.
        """
        self.show_view(view)

    def redraw(self) -> None:
        """Draw the decision again, after hints were hidden."""

    def select(self, move: Move) -> None:
        """Select a legal move as if the player had, without making it: one of the hints, or one just undone.

        A board that shows no hints itself must define this, so that they can be chosen.
        """

    @property
    def page_depth(self) -> int:
        """How many pages are open above the decision's first: a click meant for one must not act on the next."""
        return 0

    @property
    def may_step_back(self) -> bool:
        """Whether `step_back` goes back a step."""
        return False

    def step_back(self) -> bool:
        """Go back one step within a decision; return False if there is none."""
        return False

    def undo_page(self) -> bool:
        """Close the page that the player opened last in this decision; return False if there is none."""
        return False

    def strays_from(self, asked: Move) -> bool:
        """Return whether Enter would open a page from which the move that a lesson asks for can't be reached."""
        return False

    def start_over(self, asked: Move | None) -> None:
        """Go back to the page of a decision from which a move is reached, the nearest one; to the first without one.

        The cursor stands where it does when that page opens.
        """

    def repeat(self, action: Action) -> None:
        """Do again to the decision what this action did, if it only prepares a move: a rotation, for example."""

    def next_step(self) -> str:
        """Return what to do next; empty for the words that are the same in every game.

        After a change of its own the board calls `prompt.refresh()` or `prompt.refresh_if_changed()`.
        """
        return ""

    @property
    def refusal(self) -> Refusal | None:
        """Why the move shown is illegal, if it is: what the key for "why" explains."""
        return None

    @property
    def subject(self) -> Subject | None:
        """What is selected on the board, for the help; None for nothing."""
        return None

    @property
    def selected_hint(self) -> SelectedHint | None:
        """The hint that `subject` is about; None if it is about something else."""
        return None

    def show_pointers(self, pointers: tuple[Pointer, ...]) -> None:
        """Show what others point at, in place of previous pointers."""

    def light(self, targets: frozenset[str]) -> frozenset[str]:
        """Light what a lesson points at, in place of what was lit before; return the targets that were found."""
        return frozenset()

    def cover(self, region: Region) -> None:
        """Leave the cells of the screen under the text of a lesson to what may be missed there."""

    def lit_regions(self) -> list[Region]:
        """Return the cells of the screen that are lit."""
        return []

    def show_hints(self, hints: tuple[Hint, ...]) -> bool:
        """Show hints on the board. Return False to have them listed below it."""
        return False

    def hide_hints(self) -> None:
        """Forget the hints; the next drawing shows none."""

    def interlude(self) -> bool:
        """Return whether an event must be shown to everyone before the next decision or handover.

        Then `show_view` shows it, with no seat to decide, until the board calls `links.end_interlude()`.
        """
        return False

    def hears(self, event: Key) -> bool | None:
        """Return whether to accept a key that may answer an earlier display; None leaves that to the usual guard."""
        return None

    def absorbs(self, event: Key | MouseDown) -> bool:
        """Return whether a key or click is used up here, for example by ending an animation."""
        return False
