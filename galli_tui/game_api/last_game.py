"""What was played last, kept between starts: the game, the setup in words, and the matches that are not finished.

The menu reads it before its first frame, so nothing here loads a game.
"""

from __future__ import annotations

import json
from typing import Final, NamedTuple, cast

from rules.registry import games
from saves.storage.settings import load_settings, save_setting, save_settings
from saves.text import clean_text, ellipsize

GAME: Final = "game"
AGAIN: Final = "again"
_UNFINISHED: Final = "unfinished"
MOST_WORDS: Final = 51
"""Cells of a description, as many as the menu has room for."""
_MOST_MATCHES: Final = 5
_MOST_ID: Final = 32


class LeftMatch(NamedTuple):
    """A match that was left before its end."""

    id: str
    """As `MatchStore.resume` takes it."""
    words: str
    """What is played, e.g. "Campus Galli I, solo"."""
    what_if: bool = False
    """Whether it is a what-if, which stands behind all others."""


def games_by_use() -> tuple[str, ...]:
    """Return the keys of all games, the one played last first, the others in menu order."""
    last = load_settings().get(GAME)
    return tuple(sorted(games(), key=lambda key: key != last))


def remember_game(key: str) -> None:
    """Save that a game was played."""
    if load_settings().get(GAME) != key:
        save_setting(GAME, key)


def again_words() -> str:
    """Return what was set up last, in words; empty for nothing."""
    return _clean(load_settings().get(AGAIN, ""))


def unfinished_matches() -> tuple[LeftMatch, ...]:
    """Return the matches that were opened and not finished, the last one first; a what-if comes after the others."""
    try:
        kept: object = json.loads(load_settings().get(_UNFINISHED, "[]"))
    except (ValueError, RecursionError):
        return ()
    rows = cast("list[object]", kept)[:_MOST_MATCHES] if isinstance(kept, list) else []
    found = [cast("list[object]", row) for row in rows if isinstance(row, list)]
    return tuple(
        LeftMatch(row[0], _clean(row[1]), what_if=row[2:] == [True])
        for row in found
        if len(row) in (2, 3) and isinstance(row[0], str) and isinstance(row[1], str)
        if _is_id(row[0]) and _clean(row[1])
    )


def remember_unfinished(match_id: str, words: str, *, what_if: bool = False) -> None:
    """Save that a match is in play; ignore one that is in no file."""
    if not _is_id(match_id):
        return
    others = [one for one in unfinished_matches() if one.id != match_id]
    _keep(sorted([LeftMatch(match_id, words, what_if), *others], key=lambda one: one.what_if))


def forget_unfinished(match_id: str) -> None:
    """Save that a match is over, or gone."""
    known = unfinished_matches()
    if others := [one for one in known if one.id != match_id]:
        if len(others) < len(known):
            _keep(others)
    elif known:
        save_settings({_UNFINISHED: ""})


def _keep(matches: list[LeftMatch]) -> None:
    save_setting(_UNFINISHED, json.dumps(matches[:_MOST_MATCHES]))


def _is_id(match_id: str) -> bool:
    return 0 < len(match_id) <= _MOST_ID and set(match_id) <= set("0123456789abcdef")


def _clean(words: str) -> str:
    """Return a description for the menu; from one that is too long, whole parts are left out at the end."""
    text = clean_text(words)
    short = ellipsize(text, MOST_WORDS)
    whole, comma, _ = short.rpartition(", ")
    return f"{whole}…" if comma and short != text else short
