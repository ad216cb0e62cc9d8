"""A decision with the abbot's hints: each stands on the plan and in the panels as if it were being entered."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.cells import cell_len

from galli_tui.games.campus_galli.decision_words import decision_forms
from galli_tui.games.campus_galli.lines import Line, Span, line, paragraph, spread
from galli_tui.games.campus_galli.move_entry.base import (
    NUMBER_KEYS,
    Arrow,
    EnterResult,
    InputKind,
    ListEntry,
    MatchContext,
    MoveEntry,
    SelectResult,
    StockCursor,
)
from galli_tui.games.campus_galli.move_entry.laying import LaySectionEntry
from galli_tui.games.campus_galli.plan_scene import Highlights
from galli_tui.games.campus_galli.words import counted, fitting, signed
from galli_tui.screens.table.hint_text import FINAL, NOW, Hint, standing_words
from rules.bots.rollout_search import greedy_move
from rules.campus_galli.events import CampusMove, ChooseCard
from rules.campus_galli.state import State
from rules.campus_galli.steps import LaySectionStep
from rules.engine.events import Move

_GAIN_CELLS, _VALUE_CELLS = len(NOW) + 1, len(FINAL) + 1
_MARK = 3
"""Cells before the words."""


def _first_fitting(forms: Sequence[str], room: int) -> int:
    """Which of these forms is the first that fits into so many cells; the last, if none does."""
    return next((place for place, form in enumerate(forms) if cell_len(form) <= room), len(forms) - 1)


def _without_verb(verb: str, forms: Sequence[str]) -> Sequence[str]:
    """Those that do not begin with it; all, if there are no others."""
    return [form for form in forms if not form.startswith(verb)] or forms


class HintEntry(MoveEntry):
    """The best moves, one below the other. Enter takes one over into the decision's own way of entering."""

    INPUTS = frozenset({InputKind.ARROWS, InputKind.ENTER, InputKind.NUMBERS, InputKind.JUMP})
    FIXED_HEIGHT = True

    def __init__(
        self,
        context: MatchContext,
        own_view: State,
        hints: tuple[Hint, ...],
        changes: Callable[[Hint], list[tuple[str, int]]],
        make: Callable[[], MoveEntry],
    ) -> None:
        """`changes` tells the rows of the score sheet that a hint changes; `make` makes the decision's own entering."""
        super().__init__(context, own_view)
        self.hints = hints
        self.at = 0
        self._changes, self._make = changes, make
        self._entered: dict[int, MoveEntry] = {}
        self._placings: dict[int, LaySectionEntry | None] = {}
        self._selected: MoveEntry | None = None
        self._numbers = self._numbered()

    @property
    def own(self) -> MoveEntry:
        """The decision's own way of entering, with the cursor on the hint as far as it can stand there."""
        return self._own(self.at)

    def _own(self, place: int) -> MoveEntry:
        found = self._entered.get(place)
        if found is None:
            found = self._entered[place] = self._make()
            found.select(self.hints[place].move)
        return found

    def _numbered(self) -> list[int]:
        """Each hint's number: the one that its move has where it is entered; else its place."""
        found = [own.at + 1 for own in map(self._own, range(len(self.hints))) if isinstance(own, ListEntry)]
        told_apart = len(set(found)) == len(self.hints) and max(found) <= NUMBER_KEYS
        return found if told_apart else [*range(1, len(self.hints) + 1)]

    def _placing(self, place: int) -> LaySectionEntry | None:
        """Where the section that a hint takes would be laid as all lay them in thought; None where it takes none."""
        if place not in self._placings:
            self._placings[place] = _placing_entry(self.context, self.own_view, self.hints[place].move)
        return self._placings[place]

    def _shown(self, place: int) -> MoveEntry:
        """What shows a hint on the plan: its decision's own way of entering, or the laying that comes next."""
        return self._placing(place) or self._own(place)

    @property
    def successor(self) -> MoveEntry | None:
        return self._selected

    @property
    def title(self) -> str:
        return "what the abbot would do"

    @property
    def prompt(self) -> str:
        return "Hints, the best first: up and down show each, enter takes it over, esc closes."

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
        """How well founded the hint under the cursor is."""
        if len(self.hints) == 1:
            return ""
        worlds = self.hints[self.at].simulations
        return counted(worlds, "simulation") if worlds else "greedy estimate"

    def _row(self, place: int, width: int) -> Line:
        chosen = place == self.at
        words = self._words(place, self._room(width))
        mark = Span(f"{'▸' if chosen else ' '}{self._numbers[place]} ", "gold", strong=True)
        right = (
            Span(f"{signed(self._gain_now(place)):>{_GAIN_CELLS}}", "gold", strong=True),
            Span(f"{standing_words(self.hints, place):>{_VALUE_CELLS}}", "good" if place == 0 else "ink"),
        )
        row = spread([mark, Span(words, strong=chosen)], right, width, target=f"choice:{place}")
        return row._replace(chosen=chosen)

    @staticmethod
    def _room(width: int) -> int:
        """Cells for the words of a row."""
        return width - _MARK - _GAIN_CELLS - _VALUE_CELLS - 1

    def _words(self, place: int, room: int) -> str:
        """The move in so many cells; all of its kind are put in the same way, as far as their forms allow."""
        kind, forms = type(self.hints[place].move), self._forms(place)
        alike = [self._forms(other) for other, hint in enumerate(self.hints) if type(hint.move) is kind]
        verb = f"{forms[0].split()[0]} "
        if not all(fitting(it, room).startswith(verb) for it in alike):
            forms, alike = _without_verb(verb, forms), [_without_verb(verb, it) for it in alike]
        if kind is ChooseCard:  # The cards differ, and so may how much is told of each.
            return fitting(forms, room)
        short = max(_first_fitting(it, room) for it in alike if len(it) == len(forms))
        return fitting(forms[short:], room)

    def _forms(self, place: int) -> tuple[str, ...]:
        move: CampusMove = self.hints[place].move  # pyright: ignore[reportAssignmentType]
        return decision_forms(self.context.game.setting, self.own_view, move, self.context.glyphs.symbols)

    def _gain_now(self, place: int) -> int:
        """Half-points; for a section that is taken those of laying it."""
        gain = self._shown(place).gain
        return self.hints[place].earned.total if gain is None else gain

    def _explanation(self, width: int) -> list[Line]:
        """What the hint under the cursor brings, row by row of the score sheet, or in the decision's own words."""
        own, hint, laying = self.own, self.hints[self.at], self._placing(self.at)
        if own.gain is not None:
            return own.details(width)
        forms = self._forms(self.at)
        cut = self._words(self.at, self._room(width)) not in forms
        found = paragraph(f"{forms[0][0].upper()}{forms[0][1:]}.", width) if cut else []
        if laying is not None:
            return [*found, line("Laid where it looks best:", tone="faint"), *laying.details(width)]
        for label, points in self._changes(hint):
            tone, sign = ("good", "✓") if points > 0 else ("refusal", "✗")
            found.append(spread([Span(f"{sign} {label}", tone)], [Span(signed(points), tone, strong=True)], width))
        if not self._changes(hint):
            chosen = isinstance(hint.move, ChooseCard)
            nothing = "Choosing earns nothing yet. The card:" if chosen else "It earns nothing at once."
            found.append(line(nothing, tone="faint"))
        only = [line("Nothing else can be decided here.", tone="faint")] if len(self.hints) == 1 else []
        return [*only, *found, *own.details(width)]

    def move(self, way: Arrow) -> None:
        self.jump(sum(way.value))

    def jump(self, steps: int) -> None:
        self.at = (self.at + steps) % len(self.hints)

    def enter(self) -> EnterResult:
        self._selected = self.own
        return None

    @property
    def number_count(self) -> int:
        return max(self._numbers)

    def select_number(self, number: int) -> SelectResult:
        return self._select(self._numbers.index(number)) if number in self._numbers else SelectResult.NONE

    def _select(self, place: int) -> SelectResult:
        """Show a hint."""
        before, self.at = self.at, place
        return SelectResult.UNMOVED if place == before else SelectResult.MOVED

    def select_target(self, target: str) -> SelectResult:
        kind, _, which = target.partition(":")
        return self._select(int(which)) if kind == "choice" and which.isdecimal() else SelectResult.NONE

    def select_space(self, space: int) -> SelectResult:
        """On what a hint shows on the plan: as its number."""
        places = (self.at, *range(len(self.hints)))
        for place in places:
            highlights = self._shown(place).highlights
            if (highlights.held | highlights.marked) >> space & 1:
                return self._select(place)
        return SelectResult.NONE


def _placing_entry(context: MatchContext, own_view: State, move: Move) -> LaySectionEntry | None:
    after = context.game.apply(own_view, move)
    laid = after.agenda and isinstance(after.agenda[-1], LaySectionStep)
    if not laid or move.seat not in context.game.due(after).seats:
        return None
    laying = LaySectionEntry(context, after, move.seat)
    laying.select(greedy_move(context.game, after, move.seat))
    return laying
