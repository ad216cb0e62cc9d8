"""The production wheel and goods in lines: what each token yields now and next, what players have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from galli_tui.games.kit.lines import Line, Span, flowed, line
from galli_tui.games.kit.wheel import Wheel, WheelToken
from galli_tui.games.ora_et_labora.words import energy_of, food_of, good_name, halves
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.goods import COIN, GOODS
from rules.ora_et_labora.state import TOKENS, OraState

SHORT_GOODS: Final = {"livestock": "stock", "grapes": "grape", "peat coal": "coal"}
"""Where a name must fit into five letters."""
_CELL: Final = 10
"""Cells of a good in a row of goods."""
SIGNS: Final = ("Wo", "Cl", "Pt", "Pn", "Gn", "Sh", "Sn", "Gp", "Jo")
"""On the dial, by token."""


def short_good(name: str) -> str:
    """Return the name of a good in at most five letters, if it is on the wheel."""
    return SHORT_GOODS.get(name, name)


def wheel_of(game: OraEtLabora, view: OraState) -> tuple[Wheel, list[WheelToken]]:
    """Return the wheel as the kit draws it; its beam stands still, and tokens move away from it."""
    tokens = [
        WheelToken(name, SIGNS[number], -steps % len(game.mode.wheel), "gold" if name == "joker" else "ink")
        for number, (name, steps) in enumerate(zip(TOKENS, view.tokens, strict=True))
        if steps is not None
    ]
    return Wheel(game.mode.wheel, 0), tokens


def tokens_across(view: OraState, width: int) -> int:
    """Return how many tokens stand in a row, so that all rows have about as many."""
    there = max(1, sum(steps is not None for steps in view.tokens))
    rows = -(-there // max(1, width // _CELL))
    return -(-there // rows)


def wheel_rows(game: OraEtLabora, view: OraState, across: int, after: OraState | None = None) -> list[Line]:
    """Return the tokens in rows: what each yields now, and how much more after the next turn of the wheel."""
    worths = game.mode.wheel
    cells: list[list[Span]] = []
    for number, (name, steps) in enumerate(zip(TOKENS, view.tokens, strict=True)):
        if steps is None:
            continue
        target = f"token {number}"
        now, following = worths[steps], worths[min(steps + 1, len(worths) - 1)]
        taken = after is not None and after.tokens[number] != steps
        more = f"+{following - now}" if following > now else ""
        text = f"{short_good(name)} "
        value = Span(str(now), "selected" if taken else "gold", strong=True, target=target)
        rest = " " * max(1, _CELL - len(text) - len(str(now)) - len(more))
        cells.append([Span(text, target=target), value, Span(f"{more}{rest}", "good", target=target)])
    return _rows(cells, across)


def goods_rows(
    game: OraEtLabora, view: OraState, owner: int, width: int, after: OraState | None = None, across: int = 0
) -> list[Line]:
    """Return what a player has: basic goods in rows below the wheel's, then all others that there are."""
    held = view.estates[owner].goods
    then = held if after is None else after.estates[owner].goods
    on_wheel = [GOODS.index(name) for name in TOKENS[:-1] if not (name == "grapes" and game.ireland)]
    cells = [_held(game, good, held[good], then[good], basic=True) for good in on_wheel]
    others = [good for good in range(len(GOODS)) if good not in on_wheel and (held[good] or then[good])]
    rows = _rows(cells, across or max(1, width // _CELL))
    spans = [span for good in others for span in _held(game, good, held[good], then[good], basic=False)]
    return [*rows, *flowed(spans, width)] if spans else rows


def worth_words(game: OraEtLabora, held: Sequence[int]) -> str:
    """Return what goods are worth as food and energy."""
    return f"food {food_of(game, held)}, energy {halves(energy_of(game, held))}"


def _held(game: OraEtLabora, good: int, number: int, then: int, *, basic: bool) -> list[Span]:
    """Return how many of a good there are, and how many the chosen move would leave."""
    name, target = good_name(game, good, 1 if basic else number), f"good {good}"
    name = short_good(name) if basic else name
    changed = then != number
    tone = "selected" if changed else "ink" if number else "faint"
    text = str(then if changed else number)
    rest = " " * max(1, _CELL - len(text) - 1 - len(name)) if basic else "  "
    shown = Span(text, tone, strong=True, target=target)
    return [shown, Span(f" {name}{rest}", "ink" if number or then else "faint", target=target)]


def _rows(cells: Sequence[Sequence[Span]], across: int) -> list[Line]:
    """Return cells in as many rows as they need."""
    return [
        line(*(span for cell in cells[first : first + across] for span in cell))
        for first in range(0, len(cells), across)
    ]


def brief_goods(game: OraEtLabora, view: OraState, owner: int, width: int) -> list[Span]:
    """Return what a player has in one line, and how many more kinds there are if not all fit."""
    held = view.estates[owner].goods
    texts = [
        f"{held[good]} {short_good(good_name(game, good, held[good]))}" for good in range(len(GOODS)) if held[good]
    ]
    for shown in range(len(texts), -1, -1):
        more = [f"+{len(texts) - shown}"] if shown < len(texts) else []
        text = ", ".join([*texts[:shown], *more])
        if len(text) <= width:
            return [Span(text or ("" if texts else "nothing"), "ink" if texts else "faint")]
    return []


def coins_first(held: Sequence[int]) -> list[int]:
    """Return the goods that there are, coins first."""
    return sorted((good for good in range(len(GOODS)) if held[good]), key=lambda good: good != COIN)
