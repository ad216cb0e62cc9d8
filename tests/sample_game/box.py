"""The box: candles and windows, read from `components/candles.toml`; and the setting of a match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, NamedTuple

from rules.engine.base_box import ComponentSet
from rules.engine.components import read_record
from rules.engine.game import Options
from rules.engine.kinds import Most, Range
from rules.engine.secrecy import Seat
from rules.engine.toml_table import TomlTable, fault

FILE: Final = "candles.toml"
Number = Annotated[int, Range(1, 99)]


class CandlesBox(NamedTuple):
    """The components."""

    heights: Annotated[tuple[Number, ...], Most(99)]
    prints: Annotated[tuple[Number, ...], Most(99)]


def check(box: CandlesBox) -> None:
    """Check what the types do not say. Raises `ComponentError`."""
    if len(set(box.heights)) < max(15, len(box.heights)):
        raise fault(FILE, "heights", "at least 15 candles, all of different heights")
    if len(box.prints) < 9:
        raise fault(FILE, "prints", "at least 9 windows")


def _read(tables: Mapping[str, TomlTable]) -> CandlesBox:
    return read_record(CandlesBox, tables[FILE], {})


COMPONENTS: Final = ComponentSet(CandlesBox, "tests.sample_game", (FILE,), _read, check)


class CandlesSetting:
    """What the rules need to know of a match."""

    box: CandlesBox
    options: Options
    seats: tuple[Seat, ...]
