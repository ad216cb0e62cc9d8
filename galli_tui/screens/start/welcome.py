"""The first start: a name, and for each game "Learn the game" and "Play now"; later, the choice of what to play now."""

from __future__ import annotations

from itertools import count
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.events import Key
from textual.widgets import Input

from galli_tui.game_api.last_game import games_by_use
from galli_tui.game_api.last_setup import first_setup
from galli_tui.game_api.own_name import own_name, system_name
from galli_tui.lessons.reader import lesson_names
from galli_tui.screens.base import GalliScreen
from galli_tui.screens.dialogs import Notice
from galli_tui.style.actions import bindings
from galli_tui.style.text_wrap import wrapped
from galli_tui.tables.match_store import NAMES
from galli_tui.terminal.safe_text import NAME_CELLS, sanitize
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.label import FaintLabel
from galli_tui.widgets.option_list import OptionList, OptionRow, heading
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.text_field import TextField
from rules.registry import game_meta

_LEARN, _PLAY, _MENU = "learn", "play", "menu"
_ASK_NAME: Final = "Type your name or keep it, then press Enter; or press or click a digit."
_CHOOSE: Final = "Click a line or press its digit, or use the arrows and Enter. Esc: the menu."
_NOTICE: Final = 300
"""Cells of what is said about a file."""
_LABEL: Final = 16
_AIRY: Final = 30
"""Lines of a window from which blank lines part the games."""
_TEXT: Final = 68
"""Cells of a line about a game."""


class WelcomeScreen(GalliScreen[None]):
    """Asks for the name, if `asking`, and shows where to begin in each game."""

    SCOPES: ClassVar[tuple[str, ...]] = ("welcome", "list")
    BINDINGS = bindings("welcome")
    DEFAULT_CSS = """
    WelcomeScreen #page { width: 76; height: auto; padding: 0 2; background: $page; border: round $edge;
        border-title-color: $rubric; border-title-style: bold; }
    WelcomeScreen #page.airy { padding: 1 2; }
    WelcomeScreen #name-line { height: 2; }
    WelcomeScreen TextField { width: 30; }
    WelcomeScreen OptionList { height: auto; }
    """

    def __init__(self, *, asking: bool = False) -> None:
        super().__init__()
        self._asking = asking
        self._suggested = own_name() or system_name() or NAMES[0]

    def compose(self) -> ComposeResult:
        with Container(classes="middle"), Vertical(id="page") as page:
            page.border_title = "Welcome" if self._asking else "Play now"
            page.set_class(self._airy, "airy")
            if self._asking:
                with Horizontal(id="name-line"):
                    yield FaintLabel("Your name  ")
                    yield TextField(placeholder=self._suggested, identity="name", most=NAME_CELLS)
            yield OptionList(self._rows())
        yield Prompt()
        yield Footer()

    def on_mount(self) -> None:
        rows = self.query_one(OptionList)
        rows.opens_by_number = True
        rows.styles.height = len(rows.rows)
        self.set_focus(self.query_one(TextField) if self._asking else rows)
        self._say()

    @property
    def _airy(self) -> bool:
        """Whether there is room for blank lines."""
        return self.app.size.height >= _AIRY

    def _rows(self) -> list[OptionRow]:
        found: list[OptionRow] = []
        number = count(1)
        for game in games_by_use():
            meta = game_meta(game)
            bots = [seat.bot for seat in first_setup(meta, "").seats if seat.bot]
            company = f"a first match against a bot, the {bots[0]}" if bots else "a first match, alone"
            found.append(heading(meta.title))
            found += [OptionRow(((line, "ink"),), heading=True) for line in wrapped(meta.blurb, _TEXT)]
            if lesson_names(game):
                found.append(_entry(next(number), "Learn the game", "a guided match", f"{_LEARN} {game}"))
            found.append(_entry(next(number), "Play now", company, f"{_PLAY} {game}"))
            found += [heading()] if self._airy else []
        return [*found, _entry(next(number), "Go to the menu", "friends on other computers, help, more", _MENU)]

    def _say(self) -> None:
        asks = isinstance(self.focused, TextField)
        self.query_one(Prompt).show_next(_ASK_NAME if asks else _CHOOSE)

    def on_descendant_focus(self) -> None:
        self._say()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Take a digit typed first for the entry that it stands at: no name begins with it."""
        rows = [row for row in self.query_one(OptionList).rows if not row.heading]
        if event.value.isdecimal() and 0 < int(event.value) <= len(rows):
            self.query_one(TextField).value = ""
            self._choose(rows[int(event.value) - 1].key)

    def on_input_submitted(self) -> None:
        self.set_focus(self.query_one(OptionList))

    def on_key(self, event: Key) -> None:
        """Have Down leave the name for the list below it."""
        if event.key == "down" and isinstance(self.focused, TextField):
            event.stop()
            self.set_focus(self.query_one(OptionList))

    def on_option_list_chosen(self, event: OptionList.Chosen) -> None:
        if self.is_current:
            self._choose(event.row.key)

    def action_back(self) -> None:
        """Skip the name, or go to the menu."""
        if isinstance(self.focused, TextField):
            self.query_one(TextField).value = ""
            self.set_focus(self.query_one(OptionList))
        else:
            self._choose(_MENU)

    def _choose(self, key: str) -> None:
        unsaved = ""
        if self._asking:
            name = sanitize(self.query_one(TextField).value, NAME_CELLS) or self._suggested
            unsaved = self.app.change_setting("name", name)
        what, _, game = key.partition(" ")
        self.dismiss()
        if what == _LEARN:
            self.app.learn(game)
        elif what == _PLAY:
            self.app.start_match(first_setup(game_meta(game), self.app.player_name))
        if unsaved:
            self.app.push_screen(Notice("Your name could not be saved", sanitize(unsaved, _NOTICE)))


def _entry(number: int, label: str, about: str, key: str) -> OptionRow:
    """Return a row that a digit chooses."""
    return OptionRow(((f"{number} ", "gold"), (label.ljust(_LABEL), "ink"), (about, "faint")), key=key)
