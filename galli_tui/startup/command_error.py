"""How a command says that it cannot: one sentence and an exit code, never a traceback."""

from __future__ import annotations

from galli_tui.startup.exit_codes import Exit


class CommandError(Exception):
    """Ends a command. `cli` prints the sentence to standard error and exits with the code."""

    def __init__(self, sentence: str, code: Exit) -> None:
        super().__init__(to_sentence(sentence))
        self.code = code


def to_sentence(text: str) -> str:
    """The text with a capital at its beginning, unless a file's name stands there, and a full stop at its end."""
    ended = text if text.endswith((".", "!", "?")) else f"{text}."
    first = ended.split(maxsplit=1)[0] if ended.strip() else ""
    return ended if "." in first.rstrip(".:") else f"{ended[:1].upper()}{ended[1:]}"
