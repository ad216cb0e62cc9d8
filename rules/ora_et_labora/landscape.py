"""Buying districts and plots (OL-6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rules.engine.refusal import Refusal, RefusalReason
from rules.engine.secrecy import Seat
from rules.engine.steps import AskingStep, DecisionStep, GameMove, finish
from rules.engine.tellings import Telling, Told
from rules.ora_et_labora.gains import LEAVING
from rules.ora_et_labora.goods import COIN, left_over
from rules.ora_et_labora.land import (
    FORESTS,
    MOORS,
    District,
    DistrictSide,
    Plot,
    PlotKind,
    Row,
    district_rows,
    plot_rows,
    space_at,
)
from rules.ora_et_labora.setting import OraSetting
from rules.ora_et_labora.state import Estate, OraState, with_estate
from rules.ora_et_labora.tellings import amounts_text

BUYS_DISTRICT = Telling("buys-district", "{seat} lays a district as row {row} for {coins:coins}.")
BUYS_PLOT = Telling("buys-plot", "{seat} lays a plot beside rows {row} and {below} for {coins:coins}.")
BOUGHT_ALREADY = RefusalReason("bought-already", "OL-6a", "You have bought a landscape in this turn already.")
SOLD_OUT = RefusalReason("sold-out", "OL-6a", "None of these is left.")
NOT_THERE = RefusalReason("not-there", "OL-6b", "A landscape can't be laid there.")
LAND_TOO_DEAR = RefusalReason("land-too-dear", "OL-6a", "The next one costs {cost}; you have {has}.")


def with_district(estate: Estate, row: int, side: DistrictSide) -> Estate:
    """Return an estate with one more district, with its forests and moors."""
    forests = (*estate.forests, *(space_at(row, column) for column in FORESTS[side]))
    moors = (*estate.moors, *(space_at(row, column) for column in MOORS[side]))
    districts = tuple(sorted((*estate.districts, District(row, side)), key=lambda it: it.row))
    return estate._replace(districts=districts, forests=tuple(sorted(forests)), moors=tuple(sorted(moors)))


def with_plot(estate: Estate, row: int, kind: PlotKind) -> Estate:
    """Return an estate with one more plot."""
    plots = sorted((*estate.plots, Plot(row, kind)), key=lambda it: (it.row, it.kind.value))
    return estate._replace(plots=tuple(plots))


def _paid(game: OraSetting, state: OraState, seat: Seat, price: int) -> OraState:
    estate = state.estates[seat]
    goods = left_over(game.payments.without(estate.goods, ((COIN, price),)))
    return with_estate(state, seat, estate._replace(goods=goods))


def _refused(game: OraSetting, state: OraState, seat: Seat, left: int, price: int) -> Refusal | None:
    """Return why a seat can't get a landscape at `price`, with `left` in the supply, or None."""
    granted = isinstance(state.agenda[-1], GrantedDistrictStep | GrantedPlotStep)
    if state.turn.bought and not granted:
        return BOUGHT_ALREADY.refusal()
    if not left:
        return SOLD_OUT.refusal()
    goods = state.estates[seat].goods
    if game.payments.without(goods, ((COIN, price),)) is not None:
        return None
    has = game.payments.most(goods, ((COIN, 1),), price)
    return LAND_TOO_DEAR.refusal(cost=amounts_text(game.box, ((COIN, price),)), has=has or "none")


def no_landscape(game: OraSetting, state: OraState, seat: Seat) -> Refusal | None:
    """Return why a seat can't pay for the next district nor for the next plot, the cheaper of them, or None."""
    left = ((game.district_prices, state.districts), (game.plot_prices, state.plots))
    price, most = min(((_price(state, prices, most), most) for prices, most in left if most), default=(0, 0))
    return _refused(game, state, seat, most, price)


def _price(state: OraState, prices: tuple[int, ...], left: int) -> int:
    granted = isinstance(state.agenda[-1], GrantedDistrictStep | GrantedPlotStep)
    return 0 if granted or not left else prices[left - 1]


def _laid(state: OraState) -> OraState:
    """Return the state after a landscape was laid: a granted one ends its step, another is the turn's purchase."""
    if isinstance(state.agenda[-1], GrantedDistrictStep | GrantedPlotStep):
        return finish(state)
    return state._replace(turn=state.turn._replace(bought=True))


