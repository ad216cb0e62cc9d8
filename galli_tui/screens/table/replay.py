"""The replay of a match: the board at any moment, what happened, the score as a curve, and the review."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.timer import Timer

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.match_words import match_title
from galli_tui.game_api.registry import screens_of
from galli_tui.replay.moment_table import MomentTable
from galli_tui.replay.moment_words import viewer_words
from galli_tui.replay.timeline import OPENING, Stride, Timeline, viewers_of
from galli_tui.screens.table.moment_list import MomentListScreen
from galli_tui.screens.table.replay_header import ReplayHeader
from galli_tui.screens.table.replay_sizes import curve_height, fit_boards, fits_beside
from galli_tui.screens.table.replay_text import curve_marks, grade_paragraphs, moment_paragraphs, replay_prompt
from galli_tui.screens.table.review_runner import ReviewRunner
from galli_tui.screens.table.words_snapshot import WordsSnapshot
from galli_tui.screens.table_base import TableScreenBase
from galli_tui.style.actions import Action, bindings
from galli_tui.style.paragraph import Paragraph
from galli_tui.style.replay_keys import REPLAY
from galli_tui.tables.table import Table
from galli_tui.widgets.board_snapshot import BoardSnapshot
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.line_widget import app_of
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.rich_text import RichText
from galli_tui.widgets.score_curve import CurveLine, ScoreCurve
from rules.bots.review import Grade, GradedDecision
from rules.engine.secrecy import PUBLIC, Viewer

SPEEDS: Final = {"1": 2.0, "2": 0.8, "3": 0.25}
"""Seconds that a moment stays, by key."""
_BACKWARDS: Final = ("left", "up", "pageup", "left_square_bracket", "comma", "home")


class ReplayScreen(TableScreenBase[None]):
    """One moment of a match at a time. While the match goes on, new moments are added at the end."""

    SCOPES: ClassVar[tuple[str, ...]] = (REPLAY,)
    BINDINGS = bindings(REPLAY)
    DEFAULT_CSS = """
    ReplayScreen #replay-top { height: 1fr; }
    ReplayScreen #replay-side { width: 1fr; margin-left: 1; }
    ReplayScreen RichText { height: 1fr; }
    ReplayScreen BoardSnapshot { margin-right: 1; }
    ReplayScreen.-wide #curve-beside, ReplayScreen.-grand #curve-beside { display: none; }
    ReplayScreen.-snug #curve-below { display: none; }
    """

    def __init__(
        self,
        table: Table,
        texts: GameTexts,
        *,
        shown: Viewer = PUBLIC,
        review: ReviewRunner | None = None,
        reviewing: bool = False,
        owns_table: bool = False,
    ) -> None:
        """Create the replay of a table. `shown` is the viewer whose view its screen shows already.

        `review` is that of its table screen; `reviewing` opens the list of its decisions at once. With `owns_table`
        the table is closed with the replay.
        """
        super().__init__(table, texts)
        self._shown, self._reviewing, self._owns_table = shown, reviewing, owns_table
        self._review = review or ReviewRunner(self)
        self._set_out()
        self._viewer = self._viewers[0]
        self._number = OPENING if table.due.over else self._timeline.last
        self._compares = False
        """Whether the better move of a graded decision is on a board."""
        self._drawable: dict[int, bool] = {}
        """Whether a board can show the better move, by moment."""
        self._from_review = False
        """Whether the moment was chosen in the review, to whose list the way back leads."""
        self._speed = "2"
        self._timer: Timer | None = None
        """What plays the match by itself; None while it pauses."""
        self._unsubscribe: list[Callable[[], None]] = []

    def _set_out(self) -> None:
        self._timeline = Timeline(self.table)
        self._viewers = viewers_of(self.table, self._shown)

    def compose(self) -> ComposeResult:
        yield ReplayHeader()
        with Horizontal(id="replay-top"):
            self._board, self._other = self._snapshot(), self._snapshot()
            yield self._board
            yield self._other
            with Vertical(id="replay-side"):
                text = RichText()
                text.can_focus = False
                yield text
                yield ScoreCurve(id="curve-beside")
        yield ScoreCurve(id="curve-below")
        yield Prompt()
        yield Footer()

    @property
    def _text(self) -> RichText:
        return self.query_one("#replay-side RichText", RichText)

    def _snapshot(self) -> BoardSnapshot:
        ascii_only = app_of(self).terminal.ascii
        board = screens_of(self.game_key).board_snapshot(self.table, ascii_only=ascii_only)
        return WordsSnapshot(self.table, self.texts) if board is None else board

    def on_mount(self) -> None:
        self._other.display = False
        self._unsubscribe.append(self.table.subscribe(self._renew))
        self._fill_curve()
        self._show()
        if self._can_review:
            self._unsubscribe.append(self._review.game_review.subscribe(self._show))
            self._review.start_soon()
        if self._reviewing:
            self.call_after_refresh(self.action_review)

    def on_unmount(self) -> None:
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        if self._owns_table:
            self.table.close()

    def _renew(self) -> None:
        """Read the match again, which has gone on or was changed by an undo."""
        follows = self._number == self._timeline.last
        self._set_out()
        self._drawable.clear()
        self._number = self._timeline.last if follows else min(self._number, self._timeline.last)
        if self._viewer not in self._viewers:
            self._viewer = self._viewers[0]
        if self.is_mounted:
            self._fill_curve()
            self._show()

    # What is shown

    @property
    def _can_review(self) -> bool:
        return self.table.due.over and not isinstance(self.table.advice, str)

    @property
    def _graded(self) -> dict[int, GradedDecision]:
        """The graded decisions, by moment."""
        if not self._can_review:
            return {}
        return {self._timeline.at_entry(it.decision.entry): it for it in self._review.game_review.review.graded}

    @property
    def _better(self) -> GradedDecision | None:
        """The grade of this moment, if another move was better."""
        it = self._graded.get(self._number)
        return None if it is None or it.grade is Grade.BEST else it

    @property
    def _better_on_board(self) -> GradedDecision | None:
        """The same, if a board can show the better move."""
        it = self._better
        if it is None:
            return None
        if self._number not in self._drawable:
            self._drawable[self._number] = self._board.stands_on(it.decision.view, it.best)
        return it if self._drawable[self._number] else None

    def _fill_curve(self) -> None:
        curve, players = self._timeline.curve, self.table.players
        if len(curve[0]) == len(players):
            lines = [
                CurveLine(player.name, f"{player.colour}_text", tuple(scores[seat] for scores in curve))
                for seat, player in enumerate(players)
            ]
        else:
            lines = [CurveLine("team", "gold", tuple(scores[0] for scores in curve))]
        unit = self._timeline.curve_unit
        moments, names = self._timeline.moments, self._timeline.period_names
        starts = [
            (number, str(moments[number].periods[-1].number))
            for number in self._timeline.period_starts()
            if moments[number].periods and moments[number].periods[-1].number
        ]
        for widget in self.query(ScoreCurve):
            widget.show(lines, unit, starts, (unit.many, names[-1] if names else ""))

    def _show(self) -> None:
        """Show the moment with all that belongs to it."""
        if not self.is_mounted:
            return
        timeline, number, better = self._timeline, self._number, self._better_on_board
        self._compares &= better is not None
        self._show_boards(better)
        grade = list[Paragraph]()
        if it := self._graded.get(number):
            grade = grade_paragraphs(self.table, self.texts, it)
            if self._compares:
                grade.append(Paragraph(self._caption, close=True))
        told = moment_paragraphs(timeline, self.texts, number, self._viewer, grade, compares=self._compares)
        if number == timeline.last:
            told += [Paragraph(notice) for notice in self.table.notices]
        self._text.show(told)
        self._fit_curve()
        marks = curve_marks(self._graded)
        for widget in self.query(ScoreCurve):
            widget.mark(number, marks)
        game, turn = self.table.game, timeline.moments[number].turn
        self.query_one(ReplayHeader).show(
            ", ".join((match_title(game.meta.key, game.options), *self.table.marks)),
            f"view: {viewer_words(self.table, self._viewer)}",
            (f"turn {turn}  " if turn else "") + f"{number}/{timeline.last}",
        )
        self._say()

    def _show_boards(self, better: GradedDecision | None) -> None:
        view = self._timeline.view(self._number, self._viewer)
        before = self._timeline.view(self._number - 1, self._viewer) if self._number else None
        two = self._compares and self._two_fit
        if self._other.display != two:
            self._other.display = two
            self._fit()
        if better is None or not self._compares:
            self._board.show_view(view, before)
            return
        it = better.decision
        if two:
            self._board.show_move(it.view, it.move)
            self._other.show_move(it.view, better.best)
        else:
            self._board.show_move(it.view, better.best)

    @property
    def _caption(self) -> str:
        """Which move is on which board."""
        if self._two_fit:
            return "Left: the move made. Right: the better one."
        return "The board shows the better move."

    def _say(self) -> None:
        """Update prompt and footer, unless the screen is being closed."""
        if not self.query(Footer):
            return
        words = replay_prompt(
            speed="" if self._timer is None else self._speed,
            compares=self._compares,
            better=self._better_on_board is not None,
            opening=self._number == OPENING,
            cut=self._text.max_scroll_y > 0,
            curve=any(it.display for it in self.query(ScoreCurve)),
            open_end=not self._timeline.is_end(self._number),
        )
        self.query_one(Prompt).show_next(words)
        self.query_one(Footer).offer()

    # Sizes

    def on_resize(self, event: Resize) -> None:
        super().on_resize(event)
        self._fit()
        self._show()
        self.call_after_refresh(self._fit_curve)

    def _fit(self) -> None:
        """Give the boards the room that text and curve leave."""
        for widget in self.query(ScoreCurve):
            widget.styles.height = curve_height(self)
        self._two_fit = fit_boards(self, self._board, self._other)

    def _fit_curve(self) -> None:
        """Show the curve in a small window only where it hides nothing of the text beside the board."""
        if not self.query(Footer):
            return  # The screen is being closed.
        self.query_one("#curve-beside").display = fits_beside(self, self._text)
        self.call_after_refresh(self._say)  # Only then it is known whether the text has enough room.

    # Going through the match

    def _go(self, number: int, *, compares: bool = False) -> None:
        self._number, self._compares = number, compares
        if number == self._timeline.last:
            self._pause()
        self._show()

    def _stride(self, key: str, stride: Stride) -> None:
        self._pause()
        way = self._timeline.previous if key in _BACKWARDS else self._timeline.next
        self._go(way(self._number, stride))

    def action_step(self, key: str) -> None:
        self._stride(key, Stride.MOMENT)

    def action_turn(self, key: str) -> None:
        self._stride(key, Stride.TURN)

    def action_decision(self, key: str) -> None:
        self._stride(key, Stride.DECISION)

    def action_round(self, key: str) -> None:
        self._stride(key, Stride.ROUND)

    def action_part(self, key: str) -> None:
        self._stride(key, Stride.PART)

    def action_ends(self, key: str) -> None:
        self._pause()
        self._go(OPENING if key in _BACKWARDS else self._timeline.last)

    def on_score_curve_moment_picked(self, event: ScoreCurve.MomentPicked) -> None:
        self._pause()
        self._go(event.number)

    # Playing by itself

    def _pause(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _play(self) -> None:
        self._pause()
        self._timer = self.set_interval(SPEEDS[self._speed], self._tick)
        self._say()

    def _tick(self) -> None:
        self._go(self._timeline.next(self._number, Stride.MOMENT))

    def action_play(self) -> None:
        if self._timer is not None:
            self._pause()
            self._say()
            return
        if self._number == self._timeline.last:
            self._go(OPENING)
        self._play()

    def action_speed(self, key: str) -> None:
        self._speed = key
        if self._number < self._timeline.last:
            self._play()

    # Whose view, the better move, and lists

    def action_viewer(self) -> None:
        place = self._viewers.index(self._viewer)
        self._viewer = self._viewers[(place + 1) % len(self._viewers)]
        self._show()

    def action_flip(self) -> None:
        self._pause()
        self._go(self._number, compares=not self._compares)

    def action_details(self) -> None:
        """Scroll the text on by a page, from its end back to its beginning."""
        if not self._text.scroll_on():
            self.query_one(Prompt).show_note("The whole text is visible.")

    def action_log(self) -> None:
        self._pause()
        self._say()
        found = MomentListScreen(self._timeline, self.texts, self._viewer, self._number, graded=self._graded)
        self.app.push_screen(found, self._picked)

    def action_review(self) -> None:
        self._pause()
        advice = self.table.advice
        if not self.table.due.over:
            self.query_one(Prompt).show_note("The review comes after the match.")
        elif isinstance(advice, str):
            self.query_one(Prompt).show_note(advice)
        else:
            found = self._review.review()
            self.app.push_screen(
                MomentListScreen(self._timeline, self.texts, self._viewer, self._number, found), self._compare
            )

    def _picked(self, number: int | None) -> None:
        if number is not None:
            self._go(number)

    def _compare(self, number: int | None) -> None:
        self._from_review = number is not None
        if number is not None:
            self._go(number, compares=True)
        elif self._reviewing:  # The list was opened from the score sheet, and leads back there.
            self.dismiss()

    def action_what_if(self) -> None:
        from galli_tui.screens.table.what_if import WhatIfScreen

        self._pause()
        self._say()
        decided = self._graded.get(self._number)
        if decided is None and self._timeline.is_end(self._number):
            self.query_one(Prompt).show_note("The match is over here. Go to an earlier moment to play on from it.")
        else:
            self.app.push_screen(WhatIfScreen(self._timeline, self._number, decided))

    def action_describe(self) -> None:
        from galli_tui.screens.table.position import PositionScreen

        self._pause()
        then = MomentTable(self._timeline, self._number)
        self.app.push_screen(PositionScreen(then, self.texts, self._viewer))

    def action_back(self) -> None:
        if self._from_review:
            self.action_review()
        else:
            self.dismiss()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "flip":
                return self.is_mounted and self._better_on_board is not None
            case "viewer":
                return len(self._viewers) > 1
            case "part":
                return len(self._timeline.period_names) > 1
            case "round":
                return bool(self._timeline.period_names)
            case _:
                return super().check_action(action, parameters)

    def offers(self, action: Action) -> bool:
        if action.id == "replay.details":
            return self._text.max_scroll_y > 0
        return self._can_review if action.id == "replay.review" else super().offers(action)

    def label(self, action: Action) -> str:
        names = self._timeline.period_names
        match action.id:
            case "replay.play":
                return "play" if self._timer is None else "pause"
            case "replay.round" if names:
                return names[-1]
            case "replay.part" if names:
                return names[0]
            case _:
                return super().label(action)
