"""Placing the section taken: it is moved, rotated and flipped over the plan, with a preview of its score."""

from __future__ import annotations

from galli_tui.games.campus_galli.move_entry.base import DecidingEntry, MatchContext
from galli_tui.games.campus_galli.move_entry.preview_lines import preview_lines
from galli_tui.games.campus_galli.plan_look import JOKER
from galli_tui.games.campus_galli.plan_scene import Highlights
from galli_tui.games.campus_galli.preview import GainKind, Preview, preview
from galli_tui.games.campus_galli.words import colour_word, place_words, section_words, space_words
from galli_tui.games.kit.decision import Arrow, EnterResult, InputKind, SelectResult
from galli_tui.games.kit.lines import Line, Span, trimmed
from galli_tui.style import text_wrap
from galli_tui.style.key_names import KEY
from galli_tui.style.wording import counted
from rules.campus_galli.box import Origin
from rules.campus_galli.laying_sections import LaySection, LaySectionStep
from rules.campus_galli.layout import Placement
from rules.campus_galli.state import State
from rules.engine.events import Move
from rules.engine.grid import oriented
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat
from rules.engine.steps import current_step

_PROMPT = 78
"""Cells of the prompt at 80x24: beside a longer name, it leaves the second click and the wheel to the help."""
_PICTURE = 4
"""The least number of rows and columns of spaces in the section's picture."""
_ROTATE = "rotate"
"""The target of the section's picture: the action of a click on it."""
_WHOLE_VERDICT = 99
"""More lines than any preview has."""
_ROTATIONS = ("not rotated", "rotated 90°", "rotated 180°", "rotated 270°")


