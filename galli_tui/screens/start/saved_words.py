"""The words for a saved match: its columns in the list, what it is, and what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from galli_tui.startup.own_command import own_command
from galli_tui.style.key_names import KEY
from galli_tui.style.wording import counted, date_words, listed, seated_words
from galli_tui.tables.match_store import Condition, SavedRow
from galli_tui.terminal.safe_text import sanitize
from galli_tui.widgets.line_widget import cells, ellipsize

_TO_EXPORT: Final = (Condition.OVER, Condition.ABANDONED)
_LEAST_OF_A_NAME: Final = 6
"""The fewest cells in which a shortened name still says whose it is."""


def about(one: SavedRow) -> str:
    """Return game, mode and all names in full."""
    what = ", ".join(part for part in (one.title, one.mode, *one.marks) if part)
    bots = one.bots or ("",) * len(one.names)
    names = [seated_words(name, bot) for name, bot in zip(one.names, bots, strict=True)]
    return f"{what}: {listed(names)}." if any(names) else f"{what}."


def next_words(one: SavedRow) -> str:
    """Return what Enter and the key for the replay do."""
    match one.condition:
        case Condition.PLAYING if one.is_replica:
            return f"Enter returns to your seat at the host's table; {KEY:saved.view} replays your copy."
        case Condition.PLAYING:
            return f"Enter resumes the match; {KEY:saved.view} replays it so far."
        case Condition.OVER | Condition.ABANDONED:
            return f"Enter shows how the match ended; {KEY:saved.view} replays it."
        case Condition.DAMAGED:
            return f"Enter shows the intact part, {KEY:saved.view} replays it; it can't be continued."
        case Condition.FOREIGN:
            return "This file can't be opened here."


def no_export_reason(one: SavedRow) -> str:
    """Return why a match cannot be exported; empty if it can."""
    if one.condition in _TO_EXPORT:
        return ""
    if one.condition is Condition.PLAYING:
        return "Only a finished match can be exported; until then its file holds secrets."
    return "Only an intact match can be exported."


def audit_words(one: SavedRow) -> str:
    """Return whether hidden outcomes were checked: the dealer's secret is opened only at the end of a match."""
    match one.condition:
        case Condition.OVER:
            return "All deals and sealed choices were checked as well."
        case Condition.ABANDONED:
            return f"`{own_command(f'verify {sanitize(one.id)}')}` shows whether its deals could be checked as well."
        case _:
            return "Deals and sealed choices can only be checked once the match is over."


def columns(one: SavedRow, now: datetime) -> tuple[str, str, str, str]:
    """Return the words before the names: when it was played last, how it stands, its title and its mode."""
    result = "" if one.won is None else "won " if one.won else "lost "
    return date_words(one.when, now), f"{result}{one.score}" or one.condition.value, one.title, one.short_mode


def names_within(names: Sequence[str], room: int) -> str:
    """Return the players in at most `room` cells: as many whole names as fit, then how many others there are.

    A first name that does not fit by itself is shortened, e.g. "Maximiliane-Fr… +1".
    """
    forms = [listed(names)]
    for shown in range(len(names) - 1, 0, -1):
        left = len(names) - shown
        forms.append(f"{', '.join(names[:shown])} and {counted(left, 'other')}")
    if len(names) > 1:
        others = f" +{len(names) - 1}"
        first = ellipsize(names[0], max(_LEAST_OF_A_NAME, room - cells(others)))
        forms += [first + others, counted(len(names), "player")]
    return next((form for form in forms if cells(form) <= room), ellipsize(forms[-1], room))


def cut(text: str, room: int, dots: str) -> str:
    """Return a text cut or filled up to `room` cells, with a blank at its end; `dots` marks a cut."""
    short = ellipsize(text, room - 1).replace("…", dots)
    return short + " " * (room - cells(short))
