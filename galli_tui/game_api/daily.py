"""The daily deal: one deal a day for each game, the same for everybody.

Its seed is the date as YYYYMMDD, followed by ten digits: the hash (BLAKE2b, 8 bytes, big-endian, modulo 10**10) of the
text "galli-tui daily DATE GAME RULES_VERSION" with the date as YYYY-MM-DD. So a deal is known by its seed alone, and
anyone can repeat it. Days change at midnight UTC. It is played alone where the game allows that, else against one bot.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from hashlib import blake2b
from typing import Final

from galli_tui.game_api.last_setup import first_setup
from galli_tui.tables.match_store import Setup
from rules.engine.game import Meta, Options
from rules.registry import game_meta

_DIGITS: Final = 10**10


def today() -> date:
    """Return the date whose deal is played now."""
    return datetime.now(UTC).date()


def daily_seed(meta: Meta, day: date) -> int:
    """Return the seed of a game's deal on a day."""
    text = f"galli-tui daily {day.isoformat()} {meta.key} {meta.rules_version}"
    number = int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")
    return int(f"{day:%Y%m%d}") * _DIGITS + number % _DIGITS


def daily_setup(game: str, day: date, name: str) -> Setup:
    """Return the setup of the daily deal of a game. Raises KeyError for an unknown game."""
    meta = game_meta(game)
    return first_setup(meta, name)._replace(seed=daily_seed(meta, day))


def daily_date(meta: Meta, seed: int | None, options: Options) -> date | None:
    """Return the day whose deal a match has; None for any other match."""
    if seed is None or options != first_setup(meta, "").options:
        return None
    try:
        day = datetime.strptime(str(seed // _DIGITS), "%Y%m%d").replace(tzinfo=UTC).date()
    except ValueError:
        return None
    return day if daily_seed(meta, day) == seed else None
