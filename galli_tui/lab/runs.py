"""What a run of simulated matches consists of: its tables, its seeds, and how each match ended.

Who plays them is left to `workers` and `cluster`, the file that keeps them to `results`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import Final, NamedTuple, cast

from net.sync.rules_hash import hash_of
from rules.engine.game import Options, Readable
from rules.engine.plain import BOOL, Plain, PlainError, integer, items, optional, structure, text
from saves.format.canonical import MAX_BYTES, decode

MOST_MATCHES: Final = 1_000_000
"""No run has more."""
MOST_SEED: Final = 10**19

_MOST_POINTS: Final = 1 << 20
_POINTS: Final = integer(-_MOST_POINTS, _MOST_POINTS)


class TableSetup(NamedTuple):
    """One way to play: options, and the name of the bot on each seat."""

    options: Options
    bots: tuple[str, ...]
    bands: tuple[str, ...]
    """As in `Game.bands`."""

    def seated(self, swapped: bool) -> tuple[str, ...]:
        """The bots by seat; the other way round where they have changed places."""
        return self.bots[::-1] if swapped else self.bots

    def identity(self) -> dict[str, Readable]:
        """What tells it from others, as JSON has it."""
        return {
            "seats": self.options.seats,
            "mode": self.options.mode,
            "level": self.options.level,
            "variants": list(self.options.variants),
            "bots": list(self.bots),
        }


class MatchSpec(NamedTuple):
    """One match that is to be played."""

    table: int
    """Its number in the run."""
    seed: int
    swapped: bool
    """Whether the bots sit the other way round."""


class MatchResult(NamedTuple):
    """How a match ended. Points are half-points; winners are seats, counted from 1 as people do."""

    table: int
    seed: int
    swapped: bool
    events: int
    half_points: tuple[int, ...]
    team_half_points: int | None
    band: str
    winners: tuple[int, ...]

    @property
    def task(self) -> MatchSpec:
        """What was to be played."""
        return MatchSpec(self.table, self.seed, self.swapped)


_ENDING: Final = structure(
    MatchResult,
    table=integer(0, 255),
    seed=integer(0, MOST_SEED),
    swapped=BOOL,
    events=integer(1, 1 << 20),
    half_points=items(_POINTS, 32),
    team_half_points=optional(_POINTS),
    band=text(80),
    winners=items(integer(1, 32), 32),
)


class SimulationRun(NamedTuple):
    """Everything that decides which matches are played, and how they end."""

    game: str
    tables: tuple[TableSetup, ...]
    seed: int
    """The first one."""
    games: int
    """How many seeds each table plays."""
    swap: bool
    """Whether each seed is played twice, the second time with the bots in each other's places."""
    components: bytes | None = None
    """An owner's set in canonical form; None for the standard one."""

    @property
    def matches(self) -> int:
        """How many matches there are, at all tables."""
        return len(self.tables) * self.games * (1 + self.swap)

    def tasks(self) -> Iterator[MatchSpec]:
        """All of them, in the order in which they are told."""
        for table in range(len(self.tables)):
            for seed in range(self.seed, self.seed + self.games):
                for swapped in (False, True)[: 1 + self.swap]:
                    yield MatchSpec(table, seed, swapped)

    def identity(self) -> dict[str, Readable]:
        """What two runs must have in common for the matches of one to be matches of the other.

        Not how many there are: a run may be made longer.
        """
        return {
            "game": self.game,
            "rules": rules_hash(),
            "components": None if self.components is None else blake2b(self.components, digest_size=32).hexdigest(),
            "seed": self.seed,
            "swap": self.swap,
            "tables": [table.identity() for table in self.tables],
        }


@cache
def rules_hash() -> str:
    """Stands for all that decides how a match ends: the rules, the standard components and the bots."""
    return hash_of({"rules": files("rules")}).hex()


def components_in(data: bytes | None) -> Plain | None:
    """The components behind `Run.components`."""
    return None if data is None else decode(data, MAX_BYTES)


def told(ending: MatchResult) -> dict[str, Readable]:
    """An ending as JSON tells it, in reports and results files."""
    return cast("dict[str, Readable]", ending._asdict())


def ending_from(data: object) -> MatchResult:
    """The inverse of `told` after a way through JSON. Raises `PlainError` for anything else."""
    if not isinstance(data, Mapping):
        raise PlainError("expected an ending")
    fields = cast("Mapping[str, Plain]", data)
    if tuple(fields) != MatchResult._fields:
        raise PlainError(f"expected the fields {', '.join(MatchResult._fields)}")
    return _ENDING.decode(list(fields.values()))
