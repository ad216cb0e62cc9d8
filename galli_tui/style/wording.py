"""Small words that many screens use: points, levels, modes, lists of names, dates."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from rules.engine.game import Options

_MODES = {"solo": "alone", "coop": "together", "versus": "against each other"}
_NUMERALS = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")


def points(half_points: int, half: str = "½") -> str:
    """Write half-points as people do: "7", "3½", "-½". A `half` that is no fraction follows a 0: "0h"."""
    whole, odd = divmod(abs(half_points), 2)
    sign = "-" if half_points < 0 else ""
    if odd and not whole and half == "½":
        return f"{sign}{half}"
    return f"{sign}{whole}{half}" if odd else f"{sign}{whole}"


def points_words(half_points: int, half: str = "½") -> str:
    """In a sentence: "1 point", "half a point", "3½ points"."""
    if half_points == 1:
        return "half a point"
    return f"{points(half_points, half)} {'point' if half_points == 2 else 'points'}"


def level_name(level: int) -> str:
    """A level's number in Roman figures."""
    return _NUMERALS[level] if 0 < level < len(_NUMERALS) else str(level)


def mode_name(mode: str) -> str:
    """A mode in words; its own key where there are none."""
    return _MODES.get(mode, mode)


BOTS: Final = {
    "novice": "makes any legal move, however careless",
    "brother": "takes what brings most at once",
    "prior": "looks ahead, to the end of the round",
    "abbot": "looks furthest ahead, and gives the hints",
}
"""What bots do, the weakest first."""


def seated_words(name: str, bot: str) -> str:
    """Who sits on a seat: "Anna", "Ratpert (abbot)"."""
    return f"{name} ({bot})" if bot else name


def mode_words(options: Options) -> str:
    """How many play and in what way: "2 seats, together"."""
    if options.seats == 1:
        return mode_name(options.mode)
    return f"{options.seats} seats, {mode_name(options.mode)}"


def way_words(options: Options) -> str:
    """How many play and in what way, as briefly as can be: "solo", "co-op 3"."""
    way = {"coop": "co-op"}.get(options.mode, options.mode)
    return way if options.seats == 1 else f"{way} {options.seats}"


def listed(names: Sequence[str]) -> str:
    """Names in a row: "Anna", "Anna and Bruno", "Anna, Bruno and Cara"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def date_words(when: datetime, now: datetime) -> str:
    """When something was, as briefly as is clear: "today 14:05", "yesterday 09:30", "3 Nov 2026"."""
    days = (now.date() - when.date()).days
    if days in (0, 1):
        return f"{('today', 'yesterday')[days]} {when:%H:%M}"
    return f"{when.day} {when:%b %Y}"
