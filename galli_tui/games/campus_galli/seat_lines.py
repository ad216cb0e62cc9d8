"""Lines about the seats: their boards beside hut and pouch, and their monks and tiles below."""

from __future__ import annotations

from itertools import zip_longest

from rich.cells import cell_len

from galli_tui.games.campus_galli.card_texts import card_words
from galli_tui.games.campus_galli.move_entry.base import MatchContext
from galli_tui.games.campus_galli.panel_lines import seals
from galli_tui.games.campus_galli.points import points
from galli_tui.games.campus_galli.words import colour_word, tile_spans
from galli_tui.games.kit.lines import Line, Span, line, paragraph, spread, targeted
from galli_tui.style.wording import counted
from rules.campus_galli.state import SeatState, State
from rules.engine.score_sheet import Sheet
from rules.engine.secrecy import Seat
from saves.text import ellipsize

_DIGIT = 9
"""The largest number that has one cell."""
_WIDE_BOARDS = 60
"""The least width at which boards also show points and history."""
_LINES = 2
"""Lines for all seats' supplies below hut and pouch."""
_PURSE = 24
"""Cells for tiles and monks after a seat's name."""
_SHORT_PURSE = 9
"""Cells for tiles alone, with the blank before them."""


def board_lines(context: MatchContext, state: State, sheet: Sheet, width: int, height: int) -> list[Line]:
    """Return the public parts of each seat's planning board: two lines per seat if they fit, else one."""
    wide = width >= _WIDE_BOARDS
    earned = "points" if sheet.team is None else "earned"
    labels = (earned, "monks", "cards", "kept", "tasks") if wide else ("monks", "cards", "kept", "tasks")
    title = [Span("─ ", "edge"), Span("boards", "rubric", strong=True)]
    found = [spread(title, [Span(" ".join(labels), "faint")], width)]
    tiled = context.game.setting.tiles
    roomy = (wide or tiled) and height > 2 * len(state.seats)
    for number, own in enumerate(state.seats):
        seat = Seat(number)
        numbers = (own.supply, own.pile.count, own.next_year.count, len(own.tasks))
        values = [points(sheet.seats[seat]), *map(str, numbers)] if wide else list(map(str, numbers))
        shown = " ".join(f"{value:>{len(label)}}" for value, label in zip(values, labels, strict=True))
        mark = Span(f"{context.glyphs.builder}{context.marks[seat]} ", "gold", strong=True)
        room = width - len(shown) - 4
        name = Span(ellipsize(context.players[seat].name, room), f"{context.players[seat].colour}_text", strong=True)
        found.append(spread([mark, name], [Span(shown)], width))
        if roomy:
            found.append(_holdings(context, own, width) if tiled else _history(context, own, width))
    return found[:height]


def _holdings(context: MatchContext, own: SeatState, width: int) -> Line:
    """Return a seat's tiles, library and guests."""
    has = f"{counted(len(own.books), 'book')}, {counted(len(own.guests), 'guest')}"
    return spread([Span("   "), *tile_spans(context.glyphs, own.tiles)], [Span(has, "faint")], width)


def _history(context: MatchContext, own: SeatState, width: int) -> Line:
    """Return the last card played and the seals won."""
    won = seals(sum(context.box.tasks[task].points for task in own.tasks))
    last = f"   last played: {card_words(context.box, own.played[-1:])}" if own.played else "   nothing played yet"
    return spread([Span(last, "faint")], [Span(won, "gold")], width)


def supply_lines(context: MatchContext, state: State, width: int) -> list[Line]:
    """Return each seat's monks at home, and from level II on its tiles, in at most two lines."""
    return targeted(_supply(context, state, width), "homes")


def _supply(context: MatchContext, state: State, width: int) -> list[Line]:
    if not context.game.setting.tiles:
        return _monks(context, state, width)
    if len(state.seats) <= _LINES:
        room = max(cell_len(context.players[seat].name) for seat in context.game.setting.seats)
        return [_purse(context, state, seat, min(room, width - _PURSE)) for seat in context.game.setting.seats]
    return _purses(context, state, width)


def _monks(context: MatchContext, state: State, width: int) -> list[Line]:
    def with_names(cells: int) -> list[Line]:
        each = (f"{context.name(Seat(number), cells)}\xa0{own.supply}" for number, own in enumerate(state.seats))
        return [line(" ", *it.spans) for it in paragraph(f"monks at home: {', '.join(each)}", width - 1, "faint")]

    forms = (with_names(cells) for cells in range(12, 4, -1))
    return next((form for form in forms if len(form) <= _LINES), with_names(4))


def _tiles(context: MatchContext, own: SeatState, gap: str) -> list[Span]:
    """Return the glyph of each colour with the number of its tiles."""
    spans: list[Span] = []
    for colour, count in enumerate(own.tiles):
        text = f"{context.glyphs.symbols[colour]}{count if count <= _DIGIT else '+'}{gap}"
        spans.append(Span(text, f"{colour_word(colour)}_text" if count else "faint", strong=bool(count)))
    return spans


def _purse(context: MatchContext, state: State, seat: Seat, cells: int) -> Line:
    """Return a seat's line: name, tiles, monks at home."""
    name = context.name(seat, cells)
    head = Span(f" {name}{' ' * (cells - cell_len(name))} ", "faint")
    monks = f"{counted(state.seats[seat].supply, 'monk'):>9}"
    return line(head, *_tiles(context, state.seats[seat], " "), Span(monks, "faint"))


def _purses(context: MatchContext, state: State, width: int) -> list[Line]:
    """Return two seats per line, each with its tiles, in columns if the names leave room for that.

    Long names take the room that short ones leave.
    """
    seats = context.game.setting.seats
    pairs = list(zip_longest(seats[::2], seats[1::2]))
    names = {seat: context.name(seat, width) for seat in seats}
    left, right = (max(cell_len(names[seat]) for seat in column) for column in (seats[::2], seats[1::2]))
    room = width - 2 * _SHORT_PURSE - 1
    blank = " "
    if left + right < room:
        cells = [(left, right)] * len(pairs)
    else:
        cells = [(cell_len(names[one]), cell_len(names[two]) if two is not None else 0) for one, two in pairs]
        if any(sum(both) >= room for both in cells):
            blank = ""
            left = min(left, max(room // 2, room - right))
            cells = [(left, min(right, room - left))] * len(pairs)
    found = [
        [blank, *_short_purse(context, state, one, here), " ", *_short_purse(context, state, two, there)]
        for (one, two), (here, there) in zip(pairs, cells, strict=True)
    ]
    return [line(*spans) for spans in found]


def _short_purse(context: MatchContext, state: State, seat: Seat | None, cells: int) -> list[Span]:
    """Return a seat's part of a line: name and tiles. Nothing for no seat."""
    if seat is None:
        return []
    name = context.name(seat, cells)
    return [Span(f"{name}{' ' * (cells - cell_len(name))} ", "faint"), *_tiles(context, state.seats[seat], "")]
