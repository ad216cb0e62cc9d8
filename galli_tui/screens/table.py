"""The screen of a match, as far as all games share it: the flow of turns, refusals, the line that says what is next.

What a game's table looks like and how its moves are entered, its own subclass says.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any, ClassVar, Generic, TypeVar

from textual.app import ComposeResult
from textual.containers import Container
from textual.timer import Timer

from galli_tui.actions import Action, bindings
from galli_tui.company import Role, Sign, Standing
from galli_tui.screens.base import GalliScreen
from galli_tui.screens.company import Attention, bot_question, seat_to_fill, wait_question
from galli_tui.screens.flow import asked_since, local_seats, next_turn
from galli_tui.screens.waiting import leaving_words, waiting_words
from galli_tui.table import Happening, Table
from galli_tui.terminal import safe
from galli_tui.widgets.key_line import KeyLine
from galli_tui.widgets.line import Still
from galli_tui.widgets.next_line import NextLine
from galli_tui.widgets.table_line import TableLine
from rules.engine.events import Move
from rules.engine.game import Due
from rules.engine.refusal import Refusal, Refused
from rules.engine.secrecy import PUBLIC, Seat, Viewer
from saves.errors import SaveError

S = TypeVar("S")


class _Ground(Still, Container):
    """Holds the game's own widgets."""


_LOOKING = "This match is open only to look at: s shows the score, l the log, q goes back."
_OVER = "The match is over: s shows the score, l the log, q goes to the menu."
_WARNING_CELLS = 500
_SIGNS = 8
"""So many signs of others are shown at once."""
_RESTING = "Enter goes on; u takes the last move back."


