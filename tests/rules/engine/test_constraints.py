"""Single constraints on components: what passes, and the error of what does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.engine import constraints
from rules.engine.game import ComponentError

GOOD: list[Callable[[], None]] = [
    lambda: constraints.slug("f", "k", "a-1"),
    lambda: constraints.text("f", "k", "Grüß Gott"),
    lambda: constraints.within("f", "k", 3, 3, 3),
    lambda: constraints.points("f", "k", -1, -1, 0),
    lambda: constraints.some_of("f", "k", (0, 2), 3, 1, 2),
    lambda: constraints.some_of("f", "k", (), 3, 0, 0),
    lambda: constraints.sorted_of("f", "k", (1, 1), 3, 2, 2, "tiles"),
    lambda: constraints.in_order("f", "k", (0, 0, 2), 3),
    lambda: constraints.distinct("f", "k", "names", "abc"),
]
BAD: dict[str, Callable[[], None]] = {
    "f: k 'A': expected a key of at most 40 characters a to z, 0 to 9 and -.": (
        lambda: constraints.slug("f", "k", "A")
    ),
    "f: k '': expected a key of at most 3": lambda: constraints.slug("f", "k", "", 3),
    "f: k: expected 1 to 40 plain Latin letters, digits and signs without spaces at either end, got ' a'.": (
        lambda: constraints.text("f", "k", " a")
    ),
    "f: k: expected 1 to 2 plain Latin": lambda: constraints.text("f", "k", "abc", 2),
    "f: k: expected a number from 1 to 2, got 3.": lambda: constraints.within("f", "k", 3, 1, 2),
    "f: k: expected 0.5 to 1 points, got 1.5.": lambda: constraints.points("f", "k", 3, 1, 2),
    "f: k: expected 1 to 2 different values, got 3.": lambda: constraints.some_of("f", "k", (0, 1, 2), 3, 1, 2),
    "f: k: expected 0 to 2 different values, got 2.": lambda: constraints.some_of("f", "k", (1, 1), 3, 0, 2),
    "f: k: expected known values, in their fixed order.": lambda: constraints.some_of("f", "k", (2, 0), 3, 1, 2),
    "f: k: expected 2 tiles, got 1.": lambda: constraints.sorted_of("f", "k", (1,), 3, 2, 2, "tiles"),
    "f: k: expected known values, in their fixed order": lambda: constraints.in_order("f", "k", (3,), 3),
    "f: k: expected different names.": lambda: constraints.distinct("f", "k", "names", (1, 1)),
    "f: k: expected different names; 'a' occurs twice.": lambda: constraints.distinct("f", "k", "names", "aba"),
    "f: k: expected different names; 'a' occurs twice, in row 1 and row 3.": (
        lambda: constraints.distinct("f", "k", "names", "aba", constraints.numbered("row", 3))
    ),
    "f: k: expected different sets; they are the same in row 1 and row 2.": (
        lambda: constraints.distinct("f", "k", "sets", (1, 1), constraints.numbered("row", 2))
    ),
}


def test_values_that_keep_a_constraint_pass() -> None:
    for check in GOOD:
        check()


@pytest.mark.parametrize(("message", "check"), BAD.items(), ids=BAD)
def test_values_that_break_a_constraint_are_refused(message: str, check: Callable[[], None]) -> None:
    with pytest.raises(ComponentError) as refused:
        check()
    assert str(refused.value).startswith(message)
