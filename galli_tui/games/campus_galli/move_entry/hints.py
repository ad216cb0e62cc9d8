"""Hints for a decision, each shown on the plan and in the panels as if it were being entered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from galli_tui.game_api.hint_text import Hint
from galli_tui.games.campus_galli.decision_words import decision_forms
from galli_tui.games.campus_galli.move_entry.base import MatchContext, MoveEntry, StockCursor
from galli_tui.games.campus_galli.move_entry.laying import LaySectionEntry
from galli_tui.games.campus_galli.plan_scene import Highlights
from galli_tui.games.kit.decision import SelectResult
from galli_tui.games.kit.hint_decision import HintDecision
from rules.bots.rollout import greedy_move
from rules.campus_galli.laying_sections import LaySectionStep
from rules.campus_galli.rounds import ChooseCard
from rules.campus_galli.rule_base import CampusMove
from rules.campus_galli.state import State
from rules.engine.events import Move


class HintEntry(HintDecision[MoveEntry], MoveEntry):
    """A list of the best moves. A section to take is shown at its most promising place."""

    FIXED_HEIGHT = True

    def __init__(
        self,
        context: MatchContext,
        own_view: State,
        hints: tuple[Hint, ...],
        changes: Callable[[Hint], list[tuple[str, int]]],
        make: Callable[[], MoveEntry],
    ) -> None:
        """Create the list; `changes` returns the score rows that a hint changes, `make` the decision's own entry."""
        super().__init__(context, own_view)
        self._placings: dict[int, LaySectionEntry | None] = {}
        self.begin(context.game.meta, hints, changes, make)

    def following(self, place: int) -> LaySectionEntry | None:
        """Return the entry for placing the section that a hint takes, at its greedy place; None if it takes none."""
        if place not in self._placings:
            self._placings[place] = placing_entry(self.context, self.own_view, self.hints[place].move)
        return self._placings[place]

    def forms(self, place: int) -> Sequence[str]:
        move: CampusMove = self.hints[place].move  # pyright: ignore[reportAssignmentType]
        return decision_forms(self.context.game.setting, self.own_view, move, self.context.glyphs.symbols)

    def in_forms_of_its_own(self, hint: Hint) -> bool:
        return isinstance(hint.move, ChooseCard)

    def nothing_words(self, hint: Hint) -> str:
        if isinstance(hint.move, ChooseCard):
            return "A card scores nothing until you play it."
        return super().nothing_words(hint)

    @property
    def successor(self) -> MoveEntry | None:
        return self.selected

    @property
    def highlights(self) -> Highlights:
        return self.shown_at(self.at).highlights

    @property
    def stock_cursor(self) -> StockCursor | None:
        return self.own.stock_cursor

    @property
    def fulfilled_tasks(self) -> frozenset[int]:
        return self.shown_at(self.at).fulfilled_tasks

    def select_space(self, space: int) -> SelectResult:
        """Select the hint that is shown on a space of the plan."""
        places = (self.at, *range(len(self.hints)))
        for place in places:
            highlights = self.shown_at(place).highlights
            if (highlights.held | highlights.marked) >> space & 1:
                return self.put_cursor(place)
        return SelectResult.NONE


def placing_entry(context: MatchContext, own_view: State, move: Move) -> LaySectionEntry | None:
    """Return the entry for placing the section that a move takes, at its best place; None if it takes none."""
    after = context.game.apply(own_view, move)
    laid = after.agenda and isinstance(after.agenda[-1], LaySectionStep)
    if not laid or move.seat not in context.game.due(after).seats:
        return None
    laying = LaySectionEntry(context, after, move.seat)
    laying.select(greedy_move(context.game, after, move.seat))
    return laying
