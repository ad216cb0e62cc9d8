"""The settings screen: every setting with its values, shown at once and saved at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final, cast

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from galli_tui.game_api.own_keys import with_usable_keys
from galli_tui.screens.base import GalliScreen
from galli_tui.screens.start.settings_text import (
    KEYS_HELP,
    Override,
    explained,
    file_paragraphs,
    file_words,
    keys_words,
    override,
)
from galli_tui.settings.file import load, settings_path
from galli_tui.settings.schema import BY_KEY, SettingSpec, Value
from galli_tui.settings.theme_names import split_name
from galli_tui.style.actions import bindings
from galli_tui.style.paragraph import Paragraph
from galli_tui.tables.match_store import NAMES
from galli_tui.terminal.safe_text import NAME_CELLS, sanitize
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.label import FaintLabel
from galli_tui.widgets.line_widget import Piece, width_of
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.rich_text import RichText
from galli_tui.widgets.spinner import Spinner, SpinnerOption
from galli_tui.widgets.text_field import TextField
from saves.errors import SaveError

_KEYS, _FILE = "keys", "file"
"""The rows after the settings."""
_GROUPS: Final = (
    ("You", ("name",)),
    ("Screen", ("theme", "motion", "signs")),
    ("Play", ("bell", "auto_continue", "confirm", "hover")),
    ("More", (_KEYS, _FILE)),
)
"""The headings, and the settings below each."""
_LABEL: Final = 22
"""Cells of a label."""
_VALUE: Final = 24
"""Cells of a value with its arrows."""
_NOTICE: Final = 300
"""Cells of a notice about the file."""
_NEXT: Final = "Left/Right, Enter or a click on a value change it; it is saved at once."
_PROMPTS: Final = {
    "name": "Type your name; it is saved as you type. Up/Down choose a setting.",
    _KEYS: "Enter or a click on the words opens the list of all keys.",
    _FILE: "Up/Down choose a setting; Esc goes back.",
}
_KEPT: Final = "The change counts until you quit. "


class SettingLine(Spinner):
    """A setting with a few values, and beside it what overrides it here."""

    LABEL_CELLS = _LABEL

    def __init__(self, spec: SettingSpec, value: Value) -> None:
        options = [SpinnerOption(choice.value, choice.label) for choice in spec.choices]
        super().__init__(f"  {spec.label.capitalize()}", options, value, identity=spec.key)
        self.spec = spec
        self._override: Override | None = None

    def mention(self, found: Override | None) -> None:
        """Show what overrides the setting; None for nothing."""
        self._override = found
        self.refresh()

    def pieces(self, width: int) -> list[Piece]:
        pieces = super().pieces(_LABEL + _VALUE)
        if (found := self._override) is None:
            return pieces
        gap = " " * max(1, _LABEL + _VALUE - width_of(pieces))
        return [
            *pieces,
            (gap, self.brushes.ink),
            (found.brief, self.brushes.refusal if found.counts else self.brushes.faint),
        ]


class FactLine(Spinner):
    """A row that states something, and may open a screen."""

    LABEL_CELLS = _LABEL

    class Opened(Message):
        """The row was clicked."""

    def __init__(self, label: str, *, identity: str) -> None:
        super().__init__(f"  {label}", (SpinnerOption("", ""),), identity=identity)

    def say(self, words: str) -> None:
        """Show the row's words."""
        self.offer((SpinnerOption("", words),))

    def on_click(self, event: Click) -> None:
        event.prevent_default()
        self.post_message(self.Opened())


