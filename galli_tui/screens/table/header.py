"""The top line of a table: game, progress, players and points."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import NamedTuple

from textual.events import Click
from textual.message import Message

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.match_words import mode_words, variant_marks
from galli_tui.screens.table.waiting_text import presence_word, seconds_left
from galli_tui.style.key_names import with_keys
from galli_tui.style.text_styles import brush
from galli_tui.style.theme import palette_of, seat_colour
from galli_tui.style.wording import amount, sentence_start
from galli_tui.tables.peers import Role, TableStatus
from galli_tui.tables.seat_names import seat_names
from galli_tui.tables.table import Table
from galli_tui.tables.turn_flow import face_down_choosers
from galli_tui.terminal.safe_text import sanitize
from galli_tui.widgets.line_widget import LineWidget, Piece, app_of, cells, ellipsize, width_of
from rules.engine.secrecy import PUBLIC, Seat

LOOK_ONLY = "view only"
"""Replaces the level when no seat is played from here."""
WATCHING = "watching"
"""Replaces the level for a spectator of a network table."""
_LEAST_NAME = 4
_LEAST_PARTS = 2
"""Parts on the left that are kept unless names would be cut."""


class _Form(NamedTuple):
    """What is shown beside the points."""

    sides: bool
    """The role of each seat."""
    label: bool
    """What the scores are counted in."""
    named: bool
    """The bot of each seat."""
    ranked: bool
    """The team's rank."""
    now: bool
    """That the team's points are not final yet."""


_FORMS = tuple(
    _Form(sides, label, named, ranked, now=True)
    for sides in (True, False)
    for label, named, ranked in ((True, True, True), (True, False, True), (True, False, False), (False, False, False))
)
"""The fullest first."""
_BRIEFEST = _Form(sides=False, label=False, named=False, ranked=False, now=False)


