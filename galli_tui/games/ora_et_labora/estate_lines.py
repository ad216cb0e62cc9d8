"""What a player has, in lines: name, points, clergymen at home, settlements in hand, goods; and what is for sale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from galli_tui.games.kit.lines import Line, Span, line, spread, trimmed
from galli_tui.games.kit.since import change
from galli_tui.games.ora_et_labora.wheel_lines import brief_goods, worth_spans
from galli_tui.games.ora_et_labora.words import owner_name
from galli_tui.style.text_wrap import cells
from galli_tui.style.wording import counted
from rules.ora_et_labora.actions import fee
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.scoring import points
from rules.ora_et_labora.state import OraState
from saves.text import ellipsize, ellipsize_apart

_NAME = 8
"""Cells of a name in the line of an opponent."""
_INDENT = 2
"""Cells before the goods that stand in a line of their own."""


class EstateLines(NamedTuple):
    """What the lines are made from."""

    game: OraEtLabora
    view: OraState
    names: Sequence[str]
    before: OraState | None = None
    """The state with which the points of others are compared."""
    after: OraState | None = None
    """The state that the chosen move leads to."""

    def name(self, owner: int) -> str:
        """Return the name of an owner; that of the neutral player is short."""
        return "neutral" if owner == self.game.neutral else owner_name(self.game, self.names, owner)

    def tone(self, owner: int) -> str:
        """Return the tone of an owner's name."""
        return f"{self.game.meta.colours[owner]}_text" if owner < self.game.players else "faint"

    def head(self, owner: int, width: int) -> Line:
        """Return the line above a player's goods: the name, food, energy and points."""
        right = [*self._worth(owner), Span("  "), *self._points(owner)]
        name = ellipsize(self.name(owner), width - line(*right).width - 1)
        return spread([Span(name, self.tone(owner), strong=True)], right, width, target=f"estate {owner}")

    def two_heads(self, owner: int, width: int) -> list[Line]:
        """Return the same in two lines, for a narrow column."""
        right = self._points(owner)
        name = Span(ellipsize(self.name(owner), width - line(*right).width - 1), self.tone(owner), strong=True)
        return [spread([name], right, width, target=f"estate {owner}"), line(*self._worth(owner)), Line()]

    def _worth(self, owner: int) -> list[Span]:
        """Return what the goods are worth as food and energy, after the chosen move if there is one."""
        goods = (state.estates[owner].goods for state in (self.view, self.after or self.view))
        return [it._replace(target=f"worth {owner}") for it in worth_spans(self.game, *goods)]

    def _points(self, owner: int) -> list[Span]:
        """Return the points, and how the chosen move would change them."""
        total, then = (points(self.game, it.estates[owner]).total for it in (self.view, self.after or self.view))
        word = "point" if total == 1 else "points"
        return [Span(f"{total} {word}", "gold", strong=True), *change(total, then)]

    def clergy(self, owner: int) -> str:
        """Return the letters of the clergymen at home, if any."""
        estate = self.view.estates[owner]
        lay = self.game.lay_brothers - len(estate.lay_brothers)
        return "L" * lay + ("P" if estate.prior is None else "")

    def supply(self, owner: int, width: int) -> Line:
        """Return who is at home and the settlements in hand, and at the end what is for sale."""
        game, view = self.game, self.view
        found = [Span("home ", "faint"), Span(self.clergy(owner) or "none")]
        supply = [game.settlements[it].key for it in view.estates[owner].supply]
        for number, key in zip(view.estates[owner].supply, supply, strict=True):
            found.append(Span(f" {key}", target=f"supply {number}"))
        prices = self._prices()
        price = next(it for it in prices if line(*found).width + 1 + cells(it) <= width or it == "")
        right = [Span(price, "faint", target="prices")]
        return trimmed(spread(found, right, width, target=f"home {owner}"), width)

    def _prices(self) -> tuple[str, ...]:
        """Return what the next landscapes and a contract cost, in several forms, from the longest to an empty one."""
        game, view = self.game, self.view
        district = game.district_prices[view.districts - 1] if view.districts else None
        plot = game.plot_prices[view.plots - 1] if view.plots else None
        land = [(kind, price) for kind, price in (("district", district), ("plot", plot)) if price is not None]
        full = _priced([*land, ("contract", fee(game, view))])
        short = _priced(land) if land else full
        return (*([f"next {full}"] if land else []), full, short, short.replace("district", "distr."), "")

    def brief(self, owner: int, width: int, *, full: bool = False, lines: int = 1) -> list[Line]:
        """Return a player in as few lines as show all goods, or in at most `lines`: name, points, clergymen, goods."""
        short = ellipsize_apart([self.name(one) for one in range(self.game.players)], _NAME)
        name = self.name(owner) if full or owner >= len(short) else f"{short[owner]:<{_NAME}}"
        total = points(self.game, self.view.estates[owner]).total
        past = None if self.before is None else points(self.game, self.before.estates[owner]).total
        left = [
            Span(f"{ellipsize(name, width // 3) if full else name} ", self.tone(owner), strong=True),
            Span(f"{total:>3}", "gold", strong=True),
            *change(past, total),
            Span(f" {self.clergy(owner) or 'away':<4} "),
        ]
        first, *more = brief_goods(self.game, self.view, owner, width - line(*left).width, width - _INDENT, lines)
        indent = Span(" " * _INDENT)
        rows = [line(*left, first), *(line(indent, it) for it in more)]
        return [trimmed(it._replace(target=f"estate {owner}"), width) for it in rows]


def _priced(prices: Sequence[tuple[str, int]]) -> str:
    """Return what things cost, in coins: "district 8 coins, plot 7, contract 1"."""
    (kind, price), *rest = prices
    return ", ".join([f"{kind} {counted(price, 'coin')}", *(f"{other} {number}" for other, number in rest)])
