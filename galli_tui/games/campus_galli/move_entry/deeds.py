"""What is decided with tiles: playing or begging, paying, receiving, the end of the turn."""

from __future__ import annotations

from galli_tui.games.campus_galli.card_texts import card_full, card_number, card_short, card_words, task_short
from galli_tui.games.campus_galli.lines import Line, Span, line, paragraph
from galli_tui.games.campus_galli.move_entry.menu import Item, Menu
from galli_tui.games.campus_galli.outlook import cost_spans, moving_in, outlook
from galli_tui.games.campus_galli.words import colour_word, cost_words, listed, signed, tile_spans, tile_words
from rules.campus_galli.box import ActionCard, Origin
from rules.campus_galli.events import (
    Beg,
    ClaimTask,
    Declare,
    EndTurn,
    PayTiles,
    PlayCard,
    ReceiveTiles,
    SwapTiles,
)
from rules.campus_galli.state import current_step, open_card
from rules.campus_galli.steps import MoveInStep, ReceiveTilesStep
from rules.campus_galli.takeable import card_in_play
from rules.campus_galli.tile_turns import cost_of
from rules.campus_galli.tiles import Tiles, card_cost, minus, payments, plus, swapped, tile
from rules.engine.events import Move
from rules.engine.secrecy import Seat

_SWAP = "swap"


class TileMenu(Menu):
    """A decision over one's own tiles, which stand above it."""

    @property
    def own(self) -> Tiles:
        """The seat's tiles."""
        return self.sight.seats[self.seat].tiles

    def above(self, width: int) -> list[Line]:
        return [line(Span("your tiles ", "faint"), *tile_spans(self.desk.signs, self.own))]

    def before_and_after(self, after: Tiles) -> str:
        """The tiles after what the cursor is on."""
        return f"Then you have {tile_words(after)}."

    def _kept_words(self, given: Tiles) -> str:
        """What stays besides the tile for which three are given."""
        kept = minus(self.own, given)
        return f"You keep {tile_words(kept)}, and receive one of your choice."

    def pay_items(self) -> list[Item]:
        """Every way to pay."""
        return [
            Item(
                "pay",
                tile_spans(self.desk.signs, move.tiles),
                move,
                note=self.before_and_after(minus(self.own, move.tiles)),
            )
            for move in self.moves
            if isinstance(move, PayTiles)
        ]

    @property
    def swap_prompt(self) -> str:
        """What is next on the pages of the swaps."""
        return f"{self.desk.name(self.seat)}, choose what you swap; esc goes back."

    def leads_to(self, page: str, move: Move) -> bool:
        return page.startswith(_SWAP) == isinstance(move, SwapTiles)

    def swap_items(self) -> list[Item]:
        """The item that opens the swaps, if there is any."""
        any_swap = any(isinstance(move, SwapTiles) for move in self.moves)
        return [Item("swap three tiles for one", page=_SWAP)] if any_swap else []

    def swap_page(self, name: str) -> list[Item]:
        """First which three are given, then for which one."""
        # To give three and get one of them back is allowed, and hardly ever meant: it stands last.
        swaps = sorted((move for move in self.moves if isinstance(move, SwapTiles)), key=_wasteful)
        _, _, which = name.partition(":")
        given = list(dict.fromkeys(move.given for move in swaps))
        if not which:
            return [
                Item("give", tile_spans(self.desk.signs, three), page=f"{_SWAP}:{number}", note=self._kept_words(three))
                for number, three in enumerate(given)
            ]
        three, signs = given[int(which)], self.desk.signs
        return [
            Item(
                f"for a {colour_word(move.colour)} tile",
                (*tile_spans(signs, three), Span(" → ", "faint"), *tile_spans(signs, tile(move.colour))),
                move,
                note=self.before_and_after(swapped(self.own, three, move.colour)),
            )
            for move in swaps
            if move.given == three
        ]


def _wasteful(move: SwapTiles) -> bool:
    return move.given[move.colour] > 0