class TableHeader(LineWidget):
    """A line with public information only. If it is too long, names are cut last, after all parts on the left.

    At a network table a sign before each name shows whether the seat has chosen or is still choosing, and a word after
    it that the guest is away or which bot plays.
    """

    GROUND = "ground"

    def __init__(self, table: Table, texts: GameTexts) -> None:
        super().__init__()
        self._table, self._texts = table, texts
        self._seat: Seat | None = None
        self._progress = ""
        self._points: tuple[int, ...] = ()
        self._team: int | None = None
        self._rank = ""
        self._points_at = 0
        """The column at which the points begin."""
        self._status: TableStatus | None = None
        self._thinking: frozenset[Seat] = frozenset()
        self._chosen: frozenset[Seat] = frozenset()

    class Explained(Message):
        """A click on a part of the header, with the answer to it."""

        def __init__(self, answer: str) -> None:
            super().__init__()
            self.answer = answer

    def on_click(self, event: Click) -> None:
        self.post_message(self.Explained(self._about_points() if event.x >= self._points_at else self._about_match()))

    def _about_match(self) -> str:
        parts = (mode_words(self._table.game.meta.key, self._table.game.options), self._progress)
        told = ", ".join(part for part in parts if part)
        return with_keys(f"{self._table.game.meta.title}: {told}. Press {{key:app.help}} for how it is played.")

    def _about_points(self) -> str:
        """Return what the score is, and what the next rank takes if there are ranks."""
        game, unit = self._table.game, self._table.game.meta.unit
        bands, steps = self._texts.bands(game), self._texts.steps(game)
        ranks = [*(steps or bands[:1]), *bands[1:]]
        at = next((number for number, row in enumerate(ranks) if row.name == self._rank), None)
        if at is None:
            return with_keys(f"The score in {unit.many}. Press {{key:table.scores}} for the score sheet.")
        above = ranks[at + 1] if at + 1 < len(ranks) else None
        more = "there is none above it"
        if above is not None and above.least is not None:
            more = f"the next, {above.name}, begins at {amount(above.least, unit)}"
        words = f"{sentence_start(self._rank)}: the rank of this score; {more}."
        return with_keys(f"{words} Press {{key:table.scores}} for all ranks.")

    def show(self, seat: Seat | None) -> None:
        """Read the table again; `seat` is the one to move."""
        view = self._table.view(PUBLIC)
        self._seat = seat
        self._progress = self._texts.progress(self._table.game, view)
        sheet = self._table.game.sheet(view)
        self._points, self._team = sheet.seats, sheet.team
        game = self._table.game
        names = {band.key: band.name for band in (*self._texts.bands(game), *self._texts.steps(game))}
        self._rank = names.get(sheet.rank, "")
        peers = self._table.peers
        if peers is not None:
            self._status = peers.status
            due = self._table.due.seats
            self._thinking = frozenset(due) - frozenset(self._status.decided)
            chosen = face_down_choosers(self._table.timeline(PUBLIC, len(self._points))) if due else frozenset[Seat]()
            self._chosen = (chosen | frozenset(self._status.decided)) - self._thinking
        else:
            thinking = self._table.thinking
            self._thinking = frozenset() if thinking is None else frozenset({thinking})
        self.refresh()

    def pieces(self, width: int) -> list[Piece]:
        dot = f" {self.glyphs.dot} "
        parts = self._parts()
        least = cells(dot.join(text for text, _ in parts[:_LEAST_PARTS])) + 3
        seats = self._whole_seats(_FORMS, width - least)
        if seats is None:
            del parts[0]
            room = width - cells(parts[0][0]) - 3
            seats = self._whole_seats((*_FORMS[-1:], _BRIEFEST), room) or self._cut_seats(room)
        room = width - width_of(seats) - 3
        whole = self._parts(whole_marks=True)
        if cells(dot.join(text for text, _ in whole)) <= room:
            parts = whole
        while len(parts) > 1 and cells(dot.join(text for text, _ in parts)) > room:
            parts.pop()
        left: list[Piece] = [(" ", self.brushes.ink)]
        for number, (part, brush_) in enumerate(parts):
            left += [(dot if number else "", self.brushes.faint), (part, brush_)]
        self._points_at = max(width_of(left), width - width_of(seats))
        return [*left, (" " * (self._points_at - width_of(left)), self.brushes.ink), *seats]

    def _parts(self, *, whole_marks: bool = False) -> list[Piece]:
        """Return the parts on the left, the most important first; marks without the date or match after their "of"."""
        options, ink = self._table.game.options, self.brushes
        meta = self._table.game.meta
        levels = [value.mark for option, value in meta.chosen(options) if option.is_level]
        parts = [(meta.title, ink.rubric), *((mark, ink.faint) for mark in levels)]
        parts += [(mark if whole_marks else mark.partition(" of ")[0], ink.gold) for mark in self._table.marks]
        more = self._progress, mode_words(meta.key, options), *variant_marks(meta.key, options.with_practice(on=False))
        parts += [(part, ink.faint) for part in more]
        parts = [part for part in parts if part[0]]
        status = self._status
        if status is None:
            if not any(player.here for player in self._table.players):
                parts[1:2] = [(LOOK_ONLY if self._table.watched is None else WATCHING, ink.gold)]
            return parts
        if status.role is Role.SPECTATOR:
            parts[1:2] = [(WATCHING, ink.gold)]
        if status.spectators:
            parts.append((f"{status.spectators} watching", ink.faint))
        if status.stopped is not None:
            parts[1:1] = [("stopped", ink.refusal)]
        elif status.problem:
            seconds = seconds_left(status, monotonic())
            parts[1:1] = [(f"no connection{f', retry in {seconds} s' if seconds else ''}", ink.refusal)]
        return parts

    def _whole_seats(self, forms: Sequence[_Form], room: int) -> list[Piece] | None:
        """Return all points in the fullest form that fits, with full names; None if none fits."""
        rows = (self._row(None, form) for form in forms)
        return next((row for row in rows if width_of(row) <= room), None)

    def _cut_seats(self, room: int) -> list[Piece]:
        rows = (self._row(cut, _BRIEFEST) for cut in range(self._longest() - 1, _LEAST_NAME, -1))
        return next((row for row in rows if width_of(row) <= room), self._row(_LEAST_NAME, _BRIEFEST))

    def _longest(self) -> int:
        """Return the cells of the longest name."""
        return max(cells(sanitize(player.name)) for player in self._table.players)

    def _row(self, longest: int | None, form: _Form) -> list[Piece]:
        """Return the points in one form; names take at most `longest` cells, or are whole."""
        if not self._points:
            return []
        palette = palette_of(app_of(self).theme)
        unit = self._table.game.meta.unit
        names = seat_names(self._table) if form.sides else [sanitize(player.name) for player in self._table.players]
        pieces: list[Piece] = []
        alone = self._team is not None and len(self._points) == 1  # One score is shown, not a part of it as well.
        now = " now" if form.now and not self._table.due.over else ""
        if form.label:
            pieces.append((f"score{now} " if alone else f"{unit.many} ", self.brushes.faint))
        for number, (player, own) in enumerate(zip(self._table.players, self._points, strict=True)):
            score = self._team if alone and self._team is not None else own
            paint = seat_colour(player.colour, palette)
            word = self._word(number, named=form.named)
            pieces.append((f" {self._sign(number)}", self.brushes.gold))
            style = brush(paint.text, palette.ground, bold=True, underline=number == self._seat)
            name = names[number]
            pieces.append((name if longest is None else ellipsize(name, longest), style))
            pieces.append((f"{self.glyphs.dot}{word}" if word else "", self.brushes.faint))
            pieces.append((f" {amount(score, unit, self.glyphs.half)} ", self.brushes.strong))
        rank = f"({self._rank}) " if form.ranked and self._rank else ""
        if alone:
            pieces.append((rank, self.brushes.faint))
        elif self._team is not None:
            pieces.append((f"  team{now} ", self.brushes.faint))
            pieces.append((amount(self._team, unit, self.glyphs.half), self.brushes.gold))
            pieces.append((f" {rank}", self.brushes.faint))
        return pieces

    def _sign(self, seat: int) -> str:
        """Return the sign before a name: moves here, still choosing, has chosen, or none."""
        if seat == self._seat:
            return self.glyphs.here
        if seat in self._thinking:
            return "?"
        return self.glyphs.yes if seat in self._chosen else " "

    def _word(self, seat: int, *, named: bool) -> str:
        """Return the bot of a seat, if it is to be named; at a network table else "bot" or "away"."""
        bot = self._table.players[seat].bot
        if bot and named:
            return bot
        return "" if self._status is None else presence_word(self._status, seat)
