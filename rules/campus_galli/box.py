"""What lies in the box: the plan, the shapes, the sections, the cards, the tasks and the counts, as values.

`loader` makes a `Box` from TOML and checks it; `Box` itself only holds. Numbers refer to places in its
tuples: building 0 is the first of `plan.buildings`, and so on. Colours are 0 to 3.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from rules.campus_galli.geometry import Mask

COLOURS: Final = ("red", "green", "blue", "yellow")
COLOUR_LETTERS: Final = "RGBY"
SIDES: Final = ("north", "east", "south", "west")


class Origin(Enum):
    """Where a section comes from, and goes back to when it falls."""

    HUT = "hut"
    """The builders' hut: open to all, taken by sight."""
    POUCH = "pouch"
    """The prayer pouch: the shape can be felt, the colour cannot."""


class CardKind(Enum):
    """What an action card lets its player take."""

    BUILD = "build"
    """From the hut, one of the card's colours, any shape."""
    MASTER = "master"
    """Grand master builder: from the hut, any colour and shape."""
    PRAY = "pray"
    """From the pouch, one of the card's shapes."""
    SEER = "seer"
    """Grand seer: from the pouch, any shape."""
    DOUBLE = "double"
    """The card's shape, from the pouch (lower number) or from the hut (higher number)."""
    ANGEL = "angel"
    """Anything from the hut, or any shape from the pouch."""


class TaskKind(Enum):
    """What a task asks of the section being laid."""

    PROGRESS = "progress"
    """To cover a space of a building."""
    COLOURS = "colours"
    """To border, colour to colour, in two colours."""
    SHAPES = "shapes"
    """To border, shape to shape, in two shapes."""
    SIDE = "side"
    """To cover, in a colour, a building on a side of the plan."""
    LETTER = "letter"
    """To cover, in a shape, a space of a building."""


class Building(NamedTuple):
    """One monastery building."""

    letter: str
    name: str
    area: Mask
    """Its lettered spaces."""


class Plan(NamedTuple):
    """The monastery plan. Masks are over width * height spaces."""

    width: int
    height: int
    buildings: tuple[Building, ...]
    trees: Mask
    symbols: tuple[Mask, Mask, Mask, Mask]
    """The spaces with a symbol of each colour."""
    sides: tuple[tuple[int, ...], ...]
    """For each of `SIDES` its buildings, in the order in which the cards name them."""
    places: tuple[tuple[str, str, Mask], ...]
    """Named spaces: key, name, where; e.g. the north tower."""


class Shape(NamedTuple):
    """One of the five tetromino-sized outlines of a section."""

    key: str
    letter: str
    name: str
    cells: tuple[tuple[int, int], ...]
    """Column and row of each space in its first orientation, both from 0."""


class Section(NamedTuple):
    """One building section. `colour` is None for a joker."""

    origin: Origin
    shape: int
    colour: int | None


class ActionCard(NamedTuple):
    """One action card."""

    key: str
    level: int
    kind: CardKind
    numbers: tuple[int, ...]
    """The order number; for DOUBLE the pouch's, then the hut's."""
    colours: tuple[int, ...]
    """What BUILD may choose from; else empty."""
    shapes: tuple[int, ...]
    """What PRAY and DOUBLE may choose from; else empty."""


class Task(NamedTuple):
    """One task card. Fields that its kind does not use are empty or None."""

    key: str
    level: int
    kind: TaskKind
    points: int
    """Half-points: a golden seal is 2."""
    building: int | None
    """PROGRESS and LETTER: the building; SIDE: the one to flip if its side has none in wood."""
    colours: tuple[int, ...]
    """COLOURS: both; SIDE: the one."""
    shapes: tuple[int, ...]
    """SHAPES: both; LETTER: the one."""
    side: int | None
    """SIDE: which of `SIDES`."""


class Band(NamedTuple):
    """One row of the cooperative score table: from `least` half-points on."""

    key: str
    name: str
    verdict: str
    least: int


class Level(NamedTuple):
    """The counts of one level."""

    number: int
    name: str
    open_at_start: tuple[int, ...]
    """Buildings on their construction side."""
    draw: int
    """Action cards drawn a round."""
    board: tuple[int, ...]
    """Places on the task board for 1, 2, ... seats."""
    deal: tuple[int, ...]
    """Action cards dealt to each seat for 1, 2, ... seats, the angel not counted."""
    jokers: bool
    """Whether the jokers lie in the pouch."""
    bands: tuple[Band, ...]
    """From the lowest up; the first has no lower end."""


class Counts(NamedTuple):
    """Counts that all levels share."""

    monks: int
    """Of each seat at a table of two and more."""
    monks_solo: int


class Box(NamedTuple):
    """Everything in the box."""

    plan: Plan
    shapes: tuple[Shape, ...]
    sections: tuple[Section, ...]
    cards: tuple[ActionCard, ...]
    tasks: tuple[Task, ...]
    levels: tuple[Level, ...]
    counts: Counts
