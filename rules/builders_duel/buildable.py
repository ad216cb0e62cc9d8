"""What a side can still build in its turn, and so whether a 1x card is of use now (BD-6e, BD-6f)."""

from __future__ import annotations

from collections.abc import Mapping

from rules.builders_duel.building import Build
from rules.builders_duel.cards import own_cells
from rules.builders_duel.one_use import UseScaffold, UseTwoSites
from rules.builders_duel.setting import DuelSetting
from rules.builders_duel.state import DuelState, Section
from rules.engine.secrecy import Seat

Buildings = Mapping[tuple[Section, Section, Section], int]
"""The most gold left with each state of the three sections."""


def buildable(game: DuelSetting, state: DuelState, seat: Seat) -> Buildings:
    """Return the states of its sections that a side can reach this turn without another card.

    The present one is included; each comes with the most gold left.
    """
    found: dict[tuple[Section, Section, Section], int] = {}
    seen, left = {state}, [state]
    while left:
        now = left.pop()
        side = now.sides[seat]
        found[side.sections] = max(side.gold, found.get(side.sections, 0))
        builds = [it for it in Build.options(game, now, seat) if it.refusal(game, now) is None]
        new = {build.carry_out(game, now, []) for build in builds} - seen
        seen |= new
        left += new
    return found


def helps_to_build(game: DuelSetting, state: DuelState, move: UseScaffold | UseTwoSites) -> bool:
    """Return whether a 1x card makes something cheaper or possible, or may do so once all claimed cards are used."""
    if own_cells(state, move.seat):
        return True
    without = buildable(game, state, move.seat)
    after = buildable(game, move.carry_out(game, state, []), move.seat)
    return any(gold > without.get(sections, -1) for sections, gold in after.items())