class SettingsScreen(GalliScreen[None]):
    """One line for each setting; below them the selected one in words."""

    SCOPES: ClassVar[tuple[str, ...]] = ("settings", "spinner")
    BINDINGS = bindings("settings")
    DEFAULT_CSS = """
    SettingsScreen #rows, SettingsScreen #about { border: round $edge; border-title-color: $rubric;
        border-title-style: bold; background: $page; padding: 0 1; }
    SettingsScreen #page { width: 100; height: auto; }
    SettingsScreen.-snug #page { width: 100%; height: 100%; }
    SettingsScreen #rows { height: auto; }
    SettingsScreen #about { height: 12; }
    SettingsScreen.-snug #about { height: 1fr; }
    SettingsScreen .group { color: $rubric; text-style: bold; height: 1; margin: 1 0 0 2; }
    SettingsScreen .group:first-child { margin: 0 0 0 2; }
    SettingsScreen.-snug .group { display: none; }
    SettingsScreen #name-row { height: 1; }
    SettingsScreen #name-row FaintLabel { width: 24; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._notices: tuple[str, ...] = ()
        """What is wrong in the file."""
        self._own_keys = 0
        """The number of actions whose keys the file changes."""
        self._unsaved = ""
        """Why the last change could not be saved."""

    def compose(self) -> ComposeResult:
        with Container(classes="middle"), Vertical(id="page"):
            with Vertical(id="rows") as rows:
                rows.border_title = "Settings"
                for title, keys in _GROUPS:
                    yield Static(Content(title), classes="group")
                    for key in keys:
                        yield from self._row(key)
            with Vertical(id="about"):
                about = RichText()
                about.can_focus = False
                yield about
        yield Prompt()
        yield Footer()

    def _row(self, key: str) -> Iterator[Widget]:
        if key not in BY_KEY:
            yield FactLine(key.capitalize(), identity=key)
            return
        spec = BY_KEY[key]
        value = spec.value_in(self.app.settings)
        if spec.choices:
            yield SettingLine(spec, value)
            return
        with Horizontal(id="name-row"):
            yield FaintLabel(f"  {spec.label.capitalize()}")
            yield TextField(str(value), placeholder=NAMES[0], identity=spec.key, most=NAME_CELLS)

    def on_mount(self) -> None:
        self.watch(self.app, "theme", self._theme_changed, init=False)
        self.set_focus(self.query_one("#theme"))

    def on_screen_resume(self) -> None:
        self._read_file()
        self._show()

    @property
    def _lines(self) -> list[Widget]:
        """The rows that can be selected, from top to bottom."""
        return [*self.query("TextField, Spinner")]

    @property
    def _selected(self) -> str:
        """The key of the selected setting, or the name of another row."""
        return (self.focused.id if self.focused is not None else None) or ""

    def _theme_changed(self) -> None:
        self.query_one("#theme", SettingLine).put(self.app.settings.theme)
        self._show()

    def _read_file(self) -> None:
        loaded = load()
        self._own_keys = len(loaded.settings.keys.keys() & self.app.settings.keys.keys())
        self._notices = tuple(sanitize(notice, _NOTICE) for notice in with_usable_keys(loaded).notices)

    def _show(self) -> None:
        """Show all values with what overrides them, and the selected setting in words."""
        settings, terminal = self.app.settings, self.app.terminal
        shown = split_name(self.app.theme)[0]
        for line in self.query(SettingLine):
            line.mention(override(line.spec.key, settings, terminal, shown))
        self.query_one(f"#{_KEYS}", FactLine).say(keys_words(self._own_keys))
        self.query_one(f"#{_FILE}", FactLine).say(file_words(_path(), self._notices))
        self._explain()

    def _explain(self) -> None:
        selected, settings = self._selected, self.app.settings
        about, prompt = self.query_one("#about"), self.query_one(Prompt)
        if selected in BY_KEY:
            spec = BY_KEY[selected]
            found = override(selected, settings, self.app.terminal, split_name(self.app.theme)[0])
            about.border_title, words = spec.label.capitalize(), explained(spec, settings, found)
        elif selected == _KEYS:
            about.border_title, words = "Keys", [Paragraph(KEYS_HELP)]
        else:
            about.border_title, words = "File", file_paragraphs(_path(), self._notices)
        if self._unsaved:
            words = [Paragraph("", spans=((f"{_KEPT}{self._unsaved}", "refusal"),)), *words]
        self.query_one(RichText).show(words)
        if self._unsaved:
            prompt.show_problem("Not saved: the change counts until you quit.")
        else:
            prompt.show_next(_PROMPTS.get(selected, _NEXT))

    def on_descendant_focus(self) -> None:
        self._unsaved = ""
        self._explain()

    def on_spinner_changed(self, event: Spinner.Changed) -> None:
        line = event.choice
        if isinstance(line, SettingLine):
            self._change(line.spec.key, cast("Value", line.value))

    def on_rich_text_paragraph_chosen(self, event: RichText.ParagraphChosen) -> None:
        """Choose the value that was clicked below the settings."""
        line = self.focused
        if isinstance(line, SettingLine):
            value = next(choice.value for choice in line.spec.choices if choice.label == event.target)
            line.put(value)
            self._change(line.spec.key, value)

    def _change(self, key: str, value: Value) -> None:
        self._unsaved = sanitize(self.app.change_setting(key, value), _NOTICE)
        self._read_file()
        self._show()

    def on_input_changed(self, event: TextField.Changed) -> None:
        name = sanitize(event.value, NAME_CELLS)
        if name != self.app.settings.name:
            self._change("name", name)

    def on_input_submitted(self) -> None:
        self.action_row("down")

    def on_fact_line_opened(self) -> None:
        self.action_next()

    def action_next(self) -> None:
        """Go to the next value, or open the list of keys."""
        if isinstance(self.focused, SettingLine):
            self.focused.action_turn("right")
        elif self._selected == _KEYS:
            from galli_tui.screens.start.key_list import KeysScreen

            self.app.push_screen(KeysScreen())

    def action_row(self, key: str) -> None:
        lines = self._lines
        place = next((number for number, line in enumerate(lines) if line is self.focused), 0)
        target = {"home": 0, "end": len(lines) - 1}.get(key, place + (-1 if key in ("up", "shift+tab") else 1))
        self.set_focus(lines[target % len(lines)])

    def action_back(self) -> None:
        self.dismiss()


def _path() -> str:
    try:
        return sanitize(str(settings_path()), _NOTICE)
    except SaveError as error:
        return str(error)
