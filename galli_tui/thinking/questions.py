"""What a table and the process in which its bots think say to each other: framed, canonical, plain data."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from net.frames import HOST_MOST, frame
from rules.engine import plain
from rules.engine.game import Options
from rules.engine.plain import Codec, Plain
from rules.engine.secrecy import Seat
from saves import canonical
from saves.header import MAX_COMPONENTS, OPTIONS, data, word

MOST: Final = HOST_MOST
"""Bytes of one message."""
MAX_MILLISECONDS: Final = 600_000
MAX_WORK: Final = 1 << 24
MAX_OPTIONS: Final = 64


class Setting(NamedTuple):
    """The game that is thought about: the first message, and the only one of its kind."""

    game: str
    """Its key in the registry."""
    options: Options
    components: bytes
    """As a match's header carries them."""
    rules_version: int


class Question(NamedTuple):
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


class Weighing(NamedTuple):
    """What the abbot is asked to tell of a decision that it does not make."""

    number: int
    """Counts up together with the questions'."""
    seat: Seat
    view: Plain
    """What whoever asks may know, encoded."""
    stream: bytes
    """As a question's."""
    milliseconds: int
    played: Plain
    """The move that was made, encoded, to be compared too; None if none was."""
    work: int
    """So many events may be applied in thought, within the time."""


class Hurry(NamedTuple):
    """That question and all before it are to be answered at once."""

    number: int


class Answer(NamedTuple):
    """A bot's decision."""

    number: int
    move: Plain
    """The event, encoded."""


class Weight(NamedTuple):
    """One move that was weighed."""

    move: Plain
    """Encoded."""
    behind: int
    """What it is worth less than the best, in the game's worths."""
    worlds: int
    """In how many it was tried."""
    error: int
    """The standard error of `behind`."""


class Weighed(NamedTuple):
    """What the abbot thinks of some moves, the best first."""

    number: int
    options: tuple[Weight, ...]


Message: TypeAlias = Setting | Question | Weighing | Hurry | Answer | Weighed

_NUMBER: Final = plain.integer(0, 1 << 32)
_MESSAGE: Final[Codec[Message]] = plain.union(
    {
        "setting": (
            Setting,
            plain.structure(
                Setting,
                game=word(),
                options=OPTIONS,
                components=data(MAX_COMPONENTS),
                rules_version=plain.integer(0, 1 << 20),
            ),
        ),
        "question": (
            Question,
            plain.structure(
                Question,
                number=_NUMBER,
                bot=word(),
                seat=plain.SEAT,
                view=canonical.ANY,
                stream=plain.blob(32),
                milliseconds=plain.integer(0, MAX_MILLISECONDS),
            ),
        ),
        "weighing": (
            Weighing,
            plain.structure(
                Weighing,
                number=_NUMBER,
                seat=plain.SEAT,
                view=canonical.ANY,
                stream=plain.blob(32),
                milliseconds=plain.integer(0, MAX_MILLISECONDS),
                played=canonical.ANY,
                work=plain.integer(0, MAX_WORK),
            ),
        ),
        "hurry": (Hurry, plain.structure(Hurry, number=_NUMBER)),
        "answer": (Answer, plain.structure(Answer, number=_NUMBER, move=canonical.ANY)),
        "weighed": (
            Weighed,
            plain.structure(
                Weighed,
                number=_NUMBER,
                options=plain.items(
                    plain.structure(
                        Weight,
                        move=canonical.ANY,
                        behind=plain.integer(0, 1 << 40),
                        worlds=plain.integer(0, 1 << 20),
                        error=plain.integer(0, 1 << 40),
                    ),
                    MAX_OPTIONS,
                ),
            ),
        ),
    }
)


def message_bytes(message: Message) -> bytes:
    """The message with its length before it. Raises `FrameError` for one that is too large."""
    return frame(canonical.packed(_MESSAGE.encode(message)))


def read_message(body: bytes) -> Message:
    """Raises `CanonicalError` or `PlainError`."""
    return canonical.read(body, _MESSAGE, MOST)
