"""Every move of Ora et Labora in a few words that begin with a verb, with what it costs and brings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from galli_tui.games.ora_et_labora.effect_words import effect_line
from galli_tui.games.ora_et_labora.words import (
    amount_of,
    amounts_words,
    building_name,
    good_name,
    owned_building,
    settlement_name,
    space_name,
    the_building,
    tiles_words,
)
from galli_tui.style.wording import counted, listed
from rules.engine.events import Move
from rules.engine.kinds import tag
from rules.ora_et_labora.actions import (
    Contract,
    Cut,
    EndOraTurn,
    Fee,
    Fell,
    GrantedClearStep,
    HostStep,
    SendClergyman,
    Use,
    fee,
)
from rules.ora_et_labora.building import BuildCard, Follow, FollowStep, GrantedBuildStep
from rules.ora_et_labora.conversions import MakeStraw, Sell
from rules.ora_et_labora.effect_text import Grant, Way, WheelPart
from rules.ora_et_labora.effects import CarryOut, CarryOutStep
from rules.ora_et_labora.gains import (
    Choose,
    ChooseReward,
    ChooseStep,
    Done,
    ProduceStep,
    RewardStep,
    Take,
    Token,
    own_token,
)
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.goods import COIN, PEAT, WOOD, as_goods
from rules.ora_et_labora.land import DistrictSide, PlotKind
from rules.ora_et_labora.landscape import BuyDistrict, BuyPlot, GrantedDistrictStep, GrantedPlotStep
from rules.ora_et_labora.neutral import NeutralWorkStep, PlaceNeutral, UseNeutral
from rules.ora_et_labora.rounds import Visit
from rules.ora_et_labora.scoring import points
from rules.ora_et_labora.settling import EndPhase, FoundSettlement, GrantedSettlementStep, SettlementStep
from rules.ora_et_labora.state import JOKER, OraState, Settled, owner_of
from rules.ora_et_labora.tellings import CLERGYMEN
from rules.ora_et_labora.trades import MakeTrade, TradeStep, reward_points
from rules.ora_et_labora.turns import ActionStep
from rules.ora_et_labora.wheel import value

DISTRICTS: Final = {
    DistrictSide.HILLS: ("a district of hills", "a moor, 2 forests and 2 hillsides"),
    DistrictSide.PLAINS: ("a district of plains", "a forest, 3 plains and a hillside"),
}
"""For each side of a district its name, and its spaces from left to right."""
PLOTS: Final = {
    PlotKind.COAST: ("a plot of coast", "2 water and 2 coast spaces"),
    PlotKind.MOUNTAIN: ("a plot of mountains", "2 hillsides and a mountain"),
}
LEAVINGS: Final[dict[type[Any], str]] = {
    FollowStep: "leave the prior at home",
    GrantedBuildStep: "build nothing",
    GrantedSettlementStep: "found no settlement",
    GrantedDistrictStep: "lay no district",
    GrantedPlotStep: "lay no plot",
    GrantedClearStep: "stop felling and cutting",
    ProduceStep: "take nothing",
    ChooseStep: "take nothing",
    RewardStep: "take no reward",
    CarryOutStep: "carry out nothing",
    NeutralWorkStep: "use none of them",
    TradeStep: "stop trading",
}
"""What it is to be done with each step."""
ALSO: Final = {
    Grant.BUILD: "a building action",
    Grant.CLEAR: "felling and cutting",
    Grant.ALL_HOME: "the return of all your clergymen",
    Grant.PRIOR_HOME: "the return of your prior",
    Grant.DISTRICT: "the next district",
    Grant.PLOT: "the next plot",
    Grant.OCCUPIED: "the effect of an occupied building",
    Grant.SETTLE: "a settlement",
}
"""What a trade grants, as something that is got."""


class MoveForm(NamedTuple):
    """A move in words, in pieces."""

    words: str
    """What it is, beginning with a verb: "build G02 Cloister Courtyard on c0"."""
    price: str = ""
    """What it costs: "2 wood"."""
    brings: str = ""
    """What it brings, if that is known: "4 clay"."""

    def sentence(self) -> str:
        """Return all of it, without a full stop: "build G02 Cloister Courtyard on c0 for 2 wood"."""
        comma = "," if ", " in self.words else ""
        paid = f"{comma} for {self.price}" if self.price else ""
        return f"{self.words}{paid}{': ' if self.brings else ''}{self.brings}"

    def forms(self) -> tuple[str, ...]:
        """Return all of it, then without what it brings, then without its price too."""
        found = (self.sentence(), self._replace(brings="").sentence(), self.words)
        return tuple(dict.fromkeys(found))


def move_words(game: OraEtLabora, view: OraState, move: Move, players: Sequence[str] = ()) -> str:
    """Return a move in words, without a full stop; `players` are the names of the seats."""
    return move_form(game, view, move, players).sentence()


def move_form(game: OraEtLabora, view: OraState, move: Move, players: Sequence[str] = ()) -> MoveForm:
    """Return a move in words by its pieces."""
    form = _FORMS.get(type(move))
    return MoveForm(tag(type(move))) if form is None else form(_Seen(game, view, players), move)


class _Seen(NamedTuple):
    """What the words of a move are made from."""

    game: OraEtLabora
    view: OraState
    players: Sequence[str]

    def whose(self, building: int, seat: int) -> str:
        """Return the name of a building, with its owner's unless it is the seat's own."""
        if owner_of(self.view, building) == seat:
            return the_building(self.game, building)
        return owned_building(self.game, self.view, self.players, building)

    def brings(self, building: int) -> str:
        """Return what using a building brings: amounts by the wheel, or its effect on one line."""
        effect = self.game.cards[building].effect
        if len(effect) == 1 and isinstance(effect[0], WheelPart):
            return self.yields(effect[0].goods)
        return effect_line(self.game, building)

    def yields(self, goods: Sequence[int]) -> str:
        """Return what the wheel gives of each of these goods, and of them by the joker if that is more."""
        more = self.game.mode.short
        own = {good: value(self.game, self.view, own_token(good, Token.OWN)) for good in goods}
        there = {good: number + more for good, number in own.items() if number is not None}
        words = amounts_words(self.game, there.items(), "or") if there else ""
        joker = value(self.game, self.view, JOKER)
        if joker is None or joker + more <= min(there.values(), default=-1):
            return words or "nothing"
        by_joker = f"{joker + more} by the joker"
        if there and joker + more <= max(there.values()):
            fewer = [(good, joker + more) for good, number in there.items() if number < joker + more]
            by_joker = f"{amounts_words(self.game, fewer, 'or')} by the joker"
        return f"{words}, {by_joker}" if words else f"{good_name(self.game, goods[0], 2)}, {by_joker}"

    def produced(self, good: int, token: Token) -> str:
        """Return what taking a good by a token brings, with what all get in the short game."""
        number = value(self.game, self.view, own_token(good, token)) or 0
        if not self.game.mode.short:
            return amount_of(self.game, good, number)
        return f"{amount_of(self.game, good, number + 1)}, and 1 for all others"

    def fee(self, way: Fee) -> str:
        """Return the fee of a contract in words."""
        if way is Fee.PRESENT:
            return amount_of(self.game, self.game.present, 1)
        return amount_of(self.game, COIN, fee(self.game, self.view))


def _use(it: _Seen, move: Use) -> MoveForm:
    words = f"use {the_building(it.game, move.building)} with {CLERGYMEN[move.clergyman]}"
    return MoveForm(words, brings=it.brings(move.building))


def _contract(it: _Seen, move: Contract) -> MoveForm:
    words = f"contract {it.whose(move.building, move.seat)}"
    return MoveForm(words, it.fee(move.fee), it.brings(move.building))


def _send(it: _Seen, move: SendClergyman) -> MoveForm:
    step = it.view.agenda[-1]
    where = f" to {the_building(it.game, step.building)}" if isinstance(step, HostStep) else ""
    return MoveForm(f"send {CLERGYMEN[move.clergyman]}{where}")


def _fell(it: _Seen, move: Fell) -> MoveForm:
    words = f"fell the forest on {space_name(move.space)}{_by(move.token)}"
    return MoveForm(words, brings=it.produced(WOOD, move.token))


def _cut(it: _Seen, move: Cut) -> MoveForm:
    words = f"cut the moor on {space_name(move.space)}{_by(move.token)}"
    return MoveForm(words, brings=it.produced(PEAT, move.token))


def _by(token: Token) -> str:
    return " by the joker" if token is Token.JOKER else ""


def _build(it: _Seen, move: BuildCard) -> MoveForm:
    words = f"build {building_name(it.game, move.building)} on {space_name(move.space)}"
    return MoveForm(words, amounts_words(it.game, it.game.cards[move.building].cost))


def _follow(it: _Seen, _move: Follow) -> MoveForm:
    step = it.view.agenda[-1]
    if not isinstance(step, FollowStep):
        return MoveForm("send your prior after")
    return MoveForm(f"send your prior into {the_building(it.game, step.building)}", brings=it.brings(step.building))


def _done(it: _Seen, _move: Done) -> MoveForm:
    return MoveForm(LEAVINGS.get(type(it.view.agenda[-1]), "leave the rest"))


def _take(it: _Seen, move: Take) -> MoveForm:
    number = value(it.game, it.view, own_token(move.good, move.token)) or 0
    words = f"take {amount_of(it.game, move.good, number + it.game.mode.short)}{_by(move.token)}"
    return MoveForm(words, brings="1 for all others" if it.game.mode.short else "")


def _choose(it: _Seen, move: Choose) -> MoveForm:
    step = it.view.agenda[-1]
    offers = step.choices if isinstance(step, ChooseStep) else ()
    number = next((offer.number for offer in offers if offer.good == move.good), 0)
    return MoveForm(f"take {amount_of(it.game, move.good, number)}")


def _reward(it: _Seen, move: ChooseReward) -> MoveForm:
    worth = sum(map(int.__mul__, move.goods, it.game.payments.points))
    return MoveForm(f"take {tiles_words(it.game, move.goods)}", brings=counted(worth, "point"))


def _trade(it: _Seen, move: MakeTrade) -> MoveForm:
    step = it.view.agenda[-1]
    way = step.way(it.game, move.way) if isinstance(step, TradeStep) else None
    if way is None:
        return MoveForm("trade")
    tiles = list(move.payment)
    for good, number in _times(way.takes, move.times):
        tiles[good] += number
    held = it.view.estates[move.seat].goods
    given = tiles_words(it.game, tiles, held, different=bool(way.different)) if any(tiles) else ""
    gotten = _gotten(it, move, way)
    if move.forest is not None:
        paid = f" and give {given}" if given else ""
        return MoveForm(f"clear the forest on {space_name(move.forest)}{paid} for {gotten}")
    return MoveForm(f"give {given} for {gotten}")


def gotten_words(game: OraEtLabora, view: OraState, move: MakeTrade) -> str:
    """Return what a trade gives: "3 ceramics"."""
    step = view.agenda[-1]
    way = step.way(game, move.way) if isinstance(step, TradeStep) else None
    return "" if way is None else _gotten(_Seen(game, view, ()), move, way)


def _gotten(it: _Seen, move: MakeTrade, way: Way) -> str:
    found = [amount_of(it.game, good, number) for good, number in _times(way.gives, move.times)]
    if way.basics:
        found += [f"{way.basics[0]} of one basic good", *(f"{number} of another" for number in way.basics[1:])]
    if way.wonder:
        found.append("a wonder")
    if way.joker:
        names = listed((good_name(it.game, good, 2) for good in way.joker), "or")
        found.append(f"{value(it.game, it.view, JOKER) or 0} {names}")
    if way.reward is not None:
        worth = reward_points(it.game, it.view, move.seat, *way.reward)
        found.append(f"a reward of up to {counted(worth, 'point')}")
    return listed([*found, *(ALSO[grant] for grant in way.grants)])


def _times(amounts: Sequence[tuple[int, int]], times: int) -> list[tuple[int, int]]:
    return [(good, number * times) for good, number in amounts]


def _carry_out(it: _Seen, move: CarryOut) -> MoveForm:
    return MoveForm(f"carry out {it.whose(move.building, move.seat)}", brings=it.brings(move.building))


def landscape_place(move: BuyDistrict | BuyPlot) -> str:
    """Return where a landscape is laid: "above, as row -1", "beside rows 0 and 1"."""
    if isinstance(move, BuyPlot):
        return f"beside rows {move.row} and {move.row + 1}"
    return f"{'above' if move.row < 0 else 'below'}, as row {move.row}"


def _district(it: _Seen, move: BuyDistrict) -> MoveForm:
    name, spaces = DISTRICTS[move.side]
    free, price = isinstance(it.view.agenda[-1], GrantedDistrictStep), it.game.district_prices
    return _laid(
        it, f"{name} {landscape_place(move)}", free, price[it.view.districts - 1] if it.view.districts else 0, spaces
    )


def _plot(it: _Seen, move: BuyPlot) -> MoveForm:
    name, spaces = PLOTS[move.kind]
    free, price = isinstance(it.view.agenda[-1], GrantedPlotStep), it.game.plot_prices
    return _laid(it, f"{name} {landscape_place(move)}", free, price[it.view.plots - 1] if it.view.plots else 0, spaces)


def _laid(it: _Seen, what: str, free: bool, price: int, spaces: str) -> MoveForm:
    return MoveForm(
        f"{'lay' if free else 'buy'} {what}", "nothing" if free else amount_of(it.game, COIN, price), spaces
    )


def _straw(_it: _Seen, move: MakeStraw) -> MoveForm:
    return MoveForm(f"turn {move.number} grain into straw")


def _sell(it: _Seen, move: Sell) -> MoveForm:
    present = it.game.present
    coins = move.number * it.game.payments.coins[present]
    return MoveForm(f"sell {amount_of(it.game, present, move.number)}", amount_of(it.game, COIN, coins))


def _end(it: _Seen, _move: EndOraTurn) -> MoveForm:
    step = it.view.agenda[-1]
    left = step.actions if isinstance(step, ActionStep) else 0
    given_up = "without an action" if it.game.players > 2 else "and give up an action"
    lost = ("", f" {given_up}", " and give up 2 actions")[left]
    return MoveForm(f"end your turn{lost}")


def _visit(it: _Seen, move: Visit) -> MoveForm:
    return MoveForm(f"send your prior to {it.whose(move.building, move.seat)}", brings=it.brings(move.building))


def _settle(it: _Seen, move: FoundSettlement) -> MoveForm:
    estate = it.view.estates[move.seat]
    left = it.game.payments.paid(estate.goods, move.payment)
    after = estate._replace(
        goods=estate.goods if left is None else as_goods(left),
        settlements=tuple(sorted((*estate.settlements, Settled(move.space, move.settlement)))),
    )
    more = points(it.game, after).total - points(it.game, estate).total
    words = f"found {settlement_name(it.game, move.settlement)} on {space_name(move.space)}"
    return MoveForm(words, tiles_words(it.game, move.payment, estate.goods), _difference(more))


def _difference(number: int) -> str:
    return f"{number:+d} point{'' if abs(number) == 1 else 's'}" if number else "no points"


def _stay(it: _Seen, _move: EndPhase) -> MoveForm:
    step = it.view.agenda[-1]
    settled = isinstance(step, SettlementStep) and step.settled
    return MoveForm("end your turn" if settled else "found no settlement")


def _neutral(it: _Seen, move: PlaceNeutral) -> MoveForm:
    estate = it.view.estates[it.game.players]
    old = next((building for space, building in estate.buildings if space == move.space), None)
    over = "" if old is None else f", over {the_building(it.game, old)}"
    return MoveForm(f"place {building_name(it.game, move.building)} on {space_name(move.space)}{over}")


def _use_neutral(it: _Seen, move: UseNeutral) -> MoveForm:
    words = f"use {the_building(it.game, move.building)} with the neutral prior"
    return MoveForm(words, it.fee(move.fee), it.brings(move.building))


_FORMS: Final[dict[type[Any], Callable[[_Seen, Any], MoveForm]]] = {
    Use: _use,
    Contract: _contract,
    SendClergyman: _send,
    Fell: _fell,
    Cut: _cut,
    BuildCard: _build,
    Follow: _follow,
    Done: _done,
    Take: _take,
    Choose: _choose,
    ChooseReward: _reward,
    MakeTrade: _trade,
    CarryOut: _carry_out,
    BuyDistrict: _district,
    BuyPlot: _plot,
    MakeStraw: _straw,
    Sell: _sell,
    EndOraTurn: _end,
    Visit: _visit,
    FoundSettlement: _settle,
    EndPhase: _stay,
    PlaceNeutral: _neutral,
    UseNeutral: _use_neutral,
}
