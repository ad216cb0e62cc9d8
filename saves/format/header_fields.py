"""Fields that headers and summaries share, with their codecs: names, keys, options and players."""

from __future__ import annotations

import re
import unicodedata
from typing import Final, NamedTuple

from rules.engine import plain_data
from rules.engine.game import Options
from rules.engine.plain_data import Codec, Plain, PlainError

ID_SIZE: Final = 16
MAX_NAME: Final = 24
MAX_SEATS: Final = 32
MAX_TIME: Final = 253_402_300_799
"""The last second of the year 9999."""

_DRAW_NOTHING: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
"""Characters that are not drawn, though they count as letters or marks."""


class Player(NamedTuple):
    """The player on a seat."""

    name: str
    """As returned by `clean_name`."""
    colour: str
    """One of the game's `Meta.colours`."""
    bot: str | None = None
    """The key of the bot that plays the seat, e.g. "novice"; None for a person."""


def is_safe_char(char: str) -> bool:
    """Return whether a name in headers and messages may contain this character. `clean_name` is stricter."""
    category = unicodedata.category(char)
    if category in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") or char in _DRAW_NOTHING:
        return False
    return not ("\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef")


def bounded_blob(most: int) -> Codec[bytes]:
    """Return a codec for at most this many bytes."""

    def decode(value: Plain) -> bytes:
        if type(value) is not bytes or len(value) > most:
            raise PlainError(f"expected at most {most} bytes")
        return value

    return Codec(lambda value: value, decode)


def key_codec() -> Codec[str]:
    """Return a codec for internal keys, e.g. of a game or a colour."""
    form = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")

    def decode(value: Plain) -> str:
        if type(value) is not str or not form.fullmatch(value):
            raise PlainError("expected a key of lower-case letters, digits and hyphens")
        return value

    return Codec(lambda value: value, decode)


def name_codec() -> Codec[str]:
    """Return a codec for names without control characters; see `clean_name`."""

    def decode(value: Plain) -> str:
        if type(value) is not str or not 0 < len(value) <= MAX_NAME or not all(map(is_safe_char, value)):
            raise PlainError("expected a name without control characters")
        return value

    return Codec(lambda value: value, decode)


OPTIONS: Final = plain_data.structure(
    Options,
    seats=plain_data.integer(1, MAX_SEATS),
    mode=key_codec(),
    level=plain_data.integer(0, 255),
    variants=plain_data.items(key_codec(), 32),
)
PLAYERS: Final = plain_data.items(
    plain_data.structure(Player, name=name_codec(), colour=key_codec(), bot=plain_data.optional(key_codec())), MAX_SEATS
)
