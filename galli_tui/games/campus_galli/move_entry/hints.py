"""Hints for a decision, each shown on the plan and in the panels as if it were being entered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.cells import cell_len

from galli_tui.games.campus_galli.decision_words import decision_forms
from galli_tui.games.campus_galli.move_entry.base import ListEntry, MatchContext, MoveEntry, StockCursor
from galli_tui.games.campus_galli.move_entry.laying import LaySectionEntry
from galli_tui.games.campus_galli.plan_scene import Highlights
from galli_tui.games.kit.decision import NUMBER_KEYS, EnterResult, ListedDecision, SelectResult
from galli_tui.games.kit.lines import Line, Span, fitting, line, paragraph, spread
from galli_tui.screens.table.hint_text import FINAL, NOW, Hint, standing_words
from galli_tui.style.wording import counted, signed_points
from rules.bots.rollout_search import greedy_move
from rules.campus_galli.laying_sections import LaySectionStep
from rules.campus_galli.rounds import ChooseCard
from rules.campus_galli.rule_base import CampusMove
from rules.campus_galli.state import State
from rules.engine.events import Move
from rules.engine.score_sheet import HALF_POINTS

_GAIN_CELLS, _VALUE_CELLS = 6, len(FINAL) + 1
_MARK = 3
"""Cells before the words of a row."""


def _first_fitting(forms: Sequence[str], room: int) -> int:
    """Return the index of the first form that fits into `room` cells, or of the last."""
    return next((place for place, form in enumerate(forms) if cell_len(form) <= room), len(forms) - 1)


def _without_verb(verb: str, forms: Sequence[str]) -> Sequence[str]:
    """Return the forms that do not begin with a verb, or all if there are none."""
    return [form for form in forms if not form.startswith(verb)] or forms


class HintEntry(ListedDecision, MoveEntry):
    """A list of the best moves. Enter selects one in the decision's own entry."""

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
        self.hints = hints
        self._changes, self._make = changes, make
        self._entered: dict[int, MoveEntry] = {}
        self._placings: dict[int, LaySectionEntry | None] = {}
        self._selected: MoveEntry | None = None
        self._numbers = self._numbered()

    @property
    def own(self) -> MoveEntry:
        """The decision's own entry, with the cursor on the hint if possible."""
        return self._own(self.at)

    def _own(self, place: int) -> MoveEntry:
        found = self._entered.get(place)
        if found is None:
            found = self._entered[place] = self._make()
            found.select(self.hints[place].move)
        return found

    def _numbered(self) -> list[int]:
        """Return the number of each hint: that of its move in the decision's own entry, else its rank."""
        found = [own.at + 1 for own in map(self._own, range(len(self.hints))) if isinstance(own, ListEntry)]
        told_apart = len(set(found)) == len(self.hints) and max(found) <= NUMBER_KEYS
        return found if told_apart else [*range(1, len(self.hints) + 1)]

    def _placing(self, place: int) -> LaySectionEntry | None:
        """Return the entry for placing the section that a hint takes, at its greedy place; None if it takes none."""
        if place not in self._placings:
            self._placings[place] = _placing_entry(self.context, self.own_view, self.hints[place].move)
        return self._placings[place]

    def _shown(self, place: int) -> MoveEntry:
        """Return the entry that shows a hint on the plan: the placing that follows, or the decision's own entry."""
        return self._placing(place) or self._own(place)

    @property
    def successor(self) -> MoveEntry | None:
        return self._selected

    @property
    def title(self) -> str:
        return "suggested moves"

    @property
    def prompt(self) -> str:
        return "Hints, best first: up and down show each, Enter selects one, Esc closes."

    @property
    def highlights(self) -> Highlights:
        return self._shown(self.at).highlights

    @property
    def stock_cursor(self) -> StockCursor | None:
        return self.own.stock_cursor

    @property
    def fulfilled_tasks(self) -> frozenset[int]:
        return self._shown(self.at).fulfilled_tasks

    def lines(self, width: int, height: int) -> list[Line]:
        over = f"{NOW:>{_GAIN_CELLS}}{FINAL:>{_VALUE_CELLS}}"
        head = [
            spread([Span(self._simulations(), "faint")], [Span(over, "faint")], width),
            *(self._row(place, width) for place in range(len(self.hints))),
        ]
        told = self._explanation(width)
        if len(head) + 1 + len(told) <= height:
            head.append(Line())
        return [*head, *told][:height]

    def _simulations(self) -> str:
        """Return how many simulations support the hint under the cursor."""
        if len(self.hints) == 1:
            return ""
        worlds = self.hints[self.at].simulations
        return counted(worlds, "simulation") if worlds else "greedy estimate"

    def _row(self, place: int, width: int) -> Line:
        chosen = place == self.at
        words = self._words(place, self._room(width))
        mark = Span(f"{'▸' if chosen else ' '}{self._numbers[place]} ", "gold", strong=True)
        right = (
            Span(f"{signed_points(self._gain_now(place)):>{_GAIN_CELLS}}", "gold", strong=True),
            Span(f"{standing_words(self.hints, place, HALF_POINTS):>{_VALUE_CELLS}}", "good" if place == 0 else "ink"),
        )
        row = spread([mark, Span(words, strong=chosen)], right, width, target=f"choice:{place}")
        return row._replace(chosen=chosen)

    @staticmethod
    def _room(width: int) -> int:
        """Return the cells for the words of a row."""
        return width - _MARK - _GAIN_CELLS - _VALUE_CELLS - 1

    def _words(self, place: int, room: int) -> str:
        """Return the move in at most `room` cells, in the same form as all moves of its kind if possible."""
        kind, forms = type(self.hints[place].move), self._forms(place)
        alike = [self._forms(other) for other, hint in enumerate(self.hints) if type(hint.move) is kind]
        verb = f"{forms[0].split()[0]} "
        if not all(fitting(it, room).startswith(verb) for it in alike):
            forms, alike = _without_verb(verb, forms), [_without_verb(verb, it) for it in alike]
        if kind is ChooseCard:  # Cards differ, and so may the length of their forms.
            return fitting(forms, room)
        short = max(_first_fitting(it, room) for it in alike if len(it) == len(forms))
        return fitting(forms[short:], room)

    def _forms(self, place: int) -> tuple[str, ...]:
        move: CampusMove = self.hints[place].move  # pyright: ignore[reportAssignmentType]
        return decision_forms(self.context.game.setting, self.own_view, move, self.context.glyphs.symbols)

    def _gain_now(self, place: int) -> int:
        """Return the half-points that a hint scores now; for a section to take, those of placing it."""
        gain = self._shown(place).gain
        return self.hints[place].earned.total if gain is None else gain

    def _explanation(self, width: int) -> list[Line]:
        """Return what the hint under the cursor scores, by rows of the score sheet or in the entry's own words."""
        own, hint, laying = self.own, self.hints[self.at], self._placing(self.at)
        if own.gain is not None:
            return own.details(width)
        forms = self._forms(self.at)
        cut = self._words(self.at, self._room(width)) not in forms
        found = paragraph(f"{forms[0][0].upper()}{forms[0][1:]}.", width) if cut else []
        if laying is not None:
            return [*found, line("At its most promising place:", tone="faint"), *laying.details(width)]
        for label, points in self._changes(hint):
            tone, sign = ("good", "✓") if points > 0 else ("refusal", "✗")
            found.append(
                spread([Span(f"{sign} {label}", tone)], [Span(signed_points(points), tone, strong=True)], width)
            )
        if not self._changes(hint):
            chosen = isinstance(hint.move, ChooseCard)
            nothing = "A card scores nothing until you play it." if chosen else "It scores nothing now."
            found.append(line(nothing, tone="faint"))
        only = [line("This is the only legal move.", tone="faint")] if len(self.hints) == 1 else []
        return [*only, *found, *own.details(width)]

    @property
    def count(self) -> int:
        return len(self.hints)

    def enter(self) -> EnterResult:
        self._selected = self.own
        return None

    @property
    def number_count(self) -> int:
        return max(self._numbers)

    def select_number(self, number: int) -> SelectResult:
        return self.put_cursor(self._numbers.index(number)) if number in self._numbers else SelectResult.NONE

    def select_space(self, space: int) -> SelectResult:
        """Select the hint that is shown on a space of the plan."""
        places = (self.at, *range(len(self.hints)))
        for place in places:
            highlights = self._shown(place).highlights
            if (highlights.held | highlights.marked) >> space & 1:
                return self.put_cursor(place)
        return SelectResult.NONE


def _placing_entry(context: MatchContext, own_view: State, move: Move) -> LaySectionEntry | None:
    after = context.game.apply(own_view, move)
    laid = after.agenda and isinstance(after.agenda[-1], LaySectionStep)
    if not laid or move.seat not in context.game.due(after).seats:
        return None
    laying = LaySectionEntry(context, after, move.seat)
    laying.select(greedy_move(context.game, after, move.seat))
    return laying