class Playing(TileMenu):
    """To play the card, from where with a double-coloured one, or to beg."""

    @property
    def title(self) -> str:
        return f"card {card_number(self._card)}: play it or beg?"

    @property
    def prompt(self) -> str:
        return f"{self.desk.name(self.seat)}, play your card or beg: a number or arrows, then enter."

    @property
    def _card(self) -> ActionCard:
        return self.desk.box.cards[open_card(self.sight.seats[self.seat])]

    def page(self, name: str) -> list[Item]:
        card, game = self._card, self.desk.game
        ways: list[Declare | PlayCard] = [PlayCard(self.seat)]
        if len(card.numbers) > 1:
            ways = [Declare(self.seat, Origin.POUCH), Declare(self.seat, Origin.HUT)]
        items: list[Item] = []
        for move in ways:
            origin = move.origin if isinstance(move, Declare) else None
            cost = card_cost(card, origin)
            words = (
                f"play it from the {origin.value}"
                if origin
                else f"play it: {card.name or card_short(self.desk.box, card)}"
            )
            number = card.numbers[-1 if origin is Origin.HUT else 0]
            told = outlook(self.desk, self.sight, self.seat, card)
            refusal = game.refusal(self.sight, move)
            pays = "It would cost" if refusal else "You pay"
            swap = "" if refusal or payments(self.own, cost) else " You must swap three tiles for one first."
            note = f"{pays} {cost_words(cost)} in your turn, as number {number}.{swap} {told}".rstrip()
            items.append(Item(words, cost_spans(self.desk.signs, cost), refusal or move, note=note))
        beg = "Two tiles of your choice, after all who play; the card is lost, and you take no special action."
        return [*items, Item("beg", answer=Beg(self.seat), note=beg)]

    def lines(self, width: int, height: int) -> list[Line]:
        found = super().lines(width, height)
        others = [
            f"{self.desk.name(Seat(number))} {card_words(self.desk.box, [own.chosen.card])}"
            for number, own in enumerate(self.sight.seats)
            if number != self.seat and isinstance(own.chosen.card, int)
        ]
        return (found + paragraph(f"The others: {listed(others)}.", width, "faint") if others else found)[:height]


class Paying(TileMenu):
    """Which tiles are paid for the card."""

    @property
    def title(self) -> str:
        return f"pay {cost_words(cost_of(self.desk.game.setting, self.sight, self.seat))}"

    @property
    def prompt(self) -> str:
        if self.paged:
            return self.swap_prompt
        if not any(isinstance(move, PayTiles) for move in self.moves):
            return f"{self.desk.name(self.seat)}, swap tiles: only then can you pay for your card."
        return f"{self.desk.name(self.seat)}, pay for your card: enter pays, or swap tiles before."

    def above(self, width: int) -> list[Line]:
        card = card_in_play(self.desk.game.setting, self.sight, self.seat)
        told = outlook(self.desk, self.sight, self.seat, card) or card_full(self.desk.box, card)
        return [*super().above(width), *paragraph(told, width, "faint")]

    def page(self, name: str) -> list[Item]:
        if name:
            return self.swap_page(name)
        return [*self.pay_items(), *self.swap_items()]


class Receiving(TileMenu):
    """Which tiles are taken from the supply."""

    @property
    def title(self) -> str:
        number = current_step(self.sight, ReceiveTilesStep).number
        return "receive a tile" if number == 1 else f"receive {number} tiles"

    @property
    def prompt(self) -> str:
        return f"{self.desk.name(self.seat)}, choose what you receive: a number or arrows, then enter."

    def above(self, width: int) -> list[Line]:
        guests = [step.card for step in self.sight.agenda if isinstance(step, MoveInStep)]
        told = [moving_in(self.desk, self.sight, self.seat, self.desk.box.cards[card]) for card in guests]
        return [*super().above(width), *(it for text in told for it in paragraph(f"Then {text}", width, "faint"))]

    def page(self, name: str) -> list[Item]:
        return [
            Item(
                tile_words(move.tiles),
                tile_spans(self.desk.signs, move.tiles),
                move,
                note=self.before_and_after(plus(self.own, move.tiles)),
            )
            for move in self.moves
            if isinstance(move, ReceiveTiles)
        ]


class Ending(TileMenu):
    """The end of a turn: swaps, long hours of prayer, alms."""

    @property
    def title(self) -> str:
        return "the end of your turn"

    @property
    def prompt(self) -> str:
        if self.paged:
            return self.swap_prompt
        task = " or take a task" if any(isinstance(move, ClaimTask) for move in self.moves) else ""
        swap = " or swap tiles" if any(isinstance(move, SwapTiles) for move in self.moves) else ""
        return f"{self.desk.name(self.seat)}, end your turn with enter{',' if task or swap else ''}{swap}{task}."

    def page(self, name: str) -> list[Item]:
        if name:
            return self.swap_page(name)
        end = [Item("end the turn", answer=move) for move in self.moves if isinstance(move, EndTurn)]
        claims = [self._claim(move) for move in self.moves if isinstance(move, ClaimTask)]
        return [*end, *claims, *self.swap_items()]

    def _claim(self, move: ClaimTask) -> Item:
        number = self.sight.board[move.place]
        if number is None:
            raise AssertionError("a task lies there")
        task = self.desk.box.tasks[number]
        brings = tile_words(tile(task.colours[0])) if task.colours else "two tiles of your choice"
        return Item(
            f"take {task_short(self.desk.box, task)}",
            (Span(signed(task.points), "gold", strong=True),),
            move,
            note=f"It brings {brings}, besides its seal.",
        )
