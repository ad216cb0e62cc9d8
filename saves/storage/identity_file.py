"""The key file: the secret seed of this program's identity, readable by its owner alone."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

from saves.errors import IdentityError, SaveError, quoted
from saves.format.identity import SEED_SIZE, Identity
from saves.storage.disk import open_draft, publish_new, sync_folder
from saves.storage.paths import make_private_folder
from saves.storage.tidy import shared_folder_warning, tidy_home

FILE_NAME: Final = "identity.key"


def load_identity(home: Path, *, make: bool = True) -> Identity:
    """The identity kept in this folder, made if there is none, unless `make` is false. Raises `SaveError`.

    A key file that others may read, or a folder of matches, is closed to them, and `notice` says so. Drafts that killed
    programs have left in these folders are removed.
    """
    path = home / FILE_NAME
    if make:
        make_private_folder(home)
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
    """Raises OSError or `IdentityError`."""
    info = path.stat()
    if not stat.S_ISREG(info.st_mode):
        raise IdentityError(f"{quoted(path)} is not a file, so there is no key to sign with: move it away.")
    with path.open("rb") as file:
        seed = file.read(SEED_SIZE + 1)
    if len(seed) != SEED_SIZE:
        raise IdentityError(
            f"The key file {quoted(path)} is damaged: it has {info.st_size} bytes, not {SEED_SIZE}. Bring it back from "
            "a copy; or move it away, and a new key is made with which your old matches can only be looked at."
        )
    notices = [shared_folder_warning(path.parent)]
    if os.name == "posix" and info.st_mode & 0o077:
        path.chmod(0o600)
        notices.append(
            f"Other users of this computer were able to read your key file {quoted(path)}; now they cannot. "
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
            publish_new(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink(missing_ok=True)
        sync_folder(path.parent)
    except OSError as error:
        raise _trouble(path, "made", error) from None


def _trouble(path: Path, doing: str, error: OSError) -> SaveError:
    reason = error.strerror or type(error).__name__
    return IdentityError(
        f"The key file {quoted(path)} could not be {doing} ({reason}), and without it no move can be signed: "
        "see to its permissions and to the room on the disk."
    )
