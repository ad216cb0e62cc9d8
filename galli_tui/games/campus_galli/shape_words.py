"""The shapes of the sections in words: their form, and how many are left in the hut and in the pouch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from galli_tui.game_api.topics import Topic
from galli_tui.games.campus_galli.words import JOKER_WORD, colour_word, place_words, shape_words
from galli_tui.style.wording import counted, listed, sentence_start
from rules.campus_galli.box import COLOURS, Shape
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State
from rules.engine.grid import mask_of, oriented, spaces_of

_CELLS = 20
"""The most cells of an unknown name that are repeated."""


def stock_colours(setting: Setting, stock: int, shape: int) -> str:
    """Return the sections of a shape in a stock by colour, e.g. "2 red, 1 blue"; empty for none."""
    there = [setting.box.sections[it].colour for it in spaces_of(stock & setting.shape_sections[shape])]
    ordered = sorted(set(there), key=lambda it: len(COLOURS) if it is None else it)
    return ", ".join(f"{there.count(colour)} {colour_word(colour)}" for colour in ordered)


def shape_topic(setting: Setting, view: State) -> Topic:
    """Return the topic of the shapes."""
    names = [shape_words(setting.box, shape) for shape in range(len(setting.box.shapes))]

    def find(name: str) -> Sequence[str]:
        shape = _named(setting, name.casefold())
        return [] if shape is None else [*_shape_lines(setting, view, shape)]

    def answer(name: str) -> Sequence[str]:
        if not name:
            return [_brief(setting, view, shape) for shape in range(len(names))]
        return find(name) or [f"There is no shape {name[:_CELLS]}. The shapes are {listed(names)}."]

    about = "describes one shape of section, or all in brief."
    return Topic(("shapes", "shape"), about, answer, "NAME", find, (f"For example: shape {names[0]}.",))


def _named(setting: Setting, name: str) -> int | None:
    """Return the shape of this name, in the singular or plural, perhaps after a colour; None if there is none."""
    first, _, rest = name.partition(" ")
    wanted = rest if rest and first in (*COLOURS, JOKER_WORD) else name
    for number, shape in enumerate(setting.box.shapes):
        own = {shape_words(setting.box, number), shape.name}
        if wanted in own or wanted.removesuffix("s") in own:
            return number
    return None


def _shape_lines(setting: Setting, view: State, number: int) -> Iterator[str]:
    shape = setting.box.shapes[number]
    yield f"{sentence_start(shape_words(setting.box, number))}."
    turned = _turned(shape)
    yield f"It has {_form(setting, shape)}.{f' It can be {turned}.' if turned else ''}"
    for name, stock in (("hut", view.hut), ("pouch", view.pouch)):
        yield f"In the {name}: {stock_colours(setting, stock, number) or 'none'}."


def _brief(setting: Setting, view: State, number: int) -> str:
    kinds = setting.shape_sections[number]
    hut, pouch = (view.hut & kinds).bit_count(), (view.pouch & kinds).bit_count()
    form = _form(setting, setting.box.shapes[number])
    return f"{sentence_start(shape_words(setting.box, number))}: {form}; {hut} in the hut, {pouch} in the pouch."


def _form(setting: Setting, shape: Shape) -> str:
    """Return the form of a shape by the names of spaces: "4 spaces, in the form of a1 b1 c1 a2"."""
    plan = setting.box.plan
    spaces = place_words(plan, mask_of(row * plan.width + column for column, row in shape.cells))
    return f"{counted(len(shape.cells), 'space')}, in the form of {spaces}"


def _turned(shape: Shape) -> str:
    """Return what gives a shape another form: "rotated and flipped"; empty if nothing does."""
    rotations = {oriented(shape.cells, turns, mirrored=False) for turns in range(4)}
    flipped = oriented(shape.cells, 0, mirrored=True) not in rotations
    return listed([*(["rotated"] if len(rotations) > 1 else []), *(["flipped"] if flipped else [])])
