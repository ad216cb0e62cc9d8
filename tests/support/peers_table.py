"""A table in company without a network: everything about the others is set by the test."""

from __future__ import annotations

from galli_tui.matches.in_memory import MemoryTable
from galli_tui.tables.peers import Chair, Remark, Role, Sign, Standing
from rules.engine.secrecy import Seat


class FakeCompany:
    """The others at a table. Implements `galli_tui.tables.peers.Company`; what is done here is kept in `done`."""

    def __init__(self, table: MemoryTable, standing: Standing) -> None:
        self._table = table
        self.standing = standing
        self.done: list[tuple[object, ...]] = []
        self.trouble = ""
        """What everything that is done here fails with."""

    def talk(self, text: str) -> None:
        self._do("talk", text)
        self.hear(Seat(0), text)

    def point(self, kind: str, target: int) -> None:
        self._do("point", kind, target)
        self.see(Seat(0), kind, target)

    def seat_bot(self, seat: Seat) -> None:
        self._do("bot", seat)

    def unseat_bot(self, seat: Seat) -> None:
        self._do("wait", seat)

    def send_away(self, seat: Seat) -> None:
        self._do("send away", seat)

    def let_in(self) -> None:
        self._do("let in")

    def change_code(self) -> None:
        self._do("change code")

    def fetch(self) -> None:
        self._do("fetch")

    def hear(self, seat: Seat | None, text: str, name: str = "") -> None:
        """Somebody says something."""
        number = len(self.standing.remarks) + 1
        named = name if seat is None else self._table.players[seat].name
        self.change(remarks=(*self.standing.remarks, Remark(number, seat, named, text)))

    def see(self, seat: Seat, kind: str, target: int) -> None:
        """Somebody points at something."""
        number = len(self.standing.signs) + 1
        self.change(signs=(*self.standing.signs, Sign(number, seat, kind, target)))

    def change(self, **values: object) -> None:
        """The table stands otherwise now, and tells so."""
        self.standing = self.standing._replace(**values)
        self._table._tell()  # pyright: ignore[reportPrivateUsage]

    def _do(self, *what: object) -> None:
        if self.trouble:
            raise ValueError(self.trouble)
        self.done.append(what)


def in_company(table: MemoryTable, role: Role = Role.GUEST, chairs: str = "", **values: object) -> FakeCompany:
    """Gives the table company. `chairs` has a letter a seat: h host, t there, a away, b bot; else all are there."""
    known = {chair.value[0]: chair for chair in Chair}
    found = tuple(known[letter] for letter in chairs or "t" * len(table.players))
    company = FakeCompany(table, Standing(role, found)._replace(**values))
    table.company = company
    return company


def far(table: MemoryTable, here: str = "1") -> MemoryTable:
    """The same match with only these seats, counted from 1, at this terminal."""
    table.players = tuple(it._replace(here=str(number) in here) for number, it in enumerate(table.players, 1))
    return table
