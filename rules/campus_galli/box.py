"""The components in the box as values: plan, shapes, sections, cards, tasks and counts.

`loader` makes a `Box` from TOML and checks it; `Box` only holds the values. References are indices into its tuples:
building 0 is the first of `plan.buildings`, and so on. Colours are 0 to 3.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Final, NamedTuple

from rules.campus_galli import box_limits as limits
from rules.campus_galli.box_limits import LETTERS, LEVELS, MAX_CARDS, SEATS, SHAPES
from rules.campus_galli.meta import META
from rules.campus_galli.pieces import BuildingNumber, ColourNumber, FaceNumber, ShapeNumber
from rules.engine.grid import Mask, union
from rules.engine.kinds import Bits, Form, Kind, Late, Most, Range, Shown
from rules.engine.plain_data import by_value, one_of_two, text

COLOURS: Final = META.colours
COLOUR_LETTERS: Final = "RGBY"
ANY_TILE: Final = len(COLOURS)
"""Among the tiles of a cost: a tile of any colour."""
SIDES: Final = ("north", "east", "south", "west")
NORTH_TOWER: Final = "north-tower"
"""The key of the place on which a storm falls."""
DIE_FACES: Final = (*COLOURS, "white", "black")
WHITE, BLACK = 4, 5
"""Faces of a die beyond the four colours: nothing, and any one colour."""

CostTile = Annotated[int, Kind("cost")]
"""A colour, or ANY_TILE."""
SideNumber = Annotated[int, Kind("side")]
Spaces = Annotated[Mask, Bits("space")]
Name = Annotated[str, Form(text(limits.MAX_TEXT))]
Letter = Annotated[str, Form(text(1))]
LevelNumber = Annotated[int, Range(1, LEVELS)]
CardCount = Annotated[int, Range(1, MAX_CARDS)]
HalfPoints = Annotated[int, Range(0, limits.MAX_POINTS), Shown("half_points")]
_Buildings = Annotated[tuple[BuildingNumber, ...], Most(len(LETTERS))]
_Cell = Annotated[int, Range(0, limits.MAX_SHAPE - 1)]


class Origin(Enum):
    """The stock that a section is taken from, and returns to when it falls."""

    HUT = "hut"
    """The builders' hut: all its sections are visible, and players choose one."""
    POUCH = "pouch"
    """The prayer pouch: the shape can be felt, the colour cannot."""


StockTaken = Annotated[Origin, Form(one_of_two(Origin.HUT, Origin.POUCH))]


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
    """A guest, the tiles he gives, and perhaps a monk beside his building."""
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


class Row(NamedTuple):
    """What the file gives for each card of a kind, besides its key and level."""

    level: int
    """The first level with this kind. An action card is always of that level, a task may be of a later one."""
    keys: tuple[str, ...] = ()


ROWS: Final = {
    CardKind.BUILD: Row(1, ("number", "colours")),
    CardKind.MASTER: Row(1, ("number",)),
    CardKind.PRAY: Row(1, ("number", "shapes")),
    CardKind.SEER: Row(1, ("number",)),
    CardKind.DOUBLE: Row(1, ("pouch", "hut", "shape")),
    CardKind.ANGEL: Row(1, ("number",)),
    CardKind.BOOK: Row(2, ("number", "name", "colour", "worth")),
    CardKind.GUEST: Row(2, ("number", "name", "building", "tiles")),
    CardKind.UNFINISHED: Row(3, ("number",)),
    TaskKind.PROGRESS: Row(1, ("building", "seals")),
    TaskKind.COLOURS: Row(1, ("colours", "seals")),
    TaskKind.SHAPES: Row(1, ("shapes", "seals")),
    TaskKind.SIDE: Row(1, ("colour", "side", "flips", "seals")),
    TaskKind.LETTER: Row(1, ("shape", "building", "seals")),
    TaskKind.DUES: Row(2),
    TaskKind.FEAST: Row(2),
    TaskKind.STUDY: Row(2),
    TaskKind.HOURS: Row(2, ("colour", "seals")),
    TaskKind.ALMS: Row(2, ("seals",)),
    TaskKind.COMPLETE: Row(2, ("seals",)),
    TaskKind.NEWBOOK: Row(2, ("seals",)),
    TaskKind.PERSON: Row(2, ("side", "seals")),
    TaskKind.TOGETHER: Row(2, ("colours", "seals")),
    TaskKind.PAID: Row(2, ("name", "tiles", "seals")),
    TaskKind.FIRE: Row(3, ("seals",)),
    TaskKind.EPIDEMIC: Row(3, ("side", "seals")),
    TaskKind.COLLAPSE: Row(3, ("shapes", "colours", "seals")),
    TaskKind.STORM: Row(3),
    TaskKind.HALT: Row(3, ("building", "tiles", "seals")),
    TaskKind.EXPANSION: Row(3, ("building", "spaces", "seals")),
    TaskKind.CONNECTION: Row(3, ("buildings", "spaces", "seals")),
    TaskKind.RECONSTRUCTION: Row(3, ("shape", "seals")),
    TaskKind.ARRIVALS: Row(3, ("side", "tiles")),
}
SEVERAL_SIDES: Final = frozenset({TaskKind.EPIDEMIC, TaskKind.ARRIVALS})
"""Kinds of task that may name several sides of the plan."""
UNSEALED: Final = frozenset(kind for kind in TaskKind if "seals" not in ROWS[kind].keys)
"""Kinds of task that no seat ever takes: they bear no seals."""


