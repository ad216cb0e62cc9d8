"""The replay of a match, moment by moment: the way through it, whose view it is, and the review of its decisions."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.events import Resize

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.replay.moment_table import MomentTable
from galli_tui.replay.timeline import OPENING, Stride, Timeline, viewers_of
from galli_tui.screens.table.moment_list import MomentListScreen
from galli_tui.screens.table.moment_view import MomentView
from galli_tui.screens.table.playback import Playback
from galli_tui.screens.table.replay_header import ReplayHeader
from galli_tui.screens.table.replay_text import replay_prompt
from galli_tui.screens.table.review_runner import ReviewRunner
from galli_tui.screens.table_base import TableScreenBase
from galli_tui.style.actions import Action, bindings
from galli_tui.style.replay_keys import REPLAY
from galli_tui.tables.peers import Presence, Role
from galli_tui.tables.table import Table
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.score_curve import ScoreCurve
from rules.bots.review import Grade, GradedDecision
from rules.engine.secrecy import PUBLIC, Viewer

_BACKWARDS: Final = ("left", "up", "pageup", "left_square_bracket", "comma", "home")


class ReplayScreen(TableScreenBase[None]):
    """One moment of a match at a time. While the match goes on, new moments are added at the end."""

    SCOPES: ClassVar[tuple[str, ...]] = (REPLAY,)
    BINDINGS = bindings(REPLAY)
    DEFAULT_CSS = """
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
        self._from_review = False
        """Whether the moment was chosen in the review, to whose list the way back leads."""
        self._reviewed: int | None = None
        """The moment last chosen in the review; the list opens there if the current one is not in it."""
        self._is_pinned = False
        """Whether it stays at its moment while the match goes on, since a what-if leads back to it."""
        self._playback = Playback(self, lambda: self._go(self._timeline.next(self._number, Stride.MOMENT)))
        self._unsubscribe: list[Callable[[], None]] = []

    def _set_out(self) -> None:
        self._timeline = Timeline(self.table)
        self._viewers = viewers_of(self.table, self._shown)

    def compose(self) -> ComposeResult:
        yield ReplayHeader()
        self._moment = MomentView(self.table, self.texts, self._say)
        yield self._moment
        yield Prompt()
        yield Footer()

    def on_mount(self) -> None:
        self._unsubscribe.append(self.table.subscribe(self._renew))
        self._moment.show_course(self._timeline)
        self._show()
        if not self._review.no_review_reason:
            self._unsubscribe.append(self._review.game_review.subscribe(self._show))
            self._review.start_soon()
        if self._reviewing:
            self.call_after_refresh(self.action_review)

    def on_screen_resume(self) -> None:
        if self.is_current:  # No longer, if the form of a what-if has just made way for its table.
            self._is_pinned = False

    def on_unmount(self) -> None:
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        if self._owns_table:
            self.table.close()

    def _renew(self) -> None:
        """Read the match again, which has gone on or was changed by an undo."""
        follows = self._number == self._timeline.last and not self._is_pinned
        self._set_out()
        self._number = self._timeline.last if follows else min(self._number, self._timeline.last)
        if self._viewer not in self._viewers:
            self._viewer = self._viewers[0]
        if self.is_mounted:
            self._moment.show_course(self._timeline)
            self._show()

    # What is shown

    @property
    def _graded(self) -> dict[int, GradedDecision]:
        """The graded decisions, by moment."""
        if self._review.no_review_reason:
            return {}
        return {self._timeline.at_entry(it.decision.entry): it for it in self._review.game_review.review.graded}

    @property
    def _is_shared(self) -> bool:
        """Whether people at other computers still play the match, so that it may begin no what-if."""
        if self.table.peers is None or self.table.due.over:
            return False
        status = self.table.peers.status
        return status.role is not Role.HOST or any(it in (Presence.ONLINE, Presence.AWAY) for it in status.presence)

    @property
    def _can_compare(self) -> bool:
        """Whether another move was better at this moment, and a board can show it."""
        it = self._graded.get(self._number)
        return it is not None and it.grade is not Grade.BEST and self._moment.can_draw(it)

    def _show(self) -> None:
        """Show the moment with all that belongs to it."""
        if not self.is_mounted:
            return
        self._compares &= self._can_compare
        self._moment.show_moment(self._timeline, self._number, self._viewer, self._graded, compares=self._compares)
        self.query_one(ReplayHeader).show(self._timeline, self._number, self._viewer)
        self._say()

    def _say(self) -> None:
        """Update prompt and footer, unless the screen is being closed."""
        if not self.query(Footer):
            return
        words = replay_prompt(
            speed=self._playback.speed if self._playback.runs else "",
            compares=self._compares,
            better=self._can_compare,
            opening=self._number == OPENING,
            cut=self._moment.is_cut,
            curve=self._moment.has_curve,
            open_end=not (self._is_shared or self._timeline.is_end(self._number)),
        )
        self.query_one(Prompt).show_next(words)
        self.query_one(Footer).offer()

    def on_resize(self, event: Resize) -> None:
        super().on_resize(event)
        self._moment.fit()
        self._show()
        self.call_after_refresh(self._moment.fit_curve)

    # Going through the match

    def _go(self, number: int, *, compares: bool = False) -> None:
        self._number, self._compares = number, compares
        if number == self._timeline.last:
            self._playback.pause()
        self._show()

    def _stride(self, key: str, stride: Stride) -> None:
        self._playback.pause()
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
        self._playback.pause()
        self._go(OPENING if key in _BACKWARDS else self._timeline.last)

    def on_score_curve_moment_picked(self, event: ScoreCurve.MomentPicked) -> None:
        self._playback.pause()
        self._go(event.number)

    def action_play(self) -> None:
        if self._playback.runs:
            self._playback.pause()
            self._say()
            return
        if self._number == self._timeline.last:
            self._go(OPENING)
        self._playback.start()
        self._say()

    def action_speed(self, key: str) -> None:
        self._playback.speed = key
        if self._number < self._timeline.last:
            self._playback.start()
            self._say()

    # Whose view, the better move, and lists

    def action_viewer(self) -> None:
        place = self._viewers.index(self._viewer)
        self._viewer = self._viewers[(place + 1) % len(self._viewers)]
        self._show()

    def action_flip(self) -> None:
        self._playback.pause()
        self._go(self._number, compares=not self._compares)

    def action_details(self) -> None:
        """Scroll the text on by a page, from its end back to its beginning."""
        if not self._moment.scroll_on():
            self.query_one(Prompt).show_note("The whole text is visible.")

    def action_log(self) -> None:
        self._playback.pause()
        self._say()
        found = MomentListScreen(self._timeline, self.texts, self._viewer, self._number, graded=self._graded)
        self.app.push_screen(found, self._picked)

    def action_review(self) -> None:
        self._playback.pause()
        if reason := self._review.no_review_reason:
            self.query_one(Prompt).show_note(reason)
            return
        here = self._number if self._reviewed is None or self._number in self._graded else self._reviewed
        found = MomentListScreen(self._timeline, self.texts, self._viewer, here, self._review.review())
        self.app.push_screen(found, self._compare)

    def _picked(self, number: int | None) -> None:
        if number is not None:
            self._go(number)

    def _compare(self, number: int | None) -> None:
        self._from_review = number is not None
        if number is not None:
            self._reviewed = number
            self._go(number, compares=True)
        elif self._reviewing:  # The list was opened from the score sheet, and leads back there.
            self.dismiss()

    def action_what_if(self) -> None:
        from galli_tui.screens.table.what_if import WhatIfScreen

        self._playback.pause()
        self._say()
        decided = self._graded.get(self._number)
        if self._is_shared:
            self.query_one(Prompt).show_note("Others still play this match: a what-if could show what they hide.")
        elif decided is None and self._timeline.is_end(self._number):
            self.query_one(Prompt).show_note("The match is over here. Go to an earlier moment to play on from it.")
        else:
            self._is_pinned = True
            self.app.push_screen(WhatIfScreen(self._timeline, self._number, decided))

    def action_describe(self) -> None:
        from galli_tui.screens.table.position import PositionScreen

        self._playback.pause()
        self.app.push_screen(PositionScreen(MomentTable(self._timeline, self._number), self.texts, self._viewer))

    def action_back(self) -> None:
        if self._from_review:
            self.action_review()
        else:
            self.dismiss()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "flip":
                return self.is_mounted and self._can_compare
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
            return self._moment.is_cut
        if action.id == "replay.what-if":
            return not self._is_shared
        return not self._review.no_review_reason if action.id == "replay.review" else super().offers(action)

    def label(self, action: Action) -> str:
        names = self._timeline.period_names
        match action.id:
            case "replay.play":
                return "pause" if self._playback.runs else "play"
            case "replay.round" if names:
                return names[-1]
            case "replay.part" if names:
                return names[0]
            case _:
                return super().label(action)
