"""Flipping a parchment building to wood, and sending a master builder home when no monk is left."""

from __future__ import annotations

from galli_tui.games.campus_galli.move_entry.base import ListEntry, MatchContext
from galli_tui.games.campus_galli.plan_scene import Highlights
from galli_tui.games.campus_galli.points import signed_points
from galli_tui.games.campus_galli.words import building_words, section_words, space_words
from galli_tui.games.kit.decision import SelectResult
from galli_tui.games.kit.lines import Line, Span, fitting, line, paragraph, spread
from galli_tui.style.wording import counted, listed
from rules.campus_galli.gaps import SendBuilderHome, SendBuilderHomeStep
from rules.campus_galli.laying_sections import FlipBuilding, FlipBuildingStep
from rules.campus_galli.state import EffectKind, State
from rules.engine.grid import spaces_of
from rules.engine.secrecy import Seat
from rules.engine.steps import current_step


class FlipBuildingEntry(ListEntry):
    """Flipping one of the parchment buildings, or none."""

    def __init__(self, context: MatchContext, own_view: State, seat: Seat) -> None:
        self._choices = [move for move in context.game.legal(own_view, seat) if isinstance(move, FlipBuilding)]
        super().__init__(context, own_view, [*self._choices])
        self.seat = seat
        self.completed = current_step(own_view, FlipBuildingStep).completed
        self._effects = [self._effect(move) for move in self._choices]

    @property
    def title(self) -> str:
        return f"{self.context.plan.buildings[self.completed].letter} is complete: flip a building to wood"

    @property
    def prompt(self) -> str:
        return f"{self.context.name(self.seat)}: flip a building? (number, arrows or click, then Enter)"

    def lines(self, width: int, height: int) -> list[Line]:
        found: list[Line] = []
        for number, move in enumerate(self._choices):
            chosen = number == self.at
            head = Span(f"{'▸' if chosen else ' '}{number + 1} ", "gold", strong=True)
            own, team, _ = self._effects[number]
            if move.building is None:
                name = "skip: flip no building"
            else:
                building = self.context.plan.buildings[move.building]
                spaces = counted(building.area.bit_count(), "space")
                room = width - 12
                name = fitting((f"{building_words(building)}, {spaces}", building_words(building)), room)
            worth = Span(signed_points(own if team is None else team), "gold", strong=True)
            row = spread([head, Span(name, strong=chosen)], [worth], width, target=f"choice:{number}")
            found.append(row._replace(chosen=chosen))
        _, _, words = self._effects[self.at]
        note = paragraph(words, width, "faint")
        return found + note[: max(0, height - len(found))]

    def details(self, width: int) -> list[Line]:
        _, _, words = self._effects[self.at]
        return paragraph(words, width, "faint")

    def _effect(self, move: FlipBuilding) -> tuple[int, int | None, str]:
        """Return the half-points that a flip scores for the seat and for the team, and its other effects in words."""
        game, before = self.context.game, self.context.game.sheet(self.own_view)
        end = game.apply(self.own_view, move)
        after = game.sheet(end)
        words: list[str] = []
        lazy = self._effect_spaces(end, EffectKind.LAZY_MONK) + self._effect_spaces(end, EffectKind.BUILDER_HOME)
        if move.building is not None and any(news.key is EffectKind.BUILDER_BESIDE for news in end.told):
            words.append("A master builder is placed beside it.")
        home = self._effect_spaces(end, EffectKind.LAZY_MONK_HOME)
        if home:
            words.append(f"{counted(len(home), 'lazy monk')} home from {listed(home)}.")
        if lazy:
            words.append(f"{counted(len(lazy), 'new lazy monk')} at {listed(lazy)}.")
        team = None if before.team is None or after.team is None else after.team - before.team
        return after.seats[self.seat] - before.seats[self.seat], team, " ".join(words)

    def _effect_spaces(self, state: State, kind: EffectKind) -> list[str]:
        return [space_words(self.context.plan, news.facts[0]) for news in state.told if news.key is kind]

    @property
    def highlights(self) -> Highlights:
        building = self._choices[self.at].building
        return Highlights() if building is None else Highlights(marked=self.context.layout.areas[building])

    def select_space(self, space: int) -> SelectResult:
        for number, move in enumerate(self._choices):
            if move.building is not None and self.context.layout.areas[move.building] >> space & 1:
                return self.select_number(number + 1)
        return SelectResult.NONE


class SendBuilderHomeEntry(ListEntry):
    """Sending home one of the seat's master builders."""

    def __init__(self, context: MatchContext, own_view: State, seat: Seat) -> None:
        self._choices = [move for move in context.game.legal(own_view, seat) if isinstance(move, SendBuilderHome)]
        super().__init__(context, own_view, [*self._choices])
        self.seat = seat
        self.gap = current_step(own_view, SendBuilderHomeStep).gap

    @property
    def title(self) -> str:
        return "no monk left: send a builder home"

    @property
    def prompt(self) -> str:
        where = space_words(self.context.plan, self.gap)
        return f"{self.context.name(self.seat)}: which builder goes home for the gap at {where}? (arrows, then Enter)"

    def lines(self, width: int, height: int) -> list[Line]:
        rows = [self._row(number, width) for number in range(len(self._choices))]
        if len(rows) > height:
            first = min(max(0, self.at - height // 2), len(rows) - height)
            rows = rows[first : first + height]
        return rows

    def _row(self, number: int, width: int) -> Line:
        chosen, move = number == self.at, self._choices[number]
        head = Span(f"{'▸' if chosen else ' '}{number + 1:>2} ", "gold", strong=True)
        if move.section is not None:
            where = space_words(self.context.plan, next(spaces_of(self._builder_area(move))))
            words = f"on the {section_words(self.context.box, move.section)} at {where}"
        else:
            words = f"beside {building_words(self.context.plan.buildings[move.building or 0])}"
        return line(head, Span(fitting((words,), width - 4)), target=f"choice:{number}", chosen=chosen)

    def _builder_area(self, move: SendBuilderHome) -> int:
        """Return the spaces of the builder's section or building."""
        if move.section is None:
            return self.context.layout.areas[move.building or 0]
        laid = next(it for it in self.own_view.laid if it.section == move.section)
        return self.context.layout.placements[laid.placement].mask

    @property
    def highlights(self) -> Highlights:
        return Highlights(marked=self._builder_area(self._choices[self.at]))

    def select_space(self, space: int) -> SelectResult:
        for number, move in enumerate(self._choices):
            if self._builder_area(move) >> space & 1:
                return self.select_number(number + 1)
        return SelectResult.NONE
