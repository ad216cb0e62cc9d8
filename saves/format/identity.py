"""Who this program is: one secret seed in a file of its owner's, and the keys that follow from it.

Which matches the keys serve, and what they sign there, is left to `entries` and `seals`.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final, NamedTuple

from nacl.bindings import crypto_scalarmult, crypto_scalarmult_base, crypto_sign, crypto_sign_seed_keypair

from rules.engine.entropy import derived
from saves.errors import IdentityTrouble, SaveError, shown
from saves.storage.disk import open_draft, place_new, sync_folder
from saves.storage.paths import make_private
from saves.storage.tidy import tidy_home, warn_of_writers

SEED_SIZE: Final = 32
FILE_NAME: Final = "identity.key"


class PublicKeys(NamedTuple):
    """How others know a client: both 32 bytes."""

    sign: bytes
    """Ed25519."""
    box: bytes
    """X25519."""


class Identity:
    """The keys of this program. They never leave it but by `public`."""

    __slots__ = ("_box", "_sign", "blinding", "notice", "own_key", "public")

    def __init__(self, seed: bytes, notice: str = "") -> None:
        """`seed` is 32 bytes that nobody else knows."""
        if len(seed) != SEED_SIZE:
            raise ValueError(f"a seed has {SEED_SIZE} bytes")
        sign_public, self._sign = crypto_sign_seed_keypair(derived("galli-tui sign", seed))
        self._box = derived("galli-tui box", seed)
        self.blinding = derived("galli-tui blinding", seed)
        """What the blinds of this client's sealed choices are derived from."""
        self.own_key = derived("galli-tui own", seed)
        """What this client closes for itself alone."""
        self.public = PublicKeys(sign_public, crypto_scalarmult_base(self._box))
        self.notice = notice
        """One sentence for the player if the key file was found in need of repair."""

    def signature(self, message: bytes) -> bytes:
        """64 bytes."""
        return crypto_sign(message, self._sign)[:64]

    def shared(self, box: bytes) -> bytes:
        """The 32 bytes that only this client and the owner of `box` can know. Raises ValueError for a false key."""
        return exchange(self._box, box)


def exchange(secret: bytes, public: bytes) -> bytes:
    """X25519. Raises ValueError for the few public keys that would make the result known to all."""
    try:
        return crypto_scalarmult(secret, public)
    except RuntimeError:
        raise ValueError("no proper key") from None


def load_identity(home: Path, *, make: bool = True) -> Identity:
    """The identity kept in this folder, made if there is none, unless `make` is false. Raises `SaveError`.

    A key file that others may read, or a folder of matches, is closed to them, and `notice` says so. Drafts that killed
    programs have left in these folders are removed.
    """
    path = home / FILE_NAME
    if make:
        make_private(home)
    tidy_home(home)
    try:
        return _read(path)
    except FileNotFoundError as error:
        if not make:
            raise _trouble(path, "read", error) from None
        _make(path)
    except OSError as error:
        raise _trouble(path, "read", error) from None
    try:
        return _read(path)
    except OSError as error:
        raise _trouble(path, "read", error) from None


def _read(path: Path) -> Identity:
    """Raises OSError or `IdentityTrouble`."""
    info = path.stat()
    if not stat.S_ISREG(info.st_mode):
        raise IdentityTrouble(f"{shown(path)} is not a file, so there is no key to sign with: move it away.")
    with path.open("rb") as file:
        seed = file.read(SEED_SIZE + 1)
    if len(seed) != SEED_SIZE:
        raise IdentityTrouble(
            f"The key file {shown(path)} is damaged: it has {info.st_size} bytes, not {SEED_SIZE}. Bring it back from "
            "a copy; or move it away, and a new key is made with which your old matches can only be looked at."
        )
    notices = [warn_of_writers(path.parent)]
    if os.name == "posix" and info.st_mode & 0o077:
        path.chmod(0o600)
        notices.append(
            f"Other users of this computer were able to read your key file {shown(path)}; now they cannot. "
            "If one of them may have copied it, move it away to get a new key."
        )
    return Identity(seed, " ".join(filter(None, notices)))


def _make(path: Path) -> None:
    """Writes a new seed whole or not at all; if another program was quicker, its seed stays."""
    draft = path.with_name(f".{FILE_NAME}.{os.getpid()}")
    try:
        try:
            with os.fdopen(open_draft(draft), "wb") as file:
                file.write(os.urandom(SEED_SIZE))
                file.flush()
                os.fsync(file.fileno())
            place_new(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink(missing_ok=True)
        sync_folder(path.parent)
    except OSError as error:
        raise _trouble(path, "made", error) from None


def _trouble(path: Path, doing: str, error: OSError) -> SaveError:
    reason = error.strerror or type(error).__name__
    return IdentityTrouble(
        f"The key file {shown(path)} could not be {doing} ({reason}), and without it no move can be signed: "
        "see to its permissions and to the room on the disk."
    )
