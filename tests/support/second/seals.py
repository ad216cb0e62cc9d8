"""Keys from a seed, and seals: making them, and opening them by the blind or by a reader's key."""

from collections.abc import Sequence
from dataclasses import dataclass

from nacl.bindings import crypto_scalarmult, crypto_scalarmult_base, crypto_sign_seed_keypair
from nacl.exceptions import CryptoError
from nacl.secret import SecretBox

from tests.support.second.primitives import Plain, Refused, decode, encode, four, part_hash, personal_hash

NO_NONCE = bytes(24)


@dataclass(frozen=True, slots=True)
class Keys:
    """A client's keys, secret and public, from the seed of its key file."""

    sign_secret: bytes
    sign: bytes
    box_secret: bytes
    box: bytes
    blinding: bytes


def keys_of(seed: bytes) -> Keys:
    """Derive a client's keys."""
    sign, sign_secret = crypto_sign_seed_keypair(part_hash("galli-tui sign", seed))
    box_secret = part_hash("galli-tui box", seed)
    blinding = part_hash("galli-tui blinding", seed)
    return Keys(sign_secret, sign, box_secret, crypto_scalarmult_base(box_secret), blinding)


@dataclass(frozen=True, slots=True)
class Seal:
    """A seal as it stands in an entry."""

    path: list[int]
    commitment: bytes
    ephemeral: bytes
    ciphertext: bytes
    wraps: list[bytes]


def seal_of(value: Plain) -> Seal:
    """Take a seal apart; refuse what has not its form."""
    match value:
        case [list() as path, bytes() as commitment, bytes() as ephemeral, bytes() as ciphertext, list() as wraps]:
            steps = [step for step in path if type(step) is int and step >= 0]
            keys = [wrap for wrap in wraps if isinstance(wrap, bytes) and len(wrap) == 48]
            sizes = len(commitment), len(ephemeral), (len(ciphertext) - 16) % 64
            if len(steps) == len(path) and len(keys) == len(wraps) and sizes == (32, 32 if wraps else 0, 0):
                return Seal(steps, commitment, ephemeral, ciphertext, keys)
        case _:
            pass
    raise Refused("a seal without its form")


def dealt_context(match_id: bytes, number: int, previous: bytes, place: int) -> bytes:
    """Return the context of a seal in an outcome."""
    return personal_hash("galli dealt", match_id + four(number) + previous + four(place))


def chosen_context(match_id: bytes, seat: int, counter: int, answers: bytes, place: int) -> bytes:
    """Return the context of a seal in a move."""
    return personal_hash("galli chosen", match_id + four(seat) + four(counter) + answers + four(place))


def handed_context(match_id: bytes, number: int, previous: bytes, seat: int, sign: bytes, box: bytes) -> bytes:
    """Return the context of the box that a new holder is handed."""
    return personal_hash("galli handed", match_id + four(number) + previous + four(seat) + sign + box)


def blind_of(key: bytes, context: bytes) -> bytes:
    """Return the blind that follows from a context, and the dealer's secret or a client's blinding key."""
    return personal_hash("galli blind", context, key)


def make_seal(path: Sequence[int], value: Plain, blind: bytes, context: bytes, readers: Sequence[bytes]) -> Seal:
    """Make a seal for readers with these X25519 keys."""
    plain = encode(value)
    padded = plain + b"\x80"
    padded += bytes(-len(padded) % 64)
    payload = SecretBox(personal_hash("galli payload", context, blind))
    ephemeral_secret = personal_hash("galli ephemeral", context, blind)
    ephemeral = crypto_scalarmult_base(ephemeral_secret) if readers else b""
    wraps = [
        SecretBox(_wrap_key(crypto_scalarmult(ephemeral_secret, reader), ephemeral, reader, context))
        .encrypt(blind, NO_NONCE)
        .ciphertext
        for reader in readers
    ]
    commitment = personal_hash("galli commitment", context + plain, blind)
    return Seal(list(path), commitment, ephemeral, payload.encrypt(padded, NO_NONCE).ciphertext, wraps)


def unwrap(seal: Seal, position: int, keys: Keys, context: bytes) -> bytes:
    """Return the blind that is wrapped for a reader with these keys."""
    key = _wrap_key(crypto_scalarmult(keys.box_secret, seal.ephemeral), seal.ephemeral, keys.box, context)
    return _decrypt(key, seal.wraps[position])


def unseal(seal: Seal, blind: bytes, context: bytes, readers: Sequence[bytes]) -> Plain:
    """Return a seal's value; refuse a seal that is not the one that follows from value, blind, context and readers."""
    padded = _decrypt(personal_hash("galli payload", context, blind), seal.ciphertext)
    plain, mark, zeros = padded.rpartition(b"\x80")
    if not mark or any(zeros):
        raise Refused("a sealed value without its padding")
    value = decode(plain)
    if make_seal(seal.path, value, blind, context, readers) != seal:
        raise Refused("a seal that does not come again")
    return value


def _wrap_key(shared: bytes, ephemeral: bytes, reader: bytes, context: bytes) -> bytes:
    return personal_hash("galli wrap", ephemeral + reader + context, shared)


def _decrypt(key: bytes, ciphertext: bytes) -> bytes:
    try:
        return SecretBox(key).decrypt(ciphertext, NO_NONCE)
    except CryptoError as fault:
        raise Refused("a box that does not open") from fault
