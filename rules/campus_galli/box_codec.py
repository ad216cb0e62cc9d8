"""The codec of boxes, for match headers. Constraints are checked by `box_checks`."""

from __future__ import annotations

from enum import Enum
from typing import Any, TypeVar

from rules.campus_galli.box import (
    ANY_TILE,
    COLOURS,
    DIE_FACES,
    SIDES,
    ActionCard,
    Band,
    Box,
    Building,
    CardKind,
    Counts,
    Level,
    Origin,
    Plan,
    Rank,
    Section,
    Shape,
    Task,
    TaskKind,
)
from rules.campus_galli.box_checks import check
from rules.campus_galli.box_limits import (
    LETTERS,
    LEVELS,
    MAX_BANDS,
    MAX_CARDS,
    MAX_COST,
    MAX_DICE,
    MAX_FACES,
    MAX_HEIGHT,
    MAX_LEAST,
    MAX_MONKS,
    MAX_NUMBER,
    MAX_PLACES,
    MAX_POINTS,
    MAX_SHAPE,
    MAX_TEXT,
    MAX_TILES,
    MAX_WIDTH,
    PARCHMENT_TILES,
    SEATS,
    SHAPES,
)
from rules.engine.game import ComponentError
from rules.engine.plain import (
    BOOL,
    Codec,
    Plain,
    PlainError,
    ascending,
    extended,
    integer,
    items,
    mask,
    optional,
    record,
    structure,
    text,
)

E = TypeVar("E", bound=Enum)


def box_to_plain(box: Box) -> Plain:
    """Encode a box canonically."""
    size = [box.plan.width, box.plan.height]
    return [*size, _plan(*size).encode(box.plan), _rest(*size).encode(box[1:])]


def box_from_plain(plain: Plain) -> Box:
    """Decode a box. Raises `ComponentError` for anything that is not the form of a valid box."""
    try:
        box = _decoded(plain)
    except (PlainError, RecursionError) as error:
        reason = str(error) if isinstance(error, PlainError) else "it is nested too deeply"
        raise ComponentError(f"The component data has the wrong form: {reason}.") from None
    check(box)
    return box


def _decoded(plain: Plain) -> Box:
    if not isinstance(plain, list) or len(plain) != 4:
        raise PlainError("expected width, height, plan and the rest")
    width, height, plan, rest = plain
    size = integer(1, MAX_WIDTH).decode(width), integer(1, MAX_HEIGHT).decode(height)
    return Box(_plan(*size).decode(plan), *_rest(*size).decode(rest))


def _tag(kinds: type[E]) -> Codec[E]:
    """Return a codec for the members of an enum, by value."""
    by_value: dict[str, E] = {kind.value: kind for kind in kinds}

    def decode(plain: Plain) -> E:
        if not isinstance(plain, str) or plain not in by_value:
            raise PlainError(f"expected one of {', '.join(by_value)}")
        return by_value[plain]

    return Codec(lambda kind: kind.value, decode)


def _plan(width: int, height: int) -> Codec[Plan]:
    """Return a codec for plans of this size; masks have the length that the size needs."""
    spaces = mask(width * height)
    place = record(lambda *parts: parts, _TEXT, _TEXT, spaces)
    return record(
        lambda *parts: Plan(width, height, *parts),
        items(
            structure(Building, letter=text(1), name=_TEXT, area=spaces, cost=items(_SHOWN, PARCHMENT_TILES)),
            len(LETTERS),
        ),
        spaces,
        items(spaces, len(COLOURS)),
        items(items(_BUILDING, len(LETTERS)), len(SIDES)),
        items(place, MAX_PLACES),
        parts=lambda plan: plan[2:],
    )


_TEXT = text(MAX_TEXT)
_BUILDING = integer(0, len(LETTERS) - 1)
_SHAPE = integer(0, SHAPES - 1)
_COLOUR = integer(0, len(COLOURS) - 1)
_SHOWN = integer(0, ANY_TILE)
"""A tile of a cost."""
_LEVEL = integer(1, LEVELS)
_CELL = record(lambda *parts: parts, integer(0, MAX_SHAPE - 1), integer(0, MAX_SHAPE - 1))

_CARD = structure(
    ActionCard,
    key=_TEXT,
    level=_LEVEL,
    kind=_tag(CardKind),
    numbers=ascending(integer(1, MAX_NUMBER), 2),
    colours=ascending(_COLOUR, len(COLOURS)),
    shapes=ascending(_SHAPE, 2),
    name=_TEXT,
    building=optional(_BUILDING),
    points=integer(0, MAX_POINTS),
)


def _task(width: int, height: int) -> Codec[Task]:
    """Return a codec for tasks on a plan of this size. An empty mask is encoded as None."""
    spaces = optional(mask(width * height))
    return extended(
        Task,
        "areas",
        ascending(integer(0, len(SIDES) - 1), len(SIDES)),
        key=_TEXT,
        level=_LEVEL,
        kind=_tag(TaskKind),
        points=integer(0, MAX_POINTS),
        building=optional(_BUILDING),
        colours=items(_COLOUR, len(COLOURS)),
        shapes=items(_SHAPE, SHAPES),
        side=optional(integer(0, len(SIDES) - 1)),
        name=_TEXT,
        tiles=items(_SHOWN, MAX_COST),
        second=optional(_BUILDING),
        spaces=Codec(lambda grass: spaces.encode(grass or None), lambda plain: _grass(spaces.decode(plain))),
    )


def _grass(spaces: int | None) -> int:
    if spaces == 0:
        raise PlainError("expected no mask where there is no grass")
    return spaces or 0


_ONE_LEVEL = extended(
    Level,
    "ranks",
    items(structure(Rank, name=_TEXT, least=integer(-MAX_LEAST, MAX_LEAST)), MAX_BANDS),
    number=_LEVEL,
    name=_TEXT,
    open_at_start=ascending(_BUILDING, len(LETTERS)),
    draw=integer(2, MAX_CARDS),
    board=items(integer(1, MAX_CARDS), SEATS),
    deal=items(items(integer(1, MAX_CARDS), SEATS), LEVELS),
    jokers=BOOL,
    bands=items(structure(Band, key=_TEXT, name=_TEXT, verdict=_TEXT, least=integer(0, MAX_LEAST)), MAX_BANDS),
)


def _rest(width: int, height: int) -> Codec[tuple[Any, ...]]:
    """Return a codec for all fields of `Box` but the plan, in order."""
    return record(
        lambda *parts: parts,
        items(
            structure(
                Shape,
                key=_TEXT,
                letter=text(1),
                name=_TEXT,
                cells=items(_CELL, MAX_SHAPE),
            ),
            SHAPES,
        ),
        items(
            structure(Section, origin=_tag(Origin), shape=_SHAPE, colour=optional(_COLOUR)),
            SHAPES * (2 * len(COLOURS) + 1),
        ),
        items(_CARD, MAX_CARDS),
        items(_task(width, height), MAX_CARDS),
        items(_ONE_LEVEL, LEVELS),
        structure(
            Counts,
            monks=integer(1, MAX_MONKS),
            monks_solo=integer(1, MAX_MONKS),
            tiles=integer(1, MAX_TILES),
            cooperation=integer(1, MAX_TILES),
            dice=integer(1, MAX_DICE),
            die=items(integer(0, len(DIE_FACES) - 1), MAX_FACES),
        ),
    )
