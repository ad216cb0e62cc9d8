"""Borrowing a card from the board of unfinished tasks."""

from __future__ import annotations

from galli_tui.games.campus_galli.card_effects import effect_text
from galli_tui.games.campus_galli.card_texts import card_full, card_number, card_title, double_full
from galli_tui.games.campus_galli.move_entry.base import MenuEntry
from galli_tui.games.kit.lines import Span
from galli_tui.games.kit.menu_item import MenuItem
from galli_tui.games.kit.request_words import by_number
from rules.campus_galli.box import Origin
from rules.campus_galli.leftovers import Borrow


class BorrowEntry(MenuEntry):
    """The cards turned up, each with its whole text; a double-coloured one twice, for hut and pouch."""

    COVERS_TASKS = True
    STEADY = True
    UNFOLDED = True
    TITLE = "unfinished tasks: borrow a card"
    REQUEST = by_number("borrow a card.")

    def first_items(self) -> list[MenuItem]:
        items: list[MenuItem] = []
        for pile, leftover in enumerate(self.own_view.leftovers):
            if leftover.top is None:
                continue
            card = self.box.cards[leftover.top]
            text = effect_text(self.context, self.own_view, self.seat, card)
            left = Span(f"{leftover.pile.count} in the pile", "faint")
            for origin in [*Origin] if len(card.numbers) > 1 else [None]:
                where = f", {origin.value}" if origin else ""
                words = f"{card_number(card)} {card.name or card_title(card)}{where}"
                full = text or card_full(self.box, card, solo=self.context.solo)
                note = double_full(self.box, card, origin) if origin else full
                items.append(MenuItem(words, (left,), self.answer(Borrow(self.seat, pile, origin)), note=note))
        return items
