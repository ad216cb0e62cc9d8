"""The real network: hosts tables, finds tables and joins them. Implements `galli_tui.tables.network.Network`.

Listeners and connections live in the app's event loop and end with it.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from ipaddress import ip_address
from typing import ClassVar

from galli_tui import __version__
from galli_tui.bots.pool import WorkerPool
from galli_tui.bots.seats import MakeBackend
from galli_tui.game_api.match_marks import ID_DIGITS
from galli_tui.game_api.own_name import own_name
from galli_tui.matches.local import path_of, title_of
from galli_tui.matches.network.guest_session import LiveGuestSession
from galli_tui.matches.network.host_session import LiveHostSession, assign_seat
from galli_tui.matches.network.notes import (
    ADDRESS,
    CODE,
    PORT,
    SSH,
    TABLE,
    WISH,
    addresses,
    note,
    notes_of,
    permission_notes,
    reopen_options,
    text,
)
from galli_tui.matches.network.table_finder import LiveTableFinder
from galli_tui.startup.own_command import own_command
from galli_tui.tables.match_store import NAMES
from galli_tui.tables.network import HostOptions, HostPlan, JoinRequest, NetworkError, RejoinOption
from galli_tui.terminal.safe_text import sanitize
from net.discovery.address import BadAddress, parse_address
from net.discovery.listening_sockets import ALL_INTERFACES, CannotListen, candidate_ports
from net.discovery.multicast import Interfaces
from net.discovery.routes import Route
from net.error_text import handshake_text
from net.guest.client_connection import ClientConnection
from net.guest.seat_client import SeatClient
from net.guest.table_client import SpectatorClient
from net.host.host_actions import HostTableServer, new_table, saved_table
from net.host.listener import TableListener
from net.host.lobby import LobbyError, MatchSetup
from net.host.seat_holders import borrowed_seats
from net.host.table_state import TableSettings
from net.sync.rules_hash import check_rules, components_hash, rules_hash
from net.wire.handshake_codec import TableInfo
from net.wire.handshake_error import HandshakeError
from net.wire.messages import PeerRole, SeatKind
from net.wire.table_code import BadCode, make_code, normalize_code
from rules.engine.plain_data import Plain
from rules.engine.secrecy import Seat
from rules.registry import game_box, game_meta
from saves.errors import SaveError
from saves.format.header import COMMITTED, Player
from saves.format.identity import Identity
from saves.storage.identity_file import load_identity
from saves.storage.library import MatchState, SavedMatch, list_matches
from saves.storage.match import Match
from saves.storage.match_file import is_locked
from saves.storage.paths import home, latest_rescue_path, matches_folder
from saves.storage.replica import Replica

TABLE_ID = 8
"""Bytes of a table's id."""
SSH_PORT = 2222
"""The proposed port if that of a former SSH entrance is unknown."""


