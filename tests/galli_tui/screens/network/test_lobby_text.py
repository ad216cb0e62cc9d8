"""The rows of a lobby: fixed sides have their names, other seats their colours."""

from __future__ import annotations

import pytest

from galli_tui.screens.network.lobby_text import SeatLine, roles_of, seat_rows
from net.wire.messages import SeatKind

SEATS = [
    SeatLine(SeatKind.HERE, name, colour, ready=True, online=True, yours=False)
    for name, colour in (("Anna", "blue"), ("Bruno", "red"))
]


@pytest.mark.parametrize(
    ("game", "head", "side"), [("campus-galli", "colour", "red"), ("builders-duel", "side", "Waleran")]
)
def test_a_seat_has_its_colour_or_its_side(game: str, head: str, side: str) -> None:
    heading, _, second = (
        "".join(text for text, _ in row.parts) for row in seat_rows(SEATS, roles_of(game), ascii_only=True)
    )
    assert head in heading
    assert f" {side} " in second


def test_an_unknown_game_has_no_sides() -> None:
    assert roles_of("chess") == ()
