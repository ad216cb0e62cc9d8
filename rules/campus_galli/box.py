"""The components in the box as values: plan, shapes, sections, cards, tasks and counts.

`loader` makes a `Box` from TOML and checks it; `Box` only holds the values. References are indices into its tuples:
building 0 is the first of `plan.buildings`, and so on. Colours are 0 to 3.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from rules.campus_galli.geometry import Mask

COLOURS: Final = ("red", "green", "blue", "yellow")
COLOUR_LETTERS: Final = "RGBY"
ANY_TILE: Final = len(COLOURS)
"""Among the tiles of a cost: a tile of any colour."""
SIDES: Final = ("north", "east", "south", "west")
NORTH_TOWER: Final = "north-tower"
"""The key of the place on which a storm falls."""
DIE_FACES: Final = (*COLOURS, "white", "black")
WHITE, BLACK = 4, 5
"""Faces of a die beyond the four colours: nothing, and any one colour."""


class Origin(Enum):
    """The stock that a section is taken from, and returns to when it falls."""

    HUT = "hut"
    """The builders' hut: open to all, taken by sight."""
    POUCH = "pouch"
    """The prayer pouch: the shape can be felt, the colour cannot."""


class CardKind(Enum):
    """The kinds of action card."""

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
    BOOK = "book"
    """A book for the library, and a tile of its colour."""
    GUEST = "guest"
    """A guest, the tiles he brings, and perhaps a monk beside his building."""
    UNFINISHED = "unfinished"
    """One of the cards turned up on the board of unfinished tasks."""


class TaskKind(Enum):
    """The kinds of task: what it demands, or what it does when revealed."""

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
    DUES = "dues"
    """At once: who has many tiles returns them all for one of each colour."""
    FEAST = "feast"
    """At once: guests are scored again."""
    STUDY = "study"
    """At once: books are scored again."""
    HOURS = "hours"
    """Long hours of prayer: to have no tile of a colour at the end of the turn."""
    ALMS = "alms"
    """To have two tiles or fewer at the end of the turn."""
    COMPLETE = "complete"
    """To complete a building."""
    NEWBOOK = "newbook"
    """To produce a book."""
    PERSON = "person"
    """To bring a new person beside a building on a side of the plan."""
    TOGETHER = "together"
    """To receive tiles of two colours in one turn."""
    PAID = "paid"
    """To pay tiles."""
    FIRE = "fire"
    """Event: who has books saves them or loses one."""
    EPIDEMIC = "epidemic"
    """Event: who has guest monks on a side of the plan saves them or loses one."""
    COLLAPSE = "collapse"
    """Event: a section is propped up or falls."""
    STORM = "storm"
    """Event: a section on the north tower falls."""
    HALT = "halt"
    """Construction halt: a cordon lies on a building until tiles are paid."""
    EXPANSION = "expansion"
    """To cover, with one section, indicated grass and a space of a building."""
    CONNECTION = "connection"
    """To cover, with one section, indicated grass and a space of each of two buildings."""
    RECONSTRUCTION = "reconstruction"
    """To lay a section of a shape, which lies on the plan, elsewhere."""
    ARRIVALS = "arrivals"
    """Event: who has a monk beside a building on a side of the plan may pay for another one."""


LEAST_LEVEL: Final = {
    CardKind.BOOK: 2,
    CardKind.GUEST: 2,
    CardKind.UNFINISHED: 3,
    TaskKind.DUES: 2,
    TaskKind.FEAST: 2,
    TaskKind.STUDY: 2,
    TaskKind.HOURS: 2,
    TaskKind.ALMS: 2,
    TaskKind.COMPLETE: 2,
    TaskKind.NEWBOOK: 2,
    TaskKind.PERSON: 2,
    TaskKind.TOGETHER: 2,
    TaskKind.PAID: 2,
    TaskKind.FIRE: 3,
    TaskKind.EPIDEMIC: 3,
    TaskKind.COLLAPSE: 3,
    TaskKind.STORM: 3,
    TaskKind.HALT: 3,
    TaskKind.EXPANSION: 3,
    TaskKind.CONNECTION: 3,
    TaskKind.RECONSTRUCTION: 3,
    TaskKind.ARRIVALS: 3,
}
"""The level that brings a kind in, level I for those not named. An action card is always of that level, a task may be
of a later one."""
SEVERAL_SIDES: Final = frozenset({TaskKind.EPIDEMIC, TaskKind.ARRIVALS})
"""Kinds of task that may name several sides of the plan."""
UNSEALED: Final = frozenset({TaskKind.DUES, TaskKind.FEAST, TaskKind.STUDY, TaskKind.STORM, TaskKind.ARRIVALS})
"""Kinds of task that no seat ever takes: they bear no seals."""