class LaySectionEntry(DecidingEntry):
    """A section held over the plan; it can't leave the plan."""

    INPUTS = frozenset({InputKind.ARROWS, InputKind.ENTER, InputKind.JUMP, InputKind.ROTATE})
    FIXED_HEIGHT = True

    def __init__(self, context: MatchContext, own_view: State, seat: Seat) -> None:
        super().__init__(context, own_view, seat)
        self.section = current_step(own_view, LaySectionStep).section
        self.shape = context.box.sections[self.section].shape
        self._quarter_turns, self._flipped = 0, False
        self._column, self._row = 0, 0
        self._hovered: int | None = None
        """The space under the mouse."""
        self._clicked: int | None = None
        """The space that was clicked last; None once it was moved in another way."""
        self._grip: tuple[int, int] | None = None
        """The cell of it, from its corner, that a click took hold of and the next puts in place; None for the usual."""
        self._by_mouse = False
        """Whether the mouse was used last, not the keyboard."""
        self._previews: dict[int, Preview] = {}
        self._ranked: list[Placement] | None = None
        self._jumped = False
        """Whether Tab has been used: the first time it goes to the best place."""
        self._legal = frozenset(context.layout.placements[move.placement] for move in self.options(LaySection))
        self._hold_near_middle()

    def _hold_near_middle(self) -> None:
        """Hold the section over the legal place nearest to the middle of the plan, not rotated if possible."""
        width, height = self.plan.width, self.plan.height

        def distance(place: Placement) -> tuple[bool, int, tuple[int, ...]]:
            away = sum(abs(2 * (space % width) - width) + abs(2 * (space // width) - height) for space in place.spaces)
            return (self._orientation(place) != (0, False), away, place.spaces)

        if self._legal:
            self._go(min(self._legal, key=distance))

    @property
    def place(self) -> Placement:
        """The placement where the section is held."""
        found = self.context.layout.at(self.shape, self._quarter_turns, self._flipped, self._column, self._row)
        if found is None:
            raise AssertionError("the section is outside the plan")
        return found

    @property
    def preview(self) -> Preview:
        """The preview of placing it here."""
        return self._preview(self.place)

    def _preview(self, place: Placement) -> Preview:
        found = self._previews.get(place.index)
        if found is None:
            found = self._previews[place.index] = preview(self.context.game, self.own_view, self.seat, place)
        return found

    @property
    def title(self) -> str:
        return f"place the {section_words(self.box, self.section)}"

    @property
    def highlights(self) -> Highlights:
        colour = self.box.sections[self.section].colour
        return Highlights(
            held=self.place.mask,
            held_colour=JOKER if colour is None else colour,
            held_legal=self.preview.refusal is None,
            new_gaps=self.preview.gaps,
            marked=self._target & ~self.place.mask,
        )

    @property
    def fulfilled_tasks(self) -> frozenset[int]:
        return frozenset(gain.item for gain in self.preview.gains if gain.kind is GainKind.TASK)

    @property
    def refusal(self) -> Refusal | None:
        return self.preview.refusal

    def lines(self, width: int, height: int) -> list[Line]:
        head = self._picture(width)
        return head + preview_lines(
            self.context, self.seat, self.section, self.place, self.preview, width, height - len(head)
        )

    def _picture(self, width: int) -> list[Line]:
        """Return a picture of the section as it is rotated, with its description beside it."""
        section = self.box.sections[self.section]
        colour = colour_word(section.colour)
        sign = self.glyphs.stock[JOKER if section.colour is None else section.colour]
        cells = oriented(self.box.shapes[self.shape].cells, self._quarter_turns, self._flipped)
        from_where = "from the hut" if section.origin is Origin.HUT else "from the pouch"
        refused = self.refusal is not None
        words = (
            Span(f"{colour} {sign}, {from_where}", strong=True),
            Span(self._orientation_text(), "faint"),
            Span(f"on {place_words(self.plan, self.place.mask)}", "refusal" if refused else "ink", strong=refused),
            Span(self._rank_text(), "faint"),
        )
        side = max(_PICTURE, *self._extent(self._quarter_turns, self._flipped))
        found: list[Line] = []
        for row in range(side):
            spans = [Span(" ")]
            for column in range(side):
                tone = f"{colour}_fill" if (column, row) in cells else "ink"
                spans.append(Span(f"{sign} " if (column, row) in cells else "  ", tone, strong=True, target=_ROTATE))
            beside = words[row] if row < len(words) else Span("")
            found.append(trimmed(Line((*spans, Span(" "), beside)), width))
        return found

    def _orientation_text(self) -> str:
        """Return how the section is rotated and flipped, in the fewest steps; empty if that never changes it."""
        cells = self.box.shapes[self.shape].cells
        ways = {(turns, flipped): oriented(cells, turns, flipped) for flipped in (False, True) for turns in range(4)}
        if len(set(ways.values())) == 1:
            return ""
        held = ways[self._quarter_turns, self._flipped]
        turns, flipped = next(way for way, oriented_cells in ways.items() if oriented_cells == held)
        return _ROTATIONS[turns] + (", flipped" if flipped else "")

    def _rank_text(self) -> str:
        if self._ranked is None or self.place not in self._ranked:
            return f"{counted(len(self._legal), 'legal place')} (Tab: by points)"
        return f"place {self._ranked.index(self.place) + 1} of {len(self._legal)} (by points now)"

    def move(self, way: Arrow) -> None:
        east, south = way.value
        self._by_mouse = False
        self._put(self._quarter_turns, self._flipped, self._column + east, self._row + south)

    def rotate(self) -> None:
        self._reorient((self._quarter_turns + 1) % 4, self._flipped)

    def flip(self) -> None:
        # Flipped as it is held: west and east change sides whatever the rotation.
        self._reorient(-self._quarter_turns % 4, not self._flipped)

    def _reorient(self, turns: int, mirrored: bool) -> None:
        """Change the orientation, over the space clicked last; else keeping the middle as nearly as possible."""
        clicked = self._clicked
        if clicked is not None:
            self._grip = None
            self._put_on(clicked, turns, mirrored)
            return
        before, after = self._extent(self._quarter_turns, self._flipped), self._extent(turns, mirrored)
        column = self._column + (before[0] - after[0] + (before[0] > after[0])) // 2
        row = self._row + (before[1] - after[1] + (before[1] > after[1])) // 2
        self._put(turns, mirrored, column, row)

    def _extent(self, turns: int, mirrored: bool) -> tuple[int, int]:
        cells = oriented(self.box.shapes[self.shape].cells, turns, mirrored)
        return max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1

    def _put(self, turns: int, mirrored: bool, column: int, row: int) -> None:
        columns, rows = self._extent(turns, mirrored)
        self._quarter_turns, self._flipped, self._clicked, self._grip = turns, mirrored, None, None
        self._column = max(0, min(column, self.plan.width - columns))
        self._row = max(0, min(row, self.plan.height - rows))

    def jump(self, steps: int) -> None:
        self._by_mouse = False
        if self._ranked is None:
            self._ranked = sorted(self._legal, key=lambda place: (*self._preview(place).rank, place.spaces))
        if not self._ranked:
            return
        if self.place in self._ranked and self._jumped:
            at = (self._ranked.index(self.place) + steps) % len(self._ranked)
        else:
            at = 0 if steps > 0 else -1
        self._jumped = True
        self._go(self._ranked[at])

    def _go(self, place: Placement) -> None:
        turns, mirrored = self._orientation(place)
        width = self.plan.width
        column = min(space % width for space in place.spaces)
        self._put(turns, mirrored, column, place.spaces[0] // width)

    def _orientation(self, place: Placement) -> tuple[int, bool]:
        """Return the rotation and flip of a placement: the present ones if they give it, else the first that do."""
        width = self.plan.width
        column, row = min(space % width for space in place.spaces), place.spaces[0] // width
        now = (self._quarter_turns, self._flipped)
        for turns, mirrored in (now, *((t, m) for m in (False, True) for t in range(4))):
            if self.context.layout.at(self.shape, turns, mirrored, column, row) is place:
                return turns, mirrored
        raise ValueError("a placement of another shape")

    def select(self, move: Move) -> bool:
        place = self.context.layout.placements[move.placement] if isinstance(move, LaySection) else None
        if place is None or place.shape != self.shape:
            return False
        self._go(place)
        return True

    def begin_at(self, shown: LaySectionEntry) -> None:
        """Begin where another entry showed a section of this shape and colour, if that place is legal."""
        alike = section_words(self.box, shown.section) == section_words(self.box, self.section)
        if alike and shown.seat == self.seat and shown.place in self._legal:
            self._go(shown.place)

    @property
    def gain(self) -> int:
        found = self.preview
        return found.own if found.team is None else found.team

    def details(self, width: int) -> list[Line]:
        return preview_lines(self.context, self.seat, self.section, self.place, self.preview, width, _WHOLE_VERDICT)

    def hover(self, space: int | None) -> bool:
        before = (self._hovered, self._by_mouse)
        self._hovered, self._by_mouse = space, self._by_mouse or space is not None
        return (self._hovered, self._by_mouse) != before

    @property
    def _target(self) -> int:
        """The spaces where a click would put it; 0 with the mouse elsewhere, or while keys move it."""
        if self._hovered is None or not self._by_mouse or self._can_hold(self._hovered):
            return 0
        corner = self._corner_under(self._hovered, self._quarter_turns, self._flipped)
        found = self.context.layout.at(self.shape, self._quarter_turns, self._flipped, *corner)
        return 0 if found is None else found.mask

    def select_space(self, space: int) -> SelectResult:
        """Take hold of the section at a space, or put it there; UNMOVED if the last click was there, too."""
        self._by_mouse = True
        if space == self._clicked:
            return SelectResult.UNMOVED
        if self._can_hold(space):
            width = self.plan.width
            self._clicked, self._grip = space, (space % width - self._column, space // width - self._row)
        else:
            self._put_on(space, self._quarter_turns, self._flipped)
        return SelectResult.MOVED

    def _can_hold(self, space: int) -> bool:
        """Return whether a click on a space takes hold of the section there: it may stay, and no click put it there."""
        return self._clicked is None and self.place in self._legal and bool(self.place.mask >> space & 1)

    def _put_on(self, space: int, turns: int, mirrored: bool) -> None:
        grip = self._grip
        self._put(turns, mirrored, *self._corner_under(space, turns, mirrored))
        self._clicked, self._grip = space, grip

    def _corner_under(self, space: int, turns: int, mirrored: bool) -> tuple[int, int]:
        """Return the column and row for a click on a space, which the section then covers.

        The cell that a click took hold of is the first choice, then one where arms of the section meet, then those
        nearest to its middle; legal places come before others. Only at the edge of the plan it may have no place over
        the space: then it is beside it.
        """
        width, height = self.plan.width, self.plan.height
        columns, rows = self._extent(turns, mirrored)
        cells = oriented(self.box.shapes[self.shape].cells, turns, mirrored)

        def rank(cell: tuple[int, int]) -> tuple[bool, bool, int, tuple[int, int]]:
            x, y = cell
            meets = {(x - 1, y), (x + 1, y)} & {*cells} and {(x, y - 1), (x, y + 1)} & {*cells}
            return cell != self._grip, not meets, (2 * x - columns + 1) ** 2 + (2 * y - rows + 1) ** 2, cell

        corners = [(space % width - x, space // width - y) for x, y in sorted(cells, key=rank)]
        inside = [it for it in corners if self.context.layout.at(self.shape, turns, mirrored, *it) is not None]
        legal = [it for it in inside if self.context.layout.at(self.shape, turns, mirrored, *it) in self._legal]
        column, row = (legal or inside or corners)[0]
        return max(0, min(column, width - columns)), max(0, min(row, height - rows))

    def enter(self) -> EnterResult:
        return self.preview.refusal or LaySection(self.seat, self.place.index)

    @property
    def request(self) -> str:
        rotate, flip = f"{KEY:campus-galli.rotate}", f"{KEY:campus-galli.flip}"
        if self._by_mouse and self._grip is not None and self._clicked is not None:
            where = space_words(self.plan, self._clicked)
            return f"held at {where}: click there again to place it, elsewhere to move it."
        if self._by_mouse:
            return f"click moves it, another there places it; wheel rotates, {flip} flips."
        whole = f"arrows/click move, {rotate}/wheel rotate, {flip} flips, Enter/2nd click place."
        if text_wrap.cells(f"{self.context.name(self.seat)}: {whole}") <= _PROMPT:
            return whole
        return f"click or arrows move it, {rotate} rotates, {flip} flips, Enter places it."

    def locked_in_text(self) -> str:
        what = section_words(self.box, self.section)
        if self.box.sections[self.section].origin is Origin.HUT:
            return f"The {what} must be placed; {KEY:table.undo} puts it back unless something was revealed."
        return f"The {what} was drawn from the pouch and must be placed; {KEY:table.leave} leaves."
