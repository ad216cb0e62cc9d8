"""A game as the sum of its protocols, and what it says about itself before a match: metadata, options, components.

A caller is typed by what it needs: `Referee`, `Judge`, `GameCodec` or `Statistics`, each in its own module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeAlias, TypeVar

from rules.engine.game_codec import GameCodec
from rules.engine.judge import Judge
from rules.engine.options import Option, OptionValue
from rules.engine.plain_data import Plain
from rules.engine.score_sheet import POINTS, Unit
from rules.engine.tally import Statistics

S = TypeVar("S")

Readable: TypeAlias = "None | bool | int | str | Sequence[Readable] | Mapping[str, Readable]"
"""JSON-compatible data with readable names."""

PRACTICE: Final = "practice"
"""The variant of every game in which a person who plays alone or against bots may undo anything. It changes no rule."""
VERSUS: Final = "versus"
"""The mode in which seats play against each other, in any game that has it."""


class Options(NamedTuple):
    """The options of a match, in a form that any game can read."""

    seats: int
    mode: str
    """One of the game's `modes`."""
    level: int
    variants: tuple[str, ...] = ()
    """House variants in force, ascending, e.g. ("open-hands",), and perhaps `PRACTICE`."""

    @property
    def practice(self) -> bool:
        """Whether the match is practice: undo knows no limit, and it does not count."""
        return PRACTICE in self.variants

    def with_practice(self, *, on: bool) -> Options:
        """Return the same options with practice on or off."""
        others = (variant for variant in self.variants if variant != PRACTICE)
        return self._replace(variants=tuple(sorted((*others, PRACTICE) if on else others)))


class SeatRole(NamedTuple):
    """A fixed side of a game, which always has the same seat."""

    name: str
    """As players read it, e.g. "Philip"."""
    colour: str


class Meta(NamedTuple):
    """The metadata of a game, as a menu shows it, and all that it declares about its matches."""

    key: str
    """The registry's key, e.g. "campus-galli"."""
    title: str
    rules_version: int
    """In the menu the newest version; in a `Game` the version in use."""
    modes: Mapping[str, tuple[int, int]]
    """Each mode's smallest and largest number of seats."""
    colours: tuple[str, ...]
    """Names of the seats' colours, in the order they are offered."""
    choices: tuple[Option, ...] = ()
    """The options besides the mode and the number of seats."""
    oldest_rules: int = 1
    """The oldest rules version whose matches still replay unchanged."""
    blurb: str = ""
    """A sentence about the game, for the form; empty if those about its levels say all."""
    roles: tuple[SeatRole, ...] = ()
    """The role of each seat, in a game with fixed sides."""
    unit: Unit = POINTS
    """What a score is counted in."""
    estimates: Unit | None = None
    """What evaluations are told in, where that is not the unit of scores."""
    yardsticks: tuple[tuple[int, Unit], ...] = ()
    """What players measure a game by, with its worth in `estimate_unit`, the least first: for gaps in words."""
    win: int = 0
    """What winning the match at once adds to an evaluation, in `estimate_unit`; 0 if no move can do that."""
    adds_up: bool = True
    """Whether a score adds up several rows of the sheet; else it is one count, and other rows break ties."""
    curve_row: str = ""
    """The key of the row of the sheet that shows best how a match went, if that is not the score."""

    @property
    def estimate_unit(self) -> Unit:
        """The unit in which players read evaluations."""
        return self.estimates or self.unit

    @property
    def levels(self) -> tuple[int, ...]:
        """The numbers of all levels; a game without a choice has level 1."""
        found = (value.stored for option in self.choices for value in option.values)
        return tuple(stored for stored in found if isinstance(stored, int)) or (1,)

    @property
    def variants(self) -> tuple[str, ...]:
        """All house variants, ascending."""
        found = (value.stored for option in self.choices for value in option.values)
        return tuple(sorted(stored for stored in found if isinstance(stored, str) and stored))

    @property
    def ordered_modes(self) -> tuple[str, ...]:
        """The modes, those for the most seats first."""
        return tuple(sorted(self.modes, key=lambda mode: -self.modes[mode][1]))

    def choices_for(self, mode: str, seats: int) -> tuple[Option, ...]:
        """Return the options that make a difference in this mode with this number of seats."""
        return tuple(option for option in self.choices if option.matters(mode, seats))

    def chosen(self, options: Options) -> tuple[tuple[Option, OptionValue], ...]:
        """Return every option that makes a difference to a match, with its value there."""
        choices = self.choices_for(options.mode, options.seats)
        return tuple((option, option.value_in(options.level, options.variants)) for option in choices)

    def options_with(self, seats: int, mode: str, values: Mapping[str, OptionValue] | None = None) -> Options:
        """Return the options of a match from the values of options by key.

        The others have their defaults, and so have those that make no difference in this mode with these seats.
        """
        given: Mapping[str, OptionValue] = values or {}
        asked = {option.key for option in self.choices_for(mode, seats)}
        usual = {option.key: option.values[0] for option in self.choices}
        chosen = [(given.get(key, first) if key in asked else first).stored for key, first in usual.items()]
        level = next((stored for stored in chosen if isinstance(stored, int)), self.levels[0])
        return Options(seats, mode, level, tuple(sorted(it for it in chosen if isinstance(it, str) and it)))

    def check_options(self, options: Options) -> None:
        """Raise `OptionError` unless the game offers these options.

        A house variant that makes no difference in this mode with these seats is accepted and has no effect: matches
        that were saved before may have it.
        """
        least, most = self.modes.get(options.mode, (0, -1))
        if not least <= options.seats <= most:
            offers = (
                f"{mode} {low}" if low == high else f"{mode} {low} to {high}"
                for mode, (low, high) in self.modes.items()
            )
            raise OptionError(
                f"{options.mode!r} with {options.seats} seats is not available; choose from {', '.join(offers)}"
            )
        if options.level not in self.levels:
            raise OptionError(f"level {options.level} is not available; choose from {', '.join(map(str, self.levels))}")
        unknown = sorted(set(options.variants) - {*self.variants, PRACTICE})
        if unknown or len(set(options.variants)) < len(options.variants):
            offered = ", ".join(map(repr, self.variants)) or "none"
            raise OptionError(f"house variants of {self.title}, each once: {offered}")


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
