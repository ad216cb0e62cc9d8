"""The key file: the secret seed of this program's identity, readable by its owner alone."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

from saves.errors import IdentityError, SaveError, folder_error, quoted, refuses_files
from saves.format.identity import SEED_SIZE, Identity
from saves.storage.disk import open_draft, publish_new, sync_folder
from saves.storage.paths import make_private_folder
from saves.storage.tidy import shared_folder_warning, tidy_home

FILE_NAME: Final = "identity.key"


def load_identity(home: Path, *, make: bool = True) -> Identity:
    """Return the identity stored in this folder; create it if `make` is true and there is none. Raises `SaveError`.

    A key file that others can read, and the folders of matches, are closed to them; `notice` says so. Abandoned drafts
    in these folders are removed.
    """
    path = home / FILE_NAME
    if make:
        make_private_folder(home)
    tidy_home(home)
    try:
        return _read(path)
    except FileNotFoundError as error:
        if not make:
            raise _identity_error(path, "read", error) from None
        _create(path)
    except OSError as error:
        raise _identity_error(path, "read", error) from None
    try:
        return _read(path)
    except OSError as error:
        raise _identity_error(path, "read", error) from None


def _read(path: Path) -> Identity:
    """Return the identity in the key file. Raises OSError or `IdentityError`."""
    info = path.stat()
    if not stat.S_ISREG(info.st_mode):
        raise IdentityError(f"{quoted(path)} is not a file, so it cannot hold your key: move it away and try again.")
    with path.open("rb") as file:
        seed = file.read(SEED_SIZE + 1)
    if len(seed) != SEED_SIZE:
        raise IdentityError(
            f"The key file {quoted(path)} is damaged: it has {info.st_size} bytes instead of {SEED_SIZE}. Restore it "
            "from a backup. Or move it away to get a new key, with which you can view your old matches but not resume "
            "them."
        )
    notices = [shared_folder_warning(path.parent)]
    if os.name == "posix" and info.st_mode & 0o077:
        path.chmod(0o600)
        notices.append(
            f"Other users of this computer were able to read your key file {quoted(path)}; now they cannot. "
            "If one of them may have copied it, move it away to get a new key."
        )
    return Identity(seed, " ".join(filter(None, notices)))


def _create(path: Path) -> None:
    """Write a new seed atomically. If another program was faster, its seed stays."""
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
        if refuses_files(error):
            raise folder_error(error, path.parent) from None
        raise _identity_error(path, "made", error) from None


def _identity_error(path: Path, doing: str, error: OSError) -> SaveError:
    reason = error.strerror or type(error).__name__
    return IdentityError(
        f"The key file {quoted(path)} could not be {doing} ({reason}), and moves cannot be signed without it: "
        "check its permissions and the free space on the disk."
    )
