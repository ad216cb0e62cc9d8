"""The odds of a whole conflict, if both sides throw on as well as they can."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from rules.builders_duel.box import FACES, PERSONAL
from rules.builders_duel.conflict import thrown_personal
from rules.builders_duel.setting import DuelSetting
from rules.builders_duel.state import DuelState, other, sum_of
from rules.engine.secrecy import Seat

Seals: TypeAlias = tuple[int, int, int, int]
"""How many seals of each kind a side can still throw; all are 0 once the personal one is thrown."""


def chance_to_win(game: DuelSetting, view: DuelState, seat: Seat) -> int:
    """Return the chance in percent to win the conflict if both throw on to the end, without 1x cards.

    A throw that has not fallen yet must not be pending.
    """
    threw = [any(it.seat == number for it in view.conflict.thrown) for number in (0, 1)]
    holder, rival = view.holder, other(view.holder)
    phase = 0 if not threw[holder] else 1 if not threw[rival] else 2
    lead = sum_of(view, holder) - sum_of(view, rival)
    found = _holder_wins(_seals(game, view, holder), _seals(game, view, rival), lead, phase)
    return round(100 * (found if seat == holder else 1 - found))


def _seals(game: DuelSetting, view: DuelState, seat: Seat) -> Seals:
    if thrown_personal(view, seat):
        return (0, 0, 0, 0)
    kinds = [game.seal_kinds[it] for it in view.sides[seat].seals]
    return (kinds.count(0), kinds.count(1), kinds.count(2), 1)


@lru_cache(maxsize=200_000)
def _holder_wins(holder: Seals, rival: Seals, lead: int, phase: int) -> float:
    """Return the chance that the holder wins. Phases: the holder's first throw, the rival's first, and what follows."""
    if phase == 2 and lead >= 0:
        return min(_after_throws(holder, rival, lead, phase, rival_throws=True), default=1.0)
    if phase == 1:
        return min(_after_throws(holder, rival, lead, phase, rival_throws=True), default=1.0)
    return max(_after_throws(holder, rival, lead, phase, rival_throws=False), default=0.0)


def _after_throws(holder: Seals, rival: Seals, lead: int, phase: int, *, rival_throws: bool) -> list[float]:
    """Return the holder's chances after each throw of one side."""
    own, sign, found = (rival, -1, list[float]()) if rival_throws else (holder, 1, list[float]())
    for kind, number in enumerate(own):
        if number:
            left = _without(own, kind)
            sides = (holder, left) if rival_throws else (left, rival)
            low, high = (lead + sign * face for face in FACES[kind])
            later = min(phase + 1, 2)
            found.append((_holder_wins(*sides, low, later) + _holder_wins(*sides, high, later)) / 2)
    return found


def _without(seals: Seals, kind: int) -> Seals:
    if kind == PERSONAL:
        return (0, 0, 0, 0)
    none, one, two, own = (number - (it == kind) for it, number in enumerate(seals))
    return (none, one, two, own)
