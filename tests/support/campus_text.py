"""Text forms of Campus Galli effects, views and scores for tests: readable, and stable enough for goldens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.campus_galli.box import COLOUR_LETTERS, COLOURS, DIE_FACES
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import EffectKind, LaidSection, SeatState, State
from rules.engine.grid import space_name, spaces_of
from rules.engine.secrecy import HIDDEN, Slot, Zone
from rules.engine.tellings import Told

CARDS = {
    EffectKind.CARD_REVEALED,
    EffectKind.CARD_SPENT,
    EffectKind.PLAYS,
    EffectKind.BEGS,
    EffectKind.BOOK_PRODUCED,
    EffectKind.GUEST_COME,
    EffectKind.SCORED_AGAIN,
    EffectKind.BOOK_LOST,
}
TILES = {EffectKind.TILES_RECEIVED, EffectKind.TILES_PAID, EffectKind.TILES_RETURNED}
TASKS = {
    EffectKind.TASK_REVEALED,
    EffectKind.TASK_SET_ASIDE,
    EffectKind.TASK_FULFILLED,
    EffectKind.EVENT,
    EffectKind.EVENT_IGNORED,
    EffectKind.WARDED_OFF,
}
SECTIONS = {EffectKind.SECTION_TAKEN, EffectKind.BUILDER_PLACED, EffectKind.THREATENED}
PLACED = {EffectKind.SECTION_LAID, EffectKind.FALLEN, EffectKind.LIFTED}
BUILDINGS = {
    EffectKind.FLIPPED,
    EffectKind.BUILDER_BESIDE,
    EffectKind.COMPLETED,
    EffectKind.GUEST_LOST,
    EffectKind.CORDON_LAID,
    EffectKind.CORDON_LIFTED,
    EffectKind.ARRIVED,
}
PILES = {EffectKind.TURNED_UP, EffectKind.BORROWED}
SPACES = {EffectKind.LAZY_MONK, EffectKind.LAZY_MONK_HOME, EffectKind.BUILDER_HOME}


def section_text(setting: Setting, number: int) -> str:
    """Return a section's text, e.g. `hut red hall`."""
    section = setting.box.sections[number]
    colour = "joker" if section.colour is None else COLOURS[section.colour]
    return f"{section.origin.value} {colour} {setting.box.shapes[section.shape].key}"


def tiles_text(tiles: Sequence[int]) -> str:
    """Return tiles as letters, e.g. `RRG`; "0" for none."""
    return "".join(letter * count for letter, count in zip(COLOUR_LETTERS, tiles, strict=True)) or "0"


def space_text(setting: Setting, space: int) -> str:
    """Return a space's name, e.g. `e4`."""
    return space_name(space, setting.box.plan.width)


def effect_text(setting: Setting, effect: Told) -> str:
    """Return an effect's text, e.g. `1 builder-placed hut red hall`, or `- flipped D` for a flip by a task."""
    box, first = setting.box, effect.facts[0] if effect.facts else 0
    if effect.key in CARDS:
        told = box.cards[first].key
    elif effect.key in TASKS:
        told = " ".join([box.tasks[first].key, *(f"place {place + 1}" for place in effect.facts[1:])])
    elif effect.key is EffectKind.COOPERATION:
        told = box.tasks[first].key + (f" {effect.facts[1]}" if effect.facts[1] > 1 else "")
    elif effect.key in SECTIONS:
        told = section_text(setting, first)
    elif effect.key in PLACED:
        spaces = setting.layout.placements[effect.facts[1]].spaces
        told = " ".join([section_text(setting, first), *(space_text(setting, space) for space in spaces)])
    elif effect.key in PILES:
        told = f"{box.cards[first].key} pile {effect.facts[1] + 1}"
    elif effect.key is EffectKind.DICE_ROLLED:
        told = " ".join([box.tasks[first].key, *(DIE_FACES[face] for face in effect.facts[1:])])
    elif effect.key in BUILDINGS:
        told = box.plan.buildings[first].letter
    elif effect.key in SPACES:
        told = space_text(setting, first)
    elif effect.key in TILES:
        told = tiles_text(effect.facts)
    elif effect.key is EffectKind.TILES_SWAPPED:
        told = f"{tiles_text(effect.facts[:4])} {COLOUR_LETTERS[effect.facts[4]]}"
    elif effect.key is EffectKind.MOVED_IN:
        told = f"{box.plan.buildings[first].letter} {effect.facts[1]}"
    elif effect.key is EffectKind.SHAPE_FELT:
        told = box.shapes[first].key
    elif effect.key is EffectKind.DECLARED:
        told = "pouch" if first else "hut"
    else:
        told = " ".join(map(str, effect.facts))
    return f"{'-' if effect.seat is None else effect.seat + 1} {effect.key} {told}".rstrip()


