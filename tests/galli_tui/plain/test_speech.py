"""Sentences for the ear."""

from __future__ import annotations

import pytest

from galli_tui.plain.speech import spoken, typed_as_read


@pytest.mark.parametrize(
    ("drawn", "heard"),
    [
        ("It costs -1½ and gives +2.", "It costs minus 1 and a half and gives plus 2."),
        ("½ a point, -½ a point, +½", "half a point, minus half a point, plus half"),
        ("Throw 2/3 or 0/5.", "Throw 2 or 3 or 0 or 5."),
        ("CG-I-3a4 stays, 1x cards do not", "CG-I-3a4 stays, one-use cards do not"),
        ("\x1b[31mred\x1b[0m \x07bell", "red bell"),
        ("▲ hall │ e4 → f4 …", " hall e4 to f4 ..."),
        ("Jörg and Žofie", "Jörg and Žofie"),
        ("lay d5 e5 f5 g5", "lay d5 e5 f5 g5"),
        ("fell the forest on e-1, not e1", "fell the forest on e minus 1, not e1"),
    ],
)
def test_signs_become_words(drawn: str, heard: str) -> None:
    assert spoken(drawn).split() == heard.split()
    assert spoken(spoken(drawn)) == spoken(drawn)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("fell e minus 1 own", "fell e-1 own"), ("look D minus 2", "look D-2"), ("moves minus 1", "moves minus 1")],
)
def test_a_space_may_be_typed_as_it_is_read(typed: str, meant: str) -> None:
    assert typed_as_read(typed) == meant
    assert typed_as_read(spoken(meant)) == meant
