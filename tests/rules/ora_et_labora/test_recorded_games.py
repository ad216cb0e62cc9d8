"""Recorded games of Ora et Labora replay command by command, with the same goods and the same scores."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from tests.rules.ora_et_labora.recorded_games import Recording, goods_of, recordings

FILES = recordings()


def checkpoints(recording: Recording) -> dict[int, list[Any]]:
    """Return the checkpoints by the number of the command after which they hold."""
    found: dict[int, list[Any]] = defaultdict(list)
    for checkpoint in recording.record["checkpoints"]:
        if "goods" in checkpoint:
            found[checkpoint["after"]].append(checkpoint)
    return found


@pytest.mark.skipif(not FILES, reason="the folder of recorded games is not beside the project")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_replays_with_the_same_goods_and_scores(path: Path) -> None:
    recording = Recording(json.loads(path.read_text()))
    known = checkpoints(recording)
    for command in recording.play():
        for checkpoint in known.pop(command["n"], []):
            for colour, named in checkpoint["goods"].items():
                goods, have = dict(named), goods_of(recording, colour)
                if checkpoint["origin"].startswith("asserted"):  # It names some goods, and only the single coins.
                    goods = {name: number for name, number in goods.items() if name not in ("coin", "coin5")}
                    have = {name: have.get(name, 0) for name in goods}
                assert have == goods, f"after command {command['n']}, {colour}"
    assert not known, "the checkpoints after commands that are not there"
    final = recording.record.get("final")
    if final:
        sheet = recording.game.sheet(recording.state)
        assert recording.game.due(recording.state).over
        for colour, score in final["scores"].items():
            seat = recording.seats[colour]
            rows = {line.key: line.points for line in sheet.lines if line.seat == seat}
            goods = rows["goods"] + rows["coins"] + rows["wonders"]
            ours = {"goods": goods, "economic": rows["buildings"], "settlements": rows["settlements"]}
            assert ours == {name: score[name] for name in ours}
            assert sheet.seats[seat] == score["total"]
