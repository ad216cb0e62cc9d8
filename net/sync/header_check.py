"""Whether a match that begins is the one that was agreed on: its header beside the lobby that was seen before it."""

from __future__ import annotations

from net.sync.rules_hash import components_hash
from net.wire.messages import Lobby, LobbySeat, SeatKind
from saves.format.canonical import CanonicalError
from saves.format.header import Header, components_of
from saves.format.identity import PublicKeys


def disagreement(header: Header, host: PublicKeys | None, lobby: Lobby, own: PublicKeys) -> str:
    """What in the header is not as the lobby had it last, as the end of a sentence; empty if all is.

    `host` are the keys that proved themselves. The seats of a saved match change hands within its log, so its header
    does not tell who holds them now.
    """
    if terms := terms_disagreement(header, lobby):
        return terms
    for number, seat in enumerate(lobby.seats):
        player, holder = header.players[number], header.clients[header.holders[number]]
        if not lobby.resumed and not _holds(seat, holder, host, own):
            return f"seat {number + 1} is held by another than was seen"
        by_bot = player.bot is not None
        if not lobby.resumed and (by_bot is not (seat.kind is SeatKind.BOT) or player.bot != seat.bot):
            return f"seat {number + 1} is played by another bot than was seen, or by people and not by a bot"
        if seat.name and (player.name, player.colour) != (seat.name, seat.colour):
            return f"seat {number + 1} has another name or colour"
    return ""


def terms_disagreement(header: Header, lobby: Lobby) -> str:
    """As `disagreement`, but of what is settled before anybody sits down."""
    if (header.game, header.rules_version, header.options) != (lobby.game, lobby.rules_version, lobby.options):
        return "its game, rules or options are others"
    if len(header.players) != len(lobby.seats):
        return "it has another number of seats"
    try:
        components = components_hash(components_of(header))
    except CanonicalError:
        return "its components cannot be read"
    return "" if components == lobby.components else "its components are others"


def _holds(seat: LobbySeat, holder: PublicKeys, host: PublicKeys | None, own: PublicKeys) -> bool:
    if seat.kind is SeatKind.GUEST:
        return holder == own if seat.yours else holder not in (own, host)
    return holder == host
