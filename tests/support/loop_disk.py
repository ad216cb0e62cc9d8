"""A small disk of its own for tests: an ext4 file system in an image file, mounted over a loop device, as root can.

A copy of the image holds what the file system has handed to its device so far. What it still keeps in memory is not in
it: that is the state after a power cut, and mounting the copy replays the journal as a real start would.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

SIZE = 4 << 20
"""Bytes; small, so that it is copied faster than it changes."""
TRIES = 2_000


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=60)


def make_image(image: Path) -> None:
    """Make an empty file system with a journal."""
    with image.open("wb") as file:
        file.truncate(SIZE)
    _run("mkfs.ext4", "-q", "-F", "-b", "1024", str(image))


@contextmanager
def mounted(image: Path, place: Path) -> Generator[Path, None, None]:
    """Mount the file system of an image for the length of the context. Everything that uses it must end before."""
    place.mkdir(exist_ok=True)
    _run("mount", "-o", "loop", str(image), str(place))
    try:
        yield place
    finally:
        _run("umount", str(place))


def cut_power(image: Path, copy: Path) -> None:
    """Copy the image as it is at one moment, while it is in use.

    A copy that overlaps a write would show a state that never existed. So the image is read
    until two reads in a row are equal.
    """
    with image.open("rb", buffering=0) as file:
        before = b""
        for _ in range(TRIES):
            after = os.pread(file.fileno(), SIZE, 0)
            if after == before:
                copy.write_bytes(after)
                return
            before = after
    raise AssertionError("the disk never stayed unchanged during two reads")


def demand_loop_mounts(folder: Path) -> None:
    """Skip the test where no image can be mounted."""
    if os.name != "posix" or os.geteuid() != 0:
        pytest.skip("only root may mount an image")
    if missing := [word for word in ("mkfs.ext4", "mount", "umount") if shutil.which(word) is None]:
        pytest.skip(f"{', '.join(missing)}: not installed")
    image = folder / "trial.img"
    try:
        make_image(image)
        with mounted(image, folder / "trial"):
            pass
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no image can be mounted over a loop device here: {error.stderr.decode(errors='replace').strip()}")
