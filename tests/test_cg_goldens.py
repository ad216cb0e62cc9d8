"""Whole matches of level I are played out exactly as they are kept under `tests/goldens`."""

from __future__ import annotations

import pytest

from tests.cg_goldens import FOLDER, Golden, goldens, told


@pytest.mark.parametrize("golden", goldens(), ids=lambda golden: golden.name)
def test_the_match_is_the_one_that_is_kept(golden: Golden) -> None:
    kept = golden.path.read_text(encoding="utf-8").splitlines()
    played = told(golden).splitlines()
    differing = [number for number, pair in enumerate(zip(kept, played, strict=False), start=1) if len(set(pair)) > 1]
    assert not differing, f"line {differing[0]} of {golden.path.name}; anew: python -m tests.cg_goldens"
    assert len(kept) == len(played)


def test_nothing_else_is_kept() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {golden.path.name for golden in goldens()}
