"""Recorded games of Ora et Labora: their commands as moves of ours.

A record says little about how an effect was carried out (`USE G18 ClClSnCo`), so the moves are searched for that use
exactly these goods.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

from rules.engine.game import Options
from rules.engine.secrecy import Seat
from rules.ora_et_labora.actions import Contract, Cut, EndOraTurn, Fee, Fell, HostStep, OraTurnStep, SendClergyman, Use
from rules.ora_et_labora.building import BuildCard, Follow, FollowStep, GrantedBuildStep
from rules.ora_et_labora.clergy import at_home
from rules.ora_et_labora.conversions import MakeStraw, Sell
from rules.ora_et_labora.effect_text import TradePart
from rules.ora_et_labora.effects import CarryOut, CarryOutStep
from rules.ora_et_labora.gains import Choose, ChooseReward, ChooseStep, Done, ProduceStep, RewardStep, Take, Token
from rules.ora_et_labora.game import BOX, OraEtLabora
from rules.ora_et_labora.goods import COIN, FIVE, GOODS, TILES, as_payment
from rules.ora_et_labora.land import DistrictSide, PlotKind, space_at
from rules.ora_et_labora.landscape import BuyDistrict, BuyPlot
from rules.ora_et_labora.neutral import NeutralReturnStep, NeutralStep, NeutralWorkStep, PlaceNeutral, UseNeutral
from rules.ora_et_labora.payments import NOTHING as NO_TILES
from rules.ora_et_labora.payments import Price
from rules.ora_et_labora.rounds import Begins, BonusStep, Visit, starter
from rules.ora_et_labora.settling import EndPhase, FoundSettlement, SettlementStep
from rules.ora_et_labora.state import Clergyman, OraState
from rules.ora_et_labora.trades import MakeTrade, TradeStep, price

FOLDER = Path(__file__).parents[4] / "shared" / "fixtures" / "ora-et-labora"
ALIASES = {"Po": "Ce", "Ho": "Ma"}
JOKER = "Jo"
DRINKS = ("Wn", "Wh")
MOST_BARE = 2
"""A trade is made without its goods named where it can be made at most so often and is all that the building does."""
PLAIN_STEPS = (OraTurnStep, SettlementStep, BonusStep, HostStep, NeutralStep)
"""The steps in which nothing of an effect is pending."""
Command = Mapping[str, Any]


def recordings() -> list[Path]:
    """Return the files of recorded games; none where the folder is not there."""
    return sorted(FOLDER.glob("*.json"))


class Score(NamedTuple):
    """A final score."""

    goods: int
    economic: int
    settlements: int
    total: int


def options_of(config: Mapping[str, Any]) -> Options:
    """Return the options of a recorded game: the short length for two is the normal game."""
    seats, length = config["players"], config.get("length", "long")
    variants = {"ireland"} if config["country"] == "ireland" else set[str]()
    if seats == 2 and length == "long":
        variants.add("long-game")
    elif seats > 2 and length == "short":
        variants.add("short-game")
    return Options(seats, "solo" if seats == 1 else "versus", 1, tuple(sorted(variants)))


class Recording:
    """A recorded game that is played through our rules."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record = record
        self.options = options_of(record["config"])
        seats = self.options.seats
        self.game: OraEtLabora = BOX.new(self.options)
        self.seats = {colour: Seat(number) for number, colour in enumerate(self.record["seats"])}
        self.buildings = {card.key: number for number, card in enumerate(self.game.cards)}
        self.state: OraState = self.game.initial()
        self.lines: list[str] = []
        """The moves so far, in our notation."""
        self.unlisted = 0
        """The moves that were accepted though not listed, for their payments."""
        self.ignored = 0
        """The goods named with an effect of which the moves make no use."""
        self.commits = 0
        """The actions of the present turn that have ended."""
        self.waiting: list[tuple[type[MakeStraw | Sell], int]] = []
        """Conversions written down where our rules ask for something else first."""
        self.contracted: int | None = None
        """The building under contract whose effect has not been carried out yet."""
        if seats > 1:
            self.state = self.game.apply(self.state, Begins(Seat(0)))
            self.lines.append("dealer begins 1")

    # Applying moves

    def do(self, move: Any) -> None:
        """Make a move, which must be listed or differ from a listed one in its payment alone."""
        game, state = self.game, self.state
        legal = game.legal(state, move.seat)
        if move not in legal:
            assert game.refusal(state, move) is None, f"{game.format(move)}: {game.refusal(state, move)}"
            assert move.listed(game, state) in legal, f"{game.format(move)} is accepted and not listed"
            self.unlisted += 1
        self.state = game.apply(state, move)
        self.lines.append(game.format(move))
        self._convert_waiting()

    def _convert_waiting(self) -> None:
        if self.waiting and self.state.agenda and MakeStraw in self.step.moves:
            waiting, self.waiting = self.waiting, []
            for kind, number in waiting:
                self.do(kind(self.step.seat, number))

    @property
    def step(self) -> Any:
        """The present step."""
        return self.state.agenda[-1]

    def leave_effects(self, *but: type) -> None:
        """Take no more of what is pending, except steps of these kinds."""
        while not isinstance(self.step, (*PLAIN_STEPS, *but)):
            self.do(Done(self.step.seat))

    def building(self, key: str) -> int:
        """Return the number of a building."""
        if key.startswith("L"):
            owner = self.seats.get(key[1], self.game.players)  # The neutral player is N or W.
            key = f"L{key[-1]}{'abcd'[owner]}"
        return self.buildings[key]

    # Commands

    def play(self) -> Iterator[Command]:
        """Carry out every command, and yield it afterwards."""
        commands: list[Command] = [{**it, "args": [*map(str, it["args"])]} for it in self.record["commands"]]
        for place, (first, second) in enumerate(pairwise(commands)):
            if (first["command"], second["command"]) == (
                "BUY_PLOT",
                "BUY_DISTRICT",
            ):  # Of the Bulwark, which gives both.
                commands[place : place + 2] = second, first
        for number, command in enumerate(commands):
            getattr(self, f"_{command['command'].lower()}")(command, commands[number + 1 :])
            yield command

    def _use(self, command: Command, _next: Sequence[Command]) -> None:
        building = self.building(command["args"][0])
        step, contracted = self.step, self.contracted == building
        self.contracted = None
        if contracted:
            self._effect(step.seat, command["args"][1:], self._bottom())
            return
        if not (isinstance(step, FollowStep) and step.building == building):
            self.leave_effects(CarryOutStep, TradeStep, ProduceStep, ChooseStep, RewardStep)
            step = self.step
        seat = step.seat
        bottom = self._bottom()
        if isinstance(step, FollowStep):
            self.do(Follow(seat))
        elif isinstance(step, CarryOutStep):
            bottom = len(self.state.agenda) - 1
            self.do(CarryOut(seat, building))
        elif isinstance(step, BonusStep):
            self.do(Visit(seat, building))
        elif isinstance(step, OraTurnStep):
            home = at_home(self.game, self.state.estates[seat])
            prior = command.get("prior") or Clergyman.LAY not in home  # Who has one kind only sends that.
            self.do(Use(seat, building, Clergyman.PRIOR if prior else Clergyman.LAY))
        self._effect(seat, command["args"][1:], bottom)

    def _bottom(self) -> int:
        """Return the length of the agenda up to the present turn."""
        kinds = (*PLAIN_STEPS, NeutralReturnStep)
        return max(place for place, step in enumerate(self.state.agenda, 1) if isinstance(step, kinds))

    def _work_contract(self, command: Command, following: Sequence[Command]) -> None:
        self.leave_effects(NeutralWorkStep)
        key, paid = command["args"][:2]
        if isinstance(self.step, NeutralWorkStep):
            self.contracted = self.building(key)
            self.do(UseNeutral(self.step.seat, self.contracted, Fee.COINS if paid.startswith("Pn") else Fee.PRESENT))
            return
        seat, self.contracted = self.step.seat, self.building(key)
        self.do(Contract(seat, self.building(key), Fee.COINS if paid.startswith("Pn") else Fee.PRESENT))
        if isinstance(self.step, HostStep):
            answers = (it for it in following if it["command"] in ("WITH", "COMMIT"))
            prior = "PRIOR" in " ".join((*command["args"], *next(answers, command)["args"]))
            self.do(SendClergyman(self.step.seat, Clergyman.PRIOR if prior else Clergyman.LAY))

    def _fell_trees(self, command: Command, _next: Sequence[Command]) -> None:
        self._clear(Fell, command)

    def _cut_peat(self, command: Command, _next: Sequence[Command]) -> None:
        self._clear(Cut, command)

    def _clear(self, kind: type[Fell | Cut], command: Command) -> None:
        while kind not in self.step.moves:
            self.do(Done(self.step.seat))
        column, row, *joker = command["args"]
        token = Token.JOKER if joker else Token.OWN
        self.do(kind(self.step.seat, space_at(int(row), int(column) + 2), token))

    def _build(self, command: Command, _next: Sequence[Command]) -> None:
        key, column, row = command["args"]
        place = space_at(int(row), int(column) + 2)
        if command["phase"].startswith("neutral"):
            self.leave_effects()
            self.do(PlaceNeutral(self.step.seat, self.building(key), place))
            return
        self.leave_effects(GrantedBuildStep)
        self.do(BuildCard(self.step.seat, self.building(key), place))

    def _buy_district(self, command: Command, _next: Sequence[Command]) -> None:
        self._until(BuyDistrict)
        row, side = command["args"]
        self.do(BuyDistrict(self.step.seat, int(row), DistrictSide(side.lower())))

    def _buy_plot(self, command: Command, _next: Sequence[Command]) -> None:
        self._until(BuyPlot)
        row, kind = command["args"]
        self.do(BuyPlot(self.step.seat, int(row), PlotKind(kind.lower())))

    def _settle(self, command: Command, _next: Sequence[Command]) -> None:
        self._until(FoundSettlement)
        key, column, row, *goods = command["args"]
        number = [card.key for card in self.game.settlements].index(f"S{int(key[1:])}")
        tiles = payment(codes("".join(goods)))
        self.do(FoundSettlement(self.step.seat, number, space_at(int(row), int(column) + 2), tiles))

    def _until(self, kind: type) -> None:
        """Take no more of what is pending until a kind of move is possible."""
        while kind not in self.step.moves:
            self.do(Done(self.step.seat))

    def _convert(self, command: Command, _next: Sequence[Command]) -> None:
        goods = Counter(codes("".join(command["args"])))
        self.waiting = [
            (kind, goods[code]) for code, kind in (("Gn", MakeStraw), ("Wn", Sell), ("Wh", Sell)) if goods[code]
        ]
        self._convert_waiting()

    def _with(self, command: Command, _next: Sequence[Command]) -> None:
        if isinstance(self.step, HostStep):
            prior = command["args"][0] == "PRIOR"
            self.do(SendClergyman(self.step.seat, Clergyman.PRIOR if prior else Clergyman.LAY))

    def _commit(self, command: Command, following: Sequence[Command]) -> None:
        if command["phase"].startswith(
            "neutral"
        ):  # Whether the neutral prior works comes later, with no command if not.
            self.leave_effects(NeutralWorkStep)
            return
        self.leave_effects()
        self.contracted, step = None, self.step
        if isinstance(step, SettlementStep):
            self.do(EndPhase(step.seat))
        elif isinstance(step, OraTurnStep | BonusStep):
            self.commits += 1
            goes_on = following and (following[0]["player"], following[0]["phase"]) == (command["player"], "action")
            if self.commits < self._actions_of_turn() and goes_on:
                return
            self.commits = 0
            self.do(EndOraTurn(step.seat))

    def _actions_of_turn(self) -> int:
        two = {"1": True, "2": not self.state.ending, "2L": self.step.seat == starter(self.game, self.state)}
        return 2 if two.get(self.game.mode.key, False) else 1

    # Effects

    def _effect(self, seat: Seat, words: Sequence[str], bottom: int) -> None:
        """Carry out an effect with these goods and places."""
        places = [word for word in words if word.lstrip("-").isdigit()]
        forests = [space_at(int(row), int(column) + 2) for column, row in zip(places[::2], places[1::2], strict=True)]
        tokens = codes("".join(word for word in words if word not in places))
        found = self._search(self.state, seat, tokens, forests, bottom, bool(tokens or forests))
        if found is None:
            found = self._with_fewer(seat, tokens, forests, bottom)
        assert found is not None, f"no moves use {words}"
        for move in found:
            self.do(move)

    def _with_fewer(self, seat: Seat, tokens: list[str], forests: list[int], bottom: int) -> list[Any] | None:
        """Return the moves that leave out as few of the goods named as possible: what is gained may be named, too."""
        for fewer in range(1, len(tokens) + 1):
            for left_out in sorted(set(combinations(sorted(tokens), fewer))):
                found = self._search(
                    self.state, seat, without(tokens, Counter(left_out)) or [], forests, bottom, given=True
                )
                if found is not None:
                    self.ignored += fewer
                    return found
        return None

    def _search(
        self, state: OraState, seat: Seat, tokens: list[str], forests: list[int], bottom: int, given: bool
    ) -> list[Any] | None:
        """Return the moves that use all the goods named, or else most of them, and bring most; None if none use any."""
        sequences = self._sequences(state, seat, tokens, forests, bottom, given)
        return (max(sequences, key=lambda it: it[0], default=(0, None)) if given else next(sequences, (0, None)))[1]

    def _sequences(
        self, state: OraState, seat: Seat, tokens: list[str], forests: list[int], bottom: int, given: bool
    ) -> Iterator[tuple[int, list[Any]]]:
        """Yield sequences of moves that use all the goods named, with what the goods are worth afterwards."""
        step: Any = state.agenda[-1] if state.agenda else None
        if len(state.agenda) <= bottom or not isinstance(step, TradeStep | ProduceStep | ChooseStep | RewardStep):
            if not tokens and not forests:
                yield self._worth(state, seat), []
            return
        for move, rest, places in self._options(state, step, seat, tokens, forests, given, bottom):
            if self.game.refusal(state, move) is None:
                after = self.game.apply(state, move)
                for value, found in self._sequences(after, seat, rest, places, bottom, given):
                    yield value, [move, *found]

    def _worth(self, state: OraState, seat: Seat) -> int:
        goods, kinds = state.estates[seat].goods, self.game.box.goods
        return sum(number * (10 * kind.points + kind.worth) for number, kind in zip(goods, kinds, strict=True))

    def _options(
        self, state: OraState, step: Any, seat: Seat, tokens: list[str], forests: list[int], given: bool, bottom: int
    ) -> Iterator[tuple[Any, list[str], list[int]]]:
        if isinstance(step, ProduceStep):
            token = Token.JOKER if JOKER in tokens or step.joker_only else Token.OWN
            named = [good for good in step.goods if CODES[good] in tokens]
            for good in named or step.goods:
                yield Take(seat, good, token), [it for it in tokens if it not in (JOKER, CODES[good])], forests
        elif isinstance(step, ChooseStep):
            for offer in sorted(step.choices, key=lambda it: [*tokens, CODES[it.good]].index(CODES[it.good])):
                for number in (offer.number, 1):
                    rest = without(tokens, Counter({CODES[offer.good]: number}))
                    if rest is not None:
                        yield Choose(seat, offer.good), rest, forests
        elif isinstance(step, RewardStep):
            yield ChooseReward(seat, payment(tokens)), [], forests
        else:
            yield from self._trades(state, step, seat, tokens, forests, given, bottom)
        yield Done(seat), tokens, forests

    def _trades(
        self,
        state: OraState,
        step: TradeStep,
        seat: Seat,
        tokens: list[str],
        forests: list[int],
        given: bool,
        bottom: int,
    ) -> Iterator[tuple[Any, list[str], list[int]]]:
        trade, goods = step.trade(self.game), state.estates[seat].goods
        alone = len(self.game.cards[step.building].effect) == 1
        costs = [many for way in trade.ways for good, many in way.takes if good == COIN]
        for code in set(DRINKS).intersection(tokens if costs else ()):  # Drink may be sold to pay coins.
            coins = tokens.count(code) * self.game.payments.coins[CODES.index(code)]
            rest = [it for it in tokens if it != code]
            yield Sell(seat, tokens.count(code)), [*rest, *["Pn"] * min(coins, max(costs))], forests
        for number, way in enumerate(trade.ways, 1):
            forest = forests[0] if way.forest and forests else None
            most = self.game.payments.most(goods, way.takes, step.at_once(self.game, way))
            for times in range(most, 0, -1):
                if alone and not way.chosen and trade.limit <= (1 if given else MOST_BARE):
                    yield MakeTrade(seat, times, number, forest, NOTHING), tokens, forests
                rest = without(tokens, Counter({CODES[good]: many * times for good, many in way.takes}))
                if not given or rest is None:
                    continue
                if not way.chosen:
                    yield MakeTrade(seat, times, number, forest, NOTHING), rest, forests[1:] if forest else forests
                    continue
                again = step.left > 1 and len(trade.ways) > 1
                elsewhere = None if again or _asks(trade) else self._elsewhere(state, bottom)
                for tiles, left in self._payments(rest, price(way, times)):
                    if elsewhere is None or elsewhere.issuperset(left):
                        yield MakeTrade(seat, times, number, forest, tiles), left, forests

    def _elsewhere(self, state: OraState, bottom: int) -> set[str] | None:
        """Return the goods that the parts of an effect behind the present one may use; None where that is any."""
        found = set[str]()
        for step in state.agenda[bottom:-1]:
            if not isinstance(step, TradeStep) or any(way.chosen for way in step.trade(self.game).ways):
                return None
            found.update(CODES[good] for way in step.trade(self.game).ways for good, _ in way.takes)
        return found

    def _payments(self, tokens: list[str], cost: Price) -> Iterator[tuple[Any, list[str]]]:
        """Yield parts of the tokens that meet a price, and what is left; of different goods the first ones."""
        if cost.different:
            if self.game.payments.meets(payment(tokens[: cost.different]), cost):
                yield payment(tokens[: cost.different]), tokens[cost.different :]
            return
        worth = self.game.payments
        useful = [(cost.food, worth.food), (cost.energy, worth.energy), (cost.points, worth.points)]
        held = Counter(code for code in tokens if any(it and of[tile(code)] for it, of in useful))
        for numbers in product(*(range(number, -1, -1) for number in held.values())):
            part = Counter(dict(zip(held, numbers, strict=True)))
            if self.game.payments.meets(payment(list(part.elements())), cost):
                yield payment(list(part.elements())), list((Counter(tokens) - part).elements())


