"""Failing system calls of a real program: strace with `-e inject`, only for calls on certain files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple


class SystemFault(NamedTuple):
    """System calls that fail."""

    call: str
    error: str
    when: str
    """In strace's notation: "2" for the second call of a thread, "2+" for it and all after it."""

    def __str__(self) -> str:
        return f"{self.call}-{self.error}-{self.when}"

    def before(self, log: Path, paths: Sequence[Path]) -> tuple[str, ...]:
        """Return the prefix of a command whose calls on these files are to fail; without files, all its calls."""
        only = [word for path in paths for word in ("-P", str(path))]
        inject = f"inject={self.call}:error={self.error}:when={self.when}"
        return ("strace", "-f", "-qq", "-o", str(log), *only, "-e", f"trace={self.call}", "-e", inject)


def injected(log: Path) -> int:
    """Return the number of calls that were made to fail."""
    return log.read_text(errors="replace").count("(INJECTED)")


@lru_cache
def why_not() -> str:
    """Return why no calls can be made to fail here; empty if they can."""
    if sys.platform != "linux":
        return "strace exists only on Linux"
    if shutil.which("strace") is None:
        return "strace is not installed"
    trial = subprocess.run(
        ("strace", "-f", "-qq", "-o", os.devnull, "-e", "inject=rmdir:error=EIO", "true"),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return f"strace is not allowed to trace here: {trial.stderr.strip()}" if trial.returncode else ""
