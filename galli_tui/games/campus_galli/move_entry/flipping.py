"""Flipping a parchment building to wood, and sending a master builder home when no monk is left."""

from __future__ import annotations

from typing import Final

from galli_tui.games.campus_galli.move_entry.base import MenuEntry
from galli_tui.games.campus_galli.points import signed_points
from galli_tui.games.campus_galli.words import section_words, space_words
from galli_tui.games.kit.lines import Span
from galli_tui.games.kit.menu_decision import MenuItem
from galli_tui.style.wording import counted, listed
from rules.campus_galli.gaps import SendBuilderHome, SendBuilderHomeStep
from rules.campus_galli.laying_sections import FlipBuilding, FlipBuildingStep
from rules.campus_galli.state import EffectKind, State
from rules.engine.grid import spaces_of
from rules.engine.score_sheet import Sheet
from rules.engine.steps import current_step

_BRINGS: Final = {
    (True, False): "A master builder is placed beside it.",
    (True, True): "It brings a master builder, but a new gap.",
    (False, True): "Its spaces are a new gap.",
}
"""What a flip brings: by whether a builder comes, and whether the team has one more large gap."""


class FlipBuildingEntry(MenuEntry):
    """Flipping one of the parchment buildings, or none."""

    REQUEST = "flip a building? (number and Enter, or two clicks)"

    @property
    def heading(self) -> str:
        completed = current_step(self.own_view, FlipBuildingStep).completed
        return f"{self.plan.buildings[completed].letter} is complete: flip a building to wood"

    def first_items(self) -> list[MenuItem]:
        return [self._flip(move) for move in self.options(FlipBuilding)]

    def _flip(self, move: FlipBuilding) -> MenuItem:
        own, team, note = self._effect(move)
        right = (Span(signed_points(own if team is None else team), "gold", strong=True),)
        if move.building is None:
            return MenuItem("skip: flip no building", right, move, note=note)
        area, name = self.context.layout.areas[move.building], self.building_words(move.building)
        return MenuItem(f"{name}, {counted(area.bit_count(), 'space')}", right, move, note=note, brief=name, shows=area)

    def _effect(self, move: FlipBuilding) -> tuple[int, int | None, str]:
        """Return the half-points that a flip scores for the seat and for the team, and its other effects in words."""
        game, before = self.context.game, self.context.game.sheet(self.own_view)
        end = game.apply(self.own_view, move)
        after = game.sheet(end)
        words: list[str] = []
        lazy = self._effect_spaces(end, EffectKind.LAZY_MONK) + self._effect_spaces(end, EffectKind.BUILDER_HOME)
        builder = any(news.key is EffectKind.BUILDER_BESIDE for news in end.told)
        gap = _large_gaps(after) > _large_gaps(before)
        if move.building is not None and (builder or gap):
            words.append(_BRINGS[builder, gap])
        home = self._effect_spaces(end, EffectKind.LAZY_MONK_HOME)
        if home:
            words.append(f"{counted(len(home), 'lazy monk')} home from {listed(home)}.")
        if lazy:
            words.append(f"{counted(len(lazy), 'new lazy monk')} at {listed(lazy)}.")
        team = None if before.team is None or after.team is None else after.team - before.team
        return after.seats[self.seat] - before.seats[self.seat], team, " ".join(words)

    def _effect_spaces(self, state: State, kind: EffectKind) -> list[str]:
        return [space_words(self.plan, news.facts[0]) for news in state.told if news.key is kind]


def _large_gaps(sheet: Sheet) -> int:
    """Return how many large gaps cost the team points (CG-I-6g); 0 where none does."""
    return sum(line.count for line in sheet.lines if line.key == "large-gaps")


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
