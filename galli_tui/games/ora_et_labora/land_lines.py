"""A player's land as a block of lines: spaces with terrain, cards and clergymen, in cells of any size.

A chosen move is shown as if it had been made: spaces that it changes are under the cursor.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from galli_tui.games.kit.blocks import fitted
from galli_tui.games.kit.lines import Line, Span, fitting
from galli_tui.games.ora_et_labora.short_names import short_names
from galli_tui.games.ora_et_labora.signs import TERRAIN_WORDS, OraSigns
from galli_tui.games.ora_et_labora.words import building_key, is_printed
from galli_tui.style.text_wrap import wrapped
from rules.ora_et_labora.box import OraTerrain
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.land import COLUMNS, PlotKind, column_of, row_of, space_at
from rules.ora_et_labora.scoring import dwelling_at, surroundings
from rules.ora_et_labora.state import Clergyman, Estate, OraState, free_spaces, spaces

LABEL: Final = 3
"""Cells of the number in front of a row."""
_WIDEST, _HIGHEST = 16, 4
"""The largest pitch of the columns, and of the rows."""
_WORDS: Final = 6
"""Cells in which words for cards and terrain fit."""
_SIGN_AND_WORD: Final = 8
"""Cells in which a sign fits before each of them."""
_NARROW: Final = 5
"""Cells in which the words for terrain fit, plains without its last letter."""
_LEAST_NAME: Final = 4
"""Cells in which a name that is cut can still be guessed."""
_TWO: Final = 2
"""Lines of a cell in which its name and its value share one."""
_CARDS: Final = ("forest", "moor")
_FIRST_MIDDLE, _LAST_MIDDLE = 2, 6
_MOUNTAIN: Final = len(COLUMNS) - 1
TONES: Final = {
    OraTerrain.PLAINS: "faint",
    OraTerrain.HILLSIDE: "yellow_text",
    OraTerrain.COAST: "green_text",
    OraTerrain.WATER: "blue_text",
    OraTerrain.MOUNTAIN: "ink",
}


class LandCell(NamedTuple):
    """What stands on a space."""

    head: str
    """Its key, or its word or sign."""
    tone: str
    names: tuple[str, ...] = ()
    """Its whole name, then shorter ones."""
    value: str = ""
    """The dwelling value of a building, or what a settlement counts."""
    clergy: str = ""
    target: str = ""
    strong: bool = False
    flag: str = ""
    """Before the key of a new card, or before its value where there is no room."""

    @property
    def moved(self) -> LandCell:
        """What moves can change: all but what it counts by its neighbours."""
        return self._replace(value="")

    def pointed(self, sign: str) -> LandCell:
        """Return it with a sign of its own for the space that the chosen move changes."""
        return self._replace(head=f"{sign}{self.head if self.strong else self.head[1:]}")

    def texts(self, width: int, height: int) -> list[str]:
        """Return its text in a cell of this size."""
        if not self.strong:
            return _middle(self.head, self.value, width, height)
        if self.flag:
            fits = len(self.flag) + len(self.head) <= width
            head, value = (self.flag + self.head, self.value) if fits else (self.head, self.flag + self.value)
            names = self.names if fits or height != _TWO else ("",)  # Nothing may crowd the flag out.
            return self._replace(head=head, names=names, value=value, flag="").texts(width, height)
        if height == 1:
            return [self._in_one(width)]
        above = len(self.head) + len(self.clergy) <= width
        first = _ends(self.head, self.clergy if above else "", width)
        value = self.value if above else fitting((f"{self.clergy} {self.value}", self.clergy + self.value), width)
        if height == _TWO:
            return self._in_two(first, value, width, above=above)
        full_name = self.names[0]
        lines, last = wrapped(full_name, width), _ends("", value, width)
        whole = max(map(len, full_name.split())) <= width
        if whole and len(lines) == height - 1 and _both(lines[-1], value, width):
            return [first, *(f"{it:<{width}}" for it in lines[:-1]), _ends(lines[-1], value, width)]
        names = lines if whole and len(lines) <= height - 2 else [self._name(width) or self._cut(width)]
        return [first, *_filled(names, width, height - 2), last]

    def _in_one(self, width: int) -> str:
        """Return its text in one line: with a name if there is room for one besides all else."""
        right = f"{self.value} {self.clergy}".strip()
        if name := self._name(width - len(self.head) - len(right) - 2):
            return _ends(f"{self.head} {name}", right, width)
        left = self.head + self.value
        fits = len(left) + len(self.clergy) <= width
        return _ends(left if fits else self.head, self.clergy[: max(0, width - len(self.head))], width)

    def _in_two(self, first: str, value: str, width: int, *, above: bool) -> list[str]:
        """Return its text in two lines: the longest name for which there is room, even if its value has none then."""
        words, clergy = self.names[0].split(), self.clergy if above else ""
        for number in range(len(words) + 1):
            left, right = " ".join((self.head, *words[:number])), " ".join(words[number:])
            if _both(left, clergy, width) and _both(right, value, width):
                return [_ends(left, clergy, width), _ends(right, value, width)]
        over = above and _both(self.head + value, clergy, width)
        for name in self.names:
            if _both(name, value, width):
                return [first, _ends(name, value, width)]
            if over and len(name) <= width:
                return [_ends(self.head + value, clergy, width), f"{name:<{width}}"]
        name = (self._name(width) or self._cut(width)) if above else ""
        if over:
            return [_ends(self.head + value, clergy, width), f"{name:<{width}}"]
        return [first, f"{name:<{width}}" if name else _ends("", value, width)]

    def _name(self, width: int) -> str:
        """Return the longest of its names for which there is room, if there is one."""
        return next((name for name in self.names if len(name) <= width), "")

    def _cut(self, width: int) -> str:
        """Return the beginning of its name, or of the longest short one, where not even the shortest has room."""
        return self.names[:2][-1][:width] if width >= _LEAST_NAME else ""


class LandPicture(NamedTuple):
    """What is needed to draw a land."""

    game: OraEtLabora
    signs: OraSigns
    view: OraState
    owner: int
    after: OraState | None = None
    """The state that the chosen move leads to."""
    before: OraState | None = None
    """The state with which cards are compared, to flag new ones."""
    sums: bool = False
    """Whether empty spaces show what would be around a settlement there."""

    def lines(self, width: int, height: int) -> list[Line]:
        """Return the land as a block of this width, at most `height` lines high."""
        estate = (self.after or self.view).estates[self.owner]
        columns = _columns(estate)
        widths = _widths(columns, width - LABEL + 1)
        cells, changed = self._shown()
        rows = self._rows(estate, changed, height - 1)
        high = max(1, min(_HIGHEST, (height - 1) // len(rows)))
        letters = " ".join(f"{COLUMNS[column]:^{wide}}" for column, wide in widths.items())
        found = [Line((Span(" " * LABEL), Span(letters, "faint", target=f"land {self.owner}")))]
        for row in rows:
            found += self._row(row, widths, cells, changed, high)
        return [fitted(it, width) for it in found]

    @property
    def width(self) -> int:
        """The most cells that it can use."""
        return LABEL + len(_columns((self.after or self.view).estates[self.owner])) * _WIDEST

    def rows(self) -> int:
        """Return the number of rows."""
        return len({row_of(space) for space in spaces((self.after or self.view).estates[self.owner])})

    def _shown(self) -> tuple[dict[int, LandCell], set[int]]:
        """Return what stands on each space, and the spaces that the chosen move changes."""
        now = self._cells(self.view)
        if self.after is None:
            return now, set()
        after = self._cells(self.after)
        changed = {space for space, cell in after.items() if space not in now or now[space].moved != cell.moved}
        # A click on what the chosen move brings is one on what is there now.
        kept = {space: after[space]._replace(target=now[space].target) for space in changed if space in now}
        return {**after, **kept}, changed

    def _rows(self, estate: Estate, changed: set[int], room: int) -> list[int]:
        """Return the rows shown: all of them, or those around the space that changes, or around the heartland."""
        rows = sorted({row_of(space) for space in spaces(estate)})
        if len(rows) <= room:
            return rows
        at = rows.index(row_of(min(changed)) if changed else 0)
        first = max(0, min(at - room // 2, len(rows) - room))
        return rows[first : first + max(1, room)]

    def _row(
        self, row: int, widths: Mapping[int, int], cells: dict[int, LandCell], changed: set[int], height: int
    ) -> list[Line]:
        name = Span(f"{row:>2} "[:LABEL], "faint", target=f"land {self.owner}")
        blank = Span(" " * LABEL, "faint")
        lines: list[list[Span]] = [[name if y == 0 else blank] for y in range(height)]
        for column, width in widths.items():
            space, half = space_at(row, column), 0
            if column == _MOUNTAIN and space not in cells:
                space, half = space_at(row - 1, column), 1
            cell = cells.get(space)
            if cell is not None and space in changed and width > _WORDS:
                cell = cell.pointed(self.signs.here)
            if cell is None:
                texts = [" " * width] * height
            elif column == _MOUNTAIN:
                texts = cell.texts(width, 2 * height)[half * height :][:height]
            else:
                texts = cell.texts(width, height)
            for spans, text in zip(lines, texts, strict=True):
                gap = [Span(" ")] if column != min(widths) else []
                shown = Span(text)
                if cell is not None:
                    shown = Span(text, cell.tone, cell.strong, cell.target, chosen=space in changed)
                spans.extend((*gap, shown))
        return [Line(tuple(spans)) for spans in lines]

    def _cells(self, state: OraState) -> dict[int, LandCell]:
        """Return what stands on each space."""
        game, signs, estate = self.game, self.signs, state.estates[self.owner]
        found = {space: self._ground(estate, space, terrain) for space, terrain in spaces(estate).items()}
        tones, places = ("green_fill", "oak_text"), (estate.forests, estate.moors)
        for kind, tone, covered in zip(_CARDS, tones, places, strict=True):
            sign = str(getattr(signs, kind))
            found.update({space: LandCell(f"{sign}{kind}", tone, target=found[space].target) for space in covered})
        clergy = self._clergy(state)
        for space, building in estate.buildings:
            card = game.cards[building]
            key = building_key(game, building)
            found[space] = LandCell(
                f"{key}{signs.cloister if card.cloister else ''}",
                "blue_fill" if card.cloister else "oak_fill",
                (card.name, *short_names(card.name)),
                f"{card.dwelling:+d}",
                clergy.get(building, ""),
                f"building {building}",
                strong=True,
                flag=self._flag(building),
            )
        for space, settlement in estate.settlements:
            card = game.settlements[settlement]
            new = self._new_settlement(settlement)
            found[space] = LandCell(
                card.key,
                "red_fill",
                (card.name, *short_names(card.name)),
                f"={dwelling_at(game, estate, space, settlement)}",
                target=f"settlement {self.owner} {settlement}",
                strong=True,
                flag=signs.new if new else "",
            )
        return found

    def _ground(self, estate: Estate, space: int, terrain: OraTerrain) -> LandCell:
        free = self.sums and space in free_spaces(estate)
        value = f"={surroundings(self.game, estate, space)}" if free and terrain is not OraTerrain.WATER else ""
        word = f"{self.signs.terrain(terrain)}{TERRAIN_WORDS[terrain]}"
        return LandCell(word, TONES[terrain], value=value, target=f"space {self.owner} {space}")

    def _clergy(self, state: OraState) -> dict[int, str]:
        """Return the letters of the clergymen on each building."""
        found: dict[int, str] = {}
        for estate in state.estates:
            for building in estate.lay_brothers:
                found[building] = found.get(building, "") + self.signs.clergyman(Clergyman.LAY)
            if estate.prior is not None:
                found[estate.prior] = found.get(estate.prior, "") + self.signs.clergyman(Clergyman.PRIOR)
        return found

    def _flag(self, building: int) -> str:
        """Return the flag of a new building, else nothing."""
        if self.before is None or is_printed(self.game, building):
            return ""
        old = {it for _, it in self.before.estates[self.owner].buildings}
        now = {it for _, it in self.view.estates[self.owner].buildings}
        return self.signs.new if building in now - old else ""

    def _new_settlement(self, settlement: int) -> bool:
        if self.before is None:
            return False
        old, now = ({it for _, it in state.estates[self.owner].settlements} for state in (self.before, self.view))
        return settlement in now - old


def _columns(estate: Estate) -> range:
    """Return the columns of a land."""
    kinds = {plot.kind for plot in estate.plots}
    first = 0 if PlotKind.COAST in kinds else _FIRST_MIDDLE
    return range(first, _MOUNTAIN + 1 if PlotKind.MOUNTAIN in kinds else _LAST_MIDDLE + 1)


def _widths(columns: range, room: int) -> dict[int, int]:
    """Return the width of each column; what is left over widens those of the heartland first, which has the most cards.

    A gap of one cell stands between two columns.
    """
    pitch = min(_WIDEST, room // len(columns))
    left = room - pitch * len(columns) if pitch < _WIDEST else 0
    wider = sorted(columns, key=lambda it: not _FIRST_MIDDLE <= it <= _LAST_MIDDLE)[:left]
    return {column: pitch - 1 + (column in wider) for column in columns}


def _middle(word: str, value: str, width: int, height: int) -> list[str]:
    """Return terrain in the middle of a cell by sign and word, or one of them, with what lies around it."""
    sign, name = word[0], word[1:]
    narrow = name in _CARDS or width < _NARROW
    shown = f"{sign} {name}" if width >= _SIGN_AND_WORD else name
    if width < _WORDS:
        shown = sign * width if narrow else name[:width]
    if value and height == 1:
        shown = f"{name} {value}" if len(name) + 1 + len(value) <= width else f"{sign}{value}"
    lines = [shown] if not value or height == 1 else [shown, value]
    return _filled([f"{it:^{width}}"[:width] for it in lines], width, height)


def _filled(lines: list[str], width: int, height: int) -> list[str]:
    """Return `height` lines with the texts in the middle."""
    above = (height - len(lines)) // 2
    found = [*[""] * above, *lines, *[""] * (height - above - len(lines))]
    return [f"{it:<{width}}"[:width] for it in found[:height]]


def _both(left: str, right: str, width: int) -> bool:
    """Return whether two texts fit into a cell, with a blank between them if there are both."""
    return len(left) + len(right) + bool(left and right) <= width


def _ends(left: str, right: str, width: int) -> str:
    """Return two texts at both ends of a cell, the left one cut if there is no room for both."""
    room = max(0, width - len(right))
    return f"{left[:room]:<{room}}{right}"[:width]


def column_name(space: int) -> str:
    """Return the letter of a space's column."""
    return COLUMNS[column_of(space)]
