"""The error that ends a command with one sentence and an exit code, without a traceback."""

from __future__ import annotations

from galli_tui.startup.exit_codes import Exit
from galli_tui.startup.sentences import to_sentence


class CommandError(Exception):
    """Ends a command: the command line prints the sentence to standard error and exits with the code."""

    def __init__(self, sentence: str, code: Exit) -> None:
        super().__init__(to_sentence(sentence))
        self.code = code
