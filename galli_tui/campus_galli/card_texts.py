"""What action cards and tasks say, in our own words: short forms for small panels, full ones where there is room."""

from __future__ import annotations

from galli_tui.campus_galli.words import building_words, listed
from rules.campus_galli.box import COLOURS, SIDES, ActionCard, Box, CardKind, Task, TaskKind

_TITLES = {
    CardKind.BUILD: "build",
    CardKind.MASTER: "grand master builder",
    CardKind.PRAY: "pray",
    CardKind.SEER: "grand seer",
    CardKind.DOUBLE: "build or pray",
    CardKind.ANGEL: "angel",
}


def card_number(card: ActionCard) -> str:
    """Its order number; a double-coloured card has two, e.g. "23/41"."""
    return "/".join(map(str, card.numbers))


def card_title(card: ActionCard) -> str:
    """What kind of card it is."""
    return _TITLES[card.kind]


def _shapes(box: Box, card: ActionCard) -> str:
    return listed((f"a {box.shapes[shape].name}" for shape in card.shapes), "or")


def card_short(box: Box, card: ActionCard) -> str:
    """What it takes, in a few words."""
    colours = listed((COLOURS[colour] for colour in card.colours), "or")
    shapes = listed((box.shapes[shape].name for shape in card.shapes), "or")
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


def card_full(box: Box, card: ActionCard) -> str:
    """What it does, in a sentence or two."""
    colours = listed((COLOURS[colour] for colour in card.colours), "or")
    match card.kind:
        case CardKind.BUILD:
            return f"Take a {colours} section of any shape from the hut."
        case CardKind.MASTER:
            return "Take any section from the hut."
        case CardKind.PRAY:
            return f"Feel for {_shapes(box, card)} in the pouch. Its colour is chance."
        case CardKind.SEER:
            return "Feel for any shape in the pouch. Its colour is chance."
        case CardKind.DOUBLE:
            low, high = card.numbers[0], card.numbers[-1]
            return (
                f"Take {_shapes(box, card)}: unseen from the pouch as number {low}, or by sight from the hut as {high}."
            )
        case CardKind.ANGEL:
            return "Take any section from the hut, or feel for any shape in the pouch. Angels come last."


def task_forms(box: Box, task: Task) -> tuple[str, ...]:
    """What it asks for, in a few words: forms from the longest to the shortest."""
    buildings, shapes = box.plan.buildings, box.shapes
    building = None if task.building is None else buildings[task.building]
    match task.kind:
        case TaskKind.PROGRESS if building:
            return (f"build on {building_words(building)}", f"build on {building.letter}")
        case TaskKind.LETTER if building:
            shape = shapes[task.shapes[0]].name
            return (f"{shape} on {building_words(building)}", f"{shape} on {building.letter}")
        case TaskKind.COLOURS:
            first, second = (COLOURS[colour] for colour in task.colours)
            return (f"{first} beside {second}",)
        case TaskKind.SHAPES:
            first, second = (shapes[shape].name for shape in task.shapes)
            return (f"{first} beside {second}",)
        case TaskKind.SIDE if task.side is not None:
            letters = " ".join(buildings[number].letter for number in box.plan.sides[task.side])
            start = f"{COLOURS[task.colours[0]]} in the {SIDES[task.side]}"
            return (f"{start}: {letters}", start)
        case _:
            return (task.key,)


def task_short(box: Box, task: Task) -> str:
    """What it asks for, in a few words."""
    return task_forms(box, task)[0]


def task_full(box: Box, task: Task) -> str:
    """What it asks for, in a sentence."""
    buildings, shapes = box.plan.buildings, box.shapes
    building = None if task.building is None else buildings[task.building]
    match task.kind:
        case TaskKind.PROGRESS if building:
            return f"Cover at least one space of {building_words(building)}. Grass around it does not count."
        case TaskKind.LETTER if building:
            return f"Lay a {shapes[task.shapes[0]].name} on at least one space of {building_words(building)}."
        case TaskKind.COLOURS:
            first, second = (COLOURS[colour] for colour in task.colours)
            return f"Lay a {first} section edge to edge with a {second} one, or the other way round."
        case TaskKind.SHAPES:
            first, second = (shapes[shape].name for shape in task.shapes)
            return f"Lay a {first} edge to edge with a {second}, or the other way round."
        case TaskKind.SIDE if task.side is not None:
            letters = listed((buildings[number].letter for number in box.plan.sides[task.side]), "or")
            return f"Lay a {COLOURS[task.colours[0]]} section on a building in the {SIDES[task.side]}: {letters}."
        case _:
            return task.key
