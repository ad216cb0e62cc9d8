"""Decisions about tiles: playing or begging, paying, receiving, the end of the turn."""

from __future__ import annotations

from typing import Final

from galli_tui.games.campus_galli.card_effects import cost_spans, effect_text, moving_in_text
from galli_tui.games.campus_galli.card_reach import warning
from galli_tui.games.campus_galli.card_texts import card_number, card_short, card_words, declared_full, task_short
from galli_tui.games.campus_galli.move_entry.base import MenuEntry
from galli_tui.games.campus_galli.points import signed_points
from galli_tui.games.campus_galli.words import colour_word, cost_words, tile_spans, tile_words
from galli_tui.games.kit.lines import Line, Span, line, paragraph
from galli_tui.games.kit.menu_item import MenuItem
from galli_tui.games.kit.request_words import by_number
from galli_tui.style.wording import listed
from rules.campus_galli.box import ActionCard, Origin, Task
from rules.campus_galli.guests import MoveInStep
from rules.campus_galli.state import open_card
from rules.campus_galli.takeable import card_in_play
from rules.campus_galli.tile_transfers import PayTiles, ReceiveTiles, ReceiveTilesStep, SwapTiles
from rules.campus_galli.tile_turns import ClaimTask, EndTurn, cost_of
from rules.campus_galli.tiles import Tiles, card_cost, minus, payments, plus, swapped, tile
from rules.campus_galli.turn_order import Beg, Declare, PlayCard
from rules.engine.events import Move
from rules.engine.refusal import Refusal
from rules.engine.secrecy import Seat
from rules.engine.steps import current_step

SWAP: Final = "swap three tiles for one"


class TileMenuEntry(MenuEntry):
    """A decision about the seat's tiles, which are shown above it."""

    @property
    def own(self) -> Tiles:
        """The seat's tiles."""
        return self.own_view.seats[self.seat].tiles

    def above(self, width: int) -> list[Line]:
        return [line(Span("your tiles ", "faint"), *tile_spans(self.glyphs, self.own))]

    def before_and_after(self, after: Tiles) -> str:
        """Return the seat's tiles afterwards, as a sentence."""
        return f"You will have {tile_words(after)}."

    def pay_item(self, move: Move, tiles: Tiles, words: str = "pay", more: str = "") -> MenuItem:
        """Return the item of a move that costs these tiles."""
        note = f"{self.before_and_after(minus(self.own, tiles))} {more}".rstrip()
        return MenuItem(words, tile_spans(self.glyphs, tiles), move, note=note)

    def pay_items(self) -> list[MenuItem]:
        """Return an item for each way to pay."""
        return [self.pay_item(move, move.tiles) for move in self.options(PayTiles)]

    def swap_items(self) -> list[MenuItem]:
        """Return the item that opens the swaps, by the three tiles to give, if any is legal."""
        # Receiving one of the colours given is legal but hardly ever meant, so it comes last.
        swaps = sorted(self.options(SwapTiles), key=lambda move: move.given[move.colour] > 0)
        pages = [
            MenuItem(
                "give these three",
                tile_spans(self.glyphs, three),
                items=[self._swap(move) for move in swaps if move.given == three],
                note=f"You keep {tile_words(minus(self.own, three))} and receive one of your choice.",
                title="swap: for which tile?",
            )
            for three in dict.fromkeys(move.given for move in swaps)
        ]
        return [MenuItem(SWAP, items=pages, title="swap: which three tiles?")] if pages else []

    def _swap(self, move: SwapTiles) -> MenuItem:
        given, received = tile_spans(self.glyphs, move.given), tile_spans(self.glyphs, tile(move.colour))
        note = self.before_and_after(swapped(self.own, move.given, move.colour))
        return MenuItem(
            f"get a {colour_word(move.colour)} tile", (*given, Span(" → ", "faint"), *received), move, note=note
        )


