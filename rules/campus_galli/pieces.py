"""The numbers in states, steps and events: what each of them names, or its range."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from rules.engine.kinds import Kind, Range
from rules.engine.plain import MAX_ITEMS

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
Count: TypeAlias = Annotated[int, Range(0, MAX_ITEMS)]
