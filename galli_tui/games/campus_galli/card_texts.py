"""Texts of action cards and tasks in our own words: short forms for small panels, full ones where there is room."""

from __future__ import annotations

from collections.abc import Iterable

from galli_tui.games.campus_galli.words import building_words, place_words, shape_words
from galli_tui.style.wording import listed
from rules.campus_galli.box import COLOURS, SIDES, ActionCard, Box, CardKind, Origin, Plan, Task, TaskKind

_TITLES = {
    CardKind.BUILD: "build",
    CardKind.MASTER: "grand master builder",
    CardKind.PRAY: "pray",
    CardKind.SEER: "grand seer",
    CardKind.DOUBLE: "build or pray",
    CardKind.ANGEL: "angel",
    CardKind.BOOK: "book",
    CardKind.GUEST: "guest",
    CardKind.UNFINISHED: "unfinished task",
}


def card_number(card: ActionCard) -> str:
    """Return a card's turn order; a double-coloured card has two numbers, e.g. "23/41"."""
    return "/".join(map(str, card.numbers))


def card_words(box: Box, cards: Iterable[int]) -> str:
    """Return cards by kind and number, kinds in the order in which they come, e.g. "pray 17, 32; build 53"."""
    kinds: dict[CardKind, list[str]] = {}
    for card in sorted(cards, key=lambda card: box.cards[card].numbers):
        kinds.setdefault(box.cards[card].kind, []).append(card_number(box.cards[card]))
    return "; ".join(f"{_TITLES[kind]} {', '.join(numbers)}" for kind, numbers in kinds.items())


def card_title(card: ActionCard) -> str:
    """Return the name of a card's kind."""
    return _TITLES[card.kind]


def _shapes(box: Box, card: ActionCard) -> str:
    return listed((f"a {shape_words(box, shape)}" for shape in card.shapes), "or")


def card_short(box: Box, card: ActionCard) -> str:
    """Return what a card does, in a few words."""
    colours = listed((COLOURS[colour] for colour in card.colours), "or")
    shapes = listed((shape_words(box, shape) for shape in card.shapes), "or")
    match card.kind:
        case CardKind.BUILD:
            return f"hut: any shape, {colours}"
        case CardKind.MASTER:
            return "hut: any section"
        case CardKind.PRAY:
            return f"pouch: {shapes}"
        case CardKind.SEER:
            return "pouch: any shape"
        case CardKind.DOUBLE:
            return f"pouch or hut: {shapes}"
        case CardKind.ANGEL:
            return "hut: any section; pouch: any shape"
        case CardKind.BOOK:
            return f"{card.name}: a {colours} tile"
        case CardKind.GUEST:
            return f"{card.name}: a {colours} tile" if colours else f"{card.name}: no tile"
        case CardKind.UNFINISHED:
            return "borrow a leftover card"


def card_full(box: Box, card: ActionCard, *, solo: bool = False) -> str:
    """Return what a card does, in a sentence or two; for a `solo` match without the turn order."""
    colours = listed((COLOURS[colour] for colour in card.colours), "or")
    match card.kind:
        case CardKind.BUILD:
            return f"Take a {colours} section of any shape from the hut."
        case CardKind.MASTER:
            return "Take any section from the hut."
        case CardKind.PRAY:
            return f"Draw {_shapes(box, card)} from the pouch; its colour is random."
        case CardKind.SEER:
            return "Draw any shape from the pouch; its colour is random."
        case CardKind.DOUBLE:
            shapes = listed((shape_words(box, shape) for shape in card.shapes), "or")
            low, high = (
                ("", "") if solo else (f", turn order {number}" for number in (min(card.numbers), max(card.numbers)))
            )
            return f"Pouch: a random {shapes}{low}. Hut: your choice{high}."
        case CardKind.ANGEL:
            last = "" if solo else " Angels play last."
            return f"Take any section from the hut or draw any shape from the pouch.{last}"
        case CardKind.BOOK:
            return f"Produce the {card.name} and gain 1 {colours} tile. Then score up to two other books again."
        case CardKind.GUEST:
            home = "" if card.building is None else f" and lives in {building_words(box.plan.buildings[card.building])}"
            gained = f"1 {colours} tile" if colours else "no tile"
            return f"{card.name} earns {gained}{home}. Then score one other guest again."
        case CardKind.UNFINISHED:
            return "Pay any tile and play one of the cards turned up on the board of unfinished tasks."


