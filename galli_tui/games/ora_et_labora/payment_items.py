"""Pages on which a price is paid otherwise than proposed: without one of the goods, or with goods chosen one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from galli_tui.games.kit.lines import Span
from galli_tui.games.kit.menu_decision import MenuItem
from galli_tui.games.ora_et_labora.words import energy_words, good_name, tiles_words
from galli_tui.style.wording import counted, listed
from rules.engine.events import Move
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.goods import COIN, FIVE, TILES, Payment, as_payment
from rules.ora_et_labora.payments import NOTHING, Held, Price, Tiles
from rules.ora_et_labora.trades import PRICE_NOT_MET

OTHERWISE = "pay otherwise"


class PaymentPages(NamedTuple):
    """What is to be paid, and what the payment is for."""

    game: OraEtLabora
    held: Held
    """What the player has when it is paid."""
    price: Price
    make: Callable[[Payment], MenuItem]
    """Returns the item of a payment: its move, or a page of moves."""
    paid_by: Callable[[Move], Payment | None]
    """Returns the payment of a move that this is about; None for other moves."""

    def item(self, words: str) -> MenuItem:
        """Return the item that opens the page."""
        return MenuItem(words, items=self.items, leads=self._leads(NOTHING))

    def items(self) -> list[MenuItem]:
        """Return the page: the best payment without each of the goods that are proposed, then a choice of all goods."""
        payments, found = self.game.payments, list[Tiles]()
        proposed = payments.propose(self.held, self.price) or NOTHING
        for tile, number in enumerate(proposed):
            if number:
                spared = payments.propose(self._without(tile), self.price)
                if spared is not None and spared not in (proposed, *found) and self._fits(spared):
                    found.append(spared)
        items = [self._leaf(payment) for payment in found]
        one_by_one = MenuItem("choose the goods", items=lambda: self._choices(NOTHING), leads=self._leads(NOTHING))
        return [*items, one_by_one]

    def _without(self, tile: int) -> Held:
        """Return the goods without those of a kind."""
        good = COIN if tile == FIVE else tile
        return tuple(0 if kind == good else number for kind, number in enumerate(self.held))

    def _fits(self, tiles: Tiles) -> bool:
        return self.game.payments.meets(tiles, self.price) and self.game.payments.paid(self.held, tiles) is not None

    def _leaf(self, tiles: Tiles) -> MenuItem:
        words = f"pay {tiles_words(self.game, tiles, self.held, different=bool(self.price.different))}"
        return self.make(as_payment(tiles))._replace(words=words, right=(), brief="")

    def _leads(self, paid: Tiles) -> Callable[[Move], bool]:
        """Return whether a move's payment has at least what has been chosen so far."""

        def leads(move: Move) -> bool:
            payment = self.paid_by(move)
            return payment is not None and all(map(int.__ge__, payment, paid))

        return leads

    def _choices(self, paid: Tiles) -> list[MenuItem]:
        """Return an item for each kind of goods that can be paid next, the rest of the price at its end."""
        found: list[MenuItem] = []
        for tile in range(len(TILES)):
            numbers = [] if paid[tile] else self._numbers(paid, tile)
            if not numbers:
                continue
            items = [self._step(paid, tile, number) for number in reversed(numbers)]
            name = "a tile of 5 coins" if tile == FIVE else good_name(self.game, tile, 2)
            if len(items) == 1:
                found.append(items[0])
            else:
                right = (Span(f"up to {numbers[-1]}", "faint"),)
                found.append(MenuItem(name, right, items=items, leads=self._leads(paid)))
        return found or [MenuItem("nothing else meets the price", answer=PRICE_NOT_MET.refusal())]

    def _step(self, paid: Tiles, tile: int, number: int) -> MenuItem:
        """Return the item that pays so many of a tile: all of the price, or the next page."""
        tiles = _with(paid, tile, number)
        if self.game.payments.meets(tiles, self.price):
            return self._leaf(tiles)
        words = f"pay {tiles_words(self.game, tiles, self.held, different=bool(self.price.different))}"
        left = (Span(f"{self._left(tiles)} left", "faint"),)
        return MenuItem(words, left, items=lambda: self._choices(tiles), leads=self._leads(tiles))

    def _numbers(self, paid: Tiles, tile: int) -> list[int]:
        """Return how many of a tile can be paid: of those that meet part of the price, and no more than it takes."""
        found: list[int] = []
        for number in range(1, 100):
            tiles = _with(paid, tile, number)
            if not self._useful(paid, tile) or self.game.payments.paid(self.held, tiles) is None:
                break
            found.append(number)
            if self.price.different or self.game.payments.meets(tiles, self.price) or not self._useful(tiles, tile):
                break
        return found

    def _useful(self, paid: Tiles, tile: int) -> bool:
        """Return whether a tile meets a part of the price that is still open."""
        rest, payments = self._rest(paid), self.game.payments
        if self.price.different:
            return rest.different > 0
        open_parts = ((rest.food, payments.food), (rest.energy, payments.energy), (rest.points, payments.points))
        return any(needed and worth[tile] for needed, worth in open_parts)

    def _rest(self, paid: Tiles) -> Price:
        """Return what is still to be paid."""
        payments = self.game.payments
        parts = ((self.price.food, payments.food), (self.price.energy, payments.energy))
        food, energy = (max(0, needed - sum(map(int.__mul__, paid, worth))) for needed, worth in parts)
        points = max(0, self.price.points - sum(map(int.__mul__, paid, payments.points)))
        return Price(food, energy, points, max(0, self.price.different - sum(paid)))

    def _left(self, paid: Tiles) -> str:
        rest = self._rest(paid)
        parts = [f"{rest.food} food"] if rest.food else []
        parts += [energy_words(rest.energy)] if rest.energy else []
        parts += [counted(rest.points, "point")] if rest.points else []
        parts += [counted(rest.different, "kind")] if rest.different else []
        return listed(parts)


def _with(paid: Tiles, tile: int, number: int) -> Tiles:
    return (*paid[:tile], number, *paid[tile + 1 :])
