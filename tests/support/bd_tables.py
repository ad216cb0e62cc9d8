"""Tables of Builders' Duel at some moment, for the tests of its screen and for screenshots."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.tables.table import TablePlayer
from rules.builders_duel.game import META
from tests.support.bd_positions import CALM, Duel, Has, conflict_of, round_of, turn_of

_NAMES: Final = ["fair", "roofer", "power-1", "workshop", "quarry", "mason", "income4-1", "second-throw", "journeyman"]
CARDS: Final = {cell: f"a-{name}" for cell, name in enumerate(_NAMES, 1)}
BUILT: Final = {"I": "wood sand stone", "II": "stone"}
PHILIP: Final = Has(gold=9, seals="05 14 23", raw="wood wool", worked="sand wool", built=BUILT, kept="b-oath")
WALERAN: Final = Has(
    gold=4, seals="14 23 23", raw="sand ore", worked="wool", built={"II": "wood sand"}, kept="a-scaffold"
)


class DuelTable(InMemoryTable):
    """A match found at some moment: these lines have happened by then, and no others."""

    def __init__(self, duel: Duel, *lines: str, names: tuple[str, str] = ("Anna", "Bruno"), here: str = "12") -> None:
        players = tuple(
            TablePlayer(name, META.colours[seat], here=str(seat + 1) in here) for seat, name in enumerate(names)
        )
        super().__init__(duel.game, players, 1)
        self._events, self._states = [], [duel.state]
        for line in lines:
            self._append(duel.game.parse(line))


def claiming(*lines: str) -> DuelTable:
    """Waleran claims first, then Philip."""
    return DuelTable(round_of(7, holder=2, cards=CARDS, philip=PHILIP, waleran=WALERAN), *lines)


def conflict(*lines: str) -> DuelTable:
    """Both fight for the quarry."""
    duel = conflict_of(7, holder=2, lines="d1 r2", cards=CARDS, philip=PHILIP, waleran=WALERAN)
    thrown = ("2 throw 14 no", "dealer fall 4", "1 throw 23 no", "dealer fall 3")
    return DuelTable(duel, *(lines or thrown))


def using(*lines: str) -> DuelTable:
    """Philip, who holds the Power, uses his cards."""
    philip = replace(PHILIP, cells="1 2 8")
    return DuelTable(turn_of(1, 7, cards=CARDS, philip=philip, waleran=replace(WALERAN, cells="7 9")), *lines)


def building(*lines: str) -> DuelTable:
    """Philip has used his cards and may build."""
    return DuelTable(turn_of(1, 7, cards=CARDS, philip=PHILIP, waleran=WALERAN), *lines)


def calm() -> DuelTable:
    """Both fight without chance."""
    return DuelTable(conflict_of(7, game=CALM, lines="d1 r2", cards=CARDS, philip=PHILIP, waleran=WALERAN))


def ended() -> DuelTable:
    """Philip finishes his third section."""
    built = {"I": "wood sand stone", "II": "sand stone wool", "III": "wood wool"}
    philip = Has(gold=5, worked="ore", built=built)
    return DuelTable(turn_of(1, 10, philip=philip, waleran=WALERAN), "1 build III ore")
