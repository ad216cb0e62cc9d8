"""The footer: the keys that are valid now, each of which can be clicked."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from textual.events import Click
from textual.geometry import Offset
from textual.screen import Screen

from galli_tui.style.actions import Action, known
from galli_tui.style.key_names import key_name
from galli_tui.widgets.line_widget import LineWidget, Piece, app_of, cells

_FORWARD: Final = ("down", "right", "pagedown", "right_square_bracket", "full_stop", "tab")
"""The keys that go forward, of actions with several; down before right, which opens pages in menus."""
_ALL_ARROWS: Final = key_name("up down", ascii_only=True)
"""How the footer writes all arrows in ASCII."""


async def carry_out(chosen: Action, screen: Screen[object]) -> None:
    """Run an action whose key is active on a screen, on what binds the key: a widget, the screen or the app."""
    key = next((key for key, active in screen.active_bindings.items() if active.binding.id == chosen.id), None)
    if key is not None:
        await do_by_key(key, screen)


async def do_by_key(key: str, screen: Screen[object]) -> None:
    """Run the action of a key that is active on a screen, on what binds the key: a widget, the screen or the app."""
    active = screen.active_bindings[key]
    chosen = known(active.binding.id)
    if chosen is None or not isinstance(screen, OffersActions):
        await app_of(screen).run_action(active.binding.action, active.node)
    elif screen.accepts_action(chosen):
        await app_of(screen).run_action(active.binding.action, active.node)
        screen.has_done(chosen)


class OffersActions:
    """A screen or board that decides which of its possible actions the footer shows, and with which label."""

    FOOT: ClassVar[tuple[str, ...]] = ()
    """The ids of actions that the footer shows here first, and leaves out elsewhere."""

    def offers(self, action: Action) -> bool:
        """Return whether the footer shows an action that is possible now."""
        return True

    def accepts_action(self, action: Action | None) -> bool:
        """Return whether an action may be carried out now, or say why not; None is a key without one."""
        return True

    def names(self) -> Sequence[str]:
        """Return the names of people in its texts, where a click on a word is none on a key."""
        return ()

    def component_names(self) -> Collection[str]:
        """Return the names of the game's components in its texts; a word that is one of theirs is no key either."""
        return ()

    def has_done(self, action: Action) -> None:
        """Take note of an action that was carried out by a click or from the list of commands."""

    def label(self, action: Action) -> str:
        """Return the footer's label of an action: what its key would do now."""
        return action.label

    def shown(self, action: Action) -> str:
        """Return how the footer writes the keys of an action, as `Action.shown`."""
        return action.shown


class Footer(LineWidget):
    """Shows as many actions as fit, by rank, those that it always shows first; steady ones stand at the right."""

    GROUND = "ground"

    def __init__(self) -> None:
        super().__init__()
        self._spots: list[tuple[int, int, Action]] = []
        self._valid: list[Action] = []
        """The actions shown."""
        self._possible: list[Action] | None = None
        """The footer actions whose keys are active; None before the first request and after any change."""

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._updated)  # pyright: ignore[reportUnknownMemberType]

    def _updated(self, _: object) -> None:
        self._possible = None
        self.offer()

    def offer(self) -> None:
        """Ask the screen again which actions it offers, while the active keys stay the same."""
        # This is heard at nearly every key; what says the same need not be written to the terminal again.
        if self.valid_actions() != self._valid:
            self.refresh()

    def valid_actions(self) -> list[Action]:
        """Return the footer actions that are possible now and offered, by rank, with their current labels."""
        screen = self.screen
        here = screen.FOOT if isinstance(screen, OffersActions) else ()
        if self._possible is None:
            found: dict[str, Action] = {}
            for active in self.screen.active_bindings.values():
                one = known(active.binding.id)
                if one is not None and (one.foot or one.id in here) and active.enabled:
                    found[one.id] = one
            self._possible = sorted(found.values(), key=lambda one: one.foot)
        if not isinstance(screen, OffersActions):
            return self._possible
        return [_worded(one, screen.label(one), screen.shown(one)) for one in self._possible if screen.offers(one)]

    def pieces(self, width: int) -> list[Piece]:
        ascii_only = app_of(self).terminal.ascii
        valid = self._valid = self.valid_actions()
        right = [one for one in valid if one.at_right]
        # The blank after the last action may be left out.
        room = width + 1 - sum(self._cells(one, ascii_only) for one in right)
        left: list[Action] = []
        for one in sorted(valid, key=lambda one: not one.always):
            if not one.at_right and (needed := self._cells(one, ascii_only)) <= room:
                left.append(one)
                room -= needed
        left.sort(key=valid.index)
        room = max(0, room - 1)
        pieces: list[Piece] = []
        self._spots = []
        spot = 0
        for one in (*left, None, *right):
            if one is None:
                pieces.append((" " * room, self.brushes.faint))
                spot += room
            else:
                end = spot + self._cells(one, ascii_only)
                pieces += [
                    (f" {self._key(one, ascii_only)}", self.brushes.gold),
                    (f" {one.label} ", self.brushes.faint),
                ]
                self._spots.append((spot, end, one))
                spot = end
        return pieces

    def _key(self, one: Action, ascii_only: bool) -> str:
        return key_name(one.shown or one.keys[0], ascii_only=ascii_only)

    def _cells(self, one: Action, ascii_only: bool) -> int:
        return cells(self._key(one, ascii_only)) + cells(one.label) + 3

    async def on_click(self, event: Click) -> None:
        for start, end, one in self._spots:
            if start <= event.x < end and not one.each_key:
                await carry_out(one, self.screen)
            elif start < event.x < end and (key := self._key_at(one, event.x - start - 1)):
                await do_by_key(key, self.screen)

    def steps_back_at(self, cell: Offset) -> bool:
        return any(start <= cell.x < end and "escape" in one.keys for start, end, one in self._spots)

    def _key_at(self, one: Action, cell: int) -> str:
        """Return the key at a cell of an action with several, such as one of its arrows; at its label the one forward.

        A cell between two keys belongs to one of them. Empty for none.
        """
        ascii_only = app_of(self).terminal.ascii
        width, keys = cells(names := self._key(one, ascii_only)), _shown_keys(one)
        if cell >= width or names == _ALL_ARROWS:
            key = next((key for key in _FORWARD if key in one.keys), "")
        elif len(keys) <= width:
            key = keys[cell * len(keys) // width]
        else:  # A range such as 1-9 names too few of its keys.
            key = ""
        return key if key in self.screen.active_bindings else ""


def _shown_keys(one: Action) -> Sequence[str]:
    """Return the keys of an action that the footer writes, in its order."""
    shown = (one.shown or one.keys[0]).split()
    return shown if all(key in one.keys for key in shown) else one.keys


def _worded(one: Action, label: str, shown: str) -> Action:
    """Return an action with the words that it has now."""
    return one if label == one.label and shown == one.shown else replace(one, label=label, shown=shown)
