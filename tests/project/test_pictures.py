"""The positions that `screenshots/make.py` shows can still be found; a change of the components may prevent that."""

from __future__ import annotations

import runpy
from typing import Any

import pytest

from tests.support.paths import ROOT

MAKE: dict[str, Any] = runpy.run_path(str(ROOT / "screenshots" / "make.py"))
"""What the module holds."""
SCENES: list[Any] = [scene for scene in MAKE["SCENES"] if scene.table is not None]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_the_moment_of_a_picture_is_found(scene: Any) -> None:
    assert scene.table().players
