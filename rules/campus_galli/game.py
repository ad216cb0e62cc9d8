"""Campus Galli as a `Game`: one object for a match's box and options; `BOX` is for the registry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar, cast

from rules.campus_galli import (
    box_codec,
    dangers,
    dealing,
    determinization,
    evaluation,
    gaps,
    guests,
    laying_sections,
    leftovers,
    loader,
    losses,
    move_parts,
    move_rating,
    rounds,
    scoring,
    special_actions,
    tally,
    tile_transfers,
    tile_turns,
    turn_order,
)
from rules.campus_galli.best_choices import BestChoices
from rules.campus_galli.bound import most_events
from rules.campus_galli.box import Box, Level
from rules.campus_galli.meta import META, RULES_VERSION
from rules.campus_galli.move_rating import MoveRater
from rules.campus_galli.notation import CampusNotation
from rules.campus_galli.placement_values import COOP_WEIGHTS, GREEDY_WEIGHTS, VERSUS_WEIGHTS
from rules.campus_galli.rounds import next_round_year
from rules.campus_galli.rule_base import CampusEvent, CampusMove, CampusStep
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import TELLINGS, State
from rules.engine.base_game import BaseBox, BaseGame
from rules.engine.events import Event, Move
from rules.engine.game import AnyGame, Options, Readable
from rules.engine.grid import union
from rules.engine.judge import Part
from rules.engine.plain_data import AnyCodec, Plain, checked
from rules.engine.referee import Period
from rules.engine.refusal import Refusal
from rules.engine.score_sheet import Sheet
from rules.engine.secrecy import Seat
from rules.engine.tally import Tally
from rules.engine.tellings import Telling, Told

ABOUT_COMPONENTS = (
    "These components are a reconstruction. The published rules have no pictures, so the plan, the outlines of the "
    "sections and most cards are not those of the published game, but made to fit its rules. If you own the game, you "
    "can write down your own set and play with that: see docs/components.md."
)


INSTEAD = {
    "CG-I-0d": "CG-II-0f",
    "CG-I-1a": "CG-II-1a",
    "CG-I-2a": "CG-II-2a",
    "CG-I-2b": "CG-II-2b",
    "CG-I-3": "CG-II-3",
    "CG-I-3e6": "CG-II-3d1",
    "CG-I-5": "CG-II-5",
}
"""Clauses of level I and their replacements where cards cost tiles (CG-II-0)."""
INSTEAD_AGAIN = {"CG-I-0d": "CG-III-0b", "CG-I-1a": "CG-III-1a"}
"""The further replacements at level III (CG-III-0)."""


class CampusGalli(BaseGame[State]):
    """The rules of a match."""

    state_class = State
    step_classes: ClassVar = (
        dealing.DealPilesStep,
        dealing.DrawTileStep,
        rounds.FillBoardStep,
        rounds.DrawCardsStep,
        rounds.ChooseCardStep,
        rounds.RevealCardsStep,
        turn_order.DeclareStep,
        turn_order.OrderTurnsStep,
        turn_order.TidyUpStep,
        laying_sections.TakeSectionStep,
        laying_sections.DrawSectionStep,
        laying_sections.LaySectionStep,
        laying_sections.FlipBuildingStep,
        gaps.SettleGapsStep,
        gaps.LazyMonksStep,
        gaps.SendBuilderHomeStep,
        tile_turns.BeginTurnStep,
        tile_turns.PayStep,
        tile_transfers.ReceiveTilesStep,
        guests.ProduceBookStep,
        guests.WelcomeGuestStep,
        guests.ScoreAgainStep,
        guests.MoveInStep,
        tile_turns.EndTurnStep,
        special_actions.SpecialActionsStep,
        leftovers.DealLeftoversStep,
        leftovers.TurnUpStep,
        leftovers.BorrowStep,
        dangers.RollStep,
        dangers.DangerStep,
        losses.LoseBookStep,
        losses.LoseGuestStep,
        dangers.FallStep,
        losses.ArrivalStep,
    )
    turn_clause = "CG-I-3y"
    end_clause = "CG-I-5"
    setting: Setting

    def __init__(self, options: Options, box: Box, rules_version: int = RULES_VERSION) -> None:
        META.check_options(options)
        setting = Setting(box, options, rules_version)
        self.meta = META._replace(rules_version=rules_version)
        super().__init__(options, setting.words, {})
        self.setting = setting
        self._greedy_rater = MoveRater(self.setting, GREEDY_WEIGHTS)
        self._rater = MoveRater(self.setting, COOP_WEIGHTS if self.setting.together else VERSUS_WEIGHTS)
        self.bound = most_events(self.setting)
        self.bands = tuple(band.key for band in self.setting.level.bands) if self.setting.together else ()

    @cached_property
    def tellings(self) -> dict[str, Telling]:
        return TELLINGS

    def opening(self) -> State:
        return dealing.opening(self.setting)

    def next_round(self, state: State, told: list[Told]) -> State:
        return rounds.next_round(self.setting, state, told)

    def legal(self, state: State, seat: Seat) -> Sequence[CampusMove]:
        return cast("Sequence[CampusMove]", super().legal(state, seat))

    def candidate_moves(self, state: State, seat: Seat) -> Sequence[Move]:
        kinds = cast("Sequence[type[CampusMove]]", self.moves_of(state, seat))
        best = BestChoices(self._rater, seat)
        return [move for kind in kinds for move in kind.options(self.setting, state, seat, best)]

    def refusal(self, state: State, event: Event) -> Refusal | None:
        """Return why the event is illegal, by the clause of the level."""
        found = super().refusal(state, event)
        return None if found is None else found._replace(clause=self.clause_in_force(found.clause))

    def clause_in_force(self, clause: str) -> str:
        if not self.setting.tiles:
            return clause
        instead = INSTEAD | INSTEAD_AGAIN if self.setting.dangers else INSTEAD
        return instead.get(clause, clause)

    def clause_of(self, step: CampusStep) -> str:
        return self.turn_clause

    def reveals(self, state: State, event: Event) -> bool:
        """Return True for outcomes, except when a lone seat's own choice is revealed; moves reveal nothing."""
        alone = isinstance(event, rounds.RevealCards) and len(self.seats) == 1
        return super().reveals(state, event) and not alone

    def sample_state(self, view: State, entropy: bytes) -> State:
        return determinization.sample_state(self.setting, view, entropy)

    def gain(self, state: State, seat: Seat, moves: Sequence[Move]) -> Sequence[int]:
        return move_rating.rate(self._greedy_rater, state, seat, cast("Sequence[CampusMove]", moves))

    def rate(self, state: State, seat: Seat, moves: Sequence[Move]) -> Sequence[int]:
        return move_rating.rate(self._rater, state, seat, cast("Sequence[CampusMove]", moves))

    def evaluate(self, state: State, seat: Seat) -> int:
        return evaluation.evaluate(self._rater.evaluator, state, seat)

    def explain(self, state: State, move: Move) -> Sequence[Part]:
        return move_parts.explain(self._rater, self.apply, state, cast("CampusMove", move))

    def explaining_use(self, state: State, move: Move) -> move_parts.BestUse:
        """Return the section and place by which `explain` explains a card or a section to take; else none."""
        return move_parts.explaining_use(self._rater, state, cast("CampusMove", move))

    def most_task_points(self, state: State, move: Move) -> int:
        """Return the most half-points of tasks that a card or a section to take can fulfil at any place; else 0."""
        return move_parts.most_task_points(self._rater, state, cast("CampusMove", move))

    def sheet(self, state: State) -> Sheet:
        return scoring.sheet(self.setting, state)

    def foreseen(self, state: State, seat: Seat) -> State:
        """Return the state with no building flipped: lazy monks are placed and go home afterwards (CG-I-3e5)."""
        while (
            state.agenda
            and isinstance(step := state.agenda[-1], laying_sections.FlipBuildingStep)
            and step.seat == seat
        ):
            state = self.apply(state, laying_sections.FlipBuilding(seat, None))
        return state

    def periods(self, state: State) -> Sequence[Period]:
        return Period("year", next_round_year(state)), Period("round", state.round)

    def tally(self, events: Sequence[Event]) -> Tally:
        return tally.tally(self.setting, self.initial(), self.apply_legal, cast("Sequence[CampusEvent]", events))

    @cached_property
    def _state_codec(self) -> AnyCodec:
        return checked(super()._state_codec, self._disagreement)

    def _disagreement(self, state: State) -> str:
        """Return what is inconsistent in a state: derived fields, or the number of seats; empty if nothing is."""
        covered = union(self.setting.layout.placements[laid.placement].mask for laid in state.laid)
        agree = covered == state.covered and len(state.seats) == len(self.seats)
        return "" if agree else "the state's parts do not agree"

    @cached_property
    def notation(self) -> CampusNotation:
        """The notation of its events."""
        return CampusNotation(self.setting, self.event_classes)


