"""The options that a game declares: choices that form, command line, lobby and lists show in the game's own words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

_NUMERALS: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")


class OptionValue(NamedTuple):
    """A value of an option."""

    key: str
    """The word for it on the command line, e.g. "2" or "open"."""
    label: str
    """As the form shows it, e.g. "II  Books and Guests"."""
    stored: int | str = ""
    """What the header of a match stores: a level, or a house variant; empty for nothing."""
    mark: str = ""
    """As a match with it is described, e.g. "II" or "open hands"; empty if that goes without saying."""
    blurb: str = ""
    """A sentence about it, for the form; empty if the option's own says all."""
    opens_hands: bool = False
    """Whether seats see each other's hands, so that players who share a screen need not hand it over."""


class Option(NamedTuple):
    """A choice of a game."""

    key: str
    """A stable name without blanks, e.g. "level" or "for-two"."""
    label: str
    values: tuple[OptionValue, ...]
    """At least two; the first is the default."""
    blurb: str = ""
    """A sentence about the choice."""
    modes: tuple[str, ...] = ()
    """The modes in which it makes a difference; empty for all."""
    least_seats: int = 1
    """The number of seats from which it makes a difference."""
    most_seats: int = 0
    """The number of seats up to which it makes a difference; 0 for any."""

    def matters(self, mode: str, seats: int) -> bool:
        """Return whether it makes a difference in this mode with this number of seats."""
        fits = self.least_seats <= seats and (not self.most_seats or seats <= self.most_seats)
        return fits and (not self.modes or mode in self.modes)

    @property
    def is_level(self) -> bool:
        """Whether the option chooses the level."""
        return isinstance(self.values[0].stored, int)

    @property
    def switch(self) -> str:
        """The house variant that the option turns on or off; empty for another kind of choice."""
        off, on = self.values[0].stored, self.values[1].stored
        return on if isinstance(on, str) and not off and len(self.values) == 2 else ""

    def value_in(self, level: int, variants: Sequence[str]) -> OptionValue:
        """Return the value that a header with this level and these variants has."""
        wanted = {level, *variants}
        return next((value for value in self.values if value.stored in wanted), self.values[0])


def level_option(*levels: tuple[str, str]) -> Option:
    """Return the option of the level, from the title and the blurb of each, from level 1 on."""
    values = tuple(
        OptionValue(str(number), f"{numeral} “{title}”", number, numeral, blurb)
        for number, (numeral, (title, blurb)) in enumerate(zip(_NUMERALS, levels, strict=False), 1)
    )
    return Option("level", "Level", values)


def switch_option(
    variant: str,
    label: str,
    off: str,
    on: str,
    blurb: str,
    *,
    modes: tuple[str, ...] = (),
    least_seats: int = 1,
    most_seats: int = 0,
    opens_hands: bool = False,
) -> Option:
    """Return the option that turns a house variant on or off, with the words of the form for both."""
    values = (OptionValue(off, off), OptionValue(on, on, variant, variant.replace("-", " "), opens_hands=opens_hands))
    return Option(label.lower().replace(" ", "-"), label, values, blurb, modes, least_seats, most_seats)