class Building(NamedTuple):
    """One monastery building."""

    letter: Letter
    name: Name
    area: Annotated[Spaces, Shown("spaces")]
    """Its lettered spaces."""
    cost: Annotated[tuple[CostTile, ...], Most(limits.PARCHMENT_TILES)] = ()
    """The colours of the tiles that its parchment side shows, rising, ANY_TILE last; empty if it is never parchment."""


class Symbols(NamedTuple):
    """The spaces with a symbol of each colour."""

    red: Spaces
    green: Spaces
    blue: Spaces
    yellow: Spaces


class Sides(NamedTuple):
    """For each of `SIDES` its buildings, in the order in which the cards name them."""

    north: _Buildings
    east: _Buildings
    south: _Buildings
    west: _Buildings


class Place(NamedTuple):
    """Named spaces, e.g. the north tower."""

    key: Name
    name: Name
    spaces: Spaces


class Plan(NamedTuple):
    """The monastery plan. Masks are over width * height spaces."""

    width: Annotated[int, Range(1, limits.MAX_WIDTH)]
    height: Annotated[int, Range(1, limits.MAX_HEIGHT)]
    buildings: Annotated[tuple[Building, ...], Most(len(LETTERS))]
    trees: Spaces
    symbols: Symbols
    sides: Sides
    places: Annotated[tuple[Place, ...], Most(limits.MAX_PLACES)]


def wooden(plan: Plan) -> Mask:
    """Return the mask of all building spaces."""
    return union(building.area for building in plan.buildings)


class Shape(NamedTuple):
    """One of the five tetromino-sized outlines of a section."""

    key: Name
    letter: Letter
    name: Name
    cells: Annotated[tuple[tuple[_Cell, _Cell], ...], Most(limits.MAX_SHAPE)]
    """Column and row of each space in its first orientation, both from 0."""


class Section(NamedTuple):
    """One building section. `colour` is None for a joker."""

    origin: Annotated[Origin, Form(by_value(Origin))]
    shape: ShapeNumber
    colour: ColourNumber | None


class ActionCard(NamedTuple):
    """One action card."""

    key: Name
    level: LevelNumber
    kind: Annotated[CardKind, Form(by_value(CardKind))]
    numbers: Annotated[tuple[Annotated[int, Range(1, limits.MAX_NUMBER)], ...], Most(2, ascending=True)]
    """The order number; for DOUBLE the pouch's, then the hut's."""
    colours: Annotated[tuple[ColourNumber, ...], Most(len(COLOURS), ascending=True)] = ()
    """The colours that BUILD may choose from; BOOK's tile; the tiles of which GUEST gives one; else empty."""
    shapes: Annotated[tuple[ShapeNumber, ...], Most(2, ascending=True)] = ()
    """What PRAY and DOUBLE may choose from; else empty."""
    name: Name = ""
    """BOOK and GUEST: the title, the person."""
    building: BuildingNumber | None = None
    """GUEST: where he lives."""
    points: HalfPoints = 0
    """BOOK: half-points at the end."""


