"""The header of a match: the game with its options and components, the players, the dealer."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from enum import Enum
from hashlib import blake2b
from typing import Final, NamedTuple, TypeAlias, cast

from rules.engine import plain_data
from rules.engine.game import AnyGame, ComponentError, GameBox, OptionError, Options
from rules.engine.plain_data import Codec, Plain, PlainError
from rules.engine.secrecy import Seat
from saves.errors import NewerVersion, SaveError
from saves.format import canonical
from saves.format.header_fields import (
    ID_SIZE,
    MAX_NAME,
    MAX_SEATS,
    MAX_TIME,
    OPTIONS,
    PLAYERS,
    Player,
    bounded_blob,
    key_codec,
)
from saves.format.identity import PublicKeys, exchange
from saves.text import clean_text, truncate

FORMAT: Final = 1
"""Version of headers and entries."""
HOST: Final = 0
"""Number of the client that deals and writes the entries."""
MAX_COMPONENTS: Final = 2 << 20
"""Bytes of component data, unpacked."""
MAX_CLIENTS: Final = 64
"""Clients that ever held a seat of one match, the host included."""
MAX_SEED: Final = (1 << 63) - 1

GameLookup: TypeAlias = Callable[[str], GameBox]
"""Returns a registered game by its key; raises KeyError."""


class DealerKind(Enum):
    """Where the dealer's randomness comes from."""

    COMMITTED = "committed"
    """A secret of the host's, committed to before the start and opened at the end."""
    SEEDED = "seeded"
    """A seed in the header: anyone can predict and repeat the deals."""
    SCRIPTED = "scripted"
    """Each outcome is given from outside, or by the origin of a "what if"."""


class Dealer(NamedTuple):
    """The dealer of a match."""

    kind: DealerKind
    seed: int | None = None
    """For SEEDED only; 0 to 2**63 - 1."""


COMMITTED: Final = Dealer(DealerKind.COMMITTED)
SCRIPTED: Final = Dealer(DealerKind.SCRIPTED)


def seeded(seed: int) -> Dealer:
    """Return the dealer of `--seed`. Raises ValueError for a seed out of range."""
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(f"a seed is a number from 0 to {MAX_SEED}")
    return Dealer(DealerKind.SEEDED, seed)


class BranchPoint(NamedTuple):
    """The match from which a "what if" branches off."""

    match: bytes
    entries: int
    """The number of its entries with which this match begins."""


class Header(NamedTuple):
    """The first record of a match file."""

    match: bytes
    """16 random bytes."""
    created: int
    """Seconds since 1970, UTC."""
    game: str
    rules_version: int
    options: Options
    components: bytes
    """Compressed; see `components_of`."""
    players: tuple[Player, ...]
    """By seat."""
    clients: tuple[PublicKeys, ...]
    """The host, and the guests that hold seats when the match begins. `log` knows who holds them later."""
    holders: tuple[int, ...]
    """By seat: the number of the client that decides for it then. The host holds the seats of bots."""
    dealer: Dealer
    origin: BranchPoint | None

    @property
    def next_dealer(self) -> Dealer:
        """The dealer of outcomes that are due: a "what if" continues as if its dealer were committed."""
        return self.dealer if self.origin is None or self.dealer != SCRIPTED else COMMITTED

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats."""
        return tuple(Seat(number) for number in range(len(self.players)))


def clean_name(text: str) -> str:
    """Return a name as every screen shows it: at most 24 characters and cells; empty if nothing of it is printable."""
    return truncate(clean_text(text)[:MAX_NAME], MAX_NAME)


def named_players(players: Sequence[Player]) -> tuple[Player, ...]:
    """Return the players with clean names, and the number of the seat for those without one."""
    return tuple(
        player._replace(name=clean_name(player.name) or f"Seat {number}") for number, player in enumerate(players, 1)
    )


def pack_components(components: Plain) -> bytes:
    """Return component data as stored in a header."""
    return zlib.compress(canonical.encode(components), 9)


def components_of(header: Header) -> Plain:
    """Return the component data of a header. Raises `CanonicalError`."""
    return unpack_components(header.components)


def unpack_components(packed: bytes) -> Plain:
    """Return what `pack_components` has packed. Raises `CanonicalError`."""
    unpacker = zlib.decompressobj()
    try:
        data = unpacker.decompress(packed, MAX_COMPONENTS)
    except zlib.error:
        raise canonical.CanonicalError("the components are not readable") from None
    if not unpacker.eof or unpacker.unused_data:
        raise canonical.CanonicalError("the components have the wrong length")
    return canonical.decode(data, MAX_COMPONENTS)


def game_of(header: Header, boxes: GameLookup) -> AnyGame:
    """Return the game that the header describes. Raises `SaveError`."""
    try:
        box = boxes(header.game)
    except KeyError:
        raise NewerVersion(
            f"This match is of the game '{header.game}', which this program does not have: update it to open the match."
        ) from None
    meta = box.meta
    if header.rules_version > meta.rules_version:
        raise NewerVersion(
            f"This match uses version {header.rules_version} of the rules of {meta.title}; this program supports them "
            f"up to version {meta.rules_version}. Update it to open the match."
        )
    if header.rules_version < meta.oldest_rules:
        raise NewerVersion(
            f"This match uses version {header.rules_version} of the rules of {meta.title}; this program replays "
            f"version {meta.oldest_rules} and later. Open it with the program it was played with."
        )
    try:
        return box.new(header.options, components_of(header), header.rules_version)
    except (canonical.CanonicalError, ComponentError, OptionError, PlainError) as error:
        raise SaveError(
            f"The header of this match does not describe a playable game ({error}): restore the file from a backup."
        ) from None


def encode_header(header: Header) -> bytes:
    """Return the header's bytes."""
    return canonical.encode(["galli-tui match", FORMAT, *cast("list[Plain]", _HEADER.encode(header))])


