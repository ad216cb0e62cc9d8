"""The text files that ship with the program: components, rulebooks, guides, lessons."""

from __future__ import annotations

from importlib.resources import files


class DamagedFile(Exception):
    """A file of the program itself that cannot be used; a player's own files have errors of their own."""

    def __init__(self, file: str, what: str) -> None:
        why = what.removesuffix(".")
        super().__init__(f"The file {file} of this program is damaged ({why}). Install galli-tui again.")


def shipped_text(package: str, *path: str) -> str:
    """Return the text of a file in the folder of a package. Raises `DamagedFile`."""
    file = "/".join((*package.split("."), *path))
    try:
        return files(package).joinpath(*path).read_text("utf-8")
    except UnicodeDecodeError:
        raise DamagedFile(file, "it is not UTF-8 text") from None
    except OSError as error:
        raise DamagedFile(file, error.strerror or "it cannot be read") from None
