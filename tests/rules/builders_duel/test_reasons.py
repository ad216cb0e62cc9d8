"""Why a move is better, in the parts of the duel's evaluation."""

from __future__ import annotations

from rules.bots.reasons import advantages
from rules.engine.events import Move
from tests.support.bd_positions import Duel, Has, conflict_of, round_of, turn_of


def counts(duel: Duel, move: str, other: str) -> dict[str, tuple[int, int]]:
    """Return what speaks for a move against another, with what both of them count."""
    made, compared = duel.game.parse(move), duel.game.parse(other)
    assert isinstance(made, Move)
    assert isinstance(compared, Move)
    return {it.key: (it.count, it.other) for it in advantages(duel.game, duel.state, made, compared)}


def test_installing_is_explained_by_the_materials() -> None:
    duel = turn_of(2, waleran=Has(gold=9, worked="wood"))
    assert counts(duel, "2 build I wood", "2 end") == {"materials": (1, 0)}


def test_not_installing_is_explained_by_what_is_kept() -> None:
    duel = turn_of(2, waleran=Has(gold=9, worked="wood"))
    assert counts(duel, "2 end", "2 build I wood") == {"worked": (0, -1), "gold": (0, -2)}


def test_using_a_card_that_takes_the_power_counts_it() -> None:
    duel = turn_of(1, cards={1: "a-power-1"}, philip=Has(cells="1"), power=2)
    assert counts(duel, "1 use 1", "1 end")["power"] == (1, 0)


def test_who_gives_up_is_a_seal_ahead() -> None:
    duel = conflict_of().throws("2 14 4", "1 14 1")
    assert counts(duel, "1 give-up", "1 throw 05 no") == {"seals": (1, -1)}


def test_equal_moves_have_no_reasons() -> None:
    duel = round_of()
    assert counts(duel, "2 claim r1", "2 claim r1") == {}


def test_the_parts_are_of_different_keys_and_add_up_to_the_evaluation() -> None:
    for duel in (round_of(), conflict_of(), turn_of(1, philip=Has(gold=9, worked="wood", raw="ore"))):
        for seat in duel.game.seats:
            parts = duel.game.evaluation(duel.state, seat)
            assert len({part.key for part in parts}) == len(parts)
            assert duel.game.evaluate(duel.state, seat) == sum(part.value for part in parts)
            assert duel.game.evaluate(duel.state, seat) == -duel.game.evaluate(duel.state, duel.game.seats[1 - seat])
