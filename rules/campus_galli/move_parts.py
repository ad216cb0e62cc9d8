"""What speaks for a move, in parts with a name, for explanations in words.

A card or a section is explained by its best placement, as far as the seat can know; other moves by what they change on
the score sheet and in the tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from rules.campus_galli import placement_parts, places, tile_turns
from rules.campus_galli.box import ActionCard, CardKind, Origin, Section
from rules.campus_galli.laying_sections import LaySection, LaySectionStep, TakeFromHut, TakeFromPouch
from rules.campus_galli.layout import Placement
from rules.campus_galli.leftovers import Borrow, borrowable
from rules.campus_galli.move_rating import (
    KEPT,
    MoveRater,
    RatingContext,
    begging_value,
    borrowed_value,
    card_value,
    flip_parts,
    played_value,
)
from rules.campus_galli.placement_batch import JOKER
from rules.campus_galli.rounds import ChooseCard
from rules.campus_galli.rule_base import CampusMove
from rules.campus_galli.scoring import seat_lines
from rules.campus_galli.special_actions import BuyFromHut, BuyFromPouch, paid_tasks
from rules.campus_galli.state import State
from rules.campus_galli.takeable import card_in_play, hut_kinds, pouch_shapes
from rules.campus_galli.tile_values import tile_cost
from rules.campus_galli.tiles import Tiles
from rules.campus_galli.turn_order import Beg, Declare, PlayCard
from rules.engine.grid import spaces_of, union
from rules.engine.judge import SCORE_UNIT, Part
from rules.engine.secrecy import HIDDEN
from rules.engine.steps import current_step

Apply = Callable[[State, CampusMove], State]


def explain(rater: MoveRater, apply: Apply, state: State, move: CampusMove) -> list[Part]:
    """Return the parts of what a legal move brings; the seat's own view suffices."""
    context = RatingContext(rater, state, move.seat)
    setting = context.setting
    match move:
        case LaySection(placement=placement):
            section = setting.box.sections[current_step(state, LaySectionStep).section]
            return placement_parts.placement_parts(context.values, section, setting.layout.placements[placement])
        case TakeFromHut(section=section):
            return _of_section(context, section)
        case TakeFromPouch(shape=shape):
            return _of_pouch(context, shape)
        case BuyFromHut(section=section):
            return _summed([*_of_section(context, section), *_changes(context, apply, move)])
        case BuyFromPouch(shape=shape):
            return _summed([*_of_pouch(context, shape), *_changes(context, apply, move)])
        case ChooseCard(card=chosen) if chosen.value is not HIDDEN:
            card = setting.box.cards[chosen.value]
            return _of_card(context, card, None, card_value(context, card))
        case Declare() | PlayCard():
            card, origin = card_in_play(setting, state, move.seat), move.origin if isinstance(move, Declare) else None
            return _of_card(context, card, origin, played_value(context, card, origin))
        case Borrow(pile=pile, origin=origin) if (top := state.leftovers[pile].top) is not None:
            return _of_card(context, setting.box.cards[top], origin, borrowed_value(context, pile, origin))
        case Beg():
            return [Part("tiles", begging_value(context), tile_turns.BEGGED)]
        case _:
            return _changes(context, apply, move)


def explaining_use(rater: MoveRater, state: State, move: CampusMove) -> BestUse:
    """Return the section and place by which `explain` explains a card or a section to take; none for other moves."""
    context = RatingContext(rater, state, move.seat)
    box = context.setting.box
    match move:
        case TakeFromHut(section=section) | BuyFromHut(section=section):
            return _of_best(context, box.sections[section])
        case _:
            used = _card_used(context, move)
            return BestUse([]) if used is None else best_use(context, *used)


def most_task_points(rater: MoveRater, state: State, move: CampusMove) -> int:
    """Return the most half-points of tasks that a card or a section to take can fulfil, wherever it is placed.

    Of a shape in the pouch only what any of its sections can fulfil; 0 for other moves.
    """
    context = RatingContext(rater, state, move.seat)
    box = context.setting.box
    match move:
        case TakeFromHut(section=section) | BuyFromHut(section=section):
            return _task_points(context, box.sections[section])
        case TakeFromPouch(shape=shape) | BuyFromPouch(shape=shape):
            return _task_points_of_pouch(context, shape)
        case _:
            used = _card_used(context, move)
    hut, shapes = (0, 0) if used is None else _allowed(context, *used)
    sections = {box.sections[section] for section in spaces_of(hut)}
    found = [_task_points(context, section) for section in sections]
    return max([*found, *(_task_points_of_pouch(context, shape) for shape in spaces_of(shapes))], default=0)


