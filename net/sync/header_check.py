"""The check that a match is the one agreed on: its header against the last lobby."""

from __future__ import annotations

from net.sync.rules_hash import components_hash
from net.wire.messages import Lobby, LobbySeat, SeatKind
from saves.format.canonical import CanonicalError
from saves.format.header import Header, components_of
from saves.format.identity import PublicKeys


def disagreement(header: Header, host: PublicKeys | None, lobby: Lobby, own: PublicKeys) -> str:
    """Return how the header differs from the last lobby, as the end of a sentence; empty if it does not.

    `host` are the proven keys of the host, `own` those of this program. Who holds the seats of a saved match is not
    compared, as its log may have changed that since.
    """
    if terms := terms_disagreement(header, lobby):
        return terms
    for number, seat in enumerate(lobby.seats):
        player, holder = header.players[number], header.clients[header.holders[number]]
        if not lobby.resumed and not _holds(seat, holder, host, own):
            return f"seat {number + 1} has a different holder than in the lobby"
        by_bot = player.bot is not None
        if not lobby.resumed and (by_bot is not (seat.kind is SeatKind.BOT) or player.bot != seat.bot):
            return f"seat {number + 1} is played by a different bot than in the lobby, or by a bot in one of them only"
        if seat.name and (player.name, player.colour) != (seat.name, seat.colour):
            return f"seat {number + 1} has a different name or colour"
    return ""


def terms_disagreement(header: Header, lobby: Lobby) -> str:
    """Return how a header differs from a lobby in what is settled before anyone takes a seat; empty if it does not."""
    if (header.game, header.rules_version, header.options) != (lobby.game, lobby.rules_version, lobby.options):
        return "its game, rules or options are different"
    if len(header.players) != len(lobby.seats):
        return "it has a different number of seats"
    try:
        components = components_hash(components_of(header))
    except CanonicalError:
        return "its components cannot be read"
    return "" if components == lobby.components else "its components are different"


def _holds(seat: LobbySeat, holder: PublicKeys, host: PublicKeys | None, own: PublicKeys) -> bool:
    if seat.kind is SeatKind.GUEST:
        return holder == own if seat.yours else holder not in (own, host)
    return holder == host