class Building(NamedTuple):
    """One monastery building."""

    letter: str
    name: str
    area: Mask
    """Its lettered spaces."""
    cost: tuple[int, ...] = ()
    """The colours of the tiles that its parchment side shows, rising, ANY_TILE last; empty if it is never parchment."""


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


def wooden(plan: Plan) -> int:
    """Return the mask of all building spaces."""
    mask = 0
    for building in plan.buildings:
        mask |= building.area
    return mask


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
    """What BUILD may choose from; the tile of BOOK; the tiles that GUEST brings one of; else empty."""
    shapes: tuple[int, ...]
    """What PRAY and DOUBLE may choose from; else empty."""
    name: str = ""
    """BOOK and GUEST: the title, the person."""
    building: int | None = None
    """GUEST: where he lives."""
    points: int = 0
    """BOOK: half-points at the end."""


class Task(NamedTuple):
    """One task card. Fields that its kind does not use are empty or None."""

    key: str
    level: int
    kind: TaskKind
    points: int
    """Half-points: a golden seal is 2; 0 for the kinds in `UNSEALED`."""
    building: int | None
    """PROGRESS, LETTER, HALT and EXPANSION: the building; CONNECTION: the first; SIDE: the one to flip if its side
    has none in wood."""
    colours: tuple[int, ...]
    """COLOURS and TOGETHER: both; SIDE and HOURS: the one; COLLAPSE: all, in the order of reading."""
    shapes: tuple[int, ...]
    """SHAPES: both; LETTER and RECONSTRUCTION: the one; COLLAPSE: those it shows, in the order of reading."""
    side: int | None
    """SIDE, PERSON, EPIDEMIC and ARRIVALS: which of `SIDES`."""
    name: str = ""
    """PAID: what is paid for."""
    tiles: tuple[int, ...] = ()
    """PAID, HALT and ARRIVALS: the colours of the tiles to be paid, not falling, ANY_TILE last."""
    second: int | None = None
    """CONNECTION: the other building."""
    spaces: Mask = Mask(0)
    """EXPANSION and CONNECTION: the indicated grass."""
    areas: tuple[int, ...] = ()
    """EPIDEMIC and ARRIVALS that name several of `SIDES`: all of them, rising, `side` the first; else empty."""

    @property
    def sides(self) -> tuple[int, ...]:
        """All of `SIDES` that the task names."""
        return self.areas or (() if self.side is None else (self.side,))


class Band(NamedTuple):
    """One row of the cooperative score table: from `least` half-points on."""

    key: str
    name: str
    verdict: str
    least: int


class Rank(NamedTuple):
    """A named step within the lowest row of the score table: from `least` half-points on."""

    name: str
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
    deal: tuple[tuple[int, ...], ...]
    """For the action cards of level I, II, ... up to this one: how many are dealt to each seat for 1, 2, ... seats,
    the angel not counted."""
    jokers: bool
    """Whether the jokers lie in the pouch."""
    bands: tuple[Band, ...]
    """From the lowest up; the first has no lower end."""
    ranks: tuple[Rank, ...] = ()
    """The steps within the lowest band, from the lowest up; the first has no lower end. There may be none."""


class Counts(NamedTuple):
    """Counts that all levels share."""

    monks: int
    """Of each seat at a table of two and more."""
    monks_solo: int
    tiles: int
    """Of each colour, in the supply and with the seats."""
    cooperation: int
    """Cards "good cooperation"."""
    dice: int
    """Dice, all alike."""
    die: tuple[int, ...]
    """The sides of a die: places in `DIE_FACES`, not falling."""


class Box(NamedTuple):
    """Everything in the box."""

    plan: Plan
    shapes: tuple[Shape, ...]
    sections: tuple[Section, ...]
    cards: tuple[ActionCard, ...]
    tasks: tuple[Task, ...]
    levels: tuple[Level, ...]
    counts: Counts
