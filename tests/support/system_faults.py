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
    """Calls that fail."""

    call: str
    error: str
    when: str
    """As strace has it: "2" for the second call of a thread, "2+" for that and all that follow."""

    def __str__(self) -> str:
        return f"{self.call}-{self.error}-{self.when}"

    def before(self, log: Path, paths: Sequence[Path]) -> tuple[str, ...]:
        """What stands before a command so that its calls on these files fail; all its calls if there are none."""
        only = [word for path in paths for word in ("-P", str(path))]
        inject = f"inject={self.call}:error={self.error}:when={self.when}"
        return ("strace", "-f", "-qq", "-o", str(log), *only, "-e", f"trace={self.call}", "-e", inject)


def injected(log: Path) -> int:
    """How many calls have failed by it."""
    return log.read_text(errors="replace").count("(INJECTED)")


@lru_cache
def why_not() -> str:
    """Why no calls can be made to fail here; empty if they can."""
    if sys.platform != "linux":
        return "strace is of Linux alone"
    if shutil.which("strace") is None:
        return "strace is not installed"
    trial = subprocess.run(
        ("strace", "-f", "-qq", "-o", os.devnull, "-e", "inject=rmdir:error=EIO", "true"),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return f"strace may not trace here: {trial.stderr.strip()}" if trial.returncode else ""
