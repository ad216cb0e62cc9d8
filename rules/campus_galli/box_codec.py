"""The box in a match header, and as data for people and other programs."""

from __future__ import annotations

from typing import Any, cast

from rules.campus_galli.box import COLOURS, DIE_FACES, SIDES, Box
from rules.campus_galli.box_checks import check
from rules.campus_galli.box_limits import LETTERS, MAX_HEIGHT, MAX_WIDTH, SHAPES
from rules.engine.codecs import DerivedCodecs
from rules.engine.components import from_plain, readable
from rules.engine.game import Readable
from rules.engine.grid import space_name
from rules.engine.kinds import Words
from rules.engine.plain_data import Codec, Plain, PlainError, integer


def box_to_plain(box: Box) -> Plain:
    """Encode a box canonically: the plan's size, the rest of the plan, everything else."""
    plan, *rest = cast("list[Any]", _codec(box.plan.width, box.plan.height).encode(box))
    return [*plan[:2], plan[2:], rest]


def box_from_plain(plain: Plain) -> Box:
    """Decode a box. Raises `ComponentError` for anything that is not the form of a valid box."""
    box = from_plain(Codec(box_to_plain, _decoded), plain)
    check(box)
    return box


def _decoded(plain: Plain) -> Box:
    match plain:
        case [width, height, [*plan], [*rest]]:
            size = integer(1, MAX_WIDTH).decode(width), integer(1, MAX_HEIGHT).decode(height)
            return _codec(*size).decode([[*size, *plan], *rest])
        case _:
            raise PlainError("expected width, height, plan and the rest")


def _codec(width: int, height: int) -> Codec[Box]:
    return DerivedCodecs(_words(width, height, [str(shape) for shape in range(SHAPES)]), 1, {}).of(Box)


def _words(width: int, height: int, shapes: list[str]) -> Words:
    return {
        "colour": COLOURS,
        "cost": (*COLOURS, "any"),
        "building": LETTERS,
        "shape": shapes,
        "side": SIDES,
        "face": DIE_FACES,
        "space": [space_name(space, width) for space in range(width * height)],
    }


def readable_box(box: Box) -> Readable:
    """Return everything in the box. Points are half-points."""
    words = _words(box.plan.width, box.plan.height, [shape.key for shape in box.shapes])
    shown = cast("dict[str, Any]", readable(box, Box, words, empty=True))
    for task, row in zip(box.tasks, shown["tasks"], strict=True):
        del row["areas"]
        row["sides"] = [SIDES[side] for side in task.sides]
    for level in shown["levels"]:
        for lowest in level["ranks"][:1]:
            lowest["least_half_points"] = None
    return shown
