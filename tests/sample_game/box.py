"""The box: candles and windows, read from `components/candles.toml`; and the setting of a match."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Final, NamedTuple

from rules.engine.codecs import DerivedCodecs
from rules.engine.components import from_plain, read_record
from rules.engine.game import Options
from rules.engine.kinds import Most, Range
from rules.engine.plain_data import Plain
from rules.engine.secrecy import Seat
from rules.engine.toml_table import fault, parsed_files, shipped_files

FILE: Final = "candles.toml"
SHORT_FIRST: Final = "short-first"
Number = Annotated[int, Range(1, 99)]


class CandlesBox(NamedTuple):
    """The components."""

    heights: Annotated[tuple[Number, ...], Most(99)]
    prints: Annotated[tuple[Number, ...], Most(99)]


CODEC: Final = DerivedCodecs({}, 1, {}).of(CandlesBox)


def load(texts: Mapping[str, str]) -> CandlesBox:
    """Read and check a box from the texts of its files. Raises `ComponentError`."""
    return checked(read_record(CandlesBox, parsed_files((FILE,), texts)[FILE], {}))


def decode(plain: Plain) -> CandlesBox:
    """Return the box of plain component data. Raises `ComponentError`."""
    return checked(from_plain(CODEC, plain))


def checked(box: CandlesBox) -> CandlesBox:
    """Return the box if a match can be played with it. Raises `ComponentError`."""
    if len(set(box.heights)) < max(15, len(box.heights)):
        raise fault(FILE, "heights", "at least 15 candles, all of different heights")
    if len(box.prints) < 9:
        raise fault(FILE, "prints", "at least 9 windows")
    return box


@lru_cache(maxsize=1)
def standard() -> CandlesBox:
    """Return the box that comes with the game."""
    return load(shipped_files("tests.sample_game", (FILE,)))


class CandlesSetting:
    """What the rules need to know of a match."""

    box: CandlesBox
    options: Options
    seats: tuple[Seat, ...]
