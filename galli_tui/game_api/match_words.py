"""What is played at a table, in the words that its game declares: title, options, mode and number of seats."""

from __future__ import annotations

from galli_tui.style.wording import listed, mode_name
from galli_tui.terminal.safe_text import sanitize
from rules.engine.game import PRACTICE, Meta, Options
from rules.registry import game_meta

_CELLS = 40
"""Cells of a word from another program."""


def known_meta(game: str) -> Meta | None:
    """Return the metadata of a game; None if this program does not have it."""
    try:
        return game_meta(game)
    except KeyError:
        return None


def game_title(game: str) -> str:
    """Return the title of a game; its key if it is unknown."""
    meta = known_meta(game)
    return sanitize(game, _CELLS) if meta is None else meta.title


def match_title(game: str, options: Options) -> str:
    """Return game and level: "Campus Galli III", or the title alone for a game without levels."""
    return leveled_title(game, options.level)


def leveled_title(game: str, level: int) -> str:
    """Return the title with the mark of a level, if the game has any."""
    meta = known_meta(game)
    choices = () if meta is None else meta.choices
    marks = [option.value_in(level, ()).mark for option in choices if option.is_level]
    return " ".join([game_title(game), *marks])


def way_words(game: str, options: Options) -> str:
    """Return seats, mode and house variants: "3 seats, co-op, open hands"; only what can differ in the game."""
    return ", ".join(part for part in (mode_words(game, options), *variant_marks(game, options)) if part)


def mode_words(game: str, options: Options) -> str:
    """Return seats and mode: "3 seats, co-op"; empty in a game with one mode for one number of seats."""
    seats = f"{options.seats} seats, " if options.seats > 1 else ""
    return f"{seats}{_mode(options.mode)}" if _differ(game) else ""


def short_way(game: str, options: Options) -> str:
    """Return mode and number of seats as briefly as possible, "co-op 3"; the variants if nothing else can differ."""
    if not _differ(game):
        return ", ".join(variant_marks(game, options))
    return _mode(options.mode) + (f" {options.seats}" if options.seats > 1 else "")


def mode_of(game: str, mode: str) -> str:
    """Return the mode's name; empty in a game with one mode for one number of seats."""
    return _mode(mode) if _differ(game) else ""


def variant_marks(game: str, options: Options) -> list[str]:
    """Return the house variants in force, in the game's words; unknown ones by their key."""
    meta = known_meta(game)
    if meta is None:
        return [sanitize(variant, _CELLS) for variant in options.variants]
    marks = [value.mark for option, value in meta.chosen(options) if value.mark and not option.is_level]
    return marks + ([PRACTICE] if options.practice else [])


def full_title(game: str, options: Options) -> str:
    """Return all that is played: "Campus Galli II, 3 seats, co-op"."""
    return ", ".join(part for part in (match_title(game, options), way_words(game, options)) if part)


def seat_range(meta: Meta, mode: str) -> str:
    """Return how many seats a mode has, in words: "1 seat", "2 to 4 seats"."""
    least, most = meta.modes[mode]
    if least < most:
        return f"{least} to {most} seats"
    return "1 seat" if least == 1 else f"{least} seats"


def modes_words(meta: Meta) -> str:
    """Return the modes of a game: "co-op, solo or versus"."""
    return listed(map(mode_name, meta.ordered_modes), "or")


def _mode(mode: str) -> str:
    return sanitize(mode_name(mode), _CELLS)


def _differ(game: str) -> bool:
    """Return whether matches of the game can differ in mode or number of seats; True for an unknown game."""
    meta = known_meta(game)
    return meta is None or len(meta.modes) > 1 or any(least < most for least, most in meta.modes.values())
