"""The fields that headers and summaries of matches share: names, keys, options and players, each with its codec."""

from __future__ import annotations

import re
import unicodedata
from typing import Final, NamedTuple

from rules.engine import plain
from rules.engine.game import Options
from rules.engine.plain import Codec, Plain, PlainError

ID_SIZE: Final = 16
MAX_NAME: Final = 24
MAX_SEATS: Final = 32
MAX_TIME: Final = 253_402_300_799
"""The last second of the year 9999."""

_DRAW_NOTHING: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
"""Fillers of Hangul, the blank of Braille, a joiner and two vowels that are not written; no name is made of them."""


class Player(NamedTuple):
    """Who sits on a seat."""

    name: str
    """Clean: see `clean_name`."""
    colour: str
    """One of the game's `Meta.colours`."""
    bot: str | None = None
    """The key of the bot that decides, e.g. "novice"; None for people."""


def is_safe_char(char: str) -> bool:
    """Whether a terminal stands this character of a name, as headers and messages may hold it; see `clean_name`."""
    category = unicodedata.category(char)
    if category in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") or char in _DRAW_NOTHING:
        return False
    return not ("\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef")


def bounded_blob(most: int) -> Codec[bytes]:
    """At most so many bytes."""

    def decode(value: Plain) -> bytes:
        if type(value) is not bytes or len(value) > most:
            raise PlainError(f"expected at most {most} bytes")
        return value

    return Codec(lambda value: value, decode)


def key_codec() -> Codec[str]:
    """A word as programs use it among themselves, e.g. the key of a game or a colour."""
    form = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")

    def decode(value: Plain) -> str:
        if type(value) is not str or not form.fullmatch(value):
            raise PlainError("expected a key of small letters, digits and hyphens")
        return value

    return Codec(lambda value: value, decode)


def name_codec() -> Codec[str]:
    """A name that no terminal is steered by; see `clean_name`."""

    def decode(value: Plain) -> str:
        if type(value) is not str or not 0 < len(value) <= MAX_NAME or not all(map(is_safe_char, value)):
            raise PlainError("expected a name without control characters")
        return value

    return Codec(lambda value: value, decode)


OPTIONS: Final = plain.structure(
    Options,
    seats=plain.integer(1, MAX_SEATS),
    mode=key_codec(),
    level=plain.integer(0, 255),
    variants=plain.items(key_codec(), 32),
)
PLAYERS: Final = plain.items(
    plain.structure(Player, name=name_codec(), colour=key_codec(), bot=plain.optional(key_codec())), MAX_SEATS
)
