"""Matches of ours written down in the language of the recorded games."""

from __future__ import annotations

from typing import Any

from rules.engine.secrecy import Seat
from rules.ora_et_labora.actions import Contract, Cut, EndOraTurn, Fee, Fell, SendClergyman, Use
from rules.ora_et_labora.building import BuildCard, Follow
from rules.ora_et_labora.conversions import MakeStraw, Sell
from rules.ora_et_labora.effects import CarryOut
from rules.ora_et_labora.gains import Choose, ChooseReward, ChooseStep, Take, Token
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.goods import TILES
from rules.ora_et_labora.landscape import BuyDistrict, BuyPlot
from rules.ora_et_labora.neutral import PlaceNeutral, UseNeutral
from rules.ora_et_labora.rounds import Visit, starter
from rules.ora_et_labora.settling import EndPhase, FoundSettlement
from rules.ora_et_labora.state import Clergyman, OraState
from rules.ora_et_labora.trades import MakeTrade, TradeStep
from rules.ora_et_labora.turns import ActionStep
from tests.rules.ora_et_labora.recorded_uses import CODES

COLOURS = "RGBW"
ACTIONS = (Use, Contract, Fell, Cut, BuildCard, Visit)


def config(game: OraEtLabora) -> dict[str, Any]:
    """Return what a record says of the game."""
    long = game.mode.key in ("1", "3", "4", "2L")
    country = "ireland" if game.ireland else "france"
    return {"players": game.players, "country": country, "length": "long" if long else "short"}


class Writer:
    """Writes the moves of a match down as commands."""

    def __init__(self, game: OraEtLabora) -> None:
        self.game, self.commands = game, list[dict[str, Any]]()
        self.acted, self.using = 0, list[str]()

    @property
    def record(self) -> dict[str, Any]:
        """The record so far."""
        seats = [*COLOURS[: self.game.players]]
        return {"config": config(self.game), "seats": seats, "commands": self.commands, "checkpoints": []}

    def _add(self, seat: Seat, command: str, *args: str, phase: str = "action", **more: Any) -> list[str]:
        words = [*args]
        number = len(self.commands) + 1
        self.commands.append(
            {"n": number, "player": COLOURS[seat], "phase": phase, "command": command, "args": words, **more}
        )
        return words

    def _place(self, space: int) -> tuple[str, str]:
        name = self.game.words["space"][space]
        return str("abcdefghi".index(name[0]) - 2), name[1:]

    def _building(self, number: int) -> str:
        key = self.game.words["building"][number]
        return f"L{(COLOURS[: self.game.players] + 'N')['abcd'.index(key[-1])]}{key[1]}" if key[0] == "L" else key

    def _use(self, seat: Seat, building: int, *, prior: bool = False) -> None:
        self.using = self._add(seat, "USE", self._building(building), prior=prior)

    def write(self, state: OraState, move: Any) -> None:
        """Write down a move made in a state."""
        seat: Seat = move.seat
        if isinstance(state.agenda[-1], ActionStep) and isinstance(move, ACTIONS):
            if self.acted:
                self._add(seat, "COMMIT")
            self.acted += 1
        match move:
            case Use() | Visit():
                prior = isinstance(move, Visit) or move.clergyman is Clergyman.PRIOR
                self._use(seat, move.building, prior=prior)
            case Contract() | UseNeutral():
                drink = "Wh" if self.game.ireland else "Wn"
                paid = "Pn" * (2 if state.raised else 1) if move.fee is Fee.COINS else drink
                phase = "neutral" if isinstance(move, UseNeutral) else "action"
                self._add(seat, "WORK_CONTRACT", self._building(move.building), paid, phase=phase)
                self._use(seat, move.building)
            case SendClergyman():
                use = self.commands.pop()
                self._add(seat, "WITH", "PRIOR" if move.clergyman is Clergyman.PRIOR else "LAYBROTHER")
                self.commands.append(use)
            case Follow():
                follow: Any = state.agenda[-1]
                self._use(seat, follow.building, prior=True)
            case CarryOut():
                self._use(seat, move.building)
            case Fell() | Cut():
                joker = ["Jo"] if move.token is Token.JOKER else []
                self._add(
                    seat, "FELL_TREES" if isinstance(move, Fell) else "CUT_PEAT", *self._place(move.space), *joker
                )
            case BuildCard() | PlaceNeutral():
                phase = "neutral" if isinstance(move, PlaceNeutral) else "action"
                self._add(seat, "BUILD", self._building(move.building), *self._place(move.space), phase=phase)
            case BuyDistrict():
                self._add(seat, "BUY_DISTRICT", str(move.row), move.side.value.upper())
            case BuyPlot():
                self._add(seat, "BUY_PLOT", str(move.row), move.kind.value.upper())
            case MakeStraw():
                self._add(seat, "CONVERT", "Gn" * move.number)
            case Sell():
                self._add(seat, "CONVERT", ("Wh" if self.game.ireland else "Wn") * move.number)
            case FoundSettlement():
                key = self.game.words["settlement"][move.settlement]
                self._add(seat, "SETTLE", key, *self._place(move.space), _word(move.payment))
            case EndPhase():
                self._add(seat, "COMMIT", phase="settle")
            case EndOraTurn():
                for _ in range(max(1, self._actions(state) - max(0, self.acted - 1))):
                    self._add(seat, "COMMIT")
                self.acted = 0
            case _:
                self.using += self._goods(state, move)

    def _actions(self, state: OraState) -> int:
        step: Any = state.agenda[-1]
        two = {"1": True, "2": not state.ending, "2L": step.seat == starter(self.game, state)}
        return 2 if two.get(self.game.mode.key, False) else 1

    def _goods(self, state: OraState, move: Any) -> list[str]:
        """Return the words of a move within an effect."""
        step: Any = state.agenda[-1]
        match move:
            case MakeTrade() if isinstance(step, TradeStep):
                takes = step.trade(self.game).ways[move.way - 1].takes
                named = "".join(CODES[good] * many * move.times for good, many in takes) + _word(move.payment)
                return [*(self._place(move.forest) if move.forest is not None else ()), *([named] if named else [])]
            case Take():
                return [CODES[move.good] + ("Jo" if move.token is Token.JOKER and not step.joker_only else "")]
            case Choose() if isinstance(step, ChooseStep):
                return [CODES[move.good] * next(it.number for it in step.choices if it.good == move.good)]
            case ChooseReward():
                return [_word(move.goods)]
            case _:
                return []


def _word(paid: Any) -> str:
    names = (*CODES, "Ni")
    return "".join(names[tile] * paid[tile] for tile in range(len(TILES)))
