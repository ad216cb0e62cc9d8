"""A network match in plain lines, for host, guest and spectator: from the lobby to the end of the match."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from galli_tui.plain.dialogue import Dialogue
from galli_tui.plain.find_tables import find_session
from galli_tui.plain.guest_lobby import GuestLobbyTalk
from galli_tui.plain.host_lobby import HostLobbyTalk
from galli_tui.plain.table import PlainTable
from galli_tui.plain.table_talk import Ending
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.tables.farewell import farewell
from galli_tui.tables.network import (
    GuestSession,
    HostOptions,
    HostPlan,
    HostSession,
    JoinRequest,
    Network,
    NetworkError,
    TableOpener,
)
from galli_tui.tables.peers import Presence
from galli_tui.tables.table import Table
from net.host.lobby import SeatAssignment
from net.wire.messages import SeatKind
from rules.engine.game import ComponentError, OptionError
from saves.errors import NotFound, SaveError

_CODES: Final[Mapping[type[Exception], Exit]] = {
    NetworkError: Exit.NETWORK,
    OptionError: Exit.USAGE,
    ComponentError: Exit.USAGE,
    NotFound: Exit.NO_INPUT,
    SaveError: Exit.SAVE,
}
"""The exit code of each error that can keep a table from opening; of a missing match before that of any file."""
_Found = Callable[[Network], Awaitable[GuestSession | None]]
"""A way to a table of another host; None if the player gives up."""


def _command_error(error: Exception) -> CommandError:
    """Return what ends the program when a table cannot be opened or returned to."""
    return CommandError(str(error), next(code for kind, code in _CODES.items() if isinstance(error, kind)))


async def host_plainly(dialogue: Dialogue, opened: TableOpener, options: HostOptions) -> None:
    """Host a table, and rematches as long as they are wanted. Raises `CommandError` if it cannot be opened."""
    from galli_tui.matches.network.live_network import LiveNetwork

    network = LiveNetwork()
    try:
        rematch = await _host_once(dialogue, opened(network))
        while rematch is not None:
            rematch = await _host_once(dialogue, network.host(rematch, options))
    finally:
        await network.end()


async def _host_once(dialogue: Dialogue, opening: Awaitable[HostSession]) -> HostPlan | None:
    """Host one match; return the plan of a rematch if it is wanted."""
    try:
        session = await opening
    except tuple(_CODES) as error:
        raise _command_error(error) from None
    try:
        table = await HostLobbyTalk(dialogue, session).run()
        return None if table is None else await _play(dialogue, table)
    finally:
        session.close()


async def join_plainly(dialogue: Dialogue, request: JoinRequest) -> None:
    """Join a table, and play or watch there."""
    await _visit(dialogue, lambda network: find_session(dialogue, network, request))


async def rejoin_plainly(dialogue: Dialogue, match_id: str) -> None:
    """Return to the table of one of our matches. Raises `CommandError` if its copy does not lead there."""

    async def found(network: Network) -> GuestSession:
        try:
            return network.rejoin(match_id)
        except (NetworkError, SaveError) as error:
            raise _command_error(error) from None

    await _visit(dialogue, found)


async def _visit(dialogue: Dialogue, found: _Found) -> None:
    """Play or watch at the table of another host."""
    from galli_tui.matches.network.live_network import LiveNetwork

    network: Network = LiveNetwork()
    try:
        session = await found(network)
        if session is None:
            return
        try:
            table = await GuestLobbyTalk(dialogue, session).run()
            if table is not None:
                await _play(dialogue, table)
        finally:
            session.close()
    finally:
        await network.end()


async def _play(dialogue: Dialogue, table: Table) -> HostPlan | None:
    """Play at a table; return the plan of a rematch if it is wanted."""
    try:
        ending = await PlainTable(dialogue, table).run()
        return _rematch(table) if ending is Ending.REMATCH else None
    finally:
        if words := farewell(table, plain=True):
            dialogue.say(words)
        table.close()


def _rematch(table: Table) -> HostPlan:
    """Return the same match again: bots keep their seats, and guests' seats are open."""
    lent = () if table.peers is None else table.peers.status.stand_ins
    presence = () if table.peers is None else table.peers.status.presence
    seats: list[SeatAssignment] = []
    for number, player in enumerate(table.players):
        if player.bot and number not in lent:
            seats.append(SeatAssignment(SeatKind.BOT, player.name, player.colour, player.bot))
        elif player.here and presence[number : number + 1] in ((), (Presence.HOST,)):
            seats.append(SeatAssignment(SeatKind.HERE, player.name, player.colour))
        else:
            seats.append(SeatAssignment(SeatKind.OPEN))
    return HostPlan(table.game.meta.key, table.game.options, tuple(seats))