class PlayOrBegEntry(TileMenuEntry):
    """Playing the card, from pouch or hut if it is double-coloured, or begging."""

    REQUEST = by_number("play your card or beg.")

    @property
    def heading(self) -> str:
        return f"card {card_number(self._card)}: play it or beg?"

    @property
    def _card(self) -> ActionCard:
        return self.box.cards[open_card(self.own_view.seats[self.seat])]

    def first_items(self) -> list[MenuItem]:
        ways: list[Declare | PlayCard] = [PlayCard(self.seat)]
        if len(self._card.numbers) > 1:
            ways = [Declare(self.seat, origin) for origin in Origin]
        later = "" if self.context.solo else "move after all who play and "
        beg = f"Discard the card for two tiles of your choice. You {later}take no special action."
        return [*map(self._way, ways), MenuItem("beg", answer=Beg(self.seat), note=beg)]

    def _way(self, move: Declare | PlayCard) -> MenuItem:
        card, origin = self._card, move.origin if isinstance(move, Declare) else None
        cost, answer = card_cost(card, origin), self.answer(move)
        how = f"from the {origin.value}" if origin else f"({card.name or card_short(self.box, card)})"
        order = "" if self.context.solo else f" (turn order {card.numbers[-1 if origin is Origin.HUT else 0]})"
        ready = isinstance(answer, Refusal) or payments(self.own, cost)
        swap = "" if ready else " You must swap tiles before you can pay."
        told = effect_text(self.context, self.own_view, self.seat, card)
        none = warning(self.setting, self.own_view, card, origin)
        note = f"{none} Costs {cost_words(cost)}, paid on your turn{order}.{swap} {told}".strip()
        return MenuItem(f"play {how}", cost_spans(self.glyphs, cost), answer, note=note)

    def below(self, width: int) -> list[Line]:
        others = [
            f"{self.context.name(Seat(number))} {card_words(self.box, [own.chosen.card])}"
            for number, own in enumerate(self.own_view.seats)
            if number != self.seat and isinstance(own.chosen.card, int)
        ]
        return paragraph(f"Other cards: {listed(others)}.", width, "faint") if others else []


_SWAP_REQUEST = "choose what to swap; Esc goes back."


class PayEntry(TileMenuEntry):
    """Paying for the card."""

    PAGE_REQUEST = _SWAP_REQUEST

    @property
    def heading(self) -> str:
        return f"pay {cost_words(cost_of(self.setting, self.own_view, self.seat))}"

    @property
    def request(self) -> str:
        if not self.options(PayTiles):
            return "you must swap tiles before you can pay."
        return "press Enter to pay for your card, or swap tiles first."

    def above(self, width: int) -> list[Line]:
        card = card_in_play(self.setting, self.own_view, self.seat)
        told = effect_text(self.context, self.own_view, self.seat, card) or declared_full(
            self.box, card, self.own_view.seats[self.seat].declared, solo=self.context.solo
        )
        return [*super().above(width), *paragraph(told, width, "faint")]

    def first_items(self) -> list[MenuItem]:
        return [*self.pay_items(), *self.swap_items()]


class ReceiveTilesEntry(TileMenuEntry):
    """Choosing tiles to receive from the supply."""

    REQUEST = by_number("choose what to receive.")

    @property
    def heading(self) -> str:
        number = current_step(self.own_view, ReceiveTilesStep).number
        return "receive a tile" if number == 1 else f"receive {number} tiles"

    def above(self, width: int) -> list[Line]:
        guests = [self.box.cards[step.card] for step in self.own_view.agenda if isinstance(step, MoveInStep)]
        told = [moving_in_text(self.context, self.own_view, self.seat, card) for card in guests]
        return [*super().above(width), *(it for text in told for it in paragraph(text, width, "faint"))]

    def first_items(self) -> list[MenuItem]:
        return [self._received(move) for move in self.options(ReceiveTiles)]

    def _received(self, move: ReceiveTiles) -> MenuItem:
        note = self.before_and_after(plus(self.own, move.tiles))
        return MenuItem(tile_words(move.tiles), tile_spans(self.glyphs, move.tiles), move, note=note)


class EndTurnEntry(TileMenuEntry):
    """The end of a turn: swaps, long hours of prayer, alms.

    Tasks that can be taken stand first, since ending the turn leaves them.
    """

    TITLE = "end of your turn"
    PAGE_REQUEST = _SWAP_REQUEST

    @property
    def request(self) -> str:
        swap = "swap tiles" if self.options(SwapTiles) else ""
        if self.options(ClaimTask):
            return by_number(f"take a task, {f'{swap} ' if swap else ''}or end your turn.")
        return f"press Enter to end your turn{f', or first {swap}' if swap else ''}."

    def first_items(self) -> list[MenuItem]:
        claims = self.options(ClaimTask)
        left = [f"{task_short(self.box, task)} ({signed_points(task.points)})" for task in map(self._task, claims)]
        note = f"Leaves {listed(left)}." if left else ""
        ends = [MenuItem("end the turn", answer=move, note=note) for move in self.options(EndTurn)]
        return [*map(self._claim, claims), *ends, *self.swap_items()]

    def _task(self, move: ClaimTask) -> Task:
        number = self.own_view.board[move.place]
        if number is None:
            raise AssertionError("no task to take")
        return self.box.tasks[number]

    def _claim(self, move: ClaimTask) -> MenuItem:
        task = self._task(move)
        gained = tile_words(tile(task.colours[0])) if task.colours else "two tiles of your choice"
        gold, note = Span(signed_points(task.points), "gold", strong=True), f"Gain {gained} as well as the seals."
        return MenuItem(f"take {task_short(self.box, task)}", (gold,), move, note=note)
