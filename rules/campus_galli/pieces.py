"""The numbers in states, steps and events: what each of them names, or its range."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from rules.campus_galli.box_limits import MAX_CARDS, MAX_DICE
from rules.engine.kinds import Bits, Kind, Most, PerSeat, Range
from rules.engine.plain_data import MAX_ITEMS
from rules.engine.secrecy import Seat, Slot, Zone

CardNumber: TypeAlias = Annotated[int, Kind("card")]
TaskNumber: TypeAlias = Annotated[int, Kind("task")]
SectionNumber: TypeAlias = Annotated[int, Kind("section")]
ShapeNumber: TypeAlias = Annotated[int, Kind("shape")]
BuildingNumber: TypeAlias = Annotated[int, Kind("building")]
PlacementNumber: TypeAlias = Annotated[int, Kind("placement")]
SpaceNumber: TypeAlias = Annotated[int, Kind("space")]
ColourNumber: TypeAlias = Annotated[int, Kind("colour")]
FaceNumber: TypeAlias = Annotated[int, Kind("face")]
PlaceNumber: TypeAlias = Annotated[int, Kind("place")]
"""A place on the board of tasks."""
PileNumber: TypeAlias = Annotated[int, Kind("pile")]
"""A pile of the board of unfinished tasks."""
CardSet: TypeAlias = Annotated[tuple[CardNumber, ...], Most(ascending=True)]
CardPlace: TypeAlias = Annotated[int, Kind("card", piece=True)]
Cards: TypeAlias = tuple[CardPlace, ...]
TaskPlace: TypeAlias = Annotated[int, Kind("task", piece=True)]
Tasks: TypeAlias = tuple[TaskPlace, ...]
SectionPlace: TypeAlias = Annotated[int, Kind("section", piece=True)]
Seats: TypeAlias = Annotated[tuple[Seat, ...], PerSeat()]
Faces: TypeAlias = Annotated[tuple[FaceNumber, ...], Most(MAX_DICE)]
BuildingSet: TypeAlias = Annotated[int, Bits("building")]
SectionPlaces: TypeAlias = Annotated[int, Bits("section", piece=True)]
ColourSet: TypeAlias = Annotated[int, Bits("colour")]
CardZone: TypeAlias = Annotated[Zone, Kind("card", piece=True)]
CardSlot: TypeAlias = Annotated[Slot, Kind("card", piece=True)]
DrawnSection: TypeAlias = Annotated[int, Kind("drawn")]
"""A section of the pouch, named without it."""
Size: TypeAlias = Annotated[int, Range(0, MAX_CARDS)]
"""A number of cards."""
Count: TypeAlias = Annotated[int, Range(0, MAX_ITEMS)]
