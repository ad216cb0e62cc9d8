"""Tiles received, paid, swapped and returned, and the tasks fulfilled by receiving (CG-II-3g5, CG-II-3g6)."""

from __future__ import annotations

from rules.campus_galli import tasks
from rules.campus_galli.box import TaskKind
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import EffectKind, State, with_seat
from rules.campus_galli.tiles import ANY_COLOUR, Tiles, colours_in, each, minus, plus, tile, within
from rules.engine.secrecy import Seat
from rules.engine.tellings import Told

MANY_TILES = 7
"""A seat with more tiles returns them all at dues."""


def receive(setting: Setting, state: State, seat: Seat, tiles: Tiles, told: list[Told]) -> State:
    """Give the seat these tiles, limited by the supply (CG-II-3s3); in its turn that may fulfil tasks."""
    state, got = _given(state, seat, tiles)
    if not any(got):
        return state
    told.append(Told(EffectKind.TILES_RECEIVED, seat, got))
    if state.turn != seat:
        return state
    state = state._replace(received=state.received | colours_in(got))
    fulfilled = [
        place
        for place, task in tasks.on_board(setting, state, TaskKind.TOGETHER)
        if all(state.received >> colour & 1 for colour in task.colours)
    ]
    return tasks.take(state, seat, fulfilled, told)


def _given(state: State, seat: Seat, tiles: Tiles) -> tuple[State, Tiles]:
    red, green, blue, yellow = (min(wanted, left) for wanted, left in zip(tiles, state.tiles, strict=True))
    got = (red, green, blue, yellow)
    own = state.seats[seat]
    state = with_seat(state._replace(tiles=minus(state.tiles, got)), seat, own._replace(tiles=plus(own.tiles, got)))
    return state, got


def pay(state: State, seat: Seat, tiles: Tiles, told: list[Told]) -> State:
    """Return the tiles to the supply (CG-II-3p6)."""
    if not any(tiles):
        return state
    told.append(Told(EffectKind.TILES_PAID, seat, tiles))
    return _returned(state, seat, tiles)


def _returned(state: State, seat: Seat, tiles: Tiles) -> State:
    own = state.seats[seat]
    state = state._replace(tiles=plus(state.tiles, tiles))
    return with_seat(state, seat, own._replace(tiles=minus(own.tiles, tiles)))


def swap(state: State, seat: Seat, given: Tiles, colour: int, told: list[Told]) -> State:
    """Swap three tiles for one, which does not count as received (CG-II-3s, CG-II-3s2)."""
    told.append(Told(EffectKind.TILES_SWAPPED, seat, (*given, colour)))
    state, _ = _given(_returned(state, seat, given), seat, tile(colour))
    return state


def dues(state: State, order: tuple[Seat, ...], told: list[Told]) -> State:
    """Make seats with many tiles return them all for one of each colour (CG-II-1c, CG-II-1f)."""
    rich = [seat for seat in order if sum(state.seats[seat].tiles) > MANY_TILES]
    for seat in rich:
        told.append(Told(EffectKind.TILES_RETURNED, seat, state.seats[seat].tiles))
        state = _returned(state, seat, state.seats[seat].tiles)
    for seat in rich:
        state, got = _given(state, seat, each(ANY_COLOUR))
        told.append(Told(EffectKind.TILES_RECEIVED, seat, got))
    return state


def fits(tiles: Tiles, own: Tiles) -> bool:
    """Return whether the seat has these tiles."""
    return min(tiles) >= 0 and within(tiles, own)
