"""The table screen that all games share: turns, handovers and undo.

Its prompt is in `prompts`, peers are in `peers`, hints in `hints`. A game's subclass draws the board and enters moves.
"""

from __future__ import annotations

from time import monotonic
from typing import Any, ClassVar, Generic, TypeVar

from textual.app import ComposeResult
from textual.containers import Container
from textual.events import Key
from textual.timer import Timer

from galli_tui.screens.leaving import ask_to_leave
from galli_tui.screens.table.header import TableHeader
from galli_tui.screens.table.hints import HintTableScreen
from galli_tui.screens.table.undo_text import undo_reason
from galli_tui.style.actions import Action, action, bindings
from galli_tui.tables.table import Table
from galli_tui.tables.turn_flow import local_seats, next_turn, question_entry
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.line_widget import CachedWidget
from galli_tui.widgets.prompt import Prompt
from rules.engine.events import Move
from rules.engine.refusal import Refused
from rules.engine.secrecy import PUBLIC, Seat, Viewer
from saves.errors import SaveError

_LOOK_FIRST = "New decision. Press again to confirm."
_ON_ITS_WAY = "Your move is still being sent; you can undo it once the host has it."

S = TypeVar("S")


class _GameArea(CachedWidget, Container):
    """The container of the game's own widgets."""