class LiveNetwork:
    """The sessions and searches that are open, until they have ended."""

    RETURN_HINTS: ClassVar[Mapping[PeerRole, str]] = {}
    """How to come back to a table, by role, if not through the saved matches."""

    def __init__(self, *, interfaces: Interfaces | None = None) -> None:
        """Advertise and find tables on these interfaces; None stands for all."""
        self._interfaces = interfaces
        self._make_backend: MakeBackend | None = WorkerPool
        """What computes hints for a guest at this terminal; None for no hints."""
        self._open: set[LiveHostSession | LiveGuestSession | LiveTableFinder] = set()
        self._ending: set[asyncio.Task[None]] = set()

    def find_tables(self) -> LiveTableFinder:
        finding = LiveTableFinder(_own_tables(), self._release, self._interfaces)
        self._open.add(finding)
        return finding

    async def host(self, plan: HostPlan, options: HostOptions) -> LiveHostSession:
        await self._all_ended()
        identity = load_identity(home())
        box = game_box(plan.game)
        box.new(plan.options, plan.components)
        used = box.standard_components() if plan.components is None else plan.components
        code, table = make_code(os.urandom), os.urandom(TABLE_ID)
        opened: list[LiveHostSession] = []

        def made(setup: MatchSetup) -> Match:
            match = Match.create(
                matches_folder(),
                plan.game,
                setup.options,
                [Player(place.name, place.colour, place.bot) for place in setup.assignments],
                COMMITTED,
                identity=identity,
                now=int(time.time()),
                components=plan.components,
                guests=setup.clients,
                holders=setup.holders,
            )
            try:
                own = opened[0]
                note(match, {CODE: own.status.code, TABLE: table, **_ports(own), **permission_notes(own.options)})
            except BaseException:
                match.close()
                raise
            return match

        name = next((seat.name for seat in plan.seats if seat.kind is SeatKind.HERE), own_name() or NAMES[0])
        try:
            machine = new_table(
                _table_settings(identity, name, options, code), box.meta, plan.options, components_hash(used), made
            )
            for number, seat in enumerate(plan.seats):
                assign_seat(machine, Seat(number), seat)
        except LobbyError as error:
            raise NetworkError(str(error)) from None
        session = await self._open_session(machine, identity, table, code, name, options, None)
        opened.append(session)
        return session

    async def reopen(self, match_id: str, options: HostOptions) -> LiveHostSession:
        await self._all_ended()
        identity = load_identity(home())
        match = Match.open(path_of(match_id), identity)
        try:
            notes = match.notes
            options = reopen_options(options, notes)
            code = _code(notes.get(CODE)) or make_code(os.urandom)
            table, port = notes.get(TABLE), notes.get(PORT)
            table = table if isinstance(table, bytes) and len(table) == TABLE_ID else os.urandom(TABLE_ID)
            name = next((player.name for player in match.header.players if player.bot is None), own_name() or NAMES[0])
            machine = saved_table(_table_settings(identity, name, options, code), match)
            last = port if isinstance(port, int) and 0 < port < 65536 else None
            session = await self._open_session(machine, identity, table, code, name, options, last)
            if options.ssh_port is None:
                session.by_ssh, before = _ssh_guests(match), notes.get(SSH)
                if session.by_ssh or before:
                    last_ssh = before if isinstance(before, int) and 0 < before < 65536 else SSH_PORT
                    session.ssh_again = own_command(f"host --resume {match.match_id[:ID_DIGITS]} --ssh {last_ssh}")
        except LobbyError as error:
            match.close()
            raise NetworkError(str(error)) from None
        except BaseException:
            match.close()
            raise
        try:
            note(match, {CODE: code, TABLE: table, **_ports(session), **permission_notes(options)})
        except BaseException:
            session.close()
            raise
        return session

    async def _open_session(
        self,
        machine: HostTableServer,
        identity: Identity,
        table: bytes,
        code: str,
        name: str,
        options: HostOptions,
        last: int | None,
    ) -> LiveHostSession:
        game = machine.status.game
        meta = game_meta(game)
        # The SSH entrance needs a port of its own.
        ports = [port for port in candidate_ports(options.port, last) if not port or port != options.ssh_port]
        if not ports:
            raise NetworkError(f"The table and SSH cannot share port {options.port}: choose another with --ssh.")
        try:
            about = TableInfo(__version__, table, game, meta.rules_version, rules_hash(game))
            listener = TableListener(
                machine,
                identity,
                about,
                code,
                name=name,
                ports=ports,
                hosts=(options.bind,) if options.bind else ALL_INTERFACES,
                interfaces=self._interfaces if not options.bind else _interfaces_at(options.bind),
                advertise=options.advertise,
            )
            await listener.open()
        except HandshakeError as error:
            raise NetworkError(handshake_text(error)) from None
        except CannotListen as error:
            raise NetworkError(str(error)) from None
        session = LiveHostSession(machine, listener, options, self._release)
        if options.ssh_port is not None:
            try:
                session.admit_ssh(options.ssh_port)
            except (NetworkError, SaveError):
                await listener.close()
                raise
        self._open.add(session)
        return session

    def join(self, request: JoinRequest) -> LiveGuestSession:
        try:
            addresses, code = tuple(map(parse_address, request.addresses)), normalize_code(request.code)
        except (BadAddress, BadCode) as error:
            raise NetworkError(str(error)) from None
        return self._connect(Route(addresses), code, request.role, request.name)

    def rejoin_options(self) -> list[RejoinOption]:
        return [_rejoin_option(row) for row in _unfinished_replicas()]

    def rejoin(self, match_id: str, address: str = "") -> LiveGuestSession:
        try:
            typed = (parse_address(address),) if address else ()
        except BadAddress as error:
            raise NetworkError(str(error)) from None
        path = latest_rescue_path(path_of(match_id))
        notes = notes_of(path)
        code, table = _code(notes.get(CODE)), notes.get(TABLE)
        if not code or not isinstance(table, bytes) or len(table) != TABLE_ID:
            raise NetworkError("This copy does not say where its table is: join it by address and code.")
        role = _noted_role(notes)
        replica = Replica.open(path, load_identity(home()) if role is PeerRole.PLAYER else None)
        return self._connect(Route(typed or addresses(notes.get(ADDRESS)), table), code, role, "", replica)

    def _connect(
        self, route: Route, code: str, role: PeerRole, name: str, replica: Replica | None = None
    ) -> LiveGuestSession:
        identity = load_identity(home())
        own = identity if role is PeerRole.PLAYER else None

        def made(header: bytes) -> Replica:
            followed = Replica.follow(matches_folder(), header, own)
            note(followed, {CODE: code, TABLE: connection.table_id, WISH: role.value})
            return followed

        def elsewhere(table: bytes) -> bool:
            return machine.replica is None and _is_open(table)

        kind = SeatClient if role is PeerRole.PLAYER else SpectatorClient
        machine = kind(identity.public, made, replica)
        connection = ClientConnection(
            machine,
            identity,
            route,
            code,
            role=role,
            version=__version__,
            check_rules=check_rules,
            interfaces=self._interfaces,
            open_elsewhere=elsewhere,
        )
        first = str(route.addresses[0]) if route.addresses else "this host, over SSH" if route.sock else ""
        return_hint = self.RETURN_HINTS.get(role, "")
        session = LiveGuestSession(machine, connection, first, name, self._release, return_hint, self._make_backend)
        connection.subscribe(lambda: _note_address(session))
        self._open.add(session)
        connection.open()
        return session

    async def end(self) -> None:
        for one in tuple(self._open):
            one.close()
        await self._all_ended()

    async def _all_ended(self) -> None:
        """Wait until everything closed has released its ports and files."""
        while self._ending:
            await asyncio.gather(*self._ending, return_exceptions=True)

    def _release(self, one: LiveHostSession | LiveGuestSession | LiveTableFinder) -> None:
        self._open.discard(one)
        task = asyncio.get_running_loop().create_task(one.end())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)


