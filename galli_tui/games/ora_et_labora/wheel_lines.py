"""The production wheel and goods in lines: what each token yields now and next, what players have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from galli_tui.games.kit.lines import Line, Span, line
from galli_tui.games.kit.wheel import Wheel, WheelToken
from galli_tui.games.ora_et_labora.words import energy_of, food_of, good_name, halves
from galli_tui.style.text_wrap import cells as cells_of
from galli_tui.style.wording import counted
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.goods import COIN, GOODS
from rules.ora_et_labora.state import TOKENS, OraState

SHORT_GOODS: Final = {"livestock": "sheep", "grapes": "grape"}
"""Where a name must fit into five letters; livestock only where its column can't be wider."""
_CELL: Final = 10
"""Cells of a good in a row of goods."""
_WIDER: Final = 4
"""Cells that the column of livestock has besides, where there is room."""
SIGNS: Final = ("Wo", "Cl", "Pt", "Co", "Gn", "Li", "Sn", "Gp", "Jo")
"""On the dial, by token."""


class _Grid(NamedTuple):
    """The columns of tokens and goods, of one width but for that of livestock."""

    across: int
    width: int

    @property
    def wide(self) -> int | None:
        """The column of livestock, if its whole name has room there; it is the sixth on the wheel and of the goods."""
        column = TOKENS.index("livestock") % self.across
        gap = 1 if column == self.across - 1 else 0
        return column if self.across * _CELL + _WIDER - gap <= self.width else None

    def name(self, good: str) -> str:
        """Return the name of a good, in at most five letters where there is no room for more."""
        return good if good == "livestock" and self.wide is not None else SHORT_GOODS.get(good, good)

    def rows(self, cells: Sequence[Sequence[Span]]) -> list[Line]:
        """Return cells in as many rows as they need, each filled up to the next column."""
        found: list[list[Span]] = []
        for number, cell in enumerate(cells):
            column = number % self.across
            if column == 0:
                found.append([])
            room = _CELL + (_WIDER if column == self.wide else 0) - sum(cells_of(span.text) for span in cell)
            gap = " " * max(1, room) if column < self.across - 1 else ""
            found[-1] += [*cell[:-1], cell[-1]._replace(text=cell[-1].text + gap)]
        return [line(*spans) for spans in found]


def wheel_of(game: OraEtLabora, view: OraState) -> tuple[Wheel, list[WheelToken]]:
    """Return the wheel as the kit draws it; its beam stands still, and tokens move away from it."""
    tokens = [
        WheelToken(
            name,
            SIGNS[number],
            -steps % len(game.mode.wheel),
            "gold" if name == "joker" else "ink",
            f"token {number}",
        )
        for number, (name, steps) in enumerate(zip(TOKENS, view.tokens, strict=True))
        if steps is not None
    ]
    return Wheel(game.mode.wheel, 0), tokens