class TableScreen(HintTableScreen, Generic[S]):
    """A table of any game. `S` is the type of the game's state.

    The screen is the header (match, names, points), the game's area, the prompt and the footer: at 80x24 the game has
    21 lines.

    A subclass must define
      * `compose_table()`: its widgets; CSS of its own comes with them (`DEFAULT_CSS`);
      * `show_view(view)`: draws the view of `self.viewer`. It is called after every change and whenever the viewer
        changes, and must replace the old drawing immediately, which may be secret from the new viewer. `seat`,
        `viewer`, `due` and `happenings` are set before. It never draws any other view.
    and may define
      * `next_words()`: the prompt; the default comes from the game's texts. After a change of its own (another card
        selected) it calls `refresh_next()`;
      * `renew_view(view)`: draws what others' face-down choices have changed, and keeps the move entry, since the
        question to this seat is the same; the default is `show_view`;
      * `stand_again(move)`: restores the move entry of this move, which was undone;
      * `show_signs(signs)`: shows what others point at, in place of previous pointers;
      * `show_hints(hints)` and `hide_hints()`: shows hints on its own board; see `HintTableScreen`;
      * `step_back()`: goes back one step within a move entry; False if there is none;
      * `interlude()`: whether an event must be shown to everybody before the next decision; then `show_view` shows it,
        with no seat to decide, until `go_on_from_interlude()`;
      * `SCOPES` and `BINDINGS = bindings(*SCOPES)`: its own scope beside "table".

    It makes a move with `attempt(move)`, which shows why if it is refused, and shows a refusal that it found by itself
    with `refuse(refusal)`. Legal moves come from `sight()`, which is never drawn.
    """

    SCOPES: ClassVar[tuple[str, ...]] = ("table",)
    BINDINGS = bindings(*SCOPES)

    HAPPENINGS: ClassVar[int] = 40
    """The number of last events in `happenings`."""
    DEAF: ClassVar[float] = 0.5
    """Seconds in which no key answers a decision that has just come up after bots or a pause."""
    READING: ClassVar[float] = 2.5
    """Seconds until the note about a new decision gives way to the prompt."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._alone: Seat | None = None
        """The seat whose player has confirmed the handover; None after anything public."""
        self._stale = True
        self._handing_over = False
        """Whether a handover screen covers the table, or is about to."""
        self._opened = False
        """Whether the screen has been in front, with all its widgets, before."""
        self._end_shown = False
        self._played = False
        """Whether the match was unfinished when it was shown before."""
        self._told = 0
        """The number of the table's notices that have been shown."""
        self._shown: tuple[object, ...] = ()
        """What the last drawing depended on, at a table with others; empty before the first."""
        self._question: tuple[object, ...] = ()
        """The seat asked last, its viewer, and since which event; empty if none was."""
        self._hurries = False
        """Whether Enter would have hurried a bot when the screen was shown last."""
        self._deaf_until = 0.0
        """On the clock of events: until then, keys that answer immediately only hurry bots."""
        self._reading: Timer | None = None
        """Ends the note about a new decision."""
        self._taken_back: Move | None = None
        """The undone move, to restore when its seat is asked again."""
        self._unsubscribe = table.subscribe(self._changed)

    def compose_table(self) -> ComposeResult:
        """Compose the game's own widgets."""
        raise NotImplementedError

    def show_view(self, view: S) -> None:
        """Draw a view in place of the previous one."""
        raise NotImplementedError

    def renew_view(self, view: S) -> None:
        """Draw a view that differs from the previous one only by others' face-down choices."""
        self.show_view(view)

    def stand_again(self, move: Move) -> None:
        """Restore the entry of this move, which has just been undone."""

    def step_back(self) -> bool:
        """Go back one step within a move entry; return False if there is none."""
        return False

    def interlude(self) -> bool:
        """Return whether an event must be shown to everybody before the next decision or handover."""
        return False

    def go_on_from_interlude(self) -> None:
        """Continue after an interlude, when `interlude()` is False again."""
        self._advance()

    @property
    def confirms(self) -> bool:
        """Whether a choice made by a digit or a click waits for Enter."""
        return True

    def sight(self) -> S:
        """Return the deciding seat's view, to find legal moves; never drawn. Raises ValueError without a seat."""
        if self.seat is None:
            raise ValueError("nobody decides here now")
        return self.table.view(self.seat)

    def attempt(self, move: Move) -> bool:
        """Make a move. Return False, and show why, if it is refused or cannot be saved."""
        try:
            self.table.submit(move)
        except Refused as refused:
            self.refuse(refused.refusal)
            return False
        except SaveError as error:
            self.trouble("The move could not be made", str(error))
            return False
        return True

    def compose(self) -> ComposeResult:
        yield TableHeader(self.table, self.face)
        with _GameArea(id="table"):
            yield from self.compose_table()
        yield Prompt()
        yield Footer()

    def on_screen_resume(self) -> None:
        self._opened = True
        if self._stale and self.in_front and not self._handing_over:
            self._advance()
        self._tell_notices()

    def on_unmount(self) -> None:
        self._unsubscribe()
        self.table.close()

    def _changed(self) -> None:
        self._stale = True
        # A handover covers the table only once it is drawn; until then this screen is still current.
        if self.is_near_front and self._opened and not self._handing_over:
            self._advance()
            self._tell_notices()

    def _tell_notices(self) -> None:
        notices, self._told = self.table.notices[self._told :], len(self.table.notices)
        if notices:
            self.trouble("About this match", "\n\n".join(notices))

    def _advance(self) -> None:
        """Show what is next to the seat that it is for."""
        self._stale = False
        if self.interlude():
            turn = next_turn(self.table, None)
            self._alone = None
            self._show(None, PUBLIC if turn.handover else turn.viewer, "interlude")
            self._heed()
            return
        turn = next_turn(self.table, self._alone)
        self._alone = turn.seat if turn.viewer == turn.seat and not turn.handover else None
        if turn.handover and turn.seat is not None:
            self._show(None, PUBLIC)
            self._hand_over(turn.seat)
        else:
            self._show(turn.seat, turn.viewer)
        if self.due.over and not self._end_shown:
            self._end_shown = True
            self.action_sheet()
            if self._played:
                self.review_soon()
        self._played |= not self.due.over
        self._heed()

    def _show(self, seat: Seat | None, viewer: Viewer, *scene: object) -> None:
        self.seat, self.viewer, self.due = seat, viewer, self.table.due
        self.happenings = self.table.timeline(viewer, self.HAPPENINGS)
        self.query_one(TableHeader).show(seat)
        if self._hurries and (seat is not None or self.table.paused):
            self._deaf_until = monotonic() + self.DEAF
        self._hurries = self._may_hurry or (self._hurries and seat is None and not self.table.paused)
        shown, question = self._with_peers(scene)
        if shown and shown == self._shown:
            # Only the peers have changed; there is nothing new in the game.
            self._say_again()
            return
        renewed = bool(question) and question == self._question
        self._shown, self._question = shown, question
        view = self.table.view(viewer)
        if renewed:
            self.renew_view(view)
            self._say_again()
        else:
            self.drop_hints()
            self.show_view(view)
            if self._taken_back is not None and self._taken_back.seat == seat:
                self.stand_again(self._taken_back)
                self._taken_back = None
            self.refresh_next()
            self.think_ahead()

    def _with_peers(self, scene: tuple[object, ...]) -> tuple[tuple[object, ...], tuple[object, ...]]:
        """Return what the drawing depends on, and the question asked; both empty if nobody else can act meanwhile."""
        status = self.status
        if status is None and not any(player.bot for player in self.table.players):
            return (), ()
        last = self.happenings[-1].entry if self.happenings else -1
        if self._signs and self._shown[0] != last:
            self.end_signs()
        peers = () if status is None else (status.decided, status.stopped)
        shown = last, self.due, peers, self.table.paused, self.seat, self.viewer, *scene
        asked = () if self.seat is None else (self.seat, self.viewer, question_entry(self.happenings, self.seat))
        return shown, asked

    def _hand_over(self, seat: Seat) -> None:
        from galli_tui.screens.table.handover import HandoverAnswer, HandoverScreen

        def answered(answer: HandoverAnswer | None) -> None:
            self._handing_over, self._stale = False, True
            if answer is HandoverAnswer.READY:
                self._alone, self._deaf_until = seat, 0.0
                self._advance()
            elif answer is HandoverAnswer.TAKE_BACK:
                self.action_take_back()
            else:
                ask_to_leave(self)

        self._handing_over = True
        screen = HandoverScreen(self.table, self.face, seat, can_take_back=self.may_take_back)
        self.app.push_screen(screen, answered)

    @property
    def may_take_back(self) -> bool:
        return self._seat_to_take_back() is not None

    def _seat_to_take_back(self) -> Seat | None:
        """Return the seat of the last move, if that can be undone and the seat is played here.

        At a network table all seats choose at the same time, so later choices of others do not matter. Bots decide
        again.
        """
        if self.table.peers is not None:
            return next((seat for seat in local_seats(self.table) if self.table.can_undo(seat)), None)
        bots = [bool(player.bot) for player in self.table.players]
        moves = (one.event for one in reversed(self.happenings) if isinstance(one.event, Move))
        last = next((move.seat for move in moves if not bots[move.seat]), None)
        if last is None or last not in local_seats(self.table) or not self.table.can_undo(last):
            return None
        return last

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.table.paused or self._may_hurry if action == "go_on" else super().check_action(action, parameters)

    def hears(self, event: Key) -> bool:
        # Bots may finish at any moment: keys typed just then were meant for the previous situation.
        answers = event.key.isdecimal() or event.key in action("table.go-on").keys
        if answers and event.time < self._deaf_until and not self._may_hurry:
            self.note(_LOOK_FIRST)
            if self._reading is not None:
                self._reading.stop()
            self._reading = self.set_timer(self.READING, self._have_looked)
            return False
        return super().hears(event)

    def _have_looked(self) -> None:
        if self.query_one(Prompt).text == _LOOK_FIRST:
            self.refresh_next()

    def label(self, action: Action) -> str:
        return "play now" if action.id == "table.go-on" and self._may_hurry else super().label(action)

    @property
    def _may_hurry(self) -> bool:
        return self.seat is None and self.table.thinking is not None

    def offers(self, action: Action) -> bool:
        match action.id:
            case "table.take-back":
                return self.may_take_back
            case "table.why":
                return self.reason is not None
            case _:
                return super().offers(action)

    def action_back(self) -> None:
        if self._refusal is not None:
            self.refresh_next()
        elif not (self.stop_asking() or self.step_back() or self.end_hints()):
            self.action_leave()

    def action_take_back(self) -> None:
        seat = self._seat_to_take_back()
        if seat is None:
            status = self.status
            sent = status is not None and status.sent
            self.note(_ON_ITS_WAY if sent else undo_reason(self.table, self.face))
            return
        self._alone = None
        # With the seat's own knowledge, since it is shown only to that seat.
        known = reversed(self.table.timeline(seat, self.HAPPENINGS))
        self._taken_back = next(
            (it.event for it in known if isinstance(it.event, Move) and it.event.seat == seat), None
        )
        try:
            self.table.undo(seat)
        except (SaveError, ValueError) as error:
            self._taken_back = None
            self.trouble("Undo failed", str(error))

    def action_go_on(self) -> None:
        if self._may_hurry:
            self.table.hurry()
            return
        self._deaf_until = monotonic() + self.DEAF
        try:
            self.table.resume_play()
        except SaveError as error:
            self._deaf_until = 0.0
            self.trouble("The next round could not be started", str(error))

    def action_sheet(self) -> None:
        from galli_tui.screens.table.scores import ScoreSheetScreen

        self.app.push_screen(ScoreSheetScreen(self.table, self.face, self.hindsight))

    def action_chronicle(self) -> None:
        from galli_tui.screens.table.log import LogScreen

        self.app.push_screen(LogScreen(self.table, self.face, self.viewer))

    def action_leave(self) -> None:
        stopped = self.status is not None and self.status.stopped is not None
        if self.due.over or stopped or (self.status is None and self.only_to_look):
            self.app.leave_table()
        else:
            ask_to_leave(self)


AnyTableScreen = TableScreen[Any]
"""A table screen of any game."""
