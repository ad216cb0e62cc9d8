"""A production wheel: values around a dial, tokens that stand on its segments, and a beam that turns.

A token is worth the value that lies as many segments behind the beam as the token stands; each turn of the beam makes
it worth the next value, up to the last.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final, NamedTuple

from galli_tui.games.kit.blocks import beside, block
from galli_tui.games.kit.lines import Line, Span, line

_RADIUS: Final = (13, 5)
"""Of the dial, in columns and lines."""
_MARGIN: Final = 6
"""Columns beside the dial for what stands on its segments."""
DIAL: Final = (2 * (_RADIUS[0] + _MARGIN) + 1, 2 * _RADIUS[1] + 1)
"""Columns and lines of a dial."""
_GAP: Final = 2
WHEEL: Final = "wheel"
"""The target of the beam and of the values around the dial."""


class Wheel(NamedTuple):
    """The values of a wheel, from that at the beam backwards, and where the beam is."""

    values: Sequence[int]
    beam: int

    def worth(self, token: WheelToken, turns: int = 0) -> int:
        """Return what a token is worth after this number of further turns of the beam."""
        return self.values[min(self.age(token) + turns, len(self.values) - 1)]

    def age(self, token: WheelToken) -> int:
        """Return how many segments a token is behind the beam."""
        return (self.beam - token.at) % len(self.values)


class WheelToken(NamedTuple):
    """A token on a wheel."""

    name: str
    sign: str
    """One or two letters, on the dial."""
    at: int
    """The index of its segment."""
    tone: str = "ink"
    target: str = ""
    """What a click on it picks."""


def wheel(it: Wheel, tokens: Sequence[WheelToken], width: int, height: int, *, to: str = "→") -> list[Line]:
    """Return the dial with the tokens' values below or beside it where both fit; else the values, a line for each.

    `to` stands between what a token is worth now and what it will be worth next.
    """
    listed = [_worth(it, token, max(len(one.name) for one in tokens), to) for token in tokens]
    across, down = DIAL
    if width >= across + _GAP + max((one.width for one in listed), default=0) and height >= max(down, len(listed)):
        above = (down - len(listed)) // 2
        list_width = max((one.width for one in listed), default=0)
        return beside(_dial(it, tokens), block([Line()] * above + listed, list_width), gap=_GAP)
    if width >= across and height >= down + len(listed):
        return [*_dial(it, tokens), *listed]
    return listed


def _worth(it: Wheel, token: WheelToken, wide: int, to: str) -> Line:
    """Return what a token is worth now and next."""
    now, following = it.worth(token), it.worth(token, 1)
    return line(
        Span(f"{token.sign:<3}", token.tone, strong=True, target=token.target),
        Span(f"{token.name:<{wide}}", target=token.target),
        Span(f"{now:>4}", "gold", strong=True, target=token.target),
        Span(f" {to} {following}", "good" if following > now else "faint", target=token.target),
    )


def _dial(it: Wheel, tokens: Sequence[WheelToken]) -> list[Line]:
    """Return the segments around the dial, each with its present value and its tokens, and the beam from the middle."""
    across, down = DIAL
    canvas: list[list[Span]] = [[Span(" ")] * across for _ in range(down)]
    middle, (wide, high) = (across // 2, down // 2), _RADIUS

    def put(x: float, y: float, spans: Sequence[Span]) -> None:
        signs = [span._replace(text=char) for span in spans for char in span.text]
        column = middle[0] + round(x)
        # What stands beside the beam grows away from the middle.
        shift = 0 if column > middle[0] else len(signs) - 1 if column < middle[0] else len(signs) // 2
        left = max(0, min(across - len(signs), column - shift))
        canvas[middle[1] + round(y)][left : left + len(signs)] = signs

    count = len(it.values)
    for segment in range(count):
        angle = 2 * pi * segment / count
        x, y = wide * sin(angle), -high * cos(angle)
        at_beam = segment == it.beam
        if at_beam:
            for part in (0.2, 0.4, 0.6):
                put(part * x, part * y, [Span("*", "gold", strong=True, target=WHEEL)])
        value = it.values[(it.beam - segment) % count]
        there = [Span(one.sign, one.tone, strong=True, target=one.target) for one in tokens if one.at == segment]
        put(x, y, [Span(str(value), "gold" if at_beam else "faint", strong=at_beam, target=WHEEL), *there])
    return [Line(_merged(row)) for row in canvas]


def _merged(row: Sequence[Span]) -> tuple[Span, ...]:
    """Return the cells of a row with those of one look in one span."""
    found: list[Span] = []
    for span in row:
        if found and found[-1][1:] == span[1:]:
            found[-1] = span._replace(text=found[-1].text + span.text)
        else:
            found.append(span)
    return tuple(found)
