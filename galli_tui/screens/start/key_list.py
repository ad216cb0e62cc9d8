"""The list of all actions with their keys, by screen; Enter gives an action another key."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Resize

from galli_tui.game_api.own_keys import KEPT, KeyChange, change_key, key_groups, reset_keys
from galli_tui.screens.base import GalliScreen
from galli_tui.screens.dialogs import Notice, Question
from galli_tui.screens.start.new_key import NewKeyScreen
from galli_tui.settings.file import SettingsError
from galli_tui.style.actions import Action, action, bindings
from galli_tui.style.key_names import KEY, key_name
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.line_widget import cells
from galli_tui.widgets.option_list import OptionList, OptionRow, heading
from galli_tui.widgets.prompt import Prompt

_KEYS: Final = 18
"""The cells of the keys."""
_HELP: Final = 56
"""The cells of the sentence, where the default keys have a column too."""
_CHANGED: Final = " *"
"""Stands after keys that are the player's own."""


class KeysScreen(GalliScreen[None]):
    """One line for each action whose keys can be changed, under the name of its screen."""

    SCOPES: ClassVar[tuple[str, ...]] = ("keys", "list")
    BINDINGS = bindings("keys")
    DEFAULT_CSS = """
    KeysScreen Vertical { border: round $edge; border-title-color: $rubric; border-title-style: bold;
        border-subtitle-color: $faint; background: $page; padding: 0 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._actions: list[Action | None] = []
        """The action of each row, with its default keys; None for a heading."""

    @property
    def window_title(self) -> str:
        return "galli-tui: keys"

    def compose(self) -> ComposeResult:
        with Vertical() as page:
            page.border_title, page.border_subtitle = "Keys", KEPT
            rows = OptionList()
            rows.numbered = False
            yield rows
        yield Prompt()
        yield Footer()

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()

    def on_resize(self, event: Resize) -> None:
        self.call_after_refresh(self._show)

    def _show(self) -> None:
        rows: list[OptionRow] = []
        self._actions = []
        for group in key_groups():
            rows += [*([heading()] if rows else []), heading(group.title)]
            self._actions += [None] * (len(rows) - len(self._actions))
            rows += [self._row(one) for one in group.actions]
            self._actions += group.actions
        self.query_one(OptionList).show(rows)
        self._show_next()

    def _row(self, one: Action) -> OptionRow:
        changed = one.id in self.app.settings.keys
        keys = f"{self._names(action(one.id))}{_CHANGED if changed else ''}"
        parts = [(keys.ljust(_KEYS), "good" if changed else "gold"), (one.help, "ink")]
        if not self.has_class("-snug"):
            gap = " " * (_HELP - cells(one.help))
            default = f"default {self._names(one)}" if changed else ""
            parts += [(f"{gap}{one.id:<26}", "faint"), (default, "faint")]
        return OptionRow(tuple(parts))

    def _names(self, one: Action) -> str:
        ascii_only = self.app.terminal.ascii
        return ", ".join(key_name(key, ascii_only=ascii_only) for key in one.keys)

    @property
    def _selected(self) -> Action | None:
        index = self.query_one(OptionList).index
        return self._actions[index] if 0 <= index < len(self._actions) else None

    def _show_next(self) -> None:
        one = self._selected
        if one is not None and one.id in self.app.settings.keys:
            words = f"Enter gives “{one.label}” another key; {KEY:keys.reset} resets it to {self._names(one)}."
        else:
            words = "Enter gives the selected action another key; Esc goes back."
        self.query_one(Prompt).show_next(words)
        self.refresh_bindings()

    def on_option_list_moved(self) -> None:
        self._show_next()

    def on_option_list_chosen(self, event: OptionList.Chosen) -> None:
        one = self._actions[event.index] if event.index < len(self._actions) else None
        if one is not None and self.is_current:
            self.app.push_screen(NewKeyScreen(one, lambda key: self._change(one, (key,))))

    def _change(self, one: Action, keys: tuple[str, ...]) -> str:
        """Give an action these keys, or its default keys with none; return why that is not possible."""
        return self._apply(lambda: change_key(one.id, keys))

    def _apply(self, change: Callable[[], KeyChange]) -> str:
        try:
            found = change()
        except SettingsError as error:
            return str(error)
        if not found.refusal:
            self.app.use_keys(found.keys)
            self._show()
        return found.refusal

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "reset":
                one = self._selected if self.is_mounted else None
                return one is not None and one.id in self.app.settings.keys
            case "reset_all":
                return bool(self.app.settings.keys)
            case _:
                return super().check_action(action, parameters)

    def action_reset(self) -> None:
        one = self._selected
        if one is not None and (refusal := self._change(one, ())):
            self.query_one(Prompt).show_problem(refusal)

    def action_reset_all(self) -> None:
        def answered(yes: bool | None) -> None:
            if yes and (refusal := self._apply(_all_default)):
                self.app.push_screen(Notice("The keys could not be reset", refusal))

        words = "All actions get their default keys back, and the settings file has no own keys any more."
        self.app.push_screen(Question("Reset all keys?", words, "reset all", "keep them", careful=True), answered)

    def action_group(self, key: str) -> None:
        rows = self.query_one(OptionList)
        firsts = [
            place + 1 for place, row in enumerate(rows.rows[:-1]) if row.heading and not rows.rows[place + 1].heading
        ]
        here = max((number for number, place in enumerate(firsts) if place <= rows.index), default=0)
        before = here if firsts[here] < rows.index else here - 1
        rows.index = firsts[max(0, before) if key == "left" else min(here + 1, len(firsts) - 1)]

    def action_back(self) -> None:
        self.dismiss()


def _all_default() -> KeyChange:
    reset_keys()
    return KeyChange({})
