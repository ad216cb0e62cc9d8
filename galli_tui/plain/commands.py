"""The typed commands: their words, what the help says about them, and how a line is split into word and rest."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple, TypeAlias

from galli_tui.style.wording import listed

_NEAR: Final = 0.75
"""How alike a word and a command must be for the command to be proposed, from 0 to 1."""

_MOST: Final = 3
"""The most commands that are proposed for a word."""

_WISH: Final = r"(?:do|play|make|choose|take|pick|move)(?: now| next)?"
"""What a question for advice, or for all moves, ends with."""

_QUESTIONS: Final = (
    ("hint", re.compile(rf"(?:what|which|how)(?: \w+)? (?:should|would) (?:i|we|you) {_WISH}()", re.IGNORECASE)),
    ("hint", re.compile(r"(?:what|which)(?:'s| is) (?:the |my )?best(?: move| card| choice)?()", re.IGNORECASE)),
    ("moves", re.compile(rf"(?:what|which)(?: \w+)? (?:can|may|do) (?:i|we) {_WISH}()", re.IGNORECASE)),
    ("moves", re.compile(r"(?:where|how|what|when|which) (?:can|do|may|should) (?:i|we) (.+)", re.IGNORECASE)),
    ("rules", re.compile(r"(?:what|who)(?:'s| is| are| does) an? (.+?)(?: mean)?", re.IGNORECASE)),
    ("board", re.compile(r"(?:what|where|who|which)(?:'s| is| are) (?:the |my )?(.+)", re.IGNORECASE)),
)
"""Questions in plain words, by where their answer is looked for first."""

Run: TypeAlias = Callable[[str], Awaitable[None]]
"""A function that carries out a command with the rest of its line."""


class Inquiry(NamedTuple):
    """A question in plain words."""

    words: str
    first: str
    """Where its answer is looked for first: among the "moves", in the "rules", on the "board", or in the "hint"."""


class Command(NamedTuple):
    """A command."""

    words: tuple[str, ...]
    """Its name, then its short forms."""
    about: str
    """What it does, as a sentence."""
    run: Run
    takes: str = ""
    """What may follow the name, e.g. "WORDS"; empty for nothing."""
    more: tuple[str, ...] = ()
    """Further sentences for `help WORD`, with an example."""
    rare: bool = False
    """Whether only `help all` names it."""

    @property
    def name(self) -> str:
        return self.words[0]


def command_named(commands: Sequence[Command], word: str) -> Command | None:
    """Return the command with this name or short form."""
    return next((it for it in commands if word.casefold() in it.words), None)


def split(line: str) -> tuple[str, str]:
    """Return the first word of a line, and the rest."""
    word, _, rest = line.strip().partition(" ")
    return word, rest.strip()


def question(line: str) -> Inquiry | None:
    """Return what a question in plain words is about: "what is a gap" about "gap"; None if it is no question.

    One for advice or for all moves is about nothing else, and has no words.
    """
    found = ((pattern.fullmatch(line), first) for first, pattern in _QUESTIONS)
    return next((Inquiry(match[1], first) for match, first in found if match is not None), None)


def help_about(commands: Sequence[Command], word: str) -> list[str]:
    """Return the help on one command, or what to type instead."""
    found = command_named(commands, word)
    if found is None:
        return [unknown(commands, word)]
    forms = f" You can also type {listed(found.words[1:], 'or')}." if found.words[1:] else ""
    usage = f"{found.name} {found.takes}".strip()
    return [f"{usage}: {found.about}{forms}", *found.more]


def help_list(commands: Sequence[Command]) -> list[str]:
    """Return one line for each command."""
    return [f"{it.name}{f' {it.takes}' if it.takes else ''}: {it.about}" for it in commands]


def unknown(commands: Sequence[Command], word: str, asked: str = "") -> str:
    """Return the answer to a word that is no command, with the nearest one and what is asked now."""
    # Few people mistype the first letter: "place" is a word of the game, and no attempt at "space".
    names = [name for it in commands for name in it.words if len(name) > 1 and name[0] == word[:1].casefold()]
    begun = [it.name for it in commands if it.name.startswith(word.casefold())] if len(word) > 1 else []
    near = begun[:_MOST] or get_close_matches(word.casefold(), names, 1, _NEAR)
    meant = f" Did you mean {listed(near, 'or')}?" if near else ""
    now = f" {asked} Type moves to hear your moves." if asked else ""
    what = "neither a command nor a move that you can make now" if asked else "not a command"
    return f"{word[:30]} is {what}.{meant}{now} Type help for the commands."
