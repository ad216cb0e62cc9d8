"""A run of simulated matches: its tables, its seeds, and the result of each match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import Final, NamedTuple, cast

from net.sync.rules_hash import hash_folders
from rules.engine.game import Options, Readable
from rules.engine.plain_data import BOOL, Plain, PlainError, integer, items, optional, structure, text
from saves.format.canonical import MAX_BYTES, decode

MOST_MATCHES: Final = 1_000_000
"""The most matches of a run."""
MOST_SEED: Final = 10**19

_MOST: Final = 1 << 20
_SCORE: Final = integer(-_MOST, _MOST)


class TableSetup(NamedTuple):
    """One way to play: options, and the bot on each seat."""

    options: Options
    bots: tuple[str, ...]
    bands: tuple[str, ...]
    """As in `Game.bands`."""

    def seated(self, swapped: bool) -> tuple[str, ...]:
        """Return the bots by seat, reversed if they are swapped."""
        return self.bots[::-1] if swapped else self.bots

    def identity(self) -> dict[str, Readable]:
        """Return what distinguishes the table from others, as JSON."""
        return {
            "seats": self.options.seats,
            "mode": self.options.mode,
            "level": self.options.level,
            "variants": list(self.options.variants),
            "bots": list(self.bots),
        }


class MatchSpec(NamedTuple):
    """One match to play."""

    table: int
    """The number of its table in the run."""
    seed: int
    swapped: bool
    """Whether the bots' seats are swapped."""


class MatchResult(NamedTuple):
    """How a match ended. Scores are in the game's unit; winners are seats, counted from 1."""

    table: int
    seed: int
    swapped: bool
    events: int
    scores: tuple[int, ...]
    team: int | None
    band: str
    winners: tuple[int, ...]
    reason: str = ""
    """As in `Sheet.reason`."""

    @property
    def task(self) -> MatchSpec:
        """Return the match that was to be played."""
        return MatchSpec(self.table, self.seed, self.swapped)


_ENDING: Final = structure(
    MatchResult,
    table=integer(0, 255),
    seed=integer(0, MOST_SEED),
    swapped=BOOL,
    events=integer(1, 1 << 20),
    scores=items(_SCORE, 32),
    team=optional(_SCORE),
    band=text(80),
    winners=items(integer(1, 32), 32),
    reason=text(80),
)


class SimulationRun(NamedTuple):
    """Everything that determines which matches are played, and how they end."""

    game: str
    tables: tuple[TableSetup, ...]
    seed: int
    """The first seed."""
    games: int
    """How many seeds each table plays."""
    swap: bool
    """Whether each seed is played twice, the second time with the bots' seats swapped."""
    components: bytes | None = None
    """An owner's set in canonical form; None for the standard one."""

    @property
    def matches(self) -> int:
        """Return the number of matches at all tables."""
        return len(self.tables) * self.games * (1 + self.swap)

    def tasks(self) -> Iterator[MatchSpec]:
        """Yield all matches, in the order of the report."""
        for table in range(len(self.tables)):
            for seed in range(self.seed, self.seed + self.games):
                for swapped in (False, True)[: 1 + self.swap]:
                    yield MatchSpec(table, seed, swapped)

    def identity(self) -> dict[str, Readable]:
        """Return what two runs must share for the matches of one to belong to the other.

        The number of games is left out: a run may be extended.
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
    """Return a hash of all that determines how a match ends: the rules, the standard components and the bots."""
    return hash_folders({"rules": files("rules")}).hex()


def components_in(data: bytes | None) -> Plain | None:
    """Return the components encoded in `SimulationRun.components`."""
    return None if data is None else decode(data, MAX_BYTES)


def result_fields(result: MatchResult) -> dict[str, Readable]:
    """Return a result as JSON, for reports and results files."""
    return cast("dict[str, Readable]", result._asdict())


def result_from_fields(data: object) -> MatchResult:
    """Return the result with these fields, as read from JSON. Raises `PlainError` for anything else."""
    if not isinstance(data, Mapping):
        raise PlainError("expected a match result")
    fields = cast("Mapping[str, Plain]", data)
    if tuple(fields) != MatchResult._fields:
        raise PlainError(f"expected the fields {', '.join(MatchResult._fields)}")
    return _ENDING.decode(list(fields.values()))
