"""A check that the packages `rules`, `saves` and `net` are ours, before anything of them runs.

Their names are common words, and another program's package of the same name can silently take their place. This module
imports nothing of ours and runs nothing of theirs.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import CodeType

OURS = ("rules", "saves", "net")
"""The packages beside `galli_tui` that this program consists of."""

REMEDY = "install galli-tui into its own environment (with pipx, uv tool or a new venv; see the README)."


def installation_error() -> str | None:
    """Return why the program cannot start, or None if all packages are ours."""
    for name in OURS:
        spec = _found(name)
        if spec is None or spec.origin is None:
            return f"galli-tui cannot start, because its package {name!r} is missing: {REMEDY}"
        if not _is_ours(spec):
            where = ascii(spec.origin)
            return f"galli-tui cannot start, because {where} belongs to another program, not to galli-tui: {REMEDY}"
    return None


def _found(name: str) -> ModuleSpec | None:
    """Return where Python would import the package from; a folder without `__init__` has a spec without an origin."""
    try:
        return find_spec(name)
    except (ImportError, ValueError):
        return None


def _is_ours(spec: ModuleSpec) -> bool:
    """Return whether the package contains our sentinel, a constant of its compiled code, which is read but not run."""
    get_code: Callable[[str], CodeType | None] | None = getattr(spec.loader, "get_code", None)
    if get_code is None:
        return False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            code = get_code(spec.name)
    except (ImportError, OSError, SyntaxError, ValueError):
        return False
    return code is not None and f"galli-tui:{spec.name}" in code.co_consts
