"""Campus Galli as a `Game`: one object for a match's box and options; `BOX` is for the registry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import cast

from rules.campus_galli import (
    agenda,
    box_codec,
    dangers,
    dealing,
    determinization,
    evaluation,
    leftovers,
    loader,
    move_parts,
    move_rating,
    rounds,
    scoring,
    special_actions,
    tally,
    tile_turns,
)
from rules.campus_galli.bound import most_events
from rules.campus_galli.box import COLOURS, Band, Box
from rules.campus_galli.codecs import Codecs
from rules.campus_galli.events import (
    Beg,
    Borrow,
    CampusEvent,
    CampusMove,
    CampusOutcome,
    ChooseCard,
    ClaimTask,
    Declare,
    Decline,
    EndTurn,
    FlipBuilding,
    LaySection,
    LoseBook,
    LoseGuest,
    Pass,
    PayTiles,
    PlayCard,
    ReceiveTiles,
    RevealCards,
    ScoreAgain,
    SendBuilderHome,
    Settle,
    SwapTiles,
    TakeFromHut,
    TakeFromPouch,
)
from rules.campus_galli.geometry import spaces_of
from rules.campus_galli.move_generators import AllChoices, BestChoices, ChoiceGenerator
from rules.campus_galli.move_rating import MoveRater
from rules.campus_galli.notation import CampusNotation
from rules.campus_galli.placement_values import COOP_WEIGHTS, GREEDY_WEIGHTS, VERSUS_WEIGHTS
from rules.campus_galli.refusals import refusal
from rules.campus_galli.setting import MODES, OLDEST_RULES, OPEN_HANDS, RULES_VERSION, Setting
from rules.campus_galli.state import State
from rules.campus_galli.steps import (
    ArrivalStep,
    BorrowStep,
    ChooseCardStep,
    DangerStep,
    DeclareStep,
    EndTurnStep,
    FlipBuildingStep,
    LaySectionStep,
    LoseBookStep,
    LoseGuestStep,
    PayStep,
    ReceiveTilesStep,
    ScoreAgainStep,
    SendBuilderHomeStep,
    SpecialActionsStep,
    TakeSectionStep,
)
from rules.campus_galli.takeable import takeable
from rules.campus_galli.tiles import receipts
from rules.engine.events import Event, Move
from rules.engine.game import AnyGame, Meta, Options, Readable
from rules.engine.judge import Part
from rules.engine.options import level_option, switch_option
from rules.engine.plain import Plain
from rules.engine.referee import Draw, Due
from rules.engine.refusal import Refusal, Refused
from rules.engine.score_sheet import Sheet
from rules.engine.secrecy import HIDDEN, Seat, Secret, Viewer, only
from rules.engine.tally import Tally

META = Meta(
    key="campus-galli",
    title="Campus Galli",
    rules_version=RULES_VERSION,
    modes=MODES,
    colours=COLOURS,
    choices=(
        level_option(
            (
                "Ora et Labora",
                "Build, fulfil tasks, leave no gaps. Solo and co-op: -3 per large gap, -6 per parchment building.",
            ),
            (
                "Libri et Hospites",
                "Cards cost tiles. Produce books, welcome guests, and take special actions after the turns.",
            ),
            (
                "Eventus et Periculi",
                "Fire, epidemic, collapse and storm threaten the monastery; unfinished tasks help.",
            ),
        ),
        switch_option(
            OPEN_HANDS, "Hands", "hidden", "open", "Hidden hands, or open hands (house rule).", least_seats=2
        ),
    ),
    oldest_rules=OLDEST_RULES,
)
ABOUT_COMPONENTS = (
    "These components are a reconstruction. The published rules have no pictures, so the plan, the outlines of the "
    "sections and most cards are not those of the published game, but made to fit its rules. If you own the game, you "
    "can write down your own set and play with that: see docs/components.md."
)


class CampusGalli:
    """The rules of a match. Implements `rules.engine.game.Game[State]`."""

    def __init__(self, options: Options, box: Box, rules_version: int = RULES_VERSION) -> None:
        self.meta = META._replace(rules_version=rules_version)
        self.options = options
        self.setting = Setting(box, options, rules_version)
        self.codecs = Codecs(self.setting)
        self.notation = CampusNotation(self.setting)
        self._greedy_rater = MoveRater(self.setting, GREEDY_WEIGHTS)
        self._rater = MoveRater(self.setting, COOP_WEIGHTS if self.setting.together else VERSUS_WEIGHTS)
        self._all = AllChoices(self.setting)
        # A search asks for the same moves thousands of times.
        self._lay = lru_cache(maxsize=None)(LaySection)
        self._swap = lru_cache(maxsize=None)(SwapTiles)
        self.bound = most_events(self.setting)
        self.bands = tuple(band.key for band in self.setting.level.bands) if self.setting.together else ()

    def initial(self) -> State:
        return rounds.initial(self.setting)

    def due(self, state: State) -> Due:
        return agenda.due(state)

    def legal(self, state: State, seat: Seat) -> Sequence[CampusMove]:
        return self._moves(state, seat, self._all)

    def candidate_moves(self, state: State, seat: Seat) -> Sequence[CampusMove]:
        return self._moves(state, seat, BestChoices(self._rater, seat))

    def _moves(self, state: State, seat: Seat, ways: ChoiceGenerator) -> Sequence[CampusMove]:
        """Return the legal moves, with placements, payments and swaps from the generator."""
        if seat not in agenda.due(state).seats:
            return ()
        step = state.agenda[-1]
        match step:
            case ChooseCardStep():
                hand = state.seats[seat].hand.cards
                return () if hand is HIDDEN else [ChooseCard(seat, Secret(only(seat), card)) for card in hand]
            case DeclareStep():
                return self._declarations(state, seat)
            case TakeSectionStep():
                hut, pouch = takeable(self.setting, state, seat)
                return [
                    *(TakeFromHut(seat, section) for section in spaces_of(hut)),
                    *(TakeFromPouch(seat, shape) for shape in spaces_of(pouch)),
                ]
            case LaySectionStep():
                return [self._lay(seat, placement.index) for placement in ways.places(state, step)]
            case FlipBuildingStep():
                parchment = spaces_of(self.setting.all_buildings & ~state.open)
                return [*(FlipBuilding(seat, building) for building in parchment), FlipBuilding(seat, None)]
            case SendBuilderHomeStep():
                return [
                    *(SendBuilderHome(seat, it.section, None) for it in state.laid if it.builder and it.seat == seat),
                    *(SendBuilderHome(seat, None, *it) for it in _kinds_beside(state, seat)),
                ]
            case _:
                return self._tile_moves(state, seat, ways)

    def _declarations(self, state: State, seat: Seat) -> list[CampusMove]:
        """Return the legal declarations of a seat's card."""
        ways = rounds.ways_to_play(self.setting, state, seat)
        found: list[CampusMove] = [PlayCard(seat) if way is None else Declare(seat, way) for way in ways]
        return [*found, Beg(seat)] if self.setting.tiles else found

    def _tile_moves(self, state: State, seat: Seat, ways: ChoiceGenerator) -> Sequence[CampusMove]:
        """Return the legal moves of steps where cards cost tiles."""
        setting, own, step = self.setting, state.seats[seat].tiles, state.agenda[-1]
        match step:
            case PayStep():
                cost = tile_turns.cost_of(setting, state, seat)
                payments = [PayTiles(seat, paid) for paid in ways.payments(own, cost)]
                return [*payments, *(self._swap(seat, *swap) for swap in ways.swaps(state, own, cost))]
            case ReceiveTilesStep():
                return [ReceiveTiles(seat, tiles) for tiles in receipts(step.number, step.colours, state.tiles)]
            case ScoreAgainStep():
                return [ScoreAgain(seat, *again) for again in tile_turns.again_choices(setting, state, step)]
            case EndTurnStep():
                claims = [ClaimTask(seat, place) for place in tile_turns.claimable(setting, state, own)]
                return [*claims, *(self._swap(seat, *swap) for swap in ways.swaps(state, own)), EndTurn(seat)]
            case SpecialActionsStep():
                actions = special_actions.moves(setting, state, seat, ways.payments)
                return [*actions, *(self._swap(seat, *swap) for swap in ways.swaps(state, own)), Pass(seat)]
            case _:
                return self._danger_moves(state, seat, ways)

    def _danger_moves(self, state: State, seat: Seat, ways: ChoiceGenerator) -> Sequence[CampusMove]:
        """Return the legal moves of steps of level III."""
        setting, own, step = self.setting, state.seats[seat].tiles, state.agenda[-1]
        match step:
            case BorrowStep():
                return [Borrow(seat, *choice) for choice in leftovers.borrowable(setting, state)]
            case DangerStep():
                payments = ways.payments(own, dangers.dice_cost(step.faces))
                return [*(PayTiles(seat, paid) for paid in payments), Decline(seat)]
            case LoseBookStep():
                return [LoseBook(seat, card) for card in state.seats[seat].books]
            case LoseGuestStep():
                task = setting.box.tasks[step.task]
                return [LoseGuest(seat, house) for house in dangers.guest_houses(setting, state, seat, task)]
            case ArrivalStep():
                task = setting.box.tasks[step.task]
                paid = special_actions.payment_choices(own, dangers.arrival_cost(setting, step), ways.payments)
                houses = dangers.houses(setting, state, seat, task)
                return [*(Settle(seat, house, tiles) for house in houses for tiles in paid), Decline(seat)]
            case _:
                return ()

    def refusal(self, state: State, event: Event) -> Refusal | None:
        return refusal(self.setting, state, cast(CampusEvent, event))

    def apply(self, state: State, event: Event) -> State:
        own = cast(CampusEvent, event)
        reason = refusal(self.setting, state, own)
        if reason is not None:
            raise Refused(reason)
        return agenda.apply_event(self.setting, state, own)

    def draw(self, state: State) -> Draw:
        return dealing.draw(state)

    def deal(self, state: State, entropy: bytes) -> CampusOutcome:
        return dealing.deal(self.setting, state, entropy)

    def reveals(self, state: State, event: Event) -> bool:
        """Return True for outcomes, except when a lone seat's own choice is revealed; moves reveal nothing."""
        if isinstance(event, Move):
            return False
        return not (isinstance(event, RevealCards) and len(self.setting.seats) == 1)

    def view(self, state: State, viewer: Viewer) -> State:
        return dealing.view(state, viewer)

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

    def sheet(self, state: State) -> Sheet:
        return scoring.sheet(self.setting, state)

    def tally(self, events: Sequence[Event]) -> Tally:
        return tally.tally(self.setting, cast("Sequence[CampusEvent]", events))

    def census(self, state: State) -> Mapping[str, int]:
        """Count cards, tasks, sections, monks and tiles everywhere (law 5)."""
        cards = state.box.count + sum(
            seat.pile.count + seat.hand.count + seat.next_year.count + len(seat.played) + (seat.chosen.card is not None)
            for seat in state.seats
        )
        cards += sum(len(seat.books) + len(seat.guests) + len(seat.lost) for seat in state.seats)
        cards += sum(seat.borrowed is not None for seat in state.seats)
        cards += sum(leftover.pile.count + (leftover.top is not None) for leftover in state.leftovers)
        board = sum(task is not None for task in state.board)
        tasks = (
            state.deck.count
            + board
            + len(state.aside)
            + len(state.fallen)
            + sum(len(seat.tasks) for seat in state.seats)
        )
        in_hand = sum(isinstance(step, LaySectionStep) for step in state.agenda)
        sections = (state.hut | state.pouch).bit_count() + len(state.laid) + in_hand
        on_sections = sum(laid.builder for laid in state.laid)
        monks = sum(seat.supply for seat in state.seats) + on_sections + len(state.beside) + len(state.lazy)
        tiles = sum(state.tiles) + sum(sum(seat.tiles) for seat in state.seats)
        return {"cards": cards, "tasks": tasks, "sections": sections, "monks": monks, "tiles": tiles}

    def encode_state(self, state: State) -> Plain:
        return self.codecs.state.encode(state)

    def decode_state(self, plain: Plain) -> State:
        return self.codecs.state.decode(plain)

    def encode_event(self, event: Event) -> Plain:
        return self.codecs.event.encode(event)

    def decode_event(self, plain: Plain) -> Event:
        return self.codecs.event.decode(plain)

    def format(self, event: Event) -> str:
        return self.notation.format(cast(CampusEvent, event))

    def parse(self, text: str) -> Event:
        return cast(Event, self.notation.parse(text))