def _interfaces_at(address: str) -> Interfaces | None:
    """Return the interface to multicast on for a bound address; None (all) for any other than IPv4."""
    ip = ip_address(address.partition("%")[0])
    return None if ip.is_unspecified or ip.version == 6 else [str(ip)]


def _ports(session: LiveHostSession) -> dict[str, Plain]:
    """Return the notes of a table's ports; that of an SSH entrance is kept after it closes."""
    found: dict[str, Plain] = {PORT: session.listener.port}
    if session.entrance is not None:
        found[SSH] = session.entrance.port
    return found


def _table_settings(identity: Identity, name: str, options: HostOptions, code: str) -> TableSettings:
    return TableSettings(identity.public, name, options.may_watch, options.may_chat, code)


def _ssh_guests(match: Match) -> tuple[str, ...]:
    """Return the names of guests of a match who came over SSH before."""
    from net.ssh.keys import known_guests

    log, known = match.log, known_guests(home())
    if not known:
        return ()
    borrowed = borrowed_seats(log)
    seats = [(seat, borrowed.get(seat, log.clients[log.holders[seat]])) for seat in match.header.seats]
    return tuple(sanitize(match.header.players[seat].name) for seat, keys in seats if keys in known)


def _unfinished_replicas() -> list[SavedMatch]:
    """Return the replicas of unfinished matches, last played first. Raises `SaveError`."""
    return [row for row in list_matches(matches_folder()) if not row.hosted and row.state is MatchState.IN_PLAY]


def _is_open(table: bytes) -> bool:
    """Return whether a replica of the match at this table is open in another window."""
    try:
        return any(notes_of(row.path).get(TABLE) == table and is_locked(row.path) for row in _unfinished_replicas())
    except SaveError:
        return False  # Opening the replica reports the error.


def _rejoin_option(row: SavedMatch) -> RejoinOption:
    notes = notes_of(row.path)
    names = tuple(sanitize(player.name) for player in row.players)
    address = next(map(str, addresses(notes.get(ADDRESS))), "")
    return RejoinOption(row.path.name, title_of(row), names, address, _noted_role(notes))


def _noted_role(notes: Mapping[str, Plain]) -> PeerRole:
    return PeerRole.SPECTATOR if notes.get(WISH) == PeerRole.SPECTATOR.value else PeerRole.PLAYER


def _own_tables() -> dict[bytes, str]:
    """Return the matches that can be rejoined, by table id."""
    try:
        tables = [(row.path.name, notes_of(row.path).get(TABLE)) for row in _unfinished_replicas()]
    except SaveError:
        return {}  # Listing those matches reports the error.
    return {table: name for name, table in tables if isinstance(table, bytes)}


def _note_address(session: LiveGuestSession) -> None:
    """Note the address of the table, to rejoin it after a restart. A failure does no harm."""
    address, replica = session.connection.address, session.machine.replica
    if address is not None and isinstance(replica, Replica):
        with suppress(SaveError):
            note(replica, {ADDRESS: [str(address)]})


def _code(noted: Plain) -> str:
    """Return the table code in a note; empty for an invalid one, as in an edited file."""
    try:
        return normalize_code(text(noted))
    except BadCode:
        return ""
