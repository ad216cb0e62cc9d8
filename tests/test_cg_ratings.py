"""What judgement adds to the points that a move brings: cards that may wait, and tasks that others will not have."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rules.campus_galli.advice import ANGEL_KEPT, MASTER_KEPT
from rules.engine.secrecy import Seat
from tests.play import Play
from tests.positions import opening, position, table


def ratings(play: Play) -> Mapping[str, int]:
    """Of the first seat's legal moves."""
    moves = play.game.legal(play.state, Seat(0))
    return dict(zip(play.legal(1), play.game.rate(play.state, Seat(0), moves), strict=True))


def gains(play: Play) -> Mapping[str, int]:
    """What they bring at once."""
    moves = play.game.legal(play.state, Seat(0))
    return dict(zip(play.legal(1), play.game.gain(play.state, Seat(0), moves), strict=True))


def beside_a_wing(mode: str, *board: str) -> Play:
    """A hall is to be laid, and may be beside a wing."""
    return position(table(2, mode), laying="hut red hall", laid=["2 hut red wing d5 e5 f5 d6"], board=board)


def in_year(play: Play, year: int) -> Play:
    """The same moment, had the first seat's year been another."""
    first, *others = play.state.seats
    return Play(play.game, play.state._replace(seats=(first._replace(year=year), *others)))


@pytest.mark.parametrize(
    ("card", "kept"), [("angel-1", ANGEL_KEPT), ("master-1", MASTER_KEPT), ("seer-1", MASTER_KEPT)]
)
def test_cards_that_allow_much_are_kept_in_the_first_year_alone(card: str, kept: int) -> None:
    play = opening(hands={1: f"build-red-1 {card}", 2: "build-green-1 pray-tower"})
    first, second = ratings(in_year(play, 1)), ratings(in_year(play, 2))
    assert kept > 0
    assert second[f"1 choose {card}"] - first[f"1 choose {card}"] == kept
    assert second["1 choose build-red-1"] == first["1 choose build-red-1"]


@pytest.mark.parametrize(("mode", "more"), [("versus", 100), ("coop", 0)])
def test_a_task_taken_is_a_task_denied_only_against_each_other(mode: str, more: int) -> None:
    """One seal is 200, for whoever takes it; nobody else will have it then, which is half as much again."""
    plain, asked = beside_a_wing(mode), beside_a_wing(mode, "hall-beside-wing")
    greedy = {lay: gains(asked)[lay] - worth for lay, worth in gains(plain).items()}
    judged = {lay: ratings(asked)[lay] - worth for lay, worth in ratings(plain).items()}
    assert set(greedy.values()) == {0, 200}
    assert judged == {lay: worth and worth + more for lay, worth in greedy.items()}
