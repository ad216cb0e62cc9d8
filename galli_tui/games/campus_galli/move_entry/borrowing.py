"""Borrowing one of the cards turned up on the board of unfinished tasks, each with its whole text."""

from __future__ import annotations

from galli_tui.games.campus_galli.card_texts import card_full, card_number, card_title, double_full
from galli_tui.games.campus_galli.lines import Line, Span, line, paragraph
from galli_tui.games.campus_galli.move_entry.menu import Item, Menu
from galli_tui.games.campus_galli.outlook import outlook
from galli_tui.games.campus_galli.texts import refusal_text
from rules.campus_galli.box import Origin
from rules.campus_galli.events import Borrow
from rules.engine.refusal import Refusal


class Borrowing(Menu):
    """A double-coloured card stands there twice, for the pouch and for the hut."""

    WHOLE = True

    @property
    def title(self) -> str:
        return "unfinished tasks: borrow a card"

    @property
    def prompt(self) -> str:
        return f"{self.desk.name(self.seat)}, borrow a card: a number or arrows, then enter."

    def page(self, name: str) -> list[Item]:
        items: list[Item] = []
        for pile, leftover in enumerate(self.sight.leftovers):
            if leftover.top is None:
                continue
            card = self.desk.box.cards[leftover.top]
            text = outlook(self.desk, self.sight, self.seat, card) or card_full(self.desk.box, card)
            for origin in [Origin.POUCH, Origin.HUT] if len(card.numbers) > 1 else [None]:
                move = Borrow(self.seat, pile, origin)
                where = f", {origin.value}" if origin else ""
                words = f"{card_number(card)} {card.name or card_title(card)}{where}"
                left = Span(f"{leftover.pile.count} below", "faint")
                note = double_full(self.desk.box, card, origin) if origin else text
                items.append(Item(words, (left,), self.desk.game.refusal(self.sight, move) or move, note=note))
        return items

    def lines(self, width: int, height: int) -> list[Line]:
        found: list[Line] = []
        for number, item in enumerate(self.items):
            found.append(self._line(number, width))
            found += self._text(item, f"choice:{number}", width - 3)
        return found if len(found) <= height else super().lines(width, height)

    def _text(self, item: Item, target: str, width: int) -> list[Line]:
        """The whole text of a card; of one that cannot be carried out the reason as well."""
        barred = item.answer if isinstance(item.answer, Refusal) else None
        found = paragraph(item.note, width, "faint" if barred else "ink", target=target)
        if barred is not None:
            text = f"✗ {refusal_text(self.desk.box, barred)} ({barred.clause})"
            found += paragraph(text, width, "refusal", indent=2, target=target)
        return [line(Span("   "), *it.spans, target=target) for it in found]
