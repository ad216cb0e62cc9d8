"""How a command says that it cannot: one sentence and an exit code, never a traceback."""

from __future__ import annotations

from galli_tui.exits import Exit


class CommandTrouble(Exception):
    """Ends a command. `cli` prints the sentence to standard error and exits with the code."""

    def __init__(self, sentence: str, code: Exit) -> None:
        super().__init__(sentence)
        self.code = code
