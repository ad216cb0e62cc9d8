"""The layout of a first screen: title, entries, keys. `menu` and `ssh_guest_menu` fill it in."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical

from galli_tui.screens.base import GalliScreen
from galli_tui.style.actions import Action
from galli_tui.style.key_names import with_keys
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.option_list import OptionList, row
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.title import MenuTitle


class LandingScreen(GalliScreen[None]):
    """A page with the title, a few entries and the keys."""

    ENTRIES: ClassVar[tuple[tuple[str, str], ...]] = ()
    """The entries: the name of an action and its label."""
    NEXT: ClassVar[str] = ""
    """The text of the prompt."""
    FIRST: ClassVar[str] = ""
    """The note for Esc, as there is no screen to go back to."""
    DEFAULT_CSS = """
    LandingScreen #page { width: 100%; height: auto; }
    LandingScreen #entries { width: 100%; margin-top: 2; align-horizontal: center; }
    LandingScreen.-wide #entries, LandingScreen.-grand #entries { margin-top: 4; }
    LandingScreen OptionList { width: 30; background: $ground; }
    """

    def compose(self) -> ComposeResult:
        with Container(classes="middle"), Vertical(id="page"):
            yield MenuTitle()
            rows = OptionList([row(label, key=action) for action, label in self.ENTRIES])
            rows.GROUND = "ground"
            rows.opens_by_number = True
            with Horizontal(id="entries") as entries:
                entries.styles.height = len(self.ENTRIES)
                yield rows
        yield Prompt()
        yield Footer()

    def on_mount(self) -> None:
        self.query_one(Prompt).show_next(self.next_words())

    def next_words(self) -> str:
        """Return the text of the prompt."""
        return self.NEXT

    async def on_option_list_chosen(self, event: OptionList.Chosen) -> None:
        if self.is_current:
            await self.run_action(event.row.key)

    async def action_rules(self) -> None:
        await self.app.run_action("help")

    def offers(self, action: Action) -> bool:
        return action.id != "landing.back" and super().offers(action)

    def action_back(self) -> None:
        self.query_one(Prompt).show_note(with_keys(self.FIRST))

    def action_leave(self) -> None:
        self.app.exit()
