"""Borrowing a card from the board of unfinished tasks."""

from __future__ import annotations

from galli_tui.games.campus_galli.card_effects import effect_text
from galli_tui.games.campus_galli.card_texts import card_full, card_number, card_title, double_full
from galli_tui.games.campus_galli.move_entry.base import MenuEntry
from galli_tui.games.campus_galli.refusal_text import refusal_text
from galli_tui.games.kit.lines import Line, Span, line, paragraph
from galli_tui.games.kit.menu_decision import MenuItem
from rules.campus_galli.box import Origin
from rules.campus_galli.leftovers import Borrow
from rules.engine.refusal import Refusal


class BorrowEntry(MenuEntry):
    """The cards turned up, each with its whole text; a double-coloured one twice, for pouch and hut."""

    COVERS_TASKS = True
    STEADY = True

    @property
    def title(self) -> str:
        return "unfinished tasks: borrow a card"

    @property
    def prompt(self) -> str:
        return f"{self.context.name(self.seat)}: borrow a card (number or arrows, then Enter)."

    def page(self, name: str) -> list[MenuItem]:
        items: list[MenuItem] = []
        for pile, leftover in enumerate(self.own_view.leftovers):
            if leftover.top is None:
                continue
            card = self.context.box.cards[leftover.top]
            text = effect_text(self.context, self.own_view, self.seat, card) or card_full(
                self.context.box, card, solo=self.context.solo
            )
            for origin in [Origin.POUCH, Origin.HUT] if len(card.numbers) > 1 else [None]:
                move = Borrow(self.seat, pile, origin)
                where = f", {origin.value}" if origin else ""
                words = f"{card_number(card)} {card.name or card_title(card)}{where}"
                left = Span(f"{leftover.pile.count} in the pile", "faint")
                note = double_full(self.context.box, card, origin) if origin else text
                items.append(
                    MenuItem(words, (left,), self.context.game.refusal(self.own_view, move) or move, note=note)
                )
        return items

    def lines(self, width: int, height: int) -> list[Line]:
        found: list[Line] = []
        for number, item in enumerate(self.items):
            found.append(self._line(number, width))
            found += self._text(item, f"choice:{number}", width - 3)
        return found if len(found) <= height else super().lines(width, height)

    def _text(self, item: MenuItem, target: str, width: int) -> list[Line]:
        """Return the whole text of a card, and why it can't be played if so."""
        barred = item.answer if isinstance(item.answer, Refusal) else None
        found = paragraph(item.note, width, "faint" if barred else "ink", target=target)
        if barred is not None:
            text = f"✗ {refusal_text(self.context.box, barred)} ({barred.clause})"
            found += paragraph(text, width, "refusal", indent=2, target=target)
        return [line(Span("   "), *it.spans, target=target) for it in found]
