"""Hints for a decision, each shown on the board and in the panels as if it were being entered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final, Generic, TypeVar

from rich.cells import cell_len

from galli_tui.game_api.hint_about import SelectedHint
from galli_tui.game_api.hint_standing import certainty_words, final_words, order_words, standing_words
from galli_tui.game_api.hint_text import NOW, Hint
from galli_tui.games.kit.decision import CHOICE, NUMBER_KEYS, BoardDecision, EnterResult, ListedDecision, SelectResult
from galli_tui.games.kit.lines import Line, Span, cut_end, fitting, line, paragraph, spread
from galli_tui.screens.subject import Subject
from galli_tui.style.text_wrap import wrapped
from galli_tui.style.wording import listed, sentence_start, signed_amount
from rules.engine.game import Meta
from rules.engine.score_sheet import POINTS

_GAIN_CELLS, _VALUE_CELLS = 6, 13
_MARK = 3
"""Cells before the words of a row."""
_SHORT_VALUE = 8
"""Cells for a standing in a compact list."""
WHILE_HINTS_ARE_SHOWN: Final = {"number": "show", "enter": "select"}
"""Labels of keys while hints are shown, by the action's name."""

D = TypeVar("D", bound=BoardDecision)


class HintDecision(ListedDecision, Generic[D]):
    """A list of the best moves. Enter selects one in the decision's own form, of type `D`."""

    COMPACT: ClassVar[bool] = False
    """Whether the columns take no more than they need, and words too long for a row go on in further lines."""

    def begin(
        self,
        meta: Meta,
        hints: tuple[Hint, ...],
        changes: Callable[[Hint], list[tuple[str, int]]],
        make: Callable[[], D],
    ) -> None:
        """Begin with the best hint; `changes` returns the score rows it changes, `make` the decision itself."""
        self._meta = meta
        self.hints = hints
        self._changes, self._make = changes, make
        self._entered: dict[int, D] = {}
        self.selected: D | None = None
        """The decision with the cursor on the hint that Enter selected."""
        self._numbers = self._numbered()

    def forms(self, place: int) -> Sequence[str]:
        """Return a hint's move in words that begin with a verb, the longest form first."""
        raise NotImplementedError

    def following(self, place: int) -> D | None:
        """Return the decision that follows a hint and shows it better than its own; None if there is none."""
        return None

    def nothing_words(self, hint: Hint) -> str:
        """Return the sentence for a move that scores nothing; empty in a game that counts no points."""
        return "It scores nothing now." if self._meta.unit.one == POINTS.one else ""

    def in_forms_of_its_own(self, hint: Hint) -> bool:
        """Return whether each move of this kind takes the longest form that fits, not the same form as the others."""
        return False

    @property
    def own(self) -> D:
        """The decision itself, with the cursor on the hint if possible."""
        return self.own_at(self.at)

    def own_at(self, place: int) -> D:
        """Return the decision itself, with the cursor on a hint if possible."""
        found = self._entered.get(place)
        if found is None:
            found = self._entered[place] = self._make()
            found.select(self.hints[place].move)
        return found

    def shown_at(self, place: int) -> D:
        """Return the decision that shows a hint on the board: the one that follows, or its own."""
        return self.following(place) or self.own_at(place)

    def _numbered(self) -> list[int]:
        """Return the number of each hint: that of its move in the decision's list, else its rank."""
        owns = [self.own_at(place) for place in range(len(self.hints))]
        found = [own.at + 1 for own in owns if isinstance(own, ListedDecision) and own.first_page]
        told_apart = len(set(found)) == len(self.hints) and max(found) <= NUMBER_KEYS
        return found if told_apart else [*range(1, len(self.hints) + 1)]

    @property
    def count(self) -> int:
        return len(self.hints)

    @property
    def selected_hint(self) -> SelectedHint:
        """The hint under the cursor, with the numbers that all have here."""
        return SelectedHint(self.hints, self.at, [f"move {number}" for number in self._numbers])

    @property
    def subject(self) -> Subject | None:
        return self.shown_at(self.at).subject

    @property
    def title(self) -> str:
        return "suggested moves"

    @property
    def prompt(self) -> str:
        return f"Hints, {order_words(self.hints)}: arrows or a click show each, Enter or two clicks select it."

    def lines(self, width: int, height: int) -> list[Line]:
        head = [self._heading(width), *(it for place in range(len(self.hints)) for it in self._row(place, width))]
        told = self._told(width)
        if len(head) + 1 + len(told) <= height:
            head.append(Line())
        room = height - len(head)
        whole = len(told) > room > 0 and len(told[room - 1].spans) > 1  # A row of the score sheet is never shortened.
        return [*head, *(told[:room] if whole else cut_end(told, room, width))]

    def _heading(self, width: int) -> Line:
        """Return the headings of the columns, after how certain the rank of the hint is unless the list is compact."""
        (gain, value), final = self._columns, final_words(self.hints, self._meta)
        if self.COMPACT:
            return spread([], [Span(f"{NOW}, {final}" if gain else final, "faint")], width)
        over = f"{NOW:>{gain}}{final:>{value}}"
        return spread([Span(fitting(self._certainty(), width - len(over) - 1), "faint")], [Span(over, "faint")], width)

    def _told(self, width: int) -> list[Line]:
        """Return why the hint under the cursor is better or worse than others, and what it scores."""
        certainty, hint = self._certainty()[0] if self.COMPACT else "", self.hints[self.at]
        why = hint.reason(self.selected_hint.names[hint.against])
        found = paragraph(f"{sentence_start(certainty)}.", width, "faint") if certainty else []
        return [
            *found,
            *(paragraph(f"{sentence_start(why)}.", width, "good") if why else []),
            *self._explanation(width),
        ]

    def _certainty(self) -> tuple[str, ...]:
        """Return how certain the rank of the hint under the cursor is, the longest form first."""
        return ("",) if len(self.hints) == 1 else certainty_words(self.hints, self.at, self._meta)

    @property
    def _columns(self) -> tuple[int, int]:
        """The cells of the columns: in a compact list no more than they need, none for gains of nothing."""
        if not self.COMPACT:
            return _GAIN_CELLS, _VALUE_CELLS
        places = range(len(self.hints))
        gain = max(cell_len(self._gain_words(it)) + 1 if self._gain_now(it) else 0 for it in places)
        return gain, 1 + max(cell_len(self._standing(it, _SHORT_VALUE)) for it in places)

    def _row(self, place: int, width: int) -> list[Line]:
        """Return the line of a hint; in a compact list as many lines as its words need."""
        chosen, target = place == self.at, f"{CHOICE}:{place}"
        room, (gain, value) = self._room(place, width), self._columns
        words, *more = wrapped(self._words(place, width), room)
        mark = Span(f"{'▸' if chosen else ' '}{self._numbers[place]} ", "gold", strong=True)
        gain = min(gain, width - _MARK - cell_len(words) - value - 1)
        right = (
            Span(f"{self._gain_words(place):>{gain}}" if gain > 0 else "", "gold", strong=True),
            Span(f"{self._standing(place, value - 1):>{value}}", "good" if place == 0 else "ink"),
        )
        rows = [spread([mark, Span(words, strong=chosen)], right, width, target=target)]
        rows += [line(" " * _MARK, Span(it, strong=chosen), target=target) for it in more]
        return [row._replace(chosen=chosen) for row in rows]

    def _room(self, place: int, width: int) -> int:
        """Return the cells for the words of a row. Words in a form of their own may use the blanks before the gain."""
        gain, value = self._columns
        if self.in_forms_of_its_own(self.hints[place]):
            gain = min(gain, cell_len(self._gain_words(place)))
        return width - _MARK - gain - value - 1

    def _standing(self, place: int, room: int) -> str:
        words = standing_words(self.hints, place, self._meta)
        return fitting([words, words.removesuffix(" the match"), words.removesuffix(" the win")], room)

    def _gain_words(self, place: int) -> str:
        return signed_amount(self._gain_now(place), self._meta.unit)

    def _words(self, place: int, width: int) -> str:
        """Return the move in the form for its row, in the same form as all moves of its kind if possible.

        Words that are too long are shortened, except in a compact list.
        """
        hint, forms, room = self.hints[place], self.forms(place), self._room(place, width)
        kind = type(hint.move)
        alike = [self.forms(other) for other, it in enumerate(self.hints) if type(it.move) is kind]
        verb = f"{forms[0].split()[0]} "
        if not self.COMPACT and not all(fitting(it, room).startswith(verb) for it in alike):
            forms, alike = _without_verb(verb, forms), [_without_verb(verb, it) for it in alike]
        short = 0
        if not self.in_forms_of_its_own(hint):
            short = max(_first_fitting(it, room) for it in alike if len(it) == len(forms))
        return forms[max(short, _first_fitting(forms, room))] if self.COMPACT else fitting(forms[short:], room)

    def _gain_now(self, place: int) -> int:
        """Return what a hint scores now; that of the decision that follows, if one does."""
        gain = self.shown_at(place).gain
        return self.hints[place].earned.total if gain is None else gain

    def _explanation(self, width: int) -> list[Line]:
        """Return what the hint under the cursor scores, by rows of the score sheet or in the decision's own words."""
        own, hint, following = self.own, self.hints[self.at], self.following(self.at)
        if own.gain is not None:
            return own.details(width)
        forms = self.forms(self.at)
        words = self._words(self.at, width)
        cut = words != forms[0] if self.COMPACT else words not in forms
        found = paragraph(f"{sentence_start(forms[0])}.", width) if cut else []
        if following is not None:
            return [*found, line("At its most promising place:", tone="faint"), *following.details(width)]
        changes = self._changes(hint)
        for label, score in changes:
            tone, sign = ("good", "✓") if score > 0 else ("refusal", "✗")
            gain = Span(signed_amount(score, self._meta.unit), tone, strong=True)
            found.append(spread([Span(f"{sign} {label}", tone)], [gain], width))
        if not changes and (words := self.nothing_words(hint)):
            found.append(line(words, tone="faint"))
        only = [line("This is the only legal move.", tone="faint")] if len(self.hints) == 1 else []
        return [*only, *found, *own.details(width)]

    def enter(self) -> EnterResult:
        self.selected = self.own
        return None

    @property
    def number_count(self) -> int:
        return max(self._numbers)

    @property
    def numbers(self) -> str:
        return listed(map(str, sorted(self._numbers)), "or")

    def select_number(self, number: int) -> SelectResult:
        return self.put_cursor(self._numbers.index(number)) if number in self._numbers else SelectResult.NONE


def _first_fitting(forms: Sequence[str], room: int) -> int:
    """Return the index of the first form that fits into `room` cells, or of the last."""
    return next((place for place, form in enumerate(forms) if cell_len(form) <= room), len(forms) - 1)


def _without_verb(verb: str, forms: Sequence[str]) -> Sequence[str]:
    """Return the forms that do not begin with a verb, or all if there are none."""
    return [form for form in forms if not form.startswith(verb)] or forms
