"""The contrast of texts, and the colours of a terminal."""

from __future__ import annotations

from rich.color import Color as RichColor
from rich.color import ColorSystem
from textual.color import Color

WCAG_AA = 4.5


def _luminance(name: str) -> float:
    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = Color.parse(name).rgb
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)


def contrast(one: str, other: str) -> float:
    """Return the WCAG 2 contrast ratio, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def is_exact(colour: str) -> bool:
    """Return whether a terminal with 256 colours has this one."""
    exact = RichColor.parse(colour)
    return exact.downgrade(ColorSystem.EIGHT_BIT).get_truecolor() == exact.get_truecolor()
