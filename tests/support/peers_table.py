"""A table with peers but without a network: the test sets everything about the other players."""

from __future__ import annotations

from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.tables.peers import ChatLine, Pointer, Presence, Role, TableStatus
from rules.engine.secrecy import Seat


class FakePeers:
    """The peers at a table. Implements `galli_tui.tables.peers.Peers`; calls are recorded in `done`."""

    def __init__(self, table: InMemoryTable, status: TableStatus) -> None:
        self._table = table
        self.status = status
        self.done: list[tuple[object, ...]] = []
        self.trouble = ""
        """The error with which every call fails."""

    def say(self, text: str) -> None:
        self._do("talk", text)
        self.hear(Seat(0), text)

    def point(self, kind: str, target: int) -> None:
        self._do("point", kind, target)
        self.see(Seat(0), kind, target)

    def seat_bot(self, seat: Seat) -> None:
        self._do("bot", seat)

    def unseat_bot(self, seat: Seat) -> None:
        self._do("wait", seat)

    def remove_guest(self, seat: Seat) -> None:
        self._do("send away", seat)

    def unblock(self) -> None:
        self._do("let in")

    def change_code(self) -> None:
        self._do("change code")

    def fetch(self) -> None:
        self._do("fetch")

    def hear(self, seat: Seat | None, text: str, name: str = "") -> None:
        """Add a chat line."""
        number = len(self.status.chat) + 1
        named = name if seat is None else self._table.players[seat].name
        self.change(chat=(*self.status.chat, ChatLine(number, seat, named, text)))

    def see(self, seat: Seat, kind: str, target: int) -> None:
        """Add a pointer."""
        number = len(self.status.pointers) + 1
        self.change(pointers=(*self.status.pointers, Pointer(number, seat, kind, target)))

    def change(self, **values: object) -> None:
        """Change the status, and notify subscribers."""
        self.status = self.status._replace(**values)
        self._table._notify()  # pyright: ignore[reportPrivateUsage]

    def _do(self, *what: object) -> None:
        if self.trouble:
            raise ValueError(self.trouble)
        self.done.append(what)


def with_peers(table: InMemoryTable, role: Role = Role.GUEST, presence: str = "", **values: object) -> FakePeers:
    """Give the table peers. `presence` has a letter a seat (h, t, a, b); by default all are there."""
    known = {it.value[0]: it for it in Presence}
    found = tuple(known[letter] for letter in presence or "t" * len(table.players))
    peers = FakePeers(table, TableStatus(role, found)._replace(**values))
    table.peers = peers
    return peers


def at_seats(table: InMemoryTable, here: str = "1") -> InMemoryTable:
    """Return the table with only these seats, counted from 1, at this terminal."""
    table.players = tuple(it._replace(here=str(number) in here) for number, it in enumerate(table.players, 1))
    return table
