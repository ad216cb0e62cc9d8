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


def test_a_claim_is_explained_by_the_kinds_of_its_cards() -> None:
    duel = round_of(cards={1: "a-income3", 2: "a-income4-1", 3: "a-power-1"})
    assert counts(duel, "2 claim r1", "2 claim r3")["claimed-income"][0] == 7
    assert counts(duel, "2 claim r1", "2 claim r3")["claimed-power"] == (1, 0)
    assert "claimed" not in counts(duel, "2 claim r1", "2 claim r3")


def test_a_fight_is_explained_by_the_chance_to_win_it() -> None:
    duel = conflict_of(cards={1: "a-income3"}).throws("2 14 4", "1 14 4")
    assert "contested" in counts(duel, "2 throw 05 no", "2 give-up")
    assert "contested" not in counts(duel, "2 give-up", "2 throw 05 no")


def test_a_throw_that_gets_ahead_for_sure_is_explained_by_its_chance() -> None:
    duel = conflict_of(philip=Has(seals="14 23")).throws("2 14 1")
    assert counts(duel, "1 throw 23 no", "1 throw 14 no") == {"ahead": (0, 0)}
    assert counts(duel, "1 throw 14 no", "1 throw 23 no") == {}


def test_with_equal_chances_a_throw_is_explained_by_those_left_after_it() -> None:
    duel = conflict_of(cards={1: "a-income3"}, philip=Has(seals="05 14 14"), waleran=Has(seals="14")).throws("2 14 4")
    assert counts(duel, "1 throw 05 no", "1 throw me no")["contested"] == (3, 0)


def test_a_throw_that_is_certain_to_lose_is_no_better_than_giving_up() -> None:
    duel = conflict_of(cards={1: "a-income3"}, philip=Has(seals="14")).throws("2 14 4", "1 14 1")
    assert counts(duel, "1 throw me no", "1 give-up") == {}
    assert counts(duel, "1 give-up", "1 throw me no") == {}


def test_the_finer_parts_add_up_to_the_same_lead() -> None:
    for duel in (round_of(), conflict_of(), turn_of(1, cards={1: "a-power-1"}, philip=Has(cells="1"), power=2)):
        for seat in duel.game.seats:
            finer = duel.game.explained(duel.state, seat)
            assert len({part.key for part in finer}) == len(finer)
            assert sum(part.value for part in finer) == duel.game.evaluate(duel.state, seat)


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