@dataclass(frozen=True, slots=True)
class BuyDistrict(GameMove[OraSetting, OraState]):
    """Buy the next district and lay it (OL-6b)."""

    clause: ClassVar = "OL-6b"
    tag: ClassVar = "district"
    reasons: ClassVar = (BOUGHT_ALREADY, SOLD_OUT, NOT_THERE, LAND_TOO_DEAR)
    tellings: ClassVar = (BUYS_DISTRICT,)
    row: Row
    side: DistrictSide

    @classmethod
    def options(cls, game: OraSetting, state: OraState, seat: Seat) -> Iterator[BuyDistrict]:
        price = _price(state, game.district_prices, state.districts)
        if _refused(game, state, seat, state.districts, price) is None:
            rows = district_rows(state.estates[seat].districts)
            yield from (cls(seat, row, side) for row in rows for side in DistrictSide)

    def refusal(self, game: OraSetting, state: OraState) -> Refusal | None:
        price = _price(state, game.district_prices, state.districts)
        if (refusal := _refused(game, state, self.seat, state.districts, price)) is not None:
            return refusal
        return None if self.row in district_rows(state.estates[self.seat].districts) else NOT_THERE.refusal()

    def carry_out(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        price = _price(state, game.district_prices, state.districts)
        told.append(BUYS_DISTRICT(self.seat, row=self.row, coins=price))
        state = _paid(game, state._replace(districts=state.districts - 1), self.seat, price)
        estate = with_district(state.estates[self.seat], self.row, self.side)
        return _laid(with_estate(state, self.seat, estate))


@dataclass(frozen=True, slots=True)
class BuyPlot(GameMove[OraSetting, OraState]):
    """Buy the next plot and lay it (OL-6c)."""

    clause: ClassVar = "OL-6c"
    tag: ClassVar = "plot"
    reasons: ClassVar = (BOUGHT_ALREADY, SOLD_OUT, NOT_THERE, LAND_TOO_DEAR)
    tellings: ClassVar = (BUYS_PLOT,)
    row: Row
    kind: PlotKind

    @classmethod
    def options(cls, game: OraSetting, state: OraState, seat: Seat) -> Iterator[BuyPlot]:
        price = _price(state, game.plot_prices, state.plots)
        if _refused(game, state, seat, state.plots, price) is None:
            estate = state.estates[seat]
            for kind in PlotKind:
                yield from (cls(seat, row, kind) for row in plot_rows(estate.districts, estate.plots, kind))

    def refusal(self, game: OraSetting, state: OraState) -> Refusal | None:
        price = _price(state, game.plot_prices, state.plots)
        if (refusal := _refused(game, state, self.seat, state.plots, price)) is not None:
            return refusal
        estate = state.estates[self.seat]
        return None if self.row in plot_rows(estate.districts, estate.plots, self.kind) else NOT_THERE.refusal()

    def carry_out(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        price = _price(state, game.plot_prices, state.plots)
        told.append(BUYS_PLOT(self.seat, row=self.row, below=self.row + 1, coins=price))
        state = _paid(game, state._replace(plots=state.plots - 1), self.seat, price)
        return _laid(with_estate(state, self.seat, with_plot(state.estates[self.seat], self.row, self.kind)))


@dataclass(frozen=True, slots=True)
class GrantedDistrictStep(DecisionStep[OraSetting, OraState]):
    """A seat lays the next district for nothing. Skipped where none is left."""

    clause: ClassVar = "OL-5h"
    question: ClassVar = "lay a district for nothing"
    moves: ClassVar = (BuyDistrict, *LEAVING)

    def run(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState | None:
        return None if next(BuyDistrict.options(game, state, self.seat), None) is not None else finish(state)


@dataclass(frozen=True, slots=True)
class GrantedPlotStep(DecisionStep[OraSetting, OraState]):
    """A seat lays the next plot for nothing. Skipped where none is left."""

    clause: ClassVar = "OL-5h"
    question: ClassVar = "lay a plot for nothing"
    moves: ClassVar = (BuyPlot, *LEAVING)

    def run(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState | None:
        return None if next(BuyPlot.options(game, state, self.seat), None) is not None else finish(state)


LANDSCAPES = (BuyDistrict, BuyPlot)
STEPS: tuple[type[AskingStep[OraSetting, OraState]], ...] = (GrantedDistrictStep, GrantedPlotStep)
