"""Find the fewest sections and spaces of grass that cover the whole plan; write such a cover to `data/cover.txt`.

Run as `python -m tests.support.find_cover` after the plan or the shapes have changed. Needs OR-Tools
(`pip install ortools`),
which nothing else here does; `test_cover.py` checks the file without it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple

from rules.campus_galli.box import COLOURS, Box
from rules.campus_galli.layout import Layout, Placement, layout_of
from rules.campus_galli.loader import standard
from rules.engine.grid import space_name
from tests.support.paths import TESTS

COVER = TESTS / "data" / "cover.txt"
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRS"
"""One for each of the 45 sections."""


class Model(NamedTuple):
    """The cover as a problem for CP-SAT."""

    problem: Any
    chosen: dict[Placement, Any]
    """For each legal placement, whether it belongs to the cover."""
    sections: Any
    """How many sections are laid."""
    grass: Any
    """How many spaces of grass they take."""


def model_of(cp_model: Any, box: Box, layout: Layout) -> Model:
    """Cover every wooden space once, every other at most once, with the sections there are."""
    problem = cp_model.CpModel()
    everything = (1 << len(box.plan.buildings)) - 1
    placements = [place for shape in range(len(box.shapes)) for place in layout.legal(shape, everything, 0)]
    placements.sort(key=lambda placement: placement.spaces)
    chosen = {placement: problem.new_bool_var(str(placement.index)) for placement in placements}
    for space in range(box.plan.width * box.plan.height):
        over = [chosen[placement] for placement in placements if placement.mask >> space & 1]
        if layout.lettered >> space & 1:
            problem.add_exactly_one(over)
        else:
            problem.add_at_most_one(over)
    for shape, count in Counter(section.shape for section in box.sections).items():
        problem.add(sum(chosen[placement] for placement in placements if placement.shape == shape) <= count)
    grass = sum((placement.mask & layout.grass).bit_count() * chosen[placement] for placement in placements)
    return Model(problem, chosen, sum(chosen.values()), grass)


def least(cp_model: Any, model: Model, amount: Any, what: str) -> int:
    """Return the proven minimum of an amount, and constrain the model to it."""
    model.problem.minimize(amount)
    solver = solved(cp_model, model)
    found = round(solver.objective_value)
    print(f"least {what}: {found}, proven")
    model.problem.add(amount == found)
    return found


def solved(cp_model: Any, model: Model) -> Any:
    """Return the solver with an optimal solution, or end the program."""
    solver = cp_model.CpSolver()
    solver.parameters.random_seed = 1
    solver.parameters.num_workers = 1
    if solver.solve(model.problem) != cp_model.OPTIMAL:
        sys.exit("The plan cannot be covered by the sections.")
    return solver


def lines(box: Box, placements: list[Placement]) -> Iterator[str]:
    """Return the cover as text: a drawing in comments, then a line for each section."""
    width, height = box.plan.width, box.plan.height
    drawing = ["."] * (width * height)
    for letter, placement in zip(LETTERS, placements, strict=False):
        for space in placement.spaces:
            drawing[space] = letter
    yield "# The whole plan covered, made by tests/support/find_cover.py. Each line: origin, colour, shape, spaces."
    for row in range(height):
        yield f"# {''.join(drawing[row * width : (row + 1) * width])}"
    unused = list(box.sections)
    for placement in placements:
        section = next(section for section in unused if section.shape == placement.shape)
        unused.remove(section)
        colour = "joker" if section.colour is None else COLOURS[section.colour]
        names = " ".join(space_name(space, width) for space in placement.spaces)
        yield f"{section.origin.value} {colour} {box.shapes[section.shape].key} {names}"


def main() -> None:
    """Prove both minima, each by itself and together, and write the cover."""
    try:
        cp_model = import_module("ortools.sat.python.cp_model")
    except ImportError:
        sys.exit("This needs OR-Tools: pip install ortools")
    box = standard()
    layout = layout_of(box.plan, box.shapes)
    alone = model_of(cp_model, box, layout)
    least(cp_model, alone, alone.sections, "sections")
    model = model_of(cp_model, box, layout)
    least(cp_model, model, model.grass, "spaces of grass")
    least(cp_model, model, model.sections, "sections with so little grass")
    solver = solved(cp_model, model)
    placements = [placement for placement, chosen in model.chosen.items() if solver.value(chosen)]
    placements.sort(key=lambda placement: placement.spaces)
    COVER.write_text("\n".join(lines(box, placements)) + "\n", encoding="utf-8")
    print(f"written: {COVER}")


if __name__ == "__main__":
    main()
