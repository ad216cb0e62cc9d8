"""The list of saved matches, to resume, view, verify, host or delete."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Resize

from galli_tui.game_api.last_game import forget_unfinished
from galli_tui.screens.base import GalliScreen
from galli_tui.screens.dialogs import Notice, Question
from galli_tui.screens.network.guest_lobby import go_back
from galli_tui.screens.network.open_table import open_table
from galli_tui.screens.start.saved_words import (
    about,
    audit_words,
    columns,
    cut,
    names_within,
    next_words,
    no_export_reason,
)
from galli_tui.startup.sentences import to_sentence
from galli_tui.style.actions import Action, bindings
from galli_tui.style.key_names import KEY
from galli_tui.style.paragraph import Paragraph
from galli_tui.style.wording import listed
from galli_tui.tables.match_store import Condition, SavedRow, last_unfinished
from galli_tui.tables.network import HostOptions
from galli_tui.tables.table import Table
from galli_tui.terminal.safe_text import sanitize
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.line_widget import cells, glyphs_of
from galli_tui.widgets.option_list import OptionList, OptionRow, heading
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.rich_text import RichText
from saves.errors import HostedElsewhere, Locked, NotYours, SaveError, SharedMatch

if TYPE_CHECKING:
    from galli_tui.app_base import AppBase

_RESUMABLE = (Condition.PLAYING,)
_TO_LOOK_AT = (Condition.PLAYING, Condition.OVER, Condition.ABANDONED, Condition.DAMAGED)
_BRUSHES = {
    Condition.PLAYING: "gold",
    Condition.OVER: "good",
    Condition.DAMAGED: "refusal",
    Condition.FOREIGN: "refusal",
    Condition.ABANDONED: "faint",
}
_MOST = (16, 18, 18, 10)
"""The most cells of the columns before the names."""
_BESIDE = 4
"""The cells of a line beside its columns: the border, and the sign of the selected line."""
_SCROLLBAR = 1
_CLICK_AGAIN = "Click again to open it, or click below what else to do with it."
_NOTHING_YET = "No saved matches yet. Matches save themselves."


class SavedScreen(GalliScreen[None]):
    """One line for each match, last played first, and details of the selected one below."""

    SCOPES: ClassVar[tuple[str, ...]] = ("saved", "list")
    BINDINGS = bindings("saved")
    DEFAULT_CSS = """
    SavedScreen { }
    SavedScreen Vertical { border: round $edge; border-title-color: $rubric; border-title-style: bold;
        background: $page; }
    SavedScreen RichText { height: 6; border-top: solid $edge; overflow-y: auto; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._saved: list[SavedRow] = []
        self._known: dict[str, str] = {}
        self._note = ("", "")
        """The match that something was done with, and what; until another line is selected."""
        self._problem = ""
        """Why the saved matches could not be read; empty if they could."""

    def compose(self) -> ComposeResult:
        with Vertical() as page:
            page.border_title = "Saved matches"
            rows = OptionList()
            rows.confirms = True  # The keys of this screen are for the selected match, so a click must select it.
            yield rows
            about = RichText()
            about.can_focus = False
            yield about
        yield Prompt()
        yield Footer()

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()
        self.read_again()

    def on_resize(self, event: Resize) -> None:
        self._show()

    def read_again(self) -> None:
        """Read the saved matches."""
        self._problem = ""
        try:
            self._saved = self.app.match_store.saved()
        except SaveError as error:
            self._saved, self._problem = [], str(error)
        self._show()

    def _read_again_at(self, match_id: str) -> None:
        """Read the saved matches and select one of them."""
        self.read_again()
        ids = [one.id for one in self._saved]
        if match_id in ids:
            self.query_one(OptionList).index = ids.index(match_id)

    def _show(self) -> None:
        now = datetime.now().astimezone()
        widths = [0] * len(_MOST)
        for one in self._saved:
            for at, words in enumerate(columns(one, now)):
                widths[at] = min(_MOST[at], max(widths[at], cells(words) + 2))
        rows = [self._row(one, now, widths) for one in self._saved]
        empty = "The saved matches can't be read right now." if self._problem else _NOTHING_YET
        self.query_one(OptionList).show(rows or [heading(empty)])
        self._describe()

    def _row(self, one: SavedRow, now: datetime, widths: Sequence[int]) -> OptionRow:
        dots = glyphs_of(self).more
        marks = ", ".join(mark.partition(" of ")[0] for mark in one.marks)
        # Without marks, the scrollbar covers the blank after the names.
        beside = _BESIDE + (cells(marks) + _SCROLLBAR if marks else 0)
        room = max(10, self.size.width - sum(widths) - beside)
        date, condition, title, way = (
            cut(words, width, dots) for words, width in zip(columns(one, now), widths, strict=True)
        )
        names = cut(names_within(one.names, room - 1), room, dots)
        return OptionRow(
            (
                (date, "faint"),
                (condition, "refusal" if one.won is False else _BRUSHES[one.condition]),
                (title, "strong"),
                (way, "ink"),
                (names, "ink"),
                (marks, "faint"),
            ),
            key=one.id,
        )

    @property
    def _chosen(self) -> SavedRow | None:
        index = self.query_one(OptionList).index
        return self._saved[index] if 0 <= index < len(self._saved) else None

    def on_option_list_moved(self) -> None:
        if self._chosen is not None and self._chosen.id != self._note[0]:
            self._note = ("", "")
        self._describe()

    def _describe(self) -> None:
        one = self._chosen
        self.refresh_bindings()
        if one is None:
            self.query_one(RichText).show([Paragraph(self._problem)] if self._problem else ())
            adds = "" if self._in_browser else f"{KEY:saved.import} imports a match from a file; "
            self.query_one(Prompt).show_next(f"{adds}Esc goes back to the menu.")
            return
        known = one.explanation or self._known.get(one.id, "") or to_sentence(one.progress)
        told = [Paragraph(known, close=True)] if known else []
        self.query_one(RichText).show([Paragraph(about(one), label=sanitize(one.id), close=True), *told])
        prompt = self.query_one(Prompt)
        prompt.show_next(next_words(one))
        if self._note[0] == one.id:
            prompt.show_note(self._note[1])
        if not known and one.condition in _TO_LOOK_AT:
            # After the list is drawn, since this reads the whole match.
            self.call_after_refresh(self.learn, one.id)

    def learn(self, match_id: str) -> None:
        """Read the progress of a match, unless the screen has been closed."""
        if self not in self.app.screen_stack:
            return
        try:
            self._known[match_id] = to_sentence(self.app.match_store.about(match_id))
        except SaveError as error:
            self._known[match_id] = str(error)
        if self._chosen is not None and self._chosen.id == match_id:
            self._describe()

    def on_option_list_touched(self, event: OptionList.Touched) -> None:
        self._note = (event.rows.rows[event.index].key, _CLICK_AGAIN)
        self._describe()

    def on_option_list_chosen(self, event: OptionList.Chosen) -> None:
        one = next((one for one in self._saved if one.id == event.row.key), None)
        if one is not None and one.condition in _RESUMABLE and one.is_replica:
            go_back(self.app, one.id)
        elif one is not None and one.condition in _RESUMABLE:
            self._open(one, self.app.match_store.resume)
        elif one is not None and one.condition in _TO_LOOK_AT:
            self._open(one, self.app.match_store.inspect)

    def _open(self, one: SavedRow, opening: Callable[[str], Table]) -> None:
        if self.is_current:  # Otherwise it is a second key, typed while the first one was opening the table.
            _open(self.app, one.id, opening)

    def offers(self, action: Action) -> bool:
        if action.id == "saved.export":
            return self._chosen is not None and not no_export_reason(self._chosen)
        return super().offers(action)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        one = self._chosen if self.is_mounted else None
        if action == "view":
            return one is not None and one.condition in _TO_LOOK_AT
        if action == "verify":
            return one is not None and one.condition in _TO_LOOK_AT
        if action == "host":
            return one is not None and one.condition in _RESUMABLE and not one.is_replica
        if action == "delete":
            return one is not None
        if action == "export":
            return one is not None and not self._in_browser
        if action == "import":
            return not self._in_browser
        return super().check_action(action, parameters)

    @property
    def _in_browser(self) -> bool:
        """Whether a page in a browser shows this list: then paths would be those of the computer that serves it."""
        return self.app.terminal.page is not None

    def action_back(self) -> None:
        self.dismiss()

    def action_view(self) -> None:
        one = self._chosen
        if one is not None and self.is_current:
            open_replay(self.app, lambda: self.app.match_store.inspect(one.id), lambda _: self._read_again_at(one.id))

    def action_host(self) -> None:
        one = self._chosen
        if one is not None and self.in_front:
            _open_to_network(self.app, one.id)

    def action_verify(self) -> None:
        one = self._chosen
        if one is None:
            return
        try:
            wrong = self.app.match_store.verify(one.id)
        except SaveError as error:
            wrong = [str(error)]
        if wrong:
            self.app.push_screen(Notice("Verification failed", "\n".join(wrong)))
        else:
            text = "All signatures, hash links and moves are valid."
            self.app.push_screen(Notice("Verification passed", f"{text} {audit_words(one)}"))

    def action_import(self) -> None:
        from galli_tui.screens.start.match_files import ImportScreen

        self.app.push_screen(ImportScreen(), self._imported)

    def _imported(self, match_id: str | None) -> None:
        if match_id is not None:
            self._read_again_at(match_id)
            self._note = (match_id, f"Imported: everything in it is valid. {KEY:saved.view} replays it.")
            self._describe()

    def action_export(self) -> None:
        from galli_tui.screens.start.match_files import ExportScreen

        one = self._chosen
        if one is not None and (reason := no_export_reason(one)):
            self.query_one(Prompt).show_note(reason)
        elif one is not None:
            words = re.findall(r"[a-z0-9]+", f"{one.title} {one.id.removesuffix('.galli')}".lower().replace("'", ""))

            def exported(path: str | None) -> None:
                if path is not None:
                    self._note = (one.id, f"Written: {sanitize(path, 200)}")
                    self._describe()

            self.app.push_screen(ExportScreen(one.id, f"~/{'-'.join(words)}.galli"), exported)

    def action_delete(self) -> None:
        one = self._chosen
        if one is None:
            return

        def answered(yes: bool | None) -> None:
            if not yes:
                return
            try:
                self.app.match_store.discard(one.id)
            except SaveError as error:
                self.app.push_screen(Notice("The match could not be deleted", str(error)))
                return
            forget_unfinished(one.id)
            last = self.app.last_table
            if last is not None and last.match_id == one.id:
                self.app.last_table = None
            self.read_again()

        text = f"{one.title}, {listed(one.names)}. Its file moves to the folder “trash” next to the saved matches."
        self.app.push_screen(Question("Delete this match?", text, "delete", "keep", careful=True), answered)


def resume_match(app: AppBase, match_id: str) -> None:
    """Resume a match, here or at its network table; the last one that can be resumed if it has gone."""
    try:
        table = app.match_store.resume(match_id)
    except HostedElsewhere:
        go_back(app, match_id)
    except SharedMatch:
        _open_to_network(app, match_id)
    except Locked as error:
        app.push_screen(Notice("The match could not be opened", str(error)))
    except SaveError:
        forget_unfinished(match_id)
        resume_last(app)
    else:
        app.open_table(table)


def resume_last(app: AppBase) -> None:
    """Resume the last unfinished match, as `last_unfinished` chooses it; show a notice if there is none."""
    try:
        last = last_unfinished(app.match_store.saved())
    except SaveError as error:
        app.push_screen(Notice("The match could not be resumed", str(error)))
        return
    if last is None:
        app.push_screen(Notice("Nothing to resume", "No unfinished match."))
    else:
        _resume(app, last)


def return_to_match(app: AppBase, match_id: str) -> None:
    """Resume a match by its id: at this table, in its lobby, or at the host's table."""
    try:
        found = next((one for one in app.match_store.saved() if one.id and match_id.startswith(one.id)), None)
    except SaveError as error:
        app.push_screen(Notice("The match could not be resumed", str(error)))
        return
    if found is None:
        app.push_screen(Notice("The match could not be resumed", f"There is no match {sanitize(match_id)} any more."))
    else:
        _resume(app, found)


def _resume(app: AppBase, row: SavedRow) -> None:
    if row.is_replica:
        go_back(app, row.id)
    else:
        _open(app, row.id, app.match_store.resume)


def _open(app: AppBase, match_id: str, opening: Callable[[str], Table]) -> None:
    """Open a match here, or in its lobby if it is unfinished and has seats of guests."""
    try:
        table = opening(match_id)
    except SharedMatch:
        _open_to_network(app, match_id)
    except SaveError as error:
        where = "the list" if isinstance(app.screen, SavedScreen) else "the list of saved matches"
        view = f" To replay it, press {KEY:saved.view} in {where}." if isinstance(error, NotYours) else ""
        app.push_screen(Notice("The match could not be opened", f"{error}{view}"))
    else:
        app.open_table(table)


def open_replay(app: AppBase, opening: Callable[[], Table], on_close: Callable[[None], None]) -> None:
    """Show a replay above the present screen; closing it closes the match, then calls `on_close`."""
    from galli_tui.game_api.registry import texts_of
    from galli_tui.screens.table.replay import ReplayScreen

    try:
        table = opening()
    except SaveError as error:
        app.push_screen(Notice("The match could not be opened", str(error)))
    else:
        app.push_screen(ReplayScreen(table, texts_of(table.game.meta.key), owns_table=True), on_close)


def _open_to_network(app: AppBase, match_id: str) -> None:
    open_table(app, lambda network: network.reopen(match_id, HostOptions()))
