"""The header of a match, field by field."""

import zlib
from dataclasses import dataclass

from tests.support.second.primitives import Plain, Refused, decode, personal_hash

MOST_COMPONENTS = 2 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Client:
    """A client's public keys."""

    sign: bytes
    box: bytes


@dataclass(frozen=True, slots=True)
class Header:
    """What a match begins with, and its hash."""

    match_id: bytes
    created: int
    game: str
    rules_version: int
    options: list[Plain]
    components: Plain
    players: list[Plain]
    clients: list[Client]
    holders: list[int]
    bots: list[str | None]
    dealer: str
    seed: int | None
    origin: Plain
    hash: bytes


def client_of(value: Plain) -> Client:
    """Take two public keys apart."""
    match value:
        case [bytes() as sign, bytes() as box] if len(sign) == len(box) == 32:
            return Client(sign, box)
        case _:
            raise Refused("no pair of public keys")


def read_header(data: bytes) -> Header:
    """Take a header apart; refuse what has not its form, or does not agree with itself."""
    match decode(data):
        case [
            "galli-tui match",
            1,
            bytes() as match_id,
            int() as created,
            str() as game,
            int() as rules_version,
            [int() as seats, str(), int(), list()] as options,
            bytes() as packed,
            list() as players,
            list() as clients,
            list() as holders,
            [str() as dealer, seed],
            origin,
        ]:
            pass
        case _:
            raise Refused("a header without its form")
    numbers = [holder for holder in holders if type(holder) is int and 0 <= holder < len(clients)]
    bots = [_bot(player) for player in players]
    if len(match_id) != 16 or not len(players) == len(numbers) == len(holders) == seats:
        raise Refused("parts of a header that do not agree")
    if any(bot is not None and holder != 0 for bot, holder in zip(bots, numbers, strict=True)):
        raise Refused("a bot that is not the host's")
    if set(numbers) | {0} != set(range(len(clients))):
        raise Refused("a guest without a seat")
    match dealer, seed:
        case ("committed" | "scripted", None):
            number = None
        case "seeded", int() as number if 0 <= number < 2**63:
            pass
        case _:
            raise Refused("a dealer that there is not")
    return Header(
        match_id,
        created,
        game,
        rules_version,
        options,
        _components(packed),
        players,
        [client_of(client) for client in clients],
        numbers,
        bots,
        dealer,
        number,
        origin,
        personal_hash("galli header", data),
    )


def _bot(player: Plain) -> str | None:
    match player:
        case [str(), str(), (str() | None) as bot]:
            return bot
        case _:
            raise Refused("a player without form")


def _components(packed: bytes) -> Plain:
    unpacker = zlib.decompressobj()
    try:
        data = unpacker.decompress(packed, MOST_COMPONENTS + 1)
    except zlib.error as fault:
        raise Refused("components that do not unpack") from fault
    if len(data) > MOST_COMPONENTS or not unpacker.eof or unpacker.unused_data:
        raise Refused("components of more than 2 MiB, or with something after them")
    return decode(data)
