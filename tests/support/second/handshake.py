"""Both sides of the handshake and the sealed channel after it, over a socket, as `docs/wire.md` describes them."""

import os
import socket
from collections.abc import Callable
from dataclasses import dataclass, field

from nacl.bindings import crypto_sign, crypto_sign_open
from nacl.exceptions import CryptoError
from nacl.secret import SecretBox
from spake2 import SPAKE2_A, SPAKE2_B

from tests.support.second.primitives import Plain, Refused, decode, encode, part_hash, personal_hash
from tests.support.second.seals import Keys

WIRE_VERSION = 1
BEFORE = 1_024
Scalar = Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class About:
    """What a host says of its table."""

    program: str
    table: bytes
    game: str
    rules_version: int
    rules_hash: bytes

    def body(self) -> bytes:
        """Return the host's first frame."""
        return encode(
            ["galli-tui", WIRE_VERSION, self.program, self.table, self.game, self.rules_version, self.rules_hash]
        )


def rules_hash(files: dict[str, bytes]) -> bytes:
    """Return the hash of the rules in these files, by path."""
    pairs: list[Plain] = [
        [path, files[path].replace(b"\r\n", b"\n")] for path in sorted(files) if path.endswith((".py", ".toml"))
    ]
    return personal_hash("galli rules", encode(pairs))


def frame(body: bytes) -> bytes:
    """Return a body with its length before it."""
    return len(body).to_bytes(4, "big") + body


def receive(sock: socket.socket, most: int) -> bytes:
    """Return the body of the next frame."""
    length = int.from_bytes(_exactly(sock, 4), "big")
    if not 0 < length <= most:
        raise Refused(f"a frame of {length} bytes")
    return _exactly(sock, length)


def _exactly(sock: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = sock.recv(size - len(data))
        if not more:
            raise Refused("the connection ended")
        data += more
    return data


@dataclass(slots=True)
class Channel:
    """The sealed channel of one side: numbered secretboxes, each direction under a key of its own."""

    ours: bytes
    theirs: bytes
    transcript: bytes
    side: str
    sent: int = field(default=0)
    received: int = field(default=0)

    def seal(self, message: Plain) -> bytes:
        """Return the body of the next frame to send."""
        nonce = self.sent.to_bytes(24, "big")
        self.sent += 1
        return SecretBox(self.ours).encrypt(encode(message), nonce).ciphertext

    def open(self, body: bytes) -> Plain:
        """Return the message in the next frame that was received."""
        nonce = self.received.to_bytes(24, "big")
        self.received += 1
        try:
            return decode(SecretBox(self.theirs).decrypt(body, nonce))
        except CryptoError as fault:
            raise Refused("garbled") from fault

    def who(self, keys: Keys, wish: str) -> Plain:
        """Return the first message of this side."""
        signature = crypto_sign(_session(self.side, self.transcript), keys.sign_secret)[:64]
        return ["who", [keys.sign, keys.box], signature, wish]

    def check(self, who: Plain) -> tuple[bytes, bytes, str]:
        """Return the keys and the wish of the other side; refuse a signature that is not for this connection."""
        other = "host" if self.side == "guest" else "guest"
        match who:
            case ["who", [bytes() as sign, bytes() as box], bytes() as signature, str() as wish]:
                try:
                    crypto_sign_open(signature + _session(other, self.transcript), sign)
                except (CryptoError, ValueError) as fault:
                    raise Refused("a key that does not prove itself") from fault
                return sign, box, wish
            case _:
                raise Refused("something else than who it is")


def _session(side: str, transcript: bytes) -> bytes:
    return b"galli-tui session 1\0" + side.encode() + transcript


@dataclass(frozen=True, slots=True)
class _Shared:
    guest_key: bytes
    host_key: bytes
    transcript: bytes
    guest_confirms: bytes
    host_confirms: bytes


def _shared(key: bytes, frames: list[bytes]) -> _Shared:
    transcript = part_hash("galli-tui handshake", *frames)
    people = "galli g2h", "galli h2g", "galli confirm g", "galli confirm h"
    guest, host, guest_confirms, host_confirms = (personal_hash(person, transcript, key) for person in people)
    return _Shared(guest, host, transcript, guest_confirms, host_confirms)


def _identity(side: str, first: bytes, second: bytes) -> bytes:
    return part_hash(f"galli-tui {side}", first, second)


def _word(body: bytes, tag: str) -> bytes:
    match decode(body):
        case ["no", str() as why, int() as seconds]:
            raise Refused(f"no: {why} {seconds}")
        case [str() as found, bytes() as word] if found == tag:
            return word
        case _:
            raise Refused(f"no {tag}")


def join(sock: socket.socket, code: str, program: str = "0.0.1", scalar: Scalar = os.urandom) -> tuple[Channel, Plain]:
    """Go through a handshake as a guest; return the channel, and what the host said of its table."""

    def send(body: bytes) -> bytes:
        sock.sendall(frame(body))
        return body

    first = send(encode(["galli-tui", WIRE_VERSION, program]))
    second = receive(sock, BEFORE)
    about = decode(second)
    match about:
        case ["galli-tui", int() as version, str(), bytes(), str(), int(), bytes()] if version == WIRE_VERSION:
            pass
        case ["no", str() as why, int() as seconds]:
            raise Refused(f"no: {why} {seconds}")
        case _:
            raise Refused("another wire version, or something else")
    ends = _identity("guest", first, second), _identity("host", first, second)
    spake = SPAKE2_A(code.encode(), *ends, entropy_f=scalar)
    third = send(encode(["code", spake.start()]))
    fourth = receive(sock, BEFORE)
    shared = _shared(spake.finish(_word(fourth, "code")), [first, second, third, fourth])
    send(encode(["confirm", shared.guest_confirms]))
    if _word(receive(sock, BEFORE), "confirm") != shared.host_confirms:
        raise Refused("the host does not know the code")
    return Channel(shared.guest_key, shared.host_key, shared.transcript, "guest"), about


def admit(sock: socket.socket, code: str, about: About, scalar: Scalar = os.urandom) -> Channel:
    """Go through a handshake as a host; return the channel, or send a refusal and raise it."""

    def send(body: bytes) -> bytes:
        sock.sendall(frame(body))
        return body

    first = receive(sock, BEFORE)
    match decode(first):
        case ["galli-tui", int(), str()]:
            pass
        case _:
            raise Refused("no guest of this program")
    second = send(about.body())
    third = receive(sock, BEFORE)
    ends = _identity("guest", first, second), _identity("host", first, second)
    spake = SPAKE2_B(code.encode(), *ends, entropy_f=scalar)
    fourth_word = spake.start()
    key = spake.finish(_word(third, "code"))
    fourth = send(encode(["code", fourth_word]))
    shared = _shared(key, [first, second, third, fourth])
    if _word(receive(sock, BEFORE), "confirm") != shared.guest_confirms:
        send(encode(["no", "code", 0]))
        raise Refused("a wrong code")
    send(encode(["confirm", shared.host_confirms]))
    return Channel(shared.host_key, shared.guest_key, shared.transcript, "host")
