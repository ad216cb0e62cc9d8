"""A game as the sum of its protocols, and what it says about itself before a match: metadata, options, components.

A caller is typed by what it needs: `Referee`, `Judge`, `GameCodec` or `Statistics`, each in its own module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, TypeVar

from rules.engine.game_codec import GameCodec
from rules.engine.judge import Judge
from rules.engine.plain import Plain
from rules.engine.tally import Statistics

S = TypeVar("S")

Readable: TypeAlias = "None | bool | int | str | Sequence[Readable] | Mapping[str, Readable]"
"""JSON-compatible data with readable names."""

VERSUS: Final = "versus"
"""The mode in which seats play against each other, in any game that has it."""


class Options(NamedTuple):
    """The options of a match, in a form that any game can read."""

    seats: int
    mode: str
    """One of the game's `modes`."""
    level: int
    variants: tuple[str, ...] = ()
    """House variants in force, ascending, e.g. ("open-hands",)."""


class Meta(NamedTuple):
    """The metadata of a game, as a menu shows it."""

    key: str
    """The registry's key, e.g. "campus-galli"."""
    title: str
    rules_version: int
    """In the menu the newest version; in a `Game` the version in use."""
    levels: tuple[tuple[int, str], ...]
    """Each level's number and title."""
    modes: Mapping[str, tuple[int, int]]
    """Each mode's smallest and largest number of seats."""
    variants: tuple[str, ...]
    """Every house variant; `GameBox.variants_for` returns those that matter."""
    colours: tuple[str, ...]
    """Names of the seats' colours, in the order they are offered."""
    oldest_rules: int = 1
    """The oldest rules version whose matches still replay unchanged."""


class Game(Judge[S], GameCodec[S], Statistics[S], Protocol[S]):
    """A game with fixed components and options: all of its protocols, each of which has its own clients."""

    meta: Meta
    options: Options
    bound: int
    """The maximum number of events in a match."""
    bands: tuple[str, ...]
    """The keys of all score bands, lowest first, where the seats play together; else empty."""


AnyGame: TypeAlias = Game[Any]
"""A game whose state type does not matter to the caller."""


class GameBox(Protocol):
    """A registered game before its options are chosen; makes `Game` values."""

    meta: Meta

    def variants_for(self, mode: str, seats: int) -> tuple[str, ...]:
        """Return the house variants that make a difference in this mode with this number of seats."""
        ...

    def standard_components(self) -> Plain:
        """Return the canonical component data that ships with the game."""
        ...

    def earlier_components(self) -> Sequence[Plain]:
        """Return the canonical component data of the sets shipped with earlier versions."""
        ...

    def read_components(self, files: Mapping[str, str]) -> Plain:
        """Read component data from an owner's files (name to TOML text). Raises `ComponentError`."""
        ...

    def readable_components(self, components: Plain | None = None) -> Readable:
        """Return the components (by default the standard ones) with names. Raises `ComponentError`."""
        ...

    def new(self, options: Options, components: Plain | None = None, rules_version: int | None = None) -> AnyGame:
        """Make the game with these options, by the newest rules if no version is given.

        `rules_version` lies between `meta.oldest_rules` and `meta.rules_version`. Raises `ComponentError` or
        `OptionError`.
        """
        ...

    def about_components(self) -> str:
        """Return a note for players about the origin of the standard components."""
        ...

    def rulebook(self) -> str:
        """Return the rulebook as Markdown with numbered clauses."""
        ...


class ComponentError(ValueError):
    """Component data that breaks a constraint. The message names file, key and expected value."""


class OptionError(ValueError):
    """Options that the game does not offer."""