def _task_points(context: RatingContext, section: Section) -> int:
    legal = places.legal(context.setting, context.state, section.shape)
    return placement_parts.most_task_points(context.values, section, legal)


def _task_points_of_pouch(context: RatingContext, shape: int) -> int:
    kinds = {context.setting.box.sections[it] for it in _in_pouch(context, shape)}
    return min((_task_points(context, kind) for kind in kinds), default=0)


def _card_used(context: RatingContext, move: CampusMove) -> tuple[ActionCard, Origin | None] | None:
    """Return the card whose action a move leads to, and from where it takes a section if the move says so."""
    state, box = context.state, context.setting.box
    match move:
        case ChooseCard(card=chosen) if chosen.value is not HIDDEN:
            return _in_use(context, box.cards[chosen.value], None)
        case Declare() | PlayCard():
            card, origin = card_in_play(context.setting, state, move.seat), getattr(move, "origin", None)
            return _in_use(context, card, origin)
        case Borrow(pile=pile, origin=origin) if (top := state.leftovers[pile].top) is not None:
            return box.cards[top], origin
        case _:
            return None


def _in_use(context: RatingContext, card: ActionCard, origin: Origin | None) -> tuple[ActionCard, Origin | None]:
    """Return the card whose action is carried out: for one of unfinished tasks the best to borrow."""
    if card.kind is CardKind.UNFINISHED and (ways := borrowable(context.setting, context.state)):
        pile, way = max(ways, key=lambda it: borrowed_value(context, *it))
        top = context.state.leftovers[pile].top
        if top is not None:
            return context.setting.box.cards[top], way
    return card, origin