def declared_full(box: Box, card: ActionCard, declared: Origin | None, *, solo: bool = False) -> str:
    """Return what a card does once pouch or hut is `declared`; None before that, and for cards with one number."""
    if card.kind is CardKind.DOUBLE and declared is not None:
        return double_full(box, card, declared)
    return card_full(box, card, solo=solo)


def double_full(box: Box, card: ActionCard, origin: Origin) -> str:
    """Return what a double-coloured card does from the pouch or from the hut, in a sentence."""
    if origin is Origin.POUCH:
        return f"Draw {_shapes(box, card)} from the pouch; its colour is random."
    return f"Take {_shapes(box, card)} of any colour from the hut."


def task_forms(box: Box, task: Task) -> tuple[str, ...]:
    """Return what a task asks for in a few words: forms from the longest to the shortest."""
    buildings = box.plan.buildings
    building = None if task.building is None else buildings[task.building]
    match task.kind:
        case TaskKind.PROGRESS if building:
            return (f"build on {building_words(building)}", f"build on {building.letter}")
        case TaskKind.LETTER if building:
            shape = shape_words(box, task.shapes[0])
            return (f"{shape} on {building_words(building)}", f"{shape} on {building.letter}")
        case TaskKind.COLOURS:
            first, second = (COLOURS[colour] for colour in task.colours)
            return (f"{first} beside {second}",)
        case TaskKind.SHAPES:
            first, second = (shape_words(box, shape) for shape in task.shapes)
            return (f"{first} beside {second}",)
        case TaskKind.SIDE if task.side is not None:
            letters = " ".join(buildings[number].letter for number in box.plan.sides[task.side])
            start = f"{COLOURS[task.colours[0]]} in the {SIDES[task.side]}"
            return (f"{start}: {letters}", start)
        case _:
            return _later_forms(box, task)


def _later_forms(box: Box, task: Task) -> tuple[str, ...]:
    """Return `task_forms` for the tasks of levels II and III."""
    side = listed([SIDES[it] for it in task.sides])
    buildings = [box.plan.buildings[number] for number in (task.building, task.second) if number is not None]
    letters = " and ".join(building.letter for building in buildings)
    match task.kind:
        case TaskKind.DUES | TaskKind.ALMS:
            return (task.kind.value,)
        case TaskKind.FEAST | TaskKind.STUDY:
            return (f"{task.kind.value} day",)
        case TaskKind.HOURS:
            return (f"long hours of prayer: no {COLOURS[task.colours[0]]}", f"no {COLOURS[task.colours[0]]}")
        case TaskKind.COMPLETE:
            return ("complete a building", "complete")
        case TaskKind.NEWBOOK:
            return ("produce a book", "new book")
        case TaskKind.PERSON:
            return (f"new person in the {side}", f"new: {side}")
        case TaskKind.TOGETHER:
            first, second = (COLOURS[colour] for colour in task.colours)
            return (f"all together: {first} and {second}", f"{first} and {second}")
        case TaskKind.PAID:
            return (f"{task.name}: {_tiles(task)}", task.name)
        case TaskKind.FIRE:
            return ("fire in the libraries", "fire")
        case TaskKind.EPIDEMIC:
            return (f"epidemic in the {side}",)
        case TaskKind.COLLAPSE:
            return (f"collapse: {shape_words(box, task.shapes[0])} first", "collapse")
        case TaskKind.STORM:
            return ("storm on the north tower", "storm")
        case TaskKind.HALT:
            return (f"halt on {letters}: {_tiles(task)}", f"halt on {letters}")
        case TaskKind.EXPANSION:
            return (f"expand {building_words(buildings[0])}", f"expand {letters}")
        case TaskKind.CONNECTION:
            return (f"connect {letters}",)
        case TaskKind.RECONSTRUCTION:
            shape = shape_words(box, task.shapes[0])
            return (f"reconstruct a {shape}", f"reconstruct: {shape}")
        case TaskKind.ARRIVALS:
            return (f"arrivals in the {side}: {_tiles(task)}", f"arrivals: {side}")
        case _:
            return (task.key,)


def _one_of(plan: Plan, task: Task) -> str:
    """Return the grass of an expansion or connection, e.g. "on one of d4 d5"."""
    return f"on {'one of ' if task.spaces.bit_count() > 1 else ''}{place_words(plan, task.spaces)}"


