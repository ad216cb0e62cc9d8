"""The production wheel (OL-2)."""

from __future__ import annotations

from typing import cast

from rules.engine.tellings import Telling, Told
from rules.ora_et_labora.goods import BASIC, GRAPES, STONE, as_goods
from rules.ora_et_labora.setting import OraSetting
from rules.ora_et_labora.state import GRAPES_TOKEN, LAST_STEP, STONE_TOKEN, OraState, Tokens, with_estate

SHARED = Telling("shared", "Everybody else gets 1 {good:good}.")
TOKEN_OF = {**{good: good for good in BASIC}, STONE: STONE_TOKEN, GRAPES: GRAPES_TOKEN}
"""The token of each good that the wheel produces."""


def value(game: OraSetting, state: OraState, token: int) -> int | None:
    """Return what a token yields, or None if it is not on the wheel."""
    steps = state.tokens[token]
    return None if steps is None else game.mode.wheel[steps]


def turned(game: OraSetting, state: OraState) -> OraState:
    """Return the state after the wheel has turned and the tokens of the new round have come in (OL-2b to OL-2d)."""
    tokens: list[int | None] = []
    for steps in state.tokens:
        if steps is None or (steps == LAST_STEP and game.solo):
            tokens.append(None)
        else:
            tokens.append(min(steps + 1, LAST_STEP))
    for token, begins in ((STONE_TOKEN, game.mode.stone), (GRAPES_TOKEN, game.mode.grapes)):
        if begins == state.round and not (token == GRAPES_TOKEN and game.ireland):
            tokens[token] = 0
    return state._replace(tokens=cast("Tokens", tuple(tokens)))


def reset(state: OraState, token: int) -> OraState:
    """Return the state with a token back at nothing."""
    tokens = list(state.tokens)
    tokens[token] = 0
    return state._replace(tokens=cast("Tokens", tuple(tokens)))


def produced(game: OraSetting, state: OraState, owner: int, good: int, token: int) -> OraState:
    """Return the state after an owner has taken a good by a token of the wheel (OL-2f, OL-8c)."""
    number = value(game, state, token) or 0
    state = gained(reset(state, token), owner, ((good, number),))
    if game.mode.short:
        for each in range(game.players):
            state = gained(state, each, ((good, 1),))
    return state


def shared(game: OraSetting, good: int) -> list[Told]:
    """Return what is told of a production besides: in the short game all others get one as well (OL-8c)."""
    return [SHARED(good=good)] if game.mode.short else []


def gained(state: OraState, owner: int, amounts: tuple[tuple[int, int], ...], times: int = 1) -> OraState:
    """Return the state after an owner has got goods `times` times."""
    estate = state.estates[owner]
    goods = list(estate.goods)
    for good, number in amounts:
        goods[good] += number * times
    return with_estate(state, owner, estate._replace(goods=as_goods(goods)))
