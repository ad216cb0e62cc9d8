"""A hash of what everyone may know of a state, with which programs check that they follow the same match."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from rules.engine.game import AnyGame
from rules.engine.secrecy import PUBLIC
from saves.format import canonical
from saves.log.match_log import Log


def public_hash(log: Log) -> bytes:
    """Return the hash of the present state, 32 bytes; the same for every reader of the same entries."""
    return state_hash(log.config.game, log.state)


def state_hash(game: AnyGame, state: Any) -> bytes:
    """Return B("galli state", the public view in canonical bytes), 32 bytes; the same for every view of the state."""
    view = game.encode_state(game.view(state, PUBLIC))
    return blake2b(canonical.encode_unchecked(view), digest_size=32, person=b"galli state").digest()
