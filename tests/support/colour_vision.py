"""How colour-blind eyes see a colour, and how different two colours look.

The matrices are those of Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision
deficiency" (2009), for eyes that lack one of the three kinds of cones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from textual.color import Color

Vector = tuple[float, float, float]
_AS_IT_IS: tuple[Vector, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
EYES = {
    "every cone": _AS_IT_IS,
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What eyes make of linear red, green and blue."""


def linear(name: str) -> Vector:
    """Return a colour's red, green and blue as amounts of light, from 0 to 1."""

    def light(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = Color.parse(name).rgb
    return light(red), light(green), light(blue)


def _applied(matrix: Sequence[Vector], light: Vector) -> Vector:
    red, green, blue = (sum(a * b for a, b in zip(row, light, strict=True)) for row in matrix)
    return red, green, blue


def _lab(light: Vector) -> Vector:
    """Return linear sRGB as CIE L*a*b* (white of D65)."""
    matrix: tuple[Vector, ...] = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    seen = _applied(matrix, light)
    x, y, z = (
        (share ** (1 / 3) if share > 0.008856 else 7.787 * share + 16 / 116)
        for share in (amount / white for amount, white in zip(seen, (0.9505, 1.0, 1.089), strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: str, other: str, eyes: str) -> float:
    """Return how different two colours look to these eyes: the distance in CIE L*a*b*; 2.3 is just noticeable."""

    def seen(name: str) -> Vector:
        red, green, blue = (min(1.0, max(0.0, part)) for part in _applied(EYES[eyes], linear(name)))
        return _lab((red, green, blue))

    return sum((a - b) ** 2 for a, b in zip(seen(one), seen(other), strict=True)) ** 0.5


def least_difference(colours: Iterable[str], eyes: str) -> tuple[float, str, str]:
    """Return the two colours that look most alike to these eyes, after their difference."""
    return min((difference(one, other, eyes), one, other) for one, other in combinations(colours, 2))
