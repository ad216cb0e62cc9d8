"""What books and guests bring, now or once more, as the table stands: for decisions and for the planning boards."""

from __future__ import annotations

from galli_tui.games.campus_galli.card_texts import card_number, card_title
from galli_tui.games.campus_galli.glyphs import Glyphs
from galli_tui.games.campus_galli.lines import Span
from galli_tui.games.campus_galli.move_entry.base import MatchContext
from galli_tui.games.campus_galli.words import building_words, colour_word, counted, listed, signed, tile_spans
from rules.campus_galli import tasks
from rules.campus_galli.box import ActionCard, CardKind, Origin
from rules.campus_galli.scoring import BUILDER
from rules.campus_galli.state import State
from rules.campus_galli.tile_turns import BOOKS_AGAIN, MOVES_IN, MOVES_IN_STONE
from rules.campus_galli.tiles import Cost, affordable, card_cost
from rules.engine.secrecy import Seat


def named_tile(glyphs: Glyphs, colour: int) -> tuple[Span, ...]:
    """A tile by its sign and its word."""
    return (Span(f"{glyphs.symbols[colour]} {colour_word(colour)}", f"{colour_word(colour)}_text", strong=True),)


def cost_spans(glyphs: Glyphs, cost: Cost) -> tuple[Span, ...]:
    """What is to be paid, as glyphs."""
    shown = [*tile_spans(glyphs, cost.tiles)] if any(cost.tiles) else []
    if cost.more:
        shown.append(Span(f"{' + ' if shown else ''}{cost.more} any", "faint"))
    return tuple(shown) or (Span("free", "faint"),)


def _possible_costs(card: ActionCard) -> list[Cost]:
    """What it costs to play a card, from the pouch and from the hut where there are both."""
    ways = [Origin.POUCH, Origin.HUT] if card.kind is CardKind.DOUBLE else [None]
    return [card_cost(card, way) for way in ways]


def payable(state: State, seat: Seat, card: ActionCard) -> bool:
    """Whether the seat could pay for a card now, swaps counted in."""
    return any(affordable(state.seats[seat].tiles, state.tiles, cost) for cost in _possible_costs(card))


def price_spans(context: MatchContext, state: State, seat: Seat, card: ActionCard) -> tuple[Span, ...]:
    """What a card of the hand costs, and a mark if the seat could not pay it now."""
    shown = [] if payable(state, seat, card) else [Span("✗ ", "refusal")]
    for number, cost in enumerate(_possible_costs(card)):
        shown += [*([Span("/", "faint")] if number else []), *cost_spans(context.glyphs, cost)]
    return tuple(shown)


def tiles_gained(context: MatchContext, state: State, card: ActionCard) -> tuple[Span, ...]:
    """The tile that a book or guest brings, as glyphs and words; one that the supply lacks is not received."""
    shown: list[Span] = []
    for colour in card.colours:
        if state.tiles[colour]:
            shown += [*([Span(" or ", "faint")] if shown else []), *named_tile(context.glyphs, colour)]
    none = f"no {listed(map(colour_word, card.colours), 'or')} left" if card.colours else "no tile"
    return tuple(shown) or (Span(none, "faint"),)


def building_stage(context: MatchContext, state: State, building: int) -> str:
    """How a building stands: parchment, wood, or complete in stone."""
    if not state.open >> building & 1:
        return "parchment"
    return "stone" if tasks.is_complete(context.game.setting, state, building) else "wood"


def guest_monk_count(state: State, seat: Seat, building: int) -> int:
    """How many guest monks of the seat stand beside a building."""
    return sum(monk.guest and monk.seat == seat and monk.building == building for monk in state.beside)


def moving_in_text(context: MatchContext, state: State, seat: Seat, card: ActionCard) -> str:
    """What becomes of a guest who comes now: how many monks stand beside his building, or why none does."""
    if card.building is None:
        return "He moves in nowhere."
    building, supply = context.plan.buildings[card.building], state.seats[seat].supply
    stands, name = building_stage(context, state, card.building), building_words(building)
    if stands == "parchment":
        return f"{name}, is parchment: he only visits (CG-II-3e5)."
    most = MOVES_IN_STONE if stands == "stone" else MOVES_IN
    monks = min(most, supply)
    if not monks:
        return f"{name}, is {stands}, but no monk is left to move in (CG-II-3e6)."
    return f"{name}, is {stands}: {counted(monks, 'monk')} there, {signed(monks * BUILDER)}."


def effect_text(context: MatchContext, state: State, seat: Seat, card: ActionCard) -> str:
    """What producing a book or housing a guest brings now, and could bring again; empty for other cards."""
    own = state.seats[seat]
    tile = "".join(span.text for span in tiles_gained(context, state, card))
    match card.kind:
        case CardKind.BOOK:
            others = min(len(own.books), BOOKS_AGAIN)
            also = f", and {counted(others, 'other book')} again" if others else ""
            worth = "1 point" if card.points > 1 else "half a point"
            return f"Now {tile}{also}. It stays: again later, {worth} at the end."
        case CardKind.GUEST:
            also = ", and one other guest again" if own.guests else ""
            return f"Now {tile}{also}. {moving_in_text(context, state, seat, card)}"
        case CardKind.UNFINISHED:
            tops = [leftover.top for leftover in state.leftovers if leftover.top is not None]
            numbers = listed(
                f"{card_number(card)} {card_title(card)}" for card in (context.box.cards[top] for top in tops)
            )
            return f"Pay any tile and carry out one of the unfinished tasks: {numbers or 'none is left'}."
        case _:
            return ""
