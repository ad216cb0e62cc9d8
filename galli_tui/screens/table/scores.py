"""The score sheet: the current score, and at the end the winner or rank and what to do next."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Container, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Resize
from textual.widgets import Static

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.progress_text import winners_words
from galli_tui.screens.leaving import ask_to_leave
from galli_tui.screens.subject import Subject, subject
from galli_tui.screens.table.review_runner import ReviewRunner
from galli_tui.screens.table.score_table import RankLadder, ScoreTable, Verdict
from galli_tui.screens.table_base import TableScreenBase
from galli_tui.style.actions import Action, bindings
from galli_tui.style.key_names import KEY
from galli_tui.style.wording import amount, amount_words, listed, seated_words
from galli_tui.tables.peers import Role
from galli_tui.tables.seat_names import seat_names
from galli_tui.tables.table import Table
from galli_tui.terminal.safe_text import sanitize
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.line_widget import glyphs_of, shortened
from galli_tui.widgets.prompt import Prompt
from rules.engine.score_sheet import Sheet
from rules.engine.secrecy import PUBLIC
from saves.storage.summary import Score

_CELLS = 400
_FEW = 2
"""The most seats that leave room for the ranks beside the table in a wide window."""
_BOT_NAME = 11
"""Cells for a bot's name, so that three fit with their kinds."""


