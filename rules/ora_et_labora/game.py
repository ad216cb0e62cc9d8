"""Ora et Labora as a game and as a box: see `rules.engine.game`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

from rules.engine.base_box import ComponentBox
from rules.engine.base_game import BaseGame
from rules.engine.events import Move
from rules.engine.game import Options
from rules.engine.judge import Part, part_changes
from rules.engine.referee import Period
from rules.engine.score_sheet import ScoreLine, Sheet
from rules.engine.secrecy import Seat
from rules.engine.steps import Chance, Step
from rules.engine.tellings import Names
from rules.ora_et_labora import actions, building, effects, landscape, neutral, rounds, settling
from rules.ora_et_labora.box import COMPONENTS, STAGES, OraBox
from rules.ora_et_labora.conversions import CONVERSIONS
from rules.ora_et_labora.effect_text import Grant, Target
from rules.ora_et_labora.gains import ProduceStep
from rules.ora_et_labora.goods import BASIC, COIN, GOODS, as_goods
from rules.ora_et_labora.land import SPACES, space_at
from rules.ora_et_labora.meta import META
from rules.ora_et_labora.outlook import evaluation
from rules.ora_et_labora.rating import Rating
from rules.ora_et_labora.scoring import points
from rules.ora_et_labora.setting import OraSetting
from rules.ora_et_labora.settling import SettlementStep
from rules.ora_et_labora.state import Built, Estate, OraState, OraTurn
from rules.ora_et_labora.tellings import CLERGYMEN, NEUTRAL_CLERGYMEN, difference_words
from rules.ora_et_labora.turns import ActionStep

ABOUT_COMPONENTS = "Names, prices and effects are those of the published game; the texts are our own."
GRANTED = {
    Grant.BUILD: building.GrantedBuildStep,
    Grant.CLEAR: actions.GrantedClearStep,
    Grant.DISTRICT: landscape.GrantedDistrictStep,
    Grant.PLOT: landscape.GrantedPlotStep,
    Grant.SETTLE: settling.GrantedSettlementStep,
}
"""The step of each granted action."""
FORESTS = ((0, 3), (0, 4), (1, 3))
MOORS = ((0, 2), (1, 2))
"""Row and column of the forests and moors of the heartland."""

MOVES_IN_TURN = 4
"""About how many moves a turn has."""
MOVES_FOR_TWO = 20
"""About how many moves three turns of the game for two have, in which a turn may have two actions."""
RATING_DEVIATION = 400
"""As measured: docs/searches.md."""


class OraEtLabora(BaseGame[OraState], OraSetting):
    """The game with one box and its options."""

    meta = META
    state_class = OraState
    step_classes: ClassVar = (
        *rounds.STEPS,
        *actions.STEPS,
        *building.STEPS,
        *landscape.STEPS,
        *effects.STEPS,
        *settling.STEPS,
        *neutral.STEPS,
    )
    turn_clause = "OL-3a"
    end_clause = "OL-10a"
    bound = 6000

    def __init__(self, options: Options, components: OraBox) -> None:
        self.meta.check_options(options)
        OraSetting.__init__(self, options, components)
        words = {
            "good": GOODS,
            "tile": (*(good.code for good in components.goods), "Ni"),
            "stage": STAGES,
            "space": SPACES,
            "building": tuple(card.key for card in self.cards),
            "settlement": tuple(card.key for card in self.settlements),
        }
        printed = [number for owner in range(self.owners) for number in self.printed_of(owner)]
        super().__init__(options, words, {"building": (*self.roster, *printed)})
        self.turns_in_round = MOVES_FOR_TWO if self.players == 2 else MOVES_IN_TURN * (self.players + 1)
        self.rating_deviation = RATING_DEVIATION
        self.bands = tuple(rank.key for rank in self.table.ranks) if self.solo else ()

    def granted(self, grant: Grant, seat: Seat, building: int) -> Step[OraSetting, OraState]:
        if grant is Grant.OCCUPIED:
            return effects.CarryOutStep(seat, building, Target.OCCUPIED)
        return GRANTED[grant](seat)

    @cached_property
    def names(self) -> Names:
        """The names of things as players read them."""
        goods = tuple(good.name for good in self.box.goods)

        def difference(facts: tuple[int, ...]) -> str:
            return difference_words(facts, goods)

        coins = ("nothing", "1 coin", *(f"{number} coins" for number in range(2, 100)))
        return {
            **self.words,
            "good": goods,
            "building": tuple(f"the {card.name}" for card in self.cards),
            "settlement": tuple(f"the {card.name}" for card in self.settlements),
            "clergyman": [*CLERGYMEN.values()],
            "neutral-clergyman": [*NEUTRAL_CLERGYMEN.values()],
            "coins": coins,
            "difference": difference,
        }

    def opening(self) -> OraState:
        first = rounds.OpenRoundStep() if self.solo else rounds.DrawFirstStep()
        display = tuple(it for it in self.roster if self.stage_of(it) is None and it != self.neutral_building)
        stage_a, stage_b, stage_c, stage_d = (
            tuple(it for it in self.roster if self.stage_of(it) == stage) for stage in range(len(STAGES))
        )
        estates = [self._estate(owner) for owner in range(self.players)]
        if self.solo:
            estates.append(self._neutral_estate())
        return OraState(
            agenda=(first,),
            told=(),
            draws=0,
            round=0,
            first=Seat(0),
            tokens=(0, 0, 0, 0, 0, 0, None, None, 0),
            display=display,
            stages=(stage_a, stage_b, stage_c, stage_d),
            removed=(),
            districts=len(self.district_prices),
            plots=len(self.plot_prices),
            wonders=self.table.wonders,
            raised=False,
            ending=False,
            turn=OraTurn(),
            estates=tuple(estates),
        )

    def _estate(self, owner: int) -> Estate:
        goods = [int(good in BASIC and not self.solo) for good in range(len(GOODS))]
        cleared = {space_at(0, 2), space_at(0, 3)} if self.mode.short else set[int]()
        forests, moors = (
            tuple(sorted({space_at(row, column) for row, column in places} - cleared)) for places in (FORESTS, MOORS)
        )
        printed = [
            Built(space_at(row, column + 2), number)
            for number, (row, column) in zip(
                self.printed_of(owner), (card.place for card in self.box.printed), strict=True
            )
        ]
        supply = tuple(number for number, card in enumerate(self.settlements) if card.stage is None)
        return Estate(as_goods(goods), 0, forests, moors, tuple(sorted(printed)), (), supply, (), (), None, ())

    def _neutral_estate(self) -> Estate:
        """Return the neutral player's estate: no forests, moors, goods or settlements, and a building (OL-11a)."""
        estate, extra = self._estate(self.players), self.neutral_building
        built = [] if extra is None else [Built(space_at(0, 2), extra)]
        buildings = tuple(sorted((*estate.buildings, *built)))
        return estate._replace(goods=as_goods([0] * len(GOODS)), forests=(), moors=(), supply=(), buildings=buildings)

    def candidate_moves(self, state: OraState, seat: Seat) -> Sequence[Move]:
        """Leave out conversions, which payments make by themselves (OL-7c)."""
        legal = self.legal(state, seat)
        return [move for move in legal if not isinstance(move, CONVERSIONS)] or legal

    def gain(self, state: OraState, seat: Seat, moves: Sequence[Move]) -> Sequence[int]:
        rating = Rating(self, state, seat)
        return [rating.of(move) for move in moves]

    def rate(self, state: OraState, seat: Seat, moves: Sequence[Move]) -> Sequence[int]:
        return Rating(self, state, seat).varied(moves)

    def evaluation(self, state: OraState, seat: Seat) -> Sequence[Part]:
        return evaluation(self, self._rested(state), seat)

    def explain_at_once(self, state: OraState, move: Move) -> Sequence[Part]:
        """Return what a legal move changes by itself: what is still pending of its action is left out.

        A good that the action is sure to produce is counted: only the token is still to be chosen.
        """
        seat, after = move.seat, self._produced(self.apply_legal(state, move), move.seat)
        parts = part_changes(evaluation(self, state, seat), evaluation(self, after, seat))
        return _with_goods(parts, state, after, seat)

    def changes(self, state: OraState, after: OraState, seat: Seat) -> Sequence[Part]:
        return _with_goods(super().changes(state, after, seat), state, after, seat)

    def _produced(self, state: OraState, seat: Seat) -> OraState:
        """Return the state after a seat has produced what it is asked to, if that is one good."""
        step = state.agenda[-1] if state.agenda else None
        if not isinstance(step, ProduceStep) or len(step.goods) > 1 or step.seat != seat:
            return state
        moves = self.candidate_moves(state, seat)
        rates = self.rate(state, seat, moves)
        return self.apply_legal(state, moves[rates.index(max(rates))])

    def _rested(self, state: OraState) -> OraState:
        """Return the state after what is pending of an action has been carried out by the ratings."""
        while state.agenda and not isinstance(step := state.agenda[-1], ActionStep | SettlementStep):
            if isinstance(step, Chance):
                break
            seat = self.due(state).seats[0]
            moves = self.candidate_moves(state, seat)
            rates = self.rate(state, seat, moves) if len(moves) > 1 else (0,)
            state = self.apply_legal(state, moves[rates.index(max(rates))])
        return state

    def periods(self, state: OraState) -> Sequence[Period]:
        return (Period("round", state.round),)

    def sheet(self, state: OraState) -> Sheet:
        """Return the points of everybody as if the match ended now (OL-10e)."""
        lines: list[ScoreLine] = []
        totals: list[int] = []
        for seat in self.seats:
            estate = state.estates[seat]
            found = points(self, estate)
            clauses = ("OL-7f", "OL-10f", "OL-7h", "OL-10g", "OL-10h")
            valued = sum(number for good, number in enumerate(estate.goods) if self.payments.points[good])
            counts = (valued, estate.goods[COIN], estate.wonders, len(estate.buildings), len(estate.settlements))
            lines += [
                ScoreLine(key, clause, seat, count, value)
                for key, clause, count, value in zip(found._fields, clauses, counts, found, strict=True)
            ]
            totals.append(found.total)
        if self.solo:
            band = next(rank.key for rank in reversed(self.table.ranks) if totals[0] >= rank.least)
            return Sheet(tuple(lines), tuple(totals), totals[0], (), band)
        best = max(totals)
        winners = tuple(seat for seat in self.seats if totals[seat] == best)
        return Sheet(tuple(lines), tuple(totals), None, winners, "")


def _with_goods(parts: Sequence[Part], state: OraState, after: OraState, seat: Seat) -> list[Part]:
    """Return the parts of a change, with each good as often as it is gained or spent."""
    both = list(zip(after.estates[seat].goods, state.estates[seat].goods, strict=True))
    gained = tuple(good for good, (now, before) in enumerate(both) for _ in range(now - before))
    spent = tuple(good for good, (now, before) in enumerate(both) for _ in range(before - now))
    return [it._replace(names=gained, lost=spent) if it.key == "goods" else it for it in parts]


class OraEtLaboraBox(ComponentBox[OraBox, OraEtLabora]):
    """The registered game. Implements `rules.engine.game.GameBox`."""

    meta = META
    components = COMPONENTS
    about = ABOUT_COMPONENTS

    def game(self, options: Options, components: OraBox) -> OraEtLabora:
        return OraEtLabora(options, components)


BOX = OraEtLaboraBox()
