"""Pages of lines for the public planning boards: one for each seat, and the board of unfinished tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from rich.cells import cell_len

from galli_tui.games.campus_galli.card_effects import building_stage, guest_monk_count, tiles_gained
from galli_tui.games.campus_galli.card_texts import card_full, card_number, card_title, card_words, task_forms
from galli_tui.games.campus_galli.move_entry.base import MatchContext
from galli_tui.games.campus_galli.panel_lines import seals
from galli_tui.games.campus_galli.points import points, signed_points
from galli_tui.games.campus_galli.words import building_words, colour_word, space_words, tile_spans
from galli_tui.games.kit.boards_screen import halves
from galli_tui.games.kit.game_board import BoardPage
from galli_tui.games.kit.lines import Line, Span, fitting, heading, line, paragraph, spread, trimmed
from galli_tui.style.text_wrap import wrapped
from galli_tui.style.wording import counted
from rules.campus_galli.scoring import COOPERATION, FALLEN
from rules.campus_galli.state import SeatState, State
from rules.campus_galli.tiles import BLUE, GREEN, RED, YELLOW, sets_of
from rules.engine.score_sheet import Sheet
from rules.engine.secrecy import HIDDEN, Seat

_LABEL = 7
"""Cells of a row's label."""
_PILES = (("books", GREEN), ("prayer", BLUE), ("building", RED), ("guests", YELLOW))
"""The piles of unfinished tasks, with the colours of their backs."""


def board_pages(context: MatchContext, state: State, sheet: Sheet) -> list[BoardPage]:
    """Return a page for each seat, and at level III one for unfinished tasks. `state` is the public view."""
    found = [
        BoardPage(context.name(seat), partial(_seat_page, context, state, sheet, seat))
        for seat in context.game.setting.seats
    ]
    if state.leftovers:
        found.append(BoardPage("unfinished tasks", partial(_unfinished_page, context, state)))
    return found


def _seat_page(context: MatchContext, state: State, sheet: Sheet, seat: Seat, width: int) -> list[Line]:
    own, colour = state.seats[seat], context.players[seat].colour
    name = Span(context.name(seat, width - 24), f"{colour}_text", strong=True)
    mark = Span(f" {context.glyphs.builder}{context.marks[seat]} ", "gold", strong=True)
    unit = "point" if sheet.seats[seat] == 2 else "points"
    earned = f"{unit} earned" if sheet.team is not None else unit
    score = Span(f"{points(sheet.seats[seat])} {earned}", "gold", strong=True)
    title = spread([mark, name], [score], width)
    tiled = context.game.setting.tiles

    def left(room: int) -> list[Line]:
        return [*_summary(context, state, seat, room), *_tasks(context, own, room)]

    def right(room: int) -> list[Line]:
        return [*_library(context, state, own, room), *_guests(context, state, seat, room)] if tiled else []

    return [title, *(halves(left, right, width) if tiled else left(width))]


def _row(label: str, spans: Iterable[Span], width: int) -> Line:
    return trimmed(line(Span(f" {label}".ljust(_LABEL + 1), "faint"), *spans), width)


def _rows(label: str, text: str, width: int) -> list[Line]:
    """Return a labelled row, wrapped into several lines if necessary."""
    first, *more = wrapped(text, width - _LABEL - 1) or [""]
    return [_row(label, [Span(first)], width), *(_row("", [Span(part)], width) for part in more)]


def _summary(context: MatchContext, state: State, seat: Seat, width: int) -> list[Line]:
    own, box = state.seats[seat], context.box
    found: list[Line] = []
    if context.game.setting.tiles:
        sets = sets_of(own.tiles)
        counts = f"  {sum(own.tiles)}, {counted(sets, 'set')}" if sets else ""
        found.append(_row("tiles", [*tile_spans(context.glyphs, own.tiles), Span(counts, "faint")], width))
    found += _rows("monks", _monks(context, state, seat), width)
    held = [f"{own.pile.count} in the pile"]
    held += [f"{own.next_year.count} kept for next year"] if own.year == 1 else []
    held += [f"{own.hand.count} in hand"] if own.hand.count else []
    found += _rows("cards", ", ".join(held), width)
    if own.hand.count and own.hand.cards is not HIDDEN:
        found += _rows("hand", card_words(box, own.hand.cards), width)
    if isinstance(own.chosen.card, int):
        card = box.cards[own.chosen.card]
        begs = ", begs with it" if own.begs else ""
        found += _rows("now", f"{card_number(card)}, {card.name or card_title(card)}{begs}", width)
    elif own.chosen.card is not None:
        found += _rows("now", "a card, face down", width)
    found += _rows("played", card_words(box, own.played) or "nothing yet", width)
    if own.lost:
        found += _rows("burnt", ", ".join(box.cards[card].name for card in own.lost), width)
    if own.cooperation:
        worth = signed_points(own.cooperation * COOPERATION)
        found += _rows("good", f"{counted(own.cooperation, 'card')} “good cooperation”, {worth}", width)
    return found


