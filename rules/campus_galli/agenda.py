"""The agenda at work: applying an event, then running automatic steps until a seat or the dealer is due."""

from __future__ import annotations

from typing import Final

from rules.campus_galli import (
    dangers,
    gaps,
    laying_sections,
    leftovers,
    rounds,
    special_actions,
    tile_transfers,
    tile_turns,
)
from rules.campus_galli.events import (
    Beg,
    Borrow,
    BuyFromHut,
    BuyFromPouch,
    CampusEvent,
    ChooseCard,
    ClaimTask,
    DealLeftovers,
    DealPiles,
    Declare,
    Decline,
    DrawCards,
    DrawSection,
    DrawTile,
    EndTurn,
    Expand,
    FlipBuilding,
    LaySection,
    Lift,
    LoseBook,
    LoseGuest,
    Pass,
    PayTask,
    PayTiles,
    PlayCard,
    ReceiveTiles,
    RevealCards,
    RevealTask,
    RollDice,
    ScoreAgain,
    SendBuilderHome,
    Settle,
    SwapTiles,
    TakeFromHut,
    TakeFromPouch,
    TurnUpCard,
)
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import EffectKind, State, finish_step, open_card
from rules.campus_galli.steps import (
    ArrivalStep,
    BeginTurnStep,
    BorrowStep,
    ChooseCardStep,
    DangerStep,
    DeclareStep,
    DrawCardsStep,
    EndTurnStep,
    FillBoardStep,
    FlipBuildingStep,
    LaySectionStep,
    LazyMonksStep,
    LoseBookStep,
    LoseGuestStep,
    MoveInStep,
    OrderTurnsStep,
    PayStep,
    ProduceBookStep,
    ReceiveTilesStep,
    ScoreAgainStep,
    SendBuilderHomeStep,
    SettleGapsStep,
    SpecialActionsStep,
    TakeSectionStep,
    TidyUpStep,
    WelcomeGuestStep,
)
from rules.campus_galli.takeable import can_take
from rules.engine.referee import Due
from rules.engine.tellings import Told

_DEALER: Final = Due(dealer=True)


def due(state: State) -> Due:
    """Return who the next step asks."""
    if not state.agenda:
        return Due()
    step = state.agenda[-1]
    match step:
        case ChooseCardStep():
            return Due(seats=step.pending)
        case SpecialActionsStep():
            return Due(seats=step.seats[:1])
        case (
            DeclareStep()
            | TakeSectionStep()
            | LaySectionStep()
            | FlipBuildingStep()
            | SendBuilderHomeStep()
            | PayStep()
            | ReceiveTilesStep()
            | ScoreAgainStep()
            | EndTurnStep()
            | BorrowStep()
            | DangerStep()
            | LoseBookStep()
            | LoseGuestStep()
            | ArrivalStep()
        ):
            return Due(seats=(step.seat,))
        case _:
            return _DEALER


def apply_event(setting: Setting, state: State, event: CampusEvent) -> State:
    """Return the state after a legal event and all automatic steps that follow."""
    told: list[Told] = []
    state = _run(setting, _apply(setting, state, event, told), told)
    return state._replace(told=tuple(told))


def _apply(setting: Setting, state: State, event: CampusEvent, told: list[Told]) -> State:
    match event:
        case LaySection():
            return laying_sections.lay_section(setting, state, event, told)
        case TakeFromHut():
            return laying_sections.take_from_hut(state, event, told)
        case TakeFromPouch():
            return laying_sections.take_from_pouch(state, event, told)
        case DrawSection():
            return laying_sections.draw_section(state, event, told)
        case FlipBuilding():
            return laying_sections.flip_building(state, event, told)
        case SendBuilderHome():
            return laying_sections.send_builder_home(state, event, told)
        case ChooseCard():
            return rounds.choose_card(state, event)
        case DrawCards():
            return rounds.draw_cards(setting, state, event, told)
        case RevealTask():
            return rounds.reveal_task(setting, state, event, told)
        case RevealCards():
            return rounds.reveal_cards(setting, state, event, told)
        case Declare():
            return rounds.declare(state, event, told)
        case PlayCard():
            return rounds.play_card(state, event, told)
        case Beg():
            return rounds.beg(state, event.seat, told)
        case DealPiles():
            return rounds.deal_piles(setting, state, event, told)
        case DrawTile():
            return rounds.draw_tile(state, event, told)
        case _:
            return _apply_tile_event(setting, state, event, told)


