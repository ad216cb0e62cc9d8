"""The line at the top of a table: which match it is, how far it has come, who plays and with how many points."""

from __future__ import annotations

from galli_tui.face import Face
from galli_tui.screens.words import level_name, mode_words, points
from galli_tui.table import Table
from galli_tui.terminal import safe
from galli_tui.theme import brush, pigments, seat_colour
from galli_tui.widgets.line import LineWidget, Piece, cells, fitted, house_of, width_of
from rules.engine.secrecy import PUBLIC, Seat

LOOK_ONLY = "look only"
"""Stands in place of the level where no seat is played from here."""
_LEAST_NAME = 4


class TableLine(LineWidget):
    """Shows nothing but what is public. Names give way first where the line is short, then the words at the left."""

    GROUND = "ground"

    def __init__(self, table: Table, face: Face) -> None:
        super().__init__()
        self._table, self._face = table, face
        self._seat: Seat | None = None
        self._progress = ""
        self._points: tuple[int, ...] = ()

    def show(self, seat: Seat | None) -> None:
        """Reads the table again; `seat` is the one to move."""
        view = self._table.view(PUBLIC)
        self._seat = seat
        self._progress = self._face.progress(view)
        self._points = self._table.game.sheet(view).seats
        self.refresh()

    def pieces(self, width: int) -> list[Piece]:
        options = self._table.game.options
        dot = f" {self.signs.dot} "
        parts = [self._table.game.meta.title, level_name(options.level), self._progress, mode_words(options)]
        if not any(player.here for player in self._table.players):
            parts[1:2] = [LOOK_ONLY]
        seats = self._seats(width // 2 if len(self._points) > 2 else width)
        room = width - width_of(seats) - 2
        while len(parts) > 2 and cells(dot.join(parts)) > room:
            parts.pop()
        left: list[Piece] = [(" ", self.brushes.ink)]
        for number, part in enumerate(parts):
            left.append((dot if number else "", self.brushes.faint))
            brush_ = self.brushes.faint if part != LOOK_ONLY else self.brushes.gold
            left.append((part, brush_ if number else self.brushes.rubric))
        return [*left, (" " * max(0, width - width_of(left) - width_of(seats)), self.brushes.ink), *seats]

    def _seats(self, room: int) -> list[Piece]:
        names = [safe(player.name) for player in self._table.players]
        scores = [points(score, self.signs.half) for score in self._points]
        if not scores:
            return []
        fixed = sum(len(score) + 4 for score in scores)
        longest = max(cells(name) for name in names)
        while sum(min(cells(name), longest) for name in names) + fixed > room and longest > _LEAST_NAME:
            longest -= 1
        palette = pigments(house_of(self).theme)
        pieces: list[Piece] = []
        for number, (name, score) in enumerate(zip(names, scores, strict=True)):
            to_move = number == self._seat
            paint = seat_colour(self._table.players[number].colour, palette)
            pieces.append((f" {self.signs.here}" if to_move else "  ", self.brushes.gold))
            pieces.append((fitted(name, longest), brush(paint.text, palette.ground, bold=True, underline=to_move)))
            pieces.append((f" {score} ", self.brushes.strong))
        return pieces