def decode_header(data: bytes) -> Header:
    """Return the header of these bytes. Raises `CanonicalError`, `PlainError` or `NewerVersion`."""
    value = canonical.decode(data)
    if not isinstance(value, list) or len(value) < 2 or value[0] != "galli-tui match":
        raise PlainError("not a match header")
    if value[1] != FORMAT:
        raise NewerVersion(
            "This match was saved by a newer version of this program: update this one to resume the match."
        )
    header = _HEADER.decode(value[2:])
    seats, clients = header.options.seats, len(header.clients)
    if len(header.players) != seats or len(header.holders) != seats or not clients:
        raise PlainError("a header with inconsistent seats")
    if {HOST, *header.holders} != set(range(clients)) or len(set(header.clients)) != clients:
        raise PlainError("a header with inconsistent clients")
    sitting = zip(header.players, header.holders, strict=True)
    if any(player.bot is not None and holder != HOST for player, holder in sitting):
        raise PlainError("a header in which a guest holds a bot's seat")
    if (header.dealer.kind is DealerKind.SEEDED) != (header.dealer.seed is not None):
        raise PlainError("a header with an invalid dealer")
    return header


def header_hash(data: bytes) -> bytes:
    """Return the hash of an encoded header, which the first entry refers to: 32 bytes."""
    return blake2b(data, digest_size=32, person=b"galli header").digest()


def _public_keys() -> Codec[PublicKeys]:
    inner = plain_data.structure(PublicKeys, sign=plain_data.blob(32), box=plain_data.blob(32))

    def decode(value: Plain) -> PublicKeys:
        keys = inner.decode(value)
        try:
            exchange(bytes(32), keys.box)
        except ValueError:
            raise PlainError("a key that keeps no secret") from None
        return keys

    return Codec(inner.encode, decode)


def _kind() -> Codec[DealerKind]:
    def decode(value: Plain) -> DealerKind:
        try:
            return DealerKind(value)
        except ValueError:
            raise PlainError("unknown kind of dealer") from None

    return Codec(lambda kind: kind.value, decode)


PUBLIC_KEYS: Final = _public_keys()
"""Codec of public keys; rejects keys whose shared secret anyone can compute."""
_HEADER: Final = plain_data.structure(
    Header,
    match=plain_data.blob(ID_SIZE),
    created=plain_data.integer(0, MAX_TIME),
    game=key_codec(),
    rules_version=plain_data.integer(0, 1 << 20),
    options=OPTIONS,
    components=bounded_blob(MAX_COMPONENTS),
    players=PLAYERS,
    clients=plain_data.items(PUBLIC_KEYS, MAX_SEATS + 1),
    holders=plain_data.items(plain_data.integer(0, MAX_SEATS), MAX_SEATS),
    dealer=plain_data.structure(Dealer, kind=_kind(), seed=plain_data.optional(plain_data.integer(0, MAX_SEED))),
    origin=plain_data.optional(
        plain_data.structure(BranchPoint, match=plain_data.blob(ID_SIZE), entries=plain_data.integer(0, 1 << 20))
    ),
)
