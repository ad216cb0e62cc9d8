"""A position of Campus Galli in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from galli_tui.game_api.position import Description
from galli_tui.games.campus_galli.card_prices import price_words
from galli_tui.games.campus_galli.card_texts import card_words, spoken_card, task_full
from galli_tui.games.campus_galli.points import points_words
from galli_tui.games.campus_galli.shape_words import stock_colours
from galli_tui.games.campus_galli.symbol_words import symbols_on
from galli_tui.games.campus_galli.words import (
    building_words,
    place_words,
    section_words,
    shape_words,
    space_words,
    tile_words,
)
from galli_tui.style.wording import counted, listed, sentence_start
from rules.campus_galli.box import ActionCard
from rules.campus_galli.gaps import free_spaces
from rules.campus_galli.rounds import rounds_in_all
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State
from rules.engine.grid import spaces_of
from rules.engine.secrecy import HIDDEN, Seat

_WITH_SPACES = 8
"""The most free spaces of a building that are named."""
_GAP_WITH_SPACES = 12
"""The most spaces of a gap that are named: three sections fill it, and near the end each space counts."""


def position(setting: Setting, view: State, players: Sequence[str]) -> list[Description]:
    """Return tasks, buildings, sections, gaps, hut and pouch, and what each player has."""
    return [
        Description("Tasks", tuple(_tasks(setting, view)), _tasks_brief(setting, view)),
        Description("Buildings", tuple(_buildings(setting, view)), _buildings_brief(setting, view)),
        Description("Sections on the plan", tuple(_laid(setting, view, players)) or ("None yet.",), _laid_brief(view)),
        Description("Gaps", tuple(_gaps(setting, view, players)), _gaps_brief(setting, view)),
        Description("Hut and pouch", tuple(_stock(setting, view)), _stock_brief(view)),
        *(Description(players[it], tuple(_seat(setting, view, it)), _seat_brief(view, it)) for it in setting.seats),
    ]


def _tasks_brief(setting: Setting, view: State) -> str:
    there = [setting.box.tasks[number] for number in view.board if number is not None]
    return f"{len(there)} on the board, worth {points_words(sum(task.points for task in there))}."


def _buildings_brief(setting: Setting, view: State) -> str:
    areas, free = setting.layout.areas, free_spaces(setting.layout, view)
    wood = [area for number, area in enumerate(areas) if view.open >> number & 1]
    complete = sum(not area & free for area in wood)
    return f"{len(wood)} of {len(areas)} in wood, {complete} complete, {counted(free.bit_count(), 'space')} free."


def _laid_brief(view: State) -> str:
    builders = sum(it.builder for it in view.laid)
    with_builders = f", {builders} with a master builder" if builders else ""
    return f"{len(view.laid)}{with_builders}."


def _gaps_brief(setting: Setting, view: State) -> str:
    gaps = setting.layout.gaps(free_spaces(setting.layout, view))
    if not gaps:
        return "none."
    smallest = min(gaps, key=lambda it: it.bit_count())
    if len(gaps) == 1:
        empty = "" if view.laid else ": no section is on the plan yet"
        return f"one of {counted(smallest.bit_count(), 'space')}{empty}."
    where = space_words(setting.box.plan, next(spaces_of(smallest)))
    return f"{len(gaps)}; the smallest, at {where}, has {counted(smallest.bit_count(), 'space')}."


def _stock_brief(view: State) -> str:
    return f"{counted(view.hut.bit_count(), 'section')} in the hut, {view.pouch.bit_count()} in the pouch."


def _seat_brief(view: State, seat: Seat) -> str:
    own = view.seats[seat]
    hand = counted(own.hand.count, "card") if own.hand.count else "no card"
    return f"{hand} in hand, {counted(own.supply, 'monk')} at home, {counted(len(own.tasks), 'task')} fulfilled."


def _tasks(setting: Setting, view: State) -> Iterator[str]:
    for place, number in enumerate(view.board, 1):
        if number is None:
            yield f"{place}: no task."
            continue
        task = setting.box.tasks[number]
        worth = f" ({points_words(task.points)})" if task.points else ""
        over = " Done this round." if view.turned >> place - 1 & 1 else ""
        yield f"{place}: {task_full(setting.box, task)}{worth}{over}"
    yield f"{counted(view.deck.count, 'task')} left in the deck."


def _buildings(setting: Setting, view: State) -> Iterator[str]:
    free = free_spaces(setting.layout, view)
    for number, (building, area) in enumerate(zip(setting.box.plan.buildings, setting.layout.areas, strict=True)):
        name = sentence_start(building_words(building))
        beside = [monk for monk in view.beside if monk.building == number]
        monks = f"; {counted(len(beside), 'monk')} beside" if beside else ""
        cordon = "; cordoned off" if view.cordon == number else ""
        symbols = f"; symbols: {found}" if (found := symbols_on(setting, view, area)) else ""
        if not view.open >> number & 1:
            yield f"{name}: parchment{monks}{cordon}{symbols}."
            continue
        left = area & free
        spaces = f": {place_words(setting.box.plan, left)}" if 0 < left.bit_count() <= _WITH_SPACES else ""
        open_words = f"{left.bit_count()} of {area.bit_count()} spaces free{spaces}" if left else "complete"
        yield f"{name}: wood, {open_words}{monks}{cordon}{symbols}."


def _laid(setting: Setting, view: State, players: Sequence[str]) -> Iterator[str]:
    for it in view.laid:
        spaces = " ".join(space_words(setting.box.plan, one) for one in setting.layout.placements[it.placement].spaces)
        builder = ", with a master builder" if it.builder else ""
        yield f"{spaces}: {section_words(setting.box, it.section)} of {players[it.seat]}{builder}."


def _gaps(setting: Setting, view: State, players: Sequence[str]) -> Iterator[str]:
    for gap in sorted(setting.layout.gaps(free_spaces(setting.layout, view)), key=lambda it: it.bit_count()):
        monks = [players[monk.seat] for monk in view.lazy if gap >> monk.space & 1]
        whose = f", with the lazy monk of {listed(monks)}" if monks else ""
        spaces = f": {place_words(setting.box.plan, gap)}" if gap.bit_count() <= _GAP_WITH_SPACES else ""
        first = space_words(setting.box.plan, next(spaces_of(gap)))
        yield f"{counted(gap.bit_count(), 'space')}{spaces or f' around {first}'}{whose}."


def _stock(setting: Setting, view: State) -> Iterator[str]:
    for name, stock in (("Hut", view.hut), ("Pouch", view.pouch)):
        yield f"{name}: {counted(stock.bit_count(), 'section') if stock else 'empty'}."
        for number in range(len(setting.box.shapes)):
            if colours := stock_colours(setting, stock, number):
                yield f"{sentence_start(shape_words(setting.box, number))} in the {name.lower()}: {colours}."
    if setting.tiles:
        yield f"Tiles in the supply: {tile_words(view.tiles)}."


def _seat(setting: Setting, view: State, seat: Seat) -> Iterator[str]:
    own, box = view.seats[seat], setting.box
    kept = "kept for next year" if own.year == 1 else "discarded"
    now = f", round {view.round} of {rounds_in_all(setting)}" if view.round else ""
    yield (
        f"Year {own.year}{now}. {counted(own.supply, 'monk')} at home, {counted(own.pile.count, 'card')} in the pile, "
        f"{own.next_year.count} {kept}, {counted(len(own.tasks), 'task')} fulfilled."
    )
    if setting.tiles:
        yield f"Tiles: {tile_words(own.tiles)}."
    if own.books:
        yield f"Books: {listed(box.cards[card].name for card in own.books)}."
    if own.guests:
        yield f"Guests: {listed(box.cards[card].name for card in own.guests)}."
    if own.cooperation:
        yield f"{counted(own.cooperation, 'card')} of good cooperation."
    hand = own.hand.cards
    if hand is HIDDEN:
        yield f"Hand: {counted(own.hand.count, 'hidden card')}."
    elif hand:
        yield from (f"In hand: {card_in_hand(setting, view, seat, box.cards[card])}" for card in hand)
    if own.chosen.card is HIDDEN:
        yield "A card is chosen face down."
    elif own.chosen.card is not None:
        yield f"Card in play: {_card(setting, box.cards[own.chosen.card])}"
    if own.borrowed is not None:
        yield f"Borrowed: {_card(setting, box.cards[own.borrowed])}"
    if own.played:
        yield f"Played: {card_words(box, own.played)}."


def card_in_hand(setting: Setting, view: State, seat: Seat, card: ActionCard) -> str:
    """Return a card in hand with what it costs, if cards cost tiles."""
    return _card(setting, card, price_words(view, seat, card) if setting.tiles else "")


def _card(setting: Setting, card: ActionCard, price: str = "") -> str:
    return spoken_card(setting.box, card, price, solo=len(setting.seats) == 1)
