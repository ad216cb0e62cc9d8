"""Clergymen: who is at home, going to work, and coming home (OL-3b, OL-4c)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.ora_et_labora.setting import OraSetting
from rules.ora_et_labora.state import Clergyman, Estate, OraState, with_estate


def at_home(game: OraSetting, estate: Estate) -> tuple[Clergyman, ...]:
    """Return the kinds of clergymen that an owner has at home."""
    lay = (Clergyman.LAY,) if len(estate.lay_brothers) < game.lay_brothers else ()
    return (*lay, Clergyman.PRIOR) if estate.prior is None else lay


def sent(state: OraState, owner: int, building: int, clergyman: Clergyman) -> OraState:
    """Return the state after an owner's clergyman has gone to a building."""
    estate = state.estates[owner]
    if clergyman is Clergyman.PRIOR:
        return with_estate(state, owner, estate._replace(prior=building))
    return with_estate(state, owner, estate._replace(lay_brothers=tuple(sorted((*estate.lay_brothers, building)))))


def all_home(state: OraState, owner: int) -> OraState:
    """Return the state after all clergymen of an owner have come home."""
    return with_estate(state, owner, state.estates[owner]._replace(prior=None, lay_brothers=()))


def returned(game: OraSetting, state: OraState, owners: Iterable[int]) -> OraState:
    """Return the state after each owner without a clergyman at home has taken all of them back (OL-4c)."""
    for owner in owners:
        if not at_home(game, state.estates[owner]):
            state = all_home(state, owner)
    return state
