"""Decisions about tiles: playing or begging, paying, receiving, the end of the turn."""

from __future__ import annotations

from galli_tui.games.campus_galli.card_effects import cost_spans, effect_text, moving_in_text
from galli_tui.games.campus_galli.card_texts import card_number, card_short, card_words, declared_full, task_short
from galli_tui.games.campus_galli.move_entry.base import MenuEntry
from galli_tui.games.campus_galli.points import signed_points
from galli_tui.games.campus_galli.words import colour_word, cost_words, tile_spans, tile_words
from galli_tui.games.kit.lines import Line, Span, line, paragraph
from galli_tui.games.kit.menu_decision import MenuItem
from galli_tui.style.wording import listed
from rules.campus_galli.box import ActionCard, Origin
from rules.campus_galli.guests import MoveInStep
from rules.campus_galli.state import open_card
from rules.campus_galli.takeable import card_in_play
from rules.campus_galli.tile_transfers import PayTiles, ReceiveTiles, ReceiveTilesStep, SwapTiles
from rules.campus_galli.tile_turns import ClaimTask, EndTurn, cost_of
from rules.campus_galli.tiles import Tiles, card_cost, minus, payments, plus, swapped, tile
from rules.campus_galli.turn_order import Beg, Declare, PlayCard
from rules.engine.events import Move
from rules.engine.secrecy import Seat
from rules.engine.steps import current_step

_SWAP = "swap"


class TileMenuEntry(MenuEntry):
    """A decision about the seat's tiles, which are shown above it."""

    @property
    def own(self) -> Tiles:
        """The seat's tiles."""
        return self.own_view.seats[self.seat].tiles

    def above(self, width: int) -> list[Line]:
        return [line(Span("your tiles ", "faint"), *tile_spans(self.context.glyphs, self.own))]

    def before_and_after(self, after: Tiles) -> str:
        """Return the seat's tiles afterwards, as a sentence."""
        return f"You will have {tile_words(after)}."

    def _after_giving(self, given: Tiles) -> str:
        """Return the note of a swap that gives three tiles."""
        kept = minus(self.own, given)
        return f"You keep {tile_words(kept)} and receive one of your choice."

    def pay_items(self) -> list[MenuItem]:
        """Return each way to pay."""
        return [
            MenuItem(
                "pay",
                tile_spans(self.context.glyphs, move.tiles),
                move,
                note=self.before_and_after(minus(self.own, move.tiles)),
            )
            for move in self.moves
            if isinstance(move, PayTiles)
        ]

    @property
    def swap_prompt(self) -> str:
        """The prompt on the pages of swaps."""
        return f"{self.context.name(self.seat)}: choose what to swap; Esc goes back."

    def leads_to(self, page: str, move: Move) -> bool:
        return page.startswith(_SWAP) == isinstance(move, SwapTiles)

    def swap_items(self) -> list[MenuItem]:
        """Return the item that opens the swaps, if any is legal."""
        any_swap = any(isinstance(move, SwapTiles) for move in self.moves)
        return [MenuItem("swap three tiles for one", page=_SWAP)] if any_swap else []

    def swap_page(self, name: str) -> list[MenuItem]:
        """Return the page of the three tiles to give, then of the one to receive."""
        # Receiving one of the colours given is legal but hardly ever meant, so it comes last.
        swaps = sorted((move for move in self.moves if isinstance(move, SwapTiles)), key=_returns_given_colour)
        _, _, which = name.partition(":")
        given = list(dict.fromkeys(move.given for move in swaps))
        if not which:
            return [
                MenuItem(
                    "give",
                    tile_spans(self.context.glyphs, three),
                    page=f"{_SWAP}:{number}",
                    note=self._after_giving(three),
                )
                for number, three in enumerate(given)
            ]
        three, glyphs = given[int(which)], self.context.glyphs
        return [
            MenuItem(
                f"for a {colour_word(move.colour)} tile",
                (*tile_spans(glyphs, three), Span(" → ", "faint"), *tile_spans(glyphs, tile(move.colour))),
                move,
                note=self.before_and_after(swapped(self.own, three, move.colour)),
            )
            for move in swaps
            if move.given == three
        ]


def _returns_given_colour(move: SwapTiles) -> bool:
    return move.given[move.colour] > 0


