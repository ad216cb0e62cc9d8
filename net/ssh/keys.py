"""The keys of the SSH entrance: the host's own key in its file, and a folder for each guest's key.

The contents of a guest's folder are left to the guest's program.
"""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from saves.errors import SaveError, quoted, save_error
from saves.storage.disk import BINARY, publish_new, sync_folder
from saves.storage.identity_file import load_identity
from saves.storage.paths import make_private_folder

if TYPE_CHECKING:
    from asyncssh import SSHKey

    from saves.format.identity import PublicKeys

HOST_KEY: Final = "ssh_host_key"
GUESTS_FOLDER: Final = "ssh"
MAX_KEY_FILE: Final = 1 << 12
"""Bytes."""
MAX_GUESTS: Final = 1000
"""Folders that are searched for the keys of guests."""


class EntranceError(Exception):
    """The entrance cannot be opened; the text is for the host's player."""


def fingerprint(public: bytes) -> str:
    """Return the fingerprint of a public key as OpenSSH shows it, e.g. "SHA256:..."; the key is in SSH's encoding."""
    return f"SHA256:{base64.b64encode(hashlib.sha256(public).digest()).decode().rstrip('=')}"


def host_key(home: Path) -> SSHKey:
    """Return the host's key, creating it if there is none. Raises `SaveError`, or `EntranceError` for a bad file."""
    path = home / HOST_KEY
    make_private_folder(home)
    try:
        try:
            return _read(path)
        except FileNotFoundError:
            _make(path)
        return _read(path)
    except OSError as error:
        raise save_error(error, path, "used as the key of the SSH entrance") from None


def guest_folder(home: Path, public: bytes) -> Path:
    """Return the private folder of a guest's SSH key, creating it if there is none. Raises `SaveError`."""
    folder = home / GUESTS_FOLDER / hashlib.sha256(public).hexdigest()
    make_private_folder(folder)
    return folder


def guest_keys(folder: Path) -> PublicKeys | None:
    """Return the match keys in a guest's folder; None if there are none that can be read."""
    try:
        return load_identity(folder, make=False).public
    except SaveError:
        return None


def known_guests(home: Path) -> frozenset[PublicKeys]:
    """Return the match keys of all guests that have played at this host by SSH."""
    try:
        folders = sorted((home / GUESTS_FOLDER).iterdir())[:MAX_GUESTS]
    except OSError:
        return frozenset()
    return frozenset(keys for folder in folders if (keys := guest_keys(folder)) is not None)


def remove_guest_folder(folder: Path) -> None:
    """Delete a guest's folder, unless it has a match."""
    matches = folder / "matches"
    with suppress(OSError):
        if not (matches.exists() and any(matches.iterdir())):
            shutil.rmtree(folder)


def _read(path: Path) -> SSHKey:
    """Read the host's key. Raises OSError or `EntranceError`."""
    import asyncssh

    with path.open("rb") as file:
        data = file.read(MAX_KEY_FILE + 1)
    if os.name == "posix" and path.stat().st_mode & 0o077:
        raise EntranceError(
            f"Others on this computer can read the key of the SSH entrance, {quoted(path)}, and could impersonate this "
            "host. Move it away to get a new one, and tell your friends that the fingerprint changes."
        )
    try:
        key = asyncssh.import_private_key(data[:MAX_KEY_FILE])
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError):
        key = None
    if key is None or key.algorithm != b"ssh-ed25519":
        raise EntranceError(
            f"The key of the SSH entrance, {quoted(path)}, is damaged or of another kind. Restore it from a backup; or "
            "move it away to get a new one, and tell your friends that the fingerprint changes."
        )
    return key


def _make(path: Path) -> None:
    """Write a new key, completely or not at all. A key that another program has just written stays. Raises OSError."""
    import asyncssh

    draft = path.with_name(f".{HOST_KEY}.{os.getpid()}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            key = asyncssh.generate_private_key("ssh-ed25519", "galli-tui")  # pyright: ignore[reportUnknownMemberType]
            file.write(key.export_private_key())
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            publish_new(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    sync_folder(path.parent)
