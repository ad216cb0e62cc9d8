"""Recorded games of Ora et Labora: their commands as moves of ours. `python -m` this module replays the files named.

A record says little about how an effect was carried out (`USE G18 ClClSnCo`), so the moves are searched for that use
exactly these goods.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from rules.engine.game import Options
from rules.engine.secrecy import Seat
from rules.ora_et_labora.actions import Contract, Cut, EndOraTurn, Fee, Fell, HostStep, OraTurnStep, SendClergyman, Use
from rules.ora_et_labora.building import BuildCard, Follow, FollowStep, GrantedBuildStep
from rules.ora_et_labora.clergy import at_home
from rules.ora_et_labora.conversions import MakeStraw, Sell
from rules.ora_et_labora.effects import CarryOut, CarryOutStep
from rules.ora_et_labora.gains import ChooseStep, Done, ProduceStep, RewardStep, Token
from rules.ora_et_labora.game import BOX, OraEtLabora
from rules.ora_et_labora.goods import COIN, GOODS
from rules.ora_et_labora.land import DistrictSide, PlotKind, space_at
from rules.ora_et_labora.landscape import BuyDistrict, BuyPlot
from rules.ora_et_labora.neutral import NeutralReturnStep, NeutralStep, NeutralWorkStep, PlaceNeutral, UseNeutral
from rules.ora_et_labora.rounds import Begins, BonusStep, Visit, starter
from rules.ora_et_labora.settling import EndPhase, FoundSettlement, SettlementStep
from rules.ora_et_labora.state import Clergyman, OraState
from rules.ora_et_labora.trades import TradeStep
from tests.rules.ora_et_labora.recorded_uses import codes, moves_of_use, payment

FOLDER = Path(__file__).parents[4] / "shared" / "fixtures" / "ora-et-labora"
PLAIN_STEPS = (OraTurnStep, SettlementStep, BonusStep, HostStep, NeutralStep)
"""The steps in which nothing of an effect is pending."""
Command = Mapping[str, Any]


def recordings() -> list[Path]:
    """Return the files of recorded games; none where the folder is not there."""
    return sorted(FOLDER.glob("*.json"))


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

    def _effect(self, seat: Seat, words: Sequence[str], bottom: int) -> None:
        """Carry out an effect with these goods and places."""
        found, ignored = moves_of_use(self.game, self.state, seat, words, bottom)
        assert found is not None, f"no moves use {words}"
        self.ignored += ignored
        for move in found:
            self.do(move)


def goods_of(recording: Recording, colour: str) -> dict[str, int]:
    """Return what a player has, as the checkpoints name it: numbers above zero, coins as `coins`."""
    estate = recording.state.estates[recording.seats[colour]]
    found = {("coins" if good == COIN else GOODS[good]): number for good, number in enumerate(estate.goods) if number}
    return {**found, "wonder": estate.wonders} if estate.wonders else found


def check(record: Mapping[str, Any]) -> Recording:
    """Replay a record and compare goods and scores with what it says of them."""
    recording, known = Recording(record), defaultdict[int, list[Any]](list)
    for checkpoint in record["checkpoints"]:
        if "goods" in checkpoint:
            known[checkpoint["after"]].append(checkpoint)
    for command in recording.play():
        for checkpoint in known.pop(command["n"], []):
            for colour, named in checkpoint["goods"].items():
                goods, have = dict(named), goods_of(recording, colour)
                if checkpoint["origin"].startswith("asserted"):  # It names some goods, and only the single coins.
                    goods = {name: number for name, number in goods.items() if name not in ("coin", "coin5")}
                    have = {name: have.get(name, 0) for name in goods}
                assert have == goods, f"after command {command['n']}, {colour}"
    assert not known, "checkpoints after commands that are not there"
    if final := record.get("final"):
        sheet = recording.game.sheet(recording.state)
        assert recording.game.due(recording.state).over
        for colour, score in final["scores"].items():
            seat = recording.seats[colour]
            rows = {line.key: line.points for line in sheet.lines if line.seat == seat}
            goods = rows["goods"] + rows["coins"] + rows["wonders"]
            ours = {"goods": goods, "economic": rows["buildings"], "settlements": rows["settlements"]}
            assert ours == {name: score[name] for name in ours}, colour
            assert sheet.seats[seat] == score["total"], colour
    return recording


if __name__ == "__main__":
    for file in map(Path, sys.argv[1:]):
        replayed = check(json.loads(file.read_text()))
        print(file.stem, f"{len(replayed.lines)} moves, {replayed.unlisted} unlisted, {replayed.ignored} goods ignored")