class ScoreSheetScreen(TableScreenBase[None]):
    """Every row of the score sheet by seat, the totals and the verdict."""

    SCOPES: ClassVar[tuple[str, ...]] = ("scores",)
    BINDINGS = bindings(*SCOPES)
    CURSOR_AT: ClassVar[str] = "Verdict"
    DEFAULT_CSS = """
    ScoreSheetScreen VerticalScroll { width: 78; height: auto; max-height: 100%; padding: 0 2; background: $page;
        border: round $edge; border-title-color: $rubric; border-title-style: bold; border-subtitle-color: $faint; }
    ScoreSheetScreen #page { height: auto; }
    ScoreSheetScreen Verdict { margin-bottom: 1; }
    ScoreSheetScreen #news { height: auto; color: $ink; margin-bottom: 1; }
    ScoreSheetScreen #parts { height: auto; }
    ScoreSheetScreen RankLadder { margin-top: 1; }
    ScoreSheetScreen.-wide VerticalScroll, ScoreSheetScreen.-grand VerticalScroll { width: 118; padding: 1 2; }
    ScoreSheetScreen.-grand VerticalScroll { width: 140; }
    ScoreSheetScreen.-wide #parts.-few, ScoreSheetScreen.-grand #parts { layout: horizontal; }
    ScoreSheetScreen.-wide .-few RankLadder, ScoreSheetScreen.-grand RankLadder { width: 50; margin: 2 0 0 4; }
    ScoreSheetScreen #audit { height: auto; color: $faint; margin-top: 1; }
    """

    def __init__(self, table: Table, texts: GameTexts, review: ReviewRunner, *, teaches: bool = False) -> None:
        """Create the sheet; that of a lesson, which `teaches`, only leads back to it."""
        super().__init__(table, texts)
        self._review, self._teaches = review, teaches
        self._over = table.due.over
        self._asked: Subject | None = None
        """The row that the player has clicked."""

    def compose(self) -> ComposeResult:
        sheet = self.table.game.sheet(self.table.view(PUBLIC))
        names = seat_names(self.table)
        colours = tuple(player.colour for player in self.table.players)
        labels = {line.key: self.texts.score_label(line) for line in sheet.lines}
        with Container(classes="middle"), VerticalScroll() as page, Vertical(id="page"):
            page.border_title = ", ".join(("Final score" if self._over else "Score so far", *self.table.marks))
            yield Verdict(self._verdict(sheet, names), over=self._over)
            if self._over:
                news = Static(Content(self._sources()), id="news")
                news.display = bool(self._sources())
                yield news
            with Container(id="parts", classes="-few" if len(names) <= _FEW else ""):
                yield ScoreTable(sheet, self.table.game.meta, labels, names, colours)
                if bands := self.texts.bands(self.table.game):
                    unit = self.table.game.meta.unit
                    yield RankLadder(bands, self.texts.steps(self.table.game), sheet.rank, unit)
            yield Static(id="audit")
        yield Prompt()
        yield Footer()

    @property
    def subject(self) -> Subject | None:
        return self._asked

    def on_score_table_row_asked(self, event: ScoreTable.RowAsked) -> None:
        """Name the rule of a row, for the help to open."""
        self._asked = subject(event.clause, event.label)
        self.query_one(Prompt).show_note(f"{event.label}: {event.clause}; {KEY:app.help} opens the rule.")

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self._show_below)

    def _show_below(self) -> None:
        """Show on the lower edge that there is more below, and the bots."""
        players = self.table.players
        bots = [seated_words(shortened(sanitize(it.name), _BOT_NAME), sanitize(it.bot)) for it in players if it.bot]
        for page in self.query(VerticalScroll):  # There is none any more while the screen closes.
            parts = "Up/Down: the rest of the sheet" if page.max_scroll_y else "", listed(bots)
            page.border_subtitle = Content("; ".join(part for part in parts if part))

    def on_mount(self) -> None:
        self._unsubscribe = self.table.subscribe(self._show_audit)
        self._show_audit()
        if self._over and not self._teaches:
            self.call_after_refresh(self._show_news)
        words = "Enter goes back to the table."
        if self._teaches:
            words = "Enter goes back to the lesson."
        elif self._over:
            more = self._next_match or self._leave_help
            words = f"Enter shows the final board, {more}."
        self.query_one(Prompt).show_next(words)

    def _sources(self) -> str:
        """Return what scored and cost the most."""
        from galli_tui.stats.news import source_words

        return " ".join(source_words(self.table, self.texts, glyphs_of(self).half))

    def _show_news(self) -> None:
        """Show what is new among the player's results, which are read from the saved matches."""
        from galli_tui.stats.news import result_news

        news = self.query_one("#news", Static)
        lines = " ".join(result_news(self.table.match_id, glyphs_of(self).half)), self._sources()
        news.update(Content("\n".join(line for line in lines if line)))
        news.display = any(lines)
        self.call_after_refresh(self._show_below)

    def on_unmount(self) -> None:
        self._unsubscribe()

    def _show_audit(self) -> None:
        """Show the result of the final check of the log, which takes a moment."""
        peers = self.table.peers
        audit = "" if peers is None else sanitize(peers.status.audit, _CELLS)
        for found in self.query("#audit").results(Static):  # There is none any more while the screen closes.
            found.update(Content(audit))
            found.display = bool(audit)
        self.call_after_refresh(self._show_below)

    def _verdict(self, sheet: Sheet, names: tuple[str, ...]) -> str:
        unit, half = self.table.game.meta.unit, glyphs_of(self).half
        if sheet.team is None:
            score = Score(sheet.seats, None, sheet.winners, self.texts.outcome(sheet))
            words = winners_words(score, names, unit, half, over=self._over)
            return f"{words}." if words else ""
        scored = amount_words(sheet.team, unit, half)
        ranks = [*self.texts.steps(self.table.game), *self.texts.bands(self.table.game)]
        at = next((number for number, rank in enumerate(ranks) if rank.key == sheet.rank), None)
        if at is None:
            return scored
        reached, *higher = ranks[at:]
        following = next((rank for rank in higher if rank.least is not None), None)
        least = None if following is None else following.least
        short = 0 if least is None else least - sheet.team
        if self._over:
            rank = f"{reached.name}, {reached.verdict}" if reached.verdict else reached.name
            return f"{scored}: {rank}." + (
                f" {amount(short, unit, half)} short of {following.name}." if following else ""
            )
        upwards = f" Next: {following.name}, +{amount_words(short, unit, half)}." if following else ""
        return f"Score now: {amount(sheet.team, unit, half)} ({reached.name}).{upwards}"

    @property
    def _next_match(self) -> str:
        """The explanation of key n; empty for guests, since only the host sets up a rematch, and at a what-if."""
        if self.table.is_what_if:
            return ""
        peers = self.table.peers
        if peers is None:
            return f"{KEY:scores.again} starts a rematch, {KEY:scores.change} changes it first"
        return f"{KEY:scores.again} sets up a rematch" if peers.status.role is Role.HOST else ""

    @property
    def _leave_help(self) -> str:
        """The explanation of key q where there is no rematch; for guests over SSH there is no list of tables."""
        if self.app.leaves_to_replay:
            return f"{KEY:scores.leave} leads back to the replay"
        peers = self.table.peers
        finds = peers is not None and not peers.status.return_hint
        leave = f"{KEY:scores.leave} goes to the menu"
        return f"{leave}, where {KEY:menu.join-table} finds the next table" if finds else leave

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self._teaches and action in ("review", "replay", "again", "change"):
            return False
        if action in ("review", "replay"):
            return self._over
        if action in ("again", "change"):
            return self._over and bool(self._next_match)
        return super().check_action(action, parameters)

    def offers(self, action: Action) -> bool:
        if action.id == "scores.change":
            return self.table.peers is None
        if action.id == "scores.leave":
            return not self._teaches
        if action.id == "scores.review":
            return not isinstance(self.table.advice, str)
        return super().offers(action)

    def action_back(self) -> None:
        self.dismiss()

    def action_review(self) -> None:
        advice = self.table.advice
        if isinstance(advice, str):
            self.query_one(Prompt).show_note(advice)
        else:
            self._show_replay(reviewing=True)

    def action_replay(self) -> None:
        self._show_replay(reviewing=False)

    def _show_replay(self, *, reviewing: bool) -> None:
        from galli_tui.screens.table.replay import ReplayScreen

        self.app.push_screen(ReplayScreen(self.table, self.texts, review=self._review, reviewing=reviewing))

    def action_again(self) -> None:
        self.app.play_again(self.table)

    def action_change(self) -> None:
        self.app.set_up_again(self.table)

    def label(self, action: Action) -> str:
        if action.id == "scores.leave" and self.app.leaves_to_replay:
            return "leave"
        return "back to lesson" if self._teaches and action.id == "scores.back" else super().label(action)

    def action_leave(self) -> None:
        peers = self.table.peers
        if self._teaches:
            self.dismiss()
        elif self._over or (peers is not None and peers.status.stopped is not None):
            self.app.leave_table()
        else:
            ask_to_leave(self)
