"""Writes the shell completions and the man page from the command line's parser: `python -m shell_files.make`.

They are part of the wheel. Run this after any change of the command line; a test says so too.
"""

from __future__ import annotations

import os
from argparse import SUPPRESS, Action, ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final, cast

import shtab
from argparse_manpage.manpage import Manpage

from galli_tui import __version__
from galli_tui.cli import parser
from galli_tui.cli.completions import FOLDER, SHELLS
from galli_tui.settings.theme_names import THEMES
from rules.bots import bot_names
from rules.registry import game_meta, games

MAN_PAGE: Final = FOLDER / "galli-tui.1"
_IDS: Final = shtab.cmd("galli-tui list --ids 2>/dev/null")
_HIDDEN: Final = ("page", "seat")
"""The commands that nobody types."""


def shell_files() -> dict[Path, str]:
    """Return the text of every file, by its path."""
    root = _whole_parser()
    files = {FOLDER / name: f"{shtab.complete(root, shell).rstrip()}\n" for shell, name in SHELLS.items()}
    return {**files, MAN_PAGE: _man_page(root)}


def main() -> None:
    """Write the files."""
    for path, text in shell_files().items():
        path.write_text(text, encoding="utf-8")
        print(path)


def _whole_parser() -> ArgumentParser:
    """Return the parser with the options of all games, without the hidden command, and with values to choose from."""
    os.environ["COLUMNS"] = "80"
    root = parser.parser()
    commands = _commands_of(root)
    for name in _HIDDEN:
        del commands[name]
    values = _values()
    for command in (root, *commands.values()):
        command.format_help()  # Adds the options that games declare.
        for action in _actions(command):
            if action.dest in values and action.choices is None:
                action.choices = values[action.dest]
            complete = _completed_by(action)
            if complete is not None:
                action.complete = complete  # pyright: ignore[reportAttributeAccessIssue]
    return root


def _commands_of(root: ArgumentParser) -> dict[str, ArgumentParser]:
    (found,) = (cast("object", it.choices) for it in _actions(root) if it.dest == SUPPRESS and it.choices)
    return cast("dict[str, ArgumentParser]", found)


def _actions(command: ArgumentParser) -> Iterator[Action]:
    yield from command._actions


def _values() -> Mapping[str, tuple[str, ...]]:
    """Return values that can be typed, by the argument's name."""
    metas = [game_meta(key) for key in games()]
    keys = tuple(games())
    modes = tuple(dict.fromkeys(mode for meta in metas for mode in meta.modes))
    colours = tuple(dict.fromkeys(colour for meta in metas for colour in meta.colours))
    return {
        "named_game": keys,
        "clause": keys,
        "mode": modes,
        "colour": colours,
        "bots": tuple(bot_names()),
        "theme": tuple(THEMES),
    }


def _completed_by(action: Action) -> Any:
    """Return how a shell finds the values of an argument; None if it cannot."""
    if action.dest in ("match", "id", "resume"):
        return _IDS
    return {"FILE": shtab.FILE, "DIR": shtab.DIRECTORY}.get(str(action.metavar))


def _man_page(root: ArgumentParser) -> str:
    os.environ["SOURCE_DATE_EPOCH"] = "0"  # The page has no date: it would change with every run.
    page = Manpage(root)
    page.date, page.source, page.manual = "", f"galli-tui {__version__}", "Games"
    page.description = "monastery board games in the terminal"
    return "".join(_unfilled(str(page).splitlines()))


def _unfilled(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines of the page, with examples and usages as they stand: `man` would fill and justify them."""
    yield f"{lines[0]}\n.ad l\n"
    for is_text, part in groupby(lines[1:], lambda line: line.startswith(("  ", "usage:"))):
        yield ".nf\n" if is_text else ""
        yield from (f"{line}\n" for line in part)
        yield ".fi\n" if is_text else ""


if __name__ == "__main__":
    main()
