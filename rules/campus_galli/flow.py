"""The agenda at work: what one event does, and the steps that then run by themselves until somebody is asked."""

from __future__ import annotations

from rules.campus_galli import gaps, rounds, turns
from rules.campus_galli.events import (
    CampusEvent,
    ChooseCard,
    DealPiles,
    Declare,
    DrawCards,
    DrawSection,
    FlipBuilding,
    LaySection,
    RevealCards,
    RevealTask,
    SendBuilderHome,
    TakeFromHut,
    TakeFromPouch,
)
from rules.campus_galli.options import takeable
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import (
    ChooseCardStep,
    DeclareStep,
    DrawCardsStep,
    FillBoardStep,
    FlipBuildingStep,
    LaySectionStep,
    LazyMonksStep,
    News,
    NewsKind,
    OrderTurnsStep,
    SendBuilderHomeStep,
    SettleGapsStep,
    State,
    TakeSectionStep,
    TidyUpStep,
    done,
    open_card,
)
from rules.engine.game import Due


def due(state: State) -> Due:
    """Whom the next step asks."""
    if not state.agenda:
        return Due()
    step = state.agenda[-1]
    match step:
        case ChooseCardStep():
            return Due(seats=step.pending)
        case DeclareStep() | TakeSectionStep() | LaySectionStep() | FlipBuildingStep() | SendBuilderHomeStep():
            return Due(seats=(step.seat,))
        case _:
            return Due(dealer=True)


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
        case DealPiles():
            return rounds.deal_piles(setting, state, event, news)


def _run(setting: Setting, state: State, news: list[News]) -> State:
    while state.agenda:
        step = state.agenda[-1]
        match step:
            case FillBoardStep():
                if None in state.board and state.deck.count:
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
                if any(takeable(setting, state, step.seat)):
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
                return state
    return state
