"""The contrast of texts, and the colours of a terminal."""

from __future__ import annotations

from rich.color import Color as RichColor
from rich.color import ColorSystem

from tests.support.colour_vision import linear

WCAG_AA = 4.5
WCAG_AAA = 7.0
GLYPHS = 3.0
"""The contrast that WCAG AA asks for signs that are no text."""


def least_contrast(palette: str) -> float:
    """Return the contrast that texts of a palette must have: AAA in high contrast, else AA."""
    return WCAG_AAA if palette.startswith("high-contrast") else WCAG_AA


def _luminance(name: str) -> float:
    red, green, blue = linear(name)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the WCAG 2 contrast ratio, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def is_exact(colour: str) -> bool:
    """Return whether a terminal with 256 colours has this one."""
    exact = RichColor.parse(colour)
    return exact.downgrade(ColorSystem.EIGHT_BIT).get_truecolor() == exact.get_truecolor()