def _apply_tile_event(setting: Setting, state: State, event: CampusEvent, told: list[Told]) -> State:
    """Apply an event of the levels where cards cost tiles."""
    match event:
        case PayTiles() if isinstance(state.agenda[-1], DangerStep):
            return dangers.pay(setting, state, event, told)
        case PayTiles():
            return tile_turns.pay(state, event, told)
        case SwapTiles():
            return tile_transfers.swap(state, event.seat, event.given, event.colour, told)
        case ReceiveTiles():
            return tile_turns.receive(setting, state, event, told)
        case ScoreAgain():
            return tile_turns.score_again(setting, state, event, told)
        case ClaimTask():
            return tile_turns.claim(setting, state, event, told)
        case EndTurn():
            return tile_turns.end_turn(state)
        case PayTask():
            return special_actions.pay_task(setting, state, event, told)
        case Expand():
            return special_actions.expand(setting, state, event, told)
        case BuyFromHut():
            return special_actions.buy_from_hut(state, event, told)
        case BuyFromPouch():
            return special_actions.buy_from_pouch(state, event, told)
        case Pass():
            return special_actions.pass_on(state, event.seat, told)
        case _:
            return _apply_danger_event(setting, state, event, told)


def _apply_danger_event(setting: Setting, state: State, event: CampusEvent, told: list[Told]) -> State:
    """Apply an event of level III."""
    match event:
        case DealLeftovers():
            return leftovers.deal(setting, state, event, told)
        case TurnUpCard():
            return leftovers.turn_up(setting, state, event, told)
        case Borrow():
            return leftovers.borrow(setting, state, event, told)
        case RollDice():
            return dangers.roll(state, event, told)
        case Decline():
            return dangers.decline(setting, state)
        case LoseBook():
            return dangers.lose_book(state, event, told)
        case LoseGuest():
            return dangers.lose_guest(state, event, told)
        case Settle():
            return dangers.settle(setting, state, event, told)
        case Lift():
            return special_actions.lift(setting, state, event, told)
        case _:
            raise TypeError(f"{type(event).__name__} is no event of this game")


def _run(setting: Setting, state: State, told: list[Told]) -> State:
    while state.agenda:
        step = state.agenda[-1]
        match step:
            case FillBoardStep():
                if rounds.free_place(state) is not None and state.deck.count:
                    return state
                state = finish_step(state)
            case DrawCardsStep():
                if not step.wanted:
                    state = finish_step(state)
                elif state.seats[step.seat].pile.count:
                    return state
                elif state.seats[step.seat].year == 1:
                    state = rounds.change_year(state, step.seat, told)
                else:
                    state = finish_step(state)
            case ChooseCardStep():
                if step.pending:
                    return state
                state = finish_step(state)
            case OrderTurnsStep():
                state = rounds.order_turns(setting, state)
            case TakeSectionStep():
                if can_take(setting, state, step.seat):
                    return state
                told.append(Told(EffectKind.CARD_SPENT, step.seat, (open_card(state.seats[step.seat]),)))
                state = finish_step(state)
            case FlipBuildingStep():
                if state.open != setting.all_buildings:
                    return state
                state = finish_step(state)
            case SettleGapsStep():
                state = laying_sections.settle_gaps(setting, state, step, told)
            case LazyMonksStep():
                state = gaps.lie_down(state, step, told)
            case TidyUpStep():
                state = rounds.tidy_up(setting, state, told)
            case _:
                after = _run_tile_step(setting, state, told)
                if after is None:
                    return state
                state = after
    return state


def _run_tile_step(setting: Setting, state: State, told: list[Told]) -> State | None:
    """Run one step of the levels where cards cost tiles; return None if it asks a seat."""
    step = state.agenda[-1]
    match step:
        case DeclareStep():
            return rounds.beg_automatically(setting, state, step, told)
        case BeginTurnStep():
            return tile_turns.begin_turn(setting, state, step, told)
        case PayStep():
            return tile_turns.pay_automatically(setting, state, step, told)
        case ReceiveTilesStep():
            return tile_turns.receive_automatically(setting, state, step, told)
        case ProduceBookStep():
            return tile_turns.produce_book(setting, state, step, told)
        case WelcomeGuestStep():
            return tile_turns.welcome_guest(setting, state, step, told)
        case MoveInStep():
            return tile_turns.move_in(setting, state, step, told)
        case EndTurnStep():
            return tile_turns.end_turn(state) if tile_turns.ends_automatically(setting, state, step) else None
        case SpecialActionsStep():
            return special_actions.run(setting, state, step)
        case _:
            return dangers.run(setting, state, told)
