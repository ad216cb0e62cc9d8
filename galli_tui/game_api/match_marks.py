"""The marks of a match in lists: in a few words each, what sets it apart from one that was simply played."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from galli_tui.game_api.match_words import known_meta, match_title, way_words
from rules.engine.game import PRACTICE, Options
from saves.storage.library import SavedMatch

ID_DIGITS: Final = 8
"""The digits of a match id that are shown; fewer may be typed where they are unambiguous."""


def marks_of(row: SavedMatch) -> tuple[str, ...]:
    """Return the marks of a saved match; none if its options can't be read."""
    if row.options is None:
        return ()
    return match_marks(row.game, row.options, row.seed, row.origin, imported=row.imported)


def match_marks(game: str, options: Options, seed: int | None, origin: str, *, imported: bool) -> tuple[str, ...]:
    """Return the marks of a match; `origin` is the id of the match that it continues, or empty."""
    meta, day = known_meta(game), None
    if meta is not None and seed is not None and not origin:
        from galli_tui.game_api.daily import daily_date  # Only few matches have a seed.

        day = daily_date(meta, seed, options)
    marks = (
        PRACTICE if options.practice else "",
        "" if day is None else f"daily deal of {day.isoformat()}",
        f"what-if of {origin[:ID_DIGITS]}" if origin else "",
        "imported" if imported else "",
    )
    return tuple(mark for mark in marks if mark)


def marked_title(game: str, options: Options, marks: Iterable[str]) -> str:
    """Return what is played, with its marks without date or match: "Campus Galli II, what-if, 3 seats, co-op"."""
    brief = (mark.partition(" of ")[0] for mark in marks)
    parts = match_title(game, options), *brief, way_words(game, options.with_practice(on=False))
    return ", ".join(filter(None, parts))
