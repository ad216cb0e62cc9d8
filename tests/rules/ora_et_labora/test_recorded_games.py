"""Recorded games of Ora et Labora replay command by command, with the same goods and the same scores."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.rules.ora_et_labora.recorded_games import check, recordings

FILES = recordings()


@pytest.mark.skipif(not FILES, reason="the folder of recorded games is not beside the project")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_replays_with_the_same_goods_and_scores(path: Path) -> None:
    record = json.loads(path.read_text())
    assert len(record["checkpoints"]) > 0
    assert len(check(record).lines) >= len(record["commands"]) // 2
