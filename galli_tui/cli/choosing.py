"""Which game a command is about, and the options that its game declares, as arguments of the command line."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, Protocol

from galli_tui.game_api.last_game import games_by_use
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.style.wording import as_typed, listed
from galli_tui.terminal.safe_text import sanitize
from rules.engine.game import GameBox, Meta
from rules.engine.options import Option, OptionValue
from rules.registry import game_box, game_meta, games

_PREFIX: Final = "choice:"
"""Marks the declared options among the parsed arguments."""
_ABOUT_MATCH: Final = ("mode", "seats", "components", "name", "colour", "bot", "here", "daily")
"""The arguments of `play` and `host` that say more about a match than its game and seed."""


class Arguments(Protocol):
    """What arguments are added to: a group of a parser."""

    def add_argument(self, *flags: str, **how: Any) -> object: ...


class _Declared(NamedTuple):
    """An argument for an option of one or more games."""

    flag: str
    option: Option
    titles: tuple[str, ...]
    """The games that have it."""


def add_choices(group: Arguments) -> None:
    """Add an argument for every option that a game declares."""
    for declared in _declared():
        option, whose = declared.option, listed(declared.titles)
        name = _PREFIX + declared.flag
        if option.switch:
            words = f"{whose}: {_about(option)}"
            group.add_argument(declared.flag, dest=name, action="store_const", const="", help=words)
        else:
            words = f"{whose}: {option.label.lower()} {_keys(option)} (default: {option.values[0].key})"
            group.add_argument(declared.flag, dest=name, metavar=option.key.upper(), help=words)


def choices_given(args: Namespace) -> list[str]:
    """Return the declared options that are given, e.g. "--level"."""
    given = [name for name, word in vars(args).items() if name.startswith(_PREFIX) and word is not None]
    return [name.removeprefix(_PREFIX) for name in given]


def is_bare(args: Namespace) -> bool:
    """Return whether nothing is said about the match but perhaps its game and seed."""
    given = (vars(args).get(name) for name in _ABOUT_MATCH)
    return all(it is None or it == [] for it in given) and not choices_given(args)


def values_of(meta: Meta, args: Namespace) -> dict[str, OptionValue]:
    """Return the values given for the game's options, by key. Raises `CommandError`."""
    options = {flag_of(option): option for option in meta.choices}
    found: dict[str, OptionValue] = {}
    for flag in choices_given(args):
        if flag not in options:
            raise CommandError(f"{meta.title} has no {flag}", Exit.USAGE)
        option, word = options[flag], vars(args)[_PREFIX + flag]
        value = next((it for it in option.values if it.key == word), option.values[1] if option.switch else None)
        if value is None:
            raise CommandError(f"{flag} takes {_keys(option)}, not {sanitize(word, 40)!r}", Exit.USAGE)
        found[option.key] = value
    return found


def box_of(word: str) -> GameBox:
    """Return the box of the game that is meant by its key, its title, the beginning of either, or a word of it.

    Raises `CommandError` if no game is meant, or several.
    """
    found = [word] if word in games() else _meant(word)  # A key needs no titles: they import all games.
    if len(found) == 1:
        return game_box(found[0])
    said = f"{sanitize(word, 40)!r} fits several games: {', '.join(found)}." if found else ""
    raise CommandError(said or f"Unknown game {sanitize(word, 40)!r}. Available: {', '.join(games())}.", Exit.USAGE)


def is_named_in_full(word: str) -> bool:
    """Return whether a word is the key or title of a game, or a whole word of either, case aside."""
    wanted = as_typed(word)
    return word in games() or any(wanted in (name, *name.split()) for names in _names().values() for name in names)


def fits_one_game(word: str) -> bool:
    """Return whether exactly one game is meant by a word or the beginning of one."""
    return len(_meant(word)) == 1


def _meant(word: str) -> list[str]:
    """Return the keys of the games that a word may mean: one of exactly this name before those that begin so."""
    wanted = as_typed(word)
    if not wanted:
        return []
    ways: Sequence[Callable[[str], bool]] = (
        lambda name: name == wanted,
        lambda name: name.startswith(wanted),
        lambda name: wanted in name.split(),
        lambda name: f" {wanted}" in name,
    )
    found = ([key for key, known in _names().items() if any(map(fits, known))] for fits in ways)
    return next((keys for keys in found if keys), list[str]())


def _names() -> dict[str, tuple[str, str]]:
    return {key: (as_typed(key), as_typed(game_meta(key).title)) for key in games()}


def key_named(args: Namespace) -> str | None:
    """Return the key of the game that the arguments name; None if they name none. Raises `CommandError`."""
    words = (args.named_game, args.game)
    named = list(dict.fromkeys(box_of(word).meta.key for word in words if word is not None))
    if len(named) > 1:
        raise CommandError("name one game, not two", Exit.USAGE)
    return named[0] if named else None


def game_named(args: Namespace) -> str:
    """Return the key of the game that the arguments name or fit; ask at a terminal if several fit."""
    return key_named(args) or choose_game([key for key in games() if _fits(game_meta(key), args)])


def choose_game(fitting: Sequence[str]) -> str:
    """Return the only fitting game, or the one chosen at the terminal; without a terminal the first one."""
    keys = list(fitting) or list(games())
    if len(keys) == 1 or not (sys.stdin and sys.stdin.isatty() and sys.stderr.isatty()):
        return keys[0]
    keys = [key for key in games_by_use() if key in keys]
    titles = [game_meta(key).title for key in keys]
    rows = "".join(f"  {number}  {title}\n" for number, title in enumerate(titles, 1))
    print(f"Which game?\n{rows}Number, or Enter for 1: ", end="", file=sys.stderr, flush=True)
    word = sys.stdin.readline()
    answer = word.strip() or "1"
    if answer in keys:
        return answer
    if not word or answer not in map(str, range(1, len(keys) + 1)):
        raise CommandError(f"name a game: {listed(keys, 'or')}", Exit.USAGE)
    return keys[int(answer) - 1]


def _fits(meta: Meta, args: Namespace) -> bool:
    """Return whether the game has everything that the arguments ask for."""
    given = vars(args)
    mode, seats = given.get("mode"), given.get("seats")
    modes = meta.modes.items() if mode is None else [(mode, meta.modes[mode])] if mode in meta.modes else []
    counts = [seats] if isinstance(seats, int) else seats or []
    if not set(choices_given(args)) <= {flag_of(option) for option in meta.choices}:
        return False
    return all(any(least <= count <= most for _, (least, most) in modes) for count in counts) and bool(modes)


def _declared() -> list[_Declared]:
    """Return the command-line arguments that the games declare; games with equal options share one."""
    found: dict[str, _Declared] = {}
    for meta in (game_meta(key) for key in games()):
        for option in meta.choices:
            flag = flag_of(option)
            titles = found[flag].titles if flag in found else ()
            found[flag] = _Declared(flag, option, (*titles, meta.title))
    return list(found.values())


def flag_of(option: Option) -> str:
    """Return the argument of an option, e.g. "--level"."""
    return f"--{option.switch or option.key}"


def _keys(option: Option) -> str:
    return listed((value.key for value in option.values), "or")


def _about(option: Option) -> str:
    off, on = option.values
    choice = f"{option.label.lower()}: {on.label} (default: {off.label})"
    return f"{choice}. {option.blurb}".removesuffix(".")
