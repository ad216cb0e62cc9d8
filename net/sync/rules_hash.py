"""What stands for a game's rules, or for components, so that two programs can tell whether theirs are the same.

When they are compared, `handshake` decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from net.wire.handshake import HandshakeError, HandshakeFailure
from rules.engine.plain import Plain
from rules.registry import game_box, package_of
from saves.format import canonical

_ENGINE: Final = "rules.engine"
_KINDS: Final = (".py", ".toml")


@cache
def rules_hash(game: str) -> bytes:
    """32 bytes for the files of the engine and of the game with this key.

    Raises KeyError for an unknown game, `HandshakeError` if the program came without the files of its rules.
    """
    return hash_folders({"engine": files(_ENGINE), "game": files(package_of(game))})


def check_rules(game: str, rules_version: int, rules_hash_there: bytes) -> None:
    """Whether this program has just these rules. Raises `HandshakeError`."""
    try:
        here = rules_hash(game)
    except KeyError:
        raise HandshakeError(HandshakeFailure.UNKNOWN_GAME, game=game) from None
    if rules_version != game_box(game).meta.rules_version or rules_hash_there != here:
        raise HandshakeError(HandshakeFailure.OTHER_RULES, game=game)


def components_hash(components: Plain) -> bytes:
    """32 bytes for a set of components, as a match's header carries it."""
    return blake2b(canonical.encode(components), digest_size=32, person=b"galli components").digest()


@cache
def standard_components_hash(game: str) -> bytes:
    """As `components_hash`, of the set that comes with the game with this key. Raises KeyError for an unknown one."""
    return components_hash(game_box(game).standard_components())


@cache
def earlier_components_hashes(game: str) -> frozenset[bytes]:
    """As `components_hash`, of the sets that earlier versions of the game came with. Raises KeyError as above."""
    return frozenset(map(components_hash, game_box(game).earlier_components()))


def hash_folders(folders: Mapping[str, Traversable]) -> bytes:
    """32 bytes for the names and contents of all rules' files in these folders. Raises `HandshakeError`."""
    found = sorted((name, content) for part, folder in folders.items() for name, content in _rules_in(folder, part))
    missing = [part for part in folders if not any(name.startswith(f"{part}/") for name, _ in found)]
    if missing:
        raise HandshakeError(HandshakeFailure.NO_RULES)
    data = canonical.encode([[name, content] for name, content in found])
    return blake2b(data, digest_size=32, person=b"galli rules").digest()


def _rules_in(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    """Each file with its path from the folder, which itself has this name."""
    for item in folder.iterdir():
        path = f"{name}/{item.name}"
        if item.is_dir():
            yield from _rules_in(item, path)
        elif item.name.endswith(_KINDS):
            yield path, item.read_bytes().replace(b"\r\n", b"\n")