def _tiles(task: Task) -> str:
    """Return a task's cost, e.g. "3 blue" or "1 red, 1 any"."""
    if task.tiles == tuple(range(len(COLOURS))):
        return "1 of each colour"
    names = (*COLOURS, "any")
    counts = {names[colour]: task.tiles.count(colour) for colour in dict.fromkeys(task.tiles)}
    return ", ".join(f"{number} {colour}" for colour, number in counts.items())


def task_short(box: Box, task: Task) -> str:
    """Return what a task asks for, in a few words."""
    return task_forms(box, task)[0]


def task_full(box: Box, task: Task) -> str:
    """Return what a task asks for, in a sentence or two."""
    buildings = box.plan.buildings
    building = None if task.building is None else buildings[task.building]
    match task.kind:
        case TaskKind.PROGRESS if building:
            return f"Cover at least one space of {building_words(building)}. Grass around it doesn't count."
        case TaskKind.LETTER if building:
            return f"Place a {shape_words(box, task.shapes[0])} on at least one space of {building_words(building)}."
        case TaskKind.COLOURS:
            first, second = (COLOURS[colour] for colour in task.colours)
            return f"Place a {first} section so that it shares an edge with a {second} one, or the reverse."
        case TaskKind.SHAPES:
            first, second = (shape_words(box, shape) for shape in task.shapes)
            return f"Place a {first} so that it shares an edge with a {second}, or the reverse."
        case TaskKind.SIDE if task.side is not None:
            letters = listed((buildings[number].letter for number in box.plan.sides[task.side]), "or")
            return f"Place a {COLOURS[task.colours[0]]} section on a building in the {SIDES[task.side]}: {letters}."
        case _:
            return _later_full(box, task)


def _later_full(box: Box, task: Task) -> str:
    """Return `task_full` for the tasks of levels II and III."""
    plan = box.plan
    side = listed([SIDES[it] for it in task.sides])
    names = [building_words(plan.buildings[number]) for number in (task.building, task.second) if number is not None]
    match task.kind:
        case TaskKind.DUES:
            return "At once: each player with more than 7 tiles returns them all and receives one of each colour."
        case TaskKind.FEAST:
            return "At once: each player may score up to two guests again."
        case TaskKind.STUDY:
            return "At once: each player may score up to two books again."
        case TaskKind.HOURS:
            colour = COLOURS[task.colours[0]]
            return f"Have no {colour} tile at the end of your turn; you then receive one."
        case TaskKind.ALMS:
            return "Have two tiles or fewer at the end of your turn; you then receive any two."
        case TaskKind.COMPLETE:
            return "Cover the last uncovered space of a building."
        case TaskKind.NEWBOOK:
            return "Produce a book."
        case TaskKind.PERSON:
            return f"Have a guest move into a building in the {side}, or expand with one there."
        case TaskKind.TOGETHER:
            first, second = (COLOURS[colour] for colour in task.colours)
            return f"Receive a {first} and a {second} tile in one turn."
        case TaskKind.PAID:
            return f"Pay {_tiles(task)} in a special action."
        case TaskKind.FIRE:
            return "At once: each player with a book rolls a die and pays the tile it shows or loses a book."
        case TaskKind.EPIDEMIC:
            return (
                f"At once: each player with guest monks in the {side} rolls two dice and pays them or loses one there."
            )
        case TaskKind.COLLAPSE:
            return "At once: three dice are rolled. A player who pays what they show saves the section; else it falls."
        case TaskKind.STORM:
            return "At once: one section on the north tower falls. Nothing can prevent it."
        case TaskKind.HALT:
            return f"No section may cover {names[0]} until a player pays {_tiles(task)} in a special action."
        case TaskKind.EXPANSION:
            return f"Place a section on {names[0]} and {_one_of(plan, task)}."
        case TaskKind.CONNECTION:
            return f"Place a section on {', '.join(names)} and {_one_of(plan, task)}."
        case TaskKind.RECONSTRUCTION:
            return f"In a special action, move a {shape_words(box, task.shapes[0])} on the plan to another place."
        case TaskKind.ARRIVALS:
            return f"At once: each player with a monk in the {side} may pay {_tiles(task)} for another one there."
        case _:
            return task.key
