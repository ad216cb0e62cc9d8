"""Messages of a hostile guest, made from valid ones: changed bytes, changed fields, new signatures, foreign parts.

None of it may come into the log, so nothing here is a decision that its maker could have made honestly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from net.wire.message_codec import encode_guest_message
from net.wire.messages import (
    Confirm,
    GuestMessage,
    Have,
    Heartbeat,
    Hello,
    LeaveSeat,
    PeerRole,
    Ready,
    SendChat,
    SendPointer,
    Submit,
    TakeSeat,
)
from rules.engine.secrecy import Seat
from saves.format.entries import JoinBody, MoveBody, NonceBody, Seal, TakebackBody, read_submission, sign_submission
from saves.format.identity import Identity

SIGNATURE = 64


class Material(NamedTuple):
    """The valid data that a hostile guest has."""

    keys: Identity
    own: Sequence[bytes]
    """Its submissions that stand in the log."""
    others: Sequence[bytes]
    """Those of other seats."""
    due: bytes
    """One that it could make now, and never does; or could have made, if it is not asked."""
    hashes: Sequence[bytes]
    """Of the entries."""
    match: bytes


class Mutator:
    """An endless source of hostile messages."""

    def __init__(self, seed: int, material: Material) -> None:
        self._random = Random(seed)
        self._have = material
        self._kinds: tuple[Callable[[], bytes], ...] = (
            self._spoiled_message,
            self._wrong_field,
            lambda: self._sent(self._spoiled_submission()),
            lambda: self._sent(self._signed_anew()),
            lambda: self._sent(self._random.choice([*self._have.own, *self._have.others])),
            lambda: self._sent(self._spoiled_seal()),
        )

    def next(self) -> bytes:
        """Return the next message, as it comes out of the channel."""
        return self._random.choice(self._kinds)()

    def spoiled(self, raw: bytes) -> bytes:
        """Return the bytes with bits flipped, or bytes omitted, inserted, doubled or swapped."""
        random, data = self._random, bytearray(raw)
        for _ in range(random.choice((1, 1, 1, 2, 5))):
            place = random.randrange(len(data)) if data else 0
            match random.randrange(6):
                case 0 | 1 if data:
                    data[place] ^= 1 << random.randrange(8)
                case 2:
                    del data[place : place + random.randrange(1, 40)]
                case 3:
                    data[place:place] = random.randbytes(random.randrange(1, 40))
                case 4:
                    data[place:place] = data[place : place + random.randrange(1, 80)]
                case _:
                    del data[place:]
        return bytes(data)

    def _sent(self, submission: bytes) -> bytes:
        return encode_guest_message(Submit(submission))

    def _spoiled_message(self) -> bytes:
        random = self._random
        return self.spoiled(
            random.choice([encode_guest_message(self._plain()), self._sent(random.choice(self._have.own))])
        )

    def _plain(self) -> GuestMessage:
        """Return a well-formed message that contradicts the log."""
        random, have = self._random, self._have
        seat = Seat(random.randrange(4))
        make: Callable[[], GuestMessage] = random.choice(
            (
                lambda: Hello(
                    have.keys.public,
                    random.randbytes(64),
                    random.choice((PeerRole.PLAYER, PeerRole.SPECTATOR, PeerRole.HOST)),
                ),
                lambda: Have(random.choice((have.match, b"")), random.randrange(90), random.randbytes(32)),
                lambda: Have(have.match, len(have.hashes), have.hashes[-1]),
                lambda: TakeSeat(seat, random.choice(("Mallory", "", "Änne")), random.choice(("red", "none", ""))),
                lambda: LeaveSeat(seat),
                lambda: Ready(yes=bool(random.randrange(2))),
                lambda: Confirm(len(have.hashes) + random.randrange(1, 900), random.randbytes(32)),
                lambda: SendChat("".join(random.choices("abc \u2019", k=random.randrange(200)))),
                lambda: SendPointer(random.choice(("space", "task", "")), random.randrange(1 << 16)),
                Heartbeat,
            )
        )
        return make()

    def _wrong_field(self) -> bytes:
        return encode_guest_message(self._plain())

    def _spoiled_submission(self) -> bytes:
        """Return a submission with an invalid signature or form, or with corrupted content signed again."""
        random, have = self._random, self._have
        raw = random.choice([*have.own, *have.others, have.due])
        if random.randrange(2):
            return self._unlike(raw, lambda: self.spoiled(raw))
        content = self._unlike(raw[SIGNATURE:], lambda: self.spoiled(raw[SIGNATURE:]))
        return have.keys.signature(b"galli-tui submission 1\0" + content) + content

    def _unlike(self, true: bytes, make: Callable[[], bytes]) -> bytes:
        made = make()
        while made == true:
            made = make()
        return made

    def _signed_anew(self) -> bytes:
        """Return a submission signed for another match, seat, counter or question, or with another body."""
        random, have = self._random, self._have
        base = read_submission(random.choice([*have.own, *have.others, have.due]))
        other = read_submission(random.choice([*have.own, *have.others]))
        match random.randrange(7):
            case 0:
                changed = base._replace(match=random.randbytes(16))
            case 1:
                changed = base._replace(seat=Seat((base.seat + random.randrange(1, 40)) % 64))
            case 2:
                changed = base._replace(counter=base.counter + random.choice((1, 2, 1000)))
            case 3:
                changed = base._replace(answers=random.choice([random.randbytes(32), bytes(32)]))
            case 4:
                changed = base._replace(body=random.choice((JoinBody(bytes(32)), NonceBody(random.randbytes(32)))))
            case 5:
                changed = other._replace(body=TakebackBody(), answers=random.choice(have.hashes))
            case _:
                changed = other._replace(body=base.body, counter=other.counter + random.randrange(2))
        return sign_submission(changed, have.keys)

    def _spoiled_seal(self) -> bytes:
        """Return a choice whose seal has another value, none, or other readers."""
        random, have = self._random, self._have
        base = read_submission(have.due)
        assert isinstance(base.body, MoveBody)
        (seal,) = base.body.seals
        seals: tuple[Seal, ...] = random.choice(
            (
                (),
                (seal, seal),
                (seal._replace(path=(*seal.path, 0)),),
                (seal._replace(path=(random.randrange(5), random.randrange(5), 1)),),
                (seal._replace(commitment=random.randbytes(32)),),
                (seal._replace(ephemeral=random.choice((random.randbytes(32), bytes(32), b""))),),
                (seal._replace(ciphertext=self._unlike(seal.ciphertext, lambda: self.spoiled(seal.ciphertext))),),
                (seal._replace(wraps=()),),
                (seal._replace(wraps=(*seal.wraps, random.randbytes(48))),),
                (seal._replace(wraps=tuple(reversed(seal.wraps))),),
                (seal._replace(wraps=tuple(random.randbytes(48) for _ in seal.wraps)),),
            )
        )
        return sign_submission(base._replace(body=replace(base.body, seals=seals)), have.keys)
