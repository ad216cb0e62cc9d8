"""What cards cost, and what books and guests are worth now and when scored again."""

from __future__ import annotations

from galli_tui.games.campus_galli.card_prices import payable, possible_costs
from galli_tui.games.campus_galli.card_texts import card_number, card_title
from galli_tui.games.campus_galli.glyphs import Glyphs
from galli_tui.games.campus_galli.move_entry.base import MatchContext
from galli_tui.games.campus_galli.points import signed_points
from galli_tui.games.campus_galli.words import building_verb, building_words, colour_word, tile_spans
from galli_tui.games.kit.lines import Span
from galli_tui.style.wording import counted, listed
from rules.campus_galli import tasks
from rules.campus_galli.box import ActionCard, CardKind
from rules.campus_galli.guests import BOOKS_AGAIN, MOVES_IN, MOVES_IN_STONE
from rules.campus_galli.scoring import BUILDER
from rules.campus_galli.state import State
from rules.campus_galli.tiles import Cost
from rules.engine.secrecy import Seat


def named_tile(glyphs: Glyphs, colour: int) -> tuple[Span, ...]:
    """Return a tile as its glyph and its colour's name."""
    return (Span(f"{glyphs.symbols[colour]} {colour_word(colour)}", f"{colour_word(colour)}_text", strong=True),)


def cost_spans(glyphs: Glyphs, cost: Cost) -> tuple[Span, ...]:
    """Return a cost as glyphs."""
    shown = [*tile_spans(glyphs, cost.tiles)] if any(cost.tiles) else []
    if cost.more:
        shown.append(Span(f"{' + ' if shown else ''}{cost.more} any", "faint"))
    return tuple(shown) or (Span("free", "faint"),)


def price_spans(context: MatchContext, state: State, seat: Seat, card: ActionCard) -> tuple[Span, ...]:
    """Return the cost of a card in hand as glyphs, after a mark if the seat could not pay it now."""
    shown = [] if payable(state, seat, card) else [Span("✗ ", "refusal")]
    for number, cost in enumerate(possible_costs(card)):
        shown += [*([Span("/", "faint")] if number else []), *cost_spans(context.glyphs, cost)]
    return tuple(shown)


def tiles_gained(context: MatchContext, state: State, card: ActionCard) -> tuple[Span, ...]:
    """Return the tile that a book or guest earns, as glyphs and names, without colours that the supply lacks."""
    shown: list[Span] = []
    for colour in card.colours:
        if state.tiles[colour]:
            shown += [*([Span(" or ", "faint")] if shown else []), *named_tile(context.glyphs, colour)]
    none = f"no {listed(map(colour_word, card.colours), 'or')} left" if card.colours else "no tile"
    return tuple(shown) or (Span(none, "faint"),)


def building_stage(context: MatchContext, state: State, building: int) -> str:
    """Return a building's stage: parchment, wood, or stone once it is complete."""
    if not state.open >> building & 1:
        return "parchment"
    return "stone" if tasks.is_complete(context.game.setting, state, building) else "wood"


def guest_monk_count(state: State, seat: Seat, building: int) -> int:
    """Return the number of a seat's guest monks beside a building."""
    return sum(monk.guest and monk.seat == seat and monk.building == building for monk in state.beside)


def moving_in_text(context: MatchContext, state: State, seat: Seat, card: ActionCard) -> str:
    """Return where a guest who comes now moves in and with how many monks, or why he only visits."""
    if card.building is None:
        return "No monk: he has no building here."
    building, supply = context.plan.buildings[card.building], state.seats[seat].supply
    stands, name = building_stage(context, state, card.building), building_words(building)
    if stands == "parchment":
        return f"No monk: {name} {building_verb(building)} parchment (CG-II-3e5)."
    most = MOVES_IN_STONE if stands == "stone" else MOVES_IN
    monks = min(most, supply)
    if not monks:
        return f"He would move into {name}, but no monk is left to place (CG-II-3e6)."
    return f"{counted(monks, 'monk')} beside {name}: {signed_points(monks * BUILDER)}."


def _tile_gain(state: State, card: ActionCard) -> str:
    """Return the tile that a book or guest earns now, as the end of a sentence; empty if there is none to gain."""
    left = [colour_word(colour) for colour in card.colours if state.tiles[colour]]
    return f"1 {listed(left, 'or')} tile" if left else ""


def effect_text(context: MatchContext, state: State, seat: Seat, card: ActionCard) -> str:
    """Return what a book, guest or unfinished task is worth at the moment; empty for other cards."""
    own = state.seats[seat]
    tile = _tile_gain(state, card)
    none_left = f"No {listed(map(colour_word, card.colours), 'or')} tile is left to gain."
    match card.kind:
        case CardKind.BOOK:
            others = min(len(own.books), BOOKS_AGAIN)
            also = f" Score {'up to ' if others > 1 else ''}{counted(others, 'other book')} again." if others else ""
            worth = "1 point" if card.points > 1 else "½ point"
            gain = f"{tile} now and when scored again;" if tile else none_left
            return f"{gain} {worth} at the end.{also}"
        case CardKind.GUEST:
            also = " Score 1 other guest again." if own.guests else ""
            gain = f"{tile}." if tile else none_left if card.colours else "No tile."
            return f"{gain}{also} {moving_in_text(context, state, seat, card)}"
        case CardKind.UNFINISHED:
            tops = [leftover.top for leftover in state.leftovers if leftover.top is not None]
            numbers = listed(
                f"{card_number(card)} {card_title(card)}" for card in (context.box.cards[top] for top in tops)
            )
            return f"Pay any tile and play one of the unfinished tasks: {numbers or 'none is left'}."
        case _:
            return ""