class PlayOrBegEntry(TileMenuEntry):
    """Playing the card, from pouch or hut if it is double-coloured, or begging."""

    @property
    def title(self) -> str:
        return f"card {card_number(self._card)}: play it or beg?"

    @property
    def prompt(self) -> str:
        return f"{self.context.name(self.seat)}: play your card or beg (number or arrows, then Enter)."

    @property
    def _card(self) -> ActionCard:
        return self.context.box.cards[open_card(self.own_view.seats[self.seat])]

    def page(self, name: str) -> list[MenuItem]:
        card, game = self._card, self.context.game
        ways: list[Declare | PlayCard] = [PlayCard(self.seat)]
        if len(card.numbers) > 1:
            ways = [Declare(self.seat, Origin.POUCH), Declare(self.seat, Origin.HUT)]
        items: list[MenuItem] = []
        for move in ways:
            origin = move.origin if isinstance(move, Declare) else None
            cost = card_cost(card, origin)
            words = (
                f"play from the {origin.value}"
                if origin
                else f"play ({card.name or card_short(self.context.box, card)})"
            )
            number = card.numbers[-1 if origin is Origin.HUT else 0]
            told = effect_text(self.context, self.own_view, self.seat, card)
            refusal = game.refusal(self.own_view, move)
            swap = "" if refusal or payments(self.own, cost) else " You must swap tiles before you can pay."
            order = "" if self.context.solo else f" (turn order {number})"
            note = f"Costs {cost_words(cost)}, paid on your turn{order}.{swap} {told}".rstrip()
            items.append(MenuItem(words, cost_spans(self.context.glyphs, cost), refusal or move, note=note))
        later = "" if self.context.solo else "move after all who play and "
        beg = f"Discard the card for two tiles of your choice. You {later}take no special action."
        return [*items, MenuItem("beg", answer=Beg(self.seat), note=beg)]

    def lines(self, width: int, height: int) -> list[Line]:
        found = super().lines(width, height)
        others = [
            f"{self.context.name(Seat(number))} {card_words(self.context.box, [own.chosen.card])}"
            for number, own in enumerate(self.own_view.seats)
            if number != self.seat and isinstance(own.chosen.card, int)
        ]
        return (found + paragraph(f"Other cards: {listed(others)}.", width, "faint") if others else found)[:height]


class PayEntry(TileMenuEntry):
    """Paying for the card."""

    @property
    def title(self) -> str:
        return f"pay {cost_words(cost_of(self.context.game.setting, self.own_view, self.seat))}"

    @property
    def prompt(self) -> str:
        if self.paged:
            return self.swap_prompt
        if not any(isinstance(move, PayTiles) for move in self.moves):
            return f"{self.context.name(self.seat)}: you must swap tiles before you can pay."
        return f"{self.context.name(self.seat)}: press Enter to pay for your card, or swap tiles first."

    def above(self, width: int) -> list[Line]:
        card = card_in_play(self.context.game.setting, self.own_view, self.seat)
        declared = self.own_view.seats[self.seat].declared
        told = effect_text(self.context, self.own_view, self.seat, card) or declared_full(
            self.context.box, card, declared, solo=self.context.solo
        )
        return [*super().above(width), *paragraph(told, width, "faint")]

    def page(self, name: str) -> list[MenuItem]:
        if name:
            return self.swap_page(name)
        return [*self.pay_items(), *self.swap_items()]


class ReceiveTilesEntry(TileMenuEntry):
    """Choosing tiles to receive from the supply."""

    @property
    def title(self) -> str:
        number = current_step(self.own_view, ReceiveTilesStep).number
        return "receive a tile" if number == 1 else f"receive {number} tiles"

    @property
    def prompt(self) -> str:
        return f"{self.context.name(self.seat)}: choose what to receive (number or arrows, then Enter)."

    def above(self, width: int) -> list[Line]:
        guests = [step.card for step in self.own_view.agenda if isinstance(step, MoveInStep)]
        told = [moving_in_text(self.context, self.own_view, self.seat, self.context.box.cards[card]) for card in guests]
        return [*super().above(width), *(it for text in told for it in paragraph(text, width, "faint"))]

    def page(self, name: str) -> list[MenuItem]:
        return [
            MenuItem(
                tile_words(move.tiles),
                tile_spans(self.context.glyphs, move.tiles),
                move,
                note=self.before_and_after(plus(self.own, move.tiles)),
            )
            for move in self.moves
            if isinstance(move, ReceiveTiles)
        ]


class EndTurnEntry(TileMenuEntry):
    """The end of a turn: swaps, long hours of prayer, alms."""

    @property
    def title(self) -> str:
        return "end of your turn"

    @property
    def prompt(self) -> str:
        if self.paged:
            return self.swap_prompt
        kinds = {type(move) for move in self.moves}
        first = [words for kind, words in ((SwapTiles, "swap tiles"), (ClaimTask, "take a task")) if kind in kinds]
        more = f", or first {listed(first, 'or')}" if first else ""
        return f"{self.context.name(self.seat)}: press Enter to end your turn{more}."

    def page(self, name: str) -> list[MenuItem]:
        if name:
            return self.swap_page(name)
        end = [MenuItem("end the turn", answer=move) for move in self.moves if isinstance(move, EndTurn)]
        claims = [self._claim(move) for move in self.moves if isinstance(move, ClaimTask)]
        return [*end, *claims, *self.swap_items()]

    def _claim(self, move: ClaimTask) -> MenuItem:
        number = self.own_view.board[move.place]
        if number is None:
            raise AssertionError("no task to take")
        task = self.context.box.tasks[number]
        gained = tile_words(tile(task.colours[0])) if task.colours else "two tiles of your choice"
        return MenuItem(
            f"take {task_short(self.context.box, task)}",
            (Span(signed_points(task.points), "gold", strong=True),),
            move,
            note=f"Gain {gained} as well as the seals.",
        )
