"""Hashes of a game's rules and components, by which two programs compare theirs.

When they are compared is left to the handshake.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from net.wire.handshake_error import HandshakeError, HandshakeFailure
from rules.engine.plain_data import Plain
from rules.registry import game_box, game_meta, package_of
from saves.format import canonical

_ENGINE: Final = "rules.engine"
_KINDS: Final = (".py", ".toml")


@cache
def rules_hash(game: str) -> bytes:
    """Return the 32-byte hash of the files of the engine and of the game with this key.

    Raises KeyError for an unknown game, `HandshakeError` if the files of the rules are missing.
    """
    return hash_folders({"engine": files(_ENGINE), "game": files(package_of(game))})


def check_rules(game: str, rules_version: int, expected_hash: bytes) -> None:
    """Check that this program has exactly these rules. Raises `HandshakeError`."""
    try:
        here = rules_hash(game)
    except KeyError:
        raise HandshakeError(HandshakeFailure.UNKNOWN_GAME, game=game) from None
    if rules_version != game_meta(game).rules_version or expected_hash != here:
        raise HandshakeError(HandshakeFailure.OTHER_RULES, game=game)


def components_hash(components: Plain) -> bytes:
    """Return the 32-byte hash of a component set, as in a match's header."""
    return blake2b(canonical.encode(components), digest_size=32, person=b"galli components").digest()


@cache
def standard_components_hash(game: str) -> bytes:
    """Return the hash of the standard components of the game with this key. Raises KeyError for an unknown game."""
    return components_hash(game_box(game).standard_components())


@cache
def earlier_components_hashes(game: str) -> frozenset[bytes]:
    """Return the hashes of earlier versions' standard components. Raises KeyError for an unknown game."""
    return frozenset(map(components_hash, game_box(game).earlier_components()))


def hash_folders(folders: Mapping[str, Traversable]) -> bytes:
    """Return the 32-byte hash of all rules files in these folders, with their names. Raises `HandshakeError`."""
    found = sorted((name, content) for part, folder in folders.items() for name, content in _rules_in(folder, part))
    missing = [part for part in folders if not any(name.startswith(f"{part}/") for name, _ in found)]
    if missing:
        raise HandshakeError(HandshakeFailure.NO_RULES)
    data = canonical.encode([[name, content] for name, content in found])
    return blake2b(data, digest_size=32, person=b"galli rules").digest()


def _rules_in(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    """Yield the path and content of each rules file in a folder, whose own path is `name`."""
    for item in folder.iterdir():
        path = f"{name}/{item.name}"
        if item.is_dir():
            yield from _rules_in(item, path)
        elif item.name.endswith(_KINDS):
            yield path, item.read_bytes().replace(b"\r\n", b"\n")
