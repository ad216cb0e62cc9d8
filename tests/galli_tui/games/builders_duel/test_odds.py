"""The odds of a conflict, of the next throw and of the whole fight."""

from __future__ import annotations

import pytest

from galli_tui.games.builders_duel.odds import chance_to_win
from rules.builders_duel.conflict import Throw, chance
from rules.builders_duel.game import PHILIP, WALERAN
from rules.engine.secrecy import Seat
from tests.support.bd_positions import DUEL, Duel, Has, conflict_of

FIVE, FOUR, THREE, OWN = range(4)


def fight(*throws: str, philip: str = "05 14 23", waleran: str = "05 14 23") -> Duel:
    return conflict_of(philip=Has(seals=philip), waleran=Has(seals=waleran)).throws(*throws)


@pytest.mark.parametrize(("seal", "percent"), [(FIVE, 50), (FOUR, 50), (THREE, 100), (OWN, 100)])
def test_the_other_player_must_get_above_the_holder(seal: int, percent: int) -> None:
    duel = fight("2 14 1", philip="05 14 23")
    assert chance(duel.state, Throw(PHILIP, seal)) == percent


def test_the_holder_is_ahead_with_equal_sums() -> None:
    duel = fight("2 14 1", "1 23 3")
    assert [chance(duel.state, Throw(WALERAN, seal)) for seal in (FIVE, THREE)] == [50, 100]


def test_without_neutral_seals_the_holder_wins_three_of_four() -> None:
    # Both have only the seal 2/3, and Philip must throw more than Waleran: 3 against 2.
    duel = fight(philip="", waleran="")
    assert chance_to_win(DUEL, duel.state, WALERAN) == 75
    assert chance_to_win(DUEL, duel.state, PHILIP) == 25


@pytest.mark.parametrize(("face", "percent"), [(2, 50), (3, 0)])
def test_the_last_throw_of_all_decides(face: int, percent: int) -> None:
    duel = fight(f"2 me {face}", philip="", waleran="")
    assert chance_to_win(DUEL, duel.state, PHILIP) == percent


def test_the_chances_of_both_sides_make_one_whole() -> None:
    duel = fight("2 05 0", "1 14 1")
    assert sum(chance_to_win(DUEL, duel.state, Seat(seat)) for seat in (0, 1)) == 100


def test_more_seals_are_better() -> None:
    chances = [chance_to_win(DUEL, fight(philip=seals).state, PHILIP) for seals in ("", "14", "05 14", "05 14 23")]
    assert chances == sorted(chances)
    assert chances[0] < chances[-1]