def _asks(trade: TradePart) -> bool:
    """Return whether a trade lets choose what it gives."""
    return any(way.basics or way.joker or way.reward for way in trade.ways)


NOTHING = as_payment(NO_TILES)
CODES = tuple(good.code for good in BOX.new(Options(1, "solo", 1)).box.goods)


def codes(text: str) -> list[str]:
    """Return the two-letter codes of a word of goods, under our names."""
    found = [text[place : place + 2] for place in range(0, len(text), 2)]
    return [ALIASES.get(code, code) for code in found if code != "Bp"]


def payment(tokens: Sequence[str]) -> Any:
    """Return tokens as a payment."""
    tiles = [0] * len(TILES)
    for code in tokens:
        tiles[tile(code)] += 1
    return as_payment(tiles)


def tile(code: str) -> int:
    """Return the number of a tile."""
    return FIVE if code == "Ni" else CODES.index(code)


def without(tokens: list[str], taken: Counter[str]) -> list[str] | None:
    """Return the tokens without some, or None if they are not all there; a tile of five coins can be changed."""
    left = list(tokens)
    for code in taken.elements():
        if code == "Pn" and code not in left and "Ni" in left:
            left[left.index("Ni") : left.index("Ni") + 1] = ["Pn"] * 5
        if code not in left:
            return None
        left.remove(code)
    return left


def goods_of(recording: Recording, colour: str) -> dict[str, int]:
    """Return what a player has, as the checkpoints name it: numbers above zero, coins as `coins`."""
    estate = recording.state.estates[recording.seats[colour]]
    found = {("coins" if good == COIN else GOODS[good]): number for good, number in enumerate(estate.goods) if number}
    return {**found, "wonder": estate.wonders} if estate.wonders else found
