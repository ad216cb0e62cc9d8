"""A network without sockets for tests of screens: tables in a state set by the test, and a record of all requests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from galli_tui.app import GalliApp
from galli_tui.tables.network import FoundTable, HostOptions, HostPlan, JoinRequest, NetworkError, RejoinOption
from galli_tui.tables.table import Table
from galli_tui.terminal.capabilities import Terminal
from net.host.lobby import SeatAssignment
from net.status import ClientProblem, GuestStatus, HostSeat, HostStatus, Phase
from net.sync.rules_hash import standard_components_hash
from net.wire.messages import ChatMessage, Lobby, LobbySeat, PeerRole, Reason, SeatKind, TableAttendance
from rules.engine.game import Options
from rules.engine.secrecy import Seat
from saves.errors import SaveError
from tests.support.fake_match_store import FakeMatchStore
from tests.support.straws_game import straws_table

OPEN = LobbySeat(SeatKind.OPEN, "", "", ready=False, online=False, yours=False)


class Subscribable:
    """An object that can be subscribed to."""

    def __init__(self) -> None:
        self.listeners: list[Callable[[], None]] = []
        self.closed = False

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        self.listeners.append(changed)
        return lambda: self.listeners.remove(changed)

    def notify(self) -> None:
        for changed in tuple(self.listeners):
            changed()

    def close(self) -> None:
        self.closed = True


def host_seat(
    kind: SeatKind = SeatKind.OPEN,
    name: str = "",
    colour: str = "",
    *,
    bot: str | None = None,
    ready: bool = False,
    online: bool = True,
    key: str = "",
) -> HostSeat:
    return HostSeat(kind, name, colour, bot, ready, online, key)


def components_at(game: str) -> bytes:
    """Return the hash of a registered game's components, or a fixed one for an unknown game."""
    try:
        return standard_components_hash(game)
    except KeyError:
        return bytes(32)


def host_status(
    *seats: HostSeat, mode: str = "versus", resumed: bool = False, fixed: bool = False, game: str = "straws"
) -> HostStatus:
    return HostStatus(
        phase=Phase.LOBBY,
        game=game,
        options=Options(len(seats), mode, 1),
        seats=seats,
        components=components_at(game),
        resumed=resumed,
        seats_fixed=fixed,
        spectators=0,
        may_watch=True,
        may_chat=True,
        code="cellar-heron-417",
        wrong_codes=0,
        closed_to_new=False,
        blocked=0,
        attendance=None,
        chat=(),
        chat_count=0,
        pointers=(),
        pointer_count=0,
        notices=(),
    )


class FakeHostSession(Subscribable):
    """A hosted table. Implements `galli_tui.tables.network.HostSession`."""

    def __init__(self, status: HostStatus) -> None:
        super().__init__()
        self.status = status
        self.options = HostOptions(may_watch=status.may_watch, may_chat=status.may_chat)
        self.addresses: tuple[str, ...] = ("192.168.1.20:7341",)
        self.ssh = ""
        self.ssh_key = ""
        self.problems: tuple[str, ...] = ()
        self.trouble = ""
        """The error with which assigning a seat or beginning fails."""
        self.removed: list[Seat] = []

    def put(self, **changes: Any) -> None:
        """Change the status, and notify subscribers."""
        self.status = self.status._replace(**changes)
        self.notify()

    def seat(self, seat: Seat, assignment: SeatAssignment) -> None:
        self._fail()
        seats = list(self.status.seats)
        seats[seat] = host_seat(
            assignment.kind,
            assignment.name,
            assignment.colour or ("red", "green", "blue", "yellow")[seat],
            bot=assignment.bot,
        )
        self.put(seats=tuple(seats))

    def say(self, text: str) -> None:
        self.put(
            chat=(*self.status.chat, ChatMessage(Seat(0), self.status.seats[0].name, text)),
            chat_count=self.status.chat_count + 1,
        )

    def permit(self, *, watch: bool, chat: bool) -> None:
        self.options = self.options._replace(may_watch=watch, may_chat=chat)
        self.put(may_watch=watch, may_chat=chat or self.status.options.mode != "versus")

    def remove(self, seat: Seat) -> None:
        self.removed.append(seat)
        self.seat(seat, SeatAssignment(SeatKind.OPEN))

    def unblock(self) -> None:
        self.put(closed_to_new=False, blocked=0)

    def change_code(self) -> None:
        self.put(code="abbey-acorn-100")

    def fetch(self) -> None:
        self._fail()
        self.put(newer_copy=None)

    def begin(self) -> None:
        self._fail()
        self.put(phase=Phase.PLAYING)

    def back_to_lobby(self) -> None:
        self._fail()
        self.put(phase=Phase.LOBBY)

    def table(self) -> Table:
        return straws_table(*(seat.name for seat in self.status.seats), mode=self.status.options.mode)

    def _fail(self) -> None:
        if self.trouble:
            raise NetworkError(self.trouble)


def lobby_seat(
    kind: SeatKind = SeatKind.GUEST,
    name: str = "Bruno",
    colour: str = "green",
    *,
    ready: bool = False,
    online: bool = True,
    yours: bool = False,
) -> LobbySeat:
    return LobbySeat(kind, name, colour, ready, online, yours)


def lobby(*seats: LobbySeat, mode: str = "versus", resumed: bool = False, game: str = "straws") -> Lobby:
    options = Options(len(seats), mode, 1)
    components = components_at(game)
    return Lobby(game, 1, options, seats, components, resumed, spectators=1, may_watch=True, may_chat=True)


