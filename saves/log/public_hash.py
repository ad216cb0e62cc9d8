"""One hash for what everybody may know of a state, by which programs see that they follow the same match."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from rules.engine.game import AnyGame
from rules.engine.secrecy import PUBLIC
from saves.format import canonical
from saves.log.fold import Log


def public_hash(log: Log) -> bytes:
    """Of the present state; the same for every reader of the same entries. 32 bytes."""
    return state_hash(log.config.game, log.state)


def state_hash(game: AnyGame, state: Any) -> bytes:
    """B("galli state", the public view of a state in canonical bytes). Any view of it gives the same. 32 bytes."""
    view = game.encode_state(game.view(state, PUBLIC))
    return blake2b(canonical.encode_unchecked(view), digest_size=32, person=b"galli state").digest()