def tokens_across(view: OraState, width: int) -> int:
    """Return how many tokens stand in a row, so that all rows have about as many."""
    there = max(1, sum(steps is not None for steps in view.tokens))
    rows = -(-there // max(1, width // _CELL))
    return -(-there // rows)


def wheel_rows(game: OraEtLabora, view: OraState, across: int, width: int, after: OraState | None = None) -> list[Line]:
    """Return the tokens in rows: what each yields now, and how much more after the next turn of the wheel."""
    worths, grid = game.mode.wheel, _Grid(across, width)
    cells: list[list[Span]] = []
    for number, (name, steps) in enumerate(zip(TOKENS, view.tokens, strict=True)):
        if steps is None:
            continue
        target = f"token {number}"
        now, following = worths[steps], worths[min(steps + 1, len(worths) - 1)]
        taken = after is not None and after.tokens[number] != steps
        more = f"+{following - now}" if following > now else ""
        value = Span(str(now), "selected" if taken else "gold", strong=True, target=target)
        cells.append([Span(f"{grid.name(name)} ", target=target), value, Span(more, "good", target=target)])
    return grid.rows(cells)


def goods_rows(
    game: OraEtLabora, view: OraState, owner: int, width: int, after: OraState | None = None, across: int = 0
) -> list[Line]:
    """Return what a player has: basic goods in rows below the wheel's, then all others that there are."""
    held = view.estates[owner].goods
    then = held if after is None else after.estates[owner].goods
    on_wheel = [GOODS.index(name) for name in TOKENS[:-1] if not (name == "grapes" and game.ireland)]
    grid = _Grid(across or max(1, width // _CELL), width)
    cells = [_held(grid.name(good_name(game, good, 1)), good, held[good], then[good]) for good in on_wheel]
    others = [good for good in range(len(GOODS)) if good not in on_wheel and (held[good] or then[good])]
    rest = [_held(good_name(game, good, held[good]), good, held[good], then[good]) for good in others]
    return [*grid.rows(cells), *_side_by_side(rest, width)]


def worth_words(game: OraEtLabora, held: Sequence[int]) -> str:
    """Return what goods are worth as food and energy."""
    return f"food {food_of(game, held)}, energy {halves(energy_of(game, held))}"


def worth_spans(game: OraEtLabora, held: Sequence[int], then: Sequence[int]) -> list[Span]:
    """Return the worth of goods after the chosen move, which leaves `then`; what it changes is highlighted."""
    now, later = ((str(food_of(game, it)), halves(energy_of(game, it))) for it in (held, then))
    food, energy = (
        Span(new, "faint" if old == new else "selected", strong=old != new) for old, new in zip(now, later, strict=True)
    )
    return [Span("food ", "faint"), food, Span(", energy ", "faint"), energy]


def _held(name: str, good: int, number: int, then: int) -> list[Span]:
    """Return how many of a good there are, or how many the chosen move would leave."""
    changed, target = then != number, f"good {good}"
    tone = "selected" if changed else "ink" if number else "faint"
    shown = Span(str(then), tone, strong=True, target=target)
    return [shown, Span(f" {name}", "ink" if number or then else "faint", target=target)]


def _side_by_side(cells: Sequence[Sequence[Span]], width: int) -> list[Line]:
    """Return cells of any width in as many lines as they need, none of them broken."""
    found: list[Line] = []
    for cell in cells:
        longer = Line((*found[-1].spans, Span("  "), *cell)) if found else None
        if longer is not None and longer.width <= width:
            found[-1] = longer
        else:
            found.append(Line(tuple(cell)))
    return found


def brief_goods(game: OraEtLabora, view: OraState, owner: int, first: int, rest: int, lines: int = 1) -> list[Span]:
    """Return what a player has in at most `lines` lines, and how many more kinds there are if not all fit.

    `first` is the width of the first line, `rest` that of each further one.
    """
    held = view.estates[owner].goods
    texts = [f"{held[good]} {good_name(game, good, held[good])}" for good in range(len(GOODS)) if held[good]]
    if not texts:
        return [Span("nothing" if first >= len("nothing") else "", "faint")]
    found: list[Span] = []
    for number in range(lines):
        width = rest if number else first
        if number < lines - 1:
            shown = max(it for it in range(len(texts) + 1) if len(", ".join(texts[:it])) < width or not it)
            text, texts = ", ".join(texts[:shown]), texts[shown:]
            found.append(Span(f"{text}," if texts and text else text, "ink"))
        else:
            found.append(Span(_with_rest(texts, width), "ink"))
            texts = []
        if not texts:
            break
    return found


def _with_rest(texts: Sequence[str], width: int) -> str:
    """Return texts in a row, and how many are left out if not all fit; nothing if not even that number fits."""
    for shown in range(len(texts), -1, -1):
        more = [f"+{counted(len(texts) - shown, 'kind')}"] if shown < len(texts) else []
        text = ", ".join([*texts[:shown], *more])
        if len(text) <= width:
            return text
    return ""


def coins_first(held: Sequence[int]) -> list[int]:
    """Return the goods that there are, coins first."""
    return sorted((good for good in range(len(GOODS)) if held[good]), key=lambda good: good != COIN)
