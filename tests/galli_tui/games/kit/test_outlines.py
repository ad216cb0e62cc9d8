"""Small pictures of pieces."""

from __future__ import annotations

import pytest

from galli_tui.games.kit.outlines import outline


def spaces_of(*rows: str) -> set[tuple[int, int]]:
    """Return the spaces of a picture in which # is one."""
    return {(x, y) for y, row in enumerate(rows) for x, char in enumerate(row) if char == "#"}


@pytest.mark.parametrize(
    ("rows", "blocks", "plain"),
    [
        (("####",), ["▀▀▀▀"], ["''''"]),
        (("##", "##"), ["██"], ["::"]),
        (("###", "#.."), ["█▀▀"], [":''"]),
        (("###", ".#."), ["▀█▀"], ["':'"]),
        (("###", "#..", "#.."), ["█▀▀", "▀"], [":''", "'"]),
        ((".#", "##"), ["▄█"], [".:"]),
    ],
)
def test_two_rows_of_spaces_stand_on_a_line(rows: tuple[str, ...], blocks: list[str], plain: list[str]) -> None:
    assert outline(spaces_of(*rows), ascii_only=False) == blocks
    assert outline(spaces_of(*rows), ascii_only=True) == plain
