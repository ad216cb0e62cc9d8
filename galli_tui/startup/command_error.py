"""The error that ends a command with one sentence and an exit code, without a traceback."""

from __future__ import annotations

from galli_tui.startup.exit_codes import Exit


class CommandError(Exception):
    """Ends a command: the command line prints the sentence to standard error and exits with the code."""

    def __init__(self, sentence: str, code: Exit) -> None:
        super().__init__(to_sentence(sentence))
        self.code = code


def to_sentence(text: str) -> str:
    """Return the text with a capital first letter, unless it begins with a file name, and a full stop."""
    ended = text if text.endswith((".", "!", "?")) else f"{text}."
    first = ended.split(maxsplit=1)[0] if ended.strip() else ""
    return ended if "." in first.rstrip(".:") else f"{ended[:1].upper()}{ended[1:]}"