def plan_lines(setting: Setting, state: State) -> list[str]:
    """Draw `K` wood, `k` parchment, `t` trees, colour letters for sections (`J` joker), seats for lazy monks."""
    plan = setting.box.plan
    cells = dict.fromkeys(range(plan.width * plan.height), ".")
    for number, building in enumerate(plan.buildings):
        letter = building.letter if state.open >> number & 1 else building.letter.lower()
        cells |= dict.fromkeys(spaces_of(building.area), f" {letter}")
    cells |= dict.fromkeys(spaces_of(plan.trees), " ^")
    for index, laid in enumerate(state.laid):
        sign = chr(ord("a") + index) if index < 26 else chr(ord("A") + index - 26)
        cells |= {
            space: f"{_colour(setting, laid)}{sign}" for space in setting.layout.placements[laid.placement].spaces
        }
    cells |= {monk.space: f"!{monk.seat + 1}" for monk in state.lazy}
    head = "     " + " ".join(f" {chr(ord('a') + column)}" for column in range(plan.width))
    rows = [
        f"  {row + 1:>2} " + " ".join(f"{cells[row * plan.width + column]:>2}" for column in range(plan.width))
        for row in range(plan.height)
    ]
    return [head, *rows]


def _colour(setting: Setting, laid: LaidSection) -> str:
    colour = setting.box.sections[laid.section].colour
    return "J" if colour is None else COLOUR_LETTERS[colour]


def view_lines(game: CampusGalli, view: State) -> list[str]:
    """Return a whole view, one item per line."""
    setting = game.setting
    box = setting.box
    lines = plan_lines(setting, view)
    for index, laid in enumerate(view.laid):
        sign = chr(ord("a") + index) if index < 26 else chr(ord("A") + index - 26)
        builder = ", master builder" if laid.builder else ""
        lines.append(f"  section {sign}: {section_text(setting, laid.section)} of seat {laid.seat + 1}{builder}")
    for it in view.beside:
        who = "guest" if it.guest else "builder"
        lines.append(f"  beside {box.plan.buildings[it.building].letter}: {who} of seat {it.seat + 1}")
    lines.append("  hut: " + _stock(setting, view.hut))
    lines.append("  pouch: " + _stock(setting, view.pouch))
    lines.append("  board: " + _join("-" if task is None else box.tasks[task].key for task in view.board))
    lines.append(f"  deck: {view.deck.count}; set aside: " + _join(box.tasks[task].key for task in view.aside))
    lines.append("  box: " + _zone(setting, view.box))
    if setting.tiles:
        lines += _table_lines(setting, view)
    for number, seat in enumerate(view.seats):
        lines += [f"  seat {number + 1} {line}" for line in _seat_lines(setting, seat)]
    lines.append("  order: " + _join(str(seat + 1) for seat in view.order))
    lines.append("  draws: " + _join(map(str, view.draws)))
    lines.append("  agenda: " + _join(type(step).__name__.removesuffix("Step") for step in reversed(view.agenda)))
    return lines


