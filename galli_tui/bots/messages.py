"""The messages between a table and its bot processes: framed, canonical, plain data."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from net.wire.frames import MAX_HOST_BODY, frame
from rules.engine import plain_data
from rules.engine.game import Options
from rules.engine.plain_data import Codec, Plain
from rules.engine.secrecy import Seat
from saves.format import canonical
from saves.format.header import MAX_COMPONENTS, OPTIONS, bounded_blob, key_codec

MOST: Final = MAX_HOST_BODY
"""The most bytes of one message."""
MAX_MILLISECONDS: Final = 600_000
MAX_WORK: Final = 1 << 24
MAX_OPTIONS: Final = 64
MAX_WORLDS: Final = 1 << 20


class GameSettings(NamedTuple):
    """The game to think about: the first message, sent once."""

    game: str
    """The game's key in the registry."""
    options: Options
    components: bytes
    """As in a match's header."""
    rules_version: int


class DecideRequest(NamedTuple):
    """Asks for a bot's decision."""

    number: int
    """Ascending; the reply repeats it."""
    bot: str
    seat: Seat
    view: Plain
    """The seat's own view, encoded."""
    stream: bytes
    """32 bytes: the seed of all randomness."""
    milliseconds: int
    """The time limit."""


class CandidatesRequest(NamedTuple):
    """Asks which moves the abbot would compare at a decision."""

    number: int
    """Numbered together with all other requests."""
    seat: Seat
    view: Plain
    """What the asking seat may know, encoded."""
    played: Plain
    """The move that was made, encoded, to be compared too; None if there is none."""


class RolloutRequest(NamedTuple):
    """Asks for the outcome of moves in one determinization."""

    number: int
    """Numbered together with all other requests."""
    seat: Seat
    view: Plain
    """As in `CandidatesRequest`."""
    stream: bytes
    """32 bytes: the seed of all determinizations of the decision."""
    world: int
    """The number of the determinization, from 0."""
    moves: tuple[Plain, ...]
    """The moves, encoded."""
    work: int
    """The most events that may be simulated for one move."""


class HurryRequest(NamedTuple):
    """Asks for replies to that request and all before it at once."""

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
    """The moves, encoded."""
    ratings: tuple[int, ...]
    """The rating of each move, in the same order."""
    deviation: int
    """How far ratings may be wrong: `Judge.rating_deviation`."""
    samples: int
    """The most determinizations in which to compare the moves."""


class RolloutResult(NamedTuple):
    """The outcome of one move."""

    worth: int
    """The evaluation, on the scale of `Game.evaluate`."""
    events: int
    """How many events were simulated."""


class RolloutReply(NamedTuple):
    """The outcomes of the moves, in order; None for one that was cut short."""

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

_NUMBER: Final = plain_data.integer(0, 1 << 32)
_WORTH: Final = plain_data.integer(-(1 << 40), 1 << 40)
_MESSAGE: Final[Codec[Message]] = plain_data.union(
    {
        "setting": (
            GameSettings,
            plain_data.structure(
                GameSettings,
                game=key_codec(),
                options=OPTIONS,
                components=bounded_blob(MAX_COMPONENTS),
                rules_version=plain_data.integer(0, 1 << 20),
            ),
        ),
        "question": (
            DecideRequest,
            plain_data.structure(
                DecideRequest,
                number=_NUMBER,
                bot=key_codec(),
                seat=plain_data.SEAT,
                view=canonical.ANY,
                stream=plain_data.blob(32),
                milliseconds=plain_data.integer(0, MAX_MILLISECONDS),
            ),
        ),
        "rating": (
            CandidatesRequest,
            plain_data.structure(
                CandidatesRequest, number=_NUMBER, seat=plain_data.SEAT, view=canonical.ANY, played=canonical.ANY
            ),
        ),
        "trial": (
            RolloutRequest,
            plain_data.structure(
                RolloutRequest,
                number=_NUMBER,
                seat=plain_data.SEAT,
                view=canonical.ANY,
                stream=plain_data.blob(32),
                world=plain_data.integer(0, MAX_WORLDS - 1),
                moves=plain_data.items(canonical.ANY, MAX_OPTIONS),
                work=plain_data.integer(0, MAX_WORK),
            ),
        ),
        "hurry": (HurryRequest, plain_data.structure(HurryRequest, number=_NUMBER)),
        "answer": (DecideReply, plain_data.structure(DecideReply, number=_NUMBER, move=canonical.ANY)),
        "rated": (
            CandidatesReply,
            plain_data.structure(
                CandidatesReply,
                number=_NUMBER,
                moves=plain_data.items(canonical.ANY, MAX_OPTIONS),
                ratings=plain_data.items(_WORTH, MAX_OPTIONS),
                deviation=plain_data.integer(1, 1 << 32),
                samples=plain_data.integer(1, MAX_WORLDS),
            ),
        ),
        "tried": (
            RolloutReply,
            plain_data.structure(
                RolloutReply,
                number=_NUMBER,
                lines=plain_data.items(
                    plain_data.optional(
                        plain_data.structure(RolloutResult, worth=_WORTH, events=plain_data.integer(0, MAX_WORK))
                    ),
                    MAX_OPTIONS,
                ),
            ),
        ),
    }
)


def encode_message(message: Message) -> bytes:
    """Return the message with its length in front. Raises `FrameError` if it is too large."""
    return frame(canonical.encode_unchecked(_MESSAGE.encode(message)))


def decode_message(body: bytes) -> Message:
    """Return the message in a frame's body. Raises `CanonicalError` or `PlainError`."""
    return canonical.decode_as(body, _MESSAGE, MOST)
