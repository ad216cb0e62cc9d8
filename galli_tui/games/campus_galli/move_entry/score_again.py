"""Scoring books or guests again, with the tile of each and the total."""

from __future__ import annotations

from galli_tui.games.campus_galli.card_effects import named_tile, tiles_gained
from galli_tui.games.campus_galli.move_entry.base import MatchContext
from galli_tui.games.campus_galli.move_entry.tile_menus import TileMenuEntry
from galli_tui.games.campus_galli.words import tile_spans, tile_words
from galli_tui.games.kit.decision import EnterResult
from galli_tui.games.kit.lines import Line, Span, line, trimmed
from galli_tui.games.kit.menu_decision import MenuItem
from galli_tui.style.wording import listed
from rules.campus_galli.box import CardKind
from rules.campus_galli.guests import ScoreAgain, ScoreAgainStep
from rules.campus_galli.state import State
from rules.campus_galli.tiles import NO_TILES, Tiles, plus, tile
from rules.engine.events import Move
from rules.engine.secrecy import Seat
from rules.engine.steps import current_step

_MORE = "more"
Pick = tuple[int, int | None]
"""A card and the colour of the tile that it earns; None if it earns none."""


class ScoreAgainEntry(TileMenuEntry):
    """Books or guests to score again, chosen one after the other."""

    def __init__(self, context: MatchContext, own_view: State, seat: Seat) -> None:
        self._picked: list[Pick] = []
        step = current_step(own_view, ScoreAgainStep)
        self._books = context.box.cards[step.cards[0]].kind is CardKind.BOOK
        super().__init__(context, own_view, seat)

    @property
    def title(self) -> str:
        most = current_step(self.own_view, ScoreAgainStep).most
        number = "one" if most == 1 else f"up to {most}"
        return f"{'library' if self._books else 'guest list'}: score {number} again"

    @property
    def prompt(self) -> str:
        kind = "book" if self._books else "guest"
        return f'{self.context.name(self.seat)}: choose a {kind} to score again, or "nothing" to finish.'

    def above(self, width: int) -> list[Line]:
        found = super().above(width)
        if self._picked:
            names = listed(self.context.box.cards[card].name for card, _ in self._picked)
            so_far = tile_spans(self.context.glyphs, _gained(self._picked))
            found.append(trimmed(line(Span("so far "), *so_far, Span(f" from {names}")), width))
        return found

    def page(self, name: str) -> list[MenuItem]:
        step = current_step(self.own_view, ScoreAgainStep)
        items: list[MenuItem] = []
        for card in step.cards:
            if card in {it for it, _ in self._picked}:
                continue
            for colour in (*self.context.box.cards[card].colours, None):
                item = self._item((card, colour), last=len(self._picked) + 1 == step.most)
                items += [item] if item else []
        done = self._move_of(self._picked)
        words = "nothing more" if self._picked else "nothing"
        note = self._total_note(self._picked) if self._picked else ""
        return [*items, MenuItem(words, answer=done, note=note)] if done else items

    def _item(self, pick: Pick, *, last: bool) -> MenuItem | None:
        """Return the item of a card with its tile; None if it can't earn that tile now."""
        picked = [*self._picked, pick]
        move, (number, colour) = self._move_of(picked), pick
        if move is None:
            return None
        card = self.context.box.cards[number]
        home = ""
        if card.building is not None:
            visits = "" if self.own_view.open >> card.building & 1 else "visiting "
            home = f", {visits or 'in '}{self.context.plan.buildings[card.building].letter}"
        right = (
            tiles_gained(self.context, self.own_view, card)
            if colour is None
            else named_tile(self.context.glyphs, colour)
        )
        page = "" if last else f"{_MORE}:{number},{'-' if colour is None else colour}"
        return MenuItem(f"{card.name}{home}", right, move if last else None, page, note=self._total_note(picked))

    def _total_note(self, picked: list[Pick]) -> str:
        """Return the tiles gained by these cards, and the seat's tiles afterwards."""
        gained = _gained(picked)
        return f"Gain {tile_words(gained)} in all. {self.before_and_after(plus(self.own, gained))}"

    def _move_of(self, picked: list[Pick]) -> ScoreAgain | None:
        """Return the move of exactly these picks, if it is legal."""
        for move in self.moves:
            if isinstance(move, ScoreAgain) and set(zip(move.cards, move.colours, strict=True)) == set(picked):
                return move
        return None

    def leads_to(self, page: str, move: Move) -> bool:
        kind, _, which = page.partition(":")
        return (
            kind == _MORE
            and isinstance(move, ScoreAgain)
            and _pick(which) in zip(move.cards, move.colours, strict=True)
        )

    def enter(self) -> EnterResult:
        kind, _, which = self.item.page.partition(":")
        if kind == _MORE:
            self._picked.append(_pick(which))
        return super().enter()

    def close_page(self) -> bool:
        if self._picked:
            self._picked.pop()
        return super().close_page()


def _pick(which: str) -> Pick:
    """Return the pick that a page's name stands for."""
    card, _, colour = which.partition(",")
    return int(card), None if colour == "-" else int(colour)


def _gained(picked: list[Pick]) -> Tiles:
    total = NO_TILES
    for _, colour in picked:
        total = total if colour is None else plus(total, tile(colour))
    return total
