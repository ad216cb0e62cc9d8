"""What a table and the process in which its bots think say to each other: framed, canonical, plain data."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from net.wire.frames import HOST_MOST, frame
from rules.engine import plain
from rules.engine.game import Options
from rules.engine.plain import Codec, Plain
from rules.engine.secrecy import Seat
from saves.format import canonical
from saves.format.header import MAX_COMPONENTS, OPTIONS, bounded_blob, key_codec

MOST: Final = HOST_MOST
"""Bytes of one message."""
MAX_MILLISECONDS: Final = 600_000
MAX_WORK: Final = 1 << 24
MAX_OPTIONS: Final = 64
MAX_WORLDS: Final = 1 << 20


class GameSettings(NamedTuple):
    """The game that is thought about: the first message, and the only one of its kind."""

    game: str
    """Its key in the registry."""
    options: Options
    components: bytes
    """As a match's header carries them."""
    rules_version: int


class DecideRequest(NamedTuple):
    """What a bot is asked to decide."""

    number: int
    """Counts up; the answer bears it."""
    bot: str
    seat: Seat
    view: Plain
    """The seat's own, encoded."""
    stream: bytes
    """32 bytes: all the chance there is."""
    milliseconds: int
    """So long it may think."""


class CandidatesRequest(NamedTuple):
    """Asks which moves the abbot would compare at a decision."""

    number: int
    """Counts up together with the questions'."""
    seat: Seat
    view: Plain
    """What the asker may know, encoded."""
    played: Plain
    """The move that was made, encoded, to be compared too; None if none was."""


class RolloutRequest(NamedTuple):
    """Asks what some moves lead to in one of the worlds that the abbot compares them in."""

    number: int
    """Counts up together with the questions'."""
    seat: Seat
    view: Plain
    """As a rating's."""
    stream: bytes
    """32 bytes: all worlds of a decision follow from them."""
    world: int
    """Which of them, counted from 0."""
    moves: tuple[Plain, ...]
    """Encoded."""
    work: int
    """How many events may be applied in thought for one move."""


class HurryRequest(NamedTuple):
    """That question and all before it are to be answered at once."""

    number: int


class DecideReply(NamedTuple):
    """A bot's decision."""

    number: int
    move: Plain
    """The event, encoded."""


class CandidatesReply(NamedTuple):
    """The moves that the abbot would compare."""

    number: int
    moves: tuple[Plain, ...]
    """Encoded."""
    ratings: tuple[int, ...]
    """What each looks like, in the same order."""


class RolloutResult(NamedTuple):
    """What one move led to."""

    worth: int
    """In the game's worths."""
    events: int
    """How many were applied in thought."""


class RolloutReply(NamedTuple):
    """What the moves of a trial led to, in its order; None for one that was cut short."""

    number: int
    lines: tuple[RolloutResult | None, ...]


Message: TypeAlias = (
    GameSettings
    | DecideRequest
    | CandidatesRequest
    | RolloutRequest
    | HurryRequest
    | DecideReply
    | CandidatesReply
    | RolloutReply
)

_NUMBER: Final = plain.integer(0, 1 << 32)
_WORTH: Final = plain.integer(-(1 << 40), 1 << 40)
_MESSAGE: Final[Codec[Message]] = plain.union(
    {
        "setting": (
            GameSettings,
            plain.structure(
                GameSettings,
                game=key_codec(),
                options=OPTIONS,
                components=bounded_blob(MAX_COMPONENTS),
                rules_version=plain.integer(0, 1 << 20),
            ),
        ),
        "question": (
            DecideRequest,
            plain.structure(
                DecideRequest,
                number=_NUMBER,
                bot=key_codec(),
                seat=plain.SEAT,
                view=canonical.ANY,
                stream=plain.blob(32),
                milliseconds=plain.integer(0, MAX_MILLISECONDS),
            ),
        ),
        "rating": (
            CandidatesRequest,
            plain.structure(
                CandidatesRequest, number=_NUMBER, seat=plain.SEAT, view=canonical.ANY, played=canonical.ANY
            ),
        ),
        "trial": (
            RolloutRequest,
            plain.structure(
                RolloutRequest,
                number=_NUMBER,
                seat=plain.SEAT,
                view=canonical.ANY,
                stream=plain.blob(32),
                world=plain.integer(0, MAX_WORLDS - 1),
                moves=plain.items(canonical.ANY, MAX_OPTIONS),
                work=plain.integer(0, MAX_WORK),
            ),
        ),
        "hurry": (HurryRequest, plain.structure(HurryRequest, number=_NUMBER)),
        "answer": (DecideReply, plain.structure(DecideReply, number=_NUMBER, move=canonical.ANY)),
        "rated": (
            CandidatesReply,
            plain.structure(
                CandidatesReply,
                number=_NUMBER,
                moves=plain.items(canonical.ANY, MAX_OPTIONS),
                ratings=plain.items(_WORTH, MAX_OPTIONS),
            ),
        ),
        "tried": (
            RolloutReply,
            plain.structure(
                RolloutReply,
                number=_NUMBER,
                lines=plain.items(
                    plain.optional(plain.structure(RolloutResult, worth=_WORTH, events=plain.integer(0, MAX_WORK))),
                    MAX_OPTIONS,
                ),
            ),
        ),
    }
)


def encode_message(message: Message) -> bytes:
    """The message with its length before it. Raises `FrameError` for one that is too large."""
    return frame(canonical.encode_unchecked(_MESSAGE.encode(message)))


def decode_message(body: bytes) -> Message:
    """Raises `CanonicalError` or `PlainError`."""
    return canonical.decode_as(body, _MESSAGE, MOST)
