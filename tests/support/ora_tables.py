"""Tables of Ora et Labora, for the tests of its screen and for screenshots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from galli_tui.games.kit.menu_item import MenuItem
from galli_tui.games.ora_et_labora.board import OraBoard
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.tables.table import TablePlayer
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Move
from rules.engine.secrecy import Seat
from rules.ora_et_labora.game import META, OraEtLabora
from rules.ora_et_labora.state import OraState
from tests.support.ora_positions import OraPosition, match

FOLDER = Path(__file__).parent / "ora_matches"
NAMES = ("Anna", "Bruno", "Clara", "Dora")
ROOMS = ((50, 21), (74, 33), (98, 45))
"""Columns and lines of the board at the three sizes of the window."""


def players(game: OraEtLabora, names: Sequence[str] = NAMES, here: str = "1234") -> tuple[TablePlayer, ...]:
    """Return a player for each seat."""
    return tuple(
        TablePlayer(names[seat], META.colours[seat], here=str(seat + 1) in here) for seat in range(game.players)
    )


class OraTable(InMemoryTable):
    """A match found in a position: these lines have happened by then, and no others."""

    def __init__(self, position: OraPosition, *lines: str, names: Sequence[str] = NAMES, here: str = "1234") -> None:
        super().__init__(position.game, players(position.game, names, here), 1)
        self._events, self._states = [], [position.state]
        for line in lines:
            self._append(position.game.parse(line))


def ora_table(
    mode: str = "3", country: str = "france", seed: int = 3, *, names: Sequence[str] = NAMES, here: str = "1234"
) -> InMemoryTable:
    """Return a match from its beginning."""
    game = match(mode, country)
    return InMemoryTable(game, players(game, names, here), seed)


def well_played(table: InMemoryTable, moves: int, seed: int = 1) -> InMemoryTable:
    """Make so many moves that are rated best, or all that are left."""
    chance = RandomStream(derive_entropy("well played", seed))
    for _ in range(moves):
        if table.due.over:
            break
        seat = table.due.seats[0]
        view = table.view(seat)
        options = table.game.candidate_moves(view, seat)
        rated = table.game.rate(view, seat, options)
        table.submit(chance.choice([it for it, worth in zip(options, rated, strict=True) if worth == max(rated)]))
    return table


MATCHES = {"three": ("3", "france"), "four": ("4", "france"), "solo": ("1", "france"), "two-ireland": ("2", "ireland")}
"""The mode and country of the beginnings in `ora_matches`, whose moves stay as they are, however bots rate them."""


def in_the_middle(name: str) -> InMemoryTable:
    """Return a match after its beginning in `ora_matches`."""
    table = ora_table(*MATCHES[name])
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        move = table.game.parse(line)
        assert isinstance(move, Move)
        table.submit(move)
    return table


def varied(table: InMemoryTable, seed: int = 1) -> Iterator[tuple[OraState, Seat, Move]]:
    """Play a match at random, kinds of moves that were rare so far first; yield each decision with its move."""
    chance, seen = RandomStream(derive_entropy("varied", seed)), dict[type, int]()
    while not table.due.over:
        seat = table.due.seats[0]
        view: OraState = table.view(seat)
        legal = table.game.legal(view, seat)
        move = min(legal, key=lambda it: seen.get(type(it), 0) + chance.below(4))
        seen[type(move)] = seen.get(type(move), 0) + 1
        yield view, seat, move
        table.submit(move)


def ora_board(table: InMemoryTable, *, ascii_only: bool = False) -> OraBoard:
    """Return the board of a table."""
    game = table.game
    assert isinstance(game, OraEtLabora)
    return OraBoard(game, lambda: [player.name for player in table.players], ascii_only=ascii_only)


def moves_of(items: Sequence[MenuItem]) -> Iterator[Move]:
    """Yield the moves of items and of the pages that they open, but for other payments than proposed."""
    for item in items:
        if item.move is not None:
            yield item.move
        if item.opens and not callable(item.items):
            yield from moves_of(item.items)
