"""The agenda at work: what one event does, and the steps that then run by themselves until somebody is asked."""

from __future__ import annotations

from typing import Final

from rules.campus_galli import dangers, gaps, leftovers, purse, rounds, specials, tile_turns, turns
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
from rules.campus_galli.state import News, NewsKind, State, done, open_card
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
from rules.engine.game import Due

_DEALER: Final = Due(dealer=True)


def due(state: State) -> Due:
    """Whom the next step asks."""
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


def happen(setting: Setting, state: State, event: CampusEvent) -> State:
    """The state after a permitted event and all that follows from it by itself."""
    news: list[News] = []
    state = _run(setting, _apply(setting, state, event, news), news)
    return state._replace(news=tuple(news))


def _apply(setting: Setting, state: State, event: CampusEvent, news: list[News]) -> State:
    match event:
        case LaySection():
            return turns.lay_section(setting, state, event, news)
        case TakeFromHut():
            return turns.take_from_hut(state, event, news)
        case TakeFromPouch():
            return turns.take_from_pouch(state, event, news)
        case DrawSection():
            return turns.draw_section(state, event, news)
        case FlipBuilding():
            return turns.flip_building(state, event, news)
        case SendBuilderHome():
            return turns.send_builder_home(state, event, news)
        case ChooseCard():
            return rounds.choose_card(state, event)
        case DrawCards():
            return rounds.draw_cards(setting, state, event, news)
        case RevealTask():
            return rounds.reveal_task(setting, state, event, news)
        case RevealCards():
            return rounds.reveal_cards(setting, state, event, news)
        case Declare():
            return rounds.declare(state, event, news)
        case PlayCard():
            return rounds.play_card(state, event, news)
        case Beg():
            return rounds.beg(state, event.seat, news)
        case DealPiles():
            return rounds.deal_piles(setting, state, event, news)
        case DrawTile():
            return rounds.draw_tile(state, event, news)
        case _:
            return _deed(setting, state, event, news)


def _deed(setting: Setting, state: State, event: CampusEvent, news: list[News]) -> State:
    """What belongs to the levels where cards cost tiles."""
    match event:
        case PayTiles() if isinstance(state.agenda[-1], DangerStep):
            return dangers.pay(setting, state, event, news)
        case PayTiles():
            return tile_turns.pay(state, event, news)
        case SwapTiles():
            return purse.swap(state, event.seat, event.given, event.colour, news)
        case ReceiveTiles():
            return tile_turns.receive(setting, state, event, news)
        case ScoreAgain():
            return tile_turns.score_again(setting, state, event, news)
        case ClaimTask():
            return tile_turns.claim(setting, state, event, news)
        case EndTurn():
            return tile_turns.end_turn(state)
        case PayTask():
            return specials.pay_task(setting, state, event, news)
        case Expand():
            return specials.expand(setting, state, event, news)
        case BuyFromHut():
            return specials.buy_from_hut(state, event, news)
        case BuyFromPouch():
            return specials.buy_from_pouch(state, event, news)
        case Pass():
            return specials.pass_on(state, event.seat, news)
        case _:
            return _danger(setting, state, event, news)


def _danger(setting: Setting, state: State, event: CampusEvent, news: list[News]) -> State:
    """What belongs to the level of events."""
    match event:
        case DealLeftovers():
            return leftovers.deal(setting, state, event, news)
        case TurnUpCard():
            return leftovers.turn_up(setting, state, event, news)
        case Borrow():
            return leftovers.borrow(setting, state, event, news)
        case RollDice():
            return dangers.roll(state, event, news)
        case Decline():
            return dangers.decline(setting, state)
        case LoseBook():
            return dangers.lose_book(state, event, news)
        case LoseGuest():
            return dangers.lose_guest(state, event, news)
        case Settle():
            return dangers.settle(setting, state, event, news)
        case Lift():
            return specials.lift(setting, state, event, news)
        case _:
            raise TypeError(f"{type(event).__name__} is no event of this game")


def _run(setting: Setting, state: State, news: list[News]) -> State:
    while state.agenda:
        step = state.agenda[-1]
        match step:
            case FillBoardStep():
                if rounds.free_place(state) is not None and state.deck.count:
                    return state
                state = done(state)
            case DrawCardsStep():
                if not step.wanted:
                    state = done(state)
                elif state.seats[step.seat].pile.count:
                    return state
                elif state.seats[step.seat].year == 1:
                    state = rounds.change_year(state, step.seat, news)
                else:
                    state = done(state)
            case ChooseCardStep():
                if step.pending:
                    return state
                state = done(state)
            case OrderTurnsStep():
                state = rounds.order_turns(setting, state)
            case TakeSectionStep():
                if can_take(setting, state, step.seat):
                    return state
                news.append(News(NewsKind.CARD_SPENT, step.seat, (open_card(state.seats[step.seat]),)))
                state = done(state)
            case FlipBuildingStep():
                if state.open != setting.all_buildings:
                    return state
                state = done(state)
            case SettleGapsStep():
                state = turns.settle_gaps(setting, state, step, news)
            case LazyMonksStep():
                state = gaps.lie_down(state, step, news)
            case TidyUpStep():
                state = rounds.tidy_up(setting, state, news)
            case _:
                after = _run_deed(setting, state, news)
                if after is None:
                    return state
                state = after
    return state


def _run_deed(setting: Setting, state: State, news: list[News]) -> State | None:
    """One step of the levels where cards cost tiles, run by itself; None when it asks somebody."""
    step = state.agenda[-1]
    match step:
        case DeclareStep():
            return rounds.beg_unasked(setting, state, step, news)
        case BeginTurnStep():
            return tile_turns.begin_turn(setting, state, step, news)
        case PayStep():
            return tile_turns.pay_by_itself(setting, state, step, news)
        case ReceiveTilesStep():
            return tile_turns.receive_by_itself(setting, state, step, news)
        case ProduceBookStep():
            return tile_turns.produce_book(setting, state, step, news)
        case WelcomeGuestStep():
            return tile_turns.welcome_guest(setting, state, step, news)
        case MoveInStep():
            return tile_turns.move_in(setting, state, step, news)
        case EndTurnStep():
            return tile_turns.end_turn(state) if tile_turns.ends_by_itself(setting, state, step) else None
        case SpecialActionsStep():
            return specials.run(setting, state, step)
        case _:
            return dangers.run(setting, state, news)
