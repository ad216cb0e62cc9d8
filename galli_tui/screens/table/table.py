"""The table screen of every game: header, the board that the game brings, prompt and footer.

Its helpers do the work: `turn_presenter` shows one turn after another, `prompt` says what to do next, `hints` shows
hints, `peers` the other players, `key_guard` drops keys that came too soon. This module only binds keys to them.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingsMap
from textual.dom import DOMNode
from textual.events import Event, Key, MouseDown, Resize
from textual.geometry import Offset

from galli_tui.game_api.last_game import forget_unfinished
from galli_tui.game_api.registry import texts_of
from galli_tui.screens.leaving import ask_to_leave
from galli_tui.screens.subject import Subject, subject
from galli_tui.screens.table.board import TableBoard, TableLinks
from galli_tui.screens.table.header import TableHeader
from galli_tui.screens.table.hints import ASKING, MOVED_FIRST, HintList, TableHints
from galli_tui.screens.table.key_guard import KeyGuard
from galli_tui.screens.table.peers import TablePeers
from galli_tui.screens.table.prompt import TablePrompt
from galli_tui.screens.table.review_runner import ReviewRunner
from galli_tui.screens.table.shown_turn import ShownTurn
from galli_tui.screens.table.turn_presenter import TurnPresenter
from galli_tui.screens.table_base import TableScreenBase
from galli_tui.style.actions import Action, bindings, known
from galli_tui.style.key_names import KEY, key_name
from galli_tui.tables.table import Table
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.line_widget import ThemedWidget
from galli_tui.widgets.option_list import OptionList
from galli_tui.widgets.prompt import Prompt
from rules.engine.events import Move
from rules.engine.game import Options
from rules.engine.refusal import Refusal, Refused
from saves.errors import SaveError

if TYPE_CHECKING:
    from collections.abc import Callable

    from galli_tui.bots.watch_pace import WatchPace
    from galli_tui.lessons.run import LessonRun
    from galli_tui.screens.table.lesson_guide import LessonGuide


class TableScreen(TableScreenBase[None]):
    """A table of any game, around the game's board."""

    SCOPES: ClassVar[tuple[str, ...]] = ("table",)
    BINDINGS = bindings(*SCOPES)

    def __init__(self, table: Table, board: TableBoard[Any]) -> None:
        super().__init__(table, texts_of(table.game.meta.key))
        self.board = board
        self.turn = ShownTurn(table, self.texts)
        self.prompt = TablePrompt(self, self.turn, self._special_step)
        self.guard = KeyGuard(self, self.turn, self.prompt)
        self.hints = TableHints(self, self.turn, self.prompt, board)
        self.peers = TablePeers(self, self.turn, self.prompt, board)
        self.review = ReviewRunner(self)
        self._presenter = TurnPresenter(
            self, self.turn, board, self.prompt, self.hints, self.peers, self.guard, self._show_end
        )
        board.links = TableLinks(self.turn, self.prompt, self._attempt, self._presenter.advance, self.hints.take)
        self._unsubscribe = table.subscribe(self._presenter.update)
        self.lesson: LessonGuide | None = None
        """The lesson at this table, if it is one."""

    def teach(self, run: LessonRun, finished: Callable[[], None]) -> None:
        """Lead through a lesson, before the screen is shown; call `finished` after the last step."""
        from galli_tui.screens.table.lesson_guide import LessonGuide

        self.lesson = LessonGuide(self, self.board, self.prompt, run, finished)
        self.styles.layers = "default lesson"

    def propose(self, move: Move) -> None:
        """Select a move when its seat is asked next."""
        self._presenter.propose(move)

    def compose(self) -> ComposeResult:
        yield TableHeader(self.table, self.texts)
        yield self.board
        if self.lesson is not None:
            yield self.lesson.panel
        yield Prompt()
        yield Footer()

    def on_resize(self, event: Resize) -> None:
        self.board.fit(event.size)
        if self.lesson is not None:
            self.lesson.fit(event.size)

    def on_screen_resume(self) -> None:
        self._presenter.resume()
        self.guard.resume()
        if self.lesson is not None:
            self.lesson.resume()

    def on_unmount(self) -> None:
        self._unsubscribe()
        if self.table.due.over:
            forget_unfinished(self.table.match_id)
        self.table.close()

    @property
    def scopes(self) -> tuple[str, ...]:
        scopes = (*self.board.SCOPES, *self.SCOPES)
        return scopes if self.lesson is None else (*self.lesson.panel.SCOPES, *scopes)

    @property
    def _binding_chain(self) -> list[tuple[DOMNode, BindingsMap]]:
        """The keys of the screen and the app, after those of the board while no widget has the focus."""
        chain = super()._binding_chain
        if self.focused is not None:
            return chain
        chain = [(self.board, self.board.key_map), *chain]
        return chain if self.lesson is None else [(self.lesson.panel, self.lesson.panel.key_map), *chain]

    def _special_step(self) -> str:
        """Return the next step that hints or the game name; empty if neither does."""
        if self.hints.asking:
            return ASKING
        if answer := self.hints.answer_to_early:
            return answer
        if self.lesson is not None and (words := self.lesson.next_step()):
            return words
        return self.board.next_step() or self.hints.next_step

    def _attempt(self, move: Move) -> bool:
        if self.lesson is not None and not self.lesson.accepts(move):
            return False
        asked = self.hints.asking
        try:
            self.table.submit(move)
        except Refused as refused:
            self.prompt.refuse(refused.refusal)
            return False
        except SaveError as error:
            self.show_error("The move could not be made", str(error))
            return False
        if self.lesson is not None:
            self.lesson.moved()
        if asked:
            undo = f" {KEY:table.undo} undoes it."
            self.prompt.note(f"{MOVED_FIRST}{undo if self.turn.seat_to_undo is not None else ''}")
        return True

    def _attempt_typed(self, move: Move | None) -> None:
        if move is not None:
            self._attempt(move)

    def _show_end(self, played: bool) -> None:
        if self.lesson is not None:
            return
        self.action_scores()
        if played:
            self.review.start_soon()

    @property
    def options(self) -> Options:
        return self.table.game.options

    @property
    def awaited(self) -> object:
        return self.turn.decision_point, self.board.page_depth, bool(self.hints.shown)

    def steps_back_at(self, cell: Offset) -> bool:
        if not self.board.may_step_back:
            return False
        widget, region = self.get_widget_at(*cell)
        return isinstance(widget, ThemedWidget) and widget.steps_back_at(cell - region.offset)

    @property
    def networked(self) -> bool:
        return self.table.peers is not None

    @property
    def _reason(self) -> Refusal | None:
        """The refusal that the screen shows, if any."""
        return self.prompt.refusal or self.board.refusal

    @property
    def subject(self) -> Subject | None:
        """The refusal shown, else what is selected on the board or among hints, else what the seat is asked."""
        refusal = self.prompt.refusal
        if refusal is not None:
            return subject(refusal.clause, "Why not", self.texts.refusal(self.table, refusal))
        return self.hints.subject(self.board.subject, self._question)

    @property
    def _question(self) -> Subject | None:
        """What the deciding seat is asked."""
        if self.turn.seat is None:
            return None
        asked = self.table.game.refusal(self.turn.own_view(), Move(self.turn.seat))
        return None if asked is None else subject(asked.clause, self.prompt.words())

    async def on_event(self, event: Event) -> None:
        if isinstance(event, Key | MouseDown):
            if self.board.absorbs(event):
                return
            self.hints.went_on = True
        if self.lesson is not None and isinstance(event, Key) and await self._led(event):
            return
        if isinstance(event, Key):
            self._answer_idle_key(event)
        await super().on_event(event)

    def _answer_idle_key(self, event: Key) -> None:
        """Say so if a letter or digit does nothing in the decision at hand."""
        active = self.active_bindings.get(event.key)
        if self.turn.seat is not None and event.is_printable and (active is None or not active.enabled):
            self.prompt.note(f"{key_name(event.key)} does nothing now: {KEY:app.help} shows all keys.")

    async def _led(self, event: Key) -> bool:
        """Have the lesson answer a key, or do what it asks for; return False to leave the key to others."""
        active = self.active_bindings.get(event.key)
        chosen = None if active is None or not active.enabled else known(active.binding.id)
        if not self.accepts_action(chosen):
            return True
        if active is None or chosen is None or self.lesson is None or chosen.id != self.lesson.run.step.press:
            return False
        await self.app.run_action(active.binding.action, active.node)
        self.has_done(chosen)
        return True

    def accepts_action(self, action: Action | None) -> bool:
        return self.lesson is None or self.lesson.accepts_action(action)

    def has_done(self, action: Action) -> None:
        if self.lesson is not None:
            self.lesson.has_done(action)

    def hears(self, event: Key) -> bool:
        heard = self.board.hears(event)
        return self.guard.hears(event) if heard is None else heard

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "continue":
            return self.table.paused or self.turn.may_hurry
        if action in ("faster", "slower", "hold"):
            return self.table.watched is not None and not self.table.due.over
        allowed = self.peers.allows(action)
        return super().check_action(action, parameters) if allowed is None else allowed

    def offers(self, action: Action) -> bool:
        if self.lesson is not None and not self.lesson.offers(action):
            return False
        match action.id:
            case "table.back":
                return self.hints.asking or bool(self.hints.shown) or self.board.may_step_back
            case "table.undo":
                return self.turn.seat_to_undo is not None
            case "table.why":
                return self._reason is not None
            case "table.hint":
                return self.hints.can_be_asked
            case "table.legend":
                return self._has_legend
            case "table.review":
                return not self.review.no_review_reason
            case "table.type-move":
                return self.turn.seat is not None
            case "table.talk":
                return self.peers.can_talk
            case "table.fill-seat":
                return self.peers.can_fill_seat
            case _:
                return self.board.offers(action)

    @cached_property
    def _has_legend(self) -> bool:
        return bool(self.texts.legend(self.options, ascii_only=True))

    def label(self, action: Action) -> str:
        if action.id == "table.continue" and self.turn.may_hurry:
            return "play now" if self.table.watched is None else "next move"
        if action.id == "table.hold" and self.table.watched is not None:
            return "go on" if self.table.watched.paused else "pause"
        if action.id == "table.hint" and (self.hints.shown or self.hints.asking):
            return "close" if self.hints.shown else "cancel"
        return self.board.label(action)

    def shown(self, action: Action) -> str:
        return self.board.shown(action)

    def on_table_header_explained(self, event: TableHeader.Explained) -> None:
        self.prompt.answer(event.answer)

    def on_option_list_touched(self, event: OptionList.Touched) -> None:
        self.prompt.note_first_click(of_hint=isinstance(event.rows, HintList))

    def on_option_list_chosen(self, event: OptionList.Chosen) -> None:
        if isinstance(event.rows, HintList) and self.hints.shown:
            self.hints.select(event.index)

    def action_back(self) -> None:
        if self.prompt.refusal is not None:
            self.prompt.refresh()
        elif not (self.hints.cancel() or self.board.step_back() or self.hints.end()):
            self.action_leave()

    def action_undo(self) -> None:
        if not self.board.undo_page():
            self._presenter.undo()

    def action_continue(self) -> None:
        self._presenter.continue_play()

    def action_faster(self) -> None:
        self._set_pace(lambda pace: pace.change(1))

    def action_slower(self) -> None:
        self._set_pace(lambda pace: pace.change(-1))

    def action_hold(self) -> None:
        self._set_pace(lambda pace: pace.toggle())

    def _set_pace(self, change: Callable[[WatchPace], None]) -> None:
        if self.table.watched is not None:
            change(self.table.watched)
            self.prompt.refresh()

    def action_hint(self) -> None:
        self.hints.ask()

    def action_why(self) -> None:
        if self._reason is None:
            self.prompt.answer(f"Nothing to explain right now. {KEY:app.help} opens the rulebook.")
        else:
            self.app.show_clause(self.game_key, self._reason.clause)

    def action_scores(self) -> None:
        from galli_tui.screens.table.scores import ScoreSheetScreen

        self.app.push_screen(ScoreSheetScreen(self.table, self.texts, self.review, teaches=self.lesson is not None))

    def action_log(self) -> None:
        from galli_tui.screens.table.log import LogScreen

        self.app.push_screen(LogScreen(self.table, self.texts, self.turn.viewer))

    def action_legend(self) -> None:
        from galli_tui.screens.table.legend import LegendScreen

        if self._has_legend:
            self.app.push_screen(LegendScreen(self.table, self.texts))
        else:
            self.prompt.note(f"This game has no signs to explain. {KEY:app.help} shows how it is played.")

    def action_replay(self) -> None:
        from galli_tui.screens.table.replay import ReplayScreen

        self.app.push_screen(ReplayScreen(self.table, self.texts, shown=self.turn.viewer, review=self.review))

    def action_review(self) -> None:
        from galli_tui.screens.table.replay import ReplayScreen

        if reason := self.review.no_review_reason:
            self.prompt.note(reason)
        else:
            self.app.push_screen(ReplayScreen(self.table, self.texts, review=self.review, reviewing=True))

    def action_describe(self) -> None:
        from galli_tui.screens.table.position import PositionScreen

        self.app.push_screen(PositionScreen(self.table, self.texts, self.turn.viewer))

    def action_type_move(self) -> None:
        from galli_tui.screens.table.move_prompt import MovePrompt

        seat = self.turn.seat
        if seat is None:
            self.prompt.note(self.prompt.why_no_move())
        else:
            self.app.push_screen(MovePrompt(self.table, self.texts, seat, self.turn.viewer), self._attempt_typed)

    def action_talk(self) -> None:
        self.peers.talk()

    def action_invite(self) -> None:
        self.peers.show_invite()

    def action_fetch(self) -> None:
        self.peers.fetch()

    def action_fill_seat(self) -> None:
        self.peers.fill_seat()

    def action_remove_guest(self) -> None:
        self.peers.remove_guest()

    def on_lesson_panel_go_on(self) -> None:
        if self.lesson is not None:
            self.lesson.go_on()

    def on_lesson_panel_back(self) -> None:
        if self.lesson is not None:
            self.lesson.back()

    def on_lesson_panel_skip(self) -> None:
        if self.lesson is not None:
            self.lesson.skip()

    def on_lesson_panel_waits(self) -> None:
        if self.lesson is not None:
            self.prompt.note(
                f"Click a key named in the box, or click on the table; {KEY:lesson.skip} does this step for you."
            )

    def action_leave(self) -> None:
        if self.lesson is not None:
            self.lesson.leave()
            return
        status = self.turn.status
        stopped = status is not None and status.stopped is not None
        if self.turn.due.over or stopped or (status is None and self.turn.is_view_only):
            self.app.leave_table()
        else:
            ask_to_leave(self)
