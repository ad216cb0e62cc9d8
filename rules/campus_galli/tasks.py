"""Tasks: which a section fulfils, which are still possible, and what revealing one flips."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.campus_galli.box import CardKind, Section, Task, TaskKind
from rules.campus_galli.layout import Placement
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import EffectKind, LaidSection, State, with_seat
from rules.engine.secrecy import Seat
from rules.engine.tellings import Told


class Neighbours(NamedTuple):
    """The colours and shapes that a placement borders, as bits."""

    colours: int
    shapes: int


def on_board(setting: Setting, state: State, kind: TaskKind) -> tuple[tuple[int, Task], ...]:
    """Return the tasks of a kind on the board, with their places."""
    return _by_kind(setting, state.board, state.turned).get(kind, ())


@lru_cache(maxsize=256)
def _by_kind(
    setting: Setting, board: tuple[int | None, ...], turned: int
) -> dict[TaskKind, tuple[tuple[int, Task], ...]]:
    """Return the tasks on the board by kind; cached, because boards change rarely."""
    found: dict[TaskKind, tuple[tuple[int, Task], ...]] = {}
    for place, number in enumerate(board):
        if number is not None and not turned >> place & 1:
            task = setting.box.tasks[number]
            found[task.kind] = (*found.get(task.kind, ()), (place, task))
    return found


def take(state: State, seat: Seat, places: Sequence[int], told: list[Told]) -> State:
    """Give the seat the tasks of these places, which it has fulfilled (CG-I-3c, CG-II-3g7)."""
    if not places:
        return state
    board, own = list(state.board), state.seats[seat]
    taken = list(own.tasks)
    for place in places:
        task = board[place]
        if task is None:
            raise ValueError("no task lies there")
        told.append(Told(EffectKind.TASK_FULFILLED, seat, (task, place)))
        taken.append(task)
        board[place] = None
    return with_seat(state._replace(board=tuple(board)), seat, own._replace(tasks=tuple(taken)))


def neighbours(setting: Setting, laid: tuple[LaidSection, ...], placement: Placement) -> Neighbours:
    """Return the colours and shapes of the sections that share an edge with the placement."""
    placements, sections = setting.layout.placements, setting.box.sections
    colours = shapes = 0
    for other in laid:
        if placements[other.placement].mask & placement.border:
            section = sections[other.section]
            shapes |= 1 << section.shape
            if section.colour is not None:
                colours |= 1 << section.colour
    return Neighbours(colours, shapes)


def fulfils(setting: Setting, task: Task, section: Section, placement: Placement, beside: Neighbours) -> bool:
    """Return whether laying the section there fulfils the task (CG-I-3c1 to CG-I-3c6, CG-III-3g1 to CG-III-3g3)."""
    match task.kind:
        case TaskKind.PROGRESS:
            return _touches(placement, task.building)
        case TaskKind.COLOURS:
            return section.colour is not None and _pairs(task.colours, section.colour, beside.colours)
        case TaskKind.SHAPES:
            return _pairs(task.shapes, section.shape, beside.shapes)
        case TaskKind.SIDE:
            return section.colour == task.colours[0] and any(
                _touches(placement, building) for building in side_of(setting, task)
            )
        case TaskKind.LETTER:
            return section.shape == task.shapes[0] and _touches(placement, task.building)
        case TaskKind.EXPANSION | TaskKind.CONNECTION:
            linked = _touches(placement, task.building) and (task.second is None or _touches(placement, task.second))
            return linked and bool(placement.mask & task.spaces)
        case _:
            return False


def possible(setting: Setting, state: State, task: Task) -> bool:
    """Return whether the task can still be fulfilled; unseen components count as available (CG-I-1g, CG-III-1d)."""
    match task.kind:
        case TaskKind.PROGRESS | TaskKind.HALT:
            return not is_complete(setting, state, task.building)
        case TaskKind.COLOURS:
            first, second = (setting.colour_sections[colour] for colour in task.colours)
            return _pair_possible(setting, state, first, second)
        case TaskKind.SHAPES:
            first, second = (setting.shape_sections[shape] for shape in task.shapes)
            return _pair_possible(setting, state, first, second)
        case TaskKind.SIDE:
            left = (state.hut | state.pouch) & setting.colour_sections[task.colours[0]]
            return bool(left) and not all(is_complete(setting, state, b) for b in side_of(setting, task))
        case TaskKind.LETTER:
            left = (state.hut | state.pouch) & setting.shape_sections[task.shapes[0]]
            return bool(left) and not is_complete(setting, state, task.building)
        case TaskKind.COMPLETE:
            return not all(is_complete(setting, state, building) for building in range(len(setting.box.plan.buildings)))
        case TaskKind.NEWBOOK:
            return _cards_left(setting, state, CardKind.BOOK)
        case TaskKind.PERSON:
            parchment = any(not state.open >> building & 1 for building in side_of(setting, task))
            return parchment or _cards_left(setting, state, CardKind.GUEST)
        case TaskKind.EXPANSION | TaskKind.CONNECTION:
            done = is_complete(setting, state, task.building) or is_complete(setting, state, task.second)
            return not done and bool(task.spaces & ~state.covered)
        case _:
            return True


def flipped_by(setting: Setting, state: State, task: Task) -> tuple[int, ...]:
    """Return the buildings that revealing the task flips to wood (CG-I-1b, CG-I-1d, CG-III-1b, CG-III-1c)."""
    if task.kind is TaskKind.HALT:
        return ()
    if task.kind is TaskKind.SIDE and any(state.open >> building & 1 for building in side_of(setting, task)):
        return ()
    named = (task.building, task.second)
    return tuple(building for building in named if building is not None and not state.open >> building & 1)


def is_complete(setting: Setting, state: State, building: int | None) -> bool:
    """Return whether a wooden building has no uncovered space left."""
    if building is None or not state.open >> building & 1:
        return False
    return not setting.layout.areas[building] & ~state.covered


def _cards_left(setting: Setting, state: State, kind: CardKind) -> bool:
    """Return whether a card of the kind may still be played; unseen cards count as available (CG-II-1k)."""
    gone = {card for seat in state.seats for card in (*seat.books, *seat.guests, *seat.played, *seat.lost)}
    return any(card not in gone for card in setting.cards if setting.box.cards[card].kind is kind)


def of_side(setting: Setting, state: State, building: int) -> list[int]:
    """Return the places of the tasks that a new person beside the building fulfils (CG-II-3g3)."""
    persons = on_board(setting, state, TaskKind.PERSON)
    return [place for place, task in persons if building in side_of(setting, task)]


def side_of(setting: Setting, task: Task) -> tuple[int, ...]:
    """Return the buildings of the sides that the task names, each once."""
    sides = setting.box.plan.sides
    return tuple(dict.fromkeys(building for side in task.sides for building in sides[side]))


def _touches(placement: Placement, building: int | None) -> bool:
    return building is not None and bool(placement.buildings >> building & 1)


def _pairs(pair: tuple[int, ...], own: int, beside: int) -> bool:
    first, second = pair
    return (own == first and bool(beside >> second & 1)) or (own == second and bool(beside >> first & 1))


def _pair_possible(setting: Setting, state: State, first: int, second: int) -> bool:
    """Return whether a section of one set can still be laid beside one of the other."""
    stock = state.hut | state.pouch
    if first == second:
        return bool(stock & first) and (setting.sections & first).bit_count() >= 2
    return bool(stock & (first | second)) and bool(setting.sections & first) and bool(setting.sections & second)
