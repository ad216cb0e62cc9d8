"""A lesson as data: a scripted match, and the steps in which it is taught.

`reader` reads it from a file, `run` plays it. Nothing here draws.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Final, NamedTuple

from rules.engine.game import Options
from rules.engine.secrecy import Seat

UNDO: Final = "table.undo"
"""The action that also takes the script's last move back."""
_KEY = re.compile(r"\{key:([a-z0-9-]+\.[a-z0-9-]+)\}")
_STRONG = re.compile(r"\*\*(.+?)\*\*")


class LessonPlace(Enum):
    """Where the text stands, over a part of the table that the step does not need; it stays there if it can."""

    BOTTOM = "bottom"
    TOP = "top"
    LEFT = "left"
    """In the lower left corner."""
    RIGHT = "right"
    """In the lower right corner."""


class LessonStep(NamedTuple):
    """One idea of a lesson. Without a move or key, the player reads it and goes on."""

    text: str
    todo: str = ""
    """What the player must do, in words; empty if reading is all."""
    moves: tuple[str, ...] = ()
    """The right moves in the game's notation, without the seat; the script makes the first one."""
    verb: str = ""
    """The first word of moves all of which are right; empty if only `moves` are."""
    press: str = ""
    """The id of the action whose key the player must press; empty if no key is asked for."""
    wrong: str = ""
    """The answer to a wrong move or key; empty for the general one."""
    lit: tuple[str, ...] = ()
    """What is lit on the board, each a target of the game's own: a space, a choice, a piece of a line."""
    place: LessonPlace = LessonPlace.BOTTOM
    happens: tuple[str, ...] = ()
    """What happens after the step until the player is asked again: prepared draws and moves, in the game's notation."""
    rewinds: bool = False
    """Whether the table is put back to the script's own position before the step, after moves of free choice."""
    heard: str = ""
    """The text for the ear, in plain mode, where `text` speaks of what is drawn; empty if it serves both."""
    command: str = ""
    """The command of plain mode that stands for the key of the step; empty if the key has no sense there."""

    @property
    def is_read_only(self) -> bool:
        """Whether the player has to do nothing but go on."""
        return not self.moves and not self.press


class Lesson(NamedTuple):
    """A played lesson."""

    game_key: str
    name: str
    """The name of its file, without the extension."""
    title: str
    minutes: int
    options: Options
    seat: Seat
    """The seat of the player."""
    others: tuple[str, ...]
    """The names of the other players."""
    seed: int
    """What draws come from that are not prepared."""
    opening: tuple[str, ...]
    """What happens before the first step, as in `Step.happens`."""
    steps: tuple[LessonStep, ...]

    @property
    def key(self) -> str:
        """The name of the lesson among those of all games."""
        return f"{self.game_key}/{self.name}"


class LessonError(ValueError):
    """A lesson that cannot be played. The message names file, step and key."""


def with_keys(text: str, name_of: Callable[[str], str]) -> str:
    """Return a text in which the keys of actions stand by their names, e.g. "**u**" for `{key:table.undo}`."""
    return _KEY.sub(lambda found: f"**{name_of(found[1])}**", text)


def key_actions(text: str) -> list[str]:
    """Return the ids of the actions whose keys a text names."""
    return _KEY.findall(text)


def runs(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the pieces of a text, each with whether it is **strong**."""
    for number, part in enumerate(_STRONG.split(text)):
        if part:
            yield part, number % 2 == 1


def plain_text(text: str) -> str:
    """Return a text without its marks."""
    return "".join(part for part, _ in runs(text))
