"""Flipping a parchment building to wood, and sending a master builder home when no monk is left."""

from __future__ import annotations

from typing import Final

from galli_tui.games.campus_galli.move_entry.base import MenuEntry
from galli_tui.games.campus_galli.points import signed_points
from galli_tui.games.campus_galli.words import section_words, space_words
from galli_tui.games.kit.lines import Span
from galli_tui.games.kit.menu_item import MenuItem
from galli_tui.games.kit.request_words import by_number
from galli_tui.style.wording import counted, listed, sentence_start
from rules.bots.score_change import LineChange, score_change
from rules.campus_galli.gaps import SendBuilderHome, SendBuilderHomeStep
from rules.campus_galli.laying_sections import FlipBuilding, FlipBuildingStep
from rules.campus_galli.state import EffectKind, State
from rules.engine.grid import spaces_of
from rules.engine.steps import current_step

_ROWS: Final = {
    "parchment": "wood",
    "beside": "master builder",
    "lazy": "lazy monks",
    "builders": "builders sent home",
}
"""What a flip brings, by the rows of the score sheet that it changes."""


class FlipBuildingEntry(MenuEntry):
    """Flipping one of the parchment buildings, or none."""

    REQUEST = by_number("flip a building?")

    @property
    def heading(self) -> str:
        completed = current_step(self.own_view, FlipBuildingStep).completed
        return f"{self.plan.buildings[completed].letter} is complete: flip a building to wood"

    def first_items(self) -> list[MenuItem]:
        return [self._flip(move) for move in self.options(FlipBuilding)]

    def _flip(self, move: FlipBuilding) -> MenuItem:
        worth, note = self._effect(move)
        right = (Span(signed_points(worth), "gold", strong=True),)
        if move.building is None:
            return MenuItem("skip: flip no building", right, move, note=note)
        area, name = self.context.layout.areas[move.building], self.building_words(move.building)
        return MenuItem(f"{name}, {counted(area.bit_count(), 'space')}", right, move, note=note, brief=name, shows=area)

    def _effect(self, move: FlipBuilding) -> tuple[int, str]:
        """Return the half-points that a flip scores, compared with no flip, and in words what it does."""
        end, earned = self.context.game.apply(self.own_view, move), score_change(self.context.game, self.own_view, move)
        rows = [f"{_row(it)} {signed_points(it.points)}" for it in (*earned.gains, *earned.losses)]
        words = list[str]()
        lazy = self._effect_spaces(end, EffectKind.LAZY_MONK) + self._effect_spaces(end, EffectKind.BUILDER_HOME)
        home = self._effect_spaces(end, EffectKind.LAZY_MONK_HOME)
        if home:
            words.append(f"{counted(len(home), 'lazy monk')} home from {listed(home)}.")
        if lazy:
            words.append(f"{counted(len(lazy), 'new lazy monk')} at {listed(lazy)}.")
        if rows:
            words.append(f"{sentence_start(', '.join(rows))}.")
        return earned.total, " ".join(words)

    def _effect_spaces(self, state: State, kind: EffectKind) -> list[str]:
        return [space_words(self.plan, news.facts[0]) for news in state.told if news.key is kind]


def _row(change: LineChange) -> str:
    """Return a row of the score sheet in the words of a flip."""
    if change.key == "large-gaps":
        return "new gap" if change.points < 0 else "gaps joined"
    return _ROWS[change.key]


class SendBuilderHomeEntry(MenuEntry):
    """Sending home one of the seat's master builders."""

    TITLE = "no monk left: send a builder home"

    @property
    def request(self) -> str:
        where = space_words(self.plan, current_step(self.own_view, SendBuilderHomeStep).gap)
        return f"which builder goes home for a gap at {where}? (Enter or two clicks)"

    def first_items(self) -> list[MenuItem]:
        return [self._builder(move) for move in self.options(SendBuilderHome)]

    def _builder(self, move: SendBuilderHome) -> MenuItem:
        if move.section is None:
            building = move.building or 0
            words, area = f"beside {self.building_words(building)}", self.context.layout.areas[building]
        else:
            laid = next(it for it in self.own_view.laid if it.section == move.section)
            area = self.context.layout.placements[laid.placement].mask
            where = space_words(self.plan, next(spaces_of(area)))
            words = f"on the {section_words(self.box, move.section)} at {where}"
        return MenuItem(words, answer=move, shows=area)
