"""Scoring books or guests again, with the tile of each and the total."""

from __future__ import annotations

from dataclasses import dataclass

from galli_tui.games.campus_galli.card_effects import named_tile, tiles_gained
from galli_tui.games.campus_galli.move_entry.tile_menus import TileMenuEntry
from galli_tui.games.campus_galli.words import tile_spans, tile_words
from galli_tui.games.kit.lines import Line, Span, line, trimmed
from galli_tui.games.kit.menu_item import MenuItem
from galli_tui.style.wording import listed
from rules.campus_galli.box import CardKind
from rules.campus_galli.guests import ScoreAgain, ScoreAgainStep
from rules.campus_galli.tiles import NO_TILES, Tiles, plus, tile
from rules.engine.events import Move
from rules.engine.steps import current_step

Picks = tuple[tuple[int, int | None], ...]
"""Cards, and the colour of the tile that each earns; None if it earns none."""


@dataclass(frozen=True)
class _Page:
    """The page after some picks."""

    entry: ScoreAgainEntry
    picked: Picks

    def __call__(self) -> list[MenuItem]:
        return self.entry.items_after(self.picked)


class ScoreAgainEntry(TileMenuEntry):
    """Books or guests to score again, chosen one after the other."""

    @property
    def _step(self) -> ScoreAgainStep:
        return current_step(self.own_view, ScoreAgainStep)

    @property
    def _books(self) -> bool:
        return self.box.cards[self._step.cards[0]].kind is CardKind.BOOK

    @property
    def heading(self) -> str:
        number = "one" if self._step.most == 1 else f"up to {self._step.most}"
        return f"{'library' if self._books else 'guest list'}: score {number} again"

    @property
    def request(self) -> str:
        page = self.opened and self.opened.items
        picked = page.picked if isinstance(page, _Page) else ()
        kind = "book" if self._books else "guest"
        choose = f"choose another {kind}" if picked else f"choose a {kind} to score again"
        return f'{choose}, or "{_finishing(picked)}" to finish.'

    def above(self, width: int) -> list[Line]:
        found, page = super().above(width), self.opened and self.opened.items
        if isinstance(page, _Page):
            names = listed(self.box.cards[card].name for card, _ in page.picked)
            so_far = tile_spans(self.glyphs, _gained(page.picked))
            found.append(trimmed(line(Span("so far "), *so_far, Span(f" from {names}")), width))
        return found

    def first_items(self) -> list[MenuItem]:
        return self.items_after(())

    def items_after(self, picked: Picks) -> list[MenuItem]:
        """Return the items of the cards that may follow these picks, and of finishing with them."""
        there = {card for card, _ in picked}
        ways = [
            self._item(picked, card, colour)
            for card in self._step.cards
            for colour in (*self.box.cards[card].colours, None)
            if card not in there
        ]
        items = [item for item in ways if item is not None]
        done = self._move_of(picked)
        note = self._total_note(picked) if picked else ""
        return [*items, MenuItem(_finishing(picked), answer=done, note=note)] if done else items

    def _item(self, before: Picks, number: int, colour: int | None) -> MenuItem | None:
        """Return the item of a card with its tile; None if it can't earn that tile now."""
        picked = (*before, (number, colour))
        move, card = self._move_of(picked), self.box.cards[number]
        if move is None:
            return None
        home = ""
        if card.building is not None:
            visits = "" if self.own_view.open >> card.building & 1 else "visiting "
            home = f", {visits or 'in '}{self.plan.buildings[card.building].letter}"
        named = colour is not None
        right = named_tile(self.glyphs, colour) if named else tiles_gained(self.context, self.own_view, card)
        item = MenuItem(f"{card.name}{home}", right, note=self._total_note(picked))
        last = len(picked) == self._step.most
        return item._replace(answer=move) if last else item._replace(items=_Page(self, picked))

    def _total_note(self, picked: Picks) -> str:
        """Return the tiles gained by these cards, and the seat's tiles afterwards."""
        gained = _gained(picked)
        return f"Gain {tile_words(gained)} in all. {self.before_and_after(plus(self.own, gained))}"

    def _move_of(self, picked: Picks) -> ScoreAgain | None:
        """Return the move of exactly these picks, if it is legal."""
        moves = self.options(ScoreAgain)
        return next((it for it in moves if set(zip(it.cards, it.colours, strict=True)) == set(picked)), None)

    def leads_to(self, item: MenuItem, move: Move) -> bool:
        if not isinstance(item.items, _Page) or not isinstance(move, ScoreAgain):
            return False
        return set(item.items.picked) <= set(zip(move.cards, move.colours, strict=True))


def _finishing(picked: Picks) -> str:
    """Return the words of the item that scores exactly these picks."""
    return f"score {'these' if picked[1:] else 'this'} again" if picked else "nothing"


def _gained(picked: Picks) -> Tiles:
    total = NO_TILES
    for _, colour in picked:
        total = total if colour is None else plus(total, tile(colour))
    return total