class TableScreen(GalliScreen[None], Generic[S]):
    """A table of any game. `S` is the type of the game's state.

    The screen is a line at the top (match, names, points), the game's own part, the line that says what is next,
    and the line of keys: 21 lines are the game's at 80x24.

    A subclass must define
      * `compose_table()`: its widgets; CSS of its own comes with them (`DEFAULT_CSS`);
      * `show_view(view)`: draws the view of `self.viewer`. It is called after every change and whenever the viewer
        changes; it must drop what it drew before, at once: what it showed may not be for whoever looks now. All else
        it needs is on the screen by then: `seat`, `viewer`, `due`, `happenings`. It never draws another view.
    and may define
      * `next_words()`: what is next, in words; the default is the face's. After a change of its own (another card
        under the cursor) it calls `refresh_next()`;
      * `renew_view(view)`: draws what others' closed choices have changed, and keeps what is being entered: the
        question to this seat is still the same; the default is `show_view`;
      * `show_signs(signs)`: shows what others point at, in place of the signs before;
      * `step_back()`: goes back one step within the entering of a move; False when there is none;
      * `interlude()`: whether something has happened that all must see before anybody is asked; then `show_view` shows
        it to all, with nobody to decide, until `go_on_from_interlude()`;
      * `SCOPES` and `BINDINGS = bindings(*SCOPES)`: its own scope beside "table".

    It makes a move with `attempt(move)`, which says why if it is refused, and shows a reason it found by itself with
    `refuse(refusal)`. Legal moves come from `sight()`, which is never drawn.
    """

    SCOPES: ClassVar[tuple[str, ...]] = ("table",)
    BINDINGS = bindings(*SCOPES)

    def __init__(self, table: Table) -> None:
        super().__init__()
        # At run time, since the faces name this class.
        from galli_tui.face import face_of

        self.table = table
        self.face = face_of(table.game.meta.key)
        self.seat: Seat | None = None
        """Who decides here now; None when nobody at this terminal does."""
        self.viewer: Viewer = PUBLIC
        """Whose view is on the screen."""
        self.due: Due = Due()
        self.happenings: list[Happening] = []
        """The last events as the viewer may know them, oldest first."""
        self._refusal: Refusal | None = None
        self._alone: Seat | None = None
        """The seat that has said it is alone at the screen; None after anything public."""
        self._stale = True
        self._end_shown = False
        self._notices = table.notices
        self._shown: tuple[object, ...] = ()
        """What the picture was drawn of, in company; empty before the first."""
        self._question: tuple[object, ...] = ()
        """Who was asked last and since which happening; empty if nobody was."""
        standing = self.standing
        self._attention = None if standing is None else Attention(table, self.face, standing)
        self._signs: tuple[Sign, ...] = ()
        """What others point at."""
        self._passing: Timer | None = None
        self._pointed: Timer | None = None
        self._counting: Timer | None = None
        self._unsubscribe = table.subscribe(self._changed)

    HAPPENINGS: ClassVar[int] = 40
    """How many of the last events `happenings` holds."""
    PASSING: ClassVar[float] = 8
    """So many seconds a line of talk stands in place of what is next."""
    POINTED: ClassVar[float] = 20
    """So many seconds a sign of others is shown, if the match does not go on before."""

    def compose_table(self) -> ComposeResult:
        """The game's own widgets."""
        raise NotImplementedError

    def show_view(self, view: S) -> None:
        """Draws a view in place of the one before."""
        raise NotImplementedError

    def renew_view(self, view: S) -> None:
        """Draws a view that differs from the one before by others' closed choices alone."""
        self.show_view(view)

    def show_signs(self, signs: tuple[Sign, ...]) -> None:
        """Shows what others point at, in place of the signs before."""

    def next_words(self) -> str:
        """What is to be done next, in words, as whoever looks may know it."""
        if self.table.due.over:
            return _OVER
        if self.waits_for_others:
            return self.waiting_words()
        if self.only_to_look:
            return _LOOKING
        return _RESTING if self.table.resting else self.face.next_step(self.table)

    @property
    def waits_for_others(self) -> bool:
        """Whether the table has company, and nobody here decides anything now."""
        return self.standing is not None and self.seat is None

    def waiting_words(self) -> str:
        """What the table waits for; empty at a table of this terminal alone."""
        standing = self.standing
        return "" if standing is None else waiting_words(self.table, self.face, standing, monotonic())

    def step_back(self) -> bool:
        """Goes back one step within the entering of a move, if there is one."""
        return False

    def interlude(self) -> bool:
        """Whether something that has happened is to be shown to all before anybody is asked or given the screen."""
        return False

    def go_on_from_interlude(self) -> None:
        """It has been seen; `interlude()` says so by now."""
        self._advance()

    def sight(self) -> S:
        """What the deciding seat knows: for finding legal moves, never to be drawn. Raises ValueError without one."""
        if self.seat is None:
            raise ValueError("nobody decides here now")
        return self.table.view(self.seat)

    def attempt(self, move: Move) -> bool:
        """Makes a move. Shows why if it is refused or cannot be saved, and then returns False."""
        try:
            self.table.submit(move)
        except Refused as refused:
            self.refuse(refused.refusal)
            return False
        except SaveError as error:
            self.trouble("The move was not made", str(error))
            return False
        return True

    def refuse(self, refusal: Refusal) -> None:
        """Shows a reason in the line of what is next, with its clause and the key to read it."""
        self._refusal = refusal
        self.query_one(NextLine).show_refusal(self.face.refusal(self.table, refusal), refusal.clause)
        self.refresh_bindings()

    def note(self, text: str) -> None:
        """Shows a short remark in the line of what is next, until the next change."""
        self.query_one(NextLine).show_note(text)

    def refresh_next(self) -> None:
        """Says again what is next; a reason or remark shown there goes."""
        self._refusal = None
        self.query_one(NextLine).show_next(self.next_words())
        self.refresh_bindings()

    def trouble(self, heading: str, text: str) -> None:
        """Shows what went wrong outside the game, to be read and closed."""
        from galli_tui.screens.dialog import Notice

        self.house.push_screen(Notice(heading, text))

    @property
    def standing(self) -> Standing | None:
        """How the table stands with its company, if it has any."""
        return None if self.table.company is None else self.table.company.standing

    @property
    def only_to_look(self) -> bool:
        """Whether nobody at this terminal decides anything in a match that goes on."""
        return not self.table.due.over and not local_seats(self.table)

    @property
    def reason(self) -> Refusal | None:
        """Why something cannot be done, as far as the screen shows a reason."""
        return self._refusal

    @property
    def game_key(self) -> str:
        return self.table.game.meta.key

    @property
    def level(self) -> int:
        return self.table.game.options.level

    @property
    def window_title(self) -> str:
        return f"{self.table.game.meta.title} - galli-tui"

    def compose(self) -> ComposeResult:
        yield TableLine(self.table, self.face)
        with _Ground(id="table"):
            yield from self.compose_table()
        yield NextLine()
        yield KeyLine()

    def on_screen_resume(self) -> None:
        if self._stale:
            self._advance()
        notices, self._notices = self._notices, ()
        if notices:
            self.trouble("About this match", "\n\n".join(notices))

    def on_unmount(self) -> None:
        self._unsubscribe()
        self.table.close()

    def _changed(self) -> None:
        self._stale = True
        if self.is_current:
            self._advance()

    def _advance(self) -> None:
        """Shows what comes next to whom it belongs."""
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
        self._heed()

    def _show(self, seat: Seat | None, viewer: Viewer, *scene: object) -> None:
        self.seat, self.viewer, self.due = seat, viewer, self.table.due
        self.happenings = self.table.happenings(viewer, self.HAPPENINGS)
        self.query_one(TableLine).show(seat)
        shown, question = self._in_company(scene)
        if shown and shown == self._shown:
            # Somebody came or went or spoke: of the game there is nothing new.
            self._say_again()
            return
        renewed = bool(question) and question == self._question
        self._shown, self._question = shown, question
        view = self.table.view(viewer)
        if renewed:
            self.renew_view(view)
            self._say_again()
        else:
            self.show_view(view)
            self.refresh_next()

    def _in_company(self, scene: tuple[object, ...]) -> tuple[tuple[object, ...], tuple[object, ...]]:
        """Of what the picture is drawn, and the question asked; both empty at a table of this terminal alone."""
        standing = self.standing
        if standing is None:
            return (), ()
        last = self.happenings[-1].number if self.happenings else -1
        if self._signs and self._shown[0] != last:
            self.end_signs()
        shown = last, self.due, standing.busy, standing.halt, self.seat, self.viewer, *scene
        asked = () if self.seat is None else (self.seat, self.viewer, asked_since(self.happenings, self.seat))
        return shown, asked

    def _say_again(self) -> None:
        """What is next, unless a reason stands in its place."""
        if self._refusal is None:
            self.refresh_next()

    def _heed(self) -> None:
        """Tells what is new about the company, and counts the seconds while the connection is lost."""
        standing = self.standing
        if standing is None or self._attention is None:
            return
        news = self._attention.look(standing)
        if news.words:
            self.query_one(NextLine).show_passing(news.words)
            self._passing = self._restart(self._passing, self.PASSING, self.end_passing)
        if news.signs:
            self._signs = (*self._signs, *news.signs)[-_SIGNS:]
            self.show_signs(self._signs)
            self._pointed = self._restart(self._pointed, self.POINTED, self.end_signs)
        if standing.again_at is not None and self._counting is None:
            self._counting = self.set_interval(1, self._count)
        elif standing.again_at is None and self._counting is not None:
            self._counting.stop()
            self._counting = None
        if news.warning:
            self.trouble("A move does not stand", safe(news.warning, _WARNING_CELLS))
        if news.halt is not None:
            self.trouble(news.halt.heading, news.halt.told)

    def _restart(self, timer: Timer | None, seconds: float, then: Callable[[], None]) -> Timer:
        if timer is not None:
            timer.stop()
        return self.set_timer(seconds, then)

    def end_passing(self) -> None:
        """What was said in passing gives way to what is next."""
        self.query_one(NextLine).end_passing()

    def end_signs(self) -> None:
        """What others pointed at is not shown any more."""
        self._signs = ()
        self.show_signs(())

    def _count(self) -> None:
        """A second less until the next try."""
        self.query_one(TableLine).refresh()
        if self.waits_for_others:
            self._say_again()

    def _hand_over(self, seat: Seat) -> None:
        from galli_tui.screens.handover import Answer, HandoverScreen

        def answered(answer: Answer | None) -> None:
            if answer is Answer.READY:
                self._alone = seat
                self._advance()
            elif answer is Answer.TAKE_BACK:
                self.action_take_back()
            else:
                self.action_leave()

        can_take_back = self._seat_to_take_back() is not None
        self.house.push_screen(HandoverScreen(self.table, self.face, seat, can_take_back=can_take_back), answered)

    def _seat_to_take_back(self) -> Seat | None:
        """Whose move was the last, if it may be taken back and that seat decides here.

        In company all choose at once, and what the others chose since is no reason against it.
        """
        if self.table.company is not None:
            return next((seat for seat in local_seats(self.table) if self.table.can_take_back(seat)), None)
        last = next((one.event for one in reversed(self.happenings) if isinstance(one.event, Move)), None)
        if last is None or last.seat not in local_seats(self.table) or not self.table.can_take_back(last.seat):
            return None
        return last.seat

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "go_on":
                return self.table.resting
            case "talk":
                return self.table.company is not None
            case "way_in":
                return self.standing is not None and bool(self.standing.way_in)
            case "absent":
                standing = self.standing
                return standing is not None and standing.role is Role.HOST
            case _:
                pass
        return super().check_action(action, parameters)

    def offers(self, action: Action) -> bool:
        match action.id:
            case "table.take-back":
                return self._seat_to_take_back() is not None
            case "table.why":
                return self.reason is not None
            case "table.talk":
                return self.standing is not None and not self.standing.mute
            case "table.absent":
                return self.standing is not None and (
                    seat_to_fill(self.standing) is not None or bool(self.standing.stand_ins)
                )
            case _:
                return super().offers(action)

    def action_back(self) -> None:
        if self._refusal is not None:
            self.refresh_next()
        elif not self.step_back():
            if self.due.over:
                self.action_leave()
            else:
                self._ask_to_leave()

    def action_take_back(self) -> None:
        seat = self._seat_to_take_back()
        if seat is None:
            self.note("Nothing can be taken back now: something was revealed or decided since.")
            return
        self._alone = None
        try:
            self.table.take_back(seat)
        except (SaveError, ValueError) as error:
            self.trouble("Nothing was taken back", str(error))

    def action_why(self) -> None:
        if self.reason is None:
            self.note("Nothing is refused at the moment; F1 has the whole rulebook.")
        else:
            self.house.show_clause(self.game_key, self.reason.clause)

    def action_go_on(self) -> None:
        try:
            self.table.go_on()
        except SaveError as error:
            self.trouble("The next round was not begun", str(error))

    def action_sheet(self) -> None:
        from galli_tui.screens.sheet import SheetScreen

        self.house.push_screen(SheetScreen(self.table, self.face))

    def action_chronicle(self) -> None:
        from galli_tui.screens.chronicle import ChronicleScreen

        self.house.push_screen(ChronicleScreen(self.table, self.face, self.viewer))

    def action_leave(self) -> None:
        standing = self.standing
        if standing is None or standing.halt is not None or self.due.over:
            self.house.leave_table()
        else:
            self._ask_to_leave()

    def action_talk(self) -> None:
        from galli_tui.screens.talk import TalkScreen

        company = self.table.company
        if company is None:
            return
        if mute := company.standing.mute:
            self.note(mute)
        else:
            self.house.push_screen(TalkScreen(self.table, company))

    def action_way_in(self) -> None:
        from galli_tui.screens.dialog import Notice

        if self.standing is not None and self.in_front:
            self.house.push_screen(Notice("How others come to this table", self.standing.way_in))

    def action_absent(self) -> None:
        company = self.table.company
        if company is None:
            return
        away, stand_ins = seat_to_fill(company.standing), company.standing.stand_ins
        if away is not None:
            name = safe(self.table.players[away].name)
            self.house.push_screen(bot_question(name), partial(self._settle_seat, company.seat_bot, away))
        elif stand_ins:
            name = safe(self.table.players[stand_ins[0]].name)
            self.house.push_screen(wait_question(name), partial(self._settle_seat, company.unseat_bot, stand_ins[0]))
        else:
            self.note("Nobody is away.")

    def _settle_seat(self, settle: Callable[[Seat], None], seat: Seat, yes: bool | None) -> None:
        if yes:
            try:
                settle(seat)
            except (SaveError, ValueError) as error:
                self.trouble("The seat is as it was", str(error))

    def _ask_to_leave(self) -> None:
        from galli_tui.screens.dialog import Question

        def answered(yes: bool | None) -> None:
            if yes:
                self.house.leave_table()

        question, told = leaving_words(self.standing)
        self.house.push_screen(Question(question, told, "leave"), answered)


AnyTableScreen = TableScreen[Any]
"""A table screen of whichever game."""
