"""Texts of action cards and tasks: short forms for small panels, full ones where there is room.

Their words are in `card_texts.toml`; what the words name is filled in here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from galli_tui.games.campus_galli.words import building_words, place_words, shape_words
from galli_tui.style.wording import listed
from rules.campus_galli.box import COLOURS, SIDES, ActionCard, Box, CardKind, Origin, Task, TaskKind
from rules.engine.toml_table import TomlTable, parsed_beside


@cache
def _texts(kind: CardKind | TaskKind) -> TomlTable:
    return parsed_beside("galli_tui.games.campus_galli", "card_texts.toml").table(kind.value)


def card_number(card: ActionCard) -> str:
    """Return a card's turn order; a double-coloured card has two numbers, e.g. "23/41"."""
    return "/".join(map(str, card.numbers))


def card_words(box: Box, cards: Iterable[int]) -> str:
    """Return cards by kind and number, kinds in the order in which they come, e.g. "pray 17, 32; build 53"."""
    kinds: dict[str, list[str]] = {}
    for card in sorted(cards, key=lambda card: box.cards[card].numbers):
        kinds.setdefault(card_title(box.cards[card]), []).append(card_number(box.cards[card]))
    return "; ".join(f"{title} {', '.join(numbers)}" for title, numbers in kinds.items())


def card_title(card: ActionCard) -> str:
    """Return the name of a card's kind."""
    return _texts(card.kind).text("title")


def kind_clause(kind: CardKind | TaskKind) -> str:
    """Return the clause that cards or tasks of a kind rest on."""
    return _texts(kind).text("clause")


def card_short(box: Box, card: ActionCard) -> str:
    """Return what a card does, in a few words."""
    return _texts(card.kind).text("short").format_map(_named_by_card(box, card))


def card_forms(box: Box, card: ActionCard) -> tuple[str, ...]:
    """Return a card's name for a list of cards, with what it does if there is room, the longest form first."""
    title = card_title(card)
    return (f"{title}: {card.name}", card.name) if card.name else (f"{title} ({card_short(box, card)})", title)


def card_full(box: Box, card: ActionCard, *, solo: bool = False) -> str:
    """Return what a card does, in a sentence or two; for a `solo` match without the turn order."""
    texts = _texts(card.kind)
    return texts.text("solo" if solo and texts.has("solo") else "full").format_map(_named_by_card(box, card))


def spoken_card(box: Box, card: ActionCard, price: str, *, solo: bool) -> str:
    """Return a card as it is read aloud: its kind, turn order and `price`, empty where it has none, and its effect."""
    pouch, *hut = card.numbers
    if not hut:
        order = f", turn order {pouch}"
    elif solo:
        order = f", turn order {pouch} from the pouch or {hut[0]} from the hut"
    else:
        order = ""  # The effect names both.
    return f"{card_title(card)}{order}{f', {price}' if price else ''}. {card_full(box, card, solo=solo)}"


def declared_full(box: Box, card: ActionCard, declared: Origin | None, *, solo: bool = False) -> str:
    """Return what a card does once pouch or hut is `declared`; None before that, and for cards with one number."""
    if card.kind is CardKind.DOUBLE and declared is not None:
        return double_full(box, card, declared)
    return card_full(box, card, solo=solo)


def double_full(box: Box, card: ActionCard, origin: Origin) -> str:
    """Return what a double-coloured card does from the pouch or from the hut, in a sentence."""
    return _texts(CardKind.DOUBLE).text(origin.value).format_map(_named_by_card(box, card))


def _named_by_card(box: Box, card: ActionCard) -> Mapping[str, object]:
    colours = listed((COLOURS[colour] for colour in card.colours), "or")
    shapes = [shape_words(box, shape) for shape in card.shapes]
    home = "" if card.building is None else f" and lives in {building_words(box.plan.buildings[card.building])}"
    return {
        "name": card.name,
        "colours": colours,
        "a_tile": f"a {colours} tile" if colours else "no tile",
        "one_tile": f"1 {colours} tile" if colours else "no tile",
        "shapes": listed(shapes, "or"),
        "a_shapes": listed((f"a {shape}" for shape in shapes), "or"),
        "low": min(card.numbers),
        "high": max(card.numbers),
        "home": home,
    }


def task_forms(box: Box, task: Task) -> tuple[str, ...]:
    """Return what a task asks for in a few words: forms from the longest to the shortest."""
    named = _named_by_task(box, task)
    return tuple(form.format_map(named) for form in _texts(task.kind).texts("forms"))


def task_short(box: Box, task: Task) -> str:
    """Return what a task asks for, in a few words."""
    return task_forms(box, task)[0]


def task_name(box: Box, task: Task) -> str:
    """Return what a task asks for as it stands within a sentence, which may be read aloud."""
    texts = _texts(task.kind)
    return texts.text("named").format_map(_named_by_task(box, task)) if texts.has("named") else task_short(box, task)


def task_names(box: Box, numbers: Sequence[int]) -> str:
    """Return tasks by name: `the task "x"`, `the tasks "x" (2 of them) and "y"`."""
    found = Counter(task_name(box, box.tasks[number]) for number in numbers)
    names = listed(f'"{name}"' if many == 1 else f'"{name}" ({many} of them)' for name, many in found.items())
    return f"the {'task' if len(numbers) == 1 else 'tasks'} {names}"


def task_full(box: Box, task: Task) -> str:
    """Return what a task asks for, in a sentence or two."""
    return _texts(task.kind).text("full").format_map(_named_by_task(box, task))


def _named_by_task(box: Box, task: Task) -> Mapping[str, str]:
    plan = box.plan
    buildings = [plan.buildings[number] for number in (task.building, task.second) if number is not None]
    names = [building_words(building) for building in buildings]
    shapes = [shape_words(box, shape) for shape in task.shapes]
    colours = [COLOURS[colour] for colour in task.colours]
    on_sides = [plan.buildings[number].letter for side in task.sides for number in plan.sides[side]]
    return {
        "name": task.name,
        "building": names[0] if names else "",
        "buildings": ", ".join(names),
        "letters": " and ".join(building.letter for building in buildings),
        "shape": shapes[0] if shapes else "",
        "other_shape": shapes[-1] if shapes else "",
        "colour": colours[0] if colours else "",
        "other_colour": colours[-1] if colours else "",
        "side": listed([SIDES[side] for side in task.sides]),
        "side_letters": " ".join(on_sides),
        "any_side_letter": listed(on_sides, "or"),
        "tiles": _tiles(task),
        "grass": f"{'one of ' if task.spaces.bit_count() > 1 else ''}{place_words(plan, task.spaces)}",
    }


def _tiles(task: Task) -> str:
    """Return a task's cost, e.g. "3 blue" or "1 red, 1 any"."""
    if task.tiles == tuple(range(len(COLOURS))):
        return "1 of each colour"
    names = (*COLOURS, "any")
    counts = {names[colour]: task.tiles.count(colour) for colour in dict.fromkeys(task.tiles)}
    return ", ".join(f"{number} {colour}" for colour, number in counts.items())