def _monks(context: MatchContext, state: State, seat: Seat) -> str:
    """Return the seat's monks: at home, on sections, beside buildings, lazy."""
    plan = context.plan
    parts = [f"{state.seats[seat].supply} at home"]
    on = sum(laid.builder and laid.seat == seat for laid in state.laid)
    parts += [f"{counted(on, 'builder')} on sections"] if on else []
    for guest, word in ((False, "builder"), (True, "guest monk")):
        where = [
            plan.buildings[monk.building].letter for monk in state.beside if monk.seat == seat and monk.guest == guest
        ]
        parts += [f"{counted(len(where), word)} beside {' '.join(sorted(where))}"] if where else []
    lazy = [space_words(plan, monk.space) for monk in state.lazy if monk.seat == seat]
    parts += [f"{counted(len(lazy), 'lazy monk')} at {' '.join(lazy)}"] if lazy else []
    return ", ".join(parts)


def _tasks(context: MatchContext, own: SeatState, width: int) -> list[Line]:
    won = sum(context.box.tasks[task].points for task in own.tasks)
    found = [heading(f"fulfilled tasks: {len(own.tasks)}{f', {signed_points(won)}' if won else ''}", width)]
    for number in own.tasks:
        task = context.box.tasks[number]
        worth = Span(seals(task.points), "gold", strong=True)
        room = width - cell_len(worth.text) - 2
        found.append(spread([Span(f" {fitting(task_forms(context.box, task), room)}")], [worth], width))
    return found if own.tasks else [*found, _none(width)]


def _none(width: int) -> Line:
    return trimmed(line(Span(" none yet", "faint")), width)


def _library(context: MatchContext, state: State, own: SeatState, width: int) -> list[Line]:
    again = [Span("if scored again", "faint")] if own.books else []
    found = [_titled(f"library: {counted(len(own.books), 'book')}", again, width)]
    for number in own.books:
        card = context.box.cards[number]
        worth = Span(f" {seals(card.points)}", "gold")
        found.append(spread([Span(f" {card.name}"), worth], tiles_gained(context, state, card), width))
    return found if own.books else [*found, _none(width)]


def _guests(context: MatchContext, state: State, seat: Seat, width: int) -> list[Line]:
    own = state.seats[seat]
    again = [Span("if scored again", "faint")] if own.guests else []
    found = [_titled(f"guests: {len(own.guests)}", again, width)]
    for number in own.guests:
        card = context.box.cards[number]
        found.append(spread([Span(f" {card.name}")], tiles_gained(context, state, card), width))
        if card.building is not None:
            found.append(
                trimmed(line(Span(f"   {_lodging(context, state, seat, card.building, width - 3)}", "faint")), width)
            )
    return found if own.guests else [*found, _none(width)]


def _lodging(context: MatchContext, state: State, seat: Seat, building: int, width: int) -> str:
    """Return a guest's building, its stage, and the seat's guest monks there."""
    stage, own = building_stage(context, state, building), context.plan.buildings[building]
    there = "visiting" if stage == "parchment" else counted(guest_monk_count(state, seat, building), "guest monk")
    return fitting((f"{name}: {stage}, {there}" for name in (building_words(own), own.letter)), width)


def _titled(text: str, right: Sequence[Span], width: int) -> Line:
    """Return a heading with more text at its right end."""
    taken = sum(cell_len(span.text) for span in right)
    rule = heading(text, width - taken - 1 if right else width)
    return Line((*rule.spans, Span(" "), *right)) if right else rule


def _unfinished_page(context: MatchContext, state: State, width: int) -> list[Line]:
    title = line(Span(" unfinished tasks", "rubric", strong=True))

    def part(numbers: Iterable[int]) -> Callable[[int], list[Line]]:
        return lambda room: [it for number in numbers for it in _pile(context, state, number, room)]

    found = [title, *halves(part((0, 1)), part((2, 3)), width)]
    if state.fallen:
        cost = signed_points(len(state.fallen) * FALLEN)
        found.append(heading(f"{counted(len(state.fallen), 'collapse')}: {cost}", width))
    return found


def _pile(context: MatchContext, state: State, number: int, width: int) -> list[Line]:
    """Return the face-up card of a pile with its whole text, and the number of cards below it."""
    name, colour = _PILES[number]
    leftover = state.leftovers[number]
    sign = Span(f"{context.glyphs.symbols[colour]} ", f"{colour_word(colour)}_text", strong=True)
    found = [
        spread(
            [Span("─ ", "edge"), sign, Span(name, "rubric", strong=True)],
            [Span(f"{leftover.pile.count} more below", "faint")],
            width,
        )
    ]
    if leftover.top is None:
        return [*found, trimmed(line(Span(" no cards left", "faint")), width)]
    card = context.box.cards[leftover.top]
    named = paragraph(f"{card_number(card)} {card.name or card_title(card)}", width - 1, strong=True)
    text = paragraph(card_full(context.box, card, solo=context.solo), width - 1)
    return [*found, *(line(Span(" "), *it.spans) for it in (*named, *text))]
