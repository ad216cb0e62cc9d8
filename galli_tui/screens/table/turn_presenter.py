"""Shows one turn after another: whose it is, from whose view, after a handover or interlude, and takes moves back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from galli_tui.game_api.last_game import forget_unfinished
from galli_tui.game_api.undo import last_move, move_to_undo, undo_reason, undone_words
from galli_tui.screens.leaving import ask_to_leave
from galli_tui.screens.table.auto_continue import AutoContinue
from galli_tui.screens.table.board import TableBoard
from galli_tui.screens.table.header import TableHeader
from galli_tui.screens.table.hints import TableHints
from galli_tui.screens.table.key_guard import KeyGuard
from galli_tui.screens.table.peers import TablePeers
from galli_tui.screens.table.prompt import TablePrompt
from galli_tui.screens.table.shown_turn import EVENTS, ShownTurn
from galli_tui.screens.table.turn_bell import TurnBell
from galli_tui.screens.table_base import TableScreenBase
from galli_tui.tables.since import events_reaching, has_moved
from galli_tui.tables.turn_flow import next_turn, question_entry
from rules.engine.events import Move
from rules.engine.secrecy import PUBLIC, Seat, Viewer
from saves.errors import SaveError

if TYPE_CHECKING:
    from collections.abc import Callable

_ON_ITS_WAY = "Your move is still being sent; you can undo it once the host has it."


class TurnPresenter:
    """Decides when the board is drawn, and for whom."""

    def __init__(
        self,
        screen: TableScreenBase[None],
        turn: ShownTurn,
        board: TableBoard[Any],
        prompt: TablePrompt,
        hints: TableHints,
        peers: TablePeers,
        guard: KeyGuard,
        show_end: Callable[[bool], None],
    ) -> None:
        """Create it for a screen; `show_end` shows that the match is over, and whether it was played here."""
        self._screen, self._turn, self._board, self._prompt = screen, turn, board, prompt
        self._hints, self._peers, self._guard, self._show_end = hints, peers, guard, show_end
        self._bell = TurnBell(screen)
        self._auto_continue = AutoContinue(screen, self._resume_play)
        self._confirmed: Seat | None = None
        """The seat whose player has confirmed the handover; None after anything public."""
        self._is_stale = True
        self._handing_over = False
        """Whether a handover screen covers the table, or is about to."""
        self._opened = False
        """Whether the screen has been in front, with all its widgets, before."""
        self._end_shown = False
        self._played = False
        """Whether the match was unfinished when it was shown before."""
        self._notices = 0
        """The number of the table's notices that have been shown."""
        self._shown: tuple[object, ...] = ()
        """What the last drawing depended on, at a table with others; empty before the first."""
        self._question: tuple[object, ...] = ()
        """The seat asked last, its viewer, and since which event; empty if none was."""
        self._hurries = False
        """Whether Enter would have hurried a bot when the screen was shown last."""
        self._proposed: Move | None = None
        """The move to select when its seat is asked next: an undone one, or one of the match that a what-if repeats."""

    def resume(self) -> None:
        """Show what is next, if that has changed while another screen was in front."""
        self._opened = True
        self._bell.update()
        if self._is_stale and self._screen.in_front and not self._handing_over:
            self.advance()
        else:
            self._auto_continue.update()
        self._show_notices()

    def update(self) -> None:
        """Show what has changed at the table."""
        self._bell.update()
        self._is_stale = True
        # A handover covers the table only once it is drawn; until then this screen is still current.
        if self._screen.is_near_front and self._opened and not self._handing_over:
            self.advance()
            self._show_notices()

    def _show_notices(self) -> None:
        notices = self._turn.table.notices
        new, self._notices = notices[self._notices :], len(notices)
        if new:
            self._screen.show_error("About this match", "\n\n".join(new))

    def advance(self) -> None:
        """Show the next turn to the seat that it belongs to."""
        self._is_stale = False
        self._auto_continue.stop()
        table = self._turn.table
        if self._board.interlude():
            turn = next_turn(table, None)
            self._confirmed = None
            self._show(None, PUBLIC if turn.handover else turn.viewer, "interlude")
            self._peers.update()
            return
        turn = next_turn(table, self._confirmed)
        self._confirmed = turn.seat if turn.viewer == turn.seat and not turn.handover else None
        if turn.handover and turn.seat is not None:
            self._show(None, PUBLIC)
            self._hand_over(turn.seat)
        else:
            self._show(turn.seat, turn.viewer)
        over = self._turn.due.over
        if over and not self._end_shown:
            self._end_shown = True
            forget_unfinished(table.match_id)  # At once: the terminal may close before the table is left.
            self._show_end(self._played)
        self._played |= not over
        self._peers.update()
        self._auto_continue.update()

    def _show(self, seat: Seat | None, viewer: Viewer, *scene: object) -> None:
        turn, before = self._turn, self._turn.seat
        turn.show(seat, viewer)
        self._screen.query_one(TableHeader).show(seat)
        paused = turn.table.paused
        if self._hurries and (seat is not None or paused):
            self._guard.begin()
        elif None not in (seat, before) and seat != before:
            # A key pressed twice for one seat must not answer for the next.
            self._guard.begin_unseen()
        self._hurries = turn.may_hurry or (self._hurries and seat is None and not paused)
        shown, question = self._with_peers(scene)
        if shown and shown == self._shown:
            # Only the peers have changed; there is nothing new in the game.
            self._prompt.refresh_passing()
            return
        renewed = bool(question) and question == self._question
        self._shown, self._question = shown, question
        view = turn.table.view(viewer)
        if renewed:
            self._board.renew_view(view)
            self._prompt.refresh_passing()
        else:
            self._hints.drop()
            self._board.show_view(view)
            if self._proposed is not None and self._proposed.seat == seat:
                self._board.select(self._proposed)
                self._proposed = None
            self._prompt.refresh()
            self._hints.search_soon()

    def _with_peers(self, scene: tuple[object, ...]) -> tuple[tuple[object, ...], tuple[object, ...]]:
        """Return what the drawing depends on, and the question asked; both empty if nobody else can act meanwhile."""
        turn = self._turn
        status, table = turn.status, turn.table
        if status is None and not any(player.bot for player in table.players):
            return (), ()
        last = turn.events[-1].entry if turn.events else -1
        if self._peers.pointers and self._shown[0] != last:
            self._peers.end_pointers()
        peers = () if status is None else (status.decided, status.stopped)
        shown = last, turn.due, peers, table.paused, turn.seat, turn.viewer, *scene
        asked = () if turn.seat is None else (turn.seat, turn.viewer, question_entry(turn.events, turn.seat))
        return shown, asked

    def _hand_over(self, seat: Seat) -> None:
        from galli_tui.screens.table.handover import HandoverAnswer, HandoverScreen

        def answered(answer: HandoverAnswer | None) -> None:
            self._handing_over, self._is_stale = False, True
            if answer is HandoverAnswer.READY:
                self._confirmed = seat
                self._guard.end()
                self.advance()
            elif answer is HandoverAnswer.UNDO:
                self.undo()
            else:
                ask_to_leave(self._screen)

        self._handing_over = True
        can_undo = self._turn.seat_to_undo is not None
        screen = HandoverScreen(self._turn.table, self._turn.texts, seat, can_take_back=can_undo)
        self._screen.app.push_screen(screen, answered)

    def propose(self, move: Move) -> None:
        """Select a move when its seat is asked next, if it is legal then."""
        self._proposed = move

    def undo(self) -> None:
        """Undo the last move of a player here, and show its decision again; note why if that is not possible.

        A note says so until the next key, and whose turns of bots it takes back too.
        """
        turn, seat = self._turn, self._turn.seat_to_undo
        if seat is None:
            sent = turn.status is not None and turn.status.sent
            self._prompt.note(_ON_ITS_WAY if sent else undo_reason(turn.table, turn.texts))
            return
        self._confirmed = None
        # With the seat's own knowledge, since it is shown only to that seat.
        known = events_reaching(turn.table, seat, EVENTS, lambda events: has_moved(events, (seat,)))
        self._proposed = last_move(known, seat)
        move = move_to_undo(turn.table, turn.texts, turn.viewer, seat)
        try:
            undone = turn.table.undo(seat)
        except (SaveError, ValueError) as error:
            self._proposed = None
            self._screen.show_error("Undo failed", str(error))
        else:
            alone = len(set(undone)) == 1
            self._prompt.note(undone_words(turn.table, undone, move if alone else ""))

    def continue_play(self) -> None:
        """Make a thinking bot play now, or end a pause of the table."""
        table = self._turn.table
        if self._turn.may_hurry:
            self._guard.hurried()
            table.hurry()
        else:
            self._resume_play()

    def _resume_play(self) -> bool:
        """End a pause of the table, or say why that fails; return whether it succeeded."""
        self._guard.begin()
        try:
            self._turn.table.resume_play()
        except SaveError as error:
            self._guard.end()
            self._screen.show_error("The next round could not be started", str(error))
            return False
        return True
