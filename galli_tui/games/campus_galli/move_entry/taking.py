"""Taking a section from hut or pouch, with the reason where the card does not allow it."""

from __future__ import annotations

from itertools import zip_longest

from galli_tui.games.campus_galli.card_texts import card_number, card_title, declared_full
from galli_tui.games.campus_galli.move_entry.base import POUCH, DecidingEntry, MatchContext, StockCursor
from galli_tui.games.campus_galli.words import colour_word, shape_words
from galli_tui.games.kit.decision import Arrow, EnterResult, InputKind, SelectResult
from galli_tui.games.kit.lines import Line, Span, line, paragraph
from galli_tui.screens.subject import Subject
from galli_tui.style.key_names import KEY
from galli_tui.style.wording import counted, listed
from rules.campus_galli import places
from rules.campus_galli.laying_sections import TakeFromHut, TakeFromPouch
from rules.campus_galli.state import State
from rules.campus_galli.takeable import card_in_play
from rules.engine.events import Move
from rules.engine.grid import spaces_of
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat


class TakeSectionEntry(DecidingEntry):
    """A cursor over the shapes, in the colours of the hut and in the pouch."""

    INPUTS = frozenset({InputKind.ARROWS, InputKind.ENTER, InputKind.JUMP})
    REQUEST = "take a section (arrows or Tab and Enter, or two clicks)."

    def __init__(self, context: MatchContext, own_view: State, seat: Seat) -> None:
        super().__init__(context, own_view, seat)
        self.card = card_in_play(context.game.setting, own_view, seat)
        hut = sum(1 << move.section for move in self.options(TakeFromHut))
        pouch = sum(1 << move.shape for move in self.options(TakeFromPouch))
        self._places = [
            (shape, column)
            for shape in range(len(context.box.shapes))
            for column in range(POUCH + 1)
            if (pouch >> shape & 1 if column == POUCH else hut & self._sections_like(shape, column))
        ]
        first = self._places[0] if self._places else (0, 0)
        self._stock = StockCursor(hut, pouch, *first)

    @property
    def title(self) -> str:
        return f"card {card_number(self.card)}: {card_title(self.card)}"

    @property
    def subject(self) -> Subject | None:
        return self.card_subject(self.card) if self.refusal is None else super().subject

    @property
    def stock_cursor(self) -> StockCursor:
        return self._stock

    @property
    def refusal(self) -> Refusal | None:
        return self.context.game.refusal(self.own_view, self._move())

    def lines(self, width: int, height: int) -> list[Line]:
        declared = self.own_view.seats[self.seat].declared
        found = paragraph(declared_full(self.box, self.card, declared, solo=self.context.solo), width)
        found.append(Line())
        found += self._under_cursor(width)
        return found

    def _under_cursor(self, width: int) -> list[Line]:
        box, at = self.box, self._stock
        shape = shape_words(box, at.shape)
        if at.column == POUCH:
            left = self.own_view.pouch & self.setting.shape_sections[at.shape]
            colours = listed((colour_word(box.sections[it].colour) for it in spaces_of(left)), "or")
            name, more = f"a {shape} from the pouch", f"Random colour: {colours}." if left else ""
        else:
            name, more = f"the {colour_word(at.column)} {shape} from the hut", ""
        picture = self._picture()
        room = width - picture[0].width - 1
        beside = paragraph(f"▸ {name}", room, strong=True, indent=2)
        refusal = self.refusal
        if refusal is not None:
            beside += paragraph(f"✗ {self.context.refusal_line(refusal)}", room, "refusal", indent=2)
        else:
            fitting = len(places.legal(self.setting, self.own_view, at.shape))
            text = f"✓ {counted(fitting, 'legal place')}. {more}"
            taken, back = ("drawn", "") if at.column == POUCH else ("taken", f"; {KEY:table.undo} puts it back")
            beside += paragraph(text, room, "good", indent=2)
            beside += paragraph(f"Once {taken}, it must be placed{back}.", room, "faint")
        blank = line(" " * picture[0].width)
        rows = zip_longest(picture, beside, fillvalue=None)
        target = f"stock:{at.shape},{at.column}"
        return [
            Line((*(left or blank).spans, Span(" "), *(right.spans if right else ())), target) for left, right in rows
        ]

    def _picture(self) -> list[Line]:
        """Return a picture of the shape under the cursor; the colour of a section in the pouch is unknown."""
        at = self._stock
        cells = self.box.shapes[at.shape].cells
        wide, high = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
        tone, sign = ("faint", "?") if at.column == POUCH else (f"{colour_word(at.column)}_fill", "")
        sign = sign or self.glyphs.symbols[at.column]
        return [
            Line(
                tuple(
                    Span(f"{sign} ", tone, strong=True) if (column, row) in cells else Span("  ")
                    for column in range(wide)
                )
            )
            for row in range(high)
        ]

    def move(self, way: Arrow) -> None:
        """Go to the next section in this direction that may be taken, in another row to the nearest column."""
        (east, south), at, shapes = way.value, self._stock, len(self.box.shapes)
        if south:
            rows = ((at.shape + south * step) % shapes for step in range(1, shapes + 1))
            places_of = ([it for it in self._places if it[0] == row] for row in rows)
            there = next((it for it in places_of if it), list[tuple[int, int]]())
        else:
            columns = ((at.column + east * step) % (POUCH + 1) for step in range(1, POUCH + 2))
            there = [(at.shape, column) for column in columns if (at.shape, column) in self._places][:1]
        if there:
            self._put_cursor(*min(there, key=lambda it: abs(it[1] - at.column)))

    def jump(self, steps: int) -> None:
        here = (self._stock.shape, self._stock.column)
        if here in self._places:
            self._put_cursor(*self._places[(self._places.index(here) + steps) % len(self._places)])
        else:
            after = [place for place in self._places if place > here] or self._places
            before = [place for place in self._places if place < here] or self._places
            self._put_cursor(*(after[0] if steps > 0 else before[-1]))

    def enter(self) -> EnterResult:
        return self.refusal or self._move()

    def select(self, move: Move) -> bool:
        match move:
            case TakeFromHut(_, section):
                it = self.box.sections[section]
                if it.colour is None:
                    return False
                self._put_cursor(it.shape, it.colour)
            case TakeFromPouch(_, shape):
                self._put_cursor(shape, POUCH)
            case _:
                return False
        return True

    def details(self, width: int) -> list[Line]:
        return self._under_cursor(width)

    def select_target(self, target: str) -> SelectResult:
        kind, _, place = target.partition(":")
        if kind != "stock":
            return SelectResult.NONE
        shape, *named = map(int, place.split(","))
        column = named[0] if named else self._column_of(shape)
        if (self._stock.shape, self._stock.column) == (shape, column):
            return SelectResult.UNMOVED
        self._put_cursor(shape, column)
        return SelectResult.MOVED

    def _column_of(self, shape: int) -> int:
        """Return the column that a click on a shape's name selects: the cursor's own, else the first allowed."""
        if shape == self._stock.shape:
            return self._stock.column
        return next((column for it, column in self._places if it == shape), self._stock.column)

    def _put_cursor(self, shape: int, column: int) -> None:
        self._stock = StockCursor(self._stock.hut, self._stock.pouch, shape, column)

    def _sections_like(self, shape: int, colour: int) -> int:
        """Return a bit for each section of a shape and colour, wherever it is."""
        setting = self.setting
        return setting.shape_sections[shape] & setting.colour_sections[colour]

    def _move(self) -> TakeFromHut | TakeFromPouch:
        at = self._stock
        if at.column == POUCH:
            return TakeFromPouch(self.seat, at.shape)
        sections = self._sections_like(at.shape, at.column)
        best = self._stock.hut & sections or self.own_view.hut & sections or sections
        return TakeFromHut(self.seat, next(spaces_of(best), -1))