def guest_status(
    phase: Phase = Phase.LOBBY,
    at: Lobby | None = None,
    *,
    sentence: str = "",
    reason: Reason | None = None,
    company: TableAttendance | None = None,
) -> GuestStatus:
    problem = ClientProblem(reason, sentence) if sentence or reason else None
    return GuestStatus(
        phase=phase,
        lobby=at,
        attendance=company,
        seats=(),
        entries=0,
        host_entries=0,
        sending=(),
        withheld=(),
        chat=(),
        chat_count=0,
        pointers=(),
        pointer_count=0,
        problem=problem,
        retry_at=None,
    )


class FakeGuestSession(Subscribable):
    """A session at a host's table. Implements `galli_tui.tables.network.GuestSession`."""

    def __init__(self, status: GuestStatus, wish: PeerRole = PeerRole.PLAYER, name: str = "") -> None:
        super().__init__()
        self.status = status
        self.address = "192.168.1.20:7341"
        self.role = wish
        self.name = name
        self.seconds: float | None = None
        self.return_hint = ""
        self.told_to_wait = False
        self.replaced = False
        self.tries = 0
        """The number of requests to retry at once."""

    def put(
        self,
        phase: Phase,
        at: Lobby | None = None,
        *,
        sentence: str = "",
        reason: Reason | None = None,
        seconds: float | None = None,
    ) -> None:
        """Change the status, and notify subscribers."""
        self.status = guest_status(phase, at or self.status.lobby, sentence=sentence, reason=reason)
        self.seconds = seconds
        self.notify()

    def retry_in(self) -> float | None:
        return self.seconds

    def retry_now(self) -> None:
        self.tries += 1

    def take_seat(self, seat: Seat, name: str, colour: str) -> None:
        self._change(seat, lobby_seat(SeatKind.GUEST, name, colour, yours=True))

    def leave_seat(self, seat: Seat) -> None:
        self._change(seat, OPEN)

    def ready(self, *, yes: bool) -> None:
        at = self.status.lobby
        if at is not None:
            seats = tuple(seat._replace(ready=yes) if seat.yours else seat for seat in at.seats)
            self.put(Phase.LOBBY, at._replace(seats=seats))

    def say(self, text: str) -> None:
        said = ChatMessage(Seat(1), "Bruno", text)
        self.status = self.status._replace(chat=(*self.status.chat, said), chat_count=self.status.chat_count + 1)
        self.notify()

    def table(self) -> Table:
        at = self.status.lobby
        assert at is not None
        return straws_table(*(seat.name for seat in at.seats), here=[seat.yours for seat in at.seats])

    def _change(self, seat: Seat, now: LobbySeat) -> None:
        at = self.status.lobby
        assert at is not None
        seats = list(at.seats)
        seats[seat] = now
        self.put(Phase.LOBBY, at._replace(seats=tuple(seats)))


class FakeTableFinder(Subscribable):
    """A search for tables. Implements `galli_tui.tables.network.TableFinder`."""

    def __init__(self, *tables: FoundTable, trouble: str = "") -> None:
        super().__init__()
        self.tables = tables
        self.problem = trouble

    def put(self, *tables: FoundTable) -> None:
        """Change the tables found, and notify subscribers."""
        self.tables = tables
        self.notify()


def found(
    key: str = "a1", host: str = "Anna", *, vacant: int = 2, seats: int = 4, barrier: str = "", match_id: str = ""
) -> FoundTable:
    return FoundTable(
        key,
        ("192.168.1.20:7341",),
        "Straws I",
        "together",
        host,
        seats,
        vacant,
        may_watch=True,
        barrier=barrier,
        match_id=match_id,
    )


class FakeNetwork:
    """Implements `galli_tui.tables.network.Network`."""

    def __init__(self, *tables: FoundTable, trouble: str = "") -> None:
        self.finding = FakeTableFinder(*tables, trouble=trouble)
        self.host_session = FakeHostSession(host_status(host_seat(SeatKind.HERE, "Anna", "red"), host_seat()))
        self.guest_session = FakeGuestSession(guest_status(Phase.CONNECTING))
        self.back: list[RejoinOption] = []
        self.hosted: list[tuple[HostPlan | str, HostOptions]] = []
        self.calls: list[JoinRequest | str] = []
        self.refusal: NetworkError | SaveError | None = None
        """The error with which host_session or joining a table fails."""
        self.typed = ""
        """The address of the last attempt to rejoin."""
        self.ended = False

    def find_tables(self) -> FakeTableFinder:
        return self.finding

    async def host(self, plan: HostPlan, options: HostOptions) -> FakeHostSession:
        self._fail()
        self.hosted.append((plan, options))
        return self.host_session

    async def reopen(self, match_id: str, options: HostOptions) -> FakeHostSession:
        self._fail()
        self.hosted.append((match_id, options))
        return self.host_session

    def join(self, request: JoinRequest) -> FakeGuestSession:
        self._fail()
        self.calls.append(request)
        self.guest_session.name = request.name
        return self.guest_session

    def rejoin_options(self) -> list[RejoinOption]:
        return list(self.back)

    def rejoin(self, match_id: str, address: str = "") -> FakeGuestSession:
        self._fail()
        self.calls.append(match_id)
        self.typed = address
        return self.guest_session

    async def end(self) -> None:
        self.ended = True

    def _fail(self) -> None:
        if self.refusal is not None:
            raise self.refusal


def app_on(
    network: FakeNetwork, terminal: Terminal | None = None, match_store: FakeMatchStore | None = None
) -> GalliApp:
    """Return an app at the menu, on this network."""
    return GalliApp(terminal or Terminal(), match_store or FakeMatchStore(), network=network)
