"""Reading values of a component file: words, letters and pictures, each with its place in the errors."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.engine.game import ComponentError
from rules.engine.toml_table import TomlTable, parsed

KNOWN = ("red", "blue")


def table(value: str) -> TomlTable:
    """A table of a file with one key."""
    return parsed("game.toml", f"[row]\nkey = {value}").table("row")


def test_known_values_are_read_as_their_places() -> None:
    assert table('"blue"').word("key", KNOWN) == 1
    assert table('["blue", "red", "blue"]').words("key", KNOWN) == (1, 0, 1)
    assert table('"BRB"').letters("key", "RB") == (1, 0, 1)
    assert table('["#.", ".."]').picture("key", "#.") == ("#.", "..")


FAULTS: list[tuple[str, Callable[[TomlTable], object], str]] = [
    ('"pink"', lambda it: it.word("key", KNOWN), "row.key: expected one of red, blue, got 'pink'"),
    ("7", lambda it: it.word("key", KNOWN), "row.key: expected a text, got 7"),
    ('["red", "pink"]', lambda it: it.words("key", KNOWN), "row.key: expected only red, blue, got 'pink'"),
    ('"red"', lambda it: it.words("key", KNOWN), "row.key: expected a list of texts, got 'red'"),
    ('"RX"', lambda it: it.letters("key", "RB"), "row.key: expected only letters of RB, got 'X'"),
    ("[]", lambda it: it.picture("key", "#."), "row.key: expected one or more rows of equal length"),
    ('["#", "##"]', lambda it: it.picture("key", "#."), "row.key: expected one or more rows of equal length"),
    ('["#", "o"]', lambda it: it.picture("key", "#."), "row.key row 2: expected only characters of #., got 'o'"),
]


@pytest.mark.parametrize(("value", "read", "message"), FAULTS, ids=[it[0] for it in FAULTS])
def test_errors_name_file_table_and_key(value: str, read: Callable[[TomlTable], object], message: str) -> None:
    with pytest.raises(ComponentError) as refused:
        read(table(value))
    assert str(refused.value).startswith(f"game.toml: {message}")
