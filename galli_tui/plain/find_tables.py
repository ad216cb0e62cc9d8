"""Finding a table in words: tables on this network and own matches as a numbered list, or a typed address."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

from galli_tui.plain.dialogue import HELP, LEAVE, Dialogue
from galli_tui.plain.typed_number import typed_index
from galli_tui.style.wording import counted, listed
from galli_tui.tables.network import (
    FoundTable,
    GuestSession,
    JoinRequest,
    Network,
    NetworkError,
    RejoinOption,
    own_matches,
)
from net.discovery.address import BadAddress, parse_address
from net.wire.messages import PeerRole
from net.wire.table_code import BadCode, normalize_code
from saves.errors import SaveError

SEARCH: Final = 2.0
"""Seconds that are searched before the list is read."""


@dataclass(frozen=True, slots=True)
class _Way:
    """A line of the list: how a table can be joined."""

    words: str
    found: FoundTable | None = None
    again: RejoinOption | None = None


_ABOUT_ADDRESSES: Final = (
    "A number chooses a table of the list. An address is what the host's program names, such as 192.168.1.20:7341."
)
_ABOUT_CODES: Final = "The host's program names the table code: two words and a number, such as cellar-heron-417."


async def find_session(dialogue: Dialogue, network: Network, request: JoinRequest) -> GuestSession | None:
    """Ask for what the request lacks, and connect; return None if the player gives up. Raises `InputEnded`."""
    while True:
        entry = request if request.addresses else await _choose(dialogue, network, request)
        if isinstance(entry, JoinRequest):
            request = entry
            if not request.code:
                entry = await _ask_code(dialogue, request, _own_match(network, request))
        if entry is None:
            dialogue.say("You did not join a table.")
            return None
        try:
            if isinstance(entry, RejoinOption):
                return network.rejoin(entry.match_id, *request.addresses[:1])
            return network.join(entry)
        except (NetworkError, SaveError) as error:
            dialogue.say(str(error))
            request = request._replace(addresses=(), code="")


def _own_match(network: Network, request: JoinRequest) -> RejoinOption | None:
    """Return our match most likely to be played at the address of the request, if any."""
    try:
        return next(iter(own_matches(network, str(parse_address(request.addresses[0])), request.role)), None)
    except (BadAddress, SaveError):
        return None  # Then it takes the code.


async def _choose(dialogue: Dialogue, network: Network, request: JoinRequest) -> JoinRequest | RejoinOption | None:
    """Read the list, and return what was chosen from it."""
    finder = network.find_tables()
    try:
        dialogue.say("Looking for tables on this network.")
        await asyncio.sleep(SEARCH)
        while True:
            ways = [
                *_again(network, dialogue),
                *(_Way(_found_words(it), it) for it in finder.tables if not it.match_id),
            ]
            if finder.problem:
                dialogue.say(finder.problem)
            dialogue.say(
                f"{counted(len(ways), 'table')} found." if ways else "No table was found.",
                *(f"{number}: {way.words}" for number, way in enumerate(ways, 1)),
            )
            answer = await dialogue.line("Type a number or an address, press Enter to look again, or type quit:")
            if not answer:
                continue
            if answer.casefold() in LEAVE:
                return None
            if answer.casefold() in HELP:
                dialogue.say(_ABOUT_ADDRESSES)
                continue
            if (index := typed_index(answer, len(ways))) is not None:
                way = ways[index]
                if way.again is not None:
                    return way.again
                if way.found is not None and not way.found.barrier:
                    chosen = request._replace(addresses=way.found.addresses)
                    return chosen if chosen.code else await _ask_code(dialogue, chosen, None)
                continue
            return request._replace(addresses=(str(parse_address(answer)),))
    except (NetworkError, BadAddress, SaveError) as error:
        dialogue.say(str(error))
        return await _choose(dialogue, network, request)
    finally:
        finder.close()


def _again(network: Network, dialogue: Dialogue) -> list[_Way]:
    try:
        options = network.rejoin_options()
    except SaveError as error:
        dialogue.say(str(error))
        return []
    return [_Way(f"return to your match {it.title} with {listed(it.names)}.", again=it) for it in options]


def _found_words(table: FoundTable) -> str:
    seats = "no seat is open" if not table.vacant else f"{table.vacant} of {counted(table.seats, 'seat')} open"
    barrier = f" You cannot join it: {table.barrier}." if table.barrier else ""
    return f"{table.played}, at the table of {table.host}, {seats}.{barrier}"


async def _ask_code(
    dialogue: Dialogue, request: JoinRequest, own: RejoinOption | None
) -> JoinRequest | RejoinOption | None:
    """Ask for the table code until it is one; an empty answer goes back to one's `own` match, or gives up."""
    what = "watch" if request.role is PeerRole.SPECTATOR else "join"
    otherwise = "give up" if own is None else f"return to your match {own.title} with {listed(own.names)}"
    while True:
        typed = await dialogue.line(f"Type the table code to {what}, or press Enter to {otherwise}:")
        if not typed:
            return own
        if typed.casefold() in LEAVE:
            return None
        if typed.casefold() in HELP:
            dialogue.say(_ABOUT_CODES)
            continue
        try:
            return request._replace(code=normalize_code(typed))
        except BadCode as error:
            dialogue.say(str(error))