def _table_lines(setting: Setting, view: State) -> list[str]:
    """Return the table's lines where cards cost tiles."""
    box = setting.box
    turned = _join(str(place + 1) for place in spaces_of(view.turned))
    lines = [f"  supply: {_counted(view.tiles)}; turned over: {turned}; first turn before: {view.first + 1}"]
    if view.turn is not None:
        received = "".join(COLOUR_LETTERS[colour] for colour in spaces_of(view.received)) or "-"
        lines.append(f"  turn of seat {view.turn + 1}, received {received}")
    for number, pile in enumerate(view.leftovers, 1):
        top = "-" if pile.top is None else box.cards[pile.top].key
        borrowed = _join(box.cards[card].key for card in pile.borrowed)
        lines.append(f"  unfinished {number}: {_zone(setting, pile.pile)}; top {top}; borrowed {borrowed}")
    if setting.dangers:
        cordon = "-" if view.cordon is None else box.plan.buildings[view.cordon].letter
        lines.append(f"  cordon: {cordon}; collapsed: {_join(box.tasks[task].key for task in view.fallen)}")
    return lines


def _counted(tiles: Sequence[int]) -> str:
    return " ".join(f"{count}{letter}" for letter, count in zip(COLOUR_LETTERS, tiles, strict=True))


def _seat_lines(setting: Setting, seat: SeatState) -> list[str]:
    lines = _card_lines(setting, seat)
    if setting.tiles:
        cards = setting.box.cards
        begs = ", begs" if seat.begs else ""
        out = (f"{name} {_join(cards[card].key for card in row)}" for name, row in _rows_out(setting, seat))
        lines.append(f"tiles: {tiles_text(seat.tiles)}{begs}; {'; '.join(out)}")
    if setting.dangers:
        borrowed = "-" if seat.borrowed is None else setting.box.cards[seat.borrowed].key
        lines.append(f"good cooperation: {seat.cooperation}; borrowed {borrowed}")
    return lines


def _rows_out(setting: Setting, seat: SeatState) -> list[tuple[str, tuple[int, ...]]]:
    rows = [("books", seat.books), ("guests", seat.guests)]
    return [*rows, ("lost", seat.lost)] if setting.dangers else rows


def _card_lines(setting: Setting, seat: SeatState) -> list[str]:
    box = setting.box
    declared = "" if seat.declared is None else f", declared {seat.declared.value}"
    return [
        f"year {seat.year}: pile {_zone(setting, seat.pile)}; next year {_zone(setting, seat.next_year)}",
        f"hand: {_zone(setting, seat.hand)}; chosen {_slot(setting, seat.chosen)}{declared}",
        f"monks at home: {seat.supply}; tasks: {_join(box.tasks[task].key for task in seat.tasks)}",
        f"played: {_join(box.cards[card].key for card in seat.played)}",
    ]


def _stock(setting: Setting, stock: int) -> str:
    kinds: list[str] = []
    for shape, sections in zip(setting.box.shapes, setting.shape_sections, strict=True):
        letters = [setting.box.sections[number].colour for number in spaces_of(stock & sections)]
        kinds.append(f"{shape.key} {''.join('J' if it is None else COLOUR_LETTERS[it] for it in letters) or '-'}")
    return ", ".join(kinds)


def _zone(setting: Setting, zone: Zone) -> str:
    if zone.cards is HIDDEN:
        return f"{zone.count} unseen"
    return f"{zone.count}: {_join(setting.box.cards[card].key for card in zone.cards)}" if zone.count else "0"


def _slot(setting: Setting, slot: Slot) -> str:
    if slot.card is HIDDEN:
        return "face down"
    return "-" if slot.card is None else setting.box.cards[slot.card].key


def _join(words: Iterable[str]) -> str:
    return " ".join(words) or "-"


def sheet_lines(game: CampusGalli, state: State) -> list[str]:
    """Return the score sheet, with half-points."""
    sheet = game.sheet(state)
    lines = [
        f"  {'table' if line.seat is None else f'seat {line.seat + 1}'} {line.key} ({line.clause}): "
        f"{line.count} -> {line.points / 2:g}"
        for line in sheet.lines
    ]
    lines.append("  seats: " + _join(f"{points / 2:g}" for points in sheet.seats))
    if sheet.team is not None:
        lines.append(f"  team: {sheet.team / 2:g}, {sheet.band}")
    else:
        lines.append("  winners: " + _join(str(seat + 1) for seat in sheet.winners))
    return lines