def _changes(context: RatingContext, apply: Apply, move: CampusMove) -> list[Part]:
    """Return what a move changes at once: rows of the score sheet, tiles, and a building that it flips."""
    state, seat = context.state, context.seat
    after = apply(state, move)
    old = {line.key: line for line in seat_lines(context.setting, state, seat)}
    gone = [monk.space for monk in state.lazy if monk.seat == seat and monk not in after.lazy]
    parts = [
        Part(line.key, SCORE_UNIT * (line.points - old[line.key].points), line.count - old[line.key].count)
        for line in seat_lines(context.setting, after, seat)
        if line.key != "tiles"
    ]
    fulfilled = after.seats[seat].tasks[len(state.seats[seat].tasks) :]
    parts = [part._replace(names=fulfilled) if part.key == "tasks" else part for part in parts]
    parts = [part._replace(where=tuple(gone)) if part.key == "lazy" else part for part in parts]
    own, left = state.seats[seat].tiles, after.seats[seat].tiles
    more = sum(left) - sum(own)
    had, kept = _asked(context, after, own), _asked(context, after, left)
    asked = sum(kept.values()) - sum(had.values())
    concerned = tuple(kept if asked >= 0 else had)
    flips = [flip_parts(context, building) for building in spaces_of(after.open & ~state.open)]
    tiles = [
        Part("tiles", context.tile * more, more),
        Part("colours", _rarity(context, left) - _rarity(context, own)),
        Part("saved", context.tile // 2 * asked, asked, where=concerned),
    ]
    return _summed([*parts, *tiles, *chain.from_iterable(flips)])


def _rarity(context: RatingContext, tiles: Tiles) -> int:
    """Return the value of tiles beyond their number: higher for colours of which there are few."""
    return tile_cost(tiles, tiles, context.tile) - context.tile * sum(tiles)


def _asked(context: RatingContext, state: State, tiles: Tiles) -> dict[int, int]:
    """Return how many of these tiles each paid task on the board asks for, by the number of the task."""
    found: dict[int, int] = {}
    for place, cost in paid_tasks(context.setting, state):
        number = state.board[place]
        many = sum(min(held, asked) for held, asked in zip(tiles, cost.tiles, strict=True))
        if number is not None and many:
            found[number] = many
    return found


def _of_section(context: RatingContext, section: int) -> list[Part]:
    return _of_best(context, context.setting.box.sections[section]).parts


class BestUse(NamedTuple):
    """What speaks for a section at its best place."""

    parts: list[Part]
    section: Section | None = None
    """None for a shape in the pouch, whose colour decides the place, and where there is no place."""
    placement: Placement | None = None


def _of_best(context: RatingContext, section: Section) -> BestUse:
    """Return a section at its best placement; no parts if it has no place."""
    legal = places.legal(context.setting, context.state, section.shape)
    if not legal:
        return BestUse([])
    colour = JOKER if section.colour is None else section.colour
    value = context.values.by_placement(section.shape, colour)
    best = max(legal, key=lambda it: value[it.index])
    return BestUse(placement_parts.placement_parts(context.values, section, best), section, best)


def _of_pouch(context: RatingContext, shape: int) -> list[Part]:
    """Return the average parts of a shape in the pouch; they count what every section of it brings.

    They add up to the average of the sections' values: the largest part has what rounding takes away.
    """
    sections = _in_pouch(context, shape)
    kinds = {section: context.setting.box.sections[section] for section in sections}
    parts = {kind: _of_best(context, kind).parts for kind in set(kinds.values())}
    found: dict[str, list[Part]] = {}
    for section in sections:
        for part in parts[kinds[section]]:
            found.setdefault(part.key, []).append(part)
    average = [_average(key, same) for key, same in found.items()]
    if not average:
        return []
    rounded = context.values.pouch_value(shape, context.state.pouch) or 0
    largest = max(range(len(average)), key=lambda it: abs(average[it].value))
    lost = rounded - sum(part.value for part in average)
    average[largest] = average[largest]._replace(value=average[largest].value + lost)
    return average


def _in_pouch(context: RatingContext, shape: int) -> list[int]:
    return list(spaces_of(context.state.pouch & context.setting.shape_sections[shape]))


def _average(key: str, same: Sequence[Part]) -> Part:
    """Return the average of parts with one key. Its count is the one nearest to nothing, and sure as such."""
    sure = set(same[0].names).intersection(*(it.names for it in same))
    value, count = sum(it.value for it in same) // len(same), min((it.count for it in same), key=abs)
    there = set(same[0].where).intersection(*(it.where for it in same))
    return Part(key, value, count, tuple(sorted(sure)), tuple(sorted(there)))


def _of_card(context: RatingContext, card: ActionCard, origin: Origin | None, rating: int) -> list[Part]:
    """Return the parts of a card at its best use; its tiles and what it is worth to keep are a part of their own.

    A card of unfinished tasks is used as the best card that it lets the seat borrow.
    """
    card, origin = _in_use(context, card, origin)
    best = best_use(context, card, origin).parts
    if not best:
        kind = {CardKind.BOOK: "books", CardKind.GUEST: "guests"}.get(card.kind, "other")
        return [Part(kind, rating, int(kind != "other"))]
    kept = context.saved_value(KEPT.get(card.kind, 0))
    spent = (context.setting.box.cards.index(card),) if kept else ()
    return [*best, Part("kept", -kept, where=spent), Part("price", rating + kept - sum(part.value for part in best))]


def best_use(context: RatingContext, card: ActionCard, origin: Origin | None) -> BestUse:
    """Return the best section that a card allows; no parts if it allows none."""
    hut, shapes = _allowed(context, card, origin)
    kinds = {context.setting.box.sections[section] for section in spaces_of(hut)}
    found = [_of_best(context, kind) for kind in sorted(kinds, key=lambda it: (it.shape, it.colour or 0))]
    found += [BestUse(_of_pouch(context, shape)) for shape in spaces_of(shapes)]
    return max(found, key=lambda use: sum(part.value for part in use.parts), default=BestUse([]))


def _allowed(context: RatingContext, card: ActionCard, origin: Origin | None) -> tuple[int, int]:
    """Return a bit for each section of the hut, and for each shape in the pouch, that a card allows to take."""
    setting, state = context.setting, context.state
    ways = [*Origin] if card.kind is CardKind.DOUBLE and origin is None else [origin]
    hut = union(state.hut & hut_kinds(setting, card, way) for way in ways)
    return hut, union(pouch_shapes(setting, state, card, way) for way in ways)


def _summed(parts: Iterable[Part]) -> list[Part]:
    """Return the parts with those of one key added up."""
    found: dict[str, Part] = {}
    for part in parts:
        old = found.get(part.key, Part(part.key, 0))
        found[part.key] = Part(
            part.key, old.value + part.value, old.count + part.count, old.names + part.names, old.where + part.where
        )
    return list(found.values())
