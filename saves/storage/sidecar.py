"""Sidecar files: what was computed from a match, stored beside its file so that it need not be computed again.

A sidecar belongs to one content: its first 32 bytes are a hash of the rest, keyed with a digest of what it was computed
from. If a bit of either changes, it is invalid and ignored. Sidecars can be deleted at any time.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from saves.storage.disk import read_start, write_atomic
from saves.storage.paths import SUFFIX

_TAG: Final = 32


class Sidecar(NamedTuple):
    """A kind of sidecar file."""

    suffix: str
    person: bytes
    """Sets its hash apart from those of other kinds; at most 16 bytes."""
    max_bytes: int
    """A longer file is not one."""

    def path(self, match: Path) -> Path:
        """Return the path of the sidecar of a match file."""
        return match.with_name(f".{match.name}{self.suffix}")

    def load(self, match: Path, digest: bytes) -> bytes | None:
        """Return what the sidecar contains; None if it is missing, damaged or computed from something else."""
        try:
            data = read_start(self.path(match), self.max_bytes + 1)
        except OSError:
            return None
        body = data[_TAG:]
        return body if len(data) <= self.max_bytes and data[:_TAG] == self._tag(body, digest) else None

    def save(self, match: Path, digest: bytes, body: bytes) -> None:
        """Replace the sidecar, unless the folder cannot be written to or the sidecar would be too long."""
        if len(body) <= self.max_bytes - _TAG:
            with suppress(OSError):
                write_atomic(self.path(match), self._tag(body, digest) + body)

    def _tag(self, body: bytes, digest: bytes) -> bytes:
        return blake2b(body, key=digest, digest_size=_TAG, person=self.person).digest()


SUMMARY: Final = Sidecar(".summary", b"galli summary", 16 << 10)
REVIEW: Final = Sidecar(".review", b"galli review", 256 << 10)
_KINDS: Final = (SUMMARY, REVIEW)


def remove_sidecars(match: Path) -> None:
    """Remove the sidecars of a match file that is moved or deleted."""
    for kind in _KINDS:
        with suppress(OSError):
            kind.path(match).unlink(missing_ok=True)


def tidy_sidecars(files: Iterable[Path]) -> None:
    """Remove the sidecars among the files of a folder whose matches are not among them."""
    found = list(files)
    names = {path.name for path in found}
    for path in found:
        for kind in _KINDS:
            match = path.name.removesuffix(kind.suffix).removeprefix(".")
            is_sidecar = path.name == f".{match}{kind.suffix}" and match.endswith(SUFFIX)
            if is_sidecar and match not in names:
                with suppress(OSError):
                    path.unlink()
