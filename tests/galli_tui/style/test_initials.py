"""A letter for each name, on the plan and on curves in ASCII."""

from __future__ import annotations

from galli_tui.style.initials import initials
from galli_tui.terminal.capabilities import Terminal
from galli_tui.widgets.score_curve import CurveLine, ScoreCurve
from rules.engine.score_sheet import POINTS
from tests.support.app_driver import Driver, app_with, drive


def test_names_are_marked_by_a_unique_letter_of_theirs() -> None:
    assert initials(["Anna", "Bruno"]) == "AB"
    assert initials(["Anna", "Ann", "An"]) == "AN3"
    assert initials(["Älva", "Åke"]) == "AK"
    assert initials(["修道院", "1234"]) == "12"


def curve_in_ascii(*names: str) -> list[str]:
    """Return the lines of a curve in which each name scores one point more than the one before."""
    found: list[str] = []

    async def script(app: Driver) -> None:
        curve = ScoreCurve()
        await app.app.screen.mount(curve)
        curve.show([CurveLine(name, "ink", (0, 2 * number)) for number, name in enumerate(names, 1)], POINTS, ())
        await app.settle()
        found.extend(curve.render_line(y).text for y in range(curve.size.height - 2))

    drive(app_with(terminal=Terminal(ascii=True)), script)
    return found


def test_lines_of_like_names_have_letters_of_their_own_which_stand_before_the_names() -> None:
    lines = curve_in_ascii("Brother A", "Brother B")
    for letter in "BR":
        named = next(line for line in lines if f" {letter} Br" in line)
        assert any(letter in line[5 : named.index(f" {letter} Br")] for line in lines)


def test_lines_of_names_with_letters_of_their_own_are_named_without_them() -> None:
    assert any(" Anna " in line for line in curve_in_ascii("Anna", "Bruno"))
    assert not any(" A Anna" in line for line in curve_in_ascii("Anna", "Bruno"))
