"""The parser of a command: its errors refer to the help, and the options of games are added when it runs."""

from __future__ import annotations

import sys
from argparse import Action, ArgumentError, ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from galli_tui.startup.exit_codes import Exit
from galli_tui.startup.own_command import NAME, own_command
from galli_tui.startup.sentences import to_sentence
from galli_tui.terminal.error_stream import print_error
from galli_tui.terminal.safe_text import sanitize

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

    from galli_tui.cli.choosing import Arguments


class Subparsers(Protocol):
    """The part of `argparse` that commands are added to."""

    def add_parser(
        self,
        name: str,
        *,
        help: str = ...,
        description: str = ...,
        formatter_class: type[RawDescriptionHelpFormatter] = ...,
    ) -> CommandParser: ...


_MOST_OF_AN_ERROR = 1000


class CommandParser(ArgumentParser):
    """An argument parser whose errors refer to the help."""

    internal: Collection[str] = ()
    """Commands that only this program itself starts; neither the help nor an error lists them."""
    choices: Arguments | None = None
    """Takes the options that games declare, once the command is known to be this one: that imports all games."""

    def parse_known_args(self, *args: Any, **kwargs: Any) -> Any:
        self._add_choices()
        return super().parse_known_args(*args, **kwargs)

    def format_help(self) -> str:
        self._add_choices()
        return super().format_help()

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Print help or the version; unlike argparse, pass on an output that is full or closed. Raises `OSError`."""
        (file or sys.stderr).write(message)

    def _add_choices(self) -> None:
        group, self.choices = self.choices, None
        if group is not None:
            from galli_tui.cli.choosing import add_choices

            add_choices(group)

    def _check_value(self, action: Action, value: object) -> None:
        """Refuse a value that is not among the choices, and suggest a similar one; list only what the help lists."""
        if action.choices is None or value in action.choices:
            return
        from difflib import get_close_matches

        offered = [str(choice) for choice in action.choices if choice not in self.internal]
        similar = get_close_matches(str(value), offered, n=1)
        hint = f"; did you mean {similar[0]}?" if similar else f" (choose from {', '.join(offered)})"
        raise ArgumentError(action, f"invalid choice: {str(value)!r}{hint}")

    def error(self, message: str) -> NoReturn:
        message = sanitize(message, _MOST_OF_AN_ERROR)
        helps = own_command(f"{self.prog.removeprefix(NAME)} --help".strip())
        print_error(f"{to_sentence(message)}\nTry `{helps}`.", self.prog)
        self.exit(Exit.USAGE)