class CampusGalliBox:
    """The registered game. Implements `rules.engine.game.GameBox`."""

    meta = META

    def standard_components(self) -> Plain:
        return box_codec.box_to_plain(loader.standard())

    def earlier_components(self) -> Sequence[Plain]:
        box = loader.standard()
        annals = tuple(level._replace(bands=tuple(map(_earlier_band, level.bands))) for level in box.levels)
        without_ranks = tuple(level._replace(ranks=()) for level in annals)
        return [box_codec.box_to_plain(box._replace(levels=levels)) for levels in (annals, without_ranks)]

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

    def rulebook(self) -> str:
        return _rulebook()


def _earlier_band(band: Band) -> Band:
    """Return the band with the verdict that it had in earlier standard sets."""
    return band._replace(verdict="one for the annals") if band.verdict == "outstanding" else band


def _kinds_beside(state: State, seat: Seat) -> list[tuple[int, bool]]:
    """Return the buildings beside which the seat has monks, and whether guest monks, without duplicates."""
    return list(dict.fromkeys((it.building, it.guest) for it in state.beside if it.seat == seat))


def _box(components: Plain | None) -> Box:
    return loader.standard() if components is None else box_codec.box_from_plain(components)


@lru_cache(maxsize=1)
def _rulebook() -> str:
    return (files("rules.campus_galli") / "rulebook.md").read_text("utf-8")


BOX = CampusGalliBox()