class CampusGalliBox(BaseBox):
    """The registered game. Implements `rules.engine.game.GameBox`."""

    meta = META

    def standard_components(self) -> Plain:
        return box_codec.box_to_plain(loader.standard())

    def earlier_components(self) -> Sequence[Plain]:
        box = loader.standard()
        try_again = _with_verdicts(box.levels, {"in preparation": "try again"})
        annals = _with_verdicts(try_again, {"outstanding": "one for the annals"})
        without_ranks = tuple(level._replace(ranks=()) for level in annals)
        return [box_codec.box_to_plain(box._replace(levels=levels)) for levels in (try_again, annals, without_ranks)]

    def read_components(self, files: Mapping[str, str]) -> Plain:
        box = loader.load(files)
        loader.check_links(box)
        return box_codec.box_to_plain(box)

    def readable_components(self, components: Plain | None = None) -> Readable:
        return box_codec.readable_box(_box(components))

    def new(self, options: Options, components: Plain | None = None, rules_version: int | None = None) -> AnyGame:
        return CampusGalli(options, _box(components), RULES_VERSION if rules_version is None else rules_version)

    def about_components(self) -> str:
        return ABOUT_COMPONENTS


def _with_verdicts(levels: Sequence[Level], earlier: Mapping[str, str]) -> tuple[Level, ...]:
    """Return the levels with the verdicts that their bands had in an earlier standard set."""
    return tuple(
        level._replace(bands=tuple(it._replace(verdict=earlier.get(it.verdict, it.verdict)) for it in level.bands))
        for level in levels
    )


def _box(components: Plain | None) -> Box:
    return loader.standard() if components is None else box_codec.box_from_plain(components)


BOX = CampusGalliBox()