class Task(NamedTuple):
    """One task card. Fields that its kind does not use are empty or None."""

    key: Name
    level: LevelNumber
    kind: Annotated[TaskKind, Form(by_value(TaskKind))]
    points: HalfPoints = 0
    """Half-points: a golden seal is 2; 0 for the kinds in `UNSEALED`."""
    building: BuildingNumber | None = None
    """PROGRESS, LETTER, HALT and EXPANSION: the building; CONNECTION: the first; SIDE: the one to flip if its side
    has none in wood."""
    colours: Annotated[tuple[ColourNumber, ...], Most(len(COLOURS))] = ()
    """COLOURS and TOGETHER: both; SIDE and HOURS: the one; COLLAPSE: all, in the order of reading."""
    shapes: Annotated[tuple[ShapeNumber, ...], Most(SHAPES)] = ()
    """SHAPES: both; LETTER and RECONSTRUCTION: the one; COLLAPSE: those it shows, in the order of reading."""
    side: SideNumber | None = None
    """SIDE, PERSON, EPIDEMIC and ARRIVALS: which of `SIDES`."""
    name: Name = ""
    """PAID: what is paid for."""
    tiles: Annotated[tuple[CostTile, ...], Most(limits.MAX_COST)] = ()
    """PAID, HALT and ARRIVALS: the colours of the tiles to be paid, not falling, ANY_TILE last."""
    second: Annotated[BuildingNumber, Shown("second_building")] | None = None
    """CONNECTION: the other building."""
    spaces: Annotated[Mask, Bits("space", optional=True)] = Mask(0)
    """EXPANSION and CONNECTION: the indicated grass."""
    areas: Annotated[tuple[SideNumber, ...], Most(len(SIDES), ascending=True), Late()] = ()
    """EPIDEMIC and ARRIVALS that name several of `SIDES`: all of them, rising, `side` the first; else empty."""

    @property
    def sides(self) -> tuple[int, ...]:
        """All of `SIDES` that the task names."""
        return self.areas or (() if self.side is None else (self.side,))


class Band(NamedTuple):
    """One row of the cooperative score table: from `least` half-points on."""

    key: Name
    name: Name
    verdict: Name
    least: Annotated[int, Range(0, limits.MAX_LEAST), Shown("least_half_points")]


class Rank(NamedTuple):
    """A named step within the lowest row of the score table: from `least` half-points on."""

    name: Name
    least: Annotated[int, Range(-limits.MAX_LEAST, limits.MAX_LEAST), Shown("least_half_points")]


class Level(NamedTuple):
    """The counts of one level."""

    number: LevelNumber
    name: Name
    open_at_start: Annotated[tuple[BuildingNumber, ...], Most(len(LETTERS), ascending=True)]
    """Buildings on their construction side."""
    draw: Annotated[int, Range(2, MAX_CARDS)]
    """Action cards drawn a round."""
    board: Annotated[tuple[CardCount, ...], Most(SEATS)]
    """Places on the task board for 1, 2, ... seats."""
    deal: Annotated[tuple[Annotated[tuple[CardCount, ...], Most(SEATS)], ...], Most(LEVELS)]
    """For the action cards of level I, II, ... up to this one: how many are dealt to each seat for 1, 2, ... seats,
    the angel not counted."""
    jokers: bool
    """Whether the jokers lie in the pouch."""
    bands: Annotated[tuple[Band, ...], Most(limits.MAX_BANDS)]
    """From the lowest up; the first has no lower end."""
    ranks: Annotated[tuple[Rank, ...], Most(limits.MAX_BANDS), Late()] = ()
    """The steps within the lowest band, from the lowest up; the first has no lower end. There may be none."""


class Counts(NamedTuple):
    """Counts that all levels share."""

    monks: Annotated[int, Range(1, limits.MAX_MONKS)]
    """Of each seat at a table of two and more."""
    monks_solo: Annotated[int, Range(1, limits.MAX_MONKS)]
    tiles: Annotated[int, Range(1, limits.MAX_TILES)]
    """Of each colour, in the supply and with the seats."""
    cooperation: Annotated[int, Range(1, limits.MAX_TILES)]
    """Cards "good cooperation"."""
    dice: Annotated[int, Range(1, limits.MAX_DICE)]
    """Dice, all alike."""
    die: Annotated[tuple[FaceNumber, ...], Most(limits.MAX_FACES)]
    """The sides of a die: places in `DIE_FACES`, not falling."""


class Box(NamedTuple):
    """Everything in the box."""

    plan: Plan
    shapes: Annotated[tuple[Shape, ...], Most(SHAPES)]
    sections: Annotated[tuple[Section, ...], Most(SHAPES * (2 * len(COLOURS) + 1))]
    cards: Annotated[tuple[ActionCard, ...], Most(MAX_CARDS)]
    tasks: Annotated[tuple[Task, ...], Most(MAX_CARDS)]
    levels: Annotated[tuple[Level, ...], Most(LEVELS)]
    counts: Counts
